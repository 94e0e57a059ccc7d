// The cells of options, the sets of values that are seen in them, and their mex.
//
// An option's cell is addressed from the position's own cell, so that what their coordinates have
// in common cancels out: of (a, k) in a table with rows of 100 cells only k - b is left to be
// added. Values go into one of three sets:
//
//   word    values below 64: bits of two registers, in turn
//   bytes   one byte a value, seen where it equals the position's stamp, so that nothing is cleared
//           between positions
//   slots   of running sets: bits in memory, and 32-bit counts where the set shrinks too
//           (SweepState::slot)
//
// Where arcs are listed instead (Marks::arcs), the number of an option's cell stands in for its
// value.
//
// Cost of a mex: an instruction or two for a word; for bytes and slots the distance to the first
// gap, 32 bytes or 4 words at a time.
#include "code/jit/generator.h"

#if defined(GRUNDY_JIT)
#include <algorithm>

#include "rule/print.h"

namespace grundy::jit {
namespace {

/// Called by the machine code: whether to go on after so many options.
template <class State>
int64_t call_look(State* state, uint64_t options) {
  constexpr uint64_t kOptions = uint64_t{1} << 22;
  state->look_at = options + kOptions;
  state->budget->count(kOptions / 128);
  return state->budget->spent() ? 0 : 1;
}

}  // namespace

bool Generator::add_linear(const Expr& expr, int64_t factor, Sum& sum) {
  auto times = [](int64_t a, int64_t b, int64_t& r) { return !__builtin_mul_overflow(a, b, &r); };
  int64_t product = 0;
  switch (expr.op) {
    case Op::constant:
      return times(expr.value, factor, product) &&
             !__builtin_add_overflow(sum.constant, product, &sum.constant);
    case Op::add:
      return add_linear(expr.args[0], factor, sum) && add_linear(expr.args[1], factor, sum);
    case Op::sub:
      return add_linear(expr.args[0], factor, sum) && add_linear(expr.args[1], -factor, sum);
    case Op::neg:
      return add_linear(expr.args[0], -factor, sum);
    case Op::mul:
      for (size_t i : {size_t{0}, size_t{1}}) {
        if (expr.args[i].op != Op::constant) continue;
        return times(expr.args[i].value, factor, product) &&
               add_linear(expr.args[1 - i], product, sum);
      }
      break;
    default:
      break;
  }
  const std::string key = print_expr(expr, line_->slot_names);
  for (auto& [have, what] : sum.terms) {
    if (print_expr(what, line_->slot_names) == key)
      return !__builtin_add_overflow(have, factor, &have);
  }
  sum.terms.emplace_back(factor, expr);
  return true;
}

/// The address of the option's cell: from the cell of the position, so that what they have in
/// common cancels out. Or the key of a position of the game: from the position's own where it is of
/// the same game.
Generator::Place Generator::place(const std::vector<Expr>& coordinates, const Rule* game) {
  const bool related = game == plan_.rule;
  const std::vector<int64_t> strides = related ? plan_.stride : forms_->at(game).strides();
  Sum sum;
  for (size_t i = 0; i < coordinates.size(); ++i) {
    int64_t bytes = 0;
    if (__builtin_mul_overflow(strides[i], int64_t{shape_.width}, &bytes) ||
        !add_linear(coordinates[i], bytes, sum) || (related && !add_linear(slot(i), -bytes, sum))) {
      fail();
    }
  }
  std::erase_if(sum.terms, [](const auto& t) { return t.first == 0; });
  Place result;
  result.left = std::move(sum.terms);
  result.address = related ? cell_ : imm(0);
  if (sum.constant >= INT32_MIN / 2 && sum.constant <= INT32_MAX / 2) {
    result.displacement = static_cast<int32_t>(sum.constant);
  } else {
    result.address = imm(sum.constant);
    if (related) cc_.add(result.address, cell_);
  }
  return result;
}

void Generator::add_scaled(const Gp& to, int64_t factor, const Gp& what) {
  if (factor == 1) {
    cc_.add(to, what);
  } else if (factor == -1) {
    cc_.sub(to, what);
  } else if (factor == 2 || factor == 4 || factor == 8) {
    cc_.lea(to, x86::ptr(to, what, factor == 2 ? 1 : factor == 4 ? 2 : 3));
  } else {
    Gp product = cc_.newInt64();
    if (factor >= INT32_MIN && factor <= INT32_MAX) {
      cc_.imul(product, what, asmjit::imm(factor));
    } else {
      cc_.mov(product, factor);
      cc_.imul(product, what);
    }
    cc_.add(to, product);
  }
}

/// Adds to the addresses the terms whose slots have their values by now.
void Generator::absorb(Places& places) {
  for (Place& p : places) {
    const bool any = std::any_of(p.left.begin(), p.left.end(),
                                 [&](const auto& t) { return available(t.second); });
    if (!any) continue;
    const Gp address = lent(p.address);
    p.address = address;
    std::erase_if(p.left, [&](const auto& t) {
      if (!available(t.second)) return false;
      add_scaled(address, t.first, term(t.second));
      return true;
    });
  }
}

Gp Generator::load(const x86::Mem& at) {
  Gp value = cc_.newInt64();
  if (lists_keys()) {
    cc_.lea(value, at);
    return value;
  }
  if (lists_arcs()) {  // the cell itself
    cc_.lea(value, at);
    cc_.sub(value, field(offsetof(SweepState, table)));
    cc_.shr(value, 2);
    return value;
  }
  x86::Mem from = at;
  from.setSize(shape_.width);
  if (verify_) {
    Gp address = cc_.newInt64();
    cc_.lea(address, at);
    cc_.cmp(address, cell_);
    cc_.jae(fault_);
    cc_.cmp(address, field(offsetof(SweepState, table)));
    cc_.jb(fault_);
  }
  if (shape_.width == 4) {
    cc_.mov(value.r32(), from);
  } else {
    cc_.movzx(value.r32(), from);
  }
  return value;
}

Gp Generator::value_at(const Place& place) {
  if (place.left.empty()) return load(x86::ptr(place.address, place.displacement));
  if (place.left.size() == 1) {
    const auto& [factor, what] = place.left[0];
    if (factor == 1 || factor == 2 || factor == 4 || factor == 8) {
      return load(x86::ptr(place.address, term(what),
                           static_cast<uint32_t>(__builtin_ctzll(static_cast<uint64_t>(factor))),
                           place.displacement));
    }
  }
  Gp address = lent(place.address);
  for (const auto& [factor, what] : place.left) add_scaled(address, factor, term(what));
  return load(x86::ptr(address, place.displacement));
}

void Generator::insert(size_t running, const Gp& value, bool remove) {
  Gp word = cc_.newInt64();
  if (shape_.marks == SweepShape::Marks::bytes) {
    cc_.mov(word, value);
    cc_.shr(word, 6);
  }
  insert(running, value, word, remove);
}

/// Puts a value into the set in a slot, or takes it out; `word` is the number of the word that it
/// lies in.
void Generator::insert(size_t running, const Gp& value, const Gp& word_of_value, bool remove) {
  const Gp& at = slot_pointer_[running];
  const bool counted = running_[running]->shrinks();
  const bool word = shape_.marks == SweepShape::Marks::word;
  const Label out = cc_.newLabel();
  if (counted) {
    Gp counts = cc_.newInt64();
    cc_.mov(counts, field(offsetof(SweepState, counts_at)));
    cc_.add(counts, at);
    const x86::Mem count = x86::dword_ptr(counts, value, 2);
    if (remove) {
      cc_.dec(count);
      cc_.jnz(out);
    } else {
      cc_.inc(count);
    }
  }
  Gp bits = cc_.newInt64();
  if (word) {
    cc_.mov(bits, x86::qword_ptr(at));
    remove ? cc_.btr(bits, value) : cc_.bts(bits, value);
    cc_.mov(x86::qword_ptr(at), bits);
  } else {
    const x86::Mem place = x86::qword_ptr(at, word_of_value, 3, 8);
    cc_.mov(bits, place);
    remove ? cc_.btr(bits, value) : cc_.bts(bits, value);
    cc_.mov(place, bits);
    if (remove) {
      const Label fine = cc_.newLabel();
      cc_.cmp(word_of_value, x86::qword_ptr(at));
      cc_.jae(fine);
      cc_.mov(x86::qword_ptr(at), word_of_value);
      cc_.bind(fine);
    }
  }
  cc_.bind(out);
}

void Generator::mark(const Gp& value) {
  if (sink_.kind == Sink::Kind::slot) return insert(sink_.running, value, sink_.removes);
  if (shape_.marks == SweepShape::Marks::word) {
    cc_.bts(seen_[next_seen_], value);
    next_seen_ ^= 1;
  } else if (lists_arcs()) {
    cc_.mov(x86::dword_ptr(arc_), value.r32());
    cc_.add(arc_, 4);
  } else {
    cc_.mov(x86::byte_ptr(marks_, value), stamp_.r8());
  }
}

/// The values of the parts sum(… for …), each the nim-sum of its positions; jumps to `skip` where
/// one of these has a negative coordinate.
std::vector<Gp> Generator::sums(const Label& skip) {
  std::vector<Gp> result;
  for (const Part& part : line_->parts) {
    if (part.binders.empty()) continue;
    const Gp sum = cc_.newInt64();
    cc_.xor_(sum.r32(), sum.r32());
    Places places = {place(part.coordinates, part.game)};
    absorb(places);
    choices(part.binders, [&] {
      const auto known = known_;
      const Label next = cc_.newLabel();
      look(false);
      for (const Expr& condition : part.condition) jump_unless(condition, next);
      for (const Expr& coordinate : part.coordinates) {
        if (interval(coordinate, intervals_).low >= 0) continue;
        const Gp value = term(coordinate);
        cc_.test(value, value);
        cc_.js(skip);
      }
      cc_.xor_(sum.r32(), value_at(places[0]).r32());
      cc_.bind(next);
      known_ = known;
    });
    result.push_back(sum);
  }
  return result;
}

/// Marks the option whose parts lie at these places; `sums` are the values of the parts sum(… for
/// …).
void Generator::leaf(const Places& places, std::span<const Gp> sums) {
  if (failed_) return;
  if (lists_keys()) {
    for (const Place& place : places) write_key(value_at(place));
    if (places.empty()) write_key(imm(0));
    return end_option();
  }
  Gp value;
  auto add = [&](const Gp& more) {
    if (value.isValid()) {
      cc_.xor_(value.r32(), more.r32());
    } else {
      value = more;
    }
  };
  for (const Place& place : places) add(value_at(place));
  for (const Gp& sum : sums) add(sum);
  mark(value.isValid() ? value : imm(0));
}

/// Counts one choice of a binder; where there are loops within this one, asks the budget once in a
/// while. A sweep asks it between positions, too; a list is of one position, and its innermost loop
/// may be long.
void Generator::look(bool innermost) {
  cc_.inc(options_);
  if (innermost && !lists_keys()) return;
  const Label fine = cc_.newLabel();
  cc_.cmp(options_,
          field(lists_keys() ? offsetof(ListState, look_at) : offsetof(SweepState, look_at)));
  cc_.jb(fine);
  Gp go_on = cc_.newInt64();
  const Gp state = lent(state_);
  const Gp options = lent(options_);
  InvokeNode* invoke = nullptr;
  void* const look = lists_keys() ? reinterpret_cast<void*>(call_look<ListState>)
                                  : reinterpret_cast<void*>(call_look<SweepState>);
  cc_.invoke(&invoke, asmjit::imm(look),
             FuncSignatureT<int64_t, void*, uint64_t>(CallConvId::kHost));
  invoke->setArg(0, state);
  invoke->setArg(1, options);
  invoke->setRet(0, go_on);
  cc_.test(go_on, go_on);
  cc_.jz(spent_);
  cc_.bind(fine);
}

Gp Generator::mex_of_bytes() {
  Gp result = cc_.newInt64();
  const Label head = cc_.newLabel();
  const Label found = cc_.newLabel();
  cc_.xor_(result.r32(), result.r32());
  if (!wide_) {
    cc_.bind(head);
    cc_.cmp(x86::byte_ptr(marks_, result), stamp_.r8());
    cc_.jne(found);
    cc_.inc(result);
    cc_.jmp(head);
    cc_.bind(found);
    return result;
  }
  // The first few one by one, then 32 at a time.
  const Label many = cc_.newLabel();
  const Label gap = cc_.newLabel();
  constexpr int kSingly = 2;
  for (int v = 0; v < kSingly; ++v) {
    cc_.cmp(x86::byte_ptr(marks_, v), stamp_.r8());
    cc_.jne(found);
    cc_.inc(result);
  }
  x86::Ymm all = cc_.newYmm();
  x86::Ymm some = cc_.newYmm();
  Gp bits = cc_.newInt64();
  x86::Xmm low = cc_.newXmm();
  cc_.vmovd(low, stamp_.r32());
  cc_.vpbroadcastb(all, low);
  cc_.xor_(result.r32(), result.r32());
  cc_.bind(many);
  cc_.vpcmpeqb(some, all, x86::ymmword_ptr(marks_, result));
  cc_.vpmovmskb(bits.r32(), some);
  cc_.not_(bits.r32());
  cc_.test(bits.r32(), bits.r32());
  cc_.jnz(gap);
  cc_.add(result, 32);
  cc_.jmp(many);
  cc_.bind(gap);
  cc_.bsf(bits.r32(), bits.r32());
  cc_.add(result, bits);
  cc_.bind(found);
  return result;
}

/// The mex of the running sets and the marked bytes together, and the number of its word.
void Generator::mex_of_running(const Gp& result, const Gp& word) {
  // Begins at the greatest of the numbers of words that are full from the start, over all sets.
  cc_.xor_(word.r32(), word.r32());
  for (size_t i = 0; i < running_.size(); ++i) {
    const Gp& at = slot_pointer_[i];
    const Label head = cc_.newLabel();
    const Label out = cc_.newLabel();
    Gp full = cc_.newInt64();
    cc_.mov(full, x86::qword_ptr(at));
    cc_.cmp(x86::qword_ptr(at, full, 3, 8), -1);
    cc_.jne(out);
    cc_.bind(head);
    cc_.inc(full);
    cc_.cmp(x86::qword_ptr(at, full, 3, 8), -1);
    cc_.je(head);
    cc_.mov(x86::qword_ptr(at), full);
    cc_.bind(out);
    cc_.cmp(full, word);
    cc_.cmova(word, full);
  }
  // Word by word, because a wider read would have to wait for the word that was written a moment
  // ago. The word's number follows from jumps, which the processor predicts; computed, it would
  // wait for that read as well. Far from the start four words at a time are read.
  Gp bits = cc_.newInt64();
  const Label here = cc_.newLabel();
  const Label full = cc_.newLabel();
  const Label found = cc_.newLabel();
  const Label bit = cc_.newLabel();
  constexpr int kNear = 8;
  Gp far = cc_.newInt64();
  cc_.lea(far, x86::ptr(word, kNear));
  cc_.bind(here);
  cc_.mov(bits, x86::qword_ptr(slot_pointer_[0], word, 3, 8));
  for (size_t i = 1; i < running_.size(); ++i)
    cc_.or_(bits, x86::qword_ptr(slot_pointer_[i], word, 3, 8));
  cc_.not_(bits);
  cc_.bind(bit);
  cc_.test(bits, bits);
  cc_.jz(full);
  cc_.bsf(result, bits);
  if (plain_lines_) {
    Gp base = cc_.newInt64();
    cc_.mov(base, word);
    cc_.shl(base, 6);
    cc_.add(base, result);
    cc_.cmp(x86::byte_ptr(marks_, base), stamp_.r8());
    cc_.mov(result, base);
    cc_.jne(found);
    cc_.and_(base, 63);
    cc_.btr(bits, base);
    cc_.jmp(bit);
  } else {
    Gp base = cc_.newInt64();
    cc_.mov(base, word);
    cc_.shl(base, 6);
    cc_.add(result, base);
    cc_.jmp(found);
  }
  cc_.bind(full);
  cc_.inc(word);
  if (wide_ && running_.size() > 1) {
    const Label inner = cc_.newLabel();
    cc_.cmp(word, far);
    cc_.jb(here);
    x86::Ymm ones = cc_.newYmm();
    x86::Ymm any = cc_.newYmm();
    cc_.vpcmpeqd(ones, ones, ones);
    cc_.bind(inner);
    cc_.vmovdqu(any, x86::ymmword_ptr(slot_pointer_[0], word, 3, 8));
    for (size_t i = 1; i < running_.size(); ++i)
      cc_.vpor(any, any, x86::ymmword_ptr(slot_pointer_[i], word, 3, 8));
    cc_.vptest(any, ones);  // carry: all ones
    cc_.jnc(here);
    cc_.add(word, 4);
    cc_.jmp(inner);
  } else {
    cc_.jmp(here);
  }
  cc_.bind(found);
}

/// The least value that is not seen; `word` becomes the number of its word where there are running
/// sets and Marks::bytes.
void Generator::mex(const Gp& result, const Gp& word) {
  if (shape_.marks == SweepShape::Marks::bytes) {
    if (running_.empty()) {
      cc_.mov(result, mex_of_bytes());
    } else {
      mex_of_running(result, word);
    }
    return;
  }
  Gp free = cc_.newInt64();
  cc_.mov(free, seen_[0]);
  cc_.or_(free, seen_[1]);
  for (size_t i = 0; i < running_.size(); ++i) cc_.or_(free, x86::qword_ptr(slot_pointer_[i]));
  cc_.not_(free);
  // 64 when nothing is free.
  if (CpuInfo::host().features().x86().hasBMI()) {
    cc_.tzcnt(result, free);
  } else {
    Gp none = imm(64);
    cc_.bsf(result, free);
    cc_.cmovz(result, none);
  }
}

}  // namespace grundy::jit

#endif
