#include "cli/misere.h"

#include <fmt/format.h>

#include "session/genus_json.h"
#include "session/quotient_text.h"

namespace grundy::cli {

int show_genus(const Question& sum, Context& context) {
  misere::GenusFinder finder(context.budget());
  const auto found = finder.of(Sum(sum.parts.begin(), sum.parts.end()));
  if (!found) return context.finish(found.error());
  context.print((context.json() ? genus_json(sum, *found) : found->genus.text()) + "\n");
  return context.finish(kAnswered);
}

int prove_quotient(const Rule& rule, bool latex, const std::string& out, Context& context) {
  const Attempt<QuotientAnswer> answer = quotient_of_game(context.session(), rule, context.budget());
  if (!answer) {
    if (answer.error().kind != Error::Kind::declined || !context.json()) return context.finish(answer.error());
    context.print(declined_quotient_json(rule.full_name, answer.error().message()));
    return context.finish(kNotKnown);
  }
  const std::string text = context.json() ? quotient_json(*answer)
                           : latex        ? quotient_latex(*answer)
                                          : "Theorem. " + quotient_text(*answer);
  if (!out.empty()) return context.finish_with(text, certificate_of(*answer, context.budget()), out);
  context.print(text);
  return context.finish(kAnswered);
}

}  // namespace grundy::cli
