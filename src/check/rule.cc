#include "check/rule.h"

namespace grundy::logic {
namespace {

constexpr size_t kMaxElements = 1000;  // of a set whose elements are written out

class Reader {
 public:
  Reader(Problem& problem, const std::vector<Linear>& slots, std::string& reason)
      : problem_(problem), slots_(slots), reason_(reason) {}

  std::optional<LineMeaning> line(const MoveLine& line, const Part& part) {
    std::vector<Condition> legal;
    for (const Binder& binder : line.binders) legal.push_back(range(binder));
    for (const Expr& c : line.conditions) legal.push_back(condition(c));
    LineMeaning result;
    for (const Expr& coordinate : part.coordinates) {
      result.option.push_back(term(coordinate));
      legal.push_back(at_least(result.option.back(), number(0)));
    }
    result.legal = all(std::move(legal));
    if (!reason_.empty()) return std::nullopt;
    return result;
  }

 private:
  Linear refuse(const char* what) {
    if (reason_.empty()) reason_ = what;
    return {};
  }

  std::vector<Linear> terms(const std::vector<Expr>& exprs) {
    std::vector<Linear> result;
    for (const Expr& expr : exprs) result.push_back(term(expr));
    return result;
  }

  Linear term(const Expr& expr) {
    switch (expr.op) {
      case Op::constant:
        return number(expr.value);
      case Op::slot:
        if (static_cast<size_t>(expr.value) >= slots_.size())
          return refuse("it has variables of an inner sum");
        return slots_[static_cast<size_t>(expr.value)];
      case Op::neg:
        return -1 * term(expr.args[0]);
      case Op::add:
        return term(expr.args[0]) + term(expr.args[1]);
      case Op::sub:
        return term(expr.args[0]) - term(expr.args[1]);
      case Op::mul: {
        const Linear a = term(expr.args[0]);
        const Linear b = term(expr.args[1]);
        if (a.is_constant() && !a.too_large) return a.constant * b;
        if (b.is_constant() && !b.too_large) return b.constant * a;
        return refuse("it has a product of variables");
      }
      case Op::div:
      case Op::mod: {
        const Linear a = term(expr.args[0]);
        const Linear divisor = term(expr.args[1]);
        if (!divisor.is_constant() || divisor.too_large || divisor.constant < 1)
          return refuse("it divides by something that is no positive constant");
        const Linear quotient = problem_.floor(a, divisor.constant);
        return expr.op == Op::div ? quotient : a - divisor.constant * quotient;
      }
      case Op::min:
        return problem_.least(terms(expr.args));
      case Op::max:
        return problem_.greatest(terms(expr.args));
      case Op::abs: {
        const Linear a = term(expr.args[0]);
        return problem_.greatest({a, -1 * a});
      }
      default:
        return refuse("it has a term that is not affine");
    }
  }

  Condition condition(const Expr& expr) {
    auto left = [&] { return term(expr.args[0]); };
    auto right = [&] { return term(expr.args[1]); };
    switch (expr.op) {
      case Op::constant:
        return expr.value != 0 ? all({}) : any({});
      case Op::eq:
        return equal(left(), right());
      case Op::ne:
        return negation(equal(left(), right()));
      case Op::lt:
        return less(left(), right());
      case Op::le:
        return at_least(right(), left());
      case Op::logical_and:
        return all({condition(expr.args[0]), condition(expr.args[1])});
      case Op::logical_or:
        return any({condition(expr.args[0]), condition(expr.args[1])});
      case Op::logical_not:
        return negation(condition(expr.args[0]));
      case Op::in_set:
        return member(terms(expr.args), *expr.set);
      default:
        refuse("it has a condition that is not affine, or a quantifier");
        return any({});
    }
  }

  Condition member(const std::vector<Linear>& tuple, const NumberSet& set) {
    if (set.size() > kMaxElements) refuse("it has a set of more than 1000 elements");
    std::vector<Condition> elements;
    for (size_t e = 0; e < set.size() && e < kMaxElements; ++e) {
      std::vector<Condition> here;
      for (size_t j = 0; j < tuple.size(); ++j)
        here.push_back(equal(tuple[j], number(set.flat[e * set.arity + j])));
      elements.push_back(all(std::move(here)));
    }
    Condition inside = any(std::move(elements));
    if (!set.complement) return inside;
    return all({negation(inside), at_least(tuple[0], number(0))});  // all natural numbers but those
  }

  Condition range(const Binder& binder) {
    std::vector<Linear> variables;
    std::vector<Condition> result;
    for (const size_t s : binder.slots) {
      variables.push_back(s < slots_.size() ? slots_[s] : refuse("its binders are out of order"));
      result.push_back(at_least(variables.back(), number(0)));
    }
    switch (binder.kind) {
      case Binder::Kind::range:
        for (const Expr& low : binder.low) result.push_back(at_least(variables[0], term(low)));
        for (const Expr& high : binder.high) result.push_back(at_least(term(high), variables[0]));
        break;
      case Binder::Kind::equal:
        result.push_back(equal(variables[0], term(binder.low[0])));
        break;
      case Binder::Kind::in_set:
        result.push_back(member(variables, *binder.set));
        break;
      case Binder::Kind::values: {
        std::vector<Condition> any_of;
        for (const Expr& value : binder.values) any_of.push_back(equal(variables[0], term(value)));
        result.push_back(any(std::move(any_of)));
        break;
      }
    }
    return all(std::move(result));
  }

  Problem& problem_;
  const std::vector<Linear>& slots_;
  std::string& reason_;
};

}  // namespace

std::optional<LineMeaning> meaning(Problem& problem, const Rule& rule, const MoveLine& line,
                                   const std::vector<Linear>& slots, std::string& reason) {
  reason.clear();
  const Part* part = only_part(rule, line);
  if (part == nullptr) {
    reason = "it does not lead to one position of the same game";
    return std::nullopt;
  }
  return Reader(problem, slots, reason).line(line, *part);
}

size_t binder_count(const MoveLine& line) {
  size_t result = 0;
  for (const Binder& binder : line.binders) result += binder.slots.size();
  return result;
}

}  // namespace grundy::logic
