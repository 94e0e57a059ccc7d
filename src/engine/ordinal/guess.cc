#include "engine/ordinal/guess.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

constexpr size_t kSeeds = 48;  // points around which an affine function is looked for

int64_t dot(const Point& a, const Point& b) { return std::inner_product(a.begin(), a.end(), b.begin(), int64_t{0}); }

/// Directions of faces: small coefficients without a common factor, simple ones first.
std::vector<Point> directions(size_t arity) {
  const int64_t most = arity <= 2 ? 3 : 1;
  std::vector<Point> result = {{}};
  for (size_t i = 0; i < arity; ++i) {
    std::vector<Point> longer;
    for (const Point& point : result) {
      for (int64_t c = -most; c <= most; ++c) {
        longer.push_back(point);
        longer.back().push_back(c);
      }
    }
    result = std::move(longer);
  }
  std::erase_if(result, [](const Point& p) {
    return std::accumulate(p.begin(), p.end(), int64_t{0}, std::gcd<int64_t, int64_t>) != 1;
  });
  const auto weight = [](const Point& p) {
    return std::accumulate(p.begin(), p.end(), int64_t{0}, [](int64_t sum, int64_t c) { return sum + std::abs(c); });
  };
  std::stable_sort(result.begin(), result.end(), [&](const Point& a, const Point& b) { return weight(a) < weight(b); });
  return result;
}

/// Finds the cases of one class of residues.
class ClassGuess {
 public:
  ClassGuess(const Sample& sample, const Point& moduli, const Point& residues, const std::vector<Point>& faces)
      : sample_(sample), moduli_(moduli), residues_(residues), faces_(faces) {
    Point point = residues;
    if (std::equal(point.begin(), point.end(), sample.size.begin(), [](int64_t c, int64_t s) { return c < s; }))
      collect(0, point);
    open_.assign(points_.size(), true);
  }

  /// The cases, or nothing when they are more than `most`.
  std::optional<std::vector<Case>> cases(size_t most, const Budget& budget) {
    std::vector<Case> result;
    while (std::find(open_.begin(), open_.end(), true) != open_.end()) {
      if (result.size() == most || budget.spent()) return std::nullopt;
      result.push_back(piece());
    }
    return result;
  }

 private:
  void collect(size_t coordinate, Point& point) {
    if (coordinate == point.size()) {
      points_.push_back(point);
      return;
    }
    const int64_t start = point[coordinate];
    for (; point[coordinate] < sample_.size[coordinate]; point[coordinate] += moduli_[coordinate])
      collect(coordinate + 1, point);
    point[coordinate] = start;
  }

  const int64_t* value(const Point& point) const {
    size_t index = 0;
    for (size_t i = 0; i < point.size(); ++i)
      index = index * static_cast<size_t>(sample_.size[i]) + static_cast<size_t>(point[i]);
    return &sample_.values[index * sample_.powers];
  }

  bool fits(const std::vector<AffineValue>& values, const Point& point) const {
    const int64_t* wanted = value(point);
    for (size_t j = 0; j < values.size(); ++j) {
      const AffineValue& v = values[j];
      if (dot(v.coefficients, point) + v.constant != v.divisor * wanted[j]) return false;
    }
    return true;
  }

  /// The affine function through the seed and its neighbours in the given directions.
  std::vector<AffineValue> through(const Point& seed, const Point& neighbours) const {
    std::vector<AffineValue> result;
    for (size_t j = 0; j < sample_.powers; ++j) {
      AffineValue v;
      v.divisor = std::accumulate(moduli_.begin(), moduli_.end(), int64_t{1}, std::lcm<int64_t, int64_t>);
      v.coefficients.resize(seed.size());
      for (size_t i = 0; i < seed.size(); ++i) {
        if (neighbours[i] == 0) continue;
        Point other = seed;
        other[i] += neighbours[i] * moduli_[i];
        v.coefficients[i] = (value(other)[j] - value(seed)[j]) * neighbours[i] * (v.divisor / moduli_[i]);
      }
      v.constant = v.divisor * value(seed)[j] - dot(v.coefficients, seed);
      int64_t common = std::gcd(v.divisor, v.constant);
      for (const int64_t c : v.coefficients) common = std::gcd(common, c);
      for (int64_t& c : v.coefficients) c /= common;
      v.constant /= common;
      v.divisor /= common;
      result.push_back(std::move(v));
    }
    return result;
  }

  /// The affine function through some open point and its neighbours that fits most open points, and a region for it.
  Case piece() {
    std::vector<size_t> seeds;
    for (size_t i = 0; i < points_.size(); ++i) {
      if (open_[i]) seeds.push_back(i);
    }
    // Some seeds will do: a function that matters fits many points.
    const size_t step = (seeds.size() + kSeeds - 1) / kSeeds;
    Case best;
    size_t best_fit = 0;
    for (size_t s = 0; s < seeds.size(); s += step) {
      const Point& at = points_[seeds[seeds.size() - 1 - s]];
      Point neighbours(at.size(), -1);
      for (;;) {
        if (inside(at, neighbours)) {
          std::vector<AffineValue> values = through(at, neighbours);
          const auto fit = static_cast<size_t>(
              std::count_if(seeds.begin(), seeds.end(), [&](size_t i) { return fits(values, points_[i]); }));
          if (fit > best_fit) {
            best_fit = fit;
            best.value = std::move(values);
          }
        }
        size_t i = 0;
        while (i < neighbours.size() && neighbours[i] == 1) neighbours[i++] = -1;
        if (i == neighbours.size()) break;
        ++neighbours[i];
      }
    }
    best.moduli = moduli_;
    best.residues = residues_;
    bound(best);
    return best;
  }

