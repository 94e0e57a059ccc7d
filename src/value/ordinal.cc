#include "value/ordinal.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace grundy {

/// Terms in falling order of exponents, coefficients at least 1; not empty, and more than a single
/// small finite term.
struct Ordinal::Node {
  explicit Node(std::vector<Term> list) : terms(std::move(list)) {
    for (const Term& term : terms) {
      const uint64_t more = term.exponent.size();
      const uint64_t room = std::numeric_limits<uint64_t>::max() - size;
      size = more < room ? size + more + 1 : std::numeric_limits<uint64_t>::max();
    }
  }

  mutable std::atomic<uint64_t> owners{1};
  const std::vector<Term> terms;
  uint64_t size = 0;
};

/// The terms of any ordinal without copying them.
struct Ordinal::View : std::span<const Ordinal::Term> {
  explicit View(const Ordinal& a) {
    if (!a.is_small()) {
      span::operator=(a.node()->terms);
    } else if (!a.is_zero()) {
      finite.coefficient = a.small();
      span::operator=(span(&finite, 1));
    }
  }
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  Term finite;
};

Ordinal Ordinal::from_normal(std::vector<Term> terms) {
  if (terms.empty()) return {};
  if (terms.size() == 1 && terms[0].exponent.is_zero() && terms[0].coefficient.is_small()) {
    return terms[0].coefficient.small();
  }
  Ordinal result;
  result.word_ = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(new Node(std::move(terms)))) + 1;
  return result;
}

uint64_t Ordinal::make_finite(const Natural& n) {
  std::vector<Term> terms;
  terms.push_back({Ordinal(), n});
  Ordinal result = from_normal(std::move(terms));
  return std::exchange(result.word_, 0);
}

void Ordinal::share() const { node()->owners.fetch_add(1, std::memory_order_relaxed); }

void Ordinal::release() {
  if (node()->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete node();
}

Ordinal Ordinal::omega() { return power_of_omega(1); }

Ordinal Ordinal::power_of_omega(const Ordinal& exponent, const Natural& coefficient) {
  if (coefficient.is_zero()) return {};
  std::vector<Term> terms;
  terms.push_back({exponent, coefficient});
  return from_normal(std::move(terms));
}

Ordinal Ordinal::from_terms(std::vector<Term> terms) {
  std::sort(terms.begin(), terms.end(),
            [](const Term& a, const Term& b) { return a.exponent > b.exponent; });
  std::vector<Term> normal;
  for (Term& term : terms) {
    if (term.coefficient.is_zero()) continue;
    if (!normal.empty() && normal.back().exponent == term.exponent) {
      normal.back().coefficient = normal.back().coefficient + term.coefficient;
    } else {
      normal.push_back(std::move(term));
    }
  }
  return from_normal(std::move(normal));
}

bool Ordinal::is_finite() const { return is_small() || node()->terms.front().exponent.is_zero(); }

Natural Ordinal::finite() const {
  assert(is_finite());
  return is_small() ? Natural(small()) : node()->terms.front().coefficient;
}

std::vector<Ordinal::Term> Ordinal::terms() const {
  const View view(*this);
  return {view.begin(), view.end()};
}

uint64_t Ordinal::size() const { return is_small() ? (is_zero() ? 0 : 1) : node()->size; }

Natural Ordinal::coefficient(const Ordinal& exponent) const {
  const View view(*this);
  const auto term =
      std::lower_bound(view.begin(), view.end(), exponent,
                       [](const Term& t, const Ordinal& e) { return t.exponent > e; });
  return term != view.end() && term->exponent == exponent ? term->coefficient : Natural();
}

Ordinal Ordinal::degree() const { return is_small() ? Ordinal() : node()->terms.front().exponent; }

bool Ordinal::is_limit() const { return !is_small() && !node()->terms.back().exponent.is_zero(); }

Ordinal Ordinal::limit_part() const {
  if (is_finite()) return {};
  if (is_limit()) return *this;
  const auto& terms = node()->terms;
  return from_normal({terms.begin(), terms.end() - 1});
}

std::strong_ordering Ordinal::compare(const Ordinal& a, const Ordinal& b) {
  if (a.word_ == b.word_) return std::strong_ordering::equal;
  if (a.is_small()) return b.is_small() ? a.word_ <=> b.word_ : std::strong_ordering::less;
  if (b.is_small()) return std::strong_ordering::greater;
  const std::vector<Term>& x = a.node()->terms;
  const std::vector<Term>& y = b.node()->terms;
  for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (const auto order = x[i].exponent <=> y[i].exponent; order != 0) return order;
    if (const auto order = x[i].coefficient <=> y[i].coefficient; order != 0) return order;
  }
  return x.size() <=> y.size();
}

