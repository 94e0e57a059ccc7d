// Rows of items, steps and conditions over cells.
#include <fmt/format.h>

#include <algorithm>

#include "language/check.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr size_t kMaxListedLetters = 95;  // printable ones

/// How many cells the rows of a pattern take, open runs not counted; -1 when the slots' values
/// don't say.
int64_t width_of(const CellRow& row, Environment& slots) {
  int64_t width = 0;
  for (const Item& item : row) {
    int64_t one = item.kind == Item::Kind::edge    ? 0
                  : item.kind == Item::Kind::group ? width_of(item.group, slots)
                                                   : 1;
    if (one < 0) return -1;
    if (item.repeat == Item::Repeat::times) {
      Fault fault;
      const int64_t times = evaluate(item.times, slots, fault);
      if (fault.kind != Fault::Kind::none || times < 0) return -1;
      one *= times;
    } else if (item.repeat != Item::Repeat::once) {
      one = 0;
    }
    width += one;
  }
  return width;
}

size_t fixed_cells(const CellRow& row) {
  size_t count = 0;
  for (const Item& item : row) count += item.kind != Item::Kind::edge;
  return count;
}

std::vector<const Item*> open_runs(const CellRow& row) {
  std::vector<const Item*> runs;
  for (const Item& item : row) {
    if (item.repeat == Item::Repeat::star || item.repeat == Item::Repeat::plus)
      runs.push_back(&item);
  }
  return runs;
}

size_t run_width(const Item& item) {
  return item.kind == Item::Kind::group ? fixed_cells(item.group) : 1;
}

bool has_edge(const CellRow& row, bool first) {
  return !row.empty() && (first ? row.front() : row.back()).kind == Item::Kind::edge;
}

}  // namespace

void Checker::note_letters(const std::string& letters) {
  for (const char letter : letters) {
    if (letter > ' ' && letter < 0x7F) board_->letters.set(static_cast<size_t>(letter));
  }
}

Checker::Variable* Checker::variable(const std::string& name) {
  const auto found = std::find_if(variables_.begin(), variables_.end(),
                                  [&](const Variable& one) { return one.name == name; });
  return found == variables_.end() ? nullptr : &*found;
}

size_t Checker::declare_letter(const std::string& name, Span span) {
  const size_t made = declare(name, span);
  slot_types_.resize(made + 1);
  slot_types_[made] = SlotType::letter;
  return made;
}

size_t Checker::declare_cell(const std::string& name, Span span) {
  const size_t made = declare(name, span);
  slot_types_.resize(made + 1);
  slot_types_[made] = SlotType::cell;
  variables_.back().used = true;
  return made;
}

namespace {

/// The line of a drawn move that holds a letter, if several small ones and nothing else make it:
/// "ab -> ba".
struct DrawnLine {
  Span span;
  std::string in_capitals;
};
std::optional<DrawnLine> drawn_in_small_letters(std::string_view text, Span letter) {
  const size_t before = text.rfind('\n', letter.begin);
  size_t begin = text.find_first_not_of(" \t", before == text.npos ? 0 : before + 1);
  size_t end = std::min(text.find_first_of("\n/", begin), text.size());
  while (end > begin && text[end - 1] == ' ') --end;
  const std::string_view line = text.substr(begin, end - begin);
  const auto is_small = [](char c) { return 'a' <= c && c <= 'z'; };
  const bool is_drawn = std::all_of(line.begin(), line.end(), [&](char c) {
    return is_small(c) || ('A' <= c && c <= 'Z') ||
           std::string_view(". ->#?*+").find(c) != std::string_view::npos;
  });
  if (!is_drawn || std::count_if(line.begin(), line.end(), is_small) < 2) return std::nullopt;
  DrawnLine result{{begin, end}, std::string(line)};
  for (char& c : result.in_capitals)
    if (is_small(c)) c = static_cast<char>(c - 'a' + 'A');
  return result;
}

}  // namespace

