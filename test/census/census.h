// The census: games.txt has games in equivalent spellings, sizes and the expected answers; its head
// describes the format. An answer should depend on the game and the position alone.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "census/ask.h"

namespace grundy::census {

struct Spelling {
  std::string name;
  std::string rules;  // the text of a rule file; empty: a built-in game
  std::string ask;    // a sum with ${…} for what depends on the size
  std::string prove;  // empty: not asked
  std::optional<uint64_t> upto;
  std::map<std::string, std::string> states;  // by command, a letter for each size; "prove" has one
};

struct Game {
  std::vector<std::string> comments;  // lines before it
  std::string name;
  bool misere = false;
  std::vector<uint64_t> sizes;
  std::vector<std::string> values;    // of each size, "?" if not known; empty: none is known
  std::vector<std::string> outcomes;  // likewise
  std::vector<Spelling> spellings;
};

/// Dies if the text is no census.
std::vector<Game> read_census(const std::string& text);
std::string census_text(const std::vector<Game>& games);

/// One question of the census. `size` is an index of the game's sizes, 0 for "prove".
struct Cell {
  const Game* game = nullptr;
  const Spelling* spelling = nullptr;
  std::string command;  // "value", "solve" or "prove"
  size_t size = 0;

  /// "nim, new size k < n: value at 101".
  std::string title() const;
  /// The letter that the census has; '.' for a question that is new.
  char state() const;
};

std::vector<Cell> cells_of(const std::vector<Game>& games);

/// Writes the graphs that sums of the census name to files, removed in the end.
class Graphs {
 public:
  Graphs();
  Graphs(const Graphs&) = delete;
  Graphs& operator=(const Graphs&) = delete;
  ~Graphs();
  /// The path of "cycle 100".
  std::string path(const std::string& graph, uint64_t n);

 private:
  std::string folder_;
};

/// `ask` with what stands in ${…} for this size.
std::string filled(const std::string& ask, uint64_t n, Graphs& graphs);

Question question_of(const Cell& cell, Graphs& graphs);

/// The letter for a reply, as the head of games.txt explains.
char state_of(const Reply& reply);

/// What is wrong with an answer; empty if nothing is, or nothing is known.
std::string contradiction(const Cell& cell, const Reply& reply);

/// Asks all questions of the games whose names match the regular expression, and reports wrong
/// answers, what the table has not, and holes. `update`: writes the states. The number of faults.
size_t take_census(const std::string& path, const std::string& pattern, bool update, unsigned jobs);

}  // namespace grundy::census
