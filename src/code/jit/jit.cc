// The way from cell to cell, and what turns it into a function.
//
// For each cell: jump over it where a kept order leaves it out, or copy the value of its mirror
// image; bring the running sets from the earlier position to this one; run the loops of all other
// lines; write the mex; hand the value on to the running sets that will need it. Rows are counted
// down in runs, so that most cells end with one decrement and a jump: a run ends with the row, with
// the call, or when the budget is to be asked.
#include "code/jit/jit.h"

#include <bit>
#include <cstring>

#include "code/jit/generator.h"

namespace grundy {

#if !defined(GRUNDY_JIT)

bool JitSweep::available() { return false; }
std::unique_ptr<const JitSweep> JitSweep::compile(const SweepPlan&, SweepShape, Budget&, bool) {
  return nullptr;
}

#else

namespace jit {
namespace {

/// Called by the machine code.
void call_clear(uint8_t* slot, uint64_t bytes) { std::memset(slot, 0, bytes); }

}  // namespace

/// Prepares for terms over the coordinates alone, outside of all loops.
void Generator::at_position(const MoveLine& line) {
  line_ = &line;
  static const Nest none;
  nest_ = &none;
  intervals_.assign(std::max(line.slot_names.size(), coordinates_.size()),
                    Interval{0, Interval::kInfinity});
  for (size_t i = 0; i < coordinates_.size(); ++i) intervals_[i] = {0, plan_.most[i]};
  slots_.assign(intervals_.size(), Gp());
  std::copy(coordinates_.begin(), coordinates_.end(), slots_.begin());
  bound_.assign(slots_.size(), false);
  std::fill_n(bound_.begin(), coordinates_.size(), true);
  known_.clear();
}

/// Whether the option is the position that the set comes from, x - step.
bool Generator::is_earlier(const RunningSet& set, const RunningSet::Change& change) {
  for (size_t i = 0; i < change.coordinates.size(); ++i) {
    Sum sum;
    if (!add_linear(change.coordinates[i], 1, sum) || !add_linear(slot(i), -1, sum) ||
        sum.constant != -set.step[i] ||
        std::any_of(sum.terms.begin(), sum.terms.end(), [](const auto& t) { return t.first != 0; }))
      return false;
  }
  return true;
}

/// Puts the position's value into the running set of the position one step later, which has the
/// same slot, where it is an option there: here the value is in a register, and its word of the set
/// in the cache.
void Generator::hand_on(const SweepLine& line, size_t number, const Gp& value, const Gp& word) {
  const RunningSet& set = *line.running;
  at_position(*line.line);
  std::vector<Expr> later;
  for (size_t i = 0; i < coordinates_.size(); ++i)
    later.push_back(apply(Op::add, {slot(i), constant(set.step[i])}));
  for (const RunningSet::Change& change : set.added) {
    if (!is_earlier(set, change)) continue;
    const Label next = cc_.newLabel();
    const auto known = known_;
    for (const Expr& condition : change.conditions) jump_unless(substitute(condition, later), next);
    cc_.inc(options_);
    insert(number, value, word, false);
    cc_.bind(next);
    known_ = known;
  }
}

/// Changes the set in the slot from the options of the earlier position to those of this one,
/// except for values that hand_on() has put there; where the box has no earlier position, fills an
/// empty set by the line's loops.
void Generator::emit_running(const SweepLine& line, size_t number) {
  const RunningSet& set = *line.running;
  at_position(*line.line);
  const Label border = cc_.newLabel();
  const Label out = cc_.newLabel();
  if (shape_.resumed) {
    cc_.cmp(cell_, element(offsetof(SweepState, unset_until), number));
    cc_.jb(border);
  }
  for (size_t i = 0; i < set.step.size(); ++i) {
    if (set.step[i] == 0) continue;
    // x - step within the box.
    if (set.step[i] > 0) {
      cc_.cmp(coordinates_[i], set.step[i]);
      cc_.jl(border);
    } else {
      cc_.cmp(coordinates_[i], imm(plan_.most[i] + set.step[i]));
      cc_.jg(border);
    }
  }
  for (const auto& [i, j] : plan_.within) {
    // x is within; x - step has to be, too.
    if (set.step[j] <= set.step[i]) continue;
    Gp earlier = cc_.newInt64();
    cc_.mov(earlier, coordinates_[i]);
    cc_.add(earlier, set.step[j] - set.step[i]);
    cc_.cmp(earlier, coordinates_[j]);
    cc_.jg(border);
  }
  for (const auto* list : {&set.removed, &set.added}) {
    for (const RunningSet::Change& change : *list) {
      if (list == &set.added && is_earlier(set, change)) continue;
      const Label next = cc_.newLabel();
      const auto known = known_;
      for (const Expr& condition : change.conditions) jump_unless(condition, next);
      Places places;
      places.push_back(place(change.coordinates, plan_.rule));
      absorb(places);
      cc_.inc(options_);
      insert(number, value_at(places[0]), list == &set.removed);
      cc_.bind(next);
      known_ = known;
    }
  }
  into_slot(line, set.lost, number, true);
  into_slot(line, set.gained, number, false);
  cc_.jmp(out);
  cc_.bind(border);
  InvokeNode* invoke = nullptr;
  const Gp slot = lent(slot_pointer_[number]);
  Gp bytes = cc_.newInt64();
  cc_.mov(bytes, element(offsetof(SweepState, slot_bytes), number));
  cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<void*>(call_clear)),
             FuncSignatureT<void, uint8_t*, uint64_t>(CallConvId::kHost));
  invoke->setArg(0, slot);
  invoke->setArg(1, bytes);
  into_slot(line, set.whole.empty() ? line.nests : set.whole, number, false);
  cc_.bind(out);
  into_slot(line, set.except, number, true);
}

