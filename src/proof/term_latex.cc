#include "proof/term_latex.h"

#include <fmt/format.h>

#include "proof/claim.h"
#include "rule/print.h"

namespace grundy {
namespace {

enum Tightness { kTextOr, kTextAnd, kTextNot, kComparison, kLatexSum, kLatexProduct, kLatexAtom };

struct Written {
  std::string text;
  int tightness = kLatexAtom;
};

class LatexWriter {
 public:
  explicit LatexWriter(const std::vector<std::string>& names) : names_(names) {}

  Written write(const Expr& expr) const {
    const auto joined = [&](const char* sign, int here, int left, int right) {
      return Written{operand(expr.args[0], left) + sign + operand(expr.args[1], right), here};
    };
    switch (expr.op) {
      case Op::constant:
        return {std::to_string(expr.value), expr.value < 0 ? kLatexSum : kLatexAtom};
      case Op::slot:
        return {name(names_.at(static_cast<size_t>(expr.value)))};
      case Op::add:
        return joined(" + ", kLatexSum, kLatexSum, kLatexSum);
      case Op::sub:
        return joined(" - ", kLatexSum, kLatexSum, kLatexProduct);
      case Op::mul:
        return joined(" \\cdot ", kLatexProduct, kLatexProduct, kLatexProduct);
      case Op::div:
        return {fmt::format("\\left\\lfloor \\frac{{{}}}{{{}}} \\right\\rfloor",
                            write(expr.args[0]).text, write(expr.args[1]).text)};
      case Op::mod:
        // A remainder of a remainder has brackets: signs of this kind have no customary order.
        return joined(" \\bmod ", kLatexProduct, kLatexAtom, kLatexAtom);
      case Op::eq:
        return joined(" = ", kComparison, kLatexSum, kLatexSum);
      case Op::ne:
        return joined(" \\ne ", kComparison, kLatexSum, kLatexSum);
      case Op::lt:
        return joined(" < ", kComparison, kLatexSum, kLatexSum);
      case Op::le:
        return joined(" \\le ", kComparison, kLatexSum, kLatexSum);
      case Op::logical_and:
        return joined(" \\text{ and } ", kTextAnd, kTextAnd, kTextAnd);
      case Op::logical_or:
        return joined(" \\text{ or } ", kTextOr, kTextOr, kTextOr);
      case Op::logical_not:
        return {"\\text{not } " + operand(expr.args[0], kComparison), kTextNot};
      default:
        return {latex_code(print_expr(expr, names_))};
    }
  }

 private:
  std::string operand(const Expr& expr, int least) const {
    const Written one = write(expr);
    return one.tightness >= least ? one.text : "(" + one.text + ")";
  }

  static std::string name(const std::string& name) {
    if (name.size() == 1) return name;
    std::string result = "\\mathrm{";
    for (const char c : name) result += c == '_' ? "\\_" : std::string(1, c);
    return result + "}";
  }

  const std::vector<std::string>& names_;
};

}  // namespace

std::string latex_term(const Expr& expr, const std::vector<std::string>& slot_names) {
  return LatexWriter(slot_names).write(expr).text;
}

}  // namespace grundy
