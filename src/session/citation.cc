#include "session/citation.h"

#include <fmt/format.h>
#include <isl/version.h>

#include "base/sha256.h"
#include "base/text.h"
#include "check/quotient.h"
#include "proof/certified.h"
#include "proof/position.h"
#include "proof/strip.h"
#include "proof/theorem_text.h"
#include "proof/theorem_words.h"
#include "rule/name.h"
#include "session/json.h"

namespace grundy {
namespace {

constexpr std::string_view kPreamble =
    "% Needs amsmath and amsthm, \\newtheorem{theorem}{Theorem} and "
    "\\newtheorem{conjecture}{Conjecture}.\n";

/// The theorem that a misère quotient is, in words and for LaTeX. The checker needs no solver for
/// it.
Attempt<Citation> quotient_citation(std::string_view text) {
  const Attempt<QuotientCertificate> quotient = quotient_in(text);
  if (!quotient) return quotient.error();
  const std::string code = quotient->code;
  Citation result;
  result.game = "code[" + code + "]";
  result.statement = fmt::format(
      "In misère play a sum of heaps of {} is lost for the mover exactly if the product of their "
      "elements\nlies in P. "
      "Their quotient has {} elements, {} of them in P, and Φ(n + {}) = Φ(n) for all n >= {}.",
      result.game, quotient->order, quotient->lost.size(), quotient->period, quotient->preperiod);
  result.latex = fmt::format(
      "\\begin{{theorem}}\nThe mis\\`ere quotient of the game with the code $\\mathbf{{{}}}$ has "
      "order ${}$, with ${}$ "
      "elements in its $\\mathcal{{P}}$-portion, and $\\Phi(n + {}) = \\Phi(n)$ for all $n \\ge "
      "{}$.\n\\end{{theorem}}\n",
      latex_escaped(code), quotient->order, quotient->lost.size(), quotient->period,
      quotient->preperiod);
  result.rule = quotient->rule;
  result.solver = "no solver";
  return result;
}

/// The value of a position, likewise without a solver.
Attempt<Citation> position_citation(std::string_view text) {
  const Attempt<PositionCertificate> position = position_in(text);
  if (!position) return position.error();
  Citation result;
  result.game = position->game;
  result.statement = statement(*position);
  const bool is_loony = position->value == PositionCertificate::kLoony;
  result.latex =
      fmt::format("\\begin{{theorem}}\nThe position \\texttt{{{}}} {}.\n\\end{{theorem}}\n",
                  latex_escaped(position->position),
                  is_loony ? "is loony: whoever moves wins any sum with it"
                           : fmt::format("has the Grundy value ${}$", position->value));
  result.rule = position->rule;
  result.solver = "no solver";
  return result;
}

/// The values of boards of every length, likewise without a solver.
Attempt<Citation> strip_citation(std::string_view text) {
  const Attempt<StripCertificate> strip = strip_in(text);
  if (!strip) return strip.error();
  Citation result;
  result.game = strip->game;
  result.statement = statement(*strip);
  result.latex = fmt::format(
      "\\begin{{theorem}}\n"
      "The Grundy values of \\texttt{{{}}} have the period ${}$ from length parameter ${}$ on.\n"
      "\\end{{theorem}}\n",
      latex_escaped(strip->family), strip->law_period, strip->law_preperiod);
  result.rule = strip->rule;
  result.solver = "no solver";
  return result;
}

}  // namespace

std::string isl_release() {
  std::string name = isl_version();  // "isl-0.25-GMP\n"
  name = name.substr(0, name.find_first_of('\n', 0));
  const size_t dash = name.find('-');
  const size_t end = name.find('-', dash + 1);
  return dash == std::string::npos ? "isl" : "isl " + name.substr(dash + 1, end - dash - 1);
}

Attempt<Citation> citation_of(std::string_view certificate, std::string_view solver,
                              std::string_view version) {
  Citation result;
  if (is_quotient_certificate(certificate)) {
    Attempt<Citation> quotient = quotient_citation(certificate);
    if (!quotient) return quotient;
    result = *std::move(quotient);
  } else if (is_position_certificate(certificate)) {
    Attempt<Citation> position = position_citation(certificate);
    if (!position) return position;
    result = *std::move(position);
  } else if (is_strip_certificate(certificate)) {
    Attempt<Citation> strip = strip_citation(certificate);
    if (!strip) return strip;
    result = *std::move(strip);
  } else {
    const Attempt<Certified> read = theorem_in(certificate);
    if (!read) return read.error();
    const Theorem& theorem = read->theorem;
    result.game = name_with_parameters(*theorem.rule);
    result.statement = statement(theorem);
    result.latex = latex_game(theorem) + "\n" + latex_statement(theorem);
    result.rule = read->rule;
    result.solver = solver.empty() ? isl_release() : std::string(solver);
  }
  result.version = version;
  result.fingerprint = sha256(certificate);
  return result;
}

std::string citation_text(const Citation& citation) {
  std::string text = fmt::format("Theorem. {}\n{}", citation.statement,
                                 citation.rule.empty() ? "" : "\nThe rule:\n");
  for (const std::string& line : lines_of(citation.rule)) text += "  " + line + "\n";
  return text +
         fmt::format("\nChecked by grundy {} with {}; the certificate has the SHA-256\n  {}\n",
                     citation.version, citation.solver, citation.fingerprint);
}

std::string citation_latex(const Citation& citation) {
  return fmt::format(
      "{}{}\\noindent The certificate of this theorem was checked by \\textsc{{grundy}} {} with "
      "{}; its SHA-256 "
      "is\\\\\n\\texttt{{{}\\\\\n{}}}.\n",
      kPreamble, citation.latex, citation.version, latex_escaped(citation.solver),
      citation.fingerprint.substr(0, 32), citation.fingerprint.substr(32));
}

std::string citation_bibtex(const Citation& citation, std::string_view file) {
  std::string key;
  for (const char c : citation.game) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) key += c;
  }
  return fmt::format(
      "@misc{{grundy:{}:{},\n"
      "  title = {{The {{Grundy}} values of {{{}}}: a certificate}},\n"
      "  howpublished = {{File \\texttt{{{}}}, SHA-256 \\texttt{{{}\\allowbreak {}}}}},\n"
      "  note = {{Checked by grundy {} with {}}}\n"
      "}}\n",
      key, citation.fingerprint.substr(0, 8), latex_escaped(citation.game), latex_escaped(file),
      citation.fingerprint.substr(0, 32), citation.fingerprint.substr(32), citation.version,
      latex_escaped(citation.solver));
}

