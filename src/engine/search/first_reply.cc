#include "engine/search/first_reply.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "analysis/order.h"
#include "engine/table/dense_store.h"
#include "engine/table/fill.h"
#include "engine/table/finite.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

constexpr uint64_t kMostPositions = uint64_t{1} << 16;
constexpr uint64_t kMostOptions = uint64_t{1} << 21;    // of all positions together
constexpr uint64_t kStepsOfSearch = uint64_t{1} << 21;  // choices that are no move among them
constexpr uint64_t kPartOfMemory = 8;                   // for a search
constexpr uint64_t kStepsOfValues = uint64_t{1} << 21;  // where all positions may be few
constexpr uint64_t kBytesOfValues = uint64_t{1} << 24;
constexpr uint64_t kMostOptionsBeside = uint64_t{1} << 14;  // for the other winning moves
constexpr uint64_t kMostOptionsOfOne = uint64_t{1} << 18;   // of one of them
/// A larger table is not worth waiting for once it is known who wins.
constexpr uint64_t kMostCells = uint64_t{1} << 29;

enum class Standing : uint8_t { open, lost, won, unknown };

class FirstReply final : public RuleSolver {
 public:
  explicit FirstReply(const RuleGame& game) : RuleSolver(game) {}

  std::string_view engine() const override { return "first reply"; }
  std::string knows() const override { return "far out the first winning reply is looked for"; }
  Work work() const override { return work_; }

