#include "proof/law_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "rule/print.h"

namespace grundy {
namespace {

constexpr size_t kMostAlternatives = 64;  // of one condition

/// Coefficients of the variables, and the constant.
struct RowSum {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;
};

class Rows {
 public:
  Rows(const Claim& law, size_t letters) : law_(law), letters_(letters) {}

  Attempt<Certificate> make(const std::vector<Expr>& domain) {
    result_.kind = Certificate::Kind::parametric;
    result_.parameters = {{static_cast<int64_t>(letters_)}};
    for (const Expr& condition : domain) {
      const Alternatives ways = alternatives(condition, false);
      if (ways.size() != 1) refuse("the letters' domain has to be a conjunction of comparisons");
      if (!problem_.empty()) break;
      for (const RowSum& one : ways.front()) result_.domain.push_back(row(one, letters_));
    }
    if (!divisions_.empty()) refuse("the letters' domain has to be a conjunction of comparisons");
    std::vector<std::pair<Alternatives, RowSum>> cases;
    for (const ClaimCase& one : law_.cases) {
      Alternatives ways = {{}};
      for (const Expr& condition : one.conditions)
        ways = both(ways, alternatives(condition, false));
      if (one.coefficients.size() != 1) refuse("its values are infinite");
      cases.emplace_back(std::move(ways), sum(one.coefficients.back()));
    }
    if (law_.losing) cases.push_back({{{}}, RowSum{{}, 1}});
    result_.says_who_wins = law_.losing;
    if (!problem_.empty()) return Error::declined(problem_);
    const size_t variables = law_.arity + 2 * divisions_.size();
    for (size_t i = 0; i < divisions_.size(); ++i) {
      result_.divisions.push_back({0, row(divisions_[i].dividend, law_.arity + 2 * i),
                                   row(divisions_[i].divisor, letters_)});
    }
    for (const auto& [ways, value] : cases) {
      for (const std::vector<RowSum>& way : ways) {
        Certificate::Case& one = result_.cases.emplace_back();
        for (const RowSum& condition : way) one.conditions.push_back(row(condition, variables));
        one.value.push_back(row(value, variables));
      }
    }
    return std::move(result_);
  }

 private:
  // One of them holds: all its sums are 0 or more.
  using Alternatives = std::vector<std::vector<RowSum>>;
  struct Division {
    RowSum dividend;
    RowSum divisor;
  };

  template <class T>
  T refuse(std::string why, T result) {
    if (problem_.empty()) problem_ = std::move(why);
    return result;
  }
  void refuse(std::string why) { refuse(std::move(why), 0); }

  static Row row(const RowSum& sum, size_t width) {
    Row result{sum.coefficients, 0};
    result.numbers.resize(width, 0);
    result.numbers.push_back(sum.constant);
    return result;
  }

  static RowSum variable(size_t number) {
    RowSum result;
    result.coefficients.assign(number + 1, 0);
    result.coefficients.back() = 1;
    return result;
  }

  RowSum combined(const RowSum& a, int64_t factor, const RowSum& b) {
    RowSum result = a;
    result.coefficients.resize(std::max(a.coefficients.size(), b.coefficients.size()), 0);
    bool large = false;
    const auto add = [&](int64_t& to, int64_t number) {
      int64_t product = 0;
      large = large || __builtin_mul_overflow(number, factor, &product) ||
              __builtin_add_overflow(to, product, &to) || to > kMaxCertificateNumber ||
              to < -kMaxCertificateNumber;
    };
    for (size_t i = 0; i < b.coefficients.size(); ++i)
      add(result.coefficients[i], b.coefficients[i]);
    add(result.constant, b.constant);
    while (!result.coefficients.empty() && result.coefficients.back() == 0)
      result.coefficients.pop_back();
    return large ? refuse("a number is too large", RowSum{}) : result;
  }

  std::string text(const Expr& expr) const { return print_expr(expr, law_.slot_names); }

