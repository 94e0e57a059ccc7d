#include "engine/misere/monoid.h"

#include <algorithm>

namespace grundy::misere {
namespace {

constexpr size_t kTabulatedOrder = 1024;  // 2 MB

}  // namespace

Monoid::Monoid() : nodes_(1), p_(1, 0), table_(1, 0) {}

Monoid::Monoid(std::vector<uint32_t> generators, std::vector<std::vector<Element>> actions, std::vector<Node> nodes,
               Bits p)
    : generators_(std::move(generators)), actions_(std::move(actions)), nodes_(std::move(nodes)), p_(std::move(p)) {
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
  for (const uint64_t word : p_) count += static_cast<size_t>(std::popcount(word));
  return count;
}

std::vector<uint32_t> Monoid::word(Element x) const {
  std::vector<uint32_t> result;
  for (; x != 0; x = nodes_[x].parent) result.push_back(nodes_[x].generator);
  std::reverse(result.begin(), result.end());
  return result;
}

Element Monoid::times(Element x, Element y) const {
  if (!table_.empty()) return table_[y * order() + x];
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

Bits Monoid::partners(Element x) const {
  Bits result(p_.size());
  const std::vector<Element> products = column(x);
  for (size_t z = 0; z < order(); ++z) {
    if (in_p(products[z])) put(result, z);
  }
  return result;
}

std::pair<uint32_t, uint32_t> Monoid::index_and_period(Element x) const {
  std::vector<Element> powers = {0};
  while (true) {
    const Element next = times(powers.back(), x);
    const auto seen = std::find(powers.begin(), powers.end(), next);
    if (seen != powers.end())
      return {static_cast<uint32_t>(seen - powers.begin()), static_cast<uint32_t>(powers.end() - seen)};
    powers.push_back(next);
  }
}

}  // namespace grundy::misere
