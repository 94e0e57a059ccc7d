// The values of kinds of parts (kinds.h), one index after the other, and the period that makes them
// known for ever.
//
// Theorem (Guy and Smith 1956, for several sequences at once). Let n₀ be at least `from` and all
// `least` of the system, t the greatest `taken`, and let f(n + p) = f(n) hold for all kinds, n ≥ n₀
// and n + p ≤ m, where m ≥ 2n₀ + 2p + t. Then it holds for all n ≥ n₀. Proof: take the first word,
// by length and then in the order in which moves lead from words to words of the same length, that
// breaks it, of index n + p > m. Its option z ⊕ f′(n + p - s) is z ⊕ f′(n - s), as n - s ≥ n₀ and
// the word comes before. Of a + b = n + p - s one is at least n₀ + p, and may be lowered by p: the
// option is one of n. Of a + b = n - s one is at least n₀, and may be raised by p: that of n is one
// of n + p. So both have the same options' values.
//
// Words shorter than `from` copies, and the parts that are fixed, are played out, each part once.
// Values of kinds may be kept in a table, and from there in a file (../board/part_store.h).
// Cost: for n values of each kind n²/2 steps for each sort of moves that splits, until the period
// is proved.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/board/part_table.h"
#include "engine/strip/kinds.h"
#include "engine/strip/words.h"

namespace grundy::strip {

struct StripPeriod {
  int64_t preperiod = 0;  // the least one, of all kinds together
  int64_t period = 1;
  int64_t tested = 0;  // f(n + p) = f(n) was compared for n + p up to this
};

class Recursion {
 public:
  explicit Recursion(KindSystem system);
  /// Takes values from the table, which outlives it, and gives it those that it finds.
  void use_table(PartTable& table) { table_ = &table; }

  const KindSystem& system() const { return system_; }
  /// Makes f(n) known for all kinds. Declined when play may go round, when short words are too
  /// many, or the budget is spent.
  Attempt<void> extend(int64_t n, Budget& budget);
  /// As far as extend has come, or by the period.
  bool knows(int64_t n) const { return n < known_ || period_; }
  uint32_t at(size_t kind, int64_t n) const;
  /// The value of a ring of so many copies, from the system's ring_from on.
  Attempt<uint32_t> ring(size_t ring, int64_t n, Budget& budget);
  int64_t known() const { return known_; }
  const std::optional<StripPeriod>& period() const { return period_; }
  /// Positions looked at.
  uint64_t work() const { return work_ + words_.work(); }

 private:
  static constexpr int64_t kFirstLook = 128;
  Attempt<void> order();
  Attempt<uint32_t> value(size_t kind, int64_t n, Budget& budget);
  Attempt<uint32_t> fixed_value(const Sort& sort, Budget& budget);
  /// find() gives the value, if the table does not have it.
  template <class Find>
  Attempt<uint32_t> value_kept(const PartKey& key, const Find& find, Budget& budget);
  void look_for_period();
  void make_room(uint32_t value);

  KindSystem system_;
  std::vector<std::vector<uint32_t>> values_;  // by kind
  std::vector<std::vector<uint32_t>> fixed_;   // by kind and sort, once asked for
  std::vector<size_t> order_;  // kinds, those first to which others lead at the same length
  std::vector<int64_t> ends_;  // by kind: columns beside the period
  PlayedWords words_;
  std::vector<uint64_t> seen_;  // by value: when last
  uint64_t now_ = 0;
  int64_t known_ = 0;   // f(n) for n below
  int64_t length_ = 0;  // words of fewer columns are done
  int64_t look_at_ = kFirstLook;
  std::optional<StripPeriod> period_;
  uint64_t work_ = 0;
  PartTable* table_ = nullptr;
};

}  // namespace grundy::strip
