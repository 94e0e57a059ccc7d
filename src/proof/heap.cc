#include "proof/heap.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "engine/heap/arithmetic.h"
#include "engine/heap/checkpoint.h"
#include "engine/heap/kernel/dense.h"
#include "engine/heap/kernel/sparse.h"
#include "engine/heap/kernel/split_sets.h"
#include "engine/heap/regularity.h"
#include "engine/heap/repeat.h"
#include "engine/heap/repeat_checkpoint.h"
#include "engine/heap/run.h"

namespace grundy {
namespace {

using Clock = Budget::Clock;

constexpr uint64_t kLongestTable = uint64_t{1} << 24;   // of two heaps
constexpr uint64_t kLongestSplits = uint64_t{1} << 13;  // … of more
constexpr uint64_t kLongestSets = 1000;  // … with conditions that have no faster kernel
// In cycles, measured: ten seconds of one core; a pair of heaps in the dense kernel, with values of
// one byte and of two; a word of a set of nim-sums; a value of the sparse kernel from which on it
// takes longer than it expects.
constexpr double kMostCycles = 2.5e10;
constexpr double kPairCycles = 0.25;
constexpr double kWidePairCycles = 1.1;
constexpr double kSetCycles = 2;
constexpr double kManyRares = 2000;
constexpr uint64_t kFirstTable = 1024;
constexpr uint64_t kFewValues = 64;
constexpr uint64_t kLongestStream = uint64_t{1} << 29;  // without a folder to go on from
constexpr uint64_t kStretches = 64;                     // between stations that a certificate names
constexpr auto kSaved = std::chrono::seconds(30);  // between two states of a stream in a folder
constexpr auto kKept = std::chrono::milliseconds(200);  // … and of a table

/// Cycles that the next value takes, by the kernel that the sequence prefers at so many values: a
/// function of the values, whatever the machine.
double expected_cycles(const HeapCode& code, const heap::Moves* two_heaps,
                       const heap::Sequence& sequence) {
  const heap::Values& values = sequence.values();
  const uint32_t largest = sequence.state().largest;
  const auto size = static_cast<double>(values.size());
  // One word of 64 nim-sums for each number of heaps and each total before.
  if (two_heaps == nullptr)
    return kSetCycles * (code.greatest_count() + 1) * size * static_cast<double>(largest / 64 + 1);
  const double pairs = static_cast<double>(two_heaps->two.size()) * size / 2;
  const double dense = pairs * (values.planes() == 1 ? kPairCycles : kWidePairCycles);
  if (values.size() == 0 || values.planes() > 2 || two_heaps->two.empty()) return dense;
  const heap::Character character = heap::find_character(*two_heaps, values);
  if (character.mask == 0) return dense;
  const double sparse = heap::Sparse::cost(*two_heaps, values, character);
  if (sparse >= heap::Dense::cost(*two_heaps, values, largest)) return dense;
  // Where rares are many the kernel takes up to four times as long as it expects.
  return sparse * std::clamp(sparse / kManyRares, 1.0, 4.0);
}

/// The two stations with the window that came again, and enough of the others that threads can
/// share the check.
StationsProof stations_of(const HeapCode& code, const heap::Repeat& repeat, uint64_t period) {
  const heap::Stream& stream = repeat.stream();
  StationsProof result{code, stream.character().mask, stream.character().by_parity, {}};
  const auto add = [&](const heap::Station& station, uint64_t position) {
    auto& one = result.stations.emplace_back();
    one.position = position;
    for (size_t k = 0; k < station.codes.size(); ++k) {
      one.values.push_back(static_cast<uint8_t>(
          stream.value(position - station.codes.size() + k, station.codes[k])));
    }
  };
  const heap::Station& matched = repeat.stations()[repeat.matched()];
  const uint64_t again = matched.position + period;
  for (const heap::Station& station : repeat.stations()) {
    if (station.position >= again) break;
    const uint64_t last = result.stations.empty() ? 0 : result.stations.back().position;
    if (&station == &matched || station.position - last >= again / kStretches)
      add(station, station.position);
  }
  add(matched, again);
  return result;
}

class HeapSearch {
 public:
  HeapSearch(const Rule& rule, const HeapCode& code, const ProveOptions& options, Budget& budget)
      : rule_(rule),
        code_(code),
        options_(options),
        budget_(budget),
        two_heaps_(heap::simple_moves(code)),
        run_(code),
        end_(options.upto ? *options.upto + 1
             : !options.checkpoint.empty() && (two_heaps_ || heap::is_of_many(code))
                 ? UINT64_MAX
                 : budget.effort() * most_values()) {}

