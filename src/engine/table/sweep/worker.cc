#include "engine/table/sweep/worker.h"

#include <algorithm>

namespace grundy {
namespace {

constexpr uint64_t kOptionsBetweenLooks = uint64_t{1} << 22;  // at the budget

}  // namespace

void Worker::put(const SweepJob& job, uint64_t cell) {
  const SweepPlan& plan = job.plan;
  state.next = cell;
  uint64_t rest = cell;
  for (size_t i = plan.order.size(); i-- > 0;) {
    const SweepStep& step = plan.order[i];
    const auto size = static_cast<uint64_t>(plan.most[step.coordinate]) + 1;
    const auto at = static_cast<int64_t>(rest % size);
    start_[step.coordinate] = step.descending ? plan.most[step.coordinate] - at : at;
    rest /= size;
  }
  for (size_t i = 0; i < job.sets.size(); ++i) rings_[i] = job.sets.chains(i).ring_of(cell);
  point(job);
}

void Worker::begin(const SweepJob& job, const Schedule::Piece& piece) {
  piece_ = piece;
  row_ = piece.row;
  if (piece.empty()) return;
  left_ = piece.count;
  put(job, piece.row * job.schedule.row + piece.from);
}

/// To the first cell of the piece's next row, without a division. The code is not told yet.
void Worker::to_next_row(const SweepJob& job) {
  const SweepPlan& plan = job.plan;
  ++row_;
  left_ = piece_.count;
  state.next = row_ * job.schedule.row + piece_.from;
  for (size_t i = plan.order.size() - 1; i-- > 0;) {  // the last coordinate is that of the piece
    const SweepStep& step = plan.order[i];
    int64_t& c = start_[step.coordinate];
    const int64_t most = plan.most[step.coordinate];
    c += step.descending ? -1 : 1;
    if (c >= 0 && c <= most) break;
    c = step.descending ? most : 0;
  }
  for (size_t i = 0; i < job.sets.size(); ++i) job.sets.chains(i).to_next_row(rings_[i]);
}

/// Whether no cell of the piece's row is within the orders that are kept.
bool Worker::is_outside(const SweepPlan& plan) const {
  const SweepStep& last = plan.order.back();
  const int64_t begin = start_[last.coordinate];
  const int64_t end = begin + (last.descending ? -1 : 1) * (static_cast<int64_t>(piece_.count) - 1);
  return std::any_of(plan.within.begin(), plan.within.end(), [&](const auto& pair) {
    const int64_t least = pair.first == last.coordinate ? std::min(begin, end) : start_[pair.first];
    const int64_t most =
        pair.second == last.coordinate ? std::max(begin, end) : start_[pair.second];
    return least > most;
  });
}

/// Tells the code which position is next, and where its sets are.
void Worker::point(const SweepJob& job) {
  std::copy(std::begin(start_), std::end(start_), state.position);
  for (size_t i = 0; i < job.sets.size(); ++i) job.sets.point(state, i, rings_[i]);
}

void Worker::work(const SweepJob& job) {
  exit_ = Exit::done;
  while (unfinished() && exit_ == Exit::done) {
    if (left_ == 0) {
      to_next_row(job);
      if (is_outside(job.plan)) {
        left_ = 0;
        continue;
      }
      point(job);
    }
    state.cells = left_;
    if (job.has_stamps) {
      if (state.stamp == UINT8_MAX) {
        std::fill(marks.begin(), marks.end(), 0);
        state.stamp = 0;
      }
      state.cells = std::min<uint64_t>(state.cells, UINT8_MAX - state.stamp);
    }
    state.look_at = state.options + kOptionsBetweenLooks;
    const uint64_t before = state.next;
    exit_ = job.code->run(state);
    if (exit_ == Exit::done || exit_ == Exit::grown) left_ -= state.next - before;
    if (exit_ == Exit::done && job.budget.spent()) exit_ = Exit::spent;
  }
}

uint64_t Worker::written(const Schedule& schedule) const {
  return std::max(state.next, std::min(piece_.row_end * schedule.row, schedule.cells));
}

}  // namespace grundy
