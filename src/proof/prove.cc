#include "proof/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "analysis/relation.h"
#include "engine/engine.h"
#include "engine/family/subtract.h"
#include "engine/heap/arithmetic.h"
#include "engine/heap/checkpoint.h"
#include "engine/heap/heap.h"
#include "engine/heap/kernel/split_sets.h"
#include "engine/heap/repeat_checkpoint.h"
#include "engine/heap/run.h"
#include "engine/ordinal/guess.h"
#include "engine/ordinal/slices.h"
#include "engine/ordinal/verify.h"
#include "proof/claim.h"
#include "proof/sums.h"

namespace grundy {
namespace {

constexpr unsigned long kProofSteps = 100'000'000;      // of isl
constexpr uint64_t kLongestTable = uint64_t{1} << 24;   // of a heap game in which a period is looked for
constexpr uint64_t kLongestSplits = uint64_t{1} << 13;  // … of more heaps
constexpr uint64_t kLongestSets = 1000;                 // … that are all different, say
constexpr uint64_t kFewValues = 64;
constexpr uint64_t kFirstTable = 1024;
constexpr double kHeapPatience = 10;                    // seconds
constexpr uint64_t kLongestStream = uint64_t{1} << 29;  // without a folder to go on from
constexpr uint64_t kStretches = 64;                     // between stations that a certificate names
constexpr auto kSaved = std::chrono::seconds(30);       // between two states of a search
constexpr auto kKept = std::chrono::milliseconds(200);  // … and of a table
constexpr size_t kMostCases = 24;
constexpr int64_t kGreatestModulus = 12;
constexpr double kPatience = 15;  // seconds in which guesses are made
constexpr double kQuick = 1;      // seconds in which the values for guesses are computed
constexpr int64_t kMaxPoints = int64_t{1} << 22;
constexpr int64_t kMaxValue = int64_t{1} << 40;

Theorem unknown(const Rule& rule, std::string reason) {
  Theorem theorem;
  theorem.rule = &rule;
  theorem.reason = std::move(reason);
  return theorem;
}

Attempt<Theorem> prove_subtraction(const Rule& rule, SubtractionSet set, Budget& budget) {
  Theorem theorem;
  theorem.rule = &rule;
  theorem.kind = Theorem::Kind::periodic;
  theorem.window = set.numbers.empty() ? 1 : set.numbers.back();
  theorem.all_but = set.all_but;
  SubtractionValues values(std::move(set));
  if (Attempt<void> computed = values.extend_to(kLongestTable - 1, budget); !computed) {
    if (budget.spent()) return std::move(computed).error();
    return unknown(rule, computed.error().message());
  }
  if (!values.law()) return unknown(rule, fmt::format("no period was found in the first {} values", values.computed()));
  theorem.status = Theorem::Status::proved;
  theorem.law = *values.law();
  return theorem;
}

/// The stations that matter, and some of the others, not nearer than they need be to share a check among threads.
Theorem::Stations stations_of(const heap::Repeat& repeat, uint64_t period) {
  const heap::Stream& stream = repeat.stream();
  Theorem::Stations result{stream.character().mask, stream.character().by_parity, {}};
  const auto add = [&](const heap::Station& station, uint64_t position) {
    auto& one = result.list.emplace_back();
    one.position = position;
    for (size_t k = 0; k < station.codes.size(); ++k) {
      one.values.push_back(static_cast<uint8_t>(stream.value(position - station.codes.size() + k, station.codes[k])));
    }
  };
  const heap::Station& matched = repeat.stations()[repeat.matched()];
  const uint64_t again = matched.position + period;
  for (const heap::Station& station : repeat.stations()) {
    if (station.position >= again) break;
    const uint64_t last = result.list.empty() ? 0 : result.list.back().position;
    if (&station == &matched || station.position - last >= again / kStretches) add(station, station.position);
  }
  add(matched, again);
  return result;
}

/// Few rares (engine/heap/kernel/stream.h): a window of values that comes again. Nothing when the game is none for it. The
/// folder of the options is locked.
std::optional<Attempt<void>> prove_repeat(const HeapCode& code, const heap::Sequence& sequence,
                                          const ProveOptions& options, Budget& budget, Theorem& theorem) {
  const auto moves = heap::simple_moves(code);
  if (!moves) return std::nullopt;
  std::optional<heap::Stream> stream = heap::Stream::open(*moves, sequence.values());
  if (!stream) return std::nullopt;
  heap::Repeat repeat(sequence.values(), *std::move(stream));
  using Clock = Budget::Clock;
  std::optional<heap::RepeatCheckpoint> checkpoint;
  if (!options.checkpoint.empty()) {
    checkpoint.emplace(options.checkpoint, code);
    if (auto loaded = checkpoint->load(repeat); !loaded) return std::move(loaded).error();
  }
  auto saved = Clock::now();
  const Attempt<heap::Period> found = repeat.find(budget, [&]() -> Attempt<void> {
    if (!checkpoint) {
      if (repeat.stream().size() < kLongestStream) return {};
      return Error::declined(fmt::format(
          "no period was found in the first {} values; with --checkpoint the search goes on", repeat.stream().size()));
    }
    if (Clock::now() - saved < kSaved && !budget.spent()) return {};
    saved = Clock::now();
    return checkpoint->save(repeat);
  });
  if (!found && checkpoint && found.error().kind == Error::Kind::declined) {
    return Error::declined(fmt::format("{}; {} values were computed, and the same command goes on from '{}'",
                                       found.error().message(), repeat.stream().size(), options.checkpoint));
  }
  if (!found) return found.error();
  theorem.status = Theorem::Status::proved;
  theorem.law.preperiod = found->preperiod;
  theorem.law.period = found->period;
  theorem.stations = stations_of(repeat, found->period);
  return Attempt<void>();
}

/// Take-and-break games: Guy and Smith's theorem for those it is about, else what the values look like.
Attempt<Theorem> prove_heap(const Rule& rule, const HeapCode& code, const ProveOptions& options, Budget& budget) {
  Theorem theorem;
  theorem.rule = &rule;
  theorem.kind = Theorem::Kind::periodic;
  theorem.code = code;
  heap::Run run(code);
  const heap::Sequence& sequence = run.sequence();
  std::optional<heap::Checkpoint> checkpoint;
  if (!options.checkpoint.empty()) {
    Attempt<heap::Checkpoint> opened = heap::Checkpoint::open(options.checkpoint, code);
    if (!opened) return std::move(opened).error();
    checkpoint = *std::move(opened);
    if (auto loaded = checkpoint->load(run.sequence(), budget); !loaded) return std::move(loaded).error();
    run.sequence().look_for_period();
  }
  const auto start = Budget::Clock::now();
  const bool two_heaps = heap::simple_moves(code).has_value();
  const bool three_heaps = !two_heaps && heap::is_of_three(code);
  const uint64_t end = options.upto                               ? *options.upto + 1
                       : checkpoint && (two_heaps || three_heaps) ? UINT64_MAX
                       : two_heaps                                ? kLongestTable
                       : heap::SplitSets::accepts(code)           ? kLongestSplits
                                                                  : kLongestSets;
  auto patience_left = [&] {
    return options.upto.has_value() || checkpoint.has_value() ||
           std::chrono::duration<double>(Budget::Clock::now() - start).count() < kHeapPatience;
  };
  auto kept = start;
  const auto keep = [&]() -> Attempt<void> {
    if (!checkpoint || (Budget::Clock::now() - kept < kKept && !budget.spent())) return {};
    kept = Budget::Clock::now();
    return checkpoint->save(sequence);
  };
  std::string stopped;
  bool streamed = options.upto.has_value();
  while (!sequence.period() && sequence.size() < end && patience_left()) {
    if (!streamed && sequence.size() >= heap::Stream::kStart) {
      streamed = true;
      if (auto done = checkpoint ? checkpoint->save(sequence) : Attempt<void>(); !done) return std::move(done).error();
      if (auto done = prove_repeat(code, sequence, options, budget, theorem)) {
        if (*done) return theorem;
        if (done->error().kind == Error::Kind::declined && !budget.spent())
          return unknown(rule, done->error().message());
        return std::move(*done).error();
      }
    }
    // A stream begins with so many values, however many the folder has.
    uint64_t until = std::min(end, std::max(kFirstTable, sequence.size() + sequence.size() / 4));
    if (!streamed) until = std::min(until, heap::Stream::kStart);
    if (auto done = run.advance(until, budget, keep); !done) {
      if (done.error().kind != Error::Kind::declined) return std::move(done).error();
      if (budget.spent()) {
        if (!checkpoint) return std::move(done).error();
        return Error::declined(fmt::format("{}; {} values are kept in '{}', and the same command goes on from there",
                                           done.error().message(), checkpoint->size(), options.checkpoint));
      }
      stopped = "; " + done.error().message();
      break;
    }
  }
  run.sequence().look_for_period();
  if (checkpoint) {
    if (auto done = checkpoint->save(sequence); !done) return std::move(done).error();
  }
  if (const auto& period = sequence.period()) {
    theorem.status = Theorem::Status::proved;
    theorem.law.preperiod = period->preperiod;
    theorem.law.period = period->period;
    theorem.law.values.resize(period->preperiod + period->period);
    sequence.values().copy(0, theorem.law.values);
    theorem.law.saltus = period->saltus;
    if (two_heaps) {
      theorem.window = heap::window(*heap::simple_moves(code), *period);
    } else if (period->saltus == 0) {
      theorem.window = heap::window_of_three(code, *period);
      theorem.turns = 1;
    } else {
      std::vector<uint32_t> g(sequence.size());
      sequence.values().copy(0, g);
      // No more values than needed, to within a half.
      theorem.window = std::min(kFewValues, sequence.size());
      const auto turns = [&] { return heap::arithmetic_turns(code, std::span(g).first(theorem.window), *period); };
      while ((theorem.turns = turns()) == 0 && theorem.window < sequence.size())
        theorem.window = std::min(theorem.window + theorem.window / 2, sequence.size());
    }
    return theorem;
  }
  if (const auto law = heap::apparent_law(sequence.values(), std::min(sequence.size(), end))) {
    theorem.status = Theorem::Status::conjectured;
    theorem.law = *law;
    theorem.tested = {static_cast<int64_t>(std::min(sequence.size(), end))};
    theorem.reason = "no theorem is known that would prove it from these values";
    return theorem;
  }
  if (auto regularity = heap::apparent_regularity(sequence.values(), std::min(sequence.size(), end))) {
    theorem.status = Theorem::Status::conjectured;
    theorem.law.preperiod = regularity->preperiod;
    theorem.law.period = regularity->period;
    theorem.law.saltus = regularity->saltus;
    theorem.tested = {static_cast<int64_t>(std::min(sequence.size(), end))};
    theorem.regularity = *std::move(regularity);
    theorem.reason = "no theorem is known that would prove it from these values";
    return theorem;
  }
  return unknown(rule, fmt::format("no period was found in the first {} values{}", sequence.size(), stopped));
}

/// Why no folder can keep a search for the game's law; empty when one can.
std::string no_folder(const Rule& rule) {
  const auto heap = heap_game(rule);
  if (!heap) return fmt::format("'{}' is not seen to be a take-and-break game", rule.full_name);
  if (subtraction_set(rule) && !heap::simple_moves(heap->code))
    return fmt::format("'{}' is one in which all numbers but some may be taken, whose law is found without",
                       rule.full_name);
  return "";
}

/// The side of a box of values from which a formula is guessed, and of the one on which it is tested.
struct Sides {
  int64_t guess;
  int64_t test;
};
std::vector<Sides> sides(size_t arity) {
  switch (arity) {
    case 1:
      return {{24, 400}, {72, 400}};
    case 2:
      return {{14, 48}, {26, 48}};
    case 3:
      return {{7, 14}, {11, 18}};
    default:
      return {{5, 7}};
  }
}

/// Calls visit for the points of a box until it gives false, the last coordinate fastest.
template <class Visit>
void for_each_point(const std::vector<int64_t>& size, Visit&& visit) {
  std::vector<int64_t> point(size.size(), 0);
  for (;;) {
    if (!visit(point)) return;
    size_t i = size.size();
    while (i > 0 && point[i - 1] + 1 == size[i - 1]) point[--i] = 0;
    if (i == 0) return;
    ++point[i - 1];
  }
}

/// The values on a box by an engine; finite ones only. Declines after kQuick unless the user wants that box.
Attempt<Sample> values_on(const Rule& rule, const std::vector<int64_t>& size, const ProveOptions& options,
                          Budget& budget) {
  std::vector<Coordinates> points;
  int64_t count = 1;
  for (const int64_t s : size) {
    if (s > kMaxPoints / count) return Error::declined("the box has too many positions");
    count *= s;
  }
  for_each_point(size, [&](const std::vector<int64_t>& point) {
    Coordinates& coordinates = points.emplace_back();
    for (const int64_t c : point) coordinates.push_back(static_cast<uint64_t>(c));
    return true;
  });
  auto evaluator = open(rule);
  if (!evaluator) return std::move(evaluator).error();
  Budget quick;
  quick.set_time_limit(kQuick);
  quick.set_memory_limit(budget.memory_limit());
  auto values = (*evaluator)->values(points, options.upto ? budget : quick);
  if (!values) return std::move(values).error();
  Sample sample{size, 1, {}};
  for (const Ordinal& value : *values) {
    if (!value.is_small() || value.small() >= static_cast<uint64_t>(kMaxValue))
      return Error::declined("a value is infinite");
    sample.values.push_back(static_cast<int64_t>(value.small()));
  }
  return sample;
}

/// Whether every position has finitely many options.
bool finitely_many_options(const isl::Map& moves) {
  const auto arity = static_cast<unsigned>(isl_map_dim(moves.keep(), isl_dim_in));
  isl_map* from = isl_map_add_dims(moves.copy(), isl_dim_param, 0);
  from = isl_map_move_dims(from, isl_dim_param, 0, isl_dim_in, 0, arity);
  const isl::Set options(isl_map_range(from));
  return isl_set_is_bounded(options.keep()) == isl_bool_true;
}

isl::Set naturals(isl_ctx* context, size_t arity) {
  isl_set* set = isl_set_universe(isl_space_set_alloc(context, 0, static_cast<unsigned>(arity)));
  for (unsigned i = 0; i < arity; ++i) set = isl_set_lower_bound_si(set, isl_dim_set, i, 0);
  return isl::Set(set);
}

void state(Theorem& theorem, const Formula& formula) {
  theorem.cases = stated(*theorem.rule, formula);
  theorem.latex = stated(*theorem.rule, formula, Notation::latex);
  theorem.formula = by_residues(formula);
}

/// How formulas of one game are decided.
class Decision {
 public:
  Decision(isl_ctx* context, const Rule& rule) : context_(context), rule_(rule) {
    moves_ = move_relation(context, rule);
    if (!moves_) sums_ = sum_moves(context, rule);
    if (moves_) {
      descent_ = find_descent(*moves_);
    } else if (sums_) {
      descent_ = find_descent(to_parts(*sums_, rule.arity()));
    }
  }

