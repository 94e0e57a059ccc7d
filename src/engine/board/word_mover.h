// WordMover: options of words as sums of parts, by the patterns of a WordCode; what in_set.h
// searches.
//
// A part is the least of a word's images, without what no pattern can ever take (word_facts.h).
// Where patterns ask for the end of the word, an end that lies beside a border has one.
// Example: brackets: (()())) and )()(()) are one part, (()()).
// Cost: some tenths of a microsecond an option of 20 letters.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/board/part_table.h"
#include "engine/board/word_facts.h"

namespace grundy {

class WordMover {
 public:
  struct Part {
    WordText letters;
    PartKey key;
  };

  /// All three outlive it.
  WordMover(const WordCode& code, const WordFacts& facts, const Budget& budget)
      : code_(code), facts_(facts), budget_(budget) {}

  std::vector<Part> parts(const WordText& word) const;
  /// Each result of a move, as a whole word; equal ones may come again. take(word) gives false when
  /// that is enough.
  template <class Take>
  Attempt<void> moves(const WordText& word, const Take& take) {
    word_ = &word;
    for (const WordLine& line : code_.lines) {
      line_ = &line;
      begins_.assign(line.left.size() + 1, 0);
      has_before_ = false;
      if (!line.is_plain()) slots_ = line.slots;
      for (const Binder& binder : line.seen) slots_[binder.slots[0]] = kUnseen;
      const size_t starts = line.from_begin ? std::min<size_t>(1, word.size()) : word.size();
      for (start_ = 0; start_ < starts; ++start_) {
        const bool more = lay(0, start_, [&] {
          if (!write() || (has_before_ && after_ == before_)) return true;
          before_ = after_;
          has_before_ = true;
          return take(static_cast<const WordText&>(after_));
        });
        if (failed_) return *std::exchange(failed_, {});
        if (!more) return {};
      }
    }
    return {};
  }

  PartKey key(const Part& part) const { return part.key; }
  uint64_t cost(const Part& part) const { return part.letters.size(); }
  uint64_t bytes_beyond(const Part& part) const { return part.letters.capacity(); }
  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    return moves(part.letters, [&](const WordText& word) {
      return take(std::span<const Part>(parts(word)), 0u);
    });
  }

 private:
  static constexpr int64_t kUnseen = -1;

  /// The pieces from this one on laid from the cell `at`; done() gives false when that is enough.
  template <class Done>
  bool lay(size_t number, size_t at, const Done& done) {
    begins_[number] = at;
    if (is_spent()) return false;
    if (number == line_->left.size())
      return at == start_ || (line_->to_end && at != word_->size()) || done();
    const WordPiece& piece = line_->left[number];
    if (piece.repeat == WordPiece::Repeat::once)
      return !fits(piece, at) || lay(number + 1, at + 1, done);
    const bool is_seen = piece.repeat == WordPiece::Repeat::seen;
    const bool is_fresh = is_seen && slots_[piece.slot] == kUnseen;
    const size_t known = is_seen && !is_fresh ? static_cast<size_t>(slots_[piece.slot]) : 0;
    const size_t least = is_seen ? known : piece.least;
    const size_t most = is_fresh ? SIZE_MAX : is_seen ? known : piece.most;
    for (size_t times = 0;; ++times, at += piece.width()) {
      const bool fits_more = fits(piece, at);
      if (times >= least && (!piece.all || !fits_more)) {
        if (is_fresh) slots_[piece.slot] = static_cast<int64_t>(times);
        const bool more = lay(number + 1, at, done);
        if (is_fresh) slots_[piece.slot] = kUnseen;
        if (!more) return false;
      }
      if (times == most || !fits_more) return true;
    }
  }
  bool fits(const WordPiece& piece, size_t at) const {
    if (at + piece.width() > word_->size()) return false;
    for (size_t i = 0; i < piece.width(); ++i) {
      if ((piece.cells[i] >> static_cast<uint8_t>((*word_)[at + i]) & 1) == 0) return false;
    }
    return true;
  }
  bool is_spent();
  /// The word after the move into after_; false where it is none.
  bool write();
  bool write(const WordWrite& what);
  bool conditions_hold();
  std::optional<int64_t> number(const Expr& expr);
  Part part_of(const WordText& word) const;

  const WordCode& code_;
  const WordFacts& facts_;
  const Budget& budget_;
  uint64_t steps_ = 0;
  std::optional<Error> failed_;
  // The move at hand.
  const WordText* word_ = nullptr;
  const WordLine* line_ = nullptr;
  size_t start_ = 0;
  std::vector<size_t> begins_;  // of pieces, and the end of the last one
  Environment slots_;
  WordText after_;
  bool has_before_ = false;
  WordText before_;  // the one before
};

}  // namespace grundy
