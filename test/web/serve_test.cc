// grundy serve as an attacker, a careless program and a browser meet it: raw sockets for each limit
// of doc/serve.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "web/client.h"
#include "web/http.h"

namespace {

using grundy::test::about;
using grundy::test::Client;
using grundy::test::Finished;
using grundy::test::run_program;
using grundy::test::Running;
using grundy::test::Serving;
using nlohmann::json;

/// Without an end that a test would wait for.
const std::string kEndless = about("grundys(1000000000000)");

int status(const std::string& response) {
  return response.starts_with("HTTP/1.1 ") ? std::atoi(response.c_str() + 9) : 0;
}

/// The processes that `parent` has begun.
std::vector<pid_t> children(pid_t parent) {
  std::vector<pid_t> result;
  std::istringstream list(grundy::test::contents("/proc/" + std::to_string(parent) + "/task/" +
                                                 std::to_string(parent) + "/children"));
  for (pid_t child = 0; list >> child;) result.push_back(child);
  return result;
}

/// The server, where it is this process's only child that has children.
pid_t with_children() {
  pid_t found = -1;
  for (const pid_t child : children(getpid())) {
    if (!children(child).empty()) found = child;
  }
  return found;
}

class Serve : public testing::Test {
 protected:
  static void SetUpTestSuite() { serving_ = new Serving(); }
  static void TearDownTestSuite() {
    serving_->program().interrupt();
    delete serving_;
    serving_ = nullptr;
  }
  const Serving& server() const { return *serving_; }
  std::string host_line() const { return "Host: " + server().host() + "\r\n"; }