  bool inside(const Point& point, const Point& neighbours) const {
    for (size_t i = 0; i < point.size(); ++i) {
      const int64_t c = point[i] + neighbours[i] * moduli_[i];
      if (neighbours[i] != 0 && (c < 0 || c >= sample_.size[i])) return false;
    }
    return true;
  }

  /// Gives the case its faces, and takes what it covers from the open points.
  void bound(Case& c) {
    std::vector<size_t> good;
    std::vector<size_t> bad;
    for (size_t i = 0; i < points_.size(); ++i) {
      if (!open_[i]) continue;
      (fits(c.value, points_[i]) ? good : bad).push_back(i);
    }
    // A point in the middle of the good ones stays inside whatever is cut off.
    Point middle(sample_.size.size(), 0);
    for (const size_t i : good) {
      for (size_t j = 0; j < middle.size(); ++j) middle[j] += points_[i][j];
    }
    const auto off_middle = [&](size_t i) {
      int64_t distance = 0;
      for (size_t j = 0; j < middle.size(); ++j)
        distance += std::abs(middle[j] - points_[i][j] * static_cast<int64_t>(good.size()));
      return distance;
    };
    const Point seed = points_[*std::min_element(good.begin(), good.end(),
                                                 [&](size_t a, size_t b) { return off_middle(a) < off_middle(b); })];
    while (!bad.empty()) {
      // The face of the hull of the good points that keeps out most bad ones.
      const Point* best = nullptr;
      int64_t best_bound = 0;
      size_t best_out = 0;
      for (const Point& face : faces_) {
        int64_t bound = dot(face, seed);
        for (const size_t i : good) bound = std::min(bound, dot(face, points_[i]));
        const auto out = static_cast<size_t>(
            std::count_if(bad.begin(), bad.end(), [&](size_t i) { return dot(face, points_[i]) < bound; }));
        if (out > best_out) {
          best_out = out;
          best = &face;
          best_bound = bound;
        }
      }
      if (best == nullptr) {
        // Not convex: the face that keeps out the most bad points at the price of the fewest good ones.
        int64_t best_score = 0;
        for (const Point& face : faces_) {
          const int64_t here = dot(face, seed);
          int64_t bound = INT64_MIN;
          int64_t out = 0;
          for (const size_t i : bad) {
            const int64_t there = dot(face, points_[i]);
            if (there >= here) continue;
            bound = std::max(bound, there + 1);
            ++out;
          }
          if (out == 0) continue;
          const auto lost =
              std::count_if(good.begin(), good.end(), [&](size_t i) { return dot(face, points_[i]) < bound; });
          const int64_t score = 1000 * out / static_cast<int64_t>(bad.size()) + 1000 -
                                1000 * static_cast<int64_t>(lost) / static_cast<int64_t>(good.size());
          if (best == nullptr || score > best_score) {
            best_score = score;
            best = &face;
            best_bound = bound;
          }
        }
        assert(best != nullptr);  // some coordinate tells a bad point from the seed
      }
      c.conditions.push_back({*best, -best_bound});
      const auto outside = [&](size_t i) { return dot(*best, points_[i]) < best_bound; };
      std::erase_if(bad, outside);
      std::erase_if(good, outside);
    }
    drop_needless_faces(c);
    for (size_t i = 0; i < points_.size(); ++i) {
      if (open_[i] && holds(c, points_[i])) open_[i] = false;
    }
  }

  static bool holds(const Case& c, const Point& point) {
    return std::all_of(c.conditions.begin(), c.conditions.end(),
                       [&](const HalfSpace& h) { return dot(h.coefficients, point) + h.constant >= 0; });
  }

  /// Faces that later ones made superfluous.
  void drop_needless_faces(Case& c) const {
    for (size_t f = 0; f < c.conditions.size();) {
      Case without = c;
      without.conditions.erase(without.conditions.begin() + static_cast<std::ptrdiff_t>(f));
      bool needless = true;
      for (size_t i = 0; i < points_.size() && needless; ++i)
        needless = !open_[i] || !holds(without, points_[i]) || fits(c.value, points_[i]);
      if (needless) {
        c = std::move(without);
      } else {
        ++f;
      }
    }
  }

  const Sample& sample_;
  Point moduli_;
  Point residues_;
  const std::vector<Point>& faces_;
  std::vector<Point> points_;
  std::vector<bool> open_;  // not covered by a case yet
};

}  // namespace

std::optional<Formula> guess(const Sample& sample, const Point& moduli, size_t most, const Budget& budget) {
  Formula formula;
  formula.arity = sample.size.size();
  formula.powers = sample.powers;
  const std::vector<Point> faces = directions(formula.arity);
  Point residues(formula.arity, 0);
  for (;;) {
    auto cases = ClassGuess(sample, moduli, residues, faces).cases(most, budget);
    if (!cases) return std::nullopt;
    for (Case& c : *cases) formula.cases.push_back(std::move(c));
    size_t i = residues.size();
    while (i > 0 && residues[i - 1] == moduli[i - 1] - 1) residues[--i] = 0;
    if (i == 0) return formula;
    ++residues[i - 1];
  }
}

}  // namespace grundy
