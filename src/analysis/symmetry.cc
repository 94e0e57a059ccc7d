#include "analysis/symmetry.h"

#include <algorithm>
#include <string>
#include <vector>

#include "rule/print.h"

namespace grundy {
namespace {

enum class Known { always, never, open };

/// Whether a condition is true where x_less < x_more.
Known under_order(const Expr& e, size_t less, size_t more) {
  if (e.args.size() != 2 || e.args[0].op != Op::slot || e.args[1].op != Op::slot)
    return Known::open;
  const auto left = static_cast<size_t>(e.args[0].value);
  const auto right = static_cast<size_t>(e.args[1].value);
  const bool forward = left == less && right == more;
  if (!forward && !(left == more && right == less)) return Known::open;
  if (e.op == Op::ne) return Known::always;
  if (e.op == Op::eq) return Known::never;
  if (e.op != Op::lt && e.op != Op::le) return Known::open;
  return forward ? Known::always : Known::never;
}

/// Sorts operands whose order does not matter.
void sort_arguments(Expr& expr, const std::vector<std::string>& names) {
  for (Expr& arg : expr.args) sort_arguments(arg, names);
  switch (expr.op) {
    case Op::add:
    case Op::mul:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::nim_product:
    case Op::min:
    case Op::max:
    case Op::gcd:
    case Op::eq:
    case Op::ne:
      std::sort(expr.args.begin(), expr.args.end(), [&](const Expr& a, const Expr& b) {
        return print_expr(a, names) < print_expr(b, names);
      });
      return;
    default:
      return;
  }
}

/// The lines that may apply where x_less < x_more, as texts that tell whether they are the same;
/// with the coordinates exchanged when less > more.
std::vector<std::string> shapes(const Rule& rule, size_t less, size_t more) {
  std::vector<std::string> result;
  for (MoveLine line : rule.moves) {
    const bool never =
        std::any_of(line.conditions.begin(), line.conditions.end(),
                    [&](const Expr& e) { return under_order(e, less, more) == Known::never; });
    if (never) continue;
    std::erase_if(line.conditions,
                  [&](const Expr& e) { return under_order(e, less, more) == Known::always; });
    if (less > more) {
      std::swap(line.slot_names[less], line.slot_names[more]);
      for (Part& part : line.parts) std::swap(part.coordinates[less], part.coordinates[more]);
    }
    for (Binder& binder : line.binders) {
      for (auto* list : {&binder.low, &binder.high, &binder.values}) {
        for (Expr& expr : *list) sort_arguments(expr, line.slot_names);
      }
    }
    for (Expr& condition : line.conditions) sort_arguments(condition, line.slot_names);
    for (Part& part : line.parts) {
      for (Expr& coordinate : part.coordinates) sort_arguments(coordinate, line.slot_names);
    }
    std::sort(line.conditions.begin(), line.conditions.end(), [&](const Expr& a, const Expr& b) {
      return print_expr(a, line.slot_names) < print_expr(b, line.slot_names);
    });
    result.push_back(print_shape(rule, line));
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

std::optional<std::pair<size_t, size_t>> exchangeable_coordinates(const Rule& rule) {
  if (rule.is_alias) return std::nullopt;
  for (const MoveLine& line : rule.moves) {
    if (std::any_of(line.parts.begin(), line.parts.end(),
                    [&](const Part& part) { return part.game != &rule; }))
      return std::nullopt;
  }
  for (size_t i = 0; i < rule.arity(); ++i) {
    for (size_t j = i + 1; j < rule.arity(); ++j) {
      if (shapes(rule, i, j) == shapes(rule, j, i)) return std::pair(i, j);
    }
  }
  return std::nullopt;
}

}  // namespace grundy
