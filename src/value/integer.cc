#include "value/integer.h"

namespace grundy {

std::optional<int64_t> Integer::to_int64() const {
  if (size_.is_small()) {
    const auto size = static_cast<int64_t>(size_.small());
    return negative_ ? -size : size;
  }
  if (negative_ && size_ == Natural(Natural::kSmallLimit)) return INT64_MIN;
  return std::nullopt;
}

Integer operator+(const Integer& a, const Integer& b) {
  if (a.negative_ == b.negative_) return Integer(a.size_ + b.size_, a.negative_);
  return a.size_ >= b.size_ ? Integer(a.size_ - b.size_, a.negative_)
                            : Integer(b.size_ - a.size_, b.negative_);
}

// With ~x = -x - 1, which is natural where x is negative: a & ~u = a - (a & u), ~u & ~v = ~(u | v),
// u | v = u + v - (u & v).
Integer operator&(const Integer& a, const Integer& b) {
  if (!a.negative_ && !b.negative_) return Integer(a.size_ & b.size_);
  const Integer u = a.negative_ ? ~a : a;
  const Integer v = b.negative_ ? ~b : b;
  const Integer both(u.size_ & v.size_);
  if (a.negative_ && b.negative_) return ~(u + v - both);
  return (a.negative_ ? v : u) - both;
}

Integer operator^(const Integer& a, const Integer& b) {
  const Integer u = a.negative_ ? ~a : a;
  const Integer v = b.negative_ ? ~b : b;
  const Integer differ(u.size_ ^ v.size_);
  return a.negative_ != b.negative_ ? ~differ : differ;
}

Integer operator>>(const Integer& a, uint64_t bits) {
  return a.negative_ ? ~Integer((~a).size_ >> bits) : Integer(a.size_ >> bits);
}

Integer floor_quotient(const Integer& a, const Integer& b) {
  const Natural quotient = a.size() / b.size();
  if (a.is_negative() == b.is_negative()) return Integer(quotient);
  return Integer((a.size() % b.size()).is_zero() ? quotient : quotient + Natural(1), true);
}

Integer nonnegative_remainder(const Integer& a, const Integer& b) {
  const Natural rest = a.size() % b.size();
  return Integer(a.is_negative() && !rest.is_zero() ? b.size() - rest : rest);
}

Natural greatest_common_divisor(Natural a, Natural b) {
  while (!b.is_zero()) {
    Natural rest = a % b;
    a = std::exchange(b, std::move(rest));
  }
  return a;
}

}  // namespace grundy
