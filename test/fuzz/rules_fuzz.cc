// Any bytes as a rule file: located errors, or games that print and read back alike and whose
// values agree with their definition.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/order.h"
#include "game/board_game.h"
#include "reference/rules.h"
#include "rule/print.h"
#include "session/outcomes.h"
#include "session/session.h"

namespace {

using namespace grundy;

constexpr const char* kSource = "fuzz.game";
constexpr size_t kMostGames = 4;        // of a file that are looked at
constexpr size_t kMostReachable = 20;   // games that a game may lead to
constexpr size_t kMostText = 1 << 14;   // of a printed game
constexpr size_t kMostCoordinates = 4;  // for which values are asked
constexpr double kSeconds = 0.02;       // for one value
constexpr uint64_t kBytes = uint64_t{64} << 20;

void require(bool holds, const char* what, const std::string& about = "") {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n%s\n", what, about.c_str());
  std::abort();
}

bool printable(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return c == '\0' || c == '\x1B'; });
}

void check_located(const Error& error) {
  require(error.kind == Error::Kind::input && !error.diagnostics.empty(),
          "a rule file that is not read is wrong");
  for (const Diagnostic& d : error.diagnostics) {
    require(d.line > 0 && d.column > 0 && d.source == kSource, "an error has a place", d.message);
    require(!d.message.empty() && printable(d.to_string()),
            "an error says something that can be printed", d.message);
  }
}

/// The game with its defaults; a parameter without one gets a set or a number, whichever it takes.
const Rule* open(Rulebook& book, const std::string& name) {
  for (const bool as_set : {true, false}) {
    std::vector<ParameterValue> values;
    for (const ParameterSyntax& declared : book.find(name)->syntax.parameters) {
      if (!declared.number.empty() || !declared.set.empty()) continue;
      ParameterValue& value = values.emplace_back();
      value.name = declared.name;
      value.is_set = as_set;
      value.number = 2;
      value.set = std::make_shared<NumberSet>(NumberSet{1, {1, 3, 4}, false});
    }
    const Attempt<const Rule*> rule = book.rule(name, values);
    if (rule) return *rule;
    require(!rule.error().message().empty(), "an error says something");
    if (values.empty()) return nullptr;
  }
  return nullptr;
}

/// What is printed of a game stands for this one, whatever its parameters: read in its place it has
/// to be the same. Games that lead to themselves with other parameters have no such print.
void check_print(Rulebook& book, const Rule& rule, const std::string& text) {
  const std::string printed = print_rule(rule);
  if (printed.size() > kMostText) return;
  const Attempt<void> loaded = book.load_text("printed.game", printed);
  if (!loaded) {
    // What `let` and the folding of a product have written out may be longer than what may be
    // written.
    const std::string& message = loaded.error().message();
    const bool long_one = message.find("longer than") != message.npos ||
                          message.find("deeper than") != message.npos ||
                          message.find("grows too large") != message.npos;
    require(long_one, "a game that is printed can be read", printed + loaded.error().to_string());
  } else {
    const Attempt<const Rule*> again = book.rule(rule.name);
    require(again.ok(), "a game that is printed can be made", printed);
    require(print_rule(**again) == printed, "a game that is printed and read is printed alike",
            printed);
  }
  require(book.load_text(kSource, text).ok(), "what was read once is read again");
}

bool has_end(const Binder& binder) {
  if (binder.kind == Binder::Kind::range) return !binder.high.empty();
  return binder.kind != Binder::Kind::in_set || !binder.set->complement;
}

/// Whether the definition comes to an end at every position.
bool has_ends(const Rule& rule) {
  return std::all_of(rule.moves.begin(), rule.moves.end(), [](const MoveLine& line) {
    return std::all_of(line.binders.begin(), line.binders.end(), has_end);
  });
}

/// Of the value by definition that is being found; a Lister has no state.
Patience* patience_now = nullptr;

reference::Moves moves_in_time(const Rule& rule, const std::vector<int64_t>& coordinates,
                               int64_t limit) {
  reference::Moves result;
  const auto add = [&](RuleSum sum) {
    ++result.choices;
    result.results.insert(std::move(sum));
  };
  result.fault = moves_by_definition(rule, coordinates, limit, add, patience_now);
  return result;
}

