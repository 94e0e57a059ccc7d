#include "engine/sprouts/land_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace grundy::sprouts {
namespace {

constexpr unsigned kHeapBits = 16;  // a heap is less than the lives of a land
constexpr uint64_t kBytesOfPair = 80;
constexpr uint64_t kLooksAsked = 64;  // between two questions whether the budget is spent
// Exponents of the number of lines.
constexpr double kWonAtFirst = 0.3;
constexpr double kLostAtFirst = 0.6;
constexpr uint64_t kShareOfOthers = 4;

uint64_t pair_key(Atlas::Id land, uint64_t heap) { return uint64_t{land} << kHeapBits | heap; }

uint64_t power(uint64_t lines, double exponent) {
  return static_cast<uint64_t>(std::llround(std::pow(static_cast<double>(lines) + 1, exponent)));
}

}  // namespace

Attempt<uint64_t> LandSearch::value(std::span<const Drawing> drawings) {
  return answer(drawings, [&](const std::vector<Id>& lands) {
    std::optional<uint64_t> sum = 0;
    for (size_t i = 0; i < lands.size() && sum; ++i) {
      const std::optional<uint64_t> one = value_of(lands[i]);
      sum = one ? std::optional(*sum ^ *one) : std::nullopt;
    }
    if (ended_ && lands.size() == 1) {
      uint64_t open = 0;
      if (list(lands[0]))
        (*atlas_).for_each_option(lands[0], [&](std::span<const Id> option) {
          return open += way_of(option, 0).open > 0, true;
        });
      ended_->diagnostics.front().message +=
          "; the value is " + partial_value((*atlas_)[lands[0]].excluded, open);
    }
    return sum;
  });
}

Attempt<bool> LandSearch::has_value(std::span<const Drawing> drawings, uint64_t value) {
  const Attempt<uint64_t> has =
      answer(drawings, [&](const std::vector<Id>& lands) -> std::optional<uint64_t> {
        uint64_t rest = value;
        if (lands.empty()) return rest == 0;
        for (size_t i = 0; i + 1 < lands.size(); ++i) {
          const std::optional<uint64_t> one = value_of(lands[i]);
          if (!one) return {};
          rest ^= *one;
        }
        return is_value(lands.back(), rest);
      });
  if (!has) return has.error();
  return *has != 0;
}

std::optional<uint64_t> LandSearch::known_value(const Drawing& drawing) {
  if (!atlas_ || is_full_) return {};
  const auto lands = atlas_->lands(drawing);
  is_full_ = !lands;
  if (is_full_) return {};
  uint64_t sum = 0;
  for (const Id land : *lands) {
    if (!(*atlas_)[land].value) return {};
    sum ^= *(*atlas_)[land].value;
  }
  return sum;
}

/// Asks about the lands of the drawings, those of few lines first, and again when the memory was
/// used up.
Attempt<uint64_t> LandSearch::answer(
    std::span<const Drawing> drawings,
    const std::function<std::optional<uint64_t>(const std::vector<Id>&)>& ask) {
  ended_.reset();
  while (true) {
    const bool is_fresh = !atlas_ || is_full_;
    if (is_fresh) {
      atlas_.emplace(table_, budget_);
      pairs_.clear();
      is_full_ = false;
    }
    const uint64_t listed = atlas_->listed();
    const uint64_t options = atlas_->options();
    const uint64_t learned = atlas_->learned();
    std::vector<Id> lands;
    for (const Drawing& drawing : drawings) {
      const auto some = atlas_->lands(drawing);
      is_full_ = is_full_ || !some;
      if (!is_full_) lands.insert(lands.end(), some->begin(), some->end());
    }
    std::sort(lands.begin(), lands.end(), [&](Id a, Id b) {
      return std::tuple((*atlas_)[a].lines, a) < std::tuple((*atlas_)[b].lines, b);
    });
    const std::optional<uint64_t> told = is_full_ ? std::nullopt : ask(lands);
    work_.expansions += atlas_->listed() - listed;
    work_.options += atlas_->options() - options;
    if (told) return *told;
    if (ended_) return *ended_;
    if (is_fresh && atlas_->learned() == learned)
      return budget_.too_large("the lands along a line of play", atlas_->bytes());
  }
}

LandSearch::Pair LandSearch::pair_of(Id id, uint64_t heap) {
  const Atlas::Land& land = (*atlas_)[id];
  if (land.value) return *land.value == heap ? Pair{kNever, 0} : Pair{0, kNever};
  if (heap >= land.lives || land.excluded.has(heap)) return {0, kNever};
  if (const auto at = pairs_.find(pair_key(id, heap)); at != pairs_.end()) return at->second;
  return {power(land.lines, kWonAtFirst), power(land.lines, kLostAtFirst)};
}

