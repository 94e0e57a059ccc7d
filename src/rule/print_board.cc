// Games of cells and sets printed back. Items stand between blanks, which letters and numbers both
// allow.
#include "rule/print_board.h"

#include <fmt/format.h>

#include <algorithm>

#include "rule/fold_names.h"
#include "rule/print.h"

namespace grundy {
namespace {

using SlotNames = std::vector<std::string>;

/// A term without blanks outside brackets.
std::string dense(const std::string& term) {
  std::string result;
  size_t depth = 0;
  for (const char c : term) {
    if (c == '(' || c == '{') ++depth;
    if (c == ')' || c == '}') --depth;
    if (c != ' ' || depth > 0) result += c;
  }
  return result;
}

std::string print_row(const CellRow& row, const SlotNames& names);

std::string print_letters(const Item& item) {
  if (item.listed.size() == 1) {
    constexpr std::string_view kNeedBrackets = "?$[](){}!*+|\"";
    const bool bare = kNeedBrackets.find(item.listed[0]) == std::string_view::npos;
    return bare ? item.listed : "[" + item.listed + "]";
  }
  if (!item.listed.empty()) return "[" + item.listed + "]";
  std::string others;
  for (char c = '!'; c < 0x7F; ++c) {
    if (!item.letters[static_cast<size_t>(c)]) others += c;
  }
  return "[^" + others + "]";
}

std::string print_item(const Item& item, const SlotNames& names) {
  std::string text;
  if (item.named != kNoSlot) text = names[item.named] + ":";
  if (!text.empty() && item.kind == Item::Kind::any) return text;
  switch (item.kind) {
    case Item::Kind::any:
      text += "?";
      break;
    case Item::Kind::letters:
      text += print_letters(item);
      break;
    case Item::Kind::slot:
    case Item::Kind::cell:
      text += names[item.slot];
      break;
    case Item::Kind::term:
      text += dense(print_expr(item.term, names));
      break;
    case Item::Kind::edge:
      text += "$";
      break;
    case Item::Kind::group:
      text += "(" + print_row(item.group, names) + ")";
      break;
  }
  switch (item.repeat) {
    case Item::Repeat::once:
      break;
    case Item::Repeat::star:
      text += "*";
      break;
    case Item::Repeat::plus:
      text += "+";
      break;
    case Item::Repeat::times:
      text += "{" + dense(print_expr(item.times, names)) + "}";
      break;
  }
  return item.all ? text + "!" : text;
}

std::string print_row(const CellRow& row, const SlotNames& names) {
  std::string text;
  for (const Item& item : row) text += (text.empty() ? "" : " ") + print_item(item, names);
  return text;
}

std::string print_reach(const CellReach& reach, const SlotNames& names) {
  std::string text = "reaches";
  if (reach.negated) text += " no";
  if (!reach.target.empty()) text += " " + print_item(reach.target[0], names);
  if (!reach.through.empty()) text += " through " + print_item(reach.through[0], names);
  return text;
}

std::string print_step(const Step& step, const SlotNames& names, Reply reply) {
  std::string text;
  if (step.kind == Step::Kind::every) {
    text = "every " + print_item(step.item[0], names) + " that ";
    if (step.from != kNoSlot) text += names[step.from] + " ";
    text += print_reach(step.reach, names) + " -> ";
    text += std::string(reply_word(reply)) + print_item(step.written[0], names);
  } else {
    const std::string right = std::string(reply_word(reply)) + print_pattern(step.right, names);
    text = print_pattern(step.left, names) + " ->" + (right.empty() ? "" : " " + right);
  }
  if (!step.along.empty()) text += "  along " + step.along_text;
  return text;
}

std::string print_set_term(const SetTerm& set, const SlotNames& names) {
  std::string text = "{";
  for (const Expr& element : set.elements)
    text += (text.size() == 1 ? "" : ", ") + print_expr(element, names);
  if (!set.binders.empty()) {
    text += " for " + print_binders(set.binders, names);
    const std::string condition = print_conditions(set.binders, set.condition, names);
    if (!condition.empty()) text += " if " + condition;
  }
  return text + "}";
}

std::string print_list(const ListTerm& list, const SlotNames& names);

std::string print_piece(const ListPiece& piece, const SlotNames& names) {
  if (piece.from == kNoSlot) {
    const std::string set = print_set_term(piece.listed, names);
    return "[" + set.substr(1, set.size() - 2) + "]";
  }
  const std::string& text = names[piece.from];
  if (!piece.slice.empty())
    return text + "[" + print_expr(piece.slice[0], names) + ".." +
           print_expr(piece.slice[1], names) + "]";
  std::string changes;
  for (const ListPiece::Change& change : piece.changes) {
    const std::string first = print_expr(change.first, names);
    const std::string last = print_expr(change.last, names);
    changes += (changes.empty() ? "" : ", ") + first + (first == last ? "" : ".." + last) + " -> ";
    changes += change.number.empty() ? print_list(change.list, names)
                                     : print_expr(change.number[0], names);
  }
  return changes.empty() ? text : text + "[" + changes + "]";
}

std::string print_list(const ListTerm& list, const SlotNames& names) {
  std::string text;
  for (const ListPiece& piece : list)
    text += (text.empty() ? "" : piece.taken ? " - " : " + ") + print_piece(piece, names);
  return text;
}

std::string print_board_parts(const std::vector<BoardPart>& parts, const SlotNames& names,
                              const Rule& self) {
  if (parts.empty()) return "0";
  std::string text;
  for (const BoardPart& part : parts) {
    std::string one = part.game == &self ? self.name : part.game->full_name;
    std::string arguments;
    size_t sets = 0;
    for (size_t i = 0; i < part.coordinates.size(); ++i) {
      const CoordinateKind kind =
          part.game->board ? part.game->board->kinds[i] : CoordinateKind::number;
      arguments += i == 0 ? "" : ", ";
      arguments += kind == CoordinateKind::number ? print_expr(part.coordinates[i], names)
                   : kind == CoordinateKind::set  ? print_set_term(part.sets[sets++], names)
                                                  : print_list(part.sets[sets++].list, names);
    }
    if (!arguments.empty()) one += "(" + arguments + ")";
    if (!part.binders.empty()) {
      one = "sum(" + one + " for " + print_binders(part.binders, names);
      const std::string condition = print_conditions(part.binders, part.condition, names);
      if (!condition.empty()) one += " if " + condition;
      one += ")";
    }
    text += (text.empty() ? "" : " + ") + one;
  }
  return text;
}

}  // namespace

std::string print_pattern(const Pattern& pattern, const std::vector<std::string>& names) {
  std::string text;
  for (const CellRow& row : pattern)
    text += (&row == pattern.data() ? "" : " | ") + print_row(row, names);
  return text;
}

std::string print_over_cells(const CellCondition& condition,
                             const std::vector<std::string>& names) {
  using Kind = CellCondition::Kind;
  switch (condition.kind) {
    case Kind::some:
      return (condition.no ? "no " : "some ") + print_pattern(condition.pattern, names);
    case Kind::every_reaches:
      return "every " + print_item(condition.item[0], names) + " " +
             print_reach(condition.reach, names);
    case Kind::some_reaches:
      return (condition.no ? "no " : "some ") + print_item(condition.item[0], names) + " " +
             print_reach(condition.reach, names);
    case Kind::reaches:
      return names[condition.from] + " " + print_reach(condition.reach, names);
    case Kind::count:
      return "count(" + print_item(condition.item[0], names) + ")";
    case Kind::member:
      return print_expr(condition.term, names) + " in " + names[condition.from];
    case Kind::greatest:
      return "max(" + names[condition.from] + ")";
    case Kind::sorted:
    case Kind::element:
    case Kind::length:
    case Kind::fold:
    case Kind::elements:
    case Kind::below:
      break;
  }
  return "";
}

std::string print_of_list(const Expr& expr, const std::vector<std::string>& names) {
  using Kind = CellCondition::Kind;
  const CellCondition& about = *expr.over_cells;
  const std::string list = about.from == kNoSlot ? "" : names[about.from];
  switch (about.kind) {
    case Kind::element:
      return list + "[" + print_expr(expr.args[1], names) + "]";
    case Kind::length:
      return "len(" + list + ")";
    case Kind::sorted:
      return "sorted(" + list + ")";
    default:
      break;
  }
  std::string text(kFoldNames[static_cast<size_t>(about.fold)]);
  text += "(";
  if (!expr.quantifier) return text + list + ")";
  const Quantifier& q = *expr.quantifier;
  text += print_expr(q.condition, names) + " for " + print_binders(q.binders, names);
  const std::string condition = print_conditions(q.binders, q.filter, names);
  return text + (condition.empty() ? "" : " if " + condition) + ")";
}

std::string print_board_line(const Rule& rule, const BoardLine& line) {
  const SlotNames& names = line.slot_names;
  std::string text;
  for (const Step& step : line.steps) {
    const Reply reply = &step == &line.steps.back() ? line.reply : Reply::anywhere;
    text += (text.empty() ? "" : "  then  ") + print_step(step, names, reply);
  }
  if (line.to) {
    text += line.steps.empty() ? fmt::format("-> {}", reply_word(line.reply)) : "  to ";
    text += print_board_parts(line.parts, names, rule);
  }
  if (!line.binders.empty()) text += "  for " + print_binders(line.binders, names);
  const std::string condition = print_conditions(line.binders, line.conditions, names);
  if (!condition.empty()) text += "  if " + condition;
  return text;
}

std::string print_board(const Rule& rule) {
  const BoardRule& board = *rule.board;
  std::string text = "game " + rule.name;
  std::string coordinates;
  for (size_t i = 0; i < rule.arity(); ++i) {
    coordinates += (i == 0 ? "" : ", ") + coordinate_text(board.kinds[i], rule.coordinates[i]);
  }
  if (!coordinates.empty()) text += "(" + coordinates + ")";
  const Space& space = board.space;
  if (board.has_board()) {
    text += " on " + name_of(space.kind);
    if (space.edges) text += " with edges";
    if (space.numbers) text += " of numbers";
    if (!space.along.empty()) text += " along " + space.along;
    for (const std::string& row : space.start)
      text += (&row == space.start.data() ? " start " : "|") + row;
  }
  text += "\n";
  for (const BoardLine& line : board.lines) {
    std::string one = print_board_line(rule, line);
    if (one.starts_with('#')) one = "[#]" + one.substr(1);  // a comment otherwise
    text += "  " + one + "\n";
  }
  for (const BoardClause& clause : board.always)
    text += "  always " + print_expr(clause.condition, clause.slot_names) + "\n";
  for (const BoardClause& end : board.ends)
    text +=
        (end.wins ? "  win if " : "  lose if ") + print_expr(end.condition, end.slot_names) + "\n";
  for (const BoardClause& clause : board.over)
    text += "  over " + print_expr(clause.condition, clause.slot_names) + "\n";
  return text;
}

}  // namespace grundy
