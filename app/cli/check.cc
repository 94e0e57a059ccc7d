// grundy check FILE: re-checks the certificates of a file, by isl or by an SMT solver.
#include <fmt/format.h>

#include "base/file.h"
#include "cli/commands.h"
#include "session/judged.h"

namespace grundy::cli {
namespace {

struct CheckOptions {
  std::string file;
  std::string solver;  // z3 or cvc5; empty: isl decides
  bool latex = false;
  bool bibtex = false;
};

int check(const CheckOptions& options, Context& context) {
  const std::string& file = options.file;
  const Attempt<std::string> text = read_file(file, kMaxCertificateBytes);
  if (!text) return context.finish(text.error());
  const Attempt<JudgedTheorems> judged = judge_theorems(*text, options.solver, GRUNDY_VERSION, context.budget());
  if (!judged) return context.finish(judged.error());
  const Judgement& judgement = judged->judgement;
  const std::vector<Citation>& citations = judged->citations;
  if (context.json()) {
    context.print(to_json(*judged, file));
  } else if (judgement.accepted && (options.latex || options.bibtex)) {
    for (const Citation& citation : citations)
      context.print(options.latex ? citation_latex(citation) : citation_bibtex(citation, file));
  } else if (judgement.accepted) {
    context.print(judged->certificates == 1
                      ? fmt::format("{}: accepted\n", file)
                      : fmt::format("{}: {} certificates accepted\n", file, judged->certificates));
    for (const Citation& citation : citations)
      context.print("\n" + (judged->certificates == 1 ? citation_text(citation)
                                                      : fmt::format("Theorem. {}\n", citation.statement)));
  } else {
    context.print(fmt::format("{}:{}: {}: {}\n", file, judgement.line, status_text(judgement), judgement.reason));
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
