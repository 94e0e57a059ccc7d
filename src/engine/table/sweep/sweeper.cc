#include "engine/table/sweep/sweeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <barrier>
#include <thread>

#include "analysis/order.h"
#include "engine/table/cells.h"
#include "engine/table/sweep/kept_sets.h"

namespace grundy {
namespace {

constexpr uint64_t kLargestLimit = uint64_t{1} << 28;  // of the values

uint64_t cells_of_row(const SweepPlan& plan) {
  return static_cast<uint64_t>(plan.most[plan.order.back().coordinate]) + 1;
}

/// The step's part along the row, in the direction of the order.
int64_t along_row(const SweepPlan& plan, const RunningSet& set) {
  const SweepStep& last = plan.order.back();
  return set.step[last.coordinate] * (last.descending ? -1 : 1);
}

/// Nanoseconds for a cell, about.
double work_of_cell(const SweepPlan& plan) {
  constexpr double kRunning = 5;  // for a set
  double each = 1;
  for (const SweepLine& line : plan.lines) each += line.running ? kRunning : line.most_options / 2;
  for (size_t i = 0; i < plan.within.size(); ++i) each /= 2;  // the others are passed over
  return each;
}

}  // namespace

Sweeper::Sweeper(const SweepPlan& plan, TableFile* file, Budget& budget, const SweepWays& ways)
    : plan_(plan),
      file_(file),
      budget_(budget),
      ways_(ways),
      begin_(file == nullptr ? 0 : file->kept()),
      memory_(budget),
      width_(file == nullptr ? 1 : file->width()),
      job_{.plan = plan_, .budget = budget, .schedule = schedule(), .sets = {}, .code = nullptr} {}

/// Whether the table is large, and no cell needs what lies ahead of it in the rows before.
bool Sweeper::can_be_tiled() const {
  if (plan_.cells < ways_.least_for_tiles || plan_.order.size() < 2 ||
      cells_of_row(plan_) < kLeastRow)
    return false;
  for (const SweepLine& line : plan_.lines) {
    if (line.running && along_row(plan_, *line.running) < 0) return false;
  }
  return goes_on_in_rows(*plan_.rule, plan_.order.back());
}

Schedule Sweeper::schedule() const {
  const uint64_t row = cells_of_row(plan_);
  if (!can_be_tiled()) return Schedule::in_order(plan_.cells, row);
  return Schedule::tiles(plan_.cells, row, budget_.threads(), tile_cells_for(work_of_cell(plan_)),
                         ways_.least_for_tiles == 0);
}

/// False when there is no memory for the running sets.
bool Sweeper::start() {
  const Schedule& schedule = job_.schedule;
  for (const SweepLine& line : plan_.lines) {
    has_plain_lines_ = has_plain_lines_ || !line.running;
    if (!line.running) continue;
    const uint64_t distance = plan_.distance(*line.running);
    const Chains chains =
        !schedule.in_tiles
            ? Chains::in_order(distance)
            : Chains::in_tiles(distance, static_cast<uint64_t>(along_row(plan_, *line.running)),
                               schedule.row, schedule.open_rows());
    job_.sets.add(chains, line.running->shrinks());
  }
  workers_.resize(schedule.workers);
  for (Worker& worker : workers_) worker.state.budget = &budget_;
  return lay_out(64, {width_, SweepShape::Marks::word, begin_ > 0});
}

/// Room for values below the limit in the marks and the running sets, with what these hold.
bool Sweeper::lay_out(uint64_t limit, SweepShape shape) {
  std::vector<SweepState*> states;
  for (Worker& worker : workers_) states.push_back(&worker.state);
  if (!job_.sets.lay_out(SlotLayout::of(shape.marks, limit), memory_, states)) return false;
  for (Worker& worker : workers_) {
    worker.state.limit = limit;
    if (shape.marks == SweepShape::Marks::word) continue;
    if (!memory_.take(limit + 64)) return false;
    worker.marks.assign(limit + 64, 0);
    worker.state.marks = worker.marks.data();
    worker.state.stamp = 0;
  }
  limit_ = limit;
  job_.has_stamps = shape.marks == SweepShape::Marks::bytes && has_plain_lines_;
  if (job_.code != nullptr && shape == shape_) return true;
  shape_ = shape;
  job_.code = JitSweep::compile(plan_, shape_, budget_, ways_.verify);
  if (job_.code == nullptr) return true;
  for (Worker& worker : workers_) {
    if (!memory_.take(8 * job_.code->list_words())) return false;
    worker.lists.assign(job_.code->list_words(), 0);
    worker.state.lists = worker.lists.data();
  }
  return true;
}

/// Whether there is room for the value now.
Attempt<bool> Sweeper::make_room_for(uint64_t value) {
  if (value < limit_) return true;
  uint64_t limit = std::max<uint64_t>(256, limit_);
  while (limit <= value) limit *= 4;
  if (limit > kLargestLimit) return false;
  if (auto widened = widen(std::max(width_, cell_width(limit - 1))); !widened)
    return std::move(widened).error();
  return lay_out(limit, {width_, SweepShape::Marks::bytes, begin_ > 0}) && job_.code != nullptr;
}

Attempt<void> Sweeper::widen(unsigned width) {
  const unsigned before = width_;
  if (width == before) return {};
  uint64_t written = 0;
  for (const Worker& worker : workers_) written = std::max(written, worker.written(job_.schedule));
  width_ = width;
  if (file_ != nullptr) {
    auto widened = file_->widen(width, written);
    place();
    return widened;
  }
  widen_cells(cells(), before, cells(), width, written);
  return {};
}

/// Tells the workers where the cells are.
void Sweeper::place() {
  for (Worker& worker : workers_) {
    worker.state.table = cells();
    worker.state.whole = cells() + (job_.schedule.in_tiles ? whole_ : plan_.cells) * width_;
    for (size_t i = 0; i < job_.sets.size(); ++i) {
      const uint64_t unset = sets_loaded_ ? 0 : begin_ + job_.sets.chains(i).distance();
      worker.state.unset_until[i] = cells() + unset * width_;
    }
  }
}

/// Goes on from what the file keeps; whether there is room for that.
Attempt<bool> Sweeper::resume() {
  std::optional<std::vector<uint64_t>> words;
  if (begin_ > 0 && !job_.sets.empty()) {
    if (const auto help = file_->help()) words = words_of_sets(*help);
  }
  uint64_t largest = 0;
  if (words) {
    largest = limit_of_sets(*words) - 1;
  } else {
    for (uint64_t at = 0; at < begin_; ++at) largest = std::max<uint64_t>(largest, file_->cell(at));
  }
  Attempt<bool> room = make_room_for(largest);
  const bool is_at_row = !job_.schedule.in_tiles || begin_ % job_.schedule.row == 0;
  if (room && *room && words && limit_of_sets(*words) == limit_ && is_at_row)
    sets_loaded_ = read_sets(job_.sets, begin_, *words);
  place();
  return room;
}

/// Tells the file how many cells are filled, at a place where the running sets are those of these
/// cells.
Attempt<void> Sweeper::keep(uint64_t filled) {
  if (file_ == nullptr || filled <= begin_) return {};
  TableFile::Help sets;
  if (!job_.sets.empty())
    sets = [&](const TableFile::Sink& sink) { return write_sets(job_.sets, limit_, filled, sink); };
  auto kept = file_->keep(filled, sets, ways_.after_keeping != nullptr);
  if (ways_.after_keeping) ways_.after_keeping();
  return kept;
}

/// Why the work ends early; the filled cells are kept, but with running sets only those of before.
Error Sweeper::spent(uint64_t filled) {
  if (file_ == nullptr) return budget_.why();
  if (job_.sets.empty()) {
    if (auto kept = file_->keep(std::max(begin_, filled), nullptr, true); !kept)
      return std::move(kept).error();
  }
  return file_->ended(budget_.why());
}

/// Makes room for values that had none: `filled` when the workers can go on, or else what prevents
/// that.
Attempt<Sweeper::Outcome> Sweeper::settle() {
  for (Worker& worker : workers_) {
    if (worker.exit() == Exit::fault) return Outcome::not_compiled;
    if (worker.exit() != Exit::grown) continue;
    const Attempt<bool> room = make_room_for(worker.state.pending);
    if (!room) return room.error();
    if (!*room) return job_.sets.empty() ? Outcome::not_compiled : Outcome::no_room_for_sets;
    worker.state.settled = 1;
  }
  return Outcome::filled;
}

Attempt<Sweeper::Outcome> Sweeper::in_order() {
  Worker& worker = workers_[0];
  while (worker.state.next < plan_.cells) {
    budget_.progress("positions", worker.state.next, plan_.cells);
    worker.begin(std::min(ways_.piece, plan_.cells - worker.state.next));
    while (worker.unfinished()) {
      worker.work(job_);
      if (worker.exit() == Exit::spent) return spent(worker.state.next);
      auto settled = settle();
      if (!settled || *settled != Outcome::filled) return settled;
    }
    if (auto kept = keep(worker.state.next); !kept) return std::move(kept).error();
  }
  return Outcome::filled;
}

Attempt<Sweeper::Outcome> Sweeper::in_tiles() {
  const Schedule& schedule = job_.schedule;
  std::barrier<> meet(static_cast<std::ptrdiff_t>(workers_.size()));
  bool over = false;
  auto follow = [&](Worker& worker) {
    for (;;) {
      meet.arrive_and_wait();
      if (over) return;
      worker.work(job_);
      meet.arrive_and_wait();
    }
  };
  std::vector<std::thread> others;
  for (size_t w = 1; w < workers_.size(); ++w) others.emplace_back([&, w] { follow(workers_[w]); });
  // Whatever way this function is left, the others are told.
  struct Finish {
    bool& over;
    std::barrier<>& meet;
    std::vector<std::thread>& others;
    ~Finish() {
      over = true;
      meet.arrive_and_wait();
      for (std::thread& other : others) other.join();
    }
  } const finish{over, meet, others};
  for (uint64_t first = begin_ / schedule.row; first < schedule.rows();
       first += schedule.open_rows()) {
    const uint64_t filled = first * schedule.row;
    budget_.progress("positions", filled, plan_.cells);
    if (auto kept = keep(filled); !kept) return std::move(kept).error();
    whole_ = filled;
    place();
    for (uint64_t round = 0; round < schedule.rounds(); ++round) {
      for (size_t w = 0; w < workers_.size(); ++w)
        workers_[w].begin(job_, schedule.piece(first, round, w));
      while (std::any_of(workers_.begin(), workers_.end(),
                         [](const Worker& w) { return w.unfinished(); })) {
        meet.arrive_and_wait();
        workers_[0].work(job_);
        meet.arrive_and_wait();
        for (const Worker& worker : workers_) {
          if (worker.exit() == Exit::spent) return spent(filled);
        }
        auto settled = settle();
        if (!settled || *settled != Outcome::filled) return settled;
      }
    }
  }
  return Outcome::filled;
}

void Sweeper::describe(Work& work) const {
  const Schedule& schedule = job_.schedule;
  auto of_lines = [&](size_t count) {
    return fmt::format("{} of {} move lines", count, plan_.lines.size());
  };
  work.passes.push_back(
      fmt::format("native code, {} byte{} a value", width_, width_ == 1 ? "" : "s"));
  if (schedule.in_tiles)
    work.passes.push_back(fmt::format("tiles of {} rows, {} thread{}", schedule.tile_rows,
                                      schedule.workers, schedule.workers == 1 ? "" : "s"));
  for (const auto& [i, j] : plan_.within)
    work.passes.push_back(
        fmt::format("only {} <= {}", plan_.rule->coordinates[i], plan_.rule->coordinates[j]));
  if (plan_.mirror)
    work.passes.push_back(fmt::format("{} and {} exchanged",
                                      plan_.rule->coordinates[plan_.mirror->first],
                                      plan_.rule->coordinates[plan_.mirror->second]));
  if (!job_.sets.empty()) work.passes.push_back("running sets for " + of_lines(job_.sets.size()));
  const auto narrowed = std::count_if(plan_.lines.begin(), plan_.lines.end(),
                                      [](const auto& l) { return l.narrowed; });
  if (narrowed > 0)
    work.passes.push_back("listed numbers for " + of_lines(static_cast<size_t>(narrowed)));
  if (job_.code->list_words() > 0) work.passes.emplace_back("lists for each row");
  if (job_.code->is_wide()) work.passes.emplace_back("32 options at a time");
  if (job_.code->lists_divisors()) work.passes.emplace_back("listed divisors");
  uint64_t options = 0;
  for (const Worker& worker : workers_) options += worker.state.options;
  const double each = static_cast<double>(options) / static_cast<double>(plan_.cells);
  constexpr uint64_t kCache = uint64_t{32} << 20;
  const uint64_t bytes = plan_.cells * width_;
  work.limit = each >= 4        ? fmt::format("options, {:.3g} a position", each)
               : bytes > kCache ? fmt::format("memory, a table of {}", format_bytes(bytes))
                                : fmt::format("positions, with {:.2g} options each", each);
  work.positions += plan_.cells;
  work.options += options;
}

Attempt<Sweeper::Outcome> Sweeper::run(Work& work) {
  if (!start()) return Outcome::no_room_for_sets;
  if (job_.code == nullptr) return Outcome::not_compiled;
  if (file_ == nullptr) {
    const uint64_t bytes = plan_.cells * cell_width(plan_.most_options);
    if (!memory_.take(bytes))
      return budget_.too_large(fmt::format("a table of {} positions", plan_.cells), bytes);
    cells_ = Pages(bytes);
  }
  for (Worker& worker : workers_) worker.put(job_, begin_);
  place();
  const Attempt<bool> room = resume();
  if (!room) return room.error();
  if (!*room) return Outcome::no_room_for_sets;
  Attempt<Outcome> outcome = job_.schedule.in_tiles ? in_tiles() : in_order();
  if (outcome && *outcome == Outcome::filled) describe(work);
  return outcome;
}

Pages Sweeper::take_cells() {
  memory_.keep(cells_.size());
  return std::move(cells_);
}

}  // namespace grundy
