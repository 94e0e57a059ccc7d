#include "web/service.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace grundy::web {
namespace {

class ServiceTest : public testing::Test {
 protected:
  /// The last line of the answer.
  Json ask(std::string_view method, const Json& request) {
    Budget budget;
    Json last;
    service_.answer(method, Json::parse(request.dump()), budget,
                    [&](std::string_view line) { last = Json::parse(line); });
    return last;
  }
  Json result(std::string_view method, const Json& request) {
    Json last = ask(method, request);
    EXPECT_TRUE(last.contains("result")) << last;
    return last.contains("result") ? last["result"] : Json::object();
  }

  Service service_{{"1.2.3"}};
};

constexpr const char* kMine =
    "# Take one or two.\ngame mine(n)\n  -> mine(n - k) for k in {1, 2}\n";

TEST_F(ServiceTest, RulesAreReadAndTheirGamesShown) {
  const Json read = result("rules", {{"rules", kMine}});
  EXPECT_EQ(read["games"], Json::parse(R"j([{"name": "mine", "coordinates": ["n"], "parameters": [],
    "doc": "Take one or two.", "example": "mine(7)"}])j"));
  EXPECT_EQ(read["messages"], Json::array());
  const Json wrong = result(
      "rules",
      {{"rules", "game mine(n)\n  -> mine(n - k) for k in {1, 2}\n  -> mien(n - 1) if n >= 1\n"}});
  EXPECT_EQ(wrong["games"], Json::array());
  ASSERT_EQ(wrong["messages"].size(), 1u) << wrong;
  EXPECT_EQ(wrong["messages"][0]["line"], 3);
  EXPECT_EQ(wrong["messages"][0]["column"], 6);
  EXPECT_EQ(wrong["messages"][0]["fix"], "mine");
  const Json in_words = result("rules", {{"rules", "take 1 or 2\n"}});
  EXPECT_EQ(in_words["messages"][0]["length"], 11);
  EXPECT_EQ(in_words["messages"][0]["fix"], "game mine(n)\n  -> mine(n - k) for k in {1, 2}");
  EXPECT_EQ(result("value", {{"rules", kMine}, {"sum", "mine(7)"}})["value"]["text"], "1");
  EXPECT_EQ(ask("value", {{"sum", "mine(7)"}})["error"]["kind"], "input");
}

TEST_F(ServiceTest, ExamplesOfAllGamesCanBeRead) {
  size_t count = 0;
  const Json games = result("games", Json::object());
  for (const Json& game : games["games"]) {
    if (game["rules"] == "") continue;
    ++count;
    // The documentation names the position that play begins with.
    std::string rules = "# ";
    for (const char c : game["documentation"].get<std::string>())
      rules += c == '\n' ? "\n# " : std::string(1, c);
    const Json read = result("rules", {{"rules", rules + "\n" + game["rules"].get<std::string>()}});
    ASSERT_FALSE(read["games"].empty()) << game << read;
    EXPECT_EQ(read["games"][0]["example"], game["example"]);
  }
  EXPECT_GE(count, 50u);
}

TEST_F(ServiceTest, NoMoreSessionsThanEightAreKept) {
  for (int i = 0; i < 20; ++i) {
    const std::string rules =
        "game mine(n)\n  -> mine(n - k) for k in {" + std::to_string(i + 1) + "}\n";
    EXPECT_EQ(result("value", {{"rules", rules}, {"sum", "mine(20)"}})["value"]["text"],
              20 / (i + 1) % 2 == 1 ? "1" : "0");
  }
}

TEST_F(ServiceTest, OptionsAndTheMex) {
  const Json found = result("options", {{"position", "kayles(3) + nim(1)"}});
  EXPECT_EQ(found["all"], true);
  EXPECT_EQ(found["value"]["text"], "2");
  for (const Json& value : found["mex"]) EXPECT_NE(value["text"], "2");
  const Json some = result("options", {{"position", "nim(10)"}, {"limit", 3}});
  EXPECT_EQ(some["options"].size(), 3u);
  EXPECT_EQ(some["all"], false);
  EXPECT_EQ(result("options", {{"position", "forced(2, 1)"}})["all"], false);  // infinitely many
  EXPECT_EQ(ask("options", {{"position", "nim(3)"}, {"limit", 1001}})["error"]["kind"], "input");
}

