#include "value/value.h"

#include <algorithm>

namespace grundy {

Value Value::loopy(std::vector<uint64_t> exits) {
  std::sort(exits.begin(), exits.end());
  exits.erase(std::unique(exits.begin(), exits.end()), exits.end());
  Value value;
  value.loopy_ = true;
  value.exits_ = std::move(exits);
  return value;
}

Value Value::loony() {
  Value value;
  value.loopy_ = value.loony_ = true;
  return value;
}

Outcome Value::outcome() const {
  if (loony_) return Outcome::N;
  if (!loopy_) return ordinal_.is_zero() ? Outcome::P : Outcome::N;
  return !exits_.empty() && exits_.front() == 0 ? Outcome::N : Outcome::D;
}

std::string Value::to_string() const {
  if (!loopy_) return ordinal_.to_string();
  if (loony_) return "loony";
  std::string text = "∞";
  for (size_t i = 0; i < exits_.size(); ++i)
    text += (i == 0 ? "(" : ", ") + std::to_string(exits_[i]);
  return exits_.empty() ? text : text + ")";
}

std::strong_ordering operator<=>(const Value& a, const Value& b) {
  if (a.loopy_ != b.loopy_) return a.loopy_ <=> b.loopy_;
  if (!a.loopy_) return a.ordinal_ <=> b.ordinal_;
  if (a.loony_ != b.loony_) return a.loony_ <=> b.loony_;
  return std::lexicographical_compare_three_way(a.exits_.begin(), a.exits_.end(), b.exits_.begin(),
                                                b.exits_.end());
}

Value nim_sum(const Value& a, const Value& b) {
  if (!a.is_loopy() && !b.is_loopy()) return nim_sum(a.ordinal(), b.ordinal());
  if (a.is_loony() || b.is_loony()) return Value::loony();
  if (a.is_loopy() && b.is_loopy()) return Value::loopy({});
  const Value& loopy = a.is_loopy() ? a : b;
  const Ordinal& rest = a.is_loopy() ? b.ordinal() : a.ordinal();
  if (!rest.is_small()) return Value::loopy({});
  std::vector<uint64_t> exits = loopy.exits();
  for (uint64_t& exit : exits) exit ^= rest.small();
  return Value::loopy(std::move(exits));
}

}  // namespace grundy
