#include "rule/heap_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

constexpr unsigned kAny = kDifferent | kMixed | kEqual;

/// The shapes that together allow these arrangements; kMixed never comes without kDifferent.
std::vector<Shape> shapes(unsigned arrangements) {
  switch (arrangements) {
    case 0:
      return {};
    case kDifferent:
      return {Shape::different};
    case kDifferent | kMixed:
      return {Shape::not_all_equal};
    case kEqual:
      return {Shape::equal};
    case kDifferent | kEqual:
      return {Shape::different, Shape::equal};
    default:
      return {Shape::any};
  }
}

/// Whether the shape means something for the clause.
bool has_shape(const HeapClause& clause) { return clause.count >= 2 || clause.or_more; }

/// The numbers of heaps without suffixes, as one character or in braces.
std::string plain(const std::vector<HeapClause>& clauses) {
  uint64_t value = 0;
  bool fits = true;
  for (const HeapClause& clause : clauses) {
    fits = fits && !clause.or_more && clause.count < 6;
    if (fits) value |= uint64_t{1} << clause.count;
  }
  if (fits && value < kHeapDigits.size()) return std::string(1, kHeapDigits[value]);
  if (clauses.size() == 1 && clauses[0] == HeapClause{0, true, clauses[0].shape}) return "*";
  std::string text;
  for (const HeapClause& clause : clauses)
    text +=
        fmt::format("{}{}{}", text.empty() ? "{" : ",", clause.count, clause.or_more ? "+" : "");
  return text + "}";
}

}  // namespace

unsigned arrangements_of(Shape shape) {
  switch (shape) {
    case Shape::any:
      return kDifferent | kMixed | kEqual;
    case Shape::different:
      return kDifferent;
    case Shape::not_all_equal:
      return kDifferent | kMixed;
    case Shape::equal:
      return kEqual;
  }
  return 0;
}

std::string_view suffix(Shape shape) {
  switch (shape) {
    case Shape::any:
      return "";
    case Shape::different:
      return "!";
    case Shape::not_all_equal:
      return "?";
    case Shape::equal:
      return "=";
  }
  return "";
}

HeapDigit HeapDigit::normal(const std::vector<HeapClause>& clauses) {
  // Number of heaps by number of heaps, up to one from which on all are alike.
  uint32_t last = 3;
  for (const HeapClause& clause : clauses) last = std::max(last, clause.count + 1);
  std::vector<unsigned> allowed(last + 1);
  for (const HeapClause& clause : clauses) {
    const uint32_t to = clause.or_more ? last : clause.count;
    for (uint32_t c = clause.count; c <= to; ++c)
      allowed[c] |= c < 2 ? kAny : arrangements_of(clause.shape);
  }
  if ((allowed[2] & kDifferent) != 0 && (allowed[2] & kEqual) != 0) allowed[2] = kAny;
  if (allowed[2] == (kDifferent | kMixed) &&
      std::count(allowed.begin() + 3, allowed.end(), kDifferent | kMixed) == 0)
    allowed[2] = kDifferent;

  const unsigned tail = allowed[last];
  const auto same_as_tail = [&](uint32_t c) {
    if (c >= 3) return allowed[c] == tail;
    if (c == 2) return allowed[c] == tail || (tail == (kDifferent | kEqual) && allowed[c] == kAny);
    return allowed[c] != 0;
  };
  uint32_t from = last;
  while (tail != 0 && from > 0 && same_as_tail(from - 1)) --from;
  HeapDigit result;
  for (uint32_t c = 0; c < from; ++c) {
    for (const Shape shape : shapes(allowed[c])) result.clauses.push_back({c, false, shape});
  }
  for (const Shape shape : shapes(tail)) result.clauses.push_back({from, true, shape});
  return result;
}

unsigned HeapDigit::arrangements(uint64_t heaps) const {
  unsigned result = 0;
  for (const HeapClause& clause : clauses) {
    if (clause.count == heaps || (clause.or_more && clause.count < heaps))
      result |= arrangements_of(clause.shape);
  }
  if (heaps < 2) return result != 0 ? kDifferent : 0;
  return heaps == 2 ? result & ~kMixed : result;
}

