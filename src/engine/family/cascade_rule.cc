// Cascading nim with a fixed number of columns as a rule file: lower one entry, set those to its
// right to anything. The value of (a_1, …, a_k) is ω^(k-1)·a_1 + … + ω·a_(k-1) + a_k; every ordinal
// below ω^k is the value of exactly one position, and lowering an ordinal is a move.
#include <fmt/format.h>

#include "engine/family/closed_form.h"

namespace grundy {
namespace {

class Cascade final : public ClosedForm {
 public:
  std::string_view name() const override { return "cascade"; }
  std::string theorem(const std::vector<std::string>& names) const override {
    std::string text;
    for (size_t i = 0; i < names.size(); ++i) {
      const size_t power = names.size() - 1 - i;
      text += (i == 0 ? "" : " + ") +
              (power == 0   ? ""
               : power == 1 ? "ω·"
                            : fmt::format("ω^{}·", power)) +
              names[i];
    }
    return text;
  }
  Ordinal value(const Naturals& position) const override {
    std::vector<Ordinal::Term> terms;
    for (size_t i = 0; i < position.size(); ++i)
      terms.push_back({position.size() - 1 - i, position[i]});
    return Ordinal::from_terms(std::move(terms));
  }
  std::vector<Naturals> moves_to(const Naturals& position, const Ordinal& target) const override {
    if (target >= value(position)) return {};
    Naturals to;
    for (size_t i = 0; i < position.size(); ++i)
      to.push_back(target.coefficient(position.size() - 1 - i));
    return {to};
  }
};

}  // namespace

std::unique_ptr<ClosedForm> recognise_cascade(const isl::Map& moves) {
  const auto columns = static_cast<size_t>(isl_map_dim(moves.keep(), isl_dim_in));
  std::string from;
  std::string to;
  std::string natural;
  for (size_t i = 0; i < columns; ++i) {
    from += fmt::format("{}a{}", i == 0 ? "" : ", ", i);
    to += fmt::format("{}b{}", i == 0 ? "" : ", ", i);
    natural += fmt::format("{}a{} >= 0 and b{} >= 0", i == 0 ? "" : " and ", i, i);
  }
  std::string lines;
  std::string left_alone;
  for (size_t i = 0; i < columns; ++i) {
    lines += fmt::format("{}[{}] -> [{}] : {}{} and b{} < a{}", i == 0 ? "" : "; ", from, to,
                         natural, left_alone, i, i);
    left_alone += fmt::format(" and b{} = a{}", i, i);
  }
  if (!same_relation(moves, "{ " + lines + " }")) return nullptr;
  return std::make_unique<Cascade>();
}

}  // namespace grundy
