// The theorem that a certificate states, read back: what `check` has accepted, in words and for
// papers.
//
// A certificate holds rows of numbers. Its cases, or its period, are made into a statement of
// theorem.h about the rule that it quotes, so that the theorem is printed as the one that was
// proved. Whether it is right is the checker's business (check/check.h); nothing is decided here.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "language/rulebook.h"
#include "proof/theorem.h"

namespace grundy {

struct Certified {
  std::unique_ptr<Rulebook> book;  // has the theorem's rule
  Theorem theorem;
  std::string rule;  // as the certificate quotes it
};

/// Of a certificate that is accepted; an error for other texts.
Attempt<Certified> theorem_in(std::string_view certificate);

}  // namespace grundy
