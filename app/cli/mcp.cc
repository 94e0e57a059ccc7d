// grundy mcp: a Model Context Protocol server on standard input and output, for assistants and
// agents.
#include "web/mcp.h"

#include "base/parallel.h"
#include "cli/commands.h"
#include "web/helper.h"

namespace grundy::cli {
namespace {

constexpr double kUsualSeconds = 30;
constexpr uint64_t kUsualMemory = uint64_t{1} << 30;
constexpr size_t kMostWaiting = 64;

struct McpCommandOptions {
  std::string files;
  uint64_t jobs = 2;
};

int mcp(const McpCommandOptions& options, Context& context) {
  context.stop_watching();
  if (options.jobs < 1 || options.jobs > 64)
    return context.finish(Error::input("--jobs takes a number from 1 to 64"));
  const CommonOptions& common = context.options();
  const double seconds = common.time_limit > 0 ? common.time_limit : kUsualSeconds;
  const uint64_t memory = common.memory_limit > 0 ? common.memory_limit : kUsualMemory;
  const unsigned threads = common.threads > 0 ? common.threads : processors();
  web::McpOptions server{GRUNDY_VERSION, {}, options.files};
  server.pool.jobs = options.jobs;
  server.pool.waiting = kMostWaiting;
  server.pool.time_limit = seconds;
  server.pool.command = web::helper_command({GRUNDY_VERSION, seconds, memory, threads});
  const Attempt<void> served = web::serve_mcp(server);
  return served ? context.finish(kAnswered) : context.finish(served.error());
}

}  // namespace

Command mcp_command() {
  Command command("mcp", "for assistants and agents: a server of the Model Context Protocol");
  const auto options = std::make_shared<McpCommandOptions>();
  command.option("--files", "FOLDER", "certificates below this folder may be read",
                 into(options->files), Fill::folder);
  command.option("--jobs", "N", "work on so many questions at a time (2)", into(options->jobs));
  command.refuse("--json", "mcp speaks JSON anyway");
  command.refuse("--rules", "each question brings its own rules");
  command.example("", "as an assistant starts it; see doc/mcp.md");
  command.example("--files data --time-limit 10");
  command.example("--jobs 4", "for several agents at one machine");
  command.run = [options](Context& context) { return mcp(*options, context); };
  return command;
}

}  // namespace grundy::cli
