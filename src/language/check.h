// From syntax to Rule: names are looked up, parameters filled in, terms typed, and slips are
// noticed.
//
//   check.cc          names of a line and their scopes; where messages go
//   check_terms.cc    terms, conditions and binders
//   check_sets.cc     sets: listed, by a comprehension, from a file
//   check_game.cc     parts, moves and whole games
//   check_cells.cc    rows of items, steps, conditions over cells
//   check_lists.cc    lists as coordinates
//   check_board.cc    games of cells and sets: lines, parts, spaces
//
// A term with an error is replaced by a harmless one, so that one slip gives one message.
// Everything that a text could make long has a limit: elements of sets, terms with their 'let'
// terms written out, parts of a sum.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "language/rulebook.h"
#include "rule/cells.h"

namespace grundy {

bool has_negative(const NumberSet& set);

/// Makes the Rule of one definition for given parameter values, in place. Diagnostics (errors and
/// warnings) are added to `found`; the Rule is usable when no error was added.
class Checker {
 public:
  Checker(Rulebook& book, const Definition& definition, std::vector<Diagnostic>& found)
      : book_(book), definition_(definition), found_(found) {}

  /// `values`: one for each declared parameter, in order.
  void make(const std::vector<ParameterValue>& values, Rule& rule);

  /// The value of a parameter's syntax; false after an error.
  bool parameter(const ParameterSyntax& syntax, ParameterValue& value);

 private:
  enum class Type { number, condition };
  enum class SlotType : uint8_t { number, letter, cell, list };
  struct Variable {
    std::string name;
    size_t slot = 0;
    bool used = false;
    Span span;
  };
  struct Let {
    std::string name;
    Expr term;
    size_t nodes = 0;  // of the term
    // Variables bound within the term: the slot of the first one there, the others following it.
    size_t first = 0;
    std::vector<std::string> names = {};
    std::vector<SlotType> types = {};
    bool used = false;
    Span span;
  };

  void error(Span span, std::string message) {
    note(Diagnostic::Severity::error, span, std::move(message));
  }
  void warn(Span span, std::string message) {
    note(Diagnostic::Severity::warning, span, std::move(message));
  }
  void note(Diagnostic::Severity severity, Span span, std::string message);

  static constexpr size_t kMaxExprNodes = 100'000;  // of one line, lets written out
  static size_t count_nodes(const Expr& expr);
  static Expr spanned(Expr expr, Span span) {
    expr.span = span;
    return expr;
  }

  Expr expr(const TermSyntax& syntax, Type type);
  Expr name(const TermSyntax& syntax);
  Expr call(const TermSyntax& syntax);
  Expr chain(const TermSyntax& syntax);
  Expr membership(const TermSyntax& syntax);
  Expr quantifier(const TermSyntax& syntax);
  bool constant_value(const Expr& expr, std::string_view what, int64_t& value);
  Expr folded(Expr expr);
  /// The operation in simpler ones, where it is a shift by a number or a small power of a variable.
  static Expr simplified(Expr expr);

  Binder binder(const BinderSyntax& syntax, bool must_end);
  Binder binder_values(const BinderSyntax& syntax, bool must_end);
  std::vector<Binder> binders(const std::vector<BinderSyntax>& syntax, bool must_end);
  /// Puts the line into the rule; for a line that chooses from sets with numbers below 0, which no
  /// variable can be, or from tuples on which it depends what ends another variable, a line for
  /// each element.
  void add_line(MoveLine line, Rule& rule);
  size_t declare(const std::string& name, Span span);
  /// Forgets the variables behind the first `size`, with a warning of those never used, unless they
  /// count copies.
  void leave_scope(size_t size, bool copies = false);
  void let_term(const LetSyntax& let);
  /// The term of the name, with slots of this line for its own variables.
  Expr written_out(const Let& let);

  /// With numbers below 0 only where `any_sign` is set.
  SetPointer set(const SetSyntax& syntax, size_t arity, bool any_sign = false);
  bool has_default(const std::string& parameter) const;
  /// Whether an error was found since there were so many messages; warnings stop nothing.
  bool is_wrong_since(size_t messages) const;
  /// Both ends of {a..b}, or of a parameter that is one, too long to be listed; else nothing.
  std::vector<int64_t> long_interval(const SetSyntax& syntax);
  /// The path of a file that a set names: beside the rule file.
  std::string path_of(const SetSyntax& syntax) const;
  void set_elements(const SetSyntax& syntax, NumberSet& result);
  bool is_constant_literal(const SetSyntax& syntax);
  /// Whether the term speaks of coordinates, variables or cells.
  static bool depends_on_position(const Expr& expr);
  /// Whether a set that depends on the position has a form that is taken.
  bool varying_elements(const SetSyntax& syntax);
  /// The elements of a set that depends on the position; ranges among them have numbers for ends.
  std::vector<Expr> varying_values(const SetSyntax& syntax);

