#include "check/form.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/rule.h"

namespace grundy {
namespace {

constexpr int64_t kMostPowers = 16;
constexpr size_t kMaxNumbers = 1000;  // of a subtraction set

class Form {
 public:
  Form(const Certificate& certificate, const Rule& rule, Judgement& judgement)
      : c_(certificate), rule_(rule), judgement_(judgement) {}

  bool fits() {
    if (c_.kind == Certificate::Kind::formula && !formula_fits()) return false;
    if (c_.kind == Certificate::Kind::periodic && !periodic_fits()) return false;
    return witnesses_fit();
  }

 private:
  bool fail(size_t line, std::string reason) {
    judgement_ = {false, line, std::move(reason)};
    return false;
  }
  bool width(const Row& row, size_t wanted) {
    if (row.numbers.size() == wanted) return true;
    return fail(row.line, fmt::format("expected {} numbers", wanted));
  }
  bool widths(const std::vector<Row>& rows, size_t wanted) {
    return std::all_of(rows.begin(), rows.end(),
                       [&](const Row& row) { return width(row, wanted); });
  }
  bool positive(const Row& row, size_t at) {
    if (row.numbers[at] >= 1) return true;
    return fail(row.line, "a divisor is at least 1");
  }
  bool natural(const Row& row) {
    if (std::all_of(row.numbers.begin(), row.numbers.end(), [](int64_t n) { return n >= 0; }))
      return true;
    return fail(row.line, "expected natural numbers");
  }

  bool formula_fits() {
    const size_t arity = rule_.arity();
    if (!width(c_.powers, 1)) return false;
    if (c_.powers.numbers[0] < 1 || c_.powers.numbers[0] > kMostPowers)
      return fail(c_.powers.line, fmt::format("there are 1 to {} powers of ω", kMostPowers));
    if (c_.cases.empty()) return fail(c_.powers.line, "there is no case");
    for (const Certificate::Case& one : c_.cases) {
      if (!widths(one.conditions, arity + 1) || !widths(one.residues, 3) ||
          !widths(one.value, arity + 2))
        return false;
      for (const Row& row : one.residues) {
        if (row.numbers[0] < 0 || row.numbers[0] >= static_cast<int64_t>(arity))
          return fail(row.line, "there is no such coordinate");
        if (!positive(row, 1)) return false;
      }
      if (one.value.size() != powers(c_))
        return fail(one.line, fmt::format("expected {} lines 'value'", powers(c_)));
      for (const Row& row : one.value) {
        if (!positive(row, 0)) return false;
      }
    }
    if (!widths(c_.measures, arity)) return false;
    for (const Row& row : c_.measures) {
      if (!natural(row)) return false;
    }
    return true;
  }

  bool periodic_fits() {
    if (rule_.arity() != 1) return fail(c_.game_line, "a game of one coordinate is needed");
    for (const Row* row : {&c_.all_but, &c_.preperiod, &c_.period, &c_.saltus}) {
      if (!width(*row, 1) || !natural(*row)) return false;
    }
    if (!width(c_.window, 2) || !natural(c_.window) || !natural(c_.numbers)) return false;
    if (c_.all_but.numbers[0] > 1) return fail(c_.all_but.line, "expected 0 or 1");
    const auto& numbers = c_.numbers.numbers;
    if (numbers.size() > kMaxNumbers) return fail(c_.numbers.line, "more than 1000 numbers");
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] <= (i == 0 ? 0 : numbers[i - 1]))
        return fail(c_.numbers.line, "expected growing positive numbers");
    }
    if (c_.period.numbers[0] < 1) return fail(c_.period.line, "a period is at least 1");
    return true;
  }

  bool witnesses_fit() {
    const size_t arity = rule_.arity();
    for (const Certificate::Witness& one : c_.witnesses) {
      if (one.move < 1 || one.move > static_cast<int64_t>(rule_.moves.size()))
        return fail(one.line, "the rule has no such line");
      size_t variables = arity + asked(c_);
      for (const Row& row : one.lets) {
        if (!width(row, variables + 2) || !positive(row, 0)) return false;
        ++variables;
      }
      for (const auto* rows : {&one.conditions, &one.equations, &one.binders, &one.option}) {
        if (!widths(*rows, variables + 1)) return false;
      }
      const size_t binders = logic::binder_count(rule_.moves[static_cast<size_t>(one.move - 1)]);
      if (one.binders.size() != binders)
        return fail(one.line, fmt::format("expected {} lines 'with'", binders));
      if (one.option.size() != arity)
        return fail(one.line, fmt::format("expected {} lines 'to'", arity));
    }
    return true;
  }

  const Certificate& c_;
  const Rule& rule_;
  Judgement& judgement_;
};

}  // namespace

size_t powers(const Certificate& certificate) {
  return static_cast<size_t>(certificate.powers.numbers[0]);
}

size_t asked(const Certificate& certificate) {
  if (certificate.kind == Certificate::Kind::outcomes) return 0;
  return certificate.kind == Certificate::Kind::periodic ? 1 : powers(certificate);
}

bool has_form(const Certificate& certificate, const Rule& rule, Judgement& judgement) {
  return Form(certificate, rule, judgement).fits();
}

}  // namespace grundy
