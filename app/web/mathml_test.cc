#include "web/mathml.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace grundy::web {
namespace {

TEST(MathMl, Terms) {
  EXPECT_EQ(math_term("n - 1"), "<mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow>");
  EXPECT_EQ(math_term("2*a >= b"),
            "<mrow><mn>2</mn><mo>·</mo><mi>a</mi><mo>≥</mo><mi>b</mi></mrow>");
  EXPECT_EQ(math_term("ω^2·3"),
            "<mrow><msup><mi>ω</mi><mrow><mn>2</mn></mrow></msup><mo>·</mo><mn>3</mn></mrow>");
  EXPECT_EQ(math_term("x^(n + 1)"),
            "<mrow><msup><mi>x</mi><mrow><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></mrow></"
            "msup></mrow>");
  EXPECT_EQ(math_term("a < b"), "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>");
  EXPECT_EQ(math_term("^"), "<mrow><mo>^</mo></mrow>");
  const std::string half = "<mrow><mo>⌊</mo><mi>a</mi><mo>/</mo><mn>2</mn><mo>⌋</mo></mrow>";
  EXPECT_EQ(math_term("a/2 % 2"), "<mrow>" + half + "<mo>mod</mo><mn>2</mn></mrow>");
  EXPECT_EQ(math_term("b + a / 2 and c/"), "<mrow><mi>b</mi><mo>+</mo>" + half +
                                               "<mtext>&#160;and&#160;</mtext><mi>c</mi></mrow>");
  EXPECT_EQ(math_term("floor(abs(a)*phi)"),
            "<mrow><mrow><mo>⌊</mo><mrow><mrow><mo>|</mo><mrow><mi>a</mi></mrow><mo>|</mo></mrow>"
            "<mo>·</mo><mi>φ</mi></mrow><mo>⌋</mo></mrow></mrow>");
  EXPECT_NE(math_term("(a + b)*c/2").find("<mo>⌊</mo><mrow><mo stretchy=\"false\">(</mo>"),
            std::string::npos);
  EXPECT_EQ(math_term("x^("), "<mrow><msup><mi>x</mi><mrow><mrow></mrow></mrow></msup></mrow>");
}

TEST(MathMl, Laws) {
  const auto law = [](const char* text) { return mathml(nlohmann::json::parse(text)); };
  const std::string period =
      law(R"({"law": {"kind": "periodic", "preperiod": 71, "period": 12, "saltus": 0}})");
  EXPECT_NE(period.find("<mi>n</mi><mo>+</mo><mn>12</mn><mo stretchy=\"false\">)</mo><mo>=</mo>"),
            period.npos)
      << period;
  EXPECT_TRUE(period.ends_with("<mo>≥</mo><mn>71</mn></mrow></math>")) << period;
  const std::string cases =
      law(R"({"law": {"cases": [{"if": "n >= m", "value": "n - m"}, {"if": "", "value": "ω"}]}})");
  EXPECT_NE(cases.find("<mtext>otherwise</mtext>"), cases.npos) << cases;
  const std::string one = law(R"({"law": {"cases": [{"if": "always", "value": "n"}]}})");
  EXPECT_TRUE(one.ends_with("<mrow><mi>g</mi><mo>=</mo><mrow><mi>n</mi></mrow></mrow></math>"))
      << one;
  EXPECT_NE(law(R"({"law": {"kind": "automatic", "lost_if": "a = b"}})").find("lost&#160;⟺"),
            std::string::npos);
  EXPECT_EQ(law(R"({"law": null})"), "");
  EXPECT_EQ(law(R"({"law": {"kind": "automatic"}})"), "");
}

}  // namespace
}  // namespace grundy::web