  RowSum sum(const Expr& expr) {
    switch (expr.op) {
      case Op::constant:
        return combined({}, 1, RowSum{{}, expr.value});
      case Op::slot:
        if (static_cast<size_t>(expr.value) < law_.arity)
          return variable(static_cast<size_t>(expr.value));
        break;
      case Op::neg:
        return combined({}, -1, sum(expr.args[0]));
      case Op::add:
        return combined(sum(expr.args[0]), 1, sum(expr.args[1]));
      case Op::sub:
        return combined(sum(expr.args[0]), -1, sum(expr.args[1]));
      case Op::mul: {
        const RowSum a = sum(expr.args[0]);
        const RowSum b = sum(expr.args[1]);
        if (a.coefficients.empty()) return combined({}, a.constant, b);
        if (b.coefficients.empty()) return combined({}, b.constant, a);
        return refuse(fmt::format("'{}' is a product of variables", text(expr)), RowSum{});
      }
      case Op::div:
      case Op::mod: {
        const size_t division = quotient(sum(expr.args[0]), sum(expr.args[1]), expr);
        return variable(law_.arity + 2 * division + (expr.op == Op::mod ? 1 : 0));
      }
      default:
        break;
    }
    return refuse(fmt::format("'{}' is not affine", text(expr)), RowSum{});
  }

  size_t quotient(const RowSum& dividend, const RowSum& divisor, const Expr& expr) {
    if (divisor.coefficients.size() > letters_)
      return refuse(
          fmt::format("'{}' divides by something other than a sum of letters", text(expr)),
          size_t{0});
    const auto same = [](const RowSum& a, const RowSum& b) {
      return a.coefficients == b.coefficients && a.constant == b.constant;
    };
    for (size_t i = 0; i < divisions_.size(); ++i) {
      if (same(divisions_[i].dividend, dividend) && same(divisions_[i].divisor, divisor)) return i;
    }
    divisions_.push_back({dividend, divisor});
    return divisions_.size() - 1;
  }

  Alternatives both(const Alternatives& a, const Alternatives& b) {
    Alternatives result;
    if (a.size() * b.size() > kMostAlternatives)
      return refuse("a condition has too many alternatives", Alternatives{});
    for (const auto& left : a) {
      for (const auto& right : b) {
        result.push_back(left);
        result.back().insert(result.back().end(), right.begin(), right.end());
      }
    }
    return result;
  }
  static Alternatives either(Alternatives a, const Alternatives& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  Alternatives alternatives(const Expr& expr, bool negated) {
    const auto at_least = [&](const RowSum& a, const RowSum& b, int64_t slack) {
      return Alternatives{{combined(combined(a, -1, b), 1, RowSum{{}, slack})}};
    };
    switch (expr.op) {
      case Op::constant:
        return (expr.value != 0) != negated ? Alternatives{{}} : Alternatives{};
      case Op::eq:
      case Op::ne: {
        const RowSum a = sum(expr.args[0]);
        const RowSum b = sum(expr.args[1]);
        if ((expr.op == Op::eq) != negated) return both(at_least(a, b, 0), at_least(b, a, 0));
        return either(at_least(a, b, -1), at_least(b, a, -1));
      }
      case Op::lt:
      case Op::le: {
        const RowSum a = sum(expr.args[0]);
        const RowSum b = sum(expr.args[1]);
        const int64_t strict = expr.op == Op::lt ? 1 : 0;
        return negated ? at_least(a, b, strict - 1) : at_least(b, a, -strict);
      }
      case Op::logical_not:
        return alternatives(expr.args[0], !negated);
      case Op::logical_and:
      case Op::logical_or: {
        const Alternatives a = alternatives(expr.args[0], negated);
        const Alternatives b = alternatives(expr.args[1], negated);
        return (expr.op == Op::logical_and) != negated ? both(a, b) : either(a, b);
      }
      default:
        return refuse(fmt::format("'{}' is no comparison", text(expr)), Alternatives{});
    }
  }

  const Claim& law_;
  size_t letters_;
  Certificate result_;
  std::vector<Division> divisions_;
  std::string problem_;
};

}  // namespace

Attempt<Certificate> law_rows(const Claim& law, const std::vector<Expr>& domain, size_t letters) {
  return Rows(law, letters).make(domain);
}

}  // namespace grundy
