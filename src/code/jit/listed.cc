// Innermost loops over a set: the distances from a position to its options are listed before,
// element by element.
//
// In `x(n - k) for k in {1, 4, 9}` every position has its options at the distances -1, -4 and -9:
// the loop reads these from a list and does no arithmetic with elements. Where one condition alone
// changes along a row, as `l <= a` does in
// `intervals(l, a) + intervals(b, r) for (a, b) in I if l <= a and b <= r`, the elements that the
// other conditions leave are listed once a row (row_list).
//
// Cost: a load of the distance, one of the value and a bit set for each option.
#include "code/jit/unrolled.h"

#if defined(GRUNDY_JIT)
#include <algorithm>

#include "rule/cells.h"
#include "rule/evaluate.h"
#include "rule/slots.h"

namespace grundy::jit {
namespace {

constexpr int64_t kMostSums = 1 << 22;            // of those listed for one term
constexpr int64_t kSumsBetweenLooks = 1 << 12;    // at the budget
constexpr int64_t kMostWords = int64_t{1} << 26;  // words of the lists that each worker has

bool depends_only(const Expr& expr, const std::vector<size_t>& slots) {
  if (expr.quantifier) return false;
  if (expr.op == Op::slot)
    return std::find(slots.begin(), slots.end(), static_cast<size_t>(expr.value)) != slots.end();
  return std::all_of(expr.args.begin(), expr.args.end(),
                     [&](const Expr& e) { return depends_only(e, slots); });
}

}  // namespace

/// For each part the distances in bytes from the part's address to its options, by element of the
/// innermost loop's set; nothing when they depend on more than the element, or a coordinate may be
/// negative.
std::optional<std::vector<Generator::Offsets> > Generator::offsets_of(const Places& places) const {
  const Loop& loop = nest_->loops.back();
  const NumberSet& set = *loop.set;
  if (places.empty() || plan_.cells > static_cast<uint64_t>(INT32_MAX / shape_.width))
    return std::nullopt;
  std::vector<Offsets> result;
  for (size_t p = 0; p < places.size(); ++p) {
    for (const bool natural : nest_->natural[p]) {
      if (!natural) return std::nullopt;
    }
    auto offsets = std::make_shared<std::vector<int32_t> >(set.size());
    Environment slots(slots_.size());
    for (const auto& [factor, what] : places[p].left) {
      if (!depends_only(what, loop.slots)) return std::nullopt;
      for (size_t i = 0; i < set.size(); ++i) {
        for (size_t j = 0; j < set.arity; ++j) slots[loop.slots[j]] = set.flat[i * set.arity + j];
        Fault fault;
        int64_t bytes = evaluate(what, slots, fault);
        if (fault.kind != Fault::Kind::none || __builtin_mul_overflow(factor, bytes, &bytes))
          return std::nullopt;
        bytes = std::clamp<int64_t>(bytes, INT64_MIN / 2, INT64_MAX / 2) + (*offsets)[i];
        // An element too large for every position of the table is never used.
        (*offsets)[i] = static_cast<int32_t>(std::clamp<int64_t>(bytes, INT32_MIN, INT32_MAX));
      }
    }
    result.push_back(std::move(offsets));
  }
  return result;
}

/// Marks `count` >= 1 options whose distances are listed, from place `at` of the lists on.
void Generator::listed_options(const Places& places, const std::vector<Gp>& lists, const Gp& at,
                               const Gp& count) {
  auto option = [&](int j) {
    auto value_of = [&](size_t p) {
      Gp offset = cc_.newInt64();
      cc_.movsxd(offset, x86::dword_ptr(lists[p], at, 2, 4 * j));
      return load(x86::ptr(places[p].address, offset, 0, places[p].displacement));
    };
    Gp value = value_of(0);
    for (size_t p = 1; p < places.size(); ++p) cc_.xor_(value.r32(), value_of(p).r32());
    mark(value);
  };
  unrolled(count, option, [&](int j) { cc_.add(at, j); });
}

/// Where the terms of a sum or count are those of its variable alone, a difference of two sums from
/// 0 on, which are listed beforehand.
bool Generator::listed_fold(const Expr& fold, const Gp& result) {
  const Quantifier& q = *fold.quantifier;
  const Binder* only = only_range(q);
  if (only == nullptr) return false;
  const Binder& binder = *only;
  const size_t slot = binder.slots[0];
  const auto is_alone = [&](const Expr& e) { return !e.over_cells && depends_only(e, {slot}); };
  const int64_t most = interval(binder.high[0], intervals_).high;
  if (!is_alone(q.condition) || !std::all_of(q.filter.begin(), q.filter.end(), is_alone) ||
      most < 0 || most > kMostSums || !budget_.take_memory(8 * static_cast<uint64_t>(most + 2)))
    return false;
  auto sums = std::make_shared<std::vector<int64_t> >(1, 0);
  Environment slots(std::max(slot + 1, slots_.size()));
  Fault fault;
  for (int64_t& i = slots[slot]; i <= most; ++i) {
    if (i % kSumsBetweenLooks == 0 && budget_.spent()) return false;
    const bool passes = q.filter.empty() || evaluate(q.filter[0], slots, fault) != 0;
    int64_t sum = passes ? evaluate(q.condition, slots, fault) : 0;
    if (fold.over_cells->fold == CellCondition::Fold::count) sum = sum != 0;
    if (fault.kind != Fault::Kind::none || __builtin_add_overflow(sum, sums->back(), &sum))
      return false;
    sums->push_back(sum);
  }
  keep_.push_back(sums);
  const Gp list = imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(sums->data())));
  const Label none = cc_.newLabel();
  const Gp low = lent(term(binder.low[0]));
  const Gp high = term(binder.high[0]);
  if (interval(binder.low[0], intervals_).low < 0) {
    const Gp zero = imm(0);
    cc_.test(low, low);
    cc_.cmovs(low, zero);
  }
  cc_.cmp(low, high);
  cc_.jg(none);
  cc_.mov(result, x86::ptr(list, high, 3, 8));
  cc_.sub(result, x86::ptr(list, low, 3));
  cc_.bind(none);
  return true;
}

