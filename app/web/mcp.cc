#include "web/mcp.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "face/face.h"
#include "web/mcp_texts.h"
#include "web/mcp_tools.h"

namespace grundy::web {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

constexpr size_t kLongestLine = 4 << 20;
constexpr uint64_t kLargestFile = 16 << 20;
constexpr size_t kMostFiles = 1000;  // listed
constexpr std::array<const char*, 4> kRevisions = {"2025-11-25", "2025-06-18", "2025-03-26",
                                                   "2024-11-05"};

// The errors of JSON-RPC, and of the protocol.
constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kNoMethod = -32601;
constexpr int kInvalidParams = -32602;
constexpr int kBusy = -32000;
constexpr int kNoResource = -32002;

constexpr const char* kInstructions =
    "Grundy solves impartial combinatorial games exactly and proves laws about them. Positions are "
    "written 'kayles(10) + nim(3)'; `games` lists the built-in games, and the resource "
    "grundy://language tells how to write rules of your own, which any tool takes as `rules`. "
    "Check rules by `rules_check` first: its errors have a place and often a correction. An answer "
    "is proved or computed; where no answer is known, the tool says why.";

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The messages of an answer {"error": …} of a helper, a line each.
std::string error_text(const Json& error) {
  std::string text;
  const auto messages = error.find("messages");
  if (messages == error.end() || !messages->is_array()) return dumped(error);
  for (const Json& one : *messages) {
    if (!text.empty()) text += '\n';
    if (one.contains("line") && one["line"].is_number())
      text += fmt::format("{}:{}:{}: ", one.value("source", std::string()),
                          one["line"].get<uint64_t>(), one.value("column", uint64_t{1}));
    text += one.value("message", std::string());
  }
  return text;
}

/// The server: messages of standard input, one a line, and what is said in return.
class McpServer {
 public:
  explicit McpServer(const McpOptions& options)
      : options_(options),
        input_(context_, dup(STDIN_FILENO)),
        signals_(context_, SIGINT, SIGTERM),
        pool_(context_, options.pool) {}

  Attempt<void> run() {
    signals_.async_wait([this](const boost::system::error_code& code, int) {
      if (!code) context_.stop();
    });
    read();
    context_.run();
    return {};
  }

 private:
  /// A question that a helper works on.
  struct PendingCall {
    Pool::JobPointer job;
    std::string tool;
    Json token;  // of its progress; null: nobody wants to know
    double told = -1;
  };

  void read() {
    input_.async_read_some(asio::buffer(bytes_),
                           [this](const boost::system::error_code& code, size_t got) {
                             pending_.append(bytes_.data(), got);
                             take_lines();
                             if (code) {
                               ended_ = true;
                               end_when_done();
                               return;
                             }
                             read();
                           });
  }

