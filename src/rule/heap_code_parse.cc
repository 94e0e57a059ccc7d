// Codes read from text, and the check that play ends: no move leads to a heap as large as the one
// before.
//
// A digit that adds a tokens is tried with each number of heaps up to a + 1: with more, every heap
// is smaller than the one that is split. The message for a digit that fails shows the smallest such
// move.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "rule/heap_code.h"

namespace grundy {
namespace {

/// Whether a split of n + a tokens into exactly so many heaps of this shape can have a heap of n or
/// more; the heaps of such a split, fewest tokens first, or none.
std::vector<int64_t> endless_split(int64_t a, int64_t count, Shape shape) {
  if (count == 0) return {};
  if (count == 1) return {a + 1};
  if (shape == Shape::equal) {
    // count·h = n + a with h >= n and n >= 0.
    const int64_t h = (a + count - 1) / count;
    if (h == 0 || h * (count - 1) > a) return {};
    return std::vector<int64_t>(static_cast<size_t>(count), h);
  }
  // The greatest heap is greatest when the others are as small as they can be.
  const int64_t others = shape == Shape::different ? count * (count - 1) / 2 : count - 1;
  if (others > a) return {};
  std::vector<int64_t> heaps;
  for (int64_t i = 1; i < count; ++i) heaps.push_back(shape == Shape::different ? i : 1);
  const int64_t least = shape == Shape::different ? count : shape == Shape::not_all_equal ? 2 : 1;
  heaps.push_back(std::max(least, a - others));
  return heaps;
}

class CodeReader {
 public:
  explicit CodeReader(std::string_view text) : text_(text) {}

  Attempt<HeapCode> code();

 private:
  using Failed = std::optional<Error>;

  struct Placed {
    HeapDigit digit;
    Span span;
  };

