// Lines whose moves are a choice among a few: of values of a variable, or of equations.
#include <algorithm>

#include "engine/search/combination.h"
#include "engine/search/rewriting.h"
#include "rule/evaluate.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

/// The terms of `a or b or c`.
void add_choices(const Expr& condition, std::vector<Expr>& choices) {
  if (condition.op != Op::logical_or) return choices.push_back(condition);
  for (const Expr& arg : condition.args) add_choices(arg, choices);
}

/// The terms of one variable alone, as large as they are, in a line. False where it stands inside
/// another sum.
bool add_terms_of(Expr& expr, size_t s, std::vector<Expr*>& terms) {
  if (!mentions(expr, s)) return true;
  bool is_alone = !reads_board(expr);
  for (size_t other = 0; other < slot_bound(expr); ++other)
    is_alone = is_alone && (other == s || !mentions(expr, other));
  if (is_alone) {
    terms.push_back(&expr);
    return true;
  }
  return !expr.quantifier && std::all_of(expr.args.begin(), expr.args.end(),
                                         [&](Expr& arg) { return add_terms_of(arg, s, terms); });
}

/// The natural numbers that the term is for `low` … `high`; none where one is no such number.
std::vector<int64_t> numbers_of_term(const Expr& term, size_t s, int64_t low, int64_t high) {
  constexpr uint64_t kMostChoices = 100'000;  // of all sums
  std::vector<int64_t> numbers;
  Environment slots(std::max(s + 1, slots_in(term)));
  Patience patience(kMostChoices);
  for (int64_t i = low; i <= high; ++i) {
    slots[s] = i;
    Fault fault;
    numbers.push_back(evaluate(term, slots, fault, &patience));
    if (fault.kind != Fault::Kind::none || numbers.back() < 0) return {};
  }
  return numbers;
}

}  // namespace

std::vector<MoveLine> lines_of_values(const MoveLine& line) {
  constexpr size_t kMostLines = 6;
  const auto is_of_values = [](const Binder& binder) {
    return binder.kind == Binder::Kind::values && binder.slots.size() == 1 &&
           binder.values.size() <= kMostLines;
  };
  const auto found = std::find_if(line.binders.begin(), line.binders.end(), is_of_values);
  if (found == line.binders.end()) return {};
  const size_t s = found->slots[0];
  std::vector<MoveLine> result;
  for (const Expr& value : found->values) {
    MoveLine one = line;
    one.binders.erase(one.binders.begin() + (found - line.binders.begin()));
    std::vector<Expr> terms;
    for (size_t i = 0; i < line.slot_names.size(); ++i) terms.push_back(i == s ? value : slot(i));
    put_other_slots(one, terms);
    if (!is_natural(value)) one.conditions.push_back(apply(Op::le, {constant(0), value}));
    result.push_back(std::move(one));
  }
  return result;
}

std::vector<MoveLine> lines_of_listed_sums(const MoveLine& line) {
  constexpr int64_t kMostNumbers = 1000;
  for (size_t b = 0; b < line.binders.size(); ++b) {
    const Binder& binder = line.binders[b];
    if (binder.kind != Binder::Kind::range || binder.slots.size() != 1 || binder.high.empty() ||
        !is_constant(binder.high[0]) || (!binder.low.empty() && !is_constant(binder.low[0])))
      continue;
    const size_t s = binder.slots[0];
    const int64_t low = binder.low.empty() ? 0 : std::max<int64_t>(binder.low[0].value, 0);
    const int64_t high = binder.high[0].value;
    if (low > high || high - low >= kMostNumbers ||
        std::any_of(line.binders.begin(), line.binders.end(),
                    [&](const Binder& other) { return mentions(other, s); }))
      continue;
    MoveLine result = line;
    std::vector<Expr*> terms;
    bool are_terms = true;
    for (Expr& one : result.conditions) are_terms = are_terms && add_terms_of(one, s, terms);
    for (Part& part : result.parts) {
      are_terms = are_terms && part.binders.empty();
      for (Expr& one : part.coordinates) are_terms = are_terms && add_terms_of(one, s, terms);
    }
    if (!are_terms || terms.empty() ||
        std::none_of(terms.begin(), terms.end(), [](const Expr* term) { return term->quantifier; }))
      continue;
    std::vector<int64_t> numbers = numbers_of_term(*terms[0], s, low, high);
    const bool are_alike = std::all_of(terms.begin(), terms.end(), [&](const Expr* term) {
      return numbers == numbers_of_term(*term, s, low, high);
    });
    if (numbers.empty() || !are_alike) continue;
    for (Expr* term : terms) *term = slot(s);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    Binder chosen;
    chosen.kind = Binder::Kind::in_set;
    chosen.slots = {s};
    chosen.set = std::make_shared<NumberSet>(NumberSet{1, std::move(numbers)});
    chosen.span = binder.span;
    result.binders[b] = std::move(chosen);
    return {std::move(result)};
  }
  return {};
}

std::vector<MoveLine> lines_of_tuples(const MoveLine& line) {
  constexpr size_t kMostLines = 16;
  const auto found =
      std::find_if(line.binders.begin(), line.binders.end(), [](const Binder& binder) {
        return binder.kind == Binder::Kind::in_set && !binder.set->complement &&
               binder.slots.size() > 1 && binder.set->size() <= kMostLines;
      });
  if (found == line.binders.end()) return {};
  return lines_of_elements(line, static_cast<size_t>(found - line.binders.begin()));
}

std::vector<MoveLine> lines_of_equations(const MoveLine& line) {
  constexpr size_t kMostLines = 6;
  const auto tells = [&](const Expr& one) {
    if (one.op != Op::eq || !is_linear(one.args[0]) || !is_linear(one.args[1])) return false;
    return std::any_of(line.binders.begin(), line.binders.end(),
                       [&](const Binder& binder) { return mentions(one, binder.slots[0]); });
  };
  for (size_t i = 0; i < line.conditions.size(); ++i) {
    std::vector<Expr> choices;
    add_choices(line.conditions[i], choices);
    if (choices.size() < 2 || choices.size() > kMostLines ||
        !std::all_of(choices.begin(), choices.end(), tells))
      continue;
    std::vector<MoveLine> result(choices.size(), line);
    for (size_t j = 0; j < choices.size(); ++j) result[j].conditions[i] = std::move(choices[j]);
    return result;
  }
  return {};
}

}  // namespace grundy
