#include "engine/misere/monoid.h"

#include <algorithm>
#include <map>

namespace grundy::misere {
namespace {

constexpr size_t kTabulatedOrder = 1024;  // 2 MB

}  // namespace

Monoid::Monoid() : nodes_(1), sides_(1, Bits(1)), side_(1), table_(1, 0) {}

Monoid::Monoid(size_t beside, const Bits& colour) : nodes_(1), sides_(1, Bits(1)), table_(1, 0) {
  for (size_t s = 0; s < beside; ++s) {
    if (has(colour, s) && sides_.size() == 1) sides_.push_back(Bits(1, 1));
    side_.push_back(has(colour, s) ? 1 : 0);
  }
}

Monoid::Monoid(std::vector<uint32_t> generators, std::vector<std::vector<Element>> actions,
               std::vector<Node> nodes, const std::vector<Bits>& lost)
    : generators_(std::move(generators)), actions_(std::move(actions)), nodes_(std::move(nodes)) {
  std::map<Bits, uint32_t> numbers;
  for (const Bits& elements : lost) {
    const auto [entry, is_new] =
        numbers.try_emplace(elements, static_cast<uint32_t>(sides_.size()));
    if (is_new) sides_.push_back(elements);
    side_.push_back(entry->second);
  }
  const size_t n = order();
  if (n > kTabulatedOrder) return;
  table_.resize(n * n);
  for (size_t x = 0; x < n; ++x) table_[x] = static_cast<uint16_t>(x);
  for (size_t y = 1; y < n; ++y) {
    const std::vector<Element>& action = actions_[nodes_[y].generator];
    const uint16_t* before = &table_[nodes_[y].parent * n];
    for (size_t x = 0; x < n; ++x) table_[y * n + x] = static_cast<uint16_t>(action[before[x]]);
  }
}

size_t Monoid::p_portion() const {
  size_t count = 0;
  for (const uint64_t word : p()) count += static_cast<size_t>(std::popcount(word));
  return count;
}

std::vector<uint32_t> Monoid::word(Element x) const {
  std::vector<uint32_t> result;
  for (; x != 0; x = nodes_[x].parent) result.push_back(nodes_[x].generator);
  std::reverse(result.begin(), result.end());
  return result;
}

Element Monoid::multiplied(Element x, Element y) const {
  for (; y != 0; y = nodes_[y].parent) x = actions_[nodes_[y].generator][x];
  return x;
}

Element Monoid::power(Element x, uint64_t n) const {
  Element result = 0;
  for (Element square = x; n != 0; n >>= 1, square = times(square, square)) {
    if (n & 1) result = times(result, square);
  }
  return result;
}

std::vector<Element> Monoid::column(Element y) const {
  std::vector<Element> result(order());
  if (!table_.empty()) {
    std::copy_n(&table_[y * order()], order(), result.begin());
    return result;
  }
  for (Element x = 0; x < order(); ++x) result[x] = x;
  for (; y != 0; y = nodes_[y].parent) {
    const std::vector<Element>& action = actions_[nodes_[y].generator];
    for (Element& x : result) x = action[x];
  }
  return result;
}

Bits Monoid::colour(Element x) const {
  Bits result(words_for(side_.size()));
  for (size_t s = 0; s < side_.size(); ++s) {
    if (is_lost(x, s)) put(result, s);
  }
  return result;
}

std::vector<Bits> Monoid::partners(Element x) const {
  std::vector<Bits> result(sides_.size(), Bits(words_for(order())));
  const std::vector<Element> products = column(x);
  for (size_t side = 0; side < sides_.size(); ++side) {
    for (size_t z = 0; z < order(); ++z) {
      if (has(sides_[side], products[z])) put(result[side], z);
    }
  }
  return result;
}

std::pair<uint32_t, uint32_t> Monoid::index_and_period(Element x) const {
  std::vector<Element> powers = {0};
  while (true) {
    const Element next = times(powers.back(), x);
    const auto seen = std::find(powers.begin(), powers.end(), next);
    if (seen != powers.end())
      return {static_cast<uint32_t>(seen - powers.begin()),
              static_cast<uint32_t>(powers.end() - seen)};
    powers.push_back(next);
  }
}

}  // namespace grundy::misere
