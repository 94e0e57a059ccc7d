#include "engine/misere/quotient.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace grundy::misere {
namespace {

constexpr uint32_t kGreatestIndex = 20;
// Of extensions that are tried where another one does.
constexpr uint64_t kComparedElements = 300'000;
constexpr size_t kMostFree = 4;  // letters that are set free together, unless only all of a word do

/// Words as sorted letters: whether the last letters decide for a.
bool comes_before(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

/// The subsets of 0 … n - 1 with so many members, in their order.
std::vector<std::vector<size_t>> subsets(size_t n, size_t members) {
  std::vector<std::vector<size_t>> result;
  for (uint64_t set = 0; set < uint64_t{1} << n; ++set) {
    if (static_cast<size_t>(std::popcount(set)) != members) continue;
    std::vector<size_t>& list = result.emplace_back();
    for (size_t i = 0; i < n; ++i) {
      if (set >> i & 1) list.push_back(i);
    }
  }
  return result;
}

}  // namespace

Quotient::Quotient(Letters letters, Beside beside, uint64_t most_tokens, Budget& budget)
    : letters_(std::move(letters)),
      beside_(std::move(beside)),
      most_tokens_(most_tokens),
      budget_(budget) {
  guess_.monoid = Monoid(beside_.size(), beside_.lost_beside_nothing());
  renew();
}

void Quotient::renew() {
  partners_.assign(monoid().order(), {});
  parted_.assign(letters_.games().size(), {});
  element_by_options_.clear();
  options_.clear();
  for (uint32_t letter = 0; letter < images().size(); ++letter) options_.push_back(options(letter));
  transitions_ = std::make_unique<Transitions>(monoid(), beside_, most_tokens_, budget_);
  find_fewest();
}

void Quotient::find_fewest() {
  if (most_tokens_ == UINT64_MAX) return;
  fewest_.assign(monoid().order(), {});
  fewest_[0].tokens = 0;
  // The first letter with an image has the fewest tokens.
  std::map<Element, uint32_t> letters;
  for (uint32_t letter = 0; letter < images().size(); ++letter)
    letters.try_emplace(images()[letter], letter);
  std::set<std::pair<uint64_t, Element>> open = {{0, 0}};
  while (!open.empty()) {
    const auto [tokens, x] = *open.begin();
    open.erase(open.begin());
    budget_.count(letters.size());
    for (const auto& [image, letter] : letters) {
      const Element to = monoid().times(x, image);
      const uint64_t sum = tokens + letters_.tokens(letter);
      if (sum >= fewest_[to].tokens) continue;
      open.erase({fewest_[to].tokens, to});
      fewest_[to] = {sum, x, letter};
      open.emplace(sum, to);
    }
  }
}

Bits Quotient::near(uint32_t letter) const {
  Bits result(words_for(monoid().order()), most_tokens_ == UINT64_MAX ? ~uint64_t{0} : 0);
  for (size_t x = 0; x < fewest_.size(); ++x) {
    const uint64_t tokens = fewest_[x].tokens;
    if (tokens <= most_tokens_ && tokens + letters_.tokens(letter) <= most_tokens_) put(result, x);
  }
  return result;
}

const std::vector<Bits>& Quotient::partners(Element x) {
  if (partners_[x].empty()) {
    budget_.count(monoid().order() * monoid().sides().size());
    partners_[x] = monoid().partners(x);
  }
  return partners_[x];
}

Element Quotient::image(Letters::Word word) const {
  Element result = 0;
  for (const uint32_t letter : word) result = monoid().times(result, images()[letter]);
  return result;
}

Bits Quotient::options(uint32_t letter) {
  Bits result(words_for(monoid().order()));
  letters_.for_each_simple_option(letter, [&](Letters::Word word) { put(result, image(word)); });
  letters_.for_each_parting(letter, [&](size_t game, uint64_t left) {
    const Bits& parted = parted_in_two(game, left);
    for (size_t i = 0; i < result.size(); ++i) result[i] |= parted[i];
  });
  return result;
}

const Bits& Quotient::parted_in_two(size_t game, uint64_t left) {
  std::vector<Bits>& known = parted_[game];
  if (left >= known.size()) known.resize(left + 1);
  if (!known[left].empty()) return known[left];
  const size_t order = monoid().order();
  const size_t step = letters_.games().size();
  const Element* first = images().data() + letters_.heap(game, 0);
  std::vector<uint8_t> met(order);
  for (uint64_t a = 1; 2 * a < left; ++a)
    met[monoid().times(first[a * step], first[(left - a) * step])] = 1;
  budget_.count(left / 4);
  Bits& result = known[left];
  result.resize(words_for(order));
  for (size_t x = 0; x < order; ++x) {
    if (met[x] != 0) put(result, x);
  }
  return result;
}

Attempt<void> Quotient::extend_to(uint32_t count) {
  if (!verified_) {
    Attempt<std::optional<std::vector<uint32_t>>> wrong = verify();
    if (!wrong) return std::move(wrong).error();
    verified_ = true;
  }
  for (auto letter = static_cast<uint32_t>(images().size()); letter < count; ++letter) {
    if (budget_.spent()) return budget_.why();
    Bits moves = options(letter);
    if (std::all_of(moves.begin(), moves.end(), [](uint64_t word) { return word == 0; })) {
      guess_.images.push_back(0);
      options_.push_back(std::move(moves));
      continue;
    }
    // A letter with the options of another one is like it, unless only one of them fits in beside
    // the rest.
    const bool bounded = most_tokens_ != UINT64_MAX;
    if (const auto like = element_by_options_.find(moves);
        like != element_by_options_.end() && !bounded) {
      guess_.images.push_back(like->second);
      options_.push_back(std::move(moves));
      continue;
    }
    Attempt<std::optional<Element>> stays = element_for(letter, moves);
    if (!stays) return std::move(stays).error();
    if (*stays) {
      guess_.images.push_back(**stays);
      element_by_options_[moves] = **stays;
      options_.push_back(std::move(moves));
      if (!bounded) continue;
      // The letter may have brought elements within the bound that were beyond it.
      find_fewest();
      if (!least_in_p()) continue;
      guess_.images.pop_back();
    }
    Guess before = guess_;
    guess_.images.push_back(0);
    if (auto grown = grow(); !grown) {
      guess_ = std::move(before);
      verified_ = false;
      renew();
      return grown;
    }
  }
  return {};
}

Attempt<std::optional<Element>> Quotient::element_for(uint32_t letter, const Bits& options) {
  const size_t sides = monoid().sides().size();
  Bits taken(words_for(beside_.size()));
  for (size_t s = 0; s < beside_.size(); ++s) {
    if (intersect(options, monoid().sides()[monoid().side()[s]])) put(taken, s);
  }
  const Bits colour = beside_.lost(taken);
  // For each side: z such that zy is in it for some option y.
  std::vector<Bits> forbidden(sides, Bits(options.size()));
  for_each(options, [&](size_t y) {
    const std::vector<Bits>& rows = partners(static_cast<Element>(y));
    for (size_t side = 0; side < sides; ++side) {
      for (size_t i = 0; i < options.size(); ++i) forbidden[side][i] |= rows[side][i];
    }
  });
  const Bits within = near(letter);
  const auto is_candidate = [&](Element x) {
    if (monoid().colour(x) != colour) return false;
    for (size_t side = 0; side < sides; ++side) {
      const Bits& row = partners(x)[side];
      for (size_t i = 0; i < row.size(); ++i) {
        if (row[i] & forbidden[side][i] & within[i]) return false;
      }
    }
    return true;
  };
  std::vector<Element> candidates;
  for (Element x = 0; x < monoid().order(); ++x) {
    if (is_candidate(x)) candidates.push_back(x);
  }
  for (const Element x : candidates) {
    if (transitions_->stands(x, options, letters_.tokens(letter))) return std::optional(x);
  }
  for (const Element x : candidates) {
    Attempt<bool> right = transitions_->add(letter, letters_.tokens(letter), x, options);
    if (!right) return std::move(right).error();
    if (*right) return std::optional(x);
    transitions_->undo();
  }
  return std::optional<Element>();
}

Attempt<void> Quotient::grow() {
  const auto letter = static_cast<uint32_t>(images().size() - 1);
  Extension extension(letters_, beside_, guess_, {{letter, 2, 2}});
  if (auto marked = extension.mark(budget_); !marked) return marked;
  Attempt<Guess> reduced = extension.reduced(budget_);
  if (!reduced) return std::move(reduced).error();
  guess_ = *std::move(reduced);
  while (true) {
    renew();
    Attempt<std::optional<std::vector<uint32_t>>> wrong = verify();
    if (!wrong) return std::move(wrong).error();
    if (!*wrong) return {};
    if (auto better = recalibrate(**wrong); !better) return better;
  }
}

std::optional<std::vector<uint32_t>> Quotient::least_in_p() {
  std::optional<std::vector<uint32_t>> least;
  std::set<std::pair<Element, Bits>> seen;
  for (uint32_t letter = 0; letter < images().size(); ++letter) {
    const Element x = images()[letter];
    if (!seen.emplace(x, options_[letter]).second) continue;
    std::optional<size_t> first;
    const Bits within = near(letter);
    if (budget_.spent()) return {};
    for_each(options_[letter], [&](size_t y) {
      budget_.count(options_[letter].size() * monoid().sides().size());
      for (size_t side = 0; side < monoid().sides().size(); ++side) {
        const Bits& a = partners(x)[side];
        const Bits& b = partners(static_cast<Element>(y))[side];
        for (size_t w = 0; w < a.size(); ++w) {
          const uint64_t both = a[w] & b[w] & within[w];
          if (both == 0) continue;
          const size_t z = w * 64 + static_cast<size_t>(std::countr_zero(both));
          if (!first || z < *first) first = z;
          break;
        }
      }
    });
    if (!first) continue;
    std::vector<uint32_t> word = {letter};
    for (const uint32_t generator : monoid().word(static_cast<Element>(*first)))
      word.push_back(monoid().generators()[generator]);
    uint64_t tokens = 0;
    for (const uint32_t one : word) tokens += letters_.tokens(one);
    if (tokens > most_tokens_) {  // another word has the element, of fewer tokens
      word = {letter};
      for (auto at = static_cast<Element>(*first); at != 0; at = fewest_[at].before)
        word.push_back(fewest_[at].letter);
    }
    std::sort(word.begin(), word.end());
    if (!least || comes_before(word, *least)) least = std::move(word);
  }
  return least;
}

Attempt<std::optional<std::vector<uint32_t>>> Quotient::verify() {
  std::optional<std::vector<uint32_t>> least = least_in_p();
  if (budget_.spent()) return budget_.why();
  for (uint32_t letter = 0; letter < images().size(); ++letter) {
    if (least && letter > least->back()) break;
    const Bits& moves = options_[letter];
    if (std::all_of(moves.begin(), moves.end(), [](uint64_t word) { return word == 0; })) continue;
    Attempt<bool> right =
        transitions_->add(letter, letters_.tokens(letter), images()[letter], moves);
    if (!right) return std::move(right).error();
    if (*right) continue;
    if (!least || comes_before(transitions_->wrong_word(), *least))
      least = transitions_->wrong_word();
    break;
  }
  return least;
}

Bits Quotient::colour_by_options(const std::vector<uint32_t>& word) const {
  Bits taken(words_for(beside_.size()));
  for (size_t i = 0; i < word.size(); ++i) {
    Element rest = 0;
    for (size_t j = 0; j < word.size(); ++j) {
      if (j != i) rest = monoid().times(rest, images()[word[j]]);
    }
    for_each(options_[word[i]], [&](size_t y) {
      const Bits colour = monoid().colour(monoid().times(rest, static_cast<Element>(y)));
      for (size_t w = 0; w < taken.size(); ++w) taken[w] |= colour[w];
    });
  }
  return beside_.lost(taken);
}

/// All words before the wrong one are right, so its colour follows from its options. The least set
/// of its letters that gives this when they are set free does; with all of them, and indices above
/// their numbers in the word, no smaller word has the element of this one. Indices and periods
/// never fall, so that words before stay right.
Attempt<void> Quotient::recalibrate(const std::vector<uint32_t>& wrong) {
  const Bits colour = colour_by_options(wrong);
  std::map<uint32_t, uint32_t> times;
  for (const uint32_t letter : wrong) ++times[letter];
  std::vector<Free> all;
  for (const auto& [letter, count] : times) {
    const auto [index, period] = monoid().index_and_period(images()[letter]);
    all.push_back(
        {letter, std::max({index, count + 1, uint32_t{2}}), std::lcm(period, uint32_t{2})});
  }
  if (all.size() > 20)
    return Error::declined(
        "the quotient is too large: a word of more than 20 heaps tells elements apart");
  for (size_t members = 1; members <= all.size(); ++members) {
    if (members > kMostFree && members < all.size()) continue;
    std::optional<Guess> best;
    std::vector<Free> freed;
    for (const std::vector<size_t>& subset : subsets(all.size(), members)) {
      std::vector<Free> free;
      for (const size_t i : subset) free.push_back(all[i]);
      const uint64_t size = Extension::size(monoid(), free);
      if (size > (best ? kComparedElements : Extension::kMostElements)) continue;
      Extension extension(letters_, beside_, guess_, free);
      if (auto marked = extension.mark(budget_); !marked) return marked;
      if (extension.colour(wrong) != colour) continue;
      Attempt<Guess> reduced = extension.reduced(budget_);
      if (!reduced) return std::move(reduced).error();
      if (best && best->monoid.order() <= reduced->monoid.order()) continue;
      best = *std::move(reduced);
      freed = std::move(free);
    }
    if (!best) continue;
    for (const Free& one : freed) {
      std::vector<uint32_t>& indices = climbed_[one.letter];
      if (indices.empty() || indices.back() != one.index) indices.push_back(one.index);
      if (one.index <= kGreatestIndex) continue;
      return Error::declined(
          fmt::format("the quotient seems infinite: the index of {} climbs, {} and on",
                      letters_.is_heap(one.letter) ? letters_.size_of(one.letter) : one.letter,
                      fmt::join(indices, ", ")));
    }
    guess_ = *std::move(best);
    return {};
  }
  return Error::declined(
      fmt::format("the quotient is too large to tell words apart: it has order {} and more than {} "
                  "elements with letters set free",
                  monoid().order(), Extension::kMostElements));
}

}  // namespace grundy::misere
