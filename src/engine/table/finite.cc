#include "engine/table/finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/endless.h"
#include "analysis/merged.h"
#include "analysis/order.h"
#include "base/reader.h"
#include "code/moves.h"
#include "engine/table/mark.h"
#include "engine/table/sweep.h"

namespace grundy {
namespace {

constexpr uint64_t kLeastNative = 1 << 11;          // cells for which compiling pays
constexpr uint64_t kLeastWork = uint64_t{1} << 20;  // or cells times the largest coordinate, where it is more
constexpr uint64_t kSmallTable = 1 << 16;           // cells that are filled without a thought
/// How much is followed one by one before a table is filled, or refused where it does not fit: a few positions may be
/// all there are.
struct Trial {
  uint64_t positions = UINT64_MAX;
  uint64_t options = UINT64_MAX;
};
constexpr Trial kBeforeRefusal{uint64_t{1} << 23, uint64_t{1} << 28};
Trial before_table(uint64_t cells) {
  return {std::max<uint64_t>(256, cells / 2048), std::max<uint64_t>(1 << 12, cells / 256)};
}
constexpr uint64_t kMostMerged = 4;            // cells of a table for several games, for each of theirs
constexpr int64_t kMemoLimit = INT64_MAX / 2;  // of a coordinate
constexpr uint64_t kBudgetInterval = 256;      // positions between two looks at the budget

using Coordinates64 = std::vector<int64_t>;

struct Asked {
  const Rule* game;
  Coordinates64 coordinates;
};

std::string text_of(const Rule* game, const Coordinates64& coordinates) {
  return to_string(RuleSum{{game, coordinates}});
}

/// The beginning and the end of what would fill the screen.
std::string shortened(const std::string& text) {
  return text.size() <= 200 ? text : text.substr(0, 100) + "…" + text.substr(text.size() - 40);
}

Error never_ends(std::string message) { return Error::declined("play need not end: " + std::move(message)); }

/// Follows positions depth first and gives each its value when all its options have theirs.
template <class Store>
class Follower {
 public:
  Follower(Store& store, const std::vector<const Rule*>& games, int64_t limit, MexSet& seen, Work& work, Budget& budget)
      : store_(store), seen_(seen), work_(work), budget_(budget) {
    for (const Rule* game : games) {
      if (game->is_alias) continue;
      Entry& entry = entries_[game];
      entry.runner.program = lower(*game, limit);
      if (!entry.runner.program) {
        too_long_ = game;
        return;
      }
      for (const NestCode& nest : entry.runner.program->code) {
        auto& targets = entry.runner.targets.emplace_back();
        for (const PartCode& part : nest.parts) targets.push_back(table_of(part.part->game));
      }
      entry.machine = std::make_unique<Machine>(*entry.runner.program, budget);
      entry.sink = std::make_unique<MarkSink<Store>>(store_, entry.runner, seen_);
      entry.endless = endless_moves(*game);
    }
  }

  enum class Outcome { solved, gave_up };

  /// Values for all asked positions; gave_up when that takes more than the trial allows.
  Attempt<Outcome> follow(const std::vector<Asked>& asked, Trial trial = {}) {
    const uint64_t most_options = trial.options == UINT64_MAX ? UINT64_MAX : work_.options + trial.options;
    if (too_long_ != nullptr)
      return Error::declined(fmt::format("the rule of '{}' is too long for the machine", too_long_->full_name));
    for (const Asked& one : asked) {
      const PositionId id = id_of(one);
      if (failed()) return out_of_memory();
      if (auto pushed = push(id); !pushed) return std::move(pushed).error();
      Attempt<Outcome> result = run(trial.positions, most_options);
      if (!result || *result == Outcome::gave_up) {
        for (PositionId open : stack_) {
          if (store_.value(open) == kOpenValue) store_.value(open) = kUnknownValue;
        }
        stack_.clear();
        return result;
      }
    }
    return Outcome::solved;
  }

 private:
  struct Entry {
    Runner<Store> runner;
    std::unique_ptr<Machine> machine;
    std::unique_ptr<MarkSink<Store>> sink;
    std::vector<EndlessMove> endless;
  };

