// Theorems for papers, by the packages amsmath and amsthm: the game, the statement, the proof.
#include <fmt/format.h>

#include "base/text.h"
#include "proof/automatic_text.h"
#include "proof/theorem_text.h"
#include "proof/theorem_words.h"
#include "rule/name.h"
#include "rule/print.h"

namespace grundy {
namespace {

/// The domain in mathematical mode.
std::string latex_domain(const Theorem& theorem) {
  std::string text = theorem.letters ? theorem.letters->domain : theorem.where;
  replace_all(text, "%", "\\bmod");
  replace_all(text, "<=", "\\le");
  replace_all(text, ">=", "\\ge");
  replace_all(text, "!=", "\\ne");
  replace_all(text, "*", " \\cdot ");
  replace_all(text, " and ", " \\text{ and } ");
  return text;
}

/// The same for a paper, without the environment.
std::string latex_outcomes(const OutcomeLaw& law, const std::string& names,
                           const std::string& position) {
  std::string text = fmt::format("For all natural numbers ${}$ at ${}$", names, position);
  if (law.latex.size() == 1) return text + " " + outcome_phrase(law.latex[0], true) + ".\n";
  text += law.latex.size() > 2 ? ", by the first condition that holds,\n" : "\n";
  text += "\\begin{itemize}\n";
  for (const OutcomeLaw::StatedOutcome& one : law.latex) {
    const bool otherwise = one.condition == "\\text{otherwise}";
    text +=
        fmt::format("  \\item {}{}: {};\n", otherwise ? "" : "if ",
                    otherwise ? "otherwise" : "$" + one.condition + "$", outcome_phrase(one, true));
  }
  text.replace(text.size() - 2, 1, ".");
  return text + "\\end{itemize}\n";
}

/// A printed rule whose long lines go on below, before their binders and conditions.
std::string with_short_lines(const std::string& rule) {
  constexpr size_t kColumnsOfPaper = 64;
  std::string result;
  for (std::string line : lines_of(rule)) {
    if (text_width(line) > kColumnsOfPaper) {
      replace_all(line, "  for ", "\n       for ");
      replace_all(line, "  if ", "\n       if ");
    }
    result += line + "\n";
  }
  return result;
}

/// The cases as an environment, each line after this space.
std::string latex_cases(const std::vector<StatedCase>& cases, std::string_view space) {
  std::string text = fmt::format("{}\\begin{{cases}}\n", space);
  for (const auto& [condition, value] : cases) {
    const bool otherwise = condition == "\\text{otherwise}";
    text += fmt::format("{}  {} & {}{} \\\\\n", space, value, otherwise ? "" : "\\text{if } ",
                        condition);
  }
  return text + fmt::format("{}\\end{{cases}}\n", space);
}

}  // namespace

std::string latex_statement(const Theorem& theorem) {
  const std::vector<std::string> names = latex_names(theorem);
  const std::string math_names = fmt::format("{}", fmt::join(names, ", "));
  const std::string game = "\\operatorname{" + latex_escaped(game_name(theorem)) + "}";
  const std::string here = position_with(
      theorem, game,
      {names.begin() + static_cast<std::ptrdiff_t>(theorem.letters ? theorem.letters->count : 0),
       names.end()});
  const std::string domain =
      domain_phrase(theorem).empty() ? "" : fmt::format(" with ${}$", latex_domain(theorem));
  const char* environment = theorem.is_proved() ? "theorem" : "conjecture";
  std::string text = fmt::format("\\begin{{{}}}\n", environment);
  if (const auto law = recurrence(theorem.statement)) {
    text += fmt::format(
        "For all ${0} \\ge {1}$ the Grundy value $g$ of ${2}({0})$ satisfies $g({0} + {3}) = "
        "g({0}){4}$.\n",
        math_names, law->preperiod, game, law->period,
        law->saltus == 0 ? "" : fmt::format(" + {}", law->saltus));
  } else if (const auto* by_digits = std::get_if<AutomaticStatement>(&theorem.statement)) {
    text += theorem.rule->board
                ? "The "
                : fmt::format("For all natural numbers ${}${} the ", math_names, domain);
    const auto* proof = theorem.proof<AutomaticProof>();
    if (!by_digits->lost_if.empty() || proof == nullptr) {
      text += fmt::format("position ${}$ is lost for the mover exactly if \\texttt{{{}}}.\n", here,
                          latex_escaped(by_digits->lost_if));
    } else {
      const char* form =
          proof->law.kind == automatic::LawKind::losing
              ? "position ${0}$ is lost for the mover exactly if this automaton accepts $({1})$"
          : proof->law.kind == automatic::LawKind::values
              ? "Grundy value of ${0}$ is the number $v$ for which this automaton accepts $({1}, "
                "v)$"
              : "Grundy value of ${0}$ is the number $v$ for which this automaton accepts $({1}, "
                "2^v)$";
      text += fmt::format(fmt::runtime(form), here, math_names);
      text += fmt::format(
          ", read in {}, the most significant digit "
          "first.\n\\begin{{verbatim}}\n{}\\end{{verbatim}}\n",
          numeration_text(proof->law.numeration), states_text(proof->law));
    }
  } else if (theorem.in_words() != nullptr) {
    text += latex_escaped(statement(theorem)) + "\n";
  } else if (const OutcomeLaw* outcomes = theorem.outcomes()) {
    text += latex_outcomes(*outcomes, math_names, here);
  } else {
    text += fmt::format("For all natural numbers ${}${} the Grundy value of ${}$ is", math_names,
                        domain, here);
    const std::vector<StatedCase>& cases = theorem.formula()->latex;
    if (cases.size() == 1) {
      text += fmt::format(" ${}$.\n", cases[0].value);
    } else {
      text += cases.size() > 2 ? ", by the first condition that holds,\n" : "\n";
      text += "\\[\n" + latex_cases(cases, "  ") + "\\]\n";
    }
  }
  return text + fmt::format("\\end{{{}}}\n", environment);
}

std::string latex_law(const Theorem& theorem) {
  if (const auto law = recurrence(theorem.statement)) {
    const std::string name = fmt::format("{}", fmt::join(latex_names(theorem), ", "));
    return fmt::format("g({0} + {1}) = g({0}){2} \\quad \\text{{for all }} {0} \\ge {3}", name,
                       law->period, law->saltus == 0 ? "" : fmt::format(" + {}", law->saltus),
                       law->preperiod);
  }
  if (theorem.formula() == nullptr) return {};
  const std::vector<StatedCase>& cases = theorem.formula()->latex;
  return cases.size() == 1 ? cases[0].value : cases.empty() ? "" : latex_cases(cases, "");
}

std::vector<std::string> latex_names(const Theorem& theorem) {
  std::vector<std::string> result;
  for (const std::string& name : theorem.rule->coordinates)
    result.push_back(name.size() == 1 ? name : "\\mathrm{" + latex_escaped(name) + "}");
  return result;
}

std::string latex_game(const Theorem& theorem) {
  const Rule& rule = *theorem.rule;
  const std::string written =
      rule.moves_by_code && rule.code
          ? fmt::format("game heap({0}) = code[{1}]({0})\n", rule.coordinates[0], rule.code->text())
          : rule_with_parameters(rule);
  const std::string names = fmt::format("{}", fmt::join(latex_names(theorem), ", "));
  return fmt::format(
      "\\paragraph{{The game.}} The positions of $\\operatorname{{{}}}$ are {}, and its moves "
      "are\n\\begin{{verbatim}}\n{}\\end{{verbatim}}\n",
      latex_escaped(name_with_parameters(rule)),
      rule.board ? fmt::format("given by numbers and lists ${}$", names)
                 : fmt::format("natural numbers ${}$", names),
      with_short_lines(written));
}

std::string latex(const Theorem& theorem) {
  if (!theorem.is_proved()) return latex_statement(theorem);
  return latex_statement(theorem) + "\\begin{proof}\n" +
         proof_paragraphs(theorem, Notation::latex) + "\n\\end{proof}\n";
}

}  // namespace grundy
