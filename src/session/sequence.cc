#include "session/sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/heap/checkpoint.h"
#include "engine/heap/heap.h"
#include "rewriting/targets.h"
#include "session/json.h"
#include "session/sequence_file.h"

namespace grundy {
namespace {

// So many values are computed before memory for all is taken; many games have shown their period by
// then.
constexpr uint64_t kAtFirst = 1 << 13;

/// The largest value of positions 0 … upto, and its first place.
void find_largest(const heap::Run& run, SequenceAnswer& findings) {
  const heap::SequenceState& state = run.sequence().state();
  findings.largest = state.largest;
  findings.largest_at = state.largest_at;
  if (const auto& law = run.period();
      law && law->saltus > 0 && findings.upto >= run.sequence().size()) {
    // In each class of residues the last value is the largest.
    for (uint64_t n = findings.upto - std::min(findings.upto, law->period - 1); n <= findings.upto;
         ++n) {
      if (run.at(n) <= findings.largest) continue;
      findings.largest = run.at(n);
      findings.largest_at = n;
    }
    return;
  }
  // More positions may be known than were asked for, so that the largest known value may lie beyond
  // them.
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

SequenceAnswer findings_of(const heap::Run& run, uint64_t upto) {
  SequenceAnswer findings;
  findings.code = run.sequence().code().text();
  findings.upto = upto;
  findings.computed = run.sequence().size();
  const heap::SequenceState& state = run.sequence().state();
  findings.kernel = state.kernel;
  findings.rares = state.rares;
  findings.last_rare = state.last_rare;
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

/// Takes memory for all values and tells how much; refuses when the limit does not allow it.
Attempt<void> make_room(heap::Run& run, uint64_t upto, const SequenceWatch& watch, Budget& budget) {
  const uint64_t bytes = run.sequence().bytes_for(upto + 1);
  const std::string what = fmt::format("the values of positions up to {}", upto);
  if (bytes > budget.memory_limit()) return budget.too_large(what, bytes);
  watch.tell(fmt::format("{} need {} of memory", what, format_bytes(bytes)));
  return run.sequence().reserve(upto + 1, budget);
}

/// Why the work did not end, and how it can go on.
Error unfinished(const Error& why, const heap::Run& run, const std::string& checkpoint) {
  if (why.kind != Error::Kind::declined) return why;
  const uint64_t size = run.sequence().size();
  return Error::ended(
      checkpoint.empty()
          ? fmt::format("{}; {} values were known, and with --checkpoint a run can go on later",
                        why.message(), size)
          : fmt::format("{}; {} values are kept in '{}', and the same command goes on from there",
                        why.message(), size, checkpoint));
}

}  // namespace

// Values that grow by a law and stay below 2^31 have 32 bits with those before the law.
bool known_in_words(const heap::Run& run, uint64_t n) {
  const auto& law = run.period();
  return !law || static_cast<double>(n) / static_cast<double>(law->period) *
                         static_cast<double>(law->saltus) <
                     0x1p31;
}

Attempt<HeapCode> code_of_game(Session& session, std::string_view game, Budget& budget) {
  Attempt<const Rule*> rule = session.game(game, budget);
  if (!rule) return std::move(rule).error();
  if (auto free = needs_free_replies(**rule, "this command"); !free) return std::move(free).error();
  if (std::optional<HeapGame> heap = heap_game(**rule)) return std::move(heap->code);
  return Error::input(
      fmt::format("'{}' is not recognised as a take-and-break game, and this command is for those "
                  "alone; `grundy table` gives the values of any game",
                  (*rule)->full_name));
}

Attempt<SequenceAnswer> work_out(const HeapCode& code, uint64_t upto, const std::string& folder,
                                 const SequenceWatch& watch, Budget& budget) {
  auto kept = std::make_unique<heap::Run>(code);
  heap::Run& run = *kept;
  std::optional<heap::Checkpoint> checkpoint;
  if (!folder.empty()) {
    Attempt<heap::Checkpoint> opened = heap::Checkpoint::open(folder, code);
    if (!opened) return std::move(opened).error();
    checkpoint = *std::move(opened);
    // A game that went on so far without a period will need all values.
    if (checkpoint->size() > kAtFirst && upto >= checkpoint->size()) {
      if (auto room = make_room(run, upto, watch, budget); !room) return std::move(room).error();
    }
    if (auto loaded = checkpoint->load(run.sequence(), budget); !loaded)
      return std::move(loaded).error();
  }
  const uint64_t loaded = run.sequence().size();
  const auto pause = [&]() -> Attempt<void> {
    const heap::SequenceState& state = run.sequence().state();
    std::string note = fmt::format("largest {}", state.largest);
    if (state.rares > 0)
      note += fmt::format(", {} rares, the last {}", state.rares, state.last_rare);
    watch.advanced(loaded, std::move(note));
    return checkpoint ? checkpoint->save(run.sequence()) : Attempt<void>();
  };
  const auto start = Budget::Clock::now();
  auto done = run.advance(std::min(upto + 1, kAtFirst), budget, pause);
  if (done && !run.knows(upto)) {
    if (loaded <= kAtFirst) {
      if (auto room = make_room(run, upto, watch, budget); !room) return std::move(room).error();
    }
    done = run.advance(upto + 1, budget, pause);
  }
  if (!done) return unfinished(done.error(), run, folder);
  if (!known_in_words(run, upto))
    return Error::declined("values of 32 bits are kept, and these grow beyond");
  const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
  SequenceAnswer findings = findings_of(run, upto);
  findings.loaded = loaded;
  findings.seconds = seconds;
  findings.run = std::move(kept);
  return findings;
}

Attempt<void> write_sequence(const SequenceAnswer& answer, SequenceForm form,
                             const std::string& path, Budget& budget) {
  const auto write = form == SequenceForm::bfile ? write_bfile : write_packed;
  return write(*answer.run, answer.upto + 1, path, budget);
}

std::string to_json(const SequenceAnswer& findings) {
  JsonWriter json;
  json.begin_object();
  json.key("game").value(findings.game);
  json.key("code").value(findings.code);
  json.key("upto").value(findings.upto);
  json.key("computed").value(findings.computed);
  json.key("kernel");
  if (findings.kernel.empty()) {
    json.null();
  } else {
    json.value(findings.kernel);
  }
  json.key("largest").begin_object();
  json.key("value").value(uint64_t{findings.largest});
  json.key("at").value(findings.largest_at);
  json.end_object();
  json.key("rares");
  if (findings.rares > 0) {
    json.begin_object();
    json.key("count").value(findings.rares);
    json.key("last").value(findings.last_rare);
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

std::string to_text(const SequenceAnswer& findings) {
  std::string text = fmt::format("{}, positions 0 to {}\n", findings.game, findings.upto);
  const auto row = [&text](std::string_view name, const std::string& what) {
    text += fmt::format("  {:<9} {}\n", name, what);
  };
  row("code", findings.code);
  if (findings.loaded > 0)
    row("loaded", fmt::format("{} values from the checkpoint", findings.loaded));
  if (findings.computed > findings.loaded) {
    row("computed", fmt::format("{} values in {:.3g} s, {:.3g} a second; kernel: {}",
                                findings.computed - findings.loaded, findings.seconds,
                                findings.rate(), findings.kernel));
  }
  row("largest", fmt::format("{}, first at {}", findings.largest, findings.largest_at));
  if (findings.rares > 0)
    row("rares", fmt::format("{}, the last at {}", findings.rares, findings.last_rare));
  if (findings.regularity) {
    const heap::Regularity& seen = *findings.regularity;
    row("regular",
        fmt::format("g(n + {}) = g(n) + {} from {} on, but {}; as far as position {}, not proved",
                    seen.period, seen.saltus, seen.preperiod, heap::describe(seen, "g"),
                    findings.computed - 1));
  }
  if (!findings.period) {
    row("period", fmt::format("none up to {}", findings.upto));
    return text;
  }
  const heap::Period& period = *findings.period;
  const std::string saltus = period.saltus > 0 ? fmt::format(" with saltus {}", period.saltus) : "";
  if (!findings.proved) {
    row("period", fmt::format("{}{} from {} on, as far as position {}; not proved", period.period,
                              saltus, period.preperiod, findings.computed - 1));
    return text;
  }
  row("period",
      fmt::format(
          "{}{} from {} on, proved by {}", period.period, saltus, period.preperiod,
          period.saltus > 0 ? "the residues of its heaps" : "the theorem of Guy and Smith"));
  if (findings.exceptions.empty()) {
    row("", "no exceptions");
  } else {
    row("", fmt::format("{} exception{}, the last at {}", findings.exceptions.size(),
                        findings.exceptions.size() == 1 ? "" : "s", findings.exceptions.back()));
  }
  return text;
}

}  // namespace grundy
