#include "check/three.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check.h"
#include "language/rulebook.h"
#include "proof/certificate.h"
#include "proof/prove.h"
#include "reference/certificates.h"

namespace grundy {
namespace {

std::string rules_of(const std::string& code) {
  return fmt::format("game g(n) = code[{}](n)\n", code);
}

Theorem theorem_of(Rulebook& book, const std::string& code) {
  EXPECT_TRUE(book.load_text("rules", rules_of(code))) << code;
  const Attempt<const Rule*> rule = book.rule("g");
  EXPECT_TRUE(rule) << code;
  Budget budget;
  Attempt<Theorem> theorem = prove(**rule, {}, budget);
  EXPECT_TRUE(theorem) << code;
  return *std::move(theorem);
}

TEST(ThreeHeapCertificates, AreAccepted) {
  for (const char* code :
       {"0.8", "0.F", "0.28", "0.9C", "0.3F", "0.FF", "0.0F", "8.0", "C.8", "0.8B", "0.84!", "0.G",
        "{2,5}.0", "{2,4}.0", "{3+}.0", "0.{0,4}", "0.{0,3,4}", "{2,3,6}.0", "{2,4,6}.0"}) {
    const Judgement judgement = reference::judged(reference::certificate(rules_of(code), "g"));
    EXPECT_TRUE(judgement.accepted) << code << ": " << judgement.reason;
  }
}

TEST(ThreeHeapCertificates, AreRejectedWhenTamperedWith) {
  const std::string good = reference::certificate(rules_of("0.28"), "g");
  EXPECT_EQ(good,
            "grundy-certificate 1\nrule game g(n) = code[0.28](n)\ngame g\nkind three\ncode "
            "0.28\npreperiod 1\nperiod "
            "53\nsaltus 16\nwindow 486 2\ndigest 2123008088 1064677540\nend\n");
  struct Change {
    const char* from;
    const char* to;
    size_t line;
  };
  for (const Change& c :
       {Change{"n) = code[0.28]", "n) = code[0.29]", 5}, Change{"code 0.28", "code 0.29", 5},
        Change{"preperiod 1", "preperiod 0", 7}, Change{"preperiod 1", "preperiod 2", 6},
        Change{"period 53", "period 52", 7}, Change{"period 53\n", "period 106\n", 7},
        Change{"saltus 16", "saltus 8", 7}, Change{"saltus 16", "saltus 0", 7},
        Change{"window 486 2", "window 486 1", 9}, Change{"window 486 2", "window 120 2", 9},
        Change{"window 486 2", "window 50 2", 9}, Change{"window 486 2", "window 486 0", 9},
        Change{"window 486 2", "window 99999999 2", 9}, Change{"digest 2", "digest 3", 10},
        Change{"digest 2123008088", "digest -1", 10}, Change{"saltus 16\n", "saltus\n", 8},
        Change{"kind three", "kind heap", 8}}) {
    std::string bad = good;
    const size_t at = bad.find(c.from);
    ASSERT_NE(at, std::string::npos) << c.from;
    bad.replace(at, std::string(c.from).size(), c.to);
    const Judgement judgement = reference::judged(bad);
    EXPECT_FALSE(judgement.accepted) << c.to;
    EXPECT_EQ(judgement.line, c.line) << c.to << ": " << judgement.reason;
  }
  std::string twice = good;
  twice.replace(twice.find("period 53"), 9, "period 106");
  twice.replace(twice.find("saltus 16"), 9, "saltus 32");
  EXPECT_EQ(reference::judged(twice).reason, "the period 53 does as well");
}

/// No theorem is about these: unboundedly many heaps, digits that repeat. For the first four
/// CGSuite claims periods that are none.
TEST(ThreeHeapCertificates, NothingIsClaimedWithoutATheorem) {
  for (const char* code :
       {"{2+}=.0", "0.3*=", "0.{2+}=", "0.0{2+}=", "0.[37]", "0.[3]", "0.{4}!", "0.8!"}) {
    Rulebook book;
    EXPECT_NE(theorem_of(book, code).status(), Theorem::Status::proved) << code;
  }
}

}  // namespace
}  // namespace grundy
