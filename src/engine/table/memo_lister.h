// Lists the options of positions in a hash table by machine code.
//
// Problem: which positions will be met is not known beforehand, and with it how large coordinates
// become; and most questions are answered before compiling has paid.
// Idea: after the first few thousand options the rule is compiled for coordinates a little beyond
// those met so far; when a position lies beyond them, or keys change their form, it is compiled
// anew. What cannot be compiled, and single positions that the code leaves, the machine lists.
// Example: followed from vs(50, 50), coordinates are below 2^12: a key has 32 bits for each.
// Cost: a compilation, about a millisecond, each time that a coordinate doubles.
#pragma once
#include <memory>
#include <vector>

#include "code/jit/lister.h"
#include "engine/table/memo_marks.h"

namespace grundy {

class MemoLister {
 public:
  enum class Listed {
    all,
    part,  // the marks have enough pending positions, memory ended, or the budget is spent
    none,  // nothing was marked: the machine is to list the options
  };

  /// Compiles when the machine has marked so many options.
  MemoLister(const Program& program, MemoStore& store, MemoMarks& marks, uint64_t before_code,
             Budget& budget)
      : program_(program),
        store_(store),
        marks_(marks),
        budget_(budget),
        before_code_(before_code) {}

  /// Whether so much was done by the machine that compiling pays, and nothing speaks against it.
  bool is_ready() const { return is_open_ && marks_.count() >= before_code_; }
  /// Marks the options of a position of the program's game.
  Listed list(PositionId id);
  /// Options that were given so far.
  uint64_t count() const { return state_.options; }

 private:
  static constexpr size_t kRoom = 1024;               // words of the list
  static constexpr size_t kMostParts = 64;            // of an option
  static constexpr uint64_t kBetweenLooks = 1 << 18;  // options

  bool compile(const Rule* game);
  void soon(const ListState& state, size_t stretch) const;
  static bool read(ListState& state, size_t stretch, uint64_t* end);

  const Program& program_;
  MemoStore& store_;
  MemoMarks& marks_;
  Budget& budget_;
  uint64_t before_code_;
  std::vector<uint64_t> keys_;
  ListState state_;
  std::unique_ptr<const JitLister> code_;
  std::vector<int64_t> most_;                           // coordinates for which it was compiled
  std::vector<int64_t> coordinates_;                    // of a position that the code has left
  uint64_t form_ = 0;                                   // MemoStore::keys() when it was
  std::vector<std::vector<MemoStore::Target>> tables_;  // by stretch and part
  bool is_open_ = true;                                 // nothing has failed to compile
};

}  // namespace grundy
