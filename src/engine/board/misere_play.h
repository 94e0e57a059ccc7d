// MiserePlay: who wins sums of parts in misère play, by a search over multisets of parts.
//
// Problem: in misère play a part has no number that stands for it, so a board is played out with
// all that lies beside it.
// Idea: the parts of the search in set do as well: a state is the multiset of them, without those
// that have no move, and without pairs of the part *1, whose only option is the end (*1 + *1 = 0 in
// misère play too, Conway 1976). Small parts whose options are the same states are one part,
// whatever their shapes; a nim heap is such a part, too. States that are known to be lost are
// looked for among all options first; then the options are played out, the least first.
// Example: two rows of Cram of 3 cells are *1 + *1: nothing is left, and whoever is to move has
// won.
// Cost: 31,000 states for 4 × 6 cells of Cram; 16 bytes a state in a table that forgets cheap ones
// beyond the limit of memory, and the options of each part.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/lease.h"
#include "engine/board/in_set.h"
#include "engine/board/part_table.h"
#include "engine/round.h"

namespace grundy {

template <class Mover>
class MiserePlay {
 public:
  using Part = typename Mover::Part;
  explicit MiserePlay(Mover& mover) : mover_(mover) {}

  static constexpr uint64_t kLargestHeap = 1000;

  /// Whether the player to move wins the sum of parts and nim heaps, none larger than kLargestHeap,
  /// where who can't move wins. Play has to end. Declines after `most` states.
  Attempt<bool> wins(std::span<const Part> parts, std::span<const uint64_t> heaps, uint64_t most,
                     Budget& budget) {
    Search asked{
        budget, Lease(budget), {}, states_ > UINT64_MAX - most ? UINT64_MAX : states_ + most};
    Attempt<State> start = state_of(parts, asked);
    if (!start) return std::move(start).error();
    for (const uint64_t heap : heaps) {
      const Attempt<Number> number = number_of_heap(heap, budget);
      if (!number) return number.error();
      if (*number != kNone) start->push_back(*number);
    }
    put_in_order(*start);
    if (const std::optional<bool> known = look_up(*start)) return *known;
    if (auto opened = open(*start, asked); !opened) return std::move(opened).error();
    while (!asked.frames.empty()) {
      if (auto going = advance(asked); !going) return std::move(going).error();
    }
    return last_wins_;
  }

  uint64_t states() const { return states_; }
  uint64_t options() const { return options_; }

 private:
  using Number = uint32_t;
  /// The numbers of parts, ascending.
  using State = boost::container::small_vector<Number, 8>;

  static constexpr Number kNone = UINT32_MAX;  // a part without a move
  // Of parts whose options are listed when they are met.
  static constexpr uint64_t kSmallCost = 12 * 12;
  static constexpr uint64_t kBetweenLooks = 256;  // states

  struct StoredPart {
    Part part;  // none of a heap
    PartKey key;
    uint64_t cost;
    bool listed = false;
    std::vector<State> options;  // each once
  };
  struct Next {
    uint64_t cost;
    State state;
  };
  struct Frame {
    State state;
    std::vector<Next> open;  // options that were not known
    size_t at;
    uint64_t bytes;
    uint64_t before;  // states_
  };
  struct Search {
    Budget& budget;
    Lease memory;  // of the frames
    std::vector<Frame> frames;
    uint64_t end;  // of states_
  };
  struct HashKey {
    size_t operator()(const PartKey& key) const { return key.low; }
  };

  /// A sum of numbers that each part has by its key, so that the order of parts does not matter.
  PartKey key_of(const State& state) const {
    uint64_t low = 0;
    uint64_t high = 0;
    for (const Number number : state) {
      low += kept_[number].key.low;
      high += kept_[number].key.high;
    }
    return PartKey::of(low, high);
  }

  std::optional<bool> look_up(const State& state) const {
    if (state.empty()) return true;
    const Known known = table_.find(key_of(state));
    return known.is_exact ? std::optional(known.value != 0) : std::nullopt;
  }

  Attempt<State> state_of(std::span<const Part> parts, Search& asked) {
    State state;
    for (const Part& part : parts) {
      const Attempt<Number> number = number_of(part, asked);
      if (!number) return number.error();
      if (*number != kNone) state.push_back(*number);
    }
    put_in_order(state);
    return state;
  }

  void put_in_order(State& state) const {
    std::sort(state.begin(), state.end());
    if (one_ == kNone) return;
    const auto [first, end] = std::equal_range(state.begin(), state.end(), one_);
    state.erase(first, first + (end - first) / 2 * 2);
  }

  Attempt<Number> number_of(const Part& part, Search& asked) {
    const PartKey key = mover_.key(part);
    if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
    if (!asked.budget.take_memory(sizeof(StoredPart) + 64))
      return asked.budget.too_large("the parts of a board", kept_.size());
    Number number = kNone;
    if (mover_.cost(part) <= kSmallCost) {
      Attempt<std::vector<State>> options = options_of(part, asked);
      if (!options) return std::move(options).error();
      if (!options->empty()) number = number_by(*std::move(options), part, key, mover_.cost(part));
    } else {
      bool moves = false;
      const auto listed = mover_.options(part, [&](std::span<const Part>, uint32_t) {
        moves = true;
        return false;
      });
      if (!listed) return listed.error();
      if (moves) number = new_number({part, stirred(key), mover_.cost(part), false, {}});
    }
    numbers_.emplace(key, number);
    return number;
  }