  typename Store::Table* table_of(const Rule* game) {
    if constexpr (std::is_same_v<Store, MemoStore>) {
      return &store_.table(game);
    } else {
      const auto found = store_.tables().find(game);
      if (found != store_.tables().end()) return const_cast<typename Store::Table*>(&found->second);
      nowhere_.stride.resize(std::max(nowhere_.stride.size(), game->arity()));
      return &nowhere_;
    }
  }
  PositionId id_of(const Asked& one) {
    if constexpr (std::is_same_v<Store, MemoStore>)
      return store_.find(store_.table(one.game), one.coordinates.data());
    else
      return store_.find(store_.table(one.game), one.coordinates);
  }
  bool failed() const {
    if constexpr (std::is_same_v<Store, MemoStore>) return store_.failed();
    return false;
  }
  uint64_t size() const {
    if constexpr (std::is_same_v<Store, MemoStore>) return store_.size();
    return 0;
  }
  Attempt<void> push(PositionId id) {
    if (auto room = make_room(stack_, "the line of play", budget_); !room)
      return Error::ended(room.error().message() + growing());
    stack_.push_back(id);
    return {};
  }
  Error out_of_memory() {
    if constexpr (std::is_same_v<Store, MemoStore>) {
      Error error = budget_.too_large(fmt::format("a memo of more than {} positions", store_.size()), store_.needed());
      return Error::ended(error.message() + growing());
    }
    return Error::internal("a dense table needs no more memory");
  }

  Attempt<Outcome> run(uint64_t most_positions, uint64_t most_options) {
    Coordinates64 coordinates;
    uint64_t steps = 0;
    while (!stack_.empty()) {
      const PositionId id = stack_.back();
      if (store_.value(id) < kOpenValue) {
        stack_.pop_back();
        continue;
      }
      if (++steps % kBudgetInterval == 0) {
        if (budget_.spent()) return Error::ended(budget_.why().message() + growing());
        budget_.progress("positions", std::max(work_.positions, size()));
        if (size() > most_positions) return Outcome::gave_up;
      }
      if (work_.options > most_options) return Outcome::gave_up;
      const Rule* game = store_.locate(id, coordinates);
      Entry& entry = entries_.at(game);
      if (store_.value(id) == kUnknownValue) {
        for (const EndlessMove& move : entry.endless) {
          if (applies(move, coordinates)) return grows_for_ever(game, coordinates, move);
        }
        if (*std::max_element(coordinates.begin(), coordinates.end()) > entry.runner.program->limit) {
          return Error::declined(fmt::format("a coordinate of {} is beyond {}{}", text_of(game, coordinates),
                                             entry.runner.program->limit, growing()));
        }
        store_.value(id) = kOpenValue;
      }
      seen_.clear();
      MarkSink<Store>& sink = *entry.sink;
      sink.clear();
      const uint64_t options_before = sink.count();
      const bool complete = entry.machine->run(coordinates, sink);
      work_.options += sink.count() - options_before;
      if (failed()) return out_of_memory();
      if (!complete && entry.machine->halt().kind != Halt::Kind::stopped) {
        return halt_error(*game, coordinates, entry.machine->halt(), budget_);
      }
      if (sink.pending().empty()) {
        store_.value(id) = seen_.mex();
        stack_.pop_back();
        ++work_.positions;
        continue;
      }
      for (PositionId next : sink.pending()) {
        if (store_.value(next) == kOpenValue) return cycle(next);
        if (auto pushed = push(next); !pushed) return std::move(pushed).error();
      }
    }
    return Outcome::solved;
  }

  /// The positions of the present line of play, outermost first.
  std::vector<PositionId> line_of_play() {
    std::vector<PositionId> line;
    for (PositionId id : stack_) {
      if (store_.value(id) == kOpenValue && (line.empty() || line.back() != id)) line.push_back(id);
    }
    return line;
  }
  std::string text_of_line(std::span<const PositionId> line) {
    constexpr size_t kShown = 8;
    std::string text;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line.size() > kShown + 1 && i == kShown / 2) {
        text += " → …";
        i = line.size() - kShown / 2;
      }
      Coordinates64 coordinates;
      const Rule* game = store_.locate(line[i], coordinates);
      text += (text.empty() ? "" : " → ") + text_of(game, coordinates);
    }
    return text;
  }

