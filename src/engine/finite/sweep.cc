#include "engine/finite/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace grundy {
namespace {

constexpr uint64_t kLargestLimit = uint64_t{1} << 28;  // of the values
constexpr uint64_t kOptionsBetweenLooks = uint64_t{1} << 22;
constexpr uint64_t kMargin = 256;  // values beyond the limit that a running set has room for

}  // namespace

/// One table on its way: what the code works on, and how that grows with the values.
class Sweeper {
 public:
  Sweeper(SweepPlan plan, Budget& budget, bool verify) : plan_(std::move(plan)), budget_(budget), verify_(verify) {}
  ~Sweeper() { budget_.give_back_memory(scratch_ + table_.bytes_.size()); }
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  enum class Outcome { filled, not_compiled, no_room_for_sets };
  Result<Outcome> run(Work& work);
  SweptTable take_table() { return std::move(table_); }

 private:
  bool start();
  bool grow();
  bool lay_out(uint64_t limit, SweepShape shape);
  bool widen(unsigned width);
  void describe(Work& work) const;
  bool take(uint64_t bytes) {
    if (!budget_.take_memory(bytes)) return false;
    scratch_ += bytes;
    return true;
  }

  SweepPlan plan_;
  Budget& budget_;
  bool verify_;
  uint64_t scratch_ = 0;  // bytes taken that are given back at the end
  SweptTable table_;
  SweepShape shape_;
  SweepState state_;
  std::unique_ptr<const NativeSweep> code_;
  std::vector<uint8_t> marks_;
  std::vector<Pages> rings_;
  std::vector<const RunningSet*> running_;
  bool plain_lines_ = false;
};

/// Room for values below the limit in the marks and the running sets, with what these hold.
bool Sweeper::lay_out(uint64_t limit, SweepShape shape) {
  const bool word = shape.marks == SweepShape::Marks::word;
  const uint64_t capacity = word ? 64 : limit + kMargin;
  const uint64_t words_at = word ? 0 : 8;
  const uint64_t counts_at = words_at + capacity / 8;
  const bool word_before = shape_.marks == SweepShape::Marks::word;
  const uint64_t capacity_before = word_before ? 64 : state_.limit + kMargin;
  for (size_t i = 0; i < running_.size(); ++i) {
    const uint64_t slots = plan_.distance(*running_[i]);
    const bool counted = !running_[i]->removed.empty();
    const uint64_t bytes = counts_at + (counted ? 4 * capacity : 0);
    if (!take(slots * bytes)) return false;
    Pages ring(slots * bytes);
    if (state_.slot[i] != nullptr) {
      const uint64_t at = static_cast<uint64_t>(state_.slot[i] - state_.ring[i]) / state_.slot_bytes[i];
      for (uint64_t s = 0; s < slots; ++s) {
        const uint8_t* from = rings_[i].data() + s * state_.slot_bytes[i];
        uint8_t* to = ring.data() + s * bytes;
        std::memcpy(to + words_at, from + (word_before ? 0 : 8), capacity_before / 8);
        if (counted) std::memcpy(to + counts_at, from + state_.counts_at, 4 * capacity_before);
      }
      state_.slot[i] = ring.data() + at * bytes;
    } else {
      state_.slot[i] = ring.data();
    }
    rings_[i] = std::move(ring);
    state_.ring[i] = rings_[i].data();
    state_.ring_end[i] = rings_[i].data() + rings_[i].size();
    state_.slot_bytes[i] = bytes;
  }
  if (!word) {
    if (!take(limit + 64)) return false;
    marks_.assign(limit + 64, 0);
    state_.marks = marks_.data();
    state_.stamp = 0;
  }
  state_.counts_at = counts_at;
  state_.limit = limit;
  if (code_ == nullptr || shape != shape_) {
    shape_ = shape;
    code_ = NativeSweep::compile(plan_, shape_, budget_, verify_);
  }
  return true;
}

bool Sweeper::widen(unsigned width) {
  const unsigned before = table_.width_;
  if (width == before) return true;
  if (!budget_.take_memory(plan_.cells * width)) return false;
  Pages wider(plan_.cells * width);
  for (uint64_t cell = 0; cell < state_.next; ++cell)
    std::memcpy(wider.data() + cell * width, table_.bytes_.data() + cell * before, before);  // little-endian
  table_.bytes_ = std::move(wider);
  table_.width_ = width;
  budget_.give_back_memory(plan_.cells * before);
  state_.table = table_.bytes_.data();
  return true;
}

/// After a value that is not below the limit, which the code has left unwritten.
bool Sweeper::grow() {
  const uint64_t value = state_.pending;
  uint64_t limit = std::max<uint64_t>(256, state_.limit);
  while (limit <= value) limit *= 4;
  if (limit > kLargestLimit) return false;
  const unsigned width = limit <= 256 ? 1 : limit <= 65536 ? 2 : 4;
  if (!widen(width) || !lay_out(limit, {width, SweepShape::Marks::bytes}) || code_ == nullptr) return false;
  std::memcpy(table_.bytes_.data() + (state_.next - 1) * width, &value, width);
  return true;
}