  /// The heaps below it have numbers too: each is an option of it.
  Attempt<Number> number_of_heap(uint64_t heap, Budget& budget) {
    if (heap > kLargestHeap)
      return Error::declined(fmt::format("a nim heap larger than {}", kLargestHeap));
    for (uint64_t size = heaps_.size(); size <= heap; ++size) {
      if (!budget.take_memory((size + 1) * sizeof(State)))
        return budget.too_large("nim heaps", size * sizeof(State));
      std::vector<State> options;
      for (uint64_t less = 0; less < size; ++less)
        options.push_back(less == 0 ? State() : State{heaps_[less]});
      std::sort(options.begin(), options.end());
      heaps_.push_back(
          size == 0 ? kNone : number_by(std::move(options), Part(), {size, ~uint64_t{0}}, size));
    }
    return heaps_[heap];
  }

  static PartKey stirred(const PartKey& key) { return PartKey::of(key.low, key.high); }

  Number new_number(StoredPart kept) {
    kept_.push_back(std::move(kept));
    return static_cast<Number>(kept_.size() - 1);
  }

  /// The number of the part that has these options, small as it is.
  Number number_by(std::vector<State> options, const Part& part, const PartKey& key,
                   uint64_t cost) {
    const auto [at, fresh] = by_options_.try_emplace(options, kNone);
    if (!fresh) return at->second;
    at->second = new_number({part, stirred(key), cost, true, std::move(options)});
    const std::vector<State>& own = kept_[at->second].options;
    if (own.size() == 1 && own[0].empty()) one_ = at->second;
    return at->second;
  }

  Attempt<std::vector<State>> options_of(const Part& part, Search& asked) {
    // What the mover lists is copied: its parts may have to be listed on their own.
    std::vector<std::vector<Part>> sums;
    const auto listed = mover_.options(part, [&](std::span<const Part> sum, uint32_t) {
      sums.emplace_back(sum.begin(), sum.end());
      return true;
    });
    if (!listed) return listed.error();
    options_ += sums.size();
    std::vector<State> result;
    for (const std::vector<Part>& sum : sums) {
      Attempt<State> state = state_of(sum, asked);
      if (!state) return std::move(state).error();
      result.push_back(*std::move(state));
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    result.shrink_to_fit();
    if (!asked.budget.take_memory(result.size() * sizeof(State)))
      return asked.budget.too_large("the options of parts", result.size() * sizeof(State));
    return result;
  }

  Attempt<void> list(Number number, Search& asked) {
    if (kept_[number].listed) return {};
    const Part part = kept_[number].part;
    Attempt<std::vector<State>> options = options_of(part, asked);
    if (!options) return std::move(options).error();
    kept_[number].options = *std::move(options);
    kept_[number].listed = true;
    return {};
  }

  uint64_t cost_of(const State& state) const {
    uint64_t cost = 0;
    for (const Number number : state) cost += kept_[number].cost;
    return cost;
  }

  /// Answers at once where an option is known to be lost, or all are known; else the state is the
  /// next to be worked on.
  Attempt<void> open(const State& state, Search& asked) {
    if (states_ >= asked.end) return Error::declined("its share of the work is done");
    if ((++states_ % kBetweenLooks) == 0) {
      asked.budget.count(kBetweenLooks);
      if (asked.budget.spent()) return asked.budget.why();
      asked.budget.progress("positions", states_);
    }
    for (const Number number : state) {
      if (auto listed = list(number, asked); !listed) return listed;
    }
    Frame frame{state, {}, 0, 0, states_};
    bool wins = false;
    for (size_t i = 0; i < state.size() && !wins; ++i) {
      if (i > 0 && state[i] == state[i - 1]) continue;
      for (const State& option : kept_[state[i]].options) {
        State next = option;
        next.insert(next.end(), state.begin(), state.begin() + static_cast<std::ptrdiff_t>(i));
        next.insert(next.end(), state.begin() + static_cast<std::ptrdiff_t>(i) + 1, state.end());
        put_in_order(next);
        const std::optional<bool> known = look_up(next);
        wins = known && !*known;
        if (wins) break;
        if (!known) frame.open.push_back({cost_of(next), std::move(next)});
      }
    }
    if (wins || frame.open.empty()) {
      learn(state, wins, 1, asked.budget);
      return {};
    }
    std::sort(frame.open.begin(), frame.open.end(), [](const Next& a, const Next& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.state < b.state;
    });
    frame.bytes = sizeof(Frame) + frame.open.size() * sizeof(Next);
    if (!asked.memory.take(frame.bytes))
      return asked.budget.too_large("the options along a line of play",
                                    asked.memory.bytes() + frame.bytes);
    asked.frames.push_back(std::move(frame));
    return {};
  }

  /// Goes on with the last state until it is known or needs another one.
  Attempt<void> advance(Search& asked) {
    Frame& frame = asked.frames.back();
    for (; frame.at < frame.open.size(); ++frame.at) {
      const State& next = frame.open[frame.at].state;
      const std::optional<bool> known = look_up(next);
      if (!known) return open(State(next), asked);
      if (!*known) break;
    }
    const bool wins = frame.at < frame.open.size();
    learn(frame.state, wins, states_ - frame.before + 1, asked.budget);
    asked.memory.give_back(frame.bytes);
    asked.frames.pop_back();
    return {};
  }

  void learn(const State& state, bool wins, uint64_t work, Budget& budget) {
    table_.put(key_of(state), {true, wins ? 1u : 0u, 0}, work, budget);
    last_wins_ = wins;
  }

  Mover& mover_;
  std::vector<StoredPart> kept_;  // by number
  std::unordered_map<PartKey, Number, HashKey> numbers_;
  std::map<std::vector<State>, Number> by_options_;  // of small parts and heaps
  std::vector<Number> heaps_;                        // by size
  Number one_ = kNone;                               // *1
  PartTable table_;                                  // 1: the player to move wins
  bool last_wins_ = false;
  uint64_t states_ = 0;
  uint64_t options_ = 0;
};

}  // namespace grundy
