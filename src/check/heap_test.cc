#include "check/heap.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check.h"
#include "check/heap_values.h"
#include "engine/heap/sequence.h"
#include "language/rulebook.h"
#include "proof/certificate.h"
#include "proof/prove.h"
#include "reference/certificates.h"

namespace grundy {
namespace {

constexpr const char* kRow =
    "game row(n)\n  -> row(a) + row(b)  for a < n, b <= a  if a + b = n - 1 or a + b = n - 2\n";

TEST(HeapCertificates, AreAccepted) {
  EXPECT_TRUE(reference::judged(reference::certificate(kRow, "row")).accepted);
  EXPECT_TRUE(
      reference::judged(reference::certificate("game chess(n) = octal[0.137](n)\n", "chess"))
          .accepted);
  // Heaps that must be different, that must be equal, and both.
  for (const char* code : {"0.156", "4=.3", "0.7!", "0.5!5="}) {
    const std::string name = fmt::format("g{}", std::hash<std::string>()(code));
    const auto made =
        reference::certificate(fmt::format("game {}(n) = code[{}](n)\n", name, code), name);
    EXPECT_TRUE(reference::judged(made).accepted) << code << reference::judged(made).reason;
  }
}

TEST(HeapCertificates, TellWhatTheyProve) {
  EXPECT_EQ(reference::certificate("game kayles2(n) = code[0.77](n)\n", "kayles2"),
            "grundy-certificate 1\nrule game kayles2(n) = code[0.77](n)\ngame kayles2\nkind "
            "heap\ncode 0.77\n"
            "preperiod 71\nperiod 12\ndigest 3457492723 408791687\nend\n");
}

/// Every line of a certificate, changed in several ways, is where it fails.
TEST(HeapCertificates, AreRejectedWhenTamperedWith) {
  const std::string good = reference::certificate(kRow, "row");
  ASSERT_TRUE(reference::judged(good).accepted);
  struct Change {
    const char* from;
    const char* to;
    size_t line;
  };
  for (const Change& change :
       {Change{"n - 2", "n - 3", 6}, Change{"game row\n", "game column\n", 4},
        Change{"code 0.77", "code 0.7", 6}, Change{"code 0.77", "code 0.773", 6},
        Change{"code 0.77", "code 0.7]", 6}, Change{"kind heap", "kind heaps", 5},
        Change{"preperiod 71", "preperiod 70", 8}, Change{"preperiod 71", "preperiod 72", 7},
        Change{"preperiod 71", "preperiod -1", 7}, Change{"period 12\n", "period 24\n", 8},
        Change{"period 12\n", "period 6\n", 8}, Change{"period 12\n", "period 0\n", 8},
        Change{"period 12\n", "period 12 1\n", 8}, Change{"digest ", "digest 1", 9},
        Change{"end\n", "end\nend\n", 11}, Change{"end\n", "", 10}}) {
    std::string bad = good;
    const size_t at = bad.rfind(change.from);
    ASSERT_NE(at, std::string::npos) << change.from;
    bad.replace(at, std::string(change.from).size(), change.to);
    const Judgement judgement = reference::judged(bad);
    EXPECT_FALSE(judgement.accepted) << change.from << " → " << change.to;
    EXPECT_EQ(judgement.line, change.line)
        << change.from << " → " << change.to << ": " << judgement.reason;
  }
}

TEST(HeapCertificates, AnswerToTheBudget) {
  const std::string good = reference::certificate("game pins(n) = code[0.77](n)\n", "pins");
  Budget budget;
  budget.set_memory_limit(100);
  EXPECT_FALSE(check_certificate(good, judge_by_isl, budget));
}

/// The checker's values are those of the kernels, by definition and beyond.
TEST(HeapValues, AreThoseOfTheSequence) {
  for (const char* text :
       {"0.77", "0.106", "4!.0", "0.142", "0.16", "0.37", "4=.3", "0.6!7", "0.007"}) {
    const HeapCode code = *parse_heap_code(text);
    ASSERT_TRUE(leaves_two_heaps(code)) << text;
    Budget budget;
    heap::Sequence sequence(code);
    constexpr uint64_t kEnd = 12'000;
    ASSERT_TRUE(sequence.extend(kEnd, budget));
    const auto values = heap_values(code, kEnd, budget);
    ASSERT_TRUE(values);
    for (uint64_t n = 0; n < kEnd; ++n)
      ASSERT_EQ((*values)[n], sequence.at(n)) << text << " at " << n;
  }
}

TEST(HeapValues, OfTwoHeapsOnly) {
  for (const char* text : {"0.8", "0.[3]", "0.{2+}", "80.0", "0.3*"}) {
    EXPECT_FALSE(leaves_two_heaps(*parse_heap_code(text))) << text;
  }
}

}  // namespace
}  // namespace grundy
