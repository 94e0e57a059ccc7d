#include "engine/strip/kinds.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy::strip {
namespace {

constexpr size_t kMostKinds = 160;
constexpr size_t kMostEnd = 48;  // columns of a kind beside its period
constexpr size_t kTrials = 4;    // each with twice as many copies

}  // namespace

Word Kind::word(size_t n) const {
  Word result = left;
  for (size_t i = 0; i < n; ++i) result += period;
  return result + right;
}

std::pair<Kind, int64_t> normal(Word left, Word period, Word right, size_t rows) {
  // Columns at the end of the left part that are those of the period belong to the right.
  size_t kept = left.size();
  while (kept >= rows && left.compare(kept - rows, rows, period, period.size() - rows, rows) == 0) {
    kept -= rows;
    period = period.substr(period.size() - rows) + period.substr(0, period.size() - rows);
  }
  right.insert(0, left, kept, Word::npos);
  left.resize(kept);
  size_t copies = 0;
  while (right.compare(copies * period.size(), period.size(), period) == 0) ++copies;
  right.erase(0, copies * period.size());
  return {{std::move(left), std::move(period), std::move(right)}, static_cast<int64_t>(copies)};
}

KindSystem::KindSystem(const LocalRule& rule, size_t period, size_t far)
    : rule_(rule),
      period_(period),
      far_(far),
      from_(static_cast<int64_t>(2 * far + (rule.reach() + period - 2) / period + 2)) {}

Attempt<KindSystem> KindSystem::of(const LocalRule& rule, const std::vector<Kind>& starts,
                                   const std::vector<Word>& rings, Budget& budget) {
  const size_t period = rule.columns(starts.empty() ? rings.front() : starts.front().period);
  const size_t reach = rule.reach();
  size_t far = (2 * rule.radius() + period + 2 * reach) / period + 1;
  std::string why;
  for (size_t trial = 0; trial < kTrials; ++trial, far *= 2) {
    KindSystem system(rule, period, far);
    size_t number = 0;
    int64_t more = 0;
    bool closed = std::all_of(starts.begin(), starts.end(), [&](const Kind& kind) {
      return system.add_kind(kind.left, kind.period, kind.right, number, more);
    });
    for (size_t i = 0; closed && i < rings.size(); ++i) closed = system.explore_ring(rings[i]);
    for (size_t kind = 0; closed && kind < system.kinds_.size(); ++kind) {
      if (budget.spent()) return budget.why();
      system.sorts_.emplace_back();
      closed = system.explore(kind);
    }
    if (closed) return system;
    why = system.why_;
    if (system.kinds_.size() > kMostKinds) break;
  }
  return Error::declined(why);
}

int64_t KindSystem::ring_from(size_t ring) const {
  int64_t least = static_cast<int64_t>(rule_.shortest() / period_) + 1;
  for (const Sort& sort : ring_sorts_[ring]) least = std::max(least, sort.taken + sort.least_one);
  return least;
}

/// The number of the kind of these words, a new one if need be, and how many copies its words have
/// beside those of `period`; false where it is too long, or there are too many.
bool KindSystem::add_kind(const Word& left, const Word& period, const Word& right, size_t& number,
                          int64_t& more) {
  auto [kind, copies] = normal(left, period, right, rule_.rows());
  if (rule_.columns(kind.left) + rule_.columns(kind.right) > kMostEnd ||
      kinds_.size() > kMostKinds) {
    why_ = fmt::format("its parts are of more than {} kinds, such as {}",
                       std::max<size_t>(kinds_.size(), 1) - 1, rule_.text(kind.word(1)));
    return false;
  }
  const auto [at, fresh] = numbers_.try_emplace(kind, kinds_.size());
  if (fresh) kinds_.push_back(std::move(kind));
  number = at->second;
  more = copies;
  return true;
}

/// A word, and how it falls apart.
struct KindSystem::After {
  After(const LocalRule& rule, Word left) : word(std::move(left)), view(rule.look(word)) {}
  Word word;
  LocalRule::View view;
};

/// Where copies of the period may be put into a word: so many columns from there on.
struct KindSystem::Seam {
  int32_t part = LocalRule::kNoPart;  // that grows by them
  size_t column = 0;
};

