#include "analysis/heap_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "analysis/relation.h"
#include "rewriting/targets.h"

namespace grundy {
namespace {

constexpr unsigned long kCodeSteps = 300'000;  // of isl
constexpr size_t kMostListed = 64;             // numbers in a set that a binder runs over
constexpr int64_t kMostTaken = 900;            // tokens that are taken or added by one move
constexpr size_t kMostParts = 6;               // of a line
constexpr std::array<int64_t, 2> kWindows = {
    48, 2 * 240};  // where a period of the numbers taken is looked for

/// The splits into so many heaps with one arrangement. Heaps are called x, y, z in rising order;
/// where they are equal, x alone is kept.
struct Kind {
  uint32_t heaps;
  unsigned arrangement;
  const char* sizes;                // kept, as isl's tuple behind the tokens taken
  const char* condition;            // on x, y, z
  const char* total;                // of all heaps
  std::vector<const char*> orders;  // in which the heaps can stand, so that each split is met
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> kKinds = {
      {0, kDifferent, "", "", "0", {""}},
      {1, kDifferent, ", x", "1 <= x", "x", {"x"}},
      {2, kDifferent, ", x, y", "1 <= x < y", "x + y", {"xy", "yx"}},
      {2, kEqual, ", x", "1 <= x", "2x", {"xx"}},
      {3,
       kDifferent,
       ", x, y, z",
       "1 <= x < y < z",
       "x + y + z",
       {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"}},
      // z in each place where x = y, and x in each place where y = z
      {3,
       kMixed,
       ", x, y, z",
       "(1 <= x = y < z or 1 <= x < y = z)",
       "x + y + z",
       {"xyz", "xzy", "zxy", "yzx"}},
      {3, kEqual, ", x", "1 <= x", "3x", {"xxx"}},
  };
  return kKinds;
}

/// { [n, a, b, c] -> [tokens taken, sizes…] } for a line that leads to so many positions, some of
/// which may be 0: every way to put the heaps and the zeros in their places.
std::string choice(const Kind& kind, size_t parts) {
  std::string text;
  std::string places(parts - kind.heaps, '0');
  places += std::string(kind.heaps, 'h');
  do {
    for (const std::string_view order : kind.orders) {
      std::string from = "n";
      size_t next = 0;
      for (const char place : places)
        from += fmt::format(", {}", place == '0' ? '0' : order[next++]);
      text += fmt::format("{}[{}] -> [n - ({}){}]{}{}", text.empty() ? "{ " : "; ", from,
                          kind.total, kind.sizes, kind.heaps == 0 ? "" : " : ", kind.condition);
    }
  } while (std::next_permutation(places.begin(), places.end()));
  return text + " }";
}

/// The numbers of tokens that are taken (added when negative).
struct Numbers {
  std::vector<int64_t> listed;   // sorted
  int64_t from = 0;              // those from here on are listed for one period only
  std::optional<size_t> period;  // and repeat
  bool contains(int64_t j) const {
    if (period && j >= from) j = from + (j - from) % static_cast<int64_t>(*period);
    return std::binary_search(listed.begin(), listed.end(), j);
  }
};

isl_stat collect_take(isl_point* point, void* user) {
  const isl::Val value(isl_point_get_coordinate_val(point, isl_dim_set, 0));
  isl_point_free(point);
  static_cast<std::vector<int64_t>*>(user)->push_back(isl_val_get_num_si(value.keep()));
  return isl_stat_ok;
}

/// The elements between two bounds.
std::optional<std::vector<int64_t>> elements(const isl::Set& set, int64_t low, int64_t high) {
  isl_ctx* context = isl_set_get_ctx(set.keep());
  isl_set* part =
      isl_set_lower_bound_val(set.copy(), isl_dim_set, 0, isl_val_int_from_si(context, low));
  part = isl_set_upper_bound_val(part, isl_dim_set, 0, isl_val_int_from_si(context, high));
  const isl::Set window(part);
  std::vector<int64_t> result;
  if (!window || isl_set_foreach_point(window.keep(), collect_take, &result) != isl_stat_ok)
    return std::nullopt;
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool subset(const isl::Set& a, const isl::Set& b) {
  return isl_set_is_subset(a.keep(), b.keep()) == isl_bool_true;
}

isl::Set read_set(isl_ctx* context, const std::string& text) {
  return isl::Set(isl_set_read_from_str(context, text.c_str()));
}

/// The numbers as the window up to `window` suggests them, when they really go on like this for
/// ever.
std::optional<Numbers> periodic(const isl::Set& set, int64_t window) {
  auto listed = elements(set, -kMostTaken, window);
  if (!listed) return std::nullopt;
  Numbers all{*std::move(listed), 0, {}};
  for (int64_t period = 1; 3 * period <= window; ++period) {
    int64_t from = window + 1 - period;
    while (from > 1 && all.contains(from - 1) == all.contains(from - 1 + period)) --from;
    if (from + 2 * period > window) continue;
    Numbers found{{}, from, static_cast<size_t>(period)};
    std::string text;
    for (const int64_t j : all.listed) {
      if (j >= from + period) break;
      found.listed.push_back(j);
      text += fmt::format("{} j = {}", text.empty() ? "" : " or", j);
      if (j >= from) text += fmt::format(" or (j >= {} and (j - {}) mod {} = 0)", j, j, period);
    }
    const isl::Set same =
        read_set(isl_set_get_ctx(set.keep()), "{ [j] : " + (text.empty() ? "false" : text) + " }");
    if (isl_set_is_equal(same.keep(), set.keep()) == isl_bool_true) return found;
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Numbers> numbers(const isl::Set& set) {
  isl_ctx* context = isl_set_get_ctx(set.keep());
  const isl::Set small = read_set(context, fmt::format("{{ [j] : -{0} <= j <= {0} }}", kMostTaken));
  if (subset(set, small)) {
    auto listed = elements(set, -kMostTaken, kMostTaken);
    if (!listed) return std::nullopt;
    return Numbers{*std::move(listed), 0, {}};
  }
  if (!subset(set, read_set(context, fmt::format("{{ [j] : j >= -{} }}", kMostTaken))))
    return std::nullopt;
  for (const int64_t window : kWindows) {
    if (auto found = periodic(set, window)) return found;
  }
  return std::nullopt;
}

/// The numbers of tokens such that the rule's splits of this kind are exactly those that come from
/// taking one of them; nothing when there are no such numbers.
std::optional<Numbers> taken(isl_ctx* context, const std::vector<LineRelation>& lines,
                             const Kind& kind) {
  isl::Set splits;
  for (const LineRelation& line : lines) {
    if (line.parts.size() < kind.heaps || line.parts.size() > 3) continue;
    const isl::Map choose(isl_map_read_from_str(context, choice(kind, line.parts.size()).c_str()));
    isl_set* here = isl_set_apply(isl_set_flatten(isl_map_wrap(line.moves.copy())), choose.copy());
    splits = isl::Set(splits ? isl_set_union(splits.take(), here) : here);
    if (!splits) return std::nullopt;
  }
  if (!splits || isl_set_is_empty(splits.keep()) == isl_bool_true) return Numbers{};
  const auto sizes = static_cast<unsigned>(isl_set_dim(splits.keep(), isl_dim_set)) - 1;
  const isl::Set tokens(
      isl_set_coalesce(isl_set_project_out(splits.copy(), isl_dim_set, 1, sizes)));
  // All sizes with each of these numbers, from positions, which are not negative.
  const isl::Set shape =
      read_set(context, fmt::format("{{ [j{}] : j + {} >= 0{}{} }}", kind.sizes, kind.total,
                                    kind.heaps == 0 ? "" : " and ", kind.condition));
  isl_set* wanted =
      isl_set_intersect(isl_set_insert_dims(tokens.copy(), isl_dim_set, 1, sizes), shape.copy());
  const isl::Set all(wanted);
  if (isl_set_is_equal(all.keep(), splits.keep()) != isl_bool_true) return std::nullopt;
  return numbers(tokens);
}

/// { [n, x1, x2, …] : 1 <= x… }, the sizes in this order, or any where there is none.
std::string sizes_in_order(size_t heaps, const std::vector<size_t>& order) {
  std::string text = "{ [n";
  for (size_t i = 0; i < heaps; ++i) text += fmt::format(", x{}", i);
  text += "] : ";
  for (size_t i = 0; i < heaps; ++i) text += fmt::format("{}x{} >= 1", i == 0 ? "" : " and ", i);
  for (size_t i = 1; i < order.size(); ++i)
    text += fmt::format(" and x{} <= x{}", order[i - 1], order[i]);
  return text + " }";
}

/// The same for lines that lead to so many heaps, four or more, each of at least 1 token and of any
/// sizes: somewhere the rule has all of them in some order.
std::optional<Numbers> taken_of_many(isl_ctx* context, const std::vector<LineRelation>& lines,
                                     size_t heaps) {
  isl::Set splits;
  for (const LineRelation& line : lines) {
    if (line.parts.size() != heaps) continue;
    isl_set* here = isl_set_flatten(isl_map_wrap(line.moves.copy()));
    splits = isl::Set(splits ? isl_set_union(splits.take(), here) : here);
  }
  if (!splits) return Numbers{};
  if (!subset(splits, read_set(context, sizes_in_order(heaps, {})))) return std::nullopt;
  std::string sizes, total;
  for (size_t i = 0; i < heaps; ++i) {
    sizes += fmt::format(", x{}", i);
    total += fmt::format("{}x{}", i == 0 ? "" : " + ", i);
  }
  const isl::Map tokens_of(isl_map_read_from_str(
      context, fmt::format("{{ [n{}] -> [n - ({})] }}", sizes, total).c_str()));
  const isl::Set tokens(isl_set_coalesce(isl_set_apply(splits.copy(), tokens_of.copy())));
  const isl::Set all(isl_set_apply(tokens.copy(), isl_map_reverse(tokens_of.copy())));
  std::vector<size_t> order(heaps);
  std::iota(order.begin(), order.end(), size_t{0});
  do {
    const isl::Set sorted(
        isl_set_intersect(all.copy(), read_set(context, sizes_in_order(heaps, order)).take()));
    if (!sorted) return std::nullopt;
    if (subset(sorted, splits)) return numbers(tokens);
  } while (std::next_permutation(order.begin(), order.end()));
  return std::nullopt;
}

/// The digit for taking j tokens, as text.
std::optional<std::string> digit(const std::vector<Numbers>& found,
                                 const std::vector<Numbers>& many, int64_t j) {
  std::array<unsigned, 4> allowed = {};
  for (size_t k = 0; k < found.size(); ++k) {
    if (found[k].contains(j)) allowed[kinds()[k].heaps] |= kinds()[k].arrangement;
  }
  std::string text = "{";
  const auto add = [&](std::string_view clause) {
    text += (text.size() > 1 ? "," : "") + std::string(clause);
  };
  if (allowed[0] != 0) add("0");
  if (allowed[1] != 0) add("1");
  if ((allowed[2] & kDifferent) != 0) add("2!");
  if ((allowed[2] & kEqual) != 0) add("2=");
  if ((allowed[3] & kMixed) != 0 && (allowed[3] & kDifferent) == 0) return std::nullopt;
  if ((allowed[3] & kDifferent) != 0) add((allowed[3] & kMixed) != 0 ? "3?" : "3!");
  if ((allowed[3] & kEqual) != 0) add("3=");
  for (size_t i = 0; i < many.size(); ++i) {
    if (many[i].contains(j)) add(std::to_string(4 + i));
  }
  return text + "}";
}

}  // namespace

const Rule& named_game(const Rule& rule) {
  if (!rule.is_alias || rule.arity() != 1 || rule.alias.size() != 1 ||
      !rule.alias[0].binders.empty())
    return rule;
  const Part& part = rule.alias[0];
  const bool same = part.coordinates.size() == 1 && part.coordinates[0].op == Op::slot &&
                    part.coordinates[0].value == 0;
  return same ? named_game(*part.game) : rule;
}

std::optional<HeapCode> heap_code_of(const Rule& rule) {
  if (rule.code) return *rule.code;
  if (rule.arity() != 1) return std::nullopt;
  if (const Rule& named = named_game(rule); &named != &rule) return heap_code_of(named);
  if (rule.is_alias || has_reply_words(rule)) return std::nullopt;
  for (const MoveLine& line : rule.moves) {
    const bool heaps = line.parts.size() <= kMostParts &&
                       std::all_of(line.parts.begin(), line.parts.end(), [&](const Part& part) {
                         return part.game == &rule && part.binders.empty();
                       });
    const bool short_sets =
        std::all_of(line.binders.begin(), line.binders.end(), [](const Binder& binder) {
          return binder.kind != Binder::Kind::in_set || binder.set->size() <= kMostListed;
        });
    if (!heaps || !short_sets) return std::nullopt;
  }
  const isl::Context context = isl::make_context(kCodeSteps);
  const auto lines = line_relations(context.get(), rule);
  if (!lines) return std::nullopt;
  for (const LineRelation& line : *lines) {
    // The empty heap has no move.
    const isl::Set from_zero(isl_set_fix_si(isl_map_domain(line.moves.copy()), isl_dim_set, 0, 0));
    if (isl_set_is_empty(from_zero.keep()) != isl_bool_true) return std::nullopt;
  }
  std::vector<Numbers> found;  // by kind
  std::vector<Numbers> many;   // of four heaps, of five, …
  int64_t least = 0;
  int64_t from = 1;
  size_t period = 1;
  bool repeats = false;
  for (size_t i = 0; i < kinds().size() + kMostParts - 3; ++i) {
    const bool is_kind = i < kinds().size();
    auto one = is_kind ? taken(context.get(), *lines, kinds()[i])
                       : taken_of_many(context.get(), *lines, i - kinds().size() + 4);
    if (!one) return std::nullopt;
    if (!one->listed.empty()) {
      least = std::min(least, one->listed.front());
      from = std::max(from, one->period ? one->from : one->listed.back() + 1);
    }
    if (one->period) {
      period = std::lcm(period, *one->period);
      repeats = true;
    }
    (is_kind ? found : many).push_back(*std::move(one));
  }
  if (period > HeapCode::kMaxDigits) return std::nullopt;
  std::string text;
  const int64_t end = repeats ? from + static_cast<int64_t>(period) : from;
  for (int64_t j = least; j < end; ++j) {
    if (j == 1) text += ".";
    if (repeats && j == from) text += "[";
    const auto one = digit(found, many, j);
    if (!one) return std::nullopt;
    text += *one;
  }
  if (end <= 1) text += ".";
  if (repeats) text += "]";
  Attempt<HeapCode> code = parse_heap_code(text);
  if (!code) return std::nullopt;  // play that need not end, or too many digits
  return *std::move(code);
}

}  // namespace grundy
