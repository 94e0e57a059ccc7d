// All commands × all their options × all their options: two options given together are both obeyed,
// or the program refuses them with a sentence. The rows below name, for each option of each
// command, a value with which it changes what comes out; an option without a row fails the test.
//
// "Obeyed" is seen from outside: with both options something else comes out than with either alone.
// For a pair it is enough that this is so on one of the command's samples.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "cli/commands.h"
#include "run_program.h"

namespace grundy {
namespace {

using test::Words;

/// A file's name in a value: it is made in a folder of its own.
constexpr std::string_view kFile = "@";

struct OptionRow {
  std::string name;
  std::string value = "";  // empty: a flag
};
struct CommandRow {
  std::string name;
  std::vector<Words> samples;  // arguments, and options without which the command does nothing
  std::vector<OptionRow> options;
  std::string input = "";  // that is typed
};

const std::string kConjectures = std::string(GRUNDY_SOURCE_DIR) + "/test/language/conjectures.game";
// Right at small heaps of nim only.
const std::string kFarFlaw = "n - n/100001";
const std::string kFarLiar = "awk '{print ($1 < 200 && $1 > 0) ? \"First\" : \"Second\"}'";
const std::string kCautious = "doubtful(1000000000000000)";

const std::vector<CommandRow>& table_of_options() {
  static const std::vector<CommandRow> rows = {
      {"solve",
       {{"nim{3, 3, 3}"},
        {"nim{1, 2, 3}"},
        {"cram(1x3)"},
        {"cram(1x5)"},
        {"--memory-limit", "32MiB", "--rules", kConjectures, kCautious + " + nim{1}"},
        {"--memory-limit", "32MiB", "--rules", kConjectures, kCautious + " + nim{5, 6, 7}"}},
       {{"--play", "misere"},
        {"--moves", "2"},
        {"--outcome"},
        {"--plan"},
        {"--count"},
        {"--least", "n"},
        {"--greatest", "n"},
        {"--batch", "@lines"},
        {"--replies"},
        {"--conjectures"},
        {"--draw", "@picture.svg"},
        {"--store", "@parts"},
        {"--json"}}},
      {"value",
       {{"kayles(10) + nim(3)"},
        {"cram(3x4)"},
        {"--memory-limit", "32MiB", "--rules", kConjectures, kCautious}},
       {{"--batch", "@lines"},
        {"--conjectures"},
        {"--play", "misere"},
        {"--store", "@parts"},
        {"--json"}}},
      {"equal",
       {{"kayles(3)", "nim(3)"}, {"cram(3x4)", "nim(0)"}},
       {{"--batch", "@pairs"}, {"--play", "misere"}, {"--store", "@parts"}, {"--json"}}},
      {"count",
       {{"kayles", "--upto", "20"}, {"kayles"}},
       {{"--upto", "30"},
        {"--box", "n=3..9"},
        {"--where", "value = 1"},
        {"--weight", "2*n"},
        {"--histogram"},
        {"--tuples", "3"},
        {"--nim-sum", "1"},
        {"--mod", "5"},
        {"--json"}}},
      {"stress",
       {{"nim", "--formula", kFarFlaw},
        {"nim", "--limits", "n <= 10^9", "--formula", kFarFlaw},
        {"nim", "--against", kFarLiar},
        {"nim", "--limits", "n <= 10^9", "--against", kFarLiar}},
       {{"--limits", "n <= 10^12"},
        {"--answers", "First,Second"},
        {"--seed", "7"},
        {"--formula", "n % 2"},
        {"--against", "true"},
        {"--count", "7"},
        {"--json"}}},
      {"generate",
       {{"nim"}, {"nim", "--limits", "n <= 10^9"}},
       {{"--limits", "n <= 1000"},
        {"--answers", "First,Second"},
        {"--seed", "7"},
        {"--count", "7"},
        {"--cases", "2"},
        {"--out", "@tests"},
        {"--json"}}},
      {"dataset",
       {{"--games", "nim", "--count", "20"}, {"--games", "kayles", "--count", "20"}},
       {{"--games", "nim, kayles"},
        {"--count", "30"},
        {"--seed", "2"},
        {"--upto", "7"},
        {"--parts", "3"},
        {"--out", "@lines.jsonl"}}},
      {"table",
       {{"wythoff"},
        {"kayles"},
        {"--memory-limit", "32MiB", "--rules", kConjectures, "doubtful", "--box",
         "n=1000000000000000..1000000000000003"}},
       {{"--upto", "4"},
        {"--box", "a=0..3,b=0..2"},
        {"--format", "csv"},
        {"--format", "json"},
        {"--format", "bfile"},
        {"--format", "latex"},
        {"--format", "svg"},
        {"--format", "packed"},
        {"--where", "value = 0"},
        {"--up-to-symmetry"},
        {"--pieces"},
        {"--column", "a"},
        {"--conjectures"},
        {"--play", "misere"},
        {"--genus"},
        {"--what", "remoteness"},
        {"--what", "suspense"},
        {"--title", "A title"},
        {"--no-title"},
        {"--origin", "below"},
        {"--steps"},
        {"--grey"},
        {"--out", "@table"},
        {"--json"}}},
      {"sequence",
       {{"kayles", "--upto", "300"}, {"kayles"}},
       {{"--upto", "400"},
        {"--checkpoint", "@folder"},
        {"--format", "bfile"},
        {"--out", "@values"},
        {"--json"}}},
      {"prove",
       {{"forced"},
        {"wythoff"},
        {"kayles"},
        {"subtract[{1..k}]", "--for", "k"},
        {"subtract[{1..k}]"},
        {"bounded"},
        {"code[4.3[3]]"}},
       {{"--upto", "100"},
        {"--formula", "lost: n % 3 = 0"},
        {"--formula", "n % (K + 1)"},
        {"--claim", "g(n) <= n"},
        {"--for", "k"},
        {"--where", "a <= b"},
        {"--where", "k >= 2"},
        {"--latex"},
        {"--dot"},
        {"--svg"},
        {"--export", "walnut"},
        {"--effort", "2"},
        {"--checkpoint", "@folder"},
        {"--out", "@certificate"},
        {"--play", "misere"},
        {"--json"}}},
      {"check",
       {{"CERTIFICATE"}},
       {{"--with", "z3"},
        {"--verified"},
        {"--latex"},
        {"--bibtex"},
        {"--explain", "king(0, 0)"},
        {"--json"}}},
      {"play",
       // So many moves that two random ones hardly ever agree.
       {{"kayles(300)"}, {"cram(3x3)"}},
       {{"--play", "misere"},
        {"--strength", "random"},
        {"--seed", "7"},
        {"--guess"},
        {"--store", "@parts"},
        {"--certificate", "CERTIFICATE"}},
       "machine\nmoves\nhint\nmachine\n"},
      {"worksheet",
       {{"nim{3, 5, 6}"}, {"nim{3, 5, 6}", "--out", "@sheet.svg"}},
       {{"--out", "@page.svg"}, {"--pdf"}}},
      {"games", {{"clobber"}, {}}, {{"--facts"}, {"--json"}}},
      {"theorems", {{"divisors"}}, {{"--json"}}},
      {"code", {{"0.3F"}}, {{"--normalise"}, {"--heap", "9"}, {"--moves", "2"}, {"--json"}}},
      {"quotient", {{"kayles"}}, {{"--upto", "5"}, {"--latex"}, {"--svg"}, {"--json"}}},
      {"catalogue show",
       {{"--file", "CATALOGUE"}, {"0.07", "--file", "CATALOGUE"}},
       {{"--status", "open"}, {"--play", "misere"}, {"--file", "CATALOGUE"}, {"--json"}}},
      {"catalogue export",
       {{"--file", "CATALOGUE"}},
       {{"--format", "markdown"},
        {"--status", "open"},
        {"--play", "misere"},
        {"--out", "@games"},
        {"--columns", "code"},
        {"--file", "CATALOGUE"}}},
      {"catalogue certificate",
       {{"--file", "CATALOGUE"}, {"0.07", "--file", "CATALOGUE"}},
       {{"--play", "misere"}, {"--out", "@certificates"}, {"--file", "CATALOGUE"}}},
      {"catalogue classes", {{"--file", "CATALOGUE"}}, {{"--file", "CATALOGUE"}, {"--json"}}},
      {"catalogue compare",
       {{"0.07", "0.77", "--file", "CATALOGUE"}, {"0.07", "0.7", "--file", "CATALOGUE"}},
       {{"--upto", "0"}, {"--file", "CATALOGUE"}, {"--json"}}},
  };
  return rows;
}

/// Options of every command about limits, threads and what is said on the way, which change no
/// answer; and commands that only run for long, or talk to a browser, with the reason why they are
/// not walked.
const std::map<std::string, std::string> kNotWalked = {
    {"serve", "it answers a browser until it is stopped"},
    {"mcp", "it answers messages until its input ends; mcp_test.cc has its options"},
    {"contest", "it has no options of its own"},
    {"completion", "it has no options"},
    {"man", "it has no options"},
    {"help", "it has no options"},
    {"catalogue run", "it works until its time is over; catalogue_test.cc has its options"},
    {"catalogue merge",
     "it needs catalogues that were made apart; catalogue_test.cc has its options"},
};
const std::vector<std::string> kOfEveryCommand = {"--rules",   "--time-limit", "--memory-limit",
                                                  "--threads", "--quiet",      "--stats"};

/// What comes out of a run: how it ended, what it says, and the files that it leaves.
struct Seen {
  int status = 0;
  std::string out, err;
  std::map<std::string, std::string> files;
  friend bool operator==(const Seen&, const Seen&) = default;

