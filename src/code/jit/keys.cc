// The options of one position, listed as keys (lister.h).
//
// The position's coordinates are taken out of its key; then come the nests of the rule, as in a
// sweep, but an option's key is written where a sweep would read its cell. A full list is read and
// begun anew.
#include <algorithm>

#include "code/jit/generator.h"
#include "code/jit/lister.h"

namespace grundy {

std::vector<int64_t> KeyForm::strides() const {
  std::vector<int64_t> result(bits.size());
  unsigned shift = 0;
  for (size_t i = bits.size(); i-- > 0;) {
    if (shift < 64) result[i] = static_cast<int64_t>(uint64_t{1} << shift);
    shift += bits[i];
  }
  return result;
}

#if !defined(GRUNDY_JIT)

std::unique_ptr<const JitLister> JitLister::compile(const Program&, std::span<const int64_t>,
                                                    const KeyForms&, Budget&) {
  return nullptr;
}

#else

namespace jit {
namespace {

/// Called by the machine code: whether to go on.
int64_t call_read(ListState* state, uint64_t* end, uint64_t stretch) {
  return state->read(*state, stretch, end) ? 1 : 0;
}

}  // namespace

/// Whether the coordinate of a part has room in its key, whatever the choice of binders.
bool Generator::fits_key(size_t part, size_t coordinate) const {
  if (!lists_keys()) return true;
  const unsigned bits = forms_->at(line_->parts[part].game).bits[coordinate];
  const Interval range = interval(nest_->coordinates[part][coordinate], intervals_);
  return range.bounded() && (range.high >> bits) == 0;
}

/// Leaves the position to the machine where a coordinate of the option has no room in its key.
void Generator::leave_if_wide() {
  for (size_t p = 0; p < nest_->coordinates.size(); ++p) {
    for (size_t i = 0; i < nest_->coordinates[p].size(); ++i) {
      if (fits_key(p, i)) continue;
      Gp above = cc_.newInt64();
      cc_.mov(above, term(nest_->coordinates[p][i]));
      const unsigned bits = forms_->at(line_->parts[p].game).bits[i];
      if (bits > 0) cc_.shr(above, bits);
      cc_.test(above, above);
      cc_.jnz(fault_);
    }
  }
}

/// Takes the coordinates out of the position's key; leaves a position beyond the bounds.
void Generator::key_of_position() {
  const std::vector<uint8_t>& bits = forms_->at(plan_.rule).bits;
  unsigned shift = 0;
  coordinates_.resize(bits.size());
  for (size_t i = bits.size(); i-- > 0;) {
    Gp& c = coordinates_[i];
    c = cc_.newInt64();
    if (bits[i] == 0) {
      cc_.xor_(c.r32(), c.r32());
      continue;
    }
    cc_.mov(c, cell_);
    if (shift + bits[i] < 64) cc_.shl(c, 64 - shift - bits[i]);
    cc_.shr(c, 64 - bits[i]);
    cc_.cmp(c, imm(plan_.most[i]));
    cc_.ja(fault_);
    shift += bits[i];
  }
}

void Generator::write_key(const Gp& key) {
  cc_.mov(x86::qword_ptr(arc_), key);
  cc_.add(arc_, 8);
}

/// Has the list read where there may be no room for another option.
void Generator::end_option() {
  FullList& list = full_lists_.emplace_back(FullList{cc_.newLabel(), cc_.newLabel(), stretch_});
  cc_.cmp(arc_, field(offsetof(ListState, last)));
  cc_.jae(list.full);
  cc_.bind(list.back);
}

/// `count` >= 1 options whose parts have the keys `at`, each further by the steps.
void Generator::key_row(std::span<const Gp> at, std::span<const Gp> steps, const Gp& count) {
  const Label head = cc_.newLabel();
  cc_.bind(head);
  for (const Gp& key : at) write_key(key);
  for (size_t p = 0; p < at.size(); ++p) {
    if (steps[p].isValid()) cc_.add(at[p], steps[p]);
  }
  end_option();
  cc_.dec(count);
  cc_.jnz(head);
}

void Generator::read_full_lists() {
  for (const FullList& list : full_lists_) {
    cc_.bind(list.full);
    InvokeNode* invoke = nullptr;
    Gp go_on = cc_.newInt64();
    cc_.mov(field(offsetof(ListState, options)),
            options_);  // by which the reader knows when to ask the budget
    const Gp state = lent(state_);
    const Gp end = lent(arc_);
    cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<void*>(call_read)),
               FuncSignatureT<int64_t, ListState*, uint64_t*, uint64_t>(CallConvId::kHost));
    invoke->setArg(0, state);
    invoke->setArg(1, end);
    invoke->setArg(2, asmjit::imm(list.stretch));
    invoke->setRet(0, go_on);
    cc_.test(go_on, go_on);
    cc_.jz(spent_);
    cc_.mov(arc_, field(offsetof(ListState, keys)));
    cc_.jmp(list.back);
  }
}

