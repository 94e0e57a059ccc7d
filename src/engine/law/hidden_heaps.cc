#include "engine/law/hidden_heaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "analysis/linear.h"

namespace grundy {
namespace {

constexpr unsigned long kTestSteps = 20'000;  // of isl, for one question
constexpr size_t kMostHeapChoices = 10'000;   // of terms, before the search for heaps is given up
constexpr std::array<CoordinateOrder, 5> kOrders = {{{0, 0}, {1, 1}, {1, 0}, {-1, 1}, {-1, 0}}};

/// -1 - a: natural where a is not.
LinearForm not_natural(LinearForm a) {
  for (int64_t& c : a.coefficients) c = -c;
  a.constant = -1 - a.constant;
  return a;
}
/// The value at a point and k; nothing where a sum is beyond 64 bits.
std::optional<int64_t> form_at(const LinearForm& form, const std::vector<int64_t>& point,
                               int64_t k) {
  int64_t sum = form.constant;
  for (size_t i = 0; i < form.coefficients.size(); ++i) {
    int64_t term = 0;
    if (__builtin_mul_overflow(form.coefficients[i], i < point.size() ? point[i] : k, &term) ||
        __builtin_add_overflow(sum, term, &sum))
      return std::nullopt;
  }
  return sum;
}

/// The multiple of k by which the term changes in a move of the line.
int64_t rate_of(const LinearForm& term, const LineByMultiples& line) {
  int64_t rate = 0;
  for (size_t i = 0; i < line.rates.size(); ++i) rate += term.coefficients[i] * line.rates[i];
  return rate;
}

/// The form with k' = sign·k + rest in place of the number k in its last dimension: where k is what
/// is left, k' says how much a coordinate changes. False where a coefficient is beyond 64 bits.
bool put_change(LinearForm& form, int64_t sign, const LinearForm& rest) {
  int64_t factor = 0;
  if (__builtin_mul_overflow(form.coefficients.back(), sign, &factor)) return false;
  const auto take = [&](int64_t& from, int64_t by) {
    int64_t product = 0;
    return !__builtin_mul_overflow(factor, by, &product) &&
           !__builtin_sub_overflow(from, product, &from);
  };
  form.coefficients.back() = factor;
  bool fits = take(form.constant, rest.constant);
  for (size_t i = 0; i + 1 < form.coefficients.size(); ++i)
    fits = take(form.coefficients[i], rest.coefficients[i]) && fits;
  return fits;
}
bool is_multiple(const LinearForm& form) {
  return form.constant == 0 && std::all_of(form.coefficients.begin(), form.coefficients.end() - 1,
                                           [](int64_t coefficient) { return coefficient == 0; });
}

/// k - least.
LinearForm k_above(size_t arity, int64_t least) {
  LinearForm form{std::vector<int64_t>(arity + 1), -least};
  form.coefficients[arity] = 1;
  return form;
}

/// The greatest k that a number allows; 0 where none below 2^62 does.
int64_t most_of(const LineByMultiples& line) {
  int64_t most = int64_t{1} << 62;
  for (const LinearForm& bound : line.bounds) {
    const bool is_of_k = std::all_of(bound.coefficients.begin(), bound.coefficients.end() - 1,
                                     [](int64_t coefficient) { return coefficient == 0; });
    if (is_of_k && bound.coefficients.back() == -1) most = std::min(most, bound.constant);
  }
  return most == int64_t{1} << 62 ? 0 : most;
}

/// A line that changes coordinates by multiples of its variable, or of how much it changes one of
/// them; perhaps of k < 0. Nothing where it is no such line.
std::optional<LineByMultiples> read_line(isl_ctx* context, const Rule& rule, const MoveLine& line) {
  const size_t arity = rule.arity();
  AffineSpace space(context, line, arity);
  std::vector<LinearForm> bounds, changes;
  bool exact = true;
  const auto require = [&](const Expr& condition) {
    exact = space.conjuncts(condition, exact, bounds) && exact;
  };
  const Part* part = only_part(rule, line);
  if (part == nullptr) return std::nullopt;
  const bool has_binder = !line.binders.empty();
  if (has_binder) {
    const Expr k = slot(line.binders[0].slots[0]);
    bounds.push_back(k_above(arity, 0));
    for (const Expr& low : line.binders[0].low) require(apply(Op::le, {low, k}));
    for (const Expr& high : line.binders[0].high) require(apply(Op::le, {k, high}));
  }
  for (const Expr& condition : line.conditions) require(condition);
  for (size_t i = 0; i < arity; ++i) {
    std::optional<LinearForm> to = space.linear(part->coordinates[i]);
    if (!to) return std::nullopt;
    LinearForm change = *to;
    --change.coefficients[i];
    if (!same_form(change, {std::vector<int64_t>(change.coefficients.size()), 0}))
      bounds.push_back(*std::move(to));
    changes.push_back(std::move(change));
  }
  if (!exact || space.dimensions() != arity + line.binders.size()) return std::nullopt;
  for (std::vector<LinearForm>* forms : {&bounds, &changes}) {
    for (LinearForm& form : *forms) form.coefficients.resize(arity + 1);
  }
  if (!has_binder) {  // k = 1
    for (LinearForm& change : changes)
      change.coefficients[arity] = std::exchange(change.constant, 0);
    bounds.push_back(k_above(arity, 1));
    bounds.push_back(not_natural(k_above(arity, 2)));
  }
  const auto by_what_is_left = std::find_if(changes.begin(), changes.end(), [](const auto& change) {
    return !is_multiple(change) && std::abs(change.coefficients.back()) == 1;
  });
  if (by_what_is_left != changes.end()) {
    LinearForm rest = *by_what_is_left;
    const int64_t sign = std::exchange(rest.coefficients[arity], 0);
    for (std::vector<LinearForm>* forms : {&bounds, &changes}) {
      for (LinearForm& form : *forms) {
        if (!put_change(form, sign, rest)) return std::nullopt;
      }
    }
  }
  if (!std::all_of(changes.begin(), changes.end(), is_multiple)) return std::nullopt;
  LineByMultiples result;
  for (const LinearForm& change : changes) result.rates.push_back(change.coefficients[arity]);
  result.bounds = std::move(bounds);
  return result;
}

/// The search for heaps, of positions in one order.
class HeapFinder {
 public:
  HeapFinder(isl_ctx* context, size_t arity, CoordinateOrder order,
             std::vector<LineByMultiples> lines)
      : context_(context), arity_(arity), order_(order), lines_(std::move(lines)) {}

