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
    case Theorem::Status::refuted:
      return "refuted";
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

uint64_t as_unsigned(int64_t n) { return static_cast<uint64_t>(n); }

void add_cases(JsonWriter& json, const std::vector<Theorem::StatedCase>& cases) {
  json.key("cases").begin_array();
  for (const auto& [condition, value] : cases) {
    json.begin_object();
    json.key("if").value(condition);
    json.key("value").value(value);
    json.end_object();
  }
  json.end_array();
}

/// What is proved where one coordinate has one value.
void add_slices(JsonWriter& json, const Theorem& theorem) {
  if (theorem.slices.empty()) return;
  const auto& names = theorem.rule->coordinates;
  json.key("slices").begin_array();
  for (const Theorem::Slice& slice : theorem.slices) {
    json.begin_object();
    json.key(names[slice.coordinate]).value(as_unsigned(slice.at));
    add_cases(json, stated(*theorem.rule, slice.formula));
    json.end_object();
  }
  json.end_array();
}

std::string to_json(const Theorem& theorem) {
  JsonWriter json;
  json.begin_object();
  json.key("game").value(theorem.rule->full_name);
  json.key("status").value(status_text(theorem.status));
  if (theorem.status == Theorem::Status::unknown) {
    json.key("reason").value(theorem.reason);
    if (!theorem.slices.empty()) json.key("terminates").value(why_play_ends(theorem));
    add_slices(json, theorem);
    json.key("text").value(remarks(theorem));
    return json.end_object().take() + "\n";
  }
  json.key("law").begin_object();
  if (theorem.kind == Theorem::Kind::periodic) {
    json.key("kind").value(theorem.regularity ? heap::kind(*theorem.regularity) : "periodic");
    json.key("preperiod").value(theorem.law.preperiod);
    json.key("period").value(theorem.law.period);
    json.key("saltus").value(theorem.law.saltus);
    if (theorem.regularity) {
      json.key("repeats").begin_array();
      for (const uint64_t residue : theorem.regularity->repeats) json.value(residue);
      json.end_array().key("rulers").begin_array();
      for (const auto& [residue, origin] : theorem.regularity->rulers) {
        json.begin_object().key("residue").value(residue).key("origin").value(origin).end_object();
      }
      json.end_array();
    } else if (theorem.stations) {
      json.key("exceptions").null();  // the values are not known
    } else {
      add_exceptions(json, theorem.law);
    }
  } else {
    json.key("kind").value("formula");
    add_cases(json, theorem.cases);
  }
  json.end_object();
  if (theorem.status == Theorem::Status::proved) {
    json.key("terminates").value(why_play_ends(theorem));
    json.key("theorem").value(statement(theorem));
    json.key("text").value(statement(theorem) + "\n\n" + proof_text(theorem));
    return json.end_object().take() + "\n";
  }
  if (theorem.status == Theorem::Status::conjectured) {
    json.key("reason").value(theorem.reason);
    json.key("tested").begin_array();
    for (const int64_t size : theorem.tested)
      json.begin_array().value(uint64_t{0}).value(as_unsigned(size - 1)).end_array();
    json.end_array();
  } else {
    const Theorem::Refutation& refutation = theorem.refutation;
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
  switch (theorem.status) {
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

}  // namespace

int prove(Context& context) {
  if (context.arguments().play == Play::misere)
    return context.finish(context.fail(Error::input("a Grundy value is a notion of normal play")));
  const Attempt<const Rule*> rule = context.session().game(context.arguments().sums[0], context.budget());
  context.show_warnings();
  if (!rule) return context.finish(context.fail(rule.error()));
  const Arguments& arguments = context.arguments();
  ProveOptions options;
  if (!arguments.upto.empty()) {
    const std::optional<Natural> upto = Natural::parse(arguments.upto);
    if (!upto) {
      return context.finish(context.fail(
          Error::input(fmt::format("--upto takes a natural number such as 20, not '{}'", arguments.upto))));
    }
    options.upto = upto->to_uint64().value_or(UINT64_MAX);
  }
  options.checkpoint = arguments.checkpoint;
  const Attempt<Theorem> theorem = !arguments.formula
                                       ? prove(**rule, options, context.budget())
                                       : prove_claim(**rule, *arguments.formula, options, context.budget());
  if (!theorem) return context.finish(context.fail(theorem.error()));
  const bool proved = theorem->status == Theorem::Status::proved;
  context.print(arguments.json ? to_json(*theorem) : arguments.latex && proved ? latex(*theorem) : to_text(*theorem));
  if (arguments.out.empty()) return context.finish(proved ? kAnswered : kNotKnown);
  // The theorem goes to standard output, the certificate to the file.
  if (!proved) {
    context.leave_out();
    return context.finish(kNotKnown);
  }
  const Attempt<std::string> certificate = certificate_of(*theorem, context.budget());
  if (!certificate) return context.finish(context.fail(certificate.error()));
  if (!context.flush()) {
    context.leave_out();
    return context.finish(kWrongInput);
  }
  context.print(*certificate);
  return context.finish(kAnswered);
}

}  // namespace grundy::cli
