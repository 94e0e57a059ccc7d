// A theorem's game, and what the theorem says of it, made for numbers in place of its letters.
//
// Example: "Euclid's game" with least = 1 is a rule, as if it stood in a rule file, and a
// conclusion that knows this least number.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "language/rulebook.h"
#include "theorem/book.h"
#include "theorem/conclusion.h"

namespace grundy {

class TheoremGame {
 public:
  struct Instance {
    const Rule* rule = nullptr;
    std::shared_ptr<const Conclusion> conclusion;    // for a game of numbers
    std::shared_ptr<const ListConclusion> of_lists;  // for a game of lists
    std::optional<TermText> where;                   // it is about these positions
  };

  /// The theorem's own game, or the same in other words.
  TheoremGame(const BookTheorem& theorem, const Spelling& game);

  const BookTheorem& theorem() const { return theorem_; }
  bool is_read() const { return is_read_; }
  bool has_lists() const { return has_lists_; }
  size_t arity() const { return arity_; }
  const std::vector<std::string>& letters() const { return letters_; }
  /// Null when the theorem has no such game.
  const Instance* with(const std::vector<uint64_t>& numbers);

 private:
  const BookTheorem& theorem_;
  Rulebook book_;
  bool is_read_ = false;
  bool has_lists_ = false;
  size_t arity_ = 0;
  std::vector<std::string> letters_;
  std::map<std::vector<uint64_t>, Instance> made_;
};

}  // namespace grundy
