#include "engine/board/list_numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace grundy {
namespace {

constexpr int64_t kGreatestModulus = int64_t{1} << 31;
constexpr size_t kMostConstants = 64;
constexpr int64_t kSmall = 1024;

/// What a term can tell of the elements.
enum class Content : uint8_t {
  nothing,    // no element is in it, or what it tells is among what matters
  element,    // it is one of them
  remainder,  // a sum or product with elements, whose remainders alone may be asked for
};

/// Reads a rule and collects what matters, until something can't be told.
class NumberUse {
 public:
  explicit NumberUse(const Rule& rule) : rule_(rule) {}

  bool read() {
    const BoardRule& board = *rule_.board;
    for (const auto* clauses : {&board.always, &board.over, &board.ends}) {
      for (const BoardClause& clause : *clauses) {
        begin();
        ask(clause.condition);
      }
    }
    for (const BoardLine& line : board.lines) read(line);
    if (order) {
      for (const int64_t value : written_) add_constant(value);
    }
    return known_ && !(order && writes_terms_) && constants.size() <= kMostConstants;
  }

  bool order = false;
  int64_t modulus = 1;
  std::vector<int64_t> constants;

 private:
  void begin() { slots_.assign(rule_.arity(), Content::nothing); }
  void give_up() { known_ = false; }
  void set(size_t slot, Content content) {
    if (slots_.size() <= slot) slots_.resize(slot + 1, Content::nothing);
    slots_[slot] = content;
  }
  bool is_list_slot(size_t slot) const {
    return slot < rule_.arity() && rule_.board->kinds[slot] != CoordinateKind::number;
  }
  void add_constant(int64_t value) {
    order = true;
    if (std::find(constants.begin(), constants.end(), value) == constants.end())
      constants.push_back(value);
  }

  /// A term that must tell nothing.
  void ask(const Expr& expr) {
    if (content_of(expr) != Content::nothing) give_up();
  }
  void ask(const std::vector<Expr>& exprs) {
    for (const Expr& expr : exprs) ask(expr);
  }

  void read(const BoardLine& line) {
    if (!line.steps.empty() || !line.to || line.reply != Reply::anywhere) return give_up();
    begin();
    for (const Binder& binder : line.binders) bind(binder);
    ask(line.conditions);
    for (const BoardPart& part : line.parts) read(part);
  }

  void read(const BoardPart& part) {
    if (part.game != &rule_) return give_up();
    for (const Binder& binder : part.binders) bind(binder);
    ask(part.condition);
    size_t list = 0;
    for (size_t i = 0; i < rule_.arity(); ++i) {
      if (rule_.board->kinds[i] == CoordinateKind::number) {
        ask(part.coordinates[i]);
      } else {
        read(part.sets[list++].list);
      }
    }
  }

  void read(const ListTerm& term) {
    for (const ListPiece& piece : term) {
      if (piece.taken) order = true;  // the first one that is equal
      if (piece.from == kNoSlot) read(piece.listed);
      ask(piece.slice);
      for (const ListPiece::Change& change : piece.changes) {
        ask(change.first);
        ask(change.last);
        for (const Expr& number : change.number) write(number);
        read(change.list);
      }
    }
  }

  void read(const SetTerm& listed) {
    for (const Binder& binder : listed.binders) bind(binder);
    ask(listed.condition);
    for (const Expr& element : listed.elements) write(element);
    read(listed.list);
  }

  /// A number that comes into a list.
  void write(const Expr& number) {
    if (number.op == Op::constant) {
      written_.push_back(number.value);
      return;
    }
    const Content content = content_of(number);
    if (content != Content::element) writes_terms_ = true;
    // Whether it is a natural number is more than its remainder tells.
    if (content == Content::remainder && may_be_negative(number)) give_up();
  }
  static bool may_be_negative(const Expr& term) {
    return term.op == Op::sub || term.op == Op::neg ||
           (term.op == Op::constant && term.value < 0) ||
           (term.quantifier && may_be_negative(term.quantifier->condition)) ||
           std::any_of(term.args.begin(), term.args.end(), may_be_negative);
  }

  void bind(const Binder& binder) {
    const Content content = content_of(binder);
    if (content == Content::remainder) give_up();  // no choice when it is negative
    for (const size_t slot : binder.slots) set(slot, content);
  }