void add_citation(JsonWriter& json, const Citation& citation) {
  json.key("game").value(citation.game);
  json.key("theorem").value(citation.statement);
  json.key("rule").value(citation.rule);
  json.key("solver").value(citation.solver);
  json.key("version").value(citation.version);
  json.key("sha256").value(citation.fingerprint);
}

std::string paper_latex(const Theorem& theorem, std::string_view version,
                        std::string_view fingerprint) {
  std::string text = fmt::format("{}{}\n{}", kPreamble, latex_game(theorem), latex(theorem));
  if (const Conjectured* conjecture = theorem.conjecture()) {
    if (!conjecture->on.empty())
      return text + fmt::format("\\noindent Tested by \\textsc{{grundy}} {} on {}.\n", version,
                                conjecture->on);
    const std::vector<std::string> names = latex_names(theorem);
    std::vector<std::string> ranges;
    for (size_t i = 0; i < conjecture->tested.size(); ++i)
      ranges.push_back(fmt::format("{} \\le {}", names[i], conjecture->tested[i] - 1));
    return text +
           fmt::format("\\noindent Tested by \\textsc{{grundy}} {} on all positions with ${}$.\n",
                       version, fmt::join(ranges, ", "));
  }
  text += fmt::format("\\noindent Found and decided by \\textsc{{grundy}} {} with {}", version,
                      isl_release());
  if (fingerprint.empty()) return text + ".\n";
  return text + fmt::format("; the certificate has the SHA-256\\\\\n\\texttt{{{}\\\\\n{}}}.\n",
                            fingerprint.substr(0, 32), fingerprint.substr(32));
}

}  // namespace grundy
