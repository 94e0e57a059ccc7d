// A folder that keeps the values of a heap game, so that a long run can be ended at any moment and
// go on.
//
// Problem: the process or the machine may end while values are written.
// Idea: the folder holds two files, whose bytes are described in doc/checkpoint.md. `values` only
// grows, by blocks with a checksum each; when they are on the disk, `state`, which says how many
// bytes of it count, is replaced by renaming. So whenever the run ends, the state is the old one or
// the new one, and bytes of `values` behind those that count are dropped. The bytes that count are
// checked when they are read: a file that was changed or cut is an error.
// Cost: 1, 2 or 4 bytes a value, written once.
#pragma once
#include <string>

#include "base/file.h"
#include "engine/heap/sequence.h"

namespace grundy::heap {

class Checkpoint {
 public:
  /// Opens the folder, which is made when there is none, and locks it for this process. Errors
  /// (kind input): it can't be written, is in use, holds other files, another game or damaged data.
  static Attempt<Checkpoint> open(const std::string& folder, const HeapCode& code);

  /// Positions 0 … size() - 1 are kept.
  uint64_t size() const { return size_; }
  /// Gives all positions that are kept to a sequence that has no values yet.
  Attempt<void> load(Sequence& sequence, Budget& budget);
  /// Keeps the values that the sequence knows beyond them.
  Attempt<void> save(const Sequence& sequence);

 private:
  Checkpoint(std::string path, std::string code, File folder)
      : path_(std::move(path)), code_(std::move(code)), folder_(std::move(folder)) {}
  Attempt<void> read_state();
  Attempt<void> write_state();
  Error damaged(const char* file, std::string_view why) const;
  std::string file(const char* name) const { return path_ + "/" + name; }

  std::string path_;
  std::string code_;
  File folder_;  // holds the lock
  std::optional<File> values_;
  uint64_t size_ = 0;
  uint64_t bytes_ = 0;  // of `values` that count
  uint64_t sum_ = 0;    // of the checksums of its blocks
};

}  // namespace grundy::heap
