// grundy check FILE: re-checks a certificate.
#include "proof/check.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/json.h"
#include "proof/smt.h"
#include "rule/rulebook.h"

namespace grundy::cli {

int check(Context& context) {
  const Arguments& arguments = context.arguments();
  const std::string& file = arguments.sums[0];
  const Result<std::string> text = read_file(file, kMaxCertificateBytes);
  if (!text) return context.finish(context.fail(text.error()));
  const Judge judge = arguments.with.empty() ? Judge(judge_by_isl) : judge_by_solver(arguments.with);
  const Result<Judgement> judgement = check_certificate(*text, judge, context.budget());
  if (!judgement) {
    // Whatever stopped it says nothing about the certificate.
    const Error& error = judgement.error();
    const bool stopped = error.kind == Error::Kind::declined;
    return context.finish(context.fail(stopped ? Error::declined("not decided: " + error.message()) : error));
  }
  const char* status = judgement->accepted ? "accepted" : judgement->decided ? "rejected" : "undecided";
  if (arguments.json) {
    JsonWriter json;
    json.begin_object();
    json.key("file").value(file);
    json.key("status").value(status);
    json.key("line");
    if (judgement->accepted) {
      json.null().key("reason").null();
    } else {
      json.value(uint64_t{judgement->line}).key("reason").value(judgement->reason);
    }
    context.print(json.end_object().take() + "\n");
  } else if (judgement->accepted) {
    context.print(fmt::format("{}: accepted\n", file));
  } else {
    context.print(fmt::format("{}:{}: {}: {}\n", file, judgement->line, status, judgement->reason));
  }
  return context.finish(judgement->accepted ? kAnswered : kNotKnown);
}

}  // namespace grundy::cli
