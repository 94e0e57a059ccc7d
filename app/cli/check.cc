// grundy check FILE: re-checks the certificates of a file, by isl or by an SMT solver, and answers
// moves by them.
#include <fmt/format.h>

#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct CheckOptions {
  std::string file;
  std::string solver;  // z3 or cvc5; empty: isl decides
  bool verified = false;
  bool latex = false;
  bool bibtex = false;
  std::vector<std::string> explain;  // moves, one after another
};

/// Plays these moves, each answered by what the certificate says.
int explain(const CheckOptions& options, Context& context) {
  face::Result<face::Match> match = context.face().play_by(options.file);
  if (!match) return context.finish(match.error());
  const auto fail = [&](const face::Error& error) {
    context.flush();  // the moves so far stay
    return context.finish(error);
  };
  context.print(fmt::format("{}: accepted\n", options.file));
  for (const std::string& text : options.explain) {
    const face::Result<face::Move> move = match->read(text);
    if (!move) return fail(move.error());
    context.print(fmt::format("\n{}\n", *match->describe(*move)));
    if (auto made = match->make(*move); !made) return fail(made.error());
    if (!match->over()) {
      const face::Result<face::Advice> advice = match->advise();
      if (!advice) return fail(advice.error());
      if (advice->outcome == face::Outcome::P) {
        context.print(fmt::format("  {}\n", advice->why));
        break;
      }
      context.print(
          fmt::format("  is answered by {}: {}\n", *match->describe(advice->move), advice->why));
      if (auto made = match->make(advice->move); !made) return fail(made.error());
    }
    if (match->over()) {
      context.print("  and there is no move left: who made the last one wins\n");
      break;
    }
  }
  return context.finish(kAnswered);
}

int check(const CheckOptions& options, Context& context) {
  const std::string& file = options.file;
  if (options.verified && !options.solver.empty())
    return context.finish(Error::input("--verified and --with can't be used together"));
  if (!options.explain.empty()) return explain(options, context);
  const face::Result<face::Judgement> judged =
      context.face().check_file(file, options.verified ? "grundy-verify" : options.solver);
  if (!judged) return context.finish(judged.error());
  if (context.json()) {
    context.print(judged->json(file));
  } else if (!judged->accepted) {
    context.print(fmt::format("{}:{}: {}: {}\n", file, judged->line,
                              judged->decided ? "rejected" : "undecided", judged->reason));
  } else if (options.latex || options.bibtex) {
    for (const face::Citation& citation : judged->citations)
      context.print(options.latex ? citation.latex : citation.bibtex(file));
  } else {
    const bool single = judged->certificates == 1;
    context.print(single
                      ? fmt::format("{}: accepted\n", file)
                      : fmt::format("{}: {} certificates accepted\n", file, judged->certificates));
    for (const face::Citation& citation : judged->citations)
      context.print("\n" +
                    (single ? citation.text : fmt::format("Theorem. {}\n", citation.statement)));
  }
  return context.finish(judged->accepted ? kAnswered : kNotKnown);
}

}  // namespace

Command check_command() {
  Command command("check", "re-checks a certificate that prove wrote, independently");
  const auto options = std::make_shared<CheckOptions>();
  command.argument("FILE", into(options->file), Fill::file);
  command.choice("--with", "SOLVER", "let this solver decide, z3 or cvc5, instead of isl",
                 {"z3", "cvc5"}, options->solver);
  command.flag("--verified", options->verified,
               "check it by the program that is proved correct in Coq, too");
  command.flag("--latex", options->latex, "write the accepted theorem for a paper");
  command.flag("--bibtex", options->bibtex, "write an entry for its bibliography");
  command
      .option("--explain", "MOVE",
              "answer this move by the certificate of a position; may be given again, move by move",
              into(options->explain))
      .repeats = true;
  command.example("forced.cert");
  command.example("--with z3 forced.cert");
  command.example("--verified kayles.cert");
  command.example("--latex forced.cert");
  command.example("--bibtex forced.cert");
  command.example("--explain 'cram(##.|...|...)' cram.cert", "why a move loses");
  command.exclude_each_other({"--json", "--latex", "--bibtex"},
                             "each is a form of the whole answer");
  command.exclude({"--explain"}, {"--json", "--latex", "--bibtex", "--with", "--verified"},
                  "it shows a line of play");
  command.sample = "forced.cert";
  command.own_sample = "forced.cert";
  command.run = [options](Context& context) { return check(*options, context); };
  return command;
}

}  // namespace grundy::cli
