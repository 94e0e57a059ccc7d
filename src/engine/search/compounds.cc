#include "engine/search/compounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "engine/plan.h"
#include "engine/round.h"
#include "engine/search/play_length.h"
#include "engine/search/play_out.h"
#include "engine/sum.h"
#include "game/compound.h"
#include "game/nim_heap.h"
#include "value/mex.h"

namespace grundy {
namespace {

using How = CompoundKind::How;

/// The number with this index, from 0, among those that are not in the set.
uint64_t missing(const std::set<uint64_t>& from, uint64_t index) {
  uint64_t number = index;
  for (const uint64_t one : from) {
    if (one > number) break;
    ++number;
  }
  return number;
}

/// Numbers of positions that follow from those of their options, depth first.
class FromOptions {
 public:
  using Number = std::optional<uint64_t>;
  /// From the numbers of the options that have a move, and how many have none.
  using Finish = std::function<Number(const std::vector<Number>& options, size_t ended)>;

  Attempt<Number> of(const Position& start, const Finish& finish, Games& games, Budget& budget) {
    std::vector<Position> line = {start};
    const auto give_up = [&](Error error) {
      std::erase_if(known_, [](const auto& one) { return one.second.is_open; });
      return error;
    };
    while (!line.empty()) {
      const Position here = line.back();
      if (const auto found = known_.find(here); found != known_.end() && !found->second.is_open) {
        line.pop_back();
        continue;
      }
      if (budget.spent()) return give_up(budget.why());
      known_[here] = {true, std::nullopt};
      const size_t waiting = line.size();
      std::vector<Number> numbers;
      size_t ended = 0;
      std::optional<Error> failed;
      const auto take = [&](const Sum& to) -> Attempt<void> {
        auto live = live_parts(to, budget);
        if (!live) return std::move(live).error();
        if (live->empty()) {
          ++ended;
          return {};
        }
        Position next = as_one(sorted(*std::move(live)), games);
        const Attempt<bool> goes_on = next.game->has_options(next, budget);
        if (!goes_on) return goes_on.error();
        const auto found = known_.find(next);
        if (!*goes_on) {
          ++ended;
        } else if (found != known_.end() && found->second.is_open) {
          return comes_again(fmt::format("{} comes again", to_string(next)));
        } else if (found != known_.end()) {
          numbers.push_back(found->second.number);
        } else if (budget.take_memory(2 * sizeof(Position) + 64)) {
          line.push_back(std::move(next));
        } else {
          return budget.too_large("the positions that were met", 2 * sizeof(Position) + 64);
        }
        return {};
      };
      const auto listed = here.game->options(
          here,
          [&](const Sum& to) {
            if (auto taken = take(to); !taken) failed = std::move(taken).error();
            return !failed;
          },
          budget);
      if (failed) return give_up(*std::move(failed));
      if (!listed) return give_up(listed.error());
      if (*listed == Ended::endless)
        return give_up(
            Error::declined(fmt::format("{} has infinitely many moves", to_string(here))));
      if (line.size() == waiting) known_[here] = {false, finish(numbers, ended)};
    }
    return known_.at(start).number;
  }

 private:
  struct Known {
    bool is_open = true;
    Number number;
  };
  std::unordered_map<Position, Known, HashPosition> known_;
};

class CompoundSolver final : public Solver {
 public:
  explicit CompoundSolver(const CompoundGame& game) : game_(game), kind_(game.compound()) {}
  std::string_view engine() const override { return "compound"; }
  std::string knows() const override { return "what its components are worth"; }
  Work work() const override { return work_; }
  /// A search of all compounds there are would be the other way.
  bool tells_only_who_wins(std::span<const Position>) const override {
    return kind_.how != How::one || kind_.is_short;
  }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    if (!kind_.in_order() && !(kind_ == CompoundKind{}))
      return Error::declined("a compound has a value by its definition only");
    std::vector<Value> result;
    for (const Position& position : positions) {
      const std::vector<Position> parts = game_.components(position);
      Attempt<Value> value = kind_.how == How::one    ? value_of_sum_of(parts, budget)
                             : kind_.how == How::then ? value_then(parts[0], parts[1], budget)
                                                      : value_ordinal(parts[0], parts[1], budget);
      if (!value) return std::move(value).error();
      result.push_back(*std::move(value));
    }
    return result;
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    return value_of_sum_of(std::vector<Position>(option.begin(), option.end()), budget);
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    Attempt<bool> wins = mover_wins(position, play, budget);
    if (!wins) return std::move(wins).error();
    return *wins ? Outcome::N : Outcome::P;
  }

  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                 Budget& budget) override {
    if (kind_.how == How::some && (kind_.is_short || play == Play::normal))
      return moves_of_some(game_.components(position), play, limit, budget);
    return options_where(position, limit, budget, [&](const Sum& option) -> Attempt<bool> {
      Attempt<bool> other = sum_wins(option, play, budget);
      if (!other) return other;
      return !*other;
    });
  }

