// The Model Context Protocol server, as a client meets it: a conversation in each revision, tools,
// resources, progress, cancelling, and hostile input.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "run_program.h"

namespace grundy {
namespace {

using Json = nlohmann::json;
using test::Finished;
using test::Folder;
using test::Running;

std::string request(int id, const std::string& method, const Json& params) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump() + "\n";
}
std::string call(int id, const std::string& tool, const Json& arguments) {
  return request(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
}

/// The messages that a server sends in return to all these, by their ids ("null" for those that
/// have none).
std::map<std::string, Json> replies(const std::string& input, const test::Words& options = {}) {
  test::Words words = {"mcp"};
  words.insert(words.end(), options.begin(), options.end());
  Running server(GRUNDY_PROGRAM, words);
  server.type(input);
  const Finished run = server.finish();
  EXPECT_EQ(run.status, 0) << run.err;
  std::map<std::string, Json> result;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    const Json message = Json::parse(line, nullptr, false);
    EXPECT_TRUE(message.is_object()) << line;
    if (!message.is_object()) continue;
    EXPECT_EQ(message["jsonrpc"], "2.0");
    const std::string id = message.contains("id") ? message["id"].dump() : "notification";
    result[id] = message;
  }
  return result;
}

TEST(Mcp, AgreesOnARevision) {
  for (const char* known : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    auto told = replies(
        request(1, "initialize", {{"protocolVersion", known}, {"capabilities", Json::object()}}));
    EXPECT_EQ(told.at("1")["result"]["protocolVersion"], known);
    EXPECT_EQ(told.at("1")["result"]["serverInfo"]["name"], "grundy");
  }
  const auto told = replies(request(1, "initialize", {{"protocolVersion", "1999-01-01"}}) +
                            "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}\n" +
                            request(2, "ping", {}));
  EXPECT_EQ(told.at("1")["result"]["protocolVersion"], "2025-11-25");
  EXPECT_EQ(told.at("2")["result"], Json::object());
  EXPECT_EQ(told.size(), 2U) << "a notification has no answer";
}

TEST(Mcp, ToolsAnswer) {
  const std::string rules = "game mine(n)\n  -> mine(n - k) for k in {1, 3, 4}\n";
  const auto told = replies(
      request(1, "tools/list", Json::object()) + call(2, "solve", {{"sum", "nim(3) + nim(5)"}}) +
      call(3, "value", {{"sum", "mine(100)"}, {"rules", rules}}) +
      call(4, "table", {{"game", "wythoff"}, {"upto", 2}}) +
      call(5, "rules_check", {{"rules", "game g(n)\n  -> g(n - k) for k in 1..m\n"}}) +
      call(6, "play_move",
           {{"sum", "nim(3) + nim(5)"}, {"move", {{"part", 1}, {"to", "nim(3)"}}}}) +
      call(7, "hint", {{"sum", "nim(3) + nim(5)"}}) + call(8, "value", {{"sum", "kayle(3)"}}) +
      call(9, "games", {{"word", "Wythoff"}}) +
      call(10, "prove", {{"game", "subtract[{1, 3, 4}]"}}));
  EXPECT_EQ(told.at("1")["result"]["tools"].size(), 9U);
  for (const Json& tool : told.at("1")["result"]["tools"])
    EXPECT_EQ(tool["inputSchema"]["type"], "object");
  const auto structured = [&](const char* id) -> Json {
    return told.at(id)["result"]["structuredContent"];
  };
  const auto text = [&](const char* id) {
    return told.at(id)["result"]["content"][0]["text"].get<std::string>();
  };
  EXPECT_EQ(structured("2")["outcome"], "N");
  EXPECT_TRUE(text("2").starts_with("Outcome N (the player to move wins). Value 6.\n"))
      << text("2");
  EXPECT_EQ(structured("3")["value"]["text"], "0");
  EXPECT_EQ(structured("4")["values"], Json({0, 1, 2, 1, 2, 0, 2, 0, 1}));
  EXPECT_EQ(structured("5")["messages"][0]["line"], 2);
  EXPECT_EQ(structured("6")["over"], false);
  EXPECT_EQ(structured("6")["parts"].size(), 2U);
  EXPECT_EQ(structured("7")["advice"]["wins"], true);
  EXPECT_EQ(told.at("8")["result"]["isError"], true);
  EXPECT_TRUE(text("8").find("did you mean 'kayles'?") != std::string::npos);
  EXPECT_GE(structured("9")["games"].size(), 1U);
  EXPECT_FALSE(structured("10")["certificate"].empty());
}

TEST(Mcp, ResourcesAreRead) {
  const Folder folder;
  std::filesystem::create_directory(folder.file("inner"));
  std::ofstream(folder.file("inner/one.cert")) << "no certificate";
  std::ofstream(folder.file("secret.txt")) << "secret";
  const auto reads = [&](const std::string& uri) {
    return request(2, "resources/read", {{"uri", uri}});
  };
  auto listed = replies(request(1, "resources/list", Json::object()), {"--files", folder.path()});
  EXPECT_EQ(listed.at("1")["result"]["resources"].size(), 3U);
  const auto content = [&](const std::string& uri) {
    auto told = replies(reads(uri), {"--files", folder.path()});
    Json answer = told.at("2");
    return answer.contains("result") ? answer["result"]["contents"][0]["text"].get<std::string>()
                                     : std::string();
  };
  EXPECT_TRUE(content("grundy://language").find("for k in") != std::string::npos);
  EXPECT_TRUE(content("grundy://games").find("wythoff") != std::string::npos);
  EXPECT_TRUE(content("grundy://games/wythoff").find("game wythoff(a, b)") != std::string::npos);
  EXPECT_EQ(content("grundy://files/inner/one.cert"), "no certificate");
  EXPECT_EQ(content("grundy://files/../../etc/passwd"), "");
  EXPECT_EQ(content("grundy://files//etc/passwd"), "");
  EXPECT_EQ(content("grundy://files/inner"), "");
  EXPECT_EQ(content("grundy://nothing"), "");
  auto told = replies(reads("grundy://files/inner/one.cert"));
  EXPECT_EQ(told.at("2")["error"]["code"], -32002) << "without --files nothing is read";
}

TEST(Mcp, CertificatesAreChecked) {
  const Folder folder;
  Running prove(GRUNDY_PROGRAM, {"prove", "kayles", "--out", folder.file("kayles.cert")});
  EXPECT_EQ(prove.finish().status, 0);
  const auto told = replies(
      call(1, "check", {{"file", "kayles.cert"}}) + call(2, "check", {{"certificate", "nothing"}}) +
          call(3, "check", Json::object()) + call(4, "check", {{"file", "../x"}}),
      {"--files", folder.path()});
  EXPECT_EQ(told.at("1")["result"]["structuredContent"]["accepted"], true);
  EXPECT_TRUE(told.at("2")["result"]["isError"] == true ||
              told.at("2")["result"]["structuredContent"]["accepted"] == false);
  EXPECT_EQ(told.at("3")["result"]["isError"], true);
  EXPECT_EQ(told.at("4")["result"]["isError"], true);
}

TEST(Mcp, ProgressIsToldAndQuestionsAreCancelled) {
  Running server(GRUNDY_PROGRAM, {"mcp", "--time-limit", "600"});
  server.type(request(1, "tools/call",
                      {{"name", "value"},
                       {"arguments", {{"sum", "octal[0.06](100000000)"}}},
                       {"_meta", {{"progressToken", "p"}}}}));
  server.wait_until(
      [&] { return server.output().find("notifications/progress") != std::string::npos; });
  const std::string cancel =
      "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": "
      "1}}\n";
  server.type(cancel + cancel + request(2, "ping", Json::object()));
  const Finished run = server.finish();
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.out.find("\"progressToken\":\"p\"") != std::string::npos);
  EXPECT_TRUE(run.out.find("\"id\":2") != std::string::npos);
  EXPECT_TRUE(run.out.find("\"id\":1") == std::string::npos) << "a cancelled request has no answer";
}

