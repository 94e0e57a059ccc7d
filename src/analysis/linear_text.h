// Linear terms whose atoms are texts, and conditions on them, in a normal form.
//
// Example: "a[i] - 1 - y" is -1+a[i]-y, with the atoms in the order of the alphabet; of the
// conditions 0 <= a[i] - 1 - y, 0 <= y and 0 <= a[i] the last one goes, as every a[i] is natural.
// Cost: a comparison with each pair of the other conditions.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace grundy {

/// A sum of atoms, each a text, with factors.
struct LinearText {
  std::map<std::string, int64_t> factors;
  int64_t constant = 0;

  static LinearText atom(std::string text) { return {{{std::move(text), 1}}, 0}; }
  /// This and `factor` times the other; nothing when a number leaves the range of 50 bits.
  std::optional<LinearText> plus(const LinearText& other, int64_t factor) const;
  /// "2*a-b+3" with the constant first: "3+2*a-b".
  std::string text() const;
};

/// Conditions that hold together: comparisons with 0, and others as texts.
class TextConditions {
 public:
  /// `naturals` says of an atom whether it is never negative.
  explicit TextConditions(bool (*naturals)(const std::string& atom)) : is_natural_(naturals) {}

  /// 0 <= sum
  void at_least_zero(const LinearText& sum) { bounds_.push_back(sum); }
  void other(std::string text) { others_.insert(std::move(text)); }

  /// "0<=…" and the others, without the comparisons that follow from the rest.
  std::set<std::string> texts() const;

 private:
  /// Whether the sum is at least 0 wherever its atoms are natural.
  bool is_natural(const LinearText& sum) const;
  /// Whether the comparison, of this name, follows from one or two of the others.
  bool follows(const std::string& name, const LinearText& sum,
               const std::map<std::string, LinearText>& from) const;

  bool (*is_natural_)(const std::string& atom);
  std::vector<LinearText> bounds_;
  std::set<std::string> others_;
};

}  // namespace grundy
