#include "session/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>

#include "base/text.h"
#include "game/board_game.h"
#include "game/key.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

constexpr size_t kComparedMoves = 2000;  // looked at for a suggestion
constexpr size_t kSuggestions = 4;
constexpr size_t kLongestCompared = 60;  // bytes of a text that is compared letter by letter
constexpr size_t kDelayingMoves = 100;   // tried in a lost position
constexpr size_t kRepliesCounted = 64;
constexpr size_t kAnyMoves = 200;      // of each part, among which any may be made
constexpr double kDelaySeconds = 0.5;  // for choosing among them

std::string text_of(const Sum& sum) { return to_string(sum, kShownBytes, 300); }

/// How much there is left to play with, roughly.
double bulk(const std::vector<Position>& parts) {
  double total = 0;
  for (const Position& part : parts) {
    if (const auto size = heap_size(part)) {
      total += size->is_small() ? static_cast<double>(size->small()) : 1e19;
    } else {
      for (const uint64_t word : part.key) total += static_cast<double>(word);
    }
  }
  return total;
}

}  // namespace

Attempt<Sum> Match::live(const Sum& sum) {
  for (const Position& part : sum) {
    if (known_.contains(part.game)) continue;
    if (const std::string why = part.game->why_unlisted(); !why.empty()) {
      return Error::declined(fmt::format("to play, it has to be known what is a move, and {} {}",
                                         shortened_to(to_string(part), 100), why));
    }
    known_.insert(part.game);
  }
  return live_parts(sum, budget_);
}

Attempt<void> Match::begin(const std::vector<Position>& parts) {
  Attempt<Sum> alive = live(Sum(parts.begin(), parts.end()));
  if (!alive) return std::move(alive).error();
  parts_.assign(alive->begin(), alive->end());
  done_.clear();
  Attempt<Answer> answer = solve(parts_, 1, think_seconds_);
  if (!answer) return std::move(answer).error();
  return {};
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
  own.set_stop_flag(budget_.stop_flag());
  if (seconds > 0) own.set_time_limit(seconds);
  return session_.solve({parts}, play_, move_limit, own);
}

Attempt<std::vector<PartMove>> Match::delaying_moves() {
  std::vector<PartMove> candidates;
  std::set<Position> seen;
  const size_t each = std::max<size_t>(kDelayingMoves / parts_.size(), 1);
  for (size_t i = 0; i < parts_.size() && candidates.size() < kDelayingMoves; ++i) {
    if (!seen.insert(parts_[i]).second) continue;
    bool all = true;
    Attempt<std::vector<PartMove>> some = moves(i, each, all);
    if (!some) return std::move(some).error();
    candidates.insert(candidates.end(), std::make_move_iterator(some->begin()), std::make_move_iterator(some->end()));
  }
  return candidates;
}

