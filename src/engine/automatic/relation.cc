#include "engine/automatic/relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "engine/automatic/subsets.h"

namespace grundy::automatic {
namespace {

std::vector<Track> united(const std::vector<Track>& a, const std::vector<Track>& b) {
  std::vector<Track> result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// For each letter over `all` the letter over `some` of these tracks.
std::vector<uint32_t> restricted_letters(const std::vector<Track>& all,
                                         const std::vector<Track>& some, uint32_t count,
                                         uint32_t digits) {
  std::vector<uint32_t> weight(all.size(), 0);
  uint32_t place = 1;
  for (const Track track : some) {
    weight[static_cast<size_t>(std::lower_bound(all.begin(), all.end(), track) - all.begin())] =
        place;
    place *= digits;
  }
  std::vector<uint32_t> result(count, 0);
  for (uint32_t letter = 0; letter < count; ++letter) {
    uint32_t left = letter;
    for (const uint32_t w : weight) {
      result[letter] += left % digits * w;
      left /= digits;
    }
  }
  return result;
}

}  // namespace

Linear operator+(Linear a, const Linear& b) {
  for (const auto& [track, factor] : b.factors) {
    if ((a.factors[track] += factor) == 0) a.factors.erase(track);
  }
  a.constant += b.constant;
  return a;
}

Linear operator*(int64_t factor, Linear a) {
  if (factor == 0) return {};
  for (auto& [track, f] : a.factors) f *= factor;
  a.constant *= factor;
  return a;
}

bool Relation::empty() const {
  return std::none_of(automaton.accepting.begin(), automaton.accepting.end(),
                      [](char c) { return c != 0; });
}

Workshop::Workshop(Numeration numeration, const Budget& budget, WorkshopLimits limits)
    : numeration_(std::move(numeration)), budget_(budget), limits_(limits) {
  for (const int64_t term : numeration_.first_terms()) terms_.push_back(term);
  const auto& recurrence = numeration_.recurrence();
  while (terms_.size() < 64 && terms_.back() < (Wide{1} << 80)) {
    Wide next = 0;
    for (size_t j = 0; j < recurrence.size(); ++j)
      next += recurrence[j] * terms_[terms_.size() - 1 - j];
    terms_.push_back(next);
  }
}

void Workshop::fail(std::string reason) {
  if (failure_.empty()) failure_ = std::move(reason);
}

bool Workshop::fits(uint64_t states, uint64_t letters) {
  if (failed()) return false;
  if ((states & 255) == 0) {
    budget_.count(letters * 16);
    if (budget_.spent()) fail("the budget is spent");
  }
  const uint64_t effort = budget_.effort();
  if (states > limits_.states * effort || states * letters > limits_.cells * effort)
    fail("an automaton has too many states");
  return !failed();
}

uint32_t Workshop::letters(size_t tracks) {
  uint64_t count = 1;
  for (size_t i = 0; i < tracks; ++i) {
    count *= static_cast<uint64_t>(numeration_.digits());
    if (count > limits_.letters) {
      fail("an automaton reads too many numbers at once");
      return 1;
    }
  }
  return static_cast<uint32_t>(count);
}

Relation Workshop::truth(bool holds) const {
  return {{}, {1, 0, {0}, {static_cast<char>(holds ? 1 : 0)}}};
}

Relation Workshop::nothing(const std::vector<Track>& tracks) {
  const uint32_t count = letters(tracks.size());
  return {tracks, {count, 0, std::vector<uint32_t>(count, 0), {0}}};
}

Relation Workshop::greedy(const std::vector<Track>& tracks) {
  const uint32_t count = letters(tracks.size());
  if (failed()) return {};
  if (numeration_.is_base()) return {tracks, {count, 0, std::vector<uint32_t>(count, 0), {1}}};
  const auto digits = static_cast<uint32_t>(numeration_.digits());
  const auto word_states = static_cast<uint32_t>(numeration_.word_states());
  uint32_t states = 1;
  for (size_t i = 0; i < tracks.size(); ++i) states *= word_states;
  Automaton a{count, 0, {}, std::vector<char>(states + 1, 1)};
  a.accepting[states] = 0;
  if (!fits(states, count)) return {};
  for (uint32_t state = 0; state <= states; ++state) {
    for (uint32_t letter = 0; letter < count; ++letter) {
      uint32_t to = 0, place = 1, s = state, l = letter;
      for (size_t i = 0; i < tracks.size() && to < states && state < states; ++i) {
        const int next =
            numeration_.follow(static_cast<int>(s % word_states), static_cast<int>(l % digits));
        to = next < 0 ? states : to + static_cast<uint32_t>(next) * place;
        s /= word_states;
        l /= digits;
        place *= word_states;
      }
      a.target.push_back(state == states ? states : to);
    }
  }
  return {tracks, minimal(a)};
}

Relation Workshop::anything(const std::vector<Track>& tracks) {
  std::vector<Track> sorted = tracks;
  std::sort(sorted.begin(), sorted.end());
  return greedy(sorted);
}

Relation Workshop::instance(const Automaton& automaton, const std::vector<Track>& tracks) {
  std::vector<Track> sorted = tracks;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  const uint32_t count = letters(sorted.size());
  if (failed()) return {};
  const auto digits = static_cast<uint32_t>(numeration_.digits());
  std::vector<uint32_t> weight(sorted.size(), 0);
  uint32_t place = 1;
  for (const Track track : tracks) {
    weight[static_cast<size_t>(std::lower_bound(sorted.begin(), sorted.end(), track) -
                               sorted.begin())] += place;
    place *= digits;
  }
  Automaton result{count, automaton.start, {}, automaton.accepting};
  for (uint32_t state = 0; state < automaton.states(); ++state) {
    for (uint32_t letter = 0; letter < count; ++letter) {
      uint32_t old = 0, left = letter;
      for (const uint32_t w : weight) {
        old += left % digits * w;
        left /= digits;
      }
      result.target.push_back(automaton.next(state, old));
    }
  }
  return {std::move(sorted), minimal(result)};
}

Relation Workshop::product(const Relation& a, const Relation& b, Product kind) {
  const std::vector<Track> tracks = united(a.tracks, b.tracks);
  const uint32_t count = letters(tracks.size());
  if (failed()) return {};
  const auto digits = static_cast<uint32_t>(numeration_.digits());
  const std::vector<uint32_t> of_a = restricted_letters(tracks, a.tracks, count, digits);
  const std::vector<uint32_t> of_b = restricted_letters(tracks, b.tracks, count, digits);
  const auto sinks = [](const Automaton& one) {
    std::vector<char> result(one.states());
    for (uint32_t s = 0; s < one.states(); ++s)
      result[s] = static_cast<char>(one.is_sink(s) ? 1 : 0);
    return result;
  };
  const std::vector<char> sink_a = sinks(a.automaton), sink_b = sinks(b.automaton);
  constexpr uint64_t kSink = UINT64_MAX;
  const auto key = [&](uint32_t p, uint32_t q) {
    if (kind == Product::both && (sink_a[p] != 0 || sink_b[q] != 0)) return kSink;
    return uint64_t{p} << 32 | q;
  };
  std::unordered_map<uint64_t, uint32_t> number;
  std::vector<uint64_t> order;
  const auto number_of = [&](uint64_t k) {
    const auto [at, fresh] = number.emplace(k, static_cast<uint32_t>(order.size()));
    if (fresh) order.push_back(k);
    return at->second;
  };
  Automaton result{count, 0, {}, {}};
  number_of(key(a.automaton.start, b.automaton.start));
  for (size_t i = 0; i < order.size(); ++i) {
    if (!fits(order.size(), count)) return {};
    const uint64_t here = order[i];
    if (here == kSink) {
      result.accepting.push_back(0);
      result.target.insert(result.target.end(), count, static_cast<uint32_t>(i));
      continue;
    }
    const auto p = static_cast<uint32_t>(here >> 32), q = static_cast<uint32_t>(here);
    const bool in_a = a.automaton.accepting[p] != 0, in_b = b.automaton.accepting[q] != 0;
    result.accepting.push_back(
        static_cast<char>((kind == Product::both ? in_a && in_b : in_a || in_b) ? 1 : 0));
    for (uint32_t letter = 0; letter < count; ++letter)
      result.target.push_back(
          number_of(key(a.automaton.next(p, of_a[letter]), b.automaton.next(q, of_b[letter]))));
  }
  return {tracks, minimal(result)};
}

Relation Workshop::both(const Relation& a, const Relation& b) {
  return product(a, b, Product::both);
}

Relation Workshop::either(const Relation& a, const Relation& b) {
  if (a.tracks == b.tracks) return product(a, b, Product::either);
  const auto wider = [&](const Relation& one, const Relation& other) {
    std::vector<Track> more;
    std::set_difference(other.tracks.begin(), other.tracks.end(), one.tracks.begin(),
                        one.tracks.end(), std::back_inserter(more));
    return more.empty() ? one : product(one, greedy(more), Product::both);
  };
  return product(wider(a, b), wider(b, a), Product::either);
}

Relation Workshop::negation(const Relation& a) {
  if (failed()) return {};
  Relation result = a;
  for (char& accepts : result.automaton.accepting) accepts = static_cast<char>(1 - accepts);
  return numeration_.is_base() ? result : both(result, greedy(a.tracks));
}

Relation Workshop::exists(const Relation& a, const std::vector<Track>& gone) {
  std::vector<Track> kept;
  for (const Track track : a.tracks) {
    if (std::find(gone.begin(), gone.end(), track) == gone.end()) kept.push_back(track);
  }
  if (failed() || kept.size() == a.tracks.size()) return a;
  const uint32_t count = letters(kept.size());
  const std::vector<uint32_t> kept_letter = restricted_letters(
      a.tracks, kept, a.automaton.letters, static_cast<uint32_t>(numeration_.digits()));
  auto made = determinised(a.automaton, kept_letter, count,
                           [&](uint64_t states) { return fits(states, count); });
  if (!made) return {};
  greatest_subsets_ = std::max<size_t>(greatest_subsets_, made->states());
  return {std::move(kept), minimal(*made)};
}

Relation Workshop::exists_all(std::vector<Relation> parts, const std::vector<Track>& gone) {
  std::vector<Track> left = gone;
  const auto mentions = [](const Relation& r, Track t) {
    return std::binary_search(r.tracks.begin(), r.tracks.end(), t);
  };
  const auto join = [&](std::vector<Relation> some) {
    // The small ones first: they keep the product small.
    std::stable_sort(some.begin(), some.end(), [](const Relation& a, const Relation& b) {
      return std::pair(a.tracks.size(), a.automaton.states()) <
             std::pair(b.tracks.size(), b.automaton.states());
    });
    Relation all = truth(true);
    for (const Relation& one : some) all = both(all, one);
    return all;
  };
  while (!left.empty() && !failed()) {
    // The track whose parts have the fewest tracks together goes first.
    size_t best = 0, best_width = SIZE_MAX;
    for (size_t i = 0; i < left.size(); ++i) {
      std::vector<Track> together;
      for (const Relation& part : parts) {
        if (mentions(part, left[i])) together = united(together, part.tracks);
      }
      if (together.size() < best_width) {
        best = i;
        best_width = together.size();
      }
    }
    const Track track = left[best];
    std::vector<Relation> with, others;
    for (Relation& part : parts) (mentions(part, track) ? with : others).push_back(std::move(part));
    // With it go the tracks that nothing else mentions.
    const auto stays = [&](Track t) {
      return t != track && std::any_of(others.begin(), others.end(),
                                       [&](const Relation& r) { return mentions(r, t); });
    };
    std::vector<Track> now, later;
    for (const Track t : left) (stays(t) ? later : now).push_back(t);
    left = std::move(later);
    if (!with.empty()) others.push_back(exists(join(std::move(with)), now));
    parts = std::move(others);
  }
  return join(std::move(parts));
}

std::vector<Natural> Workshop::least(const Relation& a) const {
  struct Step {
    uint32_t before, letter;
  };
  const Automaton& dfa = a.automaton;
  std::vector<uint32_t> order{dfa.start};
  std::vector<Step> came(dfa.states(), {UINT32_MAX, 0});
  uint32_t end = dfa.accepting[dfa.start] != 0 ? dfa.start : UINT32_MAX;
  for (size_t i = 0; i < order.size() && end == UINT32_MAX; ++i) {
    for (uint32_t letter = 0; letter < dfa.letters && end == UINT32_MAX; ++letter) {
      const uint32_t to = dfa.next(order[i], letter);
      if (to == dfa.start || came[to].before != UINT32_MAX) continue;
      came[to] = {order[i], letter};
      order.push_back(to);
      if (dfa.accepting[to] != 0) end = to;
    }
  }
  std::vector<std::vector<int>> words(a.tracks.size());
  const auto digits = static_cast<uint32_t>(numeration_.digits());
  for (uint32_t at = end; at != dfa.start; at = came[at].before) {
    uint32_t letter = came[at].letter;
    for (auto& word : words) {
      word.insert(word.begin(), static_cast<int>(letter % digits));
      letter /= digits;
    }
  }
  std::vector<Natural> result;
  for (const auto& word : words) result.push_back(numeration_.number(word));
  return result;
}

}  // namespace grundy::automatic
