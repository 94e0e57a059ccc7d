// grundy prove GAME: the strongest law that holds for all positions, with its proof.
#include "proof/prove.h"

#include <fmt/format.h>

#include "base/sha256.h"
#include "cli/commands.h"
#include "proof/automatic_text.h"
#include "proof/certificate.h"
#include "proof/claim.h"
#include "proof/theorem_text.h"
#include "session/citation.h"
#include "session/json.h"

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
};

const char* status_text(Theorem::Status status) {
  switch (status) {
    case Theorem::Status::proved:
      return "proved";
    case Theorem::Status::refuted:
      return "refuted";
    case Theorem::Status::conjectured:
      return "conjectured";
    case Theorem::Status::unknown:
      break;
  }
  return "unknown";
}

/// Positions before the pre-period whose values differ from the law continued backwards.
void add_exceptions(JsonWriter& json, const Law& law) {
  json.key("exceptions").begin_array();
  for (uint64_t n = 0; n < law.preperiod; ++n) {
    const uint64_t turns = (law.preperiod - n + law.period - 1) / law.period;
    if (law.at(n) + Natural(turns) * law.saltus == law.at(n + turns * law.period)) continue;
    json.begin_array().value(n).value(law.at(n)).end_array();
  }
  json.end_array();
}

uint64_t as_unsigned(int64_t n) { return static_cast<uint64_t>(n); }

void add_cases(JsonWriter& json, const std::vector<StatedCase>& cases) {
  json.key("cases").begin_array();
  for (const auto& [condition, value] : cases) {
    json.begin_object();
    json.key("if").value(condition);
    json.key("value").value(value);
    json.end_object();
  }
  json.end_array();
}

/// The laws proved for positions of which one coordinate has a given value.
void add_slices(JsonWriter& json, const Rule& rule, const ProvedSlices& slices) {
  json.key("slices").begin_array();
  for (size_t at = 0; at < slices.formulas.size(); ++at) {
    json.begin_object();
    json.key(rule.coordinates[slices.coordinate]).value(at);
    add_cases(json, stated(rule, slices.formulas[at]));
    json.end_object();
  }
  json.end_array();
}

/// The automaton: a row of targets a state, a target a letter; a letter is the sum of digit·digits^track.
void add_automaton(JsonWriter& json, const automatic::AutomaticLaw& law) {
  const automatic::Automaton& a = law.automaton;
  json.key("kind").value("automatic");
  json.key("of").value(law.kind == automatic::LawKind::values ? "values" : "losing positions");
  json.key("numeration").value(law.numeration.name());
  json.key("digits").value(as_unsigned(law.numeration.digits()));
  json.key("start").value(uint64_t{a.start});
  json.key("accepting").begin_array();
  for (uint32_t state = 0; state < a.states(); ++state) {
    if (a.accepting[state] != 0) json.value(uint64_t{state});
  }
  json.end_array().key("states").begin_array();
  for (uint32_t state = 0; state < a.states(); ++state) {
    json.begin_array();
    for (uint32_t letter = 0; letter < a.letters; ++letter) json.value(uint64_t{a.next(state, letter)});
    json.end_array();
  }
  json.end_array();
}

void add_law(JsonWriter& json, const Theorem& theorem) {
  json.key("law").begin_object();
  if (std::holds_alternative<AutomaticStatement>(theorem.statement)) {
    add_automaton(json, theorem.proof<AutomaticProof>()->law);
    json.end_object();
    return;
  }
  if (const FormulaLaw* formula = theorem.formula()) {
    json.key("kind").value("formula");
    add_cases(json, formula->cases);
    json.end_object();
    return;
  }
  const heap::Regularity* regularity = theorem.regularity();
  const Recurrence recurring = *recurrence(theorem.statement);
  json.key("kind").value(regularity != nullptr ? heap::kind(*regularity) : "periodic");
  json.key("preperiod").value(recurring.preperiod);
  json.key("period").value(recurring.period);
  json.key("saltus").value(recurring.saltus);
  if (regularity != nullptr) {
    json.key("repeats").begin_array();
    for (const uint64_t residue : regularity->repeats) json.value(residue);
    json.end_array().key("rulers").begin_array();
    for (const auto& [residue, origin] : regularity->rulers) {
      json.begin_object().key("residue").value(residue).key("origin").value(origin).end_object();
    }
    json.end_array();
  } else if (const Law* law = theorem.law()) {
    add_exceptions(json, *law);
  } else {
    json.key("exceptions").null();  // the values are not known
  }
  json.end_object();
}

