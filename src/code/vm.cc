#include "code/vm.h"

#include <algorithm>

namespace grundy {
namespace {

/// result[i] = f(a[i], b[i]) for all lanes; an operand without lanes is the same for all. One loop
/// for each case, so that the compiler can use vector instructions.
template <class F>
[[gnu::always_inline]] inline void over_lanes(const Instruction& in, int64_t* result,
                                              const int64_t* a, const int64_t* b, size_t lanes,
                                              F&& f) {
  if (!in.vector) {
    result[0] = f(a[0], b[0], size_t{0});
  } else if (in.a_vector && in.b_vector) {
    for (size_t i = 0; i < lanes; ++i) result[i] = f(a[i], b[i], i);
  } else if (in.a_vector) {
    const int64_t right = b[0];
    for (size_t i = 0; i < lanes; ++i) result[i] = f(a[i], right, i);
  } else if (in.b_vector) {
    const int64_t left = a[0];
    for (size_t i = 0; i < lanes; ++i) result[i] = f(left, b[i], i);
  } else {
    const int64_t value = f(a[0], b[0], size_t{0});
    std::fill_n(result, lanes, value);
  }
}

}  // namespace

void Machine::fail(const Instruction& instruction, Fault::Kind kind) {
  if (halt_.fault.kind == Fault::Kind::none) halt_.fault = {kind, instruction.source->span};
}

bool Machine::faulted(const NestCode& nest) {
  const bool spent = halt_.fault.kind == Fault::Kind::out_of_patience;
  return stop(spent ? Halt::Kind::spent : Halt::Kind::fault, nest, nullptr);
}

void Machine::interpret(const Instruction& instruction) {
  environment_.resize(registers_.size() / kLanes);
  for (size_t s = 0; s < environment_.size(); ++s) environment_[s] = *reg(static_cast<Register>(s));
  Fault fault;
  *reg(instruction.result) = evaluate(*instruction.source, environment_, fault, &patience_);
  if (fault.kind != Fault::Kind::none && halt_.fault.kind == Fault::Kind::none) halt_.fault = fault;
}

// Compiled for AVX2 as well; the better one is taken when the program starts.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
[[gnu::target_clones("avx2", "default")]]
#endif
void Machine::execute(CodeRange range, size_t lanes) {
  for (uint32_t at = range.begin; at < range.end; ++at) {
    const Instruction& in = program_.instructions[at];
    int64_t* result = reg(in.result);
    const int64_t* a = in.a == kNoRegister ? result : reg(in.a);
    const int64_t* b = in.b == kNoRegister ? a : reg(in.b);
    const int64_t* mask = in.mask == kNoRegister ? nullptr : reg(in.mask);
    // An instruction without lanes counts when any lane is active.
    auto active = [&](size_t lane) {
      if (mask == nullptr || !in.mask_vector) return mask == nullptr || mask[0] != 0;
      return in.vector ? mask[lane] != 0
                       : std::any_of(mask, mask + lanes, [](int64_t m) { return m != 0; });
    };
    auto each = [&](auto&& f) __attribute__((always_inline)) {
      over_lanes(
          in, result, a, b,
          lanes, [&](int64_t x, int64_t y, size_t) __attribute__((always_inline)) {
            return f(x, y);
          });
    };
    // Operations that may overflow: noticed where checked, and in active lanes only.
    auto checked = [&](auto&& exact, auto&& wrapping) __attribute__((always_inline)) {
      if (!in.checked) return each(wrapping);
      over_lanes(in, result, a, b, lanes, [&](int64_t x, int64_t y, size_t lane) {
        int64_t value = 0;
        if (exact(x, y, &value) && active(lane)) fail(in, Fault::Kind::overflow);
        return value;
      });
    };
    auto unsigned_of = [](int64_t x) { return static_cast<uint64_t>(x); };
    switch (in.op) {
      case Op::neg:
        checked(
            [](int64_t x, int64_t, int64_t* r) { return __builtin_sub_overflow(int64_t{0}, x, r); },
            [&](int64_t x, int64_t) { return static_cast<int64_t>(0 - unsigned_of(x)); });
        break;
      case Op::add:
        checked([](int64_t x, int64_t y, int64_t* r) { return __builtin_add_overflow(x, y, r); },
                [&](int64_t x, int64_t y) {
                  return static_cast<int64_t>(unsigned_of(x) + unsigned_of(y));
                });
        break;
      case Op::sub:
        checked([](int64_t x, int64_t y, int64_t* r) { return __builtin_sub_overflow(x, y, r); },
                [&](int64_t x, int64_t y) {
                  return static_cast<int64_t>(unsigned_of(x) - unsigned_of(y));
                });
        break;
      case Op::mul:
        checked([](int64_t x, int64_t y, int64_t* r) { return __builtin_mul_overflow(x, y, r); },
                [&](int64_t x, int64_t y) {
                  return static_cast<int64_t>(unsigned_of(x) * unsigned_of(y));
                });
        break;
      case Op::div:
      case Op::mod: {
        const bool quotient = in.op == Op::div;
        over_lanes(in, result, a, b, lanes, [&](int64_t x, int64_t y, size_t lane) -> int64_t {
          if (y == 0) {
            if (active(lane)) fail(in, Fault::Kind::division_by_zero);
            return 0;
          }
          if (y == -1) {
            if (quotient && x == INT64_MIN && active(lane)) fail(in, Fault::Kind::overflow);
            return quotient ? static_cast<int64_t>(0 - unsigned_of(x)) : 0;
          }
          return quotient ? floor_quotient(x, y) : nonnegative_remainder(x, y);
        });
        break;
      }
      case Op::power:
      case Op::shift_left:
      case Op::shift_right:
      case Op::nim_product: {
        const auto operation = in.op == Op::power         ? power
                               : in.op == Op::shift_left  ? shifted_left
                               : in.op == Op::shift_right ? shifted_right
                                                          : nim_product;
        over_lanes(in, result, a, b, lanes, [&](int64_t x, int64_t y, size_t lane) -> int64_t {
          int64_t value = 0;
          if (operation(x, y, &value) && active(lane)) fail(in, Fault::Kind::overflow);
          return value;
        });
        break;
      }
      case Op::bit_and:
        each([](int64_t x, int64_t y) { return x & y; });
        break;
      case Op::bit_or:
        each([](int64_t x, int64_t y) { return x | y; });
        break;
      case Op::bit_xor:
        each([](int64_t x, int64_t y) { return x ^ y; });
        break;
      case Op::min:
        each([](int64_t x, int64_t y) { return std::min(x, y); });
        break;
      case Op::max:
        each([](int64_t x, int64_t y) { return std::max(x, y); });
        break;
      case Op::abs:
        checked(
            [](int64_t x, int64_t, int64_t* r) {
              return x < 0 ? __builtin_sub_overflow(int64_t{0}, x, r) : (*r = x, false);
            },
            [&](int64_t x, int64_t) {
              return x < 0 ? static_cast<int64_t>(0 - unsigned_of(x)) : x;
            });
        break;
      case Op::gcd:
        checked(
            [](int64_t x, int64_t y, int64_t* r) {
              *r = greatest_common_divisor(x, y);
              return *r < 0;  // 2^63
            },
            greatest_common_divisor);
        break;
      case Op::isqrt:
        over_lanes(in, result, a, b, lanes, [&](int64_t x, int64_t, size_t lane) -> int64_t {
          if (x >= 0) return integer_root(x);
          if (active(lane)) fail(in, Fault::Kind::negative_root);
          return 0;
        });
        break;
      case Op::eq:
        each([](int64_t x, int64_t y) { return int64_t{x == y}; });
        break;
      case Op::ne:
        each([](int64_t x, int64_t y) { return int64_t{x != y}; });
        break;
      case Op::lt:
        each([](int64_t x, int64_t y) { return int64_t{x < y}; });
        break;
      case Op::le:
        each([](int64_t x, int64_t y) { return int64_t{x <= y}; });
        break;
      case Op::logical_and:
        each([](int64_t x, int64_t y) { return x & y; });
        break;
      case Op::logical_or:
        each([](int64_t x, int64_t y) { return x | y; });
        break;
      case Op::logical_not:
        each([](int64_t x, int64_t) { return x ^ 1; });
        break;
      case Op::isprime:
        each([](int64_t x, int64_t) { return int64_t{is_prime(x)}; });
        break;
      case Op::issquare:
        each([](int64_t x, int64_t) { return int64_t{is_square(x)}; });
        break;
      case Op::ispower:
        each([](int64_t x, int64_t y) { return int64_t{is_power(x, y)}; });
        break;
      case Op::in_set: {
        int64_t tuple[16];
        const size_t width = std::min<size_t>(in.tuple.size(), 16);
        const size_t count = in.vector ? lanes : 1;
        for (size_t lane = 0; lane < count; ++lane) {
          for (size_t j = 0; j < width; ++j)
            tuple[j] = reg(in.tuple[j])[in.tuple_vector[j] ? lane : 0];
          result[lane] = (in.set->complement && tuple[0] < 0) ? 0 : in.set->contains(tuple);
        }
        break;
      }
      case Op::cells:  // games of cells are not lowered
      case Op::cell_count:
      case Op::quantifier:
        result[0] = 0;
        if (active(0)) interpret(in);
        break;
      case Op::constant:
      case Op::slot:
        break;
    }
  }
}

}  // namespace grundy
