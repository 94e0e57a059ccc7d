// WordSearch: values of words whose moves are patterns of letters (word_code.h).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/board/in_set.h"
#include "engine/board/word_descent.h"
#include "engine/board/word_law.h"
#include "engine/board/word_mover.h"
#include "engine/solver.h"

namespace grundy {

class PartStore;

class WordSearch {
 public:
  /// For all words of the game; declines as word_code does.
  static Attempt<std::unique_ptr<WordSearch>> of(const Rule& rule);

  /// From now on; the store outlives the search. An error: the budget is spent.
  Attempt<void> keep_in(PartStore& store, Budget& budget);
  Attempt<uint64_t> value(const std::vector<Cell>& word, Budget& budget);
  Attempt<bool> has_value(const std::vector<Cell>& word, uint64_t value, Budget& budget);

  /// The law of all words, where there is one. The error: the budget is spent.
  Attempt<std::optional<LawInWords>> law(Budget& budget);

  SearchWork work() const;
  std::vector<std::string> facts() const;
  const WordCode& code() const { return code_; }
  const WordFacts& derived() const { return facts_; }
  bool descends() const { return descent_.has_value(); }

 private:
  WordSearch(const Rule& rule, WordCode code)
      : rule_(rule),
        code_(std::move(code)),
        facts_(code_),
        descent_(WordDescent::of(code_, facts_)) {}
  WordText text_of(const std::vector<Cell>& word) const;
  /// Looks for a law, once.
  Attempt<void> seek_law(Budget& budget);
  /// The law, if the word is a long one of letters that moves take, and there is one.
  Attempt<const WordLaw*> law_for(const WordText& word, Budget& budget);

  const Rule& rule_;
  WordCode code_;
  WordFacts facts_;
  std::optional<WordDescent> descent_;
  std::optional<WordLaw> law_;
  bool law_is_sought_ = false;
  PartTable table_;
  SearchWork work_;
};

}  // namespace grundy