  /// Refused with a sentence; a crash, or silence, is none.
  bool refused() const {
    const std::string& said = err.empty() ? out : err;
    return (status == test::kWrongInput || status == test::kNotKnown) &&
           said.find("error") != std::string::npos;
  }
  /// A solver, or the verified checker, is not installed.
  bool is_without_a_program() const { return err.find("' is not there; ") != std::string::npos; }
};

class Walk {
 public:
  explicit Walk(const CommandRow& row) : row_(row) {
    std::ofstream(folder_.file("lines")) << "";
    certificate_ = folder_.file("law.cert");
    catalogue_ = folder_.file("games.sqlite");
    if (row.name == "check") run_words({"prove", "--quiet", "--out", certificate_, "king"});
    if (row.name == "play") run_words({"prove", "--quiet", "--out", certificate_, "cram(3x3)"});
    if (row.name.starts_with("catalogue")) {
      const Words run = {"catalogue", "run", "--quiet", "--file", catalogue_, "--codes"};
      for (Words more :
           {Words{"0.07 0.7 0.77 4.7", "--upto", "2000"}, Words{"0.7 0.77", "--play", "misere"}}) {
        more.insert(more.begin(), run.begin(), run.end());
        run_words(more);
      }
    }
  }

  /// With these options; --batch takes the arguments of the sample as a line of its file.
  const Seen& seen(size_t sample, const std::vector<const OptionRow*>& options) {
    std::string key = std::to_string(sample);
    for (const OptionRow* one : options) key += fmt::format(" {} {}", one->name, one->value);
    const auto [at, fresh] = known_.try_emplace(key);
    if (fresh) at->second = run(row_.samples[sample], options);
    return at->second;
  }

