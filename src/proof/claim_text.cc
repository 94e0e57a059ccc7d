#include "proof/claim_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "analysis/relation.h"
#include "base/text.h"
#include "language/term_text.h"
#include "language/token.h"
#include "proof/formula_slips.h"
#include "rule/children.h"
#include "rule/evaluate.h"
#include "rule/print.h"

namespace grundy {
namespace {

constexpr size_t kMaxText = size_t{1} << 16;
constexpr size_t kMostPowers = 10;
constexpr size_t kMostCalls = 9;

/// The text in ASCII, and where the character of each byte begins in the original.
struct Plain {
  std::string text;
  std::vector<size_t> offset;  // one more than bytes
};

/// The signs of the language and of mathematics that are not ASCII.
constexpr std::pair<std::string_view, std::string_view> kPlainSigns[] = {
    {"ω", "w"},  {"·", "*"},  {"×", "*"},  {"−", "-"},
    {"⊕", "^^"}, {"≤", "<="}, {"≥", ">="}, {"≠", "!="}};

/// Signs become ASCII, the power w^k becomes the name w_k, line ends become spaces.
Plain plain(std::string_view text) {
  Plain result;
  for (size_t i = 0; i < text.size();) {
    const size_t length = character_end(text, i) - i;
    const std::string_view here = text.substr(i, length);
    const auto sign = std::find_if(std::begin(kPlainSigns), std::end(kPlainSigns),
                                   [&](const auto& one) { return one.first == here; });
    std::string ascii(sign != std::end(kPlainSigns) ? sign->second : here);
    if (ascii.size() > 1 && sign == std::end(kPlainSigns)) ascii = "$";  // no token of the language
    if (here == "\n" || here == "\r") ascii = " ";
    const size_t n = result.text.size();
    const bool power =
        here == "^" && n > 0 && result.text[n - 1] == 'w' &&
        (n == 1 || (std::isalnum(static_cast<unsigned char>(result.text[n - 2])) == 0 &&
                    result.text[n - 2] != '_')) &&
        i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
    result.text += power ? "_" : ascii;
    result.offset.insert(result.offset.end(), ascii.size(), i);
    i += length;
  }
  result.offset.push_back(text.size());
  return result;
}

/// Whether it has a sum(… for …) or the like.
bool has_fold(const Expr& term) {
  bool any = term.op == Op::cell_count;
  for_each_child(term, [&](const Expr& child) { any = any || has_fold(child); });
  return any;
}

Error wrong(std::string_view text, Span span, std::string message) {
  return Error::at(locate(Diagnostic::Severity::error, std::move(message), "formula", text, span));
}

/// Splits a value into Σ ω^power·coefficient; false, with the place, where a term is no such sum.
class Powers {
 public:
  explicit Powers(size_t arity) : arity_(arity) {}

  bool split(const Expr& expr, std::map<size_t, Expr>& result) {
    if (!has_omega(expr)) {
      result.emplace(0, expr);
      return true;
    }
    switch (expr.op) {
      case Op::slot:
        result.emplace(static_cast<size_t>(expr.value) - arity_ + 1, constant(1));
        return true;
      case Op::add:
      case Op::sub: {
        std::map<size_t, Expr> right;
        if (!split(expr.args[0], result) || !split(expr.args[1], right)) return false;
        for (auto& [power, factor] : right) {
          const auto at = result.find(power);
          Expr left = at == result.end() ? constant(0) : at->second;
          result[power] = apply(expr.op, {std::move(left), factor});
        }
        return true;
      }
      case Op::mul: {
        const size_t other = has_omega(expr.args[0]) ? 1 : 0;
        if (has_omega(expr.args[other])) break;
        if (!split(expr.args[1 - other], result)) return false;
        for (auto& [power, factor] : result) {
          const bool one = factor.op == Op::constant && factor.value == 1;
          factor = one ? expr.args[other] : apply(Op::mul, {expr.args[other], factor});
        }
        return true;
      }
      default:
        break;
    }
    problem_ = expr.span;
    return false;
  }
  Span problem() const { return problem_; }

  bool has_omega(const Expr& expr) const {
    for (size_t power = 1; power < kMostPowers; ++power) {
      if (mentions(expr, arity_ + power - 1)) return true;
    }
    return false;
  }

