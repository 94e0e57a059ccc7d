#include "session/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>

#include "base/text.h"
#include "engine/board/facts.h"
#include "engine/search/play_length.h"
#include "game/board_game.h"
#include "game/bound.h"
#include "game/key.h"
#include "game/nim_heap.h"
#include "proof/position.h"

namespace grundy {
namespace {

constexpr size_t kComparedMoves = 2000;  // looked at for the words of one
constexpr size_t kDelayingMoves = 100;   // tried in a lost position
constexpr size_t kRepliesCounted = 64;
constexpr size_t kWinningMovesCompared = 16;  // to win as soon as possible
constexpr size_t kMovesTried = 400;           // for their symmetry
constexpr const char* kAnsweredAgain =
    "whatever the other player does then, there is a winning move again";
constexpr const char* kFindZero = "find a move to value 0";
constexpr size_t kAnyMoves = 200;      // of each part, among which any may be made
constexpr double kDelaySeconds = 0.5;  // for choosing among them

bool are_alike(const std::vector<Position>& parts) {
  return parts.size() == 2 && parts[0].game == parts[1].game && parts[0].key == parts[1].key;
}

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

std::string shown_sum(const Sum& sum) { return to_string(sum, kShownBytes, 300); }

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

Attempt<void> Match::set_up(const std::vector<Position>& parts) {
  Attempt<Sum> alive = live(Sum(parts.begin(), parts.end()));
  if (!alive) return std::move(alive).error();
  parts_.assign(alive->begin(), alive->end());
  done_.clear();
  moves_again_ = false;
  return {};
}

Attempt<void> Match::begin(const std::vector<Position>& parts) {
  if (Attempt<void> set = set_up(parts); !set) return set;
  if (!mirror_of_position().empty() || advise_by_symmetry()) return {};
  Attempt<Answer> answer = solve(parts_, 1);
  if (!answer) return std::move(answer).error();
  return {};
}

Attempt<void> Match::begin(const Position& position, std::shared_ptr<const Strategy> strategy) {
  if (Attempt<void> fits = is_about(strategy->certificate(), position, budget_); !fits) return fits;
  strategy_ = std::move(strategy);
  return set_up({position});
}

std::optional<bool> Match::is_lost_by_claims(const Parts& parts) const {
  std::vector<std::string> texts;
  for (const Position& part : parts) {
    Attempt<std::string> text = certified_text(part);
    if (!text) return std::nullopt;
    texts.push_back(*std::move(text));
  }
  return strategy_->is_lost(texts);
}

Attempt<Match::Advice> Match::advise_by_claims() {
  constexpr size_t kMostCompared = 100'000;
  const bool has_loony = strategy_->certificate().kind == PositionCertificate::Kind::entailing;
  std::optional<PartMove> any;
  const auto bound = binding_part(parts_);
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (bound && *bound != i) continue;
    bool all = true;
    Attempt<std::vector<PartMove>> list = moves(i, kMostCompared, all);
    if (!list) return std::move(list).error();
    for (PartMove& move : *list) {
      Parts to = after(move);
      // Whose turn it is again wants to win, not to lose.
      const bool again = std::erase_if(to, is_another_turn) > 0;
      if (is_lost_by_claims(to) == !again)
        return Advice{Outcome::N, std::move(move),
                      has_loony ? "the certificate says that this wins"
                                : "the certificate says that the value becomes 0",
                      ""};
      if (!any) any = std::move(move);
    }
  }
  if (is_lost_by_claims(parts_) != true || !any)
    return Error::declined("the certificate does not tell who wins after this position's moves");
  return Advice{Outcome::P, *std::move(any),
                has_loony ? "the certificate says that every move loses"
                          : "the certificate says that the value is 0, so that every move loses",
                ""};
}

Match::Parts Match::after(const PartMove& move) const {
  Parts result = parts_;
  const auto at = result.begin() + static_cast<std::ptrdiff_t>(move.part);
  result.insert(result.erase(at), move.to.begin(), move.to.end());
  return result;
}

void Match::make(const PartMove& move) {
  // The part that gives another turn would be answered by nothing: it is left out, and the turn
  // does not pass.
  Sum to = move.to;
  to.erase(std::remove_if(to.begin(), to.end(), is_another_turn), to.end());
  const auto at = parts_.begin() + static_cast<std::ptrdiff_t>(move.part);
  done_.push_back({move.part, *at, to.size(), moves_again_});
  moves_again_ = to.size() < move.to.size();
  parts_.insert(parts_.erase(at), to.begin(), to.end());
}

bool Match::over() const {
  if (parts_.empty()) return true;
  const auto bound = binding_part(parts_);
  if (!bound) return false;
  const auto any = parts_[*bound].game->has_options(parts_[*bound], budget_);
  return any && !*any;
}

void Match::take_back() {
  const Done last = std::move(done_.back());
  done_.pop_back();
  moves_again_ = last.moved_again;
  const auto at = parts_.begin() + static_cast<std::ptrdiff_t>(last.part);
  parts_.insert(parts_.erase(at, at + static_cast<std::ptrdiff_t>(last.count)), last.before);
}

Attempt<Answer> Match::solve(const Parts& parts, size_t move_limit) {
  if (play_ == Play::normal) return session_.solve({parts}, play_, move_limit, budget_);
  Budget own(budget_, UINT64_MAX);  // a search keeps nothing for the next one
  if (think_seconds_ > 0)
    own.set_time_limit(think_seconds_);  // of each thought, however long the match takes
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
    candidates.insert(candidates.end(), std::make_move_iterator(some->begin()),
                      std::make_move_iterator(some->end()));
  }
  return candidates;
}

