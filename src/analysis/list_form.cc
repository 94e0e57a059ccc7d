#include "analysis/list_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "rule/fold_names.h"

namespace grundy {
namespace {

using OfList = CellCondition::Kind;
using Texts = std::set<std::string>;

constexpr size_t kMostReordered = 3;  // variables of a line that are tried in each order
constexpr size_t kLongestListForm = 4000;
constexpr int64_t kLargestFactor = int64_t{1} << 50;

/// A sum of atoms, each a text, with factors.
struct LinearText {
  std::map<std::string, int64_t> factors;
  int64_t constant = 0;

  static LinearText atom(std::string text) { return {{{std::move(text), 1}}, 0}; }
  /// Nothing where a number becomes too large.
  std::optional<LinearText> plus(const LinearText& other, int64_t factor) const {
    LinearText sum = *this;
    const auto add = [&](int64_t& to, int64_t number) {
      int64_t product = 0;
      return !__builtin_mul_overflow(number, factor, &product) &&
             !__builtin_add_overflow(to, product, &to) && to <= kLargestFactor &&
             to >= -kLargestFactor;
    };
    if (!add(sum.constant, other.constant)) return std::nullopt;
    for (const auto& [text, number] : other.factors) {
      if (!add(sum.factors[text], number)) return std::nullopt;
    }
    std::erase_if(sum.factors, [](const auto& one) { return one.second == 0; });
    return sum;
  }
  std::string text() const {
    std::string result;
    if (constant != 0 || factors.empty()) result = fmt::format("{}", constant);
    for (const auto& [atom, factor] : factors) {
      if (factor == 1 || factor == -1) {
        result += factor < 0 ? "-" : result.empty() ? "" : "+";
      } else {
        result += fmt::format("{}{}*", factor < 0 || result.empty() ? "" : "+", factor);
      }
      result += atom;
    }
    return result;
  }
};

/// Comparisons with 0, and other conditions as texts.
class FormConditions {
 public:
  void at_least_zero(const LinearText& sum) { bounds_.push_back(sum); }
  void other(std::string text) { others_.insert(std::move(text)); }

  /// Those that do not follow from others.
  Texts texts() const {
    std::map<std::string, LinearText> kept;
    for (const LinearText& one : bounds_) kept.emplace(one.text(), one);
    for (auto at = kept.begin(); at != kept.end();)
      at = follows(at->first, at->second, kept) ? kept.erase(at) : std::next(at);
    Texts result = others_;
    for (const auto& [text, sum] : kept) result.insert("0<=" + text);
    return result;
  }

 private:
  /// Whether the rest is never negative.
  static bool is_natural(const LinearText& sum) {
    const auto may_be_added = [](const auto& one) {
      const std::string& atom = one.first;
      const bool is_known = atom.starts_with("L") || atom.starts_with("len(") ||
                            atom.starts_with("D") || atom.starts_with("c");
      return is_known && one.second > 0;
    };
    return sum.constant >= 0 && std::all_of(sum.factors.begin(), sum.factors.end(), may_be_added);
  }
  static bool follows(const std::string& name, const LinearText& sum,
                      const std::map<std::string, LinearText>& from) {
    if (is_natural(sum)) return true;
    for (auto a = from.begin(); a != from.end(); ++a) {
      if (a->first == name) continue;
      const auto rest = sum.plus(a->second, -1);
      if (!rest) continue;
      if (is_natural(*rest)) return true;
      for (auto b = std::next(a); b != from.end(); ++b) {
        if (b->first == name) continue;
        const auto less = rest->plus(b->second, -1);
        if (less && is_natural(*less)) return true;
      }
    }
    return false;
  }