/// All of them among so many copies from this column on.
std::vector<KindSystem::Seam> KindSystem::seams(const After& after, size_t from,
                                                size_t copies) const {
  const size_t rows = rule_.rows();
  const size_t radius = rule_.radius();
  std::vector<Seam> result;
  for (size_t x = from; x + 2 * radius + period_ <= from + copies * period_; ++x) {
    bool same = true;
    for (size_t i = x * rows; same && i < (x + 2 * radius) * rows; ++i) {
      const size_t next = i + period_ * rows;
      same = after.word[i] == after.word[next] && after.view.can[i] == after.view.can[next];
    }
    Seam seam{LocalRule::kNoPart, x + radius};
    for (size_t i = x * rows; same && i < (x + 2 * radius + period_) * rows; ++i) {
      const int32_t part = after.view.part[i];
      if (part == LocalRule::kNoPart) continue;
      same = seam.part == LocalRule::kNoPart || seam.part == part;
      seam.part = part;
    }
    if (!same) continue;
    if (seam.part != LocalRule::kNoPart) {
      const LocalRule::Part& part = after.view.parts[static_cast<size_t>(seam.part)];
      if (seam.column < part.first || seam.column + period_ > part.first + rule_.columns(part.word))
        continue;
    }
    result.push_back(seam);
  }
  return result;
}

/// The sorts of moves of a kind; false where they lead to no kinds, or to too many.
bool KindSystem::explore(size_t kind) {
  const Kind here = kinds_[kind];
  const size_t left = rule_.columns(here.left);
  const size_t right = rule_.columns(here.right);
  for (const LocalRule::Shape& move : rule_.moves()) {
    // Copies that a move touches when it begins so many columns behind the left end, or ends so
    // many before the right one.
    const auto copies_to = [&](size_t columns, size_t end) {
      return columns <= end ? size_t{0} : (columns - end + period_ - 1) / period_;
    };
    for (size_t column = 0; column < left + far_ * period_; ++column) {
      const size_t copies = copies_to(column + move.columns, left);
      const Word before = here.word(copies + far_);
      if (!add_sort(kind, before, move, column, 0, 0, left + copies * period_, far_,
                    static_cast<int64_t>(copies + far_)))
        return false;
    }
    for (size_t end = 0; end < right + far_ * period_; ++end) {
      const size_t copies = copies_to(end + move.columns, right);
      const Word before = here.word(copies + far_);
      const size_t columns = rule_.columns(before);
      if (!add_sort(kind, before, move, columns - end - move.columns, left, far_, 0, 0,
                    static_cast<int64_t>(copies + far_)))
        return false;
    }
    for (size_t offset = 0; offset < period_; ++offset) {
      const size_t copies = copies_to(offset + move.columns, 0);
      const Word before = here.word(copies + 2 * far_);
      if (!add_sort(kind, before, move, left + far_ * period_ + offset, left, far_,
                    left + (far_ + copies) * period_, far_,
                    static_cast<int64_t>(copies + 2 * far_)))
        return false;
    }
  }
  return true;
}

/// The moves on rings; false where they stay in one piece, or lead to too many kinds.
bool KindSystem::explore_ring(const Word& period) {
  std::vector<Sort>& sorts = ring_sorts_.emplace_back();
  for (const LocalRule::Shape& move : rule_.moves()) {
    for (size_t offset = 0; offset < period_; ++offset) {
      const size_t copies = (offset + move.columns + period_ - 1) / period_;
      Word after;
      if (!rule_.play(move, far_ * period_ + offset, Kind{"", period, ""}.word(copies + 2 * far_),
                      after))
        continue;
      Sort sort;
      if (!close_ring(after, copies, sort)) return false;
      sorts.push_back(std::move(sort));
    }
  }
  return true;
}