LandSearch::Way LandSearch::way_of(std::span<const Id> sum, uint64_t heap) {
  Way way;
  way.heap = heap;
  for (const Id land : sum) {
    if (const auto& value = (*atlas_)[land].value) way.heap ^= *value;
  }
  uint64_t least = kNever;
  for (const Id land : sum) {
    if ((*atlas_)[land].value) continue;
    ++way.open;
    way.lines = std::max(way.lines, (*atlas_)[land].lines);
    const Pair pair = pair_of(land, sought(land));
    const uint64_t effort = std::min(pair.won, pair.lost);
    way.won += effort;
    if (effort < least) {
      least = effort;
      way.land = land;
    }
  }
  way.won = way.lost = std::min(way.won, kMostNumber);
  if (way.open == 1) {
    const Pair pair = pair_of(way.land, way.heap);
    way.won = pair.won;
    way.lost = pair.lost;
  }
  return way;
}

std::optional<uint64_t> LandSearch::value_of(Id land) {
  while (!(*atlas_)[land].value) {
    if (!is_value(land, sought(land))) return {};
  }
  return (*atlas_)[land].value;
}

std::optional<bool> LandSearch::is_value(Id land, uint64_t heap) {
  while (true) {
    const Pair pair = pair_of(land, heap);
    if (pair.won == 0) return false;
    if (pair.lost == 0) return true;
    grow(land, heap, {kNever, kNever, kNever});
    if (is_halted()) return {};
  }
}

bool LandSearch::list(Id land) {
  const Attempt<bool> listed = atlas_->list(land);
  if (!listed) {
    ended_ = listed.error();
  } else {
    is_full_ = is_full_ || !*listed;
  }
  return listed && *listed;
}

void LandSearch::keep(Id land, uint64_t heap, const Pair& pair) {
  const auto [at, fresh] = pairs_.insert_or_assign(pair_key(land, heap), pair);
  if (fresh && !atlas_->take_memory(kBytesOfPair)) is_full_ = true;
}

/// Looks at the options and works on the one that is cheapest to prove, until the pair has reached
/// a limit.
void LandSearch::grow(Id land, uint64_t heap, const Limits& limits) {
  Atlas& atlas = *atlas_;
  const uint64_t before = atlas.listed();
  const uint64_t work = pair_of(land, heap).work;
  if (!list(land)) return;
  while (!is_halted()) {
    if (++looks_ % kLooksAsked == 0) {
      if (budget_.spent()) ended_ = budget_.why();
      budget_.progress("positions", work_.expansions + atlas.listed());
    }
    if (const Pair known = pair_of(land, heap); known.won == 0 || known.lost == 0) return;
    Pair here{kNever, 0, work + atlas.listed() - before};
    Way best;
    uint64_t second = kNever;
    uint64_t most = 0;        // of the options' numbers to win
    uint64_t others = 0;      // the sum of the rest
    bool has_option = false;  // of that value
    const auto look = [&](const Way& way) {
      if (way.won == 0) return;
      others += std::min(way.won, most);
      most = std::max(most, way.won);
      here.lost = std::min(most + others / kShareOfOthers, kMostNumber);
      if (best.open == 0 || std::tie(way.lost, way.lines) < std::tie(best.lost, best.lines)) {
        if (best.open > 0) second = best.lost;
        best = way;
      } else {
        second = std::min(second, way.lost);
      }
      here.won = std::min(here.won, way.lost);
    };
    atlas.for_each_option(land, [&](std::span<const Id> sum) {
      const Way way = way_of(sum, heap);
      if (way.open == 0) {
        has_option = way.heap == 0;
        atlas[land].excluded.add(way.heap ^ heap);
      } else {
        look(way);
      }
      return !has_option;
    });
    if (has_option) return atlas.learn_excluded(land, heap, here.work + 1);
    for (uint64_t less = 0; less < heap; ++less) {
      const Pair pair = pair_of(land, less);
      look({pair.won, pair.lost, less, atlas[land].lines, land, 1});
    }
    if (best.open == 0) return atlas.learn_value(land, heap, here.work + 1);
    keep(land, heap, here);
    if (here.won >= limits.won || here.lost >= limits.lost ||
        std::min(here.won, here.lost) >= limits.both)
      return;
    const uint64_t most_won = limits.lost == kNever ? kNever : best.won + (limits.lost - here.lost);
    const uint64_t most_lost =
        std::min(limits.won, second == kNever ? kNever : second + second / 4 + 1);
    if (best.open == 1) {
      grow(best.land, best.heap, {most_won, most_lost, limits.both});
    } else {
      const Pair part = pair_of(best.land, sought(best.land));
      const uint64_t beside = best.won - std::min({part.won, part.lost, best.won});
      grow(best.land, sought(best.land),
           {kNever, kNever, std::min(limits.both, std::min(most_won, most_lost) - beside)});
    }
  }
}

}  // namespace grundy::sprouts
