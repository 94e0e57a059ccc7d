// grundy prove GAME: the strongest law that holds for all positions, with its proof.
#include "proof/prove.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/json.h"
#include "proof/certificate.h"

namespace grundy::cli {
namespace {

const char* status_text(Theorem::Status status) {
  switch (status) {
    case Theorem::Status::proved:
      return "proved";
    case Theorem::Status::conjectured:
      return "conjectured";
    case Theorem::Status::unknown:
      break;
  }
  return "unknown";
}

/// Values before the pre-period that are not those of the law continued backwards.
void add_exceptions(JsonWriter& json, const Law& law) {
  json.key("exceptions").begin_array();
  for (uint64_t n = 0; n < law.preperiod; ++n) {
    const uint64_t turns = (law.preperiod - n + law.period - 1) / law.period;
    if (law.at(n) + Natural(turns) * law.saltus == law.at(n + turns * law.period)) continue;
    json.begin_array().value(n).value(law.at(n)).end_array();
  }
  json.end_array();
}

std::string to_json(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  JsonWriter json;
  json.begin_object();
  json.key("game").value(theorem.rule->full_name);
  json.key("status").value(status_text(theorem.status));
  if (theorem.status == Theorem::Status::unknown) {
    json.key("reason").value(theorem.reason);
    return json.end_object().take() + "\n";
  }
  json.key("law").begin_object();
  if (theorem.kind == Theorem::Kind::periodic) {
    json.key("kind").value("periodic");
    json.key("preperiod").value(theorem.law.preperiod);
    json.key("period").value(theorem.law.period);
    json.key("saltus").value(theorem.law.saltus);
    add_exceptions(json, theorem.law);
  } else {
    json.key("kind").value("formula");
    json.key("cases").begin_array();
    for (size_t i = 0; i < theorem.formula.cases.size(); ++i) {
      json.begin_object();
      json.key("if").value(condition_text(theorem.formula, i, names));
      json.key("value").value(value_text(theorem.formula.cases[i], names));
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
  json.key("terminates").value(why_play_ends(theorem));
  json.key("theorem").value(statement(theorem));
  json.key("text").value(statement(theorem) + "\n\n" + proof_text(theorem));
  return json.end_object().take() + "\n";
}

}  // namespace

int prove(Context& context) {
  if (context.arguments().play == Play::misere)
    return context.finish(context.fail(Error::input("a Grundy value is a notion of normal play")));
  const Result<const Rule*> rule = context.session().game(context.arguments().sums[0], context.budget());
  context.show_warnings();
  if (!rule) return context.finish(context.fail(rule.error()));
  const Result<Theorem> theorem = prove(**rule, context.budget());
  if (!theorem) return context.finish(context.fail(theorem.error()));
  const bool known = theorem->status != Theorem::Status::unknown;
  if (context.arguments().json) {
    context.print(to_json(*theorem));
  } else if (known) {
    context.print(fmt::format("Theorem. {}\n\nProof. {}\n", statement(*theorem), proof_text(*theorem)));
  } else {
    context.print(fmt::format("No law of {} is known: {}.\n", theorem->rule->full_name, theorem->reason));
  }
  if (context.arguments().out.empty()) return context.finish(known ? kAnswered : kNotKnown);
  // The theorem goes to standard output, the certificate to the file.
  if (theorem->status != Theorem::Status::proved) {
    context.leave_out();
    return context.finish(kNotKnown);
  }
  const Result<std::string> certificate = certificate_of(*theorem, context.budget());
  if (!certificate) return context.finish(context.fail(certificate.error()));
  if (!context.flush()) {
    context.leave_out();
    return context.finish(kWrongInput);
  }
  context.print(*certificate);
  return context.finish(kAnswered);
}

}  // namespace grundy::cli
