// Tables: values of a box as numbers of 32 bits where they fit, their memory taken from the
// session.
#include <fmt/format.h>

#include "face/inside.h"
#include "session/tabulate.h"

namespace grundy::face {
namespace {

constexpr std::string_view kTableFormats[] = {"text", "csv", "json", "bfile", "latex", "svg"};

/// What the game's table has: outcomes where there are no values, and in misère play.
Cells cells_of(const TabledGame& game, const TableOptions& options) {
  const bool no_values = game.outcomes_only || options.play == Play::misere;
  return options.cells == Cells::values && no_values ? Cells::outcomes : options.cells;
}

Attempt<Tabulated> fill(Home& home, const TabledGame& game, Cells cells,
                        const TableOptions& options, grundy::Table& table, Budget& budget) {
  if (game.outcomes_only && (cells != Cells::outcomes || options.play == Play::misere)) {
    if (auto values = has_values(home.session.rulebook(), *game.rule); !values)
      return std::move(values).error();
  }
  if (cells == Cells::remoteness || cells == Cells::suspense)
    return fill_table_with_lengths(
        home.session, *game.rule, Inside::play(options.play),
        cells == Cells::remoteness ? Pace::winner_hurries : Pace::winner_delays, table, budget);
  if (options.play == Play::misere)
    return fill_table_in_misere(
        home.session, *game.rule,
        cells == Cells::genera ? MisereCells::genera : MisereCells::outcomes, table, budget);
  if (cells == Cells::genera) return grundy::Error::input("genera are those of misère play");
  if (cells == Cells::outcomes)
    return fill_table_with_outcomes(home.session, game, table, options.with_text, budget);
  return fill_table(home.session, *game.rule, table, options.with_text, budget);
}

}  // namespace

Attempt<std::vector<grundy::Range>> Inside::ranges(const TabledGame& game, const Box& box) {
  const std::vector<std::string> coordinates = game.coordinates();
  if (box.size() != coordinates.size()) {
    return grundy::Error::input(fmt::format("'{}' has {} coordinate{}, and the box {} range{}",
                                            game.rule->full_name, coordinates.size(),
                                            coordinates.size() == 1 ? "" : "s", box.size(),
                                            box.size() == 1 ? "" : "s"));
  }
  std::vector<grundy::Range> result;
  for (size_t i = 0; i < box.size(); ++i) {
    const Range& range = box[i];
    if (!range.first.is_finite() || !range.last.is_finite() || range.last < range.first) {
      return grundy::Error::input(
          fmt::format("the range of '{}' is not of natural numbers first <= last: {}..{}",
                      coordinates[i], range.first.text(), range.last.text()));
    }
    const Natural first = Inside::value(range.first).ordinal().finite();
    const Natural last = Inside::value(range.last).ordinal().finite();
    result.push_back({first, last - first + Natural(1)});
  }
  return result;
}

uint64_t usual_bound(size_t coordinates) { return grundy::usual_bound(coordinates); }

Result<Box> Session::read_box(std::string_view game, std::string_view box) {
  return guarded([&]() -> Result<Box> {
    Call call(*home_);
    const Attempt<TabledGame> tabled = tabled_game(home_->session, game, call.budget);
    if (!tabled) return Inside::error(tabled.error());
    return Inside::result(
        parse_box(box, tabled->rule->full_name, tabled->coordinates()),
        [](const std::vector<grundy::Range>& ranges) {
          Box result;
          for (const grundy::Range& range : ranges) {
            result.push_back({Inside::value(grundy::Value(Ordinal(range.first))),
                              Inside::value(grundy::Value(Ordinal(range.last())))});
          }
          return result;
        });
  });
}

Result<Table> Session::table(std::string_view game, const Box& box, const TableOptions& options) {
  return guarded([&]() -> Result<Table> {
    Call call(*home_);
    const Attempt<TabledGame> tabled = tabled_game(home_->session, game, call.budget);
    if (!tabled) return Inside::error(tabled.error());
    const auto ranges = Inside::ranges(*tabled, box);
    if (!ranges) return Inside::error(ranges.error());
    grundy::Table table = table_of(*tabled, *ranges);
    const Attempt<Tabulated> filled =
        fill(*home_, *tabled, cells_of(*tabled, options), options, table, call.budget);
    if (!filled) return Inside::error(filled.error());
    table.conjecture =
        home_->session.solvers().of(home_->session.games().of(*tabled->rule)).conjecture();
    return Inside::table({std::string(game), tabled->rule->full_name, box, std::move(table),
                          filled->engine, Inside::work(filled->work)});
  });
}

Result<std::vector<std::vector<Value>>> Session::positions_where(const Table& table,
                                                                 std::string_view where,
                                                                 bool up_to_symmetry) {
  return guarded([&]() -> Result<std::vector<std::vector<Value>>> {
    if (table.cells() != Cells::values && table.cells() != Cells::outcomes)
      return Inside::input(
          "a condition asks for values or for outcomes, and this table has neither");
    Call call(*home_);
    const Attempt<TabledGame> tabled =
        tabled_game(home_->session, Inside::rep(table).asked, call.budget);
    if (!tabled) return Inside::error(tabled.error());
    return Inside::result(chosen_positions(home_->session, *tabled, Inside::rep(table).table,
                                           std::string(where), up_to_symmetry),
                          [](const PositionSet& set) {
                            std::vector<std::vector<Value>> result;
                            for (const auto& [position, value] : set.members) {
                              std::vector<Value>& one = result.emplace_back();
                              for (const Natural& number : position)
                                one.push_back(Inside::value(grundy::Value(Ordinal(number))));
                            }
                            return result;
                          });
  });
}

Result<void> Session::write_where(const Table& table, std::string_view where, bool up_to_symmetry,
                                  TableFormat format, const Sink& sink, std::string_view column) {
  return guarded([&]() -> Result<void> {
    if (table.cells() != Cells::values && table.cells() != Cells::outcomes)
      return Inside::input(
          "a condition asks for values or for outcomes, and this table has neither");
    Call call(*home_);
    const Attempt<TabledGame> tabled =
        tabled_game(home_->session, Inside::rep(table).asked, call.budget);
    if (!tabled) return Inside::error(tabled.error());
    const grundy::Table& box = Inside::rep(table).table;
    const Attempt<PositionSet> set =
        chosen_positions(home_->session, *tabled, box, std::string(where), up_to_symmetry);
    if (!set) return Inside::error(set.error());
    return Inside::result(
        write_set(box, *set, kTableFormats[static_cast<size_t>(format)], column, sink));
  });
}

Result<FilledFile> Session::table_to_file(std::string_view game, const Box& box,
                                          const std::string& path) {
  return guarded([&]() -> Result<FilledFile> {
    Call call(*home_);
    const Attempt<const Rule*> rule = home_->session.game(game, call.budget);
    if (!rule) return Inside::error(rule.error());
    const auto ranges = Inside::ranges({*rule}, box);
    if (!ranges) return Inside::error(ranges.error());
    const auto written = tabulate_to_file(home_->session, **rule, *ranges, path, call.budget);
    if (!written) return Inside::error(written.error());
    return FilledFile{written->engine, Inside::work(written->work)};
  });
}

const std::string& Table::game() const { return rep_->game; }
const std::vector<std::string>& Table::coordinates() const { return rep_->table.coordinates; }
const Box& Table::box() const { return rep_->box; }
size_t Table::size() const { return rep_->table.values.size(); }
Value Table::operator[](size_t index) const { return Inside::value(rep_->table.values[index]); }
std::string Table::cell(size_t index) const { return rep_->table.cell(index); }
const std::string& Table::engine() const { return rep_->engine; }
const Work& Table::work() const { return rep_->work; }
const std::string& Table::conjecture() const { return rep_->table.conjecture; }

Cells Table::cells() const { return static_cast<Cells>(rep_->table.holds); }

std::span<const uint32_t> Table::small_values() const {
  const ValueList& values = rep_->table.values;
  return values.all_small() ? values.numbers() : std::span<const uint32_t>();
}

Result<std::string> Table::written(TableFormat format, const PictureStyle& style) const {
  return guarded([&]() -> Result<std::string> {
    std::string text;
    const Result<void> done = write(
        format, [&](std::string_view piece) { text += piece; }, style);
    if (!done) return done.error();
    return text;
  });
}

Result<void> Table::write(TableFormat format, const Sink& sink, const PictureStyle& style) const {
  return guarded([&]() -> Result<void> {
    const grundy::PictureStyle inner{style.title, style.origin_below, style.steps, style.grey};
    return Inside::result(
        write_table(rep_->table, kTableFormats[static_cast<size_t>(format)], inner, sink));
  });
}

Result<Value> Table::at(const std::vector<Value>& coordinates) const {
  return guarded([&]() -> Result<Value> {
    const Box& box = rep_->box;
    bool inside = coordinates.size() == box.size();
    for (size_t i = 0; inside && i < box.size(); ++i)
      inside = box[i].first <= coordinates[i] && coordinates[i] <= box[i].last;
    if (!inside) return Inside::input("the position is outside of the table");
    Natural index;
    for (size_t i = 0; i < box.size(); ++i) {
      const auto number = [](const Value& value) {
        return Inside::value(value).ordinal().finite();
      };
      const Natural first = number(box[i].first);
      index = index * (number(box[i].last) - first + Natural(1)) + (number(coordinates[i]) - first);
    }
    return (*this)[index.small()];
  });
}

}  // namespace grundy::face
