// The machine code of a sweep (jit.h) and of lists of options (lister.h), written with asmjit.
//
//   jit.cc        the way from cell to cell
//   loops.cc      the loops of move lines; innermost ones: strided.cc, wide.cc, divisors.cc,
//                 listed.cc
//   terms.cc      terms and conditions
//   cells.cc      the cells of options, sets of values, mex
//   keys.cc       the options of one position, as keys, in place of a sweep (lister.h)
//
// A function that writes code for something gives the register (Gp) in which its value will be.
// Anything that can't be compiled calls fail(), after which all functions return at once and
// generate() gives false.
#pragma once
#if defined(GRUNDY_JIT)
#include <asmjit/asmjit.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/interval.h"
#include "code/jit/jit.h"
#include "code/jit/lister.h"

namespace grundy::jit {

using namespace asmjit;
using x86::Gp;

/// Σ factor·term + constant.
struct Sum {
  std::vector<std::pair<int64_t, Expr> > terms;
  int64_t constant = 0;
};

struct Divisors;

class Generator {
 public:
  Generator(const SweepPlan& plan, SweepShape shape, Budget& budget, bool verify,
            CodeHolder& holder, std::vector<std::shared_ptr<const void> >& keep)
      : plan_(plan), shape_(shape), budget_(budget), verify_(verify), cc_(&holder), keep_(keep) {
    wide_ = CpuInfo::host().features().x86().hasAVX2();
  }

  /// False when something can't be compiled.
  bool generate();
  /// The options of one position as keys of these forms.
  bool generate_list(const KeyForms& forms, const std::vector<size_t>& stretches);
  bool lists_divisors() const { return lists_divisors_; }
  bool is_wide() const { return is_wide_; }
  uint64_t list_words() const { return list_words_; }

 private:
  struct Place {  // of one part, in the loops: an address, and the terms still to be added to it
    Gp address;
    int32_t displacement = 0;
    std::vector<std::pair<int64_t, Expr> > left;
  };
  using Places = std::vector<Place>;
  struct Sink {  // where marks go
    enum class Kind { marks, slot } kind = Kind::marks;
    size_t running = 0;
    bool removes = false;  // a slot: values are taken out
  };

  // Terms.
  bool bounded(const Expr& expr) { return interval(expr, intervals_).bounded(); }
  bool available(const Expr& expr) const;
  bool safe(const Expr& expr) const { return safe(expr, intervals_); }
  static bool safe(const Expr& expr, std::span<const Interval> intervals);
  static bool is_safe_fold(const Quantifier& of, std::span<const Interval> intervals);
  Gp term(const Expr& expr);
  Gp term_of(const Expr& expr);
  Gp fold(const Expr& expr);
  Gp quotient(const Expr& expr);
  Gp large_quotient(const Gp& x, const Expr& expr);
  Gp call(int64_t (*function)(int64_t, int64_t), const Gp& a, const Gp& b);
  Gp small_gcd(const Gp& a, const Gp& b);
  Gp contains(const Expr& expr);
  void test(const Expr& expr, const Label& target, bool when);
  bool compared_with_number(const Expr& expr, const Label& target, bool when);
  void jump(Op op, bool turned, const Label& target, bool when);
  void choices(std::span<const Binder> binders, const std::function<void()>& each);
  void make_room_for(size_t slot);
  void jump_unless(const Expr& expr, const Label& target) { test(expr, target, false); }
  Gp imm(int64_t value) {
    Gp r = cc_.newInt64();
    cc_.mov(r, value);
    return r;
  }
  /// A copy to be an argument of a call: the register itself would be tied to that of the argument.
  Gp lent(const Gp& value) {
    Gp r = cc_.newInt64();
    cc_.mov(r, value);
    return r;
  }
  void fail() { failed_ = true; }
  void hoist(const Expr& expr);

