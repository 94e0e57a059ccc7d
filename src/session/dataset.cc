#include "session/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "base/chance.h"
#include "base/json.h"
#include "game/board_game.h"
#include "game/rule_game.h"
#include "language/board_text.h"

namespace grundy {
namespace {

constexpr size_t kMostParts = 2'000'000;      // in a pool
constexpr size_t kMostChosen = 20'000;        // from which sums are made
constexpr size_t kMostSums = 200'000;         // followed for distances
constexpr uint64_t kMostTries = 20'000;       // for a position that is new
constexpr size_t kWrittenTogether = 1 << 16;  // bytes written at a time

using Parts = std::vector<uint32_t>;  // numbers of parts in a pool, ascending

struct HashParts {
  size_t operator()(const Parts& parts) const {
    uint64_t hash = 0xCBF29CE484222325U;
    for (const uint32_t part : parts) hash = (hash ^ part) * 0x100000001B3U;
    return hash ^ (hash >> 29);
  }
};

/// A text within a string of JSON.
std::string in_json(const std::string& text) {
  JsonWriter json;
  const std::string written = json.value(text).take();
  return written.substr(1, written.size() - 2);
}

/// All parts that can come, with their options.
class PartPool {
 public:
  struct Option {
    Parts to;          // what can be moved in
    std::string text;  // as JSON: "nim(2)"
    uint32_t value;
  };
  struct Part {
    Position position;
    std::string text;  // without the quotes of JSON
    std::vector<Option> options;
    uint32_t value = 0;
  };

  explicit PartPool(Budget& budget) : budget_(budget) {}
  PartPool(const PartPool&) = delete;
  PartPool& operator=(const PartPool&) = delete;
  ~PartPool() { budget_.give_back_memory(bytes_); }

  /// The number of a part, whose value is known then, and those of all that it leads to.
  Attempt<uint32_t> add(const Position& start) {
    const uint32_t first = number_of(start);
    if (state_[first] == State::done) return first;
    std::vector<uint32_t> stack = {first};
    while (!stack.empty()) {
      if (budget_.spent()) return budget_.why();
      if (parts_.size() > kMostParts)
        return Error::declined(fmt::format("play of {} leads to more than {} positions",
                                           start.game->name(), kMostParts));
      const uint32_t here = stack.back();
      if (state_[here] == State::done) {
        stack.pop_back();
        continue;
      }
      if (state_[here] == State::fresh) {
        if (auto listed = list(here); !listed) return listed.error();
        state_[here] = State::open;
      }
      bool ready = true;
      for (const Option& option : parts_[here].options) {
        for (const uint32_t to : option.to) {
          if (state_[to] == State::open)
            return Error::declined(
                fmt::format("play can return to {}", to_string(parts_[to].position)));
          if (state_[to] == State::fresh) {
            stack.push_back(to);
            ready = false;
          }
        }
        if (!ready) break;
      }
      if (!ready) continue;
      settle(here);
      stack.pop_back();
    }
    return first;
  }
  const Part& operator[](uint32_t part) const { return parts_[part]; }
  uint32_t value(const Parts& parts) const {
    uint32_t total = 0;
    for (const uint32_t part : parts) total ^= parts_[part].value;
    return total;
  }

 private:
  enum class State : uint8_t { fresh, open, done };

