#include "engine/strip/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace grundy::strip {
namespace {

constexpr size_t kMostKinds = 160;
constexpr size_t kMostEnd = 48;  // columns of a kind beside its period
constexpr size_t kTrials = 4;    // each with twice as many copies

/// Where copies of the period may be put into a word.
struct Seam {
  int32_t part = LocalRule::kNoPart;  // that grows by them
  size_t column = 0;
};

}  // namespace

Word Kind::word(size_t n) const {
  Word result = left;
  for (size_t i = 0; i < n; ++i) result += period;
  return result + right;
}

std::pair<Kind, int64_t> normal(Word left, Word period, Word right, size_t rows) {
  while (left.size() >= rows && left.compare(left.size() - rows, rows, period, period.size() - rows, rows) == 0) {
    const Word column = left.substr(left.size() - rows);
    left.resize(left.size() - rows);
    period = column + period.substr(0, period.size() - rows);
    right = column + right;
  }
  int64_t copies = 0;
  while (right.starts_with(period)) {
    right.erase(0, period.size());
    ++copies;
  }
  return {{std::move(left), std::move(period), std::move(right)}, copies};
}

size_t KindSystem::number(const Kind& kind) {
  const auto [at, fresh] = numbers_.try_emplace(kind, kinds_.size());
  if (fresh) kinds_.push_back(kind);
  return at->second;
}

Attempt<KindSystem> KindSystem::of(const LocalRule& rule, const std::vector<Kind>& starts, Budget& budget) {
  const size_t period = rule.columns(starts.front().period);
  const size_t reach = rule.reach();
  size_t far = (2 * rule.radius() + period + 2 * reach) / period + 1;
  std::string why;
  for (size_t trial = 0; trial < kTrials; ++trial, far *= 2) {
    KindSystem system(rule);
    system.far_ = far;
    system.from_ = static_cast<int64_t>(2 * far + (reach + period - 2) / period + 2);
    for (const Kind& kind : starts) system.number(kind);
    bool closed = true;
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

/// The sorts of moves of a kind; false where they lead to no kinds, or to too many.
bool KindSystem::explore(size_t kind) {
  const Kind here = kinds_[kind];
  const size_t left = rule_.columns(here.left);
  const size_t period = rule_.columns(here.period);
  const size_t right = rule_.columns(here.right);
  for (const LocalRule::Shape& move : rule_.moves()) {
    // Copies that a move touches when it begins so many columns behind the left end, or ends so many before the right
    // one.
    const auto copies_to = [&](size_t columns, size_t end) {
      return columns <= end ? size_t{0} : (columns - end + period - 1) / period;
    };
    for (size_t column = 0; column < left + far_ * period; ++column) {
      const size_t copies = copies_to(column + move.columns, left);
      const Word before = here.word(copies + far_);
      if (!add_sort(kind, before, move, column, 0, 0, left + copies * period, far_,
                    static_cast<int64_t>(copies + far_)))
        return false;
    }
    for (size_t end = 0; end < right + far_ * period; ++end) {
      const size_t copies = copies_to(end + move.columns, right);
      const Word before = here.word(copies + far_);
      const size_t columns = rule_.columns(before);
      if (!add_sort(kind, before, move, columns - end - move.columns, left, far_, 0, 0,
                    static_cast<int64_t>(copies + far_)))
        return false;
    }
    for (size_t offset = 0; offset < period; ++offset) {
      const size_t copies = copies_to(offset + move.columns, 0);
      const Word before = here.word(copies + 2 * far_);
      if (!add_sort(kind, before, move, left + far_ * period + offset, left, far_, left + (far_ + copies) * period,
                    far_, static_cast<int64_t>(copies + 2 * far_)))
        return false;
    }
  }
  return true;
}

/// What becomes of the word by the move, where copies of the period may be put in behind the columns `left_from` and
/// `right_from`.
bool KindSystem::add_sort(size_t kind, const Word& before, const LocalRule::Shape& move, size_t column,
                          size_t left_from, size_t left_copies, size_t right_from, size_t right_copies,
                          int64_t copies) {
  Word after;
  if (!rule_.play(move, column, before, after)) return true;
  const size_t rows = rule_.rows();
  const size_t radius = rule_.radius();
  const size_t period = rule_.columns(kinds_[kind].period);
  const LocalRule::View view = rule_.look(after);
  const auto seam_in = [&](size_t from, size_t count) -> std::optional<Seam> {
    const size_t end = from + count * period;
    for (size_t x = from; x + 2 * radius + period <= end; ++x) {
      bool same = true;
      for (size_t i = x * rows; same && i < (x + 2 * radius) * rows; ++i) {
        const size_t next = i + period * rows;
        same = after[i] == after[next] && view.can[i] == view.can[next];
      }
      Seam seam{LocalRule::kNoPart, x + radius};
      for (size_t i = x * rows; same && i < (x + 2 * radius + period) * rows; ++i) {
        const int32_t part = view.part[i];
        if (part == LocalRule::kNoPart) continue;
        same = seam.part == LocalRule::kNoPart || seam.part == part;
        seam.part = part;
      }
      if (!same) continue;
      if (seam.part != LocalRule::kNoPart) {
        const LocalRule::Part& part = view.parts[static_cast<size_t>(seam.part)];
        if (seam.column < part.first || seam.column + period > part.first + rule_.columns(part.word)) continue;
      }
      return seam;
    }
    return std::nullopt;
  };
  const auto shown = [&] { return fmt::format("a move leaves {}", rule_.text(after)); };
  Sort sort;
  sort.splits = left_copies > 0 && right_copies > 0;
  std::vector<bool> grows(view.parts.size(), false);
  const auto kind_at = [&](size_t from, size_t count, size_t& number, int64_t& index) {
    const std::optional<Seam> seam = view.tangled ? std::nullopt : seam_in(from, count);
    if (!seam) {
      why_ = "what a move changes reaches too far: " + shown();
      return false;
    }
    if (seam->part == LocalRule::kNoPart) return true;
    const auto part = static_cast<size_t>(seam->part);
    if (grows[part]) {
      why_ = fmt::format("its parts are of no kinds that repeat: {}, which stays in one piece", shown());
      return false;
    }
    grows[part] = true;
    const LocalRule::Part& grown = view.parts[part];
    const size_t cut = (seam->column - grown.first) * rows;
    auto [found, more] = normal(grown.word.substr(0, cut), grown.word.substr(cut, period * rows),
                                grown.word.substr(cut + period * rows), rows);
    if (rule_.columns(found.left) + rule_.columns(found.right) > kMostEnd || kinds_.size() > kMostKinds) {
      why_ =
          fmt::format("its parts are of more than {} kinds, such as {}", kinds_.size() - 1, rule_.text(found.word(1)));
      return false;
    }
    number = this->number(found);
    index = more + 1;
    return true;
  };
  if (left_copies > 0 && !kind_at(left_from, left_copies, sort.one, sort.least_one)) return false;
  if (right_copies > 0 && !kind_at(right_from, right_copies, sort.splits ? sort.other : sort.one,
                                   sort.splits ? sort.least_other : sort.least_one))
    return false;
  sort.taken = copies - sort.least_one - sort.least_other;
  for (size_t i = 0; i < view.parts.size(); ++i) {
    if (!grows[i]) sort.fixed.push_back(view.parts[i].word);
  }
  sorts_[kind].push_back(std::move(sort));
  return true;
}

}  // namespace grundy::strip
