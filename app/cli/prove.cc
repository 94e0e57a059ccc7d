// grundy prove GAME: the strongest law that holds for all positions, with its proof; of a board: its value, with a proof.
#include "base/sha256.h"
#include "cli/commands.h"
#include "cli/misere.h"
#include "session/citation.h"
#include "session/law.h"
#include "session/list_letters.h"

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

bool has_other_options(const ProveCommandOptions& command) {
  return command.upto || command.formula || !command.checkpoint.empty() || command.latex || command.dot ||
         command.svg || !command.decider.empty() || command.where || command.play == Play::misere;
}

/// A theorem of boards and its certificate.
template <class BoardTheorem>
int show_boards(const ProveCommandOptions& command, const Attempt<BoardTheorem>& theorem, Context& context) {
  context.show_warnings();
  if (!theorem) return context.finish(theorem.error());
  const std::string text = context.json() ? to_json(*theorem) : to_text(*theorem);
  if (!command.out.empty()) return context.finish_with(text, Attempt<std::string>(theorem->certificate), command.out);
  context.print(text);
  return context.finish(kAnswered);
}

/// Of a board in place of a game.
int prove_position(const ProveCommandOptions& command, Context& context) {
  const Attempt<Question> question = context.session().read(command.game, context.budget());
  context.show_warnings();
  if (!question) return context.finish(question.error());
  if (has_other_options(command))
    return context.finish(Error::input("the proof of a position's value takes --out alone"));
  return show_boards(command, prove_board(*question, context.budget()), context);
}

LawForm form_of(const ProveCommandOptions& command, const Context& context) {
  if (!command.decider.empty()) return command.decider == "mona" ? LawForm::mona : LawForm::walnut;
  if (context.json()) return LawForm::json;
  return command.dot ? LawForm::dot : command.svg ? LawForm::svg : LawForm::text;
}

/// The theorem in the form that the options ask for, and its certificate.
int show(const ProveCommandOptions& command, const Theorem& theorem, Context& context) {
  const bool proved = theorem.is_proved();
  const bool for_paper =
      command.latex && command.decider.empty() && !context.json() && (proved || theorem.conjecture() != nullptr);
  Attempt<std::string> certificate = Error::declined("not asked for");
  if (proved && (for_paper || !command.out.empty())) certificate = certificate_of(theorem, context.budget());
  const Attempt<std::string> text = for_paper
                                        ? paper_latex(theorem, GRUNDY_VERSION, certificate ? sha256(*certificate) : "")
                                        : written(theorem, form_of(command, context), context.budget());
  if (!text) return context.finish(text.error());
  if (!command.decider.empty()) {
    context.print(*text);
    return context.finish(kAnswered);
  }
  if (!proved || command.out.empty()) {
    context.print(*text);
    return context.finish(proved ? kAnswered : kNotKnown);
  }
  return context.finish_with(*text, certificate, command.out);
}

int prove_law(const ProveCommandOptions& command, Context& context) {
  LawQuestion question{{}, command.formula, command.where, command.letters, command.checkpoint};
  if (command.upto) question.upto = command.upto->to_uint64().value_or(UINT64_MAX);
  const Attempt<FoundLaw> law = find_law(context.session(), command.game, question, context.budget());
  context.show_warnings();
  if (!law) return context.finish(law.error());
  return show(command, law->theorem, context);
}

int prove(const ProveCommandOptions& command, Context& context) {
  context.show_warnings();
  if (command.letters) {
    if (command.play == Play::misere || !command.checkpoint.empty() || command.upto)
      return context.finish(Error::input("--for goes with --formula, --where, --latex and --out alone"));
    return prove_law(command, context);
  }
  if (is_strip_family(command.game)) {
    if (has_other_options(command)) return context.finish(Error::input("a proof for boards takes --out alone"));
    return show_boards(command, prove_boards(context.session(), command.game, context.budget()), context);
  }
  const bool of_lists = has_letters(command.game);
  if (command.game.find('(') != std::string::npos && !of_lists) return prove_position(command, context);
  if (command.play == Play::normal) return prove_law(command, context);
  if (of_lists) return context.finish(Error::input("the laws of lists are those of normal play"));
  const Attempt<const Rule*> rule = context.session().game(command.game, context.budget());
  context.show_warnings();
  if (!rule) return context.finish(rule.error());
  if (command.upto || command.formula || !command.checkpoint.empty())
    return context.finish(
        Error::input("in misère play `grundy prove` finds the quotient; it takes --latex and --out alone"));
  return prove_quotient(**rule, command.latex, command.out, context);
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
  command.example("'cram(1xn)'", "of boards of every length");
  command.example("--play misere --out kayles.cert kayles", "the misère quotient");
  command.sample = "forced";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return prove(*options, context); };
  return command;
}

}  // namespace grundy::cli