TEST_F(ServiceTest, TablesArePackedTightly) {
  EXPECT_EQ(result("table", {{"game", "nim"}, {"upto", 5}})["cells"], "AAECAwQF");
  EXPECT_EQ(result("table", {{"game", "nim"}, {"box", "n=300"}})["width"], 2);
  EXPECT_EQ(result("table", {{"game", "nim"}, {"box", "n=70000"}})["cells"], "cBEBAA==");
  EXPECT_EQ(result("table", {{"game", "forced"}, {"box", "m=1, n=0..1"}})["values"],
            Json({"ω", "0"}));
  EXPECT_EQ(result("table", {{"game", "wythoff"}, {"box", {{0, 1}, {2, 3}}}})["cells"], "AgMABA==");
  EXPECT_EQ(ask("table", {{"game", "wythoff"}, {"box", {{1, 0}, {2, 3}}}})["error"]["kind"],
            "input");
  // In misère nim only the heap of one token is lost.
  EXPECT_EQ(result("table", {{"game", "nim"}, {"upto", 5}, {"play", "misere"}})["cells"],
            "AQABAQEB");
  EXPECT_EQ(ask("table", {{"game", "wythoff"}, {"upto", 2000}})["error"]["kind"], "declined");
  EXPECT_EQ(ask("table", {{"game", "wythoff"}, {"upto", 3}, {"box", "a=1, b=2"}})["error"]["kind"],
            "input");
}

TEST_F(ServiceTest, ALawHasStepsAndACertificateThatHolds) {
  const Json law = result("prove", {{"game", "forced"}});
  EXPECT_EQ(law["steps"][0]["claim"], "Play ends");
  EXPECT_EQ(law["steps"].size(), 5u) << law["steps"];
  const std::string certificate = law["certificate"];
  EXPECT_EQ(result("check", {{"certificate", certificate}}),
            Json::parse(R"({"accepted": true, "count": 1, "reasons": []})"));
  Service verified{{"1.2.3", 20, uint64_t{1} << 30,
                    [&](std::string_view text, const Budget&) { return text == certificate; }}};
  Budget budget;
  std::string last;
  verified.answer("check", {{"certificate", certificate}}, budget,
                  [&](std::string_view line) { last = line; });
  EXPECT_EQ(Json::parse(last)["result"]["verified"], true);
  const Json rejected = result("check", {{"certificate", "grundy-certificate 0\n"}});
  EXPECT_EQ(rejected["accepted"], false);
  EXPECT_EQ(rejected["reasons"].size(), 1u);
}

TEST_F(ServiceTest, TheLawOfMiserePlayIsAQuotient) {
  const Json law = result("prove", {{"game", "kayles"}, {"play", "misere"}});
  EXPECT_EQ(law["order"], 40);
  EXPECT_EQ(law["period"], 12);
  EXPECT_TRUE(law["theorem"].get<std::string>().starts_with(
      "kayles: the misère quotient of all heaps has order 40"));
  EXPECT_EQ(result("check", {{"certificate", law["certificate"]}})["accepted"], true);
  EXPECT_EQ(
      ask("prove", {{"game", "kayles"}, {"play", "misere"}, {"formula", "n"}})["error"]["kind"],
      "input");
}