Ordinal Ordinal::add(const Ordinal& a, const Ordinal& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  // b's leading term swallows all lower terms of a.
  const View x(a), y(b);
  const Term& lead = y.front();
  const auto kept = std::partition_point(
      x.begin(), x.end(), [&](const Term& term) { return term.exponent > lead.exponent; });
  std::vector<Term> terms(x.begin(), kept);
  terms.insert(terms.end(), y.begin(), y.end());
  if (kept != x.end() && kept->exponent == lead.exponent) {
    Natural& joined = terms[static_cast<size_t>(kept - x.begin())].coefficient;
    joined = kept->coefficient + joined;
  }
  return from_normal(std::move(terms));
}

Ordinal operator*(const Ordinal& a, const Ordinal& b) {
  if (a.is_zero() || b.is_zero()) return {};
  // With a = ω^d·c + rest: a·ω^e = ω^(d+e) for e >= 1, and a·k = ω^d·(c·k) + rest for finite k >=
  // 1.
  const Ordinal::View x(a), y(b);
  const Ordinal::Term& lead = x.front();
  std::vector<Ordinal::Term> terms;
  for (const Ordinal::Term& term : y) {
    if (!term.exponent.is_zero()) {
      terms.push_back({lead.exponent + term.exponent, term.coefficient});
    } else {
      terms.push_back({lead.exponent, lead.coefficient * term.coefficient});
      terms.insert(terms.end(), x.begin() + 1, x.end());
    }
  }
  return Ordinal::from_normal(std::move(terms));
}

namespace {

/// Joins two lists of falling exponents; `join` is applied to the coefficients of equal exponents.
template <class Join>
std::vector<Ordinal::Term> merge(std::span<const Ordinal::Term> x, std::span<const Ordinal::Term> y,
                                 Join join) {
  std::vector<Ordinal::Term> terms;
  terms.reserve(x.size() + y.size());
  size_t i = 0, j = 0;
  while (i < x.size() && j < y.size()) {
    const auto order = x[i].exponent <=> y[j].exponent;
    if (order > 0) {
      terms.push_back(x[i++]);
    } else if (order < 0) {
      terms.push_back(y[j++]);
    } else {
      Natural joined = join(x[i].coefficient, y[j].coefficient);
      if (!joined.is_zero()) terms.push_back({x[i].exponent, std::move(joined)});
      ++i;
      ++j;
    }
  }
  terms.insert(terms.end(), x.begin() + static_cast<std::ptrdiff_t>(i), x.end());
  terms.insert(terms.end(), y.begin() + static_cast<std::ptrdiff_t>(j), y.end());
  return terms;
}

}  // namespace

Ordinal Ordinal::add_terms(const Ordinal& a, const Ordinal& b) {
  return from_normal(
      merge(View(a), View(b), [](const Natural& m, const Natural& n) { return m + n; }));
}

Ordinal Ordinal::nim_add_terms(const Ordinal& a, const Ordinal& b) {
  return from_normal(
      merge(View(a), View(b), [](const Natural& m, const Natural& n) { return m ^ n; }));
}

size_t Ordinal::hash() const {
  if (is_small()) return Natural(small()).hash();
  uint64_t hash = 0;
  for (const Term& term : node()->terms) {
    hash = Natural(hash >> 1 ^ term.exponent.hash() * 3).hash() + term.coefficient.hash();
  }
  return static_cast<size_t>(hash);
}

}  // namespace grundy