Attempt<PartMove> Match::hardest(std::vector<PartMove> candidates) {
  // The longer it takes, and the fewer good replies there are, the better; then the less is taken.
  const auto deadline = Budget::Clock::now() + std::chrono::duration<double>(kDelaySeconds);
  const PartMove* best = nullptr;
  std::tuple<uint64_t, size_t, double> best_rank;
  for (const PartMove& candidate : candidates) {
    if (best != nullptr && (candidates.size() == 1 || Budget::Clock::now() > deadline)) break;
    const Parts parts = after(candidate);
    uint64_t length = 0;
    size_t replies = kRepliesCounted + 1;
    if (Attempt<Answer> answer = solve(parts, kRepliesCounted, kDelaySeconds); answer) {
      const bool drawn = answer->outcome == Outcome::D;
      if (drawn ? answer->all_drawing_moves : answer->all_winning_moves)
        replies = (drawn ? answer->drawing_moves : answer->winning_moves).size();
      length = answer->moves_to_end.value_or(0);
    }
    const std::tuple<uint64_t, size_t, double> rank{UINT64_MAX - length, replies, -bulk(parts)};
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
  advice.outcome = answer->outcome;
  const auto played = [&](const SumMove& move) -> Attempt<PartMove> {
    Attempt<Sum> to = live(move.move.to);
    if (!to) return std::move(to).error();
    return PartMove{move.part, *std::move(to), move.move.to};
  };
  if (answer->outcome == Outcome::D) {
    answer = solve(parts_, kRepliesCounted, think_seconds_);
    if (!answer) return std::move(answer).error();
    std::vector<PartMove> candidates;
    for (const SumMove& drawing : answer->drawing_moves) {
      Attempt<PartMove> move = played(drawing);
      if (!move) return std::move(move).error();
      candidates.push_back(*std::move(move));
    }
    Attempt<PartMove> move = hardest(std::move(candidates));
    if (!move) return std::move(move).error();
    advice.move = *std::move(move);
    advice.why = answer->losing_moves.empty() ? "neither player can force an end, and no move changes that"
                                              : "neither player can force an end; some other moves would lose";
    return advice;
  }
  if (answer->outcome == Outcome::P) {
    Attempt<std::vector<PartMove>> candidates = delaying_moves();
    Attempt<PartMove> move =
        candidates ? hardest(*std::move(candidates)) : Attempt<PartMove>(std::move(candidates).error());
    if (!move) return std::move(move).error();
    advice.move = *std::move(move);
    if (answer->goes_round) {
      const std::optional<uint64_t> most = answer->moves_to_end ? answer->moves_to_end : answer->moves_at_most;
      advice.why = most ? fmt::format("the other player wins, in at most {} moves from here", *most)
                        : "from whatever a move leads to, the other player can come back to 0, nearer to the end";
    } else if (!answer->value) {
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
  Attempt<PartMove> move = played(winning);
  if (!move) return std::move(move).error();
  advice.move = *std::move(move);
  if (answer->goes_round) {
    advice.why =
        winning.moves_to_end ? winning.moves_to_end == 1U
                                   ? "there is no move left then"
                                   : fmt::format("play ends in at most {} moves", *winning.moves_to_end)
        : winning.moves_at_most
            ? fmt::format("the value becomes 0, and play ends in at most {} moves", *winning.moves_at_most)
            : "the value becomes 0, and whatever the other player does, you can come back to 0, nearer to the end";
  } else if (!answer->value) {
    advice.why = "whatever the other player does then, there is a winning move again";
  } else if (parts_.size() == 1) {
    advice.why = "the value becomes 0: every move from there leads to another value, and you can go back to 0";
    advice.where = "find a move to value 0";
  } else {
    const Value& before = *answer->values[winning.part];
    advice.why =
        fmt::format("the nim-sum of the values is {}; this part's value goes from {} to {}, which makes it 0",
                    answer->value->to_string(), before.to_string(), nim_sum(before, *answer->value).to_string());
    advice.where = fmt::format("change part {}, {}, from value {} to {}", winning.part + 1,
                               shortened_to(to_string(parts_[winning.part]), 200), before.to_string(),
                               nim_sum(before, *answer->value).to_string());
  }
  return advice;
}

Attempt<Match::Advice> Match::any_move(uint64_t number) {
  std::vector<PartMove> candidates;
  for (size_t i = 0; i < parts_.size(); ++i) {
    bool all = true;
    Attempt<std::vector<PartMove>> some = moves(i, kAnyMoves, all);
    if (!some) return std::move(some).error();
    candidates.insert(candidates.end(), std::make_move_iterator(some->begin()), std::make_move_iterator(some->end()));
  }
  if (candidates.empty()) return Error::internal("no move in a position that is not over");
  Advice advice;
  advice.move = std::move(candidates[number % candidates.size()]);
  advice.why = "it was not thought about";
  return advice;
}

Attempt<std::vector<PartMove>> Match::moves(size_t part, size_t limit, bool& all) {
  std::vector<PartMove> result;
  std::set<Sum> seen;
  const auto add = [&](Sum to, const Sum& option) {
    if (!seen.insert(sorted(to)).second) return true;
    if (result.size() == limit) {
      all = false;
      return false;
    }
    result.push_back({part, std::move(to), option});
    return true;
  };
  const Position& from = parts_[part];
  if (const auto size = heap_size(from)) {  // from the top; of an infinite heap some natural sizes
    all = size->is_finite();
    for (Natural k = all ? size->finite() : Natural(kComparedMoves); !k.is_zero();) {
      k = k - Natural(1);
      if (!add(k.is_zero() ? Sum{} : Sum{heap_like(from, k)}, {})) break;
    }
    return result;
  }
  std::optional<Error> failed;
  const auto listed = from.game->options(
      from,
      [&](const Sum& option) {
        Attempt<Sum> alive = live(option);
        if (!alive) {
          failed = std::move(alive).error();
          return false;
        }
        return add(*std::move(alive), option);
      },
      budget_);
  if (failed) return *std::move(failed);
  if (!listed) return listed.error();
  all = *listed == Ended::complete;
  return result;
}

std::string Match::moves_in_words(size_t part) const { return parts_[part].game->options_in_words(parts_[part]); }

std::string Match::describe(const PartMove& move) const {
  return fmt::format("{} → {}", shortened_to(to_string(parts_[move.part]), 200), text_of(move.to));
}

std::string Match::in_words(const PartMove& move) {
  const Position& from = parts_[move.part];
  if (heap_size(from)) return {};
  if (!move.option.empty()) return from.game->move_in_words(from, move.option);
  const Sum wanted = sorted(move.to);
  std::string words;
  size_t left = kComparedMoves;
  const auto listed = from.game->options(
      from,
      [&](const Sum& option) {
        Attempt<Sum> alive = live(option);
        if (!alive || --left == 0) return false;
        if (sorted(*std::move(alive)) != wanted) return true;
        words = from.game->move_in_words(from, option);
        return false;
      },
      budget_);
  return listed ? words : "";
}

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
  const auto found =
      std::find_if(named->begin(), named->end(), [&](const auto& move) { return move.second == trimmed(text); });
  if (found == named->end()) return std::optional<PartMove>();
  Attempt<Sum> live = live_parts(found->first, budget_);
  if (!live) return std::move(live).error();
  return std::optional<PartMove>({part, *std::move(live), found->first});
}

Attempt<PartMove> Match::read_for_part(size_t part, std::string_view text) {
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
  std::string message = fmt::format("{} can't become {}", shortened_to(to_string(from), 200), text_of(to));
  if (heap_size(from)) message += ": a heap only becomes smaller";
  if (const std::string words = moves_in_words(part); !words.empty())
    return Error::input(fmt::format("{}; it can become {}", message, words));
  bool all = true;
  Attempt<std::vector<PartMove>> legal = moves(part, kComparedMoves, all);
  if (!legal) return std::move(legal).error();
  const std::string typed = text_of(to);
  std::vector<std::pair<size_t, std::string>> near;
  for (const PartMove& move : *legal) {
    std::string text = text_of(move.to);
    const size_t distance = edit_distance(std::string_view(text).substr(0, kLongestCompared),
                                          std::string_view(typed).substr(0, kLongestCompared));
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
  if (const size_t colon = plain.find(':'); colon != plain.npos || (parts_.size() == 1 && Natural::parse(plain))) {
    const std::optional<size_t> part = colon == plain.npos ? 0 : part_numbered(trimmed(plain.substr(0, colon)));
    const std::optional<Natural> to = Natural::parse(trimmed(plain.substr(colon == plain.npos ? 0 : colon + 1)));
    if (part && to && !to->is_zero() && size(*part)) return written(*part, *to);
    return std::string(text);
  }
  if (words.empty() || words[0] != "take") return std::string(text);
  const std::optional<Natural> taken = words.size() > 1 ? Natural::parse(words[1]) : std::nullopt;
  const bool names_part = words.size() == 4 && words[2] == "from";
  if (!taken || (words.size() != 2 && !names_part)) return Error::input("write 'take 2 from 1': two of part 1");
  if (!names_part && parts_.size() > 1)
    return Error::input(fmt::format("from which part? write 'take {} from 1'", taken->to_string()));
  const std::optional<size_t> part = names_part ? part_numbered(words[3]) : 0;
  if (!part) return Error::input(fmt::format("there is no part '{}'", shortened_to(words[3], 40)));
  const std::optional<Natural> has = size(*part);
  if (!has)
    return Error::input(fmt::format("{} has no single number to take from; write what it becomes",
                                    shortened_to(to_string(parts_[*part]), 100)));
  if (taken->is_zero()) return Error::input("a move takes at least 1");
  if (*taken > *has) return Error::input(fmt::format("part {} has only {}", *part + 1, has->to_string()));
  return written(*part, *has - *taken);
}

Attempt<PartMove> Match::read(std::string_view typed_text) {
  const Attempt<std::string> long_form = written_out(typed_text);
  if (!long_form) return long_form.error();
  const std::string_view text = *long_form;
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
  std::vector<PartMove> named;  // b1-c1: of one part, or of parts that are the same
  for (size_t i = 0; i < parts_.size(); ++i) {
    Attempt<std::optional<PartMove>> one = read_name(i, text);
    if (!one) return std::move(one).error();
    if (*one && (named.empty() || parts_[named[0].part] != parts_[i])) named.push_back(**std::move(one));
  }
  if (named.size() == 1) return named.front();
  if (named.size() > 1) {
    return Error::input(
        fmt::format("'{0}' is a move of several parts; say which, as in '{1}: {0}'", trimmed(text), named[1].part + 1));
  }
  Attempt<Sum> typed = parse(text);
  if (!typed) return std::move(typed).error();
  if (parts_.size() > 1 && typed->size() == parts_.size() &&
      sorted(*typed) == sorted(Sum(parts_.begin(), parts_.end()))) {
    return Error::input("that is the sum as it stands; a move has to change a part");
  }
  // All that the text may mean, in the order of the parts; what leads to the same sum is the same move.
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
    if (results.insert(sorted(Sum(result.begin(), result.end()))).second) meanings.push_back(std::move(move));
    return {};
  };
  if (whole) {
    if (auto added = add(*whole); !added) return std::move(added).error();
  }
  std::vector<size_t> like;  // different parts that the text looks like a move of
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (meanings.size() > kSuggestions || !tried.insert(parts_[i]).second) continue;
    if (auto added = add({i, *typed}); !added) return std::move(added).error();
    const bool same_game = !typed->empty() && std::all_of(typed->begin(), typed->end(), [&](const Position& one) {
      return one.game == parts_[i].game;
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

}  // namespace grundy
