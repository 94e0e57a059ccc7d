#include "check/strip_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "rule/extent.h"

namespace grundy {

using Moves = StripParts::Moves;

std::string StripPart::word(int64_t n) const {
  std::string result = left;
  for (int64_t i = 0; i < n; ++i) result += period;
  return result + right;
}

std::pair<StripPart, int64_t> normal_part(StripPart part, size_t rows) {
  while (part.left.size() >= rows &&
         part.left.ends_with(part.period.substr(part.period.size() - rows))) {
    const std::string column = part.left.substr(part.left.size() - rows);
    part.left.erase(part.left.size() - rows);
    part.period = column + part.period.substr(0, part.period.size() - rows);
    part.right = column + part.right;
  }
  int64_t copies = 0;
  for (; part.right.starts_with(part.period); ++copies) part.right.erase(0, part.period.size());
  return {std::move(part), copies};
}

Attempt<StripParts> StripParts::of(const Rule& rule, const Frieze& frieze, size_t columns) {
  if (rule.board == nullptr) return Error::declined("the game has no board");
  const Attempt<size_t> extent = drawn_extent(rule);
  if (!extent) return extent.error();
  // Long enough for every placement to begin in the first column, and in the second; a ring, not to
  // meet itself.
  Attempt<DrawnMoves> moves =
      DrawnMoves::along(rule, frieze, std::max(columns, 2 * *extent + 1), *extent);
  if (!moves) return std::move(moves).error();
  if (!moves->moves_along())
    return Error::declined("its moves are not the same all along the board");
  StripParts parts(*std::move(moves));
  parts.ring_ = frieze.is_ring();
  parts.rows_ = frieze.height();
  parts.extent_ = *extent;
  parts.reach_ = parts.moves_.reach();
  parts.radius_ = (parts.moves_.excludes() ? 5 : 2) * (parts.reach_ - 1);
  parts.shapes_ = parts.moves_.first_placements();
  return parts;
}

size_t StripParts::longest(size_t ends, size_t period, int64_t far) {
  return ends + (2 * static_cast<size_t>(far) + 4) * period + static_cast<size_t>(kMostExtent);
}

int64_t StripParts::least_far(size_t period) const {
  const size_t columns = period / rows_;
  return static_cast<int64_t>((2 * radius_ + 2 * reach_ + columns) / columns + 1);
}

int64_t StripParts::from(size_t period, int64_t far) const {
  const size_t columns = period / rows_;
  return 2 * far + static_cast<int64_t>((reach_ + columns - 2) / columns) + 2;
}

bool StripParts::are_allowed(const StripPart& part) const {
  const size_t columns = part.period.size() / rows_;
  // Whatever lies in a longer word lies in one of these; a ring that may meet itself is laid as it
  // is.
  const size_t longest = std::max(reach_, ring_ ? 2 * extent_ : 0);
  for (size_t n = 0; n <= longest / columns + 2; ++n) {
    const std::string word = part.word(static_cast<int64_t>(n));
    if (ring_ && word.size() / rows_ <= 2 * extent_) continue;
    const Attempt<DrawnMoves::Cells> cells = moves_.read(text(ring_ ? word + word : word));
    if (!cells || !moves_.is_allowed(*cells)) return false;
  }
  return true;
}

/// Rows divided by '|', as boards are written.
std::string StripParts::text(const std::string& word) const {
  std::string text;
  for (size_t row = 0; row < rows_; ++row) {
    if (row > 0) text += '|';
    for (size_t i = row; i < word.size(); i += rows_) text += word[i];
  }
  return text;
}

/// The word that the cells are, without empty columns at its ends, and the column it begins in.
std::pair<std::string, size_t> StripParts::word_of(const DrawnMoves::Cells& cells) const {
  const std::string text = moves_.text(cells);
  const size_t columns = text.find('|') == std::string::npos ? text.size() : text.find('|');
  std::string word(rows_ * columns, DrawnMoves::kGoneSign);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '|') word[i % (columns + 1) * rows_ + i / (columns + 1)] = text[i];
  }
  const size_t first = word.find_first_not_of(DrawnMoves::kGoneSign);
  if (first == std::string::npos) return {"", 0};
  return {word.substr(first / rows_ * rows_), first / rows_};
}

