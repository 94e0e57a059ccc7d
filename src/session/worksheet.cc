#include "session/worksheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/svg.h"
#include "base/text.h"
#include "session/drawing.h"

namespace grundy {
namespace {

constexpr double kSheetWidth = 794, kSheetHeight = 1123, kPageMargin = 56;  // A4 at 96 dots an inch
constexpr size_t kMostPartsOnPage = 8;
constexpr uint64_t kMostValuesInTable = 20;
constexpr uint64_t kMostSheetBits = 10;
constexpr double kCell = 30;
constexpr const char* kInk = "#222";
constexpr const char* kLine = "#888";

/// The values 0, 1, … of a game of one number, as far as its largest heap in the sum.
struct ValueRow {
  std::string game;
  std::string coordinate;
  std::vector<std::string> values;
};

struct Worksheet {
  std::vector<Position> parts;
  std::vector<ValueRow> rows;
  std::vector<uint64_t> values;  // of the parts
  uint64_t sum = 0;
  std::string winner;
  std::vector<std::string> moves;
};

Attempt<Worksheet> sheet_of(Session& session, std::string_view text, Budget& budget) {
  Attempt<Question> question = session.read(text, budget);
  if (!question) return std::move(question).error();
  if (question->parts.empty())
    return Error::input("a worksheet needs a position, and the sum is 0");
  if (question->parts.size() > kMostPartsOnPage)
    return Error::input(fmt::format("a page has room for {} parts, not {}", kMostPartsOnPage,
                                    question->parts.size()));
  const Attempt<Answer> answer = session.solve(*question, Play::normal, 6, budget);
  if (!answer) return answer.error();
  Worksheet sheet;
  sheet.parts = question->parts;
  if (!answer->value)
    return Error::declined(
        "a worksheet is about values, and only the outcome of this sum is known");
  for (const auto& value : answer->values) {
    if (!value || !value->is_finite() || value->ordinal().finite().bit_length() > kMostSheetBits)
      return Error::declined(fmt::format("a worksheet has values below {}", 1U << kMostSheetBits));
    sheet.values.push_back(value->ordinal().finite().small());
    sheet.sum ^= sheet.values.back();
  }
  sheet.winner =
      answer->mover_wins() ? "the player who moves first" : "the player who moves second";
  for (const SumMove& move : answer->winning_moves)
    sheet.moves.push_back(
        fmt::format("{} → {}", to_string(sheet.parts[move.part]), to_string(move.move.to)));
  std::map<const RuleGame*, uint64_t> largest;
  for (const Position& part : sheet.parts) {
    const RuleGame* game = rule_game(part);
    if (game == nullptr || game->rule()->arity() != 1) continue;
    const auto size = game->coordinates(part)[0].to_uint64();
    if (size && *size <= kMostValuesInTable) largest[game] = std::max(largest[game], *size);
  }
  for (const auto& [game, size] : largest) {
    std::vector<Position> heaps;
    for (uint64_t n = 0; n <= size; ++n) heaps.push_back(game->at(Coordinates{Natural(n)}));
    const Attempt<std::vector<Value>> values = session.solvers().of(*game).values(heaps, budget);
    if (!values) return values.error();
    ValueRow& row = sheet.rows.emplace_back();
    row.game = game->name();
    row.coordinate = game->rule()->coordinates[0];
    for (const Value& value : *values) row.values.push_back(value.to_string());
  }
  return sheet;
}

/// One page; `answers` fills it in.
std::string page_of(const Worksheet& sheet, bool answers) {
  const std::string title = sum_text(sheet.parts, 60);
  Svg svg(kSheetWidth, kSheetHeight, title);
  double y = kPageMargin + 10;
  const auto text = [&](double x, double size, std::string_view line) {
    svg.text(x, y, size, Anchor::start, line, kInk);
  };
  const auto boxed = [&](double x, double width, const std::string& content) {
    svg.frame(x, y - kCell / 2, width, kCell, kLine);
    if (!content.empty()) svg.text(x + width / 2, y, 14, Anchor::middle, content, kInk);
  };
  const auto filled = [&](const std::string& content) { return answers ? content : std::string(); };
  text(kPageMargin, 22, title);
  svg.text(kSheetWidth - kPageMargin, y, 14, Anchor::end,
           answers ? "Answers" : "Name: ______________________", kInk);
  y += 44;
  text(kPageMargin, 16, "The position");
  for (const Position& part : sheet.parts) {
    y += 26;
    text(kPageMargin, 14, shortened_to(to_string(part), 24));
    text(kPageMargin + 190, 16, dots_of(part));
  }
  if (!sheet.rows.empty()) {
    y += 44;
    text(kPageMargin, 16, "The values of single heaps: the least number that no move leads to");
  }
  for (const ValueRow& row : sheet.rows) {
    const double width = std::min(
        kCell, (kSheetWidth - 2 * kPageMargin - 110) / static_cast<double>(row.values.size()));
    for (const bool values : {false, true}) {
      y += values ? kCell : kCell + 14;
      text(kPageMargin, 14,
           values ? "value" : fmt::format("{}, {}", shortened_to(row.game, 11), row.coordinate));
      for (size_t n = 0; n < row.values.size(); ++n) {
        boxed(kPageMargin + 110 + width * static_cast<double>(n), width,
              values ? filled(row.values[n]) : std::to_string(n));
      }
    }
  }
  y += 50;
  text(kPageMargin, 16,
       "The values in binary, and their nim-sum: an odd number of ones in a column is a 1");
  uint64_t bits = 3;
  for (const uint64_t value : sheet.values)
    bits = std::max<uint64_t>(bits, Natural(value).bit_length());
  const double left = kPageMargin + 190;
  y += kCell + 6;
  boxed(left, 2 * kCell, "value");
  for (uint64_t b = 0; b < bits; ++b)
    boxed(left + kCell * static_cast<double>(2 + b), kCell,
          std::to_string(uint64_t{1} << (bits - 1 - b)));
  const auto binary_row = [&](const std::string& name, uint64_t value) {
    y += kCell;
    text(kPageMargin, 14, name);
    boxed(left, 2 * kCell, filled(std::to_string(value)));
    for (uint64_t b = 0; b < bits; ++b) {
      boxed(left + kCell * static_cast<double>(2 + b), kCell,
            filled((value >> (bits - 1 - b) & 1) != 0 ? "1" : "0"));
    }
  };
  for (size_t i = 0; i < sheet.parts.size(); ++i)
    binary_row(shortened_to(to_string(sheet.parts[i]), 24), sheet.values[i]);
  binary_row("nim-sum", sheet.sum);
  y += 54;
  text(kPageMargin, 16,
       "Who wins?  " + (answers ? sheet.winner : "______________________________"));
  y += 36;
  text(kPageMargin, 16, "Winning moves:");
  const size_t lines = answers ? std::max<size_t>(sheet.moves.size(), 1) : 2;
  for (size_t i = 0; i < lines; ++i) {
    y += 28;
    const std::string move =
        i < sheet.moves.size() ? shortened_to(sheet.moves[i], 80) : "there is none";
    text(kPageMargin, 15, answers ? move : "______________________________________________");
  }
  return svg.take();
}

}  // namespace

Attempt<WorksheetPages> worksheet(Session& session, std::string_view sum, Budget& budget) {
  const Attempt<Worksheet> sheet = sheet_of(session, sum, budget);
  if (!sheet) return sheet.error();
  return WorksheetPages{page_of(*sheet, false), page_of(*sheet, true)};
}

}  // namespace grundy
