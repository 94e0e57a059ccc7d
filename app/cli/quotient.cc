// grundy quotient GAME: the misère quotient of a game, of several at once, or of what a position
// can become.
#include "cli/quotient.h"

#include "cli/misere.h"

namespace grundy::cli {
namespace {

struct QuotientOptions {
  std::string game;
  std::optional<uint64_t> upto;
  bool latex = false;
  bool svg = false;
};

int quotient(const QuotientOptions& options, Context& context) {
  std::string game;
  const face::Result<face::Quotient> found =
      context.face().quotient(options.game, options.upto, &game);
  context.show_warnings();
  if (!found) return no_quotient(game.empty() ? options.game : game, found.error(), context);
  context.print(context.json()  ? found->json()
                : options.latex ? found->latex()
                : options.svg   ? found->svg()
                                : found->text());
  return context.finish(kAnswered);
}

}  // namespace

Command quotient_command() {
  Command command("quotient",
                  "the misere quotient: who loses any sum of heaps when the last move loses");
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
  command.exclude_each_other({"--json", "--latex", "--svg"}, "each is a form of the whole answer");
  command.sample = "kayles";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return quotient(*options, context); };
  return command;
}

}  // namespace grundy::cli
