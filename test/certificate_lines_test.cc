// A certificate of every kind, with something more at the end of each of its lines: none is
// accepted.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "check/check.h"
#include "run_program.h"

namespace grundy {
namespace {

struct ProvedGame {
  const char* kind;
  test::Words words;  // of `grundy prove`
  const char* rules = "";
};

const std::vector<ProvedGame>& one_of_each_kind() {
  static const std::vector<ProvedGame> all = {
      {"formula", {"forced"}},
      {"parametric", {"subtract[{1..k}]", "--for", "k"}},
      {"parametric", {"subtract[{1..k}]", "--for", "k", "--formula", "lost: n % (k + 1) = 0"}},
      {"outcomes", {"walk"}, "game walk(n)\n  -> walk(n - 3)\n  -> walk(n + 1)  if n >= 1\n"},
      {"periodic", {"subtract[{2, 5, 7}]"}},
      {"periodic", {"subtract[not {1, 2}]"}},
      {"heap", {"kayles"}},
      {"window", {"late"}, "game late(n) = code[4.406](n)\n"},
      {"three", {"code[0.28]"}},
      {"automatic", {"wythoff"}},
      {"automatic",
       {"nim2"},
       "game nim2(a, b)\n  -> nim2(k, b) for k < a\n  -> nim2(a, k) for k < b\n"},
      {"quotient", {"--play", "misere", "kayles"}},
      {"position", {"cram(3x4)"}},
      {"play", {"kayles(6)"}},
      {"strip", {"cram(1xn)"}},
      {"sprouts", {"sprouts(2)"}},
  };
  return all;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Texts, of which blanks and comments are no part: "rule   -> g(n - 1) # so".
bool is_text(const std::string& line) {
  for (const char* keyword : {"rule ", "lists ", "where "}) {
    if (line.starts_with(keyword)) return true;
  }
  return false;
}

TEST(CertificateLines, NothingIsLeftOverInAnyKind) {
  std::set<std::string> kinds;
  for (const ProvedGame& proved : one_of_each_kind()) {
    SCOPED_TRACE(proved.kind + (" " + proved.words[0]));
    const test::Folder folder;
    test::Words words = {"prove", "--quiet", "--out", folder.file("cert")};
    if (*proved.rules != 0) {
      std::ofstream(folder.file("rules.game")) << proved.rules;
      words.insert(words.end(), {"--rules", folder.file("rules.game")});
    }
    words.insert(words.end(), proved.words.begin(), proved.words.end());
    const test::Finished run = test::run_program(GRUNDY_PROGRAM, words, "");
    ASSERT_EQ(run.status, test::kAnswered) << run.out << run.err;
    const std::string text = test::contents(folder.file("cert"));
    ASSERT_NE(text.find(std::string("\nkind ") + proved.kind + "\n"), std::string::npos) << text;
    kinds.insert(proved.kind);
    const Budget budget;
    const Attempt<Judgement> whole = check_certificate(text, judge_by_isl, budget);
    ASSERT_TRUE(whole.ok() && whole->accepted)
        << text << (whole ? whole->reason : whole.error().message());
    const std::vector<std::string> lines = lines_of(text);
    for (size_t i = 0; i < lines.size(); ++i) {
      for (const char* more : {" 3", " ", " x", "\t"}) {
        if (is_text(lines[i]) || lines[i] == "end") continue;
        std::vector<std::string> changed = lines;
        changed[i] += more;
        const Attempt<Judgement> judgement =
            check_certificate(joined(changed), judge_by_isl, budget);
        ASSERT_TRUE(judgement.ok()) << changed[i] << ": " << judgement.error().message();
        EXPECT_FALSE(judgement->accepted) << "line " << i + 1 << ": '" << changed[i] << "'";
      }
    }
  }
  EXPECT_GE(kinds.size(), 12u);
}

}  // namespace
}  // namespace grundy
