// Innermost loops over options at equal distances in the table, where nothing is tested.
//
// Of `wythoff(c, b) for c < a` the options lie one row apart: the address of the first is computed,
// and the distance added for each further one. The distance may also be a product with a term that
// the loop does not change: in `euclid(a, b - k*a)` it is a cells. Where values are single bytes
// side by side, wide.cc reads 32 of them at a time.
//
// Cost: a load, a bit set and an addition for each option.
#include "code/jit/unrolled.h"

#if defined(GRUNDY_JIT)

namespace grundy::jit {

/// The distance from one option of a part to the next, in bytes, as a number or as a number times a
/// term that the loop does not change; 0 where the part stays. Nothing where distances differ.
std::optional<Generator::Stride> Generator::stride_of(const Place& place, size_t binder) const {
  if (place.left.empty()) return Stride{};
  const auto& [factor, what] = place.left[0];
  const bool is_far = factor > INT32_MAX / kUnrolled || factor < INT32_MIN / kUnrolled;
  if (place.left.size() > 1 || (is_far && !lists_keys())) return std::nullopt;
  const auto is_binder = [&](const Expr& e) {
    return e.op == Op::slot && e.value == static_cast<int64_t>(binder);
  };
  if (is_binder(what)) return Stride{factor, std::nullopt};
  if (what.op != Op::mul) return std::nullopt;
  for (const size_t i : {size_t{0}, size_t{1}}) {
    if (is_binder(what.args[i]) && !mentions(what.args[1 - i], binder) &&
        available(what.args[1 - i]))
      return Stride{factor, what.args[1 - i]};
  }
  return std::nullopt;
}

/// Writes the innermost loop where it tests nothing and each part has options at equal distances;
/// false otherwise.
bool Generator::strided(size_t depth, const Places& places, const Gp& low, const Gp& high) {
  const Loop& loop = nest_->loops[depth];
  if (!loop.stop.empty() || !nest_->guards[depth + 1].empty() || places.empty()) return false;
  std::vector<Stride> strides;
  for (size_t p = 0; p < places.size(); ++p) {
    for (size_t i = 0; i < nest_->coordinates[p].size(); ++i) {
      if (!nest_->natural[p][i] || !fits_key(p, i)) return false;
    }
    const auto stride = stride_of(places[p], loop.slots[0]);
    if (!stride) return false;
    strides.push_back(*stride);
  }
  const Label out = cc_.newLabel();
  Gp count = cc_.newInt64();
  cc_.mov(count, high);
  cc_.sub(count, low);
  cc_.jl(out);
  cc_.inc(count);
  cc_.add(options_, count);
  std::vector<Gp> at;
  std::vector<Gp> steps(places.size());  // distances with a term
  for (size_t p = 0; p < places.size(); ++p) {
    at.push_back(cc_.newInt64());
    cc_.lea(at[p], x86::ptr(places[p].address, places[p].displacement));
    if (strides[p].times) {
      steps[p] = imm(0);
      add_scaled(steps[p], strides[p].bytes, term(*strides[p].times));
      const Gp first = lent(steps[p]);
      cc_.imul(first, low);
      cc_.add(at[p], first);
    } else if (strides[p].bytes != 0) {
      add_scaled(at[p], strides[p].bytes, low);
    }
  }
  if (lists_keys()) {
    for (size_t p = 0; p < places.size(); ++p) {
      if (!strides[p].times && strides[p].bytes != 0) steps[p] = imm(strides[p].bytes);
    }
    key_row(at, steps, count);
    cc_.bind(out);
    return true;
  }
  if (can_be_wide(strides)) {
    is_wide_ = true;
    wide_options(at, strides, count);
    cc_.test(count, count);
    cc_.jz(out);
  }
  auto option = [&](int j) {
    auto value_of = [&](size_t p) {
      if (!strides[p].times)
        return load(x86::ptr(at[p], static_cast<int32_t>(strides[p].bytes * j)));
      const Gp value = load(x86::ptr(at[p]));
      cc_.add(at[p], steps[p]);
      return value;
    };
    Gp value = value_of(0);
    for (size_t p = 1; p < at.size(); ++p) cc_.xor_(value.r32(), value_of(p).r32());
    mark(value);
  };
  auto go = [&](int j) {
    for (size_t p = 0; p < at.size(); ++p) {
      if (strides[p].bytes != 0 && !strides[p].times) cc_.add(at[p], strides[p].bytes * j);
    }
  };
  unrolled(count, option, go);
  cc_.bind(out);
  return true;
}

}  // namespace grundy::jit

#endif
