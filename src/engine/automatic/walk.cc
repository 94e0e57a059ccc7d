#include "engine/automatic/walk.h"

#include <algorithm>

namespace grundy::automatic {
namespace {

constexpr uint64_t kMostWalkCells = uint64_t{1} << 31;

/// A walk to the states of one digit after another.
class Walker {
 public:
  Walker(const Numeration& numeration, const Relation& relation,
         const std::map<Track, Natural>& given)
      : numeration_(numeration), automaton_(relation.automaton) {
    const auto digits = static_cast<uint32_t>(numeration.digits());
    uint32_t place = 1;
    std::vector<std::pair<uint32_t, std::vector<int>>> fixed;
    free_letters_.push_back(0);
    for (const Track track : relation.tracks) {
      const auto found = given.find(track);
      if (found != given.end()) {
        fixed.emplace_back(place, numeration.word(found->second));
        length_ = std::max(length_, fixed.back().second.size());
      } else {
        free_places_.push_back(place);
        std::vector<uint32_t> more;
        for (uint32_t digit = 0; digit < digits; ++digit) {
          for (const uint32_t letter : free_letters_) more.push_back(letter + digit * place);
        }
        free_letters_ = std::move(more);
      }
      place *= digits;
    }
    length_ += leading();
    fixed_.assign(length_, 0);
    for (const auto& [weight, word] : fixed) {
      for (size_t i = 0; i < word.size(); ++i)
        fixed_[length_ - word.size() + i] += weight * static_cast<uint32_t>(word[i]);
    }
  }

  uint64_t cells() const { return length_ * uint64_t{automaton_.states()}; }

  Attempt<Walks> run(size_t limit, const Budget& budget) {
    const uint32_t states = automaton_.states();
    good_.assign(cells() + states, false);
    for (uint32_t s = 0; s < states; ++s)
      good_[length_ * states + s] = automaton_.accepting[s] != 0;
    for (size_t at = length_; at-- > 0;) {
      if ((at & 255) == 0 && budget.spent()) return budget.why();
      for (uint32_t s = 0; s < states; ++s) {
        good_[at * states + s] =
            std::any_of(free_letters_.begin(), free_letters_.end(), [&](uint32_t letter) {
              return good_[(at + 1) * states + automaton_.next(s, letter + fixed_[at])];
            });
      }
    }
    Walks result;
    if (!good_[automaton_.start]) return result;
    // The walk: which free letter was taken at each digit, and the states on the way.
    std::vector<size_t> taken;
    std::vector<uint32_t> on{automaton_.start};
    size_t next = 0;  // the free letter to be tried
    for (;;) {
      if (taken.size() == length_) {
        if (result.tuples.size() == limit) {
          result.all = false;
          return result;
        }
        result.tuples.push_back(numbers(taken));
        if ((result.tuples.size() & 63) == 0 && budget.spent()) return budget.why();
        next = free_letters_.size();
      }
      while (next < free_letters_.size()) {
        const uint32_t to = automaton_.next(on.back(), free_letters_[next] + fixed_[taken.size()]);
        if (good_[(taken.size() + 1) * states + to]) {
          taken.push_back(next);
          on.push_back(to);
          break;
        }
        ++next;
      }
      if (next < free_letters_.size()) {
        next = 0;
        continue;
      }
      if (taken.empty()) return result;
      next = taken.back() + 1;
      taken.pop_back();
      on.pop_back();
    }
  }

 private:
  /// So many digits a free number may have before the given ones begin: the states that are met
  /// while these are 0, each of which is met once, since the tuples are finitely many.
  size_t leading() const {
    const std::vector<char> live = live_states(automaton_);
    std::vector<char> seen(automaton_.states(), 0);
    std::vector<uint32_t> left{automaton_.start};
    seen[automaton_.start] = 1;
    size_t count = 0;
    while (!left.empty()) {
      const uint32_t state = left.back();
      left.pop_back();
      ++count;
      for (const uint32_t letter : free_letters_) {
        const uint32_t to = automaton_.next(state, letter);
        if (seen[to] != 0 || live[to] == 0) continue;
        seen[to] = 1;
        left.push_back(to);
      }
    }
    return count;
  }

  std::vector<Natural> numbers(const std::vector<size_t>& taken) const {
    std::vector<Natural> result;
    const auto digits = static_cast<uint32_t>(numeration_.digits());
    for (const uint32_t place : free_places_) {
      std::vector<int> word;
      word.reserve(taken.size());
      for (const size_t t : taken)
        word.push_back(static_cast<int>(free_letters_[t] / place % digits));
      result.push_back(numeration_.number(word));
    }
    return result;
  }

  const Numeration& numeration_;
  const Automaton& automaton_;
  size_t length_ = 0;
  std::vector<uint32_t> fixed_;         // the given digits' share of each letter
  std::vector<uint32_t> free_letters_;  // ascending in the digit of the last free track
  std::vector<uint32_t> free_places_;
  std::vector<bool> good_;  // digit × state: the rest can be accepted
};

}  // namespace

Attempt<Walks> tuples_with(const Numeration& numeration, const Relation& relation,
                           const std::map<Track, Natural>& given, size_t limit,
                           const Budget& budget) {
  Walker walker(numeration, relation, given);
  if (walker.cells() > kMostWalkCells) return Error::declined("the numbers have too many digits");
  return walker.run(limit, budget);
}

}  // namespace grundy::automatic
