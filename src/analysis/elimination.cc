// The pieces of a line, one conjunction of its conditions after another.
//
// Equations tell most variables: y = n - k gives k = n - y. A variable that is left in one term
// only goes with the term: of `d*q = n` with q unknown "d divides n" is left, of `n - k*k` "n - y
// is a square". That no other condition on the variable is lost is shown by isl: whatever satisfies
// the rest and the facts about the term satisfies it all.
#include "analysis/elimination.h"

#include <isl/mat.h>

#include <algorithm>

#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr int64_t kMostFactor = 1'000'000;
constexpr int64_t kMostProduct = 64;  // whose divisors are written out

class Elimination {
 public:
  Elimination(isl_ctx* context, const ReadLine& line)
      : context_(context),
        line_(line),
        arity_(line.arity),
        dimensions_(line.dimensions),
        outputs_(line.outputs) {}

  bool add_piece(const Conjunction& one, std::vector<Piece>& result) const {
    Pending piece{points_where(context_, dimensions_, one.zero, one.natural), one.literals,
                  relevant(one), 0};
    if (!piece.set) return false;
    for (const TermDefinition& term : piece.definitions) {
      if (is_of_bits(term) && is_natural_on(piece.set, term.first) &&
          is_natural_on(piece.set, term.second))
        piece.set = meet_sets(piece.set, points_where(context_, dimensions_, {}, {term.value}));
    }
    if (is_empty_set(piece.set)) return true;
    for (const LinearForm& divisor : one.positive) {
      if (!excludes(context_, dimensions_, piece.set, minus_form(divisor))) return false;
    }
    for (const LinearForm& index : line_.least_indices) {
      if (!excludes(context_, dimensions_, piece.set, shifted(minus_form(index), -1))) return false;
    }
    if (!solve(piece) || !join_equal_terms(piece)) return false;
    for (size_t i = 0; i < piece.definitions.size();)
      i = resolve(piece, i) || expand(piece, i) ? 0 : i + 1;
    if (!piece.definitions.empty()) return false;
    for (Literal& literal : piece.literals) {
      if (literal.atom.kind == Atom::Kind::power && !scale(piece.set, literal.atom)) return false;
      for (LinearForm& form : literal.atom.terms) {
        for (size_t u = arity_; u < outputs_; ++u) {
          if (coefficient(form, u) != 0) return false;
        }
      }
      const auto is_natural = [&](const LinearForm& form) {
        return is_natural_on(piece.set, form);
      };
      const std::vector<LinearForm>& terms = literal.atom.terms;
      const bool is_from_1 =
          literal.atom.kind == Atom::Kind::divides || literal.atom.kind == Atom::Kind::power_of;
      if (is_from_1 && !is_natural(shifted(terms[0], -1))) return false;
      if (literal.atom.kind == Atom::Kind::coprime &&
          !(is_natural(terms[0]) && is_natural(terms[1])))
        return false;
      for (LinearForm& form : literal.atom.terms) {
        form.coefficients.resize(dimensions_);
        form.coefficients.erase(form.coefficients.begin() + static_cast<std::ptrdiff_t>(arity_),
                                form.coefficients.begin() + static_cast<std::ptrdiff_t>(outputs_));
      }
      literal.atom = canonical(std::move(literal.atom));
    }
    isl_set* pairs =
        isl_set_project_out(piece.set.copy(), isl_dim_set, static_cast<unsigned>(arity_),
                            static_cast<unsigned>(outputs_ - arity_));
    Piece left{std::move(piece.literals), isl::Set(isl_set_coalesce(pairs)), piece.most_bits};
    if (!left.pairs) return false;
    left = with_few_values(context_, arity_ + dimensions_ - outputs_, std::move(left));
    if (!is_empty_set(left.pairs)) result.push_back(std::move(left));
    return true;
  }

 private:
  bool is_natural_on(const isl::Set& set, const LinearForm& form) const {
    return excludes(context_, dimensions_, set, shifted(minus_form(form), -1));
  }
  static bool is_of_bits(const TermDefinition& term) {
    return term.op == Op::bit_and || term.op == Op::bit_or || term.op == Op::bit_xor;
  }
  bool is_unknown(size_t dimension) const { return dimension >= arity_ && dimension < outputs_; }