 private:
  Attempt<Value> value_of_sum_of(const std::vector<Position>& parts, Budget& budget) {
    Attempt<Answer> answer = grundy::value_of_sum(parts, solvers_, budget);
    if (!answer) return std::move(answer).error();
    return *std::move(answer->value);
  }
  Attempt<uint64_t> number(const std::vector<Position>& parts, Budget& budget) {
    Attempt<Value> value = value_of_sum_of(parts, budget);
    if (!value) return std::move(value).error();
    if (!value->is_finite() || !value->ordinal().is_small())
      return Error::declined(fmt::format("a component has the value {}", value->to_string()));
    return value->ordinal().small();
  }

  /// Of any sum, for the player to move.
  Attempt<bool> sum_wins(const Sum& sum, Play play, Budget& budget) {
    if (sum.size() == 1 && sum[0].game == &game_) return mover_wins(sum[0], play, budget);
    Attempt<Answer> answer =
        solve_sum(std::vector<Position>(sum.begin(), sum.end()), play, 1, solvers_, budget);
    if (!answer) return std::move(answer).error();
    if (answer->outcome == Outcome::D) return Error::declined("play of a component need not end");
    return answer->mover_wins();
  }

  Attempt<bool> mover_wins(const Position& position, Play play, Budget& budget) {
    ++work_.positions;
    const std::vector<Position> parts = game_.components(position);
    Attempt<bool> has_move = position.game->has_options(position, budget);
    if (!has_move) return has_move;
    if (!*has_move) return play == Play::misere;
    switch (kind_.how) {
      case How::one:
        if (!kind_.is_short) return sum_wins(Sum(parts.begin(), parts.end()), play, budget);
        return wins_foreclosed(parts, play, budget);
      case How::all:
        return wins_all(parts, play, budget);
      case How::some:
        return wins_some(parts, play, budget);
      case How::upto:
        if (auto wins = wins_moore(parts, play, budget)) return *wins;
        break;
      case How::then:
      case How::ordinal:
        if (play == Play::misere) break;
        auto values = this->values({&position, 1}, budget);
        if (!values) return std::move(values).error();
        return !values->front().is_zero();
    }
    return PlayOut(play, budget).mover_wins({position});
  }

  /// The component that ends first, or last, decides.
  Attempt<bool> wins_all(const std::vector<Position>& parts, Play play, Budget& budget) {
    const Pace pace = kind_.is_short ? Pace::winner_hurries : Pace::winner_delays;
    PlayLength& lengths = lengths_.try_emplace(play, play, pace).first->second;
    std::optional<PlayLength::Length> deciding;
    for (const Position& part : parts) {
      auto length = lengths.of({part}, budget);
      if (!length) return std::move(length).error();
      const bool decides = !deciding || (kind_.is_short ? length->moves < deciding->moves
                                                        : length->moves > deciding->moves);
      if (decides) deciding = *length;
    }
    return deciding->mover_wins;
  }

  Attempt<bool> wins_some(const std::vector<Position>& parts, Play play, Budget& budget) {
    std::vector<Position> alive;
    for (const Position& part : parts) {
      Attempt<bool> has_move = part.game->has_options(part, budget);
      if (!has_move) return has_move;
      if (*has_move) alive.push_back(part);
    }
    // A long compound is ended by the last component; while there are more, it is played as if in
    // normal play.
    const Play of_each = !kind_.is_short && alive.size() > 1 ? Play::normal : play;
    for (const Position& part : alive) {
      Attempt<bool> wins = sum_wins({part}, of_each, budget);
      if (!wins || *wins) return wins;
    }
    return false;
  }

  /// Every won component goes to a lost one, and the lost ones stay as they are.
  Attempt<MoveSet> moves_of_some(const std::vector<Position>& parts, Play play, size_t limit,
                                 Budget& budget) {
    MoveSet result;
    std::vector<std::vector<Position>> made(1);
    for (const Position& part : parts) {
      const Attempt<Answer> answer = solve_sum({part}, play, limit, solvers_, budget);
      if (!answer) return answer.error();
      std::vector<Position> choices;
      if (!answer->mover_wins()) choices.push_back(part);
      for (const SumMove& move : answer->winning_moves)
        choices.push_back(as_one(move.move.to, games()));
      result.all = result.all && answer->all_winning_moves;
      std::vector<std::vector<Position>> longer;
      for (const std::vector<Position>& begun : made) {
        for (const Position& choice : choices) {
          if (longer.size() == limit) {
            result.all = false;
            break;
          }
          longer.push_back(begun);
          longer.back().push_back(choice);
        }
      }
      made = std::move(longer);
    }
    for (std::vector<Position>& one : made)
      result.moves.push_back({{game_.at(std::move(one))}, ""});
    return result;
  }

