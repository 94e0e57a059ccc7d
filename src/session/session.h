// The face of the library inside the program: texts in, answers out.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "engine/sum.h"
#include "rule/rulebook.h"

namespace grundy {

/// A sum, understood.
struct Question {
  std::vector<Component> parts;
};

class Session {
 public:
  /// The games of a rule file can be used from now on.
  Attempt<void> load_rules(const std::string& path);
  Rulebook& rulebook() { return rulebook_; }
  /// Warnings about the rule files read since the last call.
  std::vector<Diagnostic> take_warnings();

  /// Reads a sum in the notation of doc/language.md; files it names are read, and `using FILE` loads that rule file.
  Attempt<Question> read(std::string_view sum, Budget& budget);
  /// A game by itself, as in `grundy table 'stones[K=2]'`.
  Attempt<const Rule*> game(std::string_view text, Budget& budget);

  Attempt<Answer> solve(const Question& question, Play play, size_t move_limit, Budget& budget) {
    return solve_sum(question.parts, play, move_limit, evaluators_, budget);
  }
  Attempt<Ordinal> value(const Question& question, Budget& budget) {
    return value_of_sum(question.parts, evaluators_, budget);
  }
  Evaluators& evaluators() { return evaluators_; }

 private:
  Rulebook rulebook_;
  Evaluators evaluators_;
  std::vector<std::string> loaded_;  // names of games that came with rule files, for warnings
};

}  // namespace grundy
