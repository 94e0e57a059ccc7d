// grundy check FILE: re-checks the certificates of a file, by isl or by an SMT solver.
#include "check/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "check/smt.h"
#include "cli/commands.h"
#include "session/citation.h"
#include "session/json.h"

namespace grundy::cli {

namespace {

struct CheckOptions {
  std::string file;
  std::string solver;  // z3 or cvc5; empty: isl decides
  bool latex = false;
  bool bibtex = false;
};

/// The certificates of a file, which follow one another; each begins with the line that tells its version.
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

int check(const CheckOptions& options, Context& context) {
  const std::string& file = options.file;
  const Attempt<std::string> text = read_file(file, kMaxCertificateBytes);
  if (!text) return context.finish(text.error());
  const Judge judge = options.solver.empty() ? Judge(judge_by_isl) : judge_by_solver(options.solver);
  const std::vector<std::string_view> all = certificates(*text);
  Judgement judgement;
  size_t lines = 0;  // before the certificate
  for (const std::string_view one : all) {
    const Attempt<Judgement> judged = check_certificate(one, judge, context.budget());
    if (!judged) {
      // A limit that ended the check says nothing about the certificate.
      const Error& error = judged.error();
      const bool stopped = error.kind == Error::Kind::declined;
      return context.finish(stopped ? Error::ended("not decided: " + error.message()) : error);
    }
    judgement = *judged;
    if (!judgement.accepted) break;
    lines += static_cast<size_t>(std::count(one.begin(), one.end(), '\n'));
  }
  judgement.line += lines;
  std::vector<Citation> citations;
  if (judgement.accepted) {
    for (const std::string_view one : all) {
      Attempt<Citation> citation = citation_of(one, options.solver, GRUNDY_VERSION);
      if (!citation) return context.finish(citation.error());
      citations.push_back(*std::move(citation));
    }
  }
  const char* status = judgement.accepted ? "accepted" : judgement.decided ? "rejected" : "undecided";
  if (context.json()) {
    JsonWriter json;
    json.begin_object();
    json.key("file").value(file);
    json.key("status").value(status);
    json.key("line");
    if (judgement.accepted) {
      json.null().key("reason").null().key("theorems").begin_array();
      for (const Citation& citation : citations) {
        json.begin_object();
        add_citation(json, citation);
        json.end_object();
      }
      json.end_array();
    } else {
      json.value(uint64_t{judgement.line}).key("reason").value(judgement.reason);
    }
    context.print(json.end_object().take() + "\n");
  } else if (judgement.accepted && (options.latex || options.bibtex)) {
    for (const Citation& citation : citations)
      context.print(options.latex ? citation_latex(citation) : citation_bibtex(citation, file));
  } else if (judgement.accepted) {
    context.print(all.size() == 1 ? fmt::format("{}: accepted\n", file)
                                  : fmt::format("{}: {} certificates accepted\n", file, all.size()));
    for (const Citation& citation : citations)
      context.print("\n" +
                    (all.size() == 1 ? citation_text(citation) : fmt::format("Theorem. {}\n", citation.statement)));
  } else {
    context.print(fmt::format("{}:{}: {}: {}\n", file, judgement.line, status, judgement.reason));
  }
  return context.finish(judgement.accepted ? kAnswered : kNotKnown);
}

}  // namespace

Command check_command() {
  Command command("check", "re-checks a certificate that prove wrote, independently");
  const auto options = std::make_shared<CheckOptions>();
  command.argument("FILE", into(options->file), Fill::file);
  command.choice("--with", "SOLVER", "let this solver decide, z3 or cvc5, instead of isl", {"z3", "cvc5"},
                 options->solver);
  command.flag("--latex", options->latex, "write the accepted theorem for a paper");
  command.flag("--bibtex", options->bibtex, "write an entry for its bibliography");
  command.example("forced.cert");
  command.example("--with z3 forced.cert");
  command.example("--latex forced.cert");
  command.example("--bibtex forced.cert");
  command.sample = "forced.cert";
  command.own_sample = "forced.cert";
  command.run = [options](Context& context) { return check(*options, context); };
  return command;
}

}  // namespace grundy::cli
