#include "census/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "base/sha256.h"
#include "base/text.h"
#include "census/ask.h"
#include "generate/rules.h"
#include "grundy/grundy.h"

namespace grundy::census {
namespace {

constexpr uint64_t kSeeds = 100;
constexpr size_t kLongestText = 60;  // of values and reasons in the table

struct Row {
  std::string source;
  std::string command;
  std::string asked;
  std::string answer;
  auto operator<=>(const Row&) const = default;
};

std::string fingerprint(const std::string& text) { return sha256(text).substr(0, 8); }

std::string random_source(uint64_t seed, const std::string& text) {
  return fmt::format("seed {} {}", seed, fingerprint(text));
}

/// A long text is cut, and its fingerprint stands behind it.
std::string brief(const std::string& text) {
  if (text_width(text) <= kLongestText) return text;
  return shortened_to(text, kLongestText - 20) + " #" + fingerprint(text);
}

std::string answer_text(const Reply& reply) {
  switch (reply.kind) {
    case Reply::Kind::answered: {
      const std::string between = reply.outcome.empty() || reply.value.empty() ? "" : " ";
      return "= " + reply.outcome + between + brief(reply.value);
    }
    case Reply::Kind::declined:
      return "- " + shortened_to(reply.message, kLongestText);
    case Reply::Kind::timeout:
      return "t";
    case Reply::Kind::refused:
      return "! " + shortened_to(reply.message, kLongestText);
    case Reply::Kind::failed:
      break;
  }
  return "x " + shortened_to(reply.message, kLongestText);
}

// --- the questions -------------------------------------------------------------------------------

/// Near, middling, far and very far coordinates of a game with `arity` coordinates.
std::vector<std::string> coordinates_asked(size_t arity) {
  if (arity == 1) return {"6", "100", "1000003", "999999999999999989"};
  const std::vector<std::vector<std::string>> all = {
      {"5", "3", "4", "1"},
      {"40", "25", "7", "12"},
      {"1000003", "500001", "1000", "17"},
      {"999999999999999989", "99999999999999997", "12345678901", "54321"}};
  std::vector<std::string> result;
  for (const auto& row : all) {
    std::string text;
    for (size_t i = 0; i < arity; ++i) text += (i == 0 ? "" : ", ") + row[i % row.size()];
    result.push_back(text);
  }
  return result;
}

/// The games that a rule file defines.
std::vector<std::string> games_of(const std::string& text) {
  std::vector<std::string> names;
  for (const std::string& line : lines_of(text)) {
    std::smatch match;
    if (std::regex_search(line, match, std::regex("^game ([A-Za-z_0-9]+)")))
      names.push_back(match[1]);
  }
  return names;
}

/// Positions written in a text, "moore3[k=1](3, 5, 7)" behind "Written": NAME, perhaps parameters
/// in brackets, and coordinates in parentheses.
std::vector<std::string> positions_in(const std::string& text, const std::string& name) {
  std::vector<std::string> result;
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    if (at > 0 &&
        (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '_'))
      continue;
    size_t end = at + name.size();
    if (end >= text.size() || (text[end] != '(' && text[end] != '[')) continue;
    int depth = 0;
    bool parentheses = false;
    for (; end < text.size(); ++end) {
      const char c = text[end];
      if (c == '(' && depth == 0) parentheses = true;
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (depth == 0 && parentheses) break;
      if (depth == 0 && (end + 1 == text.size() || text[end + 1] != '(')) break;
    }
    if (parentheses && end < text.size()) result.push_back(text.substr(at, end + 1 - at));
  }
  return result;
}

class Questions {
 public:
  void add(const std::string& source, const std::string& asked) {
    for (const char* command : {"value", "solve"}) rows_.insert({source, command, asked, ""});
  }
  void add_misere(const std::string& source, const std::string& asked) {
    rows_.insert({source, "misere", asked, ""});
  }
  /// The game at coordinates near and far, if its positions are coordinates.
  void add_coordinates(const std::string& source, face::Session& session, const std::string& name) {
    const auto names = session.coordinates(name);
    if (!names) return;
    for (const std::string& coordinates : coordinates_asked(names->size())) {
      add(source, fmt::format("{}({})", name, coordinates));
    }
    add_misere(source, fmt::format("{}({})", name, coordinates_asked(names->size()).front()));
  }
  std::vector<Row> rows() const { return {rows_.begin(), rows_.end()}; }