/// Puts the options of these loops into the set in a slot, or takes them out.
void Generator::into_slot(const SweepLine& line, std::span<const Nest> nests, size_t number,
                          bool removes) {
  sink_ = {Sink::Kind::slot, number, removes};
  for (const Nest& one : nests) nest(line, one);
  sink_ = {};
}

/// Whether positions have so few options that the budget need be asked once in many positions only.
bool Generator::few_options() const { return plan_.most_options < (uint64_t{1} << 16); }

/// How many cells follow before the row ends, the call does, or the budget is to be asked.
void Generator::begin_run() {
  const SweepStep& last = plan_.order.back();
  const Gp& c = coordinates_[last.coordinate];
  if (last.descending) {
    cc_.lea(run_, x86::ptr(c, 1));
  } else {
    cc_.mov(run_, plan_.most[last.coordinate] + 1);
    cc_.sub(run_, c);
  }
  cc_.cmp(run_, left_);
  cc_.cmova(run_, left_);
  if (few_options()) {
    Gp most = cc_.newInt64();
    cc_.mov(most, field(offsetof(SweepState, look_at)));
    cc_.sub(most, options_);
    cc_.shr(most, std::bit_width(plan_.most_options));
    cc_.inc(most);
    cc_.cmp(run_, most);
    cc_.cmova(run_, most);
  }
  cc_.sub(left_, run_);
}

