#include "engine/table/follow.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "analysis/endless.h"
#include "base/reader.h"
#include "code/moves.h"
#include "engine/round.h"
#include "engine/table/dense_marks.h"
#include "engine/table/memo_lister.h"
#include "engine/table/memo_marks.h"

namespace grundy {
namespace {

constexpr uint64_t kFollowInterval = 256;  // positions between two looks at the budget

std::string text_of(const Rule* game, const std::vector<int64_t>& coordinates) {
  return to_string(RuleSum{{game, coordinates}});
}

template <class Store>
class Follower {
 public:
  Follower(Store& store, const std::vector<const Rule*>& games, int64_t limit, Trial trial,
           Work& work, Budget& budget)
      : store_(store),
        work_(work),
        budget_(budget),
        most_positions_(trial.positions),
        most_options_(trial.options == UINT64_MAX ? UINT64_MAX : work.options + trial.options) {
    for (const Rule* game : games) {
      if (game->is_alias) continue;
      auto entry = std::make_unique<Entry>(*game, limit, store, seen_);
      if (!entry->runner.program) {
        too_long_ = game;
        return;
      }
      entry->machine.emplace(*entry->runner.program, budget);
      if constexpr (kByKeys) {
        if (entry->endless.empty()) {
          entry->lister.emplace(*entry->runner.program, store, entry->marks, trial.before_code,
                                budget);
        }
      }
      entries_[game] = std::move(entry);
    }
  }

  static constexpr bool kByKeys = Store::Marks::kKeepsOptions;  // positions have keys

  Attempt<Followed> follow(const WantedPositions& asked) {
    if (too_long_ != nullptr)
      return Error::declined(
          fmt::format("the rule of '{}' is too long for the machine", too_long_->full_name));
    Attempt<Followed> result = Followed::all;
    asked.each([&](const RulePosition& one) {
      result = follow(one);
      return result && *result == Followed::all;
    });
    return result;
  }

 private:
  Attempt<Followed> follow(const RulePosition& asked) {
    const PositionId id = store_.find(store_.target(asked.game), asked.coordinates);
    if (store_.failed()) return out_of_memory();
    if (auto pushed = push(id); !pushed) return std::move(pushed).error();
    Attempt<Followed> result = run();
    if (!result || *result == Followed::gave_up) {
      for (PositionId open : stack_) {
        if (store_.value(open) == kOpenValue) store_.value(open) = kUnknownValue;
      }
      stack_.clear();
      lines_.clear();
      for (auto& [game, entry] : entries_) {
        if constexpr (kByKeys) entry->marks.forget_from(0);
      }
    }
    return result;
  }

  /// What runs the rule of one game.
  struct Entry {
    Entry(const Rule& game, int64_t limit, Store& store, MexSet& seen)
        : runner(lower(game, limit), store),
          marks(store, runner, seen),
          endless(endless_moves(game)) {}
    Runner<Store> runner;
    std::optional<Machine> machine;
    typename Store::Marks marks;
    std::vector<EndlessMove> endless;
    std::optional<MemoLister> lister;
  };

  Attempt<void> push(PositionId id) {
    if (auto room = make_room(stack_, "the line of play", budget_); !room)
      return Error::ended(room.error().message() + growing());
    stack_.push_back(id);
    return {};
  }
  Error out_of_memory() const {
    const Error error = budget_.too_large(
        fmt::format("a memo of more than {} positions", store_.met()), store_.needed());
    return Error::ended(error.message() + growing());
  }