TEST(Mcp, HostileMessagesAreRefused) {
  std::string deep(100'000, '[');
  std::string input = "no json\n[]\n7\n\n{}\n" + deep + "\n" +
                      "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"}\n"
                      "{\"jsonrpc\": \"2.0\", \"id\": 3, \"method\": 4}\n"
                      "{\"jsonrpc\": \"2.0\", \"id\": 4, \"method\": \"ping\", \"params\": []}\n"
                      "{\"jsonrpc\": \"2.0\", \"id\": 5, \"result\": {}}\n"
                      "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": "
                      "{\"requestId\": {}}}\n";
  input += request(6, "no/method", Json::object()) + request(7, "tools/call", {{"name", 5}}) +
           request(8, "tools/call", {{"name", "solve"}, {"arguments", 5}}) +
           call(9, "nothing", Json::object()) + call(10, "solve", {{"sum", 5}}) +
           call(11, "solve", {{"sums", "nim(1)"}}) + call(12, "solve", Json::object()) +
           call(13, "solve", {{"sum", std::string(100'000, '(')}}) +
           call(14, "table", {{"game", "nim"}, {"upto", -1}}) +
           call(15, "solve", {{"sum", "nim{@/etc/passwd}"}}) + std::string(5 << 20, 'x') + "\n" +
           request(16, "ping", Json::object());
  auto told = replies(input);
  EXPECT_EQ(told.at("3")["error"]["code"], -32600);
  EXPECT_EQ(told.at("4")["error"]["code"], -32602);
  EXPECT_FALSE(told.contains("5"));
  EXPECT_EQ(told.at("6")["error"]["code"], -32601);
  for (const char* id : {"7", "8", "9"}) EXPECT_EQ(told.at(id)["error"]["code"], -32602);
  for (const char* id : {"10", "11", "12", "13", "14", "15"})
    EXPECT_EQ(told.at(id)["result"]["isError"], true) << id;
  EXPECT_EQ(told.at("16")["result"], Json::object());
}

TEST(Mcp, AFloodOfRequestsIsAnswered) {
  std::string input;
  constexpr int kMany = 20'000;
  for (int i = 0; i < kMany; ++i) input += request(i, "ping", Json::object());
  for (int i = kMany; i < kMany + 200; ++i) input += call(i, "value", {{"sum", "nim(3)"}});
  auto told = replies(input);
  EXPECT_EQ(told.size(), static_cast<size_t>(kMany + 200));
  size_t answered = 0, busy = 0;
  for (int i = kMany; i < kMany + 200; ++i) {
    Json one = told.at(std::to_string(i));
    answered += one.contains("result") ? 1 : 0;
    busy += one.contains("error") && one["error"]["code"] == -32000 ? 1 : 0;
  }
  EXPECT_GE(answered, 2U);
  EXPECT_EQ(answered + busy, 200U);
}

}  // namespace
}  // namespace grundy