  struct Pending {
    isl::Set set;
    std::vector<Literal> literals;
    std::vector<TermDefinition> definitions;
    unsigned most_bits = 0;  // as in Piece

    template <class Change>
    void for_each_form(Change&& change) {
      for (Literal& one : literals) {
        for (LinearForm& form : one.atom.terms) change(form);
      }
      for (TermDefinition& one : definitions) {
        change(one.first);
        change(one.second);
        change(one.value);
      }
    }
  };

  /// Those that the conjunction speaks of, one way or another.
  std::vector<TermDefinition> relevant(const Conjunction& one) const {
    std::vector<char> used(dimensions_);
    const auto use = [&](const LinearForm& form) {
      for (size_t i = 0; i < form.coefficients.size(); ++i)
        used[i] = used[i] != 0 || form.coefficients[i] != 0;
    };
    for (const LinearForm& form : one.zero) use(form);
    for (const LinearForm& form : one.natural) use(form);
    for (const Literal& literal : one.literals) {
      for (const LinearForm& form : literal.atom.terms) use(form);
    }
    std::vector<TermDefinition> result;
    for (auto later = line_.definitions.rbegin(); later != line_.definitions.rend();
         ++later) {  // arguments come earlier
      if (used[*single_dimension(later->value)] == 0) continue;
      use(later->first);
      use(later->second);
      result.push_back(*later);
    }
    return result;
  }

  /// The equations that hold everywhere in the set.
  std::vector<LinearForm> equations_of(const isl::Set& set) const {
    std::vector<LinearForm> result;
    const isl::BasicSet hull(isl_set_affine_hull(set.copy()));
    isl_mat* matrix = isl_basic_set_equalities_matrix(hull.keep(), isl_dim_cst, isl_dim_set,
                                                      isl_dim_div, isl_dim_param);
    if (matrix == nullptr) return result;
    for (int row = 0; row < isl_mat_rows(matrix); ++row) {
      LinearForm form;
      form.coefficients.resize(dimensions_);
      bool plain = true;
      for (int column = 0; column < isl_mat_cols(matrix); ++column) {
        const isl::Val value(isl_mat_get_element_val(matrix, row, column));
        if (isl_val_is_zero(value.keep()) == isl_bool_true) continue;
        const auto dimension = static_cast<size_t>(column) - 1;
        plain = plain && (column == 0 || dimension < dimensions_) &&
                isl_val_cmp_si(value.keep(), kLargestFactor) <= 0 &&
                isl_val_cmp_si(value.keep(), -kLargestFactor) >= 0;
        if (!plain) break;
        (column == 0 ? form.constant : form.coefficients[dimension]) =
            isl_val_get_num_si(value.keep());
      }
      if (plain) result.push_back(std::move(form));
    }
    isl_mat_free(matrix);
    return result;
  }

  /// Writes the unknowns that equations tell in terms of the others.
  bool solve(Pending& piece) const {
    std::vector<LinearForm> equations = equations_of(piece.set);
    const auto unknowns = [&](const LinearForm& form) {
      size_t count = 0;
      for (size_t u = arity_; u < outputs_; ++u) count += coefficient(form, u) != 0 ? 1 : 0;
      return count;
    };
    const auto unit = [&](const LinearForm& form) {  // an unknown that the equation tells
      for (size_t u = arity_; u < outputs_; ++u) {
        if (const int64_t c = coefficient(form, u); c == 1 || c == -1) return u;
      }
      return outputs_;
    };
    for (;;) {
      // The equation with the fewest unknowns comes first: p = n - y before p = 2q + 1.
      auto next = equations.end();
      for (auto one = equations.begin(); one != equations.end(); ++one) {
        if (unit(*one) != outputs_ && (next == equations.end() || unknowns(*one) < unknowns(*next)))
          next = one;
      }
      if (next == equations.end()) return true;
      const LinearForm equation = std::move(*next);
      equations.erase(next);
      const size_t u = unit(equation);
      bool fits = true;
      const auto replace = [&](LinearForm& form) {
        const int64_t here = coefficient(form, u);
        if (here == 0) return;
        const auto changed = plus(form, -here * coefficient(equation, u), equation);
        fits = fits && changed.has_value();
        if (changed) form = *changed;
      };
      piece.for_each_form(replace);
      for (LinearForm& other : equations) replace(other);
      if (!fits) return false;
    }
  }