  std::vector<LinearText> bounds_;
  Texts others_;
};

/// What can't be said in such a text.
struct NoForm {};

std::string joined(const Texts& texts, std::string_view between) {
  return fmt::format("{}", fmt::join(texts, between));
}

/// One line, or one condition on positions, of a game of lists.
class LineForm {
 public:
  LineForm(const Rule& rule, const std::vector<std::string>& slot_names)
      : rule_(rule), numbers_(slot_names.size()), lists_(slot_names.size()) {
    for (size_t i = 0; i < rule.arity(); ++i) {
      if (rule.board->kinds[i] == CoordinateKind::number) {
        numbers_[i] = LinearText::atom(fmt::format("c{}", i));
      } else {
        lists_[i] = fmt::format("L{}", i);
      }
    }
  }

  /// The variable of binder order[i] has number i.
  std::string of(const BoardLine& line, const std::vector<size_t>& order) {
    for (size_t i = 0; i < order.size(); ++i) name(line.binders[i], order[i]);
    tell_by_what_is_written(line, order);
    FormConditions all;
    for (const Binder& binder : line.binders) add(binder, all);
    for (const Expr& condition : line.conditions) add(condition, true, all);
    for (const LinearText& one : written(line)) all.at_least_zero(one);
    Texts parts;
    for (const BoardPart& part : line.parts) parts.insert(fmt::format("({})", of(part, all)));
    return joined(all.texts(), " & ") + " -> " + (line.to ? joined(parts, " + ") : "same");
  }

  std::string of(const Expr& condition) {
    FormConditions all;
    add(condition, true, all);
    return joined(all.texts(), " & ");
  }

 private:
  // --- variables ---

  static bool is_of(const Binder& binder, OfList kind) {
    return binder.kind == Binder::Kind::values && binder.values.size() == 1 &&
           binder.values[0].over_cells && binder.values[0].over_cells->kind == kind;
  }
  static std::string variable(size_t number) { return fmt::format("v{}", number); }

  void name(const Binder& binder, size_t number) { name(binder, variable(number)); }
  void name(const Binder& binder, const std::string& variable) {
    if (is_of(binder, OfList::below)) {
      lists_.at(binder.slots[0]) = "D" + variable;
    } else if (is_of(binder, OfList::elements)) {
      const std::string& list = lists_.at(binder.values[0].over_cells->from);
      number(binder.slots[0]) = LinearText::atom(fmt::format("{}[{}]", list, variable));
    } else if (binder.kind == Binder::Kind::equal) {
      number(binder.slots[0]) = term(binder.low[0]);
    } else {
      if (binder.slots.size() != 1) throw NoForm();
      number(binder.slots[0]) = LinearText::atom(variable);
    }
    if (is_of(binder, OfList::elements)) places_[binder.slots[0]] = variable;
  }
  std::optional<LinearText>& number(size_t slot) {
    if (slot >= numbers_.size()) {
      numbers_.resize(slot + 1);
      lists_.resize(slot + 1);
    }
    return numbers_[slot];
  }

  /// What the binder says of its variable.
  void add(const Binder& binder, FormConditions& all) {
    const Expr here = slot(binder.slots[0]);
    if (is_of(binder, OfList::below)) {
      const std::string& list = lists_.at(binder.values[0].over_cells->from);
      all.other(fmt::format("{}<={}", lists_.at(binder.slots[0]), list));
      return;
    }
    if (is_of(binder, OfList::elements)) {
      const std::string& list = lists_.at(binder.values[0].over_cells->from);
      const LinearText place = LinearText::atom(places_.at(binder.slots[0]));
      all.at_least_zero(sum(place, 1, LinearText{{}, 1}, -1));
      all.at_least_zero(sum(LinearText::atom(fmt::format("len({})", list)), 1, place, -1));
      return;
    }
    all.at_least_zero(term(here));
    switch (binder.kind) {
      case Binder::Kind::equal:
        return;
      case Binder::Kind::range:
        if (!binder.low.empty()) add(apply(Op::le, {binder.low[0], here}), true, all);
        if (!binder.high.empty()) add(apply(Op::le, {here, binder.high[0]}), true, all);
        return;
      case Binder::Kind::in_set:
        add_set(*binder.set, term(here), true, all);
        return;
      case Binder::Kind::values: {
        Texts values;
        for (const Expr& one : binder.values) values.insert(term(one).text());
        all.other(fmt::format("{} of {{{}}}", term(here).text(), joined(values, ",")));
      }
    }
  }