/// To the next position; `all` when the last cell of the call is done.
void Generator::advance(const Label& next, const Label& all) {
  cc_.add(cell_, shape_.width);
  for (size_t i = 0; i < running_.size(); ++i) {
    if (plan_.distance(*running_[i]) == 1) continue;  // a ring of one slot
    const Label fine = cc_.newLabel();
    cc_.add(slot_pointer_[i], element(offsetof(SweepState, slot_bytes), i));
    cc_.cmp(slot_pointer_[i], element(offsetof(SweepState, ring_end), i));
    cc_.jne(fine);
    cc_.mov(slot_pointer_[i], element(offsetof(SweepState, ring), i));
    cc_.bind(fine);
  }
  const Label run_over = cc_.newLabel();
  const Label moved = cc_.newLabel();
  const SweepStep& last = plan_.order.back();
  last.descending ? cc_.dec(coordinates_[last.coordinate]) : cc_.inc(coordinates_[last.coordinate]);
  cc_.dec(run_);
  if (few_options()) {
    cc_.jnz(next);
  } else {
    cc_.jz(run_over);
    cc_.cmp(options_, field(offsetof(SweepState, look_at)));
    cc_.jb(next);
    cc_.jmp(all);
    cc_.bind(run_over);
  }
  for (size_t i = plan_.order.size(); i-- > 0;) {
    const SweepStep& step = plan_.order[i];
    const Gp& c = coordinates_[step.coordinate];
    const int64_t most = plan_.most[step.coordinate];
    if (i + 1 < plan_.order.size()) step.descending ? cc_.dec(c) : cc_.inc(c);
    const int64_t beyond = step.descending ? -1 : most + 1;
    if (beyond <= INT32_MAX) {
      cc_.cmp(c, beyond);
    } else {
      cc_.cmp(c, imm(beyond));
    }
    cc_.jne(moved);
    cc_.mov(c, step.descending ? most : 0);
  }
  cc_.bind(moved);
  cc_.test(left_, left_);
  cc_.jz(all);
  cc_.cmp(options_, field(offsetof(SweepState, look_at)));
  cc_.jae(all);
  begin_run();
  cc_.jmp(next);
}

/// Where x_i > x_j: goes to the last cell of the present run for which x_i > x_j is certain.
void Generator::skip_outside(size_t i, size_t j) {
  const SweepStep& last = plan_.order.back();
  const Gp& c = coordinates_[last.coordinate];
  Gp more = cc_.newInt64();  // cells
  cc_.lea(more, x86::ptr(run_, -1));
  // The last coordinate moves away from the other one, or towards it: then x_i - x_j - 1 cells at
  // most are skipped.
  if (last.coordinate == (last.descending ? i : j)) {
    Gp most = cc_.newInt64();
    cc_.mov(most, coordinates_[i]);
    cc_.sub(most, coordinates_[j]);
    cc_.dec(most);
    cc_.cmp(more, most);
    cc_.cmovg(more, most);
  }
  add_scaled(cell_, shape_.width, more);
  last.descending ? cc_.sub(c, more) : cc_.add(c, more);
  cc_.sub(run_, more);
  for (size_t s = 0; s < running_.size(); ++s) {
    if (plan_.distance(*running_[s]) == 1) continue;  // a ring of one slot
    const Label around = cc_.newLabel();
    const Label fine = cc_.newLabel();
    Gp bytes = cc_.newInt64();
    cc_.mov(bytes, element(offsetof(SweepState, slot_bytes), s));
    cc_.imul(bytes, more);
    cc_.add(slot_pointer_[s], bytes);
    cc_.bind(around);
    cc_.cmp(slot_pointer_[s], element(offsetof(SweepState, ring_end), s));
    cc_.jb(fine);
    cc_.sub(slot_pointer_[s], element(offsetof(SweepState, ring_end), s));
    cc_.add(slot_pointer_[s], element(offsetof(SweepState, ring), s));
    cc_.jmp(around);
    cc_.bind(fine);
  }
}

/// What every function of the state begins with.
void Generator::begin_function(FuncNode* function) {
  // asmjit 1.9 moves values into registers that it then does not save: all that the caller wants
  // back are saved.
  function->frame().addDirtyRegs(
      RegGroup::kGp, function->frame().preservedRegs(RegGroup::kGp) & ~Support::bitMask(Gp::kIdSp));
  state_ = cc_.newUIntPtr();
  function->setArg(0, state_);
  fault_ = cc_.newLabel();
  spent_ = cc_.newLabel();
}

Gp Generator::read(size_t offset) {
  Gp r = cc_.newInt64();
  cc_.mov(r, field(offset));
  return r;
}