  uint32_t number_of(const Position& position) {
    const auto [place, is_new] = numbers_.emplace(position, static_cast<uint32_t>(parts_.size()));
    if (is_new) {
      parts_.push_back({position, in_json(to_string(position, kWholeBytes)), {}, 0});
      state_.push_back(State::fresh);
    }
    return place->second;
  }
  Attempt<void> list(uint32_t here) {
    const Position position = parts_[here].position;
    std::vector<std::pair<std::string, Sum>> found;
    std::optional<Error> failed;
    const Attempt<Ended> ended = position.game->options(
        position,
        [&](const Sum& to) {
          Attempt<Sum> live = live_parts(to, budget_);
          if (!live) {
            failed = live.error();
            return false;
          }
          found.emplace_back(in_json(to_string(to, kWholeBytes)), *std::move(live));
          return true;
        },
        budget_);
    if (failed) return *failed;
    if (!ended) return ended.error();
    if (*ended == Ended::endless)
      return Error::declined(fmt::format("{} has infinitely many moves", to_string(position)));
    std::sort(found.begin(), found.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    found.erase(std::unique(found.begin(), found.end(),
                            [](const auto& a, const auto& b) { return a.first == b.first; }),
                found.end());
    std::vector<Option> options;
    uint64_t bytes = found.size() * sizeof(Option);
    for (const auto& [text, live] : found) bytes += text.size() + live.size() * sizeof(uint32_t);
    if (!budget_.take_memory(bytes)) return budget_.too_large("the moves of the positions", bytes);
    bytes_ += bytes;
    options.reserve(found.size());
    for (auto& [text, live] : found) {
      Parts to;
      for (const Position& part : live) to.push_back(number_of(part));
      std::sort(to.begin(), to.end());
      options.push_back({std::move(to), "\"" + text + "\"", 0});
    }
    parts_[here].options = std::move(options);
    return {};
  }
  void settle(uint32_t here) {
    std::vector<uint32_t> values;
    for (Option& option : parts_[here].options) {
      option.value = value(option.to);
      values.push_back(option.value);
    }
    std::sort(values.begin(), values.end());
    uint32_t least = 0;
    for (const uint32_t one : values) least += one == least ? 1 : 0;
    parts_[here].value = least;
    state_[here] = State::done;
  }

  Budget& budget_;
  uint64_t bytes_ = 0;  // taken
  std::unordered_map<Position, uint32_t, HashPosition> numbers_;
  std::vector<Part> parts_;
  std::vector<State> state_;
};

/// How many moves play lasts when the winner hurries and the loser delays.
class Distances {
 public:
  Distances(const PartPool& pool, Budget& budget) : pool_(pool), budget_(budget) {}

  /// Nothing where too many sums would have to be followed.
  Attempt<std::optional<uint32_t>> of(const Parts& sum) {
    std::vector<Frame> stack;
    stack.push_back({sum, options_of(sum), 0});
    while (!stack.empty()) {
      if (budget_.spent()) return budget_.why();
      Frame& frame = stack.back();
      const auto known = found_.find(frame.sum);
      if (known == found_.end() && frame.next < frame.options.size()) {
        const Parts& option = frame.options[frame.next];
        if (found_.count(option) > 0) {
          ++frame.next;
        } else if (found_.size() + stack.size() > kMostSums) {
          return std::optional<uint32_t>();
        } else {
          const Parts next = option;
          stack.push_back({next, options_of(next), 0});
        }
        continue;
      }
      if (known == found_.end()) found_.emplace(frame.sum, settled(frame));
      stack.pop_back();
    }
    return std::optional(found_.at(sum));
  }

 private:
  struct Frame {
    Parts sum;
    std::vector<Parts> options;
    size_t next = 0;
  };

  /// Each sum once that a move leads to; of a sum that is won, those that are lost alone: the
  /// winner goes there.
  std::vector<Parts> options_of(const Parts& sum) const {
    std::vector<Parts> result;
    const uint32_t total = pool_.value(sum);
    for (size_t i = 0; i < sum.size(); ++i) {
      if (i > 0 && sum[i] == sum[i - 1]) continue;
      const PartPool::Part& part = pool_[sum[i]];
      for (const PartPool::Option& option : part.options) {
        if (total != 0 && (total ^ part.value ^ option.value) != 0) continue;
        Parts to = option.to;
        to.insert(to.end(), sum.begin(), sum.begin() + static_cast<std::ptrdiff_t>(i));
        to.insert(to.end(), sum.begin() + static_cast<std::ptrdiff_t>(i) + 1, sum.end());
        std::sort(to.begin(), to.end());
        result.push_back(std::move(to));
      }
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }
  uint32_t settled(const Frame& frame) const {
    if (frame.options.empty()) return 0;
    const bool hurries = pool_.value(frame.sum) != 0;
    uint32_t best = hurries ? UINT32_MAX : 0;
    for (const Parts& option : frame.options) {
      const uint32_t there = found_.at(option);
      best = hurries ? std::min(best, there) : std::max(best, there);
    }
    return best + 1;
  }

  const PartPool& pool_;
  Budget& budget_;
  std::unordered_map<Parts, uint32_t, HashParts> found_;
};

/// One game's lines.
class GameLines {
 public:
  GameLines(Session& session, const Dataset& asked, Chance chance, Budget& budget)
      : session_(session),
        asked_(asked),
        chance_(chance),
        budget_(budget),
        pool_(budget),
        distances_(pool_, budget) {}

