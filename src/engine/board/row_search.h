// RowSearch: values of boards of numbers, and of boards beside coordinates, whose moves are drawn
// as rows (row_code.h).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/board/in_set.h"
#include "engine/board/row_ends.h"
#include "engine/board/row_mover.h"

namespace grundy {

class PartStore;

class RowSearch {
 public:
  /// For the position and all that follow it; declines as row_code does.
  static Attempt<std::unique_ptr<RowSearch>> of(const BoardPosition& position);

  /// From now on; the store outlives the search. An error: the budget is spent.
  Attempt<void> keep_in(PartStore& store, Budget& budget);
  /// Whether it is a position of those that may be asked.
  bool holds(const BoardPosition& position) const { return board_of(position).has_value(); }
  Attempt<uint64_t> value(const BoardPosition& position, Budget& budget);
  Attempt<bool> has_value(const BoardPosition& position, uint64_t value, Budget& budget);

  SearchWork work() const { return work_; }
  std::vector<std::string> facts() const;
  const RowCode& code() const { return code_; }
  RowMover& mover() { return mover_; }

 private:
  explicit RowSearch(RowCode code)
      : code_(std::move(code)), mover_(code_), play_ends_(counts_fall(code_)) {}
  struct Numbered {
    std::vector<uint8_t> letters;
    uint32_t mode;
  };
  std::optional<Numbered> board_of(const BoardPosition& position) const;
  /// Small ones first; two alike are together 0 where play ends.
  std::vector<RowMover::Part> parts_of(const BoardPosition& position);

  RowCode code_;
  RowMover mover_;
  bool play_ends_;
  PartTable table_;
  SearchWork work_;
};

}  // namespace grundy