bool Generator::generate() {
  for (const SweepLine& line : plan_.lines) {
    if (line.running) {
      running_.push_back(&*line.running);
    } else {
      plain_lines_ = true;
    }
  }
  FuncNode* function = cc_.addFunc(FuncSignatureT<uint64_t, SweepState*>(CallConvId::kHost));
  if (wide_) {
    function->frame().setAvxEnabled();
    function->frame().setAvxCleanup();
  }
  begin_function(function);
  cell_ = read(offsetof(SweepState, next));
  if (shape_.width > 1) cc_.shl(cell_, shape_.width == 2 ? 1 : 2);
  cc_.add(cell_, field(offsetof(SweepState, table)));
  left_ = read(offsetof(SweepState, cells));
  options_ = read(offsetof(SweepState, options));
  const bool word = shape_.marks == SweepShape::Marks::word;
  if (word) {
    seen_[0] = cc_.newInt64();
    seen_[1] = cc_.newInt64();
  } else if (lists_arcs()) {
    arc_ = read(offsetof(SweepState, arc));
  } else if (plain_lines_) {
    marks_ = read(offsetof(SweepState, marks));
    stamp_ = read(offsetof(SweepState, stamp));
  }
  for (size_t i = 0; i < plan_.most.size(); ++i)
    coordinates_.push_back(read(offsetof(SweepState, position) + 8 * i));
  for (size_t i = 0; i < running_.size(); ++i)
    slot_pointer_[i] = read(offsetof(SweepState, slot) + 8 * i);

  const Label next = cc_.newLabel();
  const Label all = cc_.newLabel();
  const Label leave = cc_.newLabel();
  const Label save = cc_.newLabel();
  const Label stored = cc_.newLabel();
  const Label fits = cc_.newLabel();
  run_ = cc_.newInt64();
  begin_run();
  Gp value = cc_.newInt64();
  Gp value_word = cc_.newInt64();
  cc_.xor_(value_word.r32(), value_word.r32());
  cc_.cmp(field(offsetof(SweepState, settled)), 0);
  cc_.je(next);
  cc_.mov(field(offsetof(SweepState, settled)), 0);
  cc_.mov(value, field(offsetof(SweepState, pending)));
  cc_.mov(value_word, value);
  cc_.shr(value_word, 6);
  cc_.jmp(fits);
  cc_.bind(next);
  for (const auto& [i, j] : plan_.within) {
    const Label inside = cc_.newLabel();
    cc_.cmp(coordinates_[i], coordinates_[j]);
    cc_.jle(inside);
    skip_outside(i, j);
    cc_.jmp(stored);
    cc_.bind(inside);
  }
  const Label full = cc_.newLabel();
  if (lists_arcs()) {
    cc_.cmp(arc_, field(offsetof(SweepState, last_arc)));
    cc_.ja(full);
  }
  const Label keep = cc_.newLabel();
  if (plan_.mirror) {
    const Gp& first = coordinates_[plan_.mirror->first];
    const Gp& second = coordinates_[plan_.mirror->second];
    const Label compute = cc_.newLabel();
    Gp back = cc_.newInt64();
    cc_.mov(back, second);
    cc_.sub(back, first);
    cc_.jge(compute);
    Gp from = cc_.newInt64();
    cc_.mov(from, cell_);
    add_scaled(
        from,
        (plan_.stride[plan_.mirror->first] - plan_.stride[plan_.mirror->second]) * shape_.width,
        back);
    cc_.cmp(from, field(offsetof(SweepState, whole)));
    cc_.jae(compute);
    cc_.mov(value, load(x86::ptr(from)));
    cc_.jmp(keep);
    cc_.bind(compute);
  }
  if (word) {
    for (Gp& seen : seen_) cc_.xor_(seen.r32(), seen.r32());
  } else if (!lists_arcs() && plain_lines_) {
    cc_.inc(stamp_);
  }
  size_t running = 0;
  for (const SweepLine& line : plan_.lines) {
    if (line.running) {
      emit_running(line, running++);
      continue;
    }
    for (const Nest& one : line.nests) nest(line, one);
  }
  if (failed_) return false;
  if (lists_arcs()) {
    cc_.mov(value, arc_);
    cc_.sub(value, field(offsetof(SweepState, arcs)));
    cc_.shr(value, 2);
    cc_.jmp(fits);
  } else {
    mex(value, value_word);
    cc_.cmp(value, field(offsetof(SweepState, limit)));
    cc_.jb(fits);
    cc_.mov(field(offsetof(SweepState, pending)), value);
  }
  cc_.bind(full);
  Gp exit = cc_.newInt64();
  cc_.mov(exit, static_cast<uint64_t>(JitSweep::Exit::grown));
  cc_.jmp(save);
  cc_.bind(fits);
  cc_.bind(keep);
  if (shape_.width == 1) cc_.mov(x86::byte_ptr(cell_), value.r8());
  if (shape_.width == 2) cc_.mov(x86::word_ptr(cell_), value.r16());
  if (shape_.width == 4) cc_.mov(x86::dword_ptr(cell_), value.r32());
  running = 0;
  for (const SweepLine& line : plan_.lines) {
    if (!line.running) continue;
    into_slot(line, line.running->except, running, false);
    hand_on(line, running++, value, value_word);
  }
  if (failed_) return false;
  cc_.bind(stored);
  advance(next, all);
  cc_.bind(all);
  cc_.mov(exit, static_cast<uint64_t>(JitSweep::Exit::done));
  cc_.bind(save);
  Gp done = cc_.newInt64();
  cc_.mov(done, cell_);
  cc_.sub(done, field(offsetof(SweepState, table)));
  if (shape_.width > 1) cc_.shr(done, shape_.width == 2 ? 1 : 2);
  cc_.mov(field(offsetof(SweepState, next)), done);
  cc_.mov(field(offsetof(SweepState, options)), options_);
  if (lists_arcs()) {
    cc_.mov(field(offsetof(SweepState, arc)), arc_);
  } else if (!word && plain_lines_) {
    cc_.mov(field(offsetof(SweepState, stamp)), stamp_);
  }
  for (size_t i = 0; i < coordinates_.size(); ++i)
    cc_.mov(element(offsetof(SweepState, position), i), coordinates_[i]);
  for (size_t i = 0; i < running_.size(); ++i)
    cc_.mov(element(offsetof(SweepState, slot), i), slot_pointer_[i]);
  cc_.jmp(leave);
  cc_.bind(fault_);
  cc_.mov(exit, static_cast<uint64_t>(JitSweep::Exit::fault));
  cc_.jmp(leave);
  cc_.bind(spent_);
  cc_.mov(exit, static_cast<uint64_t>(JitSweep::Exit::spent));
  cc_.bind(leave);
  cc_.ret(exit);
  cc_.endFunc();
  return !failed_ && cc_.finalize() == kErrorOk;
}

