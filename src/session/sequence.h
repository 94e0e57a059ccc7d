// A take-and-break game worked out far, its period looked for, and the work kept in a folder where
// one is named.
//
// Problem: a run may need days and all of the memory. Idea: a few thousand values first, by which
// many games have shown their period; then memory for all at once, or a refusal before any work.
// Example: kayles to 10^12 ends after 167 values, its period 12 from 71 on being proved. Cost: that
// of the kernels (engine/heap/kernel), four bytes a value at most.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/heap/regularity.h"
#include "engine/heap/run.h"
#include "session/session.h"

namespace grundy {

/// The code of a take-and-break game; an input error for others.
Attempt<HeapCode> code_of_game(Session& session, std::string_view game, Budget& budget);

/// Who watches the work: told the memory that all values need, and now and then how far the work
/// is.
struct SequenceWatch {
  std::function<void(std::string_view)> tell = [](std::string_view) {};
  std::function<void(uint64_t loaded, std::string note)> advanced = [](uint64_t,
                                                                       const std::string&) {};
};

struct SequenceAnswer {
  std::string game;  // as it was named
  std::string code;
  uint64_t upto = 0;
  uint64_t computed = 0;
  uint64_t loaded = 0;  // of these, from the folder
  uint32_t largest = 0;
  uint64_t largest_at = 0;  // its first place
  std::string kernel;
  uint64_t rares = 0;
  uint64_t last_rare = 0;
  bool proved = false;
  std::optional<heap::Period> period = {};  // proved, or apparent
  std::optional<heap::Regularity> regularity = {};
  std::vector<uint64_t> exceptions = {};  // to a proved period
  double seconds = 0;                     // of the computation
  std::unique_ptr<heap::Run> run = {};    // has the values of positions 0 … upto

  double rate() const { return static_cast<double>(computed - loaded) / std::max(seconds, 1e-9); }
};

/// Positions 0 … upto; goes on with what the folder keeps, unless its name is empty. Ended by the
/// budget, what is known by then is in the folder.
Attempt<SequenceAnswer> work_out(const HeapCode& code, uint64_t upto, const std::string& folder,
                                 const SequenceWatch& watch, Budget& budget);

/// Whether the value of a heap of n, which the run knows, has 32 bits: values that grow by a law
/// may not.
bool known_in_words(const heap::Run& run, uint64_t n);

enum class SequenceForm { packed, bfile };
/// The values as a file, whole or not there (session/sequence_file.h).
Attempt<void> write_sequence(const SequenceAnswer& answer, SequenceForm form,
                             const std::string& path, Budget& budget);

/// As `grundy sequence` writes it.
std::string to_text(const SequenceAnswer& findings);
std::string to_json(const SequenceAnswer& findings);

}  // namespace grundy
