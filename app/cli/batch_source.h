// Lines of a batch as they come: a chunk ends early when nothing more has arrived, so that
// questions typed one by one are answered one by one.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/file.h"
#include "face/face.h"

namespace grundy::cli {

/// Takes the whole lines off the front of `text`, or all of it when it is the `last`; `number` is
/// that of the last line taken. Blank lines and those that begin with '#' don't count, nor does a
/// byte order mark.
std::vector<face::BatchLine> take_lines(std::string& text, size_t& number, bool last);

class BatchSource {
 public:
  /// The lines of a file; "-": of standard input.
  static Attempt<BatchSource> open(const std::string& path);

  const std::string& name() const { return name_; }
  bool ended() const { return ended_ && text_.empty(); }
  Attempt<std::vector<face::BatchLine>> next(Budget& budget);

 private:
  int descriptor() const;
  bool ready() const;

  std::string name_;
  std::optional<File> file_;
  std::string text_;  // behind the last whole line
  size_t number_ = 0;
  bool ended_ = false;
};

}  // namespace grundy::cli
