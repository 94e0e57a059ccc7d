// ∞(0, 2), or inf(0, 2): from here a move leads to the nim heaps *0 and *2, and a player may also
// pass; ∞ is only passing.
//
// These are the values of play that need not end (value/value.h) as positions, as *5 is for the
// number 5: each position of value ∞(K) plays like ∞(K) in every sum (Smith 1966; Fraenkel and Perl
// 1975).
#include "engine/family/infinity.h"

#include <algorithm>

#include "engine/family/listing.h"
#include "engine/graph/delay.h"
#include "engine/round.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

constexpr std::string_view kInfinityExample = "inf(0, 2)";

/// A key holds the exits, ascending.
class InfinityGame final : public Game {
 public:
  std::string name() const override { return "∞"; }
  std::string text(const Position& position, size_t limit) const override {
    std::string text = Value::loopy({position.key.begin(), position.key.end()}).to_string();
    if (text.size() > limit) text = text.substr(0, limit) + "…";
    return text;
  }
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget&) const override {
    for (const uint64_t exit : position.key) {
      if (!sink({nim_heap(exit)})) return Ended::stopped;
    }
    return sink({position}) ? Ended::complete : Ended::stopped;
  }
  Attempt<bool> has_options(const Position&, Budget&) const override { return true; }
};

const InfinityGame& infinity_game() {
  static const InfinityGame game;
  return game;
}

class InfinitySolver final : public RoundSolver {
 public:
  std::string_view engine() const override { return "infinity"; }
  std::string knows() const override { return "its exits are its value"; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget&) override {
    std::vector<Value> result;
    result.reserve(positions.size());
    for (const Position& position : positions) result.push_back(value(position));
    return result;
  }
  /// A nim heap, or the position itself.
  Attempt<Value> value_of(const Sum& option, Budget&) override {
    const std::optional<Ordinal> heap = heap_size(option.at(0));
    return heap ? Value(*heap) : value(option[0]);
  }
  std::optional<uint64_t> moves_to_end(const Sum& sum, Budget&) override {
    const std::optional<Ordinal> heap = heap_size(sum.at(0));
    if (heap) return heap->is_zero() ? 0 : 1;
    return value(sum[0]).outcome() == Outcome::N ? std::optional<uint64_t>(1) : std::nullopt;
  }
  std::optional<uint64_t> delay(const Sum& sum, Budget&) override {
    return delay_where_play_ends(sum);
  }

 private:
  static Value value(const Position& position) {
    return Value::loopy({position.key.begin(), position.key.end()});
  }
};

class InfinityEngine final : public Engine {
 public:
  std::string_view name() const override { return "infinity"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    return &game == &infinity_game() ? std::make_unique<InfinitySolver>() : nullptr;
  }
};

class InfinityFamily final : public Family {
 public:
  std::string_view name() const override { return "inf"; }
  std::string_view example() const override { return kInfinityExample; }
  std::string_view documentation() const override {
    return "∞(0, 2), also written inf(0, 2): a move leads to a nim heap of one of these sizes, or "
           "leaves all as it is.\n"
           "∞ alone can only be left as it is.\n\n"
           "Where play can go round these are the values beside numbers (Smith 1966; Fraenkel and "
           "Perl 1975): ∞(K) is won\n"
           "if K has 0 and drawn otherwise; n + ∞(K) is ∞ with the nim-sums of n and those of K; "
           "∞(K) + ∞(L) is ∞.\n";
  }

  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games&, Budget&) const override {
    if (auto right = check_arguments("∞", kInfinityExample, 0, SIZE_MAX, parameters, arguments);
        !right)
      return std::move(right).error();
    std::vector<uint64_t> exits;
    for (const Argument& argument : arguments) {
      const auto* exit = std::get_if<Natural>(&argument.value);
      if (exit == nullptr || !exit->is_small())
        return Error::input("the exits of ∞ are numbers below 2^63, as in " +
                            std::string(kInfinityExample));
      exits.push_back(exit->small());
    }
    std::sort(exits.begin(), exits.end());
    exits.erase(std::unique(exits.begin(), exits.end()), exits.end());
    return Position{&infinity_game(), Key(exits.begin(), exits.end())};
  }
};

}  // namespace

const Engine* infinity_engine() {
  static const InfinityEngine engine;
  return &engine;
}

const Family* infinity_family() {
  static const InfinityFamily family;
  return &family;
}

}  // namespace grundy
