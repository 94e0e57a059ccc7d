#include "engine/misere/structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace grundy::misere {
namespace {

std::string raised(size_t exponent, Script script) {
  if (exponent == 1) return {};
  if (script == Script::latex) return fmt::format("^{{{}}}", exponent);
  static constexpr const char* kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char digit : std::to_string(exponent)) text += kRaised[digit - '0'];
  return text;
}

}  // namespace

std::string generator_name(size_t generator) {
  const std::string letter(1, static_cast<char>('a' + generator % 26));
  return generator < 26 ? letter : letter + std::to_string(generator / 26);
}

std::string word_text(const std::vector<uint32_t>& word, Script script) {
  std::string text;
  for (size_t i = 0; i < word.size();) {
    const auto next = std::upper_bound(word.begin(), word.end(), word[i]);
    const auto end = static_cast<size_t>(next - word.begin());
    text += generator_name(word[i]) + raised(end - i, script);
    i = end;
  }
  return text.empty() ? "1" : text;
}

std::string element_text(const Monoid& monoid, Element x, Script script) {
  return word_text(monoid.word(x), script);
}

std::vector<Relation> relations(const Monoid& monoid) {
  std::vector<Relation> result;
  const std::vector<Monoid::Node>& nodes = monoid.nodes();
  // Whether the word is its element's least one: each letter in turn has to lead along a word's
  // end.
  const auto is_least = [&](const std::vector<uint32_t>& word) {
    Element x = 0;
    for (const uint32_t generator : word) {
      const Element next = monoid.act(generator, x);
      if (next == 0 || nodes[next].parent != x || nodes[next].generator != generator) return false;
      x = next;
    }
    return true;
  };
  for (Element x = 0; x < monoid.order(); ++x) {
    const std::vector<uint32_t> word = monoid.word(x);
    // Each word once: as a least word and a letter not before its last one.
    for (uint32_t generator = word.empty() ? 0 : word.back();
         generator < monoid.generators().size(); ++generator) {
      std::vector<uint32_t> longer = word;
      longer.push_back(generator);
      if (is_least(longer)) continue;
      bool parts_are_least = true;
      for (size_t i = 0; i + 1 < longer.size() && parts_are_least; ++i) {
        std::vector<uint32_t> part = longer;
        part.erase(part.begin() + static_cast<std::ptrdiff_t>(i));
        parts_are_least = is_least(part);
      }
      if (parts_are_least) result.push_back({std::move(longer), monoid.act(generator, x)});
    }
  }
  return result;
}

std::vector<Component> components(const Monoid& monoid) {
  std::map<Element, Component> found;
  for (Element x = 0; x < monoid.order(); ++x) {
    const auto [index, period] = monoid.index_and_period(x);
    const Element idempotent = monoid.power(x, uint64_t{period} * (index / period + 1));
    Component& component = found[idempotent];
    component.idempotent = idempotent;
    component.elements.push_back(x);
  }
  std::vector<Component> result;
  for (auto& [idempotent, component] : found) {
    for (const Element x : component.elements)
      component.group += monoid.times(x, idempotent) == x ? 1 : 0;
    result.push_back(std::move(component));
  }
  return result;
}

size_t kernel(const Monoid& monoid, const std::vector<Component>& components) {
  Element least = 0;
  for (const Component& component : components) least = monoid.times(least, component.idempotent);
  return static_cast<size_t>(
      std::find_if(components.begin(), components.end(),
                   [&](const Component& c) { return c.idempotent == least; }) -
      components.begin());
}

bool is_tame(const Monoid& monoid) {
  const size_t order = monoid.order();
  if (order == 1) return true;
  if (order == 2) return monoid.in_p(1) && monoid.times(1, 1) == 0;
  if (monoid.p_portion() != 2 || !std::has_single_bit(order - 2)) return false;
  const std::vector<Component> parts = components(monoid);
  if (parts.size() != 2 || parts[0].elements.size() != 2 || parts[0].group != 2) return false;
  const Element a = parts[0].elements[1];
  const Component& rest = parts[1];
  if (!monoid.in_p(a) || !monoid.in_p(rest.idempotent) || rest.group != order - 2) return false;
  return std::all_of(rest.elements.begin(), rest.elements.end(),
                     [&](Element x) { return monoid.times(x, x) == rest.idempotent; });
}

}  // namespace grundy::misere