  /// A variable that a written number tells becomes that number.
  void tell_by_what_is_written(const BoardLine& line, const std::vector<size_t>& order) {
    std::set<std::string> used;
    for (size_t next = 0; next < order.size(); ++next) {
      const size_t at =
          static_cast<size_t>(std::find(order.begin(), order.end(), next) - order.begin());
      const Binder& binder = line.binders[at];
      if (binder.kind != Binder::Kind::range) continue;
      const std::string own = variable(next);
      std::map<std::string, LinearText> outputs;
      for (LinearText& one : written(line)) outputs.emplace(one.text(), std::move(one));
      for (const auto& [text, output] : outputs) {
        const auto factor = output.factors.find(own);
        if (factor == output.factors.end() || std::abs(factor->second) != 1 || used.contains(text))
          continue;
        if (stands_inside(output, own)) continue;
        // output = ±v + rest: v = ±(y - rest)
        LinearText rest = output;
        const int64_t sign = factor->second;
        rest.factors.erase(own);
        const LinearText fresh = LinearText::atom(fmt::format("y{}", next));
        number(binder.slots[0]) = sum(LinearText{}, 1, sum(fresh, 1, rest, -1), sign);
        used.insert(fresh.text());
        break;
      }
    }
  }
  /// Whether the variable is part of another atom, as in a[v0].
  static bool stands_inside(const LinearText& output, const std::string& own) {
    return std::any_of(output.factors.begin(), output.factors.end(), [&](const auto& one) {
      return one.first != own && one.first.find(own) != one.first.npos;
    });
  }

  // --- what a move writes ---

  /// The numbers that are written one by one.
  std::vector<LinearText> written(const BoardLine& line) {
    std::vector<LinearText> result;
    for (const BoardPart& part : line.parts) {
      if (!part.binders.empty() || part.game != &rule_) throw NoForm();
      for (size_t i = 0; i < part.coordinates.size(); ++i) {
        if (rule_.board->kinds[i] == CoordinateKind::number)
          result.push_back(term(part.coordinates[i]));
      }
      for (const SetTerm& set : part.sets) add_written(set.list, result);
    }
    return result;
  }
  void add_written(const ListTerm& list, std::vector<LinearText>& result) {
    for (const ListPiece& piece : list) {
      if (piece.taken) continue;
      if (piece.listed.binders.empty()) {
        for (const Expr& one : piece.listed.elements) result.push_back(term(one));
      }
      for (const ListPiece::Change& change : piece.changes) {
        for (const Expr& one : change.number) result.push_back(term(one));
        add_written(change.list, result);
      }
    }
  }