 private:
  size_t arity_;
  Span problem_;
};

/// A stretch of the claim's text, and its place in the rule file.
struct Piece {
  size_t line;
  size_t column;
  Span span;
};

/// Makes a rule file whose moves are the cases and has the language's reader read it.
class Reader {
 public:
  Reader(const Rule& rule, std::string_view text) : rule_(rule), text_(text), plain_(plain(text)) {}

  Attempt<Claim> read() {
    if (text_.size() > kMaxText) return Error::input("the formula is longer than 64 KiB");
    for (const std::string& name : rule_.coordinates) {
      if (name == "w")
        return Error::input(
            "a coordinate is called w, and w is ω in a formula; give it another name");
    }
    if (const size_t value = begin_of_value(); value > 0)
      return wrong(text_, {0, text_.size()},
                   fmt::format("a formula is what stands behind the '='; did you mean '{}'?",
                               text_.substr(value)));
    if (const proof::FormulaSlip slip = proof::formula_slip(text_, rule_.coordinates);
        !slip.what.empty())
      return wrong(text_, {0, text_.size()},
                   slip.meant.empty()
                       ? slip.what
                       : fmt::format("{}; did you mean '{}'?", slip.what, slip.meant));
    if (Attempt<void> prefix = read_prefix(); !prefix) return std::move(prefix).error();
    if (Attempt<void> calls = replace_calls(); !calls) return std::move(calls).error();
    if (Attempt<void> split = split_cases(); !split) return std::move(split).error();
    Rulebook book;
    if (Attempt<void> loaded = book.load_text("formula", source_); !loaded)
      return relocated(loaded.error());
    const Attempt<const Rule*> made = book.rule("claimed_value");
    if (!made) return made.error();
    for (const MoveLine& line : (*made)->moves) {
      const bool folds =
          std::any_of(line.conditions.begin(), line.conditions.end(), has_fold) ||
          std::any_of(line.parts.begin(), line.parts.end(), [](const Part& part) {
            return std::any_of(part.coordinates.begin(), part.coordinates.end(), has_fold);
          });
      if (folds)
        return wrong(text_, {0, text_.size()},
                     "a formula has no sum(… for …), count(… for …) or the like");
    }
    return take(**made);
  }

 private:
  /// Where the value begins in "g(n) = n % 4"; 0 where it is not so written.
  size_t begin_of_value() const {
    const size_t open = text_.find('('), close = text_.find(')');
    const std::string_view name = text_.substr(0, std::min(open, text_.size()));
    if (close == text_.npos || (name != "g" && name != "f" && name != rule_.name)) return 0;
    const size_t equals = text_.find_first_not_of(' ', close + 1);
    if (equals == text_.npos || text_[equals] != '=') return 0;
    const size_t value = text_.find_first_not_of(' ', equals + 1);
    return value == text_.npos || text_[value] == '=' ? 0 : value;
  }

  /// A comma or a bracket where a case should end.
  Error stray_sign(const Lexer& lexer) const {
    const Span here = lexer.span();
    const size_t open = plain_.text.rfind('[', here.begin);
    const size_t close = plain_.text.find(']', here.begin);
    if (open != std::string::npos && close != std::string::npos)
      return wrong(text_, original({open, close + 1}),
                   fmt::format("numbers to choose from stand in braces; did you mean '{{{}}}'?",
                               plain_.text.substr(open + 1, close - open - 1)));
    if (lexer.kind() == TokenKind::comma)
      return wrong(text_, original(here), "cases are divided by ';'; did you mean ';'?");
    return wrong(text_, original(here),
                 fmt::format("expected ';' or the end, found {}", lexer.found()));
  }

  Span original(Span span) const {
    const auto at = [&](size_t i) { return plain_.offset[std::min(i, plain_.offset.size() - 1)]; };
    return {at(span.begin), at(span.end)};
  }

  /// Without the blanks around it; those that stand for a call stay.
  Span trimmed_text(Span span) const {
    const auto blank = [&](size_t i) {
      return text_[plain_.offset[i]] == ' ' || text_[plain_.offset[i]] == '\n' ||
             text_[plain_.offset[i]] == '\r';
    };
    while (span.begin < span.end && blank(span.begin)) ++span.begin;
    while (span.begin < span.end && blank(span.end - 1)) --span.end;
    return span;
  }

