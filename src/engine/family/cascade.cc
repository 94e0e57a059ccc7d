// cascade([a1, …, ak]): lower one entry and set those to its right to anything. A matrix stands for
// the sum of its rows.
//
// Theorem. The value is ω^(k−1)·a1 + … + ω·a(k−1) + ak; of several rows, the nim-sum of these.
// Proof. An entry with l entries to its right is on level l, and a move changes at most one number
// on each level, the highest of them downwards, within one row; it can change one on every lower
// level. Play ends because a row falls lexicographically. The rest is in levels.h. (In one row it
// is plain to see: a move leads to every smaller ordinal below ω^k, and to no other.)
//
// The move of a row to a given value is unique, so all moves are listed. Time and memory are
// linear.
#include <algorithm>
#include <numeric>

#include "engine/family/families.h"
#include "engine/family/levels.h"
#include "game/key.h"

namespace grundy {
namespace {

constexpr std::string_view kCascadeExample = "cascade([3, 1, 4])";

/// A key holds whether the entries are one list, the number of rows and the length of each, then
/// the entries.
class CascadeGame final : public LevelGame {
 public:
  Position at(bool is_list, std::span<const size_t> lengths,
              std::span<const Natural> entries) const {
    Position position{this, {is_list, lengths.size()}};
    position.key.insert(position.key.end(), lengths.begin(), lengths.end());
    for (const Natural& entry : entries) append(position.key, entry);
    return position;
  }

  std::string name() const override { return "cascade"; }
  std::string text(const Position& position, size_t limit) const override {
    const std::vector<Natural> entries = numbers(position);
    const auto number = [&](size_t i) { return entries[i]; };
    return "cascade(" +
           (is_list(position) ? list_text(0, entries.size(), number, limit)
                              : matrix_text(row_ends(position), number, limit)) +
           ")";
  }
  std::vector<Natural> numbers(const Position& position) const override {
    std::vector<Natural> entries;
    const size_t begin = 2 + position.key[1];
    for (KeyReader reader(std::span(position.key.data(), position.key.size()).subspan(begin));
         !reader.done();)
      entries.push_back(reader.natural());
    return entries;
  }
  Position with(const Position& position, std::span<const Natural> numbers) const override {
    return at(is_list(position), lengths(position), numbers);
  }
  /// Each row by itself, without the zeros that lead it.
  Attempt<Sum> normal_form(const Position& position, Budget&) const override {
    const std::vector<Natural> entries = numbers(position);
    Sum rows;
    size_t begin = 0;
    for (const size_t end : row_ends(position)) {
      while (begin < end && entries[begin].is_zero()) ++begin;
      const size_t length = end - begin;
      if (length > 0)
        rows.push_back(at(true, {&length, 1}, std::span(entries).subspan(begin, length)));
      begin = end;
    }
    return rows;
  }
  /// Rows of normal forms end together.
  Attempt<bool> is_option(const Position& position, const Sum& to, Budget& budget) const override {
    if (to.size() != 1 || to[0].game != this || !is_list(position) || !is_list(to[0]))
      return LevelGame::is_option(position, to, budget);
    std::vector<Natural> after = numbers(to[0]);
    const size_t length = numbers(position).size();
    if (after.size() > length) return false;
    after.insert(after.begin(), length - after.size(), Natural(0));
    return LevelGame::is_option(position, {with(position, after)}, budget);
  }
  std::string place_name(const Position& position, size_t place) const override {
    if (is_list(position)) return "entry " + std::to_string(place + 1);
    const auto [row, begin] = row_of(position, place);
    return "row " + std::to_string(row + 1) + " entry " + std::to_string(place - begin + 1);
  }
  std::string options_in_words(const Position&) const override {
    return "one entry is lowered, and those to its right become anything";
  }
  std::vector<size_t> row_ends(const Position& position) const {
    std::vector<size_t> ends = lengths(position);
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    return ends;
  }
  bool is_list(const Position& position) const { return position.key[0] != 0; }

 protected:
  bool is_one_move(const Position& position, std::span<const size_t> changed,
                   std::span<const Natural> before, std::span<const Natural> after) const override {
    return row_of(position, changed.front()) == row_of(position, changed.back()) &&
           after[changed[0]] < before[changed[0]];
  }
  uint64_t rank(const Position&, size_t place) const override { return UINT64_MAX - place; }
  bool sets_others(const Position& position, size_t place) const override {
    const std::vector<size_t> ends = row_ends(position);
    return std::find(ends.begin(), ends.end(), place + 1) == ends.end();
  }
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;

