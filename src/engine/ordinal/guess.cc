#include "engine/ordinal/guess.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "engine/ordinal/point_set.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

constexpr size_t kSeeds = 32;        // points around which a function is looked for
constexpr size_t kTried = 6;         // functions that fit most points; a region is made for each
constexpr int64_t kMaxQuotient = 2;  // divisor under a remainder: (n/2) % 2
constexpr int64_t kMaxFit = 1024;    // greatest coefficient of a function
constexpr uint64_t kWorkInAStep = 64;

int64_t dot(const Point& a, const Point& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), int64_t{0});
}

int64_t weight(const Point& p) {
  return std::accumulate(p.begin(), p.end(), int64_t{0},
                         [](int64_t sum, int64_t c) { return sum + std::abs(c); });
}

/// Calls visit for every vector with entries from -most to most.
template <class Visit>
void for_each_vector(size_t size, int64_t most, Visit&& visit) {
  Point vector(size, -most);
  for (;;) {
    visit(vector);
    size_t i = 0;
    while (i < size && vector[i] == most) vector[i++] = -most;
    if (i == size) return;
    ++vector[i];
  }
}

/// Directions of faces: small coefficients without a common factor, simple ones first.
std::vector<Point> directions(size_t arity) {
  std::vector<Point> result;
  for_each_vector(arity, arity <= 2 ? 3 : 1, [&](const Point& p) {
    if (std::accumulate(p.begin(), p.end(), int64_t{0}, std::gcd<int64_t, int64_t>) == 1)
      result.push_back(p);
  });
  std::stable_sort(result.begin(), result.end(),
                   [](const Point& a, const Point& b) { return weight(a) < weight(b); });
  return result;
}

class FormulaSearch {
 public:
  FormulaSearch(const Sample& sample, int64_t modulus, const Budget& budget)
      : sample_(sample), budget_(budget), arity_(sample.size.size()) {
    for (int64_t d = 1; d <= modulus; ++d) {
      if (modulus % d == 0) divisors_.push_back(d);
    }
    for_each_point(sample.size, [&](size_t /*index*/, const Point& point) {
      points_.push_back(point);
      return true;
    });
    faces_ = directions(arity_);
    for (const Point& face : faces_) {
      std::vector<int64_t>& along = heights_.emplace_back();
      for (const Point& p : points_) along.push_back(dot(face, p));
    }
    open_ = PointSet(points_.size());
    for (size_t i = 0; i < points_.size(); ++i) open_.set(i);
    list_classes();
  }

  std::optional<Formula> formula(size_t most) {
    Formula result;
    result.arity = arity_;
    result.powers = sample_.powers;
    for (size_t left = open_.count(); left > 0;) {
      if (result.cases.size() == most || budget_.spent()) return std::nullopt;
      const Covered piece = best_piece();
      budget_.count(work_ / kWorkInAStep);
      work_ %= kWorkInAStep;
      open_.remove(piece.points);
      left = open_.count();
      result.cases.push_back(piece.as_case);
      // Each later case covers at most as many points as this one.
      if (left > (most - result.cases.size()) * piece.points.count()) return std::nullopt;
    }
    return result;
  }

 private:
  struct Class {
    std::vector<Congruence> congruences;
    PointSet points;
  };
  /// A function and the points where it has the value of one power of ω.
  struct Fit {
    AffineValue value;
    PointSet points;
  };
  struct Covered {
    Case as_case;
    PointSet points;
  };
  struct Candidate {
    size_t of_class;
    std::vector<AffineValue> value;
    PointSet fit;  // open points of the class
    size_t count;
  };

  int64_t value(size_t point, size_t power) const {
    return sample_.values[point * sample_.powers + power];
  }

