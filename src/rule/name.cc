#include "rule/name.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "rule/print.h"

namespace grundy {
namespace {

constexpr size_t kMostShownInName = 20;  // numbers of a set

}  // namespace

std::string name_with_parameters(const Rule& rule) {
  const size_t parameters = rule.number_parameters.size() + rule.set_parameters.size();
  const bool all_are_given = parameters == 1 && rule.full_name != rule.name;
  const bool long_set = std::any_of(rule.set_parameters.begin(), rule.set_parameters.end(),
                                    [](const auto& parameter) { return parameter.second->size() > kMostShownInName; });
  if (parameters == 0 || all_are_given || long_set) return rule.full_name;
  std::vector<std::string> values;
  for (const auto& [name, value] : rule.number_parameters) values.push_back(fmt::format("{}={}", name, value));
  for (const auto& [name, set] : rule.set_parameters) values.push_back(fmt::format("{}={}", name, print_set(*set)));
  return fmt::format("{}[{}]", rule.name, fmt::join(values, ", "));
}

}  // namespace grundy
