// grundy prove GAME: the strongest law that holds for all positions, with its proof.
#include "proof/prove.h"

#include <fmt/format.h>

#include "base/sha256.h"
#include "cli/commands.h"
#include "cli/quotient_text.h"
#include "proof/automatic_text.h"
#include "proof/certificate.h"
#include "proof/claim.h"
#include "proof/quotient.h"
#include "proof/theorem_text.h"
#include "session/citation.h"
#include "session/theorem_json.h"

namespace grundy::cli {
namespace {

struct ProveCommandOptions {
  std::string game;
  std::optional<Natural> upto;
  std::optional<std::string> formula;
  bool latex = false;
  bool dot = false;
  std::string checkpoint;
  std::string out;
  Play play = Play::normal;
};

/// The law goes to standard output, the certificate, where one is asked for, to the file.
int print_proved(const std::string& text, const Attempt<std::string>& certificate, const std::string& out,
                 Context& context) {
  if (!certificate) return context.finish(certificate.error());
  context.print(text);
  if (!context.flush()) return context.finish(kWrongInput);
  context.print_to(out);
  context.print(*certificate);
  return context.finish(kAnswered);
}

/// In misère play the law is the quotient.
int prove_quotient(const ProveCommandOptions& command, const Rule& rule, Context& context) {
  if (command.upto || command.formula || !command.checkpoint.empty())
    return context.finish(
        Error::input("in misère play `grundy prove` finds the quotient; it takes --latex and --out alone"));
  const Attempt<QuotientAnswer> answer = quotient_of_game(rule, context);
  if (!answer) {
    if (answer.error().kind != Error::Kind::declined || !context.json()) return context.finish(answer.error());
    context.print(declined_quotient_json(rule.full_name, answer.error().message()));
    return context.finish(kNotKnown);
  }
  const std::string text = context.json()  ? quotient_json(*answer)
                           : command.latex ? quotient_latex(*answer)
                                           : "Theorem. " + quotient_text(*answer);
  if (!command.out.empty())
    return print_proved(text, quotient_certificate(*answer->universe, context.budget()), command.out, context);
  context.print(text);
  return context.finish(kAnswered);
}

int prove(const ProveCommandOptions& command, Context& context) {
  const Attempt<const Rule*> rule = context.session().game(command.game, context.budget());
  context.show_warnings();
  if (!rule) return context.finish(rule.error());
  if (command.play == Play::misere) return prove_quotient(command, **rule, context);
  ProveOptions options;
  if (command.upto) options.upto = command.upto->to_uint64().value_or(UINT64_MAX);
  options.checkpoint = command.checkpoint;
  const Attempt<Theorem> theorem = !command.formula ? prove(**rule, options, context.budget())
                                                    : prove_claim(**rule, *command.formula, options, context.budget());
  if (!theorem) return context.finish(theorem.error());
  const bool proved = theorem->is_proved();
  const bool for_paper = command.latex && !context.json() && (proved || theorem->conjecture() != nullptr);
  Attempt<std::string> certificate = Error::declined("not asked for");
  if (proved && (for_paper || !command.out.empty())) certificate = certificate_of(*theorem, context.budget());
  const auto* automaton = theorem->proof<AutomaticProof>();
  const std::string text = context.json() ? to_json(*theorem)
                           : for_paper ? paper_latex(*theorem, GRUNDY_VERSION, certificate ? sha256(*certificate) : "")
                           : command.dot && automaton ? dot_text(automaton->law, theorem->rule->full_name)
                                                      : to_text(*theorem);
  if (!proved || command.out.empty()) {
    context.print(text);
    return context.finish(proved ? kAnswered : kNotKnown);
  }
  return print_proved(text, certificate, command.out, context);
}

}  // namespace

Command prove_command() {
  Command command("prove", "a law that holds for all positions, with its proof");
  const auto options = std::make_shared<ProveCommandOptions>();
  command.argument("GAME", into(options->game), Fill::game);
  command.option("--upto", "N", "test conjectures on positions from 0 to N", into(options->upto));
  command.option("--formula", "FORMULA", "prove or refute this instead, 'CONDITION: VALUE; ...; VALUE'",
                 into(options->formula));
  command.flag("--latex", options->latex, "write a theorem or a conjecture for a paper");
  command.flag("--dot", options->dot, "draw the automaton of a law by digits, for Graphviz");
  command.option("--checkpoint", "DIR", "keep the work in this folder, and go on from there", into(options->checkpoint),
                 Fill::folder);
  command.option("--out", "FILE", "write the certificate to this file", into(options->out), Fill::file);
  command.play(options->play);
  command.example("'subtract[{2, 5, 7}]'");
  command.example("forced --formula 'n >= m: n - m; n < m: w + m - n - 1'");
  command.example("--latex chomp2");
  command.example("lasker --upto 1000");
  command.example("--dot 'subtract[{1, 2}]'");
  command.example("forced --out forced.cert");
  command.example("--checkpoint run106 'octal[0.106]'");
  command.example("--play misere --out kayles.cert kayles", "the misère quotient");
  command.sample = "forced";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return prove(*options, context); };
  return command;
}

}  // namespace grundy::cli