namespace {

using Function = uint64_t (*)(SweepState*);

class Compiled : public JitSweep {
 public:
  static std::unique_ptr<const JitSweep> make(const SweepPlan& plan, SweepShape shape,
                                              Budget& budget, bool verify) {
    auto result = std::make_unique<Compiled>();
    CodeHolder holder;
    if (holder.init(result->runtime_.environment()) != kErrorOk) return nullptr;
    Generator generator(plan, shape, budget, verify, holder, result->keep_);
    if (!generator.generate()) return nullptr;
    result->lists_divisors_ = generator.lists_divisors();
    result->is_wide_ = generator.is_wide();
    result->list_words_ = generator.list_words();
    if (result->runtime_.add(&result->function_, &holder) != kErrorOk) return nullptr;
    return result;
  }
  bool lists_divisors() const override { return lists_divisors_; }
  bool is_wide() const override { return is_wide_; }
  uint64_t list_words() const override { return list_words_; }
  Exit run(SweepState& state) const override { return static_cast<Exit>(function_(&state)); }

 private:
  JitRuntime runtime_;
  bool lists_divisors_ = false;
  bool is_wide_ = false;
  uint64_t list_words_ = 0;
  Function function_ = nullptr;
  std::vector<std::shared_ptr<const void> > keep_;
};

}  // namespace
}  // namespace jit

bool JitSweep::available() { return true; }

std::unique_ptr<const JitSweep> JitSweep::compile(const SweepPlan& plan, SweepShape shape,
                                                  Budget& budget, bool verify) {
  return jit::Compiled::make(plan, shape, budget, verify);
}

#endif

}  // namespace grundy
