#include "engine/entailing/heap_table.h"

#include <algorithm>
#include <bit>

#include "code/moves.h"
#include "code/vm.h"
#include "rewriting/targets.h"
#include "value/mex.h"

namespace grundy {

/// Takes the moves from one number after another.
class HeapTableSink {
 public:
  explicit HeapTableSink(const HeapTable& table) : values_(table.values_), sets_(table.sets_) {
    for (const uint32_t value : values_) note(value);
  }

  /// A value that was found.
  void note(uint32_t value) {
    if ((value & HeapTable::kLoony) == 0)
      end_ = std::max<size_t>(end_, std::bit_ceil(uint64_t{value} + 1));
  }
  void begin() {
    seen_.clear();
    set_ = {};
    options_ = 0;
  }

  bool options(const NestCode& nest, const Bundle& bundle) {
    options_ += bundle.count;
    if (nest.strided && nest.parts.size() <= 2 && reply_ == Reply::anywhere)
      return strided(nest, bundle);
    for (size_t j = 0; j < bundle.count; ++j) {
      if (bundle.mask != nullptr && bundle.mask[j] == 0) continue;
      parts_.clear();
      for (const RulePosition& part : move_of(nest, bundle, j))
        parts_.push_back(part.coordinates[0]);
      if (!take()) return false;
    }
    return true;
  }
  bool sum(const MoveLine&, const RuleSum& sum) {
    ++options_;
    parts_.clear();
    for (const RulePosition& part : sum) parts_.push_back(part.coordinates[0]);
    return take();
  }

  void set_reply(Reply reply) { reply_ = reply; }
  bool rises() const { return rises_; }
  uint64_t options_seen() const { return options_; }
  /// With the ordinary options, which were marked.
  NimberSet set() {
    NimberSet result = std::move(set_);
    // From the top, so that the set grows once.
    for (size_t v = seen_.size(); v-- > 0;) {
      if (seen_.contains(static_cast<uint32_t>(v))) result.add(v);
    }
    return result;
  }

 private:
  /// One or two parts, whose coordinates go in equal steps.
  bool strided(const NestCode& nest, const Bundle& bundle) {
    int64_t first[2] = {}, step[2] = {};
    for (size_t p = 0; p < nest.parts.size(); ++p) {
      first[p] = bundle.value(nest.parts[p], 0)[0];
      step[p] = nest.parts[p].distance[0];
    }
    const auto step_of = [&](size_t j) {
      return bundle.steps != nullptr ? bundle.steps[j] : static_cast<int64_t>(j);
    };
    const int64_t last = step_of(bundle.count - 1), least = step_of(0);
    for (size_t p = 0; p < nest.parts.size(); ++p) {
      const int64_t greatest = first[p] + std::max(last * step[p], least * step[p]);
      rises_ = rises_ || static_cast<uint64_t>(greatest) >= values_.size();
    }
    if (rises_) return false;
    seen_.reserve(end_);
    uint32_t* const stamps = seen_.data();
    const uint32_t stamp = seen_.stamp();
    const uint32_t* const values = values_.data();
    const auto mark = [&](auto value_at) {
      for (size_t j = 0; j < bundle.count; ++j) {
        if (bundle.mask != nullptr && bundle.mask[j] == 0) continue;
        const auto [a, b] = value_at(step_of(j));
        if (((a | b) & HeapTable::kLoony) == 0) stamps[a ^ b] = stamp;
      }
    };
    if (nest.parts.size() == 2 && bundle.mask == nullptr && bundle.steps == nullptr) {
      const uint32_t* a = values + first[0];
      const uint32_t* b = values + first[1];
      for (size_t j = 0; j < bundle.count; ++j, a += step[0], b += step[1]) {
        if (((*a | *b) & HeapTable::kLoony) == 0) stamps[*a ^ *b] = stamp;
      }
    } else if (nest.parts.size() == 2) {
      mark([&](int64_t i) {
        return std::pair(values[first[0] + i * step[0]], values[first[1] + i * step[1]]);
      });
    } else {
      mark([&](int64_t i) {
        return std::pair(nest.parts.empty() ? 0U : values[first[0] + i * step[0]], 0U);
      });
    }
    return true;
  }

  bool take() {
    uint32_t total = 0;
    bool is_loony = false;
    for (const int64_t part : parts_) {
      rises_ = rises_ || static_cast<uint64_t>(part) >= values_.size();
      if (rises_) return false;
      const uint32_t value = values_[static_cast<size_t>(part)];
      is_loony = is_loony || value == HeapTable::kLoony;
      total ^= value;
    }
    if (reply_ == Reply::here) {
      set_.add_missing(sets_[static_cast<size_t>(parts_[0])], 0);
    } else if (reply_ == Reply::same_player) {
      is_loony ? set_.add_all() : set_.add_all_but(total);
    } else if (!is_loony) {
      seen_.insert(total);
    }
    return true;
  }

  const std::vector<uint32_t>& values_;
  const std::vector<NimberSet>& sets_;
  Reply reply_ = Reply::anywhere;
  bool rises_ = false;
  uint64_t options_ = 0;
  size_t end_ = 1;  // nim-sums of two values are below
  std::vector<int64_t> parts_;
  MexSet seen_;
  NimberSet set_;
};

std::unique_ptr<HeapTable> HeapTable::of(const RuleGame& game) {
  const Rule& rule = *game.rule();
  if (rule.arity() != 1 || rule.is_alias || rule.moves_by_code || games_met(rule).size() != 1)
    return nullptr;
  auto table = std::make_unique<HeapTable>();
  for (const Reply reply : {Reply::anywhere, Reply::here, Reply::same_player}) {
    auto own = std::make_unique<Rule>(with_reply(rule, reply));
    if (own->moves.empty()) continue;
    auto program = lower(*own, INT64_MAX / 2);
    if (!program) return nullptr;
    table->lines_.push_back({reply, std::move(own), std::move(program)});
  }
  return table;
}

Attempt<bool> HeapTable::fill(uint64_t n, Budget& budget) {
  if (n < values_.size()) return true;
  const uint64_t bytes = (n + 1 - values_.size()) * (sizeof(uint32_t) + sizeof(NimberSet));
  if (n >= kLoony || !budget.take_memory(bytes))
    return budget.too_large("a table of values", bytes);
  HeapTableSink sink(*this);
  std::vector<Machine> machines;
  for (const Lines& lines : lines_) machines.emplace_back(*lines.program, budget);
  for (uint64_t here = values_.size(); here <= n; ++here) {
    budget.progress("positions", here, n + 1);
    sink.begin();
    for (size_t i = 0; i < lines_.size(); ++i) {
      const Lines& lines = lines_[i];
      Machine& machine = machines[i];
      const auto coordinate = static_cast<int64_t>(here);
      sink.set_reply(lines.reply);
      if (machine.run({&coordinate, 1}, sink)) continue;
      if (sink.rises()) return false;
      return halt_error(*lines.rule, {coordinate}, machine.halt(), budget);
    }
    NimberSet set = sink.set();
    if (!budget.take_memory(set.bytes()))
      return budget.too_large("the replies of each position", set.bytes());
    const Value value = set.value();
    values_.push_back(value.is_loony() ? kLoony : static_cast<uint32_t>(value.ordinal().small()));
    sets_.push_back(std::move(set));
    sink.note(values_.back());
    ++work_.positions;
    work_.options += sink.options_seen();
  }
  return true;
}

}  // namespace grundy
