#include "engine/law/rising.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/law/rising_lines.h"
#include "rule/exact.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr uint64_t kFewSteps = 8192;                // however short they are
constexpr uint64_t kMostSteps = uint64_t{1} << 17;  // a bisection or two each
constexpr uint64_t kStepsAtOnce = 16;               // between two looks at the budget
constexpr size_t kPiecesShown = 12;

/// Heaps from `start` to the next piece's, of one value.
struct RisingPiece {
  Natural start;
  uint32_t value = 0;
};

/// The options of one line at a heap.
struct LineHere {
  std::vector<bool> conditions;
  bool applies = false;        // they are true, and no heap of the sum is negative
  std::vector<Integer> heaps;  // of the sum
  Integer first, last;         // of the range
};

class RisingSolver final : public RuleSolver {
 public:
  RisingSolver(const RuleGame& game, std::vector<RisingLine> lines)
      : RuleSolver(game), lines_(std::move(lines)) {}

  std::string_view engine() const override { return "rising"; }
  std::string knows() const override {
    return "the ends of the options rise with the heap: its values are in pieces";
  }

  double cost(std::span<const Position>) const override { return cost::kPieces; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    Natural most;
    for (const Coordinates& one : positions) most = std::max(most, one[0]);
    if (auto reached = reach(most, budget); !reached) return std::move(reached).error();
    std::vector<Ordinal> result;
    for (const Coordinates& one : positions)
      result.emplace_back(uint64_t{pieces_[piece_of(one[0])].value});
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    MoveSet result;
    if (!value.is_finite()) return result;
    if (auto reached = reach(position[0], budget); !reached) return std::move(reached).error();
    const auto options = options_of_value(position[0], value.finite());
    if (!options) return too_large();
    const auto add = [&](Sum to) {
      result.all = result.moves.size() < limit;
      if (result.all) result.moves.push_back({std::move(to), ""});
      return result.all;
    };
    for (const auto& [first, end] : options->heaps) {
      for (Natural heap = first; heap < end; heap = heap + Natural(1)) {
        if (!add({game().at(Coordinates{heap})})) return result;
      }
    }
    for (const std::vector<Natural>& sum : options->sums) {
      Sum to;
      for (const Natural& heap : sum) to.push_back(game().at(Coordinates{heap}));
      if (!add(std::move(to))) return result;
    }
    return result;
  }

  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    if (value.is_loopy() || !value.ordinal().is_finite()) return std::optional<Natural>(Natural(0));
    const Natural n = game().coordinates(position)[0];
    if (auto reached = reach(n, budget); !reached) return std::move(reached).error();
    const auto options = options_of_value(n, value.ordinal().finite());
    if (!options) return too_large();
    Natural count(options->sums.size());
    for (const auto& [first, end] : options->heaps) count = count + (end - first);
    return std::optional<Natural>(std::move(count));
  }

  Attempt<std::optional<std::vector<ValuePiece>>> pieces(const Natural& last,
                                                         Budget& budget) override {
    if (auto reached = reach(last, budget); !reached) return std::move(reached).error();
    std::vector<ValuePiece> result;
    for (size_t i = 0; i < pieces_.size() && pieces_[i].start <= last; ++i)
      result.push_back({pieces_[i].start, std::min(end_of(i) - Natural(1), last),
                        Value(uint64_t{pieces_[i].value})});
    return std::optional(std::move(result));
  }

  std::string explanation(const Position&) override {
    const std::string& n = rule().coordinates[0];
    std::string text = fmt::format(
        "No end of the options of {0} falls as {0} grows, so the values stand in pieces:", n);
    for (size_t i = 0; i < std::min(pieces_.size(), kPiecesShown); ++i)
      text += fmt::format("\n  from {}: {}", pieces_[i].start.to_string(), pieces_[i].value);
    if (pieces_.size() > kPiecesShown) text += "\n  …";
    return text + "\n";
  }

 private:
  /// Options of one value: ranges [first, end) of heaps, apart and ascending, and sums of other
  /// than one heap.
  struct Options {
    std::vector<std::pair<Natural, Natural>> heaps;
    std::vector<std::vector<Natural>> sums;
  };

  static Error too_large() { return Error::declined("a term is too large"); }

  size_t piece_of(const Natural& heap) const {
    const auto next = std::upper_bound(
        pieces_.begin(), pieces_.end(), heap,
        [](const Natural& one, const RisingPiece& piece) { return one < piece.start; });
    return static_cast<size_t>(next - pieces_.begin()) - 1;
  }
  /// The heap after the last one of the piece, among those that are known.
  const Natural& end_of(size_t piece) const {
    return piece + 1 < pieces_.size() ? pieces_[piece + 1].start : known_;
  }

  /// Nothing where a term has no value within reach.
  std::optional<LineHere> at(const RisingLine& line, const Integer& n) const {
    LineHere here;
    for (const Expr& condition : line.conditions) {
      const auto holds = exact_value(condition, {n});
      if (!holds) return std::nullopt;
      here.conditions.push_back(!holds->is_zero());
    }
    here.applies =
        std::find(here.conditions.begin(), here.conditions.end(), false) == here.conditions.end();
    if (line.is_range) {
      auto first = line.first(n);
      auto last = line.last(n);
      if (!first || !last) return std::nullopt;
      here.first = *std::move(first);
      here.last = *std::move(last);
      return here;
    }
    for (const Expr& term : line.heaps) {
      auto heap = exact_value(term, {n});
      if (!heap) return std::nullopt;
      here.applies = here.applies && !heap->is_negative();
      here.heaps.push_back(*std::move(heap));
    }
    return here;
  }

  /// Whether the line's options at n have the same values as `before`, those of the first heap that
  /// is not known.
  bool is_as(const LineHere& before, const LineHere& now) const {
    if (now.conditions != before.conditions || now.applies != before.applies) return false;
    if (!before.applies) return true;
    const auto in_same_piece = [&](const Integer& old, const Integer& heap) {
      return heap.size() < end_of(piece_of(old.size()));
    };
    for (size_t i = 0; i < before.heaps.size(); ++i) {
      if (!in_same_piece(before.heaps[i], now.heaps[i])) return false;
    }
    if (!before.heaps.empty()) return true;
    if (before.first > before.last) return now.last < before.first;  // empty, and so all the way
    return now.first <= before.last && in_same_piece(before.first, now.first) &&
           in_same_piece(before.last, now.last);
  }

  Attempt<void> reach(const Natural& most, Budget& budget) {
    for (; known_ <= most; ++steps_) {
      if (steps_ % kStepsAtOnce == 0 && budget.spent()) return budget.why();
      if (steps_ > kMostSteps || (steps_ > kFewSteps && Natural(steps_) * Natural(steps_) > known_))
        return Error::declined("its options change too often");
      if (auto more = step(most); !more) return more;
    }
    return {};
  }

  /// The heaps from the first that is not known on, as far as their options have the same values.
  Attempt<void> step(const Natural& most) {
    std::vector<LineHere> here;
    seen_.clear();
    for (const RisingLine& line : lines_) {
      auto one = at(line, Integer(known_));
      if (!one) return too_large();
      here.push_back(*std::move(one));
      if (!here.back().applies) continue;
      const auto is_lower = [&](const Integer& heap) { return heap.size() < known_; };
      if (line.is_range) {
        if (here.back().first > here.back().last) continue;
        if (!is_lower(here.back().last)) return not_lower();
        const size_t last = piece_of(here.back().last.size());
        for (size_t i = piece_of(here.back().first.size()); i <= last; ++i)
          seen_.insert(pieces_[i].value);
        continue;
      }
      uint32_t value = 0;
      for (const Integer& heap : here.back().heaps) {
        if (!is_lower(heap)) return not_lower();
        value ^= pieces_[piece_of(heap.size())].value;
      }
      seen_.insert(value);
    }
    // The step doubles as long as nothing changes, and is halved after.
    Natural last = known_;
    bool grows = true;
    for (Natural step(1); !step.is_zero();) {
      const Natural next = last + step;
      const bool stays = next <= most && is_as(here, next);
      if (stays) last = next;
      grows = grows && stays;
      step = grows ? step + step : step >> 1;
    }
    const uint32_t value = seen_.mex();
    if (pieces_.empty() || pieces_.back().value != value) pieces_.push_back({known_, value});
    known_ = last + Natural(1);
    return {};
  }

  bool is_as(const std::vector<LineHere>& before, const Natural& n) const {
    for (size_t i = 0; i < lines_.size(); ++i) {
      const auto now = at(lines_[i], Integer(n));
      if (!now || !is_as(before[i], *now)) return false;
    }
    return true;
  }

  Error not_lower() const {
    return Error::declined(
        fmt::format("a move from {}({}) leads no lower", rule().full_name, known_.to_string()));
  }

  std::optional<Options> options_of_value(const Natural& n, const Natural& value) const {
    Options result;
    for (const RisingLine& line : lines_) {
      const auto here = at(line, Integer(n));
      if (!here) return std::nullopt;
      if (!here->applies) continue;
      if (line.is_range) {
        if (here->first > here->last) continue;
        const Natural end = here->last.size() + Natural(1);
        for (size_t i = piece_of(here->first.size()); i < pieces_.size() && pieces_[i].start < end;
             ++i) {
          if (Natural(pieces_[i].value) == value)
            result.heaps.emplace_back(std::max(pieces_[i].start, here->first.size()),
                                      std::min(end_of(i), end));
        }
        continue;
      }
      uint32_t sum = 0;
      std::vector<Natural> heaps;
      for (const Integer& heap : here->heaps) {
        sum ^= pieces_[piece_of(heap.size())].value;
        heaps.push_back(heap.size());
      }
      if (Natural(sum) != value) continue;
      if (heaps.size() == 1) {
        result.heaps.emplace_back(heaps[0], heaps[0] + Natural(1));
      } else if (std::find(result.sums.begin(), result.sums.end(), heaps) == result.sums.end()) {
        result.sums.push_back(std::move(heaps));
      }
    }
    std::sort(result.heaps.begin(), result.heaps.end());
    Natural end;  // of the heaps so far
    for (auto& [first, own_end] : result.heaps) {
      first = std::max(first, end);
      own_end = std::max(own_end, first);
      end = own_end;
    }
    return result;
  }

  std::vector<RisingLine> lines_;
  std::vector<RisingPiece> pieces_;
  Natural known_;       // heaps below have their piece
  uint64_t steps_ = 0;  // taken to know them; a piece may need several
  MexSet seen_;
};

class RisingEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "rising"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    auto lines = game.is_endless() ? std::nullopt : rising_lines(*game.rule());
    return lines ? std::make_unique<RisingSolver>(game, *std::move(lines)) : nullptr;
  }
};

}  // namespace

const Engine* rising_engine() {
  static const RisingEngine engine;
  return &engine;
}

}  // namespace grundy