Attempt<std::vector<Moves>> StripParts::moves(const StripPart& part, int64_t far,
                                              const Number& number) const {
  const auto copies_far = static_cast<size_t>(far);
  const size_t left = part.left.size() / rows_;
  const size_t period = part.period.size() / rows_;
  const size_t right = part.right.size() / rows_;
  std::vector<Moves> result;
  std::optional<Error> failed;

  // One move on a word with so many copies; `left_far`, `right_far`: the columns where `far` copies
  // begin that it does not touch, or nothing.
  const auto add = [&](size_t shape, size_t column, size_t copies, std::optional<size_t> left_far,
                       std::optional<size_t> right_far) {
    const std::string before = part.word(static_cast<int64_t>(copies));
    const Attempt<DrawnMoves::Cells> cells = moves_.read(text(before));
    if (!cells) {
      failed = cells.error();
      return;
    }
    DrawnMoves::Cells after;
    if (!moves_.play(shape, column, *cells, after)) return;
    const DrawnMoves::Look look = moves_.look(after);
    const auto declined = [&](const char* why) {
      failed = Error::declined(fmt::format("{}: a move leaves {}", why, moves_.text(after)));
    };
    if (look.is_whole) return declined("a word can't be taken apart");
    Moves entry;
    entry.splits = left_far && right_far;
    std::vector<bool> grows(look.parts.size(), false);
    // The family that the part at the seam is one of, with its index.
    const auto grow = [&](size_t begin, std::optional<size_t>& which, int64_t& index) {
      const std::vector<Seam> all = seams(after, look, begin, begin + copies_far * period, period);
      if (all.empty()) return declined("what a move changes reaches too far");
      const auto& [y, grown] = all.front();
      if (grown == DrawnMoves::Look::kNoPart) return;
      if (grows[grown]) return declined("its parts are of no kinds that repeat");
      grows[grown] = true;
      const auto [word, first] = word_of(look.parts[grown]);
      const size_t cut = (y - first) * rows_;
      const auto [kind, more] = normal_part({word.substr(0, cut), word.substr(cut, period * rows_),
                                             word.substr(cut + period * rows_)},
                                            rows_);
      which = number(kind);
      if (!which) return declined("a part is of no kind that is listed");
      index = more + 1;
    };
    if (left_far) grow(*left_far, entry.one, entry.least_one);
    if (right_far && !failed)
      grow(*right_far, entry.splits ? entry.other : entry.one,
           entry.splits ? entry.least_other : entry.least_one);
    if (failed) return;
    entry.taken = static_cast<int64_t>(copies) - entry.least_one - entry.least_other;
    for (size_t i = 0; i < look.parts.size(); ++i) {
      if (!grows[i]) entry.fixed.push_back(word_of(look.parts[i]).first);
    }
    result.push_back(std::move(entry));
  };

  const auto touched = [&](size_t columns, size_t end) {
    return columns <= end ? size_t{0} : (columns - end + period - 1) / period;
  };
  for (const size_t shape : shapes_) {
    const size_t width = moves_.width(shape);
    for (size_t column = 0; column < left + copies_far * period && !failed; ++column) {
      const size_t copies = touched(column + width, left);
      add(shape, column, copies + copies_far, std::nullopt, left + copies * period);
    }
    for (size_t end = 0; end < right + copies_far * period && !failed; ++end) {
      const size_t copies = touched(end + width, right) + copies_far;
      add(shape, left + copies * period + right - end - width, copies, left, std::nullopt);
    }
    for (size_t offset = 0; offset < period && !failed; ++offset) {
      const size_t copies = touched(offset + width, 0);
      add(shape, left + copies_far * period + offset, copies + 2 * copies_far, left,
          left + (copies_far + copies) * period);
    }
    if (failed) return *std::move(failed);
  }
  return result;
}

