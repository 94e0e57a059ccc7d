// PartStore: a file that keeps what searches have found of parts, from one run of the program to
// the next.
//
// Problem: a value that took hours is gone when the program ends, and all of it when the program is
// killed.
// Idea: parts whose work was worth it are added to the file in blocks, each with a checksum, about
// once a second. Blocks are only added, and what one says holds for ever: so whatever happens to
// the file, blocks that are whole are right, and all other bytes are left out; where there are such
// bytes, the blocks are written to a new file, which then takes the name of the old one. A block
// names by a fingerprint what its parts are parts of, which has all that their keys and values
// depend on: the moves laid on a place, that is, not their names. One file may hold many games and
// places. Keys are those of the tables (part_table.h), made by this version of the program: a file
// of another version is refused.
// Example: after `grundy value --store f 'cram(5x8)'` the same command answers at once, and
// cram(5x8) less a domino soon.
// Cost: 16 bytes a part, of one part in twenty; 20 million parts are taken in about two seconds.
//
// The file, in numbers of 8 bytes, the lowest byte first:
//   head     "grundy-parts 1\n", the version of the program and zeros, 56 bytes; their checksum
//            (checksum.h)
//   blocks   each "partsof:"; the fingerprint, 64 hexadecimal digits; the number of parts, 1 …
//            4096; for each its check word and its data word; the checksum of all that
#pragma once
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/file.h"
#include "engine/board/part_table.h"

namespace grundy {

/// May be used by several threads.
class PartStore {
 public:
  /// The parts under one fingerprint.
  struct Shelf {
    std::string fingerprint;
    std::vector<uint64_t> blocks = {};  // places in the file
    uint64_t parts = 0;                 // in these
    std::vector<KeptPart> added = {};   // and not written yet
  };

  /// Opens the file, which is made when there is none. Where it may not be written, or another
  /// process adds to it, it is read only, and a note says so. Errors (kind input): no regular file,
  /// no such store, or one of another version.
  static Attempt<std::unique_ptr<PartStore>> open(const std::string& path,
                                                  std::string_view version);
  /// Writes the parts that are not in the file yet.
  ~PartStore();

  /// Some parts; `left`: how many are still to come, with them.
  using Take = std::function<void(std::span<const KeptPart>, uint64_t left)>;
  /// Gives all parts under the fingerprint, those added last at the end; other ones may be added to
  /// the shelf from then on. An error: the budget is spent.
  Attempt<Shelf*> load(const std::string& fingerprint, const Take& take, Budget& budget);
  void add(Shelf& shelf, const KeptPart& part);
  /// Both for a table, which the store outlives: it takes the parts, and gives those that it gets
  /// from now on.
  Attempt<void> keep(PartTable& table, const std::string& fingerprint, Budget& budget);
  /// Writes what was added. The error, once, where that or an earlier write was not possible;
  /// nothing is added any more then.
  Attempt<void> save();

  /// What the user ought to know, each once: bytes that were left out.
  std::vector<std::string> take_notes();

 private:
  struct Window;
  struct Block {
    std::string_view fingerprint;
    std::string_view parts;
    std::string_view bytes;  // the whole block
  };

  PartStore(File file, bool writes) : file_(std::move(file)), writes_(writes) {}
  static Attempt<std::unique_ptr<PartStore>> opened(const std::string& path);
  Attempt<void> begin(std::string_view version);
  /// Finds the blocks beyond those that are known.
  Attempt<void> scan(Window& window, const Budget& budget);
  /// Writes what is whole to a new file, which takes the place of this one.
  Attempt<void> mend(Window& window, const Budget& budget);
  static std::optional<Block> block_at(Window& window, uint64_t place);
  Shelf& shelf_of(std::string_view fingerprint);
  void write(Shelf& shelf);
  void write_block(Shelf& shelf, size_t count);
  void write_all();
  void note(std::string text) { notes_.push_back(std::move(text)); }

  std::mutex mutex_;
  File file_;
  bool writes_;                  // and holds the lock
  std::optional<Error> failed_;  // a write did
  bool is_told_ = false;         // save() has given the error
  bool is_synced_ = true;        // what was written is on the disk
  uint64_t size_ = 0;            // bytes that were looked at
  uint64_t end_ = 0;             // of the last block
  std::map<std::string, Shelf, std::less<>> shelves_;
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
  std::vector<std::string> notes_;
};

}  // namespace grundy
