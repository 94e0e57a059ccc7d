// grundy serve: a page on this machine, to play, write rules, look at values and read laws.
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/parallel.h"
#include "cli/commands.h"
#include "web/helper.h"
#include "web/http.h"

namespace grundy::cli {
namespace {

constexpr double kUsualSeconds = 20;
constexpr uint64_t kUsualMemory = uint64_t{1} << 30;
// Bytes that are shown: they come back with each request.
constexpr uint64_t kMostRules = 200 << 10;

struct ServeOptions {
  uint64_t port = 8765;
  bool open = false;
  uint64_t jobs = 2;
  bool helper = false;
};

/// What the page begins with: the text of the rule files.
Attempt<std::string> start_json(const CommonOptions& common) {
  std::string rules;
  for (const std::string& path : common.rules) {
    const Attempt<std::string> text = read_file(path, kMostRules);
    if (!text) return text.error();
    rules += *text;
    if (!rules.ends_with('\n')) rules += '\n';
  }
  JsonWriter json;
  json.begin_object().key("rules").value(rules).key("name");
  json.value(common.rules.empty() ? "" : common.rules[0]);
  return json.end_object().take();
}

void open_browser(const std::string& address) {
  std::string program = "xdg-open";
  std::string argument = address;
  char* words[] = {program.data(), argument.data(), nullptr};
  pid_t pid = -1;
  posix_spawnp(&pid, program.c_str(), nullptr, nullptr, words, environ);
}

int serve(const ServeOptions& options, Context& context) {
  context.stop_watching();
  const CommonOptions& common = context.options();
  const double seconds = common.time_limit > 0 ? common.time_limit : kUsualSeconds;
  const uint64_t memory = common.memory_limit > 0 ? common.memory_limit : kUsualMemory;
  const unsigned cores = processors();
  const unsigned threads = common.threads > 0 ? common.threads : cores;
  if (options.helper) return web::run_helper({GRUNDY_VERSION, seconds, memory, threads});
  if (options.port > UINT16_MAX)
    return context.finish(Error::input("a port is a number up to 65535"));
  if (options.jobs < 1 || options.jobs > 64)
    return context.finish(Error::input("--jobs takes a number from 1 to 64"));
  const Attempt<std::string> start = start_json(common);
  if (!start) return context.finish(start.error());
  web::ServerOptions server;
  server.port = static_cast<uint16_t>(options.port);
  server.start = *start;
  server.pool.jobs = options.jobs;
  server.pool.time_limit = seconds;
  server.pool.command = web::helper_command({GRUNDY_VERSION, seconds, memory, threads});
  const Attempt<void> served = web::serve(server, [&](const std::string& address) {
    context.print(address + "\nCtrl-C ends it.\n");
    context.flush();
    if (options.open) open_browser(address);
  });
  return served ? context.finish(kAnswered) : context.finish(served.error());
}

}  // namespace

Command serve_command() {
  Command command("serve", "a page on this machine: play, write rules, see values, read laws");
  const auto options = std::make_shared<ServeOptions>();
  command.option("--port", "N", "the port of the address (8765); 0 takes a free one",
                 into(options->port));
  command.flag("--open", options->open, "open the address in a browser");
  command.option("--jobs", "N", "work on so many answers at a time (2)", into(options->jobs));
  command.flag("--helper", options->helper,
               "answer requests of standard input, a line each, as the server's helpers do");
  command.refuse("--json", "serve answers to a browser, and its answers there are JSON");
  command.example("", "http://127.0.0.1:8765/?key=…; Ctrl-C ends it");
  command.example("--port 0 --open");
  command.example("--jobs 4", "for a class at one machine");
  command.example("--helper", "then: value {\"sum\": \"kayles(9)\"}");
  command.run = [options](Context& context) { return serve(*options, context); };
  return command;
}

}  // namespace grundy::cli