  std::string of(const BoardPart& part, FormConditions& all) {
    std::vector<std::string> texts;
    size_t set = 0;
    for (size_t i = 0; i < part.coordinates.size(); ++i) {
      const CoordinateKind kind = rule_.board->kinds[i];
      if (kind == CoordinateKind::number) {
        texts.push_back(term(part.coordinates[i]).text());
      } else if (kind == CoordinateKind::list) {
        texts.push_back(list_text(part.sets[set++].list));
      } else if (kind == CoordinateKind::bag) {
        texts.push_back(bag_text(part.sets[set++].list, all));
      } else {
        throw NoForm();
      }
    }
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  /// Pieces one behind the other; numbers between them as one listing.
  std::string list_text(const ListTerm& list) {
    std::vector<std::string> pieces;
    add_pieces(list, pieces);
    std::string result;
    for (const std::string& one : pieces) {
      const bool goes_on = !result.empty() && result.back() == ']' && one.front() == '[' &&
                           one.find(" for ") == one.npos && ends_in_numbers_;
      if (goes_on) {
        result.pop_back();
        result += "," + one.substr(1);
      } else {
        result += (result.empty() || one.front() == '-' ? "" : "+") + one;
      }
      ends_in_numbers_ = one.front() == '[' && one.find(" for ") == one.npos;
    }
    return result.empty() ? "[]" : result;
  }
  void add_pieces(const ListTerm& list, std::vector<std::string>& pieces) {
    for (const ListPiece& piece : list) {
      if (piece.taken) {
        pieces.push_back("-(" + list_text({untaken(piece)}) + ")");
      } else if (piece.from == kNoSlot) {
        const std::string text = listing(piece.listed);
        if (text != "[]") pieces.push_back(text);
      } else if (!piece.slice.empty()) {
        add_slice(piece.from, term(piece.slice[0]), term(piece.slice[1]), pieces);
      } else if (piece.changes.size() == 1) {
        const ListPiece::Change& change = piece.changes[0];
        add_slice(piece.from, {{}, 1}, sum(term(change.first), 1, {{}, 1}, -1), pieces);
        if (change.number.empty()) {
          add_pieces(change.list, pieces);
        } else {
          pieces.push_back("[" + term(change.number[0]).text() + "]");
        }
        add_slice(piece.from, sum(term(change.last), 1, {{}, 1}, 1), length(piece.from), pieces);
      } else {
        Texts changes;
        for (const ListPiece::Change& change : piece.changes) changes.insert(change_text(change));
        pieces.push_back(lists_.at(piece.from) +
                         (changes.empty() ? "" : "{" + joined(changes, ";") + "}"));
      }
    }
  }
  void add_slice(size_t list, const LinearText& first, const LinearText& last,
                 std::vector<std::string>& pieces) {
    const LinearText cells = sum(last, 1, first, -1);  // one less than there are
    if (cells.factors.empty() && cells.constant < 0) return;
    if (first.text() == "1" && last.text() == length(list).text()) {
      pieces.push_back(lists_.at(list));
    } else if (first.text() == last.text()) {
      pieces.push_back(fmt::format("[{}]", element(lists_.at(list), first.text())));
    } else {
      pieces.push_back(fmt::format("{}[{}..{}]", lists_.at(list), first.text(), last.text()));
    }
  }
  static ListPiece untaken(ListPiece piece) {
    piece.taken = false;
    return piece;
  }
  std::string change_text(const ListPiece::Change& change) {
    return fmt::format(
        "{}..{}->{}", term(change.first).text(), term(change.last).text(),
        change.number.empty() ? list_text(change.list) : "[" + term(change.number[0]).text() + "]");
  }
  LinearText length(size_t list) { return LinearText::atom(length_of(lists_.at(list))); }
  /// D, of [d] <= a, is as long as the list that bounds it; there is one such list.
  std::string length_of(const std::string& list) const {
    return fmt::format("len({})", list.starts_with("D") ? bounding_list() : list);
  }
  std::string bounding_list() const {
    std::string found;
    for (size_t i = 0; i < rule_.arity(); ++i) {
      if (!is_list(rule_.board->kinds[i])) continue;
      if (!found.empty()) throw NoForm();
      found = lists_[i];
    }
    return found;
  }

  std::string listing(const SetTerm& set) {
    if (set.binders.empty()) {
      std::vector<std::string> texts;
      for (const Expr& one : set.elements) texts.push_back(term(one).text());
      return fmt::format("[{}]", fmt::join(texts, ","));
    }
    if (set.elements.size() != 1) throw NoForm();
    Quantifier all{set.binders, set.condition, set.elements[0]};
    return fmt::format("[{}]", quantified(all, [&](FormConditions&) {
                         return term(set.elements[0]).text() + " for ";
                       }));
  }

  /// A bag says what it is made of, what is added and what is taken out.
  std::string bag_text(const ListTerm& bag, FormConditions& all) {
    std::vector<std::string> whole, added, taken, changed;
    for (const ListPiece& piece : bag) {
      if (piece.from != kNoSlot) {
        if (piece.taken) throw NoForm();
        const std::string& list = lists_.at(piece.from);
        whole.push_back(list);
        if (!piece.slice.empty()) taken.push_back(element(list, left_out(piece)));
        for (const ListPiece::Change& change : piece.changes) {
          const LinearText place = term(change.first);
          if (place.text() != term(change.last).text()) throw NoForm();
          taken.push_back(element(list, place.text()));
          changed.push_back(place.text());
          for (const Expr& one : change.number) added.push_back(term(one).text());
          if (!change.list.empty()) add_numbers(change.list, added);
        }
      } else if (!piece.listed.binders.empty()) {
        whole.push_back((piece.taken ? "-" : "") + listing(piece.listed));
      } else {
        for (const Expr& one : piece.listed.elements) {
          (piece.taken ? taken : added).push_back(term(one).text());
          const bool is_chosen =
              one.op == Op::slot && places_.contains(static_cast<size_t>(one.value));
          if (piece.taken && is_chosen)
            changed.push_back(places_.at(static_cast<size_t>(one.value)));
        }
      }
    }
    // Two that leave are at different places.
    std::sort(changed.begin(), changed.end());
    for (size_t i = 0; i < changed.size(); ++i) {
      for (size_t j = 0; j < i; ++j) all.other(fmt::format("0!={}-{}", changed[j], changed[i]));
    }
    for (auto* texts : {&whole, &added, &taken}) std::sort(texts->begin(), texts->end());
    return fmt::format("{} -[{}] +[{}]", fmt::join(whole, "+"), fmt::join(taken, ","),
                       fmt::join(added, ","));
  }
  /// The one place at an end that a slice leaves out.
  std::string left_out(const ListPiece& piece) {
    const LinearText first = term(piece.slice[0]), last = term(piece.slice[1]);
    const LinearText length = this->length(piece.from);
    if (first.text() == "2" && last.text() == length.text()) return "1";
    if (first.text() != "1" || last.text() != sum(length, 1, {{}, 1}, -1).text()) throw NoForm();
    return length.text();
  }
  void add_numbers(const ListTerm& list, std::vector<std::string>& added) {
    for (const ListPiece& piece : list) {
      if (piece.taken || piece.from != kNoSlot || !piece.listed.binders.empty()) throw NoForm();
      for (const Expr& one : piece.listed.elements) added.push_back(term(one).text());
    }
  }

  // --- terms ---

  static LinearText sum(const LinearText& a, int64_t times_a, const LinearText& b,
                        int64_t times_b) {
    const auto first = LinearText{}.plus(a, times_a);
    const auto both = first ? first->plus(b, times_b) : first;
    if (!both) throw NoForm();
    return *both;
  }

  static std::string element(const std::string& list, const std::string& place) {
    return fmt::format("{}[{}]", list, place);
  }

  LinearText term(const Expr& expr) {
    const auto arg = [&](size_t i) { return term(expr.args[i]); };
    switch (expr.op) {
      case Op::constant:
        return sum({}, 1, {{}, expr.value}, 1);
      case Op::slot: {
        const auto& known = numbers_.at(static_cast<size_t>(expr.value));
        if (!known) throw NoForm();
        return *known;
      }
      case Op::neg:
        return sum({}, 1, arg(0), -1);
      case Op::add:
        return sum(arg(0), 1, arg(1), 1);
      case Op::sub:
        return sum(arg(0), 1, arg(1), -1);
      case Op::mul: {
        const LinearText a = arg(0), b = arg(1);
        if (a.factors.empty()) return sum({}, 1, b, a.constant);
        if (b.factors.empty()) return sum({}, 1, a, b.constant);
        return LinearText::atom(call("*", {a.text(), b.text()}, true));
      }
      case Op::min:
      case Op::max: {
        Texts operands;
        add_operands(expr, expr.op, operands);
        const std::string text = joined(operands, ",");
        return LinearText::atom(fmt::format("{}({})", info(expr.op).text, text));
      }
      case Op::cell_count:
        return LinearText::atom(of_list(expr));
      default: {
        if (expr.quantifier || expr.over_cells || expr.set || info(expr.op).is_condition)
          throw NoForm();
        std::vector<std::string> texts;
        for (const Expr& one : expr.args) texts.push_back(term(one).text());
        const bool commutes = expr.op == Op::bit_and || expr.op == Op::bit_or ||
                              expr.op == Op::bit_xor || expr.op == Op::gcd ||
                              expr.op == Op::nim_product;
        return LinearText::atom(call(info(expr.op).text, std::move(texts), commutes));
      }
    }
  }
  void add_operands(const Expr& expr, Op op, Texts& operands) {
    if (expr.op != op) {
      operands.insert(term(expr).text());
      return;
    }
    for (const Expr& one : expr.args) add_operands(one, op, operands);
  }
  static std::string call(std::string_view name, std::vector<std::string> operands, bool commutes) {
    if (commutes) std::sort(operands.begin(), operands.end());
    return fmt::format("{}({})", name, fmt::join(operands, ","));
  }

  std::string of_list(const Expr& expr) {
    const CellCondition& about = *expr.over_cells;
    switch (about.kind) {
      case OfList::element:
        return element(lists_.at(about.from), term(expr.args[1]).text());
      case OfList::length:
        return length_of(lists_.at(about.from));
      case OfList::fold: {
        const std::string_view name = kFoldNames[static_cast<size_t>(about.fold)];
        if (!expr.quantifier) return fold_text(about, lists_.at(about.from));
        const bool counts = about.fold == CellCondition::Fold::count;
        const std::string text = quantified(*expr.quantifier, [&](FormConditions& all) {
          if (!counts) return term(expr.quantifier->condition).text() + " for ";
          add(expr.quantifier->condition, true, all);
          return std::string();
        });
        return fmt::format("{}{{{}}}", name, text);
      }
      default:
        throw NoForm();
    }
  }

  /// The least and the greatest number of a bag are its first and its last one.
  std::string fold_text(const CellCondition& about, const std::string& list) const {
    using Fold = CellCondition::Fold;
    const bool is_bag =
        about.from < rule_.arity() && rule_.board->kinds[about.from] == CoordinateKind::bag;
    if (is_bag && about.fold == Fold::min) return element(list, "1");
    if (is_bag && about.fold == Fold::max) return element(list, length_of(list));
    return fmt::format("{}({})", kFoldNames[static_cast<size_t>(about.fold)], list);
  }

  /// "x for conditions", of variables that stand inside.
  template <class Body>
  std::string quantified(const Quantifier& quantifier, const Body& body) {
    const size_t before = inner_;
    for (const Binder& binder : quantifier.binders) {
      if (is_of(binder, OfList::elements) && binder.values[0].over_cells->no) throw NoForm();
      name(binder, fmt::format("q{}", inner_++));
    }
    FormConditions all;
    for (const Binder& binder : quantifier.binders) add(binder, all);
    for (const Expr& one : quantifier.filter) add(one, true, all);
    const std::string said = body(all);
    inner_ = before;
    return said + joined(all.texts(), " & ");
  }

  // --- conditions ---

  void add_set(const NumberSet& set, const LinearText& number, bool positive, FormConditions& all) {
    if (set.arity != 1 || set.size() == 0) throw NoForm();
    const int64_t low = set.flat.front(), high = set.flat.back();
    const bool holds = positive != set.complement;
    if (holds && static_cast<uint64_t>(high) - static_cast<uint64_t>(low) == set.size() - 1) {
      all.at_least_zero(sum(number, 1, {{}, low}, -1));
      all.at_least_zero(sum({{}, high}, 1, number, -1));
      return;
    }
    all.other(fmt::format("{}{} in {{{}}}", number.text(), holds ? "" : " not",
                          fmt::join(set.flat, ",")));
  }

  /// The condition, or its opposite.
  void add(const Expr& expr, bool positive, FormConditions& all) {
    switch (expr.op) {
      case Op::constant:
        if ((expr.value != 0) != positive) all.other("never");
        return;
      case Op::logical_not:
        add(expr.args[0], !positive, all);
        return;
      case Op::logical_and:
      case Op::logical_or:
        if ((expr.op == Op::logical_and) == positive) {
          for (const Expr& one : expr.args) add(one, positive, all);
        } else {
          Texts alternatives;
          add_alternatives(expr, positive, alternatives);
          all.other("(" + joined(alternatives, " or ") + ")");
        }
        return;
      case Op::le:
      case Op::lt: {
        const Expr& less = expr.args[positive ? 0 : 1];
        const Expr& more = expr.args[positive ? 1 : 0];
        const bool is_strict = (expr.op == Op::lt) == positive;
        add_order(less, more, is_strict ? 1 : 0, all);
        return;
      }
      case Op::eq:
      case Op::ne: {
        LinearText difference = sum(term(expr.args[0]), 1, term(expr.args[1]), -1);
        if (!difference.factors.empty() && difference.factors.begin()->second < 0)
          difference = sum({}, 1, difference, -1);
        const bool is_equal = (expr.op == Op::eq) == positive;
        // A natural number that is not 0 is at least 1.
        if (!is_equal && is_natural_atom(difference)) {
          all.at_least_zero(sum(difference, 1, {{}, 1}, -1));
        } else {
          all.other((is_equal ? "0=" : "0!=") + difference.text());
        }
        return;
      }
      case Op::in_set:
        if (expr.args.size() != 1) throw NoForm();
        add_set(*expr.set, term(expr.args[0]), positive, all);
        return;
      case Op::quantifier:
        add_quantifier(*expr.quantifier, expr.value != 0, positive, all);
        return;
      case Op::cells:
        add_of_list(expr, positive, all);
        return;
      default: {
        if (!info(expr.op).is_condition) throw NoForm();
        std::vector<std::string> texts;
        for (const Expr& one : expr.args) texts.push_back(term(one).text());
        all.other((positive ? "" : "not ") + call(info(expr.op).text, std::move(texts), false));
      }
    }
  }
  static bool is_natural_atom(const LinearText& sum) {
    if (sum.constant != 0 || sum.factors.size() != 1 || sum.factors.begin()->second != 1)
      return false;
    const std::string& atom = sum.factors.begin()->first;
    return atom.starts_with("L") || atom.starts_with("D") || atom.starts_with("len(") ||
           atom.starts_with("c");
  }

  /// less + gap <= more
  void add_order(const Expr& less, const Expr& more, int64_t gap, FormConditions& all) {
    if (more.op == Op::min) {
      for (const Expr& one : more.args) add_order(less, one, gap, all);
    } else if (less.op == Op::max) {
      for (const Expr& one : less.args) add_order(one, more, gap, all);
    } else {
      all.at_least_zero(sum(sum(term(more), 1, term(less), -1), 1, {{}, gap}, -1));
    }
  }
  void add_alternatives(const Expr& expr, bool positive, Texts& alternatives) {
    const Op joins = positive ? Op::logical_or : Op::logical_and;
    if (expr.op == joins) {
      for (const Expr& one : expr.args) add_alternatives(one, positive, alternatives);
      return;
    }
    FormConditions here;
    add(expr, positive, here);
    alternatives.insert(joined(here.texts(), " & "));
  }
  /// all(c) is: for none is c false.
  void add_quantifier(const Quantifier& quantifier, bool is_all, bool positive,
                      FormConditions& all) {
    std::vector<std::pair<Expr, bool>> each;
    if (is_all && positive) {
      add_conjuncts(quantifier.condition, true, each);
    } else {
      each.emplace_back(quantifier.condition, !is_all);
    }
    for (const auto& [condition, sign] : each) {
      const bool says = is_all && positive ? !sign : sign;
      const std::string text = quantified(quantifier, [&](FormConditions& inside) {
        add(condition, says, inside);
        return std::string();
      });
      all.other(fmt::format("{}{{{}}}", is_all == positive ? "none" : "some", text));
    }
  }
  static void add_conjuncts(const Expr& expr, bool positive,
                            std::vector<std::pair<Expr, bool>>& each) {
    if (expr.op == Op::logical_not) {
      add_conjuncts(expr.args[0], !positive, each);
    } else if (expr.op == (positive ? Op::logical_and : Op::logical_or)) {
      for (const Expr& one : expr.args) add_conjuncts(one, positive, each);
    } else {
      each.emplace_back(expr, positive);
    }
  }
  void add_of_list(const Expr& expr, bool positive, FormConditions& all) {
    const CellCondition& about = *expr.over_cells;
    const bool holds = positive != about.no;
    if (about.kind == OfList::sorted) {
      all.other(fmt::format("{}sorted({})", holds ? "" : "not ", lists_.at(about.from)));
    } else if (about.kind == OfList::member) {
      all.other(fmt::format("{}{} of {}", holds ? "" : "not ", term(about.term).text(),
                            lists_.at(about.from)));
    } else {
      throw NoForm();
    }
  }

  const Rule& rule_;
  std::vector<std::optional<LinearText>> numbers_;  // by slot
  std::vector<std::string> lists_;                  // by slot
  std::map<size_t, std::string> places_;            // by the slot of a chosen element
  size_t inner_ = 0;                                // variables in use inside
  bool ends_in_numbers_ = false;
};

/// The least text for any order of the variables.
std::string form_of(const Rule& rule, const BoardLine& line) {
  if (!line.steps.empty() || line.reply != Reply::anywhere) throw NoForm();
  std::vector<size_t> order(line.binders.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::string least;
  do {
    std::string text = LineForm(rule, line.slot_names).of(line, order);
    if (least.empty() || text < least) least = std::move(text);
  } while (order.size() <= kMostReordered && std::next_permutation(order.begin(), order.end()));
  return least;
}

std::string form_of(const Rule& rule, const BoardClause& clause, std::string_view word) {
  return fmt::format("{} {}", word, LineForm(rule, clause.slot_names).of(clause.condition));
}

}  // namespace

std::optional<std::string> list_form(const Rule& rule) {
  if (!rule.board || rule.is_alias || rule.board->has_board() || rule.board->sets() == 0)
    return std::nullopt;
  try {
    std::string result;
    for (const CoordinateKind kind : rule.board->kinds) {
      if (kind == CoordinateKind::set) return std::nullopt;
      result += kind == CoordinateKind::number ? "number "
                : kind == CoordinateKind::bag  ? "bag "
                                               : "list ";
    }
    for (const BoardClause& one : rule.board->ends)
      result += "\n" + form_of(rule, one, one.wins ? "win" : "lose");
    Texts clauses;
    for (const BoardClause& one : rule.board->always) clauses.insert(form_of(rule, one, "always"));
    for (const BoardClause& one : rule.board->over) clauses.insert(form_of(rule, one, "over"));
    for (const BoardLine& line : rule.board->lines) clauses.insert(form_of(rule, line));
    for (const std::string& one : clauses) result += "\n" + one;
    return result.size() <= kLongestListForm ? std::optional(std::move(result)) : std::nullopt;
  } catch (const NoForm&) {
    return std::nullopt;
  }
}

}  // namespace grundy
