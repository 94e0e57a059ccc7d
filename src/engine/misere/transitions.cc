#include "engine/misere/transitions.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace grundy::misere {

Transitions::Transitions(const Monoid& monoid, const Beside& beside, uint64_t most_tokens,
                         Budget& budget)
    : monoid_(monoid),
      most_tokens_(most_tokens),
      budget_(budget),
      words_(words_for(monoid.order())),
      by_element_(monoid.order()),
      won_(monoid.order()) {
  for (Element x = 0; x < monoid.order(); ++x) {
    const Bits colour = monoid.colour(x);
    for (size_t s = 0; s < beside.size(); ++s) {
      if (!has(colour, s) && !beside.moves_into(colour, s)) won_[x].push_back(monoid.side()[s]);
    }
    std::sort(won_[x].begin(), won_[x].end());
    won_[x].erase(std::unique(won_[x].begin(), won_[x].end()), won_[x].end());
  }
  pairs_.push_back({0, 0, 0, 0});
  options_.assign(words_, 0);
  by_element_[0].push_back({0, 0});
}

Transitions::~Transitions() { budget_.give_back_memory(taken_); }

bool Transitions::is_won(Element x, const Bits& options) const {
  return std::all_of(won_[x].begin(), won_[x].end(),
                     [&](uint32_t side) { return intersect(monoid_.sides()[side], options); });
}

uint64_t Transitions::folded(const uint64_t* options) const {
  return std::accumulate(options, options + words_, uint64_t{0}, std::bit_or<>());
}

bool Transitions::is_known(Element x, const uint64_t* options, uint64_t tokens) const {
  const bool is_bounded = most_tokens_ != UINT64_MAX;
  const uint64_t outside = ~folded(options);
  std::vector<Known>& list = by_element_[x];
  for (size_t place = 0; place < list.size(); ++place) {
    if ((list[place].folded & outside) != 0) continue;
    const uint32_t pair = list[place].pair;
    if (is_bounded && pairs_[pair].tokens > tokens) continue;
    const uint64_t* known = &options_[pair * words_];
    size_t i = 0;
    while (i < words_ && (known[i] & ~options[i]) == 0) ++i;
    if (i < words_) continue;
    std::swap(list[place], list[place / 2]);
    return true;
  }
  return false;
}

bool Transitions::stands(Element x, const Bits& options, uint64_t tokens) const {
  return is_known(x, options.data(), tokens);
}

Attempt<void> Transitions::push(Pair pair, const uint64_t* options) {
  if (options_.size() + words_ > options_.capacity()) {
    const uint64_t bytes =
        (options_.capacity() + words_) * sizeof(uint64_t) + pairs_.size() * sizeof(Pair);
    if (!budget_.take_memory(bytes))
      return budget_.too_large("the transitions of the quotient", bytes);
    taken_ += bytes;
    options_.reserve(2 * options_.capacity() + words_);
  }
  by_element_[pair.x].push_back({folded(options), static_cast<uint32_t>(pairs_.size())});
  pairs_.push_back(pair);
  options_.insert(options_.end(), options, options + words_);
  return {};
}

Attempt<bool> Transitions::add(uint32_t letter, uint64_t tokens, Element x, const Bits& options) {
  before_ = pairs_.size();
  wrong_.clear();
  const std::vector<Element> column = monoid_.column(x);
  std::vector<Element> listed;
  for_each(options, [&](size_t y) { listed.push_back(static_cast<Element>(y)); });
  std::vector<Bits> moved(monoid_.order());  // element times options, where it was asked for
  Bits next(words_);
  for (size_t begin = 0, end = pairs_.size(); begin < end; begin = end, end = pairs_.size()) {
    for (size_t i = begin; i < end; ++i) {
      budget_.count(words_ * (won_[column[pairs_[i].x]].size() +
                              by_element_[column[pairs_[i].x]].size() + 1));
      if ((i & 255) == 0 && budget_.spent()) return budget_.why();
      const uint64_t together = pairs_[i].tokens + tokens;
      if (together > most_tokens_) continue;
      const Element from = pairs_[i].x;
      const Element to = column[from];
      if (moved[from].empty()) {
        moved[from].resize(words_);
        budget_.count(monoid_.is_tabulated() ? listed.size() : 10 * listed.size());
        for (const Element y : listed) put(moved[from], monoid_.times(from, y));
      }
      std::copy(moved[from].begin(), moved[from].end(), next.begin());
      const uint64_t* old = &options_[i * words_];
      for (size_t w = 0; w < words_; ++w) {
        for (uint64_t rest = old[w]; rest != 0; rest &= rest - 1) {
          const Element y = column[w * 64 + static_cast<size_t>(std::countr_zero(rest))];
          next[y >> 6] |= uint64_t{1} << (y & 63);
        }
      }
      if (!is_won(to, next)) {
        wrong_ = {letter};
        for (size_t at = i; at != 0; at = pairs_[at].parent) wrong_.push_back(pairs_[at].letter);
        std::reverse(wrong_.begin(), wrong_.end());
        return false;
      }
      if (is_known(to, next.data(), together)) {
        if (i == 0) return true;  // the letter alone is like a smaller word, and so is all with it
        continue;
      }
      if (auto pushed = push({to, static_cast<uint32_t>(i), letter, together}, next.data());
          !pushed)
        return std::move(pushed).error();
    }
  }
  return true;
}

void Transitions::undo() {
  for (size_t i = before_; i < pairs_.size(); ++i)
    std::erase_if(by_element_[pairs_[i].x],
                  [&](const Known& known) { return known.pair >= before_; });
  pairs_.resize(before_);
  options_.resize(before_ * words_);
}

}  // namespace grundy::misere
