// What a user types, line by line; Ctrl-C ends the wait for a line.
#pragma once
#include <string>

namespace grundy::cli {

/// Lines of standard input. Ctrl-C ends the wait for one.
class TypedLines {
 public:
  enum class Got { line, end, stopped, too_long };
  Got next(std::string& line);

 private:
  std::string buffer_;
  bool at_end_ = false;
};

}  // namespace grundy::cli