  std::optional<HiddenHeaps> find() {
    for (LineByMultiples& line : lines_) {
      LineByMultiples turned = turned_round(line);
      if (is_never(with_some(turned))) continue;
      if (!is_never(with_some(line))) return std::nullopt;
      line = std::move(turned);
    }
    std::erase_if(lines_, [&](const LineByMultiples& line) { return is_never(line.bounds); });
    for (const LineByMultiples& line : lines_) {
      if (!follows(line.bounds, k_above(arity_, 1)) || !keeps_order(line)) return std::nullopt;
    }
    if (!play_ends()) return std::nullopt;
    if (!lines_.empty()) most_ = most_of(lines_[0]);
    if (std::any_of(lines_.begin(), lines_.end(),
                    [&](const LineByMultiples& line) { return most_of(line) != most_; }))
      most_ = 0;
    for (const LineByMultiples& line : lines_) add_terms(line);
    if (!choose()) return std::nullopt;
    std::vector<LinearForm> heaps;
    for (size_t i = 0; i < terms_.size(); ++i) {
      if (state_[i] == State::chosen) heaps.push_back(terms_[i]);
    }
    return HiddenHeaps(lines_, std::move(heaps), most_);
  }

 private:
  enum class State { open, chosen, left_out };

  /// The line with -k in place of k.
  static LineByMultiples turned_round(LineByMultiples line) {
    for (int64_t& rate : line.rates) rate = -rate;
    for (LinearForm& bound : line.bounds) bound.coefficients.back() = -bound.coefficients.back();
    return line;
  }
  /// Its bounds, and that k >= 1.
  std::vector<LinearForm> with_some(const LineByMultiples& line) const {
    std::vector<LinearForm> bounds = line.bounds;
    bounds.push_back(k_above(arity_, 1));
    return bounds;
  }
  /// Coordinate j - coordinate i, less what the order asks for, where j comes behind i; in a move
  /// at this rate or before.
  LinearForm distance(size_t i, size_t j, const std::vector<int64_t>* rates) const {
    LinearForm form{std::vector<int64_t>(arity_ + 1), -order_.gap * static_cast<int64_t>(j - i)};
    form.coefficients[j] += order_.direction;
    form.coefficients[i] -= order_.direction;
    if (rates != nullptr)
      form.coefficients[arity_] = order_.direction * ((*rates)[j] - (*rates)[i]);
    return form;
  }

