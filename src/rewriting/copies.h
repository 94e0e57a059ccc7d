// Equal parts of a move: cancelled in pairs, or counted, instead of written out.
//
// Problem: a move to sum(g(n/2) for i < K) leads to K equal positions, and K may be 10^9.
// Idea: what a binder of a sum counts, and no coordinate mentions, is a number of copies. In normal
// play that ends two equal positions are worth nothing together (Sprague and Grundy), so that
// values need the rule with each number of copies cut down to one or two of the same parity. A list
// of moves, and misère play, need all of them: there the copies are one position of a game that has
// their number as its first coordinate. Shares, (n + i)/m for i < m, are of two sizes, each counted.
// Example: of sum(g(n/2) for i < 1000000001) values need g(n/2), and a list of moves has
// 1000000001*g(n/2).
// Cost: linear in the rules that can be reached, once.
#pragma once
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// So many equal positions, and less, are listed one by one.
constexpr int64_t kMostListedCopies = 8;

/// Whether a move of the rule leads to sum(… for …), so that its parts are not written out.
bool has_repeated_parts(const Rule& rule);

class Copies {
 public:
  /// What remains of an even number of copies.
  enum class Remaining {
    none,  // where play is known to end
    two,   // so that every position that was led to still is
  };

  Copies() = default;
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  /// Whether a move of the rule, or of one that it leads to, has equal parts whose number is not
  /// written or is 3 or more.
  bool has_copies(const Rule& rule);
  /// The rule whose values in normal play are the same, with one or two of every number of copies;
  /// the rule itself where there are none.
  const Rule& cancelled(const Rule& rule, Remaining kept);
  /// The rule with copies of more than kMostListedCopies as one position of counts_of() that game;
  /// the rule itself where there are none.
  const Rule& counted(const Rule& rule);
  /// The game whose copies this rule stands for, number first: a rule made by counted(). Null for
  /// others.
  const Rule* copied(const Rule& rule) const;

 private:
  const Rule& made_of(const Rule& rule, Remaining kept);
  const Rule& counts_of(const Rule& rule);

  std::deque<Rule> rules_;
  std::map<const Rule*, bool> has_copies_;
  std::map<const Rule*, const Rule*> cancelled_[2];
  std::map<const Rule*, const Rule*> counted_;
  std::map<const Rule*, const Rule*> counts_;  // by the game that is copied
  std::map<const Rule*, const Rule*> copied_;  // the other way round
};

}  // namespace grundy