  /// Coarse classes first: all points; one congruence; two coordinates.
  void list_classes() {
    const auto add = [&](std::vector<Congruence> congruences) {
      Class one{std::move(congruences), PointSet(points_.size())};
      work_ += points_.size();
      for (size_t i = 0; i < points_.size(); ++i) {
        if (std::all_of(one.congruences.begin(), one.congruences.end(),
                        [&](const Congruence& c) { return c.holds(points_[i]); }))
          one.points.set(i);
      }
      classes_.push_back(std::move(one));
    };
    add({});
    const auto unit = [&](size_t i) {
      Point p(arity_, 0);
      p[i] = 1;
      return p;
    };
    // Remainders of one coordinate and of its quotients.
    std::vector<std::vector<Congruence>> single(arity_);
    for (size_t i = 0; i < arity_; ++i) {
      for (const int64_t d : divisors_) {
        for (const int64_t q : divisors_) {
          if (d == 1 || q > kMaxQuotient || divisors_.back() % (d * q) != 0) continue;
          for (int64_t r = 0; r < d; ++r) single[i].push_back({unit(i), d, r, q});
        }
      }
      for (const Congruence& one : single[i]) add({one});
    }
    for (size_t i = 0; i < arity_; ++i) {
      for (size_t j = i + 1; j < arity_; ++j) {
        for (const int64_t d : divisors_) {
          for (const int64_t sign : {1, -1}) {
            if (d == 1 || (sign < 0 && d == 2)) continue;  // modulo 2 the same as with +
            Point p = unit(i);
            p[j] = sign;
            for (int64_t r = 0; r < d; ++r) add({{p, d, r}});
          }
        }
      }
    }
    for (size_t i = 0; i < arity_; ++i) {
      for (size_t j = i + 1; j < arity_; ++j) {
        for (const Congruence& one : single[i]) {
          for (const Congruence& other : single[j]) add({one, other});
        }
      }
    }
  }

  /// Functions with the right value at the seed and at some of its neighbours, with all points that
  /// they fit.
  std::vector<const Fit*> functions_at(size_t seed, size_t power) {
    const Point& at = points_[seed];
    const int64_t here = value(seed, power);
    std::set<AffineValue> found;
    const auto add = [&](AffineValue v) {
      int64_t common = v.divisor;
      for (const int64_t c : v.coefficients) common = std::gcd(common, c);
      for (int64_t& c : v.coefficients) {
        c /= common;
        if (std::abs(c) > kMaxFit) return;
      }
      // ⌊(g·a·x + c)/(g·d)⌋ = ⌊(a·x + ⌊c/g⌋)/d⌋
      v.constant = (v.constant - ((v.constant % common) + common) % common) / common;
      v.divisor /= common;
      found.insert(std::move(v));
    };
    for_each_vector(arity_, 1, [&](const Point& neighbours) {
      const bool constant = weight(neighbours) == 0;
      for (const int64_t step : divisors_) {
        if (constant && step > 1) break;
        AffineValue v{Point(arity_, 0), 0, step, 0};
        bool inside = true;
        for (size_t i = 0; i < arity_ && inside; ++i) {
          if (neighbours[i] == 0) continue;
          const int64_t there = at[i] + neighbours[i] * step;
          inside = there >= 0 && there < sample_.size[i];
          if (!inside) break;
          const auto other =
              static_cast<size_t>(static_cast<int64_t>(seed) + neighbours[i] * step * stride(i));
          v.coefficients[i] = neighbours[i] * (value(other, power) - here);
        }
        if (!inside) continue;
        const int64_t least = step * here - dot(v.coefficients, at);
        for (v.constant = least; v.constant < least + step; ++v.constant) add(v);
      }
      if (constant) return;
      for (const int64_t d : divisors_) {
        // Modulo 2 the signs do not matter.
        if (d == 1 || here >= d ||
            (d == 2 && std::count(neighbours.begin(), neighbours.end(), -1) > 0))
          continue;
        const int64_t rest = (here - dot(neighbours, at)) % d;
        found.insert({neighbours, (rest + d) % d, 1, d});
      }
    });
    std::vector<const Fit*> result;
    for (const AffineValue& v : found) {
      auto [entry, is_new] = fits_[power].try_emplace(v);
      if (is_new) {
        work_ += 8 * points_.size();
        entry->second = {v, PointSet(points_.size())};
        for (size_t i = 0; i < points_.size(); ++i) {
          if (v.at(points_[i]) == value(i, power)) entry->second.points.set(i);
        }
      }
      result.push_back(&entry->second);
    }
    return result;
  }

