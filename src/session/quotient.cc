#include "session/quotient.h"

#include <fmt/format.h>

#include "analysis/heap_code.h"
#include "base/text.h"
#include "engine/misere/quotient.h"
#include "proof/quotient.h"
#include "rewriting/targets.h"

namespace grundy {
namespace {

constexpr uint64_t kSettlingSteps = 10'000'000'000;  // some seconds

/// What the universe of the answer may use: counted steps where the user set no time limit.
Budget& share_of(QuotientAnswer& answer, Budget& budget) {
  if (budget.has_time_limit()) return budget;
  answer.share = std::make_unique<Budget>(budget, kSettlingSteps);
  return *answer.share;
}

/// The quotient of heaps up to a bound, or of all; where there is none, the reason and what is
/// known.
Attempt<void> take_or_settle(const QuotientAnswer& answer, Budget& budget) {
  misere::Universe& universe = *answer.universe;
  Attempt<void> found = answer.upto ? universe.take(*answer.upto) : universe.settle(budget);
  const misere::Quotient& quotient = universe.quotient();
  const size_t heaps = quotient.images().size();
  if (found || found.error().kind != Error::Kind::declined || universe.games().size() != 1 ||
      heaps == 0)
    return found;
  std::string reason = found.error().message();
  if (answer.share && answer.share->out_of_steps()) reason += "; with `--time-limit` more is tried";
  return Error::declined(
      fmt::format("{}. The quotient of heaps up to {} has order {}: `--upto {}` shows it", reason,
                  heaps - 1, quotient.monoid().order(), heaps - 1));
}

/// "kayles + octal[0.123]" at the signs that stand in no brackets.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '[' || c == '{' || c == '(') ++depth;
    if (c == ']' || c == '}' || c == ')') --depth;
    if (c == '+' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) part = std::string(trimmed(part));
  return parts;
}

Attempt<void> of_positions(Session& session, const std::string& text, std::optional<uint64_t> upto,
                           QuotientAnswer& answer, Budget& budget) {
  if (upto) return Error::input("--upto bounds the heaps of games, not positions");
  Attempt<Question> question = session.read(text, budget);
  if (!question) return std::move(question).error();
  answer.game = sum_text(question->parts, 10'000);
  auto universe = misere::Universe::of(Sum(question->parts.begin(), question->parts.end()),
                                       share_of(answer, budget));
  if (!universe) return std::move(universe).error();
  answer.universe = *std::move(universe);
  return answer.universe->settle(budget);
}

Attempt<void> of_games(Session& session, const std::string& text, std::optional<uint64_t> upto,
                       QuotientAnswer& answer, Budget& budget) {
  std::vector<const RuleGame*> games;
  bool takes = true;  // all are take-and-break games
  for (const std::string& part : parts_of(text)) {
    const Attempt<const Rule*> rule = session.game(part, budget);
    if (!rule) return rule.error();
    if (auto free = needs_free_replies(**rule, "a misère quotient"); !free) return free;
    answer.game += (answer.game.empty() ? "" : " + ") + (*rule)->full_name;
    games.push_back(&session.games().of(named_game(**rule)));
    takes = takes && misere::moves_of(*games.back()).ok();
  }
  answer.upto = upto;
  answer.for_ever = !upto;
  if (takes || !upto) {
    auto universe = misere::Universe::of_games(games, share_of(answer, budget));
    if (!universe) return std::move(universe).error();
    answer.universe = *std::move(universe);
    return take_or_settle(answer, budget);
  }
  Sum heaps;
  for (const RuleGame* game : games) {
    if (game->rule()->arity() != 1)
      return Error::declined("a bound on heaps is for games with one coordinate");
    if (*upto > misere::Universe::kMostClosed)
      return Error::declined(
          fmt::format("a quotient takes at most {} positions", misere::Universe::kMostClosed));
    for (uint64_t n = 0; n <= *upto; ++n)
      heaps.push_back(game->at(std::vector<int64_t>{static_cast<int64_t>(n)}));
  }
  auto universe = misere::Universe::of(heaps, share_of(answer, budget));
  if (!universe) return std::move(universe).error();
  answer.universe = *std::move(universe);
  return answer.universe->settle(budget);
}

}  // namespace

Attempt<QuotientAnswer> quotient_of_game(Session& session, const Rule& rule, Budget& budget) {
  QuotientAnswer answer;
  answer.game = rule.full_name;
  answer.for_ever = true;
  auto universe =
      misere::Universe::of_games({&session.games().of(named_game(rule))}, share_of(answer, budget));
  if (!universe) return std::move(universe).error();
  answer.universe = *std::move(universe);
  if (auto settled = take_or_settle(answer, budget); !settled) return std::move(settled).error();
  return answer;
}

Attempt<void> find_quotient(Session& session, const std::string& text, std::optional<uint64_t> upto,
                            QuotientAnswer& answer, Budget& budget) {
  const bool of_position = text.find('(') != std::string::npos || text.ends_with('}');
  return of_position ? of_positions(session, text, upto, answer, budget)
                     : of_games(session, text, upto, answer, budget);
}

Attempt<std::string> certificate_of(const QuotientAnswer& answer, Budget& budget) {
  return quotient_certificate(*answer.universe, budget);
}

}  // namespace grundy
