// End-Nim: of a row of piles the first or the last one is lowered; one that is gone leaves the row.
//
// Theorem (Albert and Nowakowski 2001). For each row there is one number L(row) >= 0 such that a
// pile of L before it makes a lost position (0: the row itself is lost), and one R(row) behind it.
// Proof. Of two such numbers the larger pile could be lowered to the smaller one; and without any,
// each pile before the row has a winning move in the row's last pile, of which two would be the
// same for large piles. For the row with a pile x behind it, l = L(row) and r = R(row),
//   L(row, x) = 0      if x = r
//               x      if x < l and x < r, or x > l and x > r
//               x + 1  if l <= x < r
//               x - 1  if r < x <= l
// and so for R from the other side.
// Example: of [3, 5, 4] the first pile would have to be L([5, 4]) = 4 for the position to be lost.
// Cost: n² steps for n piles, of any size, and a few numbers for each.
#include <algorithm>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

class EndNim final : public ListConclusion {
 public:
  explicit EndNim(bool is_taken_off) : is_taken_off_(is_taken_off) {}

  std::string text(const std::vector<std::string>&) const override {
    return "The player to move loses exactly if the first pile is the number L of the others; L is "
           "found from shorter rows.";
  }
  bool knows_values() const override { return false; }

  Attempt<bool> is_lost(const BoardPosition& position, const Budget& budget) const override {
    const NaturalSet piles = full(position.sets[0]);
    if (piles.empty()) return true;
    const auto wanted = wanted_at_ends(piles, budget);
    if (!wanted) return budget.why();
    return wanted->first == piles.front();
  }
  std::optional<Attempt<std::vector<BoardPosition>>> options_of_value(
      const BoardPosition& position, const Ordinal& value, const Budget& budget) const override {
    if (!value.is_zero()) return std::nullopt;
    std::vector<BoardPosition> result;
    const NaturalSet& all = position.sets[0];
    const NaturalSet piles = full(all);
    if (piles.empty()) return result;
    const auto wanted = wanted_at_ends(piles, budget);
    if (!wanted) return Attempt<std::vector<BoardPosition>>(budget.why());
    const auto is_full = [](int64_t pile) { return pile != 0; };
    const auto lower = [&](size_t place, int64_t to) {
      if (to >= all[place]) return;
      BoardPosition next = position;
      NaturalSet& list = next.sets[0];
      list[place] = to;
      if (to == 0 && is_taken_off_) list.erase(list.begin() + static_cast<std::ptrdiff_t>(place));
      if (result.empty() || result[0] != next) result.push_back(std::move(next));
    };
    const auto first = std::find_if(all.begin(), all.end(), is_full) - all.begin();
    const auto last = all.rend() - std::find_if(all.rbegin(), all.rend(), is_full) - 1;
    lower(static_cast<size_t>(first), wanted->first);
    lower(static_cast<size_t>(last), wanted->second);
    return result;
  }

 private:
  static NaturalSet full(NaturalSet piles) {
    std::erase(piles, 0);
    return piles;
  }

  /// The pile at one end of a row and `here` at its other one, from those without `here`.
  static int64_t with_pile(int64_t here, int64_t other_end, int64_t this_end) {
    if (here == this_end) return 0;
    if (other_end <= here && here < this_end) return here + 1;
    if (this_end < here && here <= other_end) return here - 1;
    return here;
  }

  /// L of all but the first pile and R of all but the last; nothing when the budget is spent.
  static std::optional<std::pair<int64_t, int64_t>> wanted_at_ends(const NaturalSet& piles,
                                                                   const Budget& budget) {
    const size_t n = piles.size();
    if (n == 1) return std::pair<int64_t, int64_t>(0, 0);
    // Of the rows of one length, by their first place.
    std::vector<int64_t> before(piles), behind(piles);
    for (size_t length = 2; length < n; ++length) {
      if (budget.spent()) return std::nullopt;
      for (size_t i = 0; i + length <= n; ++i) {
        const int64_t l = with_pile(piles[i + length - 1], before[i], behind[i]);
        behind[i] = with_pile(piles[i], behind[i + 1], before[i + 1]);
        before[i] = l;
      }
    }
    return std::pair(before[1], behind[0]);
  }

  bool is_taken_off_;
};

}  // namespace

std::unique_ptr<ListConclusion> end_nim(bool is_taken_off) {
  return std::make_unique<EndNim>(is_taken_off);
}

}  // namespace grundy
