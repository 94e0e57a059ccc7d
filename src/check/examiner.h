// What checks of certificates begin with: the rule is read, widths of rows are compared, the first
// fault is kept.
//
// Example: a check derives from Examiner, and its steps give false as soon as one of them has
// called fail().
#pragma once
#include <fmt/format.h>

#include <string>
#include <utility>

#include "check/subject.h"
#include "check/text.h"

namespace grundy {

class Examiner {
 protected:
  explicit Examiner(const Certificate& certificate) : c_(certificate) {}

  /// The first reason is kept; `decided`: the certificate is wrong, and not only beyond the
  /// checker. Gives false.
  bool fail(size_t line, std::string reason, bool decided = true) {
    if (judgement_.accepted) judgement_ = {false, line, std::move(reason), decided};
    return false;
  }

  bool read_rule() {
    if (const auto bad = subject_.read_lines(c_)) return fail(bad->line, bad->reason);
    rule_ = &subject_.rule();
    return true;
  }

  bool width(const Row& row, size_t wanted) {
    if (row.numbers.size() == wanted) return true;
    return fail(row.line, fmt::format("expected {} numbers", wanted));
  }

  const Certificate& c_;
  Subject subject_;
  const Rule* rule_ = nullptr;
  Judgement judgement_{true, 0, ""};
};

}  // namespace grundy
