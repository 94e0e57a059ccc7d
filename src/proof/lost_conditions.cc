#include "proof/lost_conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "engine/ordinal/point_set.h"

namespace grundy {
namespace {

constexpr int64_t kMostModulus = 12;
constexpr size_t kMostResidues = 3;     // named in a condition
constexpr int64_t kGreatestFactor = 4;  // of a coordinate in a linear relation

using Tuple = std::vector<int64_t>;

struct Term {
  std::string text;
  std::vector<int64_t> values;  // at each point
};

/// A condition, where it holds.
struct Atom {
  std::string text;
  PointSet where;
};

/// "a + 2*b", of factors of one sign; "0" of none.
std::string side_text(const std::vector<std::string>& names, const std::vector<int64_t>& factors,
                      int64_t sign, int64_t constant) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    const int64_t factor = sign * factors[i];
    if (factor <= 0) continue;
    text +=
        (text.empty() ? "" : " + ") + (factor == 1 ? "" : std::to_string(factor) + "*") + names[i];
  }
  if (constant > 0) text += (text.empty() ? "" : " + ") + std::to_string(constant);
  return text.empty() ? "0" : text;
}

class Guesses {
 public:
  Guesses(const std::vector<std::string>& names, const Sample& sample)
      : names_(names),
        lost_(sample.points()),
        everywhere_(sample.points()),
        side_(*std::min_element(sample.size.begin(), sample.size.end())) {
    for_each_point(sample.size, [&](size_t index, const Tuple& point) {
      points_.push_back(point);
      everywhere_.set(index);
      if (sample.values[index] == 0) lost_.set(index);
      return true;
    });
    make_terms();
  }