  /// What must be 0 if both terms are meant: terms that have become the same have the same value,
  /// and d·(q - 1) is d·q - d.
  static std::optional<LinearForm> difference(const TermDefinition& a, const TermDefinition& b) {
    if (a.op != b.op || a.base != b.base) return std::nullopt;
    if (same_form(a.first, b.first) && same_form(a.second, b.second))
      return plus(a.value, -1, b.value);
    if (a.op != Op::mul) return std::nullopt;
    for (const auto& [first, second] : {std::pair(&b.first, &b.second), {&b.second, &b.first}}) {
      const auto p = plus(a.first, -1, *first), q = plus(a.second, -1, *second);
      if (!p || !q || !is_number(*p) || !is_number(*q)) continue;
      // (x + p)·(y + q) = x·y + q·x + p·(y + q)
      auto rest = plus(a.value, -1, b.value);
      if (rest) rest = plus(*rest, -q->constant, *first);
      return rest ? plus(*rest, -p->constant, a.second) : std::nullopt;
    }
    return std::nullopt;
  }
  /// One term in place of two of which one tells the other.
  bool join_equal_terms(Pending& piece) const {
    for (size_t i = 0; i < piece.definitions.size(); ++i) {
      for (size_t j = i + 1; j < piece.definitions.size(); ++j) {
        const auto equation = difference(piece.definitions[i], piece.definitions[j]);
        if (!equation) continue;
        piece.set = meet_sets(piece.set, points_where(context_, dimensions_, {*equation}, {}));
        // That of plain variables is the easier one to eliminate.
        const bool is_plain = single_dimension(piece.definitions[i].first) &&
                              single_dimension(piece.definitions[i].second);
        piece.definitions.erase(piece.definitions.begin() +
                                static_cast<std::ptrdiff_t>(is_plain ? j : i));
        return solve(piece) && join_equal_terms(piece);
      }
    }
    return true;
  }

  /// How many of the forms have the dimension.
  static size_t uses(Pending& piece, size_t dimension) {
    size_t count = 0;
    piece.for_each_form(
        [&](const LinearForm& form) { count += coefficient(form, dimension) != 0 ? 1 : 0; });
    return count;
  }

  /// Leaves out the unknown u, of which all that counts is that some value of it is a point of
  /// `facts`.
  bool leave_out(Pending& piece, size_t u, const isl::Set& facts) const {
    const isl::Set whole = meet_sets(piece.set, facts);
    isl_set* without = isl_set_project_out(whole.copy(), isl_dim_set, static_cast<unsigned>(u), 1);
    const isl::Set left(isl_set_insert_dims(without, isl_dim_set, static_cast<unsigned>(u), 1));
    if (isl_set_is_subset(meet_sets(left, facts).keep(), whole.keep()) != isl_bool_true)
      return false;
    piece.set = left;
    return true;
  }