Attempt<PartMove> Match::hardest(const std::vector<PartMove>& candidates) {
  // The longer it takes, and the fewer good replies there are, the better; then the less is taken.
  const auto deadline = Budget::Clock::now() + std::chrono::duration<double>(kDelaySeconds);
  const PartMove* best = nullptr;
  std::tuple<uint64_t, size_t, double> best_rank;
  for (const PartMove& candidate : candidates) {
    if (best != nullptr && (candidates.size() == 1 || Budget::Clock::now() > deadline)) break;
    const Parts parts = after(candidate);
    uint64_t length = 0;
    size_t replies = kRepliesCounted + 1;
    Budget own(budget_, UINT64_MAX);
    own.set_time_limit(kDelaySeconds);
    if (const auto answer = session_.solve({parts}, play_, kRepliesCounted, own)) {
      const bool drawn = answer->outcome == Outcome::D;
      if (drawn ? answer->all_drawing_moves : answer->all_winning_moves)
        replies = (drawn ? answer->drawing_moves : answer->winning_moves).size();
      length = answer->moves_to_end.value_or(0);
      const auto short_length = short_play(Sum(parts.begin(), parts.end()), play_, budget_);
      if (!answer->goes_round && short_length) length = short_length->moves;
    }
    const std::tuple<uint64_t, size_t, double> rank{UINT64_MAX - length, replies, -bulk(parts)};
    if (best != nullptr && rank >= best_rank) continue;
    best = &candidate;
    best_rank = rank;
  }
  if (best == nullptr) return Error::internal("no move in a position that is not over");
  return *best;
}

SumMove Match::shortest_win(const Answer& answer) {
  const SumMove* best = &answer.winning_moves[0];
  std::optional<uint64_t> least;
  const Sum whole(parts_.begin(), parts_.end());
  for (const SumMove& move : answer.winning_moves) {
    const auto length = short_play(replaced(whole, move.part, move.move.to), play_, budget_);
    if (!length) break;
    if (least && length->moves >= *least) continue;
    best = &move;
    least = length->moves;
  }
  return *best;
}

std::string Match::mirror_of_position() {
  const BoardGame* game = parts_.size() == 1 ? board_game(parts_[0]) : nullptr;
  if (game == nullptr || play_ != Play::normal) return {};
  const Board board = game->position(parts_[0]).board;
  return BoardMirrors(game->board_rule(), board, budget_).of(board);
}

std::optional<Match::Advice> Match::advise_by_symmetry() {
  const BoardGame* game = parts_.size() == 1 ? board_game(parts_[0]) : nullptr;
  if (game == nullptr || play_ != Play::normal) return std::nullopt;
  const BoardMirrors mirrors(game->board_rule(), game->position(parts_[0]).board, budget_);
  if (!mirrors.of(game->position(parts_[0]).board).empty()) return std::nullopt;
  bool all = true;
  Attempt<std::vector<PartMove>> list = moves(0, kMovesTried, all);
  if (!list) return std::nullopt;
  for (PartMove& move : *list) {
    if (budget_.spent()) return std::nullopt;
    const Parts to = after(move);
    if (to.size() != 1 || to[0].game != parts_[0].game) continue;
    if (const std::string turned = mirrors.of(game->position(to[0]).board); !turned.empty())
      return Advice{
          Outcome::N, std::move(move),
          fmt::format("the board is the same when {} then: answer each move by its image", turned),
          kFindZero};
  }
  return std::nullopt;
}