  std::vector<std::string> find() const {
    std::vector<std::string> result;
    if (lost_.count() == 0 || lost_.count() == points_.size()) return result;
    const auto add = [&](const std::optional<std::string>& text) {
      if (text && std::find(result.begin(), result.end(), *text) == result.end())
        result.push_back(*text);
    };
    if (const auto condition = common_condition(everywhere_)) add(condition->text);
    if (names_.size() == 1) add(but_for_few());
    // By the remainder of the first coordinate, or of the sum.
    for (int64_t modulus = 2; modulus <= 4 && 3 * modulus <= side_; ++modulus) {
      add(parted(by_residue(terms_[0], modulus)));
      if (names_.size() > 1) add(parted(by_residue(terms_[sum_], modulus)));
    }
    for (int64_t first = 1; first <= 2 && first + 3 < side_; ++first)
      for (size_t i = 0; i < names_.size(); ++i) add(parted(by_size(i, first)));
    if (names_.size() >= 2) {
      const std::string all = fmt::format("{}", fmt::join(names_, ", "));
      add(by_witness("max(" + all + ")", [](const Tuple& x, size_t i) {
        return x[i] == *std::max_element(x.begin(), x.end());
      }));
      add(by_witness("min(" + all + ")", [](const Tuple& x, size_t i) {
        return x[i] == *std::min_element(x.begin(), x.end());
      }));
      add(by_witness("0", [](const Tuple& x, size_t i) { return x[i] == 0; }));
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    return result;
  }

 private:
  /// Of one coordinate: few numbers of the first half are lost and no others, or all others.
  std::optional<std::string> but_for_few() const {
    constexpr size_t kMostNamed = 6;
    const bool rest = lost_[points_.size() - 1];
    std::vector<std::string> named;
    for (size_t n = 0; n < points_.size(); ++n) {
      if (lost_[n] == rest) continue;
      if (2 * n >= points_.size() || named.size() == kMostNamed) return {};
      named.push_back(fmt::format("{} {} {}", names_[0], rest ? "!=" : "=", n));
    }
    return fmt::format("{}", fmt::join(named, rest ? " and " : " or "));
  }

  void add_term(std::string text, auto&& value) {
    Term term{std::move(text), {}};
    for (const Tuple& point : points_) term.values.push_back(value(point));
    terms_.push_back(std::move(term));
  }
  void make_terms() {
    const size_t n = names_.size();
    for (size_t i = 0; i < n; ++i) add_term(names_[i], [&](const Tuple& x) { return x[i]; });
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = i + 1; j < n; ++j) {
        add_term(fmt::format("abs({} - {})", names_[i], names_[j]),
                 [&](const Tuple& x) { return std::abs(x[i] - x[j]); });
        if (n > 2)
          add_term(fmt::format("({} + {})", names_[i], names_[j]),
                   [&](const Tuple& x) { return x[i] + x[j]; });
      }
    }
    if (n < 2) return;
    const std::string all = fmt::format("{}", fmt::join(names_, ", "));
    sum_ = terms_.size();
    add_term(fmt::format("{}", fmt::join(names_, " + ")),
             [](const Tuple& x) { return std::accumulate(x.begin(), x.end(), int64_t{0}); });
    add_term("max(" + all + ")",
             [](const Tuple& x) { return *std::max_element(x.begin(), x.end()); });
    add_term("min(" + all + ")",
             [](const Tuple& x) { return *std::min_element(x.begin(), x.end()); });
    add_term("max(" + all + ") - min(" + all + ")", [](const Tuple& x) {
      return *std::max_element(x.begin(), x.end()) - *std::min_element(x.begin(), x.end());
    });
    std::vector<std::string> odd;
    for (const std::string& name : names_) odd.push_back(name + " % 2");
    add_term(fmt::format("{}", fmt::join(odd, " + ")), [](const Tuple& x) {
      return std::count_if(x.begin(), x.end(), [](int64_t one) { return one % 2 != 0; });
    });
  }
  Atom atom(std::string text, auto&& holds) const {
    Atom result{std::move(text), PointSet(points_.size())};
    for (size_t i = 0; i < points_.size(); ++i)
      if (holds(i)) result.where.set(i);
    return result;
  }
  static std::string in_brackets(const std::string& term) {
    return term.find(' ') == term.npos || term.starts_with("abs(") || term.starts_with("(") ||
                   (term.starts_with("max(") && term.find(" - ") == term.npos) ||
                   term.starts_with("min(")
               ? term
               : "(" + term + ")";
  }

  /// Conditions that all these points have, the plainest first.
  std::vector<Atom> common_atoms(const PointSet& region, const std::vector<size_t>& points) const {
    std::vector<Atom> result;
    const std::vector<size_t> inside = region.elements();
    const auto add = [&](std::string text, auto&& holds) {
      Atom made = atom(std::move(text), holds);
      if (made.where.common(region) < inside.size()) result.push_back(std::move(made));
    };
    for (const Term& term : terms_) {
      int64_t least = INT64_MAX;
      int64_t greatest = INT64_MIN;
      for (const size_t i : points) {
        least = std::min(least, term.values[i]);
        greatest = std::max(greatest, term.values[i]);
      }
      if (least == greatest) {
        add(fmt::format("{} = {}", term.text, least),
            [&](size_t i) { return term.values[i] == least; });
      } else if (greatest <= 3 && greatest < side_ / 2) {
        add(fmt::format("{} <= {}", term.text, greatest),
            [&](size_t i) { return term.values[i] <= greatest; });
      }
      if (least > 0 && least <= 3 && least < greatest)
        add(fmt::format("{} >= {}", term.text, least),
            [&](size_t i) { return term.values[i] >= least; });
      for (int64_t modulus = 2; modulus <= kMostModulus && 3 * modulus <= side_ + 2; ++modulus) {
        std::set<int64_t> residues;
        for (const size_t i : points) residues.insert(term.values[i] % modulus);
        if (residues.size() > std::min<size_t>(kMostResidues, static_cast<size_t>(modulus) - 1))
          continue;
        std::vector<std::string> ways;
        for (const int64_t residue : residues)
          ways.push_back(fmt::format("{} % {} = {}", in_brackets(term.text), modulus, residue));
        const std::string text = fmt::format("{}", fmt::join(ways, " or "));
        add(ways.size() == 1 ? text : "(" + text + ")",
            [&](size_t i) { return residues.count(term.values[i] % modulus) > 0; });
      }
    }
    for (size_t i = 0; i < names_.size(); ++i) {
      for (size_t j = 0; j < names_.size(); ++j) {
        const auto is_common = [&](auto&& holds) {
          return std::all_of(points.begin(), points.end(),
                             [&](size_t k) { return holds(points_[k]); });
        };
        if (i == j) continue;
        const auto at_most = [&](const Tuple& x) { return x[i] <= x[j]; };
        const auto below = [&](const Tuple& x) { return x[i] < x[j]; };
        const auto half = [&](const Tuple& x) { return 2 * x[i] <= x[j]; };
        const auto equal = [&](const Tuple& x) { return x[i] == x[j]; };
        if (is_common(equal)) {
          if (i < j)
            add(fmt::format("{} = {}", names_[i], names_[j]),
                [&](size_t k) { return equal(points_[k]); });
          continue;
        }
        if (is_common(below)) {
          add(fmt::format("{} < {}", names_[i], names_[j]),
              [&](size_t k) { return below(points_[k]); });
        } else if (is_common(at_most)) {
          add(fmt::format("{} <= {}", names_[i], names_[j]),
              [&](size_t k) { return at_most(points_[k]); });
        }
        if (is_common(half))
          add(fmt::format("2*{} <= {}", names_[i], names_[j]),
              [&](size_t k) { return half(points_[k]); });
      }
    }
    for (const std::vector<int64_t>& relation : linear_relations(points)) {
      const int64_t constant = relation.back();
      add(side_text(names_, relation, 1, constant) + " = " +
              side_text(names_, relation, -1, -constant),
          [&](size_t k) {
            int64_t sum = constant;
            for (size_t i = 0; i < names_.size(); ++i) sum += relation[i] * points_[k][i];
            return sum == 0;
          });
    }
    return result;
  }

  /// Σ factor · coordinate + constant = 0 on all points, with small factors: a basis of these
  /// relations.
  std::vector<std::vector<int64_t>> linear_relations(const std::vector<size_t>& points) const {
    const size_t n = names_.size() + 1;
    // Rows of points, reduced over the rationals as whole numbers; what they leave free gives the
    // relations.
    std::vector<std::vector<int64_t>> rows;
    std::vector<size_t> pivots;
    for (const size_t k : points) {
      std::vector<int64_t> row = points_[k];
      row.push_back(1);
      for (size_t r = 0; r < rows.size(); ++r) eliminate(row, rows[r], pivots[r]);
      const auto pivot = std::find_if(row.begin(), row.end(), [](int64_t one) { return one != 0; });
      if (pivot == row.end()) continue;
      shorten(row);
      const auto column = static_cast<size_t>(pivot - row.begin());
      for (size_t r = 0; r < rows.size(); ++r) eliminate(rows[r], row, column);
      rows.push_back(row);
      pivots.push_back(column);
      if (rows.size() == n) return {};
    }
    std::vector<std::vector<int64_t>> result;
    for (size_t free = 0; free < n; ++free) {
      if (std::find(pivots.begin(), pivots.end(), free) != pivots.end()) continue;
      int64_t scale = 1;
      for (size_t r = 0; r < rows.size(); ++r)
        scale = std::lcm(scale, std::abs(rows[r][pivots[r]]));
      std::vector<int64_t> relation(n, 0);
      relation[free] = scale;
      for (size_t r = 0; r < rows.size(); ++r)
        relation[pivots[r]] = -rows[r][free] * (scale / rows[r][pivots[r]]);
      shorten(relation);
      const auto first =
          std::find_if(relation.begin(), relation.end() - 1, [](int64_t one) { return one != 0; });
      if (first == relation.end() - 1) continue;
      if (*first < 0)
        for (int64_t& one : relation) one = -one;
      const bool is_small = std::all_of(relation.begin(), relation.end() - 1, [](int64_t one) {
        return std::abs(one) <= kGreatestFactor;
      });
      if (is_small) result.push_back(std::move(relation));
    }
    return result;
  }
  static void shorten(std::vector<int64_t>& row) {
    int64_t common = 0;
    for (const int64_t one : row) common = std::gcd(common, one);
    if (common > 1)
      for (int64_t& one : row) one /= common;
  }
  static void eliminate(std::vector<int64_t>& row, const std::vector<int64_t>& by, size_t column) {
    if (row[column] == 0) return;
    const int64_t common = std::gcd(row[column], by[column]);
    const int64_t a = by[column] / common;
    const int64_t b = row[column] / common;
    for (size_t i = 0; i < row.size(); ++i) row[i] = a * row[i] - b * by[i];
    shorten(row);
  }

  /// A condition that holds in the region exactly where the mover loses. Seen from the points
  /// `sure` of it, or from all lost ones.
  std::optional<Atom> common_condition(const PointSet& region,
                                       const PointSet* sure = nullptr) const {
    PointSet seen = region;
    seen.meet(sure == nullptr ? lost_ : *sure);
    if (seen.count() == 0) return std::nullopt;
    std::vector<Atom> atoms = common_atoms(region, seen.elements());
    const auto is_lost = [&](const PointSet& set) { return set.common(lost_) == set.count(); };
    PointSet left = region;
    for (const Atom& one : atoms) left.meet(one.where);
    if (!is_lost(left)) return std::nullopt;
    // What can be spared goes, the longest first.
    std::stable_sort(atoms.begin(), atoms.end(),
                     [](const Atom& a, const Atom& b) { return a.text.size() < b.text.size(); });
    for (size_t k = atoms.size(); k-- > 0;) {
      PointSet without = region;
      for (size_t j = 0; j < atoms.size(); ++j)
        if (j != k) without.meet(atoms[j].where);
      if (is_lost(without)) atoms.erase(atoms.begin() + static_cast<std::ptrdiff_t>(k));
    }
    // Nobody would read it.
    if (atoms.empty() || atoms.size() > 4 + names_.size()) return std::nullopt;
    Atom result{"", region};
    for (const Atom& one : atoms) {
      result.text += (result.text.empty() ? "" : " and ") + one.text;
      result.where.meet(one.where);
    }
    return result;
  }

  /// One condition for each part, joined; the parts are the whole box.
  std::optional<std::string> parted(const std::vector<Atom>& parts) const {
    std::vector<std::string> ways;
    for (const Atom& part : parts) {
      const size_t here = part.where.common(lost_);
      if (here == 0) continue;
      if (here == part.where.count()) {
        ways.push_back(part.text);
        continue;
      }
      const std::optional<Atom> condition = common_condition(part.where);
      if (!condition) return std::nullopt;
      ways.push_back(part.text + " and " + condition->text);
    }
    if (ways.size() < 2) return std::nullopt;
    return fmt::format("{}", fmt::join(ways, " or "));
  }
  std::vector<Atom> by_residue(const Term& term, int64_t modulus) const {
    std::vector<Atom> result;
    for (int64_t residue = 0; residue < modulus; ++residue)
      result.push_back(atom(fmt::format("{} % {} = {}", in_brackets(term.text), modulus, residue),
                            [&](size_t i) { return term.values[i] % modulus == residue; }));
    return result;
  }
  std::vector<Atom> by_size(size_t i, int64_t first) const {
    std::vector<Atom> result;
    for (int64_t value = 0; value < first; ++value)
      result.push_back(atom(fmt::format("{} = {}", names_[i], value),
                            [&](size_t k) { return points_[k][i] == value; }));
    result.push_back(atom(fmt::format("{} >= {}", names_[i], first),
                          [&](size_t k) { return points_[k][i] >= first; }));
    return result;
  }
  /// Which coordinate is the greatest, the least or 0 decides; where several are, one of them may.
  std::optional<std::string> by_witness(const std::string& what, auto&& is_witness) const {
    std::vector<std::string> ways;
    PointSet left = lost_;
    for (size_t i = 0; i < names_.size(); ++i) {
      const Atom region =
          atom(names_[i] + " = " + what, [&](size_t k) { return is_witness(points_[k], i); });
      PointSet sure = lost_;
      sure.meet(atom("", [&](size_t k) {
                  for (size_t j = 0; j < names_.size(); ++j)
                    if (is_witness(points_[k], j) != (i == j)) return false;
                  return true;
                }).where);
      if (sure.count() == 0) continue;
      const std::optional<Atom> condition = common_condition(region.where, &sure);
      if (!condition) return std::nullopt;
      ways.push_back(region.text + " and " + condition->text);
      left.remove(condition->where);
    }
    if (ways.size() < 2 || left.count() > 0) return std::nullopt;
    return fmt::format("{}", fmt::join(ways, " or "));
  }

  const std::vector<std::string>& names_;
  std::vector<Tuple> points_;
  PointSet lost_;
  PointSet everywhere_;
  int64_t side_;
  std::vector<Term> terms_;  // the first is the first coordinate
  size_t sum_ = 0;           // the place of the sum of all, where there are several
};

}  // namespace

std::vector<std::string> lost_conditions(const std::vector<std::string>& names,
                                         const Sample& sample) {
  return Guesses(names, sample).find();
}

}  // namespace grundy
