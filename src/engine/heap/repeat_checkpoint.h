// A folder that keeps how far the search for a repeat is (repeat.h), so that it can be ended at any
// moment and go on.
//
// Problem: the search runs for days, and the process or the machine may end in any moment of
// writing.
// Idea: the folder has one file, `stream`, beside the first values (checkpoint.h). It is replaced
// as a whole, by renaming when the new one is on the disk, and checked when it is read.
// doc/checkpoint.md describes its lines. Values are kept as they are, not as the codes of a kernel,
// so that another kernel can go on from them.
// Cost: the stations and the last 80,000 values, some hundred kilobytes each time.
#pragma once
#include <string>

#include "base/file.h"
#include "engine/heap/repeat.h"
#include "rule/heap_code.h"

namespace grundy::heap {

class RepeatCheckpoint {
 public:
  /// Of a folder that is there, and that nobody else uses: a Checkpoint locks it.
  RepeatCheckpoint(std::string folder, const HeapCode& code)
      : path_(std::move(folder)), code_(code.text()) {}

  /// Takes the search to where it was; leaves it as it is when nothing was kept. Errors (kind
  /// input): another game, damaged data.
  Attempt<void> load(Repeat& repeat) const;
  Attempt<void> save(const Repeat& repeat);

 private:
  std::string file() const { return path_ + "/stream"; }
  Error damaged(std::string_view why) const;
  std::string text_of(const Repeat& repeat) const;

  std::string path_;
  std::string code_;
};

}  // namespace grundy::heap
