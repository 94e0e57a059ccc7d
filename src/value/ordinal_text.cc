// Ordinals as text.
//
//   sum     = product { "+" product }
//   product = power { ("*" | "·") power }
//   power   = atom [ "^" power ]            the atom is ω
//   atom    = digits | "w" | "ω" | "(" sum ")"
//
// A short text can name an ordinal with exponentially many terms (exponents are repeated by every
// product), so the reader adds up the size of everything it makes and stops at a limit.
#include <algorithm>

#include "value/ordinal.h"

namespace grundy {
namespace {

constexpr int kMaxDepth = 100;
constexpr uint64_t kMaxWork = 10'000'000;  // terms; below a second and a few hundred megabytes

/// What touching a coefficient costs, compared with a term.
uint64_t weight(const Natural& coefficient) { return coefficient.bit_length() / 512; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Attempt<Ordinal> read() {
    std::optional<Ordinal> result = sum(0);
    skip_spaces();
    if (result && at_ < text_.size())
      result = fail("expected '+', '*' or the end of the ordinal", at_, at_ + 1);
    if (!result) return std::move(*error_);
    return std::move(*result);
  }

 private:
  std::nullopt_t fail(std::string message, size_t begin, size_t end) {
    error_ = Error::at(locate(Diagnostic::Severity::error, std::move(message), "ordinal", text_,
                              Span{begin, std::max(end, begin)}));
    return std::nullopt;
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r')))
      ++at_;
  }

  bool accept(std::string_view sign) {
    skip_spaces();
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }

  /// Whether `amount` more work is allowed; otherwise the error is set.
  bool spend(uint64_t amount, size_t begin) {
    if (amount <= kMaxWork - work_) {
      work_ += amount;
      return true;
    }
    fail("this ordinal has too many terms to be worked out", begin, at_);
    return false;
  }

  std::optional<Ordinal> sum(int depth) {
    std::vector<Ordinal::Term> total;  // in normal form
    do {
      skip_spaces();
      const size_t begin = at_;
      std::optional<Ordinal> addend = product(depth);
      if (!addend || !spend(1 + addend->size(), begin)) return std::nullopt;
      for (Ordinal::Term& term : addend->terms()) {
        while (!total.empty() && total.back().exponent < term.exponent) total.pop_back();
        if (!total.empty() && total.back().exponent == term.exponent) {
          if (!spend(weight(total.back().coefficient), begin)) return std::nullopt;
          total.back().coefficient = total.back().coefficient + term.coefficient;
        } else {
          total.push_back(std::move(term));
        }
      }
    } while (accept("+"));
    return Ordinal::from_terms(std::move(total));
  }

  std::optional<Ordinal> product(int depth) {
    skip_spaces();
    const size_t begin = at_;
    std::optional<Ordinal> result = power(depth);
    while (result && (accept("*") || accept("·"))) {
      const std::optional<Ordinal> factor = power(depth);
      if (!factor) return std::nullopt;
      const Ordinal degree = result->degree();
      if (!spend(result->size() + factor->size(), begin) ||
          !spend(factor->terms().size() * (1 + degree.size()), begin) ||
          !spend(weight(result->coefficient(degree)) *
                     (1 + std::min<uint64_t>(weight(factor->coefficient(0)), 8)),
                 begin)) {
        return std::nullopt;
      }
      result = *result * *factor;
    }
    return result;
  }

  std::optional<Ordinal> power(int depth) {
    skip_spaces();
    const size_t begin = at_;
    std::optional<Ordinal> base = atom(depth);
    const size_t end = at_;
    if (!base || !accept("^")) return base;
    if (*base != Ordinal::omega()) return fail("only ω can be raised to a power", begin, end);
    if (depth == kMaxDepth) return too_deep();
    const std::optional<Ordinal> exponent = power(depth + 1);
    if (!exponent) return std::nullopt;
    return Ordinal::power_of_omega(*exponent);
  }

  std::optional<Ordinal> atom(int depth) {
    if (accept("w") || accept("ω")) return Ordinal::omega();
    if (accept("(")) {
      if (depth == kMaxDepth) return too_deep();
      std::optional<Ordinal> inner = sum(depth + 1);
      if (inner && !accept(")")) return fail("expected '+', '*' or ')'", at_, at_ + 1);
      return inner;
    }
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    const std::optional<Natural> number = Natural::parse(text_.substr(begin, at_ - begin));
    if (!number) return fail("expected a number, w or '('", at_, at_ + 1);
    return Ordinal(*number);
  }

  std::nullopt_t too_deep() {
    return fail(
        "parentheses and exponents may be nested " + std::to_string(kMaxDepth) + " deep at most",
        at_ - 1, at_);
  }

  std::string_view text_;
  size_t at_ = 0;
  uint64_t work_ = 0;
  std::optional<Error> error_;  // set when a function gives nothing back
};

void print(const Ordinal& a, bool ascii, std::string& out) {
  const char* const omega = ascii ? "w" : "ω";
  const char* const times = ascii ? "*" : "·";
  const char* plus = "";
  for (const Ordinal::Term& term : a.terms()) {
    out += plus;
    plus = "+";
    if (term.exponent.is_zero()) {
      out += term.coefficient.to_string();
      continue;
    }
    out += omega;
    if (term.exponent != 1) {
      const bool bare = term.exponent.is_finite() || term.exponent == Ordinal::omega();
      out += bare ? "^" : "^(";
      print(term.exponent, ascii, out);
      if (!bare) out += ")";
    }
    if (term.coefficient != 1) {
      out += times;
      out += term.coefficient.to_string();
    }
  }
}

}  // namespace

Attempt<Ordinal> Ordinal::parse(std::string_view text) { return Reader(text).read(); }

std::string Ordinal::to_string(bool ascii) const {
  if (is_zero()) return "0";
  std::string text;
  print(*this, ascii, text);
  return text;
}

}  // namespace grundy
