#include "analysis/list_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "analysis/list_terms.h"

namespace grundy {
namespace {

constexpr size_t kMostReordered = 3;  // variables of a line that are tried in each order
constexpr size_t kLongestListForm = 4000;

/// One line of a game of lists.
class LineForm {
 public:
  /// The variable of binder i has number order[i].
  LineForm(const Rule& rule, const BoardLine& line, const std::vector<size_t>& order)
      : rule_(rule), line_(line), terms_(rule, line.slot_names.size()) {
    for (size_t i = 0; i < order.size(); ++i)
      terms_.name(line.binders[i], fmt::format("v{}", order[i]));
    for (size_t number = 0; number < order.size(); ++number) {
      const auto at = std::find(order.begin(), order.end(), number) - order.begin();
      tell_by_what_is_written(line.binders[static_cast<size_t>(at)], number);
    }
  }

  std::string text() {
    TextConditions all = ListTerms::no_conditions();
    for (const Binder& binder : line_.binders) terms_.add(binder, all);
    for (const Expr& condition : line_.conditions) terms_.add(condition, true, all);
    for (const LinearText& one : written()) all.at_least_zero(one);
    std::set<std::string> parts;
    for (const BoardPart& part : line_.parts) parts.insert(fmt::format("({})", of(part, all)));
    return fmt::format("{} -> {}", fmt::join(all.texts(), " & "),
                       line_.to ? fmt::format("{}", fmt::join(parts, " + ")) : "same");
  }

 private:
  /// A variable that a written number tells becomes that number, y.
  void tell_by_what_is_written(const Binder& binder, size_t number) {
    if (binder.kind != Binder::Kind::range) return;
    const std::string own = fmt::format("v{}", number);
    std::map<std::string, LinearText> outputs;
    for (LinearText& one : written()) outputs.emplace(one.text(), std::move(one));
    for (const auto& [text, output] : outputs) {
      const auto factor = output.factors.find(own);
      if (factor == output.factors.end() || std::abs(factor->second) != 1 ||
          stands_inside(output, own))
        continue;
      // output = ±v + rest: v = ±(y - rest)
      LinearText rest = output;
      const int64_t sign = factor->second;
      rest.factors.erase(own);
      const LinearText y = LinearText::atom(fmt::format("y{}", number));
      terms_.put(binder, linear_sum(y, sign, rest, -sign), line_.binders);
      return;
    }
  }
  /// Whether the variable is part of another atom, as in a[v0].
  static bool stands_inside(const LinearText& output, const std::string& own) {
    return std::any_of(output.factors.begin(), output.factors.end(), [&](const auto& one) {
      return one.first != own && one.first.find(own) != one.first.npos;
    });
  }

  /// The numbers that are written one by one.
  std::vector<LinearText> written() {
    std::vector<LinearText> result;
    for (const BoardPart& part : line_.parts) {
      if (!part.binders.empty() || part.game != &rule_) throw NoListForm();
      for (size_t i = 0; i < part.coordinates.size(); ++i) {
        if (rule_.board->kinds[i] == CoordinateKind::number)
          result.push_back(terms_.term(part.coordinates[i]));
      }
      for (const SetTerm& set : part.sets) add_written(set.list, result);
    }
    return result;
  }
  void add_written(const ListTerm& list, std::vector<LinearText>& result) {
    for (const ListPiece& piece : list) {
      if (piece.taken) continue;
      if (piece.listed.binders.empty()) {
        for (const Expr& one : piece.listed.elements) result.push_back(terms_.term(one));
      }
      for (const ListPiece::Change& change : piece.changes) {
        for (const Expr& one : change.number) result.push_back(terms_.term(one));
        add_written(change.list, result);
      }
    }
  }