  Attempt<Theorem> law() {
    if (auto opened = open_folder(); !opened) return std::move(opened).error();
    std::string stopped;
    bool streamed = options_.upto.has_value();
    while (!sequence().period() && sequence().size() < end_ &&
           cycles_ < kMostCycles * static_cast<double>(budget_.effort())) {
      if (!streamed && sequence().size() >= heap::Stream::kStart) {
        streamed = true;
        if (checkpoint_) {
          if (auto saved = checkpoint_->save(sequence()); !saved) return std::move(saved).error();
        }
        if (std::optional<heap::Stream> stream = open_stream()) {
          auto period = period_of(*std::move(stream));
          if (period) return *std::move(period);
          if (period.error().kind == Error::Kind::declined && !budget_.spent())
            return unknown(rule_, period.error().message());
          return period;
        }
      }
      // A stream begins at kStart, also where the folder has more values.
      uint64_t until =
          std::min(end_, std::max(kFirstTable, sequence().size() + sequence().size() / 4));
      if (!streamed) until = std::min(until, heap::Stream::kStart);
      if (is_limited()) {
        cycles_ += static_cast<double>(until - sequence().size()) *
                   expected_cycles(code_, two_heaps_ ? &*two_heaps_ : nullptr, sequence());
      }
      if (auto done = run_.advance(until, budget_, [this] { return keep(); }); !done) {
        if (done.error().kind != Error::Kind::declined) return std::move(done).error();
        if (budget_.spent()) {
          if (!checkpoint_) return std::move(done).error();
          return Error::ended(
              fmt::format("{}; {} values are kept in '{}', and the same command goes on from there",
                          done.error().message(), checkpoint_->size(), options_.checkpoint));
        }
        stopped = "; " + done.error().message();
        break;
      }
    }
    run_.sequence().look_for_period();
    if (checkpoint_) {
      if (auto saved = checkpoint_->save(sequence()); !saved) return std::move(saved).error();
    }
    if (const auto& period = sequence().period()) return proved(*period);
    return what_shows(stopped);
  }

 private:
  const heap::Sequence& sequence() const { return run_.sequence(); }
  /// As many values as are looked at with the usual effort.
  uint64_t most_values() const {
    if (two_heaps_) return kLongestTable;
    return heap::SplitSets::accepts(code_) ? kLongestSplits : kLongestSets;
  }

  Attempt<void> open_folder() {
    if (options_.checkpoint.empty()) return {};
    Attempt<heap::Checkpoint> opened = heap::Checkpoint::open(options_.checkpoint, code_);
    if (!opened) return std::move(opened).error();
    checkpoint_ = *std::move(opened);
    if (auto loaded = checkpoint_->load(run_.sequence(), budget_); !loaded) return loaded;
    run_.sequence().look_for_period();
    return {};
  }

  /// Whether the search ends by itself: neither --upto nor a folder says how far it goes.
  bool is_limited() const { return !options_.upto && !checkpoint_; }

  /// Saves the table now and then.
  Attempt<void> keep() {
    if (!checkpoint_ || (Clock::now() - kept_ < kKept && !budget_.spent())) return {};
    kept_ = Clock::now();
    return checkpoint_->save(sequence());
  }

  /// Nothing when rares are not few.
  std::optional<heap::Stream> open_stream() const {
    return two_heaps_ ? heap::Stream::open(*two_heaps_, sequence().values()) : std::nullopt;
  }

