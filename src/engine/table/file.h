// A table of values in a file that is mapped into memory while it is filled, so that it may be
// larger than memory, and from which a run that was ended at any moment goes on.
//
// While the table of FILE is at work there is a folder FILE.part. It holds the cells in `values1`,
// `values2` or `values4`, named after the bytes of a cell, `state`, a text that says how many of
// them count, and perhaps `help…`, what the kernel needs to go on from there at once. When cells
// are on the disk, a new state takes the old one's place; cells behind those that count are filled
// again. In the end the cells become FILE, with the state in front of them as a head, and the
// folder is removed. doc/tables.md describes the bytes.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/file.h"
#include "rule/rule.h"

namespace grundy {

/// Which values are in a file, and where: that of the position x is in the cell first + Σ
/// stride[i]·x[i].
struct TableLayout {
  std::string game;      // as it is called
  uint64_t meaning = 0;  // a checksum of its rules
  std::vector<std::string> coordinates;
  std::vector<uint64_t> least;  // the positions of a box
  std::vector<uint64_t> most;
  std::vector<int64_t> stride;
  int64_t first = 0;
  uint64_t cells = 0;

  /// Of the positions least … most, the last coordinate changing fastest; nothing for more than
  /// 2^62 of them.
  static std::optional<TableLayout> by_rows(const Rule& rule, std::vector<uint64_t> least,
                                            std::vector<uint64_t> most);
  /// Of positions from 0 on, in the order of these strides.
  static TableLayout of(const Rule& rule, std::span<const int64_t> most,
                        std::vector<int64_t> stride, int64_t first, uint64_t cells);
  /// A text of lines.
  std::string text() const;
};

class TableFile {
 public:
  /// Begins the table, or goes on with what an earlier run kept of it. Room for all cells is taken
  /// on the disk. Errors (kind input): it can't be written, is in use, there is no room, what was
  /// kept is damaged or of another table.
  static Attempt<TableFile> open(const std::string& path, const TableLayout& layout,
                                 Budget& budget);
  TableFile(TableFile&&) = default;
  TableFile& operator=(TableFile&&) = delete;
  ~TableFile() { unmap(); }

  const std::string& path() const { return path_; }
  const TableLayout& layout() const { return layout_; }
  unsigned width() const { return width_; }
  /// The cells from here on have their values already.
  uint64_t kept() const { return kept_; }
  uint8_t* cells() const { return map_.data + head_; }
  uint32_t cell(uint64_t at) const;
  void set(uint64_t at, uint32_t value);
  /// Makes all cells so wide, a larger number than before; the first `written` of them are taken
  /// along, and cells() moves.
  Attempt<void> widen(unsigned width, uint64_t written);
  using Sink = std::function<Attempt<void>(std::string_view)>;
  /// Writes, in pieces of a multiple of eight bytes, what helps to go on from a place.
  using Help = std::function<Attempt<void>(const Sink&)>;
  /// Says that the first `filled` cells have their final values. From time to time they are brought
  /// to the disk and kept: at once when `now`, else so that it takes at most a twentieth of the
  /// time.
  Attempt<void> keep(uint64_t filled, const Help& help = nullptr, bool now = false);
  /// What was written when the cells before kept() were; nothing when there was nothing, or it is
  /// lost.
  std::optional<std::string> help() const;
  /// All cells are filled: gives the file its name.
  Attempt<void> commit();
  /// Why the work ended early, and that it can go on.
  Error ended(const Error& why) const;
  /// Removes everything that was kept.
  void abandon();

 private:
  using Clock = std::chrono::steady_clock;
  struct Map {
    Map() = default;
    Map(Map&& other) noexcept : data(std::exchange(other.data, nullptr)), size(other.size) {}
    uint8_t* data = nullptr;
    uint64_t size = 0;
  };

  TableFile(std::string path, TableLayout layout, File folder);
  Attempt<void> go_on(Budget& budget);
  Attempt<void> map(unsigned width, bool fresh);
  void unmap();
  void remove_strays() const;
  std::string folder() const { return path_ + ".part"; }
  std::string help_path(uint64_t cells) const { return folder() + "/help" + std::to_string(cells); }
  std::string values(unsigned width) const { return folder() + "/values" + std::to_string(width); }
  /// The text of the state; `sum` is that of the cells that are kept.
  std::string state(uint64_t sum) const;
  Error damaged(std::string_view why) const;
  Error cannot_write() const;  // for the reason in errno
  /// Brings the first `filled` cells to the disk, and then the state that says so.
  Attempt<void> write_state(uint64_t filled);
  /// The sum of the first cells, from that of the words that are in sum_ already.
  uint64_t sum_to(uint64_t cells);

  std::string path_;
  TableLayout layout_;
  uint64_t head_;  // bytes before the cells
  File folder_;    // holds the lock
  std::optional<File> file_;
  Map map_;
  unsigned width_ = 1;
  uint64_t kept_ = 0;
  uint64_t help_sum_ = 0;  // a checksum; 0 when there is no help
  uint64_t sum_ = 0;       // of the first `summed_` bytes of cells, a multiple of eight
  uint64_t summed_ = 0;
  Clock::time_point due_;  // when cells will be kept next
};

}  // namespace grundy