  /// At most `most` components in a move: nim heaps by Moore's theorem; nothing where no theorem is
  /// known.
  std::optional<Attempt<bool>> wins_moore(const std::vector<Position>& parts, Play play,
                                          Budget& budget) {
    std::vector<Natural> heaps;
    for (const Position& part : parts) {
      Attempt<bool> has_move = part.game->has_options(part, budget);
      if (!has_move) return has_move;
      if (!*has_move) continue;
      const auto size = heap_size(part);
      if (!size || !size->is_finite()) return std::nullopt;
      heaps.push_back(size->finite());
    }
    const auto is_one = [](const Natural& heap) { return heap == Natural(1); };
    const uint64_t cycle = kind_.most + 1;
    if (play == Play::misere && std::all_of(heaps.begin(), heaps.end(), is_one))
      return Attempt<bool>(heaps.size() % cycle != 1);
    uint64_t bits = 0;
    for (const Natural& heap : heaps) bits = std::max(bits, heap.bit_length());
    for (uint64_t bit = 0; bit < bits; ++bit) {
      const auto count = static_cast<uint64_t>(std::count_if(
          heaps.begin(), heaps.end(), [&](const Natural& heap) { return heap.bit(bit); }));
      if (count % cycle != 0) return Attempt<bool>(true);
    }
    return Attempt<bool>(false);
  }

  /// A short sum: whoever ends a component wins, in misère play loses. So nobody moves to a
  /// position from which one can be ended, or to one that is ended.
  Attempt<bool> wins_foreclosed(const std::vector<Position>& parts, Play play, Budget& budget) {
    uint64_t sum = 0;
    for (const Position& part : parts) {
      auto value = foreclosed(part, play, budget);
      if (!value) return std::move(value).error();
      if (!*value) return true;  // it can be ended at once
      sum ^= **value;
    }
    return sum != 0;
  }

  /// Nothing where nobody moves to the position: in normal play it can be ended at once.
  Attempt<std::optional<uint64_t>> foreclosed(const Position& start, Play play, Budget& budget) {
    return foreclosed_[play].of(
        start,
        [&](const std::vector<FromOptions::Number>& options, size_t ended) -> FromOptions::Number {
          if (ended > 0 && play == Play::normal) return std::nullopt;
          std::vector<uint64_t> values;
          for (const FromOptions::Number& one : options) {
            if (one) values.push_back(*one);
          }
          return mex(values);
        },
        games(), budget);
  }

  Attempt<Value> value_ordinal(const Position& base, const Position& above, Budget& budget) {
    const Attempt<uint64_t> index = number({above}, budget);
    if (!index) return index.error();
    std::set<uint64_t> options;
    std::optional<Error> failed;
    const auto listed = base.game->options(
        base,
        [&](const Sum& to) {
          const Attempt<uint64_t> value =
              number(std::vector<Position>(to.begin(), to.end()), budget);
          if (value) {
            options.insert(*value);
          } else {
            failed = value.error();
          }
          return !failed;
        },
        budget);
    if (failed) return *std::move(failed);
    if (!listed) return listed.error();
    if (*listed == Ended::endless)
      return Error::declined(fmt::format("{} has infinitely many moves", to_string(base)));
    return Value(missing(options, *index));
  }

  Attempt<Value> value_then(const Position& first, const Position& second, Budget& budget) {
    const Attempt<uint64_t> last = number({second}, budget);
    if (!last) return last.error();
    const auto found = then_[*last].of(
        first,
        [&](const std::vector<FromOptions::Number>& options, size_t ended) -> FromOptions::Number {
          if (options.empty() && ended == 0) return *last;
          std::vector<uint64_t> values;
          for (const FromOptions::Number& one : options) values.push_back(*one);
          if (ended > 0) values.push_back(*last);
          return mex(values);
        },
        games(), budget);
    if (!found) return found.error();
    return Value(**found);
  }

  Games& games() const { return game_.games(); }

  const CompoundGame& game_;
  const CompoundKind kind_;
  Solvers solvers_;
  Work work_;
  std::map<Play, PlayLength> lengths_;
  std::map<Play, FromOptions> foreclosed_;
  std::map<uint64_t, FromOptions> then_;  // by the value of the second component
};

class CompoundEngine final : public Engine {
 public:
  std::string_view name() const override { return "compound"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const CompoundGame* compound = as<CompoundGame>(&game);
    return compound == nullptr ? nullptr : std::make_unique<CompoundSolver>(*compound);
  }
};

}  // namespace

const Engine* compound_engine() {
  static const CompoundEngine engine;
  return &engine;
}

}  // namespace grundy