 private:
  std::set<Row> rows_;
};

void ask_built_in_games(Questions& questions) {
  face::Session session;
  for (const face::Game& game : session.games()) {
    questions.add_coordinates("games", session, game.name);
    std::string text = game.signature;
    for (const std::string& line : game.documentation) text += " " + line;
    for (const std::string& position : positions_in(text, game.name)) {
      if (!session.read(position, face::Session::Asks::outcomes)) continue;
      questions.add("games", position);
      questions.add_misere("games", position);
    }
  }
}

/// What stands behind "# expect: " and before " = ".
void ask_expected(Questions& questions, const std::string& source, const std::string& text) {
  for (const std::string& line : lines_of(text)) {
    const std::string mark = "# expect: ";
    if (!line.starts_with(mark)) continue;
    questions.add(source, line.substr(mark.size(), line.rfind(" = ") - mark.size()));
  }
}

void ask_rule_files(Questions& questions, const std::string& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".game") continue;
    const std::string path = entry.path().string();
    const std::string text = contents(path);
    face::Session session;
    if (!session.load_rules_file(path)) continue;
    ask_expected(questions, path, text);
    for (const std::string& name : games_of(text)) questions.add_coordinates(path, session, name);
  }
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

/// Heaps of the codes whose laws `data/` has: near, and far if the law shows after few values.
void ask_codes(Questions& questions) {
  const auto each = [](const std::string& path, const auto& take) {
    const std::vector<std::string> lines = lines_of(contents(path));
    const std::vector<std::string> names = cells_of(lines.front());
    for (size_t i = 1; i < lines.size(); ++i) {
      const std::vector<std::string> cells = cells_of(lines[i]);
      std::map<std::string, std::string> row;
      for (size_t k = 0; k < cells.size() && k < names.size(); ++k) row[names[k]] = cells[k];
      take(row);
    }
  };
  size_t count = 0;
  const auto take_normal = [&](std::map<std::string, std::string>& row) {
    if (!row["same_as"].empty()) return;
    if (row["code"].size() > 5 && ++count % 8 != 0) return;  // an eighth of those of four digits
    questions.add("games", fmt::format("octal[{}](300)", row["code"]));
    const bool short_period = row["status"] == "periodic" && std::stoull("0" + row["upto"]) < 5000;
    if (short_period) questions.add("games", fmt::format("octal[{}](1000000007)", row["code"]));
  };
  each("data/octal3.csv", take_normal);
  each("data/octal4.csv", take_normal);
  each("data/misere3.csv", [&](std::map<std::string, std::string>& row) {
    questions.add_misere("games", fmt::format("octal[{}](14)", row["code"]));
    const bool quick = row["status"] == "proved" && std::stod("0" + row["seconds"]) < 0.05;
    if (quick) questions.add_misere("games", fmt::format("octal[{}](1000003)", row["code"]));
  });
}

/// Boards of data/strips, "# cram(2xN)": the first ones.
void ask_strips(Questions& questions) {
  constexpr size_t kMost = 8;
  for (const auto& entry : std::filesystem::directory_iterator("data/strips")) {
    const std::vector<std::string> lines = lines_of(contents(entry.path().string()));
    const std::string position = lines.front().substr(2);
    const size_t at = position.find('N');
    for (size_t i = 1; i < lines.size() && i <= kMost; ++i) {
      const std::string length = lines[i].substr(0, lines[i].find(' '));
      questions.add("games", position.substr(0, at) + length + position.substr(at + 1));
    }
  }
}

void ask_random_rules(Questions& questions) {
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const generate::RandomRules rules = generate::random_rules(seed);
    const std::string source = random_source(seed, rules.text);
    const std::vector<std::string> coordinates = coordinates_asked(rules.games[0].arity);
    for (const size_t far : {1, 2}) {
      questions.add(source, fmt::format("{}({})", rules.games[0].name, coordinates[far]));
    }
  }
}

std::vector<Row> all_questions() {
  Questions questions;
  ask_built_in_games(questions);
  ask_rule_files(questions, "test/language");
  ask_rule_files(questions, "test/proof");
  ask_codes(questions);
  ask_strips(questions);
  ask_random_rules(questions);
  return questions.rows();
}

// --- the table -----------------------------------------------------------------------------------

/// The question of a row. `rules`: the texts of rule files, read once.
Question question_of(const Row& row, std::map<std::string, std::string>& rules) {
  Question question{row.command, "", row.asked, ""};
  if (row.source == "games") return question;
  auto [text, is_new] = rules.try_emplace(row.source);
  if (is_new && row.source.starts_with("seed ")) {
    const uint64_t seed = std::stoull(row.source.substr(5));
    text->second = generate::random_rules(seed).text;
    if (row.source != random_source(seed, text->second)) {
      die(fmt::format("seed {} draws other rules than those that were recorded", seed));
    }
  } else if (is_new) {
    text->second = contents(row.source);
  }
  question.rules = text->second;
  return question;
}

std::vector<Question> questions_of(const std::vector<Row>& rows) {
  std::map<std::string, std::string> rules;
  std::vector<Question> questions;
  for (const Row& row : rows) questions.push_back(question_of(row, rules));
  return questions;
}