std::string to_json(const Theorem& theorem) {
  JsonWriter json;
  json.begin_object();
  json.key("game").value(theorem.rule->full_name);
  json.key("status").value(status_text(theorem.status()));
  if (theorem.status() == Theorem::Status::unknown) {
    json.key("reason").value(theorem.reason());
    if (const ProvedSlices* slices = theorem.slices()) {
      json.key("terminates").value(why_play_ends(theorem));
      add_slices(json, *theorem.rule, *slices);
    }
    json.key("text").value(remarks(theorem));
    return json.end_object().take() + "\n";
  }
  add_law(json, theorem);
  if (theorem.is_proved()) {
    json.key("terminates").value(why_play_ends(theorem));
    json.key("theorem").value(statement(theorem));
    json.key("text").value(statement(theorem) + "\n\n" + proof_text(theorem));
    return json.end_object().take() + "\n";
  }
  if (const Conjectured* conjecture = theorem.conjecture()) {
    json.key("reason").value(conjecture->reason);
    json.key("tested").begin_array();
    for (const int64_t size : conjecture->tested)
      json.begin_array().value(uint64_t{0}).value(as_unsigned(size - 1)).end_array();
    json.end_array();
  } else {
    const Refuted& refutation = *theorem.refutation();
    json.key("counterexample").begin_object();
    json.key("position").begin_array();
    for (const int64_t c : refutation.position) json.value(as_unsigned(c));
    json.end_array();
    if (!refutation.claimed.empty()) json.key("claimed").value(refutation.claimed);
    if (!refutation.true_value.empty()) json.key("value").value(refutation.true_value);
    if (!refutation.flaw.empty()) json.key("flaw").value(refutation.flaw);
    json.end_object();
  }
  json.key("theorem").value(statement(theorem));
  json.key("text").value(remarks(theorem));
  return json.end_object().take() + "\n";
}

std::string to_text(const Theorem& theorem) {
  switch (theorem.status()) {
    case Theorem::Status::proved:
      return fmt::format("Theorem. {}\n\n{}\n", statement(theorem), proof_text(theorem));
    case Theorem::Status::refuted:
      return fmt::format("False. {}\n\n{}\n", statement(theorem), remarks(theorem));
    case Theorem::Status::conjectured:
      return fmt::format("Conjecture. {}\n\n{}\n", statement(theorem), remarks(theorem));
    case Theorem::Status::unknown:
      break;
  }
  return remarks(theorem) + "\n";
}

int prove(const ProveCommandOptions& command, Context& context) {
  const Attempt<const Rule*> rule = context.session().game(command.game, context.budget());
  context.show_warnings();
  if (!rule) return context.finish(rule.error());
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
  // The theorem goes to standard output, the certificate to the file.
  if (!certificate) return context.finish(certificate.error());
  context.print(text);
  if (!context.flush()) return context.finish(kWrongInput);
  context.print_to(command.out);
  context.print(*certificate);
  return context.finish(kAnswered);
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
  command.example("'subtract[{2, 5, 7}]'");
  command.example("forced --formula 'n >= m: n - m; n < m: w + m - n - 1'");
  command.example("--latex chomp2");
  command.example("lasker --upto 1000");
  command.example("forced --out forced.cert");
  command.example("--checkpoint run106 'octal[0.106]'");
  command.sample = "forced";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return prove(*options, context); };
  return command;
}

}  // namespace grundy::cli
