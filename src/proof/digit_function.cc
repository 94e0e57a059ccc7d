#include "proof/digit_function.h"

#include <fmt/format.h>

#include <cctype>

#include "engine/automatic/learn.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

using automatic::Relation;
using automatic::Track;
using automatic::Workshop;

constexpr int64_t kGreatestArgument = int64_t{1} << 30;
constexpr int64_t kLearnedSide = 987;  // values from which ⌊n·α⌋ is learned
constexpr size_t kMostFunctionStates = 64;

/// ⌊n·α⌋ with 1/α + 1/(α + t) = 1: α = (2 - t + √(t² + 4))/2.
int64_t beatty(int64_t n, int64_t t) {
  return ((2 - t) * n + integer_root((t * t + 4) * n * n)) / 2;
}

/// A is total, rises, and shares out the positive numbers with A + t·n.
bool is_beatty(Workshop& shop, const automatic::Automaton& a, int64_t t) {
  constexpr Track n = 0, y = 1, m = 2, z = 3;
  const auto term = [](Track track) { return automatic::track_term(track); };
  const Relation here = shop.instance(a, {n, y}), there = shop.instance(a, {m, z});
  const Relation positive = shop.less(automatic::constant_term(0), term(n));
  const Relation defined = shop.exists(here, {y});
  // y is some B(m).
  const Relation of_b = shop.exists_all({there, shop.equal(term(y), term(z) + t * term(m)),
                                         shop.less(automatic::constant_term(0), term(m))},
                                        {m, z});
  const Relation of_a = shop.exists(shop.both(here, positive), {n});
  const Relation greater_than_0 = shop.less(automatic::constant_term(0), term(y));
  const Relation falls =
      shop.both(shop.both(here, there),
                shop.both(shop.less(term(n), term(m)), shop.at_most(term(z), term(y))));
  const Relation twice =
      shop.both(shop.both(here, shop.instance(a, {n, z})), shop.less(term(y), term(z)));
  const bool right =
      shop.without(shop.anything({n}), defined).empty() && falls.empty() && twice.empty() &&
      shop.both(of_a, of_b).empty() &&
      shop.without(greater_than_0, shop.either(of_a, of_b)).empty() &&
      shop.without(shop.both(here, shop.is_zero(term(n))), shop.is_zero(term(y))).empty();
  return right && !shop.failed();
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

Attempt<std::optional<DigitCall>> last_digit_call(std::string_view text, Span& wrong) {
  size_t begin = std::string_view::npos;
  for (const std::string_view name : {"floor(", "shift("}) {
    for (size_t at = text.rfind(name); at != std::string_view::npos;
         at = at == 0 ? text.npos : text.rfind(name, at - 1)) {
      if (at > 0 && is_name_character(text[at - 1])) continue;
      if (begin == std::string_view::npos || at > begin) begin = at;
      break;
    }
  }
  if (begin == std::string_view::npos) return std::optional<DigitCall>();
  const size_t open = begin + 5;
  size_t end = open, depth = 0;
  for (; end < text.size(); ++end) {
    depth += text[end] == '(' ? 1 : 0;
    depth -= text[end] == ')' ? 1 : 0;
    if (depth == 0) break;
  }
  wrong = {begin, std::min(end + 1, text.size())};
  if (end == text.size()) return Error::input("expected ')'");
  DigitCall call{{}, {begin, end + 1}, {open + 1, end}};
  if (text[begin] == 's') return std::optional(call);
  const auto strip = [&](std::string_view suffix) {
    size_t last = call.argument.end;
    while (last > call.argument.begin && text[last - 1] == ' ') --last;
    if (last - call.argument.begin < suffix.size() ||
        text.substr(last - suffix.size(), suffix.size()) != suffix)
      return false;
    call.argument.end = last - suffix.size();
    return true;
  };
  call.function.kind = DigitFunction::Kind::beatty;
  if (strip("phi^2") || strip("phi**2")) {
    call.function.plus = 1;
  } else if (strip("sqrt(2)")) {
    call.function.gap = 2;
  } else if (!strip("phi")) {
    const std::string_view inner = text.substr(open + 1, end - open - 1);
    if (inner.find("phi") == inner.npos && inner.find("sqrt") == inner.npos) {
      const bool is_whole = begin == 0 && end + 1 == text.size();
      return Error::input(fmt::format("a quotient is rounded down anyway; did you mean '{}'?",
                                      is_whole ? std::string(inner) : fmt::format("({})", inner)));
    }
    return Error::input("expected floor(n*phi), floor(n*phi^2) or floor(n*sqrt(2))");
  }
  bool product = strip("*");
  depth = 0;
  for (size_t i = call.argument.begin; i < call.argument.end; ++i) {
    depth += text[i] == '(' ? 1 : 0;
    depth -= text[i] == ')' ? 1 : 0;
    product = product && (depth > 0 || (text[i] != '+' && text[i] != '-'));
  }
  if (!product) return Error::input("expected a product, such as floor((a - b)*phi)");
  return std::optional(call);
}

std::optional<automatic::Numeration> numeration_of(const DigitFunction& function) {
  if (function.kind == DigitFunction::Kind::shift) return std::nullopt;
  return automatic::Numeration::quadratic(static_cast<int>(function.gap), 1);
}

std::optional<int64_t> value_at(const DigitFunction& function, int64_t n,
                                const automatic::Numeration& numeration) {
  if (n < 0 || n > kGreatestArgument) return std::nullopt;
  if (function.kind == DigitFunction::Kind::beatty)
    return beatty(n, function.gap) + function.plus * n;
  std::vector<int> word = numeration.word(Natural(static_cast<uint64_t>(n)));
  word.push_back(0);
  return static_cast<int64_t>(numeration.number(word).small());
}

Attempt<Relation> graph_of(Workshop& shop, const DigitFunction& function, Track n, Track y) {
  if (function.kind == DigitFunction::Kind::shift) return shop.shifted(n, y);
  const auto wanted = numeration_of(function);
  if (wanted->name() != shop.numeration().name())
    return Error::declined(
        fmt::format("its multiples are not read in {}", shop.numeration().name()));
  automatic::ValueBox box{1, kLearnedSide, {}};
  for (int64_t i = 0; i < kLearnedSide; ++i)
    box.values.push_back(static_cast<uint32_t>(beatty(i, function.gap)));
  const auto learned =
      automatic::learn(shop.numeration(), box, kLearnedSide, automatic::LawKind::values,
                       kMostFunctionStates, shop.budget());
  if (!learned || !is_beatty(shop, *learned, function.gap))
    return Error::declined("its multiples are not proved");
  if (function.plus == 0) return shop.instance(*learned, {n, y});
  constexpr Track kWithout = 2000;
  const auto term = [](Track track) { return automatic::track_term(track); };
  return shop.exists_all({shop.instance(*learned, {n, kWithout}),
                          shop.equal(term(y), term(kWithout) + function.plus * term(n))},
                         {kWithout});
}

}  // namespace grundy
