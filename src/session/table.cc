#include "session/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/round.h"
#include "rewriting/targets.h"
#include "rule/name.h"
#include "session/condition.h"

namespace grundy {
namespace {

// Of a position in a file, whose text is kept until it is whole.
constexpr uint64_t kTextBytes = 32;

/// Makes room for the cells.
Attempt<void> reserve(Table& table, bool keeps_text, Budget& budget) {
  const Natural total = positions_of(table.box);
  uint64_t bytes_each = sizeof(uint32_t) + (keeps_text ? kTextBytes : 0);
  for (const Range& range : table.box) {
    if (const Natural last = range.last(); !last.is_small())
      bytes_each += last.bit_length() / 4 + 64;
  }
  const uint64_t bytes = (total * Natural(bytes_each)).to_uint64().value_or(UINT64_MAX);
  if (!budget.take_memory(bytes)) {
    const std::string digits = total.to_string();
    const std::string count =
        digits.size() <= 20
            ? digits
            : fmt::format("{}.{}e{}", digits[0], digits.substr(1, 2), digits.size() - 1);
    return budget.too_large(fmt::format("a table of {} positions", count), bytes);
  }
  table.values.reserve(*total.to_uint64());
  return {};
}

}  // namespace

Table table_of(const TabledGame& game, std::vector<Range> box) {
  return {name_with_parameters(*game.rule), game.coordinates(), std::move(box), {}};
}

Attempt<Tabulated> fill_table(Session& session, const Rule& rule, Table& table, bool keeps_text,
                              Budget& budget) {
  if (auto room = reserve(table, keeps_text, budget); !room) return std::move(room).error();
  return tabulate(session, rule, table.box, 0, budget,
                  [&](const ValueList& values) -> Attempt<void> {
                    table.values.append(values);
                    return {};
                  });
}

Attempt<Tabulated> fill_table_with_outcomes(Session& session, const TabledGame& game, Table& table,
                                            bool keeps_text, Budget& budget) {
  table.holds = Cells::outcomes;
  if (auto room = reserve(table, keeps_text, budget); !room) return std::move(room).error();
  return tabulate_outcomes(session, game, table.box, budget,
                           [&](const ValueList& outcomes) -> Attempt<void> {
                             table.values.append(outcomes);
                             return {};
                           });
}

Attempt<Tabulated> fill_table_in_misere(Session& session, const Rule& rule, MisereCells cells,
                                        Table& table, Budget& budget) {
  table.misere = true;
  table.holds = cells == MisereCells::genera ? Cells::genera : Cells::outcomes;
  if (auto free = needs_free_replies(rule, "a table of misère play"); !free)
    return std::move(free).error();
  Attempt<MisereTable> found = tabulate_misere(session, rule, table.box, cells, budget);
  if (!found) return std::move(found).error();
  for (const Outcome outcome : found->outcomes)
    table.values.push_back(outcome == Outcome::P ? 0U : 1U);
  table.genera = std::move(found->genera);
  return std::move(found->how);
}

Attempt<Tabulated> fill_table_with_lengths(Session& session, const Rule& rule, Play play, Pace pace,
                                           Table& table, Budget& budget) {
  constexpr uint64_t kMostPositions = 10'000'000;
  table.misere = play == Play::misere;
  table.holds = pace == Pace::winner_hurries ? Cells::remoteness : Cells::suspense;
  const RuleGame& game = session.games().of(rule);
  const Natural count = positions_of(table.box);
  if (count > Natural(kMostPositions))
    return Error::declined(
        fmt::format("a table of {} has at most {} positions", table.cells(), kMostPositions));
  PlayLength lengths(play, pace);
  Tabulated how{"search of play", {}};
  for (BoxWalk walk(table.box); walk.more(); walk.next()) {
    budget.progress(table.cells(), table.values.size(), count.small());
    const Position here = game.at(walk.position());
    const auto length = lengths.of({here}, budget);
    if (length) {
      table.values.push_back(
          static_cast<uint32_t>(std::min<uint64_t>(length->moves, UINT32_MAX - 1)));
    } else if (is_cycle(length.error()) && pace == Pace::winner_hurries) {
      // Play that goes round has lengths of its own.
      const Attempt<Answer> answer = session.solve({{here}}, play, 1, budget);
      if (!answer) return answer.error();
      if (answer->outcome != Outcome::D && !answer->moves_to_end) return length.error();
      table.values.push_back(answer->outcome == Outcome::D ? Value::loopy({})
                                                           : Value(*answer->moves_to_end));
    } else {
      return length.error();
    }
    ++how.work.positions;
  }
  return how;
}

Attempt<PositionSet> chosen_positions(Session& session, const TabledGame& game, const Table& table,
                                      const std::string& where, bool up_to_symmetry) {
  PositionSet set;
  set.where = where;
  std::optional<PositionCondition> condition;
  if (!where.empty()) {
    Attempt<PositionCondition> read =
        PositionCondition::read(where, game, table.holds == Cells::outcomes);
    if (!read) return std::move(read).error();
    condition.emplace(*std::move(read));
  }
  const auto& symmetry = session.games().of(*game.rule).facts().symmetry();
  if (up_to_symmetry && !symmetry)
    return Error::input(
        fmt::format("no two coordinates of '{}' are seen to be alike", game.rule->full_name));
  size_t place = 0;
  for (BoxWalk walk(table.box); walk.more(); walk.next(), ++place) {
    const Coordinates& position = walk.position();
    bool taken = !up_to_symmetry || position[symmetry->first] <= position[symmetry->second];
    if (taken && condition) {
      const Attempt<bool> holds = condition->holds(position, table.values[place]);
      if (!holds) return holds.error();
      taken = *holds;
    }
    if (taken) set.members.emplace_back(position, place);
  }
  return set;
}

Attempt<void> write_table(const Table& table, std::string_view format, const PictureStyle& style,
                          const Sink& sink) {
  if (format == "bfile") return write_bfile(table, sink);
  if (format == "latex") return write_latex(table, sink);
  if (format == "svg") return write_svg(table, style, sink);
  if (format == "csv") {
    write_csv(table, sink);
  } else if (format == "json") {
    write_json(table, sink);
  } else {
    write_text(table, sink);
  }
  return {};
}

std::vector<size_t> Table::axes() const {
  std::vector<size_t> result;
  for (size_t i = 0; i < box.size(); ++i) {
    if (box[i].count > Natural(1)) result.push_back(i);
  }
  if (result.empty()) result.push_back(box.size() - 1);
  return result;
}

std::string Table::cell(size_t i) const {
  std::string text;
  append_cell(i, text);
  return text;
}

void Table::append_cell(size_t i, std::string& text) const {
  const uint32_t number = values.number(i);
  if (!genera.empty()) {
    text += genera[i];
  } else if (holds == Cells::outcomes) {
    text += outcome_letter(values[i]);
  } else if (number == ValueList::kLarge) {
    text += values[i].to_string();
  } else if (number < 10) {
    text += static_cast<char>('0' + number);
  } else {
    const fmt::format_int digits(number);
    text.append(digits.data(), digits.size());
  }
}

size_t Table::cell_width(size_t i) const {
  uint32_t number = values.number(i);
  if (!genera.empty()) return genera[i].size();
  if (holds == Cells::outcomes) return 1;
  if (number == ValueList::kLarge) return text_width(values[i].to_string());
  size_t width = 1;
  for (; number >= 10; number /= 10) ++width;
  return width;
}

std::string Table::title() const {
  constexpr const char* kTitles[] = {"Grundy values", "Outcomes", "Genera", "Remoteness",
                                     "Suspense numbers"};
  if (holds == Cells::outcomes && misere) return "Misère outcomes of " + name();
  return fmt::format("{} of {}{}", kTitles[static_cast<size_t>(holds)], name(),
                     has_lengths() && misere ? " in misère play" : "");
}

const char* Table::cells() const {
  constexpr const char* kNames[] = {"value", "outcome", "genus", "remoteness", "suspense"};
  return kNames[static_cast<size_t>(holds)];
}

std::string Table::name() const {
  std::string text = game + "(";
  const std::vector<size_t> shown = axes();
  for (size_t i = 0, axis = 0; i < box.size(); ++i) {
    if (i > 0) text += ", ";
    if (axis < shown.size() && shown[axis] == i) {
      text += coordinates[i];
      ++axis;
    } else {
      text += box[i].first.to_string();
    }
  }
  return text + ")";
}

}  // namespace grundy