Item Checker::item(const ItemSyntax& syntax, bool written, bool in_group) {
  Item result;
  result.span = syntax.span;
  result.all = syntax.all;
  result.repeat = static_cast<Item::Repeat>(syntax.repeat);
  const bool numbers = board_->space.numbers;
  if (!syntax.cell_name.empty()) {
    if (written) error(syntax.cell_name_span, "cells are named where they are seen, left of '->'");
    if (in_group)
      error(syntax.cell_name_span, "a name stands for one cell, not for those of a run");
    if (Variable* known = variable(syntax.cell_name); known != nullptr) {
      if (!is_cell_slot(known->slot))
        error(syntax.cell_name_span,
              fmt::format("'{}' is a variable and can't name a cell", syntax.cell_name));
      known->used = true;
      result.named = known->slot;
      result.known = true;
    } else {
      result.named = declare_cell(syntax.cell_name, syntax.cell_name_span);
    }
  }
  switch (syntax.kind) {
    case ItemSyntax::Kind::nothing:
    case ItemSyntax::Kind::any:
      result.kind = Item::Kind::any;
      break;
    case ItemSyntax::Kind::letters: {
      result.kind = Item::Kind::letters;
      result.listed = syntax.letters.substr(0, kMaxListedLetters);
      note_letters(result.listed);
      for (const char letter : result.listed) {
        if (letter > ' ' && letter < 0x7F) {
          result.letters.set(static_cast<size_t>(letter));
        } else {
          error(syntax.span, "letters of a board are capitals, digits and signs of ASCII");
          break;
        }
      }
      if (syntax.negated) {
        result.letters.flip();
        result.listed.clear();
        if (written) error(syntax.span, "a move writes one letter; '[^…]' can only be looked for");
      }
      break;
    }
    case ItemSyntax::Kind::edge:
      result.kind = Item::Kind::edge;
      if (board_->space.is_graph() || is_cyclic(board_->space.kind))
        error(syntax.span, fmt::format("a {} has no edge for '$'", name_of(board_->space.kind)));
      if (syntax.repeat != ItemSyntax::Repeat::once || in_group)
        error(syntax.span, "'$' stands alone, first or last in a row");
      break;
    case ItemSyntax::Kind::group:
      result.kind = Item::Kind::group;
      result.group = row(syntax.group, written, true);
      for (const Item& inner : result.group) {
        if (inner.is_run())
          error(inner.span, "a run within a run can't be told apart; write one run");
      }
      if (result.group.empty()) error(syntax.span, "the group has no cell");
      break;
    case ItemSyntax::Kind::name: {
      Variable* known = variable(syntax.name);
      const auto is_named = [&](const auto& one) { return one.name == syntax.name; };
      if (known == nullptr && numbers &&
          (std::any_of(lets_.begin(), lets_.end(), is_named) ||
           std::any_of(parameters_.begin(), parameters_.end(), is_named))) {
        TermSyntax name_only;
        name_only.kind = TermSyntax::Kind::name;
        name_only.name = syntax.name;
        name_only.span = syntax.span;
        result.kind = Item::Kind::term;
        result.term = name(name_only);
        break;
      }
      if (known == nullptr && numbers && !written) {
        result.kind = Item::Kind::slot;
        result.binds = true;
        result.slot = declare(syntax.name, syntax.span);
        variables_.back().used = true;
        if (in_group || result.is_run())
          error(syntax.span,
                fmt::format("'{}' is bound by one cell, not by those of a run", syntax.name));
        break;
      }
      if (known == nullptr) {
        const bool is_letter =
            syntax.name.size() == 1 && 'a' <= syntax.name[0] && syntax.name[0] <= 'z';
        if (const auto drawn = drawn_in_small_letters(definition_.source->text, syntax.span)) {
          error(drawn->span,
                fmt::format("letters that stand for themselves are capitals; did you mean '{}'?",
                            drawn->in_capitals));
          break;
        }
        const std::string capital(1, static_cast<char>(syntax.name[0] - 'a' + 'A'));
        error(
            syntax.span,
            fmt::format(
                "'{0}' is {1} but not bound; add 'for {0} in …'{2}", syntax.name,
                written ? "written" : "looked for",
                is_letter ? fmt::format(" or write a capital; did you mean '{}'?", capital) : ""));
        break;
      }
      known->used = true;
      if (is_cell_slot(known->slot)) {
        result.kind = Item::Kind::cell;
        result.slot = known->slot;
        if (written)
          error(syntax.span,
                fmt::format("'{}' names a cell; write what the cell is to hold", syntax.name));
      } else if (is_letter_slot(known->slot) || numbers) {
        result.kind = Item::Kind::slot;
        result.slot = known->slot;
      } else {
        error(syntax.span, fmt::format("'{}' is a number, and the cells of '{}' hold letters",
                                       syntax.name, rule_->name));
      }
      break;
    }
    case ItemSyntax::Kind::term: {
      result.kind = Item::Kind::term;
      const size_t scope = variables_.size();
      if (written) {  // ?+1: the number that stood there
        result.slot = declare("?", syntax.span);
        variables_.back().used = true;
      }
      result.term = expr(syntax.term[0], Type::number);
      variables_.resize(scope);
      break;
    }
  }
  if (!syntax.times.empty()) result.times = expr(syntax.times[0], Type::number);
  return result;
}