Attempt<Match::Advice> Match::advise() {
  if (strategy_) {
    Attempt<Advice> advice = advise_by_claims();
    // Else the other player made no best move.
    if (advice || advice.error().kind != Error::Kind::declined) return advice;
  }
  if (std::optional<Advice> advice = advise_by_symmetry()) return *std::move(advice);
  Attempt<Answer> answer = solve(parts_, kWinningMovesCompared);
  if (!answer) return std::move(answer).error();
  Advice advice;
  advice.outcome = answer->outcome;
  const auto played = [&](const SumMove& move) -> Attempt<PartMove> {
    Attempt<Sum> to = live(move.move.to);
    if (!to) return std::move(to).error();
    return PartMove{move.part, *std::move(to), move.move.to};
  };
  if (answer->outcome == Outcome::D) {
    answer = solve(parts_, kRepliesCounted);
    if (!answer) return std::move(answer).error();
    std::vector<PartMove> candidates;
    for (const SumMove& drawing : answer->drawing_moves) {
      Attempt<PartMove> move = played(drawing);
      if (!move) return std::move(move).error();
      candidates.push_back(*std::move(move));
    }
    Attempt<PartMove> move = hardest(candidates);
    if (!move) return std::move(move).error();
    advice.move = *std::move(move);
    advice.why = answer->losing_moves.empty()
                     ? "neither player can force an end, and no move changes that"
                     : "neither player can force an end; some other moves would lose";
    return advice;
  }
  if (answer->outcome == Outcome::P) {
    Attempt<std::vector<PartMove>> candidates = delaying_moves();
    Attempt<PartMove> move =
        candidates ? hardest(*candidates) : Attempt<PartMove>(std::move(candidates).error());
    if (!move) return std::move(move).error();
    advice.move = *std::move(move);
    if (answer->goes_round) {
      const std::optional<uint64_t> most =
          answer->moves_to_end ? answer->moves_to_end : answer->moves_at_most;
      advice.why = most ? fmt::format("the other player wins, in at most {} moves from here", *most)
                        : "from whatever a move leads to, the other player can come back to 0, "
                          "nearer to the end";
    } else if (const std::string turned = mirror_of_position(); !turned.empty()) {
      advice.why = fmt::format(
          "the board is the same when {}: the other player answers each move by its image", turned);
    } else if (!answer->value || answer->may_bind) {
      advice.why = "every move leads to a position that the other player wins";
    } else if (parts_.size() == 1) {
      advice.why =
          "the position has value 0, so that every move leads to another value, and the other "
          "player back to 0";
    } else {
      advice.why =
          "the nim-sum of the values is 0; every move changes it, and the other player makes it 0 "
          "again";
    }
    return advice;
  }
  if (answer->winning_moves.empty()) return Error::declined(answer->why_unlisted);
  const SumMove winning = answer->goes_round ? answer->winning_moves[0] : shortest_win(*answer);
  Attempt<PartMove> move = played(winning);
  if (!move) return std::move(move).error();
  advice.move = *std::move(move);
  if (answer->goes_round) {
    advice.why = winning.moves_to_end
                     ? winning.moves_to_end == 1U
                           ? "there is no move left then"
                           : fmt::format("play ends in at most {} moves", *winning.moves_to_end)
                 : winning.moves_at_most
                     ? fmt::format("the value becomes 0, and play ends in at most {} moves",
                                   *winning.moves_at_most)
                     : "the value becomes 0, and whatever the other player does, you can come back "
                       "to 0, nearer to the end";
  } else if (play_ == Play::normal && answer->value && !answer->may_bind && parts_.size() == 1 &&
             are_alike(after(advice.move))) {
    advice.why =
        "the two parts are alike then: answer each move by the same move in the other part";
    advice.where = kFindZero;
  } else if (!answer->value || answer->may_bind) {
    advice.why = kAnsweredAgain;
  } else if (parts_.size() == 1) {
    advice.why =
        "the value becomes 0: every move from there leads to another value, and you can go back to "
        "0";
    advice.where = kFindZero;
  } else {
    const Value& before = *answer->values[winning.part];
    advice.why = fmt::format(
        "the nim-sum of the values is {}; this part's value goes from {} to {}, which makes it 0",
        answer->value->to_string(), before.to_string(),
        nim_sum(before, *answer->value).to_string());
    advice.where = fmt::format("change part {}, {}, from value {} to {}", winning.part + 1,
                               shortened_to(to_string(parts_[winning.part]), 200),
                               before.to_string(), nim_sum(before, *answer->value).to_string());
  }
  return advice;
}

Attempt<Match::Judgement> Match::judge(size_t limit) {
  Attempt<Answer> answer = solve(parts_, limit);
  if (!answer) return std::move(answer).error();
  const bool drawn = answer->outcome == Outcome::D;
  Judgement result;
  result.outcome = answer->outcome;
  result.all = drawn ? answer->all_drawing_moves : answer->all_winning_moves;
  result.values = answer->values;
  for (const SumMove& move : drawn ? answer->drawing_moves : answer->winning_moves) {
    Attempt<Sum> to = live(move.move.to);
    if (!to) return std::move(to).error();
    result.keeping.push_back({move.part, *std::move(to), move.move.to});
  }
  return result;
}

Attempt<Match::Advice> Match::any_move(uint64_t number) {
  std::vector<PartMove> candidates;
  for (size_t i = 0; i < parts_.size(); ++i) {
    bool all = true;
    Attempt<std::vector<PartMove>> some = moves(i, kAnyMoves, all);
    if (!some) return std::move(some).error();
    candidates.insert(candidates.end(), std::make_move_iterator(some->begin()),
                      std::make_move_iterator(some->end()));
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
  // The answer is made elsewhere.
  if (const auto bound = binding_part(parts_); bound && *bound != part) return result;
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

std::string Match::moves_in_words(size_t part) const {
  return parts_[part].game->options_in_words(parts_[part]);
}

std::string Match::describe(const PartMove& move) const {
  return fmt::format("{} → {}", shortened_to(to_string(parts_[move.part]), 200),
                     shown_sum(move.to));
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

}  // namespace grundy
