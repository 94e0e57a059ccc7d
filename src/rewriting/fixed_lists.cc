#include "rewriting/fixed_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "rewriting/fixed_terms.h"
#include "rule/print.h"
#include "rule/print_board.h"

namespace grundy {
namespace {

constexpr size_t kMostLines = 400;
constexpr size_t kMostRuns = 20'000;
constexpr size_t kMostNumbers = 200;

/// A line that was written, and what is told of it: slots that change places with those of a list
/// ([d] <= a).
struct WrittenLine {
  MoveLine line;
  struct Beside {
    size_t list;  // among the lists
    size_t first;
  };
  std::vector<Beside> beside;
};

/// Sorts operands whose order does not matter.
void sort_operands(Expr& expr, const std::vector<std::string>& names) {
  for (Expr& arg : expr.args) sort_operands(arg, names);
  switch (expr.op) {
    case Op::add:
    case Op::mul:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::nim_product:
    case Op::min:
    case Op::max:
    case Op::gcd:
    case Op::eq:
    case Op::ne:
    case Op::logical_and:
    case Op::logical_or:
      break;
    default:
      return;
  }
  // A chain of one operation is sorted as a whole.
  std::vector<Expr> operands;
  const std::function<void(const Expr&)> gather = [&](const Expr& one) {
    const bool chained = one.op == expr.op && expr.op != Op::eq && expr.op != Op::ne;
    if (!chained) return operands.push_back(one);
    for (const Expr& arg : one.args) gather(arg);
  };
  for (const Expr& arg : expr.args)
    expr.op == Op::eq || expr.op == Op::ne ? operands.push_back(arg) : gather(arg);
  std::stable_sort(operands.begin(), operands.end(), [&](const Expr& a, const Expr& b) {
    return print_expr(a, names) < print_expr(b, names);
  });
  if (info(expr.op).most == 2) {
    Expr chain = operands[0];
    for (size_t i = 1; i + 1 < operands.size(); ++i)
      chain = apply(expr.op, {std::move(chain), operands[i]});
    expr.args = {std::move(chain), operands.back()};
  } else {
    expr.args = std::move(operands);
  }
}

class Writer {
 public:
  Writer(const Rule& rule, const FixedLengths& wanted, const Budget& budget)
      : rule_(rule), board_(*rule.board), wanted_(wanted), budget_(budget) {}

  Attempt<std::unique_ptr<const Rule>> write() {
    if (auto declined = out_of_reach()) return *std::move(declined);
    name_coordinates();
    auto lines = written_lines(false);
    if (lines && !is_symmetric(*lines)) lines = written_lines(true);
    if (!lines) return std::move(lines).error();
    for (WrittenLine& one : *lines) result_->moves.push_back(std::move(one.line));
    return std::unique_ptr<const Rule>(std::move(result_));
  }

 private:
  Error declined(Span span, const std::string& why) const {
    const std::string message =
        fmt::format("'{}' can't be written out for these lengths: {}", rule_.name, why);
    if (rule_.source == nullptr) return Error::declined(message);
    Error error = Error::at(
        locate(Diagnostic::Severity::error, message, rule_.source->name, rule_.source->text, span));
    error.kind = Error::Kind::declined;
    return error;
  }

  std::optional<Error> out_of_reach() const {
    if (board_.has_board())
      return Error::declined(fmt::format("'{}' is played on a board", rule_.full_name));
    if (!board_.always.empty()) return declined(board_.always[0].span, "there is an 'always'");
    for (const CoordinateKind kind : board_.kinds) {
      if (kind == CoordinateKind::set)
        return Error::declined(
            fmt::format("'{}' is played with a set, which may become smaller", rule_.full_name));
    }
    size_t numbers = rule_.arity();
    for (const size_t length : wanted_.lengths) numbers += length;
    if (numbers <= kMostNumbers) return std::nullopt;
    return Error::declined(
        fmt::format("'{}' is written out for at most {} numbers", rule_.full_name, kMostNumbers));
  }