std::string line_of(const Row& row) {
  return fmt::format("{}\t{}\t{}\t{}", row.source, row.command, row.asked, row.answer);
}

std::vector<Row> read_table(const std::string& path) {
  std::vector<Row> rows;
  for (const std::string& line : lines_of(contents(path))) {
    std::vector<std::string> cells(1);
    for (const char c : line) {
      if (c == '\t') {
        cells.emplace_back();
      } else {
        cells.back() += c;
      }
    }
    if (cells.size() != 4 || cells[3].empty()) die(fmt::format("{}: no row: {}", path, line));
    rows.push_back({cells[0], cells[1], cells[2], cells[3]});
  }
  return rows;
}

// --- comparing -----------------------------------------------------------------------------------

enum class Difference : uint8_t { none, gained, lost, changed };

/// "= N 4" after "= N" says more.
Difference difference(const std::string& before, const std::string& now) {
  if (now[0] == 'x') return before[0] == 'x' ? Difference::none : Difference::lost;
  if (before[0] == '=') {
    if (now == before) return Difference::none;
    if (now[0] != '=' || before.starts_with(now + " ")) return Difference::lost;
    return now.starts_with(before + " ") ? Difference::gained : Difference::changed;
  }
  if (now[0] != '=') return Difference::none;
  return before[0] == '!' ? Difference::changed : Difference::gained;
}

}  // namespace

void write_record(const std::string& table, unsigned jobs) {
  std::vector<Row> rows = all_questions();
  double cpu = 0;
  // Many random rules are slow far out, and no other question waits for them.
  constexpr double kFirst = 0.25;
  constexpr double kSecond = 2;
  std::vector<bool> twice(rows.size());
  ask_all(
      questions_of(rows), kFirst, jobs, [&](size_t i, const Reply& reply) -> std::optional<double> {
        cpu += reply.cpu;
        rows[i].answer = answer_text(reply);
        const bool again =
            reply.kind == Reply::Kind::timeout && !twice[i] && !rows[i].source.starts_with("seed ");
        if (!again) return {};
        twice[i] = true;
        return kSecond;
      });
  std::sort(rows.begin(), rows.end());
  std::ofstream file(table);
  std::map<char, size_t> kinds;
  for (const Row& row : rows) {
    file << line_of(row) << '\n';
    ++kinds[row.answer[0]];
  }
  if (!file.flush()) die(fmt::format("{} can't be written", table));
  fmt::print(
      "{} questions in {:.0f} s of CPU time: {} answered, {} declined, {} not in time, {} refused, "
      "{} crashes\n",
      rows.size(), cpu, kinds['='], kinds['-'], kinds['t'], kinds['!'], kinds['x']);
}

size_t compare_record(const std::string& table, const std::string& pattern, unsigned jobs) {
  std::vector<Row> rows = read_table(table);
  const std::regex wanted(pattern);
  std::erase_if(rows, [&](const Row& row) { return !std::regex_search(line_of(row), wanted); });
  std::vector<std::string> now(rows.size());
  std::vector<Difference> differences(rows.size());
  double cpu = 0;
  // An answer of the record is waited for; one that the record has not is only looked for.
  constexpr double kFirst = 0.05;
  const std::vector<double> patience = {0.5, 4, 20};
  std::vector<size_t> asked(rows.size());
  ask_all(questions_of(rows), kFirst, jobs,
          [&](size_t i, const Reply& reply) -> std::optional<double> {
            cpu += reply.cpu;
            now[i] = answer_text(reply);
            differences[i] = difference(rows[i].answer, now[i]);
            // The winner, and no value.
            const bool is_less = differences[i] == Difference::lost && now[i][0] == '=';
            const bool again = (reply.kind == Reply::Kind::timeout || is_less) &&
                               rows[i].answer[0] == '=' && asked[i] < patience.size();
            if (!again) return {};
            return patience[asked[i]++];
          });
  size_t faults = 0;
  const auto print = [&](Difference kind, const char* title) {
    const size_t count =
        static_cast<size_t>(std::count(differences.begin(), differences.end(), kind));
    fmt::print("{}: {}\n", title, count);
    for (size_t i = 0; i < rows.size(); ++i) {
      if (differences[i] != kind) continue;
      fmt::print("  {}\n    before  {}\n    now     {}\n",
                 fmt::format("{}  {} {}", rows[i].source, rows[i].command, rows[i].asked),
                 rows[i].answer, now[i]);
    }
    return count;
  };
  print(Difference::gained, "gained");
  faults += print(Difference::lost, "LOST");
  faults += print(Difference::changed, "CHANGED");
  fmt::print("{} questions in {:.0f} s of CPU time\n", rows.size(), cpu);
  return faults;
}

}  // namespace grundy::census
