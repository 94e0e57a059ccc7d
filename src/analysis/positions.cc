#include "analysis/positions.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "analysis/relation.h"

namespace grundy {
namespace {

constexpr unsigned long kQuestionSteps = 10'000'000;  // of isl, for one question: some seconds
// Points are listed up to this much above the coordinates beside them.
constexpr uint64_t kShownBeyond = 8;

Error gave_up() { return Error::declined("too many steps of isl"); }

isl::Val to_isl(isl_ctx* context, const Natural& number) {
  return isl::Val(isl_val_read_from_str(context, number.to_string().c_str()));
}

/// Whether the set has a point.
Attempt<bool> has_points(const isl::Set& set) {
  const isl_bool empty = isl_set_is_empty(set.keep());
  if (empty == isl_bool_error) return gave_up();
  return empty == isl_bool_false;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// "(m) mod 2" and "(1 + m) mod 2", as isl writes them, in the rule language: "m % 2" and "(1 + m)
/// % 2".
std::string with_percent(std::string text) {
  constexpr std::string_view kMod = ") mod ";
  for (size_t close = text.find(kMod); close != std::string::npos;
       close = text.find(kMod, close + 1)) {
    const size_t number = close + kMod.size();
    if (number == text.size() || !is_digit(text[number])) continue;
    text.replace(close, kMod.size(), ") % ");
    size_t word = close;
    while (word > 0 && is_of_word(text[word - 1])) --word;
    if (word == close || word == 0 || text[word - 1] != '(') continue;
    text.erase(close, 1);
    text.erase(word - 1, 1);
  }
  return text;
}

/// "m = 1 and n >= 4" for a convex set, whose dimensions have names.
std::string convex_text(const isl::BasicSet& set) {
  char* printed = isl_basic_set_to_str(set.keep());
  std::string text = printed == nullptr ? "" : printed;
  free(printed);
  // "{ [m = 1, n] : n >= 4 }": the tuple's own equations and the condition.
  const size_t open = text.find('[');
  const size_t close = text.find(']');
  const size_t colon = text.find(" : ");
  const size_t end = text.rfind(" }");
  if (open == std::string::npos || close == std::string::npos || end == std::string::npos)
    return text;
  std::string result;
  const auto add = [&](const std::string& condition) {
    result += (result.empty() ? "" : " and ") + condition;
  };
  const std::string tuple = text.substr(open + 1, close - open - 1);
  for (size_t from = 0; from <= tuple.size();) {
    const size_t to = std::min(tuple.find(", ", from), tuple.size());
    const std::string one = tuple.substr(from, to - from);
    if (one.find('=') != std::string::npos) add(one);
    from = to + 2;
  }
  if (colon != std::string::npos && colon < end) add(text.substr(colon + 3, end - colon - 3));
  return with_percent(std::move(result));
}

}  // namespace

isl::Set with_coordinates(isl::Set set, std::span<const Natural> numbers) {
  isl_ctx* context = isl_set_get_ctx(set.keep());
  for (unsigned i = 0; i < numbers.size(); ++i)
    set = isl::Set(isl_set_fix_val(set.take(), isl_dim_set, i, to_isl(context, numbers[i]).take()));
  return set;
}

Attempt<std::vector<Natural>> take_least(isl::Set& set) {
  const isl::Set least(isl_set_lexmin(set.copy()));
  set = isl::Set(isl_set_subtract(set.take(), least.copy()));
  if (!least || !set) return gave_up();
  isl_point* point = isl_set_sample_point(least.copy());
  std::vector<Natural> result;
  const int dimensions = isl_set_dim(least.keep(), isl_dim_set);
  for (int i = 0; i < dimensions; ++i) {
    const isl::Val value(isl_point_get_coordinate_val(point, isl_dim_set, i));
    char* text = isl_val_to_str(value.keep());
    result.push_back(text == nullptr ? Natural() : Natural::parse(text).value_or(Natural()));
    free(text);
  }
  isl_point_free(point);
  return result;
}

Attempt<std::vector<Coordinates>> points_near(const isl::Set& set, const Coordinates& beside,
                                              size_t limit, bool& all, const Budget& budget) {
  const Natural most = *std::max_element(beside.begin(), beside.end()) + kShownBeyond;
  isl::Set near = set;
  for (unsigned i = 0; i < beside.size(); ++i) {
    isl_val* bound = to_isl(isl_set_get_ctx(set.keep()), most).take();
    near = isl::Set(isl_set_upper_bound_val(near.take(), isl_dim_set, i, bound));
  }
  all = isl_set_is_equal(near.keep(), set.keep()) == isl_bool_true;
  std::vector<Coordinates> result;
  for (;;) {
    const Attempt<bool> more = has_points(near);
    if (!more) return more.error();
    if (!*more) return result;
    if (result.size() == limit) break;
    if (budget.spent()) return budget.why();
    const auto least = take_least(near);
    if (!least) return least.error();
    result.emplace_back(least->begin(), least->end());
  }
  all = false;
  return result;
}

std::string condition_text(const isl::Set& set, const std::vector<std::string>& coordinates) {
  isl::Set named(isl_set_coalesce(isl_set_remove_redundancies(set.copy())));
  for (unsigned i = 0; i < coordinates.size(); ++i)
    named = isl::Set(isl_set_set_dim_name(named.take(), isl_dim_set, i, coordinates[i].c_str()));
  std::string text;
  isl_set_foreach_basic_set(
      named.keep(),
      [](isl_basic_set* piece, void* user) {
        auto* to = static_cast<std::string*>(user);
        *to += (to->empty() ? "" : " or ") + convex_text(isl::BasicSet(piece));
        return isl_stat_ok;
      },
      &text);
  return text;
}

std::optional<OptionSets> OptionSets::of(const Rule& rule) {
  if (rule.arity() == 0) return std::nullopt;
  isl::Context context = isl::make_context(kQuestionSteps);
  auto moves = move_relation(context.get(), rule);
  if (!moves) return std::nullopt;
  return OptionSets(std::move(context), *std::move(moves));
}

OptionSets::OptionSets(isl::Context context, isl::Map moves)
    : context_(std::move(context)), moves_(std::move(moves)) {}

isl::Set OptionSets::options(const Coordinates& position) const {
  isl::allow(context_.get(), kQuestionSteps);
  const isl::Set here = with_coordinates(
      isl::Set(isl_set_universe(isl_space_domain(isl_map_get_space(moves_.keep())))),
      {position.data(), position.size()});
  return isl::Set(isl_set_apply(here.copy(), moves_.copy()));
}

Attempt<bool> OptionSets::has_options(const Coordinates& position) const {
  return has_points(options(position));
}

Attempt<bool> OptionSets::is_option(const Coordinates& position, const Coordinates& option) const {
  return has_points(with_coordinates(options(position), {option.data(), option.size()}));
}

Attempt<bool> OptionSets::can_end(const Coordinates& position) const {
  return has_points(
      isl::Set(isl_set_subtract(options(position).take(), isl_map_domain(moves_.copy()))));
}

}  // namespace grundy
