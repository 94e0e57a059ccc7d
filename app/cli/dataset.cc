// grundy dataset: positions with values, moves and distances, for programs that learn.
#include <fmt/format.h>

#include "base/file.h"
#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct DatasetWords {
  std::string games;
  uint64_t count = 1'000;
  uint64_t seed = 1;
  std::optional<uint64_t> upto;
  uint64_t parts = 6;
  std::string out;
};

/// The games between commas, but for commas within brackets.
std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> result(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' || c == '(' || c == '{' ? 1 : c == ']' || c == ')' || c == '}' ? -1 : 0;
    if (c == ',' && depth == 0) {
      result.emplace_back();
    } else if (c != ' ' || !result.back().empty()) {
      result.back() += c;
    }
  }
  if (result.back().empty()) result.pop_back();
  return result;
}

Attempt<void> run(const DatasetWords& words, Context& context) {
  if (words.games.empty()) return Error::input("expected --games GAMES, as in --games nim");
  const face::DatasetOptions options{listed(words.games), words.count, words.seed, words.upto,
                                     words.parts};
  std::optional<OutputFile> file;
  if (!words.out.empty()) {
    Attempt<OutputFile> created = OutputFile::create(words.out);
    if (!created) return std::move(created).error();
    file.emplace(*std::move(created));
  }
  std::optional<Error> failed;
  const auto told = context.face().dataset(options, [&](std::string_view lines) {
    if (!file) return context.print(std::string(lines));
    if (auto written = file->write(lines); !written && !failed) failed = written.error();
  });
  context.show_warnings();
  if (!told) return face::inner(told.error());
  if (failed) return *failed;
  if (file) {
    if (auto committed = file->commit(); !committed) return committed;
  }
  for (const face::DatasetSummary& one : *told) {
    std::string line =
        fmt::format("{}: {} positions, {} of them lost", one.game, one.positions, one.lost);
    if (one.distances < one.positions) line += fmt::format(", {} with a distance", one.distances);
    context.tell(line);
  }
  uint64_t all = 0;
  for (const face::DatasetSummary& one : *told) all += one.positions;
  if (all < words.count)
    return Error::ended(fmt::format(
        "there are no more than {} different positions; --upto and --parts make more", all));
  return {};
}

int dataset(const DatasetWords& words, Context& context) {
  context.allow_saving();
  if (auto done = run(words, context); !done) return context.finish(done.error());
  return context.finish(kAnswered);
}

}  // namespace

Command dataset_command() {
  Command command("dataset",
                  "random positions with values, moves and distances, for programs that learn");
  const auto words = std::make_shared<DatasetWords>();
  command.option("--games", "GAMES",
                 "of these games, or from these positions on: 'nim, kayles, cram(3x4)'",
                 into(words->games), Fill::game);
  command.option("--count", "N", "so many positions, shared among the games (1000)",
                 into(words->count));
  command.option("--seed", "S", "the same seed gives the same lines (1)", into(words->seed));
  command.option("--upto", "N",
                 "coordinates go up to N; as far as there are positions enough when not given",
                 into(words->upto));
  command.option("--parts", "K", "a position is a sum of at most K, 1 to 8 (6)",
                 into(words->parts));
  command.option("--out", "FILE", "write to this file", into(words->out), Fill::file);
  command.refuse("--json", "each line is a JSON object already");
  command.example("--games nim --count 5");
  command.example("--games 'nim, kayles, subtract[{1, 3, 4}]' --count 1000 --out train.jsonl");
  command.example("--games kayles --count 5 --seed 7");
  command.example("--games wythoff --count 5 --upto 20 --parts 2");
  command.example("--games 'cram(3x3)' --count 5", "what play on this board leads to");
  command.sample = "--games nim --count 5";
  command.run = [words](Context& context) { return dataset(*words, context); };
  return command;
}

}  // namespace grundy::cli