bool HeapDigit::allows(std::span<const uint64_t> heaps) const {
  std::vector<uint64_t> sorted(heaps.begin(), heaps.end());
  std::sort(sorted.begin(), sorted.end());
  const bool different = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  const bool equal = !different && sorted.front() == sorted.back();
  return (arrangements(sorted.size()) & (different ? kDifferent : equal ? kEqual : kMixed)) != 0;
}

bool HeapDigit::unbounded() const { return !clauses.empty() && clauses.back().or_more; }

uint32_t HeapDigit::settled() const {
  if (clauses.empty()) return 0;
  return unbounded() ? std::max(clauses.back().count, 3U) : clauses.back().count + 1;
}

std::string HeapDigit::text() const {
  const auto shaped = std::find_if(clauses.begin(), clauses.end(), has_shape);
  const bool one_shape = std::all_of(clauses.begin(), clauses.end(), [&](const HeapClause& clause) {
    return !has_shape(clause) || clause.shape == shaped->shape;
  });
  if (one_shape)
    return plain(clauses) + std::string(shaped == clauses.end() ? "" : suffix(shaped->shape));
  std::string text;
  for (const HeapClause& clause : clauses) {
    text += fmt::format("{}{}{}{}", text.empty() ? "{" : ",", clause.count,
                        has_shape(clause) ? suffix(clause.shape) : "", clause.or_more ? "+" : "");
  }
  return text + "}";
}

bool operator==(const HeapDigit& a, const HeapDigit& b) {
  const uint32_t last = std::max(a.settled(), b.settled());
  for (uint32_t heaps = 0; heaps <= last; ++heaps) {
    if (a.arrangements(heaps) != b.arrangements(heaps)) return false;
  }
  return true;
}

const HeapDigit& HeapCode::digit(int64_t taken) const {
  static const HeapDigit kNone;
  if (taken <= 0) {
    const uint64_t added = -static_cast<uint64_t>(taken);
    return added < before.size() ? before[added] : kNone;
  }
  const uint64_t place = static_cast<uint64_t>(taken) - 1;
  if (place < after.size()) return after[place];
  return repeat.empty() ? kNone : repeat[(place - after.size()) % repeat.size()];
}

bool HeapCode::unbounded() const {
  const auto any = [](const std::vector<HeapDigit>& digits) {
    return std::any_of(digits.begin(), digits.end(),
                       [](const HeapDigit& digit) { return digit.unbounded(); });
  };
  return any(before) || any(after) || any(repeat);
}

uint32_t HeapCode::greatest_count() const {
  uint32_t result = 0;
  for (const std::vector<HeapDigit>* digits : {&before, &after, &repeat}) {
    for (const HeapDigit& digit : *digits) {
      if (!digit.empty()) result = std::max(result, digit.clauses.back().count);
    }
  }
  return result;
}

void HeapCode::normalise_repeat() {
  if (std::all_of(repeat.begin(), repeat.end(),
                  [](const HeapDigit& digit) { return digit.empty(); })) {
    repeat.clear();
    while (!after.empty() && after.back().empty()) after.pop_back();
    return;
  }
  const auto has_period = [&](size_t period) {
    if (repeat.size() % period != 0) return false;
    return std::equal(repeat.begin() + static_cast<ptrdiff_t>(period), repeat.end(),
                      repeat.begin());
  };
  size_t period = 1;
  while (!has_period(period)) ++period;
  repeat.resize(period);
  while (!after.empty() && after.back() == repeat.back()) {
    after.pop_back();
    std::rotate(repeat.begin(), repeat.end() - 1, repeat.end());
  }
  const auto first = std::find_if(repeat.begin(), repeat.end(),
                                  [](const HeapDigit& digit) { return !digit.empty(); });
  after.insert(after.end(), repeat.begin(), first);
  std::rotate(repeat.begin(), first, repeat.end());
}

std::string HeapCode::text() const {
  std::string text;
  for (size_t i = before.size(); i-- > 0;) text += before[i].text();
  text += ".";
  for (const HeapDigit& digit : after) text += digit.text();
  if (repeat.empty()) return after.empty() ? text + "0" : text;
  text += "[";
  for (const HeapDigit& digit : repeat) text += digit.text();
  return text + "]";
}

}  // namespace grundy
