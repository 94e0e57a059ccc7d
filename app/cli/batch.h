// Batches: a sum a line from a file or standard input, an answer a line out.
#pragma once
#include <string>

#include "cli/command.h"

namespace grundy::cli {

/// Answers the lines of the file, "-" for standard input, and ends the command. A line that is
/// wrong or declined is told with its number and passed over; the exit status is the worst of all
/// lines'. Answers are written as they come; who is stopped says at which line.
int run_batch(face::BatchOptions options, const std::string& path, Context& context);

/// Adds --batch FILE to a command.
void add_batch_option(Command& command, std::string& place);

/// An input error unless there are either sums or a batch.
Attempt<void> sums_or_batch(bool has_sums, const std::string& batch);

}  // namespace grundy::cli