  /// Whether no position in the order has all these natural.
  bool is_never(std::vector<LinearForm> forms) const {
    std::vector<size_t> used;  // dimensions; others say nothing here
    for (size_t d = 0; d <= arity_; ++d) {
      if (std::any_of(forms.begin(), forms.end(),
                      [&](const LinearForm& form) { return form.coefficients[d] != 0; }))
        used.push_back(d);
    }
    for (size_t i = 0; order_.direction != 0 && i + 1 < used.size() && used[i + 1] < arity_; ++i)
      forms.push_back(distance(used[i], used[i + 1], nullptr));
    const auto columns = static_cast<unsigned>(used.size() + 1);
    isl_mat* equalities = isl_mat_alloc(context_, 0, columns);
    isl_mat* inequalities =
        isl_mat_alloc(context_, static_cast<unsigned>(forms.size() + used.size()), columns);
    int row = 0;
    const auto put = [&](size_t column, int64_t value) {
      inequalities = isl_mat_set_element_val(inequalities, row, static_cast<int>(column),
                                             isl_val_int_from_si(context_, value));
    };
    for (const LinearForm& form : forms) {
      put(0, form.constant);
      for (size_t i = 0; i < used.size(); ++i) put(i + 1, form.coefficients[used[i]]);
      ++row;
    }
    for (size_t i = 0; i < used.size(); ++i, ++row) {
      for (size_t column = 0; column < columns; ++column) put(column, column == i + 1 ? 1 : 0);
    }
    isl::allow(context_, kTestSteps);
    isl_space* space = isl_space_set_alloc(context_, 0, columns - 1);
    const isl::BasicSet set(isl_basic_set_from_constraint_matrices(
        space, equalities, inequalities, isl_dim_cst, isl_dim_set, isl_dim_div, isl_dim_param));
    return isl_basic_set_is_empty(set.keep()) == isl_bool_true;
  }
  bool follows(std::vector<LinearForm> from, const LinearForm& form) const {
    from.push_back(not_natural(form));
    return is_never(std::move(from));
  }

  /// Seen where coordinates and distances of neighbours in the order fall: one that no line raises
  /// lets the lines that lower it be played finitely often, and then one that no other line raises.
  bool play_ends() const {
    std::vector<const LineByMultiples*> left;
    for (const LineByMultiples& line : lines_) left.push_back(&line);
    const auto leave_out_falling = [&](const auto& rate) {
      if (std::any_of(left.begin(), left.end(), [&](const auto* line) { return rate(*line) > 0; }))
        return;
      std::erase_if(left, [&](const auto* line) { return rate(*line) < 0; });
    };
    for (size_t before = 0; before != left.size();) {
      before = left.size();
      for (size_t i = 0; i < arity_; ++i) {
        leave_out_falling([&](const LineByMultiples& line) { return line.rates[i]; });
        if (order_.direction == 0 || i + 1 == arity_) continue;
        leave_out_falling([&](const LineByMultiples& line) {
          return order_.direction * (line.rates[i + 1] - line.rates[i]);
        });
      }
    }
    return left.empty();
  }

