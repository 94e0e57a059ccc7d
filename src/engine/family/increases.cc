// Nim with increases: a pile of n stones that may be lowered; m times a player may change it in
// another way, and m falls by exactly 1 with each change.
//
//   free    to any size          ω·(m mod 2) + n
//   forced  to any size >= n     n - m if n >= m, else ω + (m - 1 - n)
//   strict  to any size > n      n
//
// Own theorems; the proofs are inductions over m, with mex ℕ = ω where a change reaches every
// finite value. When m may fall by any amount, the game is a cascade of two columns.
#include <fmt/format.h>

#include "engine/family/closed_form.h"

namespace grundy {
namespace {

/// Keeps the options (m, k), k < n, and (m - 1, k), k a change, that have the wanted value.
class Increases : public ClosedForm {
 public:
  std::vector<Naturals> moves_to(const Naturals& position, const Ordinal& value) const override {
    const Natural& m = position[0];
    const Natural& n = position[1];
    std::vector<Naturals> result;
    if (const auto k = size_of_value(m, value); k && *k < n) result.push_back({m, *k});
    if (m.is_zero()) return result;
    const Natural fewer = m - 1;
    if (const auto k = size_of_value(fewer, value); k && is_change(n, *k))
      result.push_back({fewer, *k});
    return result;
  }

 protected:
  /// The only k for which (m, k) has this value.
  virtual std::optional<Natural> size_of_value(const Natural& m, const Ordinal& value) const = 0;
  virtual bool is_change(const Natural& from, const Natural& to) const = 0;
  static bool is_odd(const Natural& m) { return m.bit(0); }
};

class Free final : public Increases {
 public:
  std::string_view name() const override { return "free increases"; }
  std::string theorem(const std::vector<std::string>& names) const override {
    return fmt::format("ω·({0} mod 2) + {1}", names[0], names[1]);
  }
  Ordinal value(const Naturals& position) const override {
    return Ordinal::power_of_omega(1, is_odd(position[0]) ? 1 : 0) + Ordinal(position[1]);
  }

 private:
  std::optional<Natural> size_of_value(const Natural& m, const Ordinal& value) const override {
    const Natural finite = value.coefficient(0);
    if (Ordinal::power_of_omega(1, is_odd(m) ? 1 : 0) + Ordinal(finite) != value)
      return std::nullopt;
    return finite;
  }
  bool is_change(const Natural&, const Natural&) const override { return true; }
};

class Forced final : public Increases {
 public:
  std::string_view name() const override { return "forced increases"; }
  std::string theorem(const std::vector<std::string>& names) const override {
    return fmt::format("{1} - {0} if {1} >= {0}, and ω + ({0} - 1 - {1}) if {1} < {0}", names[0],
                       names[1]);
  }
  Ordinal value(const Naturals& position) const override {
    const Natural& m = position[0];
    const Natural& n = position[1];
    return n >= m ? Ordinal(n - m) : Ordinal::omega() + Ordinal(m - 1 - n);
  }

 private:
  std::optional<Natural> size_of_value(const Natural& m, const Ordinal& value) const override {
    if (value.is_finite()) return value.finite() + m;
    const Natural finite = value.coefficient(0);
    if (Ordinal::omega() + Ordinal(finite) != value || finite >= m) return std::nullopt;
    return m - 1 - finite;
  }
  bool is_change(const Natural& from, const Natural& to) const override { return to >= from; }
};

class Strict final : public Increases {
 public:
  std::string_view name() const override { return "strict increases"; }
  std::string theorem(const std::vector<std::string>& names) const override { return names[1]; }
  Ordinal value(const Naturals& position) const override { return position[1]; }

 private:
  std::optional<Natural> size_of_value(const Natural&, const Ordinal& value) const override {
    if (!value.is_finite()) return std::nullopt;
    return value.finite();
  }
  bool is_change(const Natural& from, const Natural& to) const override { return to > from; }
};

}  // namespace

std::unique_ptr<ClosedForm> recognise_increases(const isl::Map& moves) {
  const auto with_change = [](const char* change) {
    return fmt::format(
        "{{ [m, n] -> [m, k] : m >= 0 and 0 <= k < n; [m, n] -> [m - 1, k] : m >= 1 and n >= 0 and "
        "{} }}",
        change);
  };
  if (same_relation(moves, with_change("k >= 0"))) return std::make_unique<Free>();
  if (same_relation(moves, with_change("k >= n"))) return std::make_unique<Forced>();
  if (same_relation(moves, with_change("k > n"))) return std::make_unique<Strict>();
  return nullptr;
}

}  // namespace grundy
