#include "check/place.h"

#include <algorithm>
#include <numeric>

namespace grundy {

using logic::all;
using logic::at_least;
using logic::Condition;
using logic::Linear;
using logic::negation;
using logic::number;
using logic::Problem;

Linear linear(const Row& row, size_t from, const std::vector<Linear>& variables) {
  Linear result = number(row.numbers.back());
  for (size_t i = 0; i < variables.size(); ++i)
    result = result + row.numbers[from + i] * variables[i];
  return result;
}

Condition holds(const Certificate::Case& one, const ClassPlace& place) {
  std::vector<Condition> result;
  for (const Row& row : one.conditions)
    result.push_back(at_least(linear(row, 0, place.coordinates), number(0)));
  return all(std::move(result));
}

std::optional<std::vector<int64_t>> moduli_of(const Certificate& certificate, size_t arity) {
  std::vector<int64_t> moduli(arity, 1);
  for (const Certificate::Case& one : certificate.cases) {
    for (const Row& row : one.residues) {
      int64_t& modulus = moduli[static_cast<size_t>(row.numbers[0])];
      if (row.numbers[1] > kMostResidueClasses) return std::nullopt;
      modulus = std::lcm(modulus, row.numbers[1]);
      if (modulus > kMostResidueClasses) return std::nullopt;
    }
  }
  int64_t classes = 1;
  for (const int64_t modulus : moduli) {
    classes *= modulus;
    if (classes > kMostResidueClasses) return std::nullopt;
  }
  return moduli;
}

void for_each_class(const std::vector<int64_t>& moduli, const std::vector<Linear>& position,
                    const std::function<bool(const std::vector<int64_t>&)>& visit) {
  std::vector<int64_t> residues(moduli.size(), 0);
  for (;;) {
    bool possible = true;
    for (size_t i = 0; i < moduli.size() && possible; ++i) {
      possible = position[i].too_large || !position[i].is_multiple_of(moduli[i]) ||
                 logic::residue(position[i].constant, moduli[i]) == residues[i];
    }
    if (possible && !visit(residues)) return;
    size_t i = 0;
    while (i < residues.size() && residues[i] == moduli[i] - 1) residues[i++] = 0;
    if (i == residues.size()) return;
    ++residues[i];
  }
}

ClassPlace place_in(Problem& problem, const std::vector<int64_t>& moduli,
                    std::vector<Linear> position, const std::vector<int64_t>& residues) {
  for (size_t i = 0; i < moduli.size(); ++i) {
    // Its residue is this one.
    if (!position[i].too_large && position[i].is_multiple_of(moduli[i])) continue;
    const Linear parts = moduli[i] * problem.integer() + number(residues[i]);
    problem.require(equal(position[i], parts));
    position[i] = parts;
  }
  return {std::move(position), residues};
}

bool case_is_possible(const Certificate::Case& one, const std::vector<int64_t>& residues) {
  return std::all_of(one.residues.begin(), one.residues.end(), [&](const Row& row) {
    return residues[static_cast<size_t>(row.numbers[0])] % row.numbers[1] == row.numbers[2];
  });
}

Condition case_applies(const Certificate& certificate, size_t i, const ClassPlace& place) {
  std::vector<Condition> result = {holds(certificate.cases[i], place)};
  for (size_t j = 0; j < i; ++j) {
    if (case_is_possible(certificate.cases[j], place.residues))
      result.push_back(negation(holds(certificate.cases[j], place)));
  }
  return all(std::move(result));
}

std::vector<Linear> case_value(Problem& problem, const Certificate& certificate, size_t i,
                               const ClassPlace& place) {
  std::vector<Linear> result;
  for (const Row& row : certificate.cases[i].value)
    result.push_back(problem.floor(linear(row, 1, place.coordinates), row.numbers[0]));
  return result;
}

}  // namespace grundy
