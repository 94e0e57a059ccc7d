#include "engine/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/reader.h"
#include "code/moves.h"
#include "engine/family/families.h"
#include "engine/table/finite.h"

namespace grundy {
namespace {

constexpr uint64_t kLargestHeap = 1'000'000;  // of a nim heap among parts that are no nim heaps

using Number = uint32_t;               // of a part
using Multiset = std::vector<Number>;  // sorted

struct HashMultiset {
  size_t operator()(const Multiset& parts) const {
    uint64_t h = 0x9E3779B97F4A7C15;
    for (Number n : parts) {
      h = (h ^ n) * 0xFF51AFD7ED558CCD;
      h ^= h >> 29;
    }
    return h;
  }
};

class Search {
 public:
  Search(Play play, Budget& budget) : play_(play), budget_(budget) {}

  /// The multiset of a component's parts.
  Attempt<Multiset> read(const Component& component);
  Attempt<bool> mover_wins(const Multiset& start);
  /// What the moves in one component lead to, with the text of the result; without repeats.
  struct Option {
    Multiset parts;
    std::string text;
  };
  Attempt<std::vector<Option>> options_of(const Component& component);

 private:
  enum State : uint8_t { open, lost, won };
  struct Frame {
    Multiset parts;
    size_t part = 0;
    size_t option = 0;
  };

  Number number(const RulePosition& position);
  Attempt<bool> has_moves(const RulePosition& position);
  Attempt<Multiset> live_parts(const RuleSum& sum);
  Attempt<const std::vector<Multiset>*> options(Number part);
  Attempt<RuleSum> resolve(const Component& component);
  std::string text(const RuleSum& sum) const;
  static Multiset without(const Multiset& parts, size_t at, const Multiset& instead);

