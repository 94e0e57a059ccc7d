#include "census/census.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "base/text.h"

namespace grundy::census {
namespace {

// --- reading -------------------------------------------------------------------------------------

/// The parts of "a, b, c".
std::vector<std::string> list_of(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t begin = 0;;) {
    const size_t end = text.find(", ", begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == text.npos) return parts;
    begin = end + 2;
  }
}

uint64_t number_of(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    die(fmt::format("'{}' is no number", text));
  return number;
}

/// "value ooo solve .o. prove o"
std::map<std::string, std::string> states_of(const std::string& text) {
  std::map<std::string, std::string> states;
  size_t begin = 0;
  const auto next = [&] {
    const size_t end = std::min(text.find(' ', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    begin = std::min(end + 1, text.size());
    return word;
  };
  while (begin < text.size()) {
    const std::string command = next();
    states[command] = next();
  }
  return states;
}

/// Takes a line of a game or of its last spelling, KEY REST; false if there is no such line.
bool take_line(Game& game, const std::string& key, const std::string& rest) {
  if (key == "play" && rest == "misere") {
    game.misere = true;
  } else if (key == "sizes") {
    for (const std::string& size : list_of(rest)) game.sizes.push_back(number_of(size));
  } else if (key == "values") {
    game.values = list_of(rest);
  } else if (key == "outcomes") {
    game.outcomes = list_of(rest);
  } else if (key == "spelling") {
    game.spellings.emplace_back().name = rest;
  } else if (game.spellings.empty()) {
    return false;
  } else if (key == "rule") {
    game.spellings.back().rules += rest + '\n';
  } else if (key == "ask") {
    game.spellings.back().ask = rest;
  } else if (key == "prove") {
    game.spellings.back().prove = rest;
  } else if (key == "upto") {
    game.spellings.back().upto = number_of(rest);
  } else if (key == "state") {
    game.spellings.back().states = states_of(rest);
  } else {
    return false;
  }
  return true;
}

void check(const Game& game) {
  for (const auto* expected : {&game.values, &game.outcomes}) {
    if (!expected->empty() && expected->size() != game.sizes.size()) {
      die(fmt::format("{}: there are {} sizes and {} expected answers", game.name,
                      game.sizes.size(), expected->size()));
    }
  }
  for (const Spelling& spelling : game.spellings) {
    if (spelling.ask.empty()) die(fmt::format("{}, {}: no sum is asked", game.name, spelling.name));
  }
}

// --- sums that depend on a size ------------------------------------------------------------------

/// "n+t-1".
uint64_t term_value(std::string_view term, uint64_t n) {
  uint64_t sum = 0;
  bool minus = false;
  for (size_t begin = 0; begin < term.size();) {
    const size_t end = std::min(term.find_first_of("+-", begin), term.size());
    const std::string_view word = term.substr(begin, end - begin);
    const uint64_t value = word == "n"   ? n
                           : word == "h" ? n / 2
                           : word == "t" ? n / 3
                                         : number_of(word);
    sum = minus ? sum - value : sum + value;
    minus = end < term.size() && term[end] == '-';
    begin = end + 1;
  }
  return sum;
}

std::string replacement(std::string_view text, uint64_t n, Graphs& graphs) {
  if (text.starts_with('\'')) {  // 'X'*n
    if (text.size() < 5 || text[2] != '\'' || text[3] != '*')
      die(fmt::format("no letters: {}", text));
    return std::string(term_value(text.substr(4), n), text[1]);
  }
  for (const char* graph : {"cycle", "star", "wind"}) {
    if (text == fmt::format("{} n", graph)) return graphs.path(graph, n);
  }
  return std::to_string(term_value(text, n));
}

// --- the report ----------------------------------------------------------------------------------

constexpr double kPatience = 2;  // seconds of CPU time for a question
constexpr double kQuick = 0.1;

bool is_answered(char state) { return state == 'o' || state == 's'; }

/// A question that could be answered and is not; `!` is a notation that can't write the position.
bool is_hole(char state) { return state == '-' || state == 'd' || state == 't'; }

/// What one spelling answers.
struct Row {
  std::map<std::string, std::string> states;
  std::map<std::string, std::vector<double>> cpu;
};

class Report {
 public:
  explicit Report(const std::vector<Game>& games) : games_(games) {}

  void add(const Cell& cell, const Reply& reply) {
    Row& row = rows_[cell.spelling];
    const size_t sizes = cell.command == "prove" ? 1 : cell.game->sizes.size();
    std::string& states = row.states.try_emplace(cell.command, sizes, '.').first->second;
    row.cpu[cell.command].resize(sizes);
    states[cell.size] = state_of(reply);
    row.cpu[cell.command][cell.size] = reply.cpu;
    total_cpu_ += reply.cpu;
    if (const std::string fault = contradiction(cell, reply); !fault.empty()) {
      wrong_.push_back(fmt::format("{}: {}", cell.title(), fault));
    }
    if (cell.command != "prove" && reply.kind == Reply::Kind::answered) note(cell, reply);
    const bool answered = is_answered(states[cell.size]);
    if (answered && !is_answered(cell.state()) && cell.state() != '.')
      gained_.push_back(cell.title());
    if (!answered && is_answered(cell.state()))
      lost_.push_back(fmt::format("{}: {}", cell.title(), reply.message));
    if (states[cell.size] == 'x')
      lost_.push_back(fmt::format("{}: {}", cell.title(), reply.message));
  }

  size_t print() {
    find_disagreements();
    for (const Game& game : games_) find_holes(game);
    print_list("gained", gained_);
    print_list("LOST", lost_);
    print_list("WRONG", wrong_);
    print_list("DISAGREE", disagreements_);
    fmt::print("holes\n");
    for (const auto& [kind, count] : holes_) fmt::print("  {:44} {}\n", kind, count);
    fmt::print("{:.0f} s of CPU time\n", total_cpu_);
    return lost_.size() + wrong_.size() + disagreements_.size();
  }

  const Row& row(const Spelling& spelling) { return rows_[&spelling]; }

 private:
  /// Answers at one size of a game, with the spellings that gave them.
  void note(const Cell& cell, const Reply& reply) {
    const std::string place = fmt::format("{} at {}", cell.game->name, cell.game->sizes[cell.size]);
    if (!reply.value.empty()) seen_[place + ", value"][reply.value].push_back(cell.spelling->name);
    if (!reply.outcome.empty())
      seen_[place + ", outcome"][reply.outcome].push_back(cell.spelling->name);
  }

  void find_disagreements() {
    for (const auto& [place, answers] : seen_) {
      if (answers.size() < 2) continue;
      std::string text = place + ":";
      for (const auto& [answer, who] : answers)
        text += fmt::format(" {} says {};", who.front(), shortened_to(answer, 60));
      disagreements_.push_back(text);
    }
  }

  void find_holes(const Game& game) {
    size_t before = 0;
    for (const auto& [kind, count] : holes_) before += count;
    for (const char* command : {"value", "solve"}) {
      for (size_t i = 0; i < game.sizes.size(); ++i) compare_spellings(game, command, i);
      for (const Spelling& spelling : game.spellings) compare_sizes(spelling, command);
    }
    for (const Spelling& spelling : game.spellings) compare_commands(game, spelling);
    size_t now = 0;
    for (const auto& [kind, count] : holes_) now += count;
    if (now > before) print_grid(game);
  }

  char letter(const Spelling& spelling, const std::string& command, size_t size) {
    const auto& states = rows_[&spelling].states;
    const auto found = states.find(command);
    return found == states.end() ? '.' : found->second[size];
  }

  void compare_spellings(const Game& game, const std::string& command, size_t size) {
    size_t answered = 0;
    size_t holes = 0;
    for (const Spelling& spelling : game.spellings) {
      const char state = letter(spelling, command, size);
      answered += is_answered(state);
      holes += is_hole(state) || state == '!' || state == 'x';
    }
    if (answered > 0 && holes > 0) holes_[command + ", another spelling is answered"] += holes;
  }

  void compare_sizes(const Spelling& spelling, const std::string& command) {
    Row& row = rows_[&spelling];
    const std::string& states = row.states[command];
    double quickest = 1e9;  // of the larger sizes
    for (size_t i = states.size(); i-- > 0;) {
      if (is_hole(states[i]) && quickest < 1e9) ++holes_[command + ", a larger size is answered"];
      if (!is_answered(states[i])) continue;
      const double cpu = row.cpu[command][i];
      if (cpu > 0.2 && cpu > 10 * quickest)
        ++holes_[command + ", a larger size is 10 times quicker"];
      quickest = std::min(quickest, cpu);
    }
  }

  void compare_commands(const Game& game, const Spelling& spelling) {
    constexpr uint64_t kHuge = 100'000'000'000'000'000;
    const bool proved = is_answered(letter(spelling, "prove", 0));
    bool huge = false;
    bool silent = false;
    for (size_t i = 0; i < game.sizes.size(); ++i) {
      const char value = letter(spelling, "value", i);
      const char solve = letter(spelling, "solve", i);
      if (is_answered(value) && is_hole(solve)) ++holes_["value and not solve"];
      if (is_answered(solve) && is_hole(value)) ++holes_["solve and not value"];
      huge |= game.sizes[i] > kHuge && (is_answered(value) || is_answered(solve));
      silent |= is_hole(value);
    }
    if (huge && is_hole(letter(spelling, "prove", 0))) ++holes_["10^18 is answered, no theorem"];
    if (proved && silent) ++holes_["a theorem, a size without a value"];
  }

  void print_grid(const Game& game) {
    fmt::print("{}\n", game.name);
    for (const Spelling& spelling : game.spellings) {
      std::string text;
      for (const auto& [command, states] : rows_[&spelling].states)
        text += fmt::format("  {} {}", command, states);
      fmt::print("  {:40}{}\n", spelling.name, text);
    }
  }

  static void print_list(const char* title, const std::vector<std::string>& lines) {
    fmt::print("{}: {}\n", title, lines.size());
    for (const std::string& line : lines) fmt::print("  {}\n", line);
  }

  const std::vector<Game>& games_;
  std::map<const Spelling*, Row> rows_;
  std::map<std::string, std::map<std::string, std::vector<std::string>>> seen_;
  std::map<std::string, size_t> holes_;
  std::vector<std::string> gained_;
  std::vector<std::string> lost_;
  std::vector<std::string> wrong_;
  std::vector<std::string> disagreements_;
  double total_cpu_ = 0;
};

}  // namespace

std::vector<Game> read_census(const std::string& text) {
  std::vector<Game> games;
  std::vector<std::string> comments;
  for (const std::string& line : lines_of(text)) {
    const std::string_view bare = trimmed(line);
    if (bare.empty() || bare.starts_with('#')) {
      comments.push_back(line);
      continue;
    }
    const size_t begin = line.find_first_not_of(' ');
    const size_t blank = std::min(line.find(' ', begin), line.size());
    const std::string key = line.substr(begin, blank - begin);
    const std::string rest = blank < line.size() ? line.substr(blank + 1) : "";
    if (key == "game" && begin == 0) {
      games.emplace_back().name = rest;
      games.back().comments = std::move(comments);
      comments.clear();
    } else if (games.empty() || !take_line(games.back(), key, rest)) {
      die(fmt::format("no line of a census: {}", line));
    }
  }
  for (const Game& game : games) check(game);
  return games;
}

std::string census_text(const std::vector<Game>& games) {
  std::string text;
  for (const Game& game : games) {
    for (const std::string& comment : game.comments) text += comment + '\n';
    text += fmt::format("game {}\n", game.name);
    if (game.misere) text += "  play misere\n";
    text += fmt::format("  sizes {}\n", fmt::join(game.sizes, ", "));
    if (!game.values.empty()) text += fmt::format("  values {}\n", fmt::join(game.values, ", "));
    if (!game.outcomes.empty())
      text += fmt::format("  outcomes {}\n", fmt::join(game.outcomes, ", "));
    for (const Spelling& spelling : game.spellings) {
      text += fmt::format("  spelling {}\n", spelling.name);
      for (const std::string& line : lines_of(spelling.rules))
        text += fmt::format("    rule {}\n", line);
      text += fmt::format("    ask {}\n", spelling.ask);
      if (!spelling.prove.empty()) text += fmt::format("    prove {}\n", spelling.prove);
      if (spelling.upto) text += fmt::format("    upto {}\n", *spelling.upto);
      if (spelling.states.empty()) continue;
      text += "    state";
      for (const char* command : {"value", "solve", "prove"}) {
        const auto found = spelling.states.find(command);
        if (found != spelling.states.end()) text += fmt::format(" {} {}", command, found->second);
      }
      text += '\n';
    }
  }
  return text;
}

std::string Cell::title() const {
  const std::string where = command == "prove" ? "" : fmt::format(" at {}", game->sizes[size]);
  return fmt::format("{}, {}: {}{}", game->name, spelling->name, command, where);
}

char Cell::state() const {
  const auto found = spelling->states.find(command);
  return found == spelling->states.end() || size >= found->second.size() ? '.'
                                                                         : found->second[size];
}

std::vector<Cell> cells_of(const std::vector<Game>& games) {
  std::vector<Cell> cells;
  for (const Game& game : games) {
    for (const Spelling& spelling : game.spellings) {
      for (size_t i = 0; i < game.sizes.size(); ++i) {
        if (spelling.upto && game.sizes[i] > *spelling.upto) continue;
        if (!game.misere) cells.push_back({&game, &spelling, "value", i});
        if (i % 2 == 1 || game.misere) cells.push_back({&game, &spelling, "solve", i});
      }
      if (!spelling.prove.empty() && !game.misere) cells.push_back({&game, &spelling, "prove", 0});
    }
  }
  return cells;
}

Graphs::Graphs() {
  std::string name = (std::filesystem::temp_directory_path() / "grundy-census-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) die("no temporary folder can be made");
  folder_ = name;
}

Graphs::~Graphs() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Graphs::path(const std::string& graph, uint64_t n) {
  std::string path = fmt::format("{}/{}{}", folder_, graph, n);
  if (std::filesystem::exists(path)) return path;
  std::ofstream file(path);
  if (graph == "cycle") {
    for (uint64_t i = 1; i <= n; ++i) file << i << ' ' << i % n + 1 << '\n';
  } else if (graph == "star") {
    for (uint64_t i = 1; i < n; ++i) file << 0 << ' ' << i << '\n';
  } else {
    for (uint64_t i = 1; i < n; ++i)
      file << i << ' ' << (i + 1) % n << '\n' << i << ' ' << (i + 2) % n << '\n';
  }
  if (!file.flush()) die(fmt::format("{} can't be written", path));
  return path;
}

std::string filled(const std::string& ask, uint64_t n, Graphs& graphs) {
  std::string text;
  for (size_t begin = 0;;) {
    const size_t at = ask.find("${", begin);
    text += ask.substr(begin, at - begin);
    if (at == ask.npos) return text;
    const size_t end = ask.find('}', at);
    if (end == ask.npos) die(fmt::format("no end of ${{ in {}", ask));
    text += replacement(std::string_view(ask).substr(at + 2, end - at - 2), n, graphs);
    begin = end + 1;
  }
}

Question question_of(const Cell& cell, Graphs& graphs) {
  if (cell.command == "prove") return {"prove", cell.spelling->rules, cell.spelling->prove, {}};
  const std::string command = cell.game->misere ? "misere" : cell.command;
  return {command,
          cell.spelling->rules,
          filled(cell.spelling->ask, cell.game->sizes[cell.size], graphs),
          {}};
}

char state_of(const Reply& reply) {
  switch (reply.kind) {
    case Reply::Kind::answered:
      return reply.cpu < kQuick ? 'o' : 's';
    case Reply::Kind::declined:
      return reply.cpu < kQuick ? '-' : 'd';
    case Reply::Kind::timeout:
      return 't';
    case Reply::Kind::refused:
      return '!';
    case Reply::Kind::failed:
      break;
  }
  return 'x';
}

std::string contradiction(const Cell& cell, const Reply& reply) {
  if (cell.command == "prove" || reply.kind != Reply::Kind::answered) return "";
  const auto expected = [&](const std::vector<std::string>& all) {
    return all.empty() || all[cell.size] == "?" ? "" : all[cell.size];
  };
  const std::string value = expected(cell.game->values);
  std::string outcome = expected(cell.game->outcomes);
  if (outcome.empty() && !value.empty()) outcome = value == "0" ? "P" : "N";
  if (!value.empty() && !reply.value.empty() && reply.value != value) {
    return fmt::format("the value is {}, the answer {}", value, shortened_to(reply.value, 60));
  }
  std::string answered = reply.outcome;
  if (answered.empty())
    answered = reply.value == "0" ? "P" : reply.value.starts_with("∞") ? "" : "N";
  if (!outcome.empty() && !answered.empty() && answered != outcome) {
    return fmt::format("the outcome is {}, the answer {}", outcome, answered);
  }
  return "";
}

size_t take_census(const std::string& path, const std::string& pattern, bool update,
                   unsigned jobs) {
  std::vector<Game> games = read_census(contents(path));
  const std::regex wanted(pattern);
  std::vector<Cell> cells = cells_of(games);
  std::erase_if(cells,
                [&](const Cell& cell) { return !std::regex_search(cell.game->name, wanted); });
  Graphs graphs;
  std::vector<Question> questions;
  for (const Cell& cell : cells) questions.push_back(question_of(cell, graphs));
  Report report(games);
  ask_all(questions, kPatience, jobs, [&](size_t i, const Reply& reply) -> std::optional<double> {
    report.add(cells[i], reply);
    return {};
  });
  const size_t faults = report.print();
  if (!update) return faults;
  for (Game& game : games) {
    if (!std::regex_search(game.name, wanted)) continue;
    for (Spelling& spelling : game.spellings) {
      for (const auto& [command, states] : report.row(spelling).states)
        spelling.states[command] = states;
    }
  }
  std::ofstream file(path);
  file << census_text(games);
  if (!file.flush()) die(fmt::format("{} can't be written", path));
  return faults;
}

}  // namespace grundy::census