  void name_coordinates() {
    result_->name = rule_.name;
    result_->full_name = rule_.full_name;
    result_->source = rule_.source;
    result_->number_parameters = rule_.number_parameters;
    result_->set_parameters = rule_.set_parameters;
    size_t list = 0;
    for (size_t i = 0; i < rule_.arity(); ++i) {
      if (!is_list(board_.kinds[i])) {
        firsts_.push_back(result_->coordinates.size());
        lengths_.emplace_back();
        result_->coordinates.push_back(rule_.coordinates[i]);
        continue;
      }
      const size_t length = wanted_.lengths[list++];
      firsts_.push_back(result_->coordinates.size());
      lengths_.emplace_back(length);
      for (size_t k = 1; k <= length; ++k)
        result_->coordinates.push_back(
            other_name(fmt::format("{}{}", rule_.coordinates[i], k), result_->coordinates));
    }
    if (!wanted_.names.empty()) result_->coordinates = wanted_.names;
  }

  /// A name that is not among these.
  static std::string other_name(std::string name, const std::vector<std::string>& names) {
    while (std::find(names.begin(), names.end(), name) != names.end()) name += "_";
    return name;
  }

  Attempt<std::vector<WrittenLine>> written_lines(bool by_rank) {
    std::vector<WrittenLine> result;
    std::set<Shape> shapes;
    size_t runs = 0;
    for (size_t number = 0; number < board_.ends.size() + board_.lines.size(); ++number) {
      const bool is_end = number < board_.ends.size();
      const Span span =
          is_end ? board_.ends[number].span : board_.lines[number - board_.ends.size()].span;
      if (is_end && !board_.ends[number].wins) continue;
      std::set<size_t> places;
      if (!is_end) places = places_of(board_.lines[number - board_.ends.size()]);
      Choices choices;
      do {
        if (++runs > kMostRuns || budget_.spent()) {
          if (budget_.spent()) return budget_.why();
          return declined(span,
                          fmt::format("there would be more than {} choices of places", kMostRuns));
        }
        try {
          WrittenLine one = is_end ? end_line(number, by_rank, places, choices)
                                   : move_line(board_.lines[number - board_.ends.size()], by_rank,
                                               places, choices);
          if (!shapes.insert(shape_of(one)).second) continue;
          if (result.size() == kMostLines)
            return declined(span, fmt::format("there would be more than {} lines", kMostLines));
          result.push_back(std::move(one));
        } catch (const NoMoveHere&) {
        } catch (const BeyondEnds& beyond) {
          return declined(beyond.span, "a place beyond the ends of the list is asked for");
        } catch (const NotWritten& why) {
          return declined(why.span.end > why.span.begin ? why.span : span, why.why);
        }
      } while (choices.next());
    }
    drop_covered(result);
    return result;
  }

  static std::set<size_t> places_of(const BoardLine& line) {
    std::set<size_t> places;
    add_places(line.binders, places);
    for (const Expr& condition : line.conditions) add_places(condition, places);
    for (const BoardPart& part : line.parts) {
      for (const Expr& coordinate : part.coordinates) add_places(coordinate, places);
      for (const SetTerm& set : part.sets) add_places(set.list, places);
    }
    return places;
  }

  /// The i-th smallest of the terms: the least maximum of i of them.
  static Expr ranked(const std::vector<Expr>& terms, size_t rank) {
    std::vector<Expr> maxima;
    std::vector<char> chosen(terms.size(), 0);
    std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(rank), 1);
    do {
      std::vector<Expr> some;
      for (size_t i = 0; i < terms.size(); ++i) {
        if (chosen[i] != 0) some.push_back(terms[i]);
      }
      maxima.push_back(some.size() == 1 ? some[0] : apply(Op::max, std::move(some)));
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    return maxima.size() == 1 ? maxima[0] : apply(Op::min, std::move(maxima));
  }

