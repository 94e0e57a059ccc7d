// Rule files into syntax trees: a hand-written recursive descent parser that goes on after an error
// at the next line.
#pragma once
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "language/syntax.h"
#include "language/token.h"

namespace grundy {

/// Limits on a rule file; an error names the limit that is passed.
constexpr size_t kMaxRuleFileBytes = size_t{16} << 20;
constexpr size_t kMaxNesting = 200;      // of brackets
constexpr uint32_t kMaxTermDepth = 500;  // operations on a path through a term
constexpr size_t kMaxErrors = 20;        // reported in one run

struct ParsedFile {
  FileSyntax file;  // what could be read, when there are errors
  std::vector<Diagnostic> errors;
  bool cut_short = false;  // the budget was spent before the end
};

ParsedFile parse_rules(std::string_view source, std::string_view text,
                       const Budget* budget = nullptr);

/// [NAME=VALUE, …] as in a position, read with `lexer` standing behind the '['; on success it
/// stands behind the ']'.
Attempt<std::vector<ParameterSyntax>> parse_parameters(Lexer& lexer, std::string_view source);

/// Whether `name` is a word of the language, which can't name a game or a variable.
bool is_keyword(std::string_view name);
/// Whether a game of this name takes a take-and-break code in its brackets: octal[0.137](n).
bool takes_code(std::string_view game);

}  // namespace grundy
