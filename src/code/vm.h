// Runs a Program: gives the moves from a position to a consumer, in bundles.
//
// A consumer ("sink") has
//   bool options(const NestCode&, const Bundle&)   many moves at once; false ends the run
//   bool sum(const MoveLine&, RuleSum)             one move, of a line with sum(… for …)
#pragma once
#include <span>
#include <vector>

#include "base/budget.h"
#include "code/program.h"
#include "rule/divisors.h"
#include "rule/evaluate.h"
#include "rule/meaning.h"

namespace grundy {

/// `count` moves. The coordinate i of part p of move j is
///   strided:   first[p][i] + j·distance[p][i]         (elements: first + set[from + j]·distance)
///   otherwise: value[p][i][j] or, where it has no lanes, value[p][i][0];
///              moves j with mask[j] = 0 don't exist.
/// No coordinate of an existing move is negative.
struct Bundle {
  size_t count = 0;
  const int64_t* registers = nullptr;  // of kLanes each
  const int64_t* mask = nullptr;       // null: all exist
  const int64_t* steps = nullptr;      // strided over a set: the elements

  const int64_t* value(const PartCode& part, size_t coordinate) const {
    return registers + part.coordinates[coordinate] * kLanes;
  }
};

/// Why a run ended early.
struct Halt {
  enum class Kind { none, stopped, fault, infinite, unseen, spent };
  Kind kind = Kind::none;
  Fault fault;
  const MoveLine* line = nullptr;
  const Loop* loop = nullptr;
};

class Machine {
 public:
  /// The budget is asked once in some thousand steps, also within one position.
  Machine(const Program& program, const Budget& budget)
      : program_(program),
        budget_(budget),
        patience_(budget),
        registers_(program.registers * kLanes) {
    for (const auto& [at, value] : program.constants) std::fill_n(reg(at), kLanes, value);
  }

  /// The budget counts the last steps of a run as well, after which it is not asked.
  void count_rest() const { budget_.count(steps_); }

  /// Gives all moves from the position to the sink. False when the run ended early; halt() has the
  /// reason.
  template <class Sink>
  bool run(std::span<const int64_t> coordinates, Sink& sink) {
    halt_ = {};
    for (size_t i = 0; i < coordinates.size(); ++i) *reg(static_cast<Register>(i)) = coordinates[i];
    for (const NestCode& nest : program_.code) {
      if (!level(nest, 0, sink)) return false;
    }
    return true;
  }
  const Halt& halt() const { return halt_; }
  const Program& program() const { return program_; }

 private:
  int64_t* reg(Register r) { return registers_.data() + size_t{r} * kLanes; }
  void execute(CodeRange range, size_t lanes);
  void interpret(const Instruction& instruction);
  void fail(const Instruction& instruction, Fault::Kind kind);
  bool faulted(const NestCode& nest);
  bool stop(Halt::Kind kind, const NestCode& nest, const Loop* loop) {
    halt_.kind = kind;
    halt_.line = nest.line;
    halt_.loop = loop;
    return false;
  }

  template <class Sink>
  bool level(const NestCode& nest, size_t depth, Sink& sink);
  template <class Sink>
  bool innermost_lanes(const NestCode& nest, const LevelCode& code, int64_t low, int64_t high,
                       Sink& sink, const int64_t* listed = nullptr);
  template <class Sink>
  bool lanes(const NestCode& nest, size_t count, Sink& sink);
  template <class Sink>
  bool strided(const NestCode& nest, const LevelCode& code, int64_t low, int64_t high, Sink& sink);
  template <class Sink>
  bool give(const NestCode& nest, Bundle bundle, Sink& sink) {
    bundle.registers = registers_.data();
    return sink.options(nest, bundle) || stop(Halt::Kind::stopped, nest, nullptr);
  }
  template <class Sink>
  bool repeated(const NestCode& nest, Sink& sink);

  /// Of moves that are given as a bundle; a sink for which each of them is more work says so.
  template <class Sink>
  static constexpr uint32_t moves_in_a_step() {
    if constexpr (requires { Sink::kMovesInAStep; }) {
      return Sink::kMovesInAStep;
    } else {
      return 64;
    }
  }

  /// Counts steps of some hundred nanoseconds; true once in a while when the budget is spent.
  bool spent(uint32_t steps = 1) {
    steps_ += steps;
    if (steps_ < kStepsBetweenLooks) return false;
    steps_ = 0;
    budget_.count(kStepsBetweenLooks);
    return budget_.spent();
  }

  static constexpr uint32_t kStepsBetweenLooks = 4096;
  /// Moves in a bundle, so that the budget is asked in between.
  template <class Sink>
  static constexpr int64_t longest_stride() {
    return int64_t{kStepsBetweenLooks} * moves_in_a_step<Sink>();
  }
  // Of which the divisors are found sooner than tried.
  static constexpr int64_t kManyChoices = 1 << 12;