  /// The period by a window that comes again; values are not kept (engine/heap/kernel/stream.h).
  /// The folder is locked.
  Attempt<Theorem> period_of(heap::Stream stream) {
    heap::Repeat repeat(sequence().values(), std::move(stream));
    std::optional<heap::RepeatCheckpoint> folder;
    if (checkpoint_) {
      folder.emplace(options_.checkpoint, code_);
      if (auto loaded = folder->load(repeat); !loaded) return std::move(loaded).error();
    }
    auto saved = Clock::now();
    const Attempt<heap::Period> found = repeat.find(budget_, [&]() -> Attempt<void> {
      if (!folder) {
        if (repeat.stream().size() < kLongestStream) return {};
        return Error::declined(fmt::format(
            "no period was found in the first {} values; with --checkpoint the search goes on",
            repeat.stream().size()));
      }
      if (Clock::now() - saved < kSaved && !budget_.spent()) return {};
      saved = Clock::now();
      return folder->save(repeat);
    });
    if (!found && folder && found.error().kind == Error::Kind::declined) {
      return Error::ended(
          fmt::format("{}; {} values were computed, and the same command goes on from '{}'",
                      found.error().message(), repeat.stream().size(), options_.checkpoint));
    }
    if (!found) return found.error();
    return Theorem{&rule_, LongPeriod{found->preperiod, found->period},
                   Proved{stations_of(code_, repeat, found->period)}};
  }

  Theorem proved(const heap::Period& period) const {
    Law law{period.preperiod, period.period, period.saltus, {}};
    law.values.resize(period.preperiod + period.period);
    sequence().values().copy(0, law.values);
    if (two_heaps_) {
      const TwoHeapsProof proof{code_, heap::window(*two_heaps_, period)};
      return {&rule_, std::move(law), Proved{proof}};
    }
    ManyHeapsProof proof{code_, 0, 1};
    if (period.saltus == 0) {
      proof.values = heap::window_of_many(code_, period);
    } else {
      std::vector<uint32_t> g(sequence().size());
      sequence().values().copy(0, g);
      // No more values than needed, to within a half.
      proof.values = std::min(kFewValues, sequence().size());
      const auto turns = [&] {
        return heap::arithmetic_turns(code_, std::span(g).first(proof.values), period);
      };
      while ((proof.turns = turns()) == 0 && proof.values < sequence().size())
        proof.values = std::min(proof.values + proof.values / 2, sequence().size());
    }
    return {&rule_, std::move(law), Proved{proof}};
  }

  /// A law or a regularity that no theorem proves.
  Theorem what_shows(const std::string& stopped) const {
    const uint64_t known = std::min(sequence().size(), end_);
    const Conjectured conjecture{{static_cast<int64_t>(known)},
                                 "no theorem is known that would prove it from these values"};
    if (auto law = heap::apparent_law(sequence().values(), known))
      return {&rule_, *std::move(law), conjecture};
    if (auto regularity = heap::apparent_regularity(sequence().values(), known))
      return {&rule_, *std::move(regularity), conjecture};
    if (sequence().size() == 0) return unknown(rule_, "no value was computed" + stopped);
    return unknown(rule_, fmt::format("no period was found in the first {} values{}",
                                      sequence().size(), stopped));
  }

  const Rule& rule_;
  const HeapCode& code_;
  const ProveOptions& options_;
  Budget& budget_;
  std::optional<heap::Moves> two_heaps_;
  heap::Run run_;
  uint64_t end_;
  double cycles_ = 0;
  std::optional<heap::Checkpoint> checkpoint_;
  Clock::time_point kept_ = Clock::now();
};

}  // namespace

Attempt<Theorem> prove_heap(const Rule& rule, const HeapCode& code, const ProveOptions& options,
                            Budget& budget) {
  return HeapSearch(rule, code, options, budget).law();
}

}  // namespace grundy
