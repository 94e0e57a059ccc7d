// Genus: the normal and the misère Grundy values of a position beside twos (Conway 1976, ONAG
// chapter 12).
//
// The misère value G⁻ is 1 without an option, else the least number that no option has; the mover
// loses G exactly when G⁻ = 0. The genus g^(c0 c1 c2 …) has the normal value g, and c_k, the misère
// value of G + *2 + … + *2 with k twos. As (H + *1)⁻ = H⁻ ⊕ 1, the genera of the options give that
// of G:
//
//   c_0 = mex of the options' c_0 (1 without an option),
//   c_k = mex of the options' c_k, c_(k-1) and c_(k-1) ⊕ 1.
//
// From some k on the c alternate between x and x ⊕ 2; they are written so far. *0 = 0^120, *1 =
// 1^031, *n = n^n(n⊕2).
//
// A position is tame when its genus is that of a sum of nim heaps, and so is every option
// (hereditarily). Sums of tame positions are then like sums of nim heaps: the values add, and it
// counts whether a part is firm, like heaps of 2 and more (Conway, ibid.). A sum with a part that
// is not tame is played out, and the number of its positions is what time and memory grow with.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "game/game.h"

namespace grundy::misere {

struct Genus {
  uint32_t normal = 0;
  std::vector<uint32_t> misere = {1, 2, 0};  // c_0, c_1, …; the last two go on in turn
  friend bool operator==(const Genus&, const Genus&) = default;

  /// Of *n, n ≥ 2, and of 0 and 1 where they come from a sum with larger heaps.
  static Genus firm(uint32_t n);
  /// Of *0 and *1.
  static Genus fickle(uint32_t n);
  static Genus of_nim_heap(uint32_t n) { return n < 2 ? fickle(n) : firm(n); }
  /// Of a position with options of these genera.
  static Genus of_options(const std::vector<const Genus*>& options);

  bool is_fickle() const { return *this == fickle(normal); }
  /// Whether it is the genus of a sum of nim heaps.
  bool is_tame() const { return is_fickle() || *this == firm(normal); }
  /// "3^1431"; with commas where a number has two digits.
  std::string text() const;
};

class GenusFinder {
 public:
  /// Declines where more than `most` positions have to be looked at.
  explicit GenusFinder(Budget& budget, uint64_t most = UINT64_MAX) : budget_(budget), most_(most) {}
  ~GenusFinder();
  GenusFinder(const GenusFinder&) = delete;
  GenusFinder& operator=(const GenusFinder&) = delete;

  struct Found {
    Genus genus;
    bool tame = true;
    Sum witness;  // where it is not tame: a position of play whose own genus is not, the first that
                  // was met
  };
  Attempt<Found> of(const Sum& sum);

 private:
  struct Entry {
    bool open = true;
    Found found;
  };
  struct Frame {
    Sum sum;
    std::vector<Sum> asked;
    bool by_parts = false;  // else by options
    size_t next = 0;
  };
  Attempt<void> find(const Sum& start);
  Attempt<void> open(Sum sum);
  Attempt<std::vector<Sum>> options_of(const Sum& sum);
  /// Closes the frame on top, whose `asked` are known; false when they do not settle it and others
  /// are asked for.
  Attempt<bool> close();

  Budget& budget_;
  uint64_t most_;
  std::unordered_map<Sum, Entry, HashSum> known_;
  std::vector<Frame> stack_;
  uint64_t taken_ = 0;
};

}  // namespace grundy::misere