  void move(const MoveSyntax& syntax, Rule& rule);
  void parts(const std::vector<PartSyntax>& syntax, std::vector<Part>& result);
  void part(const PartSyntax& syntax, std::vector<Part>& result);
  void conjuncts(Expr condition, std::vector<Expr>& result);
  /// The line that an end is, of `number`: a move to the game that is over, where whose turn it is
  /// wins.
  void end_line(const GameSyntax& syntax, size_t number, Rule& rule);
  /// That none of the first `count` ends holds.
  /// `parts`: how many positions the move leads to, 2 for several.
  void check_reply(const MoveSyntax& syntax, size_t parts);
  Expr not_over(const GameSyntax& syntax, size_t count);
  bool settle_constants(std::vector<Expr>& conditions);
  void warn_about_coinciding_moves(const Rule& rule);

  // Games of cells and sets.
  void make_board(const GameSyntax& syntax, Rule& rule);
  void space(const SpaceSyntax& syntax, Space& space);
  std::vector<Direction> directions(const std::vector<AlongSyntax>& along, bool& hex,
                                    std::string& text);
  void board_line(const MoveSyntax& syntax, Rule& rule);
  BoardClause board_clause(const TermSyntax& condition, Span span);
  void board_parts(const std::vector<PartSyntax>& syntax, std::vector<BoardPart>& result);
  void board_part(const PartSyntax& syntax, std::vector<BoardPart>& result);
  const Rule* game_of_part(const PartSyntax& syntax);
  void warn_of_own_parameters(const PartSyntax& syntax);
  std::string meant_game(const std::string& name) const;
  SetTerm set_term(const PartSyntax& syntax, size_t argument);
  SetTerm list_argument(const PartSyntax& syntax, size_t argument);
  SetTerm elements_of_set(const SetSyntax& set, bool of_list);
  Binder line_binder(const BinderSyntax& syntax, const std::vector<size_t>& slots);
  void warn_about_lines(const BoardRule& board);
  Step step(const StepSyntax& syntax);
  void check_sides(const StepSyntax& syntax, const Step& step);
  Pattern pattern(const CellsSyntax& syntax, bool written);
  CellRow row(const std::vector<ItemSyntax>& syntax, bool written, bool in_group);
  Item item(const ItemSyntax& syntax, bool written, bool in_group);
  CellReach reach(const ReachSyntax& syntax);
  Expr over_cells(const TermSyntax& syntax);
  Expr set_member(size_t coordinate, Expr element, Span span);
  std::optional<size_t> set_coordinate(const SetSyntax& syntax) const;
  std::string bound_in_line(const TermSyntax& variable) const;
  bool names_set(const TermSyntax& syntax) const;

  // Lists.
  /// The slot of a list: of a coordinate, or bound by [d] <= a.
  std::optional<size_t> list_slot(const std::string& name) const;
  bool is_list_slot(size_t slot) const;
  size_t list_named(const std::string& name, Span span);
  Expr of_list(CellCondition::Kind kind, size_t coordinate, std::vector<Expr> operands, Span span);
  Expr element(const TermSyntax& syntax);
  /// len(a), sum(a), …; nothing where the argument is no list.
  std::optional<Expr> call_of_list(const TermSyntax& syntax);
  std::optional<Expr> call_of_set(const TermSyntax& syntax);
  Expr fold(const TermSyntax& syntax);
  Expr elements_binder(CellCondition::Kind kind, size_t list, bool once, Span span);
  size_t declare_bound(const BinderSyntax& syntax, size_t i);
  ListPiece list_piece(const ListSyntax::Piece& syntax);
  ListTerm list_term(const ListSyntax& syntax);

  void note_letters(const std::string& letters);
  size_t declare_letter(const std::string& name, Span span);
  std::optional<Expr> compared_letter(const TermSyntax& chain, size_t i);
  size_t declare_cell(const std::string& name, Span span);
  Variable* variable(const std::string& name);
  bool is_letter_slot(size_t slot) const {
    return slot < slot_types_.size() && slot_types_[slot] == SlotType::letter;
  }
  bool is_cell_slot(size_t slot) const {
    return slot < slot_types_.size() && slot_types_[slot] == SlotType::cell;
  }

  BoardRule* board_ = nullptr;        // while a game of cells or sets is made
  std::vector<SlotType> slot_types_;  // by slot, as far as it is not a number's
  std::vector<Expr> members_;         // k in G of the binders that were just read
  Rulebook& book_;
  const Definition& definition_;
  std::vector<Diagnostic>& found_;
  Rule* rule_ = nullptr;
  std::vector<ParameterValue> parameters_;
  std::vector<bool> parameter_used_;
  std::vector<Variable> variables_;
  std::vector<std::string> slot_names_;
  std::vector<Let> lets_;
  const BinderSyntax* binding_ = nullptr;  // whose ends are being read
  size_t written_out_ = 0;                 // nodes of 'let' terms copied into the present line
  size_t parameter_uses_ = 0;
  bool ruled_out_ = false;  // the parts at hand are of a line that the parameters rule out
};

/// Splits a conjunction into its conjuncts, those that can't fail first, otherwise in their order.
std::vector<Expr> split_conjunction(Expr condition);

}  // namespace grundy
