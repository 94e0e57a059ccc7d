// The parser of rule files, a recursive descent without backtracking but for a few words of looking
// ahead.
//
// An item is a line that begins with 'game', 'let' or '->', with the lines that continue it. An
// error ends its item: fail() notes a diagnostic and throws ParseFailure, which file() and
// parse_parameters() catch; reading goes on at the next item, so that one run reports several
// errors.
//
//   parse.cc          words, and what parse.h offers
//   parse_items.cc    games, moves, 'let' lines, parts of sums
//   parse_slips.cc    slips that get a mend of their own
//   parse_terms.cc    terms, conditions, binders, sets; loosest operation first
//   parse_cells.cc    rows of items in games of cells
//   parse_boards.cc   spaces, steps, drawn lines, clauses, conditions over cells
//   parse_lists.cc    lists as coordinates
//
// Cells are read from the text itself, not from tokens, up to an arrow or a word that ends them;
// then the lexer goes on behind them.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "language/parse.h"

namespace grundy {

/// Thrown after a diagnostic is noted; never leaves the parser.
struct ParseFailure {};

class RuleParser {
 public:
  RuleParser(std::string_view source, Lexer lexer) : source_(source), lexer_(std::move(lexer)) {}

  ParsedFile file(const Budget* budget);
  /// Behind the '[' of a position.
  std::vector<ParameterSyntax> parameters();
  Lexer& lexer() { return lexer_; }
  std::vector<Diagnostic>& errors() { return errors_; }

 private:
  // Words.
  TokenKind kind() const { return lexer_.kind(); }
  bool at_word(std::string_view word) const { return lexer_.is_name(word); }
  void advance();
  bool accept(TokenKind token) {
    if (kind() != token) return false;
    advance();
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!at_word(word)) return false;
    advance();
    return true;
  }
  Span expect(TokenKind token, std::string_view what);
  std::string identifier(std::string_view what, Span* span = nullptr);
  [[noreturn]] void fail(Span span, std::string message);
  [[noreturn]] void fail_range(Span span, std::string_view variable, std::string_view low,
                               std::string_view high);
  [[noreturn]] void fail_expected(std::string_view what);
  void open(TokenKind token, std::string_view what);
  void close(TokenKind token, std::string_view what);
  void end_of_line(std::string_view what);
  void skip_to_next_item();

  // Slips that have a mend of their own: fail with it, or do nothing.
  std::string_view rest_of_line() const;
  bool mistaken_game_word() const;
  std::string mend_of_word(std::string_view expected) const;
  std::string meant_word(std::string_view expected, bool is_open) const;
  void mend_choice_in_brackets();
  void mend_binder_start();
  void mend_choice_in_term();
  void mend_words(bool before_games);
  void mend_words_of_boards(size_t begin, bool before_games);
  void mend_german_word();
  void mend_sentence();
  void mend_line_start(bool before_games);
  void mend_coordinates(const GameSyntax& game);
  void mend_header_end();
  void mend_after_term(const TermSyntax& term);
  void mend_after_binder(const BinderSyntax& binder);
  void mend_divides(const std::string& divisor);
  void mend_move_end(bool behind_condition);
  void mend_bare_position();

  // Items.
  GameSyntax game_header();
  CoordinateKind coordinate_kind();
  LetSyntax let_line();
  ShowSyntax show_line();
  MoveSyntax move_line();
  bool at_reply_word() const;
  void reply_word(MoveSyntax& move);
  bool at_end_line() const;
  EndSyntax end_line();
  bool at_side() const;
  std::vector<ParameterSyntax> parameter_declarations();
  std::vector<std::string> documentation_above(size_t position) const;

  // Games of cells.
  void space(GameSyntax& game);
  MoveSyntax drawn_line();
  ClauseSyntax clause();
  StepSyntax step(MoveSyntax& move);
  std::vector<AlongSyntax> along();
  CellsSyntax cells(size_t from, bool in_condition);
  size_t cells_end(size_t from, bool in_condition);
  std::vector<ItemSyntax> row(size_t begin, size_t end);
  ItemSyntax letter_item(size_t& at, size_t end);
  ItemSyntax number_item(size_t& at, size_t end);
  void suffix(ItemSyntax& item, size_t& at, size_t end);
  void letter_set(ItemSyntax& item, size_t& at, size_t end);
  TermSyntax term_within(size_t begin, size_t end);
  std::vector<ItemSyntax> one_item(std::string_view what, bool in_condition);
  ReachSyntax reach(bool in_condition);
  bool at_cell_condition() const;
  TermSyntax cell_condition();
  bool letters_binder(BinderSyntax& binder);
  bool on_board() const { return board_ != nullptr; }

  // Lists.
  // Words, to tell a list from a number, a tuple from a term.
  static constexpr size_t kLongestLookAhead = 10'000;
  bool is_list_name(std::string_view name) const;
  bool has_lists() const;
  /// Whether terms may be sum(T for …), count(C for …) and the like: not where cells are counted.
  bool may_fold() const;
  bool at_list() const;
  SetSyntax listing();
  ListSyntax::Piece list_piece();
  ListSyntax list();
  bool begins_continuation(const Lexer& ahead) const;

  // Pieces.
  std::vector<PartSyntax> sum();
  PartSyntax part();
  PartSyntax copies_of_part();
  bool at_copies_in_brackets() const;
  std::vector<BinderSyntax> binders();
  BinderSyntax binder();
  bool slice_binders(std::vector<BinderSyntax>& binders);
  SetSyntax set();
  SetSyntax set_literal();
  bool at_set_without() const;
  SetSyntax set_without();
  std::string unused_name() const;
  bool comprehension(SetSyntax& begun);
  TermSyntax condition() { return disjunction(); }
  TermSyntax disjunction();
  TermSyntax conjunction();
  TermSyntax negation();
  TermSyntax comparison();
  TermSyntax term() { return bit_or(); }
  /// Where nothing else can stand behind the term: x if c else y, too.
  TermSyntax chosen(TermSyntax term);
  bool has_else_ahead() const;
  TermSyntax term_or_choice() { return chosen(term()); }
  TermSyntax bit_or();
  TermSyntax exclusive_or();
  TermSyntax bit_and();
  TermSyntax shift();
  TermSyntax additive();
  TermSyntax multiplicative();
  TermSyntax factor();
  TermSyntax power();
  TermSyntax primary();
  TermSyntax join(TermSyntax left, std::string op, TermSyntax right);
  TermSyntax finish(TermSyntax node);

  std::string_view source_;
  Lexer lexer_;
  size_t behind_ = 0;                     // where the token before this one ended
  size_t nesting_ = 0;                    // of brackets, within which a line goes on
  size_t depth_ = 0;                      // of powers and of sets without brackets
  const GameSyntax* board_ = nullptr;     // the game of cells or sets whose lines are read
  std::string game_;                      // whose lines are read,
  std::vector<std::string> coordinates_;  // and its coordinates
  std::vector<Diagnostic> errors_;
};

}  // namespace grundy