  Error cycle(PositionId again) {
    std::vector<PositionId> line = line_of_play();
    line.erase(line.begin(), std::find(line.begin(), line.end(), again));
    line.push_back(again);
    return never_ends(
        fmt::format("a cycle of {} move{}, {}", line.size() - 1, line.size() == 2 ? "" : "s", text_of_line(line)));
  }

  Error grows_for_ever(const Rule* game, const Coordinates64& coordinates, const EndlessMove& move) {
    std::string text = text_of(game, coordinates);
    Coordinates64 next = coordinates;
    size_t growing = 0;
    for (int i = 0; i < 2; ++i) {
      for (size_t j = 0; j < next.size(); ++j) {
        next[j] += move.step[j];
        if (move.step[j] > 0) growing = j;
      }
      text += " → " + text_of(game, next);
    }
    return never_ends(fmt::format("{} → …, where '{}' grows for ever", text, game->coordinates[growing]));
  }

  /// A hint for a computation that ran out of something: whether a coordinate grows along the line of play.
  std::string growing() {
    const std::vector<PositionId> line = line_of_play();
    if (line.size() < 1000) return "";
    Coordinates64 first;
    Coordinates64 last;
    const Rule* game = store_.locate(line.front(), first);
    size_t at = line.size() - 1;
    while (at > 0 && store_.locate(line[at], last) != game) --at;
    for (size_t i = 0; at > 0 && i < first.size(); ++i) {
      if (last[i] <= first[i]) continue;
      return fmt::format("; the line of play {} has {} moves by now and '{}' grows in it: play may never end",
                         text_of_line(line), line.size() - 1, game->coordinates[i]);
    }
    return "";
  }

  Store& store_;
  // Of games without a table, which no move leads to: where what is no move would be, for it is looked up, too.
  typename Store::Table nowhere_;
  MexSet& seen_;
  Work& work_;
  Budget& budget_;
  std::map<const Rule*, Entry> entries_;
  std::vector<PositionId> stack_;
  const Rule* too_long_ = nullptr;
};

class FiniteEvaluator : public Evaluator {
 public:
  explicit FiniteEvaluator(const Rule& rule) : rule_(rule), games_(reachable_games({&rule})) {
    std::erase_if(games_, [](const Rule* game) { return game->is_alias; });
  }

  std::string_view engine() const override {
    if (native_ || in_file_) return "table, filled in order by native code";
    return dense_ ? (swept_ ? "table, filled in order" : "table") : "memo";
  }
  Work work() const override { return work_; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    std::vector<RuleSum> sums;  // what aliases stand for
    for (const Coordinates& position : positions) {
      auto coordinates = small_coordinates(rule_, position);
      if (!coordinates) return std::move(coordinates).error();
      if (!rule_.is_alias) {
        sums.push_back({{&rule_, *std::move(coordinates)}});
        continue;
      }
      auto sum = resolve_alias(rule_, *coordinates, budget);
      if (!sum) return std::move(sum).error();
      sums.push_back(*std::move(sum));
    }
    std::vector<Asked> asked;
    for (const RuleSum& sum : sums) {
      for (const RulePosition& part : sum) asked.push_back({part.game, part.coordinates});
    }
    if (auto solved = solve(asked, budget); !solved) return std::move(solved).error();
    std::vector<Ordinal> result;
    result.reserve(sums.size());
    for (const RuleSum& sum : sums) result.emplace_back(uint64_t{value(sum)});
    return result;
  }

  void expect(const Coordinates& corner) override {
    if (auto coordinates = small_coordinates(rule_, corner); coordinates && !rule_.is_alias)
      expected_ = *std::move(coordinates);
  }

