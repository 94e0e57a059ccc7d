#include "check/heap.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/heap_code.h"
#include "check/heap_values.h"
#include "check/subject.h"
#include "check/three.h"
#include "check/window.h"

namespace grundy {
namespace {

bool is_natural(const Row& row, size_t count) {
  return row.numbers.size() == count &&
         std::all_of(row.numbers.begin(), row.numbers.end(), [](int64_t n) { return n >= 0; });
}

}  // namespace

uint64_t heap_window(const HeapCode& code, uint64_t preperiod, uint64_t period) {
  bool different = false;
  bool doubled = false;
  for (uint64_t take = 0; take <= code.after.size(); ++take) {
    const unsigned two = code.digit(static_cast<int64_t>(take)).arrangements(2);
    different = different || two == kDifferent;
    doubled = doubled || (two == kEqual && period % 2 != 0);
  }
  return 2 * preperiod + (different ? 3 : 2) * (doubled ? 2 : 1) * period + greatest_taken(code) +
         1;
}

uint64_t digest(std::span<const uint16_t> values) {
  constexpr uint64_t kPrime = 0x100000001b3;
  uint64_t hash = 0xcbf29ce484222325;
  for (const uint16_t value : values) {
    hash = (hash ^ (value & 0xFF)) * kPrime;
    hash = (hash ^ (value >> 8)) * kPrime;
  }
  return hash;
}

Attempt<Judgement> check_heap(const Certificate& certificate, const Budget& budget) {
  Subject subject;
  if (auto bad = subject.read(certificate)) return *std::move(bad);
  const auto stated = parse_heap_code(certificate.code);
  if (!stated) return rejected(certificate.code_line, stated.error().message());
  if (certificate.code.find_first_of(" \t") != std::string::npos)
    return rejected(certificate.code_line, "a code has no blanks");
  const auto code = heap_code_of(subject.rule());
  if (!code)
    return rejected(certificate.rule_line, "the rule is not recognised as a take-and-break game");
  if (!(*code == *stated))
    return rejected(certificate.code_line, fmt::format("the code of the game is {}", code->text()));
  const bool three = certificate.kind == Certificate::Kind::three;
  if (three && !leaves_many_heaps(*code))
    return rejected(certificate.code_line,
                    "the theorem is about codes of finitely many digits that leave three heaps or "
                    "more, of any sizes");
  if (!three && !leaves_two_heaps(*code))
    return rejected(certificate.code_line,
                    "the theorem is about codes of at most two heaps and finitely many digits");
  if (!certificate.witnesses.empty())
    return rejected(certificate.witnesses.front().line,
                    "a certificate of this kind has no witnesses");
  if (three) return check_three(certificate, *code, budget);
  if (certificate.kind == Certificate::Kind::window)
    return check_window(certificate, *code, budget);
  for (const Row* row : {&certificate.preperiod, &certificate.period}) {
    if (!is_natural(*row, 1)) return rejected(row->line, "expected a natural number");
  }
  if (!is_natural(certificate.digest, 2) || certificate.digest.numbers[0] > UINT32_MAX ||
      certificate.digest.numbers[1] > UINT32_MAX) {
    return rejected(certificate.digest.line, "expected two natural numbers below 2^32");
  }
  const auto preperiod = static_cast<uint64_t>(certificate.preperiod.numbers[0]);
  const auto period = static_cast<uint64_t>(certificate.period.numbers[0]);
  if (period < 1) return rejected(certificate.period.line, "a period is at least 1");

  const auto values = heap_values(*code, heap_window(*code, preperiod, period), budget);
  if (!values) return values.error();
  const std::vector<uint16_t>& g = *values;
  auto repeats = [&](uint64_t from, uint64_t p) {
    return std::equal(g.begin() + static_cast<std::ptrdiff_t>(from + p), g.end(),
                      g.begin() + static_cast<std::ptrdiff_t>(from));
  };
  for (uint64_t n = preperiod; n + period < g.size(); ++n) {
    if (g[n] != g[n + period])
      return rejected(certificate.period.line,
                      fmt::format("the value of {} is not that of {}", n + period, n));
  }
  if (preperiod > 0 && g[preperiod - 1] == g[preperiod - 1 + period])
    return rejected(certificate.preperiod.line, "a smaller pre-period does");
  // The least period divides every other: it is enough to try the period divided by a prime.
  for (uint64_t divisor = 2, left = period; left > 1; ++divisor) {
    if (divisor * divisor > left) divisor = left;
    if (left % divisor != 0) continue;
    while (left % divisor == 0) left /= divisor;
    if (repeats(preperiod, period / divisor)) {
      return rejected(certificate.period.line,
                      fmt::format("the period {} does as well", period / divisor));
    }
  }
  const uint64_t found = digest(std::span(g).first(preperiod + period));
  if (static_cast<uint64_t>(certificate.digest.numbers[0]) != found >> 32 ||
      static_cast<uint64_t>(certificate.digest.numbers[1]) != (found & UINT32_MAX))
    return rejected(certificate.digest.line, "the values have another digest");
  return Judgement{true, 0, ""};
}

}  // namespace grundy
