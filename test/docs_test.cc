// Runs the commands that the documents show and compares what they print.
//
//   docs_test ROOT PROGRAM DOCUMENT...     docs_test --self-test
//
// In a block fenced as ```console a line "$ command" is a command and the lines up to the next one
// are what it must print, on standard output and standard error together. A line "…" stands for any
// lines, "…" within a line for any text, and a last line "[exit 2]" for the exit status, which is 0
// otherwise. A command that ends in "\" goes on in the next line, which may begin with "> ". Every
// document is run in a temporary directory of its own with a copy of ROOT, where `./dev run` is
// PROGRAM (as is `grundy`); what a command writes, wherever below, is there for the commands after
// it and vanishes at the end. Commands that would fetch or build the project are shown only: ./dev
// test and its like, git, cd, sudo, cmake.
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

constexpr std::string_view kAny = "…";

struct Example {
  size_t line = 0;  // of the command in its document, from 1
  std::string command;
  Lines expected;
  int status = 0;
};

/// Whether `text` is `pattern` with each "…" replaced by some text.
bool line_matches(std::string_view pattern, std::string_view text) {
  const size_t first = pattern.find(kAny);
  if (first == std::string_view::npos) return pattern == text;
  if (text.substr(0, first) != pattern.substr(0, first)) return false;
  text.remove_prefix(first);
  pattern.remove_prefix(first + kAny.size());
  // The leftmost place of each piece leaves the most for the rest; the last piece must stand at the
  // end.
  for (size_t next; (next = pattern.find(kAny)) != std::string_view::npos;
       pattern.remove_prefix(next + kAny.size())) {
    const size_t place = text.find(pattern.substr(0, next));
    if (place == std::string_view::npos) return false;
    text.remove_prefix(place + next);
  }
  return text.size() >= pattern.size() && text.substr(text.size() - pattern.size()) == pattern;
}

/// Whether `output` is `expected` with each line "…" replaced by some lines.
bool lines_match(const Lines& expected, const Lines& output) {
  // reachable[j]: the expected lines so far can stand for the first j lines of the output.
  std::vector<bool> reachable(output.size() + 1, false);
  reachable[0] = true;
  for (const std::string& pattern : expected) {
    std::vector<bool> next(output.size() + 1, false);
    for (size_t j = 0; j <= output.size(); ++j) {
      if (pattern == kAny) {
        next[j] = reachable[j] || (j > 0 && next[j - 1]);
      } else {
        next[j] = j > 0 && reachable[j - 1] && line_matches(pattern, output[j - 1]);
      }
    }
    reachable = std::move(next);
  }
  return reachable[output.size()];
}

