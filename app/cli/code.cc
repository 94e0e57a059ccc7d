// grundy code CODE: a take-and-break code in standard form, what its digits say, and the moves from a heap.
#include "session/code.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/commands.h"
#include "session/code_words.h"
#include "session/json.h"

namespace grundy::cli {
namespace {

struct CodeOptions {
  std::string code;
  bool normalise = false;
  std::optional<uint64_t> heap;
  size_t moves = 16;
};

std::string text_of(const std::vector<uint64_t>& heaps) {
  return heaps.empty() ? "-" : fmt::format("{}", fmt::join(heaps, ","));
}

Attempt<void> write_json(const HeapCode& code, const CodeOptions& options, Context& context) {
  JsonWriter json;
  json.begin_object().key("code").value(code.text());
  json.key("digits").begin_array();
  for (const CodeRow& row : rows_of(code)) {
    json.begin_object().key("digit").value(row.digit->text());
    json.key(row.taken < 0 ? "added" : "taken").value(static_cast<uint64_t>(std::abs(row.taken)));
    if (row.every > 0) json.key("every").value(uint64_t{row.every});
    json.key("words").value(row.words()).end_object();
  }
  json.end_array();
  if (options.heap) {
    const Attempt<CodeMoves> listed = code_moves(code, *options.heap, options.moves, context.budget());
    if (!listed) return listed.error();
    const CodeMoves& moves = *listed;
    json.key("heap").value(Natural(*options.heap));
    json.key("moves").begin_array();
    for (const auto& heaps : moves.list) {
      json.begin_array();
      for (const uint64_t one : heaps) json.value(Natural(one));
      json.end_array();
    }
    json.end_array().key("all_moves").value(moves.all());
  }
  context.print(json.end_object().take() + "\n");
  return {};
}

/// The size of a heap.
Reader into_heap(std::optional<uint64_t>& place) {
  return [&place](std::string_view option, const std::string& text) -> Attempt<void> {
    const std::optional<Natural> size = Natural::parse(text);
    if (!size) {
      return Error::input(
          fmt::format("{} takes the number of tokens in a heap, such as 12, not '{}'", option, shortened_to(text, 40)));
    }
    place = size->to_uint64();
    if (!place || *place > kLargestCodeHeap)
      return Error::declined("moves are listed from heaps of at most 2^62 tokens");
    return {};
  };
}

int code(const CodeOptions& options, Context& context) {
  const Attempt<HeapCode> code = read_code(context.session(), options.code, context.budget());
  if (!code) return context.finish(code.error());
  if (context.json()) {
    const Attempt<void> written = write_json(*code, options, context);
    return written ? context.finish(kAnswered) : context.finish(written.error());
  }
  context.print(code->text() + "\n");
  if (options.normalise) return context.finish(kAnswered);
  const std::vector<CodeRow> digits = rows_of(*code);
  size_t width = 1;
  for (const CodeRow& row : digits) width = std::max(width, row.digit->text().size());
  width = std::min<size_t>(width, 20);
  for (const CodeRow& row : digits) context.print(fmt::format("  {:<{}}  {}\n", row.digit->text(), width, row.words()));
  if (digits.empty()) context.print("  There are no moves.\n");
  if (!options.heap) return context.finish(kAnswered);
  const Attempt<CodeMoves> listed = code_moves(*code, *options.heap, options.moves, context.budget());
  if (!listed) return context.finish(listed.error());
  const CodeMoves& moves = *listed;
  context.print(
      fmt::format("\nMoves from a heap of {}{}\n", *options.heap, moves.list.empty() && moves.all() ? ": none" : ":"));
  for (const auto& heaps : moves.list) context.print("  " + text_of(heaps) + "\n");
  if (!moves.counted) {
    context.print(moves.more > 0 ? fmt::format("  … and at least {} more\n", moves.more) : "  … and perhaps more\n");
  } else if (moves.more > 0) {
    context.print(fmt::format("  … and {} more\n", moves.more));
  }
  return context.finish(kAnswered);
}

}  // namespace

Command code_command() {
  Command command("code", "a take-and-break code in standard form, and its moves");
  const auto options = std::make_shared<CodeOptions>();
  command.argument("CODE", into(options->code));
  command.flag("--normalise", options->normalise, "print the standard form alone");
  command.option("--heap", "N", "list the moves from a heap of N tokens", into_heap(options->heap));
  command.option("--moves", "N", "list at most this many moves (16)", into(options->moves));
  command.example("'0.{0,1,3+}'");
  command.example("--normalise '04.00[30]'");
  command.example("--heap 12 --moves 100 '0.3F!'");
  command.sample = "'0.3F!'";
  command.own_sample = "'0.3F!'";
  command.run = [options](Context& context) { return code(*options, context); };
  return command;
}

}  // namespace grundy::cli
