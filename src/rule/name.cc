#include "rule/name.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "rule/print.h"

namespace grundy {
namespace {

constexpr size_t kMostShownInName = 20;  // numbers of a set

bool has_long_set(const Rule& rule) {
  return std::any_of(
      rule.set_parameters.begin(), rule.set_parameters.end(),
      [](const auto& parameter) { return parameter.second->size() > kMostShownInName; });
}

/// "K=3", each parameter with its value.
std::vector<std::string> parameters_as(std::string_view equals, const Rule& rule) {
  std::vector<std::string> values;
  for (const auto& [name, value] : rule.number_parameters)
    values.push_back(fmt::format("{}{}{}", name, equals, value));
  for (const auto& [name, set] : rule.set_parameters)
    values.push_back(fmt::format("{}{}{}", name, equals, print_set(*set)));
  return values;
}

}  // namespace

std::string name_with_parameters(const Rule& rule) {
  const size_t parameters = rule.number_parameters.size() + rule.set_parameters.size();
  const bool all_are_given = parameters == 1 && rule.full_name != rule.name;
  if (parameters == 0 || all_are_given || has_long_set(rule)) return rule.full_name;
  return name_with_all_parameters(rule);
}

std::string name_with_all_parameters(const Rule& rule) {
  const std::vector<std::string> values = parameters_as("=", rule);
  return values.empty() ? rule.name : fmt::format("{}[{}]", rule.name, fmt::join(values, ", "));
}

std::string rule_with_parameters(const Rule& rule) {
  std::string text = print_rule(rule);
  const std::vector<std::string> values = parameters_as(" = ", rule);
  if (values.empty() || has_long_set(rule)) return text;
  return text.insert(std::string_view("game ").size() + rule.name.size(),
                     fmt::format("[{}]", fmt::join(values, ", ")));
}

}  // namespace grundy
