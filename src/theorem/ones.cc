// Heaps of which 1s among the binary digits become 0s.
//
// Theorem. If any 1s but no others may be taken, the value is the number of 1s. If one 1 is taken,
// it is that number modulo 2.
// Proof. With some of m ones taken, each smaller number of ones is left and no other; with one of
// them taken, m - 1 are left, and 0 has no move. Induction along m.
#include <fmt/format.h>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

uint64_t ones_of(const Natural& n) {
  uint64_t count = 0;
  for (size_t i = 0; i < n.bit_length(); ++i) count += n.bit(i) ? 1 : 0;
  return count;
}

class Ones final : public Conclusion {
 public:
  explicit Ones(bool only_one) : only_one_(only_one) {}

  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format("The value of {0} is the number of 1s among the binary digits of {0}{1}.",
                       names[0], only_one_ ? ", modulo 2" : "");
  }

  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    const uint64_t ones = ones_of(position[0]);
    return Ordinal(only_one_ ? ones % 2 : ones);
  }

  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget& budget) const override {
    const Natural& n = position[0];
    Options result;
    const uint64_t ones = ones_of(n);
    if (!value.is_small() || ones == 0) return result;
    if (only_one_ && value.small() != (ones - 1) % 2) return result;
    if (!only_one_ && value.small() >= ones) return result;
    const uint64_t kept = only_one_ ? ones - 1 : value.small();
    std::vector<size_t> places;
    for (size_t i = 0; i < n.bit_length(); ++i) {
      if (n.bit(i)) places.push_back(i);
    }
    // Of the ones that are kept, the places among all: those first that leave least.
    std::vector<size_t> chosen;
    for (size_t i = 0; i < kept; ++i) chosen.push_back(i);
    for (;;) {
      if (result.positions.size() == limit) {
        result.all = false;
        return result;
      }
      if (result.positions.size() % 1024 == 0 && budget.spent()) return budget.why();
      Natural left;
      for (const size_t i : chosen) left = left + (Natural(1) << places[i]);
      result.positions.push_back({left});
      size_t next = 0;  // the first that can be moved on
      while (next < kept &&
             chosen[next] + 1 == (next + 1 < kept ? chosen[next + 1] : places.size()))
        ++next;
      if (next == kept) return result;
      ++chosen[next];
      for (size_t i = 0; i < next; ++i) chosen[i] = i;
    }
  }

 private:
  bool only_one_;
};

}  // namespace

std::unique_ptr<Conclusion> ones(bool only_one) { return std::make_unique<Ones>(only_one); }

}  // namespace grundy