  /// Blanks in place of what was read.
  void erase(Span span) {
    std::fill_n(plain_.text.begin() + static_cast<std::ptrdiff_t>(span.begin),
                span.end - span.begin, ' ');
  }

  /// "zeckendorf:" and "lost:".
  Attempt<void> read_prefix() {
    size_t begin = 0;
    for (const bool may_be_numeration : {true, false}) {
      const size_t colon = plain_.text.find(':', begin);
      if (colon == std::string::npos) return {};
      const Span name = trimmed({begin, colon});
      const std::string word = piece(name);
      if (may_be_numeration) {
        const bool is_word = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
          return std::islower(c) != 0;
        });
        const bool is_system = word.starts_with("base ") || word.starts_with("quadratic ");
        if (word == "lost" || (!is_word && !is_system)) continue;
        claim_.numeration = automatic::Numeration::named(word);
        if (!claim_.numeration)
          return wrong(
              text_, original(name),
              fmt::format(
                  "unknown numeration '{}'; there are base 2, base 3, …, base 16, zeckendorf, "
                  "quadratic a b and tribonacci",
                  word));
      } else if (word == "lost") {
        claim_.losing = true;
      } else {
        continue;
      }
      erase({begin, colon + 1});
      begin = prefix_end_ = colon + 1;
    }
    return {};
  }

  /// Each call of floor or shift becomes the name of a slot, as long as the call.
  Attempt<void> replace_calls() {
    for (;;) {
      Span bad;
      const auto call = last_digit_call(plain_.text, bad);
      if (!call) return wrong(text_, original(bad), call.error().message());
      if (!*call) return {};
      const std::string name = fmt::format("call_{}", calls_.size() + 1);
      if (calls_.size() == kMostCalls)
        return wrong(text_, original((*call)->whole), "there are too many calls");
      calls_.push_back({**call, piece((*call)->argument)});
      if (const auto needed = numeration_of((*call)->function); needed && !claim_.numeration)
        claim_.numeration = needed;
      erase((*call)->whole);
      plain_.text.replace((*call)->whole.begin, name.size(), name);
    }
  }

  Attempt<void> split_cases() {
    // Number parameters are known by their names; a game's line takes the place of the first.
    for (const auto& [name, value] : rule_.number_parameters)
      add_line(fmt::format("let {} = {}", name, value));
    std::string slots;
    for (size_t i = 0; i < calls_.size(); ++i) slots += fmt::format(", call_{}", i + 1);
    add_line(fmt::format("game claimed_value({}{}{})", fmt::join(rule_.coordinates, ", "), omegas(),
                         slots));
    if (claim_.losing) {
      add_case({prefix_end_, plain_.text.size()}, {0, 0}, true);
      return {};
    }
    size_t begin = prefix_end_;
    std::optional<size_t> colon;
    std::optional<Span> behind_value;  // 'if' or 'otherwise'
    int64_t depth = 0;                 // of round brackets
    bool ended = false;
    for (Lexer lexer(plain_.text); !ended; lexer.advance()) {
      ended = lexer.kind() == TokenKind::end ||
              (lexer.kind() == TokenKind::newline && lexer.span().end >= plain_.text.size());
      const Span here = lexer.span();
      if (lexer.kind() == TokenKind::invalid || lexer.kind() == TokenKind::file ||
          lexer.kind() == TokenKind::arrow)
        return wrong(text_, original(here),
                     lexer.problem().ends_with("'?")
                         ? lexer.problem()  // a sign of another notation
                         : "a formula is 'CONDITION: VALUE; …; VALUE'");
      if (lexer.kind() == TokenKind::lparen) ++depth;
      if (lexer.kind() == TokenKind::rparen) --depth;
      const bool stray =
          depth < 0 || (depth == 0 && lexer.kind() == TokenKind::comma && !in_braces(here.begin));
      if (stray) return stray_sign(lexer);
      // A case may be written the other way round, as laws are printed: 'VALUE if CONDITION'.
      if (!colon && !behind_value && depth == 0 &&
          (lexer.is_name("if") || lexer.is_name("otherwise"))) {
        behind_value = here;
        continue;
      }
      if (lexer.kind() == TokenKind::colon) {
        if (colon || behind_value)
          return wrong(text_, original(here), "expected ';' between two cases, found ':'");
        colon = here.begin;
      }
      if (!ended && lexer.kind() != TokenKind::semicolon) continue;
      const size_t end = ended ? plain_.text.size() : here.begin;
      const bool blank = plain_.text.find_first_not_of(' ', begin) >= end;
      if (blank && ended && !cases_.empty()) break;  // a last ';'
      if (blank) return wrong(text_, original({begin, end}), "expected a value");
      const auto is_blank = [&](Span span) { return trimmed(span).begin == trimmed(span).end; };
      Span condition{begin, colon.value_or(begin)};
      Span value{colon ? *colon + 1 : begin, end};
      Span mark{colon.value_or(begin), colon.value_or(begin) + 1};
      bool has_condition = colon.has_value();
      if (behind_value) {
        mark = *behind_value;
        has_condition = piece(mark) == "if";
        condition = {mark.end, has_condition ? end : mark.end};
        value = {begin, mark.begin};
        if (!has_condition && !is_blank({mark.end, end}))
          return wrong(text_, original(trimmed({mark.end, end})), "expected ';' or the end");
      }
      if (has_condition && is_blank(condition))
        return wrong(text_, original({std::min(condition.begin, mark.begin), mark.end}),
                     "expected a condition");
      if (is_blank(value))
        return wrong(text_, original({mark.begin, std::max(value.end, mark.end)}),
                     "expected a value");
      if (conditionless_)
        return wrong(text_, original(trimmed({begin, end})),
                     "a case without a condition must be the last one");
      add_case(condition, value, has_condition);
      conditionless_ = !has_condition;
      begin = here.end;
      colon.reset();
      behind_value.reset();
    }
    return {};
  }

