#include "check/window.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check.h"
#include "check/walk.h"
#include "engine/heap/sequence.h"
#include "language/rulebook.h"
#include "proof/certificate.h"
#include "proof/prove.h"
#include "reference/certificates.h"

namespace grundy {
namespace {

/// Of a game whose values repeat late, with few stations.
const std::string& good() {
  static const std::string text = [] {
    Rulebook book;
    EXPECT_TRUE(book.load_text("rules", "game late(n) = code[4.406](n)\n"));
    Budget budget;
    const Attempt<Theorem> theorem = prove(**book.rule("late"), {}, budget);
    EXPECT_TRUE(theorem && theorem->is_proved() && theorem->proof<StationsProof>() != nullptr);
    const Attempt<std::string> certificate = certificate_of(*theorem, budget);
    EXPECT_TRUE(certificate);
    return certificate ? *certificate : "";
  }();
  return text;
}

/// With the n-th line, from 1, changed.
std::string with_line(size_t n, const std::string& line) {
  std::string text = good();
  size_t begin = 0;
  for (size_t k = 1; k < n; ++k) begin = text.find('\n', begin) + 1;
  return text.replace(begin, text.find('\n', begin) + 1 - begin, line);
}

size_t line_of(const std::string& beginning, size_t after = 0) {
  const size_t at = good().find("\n" + beginning, after);
  EXPECT_NE(at, std::string::npos) << beginning;
  return static_cast<size_t>(
             std::count(good().begin(), good().begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
         2;
}

TEST(WindowCertificates, AreAccepted) {
  EXPECT_TRUE(good().starts_with(
      "grundy-certificate 1\nrule game late(n) = code[4.406](n)\ngame late\nkind window\n"
      "code 4.406\npreperiod 294097\nperiod 44\ncharacter 59 0\nstation "))
      << good();
  for (const unsigned threads : {1U, 2U, 5U}) {
    const Judgement judgement = reference::judged(good(), threads);
    EXPECT_TRUE(judgement.accepted) << judgement.line << ": " << judgement.reason;
  }
}

TEST(WindowCertificates, AreRejectedWhenTamperedWith) {
  struct Change {
    std::string beginning;  // of the line
    std::string to;
    std::string reason;
  };
  for (const auto& [beginning, to, reason] : std::vector<Change>{
           {"code", "code 4.404", "the code of the game is 4.406"},
           {"preperiod", "preperiod 294098", "a smaller pre-period does"},
           {"preperiod", "preperiod 294096", "the value of 294140 is not that of 294096"},
           {"preperiod", "preperiod 9999999", "all repeats from"},
           {"preperiod", "preperiod -1", "expected a natural number"},
           {"period", "period 88", "no station is a period before"},
           {"period", "period 22", "no station is a period before"},
           {"period", "period 0", "at least 1"},
           {"character", "character 58 0", "is rare"},
           {"character", "character 59 1", "take odd and even"},
           {"character", "character 64 0", "expected a mask"},
           {"station", "station 1", "expected the place of a station behind 262144"},
           {"station", "station 262493", "the values before the station are others"},
           {"station", "station", "expected the place"},
           {"end", "witness 1\nend", "has no witnesses"}}) {
    const Judgement judgement = reference::judged(with_line(line_of(beginning), to + "\n"));
    EXPECT_FALSE(judgement.accepted) << to;
    EXPECT_EQ(judgement.line, line_of(beginning)) << to << ": " << judgement.reason;
    EXPECT_NE(judgement.reason.find(reason), std::string::npos) << to << ": " << judgement.reason;
  }
}

/// Any value of any window, changed into another common one; the first place that is wrong is told.
TEST(WindowCertificates, AreRejectedWhenAValueIsChanged) {
  size_t station = 0;
  for (size_t at = 0; (at = good().find("\nstation ", at)) != std::string::npos; ++at) {
    const size_t line = line_of("station", at);
    const size_t values = good().find("\nvalues ", at) + 8;
    std::string bad = good();
    const size_t end = bad.find(' ', values);
    const int value = std::stoi(bad.substr(values, end - values));
    // Both bits are in the mask, so that it is a common value too.
    bad.replace(values, end - values, std::to_string(value ^ 3));
    const Judgement judgement = reference::judged(bad);
    EXPECT_FALSE(judgement.accepted);
    EXPECT_GE(judgement.line, line) << judgement.reason;
    ++station;
  }
  EXPECT_GE(station, 3U);
}

TEST(WindowCertificates, NeedTheirStations) {
  // Without the one before the last, and without the last.
  const size_t last = good().rfind("\nstation ");
  const size_t before = good().rfind("\nstation ", last - 1);
  const Judgement one = reference::judged(good().substr(0, before) + good().substr(last));
  EXPECT_FALSE(one.accepted);
  EXPECT_NE(one.reason.find("no station is a period before"), std::string::npos) << one.reason;
  const Judgement other = reference::judged(good().substr(0, last) + "\nend\n");
  EXPECT_FALSE(other.accepted);
  EXPECT_NE(other.reason.find("no station is a period before"), std::string::npos) << other.reason;
}

/// A window that comes again twice as far away is no less true, but the period is not the least.
TEST(WindowCertificates, AreOfLeastPeriods) {
  const size_t last = good().rfind("\nstation ") + 1;
  const size_t end = good().find('\n', last);
  const uint64_t place = std::stoull(good().substr(last + 8, end - last - 8));
  std::string bad =
      good().substr(0, last) + fmt::format("station {}", place + 44) + good().substr(end);
  bad.replace(bad.find("period 44"), 9, "period 88");
  const Judgement judgement = reference::judged(bad);
  EXPECT_FALSE(judgement.accepted);
  EXPECT_EQ(judgement.reason, "the period 44 does as well");
}

TEST(WindowCertificates, AnswerToTheBudget) {
  Budget budget;
  budget.set_time_limit(0);
  const auto judgement = check_certificate(good(), judge_by_isl, budget);
  ASSERT_FALSE(judgement);
  EXPECT_EQ(judgement.error().kind, Error::Kind::declined);
}

/// The checker's walks against the kernels.
TEST(Walks, AreTheValuesOfTheSequence) {
  struct Case {
    const char* code;
    uint32_t mask;
    bool by_parity;
  };
  for (const auto& [text, mask, by_parity] : {Case{"0.106", 13, true}, Case{"0.454", 61, false},
                                              Case{"0.340", 2, true}, Case{"0.160", 30, false}}) {
    const HeapCode code = *parse_heap_code(text);
    Budget budget;
    const auto game = WalkGame::make(code, mask, by_parity, budget);
    ASSERT_TRUE(game) << text << game.error().message();
    heap::Sequence sequence(code);
    constexpr uint64_t kEnd = WalkGame::kStart + 50 * Walk::kStep;
    ASSERT_TRUE(sequence.extend(kEnd, budget));
    Walk walk(*game, WalkGame::kStart, game->ranks);
    while (walk.end() < kEnd) {
      ASSERT_TRUE(walk.step() && walk.look()) << text << walk.flaw();
      for (uint64_t n = walk.end() - Walk::kStep; n < walk.end(); ++n)
        ASSERT_EQ(game->common(n, *walk.at(n)), sequence.at(n)) << text << " at " << n;
    }
  }
}

/// Ranks that the game never has.
TEST(Walks, ClaimNothingThatIsNotSeen) {
  const Budget budget;
  const auto game = WalkGame::make(*parse_heap_code("0.106"), 13, true, budget);
  ASSERT_TRUE(game);
  Walk walk(*game, WalkGame::kStart, std::vector<uint8_t>(Walk::kKept, 15));
  ASSERT_TRUE(walk.step());
  EXPECT_FALSE(walk.look());
  EXPECT_NE(walk.flaw().find("is not seen to be an option"), std::string::npos) << walk.flaw();
}

}  // namespace
}  // namespace grundy
