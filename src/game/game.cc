#include "game/game.h"

#include <algorithm>
#include <atomic>

#include "game/bound.h"
#include "game/key.h"

namespace grundy {
namespace {

uint32_t next_id() {
  static std::atomic<uint32_t> last{0};
  return ++last;
}

uint64_t mixed(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0xFF51AFD7ED558CCD;
  return hash ^ (hash >> 29);
}

constexpr uint64_t kOptionsBetweenLooks = 256;  // an option costs the sink a microsecond or more
constexpr uint64_t kBytesOfAnOption = 256;      // a larger one counts as several
constexpr uint64_t kPartsBetweenLooks = 1024;

constexpr uint64_t kSeed = 0x9E3779B97F4A7C15;

uint64_t hash_from(uint64_t hash, const Position& position) {
  hash = mixed(hash, position.game->id());
  for (const uint64_t word : position.key) hash = mixed(hash, word);
  return hash;
}

}  // namespace

Game::Game() : id_(next_id()) {}

Attempt<Ended> Game::options(const Position& position, const OptionSink& sink,
                             Budget& budget) const {
  BudgetMeter meter(budget, kOptionsBetweenLooks);
  bool spent = false;
  auto ended = list_options(
      position,
      [&](Sum option) {
        spent = meter.spent(1 + bytes_beyond(option) / kBytesOfAnOption);
        return !spent && sink(std::move(option));
      },
      budget);
  if (spent) return budget.why();
  return ended;
}

Attempt<bool> Game::has_options(const Position& position, Budget& budget) const {
  bool any = false;
  auto listed = options(
      position,
      [&](const Sum&) {
        any = true;
        return false;
      },
      budget);
  if (!listed) return std::move(listed).error();
  return any;
}

Attempt<bool> Game::is_option(const Position& position, const Sum& to, Budget& budget) const {
  const Sum wanted = sorted(to);
  bool found = false;
  std::optional<Error> failed;
  auto listed = options(
      position,
      [&](const Sum& option) {
        Attempt<Sum> live = live_parts(option, budget);
        if (!live) {
          failed = std::move(live).error();
          return false;
        }
        found = live->size() == wanted.size() && sorted(*std::move(live)) == wanted;
        return !found;
      },
      budget);
  if (failed) return *std::move(failed);
  if (!listed) return std::move(listed).error();
  return found;
}

std::string Game::options_in_words(const Position&) const { return {}; }
std::string Game::move_in_words(const Position&, const Sum&) const { return {}; }
Attempt<Sum> Game::normal_form(const Position& position, Budget&) const { return Sum{position}; }

std::strong_ordering operator<=>(const Position& a, const Position& b) {
  if (a.game != b.game) return a.game->id() <=> b.game->id();
  return std::lexicographical_compare_three_way(a.key.begin(), a.key.end(), b.key.begin(),
                                                b.key.end());
}

Sum sorted(Sum sum) {
  std::sort(sum.begin(), sum.end());
  return sum;
}

size_t hash_of(const Position& position) { return hash_from(kSeed, position); }

size_t hash_of(const Sum& sum) {
  uint64_t hash = kSeed;
  for (const Position& part : sum) hash = hash_from(hash, part);
  return hash;
}

std::string to_string(const Position& position, size_t limit) {
  return position.game->text(position, limit);
}

std::string to_string(const Sum& sum, size_t limit, size_t longest) {
  if (sum.empty()) return "0";
  std::string text;
  for (const Position& part : sum) {
    if (text.size() > longest) return text + " + …";
    if (!text.empty()) text += " + ";
    text += to_string(part, limit);
  }
  return text;
}

Attempt<Sum> live_parts(const Sum& sum, Budget& budget) {
  Sum live;
  BudgetMeter meter(budget, kPartsBetweenLooks);
  for (const Position& part : sum) {
    if (meter.spent()) return budget.why();
    Attempt<Sum> parts = part.game->normal_form(part, budget);
    if (!parts) return std::move(parts).error();
    for (Position& one : *parts) {
      Attempt<bool> alive = one.game->has_options(one, budget);
      if (!alive) return std::move(alive).error();
      if (*alive || binds(one)) live.push_back(std::move(one));
    }
  }
  return live;
}

Sum replaced(const Sum& parts, size_t at, const Sum& to) {
  Sum result;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i == at) {
      result.insert(result.end(), to.begin(), to.end());
    } else {
      result.push_back(parts[i]);
    }
  }
  return result;
}

}  // namespace grundy