bool Generator::generate_list(const KeyForms& forms, const std::vector<size_t>& stretches) {
  forms_ = &forms;
  FuncNode* function = cc_.addFunc(FuncSignatureT<uint64_t, ListState*>(CallConvId::kHost));
  begin_function(function);
  const Label leave = cc_.newLabel();
  cell_ = read(offsetof(ListState, key));
  arc_ = read(offsetof(ListState, keys));
  options_ = read(offsetof(ListState, options));
  key_of_position();
  size_t next = 0;
  for (const SweepLine& line : plan_.lines) {
    for (const Nest& one : line.nests) {
      stretch_ = stretches[next++];
      nest(line, one);
      if (failed_) return false;
      if (next == stretches.size() || stretches[next] != stretch_)
        cc_.mov(element(offsetof(ListState, ends), stretch_), arc_);
    }
  }
  Gp exit = cc_.newInt64();
  cc_.mov(exit, static_cast<uint64_t>(JitLister::Exit::done));
  cc_.jmp(leave);
  read_full_lists();
  cc_.bind(spent_);
  cc_.mov(exit, static_cast<uint64_t>(JitLister::Exit::stopped));
  cc_.jmp(leave);
  cc_.bind(fault_);
  cc_.mov(exit, static_cast<uint64_t>(JitLister::Exit::left));
  cc_.bind(leave);
  cc_.mov(field(offsetof(ListState, options)), options_);
  cc_.ret(exit);
  cc_.endFunc();
  return !failed_ && cc_.finalize() == kErrorOk;
}

namespace {

constexpr int64_t kLargestStride = int64_t{1} << 60;

using ListFunction = uint64_t (*)(ListState*);

class CompiledLister : public JitLister {
 public:
  static std::unique_ptr<const JitLister> make(const Program& program,
                                               std::span<const int64_t> most, const KeyForms& forms,
                                               Budget& budget) {
    const Rule& rule = *program.rule;
    if (rule.arity() == 0) return nullptr;
    for (const auto& [game, form] : forms) {  // strides are to have room for a sign and a factor
      const std::vector<int64_t> strides = form.strides();
      if (std::any_of(strides.begin(), strides.end(),
                      [](int64_t s) { return s <= 0 || s > kLargestStride; }))
        return nullptr;
    }
    auto result = std::make_unique<CompiledLister>();
    SweepPlan plan;
    plan.rule = &rule;
    plan.order = {{0, false}};
    plan.most.assign(most.begin(), most.end());
    plan.stride = forms.at(&rule).strides();
    plan.cells = UINT64_MAX;
    std::vector<size_t> stretches;  // by nest
    for (size_t i = 0; i < rule.moves.size(); ++i) {
      if (program.nests[i].empty()) continue;
      std::vector<const Rule*> games;
      for (const Part& part : rule.moves[i].parts) {
        if (!part.binders.empty() || part.game->is_alias) return nullptr;
        games.push_back(part.game);
      }
      if (result->stretches_.empty() || result->stretches_.back() != games)
        result->stretches_.push_back(games);
      stretches.resize(stretches.size() + program.nests[i].size(), result->stretches_.size() - 1);
      SweepLine& line = plan.lines.emplace_back();
      line.line = &rule.moves[i];
      line.nests = program.nests[i];
    }
    if (result->stretches_.empty() || result->stretches_.size() > kMostStretches) return nullptr;
    CodeHolder holder;
    if (holder.init(result->runtime_.environment()) != kErrorOk) return nullptr;
    Generator generator(plan, {1, SweepShape::Marks::arcs, false}, budget, false, holder,
                        result->keep_);
    if (!generator.generate_list(forms, stretches)) return nullptr;
    if (result->runtime_.add(&result->function_, &holder) != kErrorOk) return nullptr;
    return result;
  }

  Exit list(ListState& state) const override { return static_cast<Exit>(function_(&state)); }
  const std::vector<std::vector<const Rule*> >& stretches() const override { return stretches_; }

 private:
  JitRuntime runtime_;
  ListFunction function_ = nullptr;
  std::vector<std::vector<const Rule*> > stretches_;
  std::vector<std::shared_ptr<const void> > keep_;
};

}  // namespace
}  // namespace jit

std::unique_ptr<const JitLister> JitLister::compile(const Program& program,
                                                    std::span<const int64_t> most,
                                                    const KeyForms& forms, Budget& budget) {
  return jit::CompiledLister::make(program, most, forms, budget);
}

#endif

}  // namespace grundy