std::optional<uint64_t> value_by_definition(const Rule& rule,
                                            const std::vector<int64_t>& coordinates) {
  Budget budget;
  budget.set_time_limit(kSeconds);
  Patience patience(budget);
  bool natural = true;
  Fault fault;
  const RuleSum sum = resolve_alias(rule, coordinates, natural, fault, &patience);
  if (!natural || fault.kind != Fault::Kind::none) return std::nullopt;
  constexpr int64_t kLimit = 0;  // no binder is without an end
  constexpr size_t kMostPositions = 300;
  constexpr int64_t kLargest = 100;
  reference::Values values(kLimit, kMostPositions, kLargest, moves_in_time);
  patience_now = &patience;
  return values.value(sum);
}

/// Whether the definition can be asked about the game, and about all that it leads to.
bool has_definition(const Rule& rule) {
  const std::vector<const Rule*> reachable = reachable_games({&rule});
  return std::all_of(reachable.begin(), reachable.end(),
                     [](const Rule* game) { return has_ends(*game); });
}

/// Of a game in which only who wins is known: for each player who may begin, by the value of the
/// ordinary game.
void check_outcome(Session& session, const Rule& rule, std::vector<int64_t> coordinates,
                   const Question& question, const std::string& position, Budget& budget) {
  const Attempt<OutcomeAnswer> answer = solve_outcome(session, question, Play::normal, 3, budget);
  if (!answer) {
    require(answer.error().kind != Error::Kind::internal, "the program knows what it does",
            answer.error().message());
    return;
  }
  for (size_t turn = 0; has_definition(rule) && turn < answer->starts.size(); ++turn) {
    if (question.has_sides) coordinates.back() = static_cast<int64_t>(turn);
    const std::optional<uint64_t> wanted = value_by_definition(rule, coordinates);
    const bool wins = answer->starts[turn].outcome == Outcome::N;
    require(!wanted || wins == (*wanted != 0), "who wins is what the definition says", position);
  }
}

void check_value(Session& session, const Rule& rule, const std::vector<int64_t>& coordinates) {
  const bool has_sides = !rule.code && session.rulebook().find(rule.name)->syntax.has_sides();
  std::string position = rule.full_name + "(";
  for (size_t i = 0; i + (has_sides ? 1 : 0) < coordinates.size(); ++i)
    position += (i > 0 ? ", " : "") + std::to_string(coordinates[i]);
  position += ")";
  Budget budget;
  budget.set_time_limit(kSeconds);
  budget.set_memory_limit(kBytes);
  const Attempt<Question> question = session.read(position, budget, Asks::outcomes);
  if (!question && question.error().message().find("it has no value") != std::string::npos) return;
  require(question.ok(), "a position of the game can be read", position);
  require(question->parts.size() == 1 && question->parts[0].game->rule() == &rule,
          "it is a position of this game", position);
  if (question->outcomes_only)
    return check_outcome(session, rule, coordinates, *question, position, budget);
  const Attempt<Value> value = session.value(*question, budget);
  if (!value) {
    require(value.error().kind != Error::Kind::internal, "the program knows what it does",
            value.error().message());
    require(!value.error().message().empty() && printable(value.error().to_string()),
            "a refusal says why", position);
    return;
  }
  if (!has_definition(rule)) return;
  const std::optional<uint64_t> wanted = value_by_definition(rule, coordinates);
  require(!wanted || *value == Value(*wanted), "the value is that of the definition", position);
}

/// Whether a line leads to the game with other parameters, so that its print does not stand alone.
bool leads_to_its_like(const Rule& rule) {
  const auto like = [&](const BoardPart& part) {
    return part.game != &rule && part.game->name == rule.name;
  };
  return std::any_of(rule.board->lines.begin(), rule.board->lines.end(),
                     [&](const BoardLine& line) {
                       return std::any_of(line.parts.begin(), line.parts.end(), like);
                     });
}

