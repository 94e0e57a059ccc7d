#include "rule/print.h"

#include <fmt/format.h>

#include <algorithm>

#include "rule/print_board.h"

namespace grundy {
namespace {

// Binding strength, loosest first; an operand that binds less tightly than its place allows stands
// in parentheses.
enum Level {
  kOr = 1,
  kAnd,
  kNot,
  kCompare,
  kBitOr,
  kXor,
  kBitAnd,
  kShift,
  kSum,
  kProduct,
  kSign,
  kPower,
  kAtom
};

Level level(const Expr& expr) {
  switch (expr.op) {
    case Op::logical_or:
      return kOr;
    case Op::logical_and:
      return kAnd;
    case Op::logical_not:
      return kNot;
    case Op::cells:
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le:
    case Op::in_set:
      return kCompare;
    case Op::bit_or:
      return kBitOr;
    case Op::bit_xor:
      return kXor;
    case Op::bit_and:
      return kBitAnd;
    case Op::shift_left:
    case Op::shift_right:
      return kShift;
    case Op::power:
      return kPower;
    case Op::add:
    case Op::sub:
      return kSum;
    case Op::mul:
    case Op::div:
    case Op::mod:
      return kProduct;
    case Op::neg:
      return kSign;
    case Op::constant:
      return expr.value == INT64_MIN ? kSum : expr.value < 0 ? kSign : kAtom;
    default:
      return kAtom;
  }
}

using Names = std::vector<std::string>;

std::string print(const Expr& expr, const Names& names, int least);

std::string print_list(const std::vector<Expr>& list, const Names& names) {
  std::string text;
  for (const Expr& expr : list) text += (text.empty() ? "" : ", ") + print(expr, names, kOr);
  return text;
}

/// The coordinate whose set the binder runs through, if it does.
const CellCondition* set_of(const Binder& binder) {
  if (binder.kind != Binder::Kind::range || binder.high.empty() || !binder.high[0].over_cells)
    return nullptr;
  return binder.high[0].over_cells->kind == CellCondition::Kind::greatest
             ? binder.high[0].over_cells.get()
             : nullptr;
}

/// The coordinate whose list the binder runs through, if it does.
const CellCondition* list_of(const Binder& binder) {
  if (binder.kind != Binder::Kind::values || binder.values.size() != 1) return nullptr;
  const CellCondition* about = binder.values[0].over_cells.get();
  return about != nullptr && is_of_list(*about) && about->kind >= CellCondition::Kind::elements
             ? about
             : nullptr;
}

std::string print_binder(const Binder& binder, const Names& names) {
  std::string name;
  for (size_t slot : binder.slots) name += (name.empty() ? "" : ", ") + names[slot];
  if (binder.slots.size() > 1) name = "(" + name + ")";
  if (const CellCondition* list = list_of(binder)) {
    if (list->kind == CellCondition::Kind::below) return "[" + name + "] <= " + names[list->from];
    return name + " in " + names[list->from];
  }
  if (const CellCondition* set = set_of(binder)) return name + " in " + names[set->from];
  if (binder.set && !binder.set->flat.empty() && is_letter_cell(binder.set->flat[0])) {
    std::string letters;
    for (auto letter = binder.set->flat.rbegin(); letter != binder.set->flat.rend(); ++letter)
      letters += letter_of(*letter);
    return name + " in \"" + letters + "\"";
  }
  switch (binder.kind) {
    case Binder::Kind::equal:
      return name + " = " + print(binder.low[0], names, kBitOr);
    case Binder::Kind::in_set:
      return name + " in " + print_set(*binder.set);
    case Binder::Kind::values:
      return name + " in {" + print_list(binder.values, names) + "}";
    case Binder::Kind::range:
      break;
  }
  if (binder.low.empty() && binder.high.empty()) return name;
  if (binder.low.empty()) return name + " <= " + print(binder.high[0], names, kBitOr);
  if (binder.high.empty()) return name + " >= " + print(binder.low[0], names, kBitOr);
  return name + " in " + print(binder.low[0], names, kBitOr) + ".." +
         print(binder.high[0], names, kBitOr);
}

std::vector<Expr> conjuncts_of(const Expr& condition) {
  if (condition.op != Op::logical_and) return {condition};
  std::vector<Expr> result = conjuncts_of(condition.args[0]);
  result.push_back(condition.args[1]);
  return result;
}

/// A condition; what was found to hold, or not to, as a condition that can be read.
std::string print_condition(const Expr& expr, const Names& names, int least) {
  if (expr.op != Op::constant) return print(expr, names, least);
  return print(apply(Op::eq, {constant(0), constant(expr.value != 0 ? 0 : 1)}), names, least);
}

std::string print(const Expr& expr, const Names& names, int least) {
  const int own = level(expr);
  auto arg = [&](size_t i, int at_least) { return print(expr.args[i], names, at_least); };
  std::string text;
  switch (expr.op) {
    case Op::constant:  // 2^63 can't be written
      text = expr.value == INT64_MIN ? "-9223372036854775807 - 1" : std::to_string(expr.value);
      break;
    case Op::slot:
      text = names[static_cast<size_t>(expr.value)];
      break;
    case Op::neg:
      text = "-" + arg(0, kPower);
      break;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::mod:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::bit_and:
    case Op::shift_left:
    case Op::shift_right: {
      const bool tight = own == kProduct;
      const std::string_view op = info(expr.op).text;
      text = arg(0, own) + (tight ? std::string(op) : fmt::format(" {} ", op)) + arg(1, own + 1);
      break;
    }
    case Op::logical_and:
    case Op::logical_or:
      text = fmt::format("{} {} {}", print_condition(expr.args[0], names, own), info(expr.op).text,
                         print_condition(expr.args[1], names, own + 1));
      break;
    case Op::power:
      text = arg(0, kAtom) + "**" + arg(1, kSign);
      break;
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le:
      text = fmt::format("{} {} {}", arg(0, kBitOr), info(expr.op).text, arg(1, kBitOr));
      break;
    case Op::logical_not:
      text = "not " + print_condition(expr.args[0], names, kCompare);
      break;
    case Op::in_set: {
      std::string tuple = print_list(expr.args, names);
      if (expr.args.size() > 1) tuple = "(" + tuple + ")";
      text = tuple + " in " + print_set(*expr.set);
      break;
    }
    case Op::cells:
    case Op::cell_count:
      text = is_of_list(*expr.over_cells) ? print_of_list(expr, names)
                                          : print_over_cells(*expr.over_cells, names);
      break;
    case Op::quantifier: {
      const Quantifier& q = *expr.quantifier;
      text = fmt::format("{}({} for {}", expr.value != 0 ? "all" : "any",
                         print_condition(q.condition, names, kOr), print_binders(q.binders, names));
      std::vector<Expr> filter;
      if (!q.filter.empty()) filter = conjuncts_of(q.filter[0]);
      const std::string condition = print_conditions(q.binders, filter, names);
      if (!condition.empty()) text += " if " + condition;
      text += ")";
      break;
    }
    default:
      text = fmt::format("{}({})", info(expr.op).text, print_list(expr.args, names));
      break;
  }
  return own < least ? "(" + text + ")" : text;
}

/// `self` is called by its plain name, because a printed game stands for its parameters' values.
std::string print_parts(const std::vector<Part>& parts, const Names& names, const Rule* self) {
  if (parts.empty()) return "0";
  std::string text;
  for (const Part& part : parts) {
    std::string one = fmt::format("{}({})", part.game == self ? self->name : part.game->full_name,
                                  print_list(part.coordinates, names));
    if (!part.binders.empty()) {
      one = "sum(" + one + " for " + print_binders(part.binders, names);
      std::string condition;
      for (const Expr& expr : part.condition)
        condition += (condition.empty() ? " if " : " and ") + print_condition(expr, names, kNot);
      one += condition + ")";
    }
    text += (text.empty() ? "" : " + ") + one;
  }
  return text;
}

std::string print_line(const MoveLine& line, const Names& names, const Rule* self = nullptr) {
  std::string text =
      fmt::format("-> {}{}", reply_word(line.reply), print_parts(line.parts, names, self));
  if (!line.binders.empty()) text += "  for " + print_binders(line.binders, names);
  for (size_t i = 0; i < line.conditions.size(); ++i) {
    text += (i == 0 ? "  if " : " and ") + print_condition(line.conditions[i], names, kNot);
  }
  return text;
}

}  // namespace

std::string print_binders(const std::vector<Binder>& binders,
                          const std::vector<std::string>& names) {
  std::string text;
  for (const Binder& binder : binders)
    text += (text.empty() ? "" : ", ") + print_binder(binder, names);
  return text;
}

std::string print_conditions(const std::vector<Binder>& binders,
                             const std::vector<Expr>& conditions,
                             const std::vector<std::string>& names) {
  const auto belongs_to_binder = [&](const Expr& condition) {
    if (!condition.over_cells || condition.over_cells->kind != CellCondition::Kind::member)
      return false;
    const CellCondition& member = *condition.over_cells;
    return std::any_of(binders.begin(), binders.end(), [&](const Binder& binder) {
      const CellCondition* set = set_of(binder);
      return set != nullptr && set->from == member.from && member.term.op == Op::slot &&
             member.term.value == static_cast<int64_t>(binder.slots[0]);
    });
  };
  std::string text;
  for (const Expr& condition : conditions) {
    if (!belongs_to_binder(condition))
      text += (text.empty() ? "" : " and ") + print_condition(condition, names, kNot);
  }
  return text;
}

std::string print_expr(const Expr& expr, const Names& slot_names) {
  return print(expr, slot_names, kOr);
}

std::string print_set(const NumberSet& set) {
  std::string text = set.complement ? "not {" : "{";
  for (size_t i = 0; i < set.size(); ++i) {
    if (i != 0) text += ", ";
    const auto row = set.flat.begin() + static_cast<std::ptrdiff_t>(i * set.arity);
    const std::string tuple =
        fmt::format("{}", fmt::join(row, row + static_cast<std::ptrdiff_t>(set.arity), ", "));
    text += set.arity == 1 ? tuple : "(" + tuple + ")";
  }
  return text + "}";
}

std::string print_move(const MoveLine& line) { return print_line(line, line.slot_names); }

std::string print_shape(const Rule& rule, const MoveLine& line) {
  Names names = line.slot_names;
  for (size_t i = rule.arity(); i < names.size(); ++i) names[i] = fmt::format("${}", i);
  return print_line(line, names);
}

std::string print_alias(const Rule& rule) {
  return print_parts(rule.alias, rule.alias_slot_names, &rule);
}

std::string print_rule(const Rule& rule) {
  if (rule.board) return print_board(rule);
  std::string text = fmt::format("game {}({})", rule.name, fmt::join(rule.coordinates, ", "));
  if (rule.is_alias) return text + " = " + print_alias(rule) + "\n";
  if (rule.moves_by_code)
    return text + fmt::format(" = {}({})\n", rule.full_name, rule.coordinates[0]);
  text += "\n";
  for (const MoveLine& line : rule.moves)
    text += "  " + print_line(line, line.slot_names, &rule) + "\n";
  return text;
}

}  // namespace grundy
