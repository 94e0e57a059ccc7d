#include "proof/certified.h"

#include <gtest/gtest.h>

#include "proof/certificate.h"
#include "proof/prove.h"
#include "proof/theorem_text.h"

namespace grundy {
namespace {

/// The statement of a built-in game's theorem, and that of its certificate.
std::pair<std::string, std::string> both(const char* game) {
  Rulebook book;
  const Attempt<const Rule*> rule = book.rule(game);
  Budget budget;
  const Attempt<Theorem> theorem = prove(**rule, {}, budget);
  EXPECT_TRUE(theorem.ok() && theorem->is_proved()) << game;
  const Attempt<std::string> certificate = certificate_of(*theorem, budget);
  EXPECT_TRUE(certificate.ok()) << game;
  const Attempt<Certified> read = theorem_in(*certificate);
  EXPECT_TRUE(read.ok()) << game;
  return {statement(*theorem), statement(read->theorem)};
}

TEST(Certified, StatementsAreReadBack) {
  for (const char* game : {"forced", "kayles", "cascade2", "bounded"}) {
    const auto [proved, read] = both(game);
    EXPECT_EQ(proved, read) << game;
  }
  EXPECT_EQ(both("bounded").second,
            "For all n >= 0 the value of bounded[K=3](n + 4) is that of bounded[K=3](n).");
  EXPECT_FALSE(theorem_in("no certificate").ok());
}

}  // namespace
}  // namespace grundy