  Attempt<DatasetPart> write(const std::string& game, uint64_t count,
                             const std::function<void(std::string_view)>& sink) {
    if (auto chosen = choose_parts(game, count); !chosen) return chosen.error();
    for (const uint32_t part : chosen_) by_value_[pool_[part].value].push_back(part);
    DatasetPart told;
    told.game = pool_[chosen_[0]].position.game->name();
    name_ = in_json(told.game);
    std::string text;
    bool is_over[2] = {false, false};  // there are no more that are won, that are lost
    while (told.positions < count && !(is_over[0] && is_over[1])) {
      if (budget_.spent()) return budget_.why();
      const bool is_lost = is_over[0] || (told.positions % 2 == 1 && !is_over[1]);
      const std::optional<Parts> sum = new_sum(is_lost);
      if (!sum) {
        is_over[is_lost ? 1 : 0] = true;
        continue;
      }
      if (auto added = add_line(*sum, told, text); !added) return added.error();
      if (text.size() > kWrittenTogether) {
        sink(text);
        text.clear();
      }
      budget_.progress("positions", told.positions, count);
    }
    sink(text);
    return told;
  }

 private:
  Attempt<void> choose_parts(const std::string& game, uint64_t count) {
    if (game.find('(') == game.npos) {
      const bool is_known = session_.rulebook().find(game) != nullptr;
      const Attempt<const Rule*> rule =
          is_known ? session_.rulebook().rule(game) : session_.game(game, budget_);
      if (!rule) return rule.error();
      if (!(*rule)->board) return choose_numbers(session_.games().of(**rule), count);
      if (!(*rule)->board->has_board())
        return Error::input(fmt::format("'{}' needs a position to begin with, as in {}", game,
                                        example_position(**rule)));
      return choose_reached(example_position(**rule));
    }
    return choose_reached(game);
  }
  /// Positions of a box that has enough sums for the count.
  Attempt<void> choose_numbers(const RuleGame& game, uint64_t count) {
    const size_t arity = game.rule()->arity();
    uint64_t upto = asked_.upto.value_or(1);
    const auto cells = [&](uint64_t last) {
      double product = 1;
      for (size_t i = 0; i < arity; ++i) product *= static_cast<double>(last + 1);
      return product;
    };
    const auto sums = [&](uint64_t last) {
      double product = 1;
      for (uint64_t k = 1; k <= asked_.parts; ++k)
        product *= (cells(last) + static_cast<double>(k) - 1) / static_cast<double>(k);
      return product;
    };
    // At worst each part has a value of its own, and the last part of a sum that is lost is the
    // only one of its value.
    const auto lost = [&](uint64_t last) {
      return sums(last) / (asked_.parts > 1 ? cells(last) : 4);
    };
    while (!asked_.upto && lost(upto) < static_cast<double>(count)) ++upto;
    const bool all = cells(upto) <= static_cast<double>(kMostChosen);
    std::vector<int64_t> at(arity, 0);
    std::unordered_set<uint32_t> seen;
    for (size_t i = 0; i < (all ? static_cast<size_t>(cells(upto)) : kMostChosen); ++i) {
      size_t rest = i;
      for (int64_t& coordinate : at) {
        coordinate = static_cast<int64_t>(all ? rest % (upto + 1) : chance_.below(upto + 1));
        rest /= upto + 1;
      }
      const Attempt<uint32_t> part = pool_.add(game.at(at));
      if (!part) return part.error();
      if (seen.insert(*part).second) chosen_.push_back(*part);
    }
    return {};
  }
  /// Positions that random play leads to.
  Attempt<void> choose_reached(const std::string& text) {
    const Attempt<Question> question = session_.read(text, budget_);
    if (!question) return question.error();
    if (question->parts.size() != 1)
      return Error::input("'" + text + "' is a sum; a data set begins with one position");
    std::unordered_set<uint32_t> seen;
    const Attempt<uint32_t> first = pool_.add(question->parts[0]);
    if (!first) return first.error();
    for (size_t walks = 0; walks < 10 * kMostChosen && chosen_.size() < kMostChosen; ++walks) {
      if (budget_.spent()) return budget_.why();
      for (uint32_t here = *first;;) {
        if (seen.insert(here).second) chosen_.push_back(here);
        const std::vector<PartPool::Option>& options = pool_[here].options;
        if (options.empty()) break;
        const Parts& to = options[chance_.below(options.size())].to;
        if (to.empty()) break;
        here = to[chance_.below(to.size())];
      }
      if (walks > 100 + 20 * seen.size()) break;  // nothing new for a long time
    }
    return {};
  }