  Attempt<std::optional<TableFile>> fill_file(const Coordinates& corner, const std::string& path,
                                              Budget& budget) override {
    auto coordinates = small_coordinates(rule_, corner);
    if (!coordinates) return std::move(coordinates).error();
    if (rule_.is_alias) return std::optional<TableFile>();
    const std::optional<Boxes> boxes = reachable_boxes({{&rule_, *std::move(coordinates)}});
    if (!boxes || boxes->size() != 1) return std::optional<TableFile>();
    auto file = SweptTable::fill_file(rule_, boxes->begin()->second, path, budget, work_);
    in_file_ = file && *file;
    return file;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& target, size_t limit, Budget& budget) override {
    MoveSet result;
    auto visited = for_each_option(position, budget, [&](std::string to, uint32_t value) {
      if (!target.is_small() || value != target.small()) return true;
      if (result.moves.size() == limit) {
        result.all = false;
        return false;
      }
      result.moves.push_back({std::move(to), "", ""});
      return true;
    });
    if (!visited) return std::move(visited).error();
    return result;
  }

  Attempt<Options> options(const Coordinates& position, size_t limit, Budget& budget) override {
    Options result;
    auto visited = for_each_option(position, budget, [&](std::string to, uint32_t value) {
      if (result.list.size() == limit) {
        result.all = false;
        return false;
      }
      result.list.push_back({std::move(to), uint64_t{value}});
      return true;
    });
    if (!visited) return std::move(visited).error();
    return result;
  }

 private:
  /// Calls visit(text, value) for every different option of the position.
  template <class Visit>
  Attempt<void> for_each_option(const Coordinates& position, Budget& budget, Visit&& visit) {
    if (auto known = values({&position, 1}, budget); !known) return std::move(known).error();
    auto coordinates = small_coordinates(rule_, position);
    if (!coordinates) return std::move(coordinates).error();
    auto components = resolve_alias(rule_, *coordinates, budget);
    if (!components) return std::move(components).error();
    const uint32_t whole = value(*components);
    std::set<std::string> seen;
    bool more = true;
    for (size_t c = 0; c < components->size() && more; ++c) {
      const RulePosition& component = (*components)[c];
      const uint32_t others = whole ^ value({component});
      auto ran = lister_.for_each_move(*component.game, component.coordinates, budget, [&](const RuleSum& sum) {
        RuleSum after = *components;
        after.erase(after.begin() + static_cast<std::ptrdiff_t>(c));
        after.insert(after.begin() + static_cast<std::ptrdiff_t>(c), sum.begin(), sum.end());
        std::string to = to_string(after);
        if (seen.insert(to).second) more = visit(std::move(to), others ^ value(sum));
        return more;
      });
      if (!ran) return std::move(ran).error();
    }
    return {};
  }

  uint32_t value(const RuleSum& sum) {
    uint32_t result = 0;
    for (const RulePosition& part : sum) result ^= value(part.game, part.coordinates);
    return result;
  }
  uint32_t value(const Rule* game, const Coordinates64& coordinates) {
    if (native_ && merged_) return native_->value(*merged_->position(game, coordinates));
    if (native_) return native_->value(coordinates);
    if (dense_) return dense_->value(dense_->find(dense_->table(game), coordinates));
    return memo_->value(memo_->find(memo_->table(game), coordinates.data()));
  }
  bool known(const Asked& one) {
    if (native_ && merged_) {
      const auto position = merged_->position(one.game, one.coordinates);
      return position && native_->covers(*position);
    }
    if (native_) return one.game == native_game_ && native_->covers(one.coordinates);
    if (dense_) return dense_->covers(one.game, one.coordinates) && value(one.game, one.coordinates) < kOpenValue;
    return memo_ && value(one.game, one.coordinates) < kOpenValue;
  }