/// Small boards of a game of cells or sets: what can be read is written so that it can be read
/// again, and so are its options.
void check_boards(Session& session, const Rule& rule) {
  constexpr std::string_view kBoards[] = {"1x3",   "2x3",   "{1-2, 2-3, 1-3}", "{1>2}",
                                          "X.|.O", "1 0 2", "\"()\""};
  constexpr size_t kMostOptions = 50;
  for (const std::string_view board : kBoards) {
    std::string position;
    for (const CoordinateKind kind : rule.board->kinds)
      position +=
          (position.empty() ? "" : ", ") + std::string(kind == CoordinateKind::number ? "2"
                                                       : kind == CoordinateKind::set  ? "{1, 2, 5}"
                                                                                     : "[2, 0, 3]");
    if (rule.board->has_board()) position += (position.empty() ? "" : ", ") + std::string(board);
    Budget budget;
    budget.set_time_limit(kSeconds);
    budget.set_memory_limit(kBytes);
    const Attempt<Question> question = session.read(rule.full_name + "(" + position + ")", budget);
    if (!question) {
      require(question.error().kind != Error::Kind::internal, "a board is wrong or right",
              question.error().message());
      continue;
    }
    const Position& here = question->parts[0];
    const auto read_again = [&](const Position& one) {
      const std::string text = to_string(one, kWholeBytes);
      const Attempt<Question> again = session.read(text, budget);
      require(again.ok() && again->parts == std::vector{one},
              "a board that is written is read as the same", text);
    };
    read_again(here);
    size_t options = 0;
    const Attempt<Ended> listed = here.game->options(
        here,
        [&](const Sum& to) {
          for (const Position& part : to) {
            if (board_game(part) != nullptr) read_again(part);
          }
          return ++options < kMostOptions;
        },
        budget);
    require(listed.ok() || listed.error().kind != Error::Kind::internal,
            "moves are listed or it is said why not");
  }
}

/// False when the game can't be made, which may have taken ten thousand others.
bool check_game(Session& session, const std::string& name, const std::string& text) {
  Rulebook& book = session.rulebook();
  const Rule* rule = open(book, name);
  if (rule == nullptr) return false;
  if (rule->board) {
    if (rule->arity() <= kMostCoordinates && rule->full_name.size() <= kMostText)
      check_boards(session, *rule);
    if (!leads_to_its_like(*rule)) check_print(book, *rule, text);
    return true;
  }
  const std::vector<const Rule*> reachable = reachable_games({rule});
  const bool few = reachable.size() <= kMostReachable;
  if (few && rule->arity() <= kMostCoordinates && rule->full_name.size() <= kMostText) {
    constexpr std::array<std::array<int64_t, kMostCoordinates>, 4> kPositions{
        {{0, 0, 0, 0}, {1, 2, 0, 1}, {3, 1, 2, 0}, {6, 5, 1, 1}}};
    for (const auto& at : kPositions)
      check_value(session, *rule,
                  std::vector<int64_t>(at.begin(), at.begin() + static_cast<int>(rule->arity())));
  }
  const bool alone = std::none_of(reachable.begin(), reachable.end(), [&](const Rule* game) {
    return game != rule && game->name == rule->name;
  });
  if (few && alone) check_print(book, *rule, text);
  return true;
}

/// Whether the text names a file elsewhere: what is in it is not known here, and reading it may
/// never end.
bool reads_elsewhere(std::string_view text) {
  for (size_t at = text.find('@'); at != text.npos; at = text.find('@', at + 1)) {
    if (text.substr(at, text.find('\n', at) - at).find('/') != text.npos) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (reads_elsewhere(text)) return 0;
  Session session;
  Rulebook& book = session.rulebook();
  if (const Attempt<void> loaded = book.load_text(kSource, text); !loaded) {
    check_located(loaded.error());
    return 0;
  }
  for (const Diagnostic& warning : book.take_warnings())
    require(warning.line > 0 && printable(warning.to_string()), "a warning has a place",
            warning.message);
  size_t games = 0;
  for (const std::string& name : book.names()) {
    if (book.find(name)->source->name != kSource) continue;
    if (++games > kMostGames || !check_game(session, name, text)) break;
  }
  return 0;
}