TEST_F(ServiceTest, AMatchIsPlayedAgain) {
  const Json begin = result("match", {{"sum", "nim{1, 2}"}});
  EXPECT_EQ(begin["parts"].size(), 2u);
  EXPECT_EQ(begin["moves"].size(), 3u);
  EXPECT_EQ(begin["advice"]["wins"], true);
  EXPECT_EQ(begin["advice"]["move"], Json::parse(R"j({"part": 1, "to": "nim(1)"})j"));
  EXPECT_EQ(result("match", {{"sum", "nim{1, 2}"}, {"advice", false}})["advice"], nullptr);
  const Json end =
      result("match", {{"sum", "nim{1, 2}"},
                       {"made", {begin["advice"]["move"], {{"part", 0}, {"to", "0"}}, "nim(0)"}}});
  EXPECT_EQ(end["over"], true);
  EXPECT_EQ(end["winner"], "first");
  const Json misere =
      result("match", {{"sum", "nim(1)"}, {"play", "misere"}, {"made", {"nim(0)"}}});
  EXPECT_EQ(misere["winner"], "second");
  EXPECT_EQ(ask("match", {{"sum", "nim(1)"}, {"made", {"nim(2)"}}})["error"]["kind"], "input");
  EXPECT_EQ(ask("match", {{"sum", "nim(1)"}, {"made", {"nim(0)", "nim(0)"}}})["error"]["kind"],
            "input");
  EXPECT_EQ(ask("match", {{"sum", "nim(1)"}, {"made", {7}}})["error"]["kind"], "input");
}

TEST_F(ServiceTest, ABoardNeedsNoSolver) {
  const Json large = result("match", {{"sum", "amazons(10x10) + kayles(5)"}, {"advice", false}});
  EXPECT_EQ(large["parts"].size(), 1u);  // no queen stands on the board
  const Json board = result("match", {{"sum", "cram(20x20)"}, {"advice", false}});
  EXPECT_EQ(board["moves"].size(), 760u);
  EXPECT_EQ(board["parts"][0]["board"], "grid");
  const Json hurried = result("match", {{"sum", "cram(11x11)"}, {"think", 0.2}});
  EXPECT_EQ(hurried["advice"], nullptr);
  EXPECT_NE(hurried["no_advice"], "");
  EXPECT_EQ(hurried["moves"].size(), 220u);
}

TEST_F(ServiceTest, PartsSayHowTheyAreDrawn) {
  const Json rows =
      result("match", {{"sum", "treblecross(5) + kayles(3)"}, {"made", {"1: octal[0.007](4)"}}});
  EXPECT_EQ(rows["begin"][0]["position"], "octal[0.007](7)");
  EXPECT_EQ(
      rows["parts"][0]["row"],
      Json::parse(
          R"({"name": "treblecross", "longer": 2, "cell": "_", "verb": "cross", "mark": "X"})"));
  EXPECT_EQ(rows["parts"][1]["row"]["verb"], "hit");
  // dawsons_kayles(1) has no move and goes, but the row still has its pin.
  const Json pins = result("match", {{"sum", "dawsons_kayles(7)"}, {"advice", false}});
  const Json expected =
      Json::parse(R"j({"part": 0, "to": "dawsons_kayles(4)", "heaps": [[1, 4]]})j");
  EXPECT_EQ(pins["moves"][1], expected);
  EXPECT_EQ(result("match", {{"sum", "hackenbush({1-2; 1=G})"}})["parts"][0]["edges"], true);
  EXPECT_EQ(result("match", {{"sum", "sow(3 0 0 1)"}})["parts"][0]["board"], "ring");
}

TEST_F(ServiceTest, MovesThatKeepTheWinAreNamedAsTheMovesAre) {
  const Json judged =
      result("match", {{"sum", "kayles(5) + kayles(3)"}, {"play", "misere"}, {"worth", true}});
  EXPECT_EQ(judged["worth"]["outcome"], "N");
  EXPECT_EQ(judged["worth"]["all"], true);
  EXPECT_EQ(judged["worth"]["keeping"].size(), 3u);
  for (const Json& keeping : judged["worth"]["keeping"]) {
    const auto is_it = [&](const Json& move) {
      return move["part"] == keeping["part"] && move["to"] == keeping["to"];
    };
    EXPECT_TRUE(std::any_of(judged["moves"].begin(), judged["moves"].end(), is_it)) << keeping;
  }
  EXPECT_EQ(result("match", {{"sum", "nim{1, 4, 7}"}, {"worth", true}})["worth"]["values"],
            Json({"1", "4", "7"}));
}

