// grundy code CODE: a take-and-break code in standard form, what its digits say, and the moves from
// a heap.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/json.h"
#include "base/text.h"
#include "cli/commands.h"

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

std::string code_json(const face::Code& code, const CodeOptions& options,
                      const face::CodeMoves* moves) {
  JsonWriter json;
  json.begin_object().key("code").value(code.text);
  json.key("digits").begin_array();
  for (const face::Code::Digit& digit : code.digits) {
    json.begin_object().key("digit").value(digit.text);
    json.key(digit.taken < 0 ? "added" : "taken")
        .value(static_cast<uint64_t>(std::abs(digit.taken)));
    if (digit.every > 0) json.key("every").value(uint64_t{digit.every});
    json.key("words").value(digit.words).end_object();
  }
  json.end_array();
  if (moves != nullptr) {
    json.key("heap").raw(face::Value(*options.heap).number_json());
    json.key("moves").begin_array();
    for (const auto& heaps : moves->moves) {
      json.begin_array();
      for (const uint64_t one : heaps) json.raw(face::Value(one).number_json());
      json.end_array();
    }
    json.end_array().key("all_moves").value(moves->all);
  }
  return json.end_object().take() + "\n";
}

/// The size of a heap.
Reader into_heap(std::optional<uint64_t>& place) {
  return [&place](std::string_view option, const std::string& text) -> Attempt<void> {
    const std::optional<face::Value> size = face::Value::natural(text);
    if (!size) {
      return Error::input(
          fmt::format("{} takes the number of tokens in a heap, such as 12, not '{}'", option,
                      shortened_to(text, 40)));
    }
    place = size->to_uint64();
    if (!place || *place > face::CodeMoves::kLargestHeap)
      return Error::declined("moves are listed from heaps of at most 2^62 tokens");
    return {};
  };
}

std::string digits_text(const face::Code& code) {
  if (code.digits.empty()) return "  There are no moves.\n";
  size_t width = 1;
  for (const face::Code::Digit& digit : code.digits) width = std::max(width, digit.text.size());
  width = std::min<size_t>(width, 20);
  std::string text;
  for (const face::Code::Digit& digit : code.digits)
    text += fmt::format("  {:<{}}  {}\n", digit.text, width, digit.words);
  return text;
}

std::string moves_text(uint64_t heap, const face::CodeMoves& moves) {
  std::string text = fmt::format("\nMoves from a heap of {}{}\n", heap,
                                 moves.moves.empty() && moves.all ? ": none" : ":");
  for (const auto& heaps : moves.moves) text += "  " + text_of(heaps) + "\n";
  if (!moves.counted) {
    text += moves.more > 0 ? fmt::format("  … and at least {} more\n", moves.more)
                           : "  … and perhaps more\n";
  } else if (moves.more > 0) {
    text += fmt::format("  … and {} more\n", moves.more);
  }
  return text;
}

int code(const CodeOptions& options, Context& context) {
  face::Session& session = context.face();
  const face::Result<face::Code> code = session.code(options.code);
  if (!code) return context.finish(code.error());
  if (!context.json())
    context.print(code->text + "\n" + (options.normalise ? "" : digits_text(*code)));
  std::optional<face::CodeMoves> moves;
  if (options.heap) {
    face::Result<face::CodeMoves> listed =
        session.code_moves(code->text, *options.heap, options.moves);
    if (!listed) return context.finish(listed.error());
    moves = *std::move(listed);
  }
  if (context.json()) {
    context.print(code_json(*code, options, moves ? &*moves : nullptr));
  } else if (moves) {
    context.print(moves_text(*options.heap, *moves));
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
  command.exclude({"--normalise"}, {"--json", "--heap"}, "it prints the standard form alone");
  command.need("--moves", {"--heap"});
  command.sample = "'0.3F!'";
  command.own_sample = "'0.3F!'";
  command.run = [options](Context& context) { return code(*options, context); };
  return command;
}

}  // namespace grundy::cli
