#include "engine/board/word_mover.h"

#include <algorithm>

namespace grundy {
namespace {

constexpr uint64_t kStepsBetweenLooks = 1 << 14;
constexpr int64_t kMostWritten = 1'000'000;

/// The letter of the word's image at a place.
char letter_at(const WordText& word, const WordImage& image, size_t place) {
  const size_t from = image.reversed ? word.size() - 1 - place : place;
  return static_cast<char>(image.letter[static_cast<uint8_t>(word[from])]);
}

bool is_less(const WordText& word, const WordImage& image, const WordText& other) {
  for (size_t i = 0; i < word.size(); ++i) {
    const char here = letter_at(word, image, i);
    if (here != other[i]) return here < other[i];
  }
  return false;
}

}  // namespace

std::vector<WordMover::Part> WordMover::parts(const WordText& word) const {
  std::vector<Part> result;
  const auto is_in = [](char letter, WordLetters letters) {
    return (letters >> static_cast<uint8_t>(letter) & 1) != 0;
  };
  bool is_blocked = false;  // a border stands before `begin`
  for (size_t begin = 0; begin < word.size();) {
    if (word[begin] == 0) {
      is_blocked = true;
      ++begin;
      continue;
    }
    size_t end = begin + 1;
    while (end < word.size() && word[end] != 0 && !is_in(word[end], facts_.cut_before) &&
           !is_in(word[end - 1], facts_.cut_after))
      ++end;
    const size_t next = end;
    bool is_blocked_behind = end < word.size();
    for (; begin < end && !is_in(word[begin], facts_.first); ++begin) is_blocked = true;
    for (; begin < end && !is_in(word[end - 1], facts_.last); --end) is_blocked_behind = true;
    if (begin < end) {
      WordText part;
      part.reserve(end - begin + 2);
      if (code_.has_ends && is_blocked) part += '\0';
      part.append(word, begin, end - begin);
      if (code_.has_ends && is_blocked_behind) part += '\0';
      result.push_back(part_of(part));
    }
    is_blocked = true;
    begin = next;
  }
  return result;
}

WordMover::Part WordMover::part_of(const WordText& word) const {
  const WordImage* least = nullptr;
  WordText best = word;
  for (const WordImage& image : facts_.images) {
    if (!is_less(word, image, best)) continue;
    least = &image;
    for (size_t i = 0; i < word.size(); ++i) best[i] = letter_at(word, *least, i);
  }
  PartKey key{best.size(), 0};
  for (size_t i = 0; i < best.size(); i += 8) {
    uint64_t eight = 0;
    for (size_t k = i; k < std::min(best.size(), i + 8); ++k)
      eight = eight << 8 | static_cast<uint8_t>(best[k]);
    key.add(eight);
  }
  return {std::move(best), PartKey::of(key.low, key.high)};
}

bool WordMover::is_spent() {
  if (++steps_ % kStepsBetweenLooks == 0) {
    budget_.count(kStepsBetweenLooks);
    if (!failed_ && budget_.spent()) failed_ = budget_.why();
  }
  return failed_.has_value();
}

std::optional<int64_t> WordMover::number(const Expr& expr) {
  Fault fault;
  const int64_t value = evaluate(expr, slots_, fault);
  if (fault.kind == Fault::Kind::none) return value;
  if (!failed_) failed_ = Error::declined(describe(fault.kind) + " in a term of a move");
  return {};
}

bool WordMover::write() {
  const size_t end = begins_[line_->left.size()];
  after_.assign(*word_, 0, start_);
  for (const WordWrite& what : line_->right) {
    if (!write(what)) return false;
  }
  after_.append(*word_, end);
  return line_->is_plain() || conditions_hold();
}

bool WordMover::write(const WordWrite& what) {
  const bool stands_for = what.piece != WordWrite::kNoPiece;
  const size_t from = stands_for ? begins_[what.piece] : 0;
  const size_t seen = stands_for ? begins_[what.piece + 1] - from : 0;
  size_t count = what.is_run ? seen : 1;
  if (!what.times.empty()) {
    const std::optional<int64_t> times = number(what.times[0]);
    if (!times || *times < 0 || *times > kMostWritten) return false;
    count = static_cast<size_t>(*times) * what.cells.size();
  }
  for (size_t i = 0; i < count; ++i) {
    const WordWrite::Cell& cell = what.cells[i % what.cells.size()];
    if (cell.copies && i >= seen) return false;
    const uint8_t becomes =
        cell.becomes[cell.copies ? static_cast<uint8_t>((*word_)[from + i]) : 0];
    if (becomes == WordWrite::kNothing) return false;
    after_ += static_cast<char>(becomes);
  }
  return true;
}

/// What a run has told lies in its range, and what is asked of it is so.
bool WordMover::conditions_hold() {
  for (const Binder& binder : line_->seen) {
    const int64_t value = slots_[binder.slots[0]];
    for (const auto* bounds : {&binder.low, &binder.high}) {
      if (bounds->empty()) continue;
      const std::optional<int64_t> bound = number((*bounds)[0]);
      if (!bound || (bounds == &binder.low ? value < *bound : value > *bound)) return false;
    }
  }
  return std::all_of(line_->conditions.begin(), line_->conditions.end(),
                     [&](const Expr& condition) {
                       const std::optional<int64_t> holds = number(condition);
                       return holds && *holds != 0;
                     });
}

}  // namespace grundy