  const Program& program_;
  const Budget& budget_;
  Patience patience_;
  uint32_t steps_ = 0;
  std::vector<int64_t> registers_;
  std::vector<int64_t> scratch_mask_;
  Environment environment_;
  Halt halt_;
};

template <class Sink>
bool Machine::repeated(const NestCode& nest, Sink& sink) {
  environment_.resize(nest.line->slot_names.size());
  for (size_t s = 0; s < environment_.size(); ++s) environment_[s] = *reg(static_cast<Register>(s));
  RuleSum sum;
  bool natural = true;
  const bool done =
      sum_of_parts(nest.line->parts, environment_, sum, natural, halt_.fault, &patience_);
  if (!done) return faulted(nest);
  if (!natural) return true;
  return sink.sum(*nest.line, std::move(sum)) || stop(Halt::Kind::stopped, nest, nullptr);
}

template <class Sink>
bool Machine::level(const NestCode& nest, size_t depth, Sink& sink) {
  if (spent()) return stop(Halt::Kind::spent, nest, nullptr);
  const LevelCode& code = nest.levels[depth];
  for (const Guard& guard : code.guards) {
    execute(guard.code, 1);
    if (halt_.fault.kind != Fault::Kind::none) return faulted(nest);
    if (*reg(guard.condition) == 0) return true;
  }
  if (code.loop == nullptr) {
    if (nest.repeated) return repeated(nest, sink);
    return lanes(nest, 1, sink);
  }
  const Loop& loop = *code.loop;
  execute(code.bounds, 1);
  if (halt_.fault.kind != Fault::Kind::none) return faulted(nest);
  const bool innermost = depth + 2 == nest.levels.size();
  auto set_and_descend = [&](int64_t value, bool& ended) {
    *reg(static_cast<Register>(loop.slots[0])) = value;
    for (const Guard& guard : code.stops) {
      execute(guard.code, 1);
      if (halt_.fault.kind != Fault::Kind::none) return faulted(nest);
      if (*reg(guard.condition) == 0) {
        ended = true;
        return true;
      }
    }
    return level(nest, depth + 1, sink);
  };
  bool ended = false;
  if (loop.kind == Loop::Kind::solved) {
    const int64_t value = *reg(code.low[0]);
    return value < 0 || set_and_descend(value, ended);
  }
  if (loop.kind == Loop::Kind::values) {
    std::vector<int64_t> values;
    for (Register r : code.values) values.push_back(*reg(r));
    for (int64_t value : values) {
      if (value >= 0 && !set_and_descend(value, ended)) return false;
    }
    return true;
  }
  int64_t low = 0;
  int64_t high = INT64_MAX - 1;
  for (Register r : code.low) low = std::max(low, *reg(r));
  for (Register r : code.high) high = std::min(high, *reg(r));
  if (loop.kind == Loop::Kind::range) {
    if (low > high) return true;
    if (loop.end == Loop::End::infinite) return stop(Halt::Kind::infinite, nest, &loop);
    if (loop.end == Loop::End::unseen) return stop(Halt::Kind::unseen, nest, &loop);
    if (innermost && nest.strided) return strided(nest, code, low, high, sink);
    const int64_t divided = code.divided == kNoRegister ? 0 : *reg(code.divided);
    if (divided > 0 && low > 0 && high - low >= kManyChoices) {
      if (spent(kStepsBetweenLooks / 4)) return stop(Halt::Kind::spent, nest, nullptr);
      const std::vector<int64_t> divisors = divisors_between(divided, low, high);
      if (innermost && nest.vector)
        return innermost_lanes(nest, code, 0, static_cast<int64_t>(divisors.size()) - 1, sink,
                               divisors.data());
      return std::all_of(divisors.begin(), divisors.end(),
                         [&](int64_t value) { return set_and_descend(value, ended); });
    }
    if (innermost && nest.vector) return innermost_lanes(nest, code, low, high, sink);
    for (int64_t value = low; value <= high && !ended; ++value) {
      if (!set_and_descend(value, ended)) return false;
    }
    return true;
  }
  // Elements of a set, sorted by their first number: [low, high] becomes a range of elements.
  const NumberSet& set = *loop.set;
  const size_t width = set.arity;
  auto first_at_least = [&](int64_t bound) {
    size_t from = 0;
    size_t to = set.size();
    while (from < to) {
      const size_t middle = (from + to) / 2;
      (set.flat[middle * width] < bound ? from : to) =
          set.flat[middle * width] < bound ? middle + 1 : middle;
    }
    return static_cast<int64_t>(from);
  };
  const int64_t begin = low == 0 ? 0 : first_at_least(low);
  const int64_t end =
      code.high.empty() ? static_cast<int64_t>(set.size()) : first_at_least(high + 1);
  if (begin >= end) return true;
  if (innermost && nest.strided) return strided(nest, code, begin, end - 1, sink);
  if (innermost && nest.vector) return innermost_lanes(nest, code, begin, end - 1, sink);
  for (int64_t i = begin; i < end; ++i) {
    for (size_t j = 1; j < width; ++j)
      *reg(static_cast<Register>(loop.slots[j])) = set.flat[i * width + j];
    if (!set_and_descend(set.flat[i * width], ended)) return false;
  }
  return true;
}

template <class Sink>
bool Machine::strided(const NestCode& nest, const LevelCode& code, int64_t low, int64_t high,
                      Sink& sink) {
  const Loop& loop = *code.loop;
  const bool over_set = loop.kind == Loop::Kind::elements;
  for (int64_t at = low;;) {
    *reg(static_cast<Register>(loop.slots[0])) = over_set ? 0 : at;
    execute(nest.result, 1);
    if (halt_.fault.kind != Fault::Kind::none) return faulted(nest);
    const int64_t count = std::min(high - at, longest_stride<Sink>() - 1) + 1;
    Bundle bundle;
    bundle.count = static_cast<size_t>(count);
    if (over_set) bundle.steps = loop.set->flat.data() + at;
    if (!give(nest, bundle, sink)) return false;
    if (spent(static_cast<uint32_t>(count) / moves_in_a_step<Sink>()))
      return stop(Halt::Kind::spent, nest, nullptr);
    if (high - at < count) return true;
    at += count;
  }
}

template <class Sink>
bool Machine::innermost_lanes(const NestCode& nest, const LevelCode& code, int64_t low,
                              int64_t high, Sink& sink, const int64_t* listed) {
  const Loop& loop = *code.loop;
  // A loop of unknown length begins with fewer lanes.
  size_t want = code.stops.empty() ? kLanes : 16;
  for (int64_t at = low; at <= high;) {
    if (spent()) return stop(Halt::Kind::spent, nest, nullptr);
    size_t count =
        static_cast<size_t>(std::min<int64_t>(static_cast<int64_t>(want), high - at + 1));
    want = kLanes;
    if (listed != nullptr) {
      std::copy_n(listed + at, count, reg(static_cast<Register>(loop.slots[0])));
    } else if (loop.kind == Loop::Kind::range) {
      int64_t* lane = reg(static_cast<Register>(loop.slots[0]));
      for (size_t i = 0; i < count; ++i) lane[i] = at + static_cast<int64_t>(i);
    } else {
      const size_t width = loop.set->arity;
      for (size_t j = 0; j < width; ++j) {
        int64_t* lane = reg(static_cast<Register>(loop.slots[j]));
        const int64_t* from = loop.set->flat.data() + static_cast<size_t>(at) * width + j;
        for (size_t i = 0; i < count; ++i) lane[i] = from[i * width];
      }
    }
    at += static_cast<int64_t>(count);
    bool ended = false;
    for (const Guard& guard : code.stops) {
      execute(guard.code, count);
      if (halt_.fault.kind != Fault::Kind::none) return faulted(nest);
      const int64_t* holds = reg(guard.condition);
      if (holds[count - 1] != 0) continue;  // once false, false for ever: all hold
      ended = true;
      count = 0;
      while (holds[count] != 0) ++count;
      if (count == 0) break;
    }
    if (count > 0 && !lanes(nest, count, sink)) return false;
    if (ended) break;
  }
  return true;
}

template <class Sink>
bool Machine::lanes(const NestCode& nest, size_t count, Sink& sink) {
  Bundle bundle;
  bundle.count = count;
  if (nest.vector) {
    for (const Guard& guard : nest.levels.back().guards) {
      execute(guard.code, count);
      bundle.mask = reg(guard.condition);
    }
  }
  execute(nest.result, count);
  if (halt_.fault.kind != Fault::Kind::none) return faulted(nest);
  // A choice with a negative coordinate is no move; where one is possible, it is looked for now.
  for (const PartCode& part : nest.parts) {
    for (size_t i = 0; i < part.coordinates.size(); ++i) {
      if (part.natural[i]) continue;
      const int64_t* values = registers_.data() + part.coordinates[i] * kLanes;
      if (scratch_mask_.size() < kLanes) scratch_mask_.assign(kLanes, 1);
      for (size_t j = 0; j < count; ++j) {
        const bool exists = bundle.mask == nullptr || bundle.mask[j] != 0;
        scratch_mask_[j] = exists && values[part.per_lane[i] ? j : 0] >= 0;
      }
      bundle.mask = scratch_mask_.data();
    }
  }
  return give(nest, bundle, sink);
}

}  // namespace grundy
