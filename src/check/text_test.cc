#include "check/text.h"

#include <gtest/gtest.h>

#include "reference/certificates.h"

namespace grundy {
namespace {

constexpr const char* kHeap =
    "grundy-certificate 1\n"
    "rule game kayles(n)\n"
    "rule   -> code[0.77](n)\n"
    "game kayles\n"
    "kind heap\n"
    "code 0.77\n"
    "preperiod 71\n"
    "period 12\n"
    "digest 1 2\n"
    "end\n";

constexpr const char* kWindow =
    "grundy-certificate 1\n"
    "rule game late(n) = code[4.406](n)\n"
    "game late\n"
    "kind window\n"
    "code 4.406\n"
    "preperiod 9\n"
    "period 4\n"
    "character 3 1\n"
    "station 300000\n"
    "values 1 2\n"
    "values 3\n"
    "station 300004\n"
    "values 1 2 3\n"
    "end\n";

std::string flaw(const std::string& text) {
  Certificate certificate;
  Judgement judgement;
  if (read_certificate(text, certificate, judgement)) return "";
  return std::to_string(judgement.line) + ": " + judgement.reason;
}

TEST(CertificateForm, ReadsAndPrints) {
  for (const std::string text : {kHeap, kWindow}) {
    Certificate certificate;
    Judgement judgement;
    ASSERT_TRUE(read_certificate(text, certificate, judgement)) << judgement.reason;
    EXPECT_EQ(to_text(certificate), text);
  }
  Certificate window;
  Judgement judgement;
  ASSERT_TRUE(read_certificate(kWindow, window, judgement));
  EXPECT_EQ(window.kind, Certificate::Kind::window);
  ASSERT_EQ(window.stations.size(), 2u);
  EXPECT_EQ(window.stations[0].position.numbers, std::vector<int64_t>{300000});
  EXPECT_EQ(window.stations[0].position.line, 9u);
  EXPECT_EQ(window.stations[0].values.size(), 2u);
}

TEST(CertificateForm, FlawsHaveLines) {
  EXPECT_EQ(flaw(reference::changed(kHeap, "certificate 1", "certificate 2")),
            "1: the certificate has a version other than 1");
  EXPECT_EQ(
      flaw(reference::changed(kHeap, "kind heap", "kind other")),
      "5: the kind is formula, parametric, outcomes, periodic, heap, window, three or automatic");
  EXPECT_EQ(flaw(reference::changed(kHeap, "period 12\n", "")), "8: expected a line 'period …'");
  EXPECT_EQ(flaw(reference::changed(kHeap, "period 12", "period  12")),
            "8: expected integers, separated by single blanks");
  EXPECT_EQ(flaw(reference::changed(kHeap, "period 12", "period 1099511627777")),
            "8: a number is beyond 2^40");
  EXPECT_EQ(flaw(reference::changed(kHeap, "end\n", "end\nend\n")),
            "11: something follows the line 'end'");
  EXPECT_EQ(flaw(reference::changed(kHeap, "end\n", "end")), "10: the last line does not end");
}

}  // namespace
}  // namespace grundy
