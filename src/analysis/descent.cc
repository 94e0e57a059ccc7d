#include "analysis/descent.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace grundy {
namespace {

constexpr int64_t kMaxWeight = 3;

/// {position → option : measure of the option = measure of the position}, or <, by `relation`.
isl::Map comparison(const isl::Map& moves, const std::vector<int64_t>& measure,
                    const char* relation) {
  std::string from;
  std::string to;
  std::string before;
  std::string after;
  for (size_t i = 0; i < measure.size(); ++i) {
    const char* comma = i == 0 ? "" : ", ";
    const char* plus = i == 0 ? "" : " + ";
    from += fmt::format("{}x{}", comma, i);
    to += fmt::format("{}y{}", comma, i);
    before += fmt::format("{}{}*x{}", plus, measure[i], i);
    after += fmt::format("{}{}*y{}", plus, measure[i], i);
  }
  const std::string text =
      fmt::format("{{ [{}] -> [{}] : {} {} {} }}", from, to, after, relation, before);
  return isl::Map(isl_map_read_from_str(isl_map_get_ctx(moves.keep()), text.c_str()));
}

isl::Map meet(const isl::Map& a, const isl::Map& b) {
  return isl::Map(isl_map_intersect(a.copy(), b.copy()));
}
bool is_empty(const isl::Map& map) { return isl_map_is_empty(map.keep()) == isl_bool_true; }

/// Coefficient vectors without a common factor, simple ones first.
std::vector<std::vector<int64_t>> candidates(size_t arity) {
  std::vector<std::vector<int64_t>> result = {{}};
  for (size_t i = 0; i < arity; ++i) {
    std::vector<std::vector<int64_t>> longer;
    for (const auto& vector : result) {
      for (int64_t c = 0; c <= (arity <= 4 ? kMaxWeight : 1); ++c) {
        longer.push_back(vector);
        longer.back().push_back(c);
      }
    }
    result = std::move(longer);
  }
  std::erase_if(result, [](const auto& v) {
    return std::accumulate(v.begin(), v.end(), int64_t{0}, std::gcd<int64_t, int64_t>) != 1;
  });
  std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    return std::accumulate(a.begin(), a.end(), int64_t{0}) <
           std::accumulate(b.begin(), b.end(), int64_t{0});
  });
  // Of the coordinates themselves, the first one comes first.
  std::stable_partition(result.begin(), result.end(), [](const auto& v) {
    return std::accumulate(v.begin(), v.end(), int64_t{0}) == 1;
  });
  std::reverse(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(arity));
  return result;
}

}  // namespace

std::optional<Descent> find_descent(const isl::Map& moves) {
  const auto arity = static_cast<size_t>(isl_map_dim(moves.keep(), isl_dim_in));
  if (arity > 8) return std::nullopt;
  Descent result;
  isl::Map left = moves;
  const auto measures = candidates(arity);
  while (left && !is_empty(left)) {
    const auto next =
        std::find_if(measures.begin(), measures.end(), [&](const std::vector<int64_t>& measure) {
          const isl::Map raised = meet(left, comparison(left, measure, ">"));
          if (!raised || !is_empty(raised)) return false;
          const isl::Map lowered = meet(left, comparison(left, measure, "<"));
          return lowered && isl_map_is_empty(lowered.keep()) == isl_bool_false;
        });
    if (next == measures.end()) return std::nullopt;
    result.measures.push_back(*next);
    left = meet(left, comparison(left, *next, "="));
  }
  if (!left) return std::nullopt;
  return result;
}

bool is_descent(const isl::Map& moves, const Descent& descent) {
  isl::Map left = moves;
  for (const auto& measure : descent.measures) {
    if (std::any_of(measure.begin(), measure.end(), [](int64_t c) { return c < 0; })) return false;
    if (!is_empty(meet(left, comparison(left, measure, ">")))) return false;
    left = meet(left, comparison(left, measure, "="));
  }
  return is_empty(left);
}

std::optional<std::vector<size_t>> coordinate_order(const Descent& descent, size_t arity) {
  std::vector<size_t> order;
  for (const auto& measure : descent.measures) {
    if (std::count(measure.begin(), measure.end(), 0) + 1 != static_cast<std::ptrdiff_t>(arity))
      return std::nullopt;
    order.push_back(static_cast<size_t>(
        std::find_if(measure.begin(), measure.end(), [](int64_t c) { return c != 0; }) -
        measure.begin()));
  }
  for (size_t i = 0; i < arity; ++i) {
    if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
  }
  return order;
}

std::string describe(const Descent& descent, const std::vector<std::string>& coordinates) {
  if (descent.measures.empty()) return "there is no move";
  std::string list;
  for (const auto& measure : descent.measures) {
    std::string term;
    for (size_t i = 0; i < measure.size(); ++i) {
      if (measure[i] == 0) continue;
      term += (term.empty() ? "" : " + ") +
              (measure[i] == 1 ? "" : std::to_string(measure[i]) + "·") + coordinates[i];
    }
    list += (list.empty() ? "" : ", ") + term;
  }
  if (descent.measures.size() == 1) return "every move lowers " + list;
  return "every move lowers (" + list + ") lexicographically";
}

}  // namespace grundy
