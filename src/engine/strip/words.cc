#include "engine/strip/words.h"

#include <algorithm>

namespace grundy::strip {

Attempt<uint32_t> PlayedWords::value(const LocalRule& rule, const Word& word, Budget& budget) {
  const LocalRule::View view = rule.look(word);
  if (view.tangled) return Error::declined("a word can't be taken apart");
  uint32_t sum = 0;
  for (const LocalRule::Part& part : view.parts) {
    Attempt<uint32_t> one = part_value(rule, part.word, budget);
    if (!one) return one;
    sum ^= *one;
  }
  return sum;
}

Attempt<uint32_t> PlayedWords::part_value(const LocalRule& rule, const Word& part, Budget& budget) {
  const auto [known, fresh] = values_.try_emplace(part, kOpen);
  if (!fresh) {
    if (known->second == kOpen) return Error::declined("play may go round");
    return known->second;
  }
  if (values_.size() > kMostWords)
    return Error::declined("its short words have too many positions");
  if (budget.spent()) return budget.why();
  std::vector<bool> found;
  Word after;
  for (const LocalRule::Shape& move : rule.moves()) {
    for (size_t column = 0; column + move.columns <= rule.columns(part); ++column) {
      if (!rule.play(move, column, part, after)) continue;
      ++work_;
      Attempt<uint32_t> option = value(rule, after, budget);
      if (!option) return option;
      if (found.size() <= *option) found.resize(*option + 1);
      found[*option] = true;
    }
  }
  const auto value =
      static_cast<uint32_t>(std::find(found.begin(), found.end(), false) - found.begin());
  values_[part] = value;
  return value;
}

}  // namespace grundy::strip