  void bind_coordinates(FixedTerms& terms, bool by_rank) const {
    for (size_t i = 0; i < rule_.arity(); ++i) {
      const std::optional<size_t> length = lengths_[i];
      if (!length) {
        terms.bind(i, slot(firsts_[i]));
        continue;
      }
      FixedList list;
      list.ascending = board_.kinds[i] == CoordinateKind::bag;
      for (size_t k = 0; k < *length; ++k) list.elements.push_back(slot(firsts_[i] + k));
      if (by_rank && list.ascending) {
        if (*length > kMostRanked)
          throw NotWritten{
              {},
              fmt::format("places in ascending order are written out for at most {} numbers",
                          kMostRanked)};
        const std::vector<Expr> numbers = list.elements;
        for (size_t k = 0; k < *length; ++k) list.elements[k] = ranked(numbers, k + 1);
      }
      terms.bind(i, std::move(list));
    }
  }

  /// Play goes on, as far as `over` and the first ends tell.
  void require_play(FixedTerms& terms, size_t ends) const {
    for (const BoardClause& clause : board_.over)
      terms.require(simplified(negated(terms.clause(clause))));
    for (size_t i = 0; i < ends; ++i)
      terms.require(simplified(negated(terms.clause(board_.ends[i]))));
  }

  WrittenLine end_line(size_t number, bool by_rank, const std::set<size_t>& places,
                       Choices& choices) const {
    FixedTerms terms(result_->coordinates, board_.ends[number].slot_names, places, choices);
    bind_coordinates(terms, by_rank);
    terms.end_binders();
    require_play(terms, number);
    terms.require(terms.clause(board_.ends[number]));
    return finished(terms, {}, {}, {}, board_.ends[number].span);
  }

  WrittenLine move_line(const BoardLine& line, bool by_rank, const std::set<size_t>& places,
                        Choices& choices) const {
    FixedTerms terms(result_->coordinates, line.slot_names, places, choices);
    bind_coordinates(terms, by_rank);
    std::vector<WrittenLine::Beside> beside;
    std::vector<Binder> binders;
    std::map<size_t, size_t> of_list;  // the coordinate beside which a bound list stands
    std::vector<char> looked_at(line.conditions.size(), 0);
    for (size_t i = 0; i <= line.binders.size(); ++i) {
      rule_out(line, i, terms, looked_at);
      if (i == line.binders.size()) break;
      const Binder& binder = line.binders[i];
      if (terms.choose(binder)) continue;
      if (binder.values.size() != 1 || !binder.values[0].over_cells) {
        binders.push_back(terms.written(binder));
        continue;
      }
      // [d] <= a
      const size_t from = binder.values[0].over_cells->from;
      const size_t coordinate = from < rule_.arity() ? from : of_list.at(from);
      of_list[binder.slots[0]] = coordinate;
      FixedList bound;
      const std::vector<Expr> list = terms.list(from).elements;
      if (!list.empty()) beside.push_back({coordinate, terms.slots()});
      for (const Expr& most : list) {
        Binder& one = binders.emplace_back();
        one.slots = {terms.new_slot(
            fmt::format("{}{}", line.slot_names[binder.slots[0]], bound.elements.size() + 1))};
        one.high = {most};
        one.span = binder.span;
        bound.elements.push_back(slot(one.slots[0]));
      }
      terms.bind(binder.slots[0], std::move(bound));
    }
    terms.end_binders();
    require_play(terms, board_.ends.size());
    std::optional<BeyondEnds> beyond;
    for (size_t i = 0; i < line.conditions.size(); ++i) {
      try {
        terms.require(terms.term(line.conditions[i]));
      } catch (const BeyondEnds& here) {
        beyond = here;  // one of the others may be false
      }
    }
    if (beyond) throw *beyond;
    std::vector<Part> parts;
    for (const BoardPart& part : line.parts) parts.push_back(written_part(part, line, terms));
    return finished(terms, std::move(binders), std::move(parts), std::move(beside), line.span);
  }