  Attempt<void> solve(std::vector<Asked>& asked, Budget& budget) {
    if (memo_) memo_->charge(budget);
    // All or none: a new table takes the old one's place, so it has to hold what is known already, too.
    if (std::all_of(asked.begin(), asked.end(), [&](const Asked& one) { return known(one); })) {
      if (!native_ && !dense_ && !memo_) memo_.emplace(games_, budget);
      return {};
    }
    Boxes start;
    for (const Asked& one : asked) {
      Coordinates64& most = start[one.game];
      most.resize(one.coordinates.size());
      for (size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], one.coordinates[i]);
    }
    for (size_t i = 0; i < expected_.size(); ++i) {
      Coordinates64& most = start[&rule_];
      most.resize(expected_.size());
      most[i] = std::max(most[i], expected_[i]);
    }
    const std::optional<Boxes> boxes = reachable_boxes(start);
    const uint64_t cells = boxes ? DenseStore::cells(*boxes) : UINT64_MAX;
    const bool table_possible = boxes && cells <= budget.memory_limit() / 4;
    native_.reset();
    if (cells > kSmallTable && !(table_possible && !expected_.empty())) {
      if (dense_) dense_.reset();
      if (!memo_) memo_.emplace(games_, budget);
      Follower<MemoStore> follower(*memo_, games_, kMemoLimit, seen_, work_, budget);
      const Trial trial = table_possible ? before_table(cells) : boxes ? kBeforeRefusal : Trial{};
      auto outcome = follower.follow(asked, trial);
      if (!outcome) return std::move(outcome).error();
      if (*outcome == Follower<MemoStore>::Outcome::solved) return {};
    }
    memo_.reset();
    auto filled = fill_natively(asked, *boxes, cells, budget);
    if (!filled) return std::move(filled).error();
    if (*filled) return {};
    auto made = DenseStore::make(*boxes, budget);
    if (!made) return std::move(made).error();
    dense_ = *std::move(made);
    int64_t limit = 0;
    for (const auto& [one, box] : *boxes) limit = std::max(limit, *std::max_element(box.begin(), box.end()));
    swept_ = false;
    if (boxes->size() == 1 && !boxes->begin()->first->moves.empty()) {
      if (const auto order = sweep_order(*boxes->begin()->first)) {
        auto swept = sweep(*boxes->begin()->first, *order, limit, budget);
        if (!swept) return std::move(swept).error();
        if (*swept) {
          swept_ = true;
          return {};
        }
        // A cell that no asked position leads to had no value: only those that are needed are followed then.
      }
    }
    Follower<DenseStore> follower(*dense_, games_in(*boxes), limit, seen_, work_, budget);
    auto outcome = follower.follow(asked);
    if (!outcome) return std::move(outcome).error();
    return {};
  }

  /// Whether all positions of the boxes are in a table of native code now.
  Attempt<bool> fill_natively(const std::vector<Asked>& asked, const Boxes& boxes, uint64_t cells, Budget& budget) {
    const auto& [game, most] = *boxes.begin();
    if (cells < kLeastNative &&
        static_cast<uint64_t>(*std::max_element(most.begin(), most.end())) < kLeastWork / cells) {
      return false;
    }
    native_game_ = game;
    merged_.reset();
    if (boxes.size() > 1) return fill_merged(boxes, cells, budget);
    std::vector<std::pair<size_t, size_t>> within;
    if (cells >= kLeastForOrders) within = kept_orders(*game);
    std::erase_if(within, [&](const auto& pair) {
      return !expected_.empty() || std::any_of(asked.begin(), asked.end(), [&](const Asked& one) {
        return one.coordinates[pair.first] > one.coordinates[pair.second];
      });
    });
    auto filled = SweptTable::fill(*game, most, std::move(within), budget, work_);
    if (!filled) return std::move(filled).error();
    native_ = *std::move(filled);
    return native_.has_value();
  }

  /// The same for several games, in one table of which little is of no use.
  Attempt<bool> fill_merged(const Boxes& boxes, uint64_t cells, Budget& budget) {
    merged_ = MergedGames::of(games_in(boxes));
    if (!merged_) return false;
    Coordinates64 corner(merged_->rule().arity());
    corner[0] = static_cast<int64_t>(boxes.size()) - 1;
    for (const auto& [one, box] : boxes) {
      for (size_t i = 0; i < box.size(); ++i) corner[i + 1] = std::max(corner[i + 1], box[i]);
    }
    const std::optional<Boxes> box = reachable_boxes({{&merged_->rule(), corner}});
    if (!box || DenseStore::cells(*box) > std::min(kMostMerged * cells, budget.memory_limit() / 8)) return false;
    auto filled = SweptTable::fill(merged_->rule(), box->begin()->second, {}, budget, work_);
    if (!filled) return std::move(filled).error();
    native_ = *std::move(filled);
    if (native_) work_.passes.push_back(fmt::format("{} games in one table", boxes.size()));
    return native_.has_value();
  }

  static std::vector<const Rule*> games_in(const Boxes& boxes) {
    std::vector<const Rule*> games;
    for (const auto& [game, box] : boxes) games.push_back(game);
    return games;
  }

  /// Fills the whole table in order; false when some cell has no value of its own (a fault, infinitely many moves).
  Attempt<bool> sweep(const Rule& game, const std::vector<SweepStep>& order, int64_t limit, Budget& budget) {
    Runner<DenseStore> runner;
    runner.program = lower(game, limit);
    if (!runner.program) return false;
    auto* table = const_cast<DenseStore::Table*>(&dense_->table(&game));
    for (const NestCode& nest : runner.program->code) runner.targets.emplace_back(nest.parts.size(), table);
    Machine machine(*runner.program, budget);
    Coordinates64 position(game.arity());
    for (const SweepStep& step : order)
      position[step.coordinate] = step.descending ? table->size[step.coordinate] - 1 : 0;
    uint64_t cells = 1;
    for (int64_t size : table->size) cells *= static_cast<uint64_t>(size);
    MarkSink<DenseStore> sink(*dense_, runner, seen_);
    for (uint64_t done = 0; done < cells; ++done) {
      if (done % kBudgetInterval == 0) {
        if (budget.spent()) return budget.why();
        budget.progress("positions", done, cells);
      }
      seen_.clear();
      if (!machine.run(position, sink)) {
        if (machine.halt().kind == Halt::Kind::spent) return budget.why();
        return false;
      }
      if (!sink.pending().empty()) return false;
      dense_->value(dense_->find(*table, position)) = seen_.mex();
      for (size_t i = order.size(); i-- > 0;) {  // the next position in the order; its last coordinate changes fastest
        const SweepStep& step = order[i];
        int64_t& c = position[step.coordinate];
        const int64_t last = table->size[step.coordinate] - 1;
        if (c != (step.descending ? 0 : last)) {
          c += step.descending ? -1 : 1;
          break;
        }
        c = step.descending ? last : 0;
      }
    }
    work_.positions += cells;
    work_.options += sink.count();
    return true;
  }

  const Rule& rule_;
  std::vector<const Rule*> games_;
  std::optional<DenseStore> dense_;
  std::optional<MemoStore> memo_;
  Coordinates64 expected_;  // the corner of the box that is asked for; empty when there is none
  std::optional<SweptTable> native_;
  const Rule* native_game_ = nullptr;          // of the table, or
  std::unique_ptr<const MergedGames> merged_;  // the games of it, when there are several
  bool swept_ = false;
  bool in_file_ = false;
  MexSet seen_;
  Work work_;
  MoveLister lister_;
};

class FiniteEngine : public Engine {
 public:
  std::string_view name() const override { return "finite"; }
  std::unique_ptr<Evaluator> open(const Rule& rule) const override { return std::make_unique<FiniteEvaluator>(rule); }
};

}  // namespace

const Engine* finite_engine() {
  static const FiniteEngine engine;
  return &engine;
}

Attempt<std::vector<int64_t>> small_coordinates(const Rule& rule, const Coordinates& coordinates) {
  std::vector<int64_t> result;
  for (const Natural& c : coordinates) {
    if (!c.is_small() || c.small() > static_cast<uint64_t>(kMemoLimit)) {
      return Error::declined(fmt::format("a coordinate of {} is beyond 2^62, the limit of the finite engine",
                                         shortened(position_text(rule, coordinates))));
    }
    result.push_back(static_cast<int64_t>(c.small()));
  }
  return result;
}

}  // namespace grundy
