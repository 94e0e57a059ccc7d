#include "analysis/list_ends.h"

#include <algorithm>

#include "analysis/relation.h"
#include "rewriting/list_parts.h"
#include "rule/board_clauses.h"

namespace grundy {
namespace {

constexpr unsigned long kSteps = 100'000;  // of isl

std::unique_ptr<Rule> without_ends(const Rule& rule) {
  auto result = std::make_unique<Rule>(rule);
  auto board = std::make_shared<BoardRule>(*rule.board);
  board->ends.clear();
  for (BoardLine& line : board->lines) {
    for (BoardPart& part : line.parts) {
      if (part.game == &rule) part.game = result.get();
    }
  }
  result->board = std::move(board);
  return result;
}

/// The numbers for which the line has a move.
isl::Set movable(const isl::Context& context, const Rule& element, const MoveLine& line) {
  const auto relation = line_relation(context.get(), element, line);
  return relation ? isl::Set(isl_map_domain(relation->moves.copy())) : isl::Set();
}

/// The elements that have no move.
isl::Set stuck(const isl::Context& context, const Rule& element) {
  isl::Set result(isl_set_read_from_str(context.get(), "{ [x] : x >= 0 }"));
  for (const MoveLine& line : element.moves)
    result = isl::Set(isl_set_subtract(result.take(), movable(context, element, line).take()));
  return result;
}

isl::Set satisfying(const isl::Context& context, const Rule& element, const Expr& condition) {
  MoveLine line;
  line.conditions = {condition};
  line.parts = {{&element, {slot(0)}, {}, {}, {}}};
  line.slot_names = element.coordinates;
  return movable(context, element, line);
}

bool holds_of_empty_list(const Rule& rule, const BoardClause& clause) {
  Fault fault;
  return end_of_play({&rule, {0}, {{}}, {}}, fault) == &clause && fault.kind == Fault::Kind::none;
}

}  // namespace

std::optional<ListWithoutEnds> without_told_ends(const Rule& rule) {
  if (!rule.board || rule.board->ends.empty() || rule.board->has_board()) return std::nullopt;
  const std::vector<BoardClause>& ends = rule.board->ends;
  const bool is_misere = ends.front().wins;
  ListWithoutEnds result{without_ends(rule), is_misere};
  if ((is_misere && ends.size() > 1) || !plays_elements_apart(*result.rule)) return std::nullopt;
  const auto element = element_rule(*result.rule);
  const isl::Context context = isl::make_context(kSteps);
  const isl::Set stuck = grundy::stuck(context, *element);
  for (const BoardClause& end : ends) {
    const auto of_one = of_each_element(end.condition);
    if (end.wins != is_misere || !of_one) return std::nullopt;
    const isl::Set told = satisfying(context, *element, *of_one);
    if (!stuck || !told ||
        (is_misere ? isl_set_is_equal(told.keep(), stuck.keep())
                   : isl_set_is_subset(told.keep(), stuck.keep())) != isl_bool_true)
      return std::nullopt;
  }
  if (is_misere && new_elements(*result.rule) != NewElements::one_in_place &&
      !holds_of_empty_list(rule, ends.front()))
    return std::nullopt;
  return result;
}

}  // namespace grundy