  /// Conditions that are false whatever the numbers are rule a choice out before a place that there
  /// is not is asked for.
  static void rule_out(const BoardLine& line, size_t binders, FixedTerms& terms,
                       std::vector<char>& looked_at) {
    for (size_t i = 0; i < line.conditions.size(); ++i) {
      const auto speaks_of = [&](const Binder& binder) {
        return std::any_of(binder.slots.begin(), binder.slots.end(),
                           [&](size_t slot) { return mentions_slot(line.conditions[i], slot); });
      };
      const auto rest = line.binders.begin() + static_cast<std::ptrdiff_t>(binders);
      if (looked_at[i] != 0 || may_fail(line.conditions[i]) ||
          std::any_of(rest, line.binders.end(), speaks_of))
        continue;
      looked_at[i] = 1;
      if (has_quantifier(line.conditions[i])) continue;  // its variables come behind the line's own
      terms.require(terms.term(line.conditions[i]));
    }
  }

  static bool has_quantifier(const Expr& expr) {
    return expr.op == Op::quantifier ||
           (expr.quantifier && has_quantifier(expr.quantifier->condition)) ||
           std::any_of(expr.args.begin(), expr.args.end(), has_quantifier);
  }

  static bool mentions_slot(const Expr& expr, size_t slot) {
    if (mentions(expr, slot)) return true;
    const auto inside = [&](const Expr& one) { return mentions_slot(one, slot); };
    if (expr.over_cells && (expr.over_cells->from == slot || inside(expr.over_cells->term)))
      return true;
    if (std::any_of(expr.args.begin(), expr.args.end(), inside)) return true;
    if (!expr.quantifier) return false;
    const Quantifier& q = *expr.quantifier;
    const auto in_binder = [&](const Binder& binder) {
      return std::any_of(binder.low.begin(), binder.low.end(), inside) ||
             std::any_of(binder.high.begin(), binder.high.end(), inside) ||
             std::any_of(binder.values.begin(), binder.values.end(), inside);
    };
    return inside(q.condition) || std::any_of(q.filter.begin(), q.filter.end(), inside) ||
           std::any_of(q.binders.begin(), q.binders.end(), in_binder);
  }

  Part written_part(const BoardPart& part, const BoardLine& line, FixedTerms& terms) const {
    if (!part.binders.empty())
      throw NotWritten{part.span, "it leads to a sum of as many parts as the position says"};
    Part result;
    result.span = part.span;
    if (part.game != &rule_) {
      if (part.game->board)
        throw NotWritten{part.span, fmt::format("it leads to '{}', another game of lists",
                                                part.game->full_name)};
      result.game = part.game;
      for (const Expr& coordinate : part.coordinates)
        result.coordinates.push_back(terms.term(coordinate));
      return result;
    }
    result.game = result_.get();
    std::vector<FixedList> lists;
    size_t next = 0;
    for (size_t i = 0; i < rule_.arity(); ++i) {
      const std::optional<size_t> length = lengths_[i];
      if (!length) {
        result.coordinates.push_back(terms.term(part.coordinates[i]));
        continue;
      }
      const bool bag = board_.kinds[i] == CoordinateKind::bag;
      std::vector<Expr> list = terms.list(part.sets[next++].list, bag);
      if (list.size() != *length)
        throw NotWritten{line.span, fmt::format("a move makes a list of {} number{} into one of {}",
                                                *length, *length == 1 ? "" : "s", list.size())};
      if (bag) list = at_their_places(std::move(list), firsts_[i]);
      result.coordinates.insert(result.coordinates.end(), list.begin(), list.end());
    }
    return result;
  }