  bool keeps_order(const LineByMultiples& line) const {
    if (order_.direction == 0) return true;
    for (size_t i = 0; i + 1 < arity_; ++i) {
      if (line.rates[i] == line.rates[i + 1]) continue;
      // Given are the bounds of the line, and that these two were in order before the move.
      std::vector<LinearForm> from = line.bounds;
      from.push_back(distance(i, i + 1, nullptr));
      if (!follows(std::move(from), distance(i, i + 1, &line.rates))) return false;
    }
    return true;
  }

  /// The bounds of k by which the line lowers a term to any smaller number.
  void add_terms(const LineByMultiples& line) {
    for (const LinearForm& bound : line.bounds) {
      if (bound.coefficients[arity_] != -1) continue;
      LinearForm term = bound;
      term.coefficients[arity_] = 0;
      if (rate_of(term, line) != -1 || !follows({}, term)) continue;
      if (most_ != 0 && std::any_of(lines_.begin(), lines_.end(), [&](const auto& other) {
            return std::abs(rate_of(term, other)) > 1;
          }))
        continue;
      if (std::any_of(terms_.begin(), terms_.end(),
                      [&](const LinearForm& one) { return same_form(one, term); }))
        continue;
      std::vector<LinearForm> given = {bound, k_above(arity_, 1)};
      if (most_ != 0) given.push_back(not_natural(k_above(arity_, most_ + 1)));
      if (std::all_of(line.bounds.begin(), line.bounds.end(),
                      [&](const LinearForm& other) { return follows(given, other); }))
        terms_.push_back(std::move(term));
    }
  }

  /// Terms of which each line changes exactly one.
  bool choose() {
    state_.assign(terms_.size(), State::open);
    changed_.clear();
    for (const LineByMultiples& line : lines_) {
      std::vector<size_t>& changed = changed_.emplace_back();
      for (size_t i = 0; i < terms_.size(); ++i) {
        if (rate_of(terms_[i], line) != 0) changed.push_back(i);
      }
    }
    return choose_rest();
  }
  bool choose_rest() {
    if (++choices_ > kMostHeapChoices) return false;
    // A line without a term, with the fewest to choose from.
    const std::vector<size_t>* next = nullptr;
    size_t fewest = SIZE_MAX;
    for (const std::vector<size_t>& changed : changed_) {
      const auto count = [&](State state) {
        return static_cast<size_t>(std::count_if(changed.begin(), changed.end(),
                                                 [&](size_t i) { return state_[i] == state; }));
      };
      if (count(State::chosen) > 1) return false;
      if (count(State::chosen) == 1 || count(State::open) >= fewest) continue;
      fewest = count(State::open);
      next = &changed;
    }
    if (next == nullptr) return true;
    const std::vector<State> before = state_;
    for (const size_t term : *next) {
      if (before[term] != State::open) continue;
      state_[term] = State::chosen;
      for (const std::vector<size_t>& changed : changed_) {
        if (std::find(changed.begin(), changed.end(), term) == changed.end()) continue;
        for (const size_t other : changed) {
          if (other != term && state_[other] == State::open) state_[other] = State::left_out;
        }
      }
      if (choose_rest()) return true;
      state_ = before;
    }
    return false;
  }