  Play play_;
  Budget& budget_;
  std::map<RulePosition, Number> numbers_;  // a nim heap has no game
  std::vector<RulePosition> positions_;
  std::vector<std::optional<std::vector<Multiset>>> options_;
  std::unordered_map<Multiset, State, HashMultiset> memo_;
  uint64_t steps_ = 0;
  MoveLister lister_;
};

Number Search::number(const RulePosition& position) {
  const auto [at, fresh] = numbers_.try_emplace(position, static_cast<Number>(positions_.size()));
  if (fresh) {
    positions_.push_back(position);
    options_.emplace_back();
  }
  return at->second;
}

Attempt<bool> Search::has_moves(const RulePosition& position) {
  if (position.game == nullptr) return position.coordinates[0] > 0;
  const Number known = number(position);
  if (options_[known]) return !options_[known]->empty();
  bool any = false;
  auto ran = lister_.for_each_move(*position.game, position.coordinates, budget_, [&](const RuleSum&) {
    any = true;
    return false;
  });
  if (!ran) return std::move(ran).error();
  return any;
}

/// Parts without a move are dropped: they change nothing in either kind of play.
Attempt<Multiset> Search::live_parts(const RuleSum& sum) {
  Multiset result;
  for (const RulePosition& position : sum) {
    Attempt<bool> live = has_moves(position);
    if (!live) return std::move(live).error();
    if (*live) result.push_back(number(position));
  }
  std::sort(result.begin(), result.end());
  return result;
}

Attempt<const std::vector<Multiset>*> Search::options(Number part) {
  if (options_[part]) return &*options_[part];
  const RulePosition position = positions_[part];
  std::set<Multiset> found;
  if (position.game == nullptr) {
    for (int64_t k = 0; k < position.coordinates[0]; ++k) {
      found.insert(k == 0 ? Multiset{} : Multiset{number({nullptr, {k}})});
    }
  } else {
    std::set<RuleSum> sums;
    auto ran = lister_.for_each_move(*position.game, position.coordinates, budget_, [&](RuleSum sum) {
      std::sort(sum.begin(), sum.end());
      sums.insert(std::move(sum));
      return true;
    });
    if (!ran) return std::move(ran).error();
    for (const RuleSum& sum : sums) {
      Attempt<Multiset> live = live_parts(sum);
      if (!live) return std::move(live).error();
      found.insert(*std::move(live));
    }
  }
  uint64_t bytes = 64;
  for (const Multiset& one : found) bytes += sizeof(Multiset) + 4 * one.size();
  if (!budget_.take_memory(bytes)) return budget_.too_large("the list of moves", bytes);
  options_[part].emplace(found.begin(), found.end());
  return &*options_[part];
}

Multiset Search::without(const Multiset& parts, size_t at, const Multiset& instead) {
  Multiset result = parts;
  result.erase(result.begin() + static_cast<std::ptrdiff_t>(at));
  result.insert(result.end(), instead.begin(), instead.end());
  std::sort(result.begin(), result.end());
  return result;
}

Attempt<bool> Search::mover_wins(const Multiset& start) {
  const State end = play_ == Play::normal ? lost : won;  // who can't move
  if (const auto known = memo_.find(start); known != memo_.end()) return known->second == won;
  std::vector<Frame> stack;
  auto push = [&](Multiset parts) -> Attempt<void> {
    const uint64_t bytes = 2 * (sizeof(Frame) + 4 * parts.size()) + 64;
    if (!budget_.take_memory(bytes))
      return budget_.too_large(fmt::format("a search of more than {} positions", memo_.size()), bytes);
    memo_[parts] = open;
    stack.push_back({std::move(parts)});
    return {};
  };
  if (auto pushed = push(start); !pushed) return std::move(pushed).error();
  while (!stack.empty()) {
    if ((++steps_ & 0xFFF) == 0) {
      if (budget_.spent()) return budget_.why();
      budget_.progress("positions", memo_.size());
    }
    Frame& frame = stack.back();
    if (frame.parts.empty()) {
      memo_[frame.parts] = end;
      stack.pop_back();
      continue;
    }
    // Going back over an option whose outcome is known by now costs one more look and saves a return value.
    State state = lost;
    bool deeper = false;
    for (; frame.part < frame.parts.size() && state == lost && !deeper; ++frame.part, frame.option = 0) {
      if (frame.part > 0 && frame.parts[frame.part] == frame.parts[frame.part - 1]) continue;
      Attempt<const std::vector<Multiset>*> moves = options(frame.parts[frame.part]);
      if (!moves) return std::move(moves).error();
      for (; frame.option < (*moves)->size(); ++frame.option) {
        Multiset next = without(frame.parts, frame.part, (**moves)[frame.option]);
        const auto known = memo_.find(next);
        if (known == memo_.end()) {
          if (auto pushed = push(std::move(next)); !pushed) return std::move(pushed).error();
          deeper = true;
          break;
        }
        if (known->second == open) return Error::declined("play need not end: a position of the sum comes again");
        if (known->second == lost) {
          state = won;
          break;
        }
      }
      if (deeper || state == won) break;
    }
    if (deeper) continue;
    memo_[stack.back().parts] = state;
    stack.pop_back();
  }
  return memo_.at(start) == won;
}

Attempt<RuleSum> Search::resolve(const Component& component) {
  if (component.native) {
    return Error::declined(fmt::format("{} can't be searched together with other parts", component.to_string()));
  }
  if (component.rule == nullptr) {
    if (!component.nimber.is_small() || component.nimber.small() > kLargestHeap) {
      return Error::declined(
          fmt::format("a search takes nim heaps of at most {}, not {}", kLargestHeap, component.to_string()));
    }
    return RuleSum{{nullptr, {static_cast<int64_t>(component.nimber.small())}}};
  }
  auto coordinates = small_coordinates(*component.rule, component.coordinates);
  if (!coordinates) return std::move(coordinates).error();
  return resolve_alias(*component.rule, *coordinates, budget_);
}

Attempt<Multiset> Search::read(const Component& component) {
  Attempt<RuleSum> sum = resolve(component);
  if (!sum) return std::move(sum).error();
  return live_parts(*sum);
}

std::string Search::text(const RuleSum& sum) const {
  if (sum.size() == 1 && sum[0].game == nullptr) return fmt::format("*{}", sum[0].coordinates[0]);
  return to_string(sum);
}

Attempt<std::vector<Search::Option>> Search::options_of(const Component& component) {
  Attempt<RuleSum> parts = resolve(component);
  if (!parts) return std::move(parts).error();
  std::vector<Option> result;
  std::set<std::string> seen;
  for (size_t i = 0; i < parts->size(); ++i) {
    auto add = [&](const RuleSum& sum) -> Attempt<void> {
      RuleSum after = *parts;
      after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
      after.insert(after.begin() + static_cast<std::ptrdiff_t>(i), sum.begin(), sum.end());
      std::string to = text(after);
      if (!seen.insert(to).second) return {};
      Attempt<Multiset> live = live_parts(after);
      if (!live) return std::move(live).error();
      result.push_back({*std::move(live), std::move(to)});
      return {};
    };
    const RulePosition position = (*parts)[i];
    if (position.game == nullptr) {
      for (int64_t k = 0; k < position.coordinates[0]; ++k) {
        if (auto added = add({{nullptr, {k}}}); !added) return std::move(added).error();
      }
      continue;
    }
    std::optional<Error> failed;
    auto ran = lister_.for_each_move(*position.game, position.coordinates, budget_, [&](const RuleSum& sum) {
      auto added = add(sum);
      if (!added) failed = std::move(added).error();
      return !failed;
    });
    if (failed) return *std::move(failed);
    if (!ran) return std::move(ran).error();
  }
  return result;
}

/// The size of a nim heap, where the component is one.
std::optional<Natural> heap_of(const Component& component) {
  if (component.rule != nullptr && is_nim(*component.rule)) return component.coordinates[0];
  if (component.rule == nullptr && !component.native && component.nimber.is_finite()) return component.nimber.finite();
  return std::nullopt;
}

/// What decides misère nim; heaps can be taken out and put in.
struct HeapCounts {
  Natural exclusive_or;
  size_t large = 0;  // heaps of 2 and more
  void change(const Natural& heap, int by) {
    exclusive_or = exclusive_or ^ heap;
    if (heap > Natural(1)) large = by > 0 ? large + 1 : large - 1;
  }
  bool mover_loses() const { return large > 0 ? exclusive_or.is_zero() : exclusive_or == Natural(1); }
};

Attempt<void> solve_misere_nim(const std::vector<Component>& parts, const std::vector<Natural>& heaps, size_t limit,
                               Budget& budget, Answer& answer) {
  answer.engines.emplace_back("nim, misère");
  HeapCounts counts;
  for (const Natural& heap : heaps) counts.change(heap, 1);
  answer.mover_wins = !counts.mover_loses();
  for (size_t i = 0; i < heaps.size() && answer.mover_wins && answer.all_winning_moves; ++i) {
    if ((i & 0xFFFF) == 0 && budget.spent()) return budget.why();
    counts.change(heaps[i], -1);
    std::set<Natural> candidates = {counts.exclusive_or, Natural(0), Natural(1)};
    for (const Natural& to : candidates) {
      if (to >= heaps[i]) continue;
      counts.change(to, 1);
      const bool wins = counts.mover_loses();
      counts.change(to, -1);
      if (!wins) continue;
      if (answer.winning_moves.size() == limit) {
        answer.all_winning_moves = false;
        break;
      }
      Component after = parts[i];
      if (after.rule != nullptr) {
        after.coordinates = Coordinates{to};
      } else {
        after.nimber = Ordinal(to);
      }
      answer.winning_moves.push_back({i, {after.to_string(), "", ""}});
    }
    counts.change(heaps[i], 1);
  }
  return {};
}

}  // namespace

Attempt<bool> mover_wins_by_play(const std::vector<Component>& parts, Play play, Budget& budget) {
  Search search(play, budget);
  Multiset all;
  for (const Component& part : parts) {
    Attempt<Multiset> one = search.read(part);
    if (!one) return std::move(one).error();
    all.insert(all.end(), one->begin(), one->end());
  }
  std::sort(all.begin(), all.end());
  return search.mover_wins(all);
}

Attempt<void> solve_misere(const std::vector<Component>& parts, size_t move_limit, Budget& budget, Answer& answer) {
  const size_t limit = std::max<size_t>(move_limit, 1);
  answer.values.resize(parts.size());
  std::vector<Natural> heaps;
  for (const Component& part : parts) {
    if (auto heap = heap_of(part)) heaps.push_back(*std::move(heap));
  }
  if (heaps.size() == parts.size()) return solve_misere_nim(parts, heaps, limit, budget, answer);
  if (parts.size() == 1 && parts[0].native) {
    answer.engines.emplace_back("closed form, misère");
    Attempt<bool> lost = parts[0].native->is_lost(Play::misere, budget);
    if (!lost) return std::move(lost).error();
    answer.mover_wins = !*lost;
    if (*lost) return {};
    Attempt<MoveSet> moves = parts[0].native->winning_moves(Play::misere, limit, budget);
    if (!moves) return std::move(moves).error();
    answer.all_winning_moves = moves->all;
    for (WinningMove& move : moves->moves) answer.winning_moves.push_back({0, std::move(move)});
    return {};
  }
  answer.engines.emplace_back("search");
  Search search(Play::misere, budget);
  std::vector<Multiset> read;
  for (const Component& part : parts) {
    Attempt<Multiset> one = search.read(part);
    if (!one) return std::move(one).error();
    read.push_back(*std::move(one));
  }
  auto joined = [&](size_t at, const Multiset& instead) {
    Multiset all = instead;
    for (size_t i = 0; i < read.size(); ++i) {
      if (i != at) all.insert(all.end(), read[i].begin(), read[i].end());
    }
    std::sort(all.begin(), all.end());
    return all;
  };
  Attempt<bool> wins = search.mover_wins(joined(parts.size(), {}));
  if (!wins) return std::move(wins).error();
  answer.mover_wins = *wins;
  for (size_t i = 0; i < parts.size() && *wins && answer.all_winning_moves; ++i) {
    Attempt<std::vector<Search::Option>> options = search.options_of(parts[i]);
    if (!options) return std::move(options).error();
    for (Search::Option& option : *options) {
      Attempt<bool> other = search.mover_wins(joined(i, option.parts));
      if (!other) return std::move(other).error();
      if (*other) continue;
      if (answer.winning_moves.size() == limit) {
        answer.all_winning_moves = false;
        break;
      }
      answer.winning_moves.push_back({i, {std::move(option.text), "", ""}});
    }
  }
  return {};
}

}  // namespace grundy
