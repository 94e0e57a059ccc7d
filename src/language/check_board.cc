// Games of cells and sets: their space, lines, clauses, and what the lines lead to.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "language/check.h"
#include "rule/print.h"
#include "rule/print_board.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kMaxPartsOfBoardMove = 10'000;

bool is_seen(const CellRow& row, size_t number) {
  return std::any_of(row.begin(), row.end(), [&](const Item& item) {
    return (item.kind == Item::Kind::slot && item.slot == number) || is_seen(item.group, number) ||
           (item.repeat == Item::Repeat::times && item.times.op == Op::slot &&
            item.times.value == static_cast<int64_t>(number));
  });
}

/// Whether a variable gets its value from the board: it stands alone for a cell, or for the length
/// of a run.
bool is_seen(const std::vector<Step>& steps, size_t number) {
  return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
    return std::any_of(step.left.begin(), step.left.end(),
                       [&](const CellRow& row) { return is_seen(row, number); });
  });
}

}  // namespace

std::vector<Direction> Checker::directions(const std::vector<AlongSyntax>& along, bool& hex,
                                           std::string& text) {
  std::vector<Direction> result;
  const SpaceKind kind = board_->space.kind;
  for (const AlongSyntax& one : along) {
    if (board_->space.is_graph() || kind == SpaceKind::word) {
      error(one.span, fmt::format("'{}' has no directions", name_of(kind)));
      continue;
    }
    std::vector<Direction> named =
        one.word.empty() ? std::vector{Direction{one.down, one.right}} : directions_named(one.word);
    if (named.empty()) {
      const bool is_diagonal = one.word.starts_with("diagonal");
      const std::string near =
          is_diagonal ? "diag"
                      : nearest_name(one.word, {"orth", "diag", "king", "hex", "knight", "right",
                                                "left", "up", "down"});
      error(one.span,
            fmt::format("unknown direction '{}'; there are orth, diag, king, hex, "
                        "knight, right, left, up, down and (rows down, columns right){}",
                        one.word, near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    if (!board_->space.is_grid() &&
        std::any_of(named.begin(), named.end(), [](Direction d) { return d.down != 0; }))
      error(one.span, fmt::format("a {} goes right and left alone", name_of(kind)));
    if (one.word.empty() && one.down == 0 && one.right == 0)
      error(one.span, "a step leads to another cell");
    hex = hex || one.word == "hex";
    text += (text.empty() ? "" : ", ") +
            (one.word.empty() ? fmt::format("({}, {})", one.down, one.right) : one.word);
    result.insert(result.end(), named.begin(), named.end());
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void Checker::space(const SpaceSyntax& syntax, Space& space) {
  if (syntax.kind.empty()) return;
  const auto kind = space_kind(syntax.kind);
  if (!kind) {
    const std::string near = syntax.kind == "board" || syntax.kind == "chessboard"
                                 ? "grid"
                                 : nearest_name(syntax.kind, {"strip", "ring", "grid", "torus",
                                                              "graph", "arcs", "word"});
    return error(
        syntax.span,
        near.empty()
            ? fmt::format(
                  "unknown space '{}'; there are strip, ring, grid, torus, graph, arcs and word",
                  syntax.kind)
            : fmt::format("unknown space '{}'; did you mean '{}'?", syntax.kind, near));
  }
  space.kind = *kind;
  space.edges = syntax.edges;
  space.numbers = syntax.numbers;
  if (space.edges && !space.is_graph())
    error(syntax.span, fmt::format("'{}' has no edges with letters", syntax.kind));
  if (space.numbers && space.kind == SpaceKind::word) error(syntax.span, "a word has letters");
  space.directions = directions(syntax.along, space.hex, space.along);
  if (syntax.along.empty()) space.directions = default_directions(space.kind);
  if (syntax.start.empty()) return;
  if (space.is_graph())
    error(syntax.start_span,
          "the vertices of a graph have their letters in the position: {1-2; 1=T}");
  std::string row;
  for (const char c : syntax.start) {
    if (c == '|') {
      space.start.push_back(std::move(row));
      row.clear();
    } else if (c != ' ' && c != '\t' && c != '\r') {
      row += c;
      if (c < ' ' || static_cast<unsigned char>(c) >= 0x7F || (c >= 'a' && c <= 'z')) {
        error(syntax.start_span, "letters of a board are capitals, digits and signs of ASCII");
        break;
      }
    } else if (space.numbers && !row.empty() && row.back() != ' ') {
      row += ' ';
    }
  }
  space.start.push_back(std::move(row));
  for (const std::string& one : space.start) {
    if (one.empty()) error(syntax.start_span, "a row of 'start' has no cell");
    if (!space.numbers && one.size() != space.start[0].size())
      error(syntax.start_span, "the rows of 'start' are equally long");
    note_letters(one);
  }
  if (space.start.size() > 1 && !space.is_grid())
    error(syntax.start_span, fmt::format("a {} has one row", syntax.kind));
}

SetTerm Checker::elements_of_set(const SetSyntax& set, bool of_list) {
  SetTerm result;
  const size_t scope = variables_.size();
  result.binders = binders(set.binders, true);
  result.condition = std::move(members_);
  members_.clear();
  for (const TermSyntax& condition : set.condition) {
    for (Expr& one : split_conjunction(expr(condition, Type::condition)))
      result.condition.push_back(std::move(one));
  }
  for (const SetSyntax::Element& element : set.elements) {
    if (element.is_range || element.terms.size() != 1)
      error(set.span, "the elements of the set are written one by one");
    for (const TermSyntax& term : element.terms)
      result.elements.push_back(expr(term, Type::number));
  }
  leave_scope(scope, of_list);
  return result;
}

SetTerm Checker::list_argument(const PartSyntax& syntax, size_t argument) {
  SetTerm result;
  if (argument < syntax.argument_lists.size() && !syntax.argument_lists[argument].empty()) {
    result.list = list_term(syntax.argument_lists[argument][0]);
  } else if (const TermSyntax& term = syntax.arguments[argument];
             term.kind == TermSyntax::Kind::name && list_slot(term.name)) {
    result.list.emplace_back();
    result.list.back().from = list_named(term.name, term.span);
    for (Variable& one : variables_) one.used = one.used || one.slot == result.list.back().from;
  } else {
    error(syntax.arguments[argument].span,
          fmt::format("coordinate {} of '{}' is a list, such as [x, y] or [x for x in a if …]",
                      argument + 1, syntax.name));
  }
  return result;
}

SetTerm Checker::set_term(const PartSyntax& syntax, size_t argument) {
  SetTerm result;
  const size_t scope = variables_.size();
  if (argument < syntax.argument_sets.size() && !syntax.argument_sets[argument].empty())
    return elements_of_set(syntax.argument_sets[argument][0], false);
  const TermSyntax& term = syntax.arguments[argument];
  SetSyntax named;
  named.kind = SetSyntax::Kind::name;
  named.name = term.name;
  const auto coordinate =
      term.kind == TermSyntax::Kind::name ? set_coordinate(named) : std::nullopt;
  if (!coordinate) {
    error(term.span, "expected a set such as {1, k} or {g for g in G if …}");
    return result;
  }
  BinderSyntax all;
  all.kind = BinderSyntax::Kind::in_set;
  all.names.push_back("_");
  all.name_spans.push_back(term.span);
  all.set.push_back(named);
  result.binders.push_back(binder(all, true));
  result.condition = std::move(members_);
  members_.clear();
  result.elements.push_back(slot(result.binders[0].slots[0]));
  variables_.resize(scope);
  return result;
}

void Checker::board_part(const PartSyntax& syntax, std::vector<BoardPart>& result) {
  if (!syntax.repeated.empty() || syntax.name.empty()) {
    const size_t scope = variables_.size();
    const std::vector<Binder> over = binders(syntax.binders, true);
    std::vector<Expr> conditions = std::move(members_);
    members_.clear();
    for (const TermSyntax& condition : syntax.condition) {
      for (Expr& one : split_conjunction(expr(condition, Type::condition)))
        conditions.push_back(std::move(one));
    }
    std::vector<BoardPart> inner;
    board_parts(syntax.repeated, inner);
    leave_scope(scope);
    for (BoardPart& part : inner) {
      if (!part.binders.empty() && !conditions.empty())
        error(syntax.span,
              "sum(…) within sum(… if …) is not supported; bind both variables in one sum");
      part.binders.insert(part.binders.begin(), over.begin(), over.end());
      part.condition.insert(part.condition.begin(), conditions.begin(), conditions.end());
      if (result.size() > kMaxPartsOfBoardMove) return;
      for (uint64_t i = 0; i < syntax.times; ++i) result.push_back(part);
    }
    return;
  }
  BoardPart part;
  part.span = syntax.span;
  part.game = game_of_part(syntax);
  if (part.game == nullptr) return;
  const Definition* definition = part.game == rule_    ? &definition_
                                 : syntax.code.empty() ? book_.find(syntax.name)
                                                       : nullptr;
  std::vector<CoordinateKind> kinds(part.game->arity());
  const SpaceSyntax* space = nullptr;
  if (definition != nullptr && !definition->syntax.space.empty()) {
    kinds = definition->syntax.coordinate_kinds;
    kinds.resize(part.game->arity());
    space = &definition->syntax.space[0];
  }
  if (space != nullptr && !space->kind.empty()) {
    const SpaceSyntax& own = definition_.syntax.space[0];
    if (own.kind != space->kind || own.edges != space->edges || own.numbers != space->numbers)
      error(syntax.span, fmt::format("the board of '{}' is of another kind than that of '{}'",
                                     syntax.name, rule_->name));
  }
  if (part.game->arity() != syntax.arguments.size()) {
    return error(syntax.span,
                 fmt::format("'{}' has {} coordinate{} beside its board, {} given", syntax.name,
                             part.game->arity(), part.game->arity() == 1 ? "" : "s",
                             syntax.arguments.size()));
  }
  for (size_t i = 0; i < syntax.arguments.size(); ++i) {
    if (kinds[i] != CoordinateKind::number) {
      part.sets.push_back(is_list(kinds[i]) ? list_argument(syntax, i) : set_term(syntax, i));
      part.coordinates.push_back(constant(0));
    } else if (i < syntax.argument_lists.size() && !syntax.argument_lists[i].empty()) {
      error(syntax.arguments[i].span,
            fmt::format("coordinate {} of '{}' is a number, not a list", i + 1, syntax.name));
    } else if (i < syntax.argument_sets.size() && !syntax.argument_sets[i].empty()) {
      error(syntax.span,
            fmt::format("coordinate {} of '{}' is a number, not a set", i + 1, syntax.name));
    } else {
      part.coordinates.push_back(expr(syntax.arguments[i], Type::number));
    }
  }
  for (uint64_t i = 0; i < syntax.times; ++i) result.push_back(part);
}

void Checker::board_parts(const std::vector<PartSyntax>& syntax, std::vector<BoardPart>& result) {
  for (const PartSyntax& one : syntax) {
    board_part(one, result);
    if (result.size() > kMaxPartsOfBoardMove)
      return error(one.span, fmt::format("a move leads to at most {} parts", kMaxPartsOfBoardMove));
  }
}

Binder Checker::line_binder(const BinderSyntax& syntax, const std::vector<size_t>& slots) {
  Binder result = binder_values(syntax, false);
  result.slots = slots;
  for (const auto* bounds : {&result.low, &result.high, &result.values}) {
    for (const Expr& bound : *bounds) {
      for (const size_t own : slots) {
        if (mentions(bound, own))
          error(syntax.span, fmt::format("'{}' can't bound itself", syntax.names[0]));
      }
    }
  }
  if (const auto coordinate = syntax.set.empty() ? std::nullopt : set_coordinate(syntax.set[0])) {
    if (is_list_slot(*coordinate)) {
      result.values = {elements_binder(CellCondition::Kind::elements, *coordinate, true,
                                       syntax.span)};  // equal elements choose equal moves
    } else {
      members_.push_back(set_member(*coordinate, slot(slots[0]), syntax.span));
    }
  }
  return result;
}

void Checker::board_line(const MoveSyntax& syntax, Rule& rule) {
  BoardLine line;
  written_out_ = 0;
  line.span = syntax.span;
  line.to = syntax.to;
  const size_t scope = variables_.size();
  // The variables of `for` are known before cells are looked at; their bounds may speak of numbers
  // seen on cells.
  std::vector<std::vector<size_t>> slots;
  for (const BinderSyntax& one : syntax.binders) {
    slots.emplace_back();
    for (size_t i = 0; i < one.names.size(); ++i) slots.back().push_back(declare_bound(one, i));
  }
  for (const StepSyntax& one : syntax.steps) line.steps.push_back(step(one));
  const size_t uses = parameter_uses_;
  for (size_t i = 0; i < syntax.binders.size(); ++i)
    line.binders.push_back(line_binder(syntax.binders[i], slots[i]));
  for (size_t i = 0; i < slots.size(); ++i) {
    for (size_t later = i + 1; later < slots.size(); ++later) {
      for (const size_t slot : slots[later]) {
        if (mentions(line.binders[i], slot))
          error(syntax.binders[i].span,
                fmt::format("'{}' and '{}' can't bound each other", syntax.binders[i].names[0],
                            syntax.binders[later].names[0]));
      }
    }
  }
  for (const TermSyntax& condition : syntax.condition)
    conjuncts(expr(condition, Type::condition), line.conditions);
  for (size_t i = 0; i < line.binders.size(); ++i) {
    const Binder& one = line.binders[i];
    const bool endless =
        (one.kind == Binder::Kind::range && one.high.empty()) || (one.set && one.set->complement);
    if (endless && !std::all_of(one.slots.begin(), one.slots.end(),
                                [&](size_t s) { return is_seen(line.steps, s); }))
      error(syntax.binders[i].span,
            fmt::format("'{0}' needs an upper end here, such as '{0} in 0..9'{1}",
                        syntax.binders[i].names[0],
                        line.steps.empty() ? "" : ", or a cell or run of its own on the left"));
  }
  const bool by_parameter = parameter_uses_ != uses;
  const bool ruled_out = !settle_constants(line.conditions) && by_parameter;
  line.conditions.insert(line.conditions.begin(), members_.begin(), members_.end());
  members_.clear();
  board_parts(syntax.parts, line.parts);
  line.reply = syntax.reply;
  const bool has_binders = std::any_of(line.parts.begin(), line.parts.end(),
                                       [](const BoardPart& part) { return !part.binders.empty(); });
  check_reply(syntax, !line.to ? 1 : has_binders ? 2 : line.parts.size());
  leave_scope(scope, syntax.is_case);
  line.slot_names = slot_names_;
  slot_types_.resize(slot_names_.size());
  for (const SlotType type : slot_types_) {
    line.is_letter_slot.push_back(type == SlotType::letter);
    line.is_cell_slot.push_back(type == SlotType::cell);
  }
  slot_names_.resize(rule.arity());
  slot_types_.resize(std::min(slot_types_.size(), rule.arity()));
  if (!ruled_out) board_->lines.push_back(std::move(line));
}

BoardClause Checker::board_clause(const TermSyntax& condition, Span span) {
  BoardClause clause;
  clause.span = span;
  const size_t scope = variables_.size();
  clause.condition = expr(condition, Type::condition);
  leave_scope(scope);
  clause.slot_names = slot_names_;
  slot_names_.resize(rule_->arity());
  slot_types_.resize(std::min(slot_types_.size(), rule_->arity()));
  return clause;
}

void Checker::warn_about_lines(const BoardRule& board) {
  std::vector<std::string> seen;
  for (const BoardLine& line : board.lines) {
    const std::string text = print_board_line(*rule_, line);
    if (std::find(seen.begin(), seen.end(), text) != seen.end())
      warn(line.span, "this move is the same as an earlier one");
    seen.push_back(text);
    const bool changes =
        line.to || std::any_of(line.steps.begin(), line.steps.end(), [&](const Step& step) {
          if (step.kind == Step::Kind::every) return true;
          return print_pattern(step.left, line.slot_names) !=
                 print_pattern(step.right, line.slot_names);
        });
    if (!changes) warn(line.span, "this line changes nothing, so that play need not end");
  }
}

void Checker::make_board(const GameSyntax& syntax, Rule& rule) {
  const size_t found = found_.size();
  auto board = std::make_shared<BoardRule>();
  board_ = board.get();
  board->kinds = syntax.coordinate_kinds;
  rule.board = board;
  board->letters.set('.');
  board->letters.set('#');
  space(syntax.space[0], board->space);
  for (const LetSyntax& let : syntax.lets) let_term(let);
  written_out_ = 0;
  for (const MoveSyntax& one : syntax.moves) {
    if (book_.is_spent()) return;
    board_line(one, rule);
  }
  for (const ClauseSyntax& one : syntax.clauses)
    (one.always ? board->always : board->over).push_back(board_clause(one.condition, one.span));
  for (const EndSyntax& one : syntax.ends) {
    board->ends.push_back(board_clause(one.condition, one.span));
    board->ends.back().wins = one.wins;
  }
  if (!is_wrong_since(found)) warn_about_lines(*board);
  board_ = nullptr;
}

}  // namespace grundy