  /// Empty if some sample shows that the option is obeyed beside these others, or refuses it.
  std::string flaw_beside(const OptionRow& one, const std::vector<const OptionRow*>& others) {
    for (size_t sample = 0; sample < row_.samples.size(); ++sample) {
      std::vector<const OptionRow*> all = others;
      all.push_back(&one);
      const Seen& with = seen(sample, all);
      if ((with.refused() && with.status == test::kWrongInput) || with != seen(sample, others))
        return "";
    }
    return "it is dropped";
  }

  /// Empty if some sample shows that both are obeyed or refuses them; else what happened.
  std::string flaw(const OptionRow& one, const OptionRow& other) {
    std::string flaw = "neither has an effect on any sample";
    for (size_t sample = 0; sample < row_.samples.size(); ++sample) {
      const auto with = [&](const std::vector<const OptionRow*>& options) {
        return seen(sample, options);
      };
      const Seen both = with({&one, &other});
      if (both.refused() && (both.status == test::kWrongInput || both.is_without_a_program()))
        return "";
      if (!both.refused() && both.status > test::kWrongInput)
        return fmt::format("status {}: {}", both.status, both.err);
      const bool first = both != with({&other}), second = both != with({&one});
      if (first && second) return "";
      if (first || second)
        flaw = fmt::format("{} is dropped: {}", first ? other.name : one.name,
                           fmt::join(row_.samples[sample], " "));
    }
    return flaw;
  }

 private:
  static Seen run_words(const Words& words, const std::string& input = "") {
    const test::Finished run = test::run_program(GRUNDY_PROGRAM, words, input);
    return {run.status, run.out, run.err, {}};
  }