  std::string of(const BoardPart& part, TextConditions& all) {
    std::vector<std::string> texts;
    size_t set = 0;
    for (size_t i = 0; i < part.coordinates.size(); ++i) {
      const CoordinateKind kind = rule_.board->kinds[i];
      if (kind == CoordinateKind::number) {
        texts.push_back(terms_.term(part.coordinates[i]).text());
      } else if (kind == CoordinateKind::list) {
        texts.push_back(list_text(part.sets[set++].list));
      } else if (kind == CoordinateKind::bag) {
        texts.push_back(bag_text(part.sets[set++].list, all));
      } else {
        throw NoListForm();
      }
    }
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  /// Pieces one behind the other; numbers between them as one listing.
  std::string list_text(const ListTerm& list) {
    std::vector<std::string> pieces;
    add_pieces(list, pieces);
    const auto are_numbers = [](const std::string& piece) {
      return piece.front() == '[' && piece.find(" for ") == piece.npos;
    };
    std::string result;
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (i > 0 && are_numbers(pieces[i - 1]) && are_numbers(pieces[i])) {
        result.back() = ',';
        result += pieces[i].substr(1);
      } else {
        result += (i == 0 || pieces[i].front() == '-' ? "" : "+") + pieces[i];
      }
    }
    return result.empty() ? "[]" : result;
  }
  void add_pieces(const ListTerm& list, std::vector<std::string>& pieces) {
    for (const ListPiece& piece : list) {
      if (piece.taken) {
        pieces.push_back("-(" + list_text({untaken(piece)}) + ")");
      } else if (piece.from == kNoSlot) {
        const std::string text = terms_.listing(piece.listed);
        if (text != "[]") pieces.push_back(text);
      } else if (!piece.slice.empty()) {
        add_slice(piece.from, terms_.term(piece.slice[0]), terms_.term(piece.slice[1]), pieces);
      } else if (piece.changes.size() == 1) {
        const ListPiece::Change& change = piece.changes[0];
        add_slice(piece.from, {{}, 1}, linear_sum(terms_.term(change.first), 1, {{}, 1}, -1),
                  pieces);
        if (change.number.empty()) {
          add_pieces(change.list, pieces);
        } else {
          pieces.push_back("[" + terms_.term(change.number[0]).text() + "]");
        }
        add_slice(piece.from, linear_sum(terms_.term(change.last), 1, {{}, 1}, 1),
                  terms_.length(piece.from), pieces);
      } else {
        std::set<std::string> changes;
        for (const ListPiece::Change& change : piece.changes) changes.insert(change_text(change));
        const std::string& whole = terms_.list(piece.from);
        pieces.push_back(changes.empty() ? whole
                                         : fmt::format("{}{{{}}}", whole, fmt::join(changes, ";")));
      }
    }
  }
  void add_slice(size_t list, const LinearText& first, const LinearText& last,
                 std::vector<std::string>& pieces) {
    const LinearText cells = linear_sum(last, 1, first, -1);  // one less than there are
    if (cells.factors.empty() && cells.constant < 0) return;
    if (first.text() == "1" && last.text() == terms_.length(list).text()) {
      pieces.push_back(terms_.list(list));
    } else if (first.text() == last.text()) {
      pieces.push_back(fmt::format("[{}]", ListTerms::element(terms_.list(list), first.text())));
    } else {
      pieces.push_back(fmt::format("{}[{}..{}]", terms_.list(list), first.text(), last.text()));
    }
  }
  static ListPiece untaken(ListPiece piece) {
    piece.taken = false;
    return piece;
  }
  std::string change_text(const ListPiece::Change& change) {
    return fmt::format("{}..{}->{}", terms_.term(change.first).text(),
                       terms_.term(change.last).text(),
                       change.number.empty() ? list_text(change.list)
                                             : "[" + terms_.term(change.number[0]).text() + "]");
  }