  /// Whether the place is within {…}.
  bool in_braces(size_t at) const {
    const std::string_view before = std::string_view(plain_.text).substr(0, at);
    return std::count(before.begin(), before.end(), '{') >
           std::count(before.begin(), before.end(), '}');
  }

  Span trimmed(Span span) const {
    while (span.begin < span.end && plain_.text[span.begin] == ' ') ++span.begin;
    while (span.begin < span.end && plain_.text[span.end - 1] == ' ') --span.end;
    return span;
  }

  std::string piece(Span span) const {
    return plain_.text.substr(span.begin, span.end - span.begin);
  }

  void add_case(Span condition, Span value, bool has_condition) {
    condition = trimmed_text(condition);
    value = trimmed_text(value);
    ClaimCase& one = cases_.emplace_back();
    const auto written = [&](Span span) {
      const Span bytes = original(span);
      return std::string(text_.substr(bytes.begin, bytes.end - bytes.begin));
    };
    one.condition = has_condition ? written(condition) : "";
    one.value = claim_.losing ? "0" : written(value);
    std::string line = "  -> claimed_value(";
    const Span both{has_condition ? condition.begin : value.begin,
                    claim_.losing ? condition.end : value.end};
    pieces_.push_back({lines_ + 1, line.size() + 1, value});
    line += claim_.losing ? "0" : piece(value);
    for (size_t i = 1; i < rule_.arity() + kMostPowers - 1; ++i) line += ", 0";
    for (const WrittenCall& written_call : calls_) {
      const DigitCall& call = written_call.call;
      const bool here = both.begin <= call.whole.begin && call.whole.end <= both.end;
      line += ", ";
      if (here) pieces_.push_back({lines_ + 1, line.size() + 1, call.argument});
      line += here ? written_call.argument : "0";
    }
    calls_in_case_.push_back(both);
    line += ")";
    if (has_condition) {
      line += " if ";
      pieces_.push_back({lines_ + 1, line.size() + 1, condition});
      line += piece(condition);
    }
    add_line(line);
    line_of_case_.push_back(lines_);
  }

  void add_line(const std::string& line) {
    source_ += line + "\n";
    ++lines_;
  }

  static std::string omegas() {
    std::string text = ", w";
    for (size_t power = 2; power < kMostPowers; ++power) text += fmt::format(", w_{}", power);
    return text;
  }

