#include "engine/misere/genus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_set>

#include "engine/round.h"
#include "game/copies.h"
#include "game/nim_heap.h"

namespace grundy::misere {
namespace {

constexpr uint64_t kLargestNimHeap = 1'000'000;

uint32_t mex_of(std::vector<uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  uint32_t result = 0;
  for (const uint32_t n : numbers) result += n == result ? 1 : 0;
  return result;
}

/// c_k.
uint32_t beside_twos(const Genus& genus, size_t k) {
  const size_t written = genus.misere.size();
  if (k < written) return genus.misere[k];
  return genus.misere[written - 2 + (k - written) % 2];
}

}  // namespace

Genus Genus::firm(uint32_t n) { return {n, {n, n ^ 2}}; }

Genus Genus::fickle(uint32_t n) { return n == 0 ? Genus{0, {1, 2, 0}} : Genus{1, {0, 3, 1}}; }

Genus Genus::of_options(const std::vector<const Genus*>& options) {
  Genus result;
  if (options.empty()) return result;
  size_t written = 2;
  std::vector<uint32_t> numbers;
  for (const Genus* option : options) {
    written = std::max(written, option->misere.size());
    numbers.push_back(option->normal);
  }
  result.normal = mex_of(numbers);
  result.misere.clear();
  // Behind all that is written the options' numbers have period 2, and c_k depends on them and on
  // c_(k-1) alone.
  for (size_t k = 0;; ++k) {
    numbers.clear();
    for (const Genus* option : options) numbers.push_back(beside_twos(*option, k));
    if (k > 0) {
      numbers.push_back(result.misere[k - 1]);
      numbers.push_back(result.misere[k - 1] ^ 1);
    }
    result.misere.push_back(mex_of(numbers));
    if (k >= written + 2 && result.misere[k] == result.misere[k - 2] &&
        result.misere[k] == (result.misere[k - 1] ^ 2))
      break;
  }
  auto& c = result.misere;
  while (c.size() > 2 && c[c.size() - 1] == c[c.size() - 3]) c.pop_back();
  return result;
}

std::string Genus::text() const {
  const bool long_ones =
      std::any_of(misere.begin(), misere.end(), [](uint32_t c) { return c > 9; });
  return fmt::format("{}^{}", normal, fmt::join(misere, long_ones ? "," : ""));
}

GenusFinder::~GenusFinder() { budget_.give_back_memory(taken_); }

Attempt<void> GenusFinder::open(Sum sum) {
  if (known_.size() >= most_)
    return Error::declined(fmt::format("play has more than {} positions", most_));
  const uint64_t bytes = 200 + sum.size() * sizeof(Position);
  if (!budget_.take_memory(bytes))
    return budget_.too_large(fmt::format("the genera of more than {} positions", known_.size()),
                             bytes);
  taken_ += bytes;
  budget_.count(10);
  if ((known_.size() & 255) == 0) {
    if (budget_.spent()) return budget_.why();
    budget_.progress("positions", known_.size());
  }
  Entry& entry = known_[sum];
  if (sum.size() == 1) {
    if (const auto size = heap_size(sum[0])) {
      if (!size->is_small() || size->small() > kLargestNimHeap)
        return Error::declined(
            fmt::format("a genus takes nim heaps of at most {}", kLargestNimHeap));
      entry = {false, {Genus::of_nim_heap(static_cast<uint32_t>(size->small())), true, {}}};
      return {};
    }
  }
  Frame frame;
  if (sum.size() > 1 || as<CopiesGame>(sum.empty() ? nullptr : sum[0].game) != nullptr) {
    frame.by_parts = true;
    for (const Position& part : sum) frame.asked.push_back({single(part)});
  } else {
    Attempt<std::vector<Sum>> options = options_of(sum);
    if (!options) return std::move(options).error();
    frame.asked = *std::move(options);
  }
  frame.sum = std::move(sum);
  stack_.push_back(std::move(frame));
  return {};
}

Attempt<std::vector<Sum>> GenusFinder::options_of(const Sum& sum) {
  std::unordered_set<Sum, HashSum> found;
  for (size_t i = 0; i < sum.size(); ++i) {
    if (i > 0 && sum[i] == sum[i - 1]) continue;
    std::optional<Error> failed;
    const auto listed = sum[i].game->options(
        sum[i],
        [&](const Sum& option) {
          Attempt<Sum> live = live_parts(replaced(sum, i, option), budget_);
          if (!live) {
            failed = std::move(live).error();
            return false;
          }
          found.insert(sorted(*std::move(live)));
          return (found.size() & 1023) != 0 || !budget_.spent();
        },
        budget_);
    if (failed) return *std::move(failed);
    if (!listed) return listed.error();
    if (budget_.spent()) return budget_.why();
    if (*listed == Ended::endless)
      return Error::declined(fmt::format("{} has infinitely many moves; a genus is of finite games",
                                         to_string(sum[i])));
  }
  return std::vector<Sum>(found.begin(), found.end());
}

Attempt<bool> GenusFinder::close() {
  Frame& frame = stack_.back();
  Found result;
  std::vector<const Genus*> genera;
  bool tame = true;
  for (const Sum& one : frame.asked) {
    const Found& found = known_.at(one).found;
    genera.push_back(&found.genus);
    if (tame && !found.tame) result.witness = found.witness;
    tame = tame && found.tame;
  }
  if (frame.by_parts && !tame) {
    for (const Position& part : frame.sum) {
      if (as<CopiesGame>(part.game) != nullptr)
        return Error::declined(
            fmt::format("{} are not tame, and too many to play out", to_string(part)));
    }
    Attempt<std::vector<Sum>> options = options_of(frame.sum);
    if (!options) return std::move(options).error();
    frame.asked = *std::move(options);
    frame.by_parts = false;
    frame.next = 0;
    return false;
  }
  if (frame.by_parts) {
    uint32_t sum = 0;
    bool firm = false;
    for (size_t i = 0; i < genera.size(); ++i) {
      const auto* copies = as<CopiesGame>(frame.sum[i].game);
      if (copies == nullptr || copies->count(frame.sum[i]).bit(0)) sum ^= genera[i]->normal;
      firm = firm || !genera[i]->is_fickle();
    }
    result.genus = firm ? Genus::firm(sum) : Genus::fickle(sum);
  } else {
    result.genus = Genus::of_options(genera);
    result.tame = tame && result.genus.is_tame();
    if (tame && !result.tame) result.witness = frame.sum;
  }
  known_[frame.sum] = {false, std::move(result)};
  stack_.pop_back();
  return true;
}

Attempt<GenusFinder::Found> GenusFinder::of(const Sum& sum) {
  Attempt<Sum> live = live_parts(sum, budget_);
  if (!live) return std::move(live).error();
  const Sum start = sorted(*std::move(live));
  if (auto found = find(start); !found) {
    for (const Frame& frame : stack_) known_.erase(frame.sum);
    stack_.clear();
    return std::move(found).error();
  }
  return known_.at(start).found;
}

Attempt<void> GenusFinder::find(const Sum& start) {
  if (known_.contains(start)) return {};
  if (auto opened = open(start); !opened) {
    known_.erase(start);
    return opened;
  }
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    if (frame.next == frame.asked.size()) {
      if (auto closed = close(); !closed) return std::move(closed).error();
      continue;
    }
    const Sum& next = frame.asked[frame.next];
    const auto known = known_.find(next);
    if (known != known_.end()) {
      if (known->second.open) return comes_again("a position comes again");
      ++frame.next;
      continue;
    }
    if (auto opened = open(next); !opened) {
      known_.erase(next);
      return opened;
    }
  }
  return {};
}

}  // namespace grundy::misere