  int64_t stride(size_t coordinate) const {
    int64_t result = 1;
    for (size_t i = coordinate + 1; i < arity_; ++i) result *= sample_.size[i];
    return result;
  }

  /// The case that covers most open points.
  Covered best_piece() {
    const std::vector<size_t> seeds = open_.elements();
    const size_t step = (seeds.size() + kSeeds - 1) / kSeeds;
    std::map<std::pair<size_t, std::vector<AffineValue>>, Candidate> found;
    for (size_t s = 0; s < seeds.size(); s += step) {
      const size_t seed = seeds[seeds.size() - 1 - s];
      std::vector<std::vector<const Fit*>> functions;
      for (size_t power = 0; power < sample_.powers; ++power)
        functions.push_back(functions_at(seed, power));
      for (size_t c = 0; c < classes_.size(); ++c) {
        if (!classes_[c].points[seed]) continue;
        Candidate candidate{c, {}, open_, 0};
        candidate.fit.meet(classes_[c].points);
        for (const auto& choices : functions) {
          work_ += (choices.size() + 4) * open_.words();
          const Fit* best = nullptr;
          std::tuple<size_t, int64_t> best_score;
          for (const Fit* fit : choices) {
            const std::tuple score{candidate.fit.common(fit->points), -complexity(fit->value)};
            if (best != nullptr && score <= best_score) continue;
            best = fit;
            best_score = score;
          }
          candidate.value.push_back(best->value);
          candidate.fit.meet(best->points);
        }
        candidate.count = candidate.fit.count();
        found.try_emplace({c, candidate.value}, std::move(candidate));
      }
    }
    // Candidates that fit most points, and candidates that fit everywhere in their class.
    std::vector<const Candidate*> order;
    order.reserve(found.size());
    for (const auto& [key, candidate] : found) order.push_back(&candidate);
    std::stable_sort(order.begin(), order.end(),
                     [](const Candidate* a, const Candidate* b) { return a->count > b->count; });
    std::optional<Covered> best;
    std::tuple<size_t, int64_t> best_score;
    size_t mixed = 0;
    size_t pure = 0;
    for (const Candidate* candidate : order) {
      PointSet bad = open_;
      bad.meet(classes_[candidate->of_class].points);
      bad.remove(candidate->fit);
      size_t& tried = bad.count() == 0 ? pure : mixed;
      if (tried == kTried) continue;
      ++tried;
      if (best && candidate->count < std::get<0>(best_score)) continue;
      Covered covered = bounded(*candidate, bad.elements());
      int64_t size = static_cast<int64_t>(4 * covered.as_case.conditions.size());
      for (const HalfSpace& h : covered.as_case.conditions) size += weight(h.coefficients);
      for (const Congruence& one : covered.as_case.congruences)
        size += 2 + weight(one.coefficients) + one.modulus + 2 * one.divisor;
      for (const AffineValue& v : covered.as_case.value) size += complexity(v);
      const std::tuple score{covered.points.count(), -size};
      if (best && score <= best_score) continue;
      best = std::move(covered);
      best_score = score;
    }
    return *std::move(best);
  }

  static int64_t complexity(const AffineValue& v) {
    const auto negative = std::count_if(v.coefficients.begin(), v.coefficients.end(),
                                        [](int64_t c) { return c < 0; });
    return weight(v.coefficients) + negative + (v.constant != 0 ? 1 : 0) + v.divisor - 1 +
           v.modulus;
  }