  Content content_of(const Binder& binder) {
    if (binder.kind == Binder::Kind::equal) return content_of(binder.low[0]);
    ask(binder.low);
    ask(binder.high);
    if (binder.values.size() != 1) {
      ask(binder.values);
      return Content::nothing;
    }
    const Expr& value = binder.values[0];
    if (!value.over_cells || value.over_cells->kind != CellCondition::Kind::elements)
      return content_of(value);
    order |= value.over_cells->no;  // equal neighbours once
    return Content::element;
  }

  void compare(const Expr& a, const Expr& b) {
    const Content one = content_of(a);
    const Content other = content_of(b);
    if (one == Content::nothing && other == Content::nothing) return;
    if (one == Content::element && other == Content::element) {
      order = true;
    } else if (one == Content::element && b.op == Op::constant) {
      add_constant(b.value);
    } else if (other == Content::element && a.op == Op::constant) {
      add_constant(a.value);
    } else {
      give_up();
    }
  }

  Content content_of(const Expr& expr) {
    if (!known_) return Content::nothing;
    switch (expr.op) {
      case Op::constant:
        return Content::nothing;
      case Op::slot: {
        const auto slot = static_cast<size_t>(expr.value);
        if (is_list_slot(slot)) give_up();
        return slot < slots_.size() ? slots_[slot] : Content::nothing;
      }
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul: {
        Content content = Content::nothing;
        for (const Expr& arg : expr.args) {
          if (content_of(arg) != Content::nothing) content = Content::remainder;
        }
        return content;
      }
      case Op::mod:
        ask(expr.args[1]);
        if (content_of(expr.args[0]) != Content::nothing) take_remainder(expr.args[1]);
        return Content::nothing;
      case Op::eq:
      case Op::ne:
      case Op::lt:
      case Op::le:
        compare(expr.args[0], expr.args[1]);
        return Content::nothing;
      case Op::min:
      case Op::max:
        return least_or_greatest(expr.args);
      case Op::in_set:
        in_set(expr);
        return Content::nothing;
      case Op::quantifier:
        for (const Binder& binder : expr.quantifier->binders) bind(binder);
        ask(expr.quantifier->filter);
        ask(expr.quantifier->condition);
        return Content::nothing;
      case Op::cells:
      case Op::cell_count:
        return content_of_list(expr);
      default:
        ask(expr.args);
        return Content::nothing;
    }
  }

  void take_remainder(const Expr& by) {
    if (by.op != Op::constant || by.value <= 0 || by.value > kGreatestModulus) return give_up();
    modulus = std::lcm(modulus, by.value);
    if (modulus > kGreatestModulus) give_up();
  }

  Content least_or_greatest(const std::vector<Expr>& args) {
    bool all_elements = true;
    bool any = false;
    for (const Expr& arg : args) {
      const Content content = content_of(arg);
      any |= content != Content::nothing;
      all_elements &= content == Content::element;
    }
    if (!any) return Content::nothing;
    if (!all_elements) give_up();
    order = true;
    return Content::element;
  }

  void in_set(const Expr& expr) {
    if (expr.args.size() != 1) return ask(expr.args);
    if (content_of(expr.args[0]) == Content::nothing) return;
    if (content_of(expr.args[0]) != Content::element || expr.set->size() > kMostConstants)
      return give_up();
    for (const int64_t one : expr.set->flat) add_constant(one);
  }

  Content content_of_list(const Expr& expr) {
    const CellCondition& about = *expr.over_cells;
    switch (about.kind) {
      case CellCondition::Kind::sorted:
        order = true;
        return Content::nothing;
      case CellCondition::Kind::length:
        return Content::nothing;
      case CellCondition::Kind::element:
        ask(expr.args[1]);
        return Content::element;
      case CellCondition::Kind::member:
        if (about.term.op == Op::constant) {
          add_constant(about.term.value);
        } else if (content_of(about.term) == Content::element) {
          order = true;
        } else {
          give_up();
        }
        return Content::nothing;
      case CellCondition::Kind::fold:
        return content_of_fold(expr, about.fold);
      default:
        give_up();
        return Content::nothing;
    }
  }

  Content content_of_fold(const Expr& expr, CellCondition::Fold fold) {
    Content one = Content::element;
    if (expr.quantifier) {
      for (const Binder& binder : expr.quantifier->binders) bind(binder);
      ask(expr.quantifier->filter);
      one = content_of(expr.quantifier->condition);
    }
    if (fold == CellCondition::Fold::count && one != Content::nothing) give_up();
    if (one == Content::nothing) return Content::nothing;
    if (fold == CellCondition::Fold::sum || fold == CellCondition::Fold::product)
      return Content::remainder;
    if ((fold != CellCondition::Fold::min && fold != CellCondition::Fold::max) ||
        one != Content::element)
      give_up();
    add_constant(0);  // of no elements
    return Content::element;
  }