  /// A list in any order with each number near to the one that it comes from.
  static std::vector<Expr> at_their_places(std::vector<Expr> list, size_t first) {
    std::vector<std::optional<Expr>> placed(list.size());
    std::vector<char> used(list.size(), 0);
    const auto put = [&](const auto& fits) {
      for (size_t place = 0; place < list.size(); ++place) {
        for (size_t i = 0; i < list.size() && !placed[place]; ++i) {
          if (used[i] != 0 || !fits(list[i], place)) continue;
          placed[place] = list[i];
          used[i] = 1;
        }
      }
    };
    put([&](const Expr& one, size_t place) { return same(one, slot(first + place)); });
    put([&](const Expr& one, size_t place) { return mentions(one, first + place); });
    put([](const Expr&, size_t) { return true; });
    std::vector<Expr> result;
    for (std::optional<Expr>& one : placed) result.push_back(*std::move(one));
    return result;
  }

  WrittenLine finished(const FixedTerms& terms, std::vector<Binder> binders,
                       std::vector<Part> parts, std::vector<WrittenLine::Beside> beside,
                       Span span) const {
    WrittenLine result;
    result.line.binders = std::move(binders);
    result.line.conditions = terms.conditions();
    std::stable_partition(result.line.conditions.begin(), result.line.conditions.end(),
                          [](const Expr& condition) { return !may_fail(condition); });
    result.line.parts = std::move(parts);
    for (const std::string& name : terms.names())
      result.line.slot_names.push_back(other_name(name, result.line.slot_names));
    result.line.span = span;
    result.beside = std::move(beside);
    return result;
  }

  /// A line as texts that are equal for lines with the same moves as they are written; lists that
  /// are bags have no order.
  struct Shape {
    std::string body;
    std::set<std::string> conditions;
    friend bool operator==(const Shape&, const Shape&) = default;
    friend auto operator<=>(const Shape&, const Shape&) = default;
  };
  /// Two neighbouring places of a list.
  struct Exchange {
    size_t coordinate;
    size_t place;
  };

  Shape shape_of(const WrittenLine& written,
                 std::optional<Exchange> exchange = std::nullopt) const {
    const MoveLine& line = written.line;
    std::vector<std::string> names;
    for (size_t i = 0; i < line.slot_names.size(); ++i) names.push_back(fmt::format("${:04}", i));
    if (exchange) {
      std::vector<size_t> firsts = {firsts_[exchange->coordinate]};
      for (const auto& beside : written.beside) {
        if (beside.list == exchange->coordinate) firsts.push_back(beside.first);
      }
      for (const size_t first : firsts)
        std::swap(names[first + exchange->place], names[first + exchange->place + 1]);
    }
    const auto text = [&](Expr expr) {
      sort_operands(expr, names);
      return print_expr(expr, names);
    };
    Shape shape;
    std::vector<std::string> binders;
    for (Binder binder : line.binders) {
      for (auto* terms : {&binder.low, &binder.high, &binder.values}) {
        for (Expr& one : *terms) sort_operands(one, names);
      }
      binders.push_back(print_binders({binder}, names));
    }
    for (const auto& beside : written.beside) {
      const auto is_first = [&](const Binder& binder) { return binder.slots[0] == beside.first; };
      const auto first =
          std::find_if(line.binders.begin(), line.binders.end(), is_first) - line.binders.begin();
      const auto length = static_cast<std::ptrdiff_t>(*lengths_[beside.list]);
      std::sort(binders.begin() + first, binders.begin() + first + length);
    }
    shape.body = fmt::format("for {}", fmt::join(binders, ", "));
    std::vector<std::string> parts;
    for (const Part& part : line.parts) {
      std::vector<std::string> coordinates;
      for (const Expr& one : part.coordinates) coordinates.push_back(text(one));
      for (size_t i = 0; i < rule_.arity() && part.game == result_.get(); ++i) {
        if (board_.kinds[i] != CoordinateKind::bag) continue;
        const auto begin = coordinates.begin() + static_cast<std::ptrdiff_t>(firsts_[i]);
        std::sort(begin, begin + static_cast<std::ptrdiff_t>(*lengths_[i]));
      }
      parts.push_back(
          fmt::format("{}({})", static_cast<const void*>(part.game), fmt::join(coordinates, ", ")));
    }
    std::sort(parts.begin(), parts.end());
    shape.body += fmt::format(" -> {}", fmt::join(parts, " + "));
    for (const Expr& condition : line.conditions) shape.conditions.insert(text(condition));
    return shape;
  }

