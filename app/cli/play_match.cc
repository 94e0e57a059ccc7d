#include "cli/play_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/nest.h"
#include "analysis/order.h"
#include "base/text.h"
#include "cli/context.h"
#include "engine/family/families.h"
#include "engine/table/finite.h"

namespace grundy::cli {
namespace {

constexpr size_t kComparedMoves = 2000;  // looked at for a suggestion
constexpr size_t kSuggestions = 4;
constexpr size_t kListedOfEndless = 64;  // moves of a position that may have infinitely many
constexpr size_t kLongestCompared = 60;  // bytes of a text that is compared letter by letter
constexpr size_t kDelayingMoves = 100;   // tried in a lost position
constexpr size_t kRepliesCounted = 64;
constexpr double kDelaySeconds = 0.5;  // for choosing among them

/// A nim heap of either form, "nim(3)" or "*3".
bool is_heap(const Component& part) { return part.rule == nullptr ? !part.native : is_nim(*part.rule); }
Ordinal heap_size(const Component& heap) { return heap.rule != nullptr ? Ordinal(heap.coordinates[0]) : heap.nimber; }
Component heap_like(const Component& heap, const Ordinal& size) {
  Component result = heap;
  if (heap.rule != nullptr) {
    result.coordinates = Coordinates{size.finite()};
  } else {
    result.nimber = size;
  }
  return result;
}

/// The same for the same sums, in whatever order.
std::vector<std::string> key(const std::vector<Component>& parts) {
  std::vector<std::string> texts;
  for (const Component& part : parts) texts.push_back(part.to_string());
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::string text_of(const std::vector<Component>& parts) { return sum_text(parts, 300); }

/// The part of a text that decides how near it is to another.
std::string_view compared(std::string_view text) { return text.substr(0, kLongestCompared); }

/// How much there is left to play with, roughly.
double bulk(const std::vector<Component>& parts) {
  double total = 0;
  for (const Component& part : parts) {
    for (const Natural& c : part.coordinates) total += c.is_small() ? static_cast<double>(c.small()) : 1e19;
    if (part.rule == nullptr) total += part.nimber.is_small() ? static_cast<double>(part.nimber.small()) : 1e19;
  }
  return total;
}

}  // namespace

Attempt<void> Match::look_at(const Component& part) {
  const auto refuse = [&](std::string_view why) {
    return Error::declined(
        fmt::format("to play, it has to be known what is a move, and {} {}", shortened_to(part.to_string(), 100), why));
  };
  if (part.native) return refuse("only has some of its moves known; `grundy solve` names winning ones");
  if (is_heap(part) || known_.count(part.rule) > 0) return {};
  for (const Rule* game : reachable_games({part.rule})) {
    if (known_.count(game) > 0 || !has_infinitely_many_moves(*game)) continue;
    auto moves = OptionSets::of(*game);
    if (!moves) return refuse("may have infinitely many that are not affine, or lead to sums or other games");
    known_.emplace(game, *std::move(moves));
  }
  known_.emplace(part.rule, std::nullopt);
  return {};
}

const OptionSets* Match::endless(const Component& part) const {
  const auto found = known_.find(part.rule);
  return found == known_.end() || !found->second ? nullptr : &*found->second;
}

Attempt<void> Match::begin(const std::vector<Component>& parts) {
  Attempt<Parts> live = live_parts(parts);
  if (!live) return std::move(live).error();
  parts_ = *std::move(live);
  done_.clear();
  Attempt<Answer> answer = solve(parts_, 1, think_seconds_);
  if (!answer) return std::move(answer).error();
  return {};
}

Attempt<void> Match::add_live(const Component& component, Parts& live) {
  if (auto looked = look_at(component); !looked) return looked;
  if (is_heap(component)) {
    if (!heap_size(component).is_zero()) live.push_back(component);
    return {};
  }
  if (const OptionSets* sets = endless(component)) {
    const Attempt<bool> alive = sets->has_options(component.coordinates);
    if (!alive) return alive.error();
    if (*alive) live.push_back(component);
    return {};
  }
  auto coordinates = small_coordinates(*component.rule, component.coordinates);
  if (!coordinates) return std::move(coordinates).error();
  Attempt<RuleSum> sum = resolve_alias(*component.rule, *coordinates, budget_);
  if (!sum) return std::move(sum).error();
  for (const RulePosition& position : *sum) {
    Component one;
    one.rule = position.game;
    for (const int64_t c : position.coordinates) one.coordinates.emplace_back(static_cast<uint64_t>(c));
    if (is_heap(one) || endless(one) != nullptr) {
      if (auto added = add_live(one, live); !added) return added;
      continue;
    }
    bool alive = false;
    auto looked = lister_.for_each_move(*position.game, position.coordinates, budget_, [&](const RuleSum&) {
      alive = true;
      return false;
    });
    if (!looked) return looked;
    if (alive) live.push_back(std::move(one));
  }
  return {};
}

Attempt<Match::Parts> Match::live_parts(const std::vector<Component>& components) {
  Parts live;
  for (const Component& component : components) {
    if (auto added = add_live(component, live); !added) return std::move(added).error();
  }
  return live;
}

Attempt<void> Match::for_each_move(const Component& part, const std::function<bool(Parts)>& visit) {
  if (is_heap(part)) {
    // From the top, and the natural sizes only: an infinite heap has infinitely many moves.
    const Ordinal size = heap_size(part);
    Natural k = size.is_finite() ? size.finite() : Natural(kComparedMoves);
    for (uint64_t count = 0; !k.is_zero(); ++count) {
      if (count % 4096 == 0 && budget_.spent()) return budget_.why();
      k = k - Natural(1);
      if (!visit(k.is_zero() ? Parts{} : Parts{heap_like(part, k)})) return {};
    }
    return {};
  }
  auto coordinates = small_coordinates(*part.rule, part.coordinates);
  if (!coordinates) return std::move(coordinates).error();
  std::optional<Error> failed;
  auto ran = lister_.for_each_move(*part.rule, *coordinates, budget_, [&](const RuleSum& sum) {
    Parts components;
    for (const RulePosition& position : sum) {
      Component& one = components.emplace_back();
      one.rule = position.game;
      for (const int64_t c : position.coordinates) one.coordinates.emplace_back(static_cast<uint64_t>(c));
    }
    Attempt<Parts> live = live_parts(components);
    if (!live) {
      failed = std::move(live).error();
      return false;
    }
    return visit(*std::move(live));
  });
  if (failed) return *std::move(failed);
  return ran;
}

Attempt<bool> Match::is_move(const Component& part, const Parts& to) {
  if (is_heap(part)) {
    if (to.empty()) return true;
    return to.size() == 1 && to[0].rule == part.rule && is_heap(to[0]) && heap_size(to[0]) < heap_size(part);
  }
  if (const OptionSets* sets = endless(part)) {
    if (to.empty()) return sets->can_end(part.coordinates);
    if (to.size() > 1 || to[0].rule != part.rule) return false;
    return sets->is_option(part.coordinates, to[0].coordinates);
  }
  const std::vector<std::string> wanted = key(to);
  bool found = false;
  auto looked = for_each_move(part, [&](const Parts& option) {
    found = option.size() == to.size() && key(option) == wanted;
    return !found;
  });
  if (!looked) return std::move(looked).error();
  return found;
}

Match::Parts Match::after(const PartMove& move) const {
  Parts result = parts_;
  const auto at = result.begin() + static_cast<std::ptrdiff_t>(move.part);
  result.insert(result.erase(at), move.to.begin(), move.to.end());
  return result;
}

void Match::make(const PartMove& move) {
  const auto at = parts_.begin() + static_cast<std::ptrdiff_t>(move.part);
  done_.push_back({move.part, *at, move.to.size()});
  parts_.insert(parts_.erase(at), move.to.begin(), move.to.end());
}

void Match::take_back() {
  const Done last = std::move(done_.back());
  done_.pop_back();
  const auto at = parts_.begin() + static_cast<std::ptrdiff_t>(last.part);
  parts_.insert(parts_.erase(at, at + static_cast<std::ptrdiff_t>(last.count)), last.before);
}

Attempt<Answer> Match::solve(const Parts& parts, size_t move_limit, double seconds) {
  if (play_ == Play::normal) return session_.solve({parts}, play_, move_limit, budget_);
  Budget own;  // a search keeps nothing for the next one
  own.set_memory_limit(budget_.memory_limit());
  own.set_stop_flag(&interrupted);
  if (seconds > 0) own.set_time_limit(seconds);
  return session_.solve({parts}, play_, move_limit, own);
}

Attempt<PartMove> Match::longest_resistance() {
  std::vector<PartMove> candidates;
  std::map<std::string, bool> seen;
  const size_t each = std::max<size_t>(kDelayingMoves / parts_.size(), 1);
  for (size_t i = 0; i < parts_.size() && candidates.size() < kDelayingMoves; ++i) {
    if (!seen.try_emplace(parts_[i].to_string()).second) continue;
    bool all = true;
    Attempt<std::vector<PartMove>> some = moves(i, each, all);
    if (!some) return std::move(some).error();
    candidates.insert(candidates.end(), std::make_move_iterator(some->begin()), std::make_move_iterator(some->end()));
  }
  // The fewer good replies, the better; then the less is taken.
  const auto deadline = Budget::Clock::now() + std::chrono::duration<double>(kDelaySeconds);
  const PartMove* best = nullptr;
  std::pair<size_t, double> best_rank;
  for (const PartMove& candidate : candidates) {
    if (best != nullptr && (candidates.size() == 1 || Budget::Clock::now() > deadline)) break;
    const Parts parts = after(candidate);
    size_t replies = kRepliesCounted + 1;
    if (Attempt<Answer> answer = solve(parts, kRepliesCounted, kDelaySeconds); answer && answer->all_winning_moves) {
      replies = answer->winning_moves.size();
    }
    const std::pair<size_t, double> rank{replies, -bulk(parts)};
    if (best != nullptr && rank >= best_rank) continue;
    best = &candidate;
    best_rank = rank;
  }
  if (best == nullptr) return Error::internal("no move in a position that is not over");
  return *best;
}

Attempt<Match::Advice> Match::advise() {
  Attempt<Answer> answer = solve(parts_, 1, think_seconds_);
  if (!answer) return std::move(answer).error();
  Advice advice;
  advice.wins = answer->mover_wins;
  if (!answer->mover_wins) {
    Attempt<PartMove> move = longest_resistance();
    if (!move) return std::move(move).error();
    advice.move = *std::move(move);
    if (!answer->value) {
      advice.why = "every move leads to a position that the other player wins";
    } else if (parts_.size() == 1) {
      advice.why =
          "the position has value 0, so that every move leads to another value, and the other player back to 0";
    } else {
      advice.why = "the nim-sum of the values is 0; every move changes it, and the other player makes it 0 again";
    }
    return advice;
  }
  const SumMove& winning = answer->winning_moves.at(0);
  advice.move.part = winning.part;
  Attempt<Parts> to = parse(winning.move.to);
  if (!to) return std::move(to).error();
  advice.move.to = *std::move(to);
  if (!answer->value) {
    advice.why = "whatever the other player does then, there is a winning move again";
  } else if (parts_.size() == 1) {
    advice.why = "the value becomes 0: every move from there leads to another value, and you can go back to 0";
  } else {
    const Ordinal& before = *answer->values[winning.part];
    advice.why =
        fmt::format("the nim-sum of the values is {}; this part's value goes from {} to {}, which makes it 0",
                    answer->value->to_string(), before.to_string(), nim_sum(before, *answer->value).to_string());
  }
  return advice;
}

Attempt<std::vector<PartMove>> Match::moves(size_t part, size_t limit, bool& all) {
  std::vector<PartMove> result;
  std::set<std::vector<std::string>> seen;
  const auto add = [&](Parts to) {
    if (!seen.insert(key(to)).second) return true;
    if (result.size() == limit) {
      all = false;
      return false;
    }
    result.push_back({part, std::move(to)});
    return true;
  };
  const Component& from = parts_[part];
  if (const OptionSets* sets = endless(from)) {
    const auto near = points_near(sets->options(from.coordinates), from.coordinates, kListedOfEndless, all, budget_);
    if (!near) return near.error();
    for (const Coordinates& coordinates : *near) {
      Component to = from;
      to.coordinates = coordinates;
      Attempt<Parts> live = live_parts({to});
      if (!live) return std::move(live).error();
      if (!add(*std::move(live))) break;
    }
    return result;
  }
  all = !is_heap(from) || heap_size(from).is_finite();
  if (auto listed = for_each_move(from, add); !listed) return std::move(listed).error();
  return result;
}

std::string Match::moves_in_words(size_t part) const {
  const Component& from = parts_[part];
  const OptionSets* sets = endless(from);
  if (sets == nullptr) return "";
  return fmt::format("{}({}) with {}", from.rule->full_name, fmt::join(from.rule->coordinates, ", "),
                     condition_text(sets->options(from.coordinates), from.rule->coordinates));
}

std::string Match::describe(const PartMove& move) const {
  return fmt::format("{} → {}", shortened_to(parts_[move.part].to_string(), 200), text_of(move.to));
}

Attempt<Match::Parts> Match::parse(std::string_view text) {
  Attempt<Question> question = session_.read(text, budget_);
  if (!question) return std::move(question).error();
  return live_parts(question->parts);
}

std::optional<PartMove> Match::difference(const Parts& whole) const {
  std::map<std::string, std::vector<const Component*>> added;
  for (const Component& part : whole) added[part.to_string()].push_back(&part);
  std::optional<size_t> gone;
  for (size_t i = 0; i < parts_.size(); ++i) {
    const auto same = added.find(parts_[i].to_string());
    if (same != added.end()) {
      same->second.pop_back();
      if (same->second.empty()) added.erase(same);
    } else if (gone) {
      return std::nullopt;
    } else {
      gone = i;
    }
  }
  if (!gone) return std::nullopt;
  PartMove move{*gone, {}};
  for (const auto& [text, components] : added) {
    for (const Component* one : components) move.to.push_back(*one);
  }
  return move;
}

Attempt<PartMove> Match::read_for_part(size_t part, std::string_view text) {
  Attempt<Parts> to = parse(text);
  if (!to) return std::move(to).error();
  Attempt<bool> legal = is_move(parts_[part], *to);
  if (!legal) return std::move(legal).error();
  if (!*legal) return not_a_move(part, *to);
  return PartMove{part, *std::move(to)};
}

Error Match::not_a_move(size_t part, const Parts& to) {
  const Component& from = parts_[part];
  std::string message = fmt::format("{} can't become {}", shortened_to(from.to_string(), 200), text_of(to));
  if (is_heap(from)) message += ": a heap only becomes smaller";
  if (endless(from) != nullptr) return Error::input(fmt::format("{}; it can become {}", message, moves_in_words(part)));
  bool all = true;
  Attempt<std::vector<PartMove>> legal = moves(part, kComparedMoves, all);
  if (!legal) return std::move(legal).error();
  const std::string typed = text_of(to);
  std::vector<std::pair<size_t, std::string>> near;
  for (const PartMove& move : *legal) {
    std::string text = text_of(move.to);
    const size_t distance = edit_distance(compared(text), compared(typed));
    near.emplace_back(distance, std::move(text));
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  all = all && near.size() <= kSuggestions;
  near.resize(std::min(near.size(), kSuggestions));
  std::vector<std::string> texts;
  for (const auto& [distance, text] : near) texts.push_back("'" + text + "'");
  return Error::input(
      fmt::format("{}; {} {}", message, all ? "it can become" : "legal moves like that are", enumeration(texts)));
}

Attempt<PartMove> Match::read(std::string_view text) {
  if (const size_t colon = text.find(':'); colon != text.npos) {
    const std::string_view digits = trimmed(text.substr(0, colon));
    const std::optional<Natural> number = Natural::parse(digits);
    if (!number || number->is_zero() || *number > Natural(parts_.size())) {
      return Error::input(
          fmt::format("there is no part '{}'; {}", shortened_to(digits, 40),
                      parts_.size() == 1 ? "the only part is 1" : fmt::format("the parts are 1 to {}", parts_.size())));
    }
    return read_for_part(number->small() - 1, text.substr(colon + 1));
  }
  Attempt<Parts> typed = parse(text);
  if (!typed) return std::move(typed).error();
  if (parts_.size() > 1 && typed->size() == parts_.size() && key(*typed) == key(parts_)) {
    return Error::input("that is the sum as it stands; a move has to change a part");
  }
  // All that the text may mean, in the order of the parts; what leads to the same sum is the same move.
  std::vector<PartMove> meanings;
  std::set<std::vector<std::string>> results;
  const std::optional<PartMove> whole = difference(*typed);
  std::set<std::string> tried;
  const auto add = [&](PartMove move) -> Attempt<void> {
    Attempt<bool> legal = is_move(parts_[move.part], move.to);
    if (!legal) return std::move(legal).error();
    if (*legal && results.insert(key(after(move))).second) meanings.push_back(std::move(move));
    return {};
  };
  if (whole) {
    if (auto added = add(*whole); !added) return std::move(added).error();
  }
  std::vector<size_t> like;  // different parts that the text looks like a move of
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (meanings.size() > kSuggestions || !tried.insert(parts_[i].to_string()).second) continue;
    if (auto added = add({i, *typed}); !added) return std::move(added).error();
    const bool same_game = !typed->empty() && std::all_of(typed->begin(), typed->end(), [&](const Component& one) {
      return one.rule == parts_[i].rule;
    });
    if (same_game) like.push_back(i);
  }
  if (meanings.size() == 1) return meanings.front();
  if (meanings.size() > 1) {
    std::string choices;
    for (size_t i = 0; i < std::min(meanings.size(), kSuggestions); ++i) {
      choices += fmt::format("{}'{}: {}'", i == 0 ? "" : " or ", meanings[i].part + 1, text_of(meanings[i].to));
    }
    if (meanings.size() > kSuggestions) choices += " …";
    return Error::input("that can be more than one move; say which: " + choices);
  }
  if (parts_.size() == 1) return not_a_move(0, *typed);
  if (whole && typed->size() > 1 && typed->size() + 1 >= parts_.size()) return not_a_move(whole->part, whole->to);
  if (like.size() == 1) return not_a_move(like[0], *typed);
  bool all = true;
  Attempt<std::vector<PartMove>> some = moves(0, 1, all);
  if (!some) return std::move(some).error();
  return Error::input(
      fmt::format("no part can become {}; a move is what one part becomes, such as '1: {}', or the whole "
                  "new sum; `moves` lists them",
                  text_of(*typed), text_of(some->at(0).to)));
}

}  // namespace grundy::cli