  const Rule& rule_;
  std::vector<Content> slots_;
  bool known_ = true;
  bool writes_terms_ = false;
  std::vector<int64_t> written_;  // constants
};

bool has_lists_alone(const Rule& rule) {
  if (!rule.board || rule.board->has_board()) return false;
  const auto& kinds = rule.board->kinds;
  return rule.board->sets() > 0 && std::all_of(kinds.begin(), kinds.end(), [](CoordinateKind one) {
           return one == CoordinateKind::number || one == CoordinateKind::list;
         });
}

}  // namespace

std::optional<ListNumbers> ListNumbers::of(const Rule& rule) {
  if (!has_lists_alone(rule)) return {};
  NumberUse use(rule);
  if (!use.read()) return {};
  std::sort(use.constants.begin(), use.constants.end());
  return ListNumbers(use.order, use.modulus, std::move(use.constants));
}

void ListNumbers::reduce(BoardPosition& position) {
  if (!order_) {
    for (NaturalSet& list : position.sets) {
      for (int64_t& number : list) number %= modulus_;
    }
    return;
  }
  int64_t bits = 0;
  for (const NaturalSet& list : position.sets) {
    for (const int64_t number : list) bits |= number;
  }
  if (bits < 64 && modulus_ == 1 && constants_.empty()) {
    reduce_to_places(position.sets);
  } else if (bits < kSmall) {
    reduce_small(position.sets, bits);
  } else {
    reduce_large(position.sets);
  }
}

/// The image is how many smaller numbers there are.
void ListNumbers::reduce_to_places(std::vector<NaturalSet>& lists) {
  uint64_t seen = 0;
  for (const NaturalSet& list : lists) {
    for (const int64_t number : list) seen |= uint64_t{1} << number;
  }
  if ((seen & (seen + 1)) == 0) return;
  std::array<uint8_t, 64> images;
  uint8_t image = 0;
  for (; seen != 0; seen &= seen - 1) images[static_cast<size_t>(std::countr_zero(seen))] = image++;
  for (NaturalSet& list : lists) {
    for (int64_t& number : list) number = images[static_cast<size_t>(number)];
  }
}

/// The image of the number, if `before` is that of the next smaller one, or -1.
int64_t ListNumbers::image_after(int64_t before, int64_t number) const {
  int64_t image = before + 1;
  if (!constants_.empty()) {
    const auto at = std::lower_bound(constants_.begin(), constants_.end(), number);
    if (at != constants_.end() && *at == number) return number;
    if (at != constants_.begin()) image = std::max(image, *std::prev(at) + 1);
  }
  return modulus_ == 1 ? image : image + (number - image) % modulus_;
}

void ListNumbers::reduce_small(std::vector<NaturalSet>& lists, int64_t greatest) {
  seen_.assign(static_cast<size_t>(greatest) / 64 + 1, 0);
  images_.resize(kSmall);
  for (const NaturalSet& list : lists) {
    for (const int64_t number : list)
      seen_[static_cast<size_t>(number) / 64] |= uint64_t{1} << number % 64;
  }
  int64_t image = -1;
  for (size_t i = 0; i < seen_.size(); ++i) {
    for (uint64_t bits = seen_[i]; bits != 0; bits &= bits - 1) {
      const int64_t number = static_cast<int64_t>(64 * i) + __builtin_ctzll(bits);
      image = image_after(image, number);
      images_[static_cast<size_t>(number)] = image;
    }
  }
  for (NaturalSet& list : lists) {
    for (int64_t& number : list) number = images_[static_cast<size_t>(number)];
  }
}

void ListNumbers::reduce_large(std::vector<NaturalSet>& lists) {
  NaturalSet numbers;
  for (const NaturalSet& list : lists) numbers.insert(numbers.end(), list.begin(), list.end());
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  NaturalSet images;
  int64_t image = -1;
  for (const int64_t number : numbers) images.push_back(image = image_after(image, number));
  for (NaturalSet& list : lists) {
    for (int64_t& number : list) {
      const auto at = std::lower_bound(numbers.begin(), numbers.end(), number);
      number = images[static_cast<size_t>(at - numbers.begin())];
    }
  }
}

}  // namespace grundy
