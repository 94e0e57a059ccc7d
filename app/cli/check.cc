// grundy check FILE: re-checks a certificate.
#include "check/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "check/smt.h"
#include "cli/command.h"
#include "cli/json.h"

namespace grundy::cli {

namespace {

/// The certificates of a file, one after another; each begins with the line that tells its version.
std::vector<std::string_view> certificates(std::string_view text) {
  constexpr std::string_view kBegin = "\ngrundy-certificate ";
  std::vector<std::string_view> result;
  while (true) {
    const size_t next = text.find(kBegin);
    result.push_back(text.substr(0, next == std::string_view::npos ? next : next + 1));
    if (next == std::string_view::npos) return result;
    text.remove_prefix(next + 1);
  }
}

}  // namespace

int check(Context& context) {
  const Arguments& arguments = context.arguments();
  const std::string& file = arguments.sums[0];
  const Attempt<std::string> text = read_file(file, kMaxCertificateBytes);
  if (!text) return context.finish(context.fail(text.error()));
  const Judge judge = arguments.with.empty() ? Judge(judge_by_isl) : judge_by_solver(arguments.with);
  const std::vector<std::string_view> all = certificates(*text);
  Judgement judgement;
  size_t lines = 0;  // before the certificate
  for (const std::string_view one : all) {
    const Attempt<Judgement> judged = check_certificate(one, judge, context.budget());
    if (!judged) {
      // Whatever stopped it says nothing about the certificate.
      const Error& error = judged.error();
      const bool stopped = error.kind == Error::Kind::declined;
      return context.finish(context.fail(stopped ? Error::ended("not decided: " + error.message()) : error));
    }
    judgement = *judged;
    if (!judgement.accepted) break;
    lines += static_cast<size_t>(std::count(one.begin(), one.end(), '\n'));
  }
  judgement.line += lines;
  const char* status = judgement.accepted ? "accepted" : judgement.decided ? "rejected" : "undecided";
  if (arguments.json) {
    JsonWriter json;
    json.begin_object();
    json.key("file").value(file);
    json.key("status").value(status);
    json.key("line");
    if (judgement.accepted) {
      json.null().key("reason").null();
    } else {
      json.value(uint64_t{judgement.line}).key("reason").value(judgement.reason);
    }
    context.print(json.end_object().take() + "\n");
  } else if (judgement.accepted) {
    context.print(all.size() == 1 ? fmt::format("{}: accepted\n", file)
                                  : fmt::format("{}: {} certificates accepted\n", file, all.size()));
  } else {
    context.print(fmt::format("{}:{}: {}: {}\n", file, judgement.line, status, judgement.reason));
  }
  return context.finish(judgement.accepted ? kAnswered : kNotKnown);
}

}  // namespace grundy::cli
