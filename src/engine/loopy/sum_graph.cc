#include "engine/loopy/sum_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "engine/table/follow.h"
#include "game/copies.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

constexpr uint64_t kSumsBetweenLooks = 256;
constexpr uint64_t kOptionsBetweenLooks = uint64_t{1} << 16;

uint64_t hash_words(std::span<const uint64_t> words) {
  uint64_t hash = 0x9E3779B97F4A7C15;
  for (const uint64_t word : words) {
    hash = (hash ^ word) * 0xFF51AFD7ED558CCD;
    hash ^= hash >> 32;
  }
  return hash;
}

/// The parts of both in ascending order, without parts[left_out]; both are ascending.
Sum joined(const Sum& option, const Sum& parts, size_t left_out) {
  Sum result;
  result.reserve(option.size() + parts.size() - 1);
  size_t next = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i == left_out) continue;
    while (next < option.size() && option[next] < parts[i]) result.push_back(option[next++]);
    result.push_back(parts[i]);
  }
  result.insert(result.end(), option.begin() + static_cast<std::ptrdiff_t>(next), option.end());
  return result;
}

}  // namespace

void SumGraph::clear() {
  ++restarts_;
  words_ = {};
  starts_ = {0};
  index_ = std::vector<uint32_t>(64);
  begins_ = {0};
  targets_ = {};
  charged_ = 0;
  joined_ = 0;
  is_cut_ = false;
}

uint64_t SumGraph::game_number(const Game* game) {
  const auto [at, fresh] = game_numbers_.try_emplace(game, games_.size());
  if (fresh) {
    games_.push_back(game);
    const auto* rule = as<RuleGame>(game);
    if (rule != nullptr && !rule->facts().endless().empty())
      endless_[game] = rule->facts().endless();
  }
  return at->second;
}

Attempt<Sum> SumGraph::canonical(const Sum& sum, Budget& budget) const {
  Attempt<Sum> live = live_parts(sum, budget);
  if (!live) return live;
  for (const Position& part : *live) {
    if (as<CopiesGame>(part.game) != nullptr)
      return Error::declined(
          fmt::format("{} are too many where play can go round", to_string(part)));
  }
  return sorted(*std::move(live));
}

Attempt<uint32_t> SumGraph::number(const Sum& canonical, Budget& budget) {
  fresh_.clear();
  for (const Position& part : canonical) {
    fresh_.push_back(game_number(part.game) << 32 | part.key.size());
    fresh_.insert(fresh_.end(), part.key.begin(), part.key.end());
  }
  const uint64_t mask = index_.size() - 1;
  uint64_t at = hash_words(fresh_) & mask;
  for (; index_[at] != 0; at = (at + 1) & mask) {
    const uint64_t begin = starts_[index_[at] - 1], end = starts_[index_[at]];
    if (end - begin == fresh_.size() &&
        std::equal(fresh_.begin(), fresh_.end(),
                   words_.begin() + static_cast<std::ptrdiff_t>(begin)))
      return index_[at] - 1;
  }
  const auto fresh = static_cast<uint32_t>(starts_.size() - 1);
  index_[at] = fresh + 1;
  words_.insert(words_.end(), fresh_.begin(), fresh_.end());
  starts_.push_back(words_.size());
  joined_ += canonical.size() > 1 ? 1 : 0;
  if (4 * starts_.size() > 3 * index_.size() && !grow_index(budget))
    return budget.too_large(fmt::format("a graph of more than {} sums", fresh), 8 * index_.size());
  return fresh;
}

bool SumGraph::grow_index(Budget& budget) {
  if (!budget.take_memory(8 * index_.size())) return false;
  charged_ += 8 * index_.size();
  std::vector<uint32_t> index(2 * index_.size());
  const uint64_t mask = index.size() - 1;
  for (uint32_t v = 0; v + 1 < starts_.size(); ++v) {
    uint64_t at =
        hash_words(std::span(words_).subspan(starts_[v], starts_[v + 1] - starts_[v])) & mask;
    while (index[at] != 0) at = (at + 1) & mask;
    index[at] = v + 1;
  }
  index_ = std::move(index);
  return true;
}

Sum SumGraph::at(uint32_t vertex) const {
  Sum sum;
  for (uint64_t i = starts_[vertex]; i < starts_[vertex + 1];) {
    const uint64_t length = words_[i] & UINT32_MAX;
    Position& part = sum.emplace_back();
    part.game = games_[words_[i] >> 32];
    part.key.assign(words_.begin() + static_cast<std::ptrdiff_t>(i + 1),
                    words_.begin() + static_cast<std::ptrdiff_t>(i + 1 + length));
    i += 1 + length;
  }
  return sum;
}

