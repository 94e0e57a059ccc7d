// grundy prove GAME: the strongest law that holds for all positions, with its proof; of a board:
// its value, with a proof.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/misere.h"

namespace grundy::cli {
namespace {

struct ProveCommandOptions {
  std::string game;
  std::optional<face::Value> upto;
  std::optional<std::string> formula;
  std::optional<std::string> claim;
  std::optional<std::string> letters;
  std::optional<std::string> where;
  bool latex = false;
  bool dot = false;
  bool svg = false;
  std::string decider;  // another one, to export to
  std::string checkpoint;
  uint64_t effort = 0;
  std::string out;
  face::Play play = face::Play::normal;
};

/// Options that only the search for a law takes, or the proof of a given one.
bool has_options_of_laws(const ProveCommandOptions& command) {
  return command.formula || !command.checkpoint.empty() || command.effort != 0 || command.dot ||
         command.svg || !command.decider.empty() || command.where || command.letters;
}

bool has_other_options(const ProveCommandOptions& command) {
  return has_options_of_laws(command) || command.upto || command.claim || command.latex ||
         command.play == face::Play::misere;
}

/// A theorem of boards and its certificate.
template <class BoardTheorem>
int show_boards(const ProveCommandOptions& command, const face::Result<BoardTheorem>& theorem,
                Context& context) {
  context.show_warnings();
  if (!theorem) return context.finish(theorem.error());
  const std::string text = context.json() ? theorem->json() : theorem->text;
  if (!command.out.empty()) return context.finish_with(text, theorem->certificate, command.out);
  context.print(text);
  return context.finish(kAnswered);
}

/// Of a board in place of a game.
int prove_position(const ProveCommandOptions& command, Context& context) {
  const face::Result<face::Sum> position = context.face().read(command.game);
  context.show_warnings();
  if (!position) return context.finish(position.error());
  if (has_other_options(command))
    return context.finish(Error::input("the proof of a position's value takes --out alone"));
  return show_boards(command, context.face().prove_board(*position), context);
}

/// As the options ask for it; what is not proved is shown as text.
face::Result<std::string> written(const ProveCommandOptions& command, const face::Theorem& theorem,
                                  Context& context) {
  if (!command.decider.empty()) return context.face().exported(theorem, command.decider);
  if (context.json()) return theorem.json();
  std::string drawing = command.dot ? theorem.dot() : command.svg ? theorem.svg() : "";
  return drawing.empty() ? theorem.text() : std::move(drawing);
}

/// The theorem in the form that the options ask for, and its certificate.
int show(const ProveCommandOptions& command, const face::Theorem& theorem, Context& context) {
  face::Session& session = context.face();
  const bool proved = theorem.is_proved();
  const bool for_paper = command.latex && command.decider.empty() && !context.json() &&
                         (proved || theorem.status() == face::Theorem::Status::conjectured);
  face::Result<std::string> certificate = std::string();
  if (proved && (for_paper || !command.out.empty())) certificate = session.certificate(theorem);
  const face::Result<std::string> text =
      for_paper ? session.paper(theorem, certificate ? *certificate : "")
                : written(command, theorem, context);
  if (!text) return context.finish(text.error());
  if ((command.dot || command.svg) && proved && theorem.dot().empty())
    return context.finish(Error::declined(fmt::format(
        "the law of {} has no automaton to draw: it is not one by digits", theorem.game())));
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

/// What the user says of the values is true, false, or tested.
int judge_claim(const ProveCommandOptions& command, Context& context) {
  if (has_options_of_laws(command) || command.latex || !command.out.empty() ||
      command.play == face::Play::misere)
    return context.finish(Error::input("--claim goes with --upto and no other option"));
  std::optional<uint64_t> upto;
  if (command.upto) upto = command.upto->to_uint64().value_or(UINT64_MAX);
  const face::Result<face::ClaimJudgement> judged =
      context.face().judge_claim(command.game, *command.claim, upto);
  context.show_warnings();
  if (!judged) return context.finish(judged.error());
  context.print(context.json() ? judged->json() : judged->text);
  const bool proved = judged->standing == face::ClaimJudgement::Standing::proved;
  return context.finish(proved ? kAnswered : kNotKnown);
}

int prove_law(const ProveCommandOptions& command, Context& context) {
  if (command.where && command.upto && !command.formula)
    return context.finish(Error::input(
        "--upto tests conjectures, and with --where a law by digits is found or none"));
  if (!command.checkpoint.empty()) context.allow_saving();
  face::ProveOptions options{
      {}, command.formula, command.checkpoint, command.where, command.letters};
  options.certified = !command.out.empty();
  options.effort = command.effort;
  if (command.upto) options.upto = command.upto->to_uint64().value_or(UINT64_MAX);
  const face::Result<face::Theorem> theorem = context.face().prove(command.game, options);
  context.show_warnings();
  if (!theorem) return context.finish(theorem.error());
  return show(command, *theorem, context);
}

int prove(const ProveCommandOptions& command, Context& context) {
  context.show_warnings();
  if (command.claim) return judge_claim(command, context);
  if (command.letters) return prove_law(command, context);
  const face::Subject subject = face::subject_of(command.game);
  if (subject == face::Subject::boards) {
    if (has_other_options(command))
      return context.finish(Error::input("a proof for boards takes --out alone"));
    return show_boards(command, context.face().prove_boards(command.game), context);
  }
  if (subject == face::Subject::board) return prove_position(command, context);
  if (command.play == face::Play::normal) return prove_law(command, context);
  if (has_options_of_laws(command) || command.upto)
    return context.finish(Error::input("a misère quotient takes --latex and --out alone"));
  if (subject == face::Subject::lists)
    return context.finish(Error::input("laws with letters for numbers are those of normal play"));
  const face::Result<std::vector<std::string>> coordinates =
      context.face().coordinates(command.game);
  context.show_warnings();
  if (!coordinates) return context.finish(coordinates.error());
  return prove_quotient(command.game, command.latex, command.out, context);
}

}  // namespace

Command prove_command() {
  Command command("prove",
                  "a law that holds for all positions, or the value of a board, with its proof");
  const auto options = std::make_shared<ProveCommandOptions>();
  command.argument("GAME", into(options->game), Fill::game);
  command.option("--upto", "N", "test conjectures on positions from 0 to N", into(options->upto));
  command.option("--formula", "FORMULA",
                 "prove or refute this instead, 'CONDITION: VALUE; ...; VALUE'",
                 into(options->formula));
  command.option(
      "--claim", "CLAIM",
      "prove or refute a statement about the values g, such as 'g(n + 12) = g(n) for n >= 71'",
      into(options->claim));
  command.option("--for", "LETTERS",
                 "prove a law for all values of these parameters, 'k' or 'a, b'",
                 into(options->letters));
  command.option(
      "--where", "CONDITION",
      "only for positions that meet this condition; with --for, for such values of the letters",
      into(options->where));
  command.flag("--latex", options->latex, "write a theorem or a conjecture for a paper");
  command.flag("--dot", options->dot, "draw the automaton of a law by digits as text for Graphviz");
  command.flag("--svg", options->svg, "draw the automaton of a law by digits as SVG");
  command.choice("--export", "FORMAT",
                 "the proof of a law by digits as sentences for walnut or mona; a period of heaps "
                 "as a statement for lean",
                 {"walnut", "mona", "lean"}, options->decider);
  command.option("--effort", "N",
                 "work N times as long before giving up (to 1000000); with --time-limit the effort "
                 "grows by itself",
                 into(options->effort));
  command.option("--checkpoint", "DIR", "keep the work in this folder, and go on from there",
                 into(options->checkpoint), Fill::folder);
  command.option("--out", "FILE", "write the certificate to this file", into(options->out),
                 Fill::file);
  command.play(options->play);
  command.example("'subtract[{2, 5, 7}]'");
  command.example("forced --formula 'n >= m: n - m; n < m: w + m - n - 1'");
  command.example("kayles --claim 'g(n + 12) = g(n) for n >= 71'");
  command.example("'subtract[{1..k}]' --for k");
  command.example("'subtract[{a, b}]' --for a,b --where '1 <= a <= b'");
  command.example("--latex chomp2");
  command.example("lasker --upto 1000");
  command.example("--dot wythoff");
  command.example("--svg wythoff");
  command.example("--export walnut wythoff");
  command.example("forced --out forced.cert");
  command.example("--effort 10 'octal[0.376]'", "with ten times the usual steps");
  command.example("--checkpoint run106 'octal[0.106]'");
  command.example("--out cram.cert 'cram(4x4)'", "the value of one board");
  command.example("'cram(1xn)'", "of boards of every length");
  command.example("--play misere --out kayles.cert kayles", "the misère quotient");
  command.exclude_each_other({"--json", "--latex", "--dot", "--svg", "--export"},
                             "each is a form of the whole answer");
  command.exclude({"--export"}, {"--out"}, "a proof is exported, or its certificate is written");
  command.exclude(
      {"--play misere"},
      {"--upto", "--formula", "--for", "--where", "--checkpoint", "--dot", "--svg", "--export"},
      "in misere play the quotient is found");
  command.exclude({"--claim"},
                  {"--formula", "--for", "--where", "--latex", "--dot", "--svg", "--export",
                   "--out", "--checkpoint", "--play misere"},
                  "a claim is judged by the law that is found, and has no form of its own");
  command.exclude({"--checkpoint"}, {"--formula", "--for", "--where"},
                  "it keeps the search for a period of a take-and-break game");
  command.exclude({"--upto"}, {"--for"}, "laws with letters are tested on a table of their own");
  command.sample = "forced";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return prove(*options, context); };
  return command;
}

}  // namespace grundy::cli
