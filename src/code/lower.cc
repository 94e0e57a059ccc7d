// From nests to programs.
//
// Terms become instructions over registers, each term once at the outermost level at which all its
// slots have values (known_, by the term's text). Two rules keep the meaning. A term that can fail
// is computed at its place only, under the mask of the lanes that count there: in
// `k >= 1 and n % k = 0` the remainder counts where k >= 1. And a 64-bit overflow is looked for
// (`checked`) where intervals don't exclude it.
//
//   -> x(k) for k < n if k >= 1 and n % k = 0
//
//     for k in 0..n - 1, in lanes
//     r6* = 1 <= k*
//     r7* = n % k*        where r6*
//     r9* = r7* = 0       where r6*
//     r10* = r6* and r9*
//     if r10*
#include <algorithm>
#include <map>
#include <string>

#include "analysis/interval.h"
#include "code/program.h"
#include "rule/print.h"
#include "rule/slots.h"

namespace grundy {
namespace {

class Lowering {
 public:
  Lowering(const Rule& rule, int64_t limit)
      : program_(std::make_unique<Program>()), most_(rule.arity(), limit) {
    program_->rule = &rule;
    program_->limit = limit;
  }

  std::unique_ptr<const Program> run() {
    const Rule& rule = *program_->rule;
    if (rule.moves_by_code) return nullptr;
    for (const MoveLine& line : rule.moves) {
      program_->registers = std::max(program_->registers, line.slot_names.size());
      program_->nests.push_back(nests_of(rule, line));
    }
    next_ = program_->registers = std::max(program_->registers, rule.arity());
    for (size_t i = 0; i < rule.moves.size(); ++i) {
      for (const Nest& nest : program_->nests[i]) add_nest(rule.moves[i], nest);
    }
    if (next_ >= kNoRegister) return nullptr;
    program_->registers = next_;
    return std::move(program_);
  }

 private:
  void add_nest(const MoveLine& line, const Nest& nest);
  bool strided(const MoveLine& line, const Nest& nest) const;
  Register fresh() { return static_cast<Register>(next_++); }
  Register constant_register(int64_t value);
  /// Where operations count: in lanes in which the register is not 0.
  struct Mask {
    Register reg = kNoRegister;
    bool vector = false;
  };
  Register lower_expr(const Expr& expr, Mask mask);
  bool has_large_power(const Expr& expr) const;
  bool may_fault(const Expr& expr) const;
  Register emit(Instruction instruction);
  Guard guard(const Expr& condition, Mask mask);
  const Expr* known_divided(size_t slot, const std::vector<const Expr*>& conditions) const;
  std::vector<const Expr*> in_order(const std::vector<Expr>& conditions) const;
  bool depends_on_lane(const Expr& expr) const;
  uint32_t here() const { return static_cast<uint32_t>(program_->instructions.size()); }