/// All seams of |V| columns among those from `begin` to `end`.
std::vector<StripParts::Seam> StripParts::seams(const DrawnMoves::Cells& board,
                                                const DrawnMoves::Look& look, size_t begin,
                                                size_t end, size_t period) const {
  std::vector<Seam> result;
  for (size_t y = begin + radius_; y + radius_ + period <= end; ++y) {
    bool seam = are_same(board, look, y - radius_, y - radius_ + period, 2 * radius_);
    size_t grown = DrawnMoves::Look::kNoPart;
    for (size_t c = y - radius_; seam && c < y + radius_ + period; ++c) {
      for (size_t row = 0; row < rows_; ++row) {
        const size_t here = look.part[at(c, row)];
        if (here == DrawnMoves::Look::kNoPart) continue;
        seam = seam && (grown == DrawnMoves::Look::kNoPart || grown == here);
        grown = here;
      }
    }
    if (!seam) continue;
    if (grown != DrawnMoves::Look::kNoPart) {
      const auto [word, first] = word_of(look.parts[grown]);
      if (y < first || (y + period - first) * rows_ > word.size()) continue;
    }
    result.push_back({y, grown});
  }
  return result;
}

/// Whether so many columns from a and from b on have the same letters and the same can(c).
bool StripParts::are_same(const DrawnMoves::Cells& board, const DrawnMoves::Look& look, size_t a,
                          size_t b, size_t columns) const {
  for (size_t c = 0; c < columns; ++c) {
    for (size_t row = 0; row < rows_; ++row) {
      if (board[at(a + c, row)] != board[at(b + c, row)] ||
          look.can[at(a + c, row)] != look.can[at(b + c, row)])
        return false;
    }
  }
  return true;
}

/// What the ring is the sum of whose columns are `far` copies, so many others, `far` copies, of the
/// board; so many of the others are no copies.
Attempt<Moves> StripParts::ring(const DrawnMoves::Cells& board, size_t middle, size_t own,
                                size_t period, int64_t far, const Number& number) const {
  const DrawnMoves::Look look = moves_.look(board);
  const auto declined = [&](const char* why) {
    return Error::declined(fmt::format("{}: a ring has {}", why, moves_.text(board)));
  };
  if (look.is_whole) return declined("a word can't be taken apart");
  const size_t copies = static_cast<size_t>(far) * period;
  const std::vector<Seam> before = seams(board, look, 0, copies, period);
  const std::vector<Seam> behind = seams(board, look, copies + middle, 2 * copies + middle, period);
  for (size_t i = before.size(); i-- > 0;) {
    for (const auto& [end, last] : behind) {
      const auto& [begin, first] = before[i];
      if ((end - begin - own) % period != 0 ||
          !are_same(board, look, begin - radius_, end - radius_, 2 * radius_ + period))
        continue;
      Moves entry;
      const auto ring_copies = static_cast<int64_t>((end - begin - own) / period);
      if ((first == DrawnMoves::Look::kNoPart) != (last == DrawnMoves::Look::kNoPart)) continue;
      if (first != DrawnMoves::Look::kNoPart) {
        if (first == last) return declined("it stays a ring");
        const auto [left, left_at] = word_of(look.parts[last]);
        const auto [right, right_at] = word_of(look.parts[first]);
        const size_t cut = (end - left_at) * rows_;
        const auto [kind, more] =
            normal_part({left.substr(0, cut), left.substr(cut, period * rows_),
                         right.substr((begin - right_at) * rows_)},
                        rows_);
        entry.one = number(kind);
        if (!entry.one) return declined("a part is of no kind that is listed");
        entry.least_one = more;
      }
      entry.taken = ring_copies - entry.least_one;
      for (size_t part = 0; part < look.parts.size(); ++part) {
        bool between = false;
        for (size_t c = begin; c < end; ++c) {
          for (size_t row = 0; row < rows_; ++row)
            between = between || look.part[at(c, row)] == part;
        }
        if (between && part != first && part != last)
          entry.fixed.push_back(word_of(look.parts[part]).first);
      }
      return entry;
    }
  }
  return declined("what a move changes reaches too far");
}

