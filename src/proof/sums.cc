#include "proof/sums.h"

#include <algorithm>

namespace grundy {
namespace {

constexpr size_t kMostParts = 3;
constexpr long kMostValues = 16;  // 0, …, a power of two that is closed under nim-sum

/// The positions of each value 0, …, kMostValues - 1; nothing when there are others.
std::optional<std::vector<isl::Set>> classes(const isl::Map& values) {
  if (isl_map_dim(values.keep(), isl_dim_out) != 1) return std::nullopt;
  isl_set* beyond = isl_map_range(values.copy());
  beyond = isl_set_lower_bound_si(beyond, isl_dim_set, 0, static_cast<int>(kMostValues));
  const isl::Set too_large(beyond);
  if (isl_set_is_empty(too_large.keep()) != isl_bool_true) return std::nullopt;
  std::vector<isl::Set> result;
  for (int v = 0; v < kMostValues; ++v)
    result.emplace_back(
        isl_set_coalesce(isl_map_domain(isl_map_fix_si(values.copy(), isl_dim_out, 0, v))));
  return result;
}

}  // namespace

std::optional<std::vector<LineRelation>> sum_moves(isl_ctx* context, const Rule& rule) {
  bool sums = false;
  for (const MoveLine& line : rule.moves) {
    if (line.parts.size() > kMostParts) return std::nullopt;
    for (const Part& part : line.parts) {
      if (part.game != &rule) return std::nullopt;
    }
    sums = sums || line.parts.size() != 1;
  }
  if (!sums) return std::nullopt;
  return line_relations(context, rule);
}

std::optional<std::vector<Reach>> reaches(const std::vector<LineRelation>& lines,
                                          const isl::Map& values) {
  const auto of_value = classes(values);
  if (!of_value) return std::nullopt;
  isl_ctx* context = isl_map_get_ctx(values.keep());
  // sums[p][x]: p positions, one after another, with nim-sum x.
  std::vector<std::vector<isl::Set>> sums(1);
  isl_space* nowhere = isl_space_set_alloc(context, 0, 0);
  for (long x = 0; x < kMostValues; ++x)
    sums[0].emplace_back(x == 0 ? isl_set_universe(isl_space_copy(nowhere))
                                : isl_set_empty(isl_space_copy(nowhere)));
  isl_space_free(nowhere);
  std::vector<Reach> result;
  for (const LineRelation& line : lines) {
    const size_t parts = line.parts.size();
    while (sums.size() <= parts) {
      const std::vector<isl::Set>& shorter = sums.back();
      std::vector<isl::Set> longer(static_cast<size_t>(kMostValues));
      for (size_t u = 0; u < shorter.size(); ++u) {
        for (size_t v = 0; v < of_value->size(); ++v) {
          if (isl_set_is_empty(shorter[u].keep()) == isl_bool_true) continue;
          if (isl_set_is_empty((*of_value)[v].keep()) == isl_bool_true) continue;
          isl::Set both(isl_set_flat_product(shorter[u].copy(), (*of_value)[v].copy()));
          isl::Set& sum = longer[u ^ v];
          sum = sum ? isl::Set(isl_set_union(sum.take(), both.take())) : std::move(both);
          if (!sum) return std::nullopt;
        }
      }
      const auto dimensions =
          static_cast<unsigned>(isl_set_dim((*of_value)[0].keep(), isl_dim_set) * sums.size());
      for (isl::Set& one : longer) {
        if (!one) one = isl::Set(isl_set_empty(isl_space_set_alloc(context, 0, dimensions)));
      }
      sums.push_back(std::move(longer));
    }
    isl_space* space = isl_space_range(isl_map_get_space(line.moves.keep()));
    space = isl_space_map_from_domain_and_range(space,
                                                isl_space_range(isl_map_get_space(values.keep())));
    isl::Map value(isl_map_empty(space));
    for (int x = 0; x < kMostValues; ++x) {
      isl_set* at = isl_set_universe(isl_space_range(isl_map_get_space(values.keep())));
      at = isl_set_fix_si(at, isl_dim_set, 0, x);
      isl_map* here = isl_map_from_domain_and_range(sums[parts][static_cast<size_t>(x)].copy(), at);
      value = isl::Map(isl_map_union(value.take(), here));
    }
    if (!value) return std::nullopt;
    result.push_back({line.moves, std::move(value)});
  }
  return result;
}

}  // namespace grundy