  std::unique_ptr<Program> program_;
  std::vector<int64_t> most_;  // of each coordinate
  size_t next_ = 0;
  std::vector<Interval> intervals_;
  std::vector<size_t> lane_slots_;         // slots of the innermost loop, when it runs over lanes
  std::map<std::string, Register> known_;  // computed already, at this level or further out
  size_t narrowed_ = 0;  // operands of `and` and `or` around this place that do not always count
  std::map<int64_t, Register> constants_;
  std::vector<std::string> names_;
};

Register Lowering::constant_register(int64_t value) {
  const auto [at, fresh_one] = constants_.try_emplace(value, 0);
  if (fresh_one) {
    at->second = fresh();
    program_->constants.emplace_back(at->second, value);
  }
  return at->second;
}

bool Lowering::depends_on_lane(const Expr& expr) const {
  return std::any_of(lane_slots_.begin(), lane_slots_.end(),
                     [&](size_t s) { return mentions(expr, s); });
}

/// Whether the term is n / 10**i, n % 10**i or n & 2**i, where the power may be beyond 64 bits.
bool Lowering::has_large_power(const Expr& expr) const {
  return (expr.op == Op::div || expr.op == Op::mod || expr.op == Op::bit_and) &&
         expr.args[1].op == Op::power && !interval(expr.args[1], intervals_).bounded();
}

/// Whether computing the term may find an operation without a value or a number beyond 64 bits.
bool Lowering::may_fault(const Expr& expr) const {
  if (has_large_power(expr) || expr.quantifier || may_fail(expr)) return true;
  if (!expr.args.empty() && !interval(expr, intervals_).bounded()) return true;
  return std::any_of(expr.args.begin(), expr.args.end(),
                     [&](const Expr& arg) { return may_fault(arg); });
}

Register Lowering::emit(Instruction instruction) {
  instruction.result = fresh();
  program_->instructions.push_back(std::move(instruction));
  return program_->instructions.back().result;
}

Register Lowering::lower_expr(const Expr& expr, Mask mask) {
  if (expr.op == Op::constant) return constant_register(expr.value);
  if (expr.op == Op::slot) return static_cast<Register>(expr.value);
  // A term that can fail is computed under the mask of its place and is not shared with other
  // places.
  const bool sharable = !may_fail(expr) && expr.op != Op::cell_count;
  const std::string key = sharable ? print_expr(expr, names_) : "";
  if (sharable) {
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
  }
  Instruction instruction;
  instruction.op = expr.op;
  instruction.vector = depends_on_lane(expr);
  instruction.mask = mask.reg;
  instruction.mask_vector = mask.vector;
  instruction.source = &expr;
  Register result = kNoRegister;
  if (has_large_power(expr)) instruction.op = Op::quantifier;  // interpreted
  switch (instruction.op) {
    case Op::quantifier:
    case Op::cell_count:
      result = emit(std::move(instruction));
      break;
    case Op::in_set:
      instruction.set = expr.set.get();
      for (const Expr& arg : expr.args) {
        instruction.tuple.push_back(lower_expr(arg, mask));
        instruction.tuple_vector.push_back(depends_on_lane(arg));
      }
      result = emit(std::move(instruction));
      break;
    case Op::logical_and:
    case Op::logical_or: {
      instruction.a = lower_expr(expr.args[0], mask);
      instruction.a_vector = depends_on_lane(expr.args[0]);
      Mask inner = mask;
      // The second operand counts only where the first has not decided.
      const bool narrowed = may_fault(expr.args[1]);
      if (narrowed) {
        inner = {instruction.a, instruction.a_vector};
        if (expr.op == Op::logical_or) {
          Instruction turned;
          turned.op = Op::logical_not;
          turned.vector = turned.a_vector = instruction.a_vector;
          turned.a = inner.reg;
          turned.source = &expr;
          inner.reg = emit(std::move(turned));
        }
        if (mask.reg != kNoRegister) {
          Instruction both;
          both.op = Op::logical_and;
          both.a = inner.reg;
          both.b = mask.reg;
          both.a_vector = inner.vector;
          both.b_vector = mask.vector;
          both.vector = both.a_vector || both.b_vector;
          both.source = &expr;
          inner.vector = both.vector;
          inner.reg = emit(std::move(both));
        }
      }
      narrowed_ += narrowed;
      instruction.b = lower_expr(expr.args[1], inner);
      narrowed_ -= narrowed;
      instruction.b_vector = depends_on_lane(expr.args[1]);
      result = emit(std::move(instruction));
      break;
    }
    default: {
      const Interval range = interval(expr, intervals_);
      instruction.checked = !range.bounded();
      instruction.a = lower_expr(expr.args[0], mask);
      instruction.a_vector = depends_on_lane(expr.args[0]);
      if (expr.args.size() == 1) {
        result = emit(std::move(instruction));
        break;
      }
      for (size_t i = 1; i < expr.args.size(); ++i) {  // min(a, b, c) is min(min(a, b), c)
        Instruction next = instruction;
        next.b = lower_expr(expr.args[i], mask);
        next.b_vector = depends_on_lane(expr.args[i]);
        next.vector = next.a_vector || next.b_vector;
        // 2^63 is a divisor that may still become smaller: gcd(-2^63, 0, 6) = 2.
        if (expr.op == Op::gcd) next.checked = i + 1 == expr.args.size();
        instruction.a = result = emit(std::move(next));
        instruction.a_vector = instruction.a_vector || depends_on_lane(expr.args[i]);
      }
      break;
    }
  }
  // Else an overflow may have been passed over.
  if (sharable && narrowed_ == 0) known_[key] = result;
  return result;
}

Guard Lowering::guard(const Expr& condition, Mask mask) {
  Guard result;
  result.code.begin = here();
  result.condition = lower_expr(condition, mask);
  result.code.end = here();
  return result;
}

/// Conditions that may fail or hold a quantifier come last: where the others are false they don't
/// count.
std::vector<const Expr*> Lowering::in_order(const std::vector<Expr>& conditions) const {
  std::vector<const Expr*> result;
  for (const Expr& condition : conditions) result.push_back(&condition);
  std::stable_partition(result.begin(), result.end(),
                        [&](const Expr* e) { return !may_fault(*e); });
  return result;
}

/// The number that the slot's value has to divide, and that is known before it; else null. No
/// choice that is passed over then would have been at fault: the conditions before never are.
const Expr* Lowering::known_divided(size_t slot, const std::vector<const Expr*>& conditions) const {
  for (const Expr* condition : conditions) {
    const Expr* divided = divided_by(*condition, slot);
    if (divided != nullptr && !may_fault(*divided)) return divided;
    if (may_fault(*condition)) break;
  }
  return nullptr;
}

/// Whether the innermost loop runs through options at equal distances and tests nothing.
bool Lowering::strided(const MoveLine& line, const Nest& nest) const {
  if (nest.loops.empty() || !nest.guards.back().empty()) return false;
  const Loop& inner = nest.loops.back();
  const bool plain = inner.kind == Loop::Kind::range ||
                     (inner.kind == Loop::Kind::elements && inner.slots.size() == 1);
  if (!plain || !inner.stop.empty() || inner.end != Loop::End::finite) return false;
  const std::vector<Interval> intervals = slot_intervals(most_, line, nest);
  for (size_t p = 0; p < nest.coordinates.size(); ++p) {
    for (size_t i = 0; i < nest.coordinates[p].size(); ++i) {
      int64_t factor = 0;
      const Expr& coordinate = nest.coordinates[p][i];
      if (!nest.natural[p][i] || !linear_factor(coordinate, inner.slots[0], factor)) return false;
      if (!interval(coordinate, intervals).bounded()) return false;
    }
  }
  return true;
}

namespace {

bool has_powers(const Expr& expr) {
  return expr.op == Op::power || expr.op == Op::shift_left ||
         std::any_of(expr.args.begin(), expr.args.end(), has_powers);
}

}  // namespace

void Lowering::add_nest(const MoveLine& line, const Nest& nest) {
  NestCode code;
  code.line = &line;
  code.repeated = std::any_of(line.parts.begin(), line.parts.end(), [](const Part& part) {
    return !part.binders.empty() || part.game->is_alias;
  });
  known_.clear();
  names_ = line.slot_names;
  intervals_ = slot_intervals(most_, line, nest);
  lane_slots_.clear();

  const size_t depth = nest.loops.size();
  code.strided = !code.repeated && strided(line, nest);
  if (!code.strided && !code.repeated && depth > 0) {
    const Loop& inner = nest.loops.back();
    auto interpreted = [this](const auto& self, const Expr& expr) -> bool {
      return expr.quantifier || has_large_power(expr) ||
             std::any_of(expr.args.begin(), expr.args.end(),
                         [&](const Expr& e) { return self(self, e); });
    };
    auto any_interpreted = [&](const std::vector<Expr>& list) {
      return std::any_of(list.begin(), list.end(),
                         [&](const Expr& e) { return interpreted(interpreted, e); });
    };
    bool scalar = any_interpreted(nest.guards.back()) || any_interpreted(inner.stop);
    for (const auto& coordinates : nest.coordinates)
      scalar = scalar || any_interpreted(coordinates);
    // 2**k <= n ends its loop long before all lanes have a value.
    for (const Expr& stop : inner.stop) scalar = scalar || has_powers(stop);
    code.vector =
        !scalar && (inner.kind == Loop::Kind::range || inner.kind == Loop::Kind::elements);
  }
  for (size_t d = 0; d <= depth; ++d) {
    LevelCode level;
    Mask mask;
    for (const Expr* at : in_order(nest.guards[d])) {
      const Expr& condition = *at;
      level.guards.push_back(guard(condition, code.vector && d == depth ? mask : Mask{}));
      if (!code.vector || d < depth) continue;
      // In lanes the guards have to be joined; lanes that are out can't fail in later ones.
      Guard& last = level.guards.back();
      if (mask.reg != kNoRegister) {
        Instruction both;
        both.op = Op::logical_and;
        both.vector = both.a_vector = both.b_vector = true;
        both.a = mask.reg;
        both.b = last.condition;
        both.b_vector = depends_on_lane(condition);
        both.source = &condition;
        last.condition = emit(std::move(both));
        last.code.end = here();
      } else if (!depends_on_lane(condition)) {
        Instruction spread;
        spread.op = Op::logical_and;
        spread.vector = true;
        spread.a = spread.b = last.condition;
        spread.source = &condition;
        last.condition = emit(std::move(spread));
        last.code.end = here();
      }
      mask = {last.condition, true};
    }
    if (d < depth) {
      const Loop& loop = nest.loops[d];
      level.loop = &loop;
      level.bounds.begin = here();
      for (const Expr& low : loop.low) level.low.push_back(lower_expr(low, {}));
      for (const Expr& high : loop.high) level.high.push_back(lower_expr(high, {}));
      for (const Expr& value : loop.values) level.values.push_back(lower_expr(value, {}));
      if (loop.kind == Loop::Kind::range && loop.stop.empty()) {
        const Expr* divided = known_divided(loop.slots[0], in_order(nest.guards[d + 1]));
        if (divided != nullptr) level.divided = lower_expr(*divided, {});
      }
      level.bounds.end = here();
      if (d + 1 == depth && code.vector) lane_slots_ = loop.slots;
      for (const Expr& stop : loop.stop) level.stops.push_back(guard(stop, {}));
    }
    code.levels.push_back(std::move(level));
    if (d == depth) {
      code.result.begin = here();
      for (size_t p = 0; p < line.parts.size() && !code.repeated; ++p) {
        PartCode part;
        part.part = &line.parts[p];
        part.natural = nest.natural[p];
        for (const Expr& coordinate : nest.coordinates[p]) {
          part.coordinates.push_back(lower_expr(coordinate, mask));
          part.per_lane.push_back(depends_on_lane(coordinate));
          int64_t factor = 0;
          if (code.strided) linear_factor(coordinate, nest.loops.back().slots[0], factor);
          part.distance.push_back(factor);
        }
        code.parts.push_back(std::move(part));
      }
      code.result.end = here();
    }
  }
  program_->code.push_back(std::move(code));
}

}  // namespace

std::unique_ptr<const Program> lower(const Rule& rule, int64_t limit) {
  return Lowering(rule, limit).run();
}

}  // namespace grundy
