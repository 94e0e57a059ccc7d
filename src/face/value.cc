// Values and kinds of play: small numbers are kept as they are, all others behind a pointer.
#include "face/inside.h"
#include "value/json.h"

namespace grundy::face {

Value Inside::value(const grundy::Value& value) {
  Value result;
  if (!value.is_loopy() && value.ordinal().is_small()) {
    result.small_ = value.ordinal().small();
  } else {
    result.rep_ = std::make_shared<const Value::Rep>(Value::Rep{value});
  }
  return result;
}

grundy::Value Inside::value(const Value& value) {
  return value.rep_ ? value.rep_->value : grundy::Value(value.small_);
}

Value::Value(uint64_t n) : Value(Inside::value(grundy::Value(n))) {}

Result<Value> Value::parse(std::string_view text) {
  return guarded([&]() -> Result<Value> {
    return Inside::result(Ordinal::parse(text), [](Ordinal ordinal) {
      return Inside::value(grundy::Value(std::move(ordinal)));
    });
  });
}

std::optional<Value> Value::natural(std::string_view digits) {
  const std::optional<Natural> number = Natural::parse(digits);
  return number ? std::optional(Inside::value(*number)) : std::nullopt;
}

Value Value::loopy(std::vector<uint64_t> exits) {
  return Inside::value(grundy::Value::loopy(std::move(exits)));
}

Value Value::loony() { return Inside::value(grundy::Value::loony()); }

bool Value::is_loopy() const { return rep_ && rep_->value.is_loopy() && !rep_->value.is_loony(); }
bool Value::is_loony() const { return rep_ && rep_->value.is_loony(); }
bool Value::is_finite() const { return !rep_ || rep_->value.is_finite(); }

std::optional<uint64_t> Value::to_uint64() const {
  if (!rep_) return small_;
  if (!rep_->value.is_finite()) return std::nullopt;
  return rep_->value.ordinal().finite().to_uint64();
}

std::vector<Value::Term> Value::terms() const {
  std::vector<Term> result;
  if (is_loopy() || is_loony()) return result;
  for (const Ordinal::Term& term : Inside::value(*this).ordinal().terms()) {
    result.push_back({Inside::value(grundy::Value(term.exponent)),
                      Inside::value(grundy::Value(Ordinal(term.coefficient)))});
  }
  return result;
}

std::vector<uint64_t> Value::exits() const {
  if (!is_loopy()) return {};
  return rep_->value.exits();
}

Outcome Value::outcome() const { return Inside::outcome(Inside::value(*this).outcome()); }
std::string Value::text() const { return Inside::value(*this).to_string(); }

std::string Value::json() const {
  JsonWriter json;
  json.value(Inside::value(*this));
  return json.take();
}

std::string Value::number_json() const {
  if (!is_finite()) return json();
  JsonWriter json;
  json.value(Inside::natural(*this));
  return json.take();
}

size_t Value::hash() const {
  if (!is_loopy() && !is_loony()) return Inside::value(*this).ordinal().hash();
  size_t result = is_loony() ? 2 : 1;
  for (const uint64_t exit : rep_->value.exits()) result = result * 0x9E3779B97F4A7C15 + exit + 1;
  return result;
}

std::strong_ordering operator<=>(const Value& a, const Value& b) {
  if (!a.rep_ && !b.rep_) return a.small_ <=> b.small_;
  return Inside::value(a) <=> Inside::value(b);
}

Value nim_sum(const Value& a, const Value& b) {
  return Inside::value(grundy::nim_sum(Inside::value(a), Inside::value(b)));
}

Value remainder(const Value& n, const Value& m) {
  return Inside::value(Inside::natural(n) % Inside::natural(m));
}

}  // namespace grundy::face