bool Sweeper::start() {
  for (const SweepLine& line : plan_.lines) {
    if (line.running) running_.push_back(&*line.running);
    plain_lines_ = plain_lines_ || !line.running;
  }
  rings_.resize(running_.size());
  table_.most_ = plan_.most;
  table_.stride_ = plan_.stride;
  table_.first_ = plan_.first;
  table_.within_ = plan_.within;
  for (const SweepStep& step : plan_.order)
    state_.position[step.coordinate] = step.descending ? plan_.most[step.coordinate] : 0;
  state_.budget = &budget_;
  return lay_out(64, {});
}

void Sweeper::describe(Work& work) const {
  auto of_lines = [&](size_t count) { return fmt::format("{} of {} move lines", count, plan_.lines.size()); };
  work.passes.push_back(fmt::format("native code, {} byte{} a value", table_.width_, table_.width_ == 1 ? "" : "s"));
  for (const auto& [i, j] : plan_.within)
    work.passes.push_back(fmt::format("only {} <= {}", plan_.rule->coordinates[i], plan_.rule->coordinates[j]));
  if (!running_.empty()) work.passes.push_back("running sets for " + of_lines(running_.size()));
  const auto narrowed = std::count_if(plan_.lines.begin(), plan_.lines.end(), [](const auto& l) { return l.narrowed; });
  if (narrowed > 0) work.passes.push_back("listed numbers for " + of_lines(static_cast<size_t>(narrowed)));
  if (code_->lists_divisors()) work.passes.emplace_back("listed divisors");
  const double each = static_cast<double>(state_.options) / static_cast<double>(plan_.cells);
  constexpr uint64_t kCache = uint64_t{32} << 20;
  work.limit = each >= 4 ? fmt::format("options, {:.3g} a position", each)
               : table_.bytes_.size() > kCache
                   ? fmt::format("memory, a table of {}", format_bytes(table_.bytes_.size()))
                   : fmt::format("positions, with {:.2g} options each", each);
}

Result<Sweeper::Outcome> Sweeper::run(Work& work) {
  if (!start()) return Outcome::no_room_for_sets;
  if (code_ == nullptr) return Outcome::not_compiled;
  if (!budget_.take_memory(plan_.cells))
    return budget_.too_large(fmt::format("a table of {} positions", plan_.cells), plan_.cells);
  table_.bytes_ = Pages(plan_.cells);
  state_.table = table_.bytes_.data();
  while (state_.next < plan_.cells) {
    if (budget_.spent()) return budget_.why();
    budget_.progress("positions", state_.next, plan_.cells);
    state_.cells = plan_.cells - state_.next;
    if (shape_.marks == SweepShape::Marks::bytes && plain_lines_) {
      if (state_.stamp == UINT8_MAX) {
        std::fill(marks_.begin(), marks_.end(), 0);
        state_.stamp = 0;
      }
      state_.cells = std::min<uint64_t>(state_.cells, UINT8_MAX - state_.stamp);
    }
    state_.look_at = state_.options + kOptionsBetweenLooks;
    switch (code_->run(state_)) {
      case NativeSweep::Exit::done:
        break;
      case NativeSweep::Exit::grown:
        if (!grow()) return running_.empty() ? Outcome::not_compiled : Outcome::no_room_for_sets;
        break;
      case NativeSweep::Exit::fault:
        return Outcome::not_compiled;
      case NativeSweep::Exit::spent:
        return budget_.why();
    }
  }
  describe(work);
  work.positions += plan_.cells;
  work.options += state_.options;
  return Outcome::filled;
}

Result<std::optional<SweptTable>> SweptTable::fill(const Rule& rule, std::span<const int64_t> most,
                                                   std::vector<std::pair<size_t, size_t>> within, Budget& budget,
                                                   Work& work, SweepWays ways) {
  if (!NativeSweep::available()) return std::optional<SweptTable>();
  std::optional<SweepPlan> plan = plan_sweep(rule, most, std::move(within), ways.least_work, budget);
  if (!plan) return std::optional<SweptTable>();
  for (;;) {
    Sweeper sweeper(*plan, budget, ways.verify);
    auto outcome = sweeper.run(work);
    if (!outcome) return std::move(outcome).error();
    if (*outcome == Sweeper::Outcome::filled) return std::optional<SweptTable>(sweeper.take_table());
    if (*outcome == Sweeper::Outcome::not_compiled) return std::optional<SweptTable>();
    for (SweepLine& line : plan->lines) line.running.reset();
  }
}

bool SweptTable::covers(std::span<const int64_t> coordinates) const {
  for (size_t i = 0; i < most_.size(); ++i) {
    if (coordinates[i] > most_[i]) return false;
  }
  return std::all_of(within_.begin(), within_.end(),
                     [&](const auto& pair) { return coordinates[pair.first] <= coordinates[pair.second]; });
}

uint32_t SweptTable::value(std::span<const int64_t> coordinates) const {
  int64_t cell = first_;
  for (size_t i = 0; i < coordinates.size(); ++i) cell += stride_[i] * coordinates[i];
  uint32_t value = 0;
  std::memcpy(&value, bytes_.data() + static_cast<uint64_t>(cell) * width_, width_);
  return value;
}

}  // namespace grundy