  // Loops.
  void nest(const SweepLine& line, const Nest& nest);
  void level(size_t depth, Places places, const Label& skip);
  void jump_if_negative(const Label& target);
  void inside(size_t depth, const Places& places, const Label& skip);
  void range(size_t depth, const Places& places);
  Gp low_bound(const Loop& loop);
  Gp high_bound(const Loop& loop);
  class SeenInRegisters;
  template <class Option, class Go>
  void unrolled(const Gp& count, Option&& option, Go&& go);
  void elements(size_t depth, const Places& places);
  bool divisor_loop(const Places& places, const Gp& low, const Gp& high);
  bool divisor_fold(const Expr& fold, const std::function<void(const Label& next)>& each);
  bool each_divisor(const Expr& number, size_t variable, const Gp& low, const Gp& high,
                    const std::function<void(const Label& next)>& each);
  struct Stride {
    int64_t bytes = 0;
    std::optional<Expr> times;
  };
  std::optional<Stride> stride_of(const Place& place, size_t binder) const;
  bool can_be_wide(std::span<const Stride> strides) const;
  void wide_options(const std::vector<Gp>& at, std::span<const Stride> strides, const Gp& count);
  bool strided(size_t depth, const Places& places, const Gp& low, const Gp& high);
  using Offsets = std::shared_ptr<std::vector<int32_t> >;
  std::optional<std::vector<Offsets> > offsets_of(const Places& places) const;
  void listed_options(const Places& places, const std::vector<Gp>& lists, const Gp& at,
                      const Gp& count);
  bool listed_fold(const Expr& fold, const Gp& result);
  bool offset_list(const Places& places, const Gp& begin, const Gp& end);
  struct Threshold {
    Expr key;
    Expr bound;
  };
  std::optional<Threshold> threshold(const Expr& guard) const;
  bool row_list(const Places& places);
  std::vector<Gp> sums(const Label& skip);
  void leaf(const Places& places, std::span<const Gp> sums = {});
  void absorb(Places& places);
  void look(bool innermost);
  bool add_linear(const Expr& expr, int64_t factor, Sum& sum);
  Place place(const std::vector<Expr>& coordinates, const Rule* game);
  void add_scaled(const Gp& to, int64_t factor, const Gp& what);

  // Values.
  Gp load(const x86::Mem& at);
  Gp value_at(const Place& place);
  void mark(const Gp& value);
  void insert(size_t running, const Gp& value, bool remove);
  void insert(size_t running, const Gp& value, const Gp& word, bool remove);
  void at_position(const MoveLine& line);
  bool is_earlier(const RunningSet& set, const RunningSet::Change& change);
  void emit_running(const SweepLine& line, size_t number);
  void into_slot(const SweepLine& line, std::span<const Nest> nests, size_t number, bool removes);
  void hand_on(const SweepLine& line, size_t number, const Gp& value, const Gp& word);
  void mex(const Gp& result, const Gp& word);
  Gp mex_of_bytes();
  void mex_of_running(const Gp& result, const Gp& word);
  bool few_options() const;
  bool lists_arcs() const { return shape_.marks == SweepShape::Marks::arcs; }

  // Keys.
  bool lists_keys() const { return forms_ != nullptr; }
  bool fits_key(size_t part, size_t coordinate) const;
  void leave_if_wide();
  void key_of_position();
  void write_key(const Gp& key);
  void end_option();
  void key_row(std::span<const Gp> at, std::span<const Gp> steps, const Gp& count);
  void read_full_lists();
  void begin_run();
  void advance(const Label& next, const Label& all);
  void skip_outside(size_t i, size_t j);

  void begin_function(asmjit::FuncNode* function);
  /// A field of the state in a register.
  Gp read(size_t offset);
  x86::Mem field(size_t offset, uint32_t size = 8) {
    return x86::Mem(state_, static_cast<int32_t>(offset), size);
  }
  x86::Mem element(size_t offset, size_t index) { return field(offset + 8 * index); }

  const SweepPlan& plan_;
  SweepShape shape_;
  Budget& budget_;
  bool verify_;
  x86::Compiler cc_;
  std::vector<std::shared_ptr<const void> >& keep_;  // data the machine code refers to
  bool failed_ = false;
  bool lists_divisors_ = false;
  std::shared_ptr<const Divisors> divisors_;
  bool is_wide_ = false;
  uint64_t list_words_ = 0;  // of the lists that each worker has
  bool wide_ = false;

  // Of lists of keys.
  const KeyForms* forms_ = nullptr;
  size_t stretch_ = 0;
  struct FullList {  // where the list may be full: written at the end, away from the loops
    Label full;
    Label back;
    size_t stretch;
  };
  std::vector<FullList> full_lists_;

  // Throughout.
  Gp state_, cell_, options_, marks_, stamp_;
  Gp arc_;      // Marks::arcs and lists of keys: where the next one goes
  Gp run_;      // cells left in this run: until the row ends, the call does, or options are to be
                // counted
  Gp left_;     // cells left after the run
  Gp seen_[2];  // Marks::word
  size_t next_seen_ = 0;
  Gp slot_pointer_[kMostRunningSets];
  std::vector<const RunningSet*> running_;
  bool plain_lines_ = false;  // some lines have no running set
  Label fault_, spent_;
  std::vector<Gp> coordinates_;

  // Of the nest at hand.
  const MoveLine* line_ = nullptr;
  const Nest* nest_ = nullptr;
  bool has_sums_ = false;  // parts that are repeated: sum(… for …)
  Sink sink_;
  std::vector<Interval> intervals_;
  std::vector<Gp> slots_;
  std::vector<bool> bound_;  // slots that have a value
  std::map<std::string, Gp> known_;
};

}  // namespace grundy::jit

#endif