CellRow Checker::row(const std::vector<ItemSyntax>& syntax, bool written, bool in_group) {
  CellRow result;
  for (size_t i = 0; i < syntax.size(); ++i) {
    result.push_back(item(syntax[i], written, in_group));
    if (result.back().kind == Item::Kind::edge && i != 0 && i + 1 != syntax.size())
      error(syntax[i].span, "'$' stands first or last in a row");
  }
  return result;
}

Pattern Checker::pattern(const CellsSyntax& syntax, bool written) {
  Pattern result;
  for (const auto& one : syntax.rows) result.push_back(row(one, written, false));
  const bool empty = std::any_of(result.begin(), result.end(),
                                 [](const CellRow& one) { return fixed_cells(one) == 0; });
  if (empty && !(written && board_->space.kind == SpaceKind::word)) {
    error(syntax.span, "expected at least one cell");
  } else if (result.size() > 1) {
    if (!board_->space.is_grid())
      error(syntax.span, fmt::format("a {} has no second row", name_of(board_->space.kind)));
    for (const CellRow& one : result) {
      if (!open_runs(one).empty())
        error(syntax.span, "in a pattern of several rows each run has its number of cells: {n}");
      if (has_edge(one, true) || has_edge(one, false))
        error(syntax.span, "'$' is for patterns of one row");
    }
    for (size_t i = 1; i < result.size(); ++i) {
      Environment slots(slot_names_.size(), 1);
      const int64_t first = width_of(result[0], slots);
      const int64_t here = width_of(result[i], slots);
      if (first >= 0 && here >= 0 && first != here)
        error(syntax.span, fmt::format("row {} has {} cell{}, row 1 has {}", i + 1, here,
                                       here == 1 ? "" : "s", first));
    }
  }
  return result;
}

void Checker::check_sides(const StepSyntax& syntax, const Step& step) {
  const bool word = board_->space.kind == SpaceKind::word;
  if (!word && step.left.size() != step.right.size())
    return error(syntax.span, fmt::format("{} rows on the left, {} on the right", step.left.size(),
                                          step.right.size()));
  for (size_t i = 0; i < std::min(step.left.size(), step.right.size()); ++i) {
    const CellRow& left = step.left[i];
    const CellRow& right = step.right[i];
    const auto left_runs = open_runs(left);
    const auto right_runs = open_runs(right);
    if (word) {
      if (right_runs.size() > left_runs.size())
        error(syntax.right.span, fmt::format("{} runs on the left, {} on the right",
                                             left_runs.size(), right_runs.size()));
      continue;
    }
    if (has_edge(left, true) != has_edge(right, true) ||
        has_edge(left, false) != has_edge(right, false))
      error(syntax.span, "'$' stands at the same end on both sides");
    if (left_runs.size() != right_runs.size()) {
      error(syntax.span, fmt::format("{} run{} on the left, {} on the right", left_runs.size(),
                                     left_runs.size() == 1 ? "" : "s", right_runs.size()));
      continue;
    }
    for (size_t j = 0; j < left_runs.size(); ++j) {
      if (run_width(*left_runs[j]) != run_width(*right_runs[j]) ||
          left_runs[j]->repeat != right_runs[j]->repeat)
        error(syntax.span, fmt::format("run {} is of {} cells on the left and of {} on the right",
                                       j + 1, run_width(*left_runs[j]), run_width(*right_runs[j])));
    }
    // Sides that are equally wide for a few choices of the numbers are so for all: widths are sums
    // of the runs' terms.
    for (int64_t seed : {1, 7, 23, 61}) {
      Environment slots(slot_names_.size() + 1);
      for (size_t s = 0; s < slots.size(); ++s)
        slots[s] = seed + static_cast<int64_t>(s) * (seed % 5);
      const int64_t before = width_of(left, slots);
      const int64_t after = width_of(right, slots);
      if (before < 0 || after < 0 || before == after) continue;
      error(syntax.span, fmt::format("{} cell{} on the left, {} on the right", before,
                                     before == 1 ? "" : "s", after));
      break;
    }
  }
}

CellReach Checker::reach(const ReachSyntax& syntax) {
  CellReach result;
  result.negated = syntax.negated;
  for (const ItemSyntax& one : syntax.target) result.target.push_back(item(one, false, false));
  for (const ItemSyntax& one : syntax.through) result.through.push_back(item(one, false, false));
  return result;
}

