// grundy sequence GAME --upto N: computes the values of a take-and-break game far out, keeps them
// in a folder when asked to, and searches for a period.
#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct SequenceOptions {
  std::string game;
  std::optional<uint64_t> upto;
  std::string checkpoint;
  std::string format = "packed";
  std::string out;
};

Attempt<void> run(const SequenceOptions& options, Context& context) {
  face::Session& session = context.face();
  if (!options.upto) return Error::input("how far? an example is --upto 1e6");
  const face::Result<std::string> code = session.code_of_game(options.game);
  context.show_warnings();
  if (!code) return face::inner(code.error());
  const face::SequenceWatch watch{
      [&](std::string_view line) { context.tell(line); },
      [&](uint64_t loaded, std::string_view note) {
        context.set_goal({loaded, *options.upto + 1, std::string(note)});
      },
  };
  if (!options.checkpoint.empty()) context.allow_saving();
  const face::Result<face::Sequence> found =
      session.sequence(options.game, *options.upto, options.checkpoint, watch);
  if (!found) return face::inner(found.error());
  context.set_goal({});
  if (!options.out.empty()) {
    using Format = face::Sequence::Format;
    const auto written =
        found->write(options.out, options.format == "bfile" ? Format::bfile : Format::packed);
    if (!written) return face::inner(written.error());
  }
  context.print(context.json() ? found->json() : found->text());
  face::Work work;
  work.positions = found->size() - found->loaded();
  context.show_stats({found->kernel()}, work);
  return {};
}

int sequence(const SequenceOptions& options, Context& context) {
  if (auto done = run(options, context); !done) return context.finish(done.error());
  return context.finish(kAnswered);
}

}  // namespace

Command sequence_command() {
  Command command("sequence", "a take-and-break game worked out far, and its period");
  const auto options = std::make_shared<SequenceOptions>();
  command.argument("GAME", into(options->game), Fill::game);
  command.option("--upto", "N", "work positions from 0 to N out, such as 1e6", into(options->upto));
  command.option("--checkpoint", "DIR", "keep the work in this folder, and go on from there",
                 into(options->checkpoint), Fill::folder);
  command.choice("--format", "FORMAT", "write the file packed, or as bfile, lines 'n value'",
                 {"packed", "bfile"}, options->format);
  command.option("--out", "FILE", "write the values to this file", into(options->out), Fill::file);
  command.example("'octal[0.77]' --upto 10^12");
  command.example("'octal[0.007]' --upto 1_000_000 --checkpoint run007");
  command.example("grundys --upto 1e6 --out grundys.bin");
  command.example("kayles --upto 1e4 --format bfile --out b002186.txt");
  command.need("--format", {"--out"});
  command.sample = "--upto 1e6 'octal[0.137]'";
  command.own_sample = "--upto 1e5 mygame";
  command.run = [options](Context& context) { return sequence(*options, context); };
  return command;
}

}  // namespace grundy::cli