Attempt<std::vector<Moves>> StripParts::rings(const StripPart& ring, int64_t far,
                                              const Number& number) const {
  const size_t period = ring.period.size() / rows_;
  const auto word = [&](const std::string& middle) {
    const std::string copies = StripPart{"", ring.period, ""}.word(far);
    return moves_.read(text(copies + middle + copies));
  };
  std::vector<Moves> result;
  if (!ring.left.empty() || !ring.right.empty()) {
    const std::string middle = ring.right + ring.left;
    const Attempt<DrawnMoves::Cells> cells = word(middle);
    if (!cells) return cells.error();
    const size_t own = middle.size() / rows_;
    Attempt<Moves> sum = this->ring(*cells, own, own, period, far, number);
    if (!sum) return sum.error();
    result.push_back(*std::move(sum));
    return result;
  }
  for (const size_t shape : shapes_) {
    for (size_t offset = 0; offset < period; ++offset) {
      const size_t touched = (offset + moves_.width(shape) + period - 1) / period;
      const Attempt<DrawnMoves::Cells> cells =
          word(StripPart{"", ring.period, ""}.word(static_cast<int64_t>(touched)));
      if (!cells) return cells.error();
      DrawnMoves::Cells after;
      if (!moves_.play(shape, static_cast<size_t>(far) * period + offset, *cells, after)) continue;
      Attempt<Moves> option = this->ring(after, touched * period, 0, period, far, number);
      if (!option) return option.error();
      result.push_back(*std::move(option));
    }
  }
  return result;
}

int64_t StripParts::rings_from(const StripPart& ring, const std::vector<Moves>& moves) const {
  const size_t ends = (ring.left.size() + ring.right.size()) / rows_;
  const size_t period = ring.period.size() / rows_;
  int64_t from = 0;
  while (ends + static_cast<size_t>(from) * period <= 2 * extent_) ++from;
  for (const Moves& one : moves) from = std::max(from, one.taken + one.least_one);
  return from;
}

Attempt<uint32_t> StripParts::value(const std::string& word, const Budget& budget) {
  const Attempt<DrawnMoves::Cells> cells = moves_.read(text(word));
  if (!cells) return cells.error();
  return values_.value(moves_, *cells, budget);
}

StripValues::StripValues(StripParts& parts, std::vector<StripPart> kinds,
                         std::vector<std::vector<Moves>> moves, int64_t from)
    : parts_(parts),
      kinds_(std::move(kinds)),
      moves_(std::move(moves)),
      from_(from),
      period_(static_cast<int64_t>(kinds_[0].period.size() / parts.rows())),
      values_(kinds_.size()),
      open_(kinds_.size(), 0) {}

int64_t StripValues::known() const {
  size_t least = values_[0].size();
  for (const auto& values : values_) least = std::min(least, values.size());
  return static_cast<int64_t>(least);
}

Attempt<void> StripValues::extend(int64_t n, const Budget& budget) {
  for (; known() <= n; ++columns_) {
    for (size_t part = 0; part < kinds_.size(); ++part) {
      const int64_t copies =
          columns_ - static_cast<int64_t>((kinds_[part].left.size() + kinds_[part].right.size()) /
                                          parts_.rows());
      if (copies < 0 || copies % period_ != 0) continue;
      const Attempt<uint32_t> one = value(part, copies / period_, budget);
      if (!one) return one.error();
    }
  }
  return {};
}

