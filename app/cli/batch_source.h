// Lines of a batch as they come: a chunk ends early when nothing more has arrived, so that questions typed one by one are
// answered one by one.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/file.h"
#include "session/batch.h"

namespace grundy::cli {

class BatchSource {
 public:
  /// The lines of a file; "-": of standard input.
  static Attempt<BatchSource> open(const std::string& path);

  const std::string& name() const { return name_; }
  bool ended() const { return ended_ && text_.empty(); }
  Attempt<std::vector<BatchLine>> next(Budget& budget);

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