  Error error(Span span, std::string message) const {
    return Error::at(locate(Diagnostic::Severity::error, std::move(message), "code", text_, span));
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  /// The next character that is no blank; 0 at the end.
  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool at_end() {
    skip_blanks();
    return at_ >= text_.size();
  }
  bool accept(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  /// The character here, as a message calls it.
  std::string found() {
    if (at_end()) return "the end of the code";
    if (static_cast<unsigned char>(text_[at_]) < 0x20 || text_[at_] == 0x7F)
      return fmt::format("the byte 0x{:02x}", static_cast<unsigned>(text_[at_]));
    return fmt::format("'{}'", text_.substr(at_, character_end(text_, at_) - at_));
  }
  Error expected(std::string_view what) {
    const std::string here = found();
    return error({at_, at_ + 1}, fmt::format("expected {}, found {}", what, here));
  }
  /// The shape that a suffix here stands for.
  Failed shape(std::optional<Shape>& result);
  Failed clause(HeapClause& result, bool& has_suffix);
  Failed braces(std::vector<HeapClause>& result, bool& has_suffix);
  Failed digit(std::vector<Placed>& result, std::string_view instead);
  Failed progress(const Placed& placed, size_t added) const;

  std::string_view text_;
  size_t at_ = 0;
  size_t digits_ = 0;
};

std::optional<Error> CodeReader::shape(std::optional<Shape>& result) {
  for (const Shape one : {Shape::different, Shape::not_all_equal, Shape::equal}) {
    if (!accept(suffix(one)[0])) continue;
    result = one;
    const char next = peek();
    if (next == '!' || next == '?' || next == '=')
      return error({at_, at_ + 1},
                   "a second suffix; a number of heaps takes one of '!', '?' and '='");
    return {};
  }
  return {};
}

std::optional<Error> CodeReader::clause(HeapClause& result, bool& has_suffix) {
  skip_blanks();
  const size_t begin = at_;
  uint64_t count = 0;
  for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
    count = std::min<uint64_t>(count * 10 + static_cast<uint64_t>(text_[at_] - '0'), UINT32_MAX);
  if (at_ == begin) return expected("a number of heaps");
  if (count > HeapCode::kMaxCount)
    return error({begin, at_}, fmt::format("a code counts at most {} heaps", HeapCode::kMaxCount));
  result.count = static_cast<uint32_t>(count);
  std::optional<Shape> given;
  if (Failed failed = shape(given)) return failed;
  result.or_more = accept('+');
  if (result.or_more && !given) {
    const char next = peek();
    if (next == '!' || next == '?' || next == '=')
      return error({begin, at_ + 1},
                   fmt::format("the suffix comes before the '+'; write {}{}+", count, next));
  }
  has_suffix = has_suffix || given;
  result.shape = given.value_or(Shape::any);
  return {};
}

std::optional<Error> CodeReader::braces(std::vector<HeapClause>& result, bool& has_suffix) {
  const size_t begin = at_ - 1;
  if (accept('}')) return {};
  for (;;) {
    if (Failed failed = clause(result.emplace_back(), has_suffix)) return failed;
    if (accept('}')) return {};
    if (at_end()) return error({begin, begin + 1}, "this brace has no closing '}'");
    if (!accept(',')) return expected("',' or '}'");
  }
}

std::optional<Error> CodeReader::digit(std::vector<Placed>& result, std::string_view instead) {
  const char c = peek();
  const size_t begin = at_;
  const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const size_t value = c == '\0' ? kHeapDigits.npos : kHeapDigits.find(upper);
  std::vector<HeapClause> clauses;
  bool has_suffix = false;
  if (value != kHeapDigits.npos) {
    ++at_;
    for (uint32_t i = 0; i < 6; ++i) {
      if ((value >> i & 1) != 0) clauses.push_back({i, false, Shape::any});
    }
  } else if (accept('*')) {
    clauses.push_back({0, true, Shape::any});
  } else if (accept('{')) {
    if (Failed failed = braces(clauses, has_suffix)) return failed;
  } else if (c == '!' || c == '?' || c == '=') {
    return error({at_, at_ + 1}, fmt::format("the suffix '{}' stands behind no digit", c));
  } else {
    return expected(fmt::format("a digit (0 to Z, '*' or numbers of heaps in braces){}", instead));
  }
  const size_t end = at_;
  std::optional<Shape> given;
  if (Failed failed = shape(given)) return failed;
  if (given && has_suffix) {
    return error(
        {begin, at_},
        fmt::format("suffixes both in the braces and behind them; write '{}' behind each number "
                    "that it is meant for",
                    suffix(*given)));
  }
  if (given) {
    for (HeapClause& one : clauses) one.shape = *given;
  }
  if (++digits_ > HeapCode::kMaxDigits)
    return error({begin, end}, fmt::format("a code has at most {} digits", HeapCode::kMaxDigits));
  result.push_back({HeapDigit::normal(clauses), {begin, given ? at_ : end}});
  return {};
}

std::optional<Error> CodeReader::progress(const Placed& placed, size_t added) const {
  const auto a = static_cast<int64_t>(added);
  const std::string_view name =
      text_.substr(placed.span.begin, placed.span.end - placed.span.begin);
  for (const HeapClause& clause : placed.digit.clauses) {
    // With more than added + 1 heaps each is smaller than n.
    const int64_t last = clause.or_more ? std::max<int64_t>(clause.count, a + 1) : clause.count;
    for (int64_t count = clause.count; count <= last; ++count) {
      const std::vector<int64_t> heaps = endless_split(a, count, clause.shape);
      if (heaps.empty()) continue;
      int64_t total = -a;
      for (const int64_t heap : heaps) total += heap;
      if (count == 1 && added == 0) {
        return error(placed.span, fmt::format("the digit {} before the point lets a move leave the "
                                              "heap as it is, so that play need not end",
                                              name));
      }
      constexpr size_t kShown = 12;
      const bool cut = heaps.size() > kShown;
      return error(placed.span,
                   fmt::format("the digit {} adds {} token{} and lets a move lead from a heap of "
                               "{} to {}{}, where a heap is no smaller, so that play need not end",
                               name, added, added == 1 ? "" : "s", total,
                               fmt::join(heaps.begin() +
                                             static_cast<int64_t>(cut ? heaps.size() - kShown : 0),
                                         heaps.end(), "+"),
                               cut ? fmt::format(" and {} more", heaps.size() - kShown) : ""));
    }
  }
  if (added == 0 && placed.digit.arrangements(0) != 0) {
    return error(placed.span, fmt::format("the digit {} before the point lets a move take away the "
                                          "empty heap, which is none; 0 heaps are left only where "
                                          "tokens are taken",
                                          name));
  }
  return {};
}

Attempt<HeapCode> CodeReader::code() {
  if (at_end()) return error({0, 0}, "the code has no digits; an example is 0.137");
  std::vector<Placed> before;
  std::vector<Placed> after;
  std::vector<Placed> repeat;
  while (!accept('.')) {
    if (at_end()) {
      std::string_view digits = text_;
      digits.remove_prefix(std::min(digits.find_first_not_of(" \t"), digits.size()));
      digits = digits.substr(0, 40);
      return error({0, text_.size()}, fmt::format("the code '{}' has no point; write 0.{}",
                                                  text_.substr(0, 40), digits));
    }
    if (peek() == '[')
      return error({at_, at_ + 1}, "digits that repeat come at the end of a code, as in 0.[3]");
    if (Failed failed = digit(before, " or the point")) return *std::move(failed);
  }
  while (!at_end() && peek() != '[') {
    if (peek() == '.')
      return error({at_, at_ + 1},
                   fmt::format("the code '{}' has two points", text_.substr(0, 40)));
    if (Failed failed = digit(after, ", '[' or the end")) return *std::move(failed);
  }
  if (const size_t opening = at_; accept('[')) {
    do {
      if (at_end()) return error({opening, opening + 1}, "this bracket has no closing ']'");
      if (Failed failed = digit(repeat, "")) return *std::move(failed);
    } while (!accept(']'));
    if (!at_end())
      return error({at_, text_.size()},
                   "the digits that repeat are the last; nothing comes behind ']'");
  }
  if (digits_ == 0) return error({0, text_.size()}, "the code has no digits; an example is 0.137");

  HeapCode result;
  result.before.clear();
  for (size_t i = before.size(); i-- > 0;) {
    const size_t added = before.size() - 1 - i;
    if (Failed failed = progress(before[i], added)) return *std::move(failed);
    HeapDigit& digit = before[i].digit;
    // A heap with tokens added is never empty.
    if (added > 0 && !digit.empty() && digit.clauses[0].count == 0 && !digit.clauses[0].or_more)
      digit.clauses.erase(digit.clauses.begin());
    result.before.push_back(std::move(digit));
  }
  if (result.before.empty()) result.before.emplace_back();
  while (result.before.size() > 1 && result.before.back().empty()) result.before.pop_back();
  for (Placed& one : after) result.after.push_back(std::move(one.digit));
  for (Placed& one : repeat) result.repeat.push_back(std::move(one.digit));
  result.normalise_repeat();
  const size_t size = result.before.size() + result.after.size() + result.repeat.size();
  if (size > HeapCode::kMaxDigits) {
    return error({0, text_.size()},
                 fmt::format("a code has at most {} digits, and this one's standard form {}",
                             HeapCode::kMaxDigits, size));
  }
  return result;
}

}  // namespace

Attempt<HeapCode> parse_heap_code(std::string_view text) { return CodeReader(text).code(); }

}  // namespace grundy
