// A line of a batch: read and answered in a session, by itself.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "session/batch.h"
#include "session/winning.h"

namespace grundy {

enum class BatchQuestion { value, solve, equal };

/// What is asked of each line, and how the answers are written.
struct BatchOptions {
  BatchQuestion what = BatchQuestion::value;
  Play play = Play::normal;
  size_t moves = 1;       // winning moves listed in JSON
  AskedMoves about = {};  // of solve: what is asked about winning moves besides
  Sought sought = Sought::value;
  bool conjectures = false;  // laws that were tested and not proved may answer
  bool json = false;
};

/// A line with what it asks, or what is wrong with it.
struct AskedLine {
  BatchLine line;
  std::vector<Question> questions;
  std::optional<Error> error;
};

AskedLine read_line(const BatchOptions& options, BatchLine line, Session& session, Budget& budget);
/// The answer, without the end of the line.
Attempt<std::string> answer_line(const BatchOptions& options, const AskedLine& asked,
                                 Session& session, Budget& budget);

}  // namespace grundy