  /// Null when moves lead to sums, or are not known as a relation.
  const isl::Map* moves() const { return moves_ ? &*moves_ : nullptr; }
  bool has_sums() const { return sums_.has_value(); }
  const std::optional<Descent>& descent() const { return descent_; }
  bool finite() const {
    if (moves_) return finitely_many_options(*moves_);
    return !sums_ || std::all_of(sums_->begin(), sums_->end(),
                                 [](const LineRelation& line) { return finitely_many_options(line.moves); });
  }
  /// Why no formula can be decided; empty otherwise.
  std::string obstacle() const {
    if (!moves_ && !sums_) return "its moves are not affine, or lead to other games";
    return descent_ ? "" : "no lexicographic order of affine measures was found that every move lowers";
  }

  /// `reason` tells why it is unknown. Requires that there is no obstacle.
  Verdict decide(const isl::Map& values, const std::vector<int64_t>& classes, std::string& reason) const {
    reason = "isl gave up";
    const isl::Set everywhere = naturals(context_, rule_.arity());
    if (moves_) return verify(*moves_, values, everywhere, classes);
    const auto options = reaches(*sums_, values);
    if (!options) {
      reason = "its moves lead to sums, and the formula's values are too many to tell their nim-sums";
      return {};
    }
    return verify(*options, values, everywhere, classes);
  }