  Seen run(const Words& sample, const std::vector<const OptionRow*>& options) {
    const test::Folder folder;
    const auto placed = [&](const std::string& word) {
      if (word == "CERTIFICATE") return certificate_;
      if (word == "CATALOGUE") return catalogue_;
      return word.starts_with(kFile) ? folder.file(word.substr(1)) : word;
    };
    Words words;
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = row_.name.find(' ', begin);
      words.push_back(row_.name.substr(begin, end - begin));
    }
    Words own = sample;
    const auto is_batch = [](const OptionRow* one) { return one->name == "--batch"; };
    if (std::any_of(options.begin(), options.end(), is_batch)) {
      std::string line;
      while (!own.empty() && (own.size() < 2 || !own[own.size() - 2].starts_with("--"))) {
        line = own.back() + (line.empty() ? "" : " = ") + line;
        own.pop_back();
      }
      for (const char* name : {"lines", "pairs"}) std::ofstream(folder.file(name)) << line << "\n";
    }
    for (const std::string& word : own) words.push_back(placed(word));
    for (const OptionRow* one : options) {
      words.push_back(one->name);
      if (!one->value.empty()) words.push_back(placed(one->value));
    }
    words.push_back("--quiet");
    Seen result = run_words(words, row_.input);
    for (std::string* text : {&result.out, &result.err}) {
      for (size_t at; (at = text->find(folder.path())) != std::string::npos;)
        text->replace(at, folder.path().size(), "");
      static const std::regex kSeconds("\"seconds\": [-+.e0-9]+");
      *text = std::regex_replace(*text, kSeconds, "");
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
      if (!entry.is_regular_file()) continue;
      const std::string name = entry.path().filename().string();
      if (name == "lines" || name == "pairs") continue;
      const bool is_text = name.find("parts") == std::string::npos;  // a store is a database
      result.files[name] = is_text ? test::contents(entry.path().string()) : "";
    }
    return result;
  }

  const CommandRow& row_;
  test::Folder folder_;
  std::string certificate_, catalogue_;
  std::map<std::string, Seen> known_;
};

std::string name_of(const OptionRow& option) {
  return option.name + (option.value.empty() ? "" : " " + option.value);
}

class Options : public testing::TestWithParam<size_t> {};

TEST_P(Options, AreObeyedOrRefusedInPairs) {
  const CommandRow& row = table_of_options()[GetParam()];
  Walk walk(row);
  for (size_t i = 0; i < row.options.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const OptionRow& one = row.options[i];
      const OptionRow& other = row.options[j];
      // They ask the same.
      if (one.name == other.name || (one.value == "json" && other.name == "--json") ||
          (other.value == "json" && one.name == "--json"))
        continue;
      // More effort shows only where nothing is found without it.
      const auto shows_law = [](const OptionRow& option) {
        return option.name == "--dot" || option.name == "--svg" || option.name == "--export" ||
               option.name == "--out";
      };
      if ((one.name == "--effort" && shows_law(other)) ||
          (other.name == "--effort" && shows_law(one)))
        continue;
      EXPECT_EQ(walk.flaw(other, one), "")
          << row.name << " " << name_of(other) << " " << name_of(one);
    }
  }
}

// What is obeyed for a single sum in words is obeyed in batches and in misère play, and in their
// JSON, too.
TEST_P(Options, AreObeyedOrRefusedInTheJsonOfBatchesAndMiserePlay) {
  const CommandRow& row = table_of_options()[GetParam()];
  Walk walk(row);
  const auto row_of = [&](const std::string& name, const std::string& value) -> const OptionRow* {
    const auto at = std::find_if(row.options.begin(), row.options.end(), [&](const OptionRow& one) {
      return one.name == name && (value.empty() || one.value == value);
    });
    return at == row.options.end() ? nullptr : &*at;
  };
  const OptionRow* json = row_of("--json", "");
  for (const OptionRow* kind : {row_of("--batch", ""), row_of("--play", "misere")}) {
    if (kind == nullptr || json == nullptr) continue;
    for (const OptionRow& one : row.options) {
      if (one.name == kind->name || one.name == json->name || one.value == "json") continue;
      EXPECT_EQ(walk.flaw_beside(one, {kind, json}), "")
          << row.name << " " << name_of(one) << " " << kind->name << " --json";
    }
  }
}

std::string name_of_command(const testing::TestParamInfo<size_t>& info) {
  std::string name = table_of_options()[info.param].name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Commands, Options, testing::Range(size_t{0}, table_of_options().size()),
                         name_of_command);

TEST(OptionsTable, NamesEveryOptionOfEveryCommand) {
  const auto check = [](const cli::Command& command) {
    const auto& rows = table_of_options();
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const CommandRow& one) { return one.name == command.name; });
    if (kNotWalked.contains(command.name)) return;
    ASSERT_NE(row, rows.end()) << command.name;
    for (const cli::Option& option : command.options) {
      if (std::find(kOfEveryCommand.begin(), kOfEveryCommand.end(), option.name) !=
          kOfEveryCommand.end())
        continue;
      const bool refused = std::any_of(command.refused.begin(), command.refused.end(),
                                       [&](const auto& one) { return one.first == option.name; });
      const bool named = std::any_of(row->options.begin(), row->options.end(),
                                     [&](const OptionRow& one) { return one.name == option.name; });
      EXPECT_TRUE(named || refused) << command.name << " " << option.name;
    }
  };
  for (const cli::Command& command : cli::all_commands()) {
    if (command.members.empty()) check(command);
    for (const cli::Command& member : command.members) check(member);
  }
}

}  // namespace
}  // namespace grundy
