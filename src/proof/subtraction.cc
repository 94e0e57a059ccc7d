#include "proof/subtraction.h"

#include <fmt/format.h>

namespace grundy {
namespace {

constexpr uint64_t kMostSubtractionValues = uint64_t{1} << 24;

}  // namespace

Attempt<Theorem> prove_subtraction(const Rule& rule, SubtractionSet set, Budget& budget) {
  const SubtractionProof proof{set.numbers.empty() ? 1 : set.numbers.back(), set.all_but};
  SubtractionValues values(std::move(set));
  if (Attempt<void> computed = values.extend_to(kMostSubtractionValues - 1, budget); !computed) {
    if (budget.spent()) return std::move(computed).error();
    return unknown(rule, computed.error().message());
  }
  if (!values.law())
    return unknown(rule,
                   fmt::format("no period was found in the first {} values", values.computed()));
  return Theorem{&rule, *values.law(), Proved{proof}};
}

}  // namespace grundy
