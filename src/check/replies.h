// Claims about positions whose moves may bind the answer, of certificates of kind entailing
// (position.h).
//
//   is V PART        the position has the value V, or is loony
//
// Let W(G) be the numbers n for which who must move wins G beside a nim heap of n, by a move in G.
// An option of value m adds m, an entailing one, to E, all numbers that are not in W(E), and
// `again` to a position of value m all but m, or all where that is loony. G plays as a heap of the
// least number that is not in W(G), and is loony where there is none; beside a loony rest it is as
// beside a number beyond all others (Winning Ways, chapter 12; Larsson, Nowakowski and Santos
// 2021). All parts of the options have claims before; what moves bind the answer to, too.
// Time is a listing of the options for each claim, and the sizes of the sets W(E).
#pragma once
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "base/budget.h"
#include "check/played.h"
#include "check/position.h"

namespace grundy {

/// A set of numbers: finitely many, or all but finitely many.
class Replies {
 public:
  void add(int64_t n);
  void add_all_but(const std::set<int64_t>& numbers);
  /// All numbers that are not of these.
  void add_others(const Replies& of);
  bool has(int64_t n) const { return numbers_.contains(n) != are_all_others_; }
  /// Whether all numbers are in it from one on.
  bool are_all_others() const { return are_all_others_; }
  /// The least number that is not in it; kLoony where there is none.
  int64_t value() const;

 private:
  bool are_all_others_ = false;
  std::set<int64_t> numbers_;  // that are in it, or those that are not
};

class ReplyCheck {
 public:
  ReplyCheck(const PlayedPositions& moves, const Budget& budget) : moves_(moves), budget_(budget) {}

  /// Takes the claim, or says what is wrong with it.
  std::optional<std::string> flaw_of(const PositionCertificate::Claim& claim);
  /// The value of a sum of positions, or kLoony; std::nullopt if one has no claim.
  std::optional<int64_t> value_of(const PlayedPositions::Option& sum) const;
  /// Whether who must move in `bound`, beside a rest of this value, loses.
  std::optional<bool> is_lost(const PlayedPositions::Part& bound, int64_t rest) const;

 private:
  struct Told {
    int64_t value;
    Replies replies;
  };

  const PlayedPositions& moves_;
  const Budget& budget_;
  std::map<PlayedPositions::Part, Told> told_;
};

}  // namespace grundy