  /// The place in the claim of a place in the rule file.
  Span place(size_t line, size_t column, size_t length) const {
    const Piece* best = nullptr;
    for (const Piece& one : pieces_) {
      if (one.line == line && (best == nullptr || one.column <= column)) best = &one;
    }
    if (best == nullptr) return {0, 0};
    const size_t size = best->span.end - best->span.begin;
    const size_t from = column >= best->column ? std::min(column - best->column, size) : 0;
    const size_t at = best->span.begin + from;
    return original({at, std::max(std::min(at + length, best->span.end),
                                  std::min(at + 1, plain_.text.size()))});
  }

  Error relocated(const Error& error) const {
    Error result;
    for (const Diagnostic& one : error.diagnostics) {
      if (one.severity != Diagnostic::Severity::error) continue;
      const Span where = place(one.line, one.column, one.caret_length);
      std::string message = with_known_names(one.message, rule_.coordinates);
      // What follows there is of the file that was made.
      if (const size_t found = message.find(", found '");
          found != message.npos && where.begin >= text_.size())
        message = message.substr(0, found) + ", found the end of the formula";
      result.diagnostics.push_back(
          locate(Diagnostic::Severity::error, std::move(message), "formula", text_, where));
    }
    return result;
  }

  Span relocated(Span span) const {
    const size_t line = static_cast<size_t>(std::count(
        source_.begin(), source_.begin() + static_cast<std::ptrdiff_t>(span.begin), '\n'));
    const size_t start = line == 0 ? 0 : source_.rfind('\n', span.begin - 1) + 1;
    return place(line + 1, span.begin - start + 1, span.end - span.begin);
  }

  Attempt<Claim> take(const Rule& made) {
    Claim claim = claim_;
    claim.arity = rule_.arity();
    std::vector<std::map<size_t, Expr>> values;
    Powers powers(claim.arity);
    const size_t first_call = claim.arity + kMostPowers - 1;
    for (const MoveLine& line : made.moves) {
      const Span start = line.span;
      const auto number =
          1 +
          static_cast<size_t>(std::count(
              source_.begin(), source_.begin() + static_cast<std::ptrdiff_t>(start.begin), '\n'));
      // A case that can never apply has no line.
      const auto at =
          std::find(line_of_case_.begin(), line_of_case_.end(), number) - line_of_case_.begin();
      ClaimCase one = cases_[static_cast<size_t>(at)];
      one.conditions = line.conditions;
      const Span both = calls_in_case_[static_cast<size_t>(at)];
      for (size_t i = 0; i < calls_.size(); ++i) {
        const DigitCall& call = calls_[i].call;
        if (both.begin <= call.whole.begin && call.whole.end <= both.end)
          one.calls.push_back(
              {call.function, line.parts[0].coordinates[first_call + i], first_call + i});
      }
      for (const Expr& condition : line.conditions) {
        if (powers.has_omega(condition))
          return wrong(text_, relocated(condition.span), "a condition can't mention ω");
      }
      std::map<size_t, Expr> split;
      if (!powers.split(line.parts[0].coordinates[0], split))
        return wrong(text_, relocated(powers.problem()),
                     "expected a sum of terms w^k*t, with t and k free of w");
      claim.powers = std::max(claim.powers, split.rbegin()->first + 1);
      claim.slot_names =
          line.slot_names.size() > claim.slot_names.size() ? line.slot_names : claim.slot_names;
      values.push_back(std::move(split));
      claim.cases.push_back(std::move(one));
    }
    for (size_t c = 0; c < claim.cases.size(); ++c) {
      for (size_t power = claim.powers; power-- > 0;) {
        const auto at = values[c].find(power);
        claim.cases[c].coefficients.push_back(at == values[c].end() ? constant(0) : at->second);
      }
    }
    return claim;
  }

  const Rule& rule_;
  std::string_view text_;
  Plain plain_;
  std::string source_;
  size_t lines_ = 0;
  std::vector<Piece> pieces_;
  struct WrittenCall {
    DigitCall call;
    std::string argument;
  };
  Claim claim_;  // its prefix
  size_t prefix_end_ = 0;
  std::vector<WrittenCall> calls_;
  std::vector<Span> calls_in_case_;  // the stretch of each case
  std::vector<ClaimCase> cases_;
  std::vector<size_t> line_of_case_;
  bool conditionless_ = false;
};

}  // namespace