  /// A bag says what it is made of, what is taken out and what is added then.
  std::string bag_text(const ListTerm& bag, TextConditions& all) {
    std::vector<std::string> whole, added, taken, changed;
    for (const ListPiece& piece : bag) {
      // What was added before might be what is taken.
      if (piece.taken && (whole.size() != 1 || !added.empty())) throw NoListForm();
      if (piece.from != kNoSlot) {
        if (piece.taken) throw NoListForm();
        const std::string& list = terms_.list(piece.from);
        whole.push_back(list);
        if (!piece.slice.empty()) taken.push_back(left_out(piece, all));
        for (const ListPiece::Change& change : piece.changes) {
          const LinearText place = terms_.term(change.first);
          if (place.text() != terms_.term(change.last).text()) throw NoListForm();
          taken.push_back(ListTerms::element(list, place.text()));
          changed.push_back(place.text());
          for (const Expr& one : change.number) added.push_back(terms_.term(one).text());
          if (!change.list.empty()) add_numbers(change.list, added);
        }
      } else if (!piece.listed.binders.empty()) {
        whole.push_back((piece.taken ? "-" : "") + terms_.listing(piece.listed));
      } else {
        for (const Expr& one : piece.listed.elements) {
          (piece.taken ? taken : added).push_back(terms_.term(one).text());
          const std::string* place = terms_.place_of(one);
          if (piece.taken && place != nullptr) changed.push_back(*place);
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
  /// The number at an end that a slice leaves out, in parentheses where the list may be empty: then
  /// the slice is, too.
  std::string left_out(const ListPiece& piece, const TextConditions& all) {
    const LinearText first = terms_.term(piece.slice[0]), last = terms_.term(piece.slice[1]);
    const LinearText length = terms_.length(piece.from);
    const LinearText one_less = linear_sum(length, 1, {{}, 1}, -1);
    const bool leaves_first = first.text() == "2" && last.text() == length.text();
    if (!leaves_first && (first.text() != "1" || last.text() != one_less.text()))
      throw NoListForm();
    const std::string number =
        ListTerms::element(terms_.list(piece.from), leaves_first ? "1" : length.text());
    return all.texts().contains("0<=" + one_less.text()) ? number : "(" + number + ")";
  }
  void add_numbers(const ListTerm& list, std::vector<std::string>& added) {
    for (const ListPiece& piece : list) {
      if (piece.taken || piece.from != kNoSlot || !piece.listed.binders.empty()) throw NoListForm();
      for (const Expr& one : piece.listed.elements) added.push_back(terms_.term(one).text());
    }
  }

  const Rule& rule_;
  const BoardLine& line_;
  ListTerms terms_;
};

/// The least text for any order of the variables.
std::string form_of(const Rule& rule, const BoardLine& line) {
  if (!line.steps.empty() || line.reply != Reply::anywhere) throw NoListForm();
  std::vector<size_t> order(line.binders.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::string least;
  do {
    std::string text = LineForm(rule, line, order).text();
    if (least.empty() || text < least) least = std::move(text);
  } while (order.size() <= kMostReordered && std::next_permutation(order.begin(), order.end()));
  return least;
}

std::string form_of(const Rule& rule, const BoardClause& clause, std::string_view word) {
  TextConditions all = ListTerms::no_conditions();
  ListTerms(rule, clause.slot_names.size()).add(clause.condition, true, all);
  return fmt::format("{} {}", word, fmt::join(all.texts(), " & "));
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
    std::set<std::string> clauses;
    for (const BoardClause& one : rule.board->always) clauses.insert(form_of(rule, one, "always"));
    for (const BoardClause& one : rule.board->over) clauses.insert(form_of(rule, one, "over"));
    for (const BoardLine& line : rule.board->lines) clauses.insert(form_of(rule, line));
    for (const std::string& one : clauses) result += "\n" + one;
    return result.size() <= kLongestListForm ? std::optional(std::move(result)) : std::nullopt;
  } catch (const NoListForm&) {
    return std::nullopt;
  }
}

}  // namespace grundy