Attempt<void> SumGraph::check_growth(const Sum& sum) {
  for (const Position& part : sum) {
    const auto found = endless_.find(part.game);
    if (found == endless_.end() || part.key.size() != part.game->rule()->arity()) continue;
    const std::vector<int64_t> coordinates(part.key.begin(), part.key.end());
    for (const EndlessMove& move : found->second) {
      if (applies(move, coordinates)) return grows_for_ever(part.game->rule(), coordinates, move);
    }
  }
  return {};
}

Attempt<void> SumGraph::expand(uint32_t vertex, Budget& budget) {
  const Sum sum = at(vertex);
  if (!endless_.empty() && !limits_.near) {
    if (auto bounded = check_growth(sum); !bounded) return bounded;
  }
  const size_t first = targets_.size();
  std::optional<Error> failed;
  for (size_t i = 0; i < sum.size(); ++i) {
    if (i > 0 && sum[i] == sum[i - 1]) continue;
    auto listed = sum[i].game->options(
        sum[i],
        [&](const Sum& option) {
          Attempt<Sum> to = canonical(option, budget);
          Attempt<uint32_t> there =
              to ? number(joined(*to, sum, i), budget) : Attempt<uint32_t>(std::move(to).error());
          if (!there) {
            failed = std::move(there).error();
            return false;
          }
          targets_.push_back(*there);
          return targets_.size() <= limits_.options &&
                 (++options_ % kOptionsBetweenLooks != 0 || !budget.spent());
        },
        budget);
    if (failed) return *std::move(failed);
    if (!listed) return std::move(listed).error();
    if (*listed == Ended::stopped) return budget.spent() ? budget.why() : too_many(vertex);
    if (*listed == Ended::endless)
      return Error::declined(fmt::format("{} has infinitely many moves", to_string(sum[i])));
  }
  std::sort(targets_.begin() + static_cast<std::ptrdiff_t>(first), targets_.end());
  targets_.erase(std::unique(targets_.begin() + static_cast<std::ptrdiff_t>(first), targets_.end()),
                 targets_.end());
  begins_.push_back(static_cast<uint32_t>(targets_.size()));
  return {};
}

/// The last one that was followed shows what grows.
Error SumGraph::too_many(uint32_t vertex) const {
  return Error::declined(
      fmt::format("play can lead to more than {} positions by {} moves, such as {}",
                  starts_.size() - 1, targets_.size(), shortened_to(to_string(at(vertex)), 100)));
}

Attempt<std::vector<uint32_t>> SumGraph::reach(std::span<const Sum> starts, Budget& budget) {
  std::vector<uint32_t> result;
  std::optional<Error> failed;
  for (const Sum& start : starts) {
    Attempt<Sum> sum = canonical(start, budget);
    Attempt<uint32_t> vertex =
        sum ? number(*sum, budget) : Attempt<uint32_t>(std::move(sum).error());
    if (!vertex) {
      failed = std::move(vertex).error();
      break;
    }
    result.push_back(*vertex);
  }
  while (!failed && begins_.size() < starts_.size()) {
    const auto vertex = static_cast<uint32_t>(begins_.size() - 1);
    if (vertex % kSumsBetweenLooks == 0) {
      budget.progress("positions", vertex);
      const uint64_t bytes = 8 * (words_.capacity() + starts_.capacity()) +
                             4 * (targets_.capacity() + begins_.capacity() + index_.size());
      if (budget.spent()) {
        failed = budget.why();
      } else if (bytes > charged_ && !budget.take_memory(bytes - charged_)) {
        failed = budget.too_large(
            fmt::format("a graph of more than {} positions", starts_.size() - 1), bytes);
      } else {
        charged_ = std::max(charged_, bytes);
      }
    }
    if (!failed && (starts_.size() > limits_.sums || joined_ > limits_.joined ||
                    targets_.size() > limits_.options)) {
      if (limits_.near) {
        is_cut_ = true;
        for (auto v = vertex; v + 1 < starts_.size(); ++v) {
          targets_.push_back(v);
          begins_.push_back(static_cast<uint32_t>(targets_.size()));
        }
        return result;
      }
      failed = too_many(vertex);
    }
    if (failed) break;
    if (auto expanded = expand(vertex, budget); !expanded) failed = std::move(expanded).error();
  }
  if (!failed) return result;
  budget.give_back_memory(charged_);
  clear();
  return *std::move(failed);
}

}  // namespace grundy
