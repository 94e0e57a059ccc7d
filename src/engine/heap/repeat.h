// Repeat: the period of a stream (kernel/stream.h), found and proved without keeping its values.
//
// Stations are kept: windows of values before some positions, each some hundredth farther than the
// last. All end with the same rare code, the anchor, so that only behind anchors a window has to be
// compared with them. When the window before n is the one of a station at m, an even distance away
// where that matters, all values from m on repeat with the period n - m, as soon as the pairs that
// the stream looks at lie behind m; doc/heap.md has the proof. Then values are computed again from
// stations on: whether a part of the period does, and where the pre-period ends.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/heap/kernel/stream.h"
#include "engine/heap/period.h"

namespace grundy::heap {

struct Station {
  uint64_t position = 0;
  std::vector<uint8_t> codes;  // of the positions before, as many as determine the next ones
};

class Repeat {
 public:
  /// `values`, from which the stream was opened, have to outlive it.
  Repeat(const Values& values, Stream stream);

  const Stream& stream() const { return stream_; }
  const std::vector<Station>& stations() const { return stations_; }

  /// Called between two pieces of the work, of some tenth of a second; an error ends it.
  using Pause = std::function<Attempt<void>()>;
  /// Computes values until their period is proved; it is the least one, with the least pre-period.
  /// An error when the budget is spent or the stream ends; then the work can go on, or start from
  /// what was kept.
  Attempt<Period> find(Budget& budget, const Pause& pause = nullptr);
  /// Which station's window came again; once a period was found.
  size_t matched() const { return matched_; }

  /// What is to be kept, beside the stations and the codes before stream().size().
  struct State {
    uint64_t position = 0;
    uint8_t anchor = 0;
    uint64_t seen = 0;  // where the anchor was last
    uint64_t due = 0;   // where the next station will be, or behind it
    friend bool operator==(const State&, const State&) = default;
  };
  State state() const { return state_; }
  /// Goes on from there, with as many codes as Stream::kKept.
  void go_to(const State& state, std::span<const uint8_t> codes,
             const std::vector<Station>& stations);

 private:
  class Reader;
  void choose_anchor();
  bool look(uint64_t end);
  void add_station(uint64_t position, const uint8_t* end);
  uint64_t hash(const uint8_t* end) const;
  Attempt<bool> repeats_after(uint64_t distance, const Budget& budget) const;
  Attempt<uint64_t> least_period(uint64_t period, const Budget& budget) const;
  Attempt<uint64_t> last_difference(uint64_t first, uint64_t end, uint64_t period,
                                    const Budget& budget) const;
  Attempt<uint64_t> preperiod(uint64_t period, const Budget& budget) const;
  Reader read(uint64_t from) const;

  const Values& values_;
  Stream begin_;
  Stream stream_;
  std::vector<Station> stations_;
  std::unordered_map<uint64_t, size_t> by_hash_;
  State state_;
  size_t matched_ = 0;  // the station whose window came again
  uint64_t again_ = 0;  // … and where; 0: not yet
};

}  // namespace grundy::heap