Step Checker::step(const StepSyntax& syntax) {
  Step result;
  result.span = syntax.span;
  bool hex = false;
  result.along = directions(syntax.along, hex, result.along_text);
  if (!syntax.every) {
    result.left = pattern(syntax.left, false);
    result.right = pattern(syntax.right, true);
    check_sides(syntax, result);
    return result;
  }
  result.kind = Step::Kind::every;
  if (board_->space.kind == SpaceKind::word) error(syntax.span, "nothing is reached on a word");
  result.item.push_back(item(syntax.left.rows[0][0], false, false));
  const ReachSyntax& reached = syntax.reach[0];
  if (!reached.from.empty()) {
    const Variable* known = variable(reached.from);
    if (known == nullptr || !is_cell_slot(known->slot)) {
      error(reached.from_span,
            fmt::format("'{0}' names no cell; name one as in '{0}:X'", reached.from));
    } else {
      result.from = known->slot;
    }
    if (!reached.target.empty())
      error(syntax.span, "'every A that u reaches' says which cells: those that are A");
  }
  result.reach = reach(reached);
  result.written =
      syntax.right.rows.size() == 1 ? row(syntax.right.rows[0], true, false) : CellRow{};
  if (result.written.size() != 1 || result.written[0].is_run()) {
    error(syntax.right.span, "expected the one cell that each of them becomes");
    result.written.assign(1, Item{});
  }
  return result;
}

Expr Checker::set_member(size_t coordinate, Expr element, Span span) {
  CellCondition member;
  member.kind = CellCondition::Kind::member;
  member.from = coordinate;
  member.term = std::move(element);
  member.span = span;
  Expr result;
  result.op = Op::cells;
  result.args = {slot(coordinate), member.term};
  result.over_cells = std::make_shared<CellCondition>(std::move(member));
  result.span = span;
  for (Variable& one : variables_) one.used = one.used || one.slot == coordinate;
  return result;
}

std::optional<size_t> Checker::set_coordinate(const SetSyntax& syntax) const {
  if (board_ == nullptr || syntax.kind != SetSyntax::Kind::name) return std::nullopt;
  for (size_t i = 0; i < board_->kinds.size(); ++i) {
    if (board_->kinds[i] == CoordinateKind::set && rule_->coordinates[i] == syntax.name) return i;
  }
  return list_slot(syntax.name);
}

Expr Checker::over_cells(const TermSyntax& syntax) {
  using Kind = CellConditionSyntax::Kind;
  const CellConditionSyntax& read = syntax.cells[0];
  CellCondition made;
  made.span = read.span;
  const size_t scope = variables_.size();
  const bool reaches = !read.reach.empty();
  const auto one_item = [&] {
    if (read.cells.rows.size() != 1 || read.cells.rows[0].size() != 1 ||
        read.cells.rows[0][0].repeat != ItemSyntax::Repeat::once) {
      error(read.cells.span, "expected one cell");
      made.item.assign(1, Item{});
    } else {
      made.item.push_back(item(read.cells.rows[0][0], false, false));
    }
  };
  if (board_->space.kind == SpaceKind::word && reaches)
    error(read.span, "nothing is reached on a word");
  if (read.kind == Kind::count) {
    made.kind = CellCondition::Kind::count;
    one_item();
  } else if (read.kind == Kind::from) {
    made.kind = CellCondition::Kind::reaches;
    const Variable* known = variable(read.reach[0].from);
    if (known == nullptr || !is_cell_slot(known->slot)) {
      error(read.reach[0].from_span,
            fmt::format("'{0}' names no cell; name one as in '{0}:X'", read.reach[0].from));
    } else {
      made.from = known->slot;
    }
  } else if (reaches) {
    made.kind = read.kind == Kind::every ? CellCondition::Kind::every_reaches
                                         : CellCondition::Kind::some_reaches;
    made.no = read.kind == Kind::no;
    one_item();
  } else {
    made.kind = CellCondition::Kind::some;
    made.no = read.kind == Kind::no;
    made.pattern = pattern(read.cells, false);
  }
  if (reaches) {
    made.reach = reach(read.reach[0]);
    if (made.reach.target.empty()) error(read.span, "expected the cell that is reached");
  }
  variables_.resize(scope);
  Expr result;
  result.op = read.kind == Kind::count ? Op::cell_count : Op::cells;
  result.over_cells = std::make_shared<CellCondition>(std::move(made));
  return result;
}

}  // namespace grundy
