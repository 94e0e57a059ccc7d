#include "web/mathml.h"

#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>

namespace grundy::web {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_figure(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

/// Parentheses stay as high as a letter: browsers without a font for mathematics stretch them far.
std::string operator_of(std::string_view text) {
  const bool stands = text == "(" || text == ")";
  return (stands ? "<mo stretchy=\"false\">" : "<mo>") + escaped(text) + "</mo>";
}
std::string number_of(const nlohmann::json& n) {
  return "<mn>" + (n.is_string() ? n.get<std::string>() : n.dump()) + "</mn>";
}

/// A word of the language: a variable, or a word between formulas.
std::string word(std::string_view text) {
  for (const std::string_view one : {"and", "or", "not", "if", "otherwise", "mod"}) {
    if (text == one) return fmt::format("<mtext>&#160;{}&#160;</mtext>", text);
  }
  if (text == "in") return operator_of("∈");
  return fmt::format("<mi>{}</mi>", text == "phi" ? "φ" : text);
}

/// The sign that begins the text, how it is drawn, and how many bytes it takes.
struct Sign {
  std::string_view text;
  std::string_view drawn;
};
constexpr Sign kSigns[] = {{">=", "≥"}, {"<=", "≤"}, {"!=", "≠"},
                           {"*", "·"},  {"-", "−"},  {"%", "mod"}};

/// Reads one operand, number, variable or sign from `term` at `at`.
std::string token(std::string_view term, size_t& at) {
  const size_t begin = at;
  if (is_figure(term[at])) {
    while (at < term.size() && is_figure(term[at])) ++at;
    return fmt::format("<mn>{}</mn>", term.substr(begin, at - begin));
  }
  if (is_letter(term[at])) {
    while (at < term.size() && (is_letter(term[at]) || is_figure(term[at]))) ++at;
    return word(term.substr(begin, at - begin));
  }
  for (const Sign& sign : kSigns) {
    if (!term.substr(at).starts_with(sign.text)) continue;
    at += sign.text.size();
    return operator_of(sign.drawn);
  }
  ++at;
  // The rest of a character.
  while (at < term.size() && (static_cast<unsigned char>(term[at]) & 0xC0) == 0x80) ++at;
  const std::string_view sign = term.substr(begin, at - begin);
  return sign == "ω" ? "<mi>ω</mi>" : operator_of(sign);
}

std::string call(const std::string& coordinates, const std::string& added = "") {
  return "<mi>g</mi>" + operator_of("(") + coordinates + added + operator_of(")");
}

/// Other coordinates than those of the game's head are not known here: those that the law speaks
/// of.
std::string cases(const nlohmann::json& law) {
  const std::string equals = "<mi>g</mi><mo>=</mo>";
  std::string rows;
  for (const auto& one : law["cases"]) {
    const std::string condition = one.value("if", "");
    if (condition == "always") return equals + math_term(one.value("value", ""));
    rows += "<mtr><mtd>" + math_term(one.value("value", "")) + "</mtd><mtd>" +
            (condition.empty() || condition == "otherwise"
                 ? "<mtext>otherwise</mtext>"
                 : "<mtext>if&#160;</mtext>" + math_term(condition)) +
            "</mtd></mtr>";
  }
  return equals + "<mo>{</mo><mtable columnalign=\"left left\">" + rows + "</mtable>";
}

std::string period(const nlohmann::json& law) {
  const nlohmann::json saltus = law.value("saltus", nlohmann::json(0));
  return call("<mi>n</mi>", "<mo>+</mo>" + number_of(law["period"])) + "<mo>=</mo>" +
         call("<mi>n</mi>") + (saltus == 0 ? "" : "<mo>+</mo>" + number_of(saltus)) +
         "<mtext>&#160;for&#160;</mtext><mi>n</mi><mo>≥</mo>" + number_of(law["preperiod"]);
}

/// The end of the parentheses that open at `at`: behind their last one, or the text's end.
size_t behind_parentheses(std::string_view term, size_t at) {
  size_t depth = 0;
  do {
    depth += term[at] == '(' ? 1 : 0;
    depth -= term[at] == ')' ? 1 : 0;
    ++at;
  } while (at < term.size() && depth > 0);
  return at;
}

/// The term in the parentheses that open at `at`, which goes behind them.
std::string within_parentheses(std::string_view term, size_t& at) {
  const size_t begin = at + 1;
  at = behind_parentheses(term, at);
  const size_t end = at > begin && term[at - 1] == ')' ? at - 1 : at;
  return math_term(term.substr(begin, end - begin));
}

/// Functions that are drawn as brackets about what they are of.
struct Brackets {
  std::string_view name;
  std::string_view opening;
  std::string_view closing;
};
constexpr Brackets kBrackets[] = {{"floor(", "⌊", "⌋"}, {"abs(", "|", "|"}};

/// Reads such a function from `term` at `at`; empty where there is none.
std::string bracketed(std::string_view term, size_t& at) {
  if (at > 0 && is_letter(term[at - 1])) return {};
  for (const Brackets& one : kBrackets) {
    if (!term.substr(at).starts_with(one.name)) continue;
    at += one.name.size() - 1;
    return fmt::format("<mrow><mo>{}</mo>{}<mo>{}</mo></mrow>", one.opening,
                       within_parentheses(term, at), one.closing);
  }
  return {};
}

/// A term in parentheses, a function's brackets, or a token; `at` goes behind it.
std::string factor(std::string_view term, size_t& at) {
  if (std::string brackets = bracketed(term, at); !brackets.empty()) return brackets;
  if (term[at] != '(') return token(term, at);
  return "<mrow>" + operator_of("(") + within_parentheses(term, at) + operator_of(")") + "</mrow>";
}

}  // namespace

/// A term is read from left to right. `row` is what is done, `product` the factors since the last
/// sign of another kind, which a following '/' divides, rounded down, and `last` the last factor.
std::string math_term(std::string_view term) {
  std::string row;
  std::string product;
  std::string last;
  for (size_t at = 0; at < term.size();) {
    if (term[at] == ' ') {
      ++at;
    } else if (term.substr(at).starts_with("^^")) {
      row += product + last + operator_of("⊕");
      product.clear();
      last.clear();
      at += 2;
    } else if (term[at] == '^' && !last.empty() && at + 1 < term.size()) {
      const bool is_apart = term[++at] == '(';
      const std::string power = is_apart ? within_parentheses(term, at) : factor(term, at);
      last = "<msup>" + last + "<mrow>" + power + "</mrow></msup>";
    } else if (term[at] == '/' && !last.empty()) {
      while (++at < term.size() && term[at] == ' ') {
      }
      if (at == term.size()) break;
      const std::string divisor = factor(term, at);
      last = "<mrow><mo>⌊</mo>" + product + last + "<mo>/</mo>" + divisor + "<mo>⌋</mo></mrow>";
      product.clear();
    } else {
      const std::string_view rest = term.substr(at);
      const bool is_factor = rest[0] == '*' || rest[0] == '%' || rest.starts_with("·");
      product += last;
      last = factor(term, at);
      const bool is_sign = last.starts_with("<mo") || last.starts_with("<mtext>");
      if (is_factor) {
        product += last;
        last.clear();
      } else if (is_sign) {
        row += product + last;
        product.clear();
        last.clear();
      }
    }
  }
  return "<mrow>" + row + product + last + "</mrow>";
}

std::string mathml(const nlohmann::json& theorem) {
  const auto law = theorem.find("law");
  if (law == theorem.end() || !law->is_object()) return {};
  std::string inner;
  if (law->contains("cases")) {
    inner = cases(*law);
  } else if (law->contains("period") && law->contains("preperiod")) {
    inner = period(*law);
  } else if (law->contains("lost_if")) {
    inner = "<mtext>lost&#160;⟺&#160;</mtext>" + math_term(law->value("lost_if", ""));
  } else {
    return {};
  }
  return "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><mrow>" + inner +
         "</mrow></math>";
}

}  // namespace grundy::web