  std::optional<Parts> new_sum(bool is_lost) {
    for (uint64_t i = 0; i < kMostTries; ++i) {
      Parts sum;
      const uint64_t size = 1 + chance_.below(asked_.parts);
      for (uint64_t k = 0; k + (is_lost ? 1 : 0) < size; ++k)
        sum.push_back(chosen_[chance_.below(chosen_.size())]);
      if (is_lost) {
        const auto alike = by_value_.find(pool_.value(sum));
        if (alike == by_value_.end()) continue;
        sum.push_back(alike->second[chance_.below(alike->second.size())]);
      }
      const auto is_over = [&](uint32_t part) { return pool_[part].options.empty(); };
      if (sum.size() > 1 && std::any_of(sum.begin(), sum.end(), is_over)) continue;
      if (!is_lost && pool_.value(sum) == 0) continue;
      std::sort(sum.begin(), sum.end());
      if (seen_.insert(sum).second) return sum;
    }
    return std::nullopt;
  }

  Attempt<void> add_line(const Parts& sum, DatasetPart& told, std::string& text) {
    const uint32_t total = pool_.value(sum);
    text += "{\"game\": \"" + name_ + "\", \"position\": \"";
    for (size_t i = 0; i < sum.size(); ++i) {
      if (i > 0) text += " + ";
      text += pool_[sum[i]].text;
    }
    text += fmt::format("\", \"value\": {}, \"outcome\": \"{}\", \"moves\": [", total,
                        total == 0 ? 'P' : 'N');
    std::string winning;
    size_t move = 0;
    Parts live;
    for (size_t i = 0; i < sum.size(); ++i) {
      const PartPool::Part& part = pool_[sum[i]];
      if (!part.options.empty()) live.push_back(sum[i]);
      const std::string head = fmt::format("{{\"part\": {}, \"to\": ", i);
      for (const PartPool::Option& option : part.options) {
        if (move > 0) text += ", ";
        text += head;
        text += option.text;
        text += '}';
        if ((total ^ part.value ^ option.value) == 0)
          winning += (winning.empty() ? "" : ", ") + std::to_string(move);
        ++move;
      }
    }
    const Attempt<std::optional<uint32_t>> distance = distances_.of(live);
    if (!distance) return distance.error();
    text += "], \"winning\": [" + winning + "], \"distance\": ";
    text += *distance ? std::to_string(**distance) : "null";
    text += "}\n";
    ++told.positions;
    told.lost += total == 0 ? 1 : 0;
    told.distances += *distance ? 1 : 0;
    return {};
  }

  Session& session_;
  const Dataset& asked_;
  Chance chance_;
  Budget& budget_;
  PartPool pool_;
  Distances distances_;
  std::string name_;
  std::vector<uint32_t> chosen_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> by_value_;
  std::unordered_set<Parts, HashParts> seen_;
};

}  // namespace

Attempt<std::vector<DatasetPart>> write_dataset(Session& session, const Dataset& asked,
                                                const std::function<void(std::string_view)>& sink,
                                                Budget& budget) {
  if (asked.games.empty()) return Error::input("a data set is of one game or of several");
  if (asked.parts < 1 || asked.parts > 8) return Error::input("a sum has 1 to 8 parts here");
  if (asked.count > 1'000'000'000) return Error::input("a data set has at most 10^9 positions");
  if (asked.upto.value_or(0) > 1'000'000) return Error::input("coordinates go up to 10^6 here");
  std::vector<DatasetPart> result;
  for (size_t i = 0; i < asked.games.size(); ++i) {
    const uint64_t share =
        asked.count / asked.games.size() + (i < asked.count % asked.games.size() ? 1 : 0);
    Attempt<DatasetPart> part = GameLines(session, asked, Chance(asked.seed + 0x9E37U * i), budget)
                                    .write(asked.games[i], share, sink);
    if (!part) return std::move(part).error();
    result.push_back(*std::move(part));
  }
  return result;
}

}  // namespace grundy