  /// Whether the lines together stay the same when two places of a bag are exchanged.
  bool is_symmetric(const std::vector<WrittenLine>& lines) const {
    const auto shapes = [&](std::optional<Exchange> exchange) {
      std::set<Shape> result;
      for (const WrittenLine& one : lines) result.insert(shape_of(one, exchange));
      return result;
    };
    const std::set<Shape> own = shapes(std::nullopt);
    for (size_t i = 0; i < rule_.arity(); ++i) {
      if (board_.kinds[i] != CoordinateKind::bag) continue;
      for (size_t place = 0; place + 1 < *lengths_[i]; ++place) {
        if (shapes(Exchange{i, place}) != own) return false;
      }
    }
    return true;
  }

  static WrittenLine substituted(const WrittenLine& written, const std::vector<Expr>& terms) {
    WrittenLine result = written;
    const auto replace = [&](std::vector<Expr>& list) {
      for (Expr& one : list) one = rewritten(one, terms);
    };
    for (Binder& binder : result.line.binders) {
      for (auto* list : {&binder.low, &binder.high, &binder.values}) replace(*list);
    }
    replace(result.line.conditions);
    std::erase_if(result.line.conditions,
                  [](const Expr& one) { return is_constant(one) && one.value != 0; });
    for (Part& part : result.line.parts) replace(part.coordinates);
    return result;
  }

  /// Leaves out a line with p = q among its conditions where another line has the same moves
  /// without it.
  void drop_covered(std::vector<WrittenLine>& lines) const {
    const auto is_coordinate = [&](const Expr& expr) {
      return expr.op == Op::slot && static_cast<size_t>(expr.value) < result_->arity();
    };
    for (size_t i = lines.size(); i-- > 0;) {
      const auto& conditions = lines[i].line.conditions;
      const auto equal = std::find_if(conditions.begin(), conditions.end(), [&](const Expr& one) {
        return one.op == Op::eq && is_coordinate(one.args[0]) && is_coordinate(one.args[1]);
      });
      if (equal == conditions.end()) continue;
      std::vector<Expr> terms;
      for (size_t s = 0; s < result_->arity(); ++s) terms.push_back(slot(s));
      terms[static_cast<size_t>(equal->args[0].value)] = equal->args[1];
      const Shape here = shape_of(substituted(lines[i], terms));
      const auto covers = [&](const WrittenLine& other) {
        if (&other == &lines[i] || other.line.span.begin != lines[i].line.span.begin) return false;
        const Shape there = shape_of(substituted(other, terms));
        return there.body == here.body &&
               std::includes(here.conditions.begin(), here.conditions.end(),
                             there.conditions.begin(), there.conditions.end());
      };
      if (std::any_of(lines.begin(), lines.end(), covers))
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  static constexpr size_t kMostRanked = 6;

  const Rule& rule_;
  const BoardRule& board_;
  const FixedLengths& wanted_;
  const Budget& budget_;
  std::unique_ptr<Rule> result_ = std::make_unique<Rule>();
  // By coordinate of the game of lists; nothing for a number.
  std::vector<std::optional<size_t>> lengths_;
  // By coordinate of the game of lists: its slot, or that of its first number.
  std::vector<size_t> firsts_;
};

}  // namespace

Attempt<std::unique_ptr<const Rule>> with_fixed_lengths(const Rule& rule,
                                                        const FixedLengths& wanted,
                                                        const Budget& budget) {
  return Writer(rule, wanted, budget).write();
}

}  // namespace grundy