Lines split_lines(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Example> read_examples(const Lines& document) {
  std::vector<Example> examples;
  bool inside = false;
  bool continued = false;
  size_t number = 0;
  for (std::string line : document) {
    ++number;
    if (line.starts_with("```")) {
      inside = !inside && line == "```console";
      continued = false;
    } else if (inside && continued) {
      if (line.starts_with("> ")) line.erase(0, 2);
      examples.back().command += "\n" + line;
      continued = line.ends_with("\\");
    } else if (inside && line.starts_with("$ ")) {
      examples.push_back({number, line.substr(2), {}, 0});
      continued = line.ends_with("\\");
    } else if (inside && !examples.empty()) {
      examples.back().expected.push_back(line);
    }
  }
  for (Example& example : examples) {
    if (!example.expected.empty() && example.expected.back().starts_with("[exit ")) {
      example.status = std::atoi(example.expected.back().c_str() + 6);
      example.expected.pop_back();
    }
  }
  return examples;
}

bool is_shown_only(const std::string& command) {
  for (const char* start : {"./dev test", "./dev bench", "./dev fuzz", "./dev lint", "./dev format",
                            "git ", "cd ", "sudo ", "cmake "}) {
    if (command.starts_with(start)) return true;
  }
  return false;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// The directory a document is run in; removed with all it holds in the end.
class Sandbox {
 public:
  Sandbox(const fs::path& root, const fs::path& program) {
    std::string name = (fs::temp_directory_path() / "grundy-docs-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw std::runtime_error("no temporary directory can be made");
    place_ = name;
    for (const fs::directory_entry& entry : fs::directory_iterator(root)) {
      const fs::path file = entry.path().filename();
      if (file != "dev" && file != "build" && file != ".git")
        fs::copy(entry.path(), place_ / file,
                 fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    }
    fs::create_directory(place_ / ".bin");
    fs::create_symlink(program, place_ / ".bin" / "grundy");
    std::ofstream(place_ / "dev") << "#!/bin/sh\nif [ \"$1\" = run ]; then shift; exec "
                                  << quoted(program.string()) << " \"$@\"; fi\nexec "
                                  << quoted((root / "dev").string()) << " \"$@\"\n";
    fs::permissions(place_ / "dev", fs::perms::owner_all);
  }
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;
  ~Sandbox() {
    std::error_code ignored;
    fs::remove_all(place_, ignored);
  }

  /// Runs a command and gives its status and what it printed.
  int run(const std::string& command, std::string& output) const {
    const std::string script = "cd " + quoted(place_.string()) +
                               " && PATH=\"$PWD/.bin:$PATH\" && export PATH && exec 2>&1 && " +
                               "exec timeout 120 sh -c " + quoted(command) + " </dev/null";
    FILE* pipe = popen(script.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("no shell can be started");
    char buffer[4096];
    for (size_t got; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
      output.append(buffer, got);
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  fs::path place_;
};

void print(const char* title, const Lines& lines, int status) {
  std::cout << title << '\n';
  for (const std::string& line : lines) std::cout << "    " << line << '\n';
  if (status != 0) std::cout << "    [exit " << status << "]\n";
}

/// Runs what one document shows; returns the number of examples that print something else, and adds
/// to `run`.
int check_document(const fs::path& root, const fs::path& program, const fs::path& file, int& run) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  const Sandbox sandbox(root, program);
  int failures = 0;
  for (const Example& example : read_examples(split_lines(text.str()))) {
    if (is_shown_only(example.command)) continue;
    ++run;
    std::string printed;
    const int status = sandbox.run(example.command, printed);
    const Lines output = split_lines(printed);
    if (status == example.status && lines_match(example.expected, output)) continue;
    ++failures;
    std::cout << file.string() << ':' << example.line << ": $ " << example.command << '\n';
    print("  shown:", example.expected, example.status);
    print("  printed:", output, status);
  }
  return failures;
}

/// The reading and comparing on small cases, most of which must not match.
int self_test() {
  int failures = 0;
  const auto expect = [&failures](bool right, const char* what) {
    if (!right) {
      std::cout << "docs_test: " << what << '\n';
      ++failures;
    }
  };
  expect(line_matches("a b", "a b"), "equal lines");
  expect(!line_matches("a b", "a b "), "a space at the end");
  expect(!line_matches("", "a") && !line_matches("a", ""), "an empty line");
  expect(line_matches("in … s", "in 0.4 s") && !line_matches("in … s", "in 0.4 ms!"),
         "text within a line");
  expect(line_matches("…ab…b", "abxb") && !line_matches("…ab…b", "ab"), "pieces that overlap");
  expect(line_matches("a…", "a") && !line_matches("a…", "ba"), "the start of a line");
  expect(lines_match({}, {}) && !lines_match({}, {""}) && !lines_match({"a"}, {}), "no lines");
  expect(lines_match({"a", "…", "d"}, {"a", "b", "c", "d"}) &&
             lines_match({"a", "…", "d"}, {"a", "d"}),
         "lines left out");
  expect(!lines_match({"a", "…", "d"}, {"a", "b", "d", "e"}) && !lines_match({"…", "a"}, {"b"}),
         "wrong lines beside those left out");
  expect(!lines_match({"a", "b"}, {"b", "a"}) && !lines_match({"a"}, {"a", "a"}),
         "order and number of lines");

  const std::vector<Example> examples =
      read_examples({"text", "$ no", "```sh", "$ no", "```", "```console", "$ one \\", "> two",
                     "out", "[exit 2]", "$ three", "```", "$ no"});
  expect(examples.size() == 2, "commands of console blocks only");
  if (examples.size() == 2) {
    expect(examples[0].command == "one \\\ntwo" && examples[0].expected == Lines{"out"} &&
               examples[0].status == 2,
           "a long command");
    expect(examples[0].line == 7 && examples[1].line == 11, "the lines of commands");
    expect(
        examples[1].command == "three" && examples[1].expected.empty() && examples[1].status == 0,
        "a silent command");
  }
  expect(is_shown_only("./dev test -R x") && !is_shown_only("./dev run test"), "what is not run");
  return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 1 && arguments[0] == "--self-test") return self_test();
  if (arguments.size() < 2) {
    std::cerr << "docs_test ROOT PROGRAM DOCUMENT...\n";
    return 2;
  }
  int run = 0;
  int failures = 0;
  for (size_t i = 2; i < arguments.size(); ++i)
    failures += check_document(arguments[0], arguments[1], arguments[i], run);
  std::cout << run << " commands run, " << failures << " printed something else than shown\n";
  return run > 0 && failures == 0 ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "docs_test: " << error.what() << '\n';
  return 3;
}