  static Serving* serving_;
};
Serving* Serve::serving_ = nullptr;

TEST_F(Serve, TheFirstVisitTurnsTheKeyIntoACookie) {
  EXPECT_EQ(server().key().size(), 32u);
  const std::string first = server().ask(server().get("/?key=" + server().key(), host_line()));
  EXPECT_EQ(status(first), 303);
  EXPECT_NE(first.find("Location: /\r\n"), first.npos) << first;
  EXPECT_NE(first.find("=" + server().key() + "; HttpOnly; SameSite=Strict; Path=/\r\n"),
            first.npos)
      << first;
  EXPECT_EQ(status(server().ask(server().get("/", host_line() + server().cookie()))), 200);
}

TEST_F(Serve, WithoutTheKeyNothingIsShown) {
  std::string wrong = server().key();
  wrong[31] = wrong[31] == '0' ? '1' : '0';
  for (const std::string target : {"/", "/main.js", "/start.json", "/?key=", "/nothing"})
    EXPECT_EQ(status(server().ask(server().get(target, host_line()))), 403) << target;
  EXPECT_EQ(status(server().ask(server().get("/?key=" + wrong, host_line()))), 403);
  EXPECT_EQ(status(server().ask(server().get("/", host_line() + "Cookie: grundy_" +
                                                      std::to_string(server().port()) + "=" +
                                                      wrong + "\r\n"))),
            403);
  std::string post = server().post("value", about("nim(3)"));
  post.replace(post.find(server().key()), 32, wrong);
  EXPECT_EQ(status(server().ask(post)), 403);
}

TEST_F(Serve, OtherMachinesCanNotReachIt) {
  EXPECT_TRUE(Client(server().port()).connected());
  EXPECT_FALSE(Client(server().port(), "127.0.0.2").connected());
}

TEST_F(Serve, AnswersToItsOwnNamesOnly) {
  const auto with = [&](const std::string& host) {
    return status(server().ask(server().get("/", host + server().cookie())));
  };
  const std::string port = std::to_string(server().port());
  EXPECT_EQ(with("Host: localhost:" + port + "\r\n"), 200);
  EXPECT_EQ(with("Host: evil.example:" + port + "\r\n"), 421);
  EXPECT_EQ(with("Host: 127.0.0.1\r\n"), 421);
  EXPECT_EQ(with("Host: localhost:" + port + ".evil.example\r\n"), 421);
  EXPECT_EQ(with(host_line() + "Host: evil.example\r\n"), 421);
  EXPECT_EQ(with(""), 421);
}

TEST_F(Serve, OnlyThePageItselfMayAsk) {
  const std::string good = server().post("value", about("nim(3)"));
  EXPECT_EQ(status(server().ask(good)), 200);
  const auto without = [&](const std::string& part, const std::string& instead) {
    std::string text = good;
    text.replace(text.find(part), part.size(), instead);
    return server().ask(text);
  };
  const std::string origin = "Origin: http://" + server().host() + "\r\n";
  EXPECT_EQ(status(without(origin, "")), 403);
  EXPECT_EQ(status(without(origin, "Origin: null\r\n")), 403);
  EXPECT_EQ(status(without(origin, "Origin: http://evil.example\r\n")), 403);
  EXPECT_EQ(status(without(origin,
                           "Origin: http://localhost:" + std::to_string(server().port()) + "\r\n")),
            403);
  EXPECT_EQ(status(without("application/json", "text/plain")), 415);
  EXPECT_EQ(status(without("Content-Type: application/json\r\n", "")), 415);
  EXPECT_EQ(status(without("application/json", "application/json; charset=utf-8")), 200);
  const std::string preflight = without("POST", "OPTIONS");
  EXPECT_EQ(status(preflight), 405);
  EXPECT_EQ(preflight.find("Access-Control"), preflight.npos);
}

TEST_F(Serve, EveryResponseSaysWhatAPageMayDo) {
  for (const std::string& response :
       {server().ask(server().get("/", host_line() + server().cookie())),
        server().ask(server().get("/", host_line())),
        server().ask(server().post("value", about("nim(3)")))}) {
    for (const char* field :
         {"Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
          "connect-src 'self'; "
          "img-src "
          "'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n",
          "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
          "Cross-Origin-Opener-Policy: same-origin\r\n",
          "Cross-Origin-Resource-Policy: same-origin\r\n"})
      EXPECT_NE(response.find(field), response.npos) << field << response;
    EXPECT_EQ(response.find("Access-Control"), response.npos);
  }
}

TEST_F(Serve, FilesAreSentCompressed) {
  const auto get = [&](const std::string& field) {
    return server().ask(server().get("/main.js", host_line() + server().cookie() + field));
  };
  for (const std::string taken :
       {"", "Accept-Encoding: deflate, gzip;q=0.5\r\n", "Accept-Encoding: *\r\n"}) {
    const std::string response = get(taken);
    EXPECT_EQ(status(response), 200) << taken;
    EXPECT_NE(response.find("\r\nContent-Encoding: gzip\r\n"), response.npos);
    EXPECT_NE(response.find("\r\n\r\n\x1f\x8b"), response.npos);
  }
  const std::string plain = grundy::test::contents(GRUNDY_SOURCE_DIR "/web/app/main.js");
  for (const std::string untaken :
       {"Accept-Encoding: identity\r\n", "Accept-Encoding: gzip;q=0.0, br\r\n"}) {
    const std::string response = get(untaken);
    EXPECT_EQ(status(response), 200) << untaken;
    EXPECT_EQ(response.find("\r\nContent-Encoding:"), response.npos);
    EXPECT_TRUE(response.ends_with("\r\n\r\n" + plain)) << untaken;
  }
}

TEST_F(Serve, LargeRequestsAreRefused) {
  EXPECT_EQ(status(server().ask(server().post("value", std::string((256 << 10) + 1, ' ')))), 413);
  EXPECT_EQ(status(server().ask(server().post_head("value", size_t{1} << 40))), 413);
  const std::string most = about("nim(3)") + std::string((256 << 10) - 17, ' ');
  EXPECT_EQ(status(server().ask(server().post("value", most))), 200);
  EXPECT_EQ(status(server().ask(
                server().get("/", host_line() + "X: " + std::string(8 << 10, 'x') + "\r\n"))),
            431);
  EXPECT_EQ(status(server().ask(server().get("/", host_line() + server().cookie() +
                                                      "X: " + std::string(6 << 10, 'x') + "\r\n"))),
            200);
}

TEST_F(Serve, WhatIsNoRequestIsRefused) {
  EXPECT_EQ(status(server().ask("nonsense\r\n\r\n")), 400);
  EXPECT_EQ(status(server().ask(server().post("value", "{\"sum\": "))), 400);
  EXPECT_EQ(status(server().ask(server().post("value", std::string(200'000, '[')))), 400);
  EXPECT_EQ(status(server().ask(server().post("../etc/passwd", "{}"))), 404);
  EXPECT_EQ(
      status(server().ask(server().get("/../../etc/passwd", host_line() + server().cookie()))),
      404);
  EXPECT_EQ(server().answer("nothing", "{}"),
            "{\"error\": {\"kind\": \"input\", \"messages\": [{\"severity\": \"error\", "
            "\"message\": \"there is no method "
            "'nothing'\"}]}}\n");
}

TEST_F(Serve, LargeQuestionsAreDeclined) {
  const auto error = [&](const char* method, const json& request) {
    return json::parse(server().answer(method, request.dump()))["error"];
  };
  EXPECT_EQ(error("options", {{"position", "nim(3)"}, {"limit", 1001}})["kind"], "input");
  EXPECT_EQ(error("solve", {{"sum", "nim(3)"}, {"moves", 101}})["kind"], "input");
  const json table = error("table", {{"game", "wythoff"}, {"upto", 2000}});
  EXPECT_EQ(table["kind"], "declined");
  EXPECT_EQ(table["messages"][0]["message"], "a table here has at most 4000000 positions");
}

TEST_F(Serve, SeveralRequestsOnOneConnection) {
  Client client(server().port());
  std::string one = server().post("value", about("nim(3)"));
  one.replace(one.find("close"), 5, "keep-alive");
  EXPECT_TRUE(client.send(one + one));
  EXPECT_NE(client.until("}}\n").find("\"text\": \"3\""), std::string::npos);
  client.send(server().post("value", about("nim(4)")));
  EXPECT_NE(client.rest().find("\"text\": \"4\""), std::string::npos);
}

TEST_F(Serve, FilesAreRefusedAtTheirPlace) {
  const auto told = [&](const std::string& body) {
    return json::parse(server().answer("solve", body))["error"]["messages"][0];
  };
  const json list = told(about("nim(3) + nim{@/etc/passwd}"));
  EXPECT_EQ(list["message"], "files can't be read from here");
  EXPECT_EQ(list["source"], "sum");
  EXPECT_EQ(list["column"], 14);
  EXPECT_EQ(list["length"], 12);
  const json used = told(about("nim(3) using /etc/passwd"));
  EXPECT_EQ(used["message"], "files can't be read from here");
  EXPECT_EQ(used["column"], 8);
  const json rules = told(R"j({"sum": "g(3)", "rules": "let S = {1}\nlet T = @/etc/passwd\n"})j");
  EXPECT_EQ(rules["message"], "files can't be read from here");
  EXPECT_EQ(rules["source"], "rules");
  EXPECT_EQ(rules["line"], 2);
}

TEST_F(Serve, AMessageHasItsPlaceAndItsCorrection) {
  EXPECT_EQ(server().answer("value", about("kayle(3)")),
            "{\"error\": {\"kind\": \"input\", \"messages\": [{\"severity\": \"error\", "
            "\"message\": \"unknown game "
            "'kayle'; did "
            "you mean 'kayles'?\", \"source\": \"sum\", \"line\": 1, \"column\": 1, \"length\": 5, "
            "\"fix\": "
            "\"kayles\"}]}}\n");
}

TEST_F(Serve, TooManyConnectionsAreTold) {
  std::deque<Client> open;
  size_t told = 0;
  for (int i = 0; i < 200; ++i) open.emplace_back(server().port());
  for (Client& client : open) client.send(server().get("/", host_line() + server().cookie()));
  size_t served = 0;
  for (Client& client : open) {
    const int code = status(client.rest());
    EXPECT_TRUE(code == 200 || code == 503) << code;
    (code == 200 ? served : told) += 1;
  }
  EXPECT_GE(served, 1u);
  open.clear();
  while (status(server().ask(server().get("/", host_line() + server().cookie()))) == 503) continue;
}

TEST(ServeLimits, TheThirtyThirdConnectionIsTold) {
  Serving server;
  std::deque<Client> open;
  for (int i = 0; i < 32; ++i) {
    open.emplace_back(server.port());
    open.back().send("GET / HTTP/1.1\r\n");
  }
  EXPECT_EQ(status(Client(server.port()).rest()), 503);
  open.pop_back();
  while (status(server.ask(server.get("/", "Host: " + server.host() + "\r\n" + server.cookie()))) ==
         503)
    continue;
  server.program().interrupt();
}

TEST(ServeLimits, SixteenWaitAndTheNextIsTold) {
  Serving server({"--jobs", "1", "--time-limit", "1000"});
  std::deque<Client> waiting;
  for (int i = 0; i < 17; ++i) {
    waiting.emplace_back(server.port());
    waiting.back().send(server.post("value", kEndless));
  }
  server.wait_for_jobs(1, 16);
  const std::string response = server.ask(server.post("value", kEndless));
  EXPECT_EQ(status(response), 429);
  EXPECT_NE(response.find("Retry-After: 1\r\n"), response.npos);
  waiting.clear();  // all go away: what they asked is not worked out
  server.wait_for_jobs(0, 0);
  EXPECT_NE(server.answer("value", about("nim(3)")).find("\"text\": \"3\""), std::string::npos);
  server.program().interrupt();
}

TEST(ServeLimits, AConnectionThatEndsStopsItsAnswer) {
  Serving server({"--jobs", "1", "--time-limit", "1000"});
  Client gone(server.port());
  gone.send(server.post("value", kEndless));
  server.wait_for_jobs(1, 0);
  gone.end();
  server.wait_for_jobs(0, 0);
  server.program().interrupt();
  EXPECT_EQ(server.program().finish().status, 0);
}

TEST(ServeLimits, AKilledHelperIsReplaced) {
  Serving server({"--jobs", "2", "--time-limit", "1000"});
  const pid_t pid = with_children();
  const auto files = [&] {
    using Entries = std::filesystem::directory_iterator;
    return std::distance(Entries("/proc/" + std::to_string(pid) + "/fd"), Entries());
  };
  const auto works = [&] {
    return server.answer("value", about("nim(3)")).find("\"text\": \"3\"") != std::string::npos;
  };
  ASSERT_EQ(children(pid).size(), 2u);
  EXPECT_TRUE(works());
  const auto open = files();
  for (int round = 0; round < 4; ++round) {
    Client asks(server.port());
    asks.send(server.post("value", kEndless));
    server.wait_for_jobs(1, 0);
    const std::vector<pid_t> killed = children(pid);
    for (const pid_t helper : killed) kill(helper, SIGKILL);
    server.program().wait_until([&] {  // the server has seen it, and none of them stays a zombie
      const std::vector<pid_t> left = children(pid);
      return std::find_first_of(left.begin(), left.end(), killed.begin(), killed.end()) ==
             left.end();
    });
    const std::string response = asks.rest();
    EXPECT_EQ(status(response), 200) << response;
    EXPECT_TRUE(response.ends_with(
        "{\"error\": {\"kind\": \"internal\", \"messages\": [{\"severity\": \"error\", "
        "\"message\": "
        "\"the helper at work on it has ended, and another one has taken its place\"}]}}\n"))
        << response;
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(works());
  }
  // No socket stays open for a helper that is gone.
  server.program().wait_until([&] { return files() <= open; });
  EXPECT_LE(children(pid).size(), 2u);
  server.program().interrupt();
  EXPECT_EQ(server.program().finish().status, 0);
}

#ifndef __SANITIZE_ADDRESS__  // there a helper begins without them
TEST(ServeLimits, HelpersOpenNoFileAndTakeNoMoreMemory) {
  Serving server({"--memory-limit", "64MiB"});
  EXPECT_NE(server.answer("value", about("nim(3)")).find("\"text\": \"3\""), std::string::npos);
  for (const pid_t helper : children(with_children())) {
    const auto most = [&](const std::string& name) {
      const std::string limits =
          grundy::test::contents("/proc/" + std::to_string(helper) + "/limits");
      std::istringstream line(limits.substr(limits.find(name) + name.size()));
      std::string soft;
      std::string hard;
      line >> soft >> hard;
      return soft == hard ? soft : soft + " to " + hard;
    };
    const std::string memory = std::to_string((64 + 512) << 20);
    server.program().wait_until(
        [&] { return most("Max address space") == memory; });  // the last that a helper sets
    EXPECT_EQ(most("Max open files"), "3");
    EXPECT_EQ(most("Max core file size"), "0");
  }
  server.program().interrupt();
}
#endif

TEST(ServeLimits, MemoryAndTimeEndOneAnswerWhileAnotherGoesOn) {
  Serving server({"--jobs", "2", "--time-limit", "1", "--memory-limit", "16MiB"});
  Client slow(server.port());
  slow.send(server.post("value", kEndless));
  const json large = json::parse(server.answer("table", R"({"game": "wythoff", "upto": 1999})"));
  EXPECT_EQ(large["error"]["kind"], "declined") << large;
  EXPECT_EQ(
      json::parse(server.answer("table", R"({"game": "wythoff", "upto": 2000})"))["error"]["kind"],
      "declined");
  EXPECT_NE(server.answer("value", about("nim(3)")).find("\"text\": \"3\""), std::string::npos);
  EXPECT_NE(slow.rest().find("\"kind\": \"declined\""), std::string::npos);
  server.program().interrupt();
}

TEST(ServeLimits, SlowSendersAreLeft) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    grundy::web::ServerOptions options;
    options.port = 0;
    options.to_send = std::chrono::milliseconds(200);
    options.pool.jobs = 0;
    (void)grundy::web::serve(options, [&](const std::string& address) {
      if (write(ends[1], address.data(), address.size()) < 0) _exit(1);
    });
    _exit(0);
  }
  char address[200] = {};
  ASSERT_GT(read(ends[0], address, sizeof address - 1), 0);
  const int port = std::atoi(address + sizeof("http://127.0.0.1:") - 1);
  Client silent(port);
  Client slow(port);
  // It never gets to the end.
  while (slow.send("G")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(slow.rest(), "");
  EXPECT_EQ(silent.rest(), "");
  kill(child, SIGTERM);
  int ended = 0;
  waitpid(child, &ended, 0);
  EXPECT_TRUE(WIFEXITED(ended));
  close(ends[0]);
  close(ends[1]);
}

TEST(ServeLimits, EndsBySignalAndTellsOfATakenPort) {
  Serving server;
  const Finished second =
      run_program(GRUNDY_PROGRAM, {"serve", "--port", std::to_string(server.port())});
  EXPECT_EQ(second.status, 2);
  EXPECT_NE(second.err.find("can't be used"), std::string::npos) << second.err;
  server.program().interrupt();
  EXPECT_EQ(server.program().finish().status, 0);
}

/// The JSON that a command of the program prints.
json printed(std::vector<std::string> words) {
  words.insert(words.begin() + 1, "--json");
  json object = json::parse(run_program(GRUNDY_PROGRAM, words).out, nullptr, false);
  if (object.is_object()) object.erase("seconds");
  return object;
}

TEST_F(Serve, AnswersAsTheProgramDoes) {
  const auto answered = [&](const char* method, const json& request,
                            const std::vector<const char*>& added) {
    json object = json::parse(server().answer(method, request.dump()))["result"];
    object.erase("seconds");
    for (const char* name : added) EXPECT_EQ(object.erase(name), 1u) << method << ' ' << name;
    return object;
  };
  for (const std::string sum : {"kayles(10) + nim(3)", "nim(3) + forced(2, 1)", "cram(2x3)",
                                "*(w*2 + 5) + nim{1, 2}", "0"}) {
    EXPECT_EQ(answered("solve", {{"sum", sum}}, {"explanation"}), printed({"solve", sum}));
    EXPECT_EQ(answered("value", {{"sum", sum}}, {"explanation"}), printed({"value", sum}));
  }
  EXPECT_EQ(answered("solve", {{"sum", "kayles(7) + nim(2)"}, {"play", "misere"}, {"moves", 3}},
                     {"explanation"}),
            printed({"solve", "--play", "misere", "--moves", "3", "kayles(7) + nim(2)"}));
  EXPECT_EQ(answered("value", {{"sum", "kayles(9)"}, {"play", "misere"}}, {"explanation"}),
            printed({"value", "--play", "misere", "kayles(9)"}));
  for (const std::string game : {"kayles", "forced"})
    EXPECT_EQ(answered("prove", {{"game", game}}, {"mathml", "steps", "certificate"}),
              printed({"prove", game}));
  EXPECT_EQ(
      answered("prove", {{"game", "forced"}, {"formula", "n"}}, {"mathml", "steps", "certificate"}),
      printed({"prove", "forced", "--formula", "n"}));
}

}  // namespace
