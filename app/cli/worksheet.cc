// grundy worksheet SUM: a page for pupils, and a second one with the answers.
//
// The answers go to FILE-answers.svg beside FILE.svg. With --pdf both become the pages of one PDF
// by rsvg-convert, where that is installed.

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct WorksheetOptions {
  std::string sum;
  std::string out;
  bool pdf = false;
};

/// Joins the pages by rsvg-convert; false when it is not there or fails.
bool to_pdf(const std::vector<std::string>& pages, const std::string& file) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    std::vector<std::string> words = {"rsvg-convert", "-f", "pdf", "-o", file};
    words.insert(words.end(), pages.begin(), pages.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Attempt<void> run(const WorksheetOptions& options, Context& context) {
  if (!options.out.ends_with(".svg"))
    return Error::input("a worksheet goes to a picture: --out FILE.svg");
  const face::Result<face::Worksheet> pages = context.face().worksheet(options.sum);
  context.show_warnings();
  if (!pages) return face::inner(pages.error());
  const std::string stem = options.out.substr(0, options.out.size() - 4);
  const std::vector<std::string> files = {options.out, stem + "-answers.svg"};
  for (const bool answers : {false, true}) {
    auto written = write_file(files[answers ? 1 : 0], answers ? pages->answers : pages->questions);
    if (!written) return written;
  }
  std::string text = fmt::format("{}: for the pupils\n{}: the answers\n", files[0], files[1]);
  if (options.pdf) {
    if (!to_pdf(files, stem + ".pdf"))
      return Error::ended(
          "the pictures are written; a PDF is made by rsvg-convert, which is not installed");
    text += fmt::format("{}.pdf: both pages\n", stem);
  }
  context.print(text);
  return {};
}

int worksheet(const WorksheetOptions& options, Context& context) {
  context.allow_saving();
  if (auto done = run(options, context); !done) return context.finish(done.error());
  return context.finish(kAnswered);
}

}  // namespace

Command worksheet_command() {
  Command command("worksheet", "a page for pupils about a position, and the answers");
  const auto options = std::make_shared<WorksheetOptions>();
  command.argument("SUM", into(options->sum), Fill::game);
  command.option("--out", "FILE",
                 "write the page to this file, FILE.svg, and the answers beside it",
                 into(options->out), Fill::file);
  command.flag("--pdf", options->pdf, "make a PDF of both pages too, by rsvg-convert");
  command.refuse("--json", "a worksheet is a picture; `grundy solve --json` has the numbers");
  command.example("'nim{3, 5, 6}' --out sheet.svg");
  command.example("'kayles(7) + nim(3)' --out sheet.svg --pdf");
  command.sample = "'nim{3, 5, 6}' --out sheet.svg";
  command.own_sample = "'mygame(2, 1)' --out sheet.svg";
  command.run = [options](Context& context) { return worksheet(*options, context); };
  return command;
}

}  // namespace grundy::cli
