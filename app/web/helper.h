// A helper: a process that answers requests, a line each, so that no answer can take the server
// down with it.
//
//   solve {"sum": "kayles(10) + nim(3)"}          a line on standard input: the method and the
//                                                 request
//   {"progress": {"what": "positions", …}}        lines on standard output, any number of them
//   {"result": {"sum": "kayles(10) + nim(3)", …}} the last line of the answer
//
// SIGINT ends the answer at work. The process has a limit of memory that is harder than the
// Budget's, and once it has begun it opens no file: neither to read nor to write.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace grundy::web {

struct HelperOptions {
  std::string version;
  double time_limit = 20;  // for one answer
  uint64_t memory_limit = uint64_t{1} << 30;
  unsigned threads = 1;
};

/// The words of a helper of this program.
std::vector<std::string> helper_command(const HelperOptions& options);

/// Until standard input ends; the exit status.
int run_helper(const HelperOptions& options);

}  // namespace grundy::web
