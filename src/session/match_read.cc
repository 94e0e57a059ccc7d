// Moves as players type them: the whole new sum, what one part becomes, "2: nim(1)", "take 3 from
// 2", the name of a move.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "game/board_game.h"
#include "game/bound.h"
#include "game/key.h"
#include "game/nim_heap.h"
#include "session/match.h"

namespace grundy {
namespace {

constexpr size_t kMovesForSuggestions = 2000;
constexpr size_t kSuggestions = 4;
constexpr size_t kLongestCompared = 60;  // bytes of a text that is compared letter by letter

}  // namespace

Attempt<Sum> Match::parse(std::string_view text) {
  Attempt<Question> question = session_.read(text, budget_);
  if (!question) return std::move(question).error();
  return live(Sum(question->parts.begin(), question->parts.end()));
}

std::optional<PartMove> Match::difference(const Sum& whole) const {
  std::map<Position, size_t> added;
  for (const Position& part : whole) ++added[part];
  std::optional<size_t> gone;
  for (size_t i = 0; i < parts_.size(); ++i) {
    const auto same = added.find(parts_[i]);
    if (same != added.end()) {
      if (--same->second == 0) added.erase(same);
    } else if (gone) {
      return std::nullopt;
    } else {
      gone = i;
    }
  }
  if (!gone) return std::nullopt;
  PartMove move{*gone, {}};
  for (const Position& part : whole) {  // in the order in which they were typed
    const auto found = added.find(part);
    if (found == added.end() || found->second == 0) continue;
    --found->second;
    move.to.push_back(part);
  }
  return move;
}

Attempt<std::optional<PartMove>> Match::read_name(size_t part, std::string_view text) {
  const BoardGame* game = board_game(parts_[part]);
  if (game == nullptr) return std::optional<PartMove>();
  auto named = game->named_moves(parts_[part], budget_);
  if (!named) return std::move(named).error();
  const auto found = std::find_if(named->begin(), named->end(),
                                  [&](const auto& move) { return move.second == trimmed(text); });
  if (found == named->end()) return std::optional<PartMove>();
  Attempt<Sum> live = live_parts(found->first, budget_);
  if (!live) return std::move(live).error();
  return std::optional<PartMove>({part, *std::move(live), found->first});
}

Attempt<PartMove> Match::read_for_part(size_t part, std::string_view text) {
  if (const auto bound = binding_part(parts_); bound && *bound != part)
    return Error::input(fmt::format("the last move must be answered in part {}, {}", *bound + 1,
                                    shortened_to(to_string(parts_[*bound]), 200)));
  Attempt<std::optional<PartMove>> named = read_name(part, text);
  if (!named) return std::move(named).error();
  if (*named) return **std::move(named);
  Attempt<Sum> to = parse(text);
  if (!to) return std::move(to).error();
  Attempt<bool> legal = parts_[part].game->is_option(parts_[part], *to, budget_);
  if (!legal) return std::move(legal).error();
  if (!*legal) return not_a_move(part, *to);
  return PartMove{part, *std::move(to)};
}

Error Match::not_a_move(size_t part, const Sum& to) {
  const Position& from = parts_[part];
  std::string message =
      fmt::format("{} can't become {}", shortened_to(to_string(from), 200), shown_sum(to));
  if (heap_size(from)) message += ": a heap only becomes smaller";
  if (const std::string words = moves_in_words(part); !words.empty())
    return Error::input(fmt::format("{}; it can become {}", message, words));
  bool all = true;
  Attempt<std::vector<PartMove>> legal = moves(part, kMovesForSuggestions, all);
  if (!legal) return std::move(legal).error();
  const std::string typed = shown_sum(to);
  std::vector<std::pair<size_t, std::string>> near;
  for (const PartMove& move : *legal) {
    std::string text = shown_sum(move.to);
    const size_t distance = edit_distance(std::string_view(text).substr(0, kLongestCompared),
                                          std::string_view(typed).substr(0, kLongestCompared));
    near.emplace_back(distance, std::move(text));
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  all = all && near.size() <= kSuggestions;
  near.resize(std::min(near.size(), kSuggestions));
  std::vector<std::string> texts;
  for (const auto& [distance, text] : near) texts.push_back("'" + text + "'");
  return Error::input(fmt::format("{}; {} {}", message,
                                  all ? "it can become" : "legal moves like that are",
                                  enumeration(texts)));
}

Attempt<std::string> Match::written_out(std::string_view text) const {
  const auto words = [&] {
    std::vector<std::string> result;
    std::string word;
    for (const char c : std::string(text) + " ") {
      if (c != ' ' && c != '\t') {
        word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      } else if (!word.empty()) {
        result.push_back(std::move(word));
        word.clear();
      }
    }
    return result;
  }();
  // The size of a part with one number, and the part with another.
  const auto size = [&](size_t part) -> std::optional<Natural> {
    if (const auto heap = heap_size(parts_[part]))
      return heap->is_finite() ? std::optional(heap->finite()) : std::nullopt;
    const RuleGame* game = rule_game(parts_[part]);
    if (game == nullptr || game->rule()->arity() != 1) return std::nullopt;
    return game->coordinates(parts_[part])[0];
  };
  const auto written = [&](size_t part, const Natural& to) {
    if (to.is_zero()) return fmt::format("{}: 0", part + 1);
    const RuleGame* game = rule_game(parts_[part]);
    if (game == nullptr) return fmt::format("{}: *{}", part + 1, to.to_string());
    return fmt::format("{}: {}({})", part + 1, game->rule()->full_name, to.to_string());
  };
  const auto part_numbered = [&](std::string_view digits) -> std::optional<size_t> {
    const std::optional<Natural> number = Natural::parse(digits);
    if (!number || number->is_zero() || *number > Natural(parts_.size())) return std::nullopt;
    return number->small() - 1;
  };
  const std::string_view plain = trimmed(text);
  if (const size_t colon = plain.find(':');
      colon != plain.npos || (parts_.size() == 1 && Natural::parse(plain))) {
    const std::optional<size_t> part =
        colon == plain.npos ? 0 : part_numbered(trimmed(plain.substr(0, colon)));
    const std::optional<Natural> to =
        Natural::parse(trimmed(plain.substr(colon == plain.npos ? 0 : colon + 1)));
    if (part && to && !to->is_zero() && size(*part)) return written(*part, *to);
    return std::string(text);
  }
  if (words.empty() || words[0] != "take") return std::string(text);
  const std::optional<Natural> taken = words.size() > 1 ? Natural::parse(words[1]) : std::nullopt;
  const bool names_part = words.size() == 4 && words[2] == "from";
  if (!taken || (words.size() != 2 && !names_part))
    return Error::input("write 'take 2 from 1': two of part 1");
  if (!names_part && parts_.size() > 1)
    return Error::input(fmt::format("from which part? write 'take {} from 1'", taken->to_string()));
  const std::optional<size_t> part = names_part ? part_numbered(words[3]) : 0;
  if (!part) return Error::input(fmt::format("there is no part '{}'", shortened_to(words[3], 40)));
  const std::optional<Natural> has = size(*part);
  if (!has)
    return Error::input(fmt::format("{} has no single number to take from; write what it becomes",
                                    shortened_to(to_string(parts_[*part]), 100)));
  if (taken->is_zero()) return Error::input("a move takes at least 1");
  if (*taken > *has)
    return Error::input(fmt::format("part {} has only {}", *part + 1, has->to_string()));
  return written(*part, *has - *taken);
}

Attempt<PartMove> Match::read(std::string_view typed_text) {
  const Attempt<std::string> long_form = written_out(typed_text);
  if (!long_form) return long_form.error();
  const std::string_view text = *long_form;
  // Before the colon of an ordinal sum stands a position.
  if (const size_t colon = text.find(':');
      colon != text.npos && text.substr(0, colon).find('(') == text.npos) {
    const std::string_view digits = trimmed(text.substr(0, colon));
    const std::optional<Natural> number = Natural::parse(digits);
    if (!number || number->is_zero() || *number > Natural(parts_.size())) {
      return Error::input(fmt::format("there is no part '{}'; {}", shortened_to(digits, 40),
                                      parts_.size() == 1
                                          ? "the only part is 1"
                                          : fmt::format("the parts are 1 to {}", parts_.size())));
    }
    return read_for_part(number->small() - 1, text.substr(colon + 1));
  }
  std::vector<PartMove> named;  // b1-c1: of one part, or of parts that are the same
  for (size_t i = 0; i < parts_.size(); ++i) {
    Attempt<std::optional<PartMove>> one = read_name(i, text);
    if (!one) return std::move(one).error();
    if (*one && (named.empty() || parts_[named[0].part] != parts_[i]))
      named.push_back(**std::move(one));
  }
  if (named.size() == 1) return named.front();
  if (named.size() > 1) {
    return Error::input(fmt::format("'{0}' is a move of several parts; say which, as in '{1}: {0}'",
                                    trimmed(text), named[1].part + 1));
  }
  Attempt<Sum> typed = parse(text);
  if (!typed) return std::move(typed).error();
  if (parts_.size() > 1 && typed->size() == parts_.size() &&
      sorted(*typed) == sorted(Sum(parts_.begin(), parts_.end()))) {
    return Error::input("that is the sum as it stands; a move has to change a part");
  }
  // All that the text may mean, in the order of the parts; what leads to the same sum is the same
  // move.
  std::vector<PartMove> meanings;
  std::set<Sum> results;
  const std::optional<PartMove> whole = difference(*typed);
  std::set<Position> tried;
  const auto add = [&](PartMove move) -> Attempt<void> {
    const Position& from = parts_[move.part];
    Attempt<bool> legal = from.game->is_option(from, move.to, budget_);
    if (!legal) return std::move(legal).error();
    if (!*legal) return {};
    const Parts result = after(move);
    if (results.insert(sorted(Sum(result.begin(), result.end()))).second)
      meanings.push_back(std::move(move));
    return {};
  };
  if (whole) {
    if (auto added = add(*whole); !added) return std::move(added).error();
  }
  std::vector<size_t> like;  // different parts that the text looks like a move of
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (meanings.size() > kSuggestions || !tried.insert(parts_[i]).second) continue;
    if (auto added = add({i, *typed}); !added) return std::move(added).error();
    const bool same_game =
        !typed->empty() && std::all_of(typed->begin(), typed->end(), [&](const Position& one) {
          return one.game == parts_[i].game;
        });
    if (same_game) like.push_back(i);
  }
  if (meanings.size() == 1) return meanings.front();
  if (meanings.size() > 1) {
    std::string choices;
    for (size_t i = 0; i < std::min(meanings.size(), kSuggestions); ++i) {
      choices += fmt::format("{}'{}: {}'", i == 0 ? "" : " or ", meanings[i].part + 1,
                             shown_sum(meanings[i].to));
    }
    if (meanings.size() > kSuggestions) choices += " …";
    return Error::input("that can be more than one move; say which: " + choices);
  }
  if (parts_.size() == 1) return not_a_move(0, *typed);
  if (whole && typed->size() > 1 && typed->size() + 1 >= parts_.size())
    return not_a_move(whole->part, whole->to);
  if (like.size() == 1) return not_a_move(like[0], *typed);
  bool all = true;
  Attempt<std::vector<PartMove>> some = moves(binding_part(parts_).value_or(0), 1, all);
  if (!some) return std::move(some).error();
  return Error::input(fmt::format(
      "no part can become {}; a move is what one part becomes, such as '1: {}', or the whole new "
      "sum; `moves` lists them",
      shown_sum(*typed), shown_sum(some->at(0).to)));
}

}  // namespace grundy
