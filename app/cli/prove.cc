// grundy prove GAME: the strongest law that holds for all positions, with its proof; of a board: its value, with a proof.
#include "proof/prove.h"

#include <fmt/format.h>

#include "base/sha256.h"
#include "cli/commands.h"
#include "cli/misere.h"
#include "proof/automatic_export.h"
#include "proof/automatic_svg.h"
#include "proof/automatic_text.h"
#include "proof/certificate.h"
#include "proof/claim.h"
#include "proof/parametric.h"
#include "proof/position.h"
#include "proof/theorem_text.h"
#include "rule/print_board.h"
#include "session/citation.h"
#include "session/json.h"
#include "session/list_letters.h"
#include "session/theorem_json.h"

namespace grundy::cli {
namespace {

struct ProveCommandOptions {
  std::string game;
  std::optional<Natural> upto;
  std::optional<std::string> formula;
  std::optional<std::string> letters;
  std::optional<std::string> where;
  bool latex = false;
  bool dot = false;
  bool svg = false;
  std::string decider;  // another one, to export to
  std::string checkpoint;
  std::string out;
  Play play = Play::normal;
};

std::string position_json(const PositionTheorem& theorem) {
  JsonWriter json;
  json.begin_object();
  json.key("position").value(theorem.claims.position);
  json.key("status").value("proved");
  json.key("theorem").value(statement(theorem.claims));
  json.key("value").value(static_cast<uint64_t>(theorem.claims.value));
  json.key("claims").value(uint64_t{theorem.claims.claims.size()});
  return json.end_object().take() + "\n";
}

/// Of a board in place of a game.
int prove_board(const ProveCommandOptions& command, Context& context) {
  const Attempt<Question> question = context.session().read(command.game, context.budget());
  context.show_warnings();
  if (!question) return context.finish(question.error());
  if (command.upto || command.formula || !command.checkpoint.empty() || command.latex || command.dot || command.svg ||
      !command.decider.empty() || command.where || command.play == Play::misere)
    return context.finish(Error::input("the proof of a position's value takes --out alone"));
  if (question->parts.size() != 1)
    return context.finish(Error::input("one position at a time is proved; this is a sum"));
  const Attempt<PositionTheorem> theorem = prove_position(question->parts[0], context.budget());
  if (!theorem) return context.finish(theorem.error());
  const std::string text = context.json() ? position_json(*theorem) : to_text(*theorem);
  if (!command.out.empty()) return context.finish_with(text, Attempt<std::string>(theorem->certificate), command.out);
  context.print(text);
  return context.finish(kAnswered);
}

/// The theorem in the form that the options ask for, and its certificate.
int show(const ProveCommandOptions& command, const Theorem& theorem, Context& context) {
  const bool proved = theorem.is_proved();
  const bool for_paper = command.latex && !context.json() && (proved || theorem.conjecture() != nullptr);
  Attempt<std::string> certificate = Error::declined("not asked for");
  if (proved && (for_paper || !command.out.empty())) certificate = certificate_of(theorem, context.budget());
  const auto* automaton = theorem.proof<AutomaticProof>();
  if (!command.decider.empty()) {
    if (automaton == nullptr)
      return context.finish(Error::declined(fmt::format("{} has no law by digits to export", theorem.rule->full_name)));
    const Attempt<std::string> sentences = exported(*theorem.rule, *automaton, command.decider, context.budget());
    if (!sentences) return context.finish(sentences.error());
    context.print(*sentences);
    return context.finish(kAnswered);
  }
  const std::string text = context.json() ? to_json(theorem)
                           : for_paper ? paper_latex(theorem, GRUNDY_VERSION, certificate ? sha256(*certificate) : "")
                           : command.dot && automaton ? dot_text(automaton->law, theorem.rule->full_name)
                           : command.svg && automaton ? automaton_svg(automaton->law, theorem.rule->full_name)
                                                      : to_text(theorem);
  if (!proved || command.out.empty()) {
    context.print(text);
    return context.finish(proved ? kAnswered : kNotKnown);
  }
  return context.finish_with(text, certificate, command.out);
}

int prove_letters(const ProveCommandOptions& command, Context& context) {
  if (command.play == Play::misere || !command.checkpoint.empty() || command.upto)
    return context.finish(Error::input("--for goes with --formula, --where, --latex and --out alone"));
  const Attempt<std::vector<std::string>> letters = read_letters(*command.letters);
  if (!letters) return context.finish(letters.error());
  const Attempt<LetteredGame> game = lettered_game(context.session().rulebook(), command.game, *letters);
  context.show_warnings();
  if (!game) return context.finish(game.error());
  const Attempt<Theorem> theorem =
      prove_for_letters(*game, {command.formula, command.where}, ProveOptions(), context.budget());
  if (!theorem) return context.finish(theorem.error());
  return show(command, *theorem, context);
}

/// The game whose law is asked for, as a game of numbers.
Attempt<LetteredLists> asked_game(const std::string& text, Context& context) {
  if (has_letters(text)) return read_lettered_lists(context.session(), text, context.budget());
  const Attempt<const Rule*> rule = context.session().game(text, context.budget());
  if (!rule) return rule.error();
  return LetteredLists{*rule, nullptr, {}, false};
}

int prove(const ProveCommandOptions& command, Context& context) {
  if (command.letters) return prove_letters(command, context);
  if (command.game.find('(') != std::string::npos && !has_letters(command.game)) return prove_board(command, context);
  const Attempt<LetteredLists> game = asked_game(command.game, context);
  context.show_warnings();
  if (!game) return context.finish(game.error());
  if (game->outcomes_only && (command.play == Play::misere || command.upto ||
                              (command.formula && command.formula->find("lost:") == std::string::npos)))
    return context.finish(Error::input(
        fmt::format("'{}' has no values; a formula of yours says who wins: 'lost: CONDITION'", game->rule->full_name)));
  if (command.play == Play::misere) {
    if (command.upto || command.formula || !command.checkpoint.empty())
      return context.finish(
          Error::input("in misère play `grundy prove` finds the quotient; it takes --latex and --out alone"));
    return prove_quotient(*game->rule, command.latex, command.out, context);
  }
  ProveOptions options;
  if (command.upto) options.upto = command.upto->to_uint64().value_or(UINT64_MAX);
  options.checkpoint = command.checkpoint;
  options.where = command.where.value_or("");
  options.outcomes = game->outcomes_only;
  Attempt<Theorem> theorem = !command.formula ? prove(*game->rule, options, context.budget())
                                              : prove_claim(*game->rule, *command.formula, options, context.budget());
  if (!theorem) return context.finish(theorem.error());
  theorem->brackets = game->brackets;
  if (game->of != nullptr) theorem->lists = print_board(*game->of);
  return show(command, *theorem, context);
}

}  // namespace

Command prove_command() {
  Command command("prove", "a law that holds for all positions, or the value of a board, with its proof");
  const auto options = std::make_shared<ProveCommandOptions>();
  command.argument("GAME", into(options->game), Fill::game);
  command.option("--upto", "N", "test conjectures on positions from 0 to N", into(options->upto));
  command.option("--formula", "FORMULA", "prove or refute this instead, 'CONDITION: VALUE; ...; VALUE'",
                 into(options->formula));
  command.option("--for", "LETTERS", "for all values of these parameters, 'k' or 'a, b'", into(options->letters));
  command.option("--where", "CONDITION", "of these positions only; with --for, for these values of the letters",
                 into(options->where));
  command.flag("--latex", options->latex, "write a theorem or a conjecture for a paper");
  command.flag("--dot", options->dot, "draw the automaton of a law by digits, for Graphviz");
  command.flag("--svg", options->svg, "draw the automaton of a law by digits");
  command.choice("--export", "FORMAT", "the proof of a law by digits as sentences for walnut or mona",
                 {"walnut", "mona"}, options->decider);
  command.option("--checkpoint", "DIR", "keep the work in this folder, and go on from there", into(options->checkpoint),
                 Fill::folder);
  command.option("--out", "FILE", "write the certificate to this file", into(options->out), Fill::file);
  command.play(options->play);
  command.example("'subtract[{2, 5, 7}]'");
  command.example("forced --formula 'n >= m: n - m; n < m: w + m - n - 1'");
  command.example("'subtract[{1..k}]' --for k");
  command.example("'subtract[{a, b}]' --for a,b --where '1 <= a <= b'");
  command.example("--latex chomp2");
  command.example("lasker --upto 1000");
  command.example("--dot 'subtract[{1, 2}]'");
  command.example("--svg wythoff");
  command.example("--export walnut wythoff");
  command.example("forced --out forced.cert");
  command.example("--checkpoint run106 'octal[0.106]'");
  command.example("--out cram.cert 'cram(4x4)'", "the value of one board");
  command.example("--play misere --out kayles.cert kayles", "the misère quotient");
  command.sample = "forced";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return prove(*options, context); };
  return command;
}

}  // namespace grundy::cli
