#include "engine/law/hidden_heaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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

/// A line as it is written; nothing where it is no such line.
std::optional<LineByMultiples> read_line(isl_ctx* context, const Rule& rule, const MoveLine& line) {
  const size_t arity = rule.arity();
  AffineSpace space(context, line, arity);
  LineByMultiples result;
  bool exact = true;
  const auto require = [&](const Expr& condition) {
    exact = space.conjuncts(condition, exact, result.bounds) && exact;
  };
  const Part* part = only_part(rule, line);
  if (part == nullptr) return std::nullopt;
  const bool has_binder = !line.binders.empty();
  if (has_binder) {
    const Expr k = slot(line.binders[0].slots[0]);
    for (const Expr& low : line.binders[0].low) require(apply(Op::le, {low, k}));
    for (const Expr& high : line.binders[0].high) require(apply(Op::le, {k, high}));
  }
  for (const Expr& condition : line.conditions) require(condition);
  for (size_t i = 0; i < arity; ++i) {
    std::optional<LinearForm> change = space.linear(part->coordinates[i]);
    if (!change || space.dimensions() != arity + line.binders.size()) return std::nullopt;
    const LinearForm to = *change;
    --change->coefficients[i];
    int64_t& rate = has_binder ? change->coefficients[arity] : change->constant;
    result.rates.push_back(rate);
    if (rate != 0) result.bounds.push_back(to);
    rate = 0;
    if (!same_form(*change, {std::vector<int64_t>(change->coefficients.size()), 0}))
      return std::nullopt;
  }
  if (!exact || space.dimensions() != arity + line.binders.size()) return std::nullopt;
  for (LinearForm& bound : result.bounds) bound.coefficients.resize(arity + 1);
  if (!has_binder) {
    for (const int64_t sign : {1, -1}) {
      LinearForm one{std::vector<int64_t>(arity + 1), -sign};  // k = 1
      one.coefficients[arity] = sign;
      result.bounds.push_back(std::move(one));
    }
  }
  return result;
}

/// The search for heaps, of positions in one order.
class HeapFinder {
 public:
  HeapFinder(isl_ctx* context, size_t arity, CoordinateOrder order,
             std::vector<LineByMultiples> lines)
      : context_(context), arity_(arity), order_(order), lines_(std::move(lines)) {}

  std::optional<HiddenHeaps> find() {
    std::erase_if(lines_, [&](const LineByMultiples& line) { return is_never(line.bounds); });
    if (!play_ends()) return std::nullopt;
    for (const LineByMultiples& line : lines_) {
      if (!follows(line.bounds, k_above(1)) || !keeps_order(line)) return std::nullopt;
    }
    for (const LineByMultiples& line : lines_) add_terms(line);
    if (!choose()) return std::nullopt;
    std::vector<LinearForm> heaps;
    for (size_t i = 0; i < terms_.size(); ++i) {
      if (state_[i] == State::chosen) heaps.push_back(terms_[i]);
    }
    return HiddenHeaps(lines_, std::move(heaps));
  }

 private:
  enum class State { open, chosen, left_out };

  /// k - least.
  LinearForm k_above(int64_t least) const {
    LinearForm form{std::vector<int64_t>(arity_ + 1), -least};
    form.coefficients[arity_] = 1;
    return form;
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

  /// Seen where the first coordinate that changes falls in every line, or the last one in every
  /// line.
  bool play_ends() const {
    const auto falls = [](int64_t rate) { return rate < 0; };
    const auto changes = [](int64_t rate) { return rate != 0; };
    const auto all = [&](const auto& first_change) {
      return std::all_of(lines_.begin(), lines_.end(), [&](const LineByMultiples& line) {
        return falls(first_change(line.rates));
      });
    };
    return all([&](const std::vector<int64_t>& rates) {
             const auto at = std::find_if(rates.begin(), rates.end(), changes);
             return at == rates.end() ? 0 : *at;
           }) ||
           all([&](const std::vector<int64_t>& rates) {
             const auto at = std::find_if(rates.rbegin(), rates.rend(), changes);
             return at == rates.rend() ? 0 : *at;
           });
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
      if (std::any_of(terms_.begin(), terms_.end(),
                      [&](const LinearForm& one) { return same_form(one, term); }))
        continue;
      const std::vector<LinearForm> given = {bound, k_above(1)};
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
    sum ^= static_cast<uint64_t>(*size);
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
      const int64_t size = *form_at(heap, position, 0);
      const int64_t change = (size ^ static_cast<int64_t>(*here ^ value)) - size;
      const int64_t k = change / rate;
      const bool is_move = change % rate == 0 &&
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
