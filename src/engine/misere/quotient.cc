#include "engine/misere/quotient.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace grundy::misere {
namespace {

constexpr uint32_t kGreatestIndex = 20;
constexpr uint64_t kComparedElements = 300'000;  // of extensions that are tried where another one does
constexpr size_t kMostFree = 4;                  // letters that are set free together, unless only all of a word do

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

Quotient::Quotient(Letters letters, Budget& budget) : letters_(std::move(letters)), budget_(budget) { renew(); }

void Quotient::renew() {
  partners_.assign(monoid().order(), {});
  options_.clear();
  for (uint32_t letter = 0; letter < images().size(); ++letter) options_.push_back(options(letter));
  transitions_ = std::make_unique<Transitions>(monoid(), budget_);
}

const Bits& Quotient::partners(Element x) {
  if (partners_[x].empty()) partners_[x] = monoid().partners(x);
  return partners_[x];
}

Element Quotient::image(Letters::Word word) const {
  Element result = 0;
  for (const uint32_t letter : word) result = monoid().times(result, images()[letter]);
  return result;
}

Bits Quotient::options(uint32_t letter) const {
  Bits result(words_for(monoid().order()));
  letters_.for_each_option(letter, [&](Letters::Word word) { put(result, image(word)); });
  return result;
}

Attempt<void> Quotient::extend_to(uint32_t count) {
  for (auto letter = static_cast<uint32_t>(images().size()); letter < count; ++letter) {
    if (budget_.spent()) return budget_.why();
    Bits moves = options(letter);
    if (std::all_of(moves.begin(), moves.end(), [](uint64_t word) { return word == 0; })) {
      guess_.images.push_back(0);
      options_.push_back(std::move(moves));
      continue;
    }
    Attempt<std::optional<Element>> stays = element_for(moves);
    if (!stays) return std::move(stays).error();
    if (*stays) {
      guess_.images.push_back(**stays);
      options_.push_back(std::move(moves));
      continue;
    }
    guess_.images.push_back(0);
    if (auto grown = grow(); !grown) {
      guess_.images.resize(letter);
      return grown;
    }
  }
  return {};
}

Attempt<std::optional<Element>> Quotient::element_for(const Bits& options) {
  const bool won = intersect(options, monoid().p());
  Bits forbidden(options.size());  // z such that zy ∈ P for some option y
  for_each(options, [&](size_t y) {
    const Bits& row = partners(static_cast<Element>(y));
    for (size_t i = 0; i < row.size(); ++i) forbidden[i] |= row[i];
  });
  std::vector<Element> candidates;
  for (Element x = 0; x < monoid().order(); ++x) {
    if (monoid().in_p(x) != won && !intersect(partners(x), forbidden)) candidates.push_back(x);
  }
  for (const Element x : candidates) {
    if (transitions_->stands(x, options)) return std::optional(x);
  }
  const auto letter = static_cast<uint32_t>(images().size());
  for (const Element x : candidates) {
    Attempt<bool> right = transitions_->add(letter, x, options);
    if (!right) return std::move(right).error();
    if (*right) return std::optional(x);
    transitions_->undo();
  }
  return std::optional<Element>();
}

Attempt<void> Quotient::grow() {
  const auto letter = static_cast<uint32_t>(images().size() - 1);
  Extension extension(letters_, guess_, {{letter, 2, 2}});
  if (auto marked = extension.mark(budget_); !marked) return marked;
  guess_ = extension.reduced();
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
    for_each(options_[letter], [&](size_t y) {
      const Bits& a = partners(x);
      const Bits& b = partners(static_cast<Element>(y));
      for (size_t w = 0; w < a.size(); ++w) {
        if ((a[w] & b[w]) == 0) continue;
        const size_t z = w * 64 + static_cast<size_t>(std::countr_zero(a[w] & b[w]));
        if (!first || z < *first) first = z;
        return;
      }
    });
    if (!first) continue;
    std::vector<uint32_t> word = {letter};
    for (const uint32_t generator : monoid().word(static_cast<Element>(*first)))
      word.push_back(monoid().generators()[generator]);
    std::sort(word.begin(), word.end());
    if (!least || comes_before(word, *least)) least = std::move(word);
  }
  return least;
}

Attempt<std::optional<std::vector<uint32_t>>> Quotient::verify() {
  std::optional<std::vector<uint32_t>> least = least_in_p();
  for (uint32_t letter = 0; letter < images().size(); ++letter) {
    if (least && letter > least->back()) break;
    const Bits& moves = options_[letter];
    if (std::all_of(moves.begin(), moves.end(), [](uint64_t word) { return word == 0; })) continue;
    Attempt<bool> right = transitions_->add(letter, images()[letter], moves);
    if (!right) return std::move(right).error();
    if (*right) continue;
    if (!least || comes_before(transitions_->wrong_word(), *least)) least = transitions_->wrong_word();
    break;
  }
  return least;
}

/// All words before the wrong one are right, so its outcome is the other one. The least set of its letters that gives
/// this when they are set free does; with all of them, and indices above their numbers in the word, no smaller word has
/// the element of this one. Indices and periods never fall, so that words before stay right.
Attempt<void> Quotient::recalibrate(const std::vector<uint32_t>& wrong) {
  ++recalibrations_;
  const bool lost = !monoid().in_p(image(wrong));
  std::map<uint32_t, uint32_t> times;
  for (const uint32_t letter : wrong) ++times[letter];
  std::vector<Free> all;
  for (const auto& [letter, count] : times) {
    const auto [index, period] = monoid().index_and_period(images()[letter]);
    all.push_back({letter, std::max({index, count + 1, uint32_t{2}}), std::lcm(period, uint32_t{2})});
  }
  if (all.size() > 20)
    return Error::declined("the quotient is too large: a word of more than 20 heaps tells elements apart");
  for (size_t members = 1; members <= all.size(); ++members) {
    if (members > kMostFree && members < all.size()) continue;
    std::optional<Guess> best;
    std::vector<Free> freed;
    for (const std::vector<size_t>& subset : subsets(all.size(), members)) {
      std::vector<Free> free;
      for (const size_t i : subset) free.push_back(all[i]);
      const uint64_t size = Extension::size(monoid(), free);
      if (size > (best ? kComparedElements : Extension::kMostElements)) continue;
      Extension extension(letters_, guess_, free);
      if (auto marked = extension.mark(budget_); !marked) return marked;
      if (extension.lost(wrong) != lost) continue;
      Guess reduced = extension.reduced();
      if (best && best->monoid.order() <= reduced.monoid.order()) continue;
      best = std::move(reduced);
      freed = std::move(free);
    }
    if (!best) continue;
    for (const Free& one : freed) {
      std::vector<uint32_t>& indices = climbed_[one.letter];
      if (indices.empty() || indices.back() != one.index) indices.push_back(one.index);
      if (one.index <= kGreatestIndex) continue;
      return Error::declined(fmt::format("the quotient seems infinite: the index of {} climbs, {}, …",
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