 private:
  isl_ctx* context_;
  const Rule& rule_;
  std::optional<isl::Map> moves_;
  std::optional<std::vector<LineRelation>> sums_;
  std::optional<Descent> descent_;
};

/// Formulas guessed from a box of values and tested on a larger one, proved where that can be decided; otherwise the
/// status is conjectured. Declines when the values can't be computed.
Attempt<Theorem> prove_by_box(const Rule& rule, const Decision& decision, isl_ctx* context, const ProveOptions& options,
                              Budget& budget) {
  const auto start = Budget::Clock::now();
  const auto out_of_patience = [&] {
    return std::chrono::duration<double>(Budget::Clock::now() - start).count() > kPatience;
  };
  std::optional<Theorem> conjecture;
  for (const Sides& side : sides(rule.arity())) {
    const int64_t test_side =
        options.upto ? std::max(side.guess, static_cast<int64_t>(std::min<uint64_t>(*options.upto, kMaxPoints)) + 1)
                     : side.test;
    const auto test = values_on(rule, std::vector<int64_t>(rule.arity(), test_side), options, budget);
    if (!test) {
      if (budget.spent()) return budget.why();
      return test.error();
    }
    const Sample sample = part_of(*test, std::vector<int64_t>(rule.arity(), side.guess));
    for (int64_t modulus = 1; modulus <= kGreatestModulus && 2 * modulus <= side.guess; ++modulus) {
      if (budget.spent()) return budget.why();
      if (out_of_patience()) break;
      auto formula = guess(sample, modulus, kMostCases, budget);
      if (!formula || disagreement(*formula, *test)) continue;
      Theorem theorem;
      theorem.rule = &rule;
      theorem.reason = decision.obstacle();
      if (theorem.reason.empty()) {
        const Verdict verdict = decision.decide(to_map(context, *formula), moduli(*formula), theorem.reason);
        if (verdict.kind == Verdict::Kind::refuted) continue;
        if (verdict.kind == Verdict::Kind::proved) {
          theorem.status = Theorem::Status::proved;
          theorem.descent = *decision.descent();
          theorem.sums = decision.has_sums();
          theorem.reason.clear();
          state(theorem, *formula);
          return theorem;
        }
      }
      if (conjecture && conjecture->cases.size() <= formula->cases.size()) continue;
      theorem.status = Theorem::Status::conjectured;
      theorem.tested = test->size;
      state(theorem, *formula);
      conjecture = std::move(theorem);
    }
    if (conjecture) return *std::move(conjecture);
  }
  return unknown(rule, "no formula was found that fits its values");
}

Attempt<Theorem> prove_formula(const Rule& rule, const ProveOptions& options, Budget& budget) {
  const isl::Context context = isl::make_context(kProofSteps);
  const Decision decision(context.get(), rule);
  const auto unless_spent = [&](Attempt<Theorem> result) {
    return result || budget.spent() ? std::move(result) : unknown(rule, result.error().message());
  };
  if (decision.moves() == nullptr) return unless_spent(prove_by_box(rule, decision, context.get(), options, budget));
  if (!decision.descent()) return unknown(rule, decision.obstacle());
  const auto order = coordinate_order(*decision.descent(), rule.arity());
  if (decision.finite()) {
    auto by_box = prove_by_box(rule, decision, context.get(), options, budget);
    if (by_box || budget.spent() || !order) return unless_spent(std::move(by_box));
  }
  if (!order) return unknown(rule, "play goes down in a sum of coordinates, not in one after another");
  SlicesLimits limits;
  limits.powers = rule.arity();
  Slices found(*decision.moves(), *order, limits);
  if (auto searched = found.search(budget); !searched) return std::move(searched).error();
  Theorem theorem;
  theorem.rule = &rule;
  theorem.descent = *decision.descent();
  if (!found.whole()) {
    theorem.reason = found.reason();
    for (const Formula& slice : found.slices())
      theorem.slices.push_back({order->front(), static_cast<int64_t>(theorem.slices.size()), slice});
    return theorem;
  }
  theorem.status = Theorem::Status::proved;
  state(theorem, *found.whole());
  return theorem;
}

std::string ordinal_text(const std::vector<int64_t>& coefficients) {
  Ordinal value;
  for (size_t j = 0; j < coefficients.size(); ++j) {
    value = value + Ordinal::power_of_omega(static_cast<uint64_t>(coefficients.size() - 1 - j),
                                            static_cast<uint64_t>(coefficients[j]));
  }
  return value.to_string();
}

std::string claimed_text(const Claim& claim, const std::vector<int64_t>& position) {
  const auto value = evaluate(claim, position);
  return value ? ordinal_text(*value) : "";
}

/// The point of the set with the least sum of coordinates, of those the lexicographically least; nothing when isl gives
/// up or the set is empty.
std::optional<std::vector<int64_t>> least_by_sum(const isl::Set& set) {
  const auto arity = static_cast<unsigned>(isl_set_dim(set.keep(), isl_dim_set));
  isl_set* with_sum = isl_set_insert_dims(set.copy(), isl_dim_set, 0, 1);
  isl_constraint* sum = isl_constraint_alloc_equality(isl_local_space_from_space(isl_set_get_space(with_sum)));
  sum = isl_constraint_set_coefficient_si(sum, isl_dim_set, 0, -1);
  for (unsigned i = 1; i <= arity; ++i)
    sum = isl_constraint_set_coefficient_si(sum, isl_dim_set, static_cast<int>(i), 1);
  with_sum = isl_set_lexmin(isl_set_add_constraint(with_sum, sum));
  if (with_sum == nullptr || isl_set_is_empty(with_sum) != isl_bool_false) {
    isl_set_free(with_sum);
    return std::nullopt;
  }
  isl_point* point = isl_set_sample_point(with_sum);
  std::vector<int64_t> result;
  for (unsigned i = 1; i <= arity; ++i) {
    const isl::Val value(isl_point_get_coordinate_val(point, isl_dim_set, static_cast<int>(i)));
    result.push_back(isl_val_get_num_si(value.keep()));
  }
  isl_point_free(point);
  return result;
}

/// A map into fewer powers of ω as one into `powers`.
isl::Map with_powers(const isl::Map& values, size_t powers) {
  const auto has = static_cast<size_t>(isl_map_dim(values.keep(), isl_dim_out));
  const auto more = static_cast<unsigned>(powers - has);
  isl_map* map = isl_map_insert_dims(values.copy(), isl_dim_out, 0, more);
  for (unsigned i = 0; i < more; ++i) map = isl_map_fix_si(map, isl_dim_out, i, 0);
  return isl::Map(map);
}

/// Where two value maps differ.
isl::Set difference(const isl::Map& a, const isl::Map& b) {
  isl_set* only_a = isl_map_domain(isl_map_subtract(a.copy(), b.copy()));
  return isl::Set(isl_set_union(only_a, isl_map_domain(isl_map_subtract(b.copy(), a.copy()))));
}

/// The least position by the sum of coordinates where the claim is not the sample's value. All positions of smaller sum
/// are in the sample when the sum is below its sides.
std::optional<Theorem::Refutation> least_disagreement(const Claim& claim, const Sample& sample) {
  std::optional<Theorem::Refutation> best;
  int64_t best_sum = 0;
  size_t index = 0;
  for_each_point(sample.size, [&](const std::vector<int64_t>& point) {
    const int64_t true_value = sample.values[index++];
    const int64_t sum = std::accumulate(point.begin(), point.end(), int64_t{0});
    if (best && sum >= best_sum) return true;
    const auto value = evaluate(claim, point);
    const bool right = value && value->back() == true_value &&
                       std::all_of(value->begin(), value->end() - 1, [](int64_t c) { return c == 0; });
    if (right) return true;
    best_sum = sum;
    best = {point, claimed_text(claim, point), std::to_string(true_value), ""};
    return true;
  });
  return best;
}

const char* describe(Verdict::Flaw flaw) {
  switch (flaw) {
    case Verdict::Flaw::none:
      break;
    case Verdict::Flaw::no_value:
      return "the formula gives no value";
    case Verdict::Flaw::two_values:
      return "the formula gives two values";
    case Verdict::Flaw::option_with_same_value:
      return "an option has the same value by the formula";
    case Verdict::Flaw::value_too_large:
      return "by the formula some smaller value is the value of no option";
  }
  return "";
}

/// The theorem about a claim without its status.
Theorem about(const Rule& rule, const Claim& claim) {
  Theorem theorem;
  theorem.rule = &rule;
  for (size_t i = 0; i < claim.cases.size(); ++i) {
    const ClaimCase& one = claim.cases[i];
    const std::string condition = !one.condition.empty() ? one.condition : i == 0 ? "always" : "otherwise";
    theorem.cases.push_back({condition, one.value});
    const auto typewriter = [](const std::string& text) {
      std::string result = "\\texttt{";
      for (size_t k = 0; k < text.size(); ++k) {
        const std::string_view omega = "ω";
        if (text.compare(k, omega.size(), omega) == 0) {
          result += "w";
          k += omega.size() - 1;
        } else if (text[k] == '^') {
          result += "\\^{}";
        } else {
          if (std::string_view("%_&#{}$").find(text[k]) != std::string_view::npos) result += '\\';
          result += text[k];
        }
      }
      return result + "}";
    };
    const bool plain = one.condition.empty();
    theorem.latex.push_back({plain ? "\\text{" + condition + "}" : typewriter(condition), typewriter(one.value)});
  }
  return theorem;
}

}  // namespace

Attempt<Theorem> prove(const Rule& rule, const ProveOptions& options, Budget& budget) {
  const auto heap = heap_game(rule);
  if (!options.checkpoint.empty()) {
    if (const std::string why = no_folder(rule); !why.empty())
      return Error::input(
          fmt::format("--checkpoint keeps the search for a period of a take-and-break game's values; {}", why));
  }
  if (rule.is_alias && !heap) return unknown(rule, "it is another name for a sum");
  if (rule.arity() == 0) return unknown(rule, "it has no coordinates");
  if (auto set = subtraction_set(rule); set && options.checkpoint.empty())
    return prove_subtraction(rule, *std::move(set), budget);
  if (!heap) return prove_formula(rule, options, budget);
  const bool has_theorem = heap::simple_moves(heap->code).has_value();
  const bool may_have_formula = !rule.is_alias && !rule.moves_by_code;
  // What can be proved comes first: a period of two heaps, else a formula.
  std::optional<Theorem> law;
  if (has_theorem || !may_have_formula) {
    Attempt<Theorem> found = prove_heap(rule, heap->code, options, budget);
    if (!found || found->status == Theorem::Status::proved || !may_have_formula) return found;
    law = *std::move(found);
  }
  Attempt<Theorem> formula = prove_formula(rule, options, budget);
  if (!formula || formula->status == Theorem::Status::proved) return formula;
  if (!law) {
    Attempt<Theorem> found = prove_heap(rule, heap->code, options, budget);
    if (!found) return found;
    law = *std::move(found);
  }
  const bool nothing = formula->status == Theorem::Status::unknown && formula->slices.empty();
  return law->status == Theorem::Status::unknown && !nothing ? formula : Attempt<Theorem>(*std::move(law));
}

Attempt<Theorem> prove_claim(const Rule& rule, std::string_view text, const ProveOptions& options, Budget& budget) {
  if (rule.is_alias) return unknown(rule, "it is another name for a sum");
  if (rule.arity() == 0) return unknown(rule, "it has no coordinates");
  if (!options.checkpoint.empty())
    return Error::input("--checkpoint keeps the search for a period, and a formula is decided without one");
  const Attempt<Claim> claim = read_claim(rule, text);
  if (!claim) return claim.error();
  Theorem theorem = about(rule, *claim);
  const auto refute = [&](Theorem::Refutation refutation) {
    theorem.status = Theorem::Status::refuted;
    theorem.refutation = std::move(refutation);
    return theorem;
  };
  const isl::Context context = isl::make_context(kProofSteps);
  const Decision decision(context.get(), rule);
  // Values of a finite game, as far as is quick.
  std::optional<Sample> sample;
  if (decision.finite()) {
    const int64_t side = options.upto ? static_cast<int64_t>(std::min<uint64_t>(*options.upto, kMaxPoints)) + 1
                                      : sides(rule.arity()).back().test;
    auto computed = values_on(rule, std::vector<int64_t>(rule.arity(), side), options, budget);
    if (budget.spent()) return budget.why();
    if (computed) {
      sample = *std::move(computed);
      if (auto found = least_disagreement(*claim, *sample)) return refute(*std::move(found));
    }
  }
  const auto undecided = [&](std::string reason) {
    theorem.status = sample ? Theorem::Status::conjectured : Theorem::Status::unknown;
    theorem.reason = std::move(reason);
    if (sample) theorem.tested = sample->size;
    return theorem;
  };
  const isl::Map values = to_map(context.get(), *claim);
  const isl::Set everywhere = naturals(context.get(), rule.arity());
  if (const std::string obstacle = decision.obstacle(); !obstacle.empty()) return undecided(obstacle);
  if (!values) return undecided("the formula is not affine");
  std::string reason;
  const Verdict verdict = decision.decide(values, std::vector<int64_t>(rule.arity(), 1), reason);
  if (verdict.kind == Verdict::Kind::proved) {
    theorem.status = Theorem::Status::proved;
    theorem.descent = *decision.descent();
    theorem.sums = decision.has_sums();
    return theorem;
  }
  if (verdict.kind == Verdict::Kind::unknown && sample) return undecided(reason);
  // Which positions have another value is told by the law itself, where one is found.
  const Attempt<Theorem> law = prove(rule, options, budget);
  if (!law) return law.error();
  const auto compare = [&](const Formula& formula, const isl::Set& where) -> std::optional<Theorem::Refutation> {
    isl_ctx_reset_operations(context.get());
    const size_t powers = std::max(formula.powers, claim->powers);
    const isl::Map truth = with_powers(to_map(context.get(), formula), powers);
    const isl::Set wrong(isl_set_intersect(difference(with_powers(values, powers), truth).take(), where.copy()));
    const auto at = least_by_sum(wrong);
    if (!at) return std::nullopt;
    return Theorem::Refutation{*at, claimed_text(*claim, *at), ordinal_text(*evaluate(formula, *at)), ""};
  };
  if (law->status == Theorem::Status::proved && law->kind == Theorem::Kind::formula) {
    if (auto found = compare(law->formula, everywhere)) return refute(*std::move(found));
  }
  std::optional<Theorem::Refutation> least;
  for (const Theorem::Slice& slice : law->slices) {
    isl_set* where = isl_set_fix_si(everywhere.copy(), isl_dim_set, static_cast<unsigned>(slice.coordinate),
                                    static_cast<int>(slice.at));
    auto found = compare(slice.formula, isl::Set(where));
    const auto key = [](const Theorem::Refutation& r) {
      return std::pair(std::accumulate(r.position.begin(), r.position.end(), int64_t{0}), r.position);
    };
    if (found && (!least || key(*found) < key(*least))) least = std::move(found);
  }
  if (least) return refute(*std::move(least));
  if (verdict.kind == Verdict::Kind::unknown) return undecided(reason);
  return refute({verdict.position, claimed_text(*claim, verdict.position), "", describe(verdict.flaw)});
}

}  // namespace grundy