  /// Follows the line of play on the stack until every position of it has its value.
  Attempt<Followed> run() {
    uint64_t steps = 0;
    while (!stack_.empty()) {
      const PositionId id = stack_.back();
      if (store_.value(id) < kOpenValue) {
        stack_.pop_back();
        continue;
      }
      if (++steps % kFollowInterval == 0) {
        if (budget_.spent()) return Error::ended(budget_.why().message() + growing());
        budget_.progress("positions", std::max(work_.positions, store_.met()));
        if (store_.met() > most_positions_) return Followed::gave_up;
      }
      if (work_.options > most_options_) return Followed::gave_up;
      if constexpr (kByKeys) {
        if (store_.value(id) == kOpenValue && lines_.back().entry != nullptr) {
          finish_kept(id);
          continue;
        }
      }
      auto complete = list(id);
      if (!complete) return std::move(complete).error();
      auto& marks = last_entry_->marks;
      const bool all_known = marks.pending().empty();
      if constexpr (kByKeys) {
        if (all_known || !*complete || marks.keeps_too_much()) {
          marks.forget_from(kept_);
        } else {
          lines_.back() = {last_entry_, kept_};
        }
      }
      if (all_known) {
        finish(id);
        continue;
      }
      for (PositionId next : marks.pending()) {
        if (store_.value(next) == kOpenValue) return cycle(next);
        if (auto pushed = push(next); !pushed) return std::move(pushed).error();
      }
    }
    return Followed::all;
  }

  /// Marks the options of the position on top, whose game's entry is last_entry_ then. Whether all
  /// of them were marked: where enough are pending the others can wait.
  Attempt<bool> list(PositionId id) {
    if constexpr (kByKeys) {
      Entry& entry = entry_of(store_.game(id));
      if (entry.lister && entry.lister->is_ready()) {
        const uint64_t before = entry.lister->count();
        begin_list(id);
        const MemoLister::Listed listed = entry.lister->list(id);
        work_.options += entry.lister->count() - before;
        if (store_.failed()) return out_of_memory();
        if (listed == MemoLister::Listed::all) return true;
        if (listed == MemoLister::Listed::part) {
          if (budget_.spent()) return Error::ended(budget_.why().message() + growing());
          return false;
        }
        entry.marks.forget_from(kept_);
      }
    }
    const Rule* game = store_.locate(id, coordinates_);
    Entry& entry = entry_of(game);
    if (store_.value(id) == kUnknownValue) {
      for (const EndlessMove& move : entry.endless) {
        if (applies(move, coordinates_)) return grows_for_ever(game, coordinates_, move);
      }
    }
    if (*std::max_element(coordinates_.begin(), coordinates_.end()) > entry.runner.program->limit) {
      const std::string grows = growing();
      return Error::declined(
          fmt::format("a coordinate of {} is beyond {}{}", text_of(game, coordinates_),
                      entry.runner.program->limit, grows),
          grows.empty() ? Error::Cause::beyond_64_bits : Error::Cause::other);
    }
    begin_list(id);
    const uint64_t before = entry.marks.count();
    const bool complete = entry.machine->run(coordinates_, entry.marks);
    work_.options += entry.marks.count() - before;
    if (store_.failed()) return out_of_memory();
    if (!complete && entry.machine->halt().kind != Halt::Kind::stopped)
      return halt_error(*game, coordinates_, entry.machine->halt(), budget_);
    return complete;
  }
  /// Ready to mark the options of a position, which is on the line of play from now on.
  void begin_list(PositionId id) {
    seen_.clear();
    last_entry_->marks.clear();
    if constexpr (kByKeys) {
      kept_ = last_entry_->marks.kept();
      if (store_.value(id) == kUnknownValue) lines_.push_back({nullptr, 0});
    }
    store_.value(id) = kOpenValue;
  }

  Entry& entry_of(const Rule* game) {
    if (game != last_game_) {
      last_game_ = game;
      last_entry_ = entries_.at(game).get();
    }
    return *last_entry_;
  }
  /// The position on top has the mex of the marked values.
  void finish(PositionId id) {
    store_.value(id) = seen_.mex();
    stack_.pop_back();
    if constexpr (kByKeys) lines_.pop_back();
    ++work_.positions;
  }
  /// All options of the position on top have values by now, and the list of them was kept.
  void finish_kept(PositionId id) {
    seen_.clear();
    lines_.back().entry->marks.mark_kept(lines_.back().begin);
    finish(id);
  }

