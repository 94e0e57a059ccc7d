#include "engine/board/word_descent.h"

#include <algorithm>
#include <set>
#include <utility>

namespace grundy {
namespace {

constexpr size_t kMostFollowers = 300;  // of one word
constexpr size_t kMostSteps = 300'000;  // of all that is tried
constexpr uint64_t kMovesBetweenLooks = 1 << 12;

}  // namespace

std::optional<WordDescent> WordDescent::of(const WordCode& code, const WordFacts& facts) {
  if (!facts.play_ends || code.has_ends) return {};
  auto rewritings = rewritings_of(code);
  if (!rewritings) return {};
  WordDescent result;
  result.lines_ = code.lines;
  result.rewritings_ = *std::move(rewritings);
  if (!result.all_join()) return {};
  return result;
}

bool WordDescent::all_join() const {
  size_t steps = 0;
  for (const WordRewriting& one : rewritings_) {
    for (const WordRewriting& other : rewritings_) {
      for (size_t at = 0; at < one.from.size(); ++at) {
        const size_t common = std::min(one.from.size() - at, other.from.size());
        if (++steps > kMostSteps) return false;
        if (one.from.compare(at, common, other.from, 0, common) != 0) continue;
        const WordText behind = other.from.substr(common);
        const WordText whole = one.from + behind;
        WordText second = whole;
        second.replace(at, other.from.size(), other.to);
        if (!is_joined(one.to + behind, second, steps)) return false;
      }
    }
  }
  return true;
}

bool WordDescent::is_joined(const WordText& one, const WordText& other, size_t& steps) const {
  using Followers = std::set<std::pair<WordText, bool>>;  // and whether by an odd number of moves
  std::array<Followers, 2> followers;
  std::array<std::vector<std::pair<WordText, bool>>, 2> open{{{{one, false}}, {{other, false}}}};
  for (size_t side = 0; side < 2; ++side) {
    for (size_t i = 0; i < open[side].size() && i < kMostFollowers; ++i) {
      const auto here = open[side][i];
      if (!followers[side].insert(here).second) continue;
      if (side == 1 && followers[0].contains(here)) return true;
      for (const WordRewriting& move : rewritings_) {
        for (size_t at = here.first.find(move.from); at != WordText::npos;
             at = here.first.find(move.from, at + 1)) {
          WordText next = here.first;
          next.replace(at, move.from.size(), move.to);
          open[side].emplace_back(std::move(next), !here.second);
          if (++steps > kMostSteps) return false;
        }
      }
    }
  }
  return false;
}

bool WordDescent::ends_with(const WordText& word, const WordLine& line) const {
  if (word.size() < line.left.size()) return false;
  const size_t begin = word.size() - line.left.size();
  for (size_t i = 0; i < line.left.size(); ++i) {
    if ((line.left[i].cells[0] >> static_cast<uint8_t>(word[begin + i]) & 1) == 0) return false;
  }
  return true;
}

Attempt<uint64_t> WordDescent::value(const WordText& word, Budget& budget) const {
  // `done` has no move of its own; `rest` is what comes behind it, the last letter first.
  WordText done;
  WordText rest(word.rbegin(), word.rend());
  WordText to;
  uint64_t moves = 0;
  while (!rest.empty()) {
    done += rest.back();
    rest.pop_back();
    for (const WordLine& line : lines_) {
      if (!ends_with(done, line) ||
          !written(line, done.data() + (done.size() - line.left.size()), to))
        continue;
      done.resize(done.size() - line.left.size());
      rest.append(to.rbegin(), to.rend());
      ++work_;
      if (++moves % kMovesBetweenLooks == 0 && budget.spent()) return budget.why();
      break;
    }
  }
  return moves % 2;
}

}  // namespace grundy