/// What the ring is the sum of whose columns are those of the word, `far` copies, so many others,
/// `far` copies, with as many copies as the ring has.
bool KindSystem::close_ring(const Word& word, size_t copies, Sort& sort) {
  const size_t rows = rule_.rows();
  const After after(rule_, word);
  const auto shown = [&] {
    return fmt::format("on a ring a move leaves …{}…", rule_.text(after.word));
  };
  const size_t width = (2 * rule_.radius() + period_) * rows;
  const std::vector<Seam> before = seams(after, 0, far_);
  const std::vector<Seam> behind = seams(after, (far_ + copies) * period_, far_);
  const Seam* left = nullptr;
  const Seam* right = nullptr;
  for (auto one = before.rbegin(); one != before.rend() && left == nullptr && !after.view.tangled;
       ++one) {
    for (const Seam& other : behind) {
      const size_t i = (one->column - rule_.radius()) * rows;
      const size_t k = (other.column - rule_.radius()) * rows;
      if ((other.column - one->column) % period_ != 0 ||
          after.word.compare(i, width, after.word, k, width) != 0 ||
          !std::equal(after.view.can.begin() + static_cast<std::ptrdiff_t>(i),
                      after.view.can.begin() + static_cast<std::ptrdiff_t>(i + width),
                      after.view.can.begin() + static_cast<std::ptrdiff_t>(k)) ||
          (one->part == LocalRule::kNoPart) != (other.part == LocalRule::kNoPart))
        continue;
      left = &*one;
      right = &other;
      break;
    }
  }
  if (left == nullptr) {
    why_ = "what a move changes reaches too far: " + shown();
    return false;
  }
  const auto own = static_cast<int64_t>((right->column - left->column) / period_);
  if (left->part != LocalRule::kNoPart) {
    if (left->part == right->part) {
      why_ = fmt::format("its parts are of no kinds that repeat: {}, which stays a ring", shown());
      return false;
    }
    const LocalRule::Part& first = after.view.parts[static_cast<size_t>(right->part)];
    const LocalRule::Part& last = after.view.parts[static_cast<size_t>(left->part)];
    const size_t cut = (right->column - first.first) * rows;
    if (!add_kind(first.word.substr(0, cut), first.word.substr(cut, period_ * rows),
                  last.word.substr((left->column - last.first) * rows), sort.one, sort.least_one))
      return false;
  }
  sort.taken = own - sort.least_one;
  std::vector<bool> inside(after.view.parts.size(), false);
  for (size_t i = left->column * rows; i < right->column * rows; ++i) {
    const int32_t part = after.view.part[i];
    if (part != LocalRule::kNoPart && part != left->part && part != right->part)
      inside[static_cast<size_t>(part)] = true;
  }
  for (size_t i = 0; i < inside.size(); ++i) {
    if (inside[i]) sort.fixed.push_back(after.view.parts[i].word);
  }
  return true;
}

/// What becomes of the word by the move, where copies of the period may be put in behind the
/// columns `left_from` and `right_from`.
bool KindSystem::add_sort(size_t kind, const Word& before, const LocalRule::Shape& move,
                          size_t column, size_t left_from, size_t left_copies, size_t right_from,
                          size_t right_copies, int64_t copies) {
  Word moved;
  if (!rule_.play(move, column, before, moved)) return true;
  const size_t rows = rule_.rows();
  const After after(rule_, std::move(moved));
  const auto shown = [&] { return fmt::format("a move leaves {}", rule_.text(after.word)); };
  Sort sort;
  sort.splits = left_copies > 0 && right_copies > 0;
  std::vector<bool> grows(after.view.parts.size(), false);
  const auto kind_at = [&](size_t from, size_t count, size_t& number, int64_t& index) {
    const std::vector<Seam> all =
        after.view.tangled ? std::vector<Seam>() : seams(after, from, count);
    if (all.empty()) {
      why_ = "what a move changes reaches too far: " + shown();
      return false;
    }
    const Seam& seam = all.front();
    if (seam.part == LocalRule::kNoPart) return true;
    const auto part = static_cast<size_t>(seam.part);
    if (grows[part]) {
      why_ = fmt::format("its parts are of no kinds that repeat: {}, which stays in one piece",
                         shown());
      return false;
    }
    grows[part] = true;
    const LocalRule::Part& grown = after.view.parts[part];
    const size_t cut = (seam.column - grown.first) * rows;
    int64_t more = 0;
    if (!add_kind(grown.word.substr(0, cut), grown.word.substr(cut, period_ * rows),
                  grown.word.substr(cut + period_ * rows), number, more))
      return false;
    index = more + 1;
    return true;
  };
  if (left_copies > 0 && !kind_at(left_from, left_copies, sort.one, sort.least_one)) return false;
  if (right_copies > 0 && !kind_at(right_from, right_copies, sort.splits ? sort.other : sort.one,
                                   sort.splits ? sort.least_other : sort.least_one))
    return false;
  sort.taken = copies - sort.least_one - sort.least_other;
  for (size_t i = 0; i < after.view.parts.size(); ++i) {
    if (!grows[i]) sort.fixed.push_back(after.view.parts[i].word);
  }
  sorts_[kind].push_back(std::move(sort));
  return true;
}

}  // namespace grundy::strip
