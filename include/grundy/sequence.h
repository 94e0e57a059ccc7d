/// @file
/// Sequence and Code: take-and-break games, worked out far, and the codes they are written by.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::Sequence> kayles = session.sequence("kayles", 1000);
/// const grundy::Sequence::Law law = *kayles->law();
/// std::cout << kayles->code() << " has period " << law.period << " from " << law.preperiod << " on"
///           << (law.proved ? ", proved" : "") << "; g(10^12) = " << *kayles->at(1'000'000'000'000)
///           << '\n';
///
/// const grundy::Result<grundy::Code> code = session.code("0.137");
/// std::cout << code->sentence << "\nFrom a heap of 3:";
/// const grundy::Result<grundy::CodeMoves> moves = session.code_moves("0.137", 3);
/// for (const std::vector<uint64_t>& heaps : moves->moves) {
///   for (const uint64_t heap : heaps) std::cout << ' ' << heap;
///   std::cout << (heaps.empty() ? " nothing;" : ";");
/// }
/// std::cout << '\n';
/// // 0.77 has period 12 from 71 on, proved; g(10^12) = 1
/// // Take 1 token, leave 0 heaps; take 2 tokens, leave 0 or 1 heap; take 3 tokens, leave 0, 1 or 2 heaps.
/// // From a heap of 3: 1; nothing;
/// @endcode
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grundy/error.h"

namespace grundy::face {

/// Whom Session::sequence tells how far it is; what they throw ends the call.
struct SequenceWatch {
  /// "the values of positions up to 1000000 need 3.8 MiB of memory".
  std::function<void(std::string_view line)> tell;
  /// Now and then: heaps that were in the folder, and what was seen, "largest 9, 1584 rares, the
  /// last 20627".
  std::function<void(uint64_t loaded, std::string_view note)> advanced;
};

/// The values of heaps 0, 1, … of a take-and-break game, and the law that they show. Made by
/// Session::sequence.
class Sequence {
 public:
  /// g(n + period) = g(n) + saltus for all n >= preperiod.
  struct Law {
    uint64_t preperiod = 0;
    uint64_t period = 1;
    uint64_t saltus = 0;
    bool proved = false;  ///< Otherwise it holds as far as values are known.
    /// What holds in the classes of n that this law is not about, "for n = 2 modulo 13, …"; empty:
    /// there is none. Such a law is never proved.
    std::string exceptional_classes;
  };

  /// "0.77".
  const std::string& code() const;
  /// Heaps 0 … size() - 1 are computed.
  uint64_t size() const;
  /// Of these, heaps that the folder had.
  uint64_t loaded() const;
  /// How they were computed; empty when no heap was.
  const std::string& kernel() const;
  /// The value of a heap of n: computed, or by a proved law; nothing for others.
  std::optional<uint32_t> at(uint64_t n) const;
  /// g(first), …, g(first + count - 1), of which every at() has to have a value; an input error for
  /// others.
  Result<std::vector<uint32_t>> values(uint64_t first, uint64_t count) const;
  /// The law that is proved, or that the values show.
  std::optional<Law> law() const;
  /// The n, below a proved law's preperiod, at which it fails when it is continued backwards;
  /// ascending.
  const std::vector<uint64_t>& exceptions() const;
  /// The largest value of heaps up to the bound that was asked for, and its first place.
  std::pair<uint32_t, uint64_t> largest() const;

  /// As `grundy sequence` writes it, with the seconds that the call took.
  std::string text() const;
  /// The JSON object of `grundy sequence --json` (doc/cli.md).
  std::string json() const;

  /// How values are written to a file: one to four bytes each (doc/checkpoint.md), or lines "n
  /// value", the b-file of the OEIS.
  enum class Format { packed, bfile };
  /// Writes heaps 0 … the bound that was asked for; the file is whole or not there. A call of the
  /// session's.
  Result<void> write(const std::string& path, Format format = Format::packed) const;

 private:
  friend struct Inside;
  struct Rep;
  explicit Sequence(std::shared_ptr<const Rep> rep) : rep_(std::move(rep)) {}
  std::shared_ptr<const Rep> rep_;
};

/// A take-and-break code (doc/codes.md).
struct Code {
  /// A digit that allows moves.
  struct Digit {
    std::string text;   ///< "7", "{0,1,3+}".
    int64_t taken = 0;  ///< Tokens that the move takes; negative: it adds.
    size_t every = 0;  ///< Of digits that repeat: the moves take taken, taken + every, …; else 0.
    std::string words;  ///< "take 3 tokens, leave 0, 1 or 2 heaps"
  };
  std::string text;  ///< In standard form.
  std::vector<Digit> digits;
  std::string sentence;  ///< All of them in words.
};

/// The moves from a heap.
struct CodeMoves {
  static constexpr uint64_t kLargestHeap = uint64_t{1} << 62;

  std::vector<std::vector<uint64_t>> moves;  ///< The heaps that each leaves.
  bool all = true;                           ///< None was left out.
  uint64_t more = 0;                         ///< Moves that were counted and left out.
  bool counted = true;                       ///< There are no others than `moves` and `more`.
};

}  // namespace grundy::face