  /// The candidate with faces that keep out the bad points.
  Covered bounded(const Candidate& candidate, std::vector<size_t> bad) const {
    Case c{{}, classes_[candidate.of_class].congruences, candidate.value};
    std::vector<size_t> good = candidate.fit.elements();
    if (!bad.empty()) {
      const std::vector<size_t> all_bad = bad;
      const size_t middle = middle_of(good);
      std::vector<std::pair<size_t, int64_t>> chosen;
      while (!bad.empty()) {
        const auto [face, bound] = next_face(good, bad, middle);
        chosen.emplace_back(face, bound);
        const auto outside = [&, f = face, b = bound](size_t i) { return heights_[f][i] < b; };
        std::erase_if(bad, outside);
        std::erase_if(good, outside);
      }
      // Faces that later ones made superfluous.
      for (size_t f = 0; f < chosen.size();) {
        auto without = chosen;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(f));
        const bool needed = std::any_of(all_bad.begin(), all_bad.end(), [&](size_t i) {
          return std::all_of(without.begin(), without.end(),
                             [&](const auto& one) { return heights_[one.first][i] >= one.second; });
        });
        if (needed) {
          ++f;
        } else {
          chosen = std::move(without);
        }
      }
      for (const auto& [face, bound] : chosen) c.conditions.push_back({faces_[face], -bound});
    }
    PointSet points(points_.size());
    for (const size_t i : candidate.fit.elements()) {
      if (std::all_of(c.conditions.begin(), c.conditions.end(),
                      [&](const HalfSpace& h) { return h.holds(points_[i]); }))
        points.set(i);
    }
    return {std::move(c), std::move(points)};
  }

  /// A point in the middle of the good ones; it stays inside whatever is cut off.
  size_t middle_of(const std::vector<size_t>& good) const {
    Point sum(arity_, 0);
    for (const size_t i : good) {
      for (size_t j = 0; j < arity_; ++j) sum[j] += points_[i][j];
    }
    const auto distance = [&](size_t i) {
      int64_t result = 0;
      for (size_t j = 0; j < arity_; ++j)
        result += std::abs(sum[j] - points_[i][j] * static_cast<int64_t>(good.size()));
      return result;
    };
    return *std::min_element(good.begin(), good.end(),
                             [&](size_t a, size_t b) { return distance(a) < distance(b); });
  }

  /// A face and the least height that is inside.
  std::pair<size_t, int64_t> next_face(const std::vector<size_t>& good,
                                       const std::vector<size_t>& bad, size_t middle) const {
    work_ += faces_.size() * (good.size() + bad.size());
    // The face of the hull of the good points that keeps out most bad ones.
    size_t best = 0;
    int64_t best_bound = 0;
    size_t best_out = 0;
    for (size_t f = 0; f < faces_.size(); ++f) {
      const std::vector<int64_t>& height = heights_[f];
      int64_t bound = height[middle];
      for (const size_t i : good) bound = std::min(bound, height[i]);
      const auto out = static_cast<size_t>(
          std::count_if(bad.begin(), bad.end(), [&](size_t i) { return height[i] < bound; }));
      if (out <= best_out) continue;
      best_out = out;
      best = f;
      best_bound = bound;
    }
    if (best_out > 0) return {best, best_bound};
    // Not convex: the face that keeps out the most bad points at the price of the fewest good ones.
    int64_t best_score = -1;
    for (size_t f = 0; f < faces_.size(); ++f) {
      const std::vector<int64_t>& height = heights_[f];
      int64_t bound = INT64_MIN;
      int64_t out = 0;
      for (const size_t i : bad) {
        if (height[i] >= height[middle]) continue;
        bound = std::max(bound, height[i] + 1);
        ++out;
      }
      if (out == 0) continue;
      const auto lost =
          std::count_if(good.begin(), good.end(), [&](size_t i) { return height[i] < bound; });
      const int64_t score = 1000 * out / static_cast<int64_t>(bad.size()) + 1000 -
                            1000 * static_cast<int64_t>(lost) / static_cast<int64_t>(good.size());
      if (score <= best_score) continue;
      best_score = score;
      best = f;
      best_bound = bound;
    }
    assert(best_score >= 0);  // some coordinate tells a bad point from the middle
    return {best, best_bound};
  }

  const Sample& sample_;
  const Budget& budget_;
  mutable uint64_t work_ = 0;  // words of sets and points, since steps were counted
  size_t arity_;
  std::vector<int64_t> divisors_;
  std::vector<Point> points_;
  std::vector<Point> faces_;
  std::vector<std::vector<int64_t>> heights_;  // of all points along each face's direction
  std::vector<Class> classes_;
  std::map<size_t, std::map<AffineValue, Fit>> fits_;  // by power
  PointSet open_;                                      // not covered by a case yet
};

}  // namespace

std::optional<Formula> guess(const Sample& sample, int64_t modulus, size_t most,
                             const Budget& budget) {
  return FormulaSearch(sample, modulus, budget).formula(most);
}

}  // namespace grundy