/// Writes the innermost loop over elements begin … end - 1 where it tests nothing; false otherwise.
bool Generator::offset_list(const Places& places, const Gp& begin, const Gp& end) {
  if (!nest_->guards.back().empty()) return false;
  const auto offsets = offsets_of(places);
  if (!offsets) return false;
  std::vector<Gp> lists;
  for (const Offsets& list : *offsets) {
    lists.push_back(imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(list->data()))));
    keep_.push_back(list);
  }
  const Label out = cc_.newLabel();
  Gp at = cc_.newInt64();
  Gp count = cc_.newInt64();
  cc_.mov(at, begin);
  cc_.mov(count, end);
  cc_.sub(count, begin);
  cc_.jle(out);
  cc_.add(options_, count);
  listed_options(places, lists, at, count);
  cc_.bind(out);
  return true;
}

/// The guard as `key <= bound`, with a key that depends on the element alone and a bound that does
/// not depend on it.
std::optional<Generator::Threshold> Generator::threshold(const Expr& guard) const {
  const Loop& loop = nest_->loops.back();
  if ((guard.op != Op::le && guard.op != Op::lt) || !safe(guard)) return std::nullopt;
  auto fixed = [&](const Expr& e) {
    return std::none_of(loop.slots.begin(), loop.slots.end(),
                        [&](size_t slot) { return mentions(e, slot); });
  };
  const Expr& left = guard.args[0];
  const Expr& right = guard.args[1];
  const Expr one = constant(1);
  if (depends_only(left, loop.slots) && fixed(right))
    return Threshold{left, guard.op == Op::le ? right : apply(Op::sub, {right, one})};
  if (depends_only(right, loop.slots) && fixed(left))
    return Threshold{apply(Op::neg, {right}),
                     apply(Op::neg, {guard.op == Op::le ? left : apply(Op::add, {left, one})})};
  return std::nullopt;
}