  /// The positions of the present line of play, outermost first.
  std::vector<PositionId> line_of_play() const {
    std::vector<PositionId> line;
    for (PositionId id : stack_) {
      if (store_.value(id) == kOpenValue && (line.empty() || line.back() != id)) line.push_back(id);
    }
    return line;
  }
  std::string text_of_line(std::span<const PositionId> line) const {
    constexpr size_t kShown = 8;
    std::string text;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line.size() > kShown + 1 && i == kShown / 2) {
        text += " → …";
        i = line.size() - kShown / 2;
      }
      std::vector<int64_t> coordinates;
      const Rule* game = store_.locate(line[i], coordinates);
      text += (text.empty() ? "" : " → ") + text_of(game, coordinates);
    }
    return text;
  }

  Error cycle(PositionId again) {
    std::vector<PositionId> line = line_of_play();
    line.erase(line.begin(), std::find(line.begin(), line.end(), again));
    line.push_back(again);
    return comes_again(fmt::format("a cycle of {} move{}, {}", line.size() - 1,
                                   line.size() == 2 ? "" : "s", text_of_line(line)));
  }

  /// A hint for a computation that ran out of something: whether a coordinate grows along the line
  /// of play.
  std::string growing() const {
    constexpr int64_t kClearGrowth = 64;  // less is seen of coordinates that go up and down, too
    const std::vector<PositionId> line = line_of_play();
    if (line.size() < 1000) return "";
    std::vector<int64_t> first;
    std::vector<int64_t> last;
    const Rule* game = store_.locate(line.front(), first);
    size_t at = line.size() - 1;
    while (at > 0 && store_.locate(line[at], last) != game) --at;
    for (size_t i = 0; at > 0 && i < first.size(); ++i) {
      if (last[i] <= first[i] + kClearGrowth) continue;
      return fmt::format(
          "; the line of play {} has {} moves by now and '{}' grows in it: play may never end",
          text_of_line(line), line.size() - 1, game->coordinates[i]);
    }
    return "";
  }

  Store& store_;
  Work& work_;
  Budget& budget_;
  uint64_t most_positions_;
  uint64_t most_options_;
  MexSet seen_;
  std::map<const Rule*, std::unique_ptr<Entry>> entries_;
  std::vector<PositionId> stack_;
  /// Of each open position on the stack: where the list of its options is kept, if it is.
  struct Line {
    Entry* entry = nullptr;
    size_t begin = 0;
  };
  std::vector<Line> lines_;
  size_t kept_ = 0;  // where the options of the position on top begin in its game's marks
  std::vector<int64_t> coordinates_;  // of the position on top
  const Rule* last_game_ = nullptr;
  Entry* last_entry_ = nullptr;
  const Rule* too_long_ = nullptr;
};

}  // namespace

Error grows_for_ever(const Rule* game, const std::vector<int64_t>& coordinates,
                     const EndlessMove& move) {
  std::string text = text_of(game, coordinates);
  std::vector<int64_t> next = coordinates;
  size_t growing = 0;
  for (int i = 0; i < 2; ++i) {
    for (size_t j = 0; j < next.size(); ++j) {
      next[j] += move.step[j];
      if (move.step[j] > 0) growing = j;
    }
    text += " → " + text_of(game, next);
  }
  return Error::declined(fmt::format("play need not end: {} → …, where '{}' grows for ever", text,
                                     game->coordinates[growing]));
}

template <class Store>
Attempt<Followed> follow(Store& store, const std::vector<const Rule*>& games, int64_t limit,
                         const WantedPositions& asked, Trial trial, Work& work, Budget& budget) {
  return Follower<Store>(store, games, limit, trial, work, budget).follow(asked);
}

template Attempt<Followed> follow(DenseStore&, const std::vector<const Rule*>&, int64_t,
                                  const WantedPositions&, Trial, Work&, Budget&);
template Attempt<Followed> follow(MemoStore&, const std::vector<const Rule*>&, int64_t,
                                  const WantedPositions&, Trial, Work&, Budget&);

}  // namespace grundy