Attempt<uint32_t> StripValues::value(size_t part, int64_t n, const Budget& budget) {
  std::vector<uint32_t>& values = values_[part];
  if (n >= 0 && n < static_cast<int64_t>(values.size())) return at(part, n);
  if (n != static_cast<int64_t>(values.size()))
    return Error::declined("a move leads to a longer word");
  if (open_[part]) return Error::declined("play may go round");
  if (budget.spent()) return budget.why();
  if (n < from_) {
    Attempt<uint32_t> played = parts_.value(kinds_[part].word(n), budget);
    if (!played) return played;
    values.push_back(*played);
    most_ = std::max(most_, *played);
    return played;
  }
  open_[part] = 1;
  std::vector<char> found;
  const auto see = [&](uint32_t value) {
    if (found.size() <= value) found.resize(2 * value + 1);
    found[value] = 1;
  };
  for (Moves& moves : moves_[part]) {
    if (!moves.splits) {
      Attempt<uint32_t> one = option(moves, n, budget);
      if (!one) return one;
      see(*one);
      continue;
    }
    if (auto added = add_fixed(moves, budget); !added) return std::move(added).error();
    const uint32_t sum = moves.sum;
    const int64_t together = n - moves.taken;
    const int64_t last = together - moves.least_other;
    const auto is_known = [&](std::optional<size_t> which, int64_t most) {
      return !which || most < static_cast<int64_t>(values_[*which].size());
    };
    if (!is_known(moves.one, last) || !is_known(moves.other, together - moves.least_one))
      return Error::declined("a move leads to a longer word");
    if (!moves.one || !moves.other) {
      for (int64_t a = moves.least_one; a <= last; ++a)
        see(sum ^ (moves.one ? at(*moves.one, a) : 0) ^
            (moves.other ? at(*moves.other, together - a) : 0));
      continue;
    }
    // The same, quickly.
    found.resize(std::max(found.size(), std::bit_ceil(size_t{std::max(most_, sum)} + 1)));
    const uint32_t* one = values_[*moves.one].data();
    const uint32_t* other = values_[*moves.other].data() + together;
    for (int64_t a = moves.least_one; a <= last; ++a) found[sum ^ one[a] ^ other[-a]] = 1;
  }
  open_[part] = 0;
  const auto least =
      static_cast<uint32_t>(std::find(found.begin(), found.end(), 0) - found.begin());
  values.push_back(least);
  most_ = std::max(most_, least);
  return least;
}

Attempt<void> StripValues::add_fixed(Moves& moves, const Budget& budget) {
  for (; !moves.fixed.empty(); moves.fixed.pop_back()) {
    Attempt<uint32_t> one = parts_.value(moves.fixed.back(), budget);
    if (!one) return one.error();
    moves.sum ^= *one;
  }
  return {};
}

Attempt<uint32_t> StripValues::option(Moves& moves, int64_t n, const Budget& budget) {
  if (auto added = add_fixed(moves, budget); !added) return std::move(added).error();
  Attempt<uint32_t> one = moves.one ? value(*moves.one, n - moves.taken, budget) : 0;
  if (!one) return one;
  return moves.sum ^ *one;
}

int64_t StripValues::agrees_from(int64_t period) const {
  int64_t n = known() - period;
  for (; n > 0; --n) {
    if (std::any_of(values_.begin(), values_.end(), [&](const auto& values) {
          return values[static_cast<size_t>(n - 1)] != values[static_cast<size_t>(n - 1 + period)];
        }))
      break;
  }
  return std::max<int64_t>(n, 0);
}

int64_t StripValues::window(int64_t preperiod, int64_t period) const {
  int64_t least = std::max(preperiod, from_);
  int64_t taken = 0;
  for (const auto& list : moves_) {
    for (const Moves& moves : list) {
      least = std::max({least, moves.least_one, moves.least_other});
      taken = std::max(taken, moves.taken);
    }
  }
  return 2 * least + 2 * period + taken;
}

}  // namespace grundy
