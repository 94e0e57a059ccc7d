// stones[K](b, s) as a rule file; the theorem is in stones.h.
#include <fmt/format.h>

#include "engine/family/closed_form.h"
#include "engine/family/stones.h"

namespace grundy {
namespace {

class Stones final : public ClosedForm {
 public:
  explicit Stones(Natural K) : K_(std::move(K)) {}
  std::string_view name() const override { return "stones"; }
  std::string theorem(const std::vector<std::string>& names) const override {
    return fmt::format(
        "ω·{0} + ({1} - {2}) if {1} >= {2}; otherwise ω·x + y{3}{4}, where (x, y) is the entry of "
        "column {5} in row {0} of the stones table",
        names[0], names[1], product(names[0]), K_ == Natural(1) ? "" : "·" + K_.to_string(),
        K_ == Natural(1) ? "" : " + (" + names[1] + " mod " + K_.to_string() + ")",
        K_ == Natural(1) ? names[1] : "⌊" + names[1] + "/" + K_.to_string() + "⌋");
  }
  Ordinal value(const Naturals& position) const override {
    return stones_value(K_, position[0], position[1]);
  }
  std::vector<Naturals> moves_to(const Naturals& position, const Ordinal& value) const override {
    const auto move = stones_move(K_, position[0], position[1], value);
    if (!move) return {};
    return {{move->stones, move->pebbles}};
  }

 private:
  std::string product(const std::string& b) const {
    return K_ == Natural(1) ? b : K_.to_string() + "·" + b;
  }

  Natural K_;
};

/// The least number of pebbles that may be left when the only stone is taken, in decimal; empty
/// when that is no move.
std::string least_left(const isl::Map& moves) {
  isl_ctx* context = isl_map_get_ctx(moves.keep());
  isl::Set left(isl_set_apply(isl_set_read_from_str(context, "{ [1, 0] }"), moves.copy()));
  left = isl::Set(isl_set_lexmin(isl_set_fix_si(left.take(), isl_dim_set, 0, 0)));
  if (!left || isl_set_is_singleton(left.keep()) != isl_bool_true) return "";
  const isl::Val pebbles(isl_set_plain_get_val_if_fixed(left.keep(), isl_dim_set, 1));
  if (!pebbles || isl_val_is_int(pebbles.keep()) != isl_bool_true) return "";
  char* text = isl_val_to_str(pebbles.keep());
  std::string result = text;
  free(text);
  return result;
}

}  // namespace

std::unique_ptr<ClosedForm> recognise_stones(const isl::Map& moves) {
  const std::string K = least_left(moves);
  if (K.empty() || K == "0") return nullptr;  // 0: a cascade of two columns
  if (!same_relation(
          moves,
          fmt::format("{{ [b, s] -> [b, t] : b >= 0 and 0 <= t < s; [b, s] -> [c, t] : 0 <= c < b "
                      "and s >= 0 and t >= {0} * b - {0} * c }}",
                      K))) {
    return nullptr;
  }
  return std::make_unique<Stones>(*Natural::parse(K));
}

}  // namespace grundy
