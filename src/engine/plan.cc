// Which engine answers: the one place where that is decided.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/engine.h"
#include "engine/family/families.h"
#include "engine/heap/definition.h"
#include "engine/heap/heap.h"
#include "engine/ordinal/ordinal.h"
#include "engine/table/finite.h"

namespace grundy {

std::span<const Engine* const> engines() {
  static const std::array kEngines = {nim_engine(),  subtract_engine(),   closed_form_engine(), ordinal_engine(),
                                      heap_engine(), definition_engine(), finite_engine()};
  return kEngines;
}

Attempt<std::unique_ptr<Evaluator>> open(const Rule& rule) {
  for (const Engine* engine : engines()) {
    if (auto opened = engine->open(rule)) return opened;
  }
  return Error::declined(fmt::format("no engine takes '{}'", rule.full_name));
}

Work& Work::operator+=(const Work& other) {
  positions += other.positions;
  options += other.options;
  for (const std::string& pass : other.passes) {
    if (std::find(passes.begin(), passes.end(), pass) == passes.end()) passes.push_back(pass);
  }
  if (!other.limit.empty()) limit = other.limit;
  return *this;
}

std::string position_text(const Rule& rule, const Coordinates& coordinates) {
  return rule.full_name + to_string(coordinates);
}

}  // namespace grundy