  /// What is known of q if d·q = p and d >= 1.
  isl::Set facts_of_factor(const LinearForm& q, const LinearForm& d, const LinearForm& p) const {
    isl::Set result(isl_set_empty(space_of(context_, dimensions_)));
    const auto add = [&](const std::vector<LinearForm>& zero, std::vector<LinearForm> natural) {
      natural.push_back(shifted(d, -1));
      result = join_sets(std::move(result), points_where(context_, dimensions_, zero, natural));
    };
    for (int64_t i = 0; i < 4; ++i) add({shifted(q, -i), *plus(p, -i, d)}, {});
    const LinearForm from_4 = shifted(q, -4);
    const LinearForm beyond = *plus(*plus(p, -4, d), -1, from_4);  // p - 4d - (q - 4)
    add({shifted(d, -1), *plus(p, -1, q)}, {from_4});
    add({}, {from_4, shifted(d, -2), *plus(beyond, -1, from_4)});
    return result;
  }
  /// What is known of u if f(u) = value, f being convex with these first values.
  isl::Set facts_of_image(const LinearForm& u, const LinearForm& value,
                          const std::vector<int64_t>& first) const {
    isl::Set result(isl_set_empty(space_of(context_, dimensions_)));
    const auto last = static_cast<int64_t>(first.size()) - 1;
    for (int64_t i = 0; i < last; ++i) {
      const auto at = static_cast<size_t>(i);
      result = join_sets(
          std::move(result),
          points_where(context_, dimensions_, {shifted(u, -i), shifted(value, -first[at])}, {}));
    }
    const int64_t slope = first.back() - first[first.size() - 2];
    const LinearForm beyond = shifted(u, -last);
    const LinearForm above = shifted(*plus(value, -slope, beyond), -first.back());
    return join_sets(std::move(result), points_where(context_, dimensions_, {}, {beyond, above}));
  }

  /// Whether q·d = n is said besides q = n / d, for d >= 1.
  bool is_told_factor(const Pending& piece, const TermDefinition& quotient) const {
    const auto is_product = [&](const TermDefinition& other) {
      const LinearForm &q = quotient.value, &d = quotient.second;
      return other.op == Op::mul && same_form(other.value, quotient.first) &&
             ((same_form(other.first, q) && same_form(other.second, d)) ||
              (same_form(other.first, d) && same_form(other.second, q)));
    };
    return std::any_of(piece.definitions.begin(), piece.definitions.end(), is_product) &&
           excludes(context_, dimensions_, piece.set, minus_form(quotient.second));
  }

  /// Leaves out the exponent u of value = base^u, base >= 1, where all that counts is that some u
  /// >= 1 has that value: for base 1, u = 1 serves as well as any other.
  bool leave_out_exponent(Pending& piece, size_t u, const TermDefinition& power) const {
    const LinearForm exponent = dimension_form(u), &base = power.first, &value = power.value;
    if (!excludes(context_, dimensions_, piece.set, minus_form(exponent)) ||
        !excludes(context_, dimensions_, piece.set, minus_form(base)))
      return false;
    const auto first = plus(value, -1, base);
    // base^u >= 2·base + 4·(u - 2), if both are at least 2.
    auto above = plus(value, -2, base);
    if (above) above = plus(*above, -4, shifted(exponent, -2));
    if (!first || !above) return false;
    const isl::Set as_first =
        points_where(context_, dimensions_, {shifted(exponent, -1), *first}, {shifted(base, -1)});
    const isl::Set of_1 = points_where(
        context_, dimensions_, {shifted(base, -1), shifted(value, -1)}, {shifted(exponent, -2)});
    const isl::Set later =
        points_where(context_, dimensions_, {}, {shifted(exponent, -2), shifted(base, -2), *above});
    const isl::Set least = join_sets(as_first, later);
    const isl::Set whole = meet_sets(piece.set, join_sets(least, of_1));
    isl_set* without = isl_set_project_out(whole.copy(), isl_dim_set, static_cast<unsigned>(u), 1);
    const isl::Set left(isl_set_insert_dims(without, isl_dim_set, static_cast<unsigned>(u), 1));
    const auto none_lost = [&](const isl::Set& facts) {
      return isl_set_is_subset(meet_sets(left, facts).keep(), whole.keep()) == isl_bool_true;
    };
    if (!none_lost(least)) {
      // With u <= most, greater powers have more than `most` binary digits, and so has a position
      // from which one is taken.
      const auto range = few_values_of(context_, dimensions_, piece.set, exponent);
      if (!range || !is_at_most_a_coordinate(value)) return false;
      const isl::Set few =
          points_where(context_, dimensions_, {}, {shifted(minus_form(exponent), range->second)});
      if (!none_lost(meet_sets(least, few))) return false;
      const auto bits = static_cast<unsigned>(range->second);
      piece.most_bits = piece.most_bits == 0 ? bits : std::min(piece.most_bits, bits);
    }
    piece.set = left;
    return true;
  }
  /// Such as b - b', which is at most b, as coordinates are natural.
  bool is_at_most_a_coordinate(const LinearForm& form) const {
    int64_t more = std::max<int64_t>(form.constant, 0);
    for (size_t i = 0; i < form.coefficients.size(); ++i) {
      if (is_unknown(i) && form.coefficients[i] != 0) return false;
      more += std::max<int64_t>(form.coefficients[i], 0);
    }
    return more <= 1;
  }

