// Innermost loops that mark one option after another.
//
// Where values are below 64, marking sets a bit in a register, and an option would wait for the one
// before it. Two things help: the bits alternate between two registers (Generator::mark), which for
// the time of the loop are copies of its own; and four options are done in one turn.
#pragma once
#include "code/jit/generator.h"

#if defined(GRUNDY_JIT)

namespace grundy::jit {

constexpr int kUnrolled = 4;

/// Scope guard: inside an innermost loop the set of values seen is kept in registers of its own,
/// which live so shortly that the compiler does not move them to memory, where setting a bit is ten
/// times slower.
class Generator::SeenInRegisters {
 public:
  explicit SeenInRegisters(Generator& generator)
      : generator_(generator), outside_{generator.seen_[0], generator.seen_[1]} {
    if (!copied()) return;
    for (int i = 0; i < 2; ++i) {
      generator_.seen_[i] = generator_.cc_.newInt64();
      generator_.cc_.mov(generator_.seen_[i], outside_[i]);
    }
  }
  /// Where every way out of the loop has come together.
  ~SeenInRegisters() {
    if (!copied()) return;
    for (int i = 0; i < 2; ++i) {
      generator_.cc_.mov(outside_[i], generator_.seen_[i]);
      generator_.seen_[i] = outside_[i];
    }
  }
  SeenInRegisters(const SeenInRegisters&) = delete;
  SeenInRegisters& operator=(const SeenInRegisters&) = delete;

 private:
  bool copied() const {
    return generator_.shape_.marks == SweepShape::Marks::word &&
           generator_.sink_.kind == Sink::Kind::marks;
  }
  Generator& generator_;
  const Gp outside_[2];
};

/// option(j) for the option j places on, `count` >= 1 times, some at a time; go(j) goes j places
/// on.
template <class Option, class Go>
void Generator::unrolled(const Gp& count, Option&& option, Go&& go) {
  const SeenInRegisters seen(*this);
  const Label rest = cc_.newLabel();
  const Label head = cc_.newLabel();
  const Label one = cc_.newLabel();
  const Label out = cc_.newLabel();
  cc_.sub(count, kUnrolled);
  cc_.jl(rest);
  cc_.bind(head);
  for (int j = 0; j < kUnrolled; ++j) option(j);
  go(kUnrolled);
  cc_.sub(count, kUnrolled);
  cc_.jge(head);
  cc_.bind(rest);
  cc_.add(count, kUnrolled);
  cc_.jz(out);
  cc_.bind(one);
  option(0);
  go(1);
  cc_.dec(count);
  cc_.jnz(one);
  cc_.bind(out);
}

}  // namespace grundy::jit

#endif
