#include "session/list_law.h"

#include <gtest/gtest.h>

#include "proof/theorem_text.h"
#include "session/citation.h"
#include "session/law.h"
#include "session/theorem_json.h"

namespace grundy {
namespace {

const char* const kListRules =
    "game top(bag [a])\n  -> top(a - [max(a)] + [k]) for k in 0..max(a)-1 if len(a) > 0\n"
    "game order([a])\n  lose if sorted(a)\n  -> order(a[i -> []]) for i in 1..len(a)\n";

std::string asked(const char* game, std::optional<std::string> formula) {
  Session session;
  EXPECT_TRUE(session.load_rules("rules.game", kListRules).ok());
  Budget budget;
  const Attempt<FoundLaw> law = find_law(session, game, {.formula = std::move(formula)}, budget);
  return law ? to_text(law->theorem) : law.error().to_string();
}

TEST(ListLaw, GuessedAndClaimed) {
  EXPECT_EQ(asked("top", std::nullopt).substr(0, 111),
            "Conjecture. The position top([a]) is lost for the mover exactly if sum(a) = 0 or "
            "count(x = max(a)\nfor x in a) %");
  EXPECT_NE(asked("top", "lost: count(x = max(a) for x in a) % 2 = 0 or max(a) = 0")
                .find("among them all of at most 5 numbers up to 6; not proved"),
            std::string::npos);
  EXPECT_NE(asked("top", " lost: max(a) = 0")
                .find("It fails at top([1, 1]): that position is lost, by the formula it is "
                      "won by the mover."),
            std::string::npos);
  EXPECT_NE(
      asked("order", "lost: len(a) < 2").find("It fails at order([0, 0]): that position is lost"),
      std::string::npos);
}

TEST(ListLaw, WrongClaims) {
  EXPECT_NE(asked("top", "max(a) % 2").find("the claim is who loses: 'lost: CONDITION'"),
            std::string::npos);
  EXPECT_NE(asked("top", "lost: max(b) = 0").find("formula:1:5: error: "), std::string::npos);
  EXPECT_NE(asked("top", "lost: ").find("expected a condition"), std::string::npos);
}

TEST(ListLaw, Latex) {
  Session session;
  ASSERT_TRUE(session.load_rules("rules.game", kListRules).ok());
  Budget budget;
  const Attempt<FoundLaw> law = find_law(session, "top", {}, budget);
  ASSERT_TRUE(law.ok());
  const std::string paper = paper_latex(law->theorem, "1", "");
  EXPECT_NE(paper.find("are given by numbers and lists $a$, and its moves are"), std::string::npos)
      << paper;
  EXPECT_NE(paper.find("The position $\\operatorname{top}([a])$ is lost"), std::string::npos);
  EXPECT_NE(paper.find("on 2739 lists, among them"), std::string::npos);
  EXPECT_EQ(paper.find("natural numbers"), std::string::npos);
}

TEST(ListLaw, Json) {
  Session session;
  ASSERT_TRUE(session.load_rules("rules.game", kListRules).ok());
  Budget budget;
  const Attempt<FoundLaw> law = find_law(session, "top", {}, budget);
  ASSERT_TRUE(law.ok());
  const std::string json = to_json(law->theorem);
  EXPECT_NE(json.find("\"status\": \"conjectured\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"lost_if\": \"sum(a) = 0 or "), std::string::npos) << json;
  EXPECT_NE(json.find("\"tested_on\": \"2739 lists"), std::string::npos) << json;
}

}  // namespace
}  // namespace grundy