  /// Replaces a & b, a | b or a ^^ b, as `resolve` does. Of numbers without a common bit the sum is
  /// a | b, and each of them is within it.
  bool resolve_bits(Pending& piece, size_t index) const {
    const TermDefinition one = piece.definitions[index];
    const LinearForm &a = one.first, &b = one.second, &value = one.value;
    const auto sum = plus(a, 1, b), more = plus(a, -1, b);
    const auto is_natural = [&](const LinearForm& form) { return is_natural_on(piece.set, form); };
    if (!sum || !more || !is_natural(a) || !is_natural(b)) return false;
    const auto becomes = [&](const LinearForm& equal, std::optional<Literal> literal) {
      const auto equation = plus(value, -1, equal);
      if (!equation) return false;
      piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(index));
      piece.set = meet_sets(piece.set, points_where(context_, dimensions_, {*equation}, {}));
      if (literal) piece.literals.push_back(*std::move(literal));
      return solve(piece);
    };
    const auto within = [](const LinearForm& few, const LinearForm& many, bool holds) {
      return Literal{{Atom::Kind::within, 0, 1, {few, many}}, holds};
    };
    // One of the two is within the other: that is known, or told by the value.
    for (const bool turned : {false, true}) {
      const LinearForm &few = turned ? b : a, &many = turned ? a : b;
      const LinearForm equal = one.op == Op::bit_and  ? few
                               : one.op == Op::bit_or ? many
                               : turned               ? *more
                                                      : minus_form(*more);
      if (same_form(value, equal)) return becomes(equal, within(few, many, true));
      for (const Literal& known : piece.literals) {
        const Atom& atom = known.atom;
        if (atom.kind == Atom::Kind::within && same_form(atom.terms[0], few) &&
            same_form(atom.terms[1], many)) {
          if (known.holds) return becomes(equal, std::nullopt);
          if (is_power_of_2(piece, few))
            return becomes(one.op == Op::bit_and ? number_form(0) : *sum, std::nullopt);
        }
      }
      if (one.op != Op::bit_and || !is_power_of_2(piece, few)) continue;
      if (is_natural(shifted(value, -1))) return becomes(few, within(few, many, true));
      if (excludes(context_, dimensions_, piece.set, shifted(value, -1)))
        return becomes(number_form(0), within(few, many, false));
    }
    const LinearForm apart = one.op == Op::bit_and ? number_form(0) : *sum;
    return same_form(value, apart) && becomes(apart, within(a, *sum, true));
  }
  static bool is_power_of_2(const Pending& piece, const LinearForm& form) {
    return std::any_of(piece.literals.begin(), piece.literals.end(), [&](const Literal& one) {
      return one.holds && one.atom.kind == Atom::Kind::power && one.atom.base == 2 &&
             one.atom.factor == 1 && same_form(one.atom.terms[0], form);
    });
  }

  /// Replaces the definition by an atom, or by an equation; false if it can't be now.
  bool resolve(Pending& piece, size_t index) const {
    TermDefinition one = piece.definitions[index];
    if (is_of_bits(one)) return resolve_bits(piece, index);
    const auto becomes = [&](Atom atom) {
      piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(index));
      piece.literals.push_back({std::move(atom), true});
      return true;
    };
    const auto lone = [&](const LinearForm& form, size_t occurrences) -> std::optional<size_t> {
      const auto u = single_dimension(form);
      return u && is_unknown(*u) && uses(piece, *u) == occurrences ? u : std::nullopt;
    };
    if (one.op == Op::div && is_told_factor(piece, one)) {
      piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(index));
      return true;
    }
    if (one.op == Op::div) {  // a quotient by a divisor is a factor
      const auto divides =
          std::find_if(piece.literals.begin(), piece.literals.end(), [&](const Literal& literal) {
            return literal.holds && literal.atom.kind == Atom::Kind::divides &&
                   same_form(literal.atom.terms[0], one.second) &&
                   same_form(literal.atom.terms[1], one.first);
          });
      if (divides == piece.literals.end()) return false;
      // By 0.
      if (!excludes(context_, dimensions_, piece.set, minus_form(one.second))) return false;
      piece.literals.erase(divides);
      piece.definitions[index] = {Op::mul, one.value, one.second, 0, one.first};
      return join_equal_terms(piece);
    }
    if (one.op == Op::mul) {
      if (is_number(one.first) || is_number(one.second)) {
        const bool first = is_number(one.first);
        const auto equation = plus(one.value, first ? -one.first.constant : -one.second.constant,
                                   first ? one.second : one.first);
        if (!equation) return false;
        piece.set = meet_sets(piece.set, points_where(context_, dimensions_, {*equation}, {}));
        piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(index));
        return solve(piece);
      }
      if (same_form(one.first, one.second)) {
        const auto u = lone(one.first, 2);
        return u && leave_out(piece, *u, facts_of_image(one.first, one.value, first_squares())) &&
               becomes({Atom::Kind::square, 0, 1, {one.value}});
      }
      for (const bool turned : {false, true}) {
        const LinearForm& q = turned ? one.second : one.first;
        const LinearForm& d = turned ? one.first : one.second;
        const auto u = lone(q, 1);
        if (!u) continue;
        if (!excludes(context_, dimensions_, piece.set, minus_form(d))) {
          // A factor of a positive number is positive, as the other one is natural.
          if (!excludes(context_, dimensions_, piece.set, minus_form(one.value))) continue;
          piece.set =
              meet_sets(piece.set, points_where(context_, dimensions_, {}, {shifted(d, -1)}));
        }
        if (leave_out(piece, *u, facts_of_factor(q, d, one.value)))
          return becomes({Atom::Kind::divides, 0, 1, {d, one.value}});
      }
      return false;
    }
    if (one.op == Op::mod) {
      if (!excludes(context_, dimensions_, piece.set, minus_form(one.second)) ||
          few_values_of(context_, dimensions_, piece.set, one.second))
        return false;
      const auto rest = plus(one.first, -1, one.value);
      const auto room = plus(shifted(one.second, -1), -1, one.value);
      if (!rest || !room) return false;
      piece.set = meet_sets(piece.set, points_where(context_, dimensions_, {}, {one.value, *room}));
      return becomes({Atom::Kind::divides, 0, 1, {one.second, *rest}});
    }
    if (one.op == Op::power && one.base == 0) {
      const auto u = lone(one.second, 1);
      return u && leave_out_exponent(piece, *u, one) &&
             becomes({Atom::Kind::power_of, 0, 1, {one.first, one.value}});
    }
    if (one.op == Op::power) {
      const auto u = lone(one.second, 1);
      const int64_t b = one.base;
      if (!u || b > 1000) return false;
      return leave_out(piece, *u, facts_of_image(one.second, one.value, first_powers(b))) &&
             becomes({Atom::Kind::power, b, 1, {one.value}});
    }
    return false;
  }

  /// If the term is an unknown u, and c·u is told by the others: c·u is c times a power.
  bool scale(const isl::Set& set, Atom& power) const {
    const auto u = single_dimension(power.terms[0]);
    if (!u || !is_unknown(*u)) return true;
    for (const LinearForm& equation : equations_of(set)) {
      const int64_t c = coefficient(equation, *u);
      if (c == 0) continue;
      const auto rest = plus(equation, -c, dimension_form(*u));
      bool is_known = rest.has_value();
      for (size_t other = arity_; other < outputs_ && is_known; ++other)
        is_known = coefficient(*rest, other) == 0;
      if (!is_known || std::abs(c) > kMostFactor) continue;
      power.terms[0] = *plus(number_form(0), c > 0 ? -1 : 1, *rest);
      power.factor = std::abs(c);
      return true;
    }
    return false;
  }

  /// A product that has few values as an affine set: 2 is 1·2, 2·1, -1·-2 or -2·-1.
  bool expand_by_value(Pending& piece, size_t index) const {
    const TermDefinition one = piece.definitions[index];
    const auto range = few_values_of(context_, dimensions_, piece.set, one.value);
    if (!range || range->first < -kMostProduct || range->second > kMostProduct) return false;
    isl::Set result(isl_set_empty(space_of(context_, dimensions_)));
    const auto add = [&](const std::vector<LinearForm>& zero) {
      result = join_sets(std::move(result),
                         meet_sets(piece.set, points_where(context_, dimensions_, zero, {})));
    };
    for (int64_t v = range->first; v <= range->second; ++v) {
      const LinearForm has_value = shifted(one.value, -v);
      if (v == 0) {
        add({has_value, one.first});
        add({has_value, one.second});
      }
      for (int64_t d = 1; d <= std::abs(v); ++d) {
        if (v % d != 0) continue;
        for (const int64_t factor : {d, -d})
          add({has_value, shifted(one.first, -factor), shifted(one.second, -(v / factor))});
      }
    }
    piece.set = result;
    piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(index));
    return solve(piece);
  }

  /// The definition as an affine set, if one of the numbers in it has few values; the set is a
  /// union over them.
  bool expand(Pending& piece, size_t index) const {
    const TermDefinition one = piece.definitions[index];
    const bool is_product = one.op == Op::mul, is_power = one.op == Op::power && one.base != 0;
    if (is_product && expand_by_value(piece, index)) return true;
    if (!is_product && !is_power && one.op != Op::div && one.op != Op::mod) return false;
    for (const bool by_first : {false, true}) {
      if (by_first && !is_product) break;
      const LinearForm& few = by_first ? one.first : one.second;
      const auto range = few_values_of(context_, dimensions_, piece.set, few);
      if (!range || (is_power && (range->first < 0 || range->second > 51)) ||
          (!is_product && !is_power && range->first < 1))
        continue;
      isl::Set result(isl_set_empty(space_of(context_, dimensions_)));
      for (int64_t v = range->first; v <= range->second; ++v) {
        std::vector<LinearForm> zero = {shifted(few, -v)}, natural;
        if (is_product) {
          const auto equation = plus(one.value, -v, by_first ? one.second : one.first);
          if (!equation) return false;
          zero.push_back(*equation);
        } else if (is_power) {
          int64_t number = 0;
          if (power(one.base, v, &number) || number > kLargestFactor) return false;
          zero.push_back(shifted(one.value, -number));
        } else if (one.op == Op::div) {
          const auto rest = plus(one.first, -v, one.value);
          if (!rest) return false;
          natural = {*rest, shifted(minus_form(*rest), v - 1)};
        } else {
          natural = {one.value, shifted(minus_form(one.value), v - 1)};
        }
        isl::Set here = meet_sets(piece.set, points_where(context_, dimensions_, zero, natural));
        if (one.op == Op::mod) {
          const auto multiple = plus(one.first, -1, one.value);
          if (!multiple) return false;
          here = meet_sets(here, congruent(context_, dimensions_, *multiple, 0, v));
        }
        result = join_sets(std::move(result), here);
      }
      piece.set = result;
      piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(index));
      return solve(piece);
    }
    return false;
  }

  isl_ctx* context_;
  const ReadLine& line_;
  size_t arity_;
  size_t dimensions_;
  size_t outputs_;
};

}  // namespace

std::optional<std::vector<Piece>> eliminated(isl_ctx* context, const ReadLine& line) {
  const Elimination elimination(context, line);
  std::vector<Piece> result;
  for (const Conjunction& one : line.choices) {
    if (!elimination.add_piece(one, result)) return std::nullopt;
  }
  return result;
}

}  // namespace grundy