TEST_F(ServiceTest, EachExampleHasAMove) {
  const Json games = result("games", Json::object());
  for (const Json& game : games["games"]) {
    if (game["example"] == "") continue;
    EXPECT_EQ(result("match", {{"sum", game["example"]}, {"advice", false}})["over"], false)
        << game["example"];
  }
}

TEST_F(ServiceTest, MovesAreToldInWords) {
  const std::pair<const char*, std::string> last[] = {
      {"cascade([0, 0, 4])", "entry 1: 4 → 0"},
      {"stair([2])", "2 coins from step 1 to the ground"},
      {"moore[k=2]([0, 3, 1])", "pile 1: 1 → 0, pile 2: 3 → 0"},
      {"turtles([3])", "turn coin 3"},
      {"turtles_x_ruler([[1, 1]])", "turn coin (1, 1)"},
      {"green_hackenbush([[0, 1]])", "cut edge 1 (0–1)"},
  };
  for (const auto& [sum, how] : last) {
    const Json begin = result("match", {{"sum", sum}});
    EXPECT_EQ(begin["advice"]["move"]["to"], "0") << sum;
    EXPECT_EQ(begin["advice"]["move"]["how"], how) << sum;
  }
  // The words are those of the move as it is made, though what it leads to is shown in its normal
  // form.
  const auto told = [&](const char* sum, const char* to) {
    const Json state = result("match", {{"sum", sum}});
    for (const Json& move : state["moves"]) {
      if (move["to"] == to) return move["how"].get<std::string>();
    }
    return state.dump();
  };
  EXPECT_EQ(told("cascade([1, 2])", "cascade([2])"), "entry 1: 1 → 0");
  EXPECT_EQ(told("stair([0, 2])", "stair([2])"), "2 coins from step 2 to step 1");
  EXPECT_EQ(told("moore[k=2]([1, 4])", "moore[k=2]([0, 1])"), "pile 1: 1 → 0, pile 2: 4 → 1");
  EXPECT_TRUE(
      told("undirected_geography([[1, 2], [2, 3]], 2)", "0").starts_with("from vertex 2 to "));
}

TEST_F(ServiceTest, GamesAreWonByTheAdvice) {
  const Json games = result("games", Json::object());
  size_t count = 0;
  for (const Json& game : games["games"]) {
    if (game["rules"] != "" || game["example"] == "") continue;
    ++count;
    Json request = {{"sum", game["example"]}, {"made", Json::array()}};
    Json state = result("match", request);
    const bool first = state["advice"]["wins"];
    while (!state["over"] && request["made"].size() < 100) {
      request["made"].push_back(state["advice"]["move"]);
      state = result("match", request);
    }
    EXPECT_EQ(state["winner"], first ? "first" : "second") << request;
  }
  EXPECT_GE(count, 15u);
}

TEST_F(ServiceTest, GamesWithoutValuesHaveAWinner) {
  const Json request = {
      {"rules", "game race(n)\n  win if n = 0\n  -> race(n - k) for k in {1, 2}\n"},
      {"sum", "race(3)"}};
  const Json solved = result("solve", request);
  EXPECT_EQ(solved["outcome"], "N");
  EXPECT_EQ(solved["winning_moves"], Json({"race(1)"}));
  EXPECT_EQ(solved["explanation"], "race(3)\nThe player to move wins (outcome N), by\n  race(1)\n");
  EXPECT_EQ(ask("value", request)["error"]["kind"], "declined");
  EXPECT_EQ(result("rules", request)["games"][0]["example"], "race(7)");
}

TEST_F(ServiceTest, WrongRequestsAreErrorsOfTheUser) {
  for (const char* request :
       {"[]", "7", "null", R"j({"sum": 7})j", "{}", R"j({"sum": "nim(1)", "play": "odd"})j",
        R"j({"sum": "nim(1)", "rules": 7})j", R"j({"sum": "nim(1)", "moves": -1})j"})
    EXPECT_EQ(ask("solve", Json::parse(request))["error"]["kind"], "input") << request;
  EXPECT_EQ(result("version", Json::object())["version"], "1.2.3");
}

}  // namespace
}  // namespace grundy::web