  void take_lines() {
    size_t begin = 0;
    for (size_t end = 0; (end = pending_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      if (!skips_) take(std::string_view(pending_).substr(begin, end - begin));
      skips_ = false;
    }
    pending_.erase(0, begin);
    if (pending_.size() <= kLongestLine) return;
    if (!skips_)
      fail(nullptr, kInvalidRequest, fmt::format("a message has at most {} bytes", kLongestLine));
    skips_ = true;
    pending_.clear();
  }

  void take(std::string_view line) {
    if (line.find_first_not_of(" \t\r") == line.npos) return;
    const Json message = Json::parse(line, nullptr, false);
    if (message.is_discarded()) return fail(nullptr, kParseError, "the line is no JSON");
    if (message.is_array())
      return fail(nullptr, kInvalidRequest, "send one message a line; there are no batches");
    if (!message.is_object()) return fail(nullptr, kInvalidRequest, "a message is an object");
    const Json id = message.value("id", Json());
    const bool has_id = message.contains("id");
    const bool is_good_id = id.is_string() || id.is_number_integer();
    if (message.value("jsonrpc", Json()) != "2.0")
      return fail(is_good_id ? id : Json(), kInvalidRequest, "a message has \"jsonrpc\": \"2.0\"");
    if (has_id && !is_good_id)
      return fail(nullptr, kInvalidRequest, "an id is a text or an integer");
    const auto method = message.find("method");
    if (method == message.end()) {
      // Answers to what this server never asks are passed over.
      if (!message.contains("result") && !message.contains("error"))
        fail(id, kInvalidRequest, "there is no method");
      return;
    }
    if (!method->is_string()) return fail(id, kInvalidRequest, "a method is a text");
    Json params = message.value("params", Json::object());
    if (params.is_null()) params = Json::object();
    if (has_id) {
      if (!params.is_object()) return fail(id, kInvalidParams, "the parameters are an object");
      request(id, method->get<std::string>(), params);
    } else if (*method == "notifications/cancelled" && params.is_object()) {
      cancel(params.value("requestId", Json()));
    }
  }

  void request(const Json& id, const std::string& method, const Json& params) {
    if (asked_.contains(id.dump()))
      return fail(id, kInvalidRequest, "a request of this id is still worked on");
    if (method == "initialize") return reply(id, initialized(params));
    if (method == "ping") return reply(id, Json::object());
    if (method == "tools/list") return reply(id, list_of_tools());
    if (method == "tools/call") return call(id, params);
    if (method == "resources/list") return reply(id, resources());
    if (method == "resources/templates/list") return reply(id, templates());
    if (method == "resources/read") return read_resource(id, params);
    fail(id, kNoMethod, fmt::format("there is no method '{}'", method.substr(0, 100)));
  }

  Json initialized(const Json& params) const {
    const Json wanted = params.value("protocolVersion", Json());
    const bool is_known = std::any_of(kRevisions.begin(), kRevisions.end(),
                                      [&](const char* one) { return wanted == one; });
    return {
        {"protocolVersion", is_known ? wanted : Json(kRevisions[0])},
        {"capabilities", {{"tools", Json::object()}, {"resources", Json::object()}}},
        {"serverInfo",
         {{"name", "grundy"}, {"title", "Grundy: impartial games"}, {"version", options_.version}}},
        {"instructions", kInstructions}};
  }

  void call(const Json& id, const Json& params) {
    const auto name = params.find("name");
    if (name == params.end() || !name->is_string())
      return fail(id, kInvalidParams, "'name' is the name of a tool");
    Json arguments = params.value("arguments", Json::object());
    if (arguments.is_null()) arguments = Json::object();
    if (!arguments.is_object()) return fail(id, kInvalidParams, "'arguments' is an object");
    const std::string tool = name->get<std::string>();
    auto question = question_of_tool(tool, arguments);
    if (!question)
      return fail(id, kInvalidParams, fmt::format("there is no tool '{}'", tool.substr(0, 100)));
    if (!*question) return reply(id, tool_error((*question).error().message()));
    if (tool == "check") {
      if (auto read = read_certificate((*question)->request); !read)
        return reply(id, tool_error(read.error().message()));
    }
    const Json meta = params.value("_meta", Json::object());
    PendingCall asked{nullptr, tool,
                      meta.is_object() ? meta.value("progressToken", Json()) : Json()};
    const std::string word = (*question)->request.value("word", std::string());
    (*question)->request.erase("word");
    const std::string key = id.dump();
    asked.job = pool_.submit((*question)->method + ' ' + dumped((*question)->request),
                             [this, id, key, word](const std::string& line, bool last) {
                               heard(id, key, word, line, last);
                             });
    if (asked.job == nullptr) return fail(id, kBusy, "too many questions wait; ask again later");
    asked_[key] = std::move(asked);
  }

  /// A line of a helper's answer.
  void heard(const Json& id, const std::string& key, const std::string& word,
             const std::string& line, bool last) {
    const auto found = asked_.find(key);
    if (found == asked_.end()) return;
    const Json answer = Json::parse(line, nullptr, false);
    if (!last) {
      if (answer.is_object() && answer.contains("progress"))
        tell_progress(found->second, answer["progress"]);
      return;
    }
    const std::string tool = found->second.tool;
    asked_.erase(found);
    if (answer.is_object() && answer.contains("result")) {
      Json result = answer["result"];
      if (!word.empty()) keep_games_with(word, result);
      ToolAnswer shown = answer_of_tool(tool, std::move(result));
      reply(id, {{"content", Json::array({{{"type", "text"}, {"text", shown.text}}})},
                 {"structuredContent", std::move(shown.structured)},
                 {"isError", false}});
    } else {
      const bool has_error = answer.is_object() && answer.contains("error");
      reply(id, tool_error(has_error ? error_text(answer["error"])
                                     : "the helper ended without an answer"));
    }
    end_when_done();
  }

  static void keep_games_with(const std::string& word, Json& result) {
    if (!result.contains("games") || !result["games"].is_array()) return;
    Json kept = Json::array();
    for (const Json& one : result["games"]) {
      if (dumped(one).find(word) != std::string::npos) kept.push_back(one);
    }
    result["games"] = std::move(kept);
  }

  /// Sends progress that is greater than before, as the protocol asks; other progress is dropped.
  void tell_progress(PendingCall& asked, const Json& progress) {
    if (asked.token.is_null() || !progress.is_object()) return;
    const auto done = progress.value("done", 0.0);
    if (done <= asked.told) return;
    asked.told = done;
    Json params = {{"progressToken", asked.token},
                   {"progress", done},
                   {"message", progress.value("what", "")}};
    if (const auto total = progress.value("total", 0.0); total > 0) params["total"] = total;
    send({{"jsonrpc", "2.0"}, {"method", "notifications/progress"}, {"params", std::move(params)}});
  }

  /// A cancelled request gets no answer.
  void cancel(const Json& id) {
    const auto found = asked_.find(id.dump());
    if (found == asked_.end()) return;
    pool_.stop(found->second.job);
    asked_.erase(found);
    end_when_done();
  }

  static Json tool_error(const std::string& text) {
    return {{"content", Json::array({{{"type", "text"}, {"text", text}}})}, {"isError", true}};
  }

  // Resources.

  Json resources() const {
    Json list = Json::array({{{"uri", "grundy://language"},
                              {"name", "language"},
                              {"title", "The language of rules and sums"},
                              {"mimeType", "text/markdown"}},
                             {{"uri", "grundy://games"},
                              {"name", "games"},
                              {"title", "The built-in games"},
                              {"mimeType", "text/plain"}}});
    for (const std::string& name : certificates()) {
      list.push_back({{"uri", "grundy://files/" + name},
                      {"name", name},
                      {"title", "A certificate"},
                      {"mimeType", "text/plain"}});
    }
    return {{"resources", std::move(list)}};
  }
  static Json templates() {
    return {{"resourceTemplates", Json::array({{{"uriTemplate", "grundy://games/{name}"},
                                                {"name", "game"},
                                                {"title", "The rules of a built-in game"},
                                                {"mimeType", "text/plain"}}})}};
  }

  void read_resource(const Json& id, const Json& params) {
    const std::string uri =
        params.contains("uri") && params["uri"].is_string() ? params["uri"].get<std::string>() : "";
    const Attempt<std::string> text = resource(uri);
    if (!text) return fail(id, kNoResource, text.error().message());
    const bool is_markdown = uri == "grundy://language";
    reply(id,
          {{"contents", Json::array({{{"uri", uri},
                                      {"mimeType", is_markdown ? "text/markdown" : "text/plain"},
                                      {"text", *text}}})}});
  }

  Attempt<std::string> resource(const std::string& uri) const {
    if (uri == "grundy://language") {
      std::string all;
      for (const McpText& one : mcp_texts()) all += one.text;
      return all;
    }
    const face::Session session;
    constexpr std::string_view kGame = "grundy://games/";
    constexpr std::string_view kFile = "grundy://files/";
    if (uri == "grundy://games") {
      std::string all;
      for (const face::Game& game : session.games())
        all += fmt::format("{}\t{}\n", game.signature,
                           game.documentation.empty() ? "" : game.documentation[0]);
      return all;
    }
    if (uri.starts_with(kGame)) {
      const auto game = session.game(uri.substr(kGame.size()));
      if (!game) return Error::input(game.error().message());
      std::string text;
      for (const std::string& line : game->documentation) text += line + "\n";
      return text + (game->rules.empty() ? "Position: " + game->signature + "\n" : game->rules);
    }
    if (uri.starts_with(kFile)) return file(uri.substr(kFile.size()));
    return Error::input(fmt::format("there is no resource '{}'", uri.substr(0, 200)));
  }

  /// Names of files below the folder that are certificates, sorted.
  std::vector<std::string> certificates() const {
    std::vector<std::string> names;
    if (options_.files.empty()) return names;
    std::error_code code;
    for (fs::recursive_directory_iterator at(options_.files, code), end; !code && at != end;
         at.increment(code)) {
      if (names.size() == kMostFiles) break;
      if (at->is_regular_file(code) && at->path().extension() == ".cert")
        names.push_back(fs::relative(at->path(), options_.files, code).string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  /// A file below the folder, and no other, whatever links and dots its name has.
  Attempt<std::string> file(const std::string& name) const {
    if (options_.files.empty())
      return Error::input("the server was started without --files, and reads no file");
    std::error_code code;
    const fs::path folder = fs::canonical(options_.files, code);
    const fs::path path = code ? fs::path() : fs::canonical(folder / name, code);
    const fs::path inside = code ? fs::path() : path.lexically_relative(folder);
    if (code || inside.empty() || inside.begin()->string() == ".." ||
        !fs::is_regular_file(path, code))
      return Error::input(
          fmt::format("there is no file '{}' below the folder of --files", name.substr(0, 200)));
    return read_file(path.string(), kLargestFile);
  }

  Attempt<void> read_certificate(Json& request) const {
    if (request.contains("certificate") == request.contains("file"))
      return Error::input("check takes 'certificate', a text, or 'file', a name");
    if (!request.contains("file")) return {};
    const Attempt<std::string> text = file(request["file"].get<std::string>());
    if (!text) return text.error();
    request.erase("file");
    request["certificate"] = *text;
    return {};
  }

  // Answers.

  void reply(const Json& id, Json result) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
  }
  void fail(const Json& id, int code, const std::string& message) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
  }
  void send(const Json& message) {
    const std::string text = dumped(message) + '\n';
    for (size_t done = 0; done < text.size();) {
      const ssize_t written = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
      if (written < 0 && errno != EINTR) return context_.stop();  // nobody listens
      if (written > 0) done += static_cast<size_t>(written);
    }
  }
  void end_when_done() {
    if (ended_ && asked_.empty()) context_.stop();
  }

  const McpOptions& options_;
  asio::io_context context_;
  asio::posix::stream_descriptor input_;
  asio::signal_set signals_;
  Pool pool_;
  std::array<char, 1 << 16> bytes_{};
  std::string pending_;
  bool skips_ = false;  // the rest of a line that is too long
  bool ended_ = false;
  std::map<std::string, PendingCall> asked_;  // by id
};

}  // namespace

Attempt<void> serve_mcp(const McpOptions& options) { return McpServer(options).run(); }

}  // namespace grundy::web