  isl_ctx* context_;
  size_t arity_;
  CoordinateOrder order_;
  std::vector<LineByMultiples> lines_;
  int64_t most_ = 0;  // that all lines allow alike
  std::vector<LinearForm> terms_;
  std::vector<State> state_;                  // of the terms
  std::vector<std::vector<size_t>> changed_;  // by line: terms
  size_t choices_ = 0;
};

bool is_in_order(const std::vector<int64_t>& position, const CoordinateOrder& order) {
  for (size_t i = 0; order.direction != 0 && i + 1 < position.size(); ++i) {
    if (order.direction * (position[i + 1] - position[i]) < order.gap) return false;
  }
  return true;
}

}  // namespace

std::optional<uint64_t> HiddenHeaps::value(const std::vector<int64_t>& position) const {
  uint64_t sum = 0;
  for (const LinearForm& heap : heaps_) {
    const auto size = form_at(heap, position, 0);
    if (!size) return std::nullopt;
    sum ^= static_cast<uint64_t>(rest(*size));
  }
  return sum;
}

std::vector<std::vector<int64_t>> HiddenHeaps::moves_to(const std::vector<int64_t>& position,
                                                        uint64_t value) const {
  std::vector<std::vector<int64_t>> result;
  std::set<std::vector<int64_t>> seen;
  const auto here = this->value(position);
  if (!here || *here == value || value > INT64_MAX) return result;
  for (const LineByMultiples& line : lines_) {
    for (const LinearForm& heap : heaps_) {
      const int64_t rate = rate_of(heap, line);
      if (rate == 0) continue;
      const int64_t size = rest(*form_at(heap, position, 0));
      const int64_t wanted = size ^ static_cast<int64_t>(*here ^ value);
      if (rest(wanted) != wanted) continue;
      int64_t change = wanted - size;
      // By remainders it may be so much more, or less.
      if (most_ != 0 && (change < 0) != (rate < 0)) change += rate < 0 ? -most_ - 1 : most_ + 1;
      const int64_t k = change / rate;
      const bool is_move = change % rate == 0 && k > 0 &&
                           std::all_of(line.bounds.begin(), line.bounds.end(), [&](const auto& b) {
                             const auto rest = form_at(b, position, k);
                             return rest && *rest >= 0;
                           });
      if (!is_move) continue;
      std::vector<int64_t> to = position;
      for (size_t i = 0; i < to.size(); ++i) to[i] += line.rates[i] * k;
      if (seen.insert(to).second) result.push_back(std::move(to));
    }
  }
  return result;
}

bool HiddenHeapsOfRule::accepts(const Rule& rule) {
  if (rule.is_alias || rule.moves_by_code || rule.board != nullptr || rule.moves.empty())
    return false;
  return std::all_of(rule.moves.begin(), rule.moves.end(), [&](const MoveLine& line) {
    return only_part(rule, line) != nullptr && line.binders.size() <= 1 &&
           (line.binders.empty() || line.binders[0].kind == Binder::Kind::range);
  });
}

const HiddenHeaps* HiddenHeapsOfRule::at(const std::vector<int64_t>& position) {
  for (size_t i = 0; i < kOrders.size(); ++i) {
    if (!is_in_order(position, kOrders[i])) continue;
    if (!by_order_[i]) {
      const isl::Context context = isl::make_context(kTestSteps);
      by_order_[i].emplace();
      std::vector<LineByMultiples> lines;
      for (const MoveLine& line : rule_->moves) {
        if (auto read = read_line(context.get(), *rule_, line)) lines.push_back(*std::move(read));
      }
      if (lines.size() == rule_->moves.size())
        *by_order_[i] =
            HeapFinder(context.get(), rule_->arity(), kOrders[i], std::move(lines)).find();
    }
    if (*by_order_[i]) return &**by_order_[i];
  }
  return nullptr;
}

std::string linear_text(const LinearForm& form, const std::vector<std::string>& names) {
  std::string text;
  const auto add = [&](int64_t number, const std::string& name) {
    if (number == 0) return;
    text += text.empty() ? (number < 0 ? "-" : "") : number < 0 ? " - " : " + ";
    const std::string size = std::to_string(number < 0 ? -number : number);
    text += name.empty() ? size : size == "1" ? name : size + "*" + name;
  };
  for (const int64_t sign : {1, -1}) {
    for (size_t i = 0; i < names.size(); ++i) {
      if (form.coefficients[i] * sign > 0) add(form.coefficients[i], names[i]);
    }
  }
  add(form.constant, "");
  return text.empty() ? "0" : text;
}

}  // namespace grundy