 private:
  std::vector<size_t> lengths(const Position& position) const {
    const auto first = position.key.begin() + 2;
    return {first, first + static_cast<std::ptrdiff_t>(position.key[1])};
  }
  /// The row of a place, and where it begins.
  std::pair<size_t, size_t> row_of(const Position& position, size_t place) const {
    const std::vector<size_t> ends = row_ends(position);
    const auto row =
        static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), place) - ends.begin());
    return {row, row == 0 ? 0 : ends[row - 1]};
  }
};

/// Of each entry, how many are to its right.
std::vector<uint32_t> levels_of(std::span<const size_t> row_ends) {
  std::vector<uint32_t> levels;
  for (const size_t end : row_ends) {
    for (size_t i = levels.size(); i < end; ++i)
      levels.push_back(static_cast<uint32_t>(end - 1 - i));
  }
  return levels;
}

class CascadeAnalysis final : public LevelAnalysis {
 public:
  CascadeAnalysis(const CascadeGame& game, const Position& position)
      : LevelAnalysis(game, position, levels_of(game.row_ends(position))),
        row_ends_(game.row_ends(position)) {}

 private:
  Attempt<Routes> routes(std::span<const Natural> difference, size_t limit,
                         Budget&) const override {
    const std::vector<uint32_t> changed = changed_levels(difference);
    Routes found;
    for (size_t row = 0; row < row_ends_.size() && found.routes.size() < limit; ++row) {
      const size_t length = row_ends_[row] - (row == 0 ? 0 : row_ends_[row - 1]);
      if (length < difference.size()) continue;
      const Natural& head = numbers()[row_ends_[row] - difference.size()];
      if (!((head ^ difference.back()) < head)) continue;
      Route& route = found.routes.emplace_back();
      for (uint32_t level : changed)
        route.places.push_back(static_cast<uint32_t>(row_ends_[row] - 1 - level));
    }
    return found;
  }
  std::string_view theorem() const override {
    return "An entry with l entries to its right counts for ω^l: lowering it is worth any change "
           "of those to its right.";
  }

  std::vector<size_t> row_ends_;
};

Attempt<std::shared_ptr<const Analysis>> CascadeGame::analyse(const Position& position,
                                                              Budget& budget) const {
  const uint64_t bytes = position.key.size() * (sizeof(Natural) + sizeof(uint32_t));
  if (!budget.take_memory(bytes)) return budget.too_large("cascade", bytes);
  return std::shared_ptr<const Analysis>(std::make_shared<CascadeAnalysis>(*this, position));
}

class CascadeFamily final : public Family {
 public:
  std::string_view name() const override { return "cascade"; }
  std::string_view example() const override { return kCascadeExample; }
  std::string_view documentation() const override {
    return "Cascading nim: lower one entry of a list by at least 1, and set the entries to its "
           "right to any numbers.\n"
           "The value of [a1, …, ak] is ω^(k-1)·a1 + … + ω·a(k-1) + ak.\n"
           "A matrix, or a file with one row of numbers a line, stands for the sum of its rows, "
           "whose lengths may differ:\n"
           "  cascade([3, 1, 4])     cascade([[3, 1, 4], [2, 7]])     cascade(@rows.txt)\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), kCascadeExample, 1, 1, parameters, arguments);
        !fits)
      return fits.error();
    const auto* list = std::get_if<std::vector<Natural>>(&arguments[0].value);
    Attempt<std::vector<std::vector<Natural>>> rows =
        list != nullptr ? std::vector<std::vector<Natural>>{*list}
                        : read_number_rows(arguments[0], kCascadeExample, RowLengths::any, budget);
    if (!rows) return std::move(rows).error();

    std::vector<Natural> entries;
    std::vector<size_t> lengths;
    size_t count = 0;
    for (const std::vector<Natural>& row : *rows) count += row.size();
    const uint64_t bytes = count * sizeof(Natural) + rows->size() * sizeof(size_t);
    if (count > UINT32_MAX || !budget.take_memory(bytes)) return budget.too_large("cascade", bytes);
    entries.reserve(count);
    lengths.reserve(rows->size());
    for (const std::vector<Natural>& row : *rows) {
      lengths.push_back(row.size());
      entries.insert(entries.end(), row.begin(), row.end());
    }
    return games.get<CascadeGame>("cascade").at(list != nullptr, lengths, entries);
  }
};

}  // namespace

const Family* cascade_family() {
  static const CascadeFamily family;
  return &family;
}

}  // namespace grundy