  double cost(std::span<const Position> positions) const override {
    if (positions.size() != 1) return cost::kNever;
    if (known_.contains(positions[0])) return cost::kNothing;
    const bool is_far =
        cost_of_all_choices(positions) > cost::kFarForTables || !is_near(boxes_below(positions[0]));
    return is_far ? cost::kFirstReply : cost::kNever;
  }
  bool tells_only_who_wins(std::span<const Position> positions) const override {
    if (positions.size() != 1 || !game().facts().sweep_order()) return false;
    const auto found = known_.find(positions[0]);
    if (found == known_.end() || found->second != Standing::won) return false;
    const auto boxes = boxes_below(positions[0]);
    return !boxes || DenseStore::cells(*boxes) > kMostCells;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    if (positions.size() == 1) {
      const auto who = asked(game().at(positions[0]), budget);
      if (!who) return who.error();
      if (*who == Standing::lost) return std::vector{Ordinal()};
      // Play may be short for all that.
      Budget part(budget, kStepsOfValues);
      part.set_memory_limit(std::min(kBytesOfValues, budget.memory_limit() / kPartOfMemory));
      const auto table = finite_engine()->open(game());
      auto values = table->values({{game().at(positions[0])}}, part);
      if (budget.spent()) return budget.why();
      if (values) return std::vector{values->front().ordinal()};
    }
    return Error::declined("a search tells who wins, but no law of the values is known");
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    if (play == Play::misere) return Solver::outcome(position, play, budget);
    const auto who = asked(position, budget);
    if (!who) return who.error();
    return *who == Standing::lost ? Outcome::P : Outcome::N;
  }

  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    if (!value.is_zero()) return Solver::has_value(position, value, budget);
    const auto who = asked(position, budget);
    if (!who) return who.error();
    return *who == Standing::lost;
  }

  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                 Budget& budget) override {
    if (play == Play::misere) return Solver::winning_moves(position, play, limit, budget);
    if (const auto who = asked(position, budget); !who) return who.error();
    begin_question(kMostOptionsBeside);
    bool are_all = true;
    auto moves = options_where(position, limit, budget, [&](const Sum& option) -> Attempt<bool> {
      const auto reply = reply_of(option, budget);
      if (!reply) return reply.error();
      Standing how = reply->standing;
      if (how == Standing::open) {
        const auto goes_on = reply->position.game->has_options(reply->position, budget);
        if (!goes_on) return goes_on.error();
        if (!*goes_on) return true;
        const auto found = standing(reply->position, budget);
        if (!found && !is_open(found.error())) return found.error();
        how = found ? *found : Standing::unknown;
      }
      are_all = are_all && how != Standing::unknown;
      return how == Standing::lost;
    });
    if (moves) moves->all = moves->all && are_all;
    return moves;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    if (!value.is_zero()) return Error::declined("no law of the values is known");
    return winning_moves(game().at(position), Play::normal, limit, budget);
  }

 private:
  std::optional<Boxes> boxes_below(const Position& position) const {
    const auto here = small_coordinates(rule(), game().coordinates(position));
    return here ? reachable_boxes({{&rule(), *here}}) : std::nullopt;
  }
  /// Whether a table of the boxes, with as many choices as they are long, is quickly made.
  static bool is_near(const std::optional<Boxes>& boxes) {
    return boxes && std::all_of(boxes->begin(), boxes->end(), [](const auto& box) {
             double longest = 1;
             for (const int64_t most : box.second)
               longest = std::max(longest, static_cast<double>(most) + 1);
             return static_cast<double>(DenseStore::cells({box})) * longest < cost::kFarForTables;
           });
  }
  /// What a move leads to: a position that is still open, or one that is known.
  struct Reply {
    Standing standing = Standing::open;
    Position position{};
  };
  struct Frame {
    Position position;
    std::vector<Position> replies;
    size_t next = 0;
    Standing otherwise = Standing::lost;  // where no reply is lost
  };

  void begin_question(uint64_t options) {
    most_positions_ = known_.size() + kMostPositions;
    most_options_ = work_.options + options;
  }
  Attempt<Standing> asked(const Position& position, Budget& budget) {
    begin_question(kMostOptions);
    Budget part(budget, kStepsOfSearch);
    auto found = standing(position, part);
    // What was found stays known.
    if (found && !budget.take_memory(part.memory_used())) return too_many();
    if (!found && budget.spent()) return budget.why();
    if (!found && part.out_of_steps()) {
      known_[position] = Standing::unknown;
      return too_many();
    }
    return found;
  }

  static Error too_many() { return Error::declined("no winning reply was found quickly"); }

  Attempt<Reply> reply_of(const Sum& option, Budget& budget) const {
    Sum parts;
    for (const Position& part : option) {
      Attempt<Sum> normal = part.game->normal_form(part, budget);
      if (!normal) return std::move(normal).error();
      parts.insert(parts.end(), normal->begin(), normal->end());
    }
    if (parts.empty() || (parts.size() == 2 && parts[0] == parts[1])) return Reply{Standing::lost};
    if (parts.size() > 1) return Reply{Standing::unknown};
    if (const auto size = heap_size(parts[0]))
      return Reply{size->is_zero() ? Standing::lost : Standing::won};
    const auto found = known_.find(parts[0]);
    return Reply{found == known_.end() ? Standing::open : found->second, parts[0]};
  }

  /// The position's replies that are open, the least first; none where one that is lost is seen.
  Attempt<Frame> opened(const Position& position, uint64_t most, Budget& budget) {
    Frame frame{position, {}, 0, Standing::lost};
    std::optional<Error> failed;
    bool is_won = false;
    uint64_t count = 0;
    auto listed = position.game->options(
        position,
        [&](const Sum& option) {
          auto reply = reply_of(option, budget);
          if (!reply) {
            failed = std::move(reply).error();
            return false;
          }
          is_won = reply->standing == Standing::lost;
          if (reply->standing == Standing::unknown) frame.otherwise = Standing::unknown;
          if (reply->standing == Standing::open) frame.replies.push_back(reply->position);
          return !is_won && ++count < most;
        },
        budget);
    work_.options += count;
    if (failed) return *std::move(failed);
    if (!listed) return std::move(listed).error();
    if (is_won) return Frame{position, {}, 0, Standing::won};
    if (*listed != Ended::complete) frame.otherwise = Standing::unknown;
    const auto size = [](const Position& one) {
      return std::accumulate(one.key.begin(), one.key.end(), 0.0,
                             [](double sum, auto c) { return sum + static_cast<double>(c); });
    };
    std::sort(frame.replies.begin(), frame.replies.end(),
              [&](const Position& a, const Position& b) {
                const double one = size(a), other = size(b);
                return one != other ? one < other : a.key < b.key;
              });
    for (const Position& reply : frame.replies) {
      if (budget.spent()) return budget.why();
      const auto goes_on = reply.game->has_options(reply, budget);
      if (!goes_on) return goes_on.error();
      if (!*goes_on) return Frame{position, {}, 0, Standing::won};
    }
    return frame;
  }

  /// Lost or won; declines where that is not found.
  Attempt<Standing> standing(const Position& start, Budget& budget) {
    if (const auto found = known_.find(start); found != known_.end()) {
      if (found->second == Standing::unknown) return too_many();
      return found->second;
    }
    std::vector<Frame> line;
    std::vector<Position> met;
    uint64_t taken = 0;
    // A search that is given up leaves nothing behind, and what was found before it stays.
    const auto give_up = [&](Error error) {
      for (const Position& position : met) known_.erase(position);
      budget.give_back_memory(taken);
      if (is_open(error)) known_[start] = Standing::unknown;
      return error;
    };
    const auto push = [&](const Position& position) -> Attempt<void> {
      if (known_.size() >= most_positions_ || work_.options >= most_options_) return too_many();
      if (budget.spent()) return budget.why();
      budget.progress("positions", known_.size());
      auto frame =
          opened(position, std::min(kMostOptionsOfOne, most_options_ - work_.options), budget);
      if (!frame) return std::move(frame).error();
      const uint64_t bytes = 4 * sizeof(Position) * (1 + frame->replies.size());
      if (taken + bytes > budget.memory_limit() / kPartOfMemory || !budget.take_memory(bytes))
        return too_many();
      taken += bytes;
      known_[position] = Standing::open;
      met.push_back(position);
      ++work_.positions;
      line.push_back(*std::move(frame));
      return {};
    };
    if (auto pushed = push(start); !pushed) return give_up(std::move(pushed).error());
    while (!line.empty()) {
      Frame& frame = line.back();
      bool is_won = false, waits = false;
      for (; frame.next < frame.replies.size() && !is_won; ++frame.next) {
        const Position& reply = frame.replies[frame.next];
        const auto found = known_.find(reply);
        if (found == known_.end()) {
          waits = true;
          break;
        }
        is_won = found->second == Standing::lost;
        // On the present line of play: it may go round.
        if (found->second == Standing::unknown || found->second == Standing::open)
          frame.otherwise = Standing::unknown;
      }
      if (waits) {
        const Position reply = frame.replies[frame.next];
        if (auto pushed = push(reply); !pushed) return give_up(std::move(pushed).error());
        continue;
      }
      known_[frame.position] = is_won ? Standing::won : frame.otherwise;
      line.pop_back();
    }
    const Standing found = known_.at(start);
    if (found == Standing::unknown) return give_up(too_many());
    return found;
  }

  std::unordered_map<Position, Standing, HashPosition> known_;
  uint64_t most_positions_ = 0;  // of the question at hand
  uint64_t most_options_ = 0;
  Work work_;
};

class FirstReplyEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "first reply"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const std::vector<const Rule*> games = reachable_games({game.rule()});
    const bool is_written = std::none_of(games.begin(), games.end(), [](const Rule* one) {
      return one->is_alias || one->moves_by_code;
    });
    return is_written ? std::make_unique<FirstReply>(game) : nullptr;
  }
};

}  // namespace

const Engine* first_reply_engine() {
  static const FirstReplyEngine engine;
  return &engine;
}

}  // namespace grundy