bool Claim::is_by_digits() const {
  return losing || numeration || std::any_of(cases.begin(), cases.end(), [](const ClaimCase& one) {
           return !one.calls.empty();
         });
}

Attempt<Claim> read_claim(const Rule& rule, std::string_view text) {
  return Reader(rule, text).read();
}

Attempt<automatic::Domain> read_domain(const Rule& rule, std::string_view text) {
  auto claim = read_claim(rule, fmt::format("{}: 0", text));
  if (!claim) return std::move(claim).error();
  if (claim->cases.size() != 1 || claim->is_by_digits() || claim->cases[0].condition.empty())
    return wrong(text, {0, text.size()},
                 "expected a condition of the coordinates, which some position meets");
  std::vector<std::string> texts;
  for (const Expr& condition : claim->cases[0].conditions) {
    const std::string one = print_expr(condition, claim->slot_names);
    texts.push_back(condition.op == Op::logical_or ? "(" + one + ")" : one);
  }
  return automatic::Domain{fmt::format("{}", fmt::join(texts, " and ")),
                           std::move(claim->cases[0].conditions)};
}

automatic::Numeration numeration_of(const Claim& claim) {
  return claim.numeration.value_or(automatic::Numeration::base(2));
}

Ordinal value_with(std::span<const int64_t> coefficients) {
  Ordinal value;
  for (size_t j = 0; j < coefficients.size(); ++j)
    value = value + Ordinal::power_of_omega(static_cast<uint64_t>(coefficients.size() - 1 - j),
                                            static_cast<uint64_t>(coefficients[j]));
  return value;
}

std::optional<std::vector<int64_t>> evaluate(const Claim& claim, std::span<const int64_t> point) {
  Environment slots(point.begin(), point.end());
  slots.resize(std::max(claim.slot_names.size(), point.size() + kMostPowers + kMostCalls));
  for (const ClaimCase& one : claim.cases) {
    Fault fault;
    const auto term = [&](const Expr& expr) { return evaluate(expr, slots, fault); };
    bool defined = true;
    for (const ClaimCall& call : one.calls) {
      const auto value = value_at(call.function, term(call.argument), numeration_of(claim));
      defined = defined && value && fault.kind == Fault::Kind::none;
      slots[call.slot] = value.value_or(0);
    }
    if (!defined) continue;
    if (!std::all_of(one.conditions.begin(), one.conditions.end(),
                     [&](const Expr& c) { return term(c) != 0; }) &&
        fault.kind == Fault::Kind::none)
      continue;
    std::vector<int64_t> result;
    for (const Expr& coefficient : one.coefficients) result.push_back(term(coefficient));
    if (fault.kind != Fault::Kind::none ||
        std::any_of(result.begin(), result.end(), [](int64_t c) { return c < 0; }))
      return std::nullopt;
    return result;
  }
  return std::nullopt;
}

isl::Map to_map(isl_ctx* context, const Claim& claim) {
  if (claim.is_by_digits()) return {};
  const auto arity = static_cast<unsigned>(claim.arity);
  Rule rule;
  for (size_t i = 0; i < claim.arity; ++i) rule.coordinates.push_back(claim.slot_names[i]);
  // Each case twice: where it applies, and its value, which may be negative or lack there.
  for (const ClaimCase& one : claim.cases) {
    MoveLine line;
    line.conditions = one.conditions;
    line.slot_names = claim.slot_names;
    Part part;
    line.parts.push_back(part);
    rule.moves.push_back(line);
    line.parts[0].coordinates = one.coefficients;
    rule.moves.push_back(std::move(line));
  }
  const auto lines = line_relations(context, rule);
  if (!lines) return {};
  isl::Map result(
      isl_map_empty(isl_space_alloc(context, 0, arity, static_cast<unsigned>(claim.powers))));
  isl::Set taken(isl_set_empty(isl_space_set_alloc(context, 0, arity)));
  for (size_t c = 0; c < claim.cases.size(); ++c) {
    isl_map* here = isl_map_subtract_domain((*lines)[2 * c + 1].moves.copy(), taken.copy());
    result = isl::Map(isl_map_union(result.take(), here));
    taken = isl::Set(isl_set_union(taken.take(), isl_map_domain((*lines)[2 * c].moves.copy())));
  }
  return isl::Map(isl_map_coalesce(result.take()));
}

}  // namespace grundy
