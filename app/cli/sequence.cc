// grundy sequence GAME --upto N: computes the values of a take-and-break game far out, keeps them in a folder when asked
// to, and searches for a period.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/sequence_file.h"
#include "engine/heap/checkpoint.h"
#include "engine/heap/heap.h"
#include "engine/heap/regularity.h"
#include "session/json.h"

namespace grundy::cli {
namespace {

// So many values are computed before memory for all is taken; many games have shown their period by then.
constexpr uint64_t kAtFirst = 1 << 13;

struct SequenceOptions {
  std::string game;
  std::optional<uint64_t> upto;
  std::string checkpoint;
  std::string format = "packed";
  std::string out;
};

/// The results of a run.
struct Findings {
  std::string game;
  std::string code;
  uint64_t upto = 0;
  uint64_t computed = 0;
  uint64_t loaded = 0;  // of these, from the checkpoint
  uint32_t largest = 0;
  uint64_t largest_at = 0;
  heap::SequenceState state;
  bool proved = false;
  std::optional<heap::Period> period;  // proved, or apparent
  std::optional<heap::Regularity> regularity;
  std::vector<uint64_t> exceptions;  // to a proved period
  double seconds = 0;                // of the computation

  double rate() const { return static_cast<double>(computed - loaded) / std::max(seconds, 1e-9); }
};

Attempt<HeapCode> code_of(const std::string& game, Context& context) {
  Attempt<const Rule*> rule = context.session().game(game, context.budget());
  context.show_warnings();
  if (!rule) return std::move(rule).error();
  if (std::optional<HeapGame> heap = heap_game(**rule)) return std::move(heap->code);
  return Error::input(
      fmt::format("'{}' is not seen to be a take-and-break game, whose sequence has the fast methods of this command; "
                  "`grundy table` gives the values of any game",
                  (*rule)->full_name));
}

/// The largest value of positions 0 … upto, and its first place.
void find_largest(const heap::Run& run, Findings& findings) {
  const heap::SequenceState& state = run.sequence().state();
  findings.largest = state.largest;
  findings.largest_at = state.largest_at;
  if (const auto& law = run.period(); law && law->saltus > 0 && findings.upto >= run.sequence().size()) {
    // In each class of residues the last value is the largest.
    for (uint64_t n = findings.upto - std::min(findings.upto, law->period - 1); n <= findings.upto; ++n) {
      if (run.at(n) <= findings.largest) continue;
      findings.largest = run.at(n);
      findings.largest_at = n;
    }
    return;
  }
  // More positions may be known than were asked for, so that the largest known value may lie beyond them.
  if (state.largest_at <= findings.upto) return;
  findings.largest = 0;
  findings.largest_at = 0;
  uint64_t n = 0;
  const uint64_t end = std::min(findings.upto + 1, run.sequence().size());
  (void)run.for_each(end, [&](std::span<const uint32_t> values) -> Attempt<void> {
    for (const uint32_t value : values) {
      if (value > findings.largest) {
        findings.largest = value;
        findings.largest_at = n;
      }
      ++n;
    }
    return {};
  });
}

Findings findings_of(const heap::Run& run, uint64_t upto) {
  Findings findings;
  findings.code = run.sequence().code().text();
  findings.upto = upto;
  findings.computed = run.sequence().size();
  findings.state = run.sequence().state();
  find_largest(run, findings);
  findings.proved = run.period().has_value();
  if (findings.proved) {
    findings.period = run.period();
    findings.exceptions = heap::exceptions(run.sequence().values(), *run.period());
  } else if (auto seen = heap::apparent(run.sequence().values(), run.sequence().size())) {
    if (heap::kind(*seen) == "periodic") {
      findings.period = heap::Period{seen->preperiod, seen->period, seen->saltus};
    } else {
      findings.regularity = *std::move(seen);
    }
  }
  return findings;
}

std::string to_json(const Findings& findings) {
  JsonWriter json;
  json.begin_object();
  json.key("game").value(findings.game);
  json.key("code").value(findings.code);
  json.key("upto").value(findings.upto);
  json.key("computed").value(findings.computed);
  json.key("kernel");
  if (findings.state.kernel.empty()) {
    json.null();
  } else {
    json.value(findings.state.kernel);
  }
  json.key("largest").begin_object();
  json.key("value").value(uint64_t{findings.largest});
  json.key("at").value(findings.largest_at);
  json.end_object();
  json.key("rares");
  if (findings.state.rares > 0) {
    json.begin_object();
    json.key("count").value(findings.state.rares);
    json.key("last").value(findings.state.last_rare);
    json.end_object();
  } else {
    json.null();
  }
  json.key("status").value(findings.proved                          ? "proved"
                           : findings.period || findings.regularity ? "conjectured"
                                                                    : "unknown");
  if (findings.regularity) {
    json.key("law").begin_object();
    json.key("kind").value(heap::kind(*findings.regularity));
    json.key("preperiod").value(findings.regularity->preperiod);
    json.key("period").value(findings.regularity->period);
    json.key("saltus").value(findings.regularity->saltus);
    json.end_object();
  }
  if (findings.period) {
    json.key("law").begin_object();
    json.key("kind").value("periodic");
    json.key("preperiod").value(findings.period->preperiod);
    json.key("period").value(findings.period->period);
    json.key("saltus").value(findings.period->saltus);
    if (findings.proved) {
      json.key("exceptions").begin_object();
      json.key("count").value(uint64_t{findings.exceptions.size()});
      if (!findings.exceptions.empty()) json.key("last").value(findings.exceptions.back());
      json.end_object();
    }
    json.end_object();
  }
  json.key("seconds").value(findings.seconds);
  return json.end_object().take() + "\n";
}

std::string to_text(const Findings& findings) {
  std::string text = fmt::format("{}, positions 0 to {}\n", findings.game, findings.upto);
  const auto row = [&text](std::string_view name, const std::string& what) {
    text += fmt::format("  {:<9} {}\n", name, what);
  };
  row("code", findings.code);
  if (findings.loaded > 0) row("loaded", fmt::format("{} values from the checkpoint", findings.loaded));
  if (findings.computed > findings.loaded) {
    row("computed",
        fmt::format("{} values in {:.3g} s, {:.3g} a second; kernel: {}", findings.computed - findings.loaded,
                    findings.seconds, findings.rate(), findings.state.kernel));
  }
  row("largest", fmt::format("{}, first at {}", findings.largest, findings.largest_at));
  if (findings.state.rares > 0)
    row("rares", fmt::format("{}, the last at {}", findings.state.rares, findings.state.last_rare));
  if (findings.regularity) {
    const heap::Regularity& seen = *findings.regularity;
    row("regular",
        fmt::format("g(n + {}) = g(n) + {} from {} on, but {}; as far as position {}, not proved", seen.period,
                    seen.saltus, seen.preperiod, heap::describe(seen, "g"), findings.computed - 1));
  }
  if (!findings.period) {
    row("period", fmt::format("none up to {}", findings.upto));
    return text;
  }
  const heap::Period& period = *findings.period;
  const std::string saltus = period.saltus > 0 ? fmt::format(" with saltus {}", period.saltus) : "";
  if (!findings.proved) {
    row("period", fmt::format("{}{} from {} on, as far as position {}; not proved", period.period, saltus,
                              period.preperiod, findings.computed - 1));
    return text;
  }
  row("period", fmt::format("{}{} from {} on, proved by {}", period.period, saltus, period.preperiod,
                            period.saltus > 0 ? "the residues of its heaps" : "the theorem of Guy and Smith"));
  if (findings.exceptions.empty()) {
    row("", "no exceptions");
  } else {
    row("", fmt::format("{} exception{}, the last at {}", findings.exceptions.size(),
                        findings.exceptions.size() == 1 ? "" : "s", findings.exceptions.back()));
  }
  return text;
}

/// Takes memory for all values and tells how much; refuses when the limit does not allow it.
Attempt<void> make_room(heap::Run& run, uint64_t upto, Context& context) {
  const uint64_t bytes = run.sequence().bytes_for(upto + 1);
  const std::string what = fmt::format("the values of positions up to {}", upto);
  if (bytes > context.budget().memory_limit()) return context.budget().too_large(what, bytes);
  context.tell(fmt::format("{} need {} of memory", what, format_bytes(bytes)));
  return run.sequence().reserve(upto + 1, context.budget());
}

/// Whether values that grow by a law stay below 2^31, so that with those before the law they have 32 bits.
bool fits(const heap::Run& run, uint64_t upto) {
  const auto& law = run.period();
  return !law ||
         static_cast<double>(upto) / static_cast<double>(law->period) * static_cast<double>(law->saltus) < 0x1p31;
}

/// Why the work did not end, and how it can go on.
Error unfinished(const Error& why, const heap::Run& run, const std::string& checkpoint) {
  if (why.kind != Error::Kind::declined) return why;
  const uint64_t size = run.sequence().size();
  return Error::ended(
      checkpoint.empty()
          ? fmt::format("{}; {} values were known, and with --checkpoint a run can go on later", why.message(), size)
          : fmt::format("{}; {} values are kept in '{}', and the same command goes on from there", why.message(), size,
                        checkpoint));
}

Attempt<void> run(const SequenceOptions& options, Context& context) {
  Budget& budget = context.budget();
  if (!options.upto) return Error::input("how far? an example is --upto 1e6");
  const uint64_t upto = *options.upto;
  const Attempt<HeapCode> code = code_of(options.game, context);
  if (!code) return code.error();

  heap::Run run(*code);
  std::optional<heap::Checkpoint> checkpoint;
  if (!options.checkpoint.empty()) {
    Attempt<heap::Checkpoint> opened = heap::Checkpoint::open(options.checkpoint, *code);
    if (!opened) return std::move(opened).error();
    checkpoint = *std::move(opened);
    // A game that went on so far without a period will need all values.
    if (checkpoint->size() > kAtFirst && upto >= checkpoint->size()) {
      if (auto room = make_room(run, upto, context); !room) return room;
    }
    if (auto loaded = checkpoint->load(run.sequence(), budget); !loaded) return loaded;
  }
  const uint64_t loaded = run.sequence().size();
  const auto pause = [&]() -> Attempt<void> {
    const heap::SequenceState& state = run.sequence().state();
    std::string note = fmt::format("largest {}", state.largest);
    if (state.rares > 0) note += fmt::format(", {} rares, the last {}", state.rares, state.last_rare);
    context.set_goal({loaded, upto + 1, std::move(note)});
    return checkpoint ? checkpoint->save(run.sequence()) : Attempt<void>();
  };
  const double start = context.seconds();
  auto done = run.advance(std::min(upto + 1, kAtFirst), budget, pause);
  if (done && !run.knows(upto)) {
    if (loaded <= kAtFirst) {
      if (auto room = make_room(run, upto, context); !room) return room;
    }
    done = run.advance(upto + 1, budget, pause);
  }
  if (!done) return unfinished(done.error(), run, options.checkpoint);
  if (!fits(run, upto)) return Error::declined("values of 32 bits are kept, and these grow beyond");
  const double seconds = context.seconds() - start;
  context.set_goal({});

  if (!options.out.empty()) {
    const auto write = options.format == "bfile" ? write_bfile : write_packed;
    if (auto written = write(run, upto + 1, options.out, budget); !written) return written;
  }
  Findings findings = findings_of(run, upto);
  findings.game = options.game;
  findings.loaded = loaded;
  findings.seconds = seconds;
  context.print(context.json() ? to_json(findings) : to_text(findings));
  context.show_stats({std::string(findings.state.kernel)},
                     Work{.positions = findings.computed - loaded, .options = 0, .passes = {}, .limit = {}});
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
  command.option("--checkpoint", "DIR", "keep the work in this folder, and go on from there", into(options->checkpoint),
                 Fill::folder);
  command.choice("--format", "FORMAT", "write the file packed, or as bfile, lines 'n value'", {"packed", "bfile"},
                 options->format);
  command.option("--out", "FILE", "write the values to this file", into(options->out), Fill::file);
  command.example("'octal[0.77]' --upto 10^12");
  command.example("'octal[0.007]' --upto 1_000_000 --checkpoint run007");
  command.example("grundys --upto 1e6 --out grundys.bin");
  command.example("kayles --upto 1e4 --format bfile --out b002186.txt");
  command.sample = "--upto 1e6 'octal[0.137]'";
  command.own_sample = "--upto 1e5 mygame";
  command.run = [options](Context& context) { return sequence(*options, context); };
  return command;
}

}  // namespace grundy::cli
