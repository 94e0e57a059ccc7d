// cascade([a1, …, ak]): lower one entry and set those to its right to anything. A matrix stands for the sum of its
// rows.
//
// Theorem. The value is ω^(k−1)·a1 + … + ω·a(k−1) + ak; of several rows, the nim-sum of these.
// Proof. An entry with l entries to its right is on level l, and a move changes at most one number on each level, the
// highest of them downwards, within one row; it can change one on every lower level. Play ends because a row falls
// lexicographically. The rest is in levels.h. (In one row it is plain to see: a move leads to every smaller ordinal
// below ω^k, and to no other.)
//
// The move of a row to a given value is unique, so all moves are listed. Time and memory are linear.
#include <algorithm>

#include "engine/family/families.h"
#include "engine/family/levels.h"

namespace grundy {
namespace {

constexpr std::string_view kCascadeExample = "cascade([3, 1, 4])";

class CascadePosition final : public LevelPosition {
 public:
  CascadePosition(std::vector<Natural> entries, std::vector<uint32_t> levels, std::vector<size_t> row_ends,
                  bool is_list)
      : LevelPosition(std::move(entries), std::move(levels)), row_ends_(std::move(row_ends)), is_list_(is_list) {}

 private:
  Attempt<Routes> routes(std::span<const Natural> difference, size_t limit, Budget&) const override {
    const std::vector<uint32_t> changed = changed_levels(difference);
    Routes found;
    for (size_t row = 0; row < row_ends_.size() && found.routes.size() < limit; ++row) {
      const size_t length = row_ends_[row] - row_begin(row);
      if (length < difference.size()) continue;
      const Natural& head = numbers()[row_ends_[row] - difference.size()];
      if (!((head ^ difference.back()) < head)) continue;
      Route& route = found.routes.emplace_back();
      for (uint32_t level : changed) route.places.push_back(static_cast<uint32_t>(row_ends_[row] - 1 - level));
    }
    return found;
  }
  std::string notation(const NumberAt& number, size_t limit) const override {
    return "cascade(" +
           (is_list_ ? list_text(0, numbers().size(), number, limit) : matrix_text(row_ends_, number, limit)) + ")";
  }
  std::string place_name(size_t place) const override {
    if (is_list_) return "entry " + std::to_string(place + 1);
    const auto row =
        static_cast<size_t>(std::upper_bound(row_ends_.begin(), row_ends_.end(), place) - row_ends_.begin());
    return "row " + std::to_string(row + 1) + " entry " + std::to_string(place - row_begin(row) + 1);
  }
  std::string_view theorem() const override {
    return "An entry with l entries to its right counts for ω^l: lowering it is worth any change of those to its "
           "right.";
  }
  std::string_view game() const override { return "cascade"; }

  size_t row_begin(size_t row) const { return row == 0 ? 0 : row_ends_[row - 1]; }

  std::vector<size_t> row_ends_;
  bool is_list_;
};

class CascadeGame final : public NativeGame {
 public:
  std::string_view name() const override { return "cascade"; }
  std::string_view example() const override { return kCascadeExample; }
  std::string_view documentation() const override {
    return "Cascading nim: lower one entry of a list by at least 1, and set the entries to its right to any numbers.\n"
           "The value of [a1, …, ak] is ω^(k-1)·a1 + … + ω·a(k-1) + ak.\n"
           "A matrix, or a file with one row of numbers a line, stands for the sum of its rows, whose lengths may "
           "differ:\n"
           "  cascade([3, 1, 4])     cascade([[3, 1, 4], [2, 7]])     cascade(@rows.txt)\n";
  }
  Attempt<std::shared_ptr<const NativePosition>> read(std::span<const ParameterArgument> parameters,
                                                      std::span<const Argument> arguments,
                                                      Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), kCascadeExample, 1, 1, parameters, arguments); !fits)
      return fits.error();
    const auto* list = std::get_if<std::vector<Natural>>(&arguments[0].value);
    Attempt<std::vector<std::vector<Natural>>> rows =
        list != nullptr ? std::vector<std::vector<Natural>>{*list}
                        : read_number_rows(arguments[0], kCascadeExample, RowLengths::any, budget);
    if (!rows) return std::move(rows).error();

    std::vector<Natural> entries;
    std::vector<uint32_t> levels;
    std::vector<size_t> row_ends;
    size_t count = 0;
    for (const std::vector<Natural>& row : *rows) count += row.size();
    const uint64_t bytes = count * (sizeof(Natural) + sizeof(uint32_t)) + rows->size() * sizeof(size_t);
    if (count > UINT32_MAX || !budget.take_memory(bytes)) return budget.too_large("cascade", bytes);
    entries.reserve(count);
    levels.reserve(count);
    row_ends.reserve(rows->size());
    for (const std::vector<Natural>& row : *rows) {
      for (size_t i = 0; i < row.size(); ++i) levels.push_back(static_cast<uint32_t>(row.size() - 1 - i));
      entries.insert(entries.end(), row.begin(), row.end());
      row_ends.push_back(entries.size());
    }
    return std::shared_ptr<const NativePosition>(
        std::make_shared<CascadePosition>(std::move(entries), std::move(levels), std::move(row_ends), list != nullptr));
  }
};

}  // namespace

const NativeGame* cascade_game() {
  static const CascadeGame game;
  return &game;
}

}  // namespace grundy
