// grundy quotient GAME: the misère quotient of a game, of several at once, or of what a position can become.
#include "cli/quotient.h"

#include <fmt/format.h>

#include "analysis/heap_code.h"
#include "base/text.h"
#include "cli/quotient_svg.h"
#include "session/quotient_text.h"

namespace grundy::cli {
namespace {

struct QuotientOptions {
  std::string game;
  std::optional<uint64_t> upto;
  bool latex = false;
  bool svg = false;
};

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

Attempt<void> of_positions(const QuotientOptions& options, Context& context, QuotientAnswer& answer) {
  if (options.upto) return Error::input("--upto bounds the heaps of games, not positions");
  Attempt<Question> question = context.session().read(options.game, context.budget());
  if (!question) return std::move(question).error();
  answer.game = sum_text(question->parts, 10'000);
  auto universe =
      misere::Universe::of(Sum(question->parts.begin(), question->parts.end()), share_of(answer, context.budget()));
  if (!universe) return std::move(universe).error();
  answer.universe = *std::move(universe);
  return answer.universe->settle(context.budget());
}

Attempt<void> of_games(const QuotientOptions& options, Context& context, QuotientAnswer& answer) {
  std::vector<const RuleGame*> games;
  bool takes = true;  // all are take-and-break games
  for (const std::string& part : parts_of(options.game)) {
    const Attempt<const Rule*> rule = context.session().game(part, context.budget());
    if (!rule) return rule.error();
    answer.game += (answer.game.empty() ? "" : " + ") + (*rule)->full_name;
    games.push_back(&context.session().games().of(named_game(**rule)));
    takes = takes && misere::moves_of(*games.back()).ok();
  }
  answer.upto = options.upto;
  answer.for_ever = !options.upto;
  if (takes || !options.upto) {
    auto universe = misere::Universe::of_games(games, share_of(answer, context.budget()));
    if (!universe) return std::move(universe).error();
    answer.universe = *std::move(universe);
    return take_or_settle(answer, context.budget());
  }
  Sum heaps;
  for (const RuleGame* game : games) {
    if (game->rule()->arity() != 1) return Error::declined("a bound on heaps is for games with one coordinate");
    if (*options.upto > misere::Universe::kMostClosed)
      return Error::declined(fmt::format("a quotient takes at most {} positions", misere::Universe::kMostClosed));
    for (uint64_t n = 0; n <= *options.upto; ++n)
      heaps.push_back(game->at(std::vector<int64_t>{static_cast<int64_t>(n)}));
  }
  auto universe = misere::Universe::of(heaps, share_of(answer, context.budget()));
  if (!universe) return std::move(universe).error();
  answer.universe = *std::move(universe);
  return answer.universe->settle(context.budget());
}

int quotient(const QuotientOptions& options, Context& context) {
  QuotientAnswer answer;
  const bool of_position = options.game.find('(') != std::string::npos || options.game.ends_with('}');
  const Attempt<void> found = of_position ? of_positions(options, context, answer) : of_games(options, context, answer);
  context.show_warnings();
  if (!found) {
    const bool declined = found.error().kind == Error::Kind::declined;
    if (!declined || !context.json()) return context.finish(found.error());
    context.print(declined_quotient_json(answer.game.empty() ? options.game : answer.game, found.error().message()));
    return context.finish(kNotKnown);
  }
  context.print(context.json()  ? quotient_json(answer)
                : options.latex ? quotient_latex(answer)
                : options.svg   ? quotient_svg(answer)
                                : quotient_text(answer));
  return context.finish(kAnswered);
}

}  // namespace

Command quotient_command() {
  Command command("quotient", "the misere quotient: who loses any sum of heaps when the last move loses");
  const auto options = std::make_shared<QuotientOptions>();
  command.argument("GAME", into(options->game), Fill::game);
  command.option("--upto", "N", "of heaps up to N alone", into(options->upto));
  command.flag("--latex", options->latex, "write the quotient for a paper");
  command.flag("--svg", options->svg, "draw its elements, those of P filled");
  command.example("kayles");
  command.example("'octal[0.123] + octal[0.75]'", "of both at once");
  command.example("--upto 20 'octal[0.07]'");
  command.example("'chomp2(4, 3)'", "of what a position can become");
  command.example("--latex kayles");
  command.example("--svg kayles");
  command.sample = "kayles";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return quotient(*options, context); };
  return command;
}

}  // namespace grundy::cli
