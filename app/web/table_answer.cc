// The method `table`: the values of a box, packed into as few bytes each as hold the largest; in
// misère play, and of games without values, outcomes, each a place in "letters".
#include <fmt/format.h>

#include <algorithm>

#include "rule/name.h"
#include "session/box.h"
#include "session/json.h"
#include "session/misere_table.h"
#include "session/outcome_table.h"
#include "session/outcomes.h"
#include "web/answers.h"

namespace grundy::web {
namespace {

std::string base64(const std::string& bytes) {
  constexpr const char* kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t three = 0;
    for (size_t i = 0; i < 3; ++i)
      three = three << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (size_t i = 0; i < 4; ++i)
      text += at + i > bytes.size() ? '=' : kDigits[three >> (18 - 6 * i) & 63];
  }
  return text;
}

/// A box as it stands in the answer: [[0, 5], [0, 20]], a pair for each coordinate.
Attempt<std::vector<Range>> pairs_of(const Json& box, size_t arity) {
  const auto is_pair = [](const Json& one) {
    return one.is_array() && one.size() == 2 && one[0].is_number_unsigned() &&
           one[1].is_number_unsigned() && one[0].get<uint64_t>() <= one[1].get<uint64_t>();
  };
  if (box.size() != arity || !std::all_of(box.begin(), box.end(), is_pair))
    return Error::input(
        fmt::format("'box' must be a text, or {} pairs of natural numbers, first and last", arity));
  std::vector<Range> result;
  for (const Json& one : box) {
    const Natural first = one[0].get<uint64_t>();
    result.push_back({first, Natural(one[1].get<uint64_t>()) - first + Natural(1)});
  }
  return result;
}

Attempt<std::vector<Range>> box_of(const Ask& ask, const TabledGame& game) {
  const std::vector<std::string> coordinates = game.coordinates();
  const size_t arity = coordinates.size();
  if (ask.has("box") && ask.has("upto")) return Error::input("'upto' and 'box' exclude each other");
  if (ask.has("box")) {
    if (ask.request["box"].is_array()) return pairs_of(ask.request["box"], arity);
    const Attempt<std::string> box = ask.text("box");
    if (!box) return box.error();
    return parse_box(*box, game.rule->full_name, coordinates);
  }
  const Attempt<uint64_t> upto = ask.number("upto", usual_bound(arity), UINT32_MAX);
  if (!upto) return upto.error();
  return std::vector<Range>(arity, Range{Natural(0), Natural(*upto + 1)});
}

/// "width" and "cells", or "values" where one is infinite or beyond 32 bits.
void add_values(JsonWriter& json, const std::vector<Value>& values) {
  uint64_t most = 0;
  std::vector<uint64_t> small;
  small.reserve(values.size());
  for (const Value& value : values) {
    const bool natural = !value.is_loopy() && value.ordinal().is_finite();
    const auto number = natural ? value.ordinal().finite().to_uint64() : std::nullopt;
    if (!number || *number > UINT32_MAX) break;
    small.push_back(*number);
    most = std::max(most, *number);
  }
  if (small.size() < values.size()) {
    json.key("values").begin_array();
    for (const Value& value : values) json.value(value.to_string());
    json.end_array();
    return;
  }
  const size_t width = most < 1U << 8 ? 1 : most < 1U << 16 ? 2 : 4;
  std::string bytes;
  bytes.reserve(width * small.size());
  for (const uint64_t value : small) {
    for (size_t i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 255);
  }
  json.key("width").value(uint64_t{width}).key("cells").value(base64(bytes));
}

Attempt<std::vector<Value>> cells_of(const Ask& ask, const TabledGame& game,
                                     const std::vector<Range>& box, Play play) {
  std::vector<Value> cells;
  if (play == Play::misere) {
    const Attempt<MisereTable> table =
        tabulate_misere(ask.session, *game.rule, box, MisereCells::outcomes, ask.budget);
    if (!table) return table.error();
    for (const Outcome outcome : table->outcomes)
      cells.emplace_back(outcome == Outcome::P ? 0U : 1U);
    return cells;
  }
  const auto add = [&](const ValueList& more) -> Attempt<void> {
    for (const Value& cell : more)
      cells.push_back(game.outcomes_only ? Value(outcome_number(cell)) : cell);
    return {};
  };
  const auto done = game.outcomes_only ? tabulate_outcomes(ask.session, game, box, ask.budget, add)
                                       : tabulate(ask.session, *game.rule, box, 0, ask.budget, add);
  if (!done) return done.error();
  return cells;
}

}  // namespace

Attempt<std::string> table_answer(const Ask& ask) {
  const Attempt<Play> play = ask.play();
  if (!play) return play.error();
  const Attempt<std::string> name = ask.game_name();
  if (!name) return name.error();
  const Attempt<TabledGame> game = tabled_game(ask.session, *name, ask.budget);
  if (!game) return game.error();
  if (*play == Play::misere && game->outcomes_only)
    return has_values(ask.session.rulebook(), *game->rule).error();
  const Attempt<std::vector<Range>> box = box_of(ask, *game);
  if (!box) return box.error();
  const Natural cells = positions_of(*box);
  if (cells > Natural(ServiceOptions::kMostCells))
    return Error::declined(
        fmt::format("a table here has at most {} positions", ServiceOptions::kMostCells));
  const uint64_t bytes = *cells.to_uint64() * (sizeof(Value) + 2 * sizeof(uint64_t));
  if (!ask.budget.take_memory(bytes)) return ask.budget.too_large("the table", bytes);
  const Attempt<std::vector<Value>> values = cells_of(ask, *game, *box, *play);
  if (!values) return values.error();
  JsonWriter json;
  json.begin_object().key("game").value(name_with_parameters(*game->rule));
  add_coordinates(json, game->coordinates());
  json.key("box").begin_array();
  for (const Range& range : *box)
    json.begin_array().value(range.first).value(range.last()).end_array();
  json.end_array();
  if (*play == Play::misere) json.key("play").value("misere");
  if (*play == Play::misere || game->outcomes_only) json.key("letters").value(kOutcomeLetters);
  add_values(json, *values);
  return json.end_object().take();
}

}  // namespace grundy::web