/// `for (a, b) in I if l <= a and b <= r`, where l changes along a row and r does not: at the start
/// of each row the elements with b <= r are listed, the largest a first. Those with l <= a stand at
/// the front; their number, which changes little from cell to cell, is counted on from the last
/// cell's.
bool Generator::row_list(const Places& places) {
  const Loop& loop = nest_->loops.back();
  const NumberSet& set = *loop.set;
  const SweepStep& last = plan_.order.back();
  constexpr size_t kLeast = 16;  // elements
  if (nest_->loops.size() != 1 || plan_.order.size() < 2 || set.size() < kLeast ||
      !loop.stop.empty())
    return false;
  std::optional<Threshold> along;
  std::vector<Expr> conditions = nest_->guards.back();
  for (const Expr& low : loop.low) conditions.push_back(apply(Op::le, {low, slot(loop.slots[0])}));
  for (const Expr& high : loop.high)
    conditions.push_back(apply(Op::le, {slot(loop.slots[0]), high}));
  std::vector<Expr> others;  // decide which elements a row has
  for (Expr& condition : conditions) {
    if (!safe(condition)) return false;
    if (!mentions(condition, last.coordinate)) {
      others.push_back(std::move(condition));
    } else if (along || !(along = threshold(condition))) {
      return false;
    }
  }
  if (!along) return false;
  const auto offsets = offsets_of(places);
  if (!offsets) return false;

  // The elements by their keys.
  const size_t width = set.arity;
  std::vector<std::pair<int64_t, size_t> > order(set.size());
  Environment slots(slots_.size());
  for (size_t i = 0; i < set.size(); ++i) {
    for (size_t j = 0; j < width; ++j) slots[loop.slots[j]] = set.flat[i * width + j];
    Fault fault;
    order[i] = {evaluate(along->key, slots, fault), i};
    if (fault.kind != Fault::Kind::none) return false;
  }
  std::sort(order.begin(), order.end());
  // For each: the key, the element, a distance for each part.
  const size_t stride = 1 + width + places.size();
  auto all = std::make_shared<std::vector<int64_t> >();
  for (const auto& [key, i] : order) {
    all->push_back(key);
    all->insert(all->end(), set.flat.begin() + static_cast<std::ptrdiff_t>(i * width),
                set.flat.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
    for (const Offsets& list : *offsets) all->push_back((*list)[i]);
  }
  keep_.push_back(all);
  // In the worker's lists: the row, the number of its elements, how many the last cell had; keys;
  // distances.
  const auto base = static_cast<int32_t>(8 * list_words_);
  const auto size = static_cast<int32_t>(set.size());
  const int32_t keys_at = base + 24;
  const int32_t distances_at = keys_at + 8 * size;
  list_words_ += 3 + set.size() + (places.size() * set.size() + 1) / 2;
  if (list_words_ > static_cast<uint64_t>(kMostWords)) return fail(), true;

  const auto known = known_;
  Gp lists = cc_.newInt64();
  cc_.mov(lists, field(offsetof(SweepState, lists)));
  const x86::Mem row_at = x86::qword_ptr(lists, base);
  const x86::Mem size_at = x86::qword_ptr(lists, base + 8);
  const x86::Mem count_at = x86::qword_ptr(lists, base + 16);
  const Label listed = cc_.newLabel();
  Gp row = cc_.newInt64();
  cc_.mov(row, cell_);
  add_scaled(row, -plan_.stride[last.coordinate] * shape_.width, coordinates_[last.coordinate]);
  cc_.cmp(row, row_at);
  cc_.je(listed);
  {
    Gp from = imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(all->data())));
    Gp end = cc_.newInt64();
    Gp to = cc_.newInt64();
    cc_.lea(end, x86::ptr(from, static_cast<int32_t>(8 * stride) * size));
    cc_.mov(row_at, row);
    cc_.xor_(to.r32(), to.r32());
    for (size_t j = 0; j < width; ++j) {
      slots_[loop.slots[j]] = cc_.newInt64();
      bound_[loop.slots[j]] = true;
    }
    const Label head = cc_.newLabel();
    const Label next = cc_.newLabel();
    cc_.bind(head);
    for (size_t j = 0; j < width; ++j)
      cc_.mov(slots_[loop.slots[j]], x86::qword_ptr(from, static_cast<int32_t>(8 * (1 + j))));
    for (const Expr& condition : others) jump_unless(condition, next);
    Gp word = cc_.newInt64();
    cc_.mov(word, x86::qword_ptr(from));
    cc_.mov(x86::qword_ptr(lists, to, 3, keys_at), word);
    for (size_t p = 0; p < places.size(); ++p) {
      cc_.mov(word, x86::qword_ptr(from, static_cast<int32_t>(8 * (1 + width + p))));
      cc_.mov(x86::dword_ptr(lists, to, 2, distances_at + static_cast<int32_t>(4 * p) * size),
              word.r32());
    }
    cc_.inc(to);
    cc_.bind(next);
    cc_.add(from, static_cast<int32_t>(8 * stride));
    cc_.cmp(from, end);
    cc_.jb(head);
    cc_.mov(size_at, to);
    cc_.xor_(to.r32(), to.r32());
    cc_.mov(count_at, to);
    for (const size_t slot : loop.slots) bound_[slot] = false;
    known_ = known;
  }
  cc_.bind(listed);
  Gp count = cc_.newInt64();
  const Gp bound = term(along->bound);
  const Label more = cc_.newLabel();
  const Label fewer = cc_.newLabel();
  const Label found = cc_.newLabel();
  const Label out = cc_.newLabel();
  cc_.mov(count, count_at);
  cc_.bind(more);
  cc_.cmp(count, size_at);
  cc_.jae(fewer);
  cc_.cmp(x86::qword_ptr(lists, count, 3, keys_at), bound);
  cc_.jg(fewer);
  cc_.inc(count);
  cc_.jmp(more);
  cc_.bind(fewer);
  cc_.test(count, count);
  cc_.jz(found);
  cc_.cmp(x86::qword_ptr(lists, count, 3, keys_at - 8), bound);
  cc_.jle(found);
  cc_.dec(count);
  cc_.jmp(fewer);
  cc_.bind(found);
  cc_.mov(count_at, count);
  cc_.test(count, count);
  cc_.jz(out);
  cc_.add(options_, count);
  std::vector<Gp> distances;
  for (size_t p = 0; p < places.size(); ++p) {
    distances.push_back(cc_.newInt64());
    cc_.lea(distances[p], x86::ptr(lists, distances_at + static_cast<int32_t>(4 * p) * size));
  }
  Gp at = cc_.newInt64();
  cc_.xor_(at.r32(), at.r32());
  listed_options(places, distances, at, count);
  cc_.bind(out);
  known_ = known;
  return true;
}

}  // namespace grundy::jit

#endif
