#include "cli/misere.h"

#include <fmt/format.h>

#include "session/equal.h"
#include "session/genus_json.h"
#include "session/json.h"
#include "session/quotient_text.h"

namespace grundy::cli {

int show_genus(const Question& sum, Context& context) {
  misere::GenusFinder finder(context.budget());
  const auto found = finder.of(Sum(sum.parts.begin(), sum.parts.end()));
  if (!found) return context.finish(found.error());
  context.print((context.json() ? genus_json(sum, *found) : found->genus.text()) + "\n");
  return context.finish(kAnswered);
}

int equal_in_misere(const std::vector<Question>& sums, const std::vector<std::string>& texts, Context& context) {
  const Attempt<MisereComparison> compared = compare_misere(sums[0], sums[1], context.budget());
  if (!compared) return context.finish(compared.error());
  const std::string witness = to_string(compared->witness);
  const auto outcome = [&](size_t i) { return std::string(1, letter(compared->outcomes[i])); };
  if (context.json()) {
    JsonWriter json;
    json.begin_object();
    json.key("equal").value(compared->equal);
    json.key("sums").begin_array().value(texts[0]).value(texts[1]).end_array();
    if (compared->quotient.empty()) {
      json.key("elements").null();
    } else {
      json.key("elements").begin_array().value(compared->elements[0]).value(compared->elements[1]).end_array();
    }
    if (!compared->equal) {
      json.key("witness").value(witness);
      json.key("outcomes").begin_array().value(outcome(0)).value(outcome(1)).end_array();
      json.key("checked_by_play").value(compared->played);
    }
    json.end_object();
    context.print(json.take() + "\n");
  } else if (compared->equal) {
    context.print(fmt::format("Equal in misère play: both have the element {}.\n{}.\n", compared->elements[0],
                              compared->quotient));
  } else {
    context.print(compared->quotient.empty()
                      ? "Not equal in misère play.\n"
                      : fmt::format("Not equal in misère play: {} has the element {}, {} has {}.\n{}.\n", texts[0],
                                    compared->elements[0], texts[1], compared->elements[1], compared->quotient));
    context.print(fmt::format("{} them apart ({}):\n",
                              witness == "0" ? "Nothing has to be added to tell" : witness + " tells",
                              compared->played ? "checked by play" : "not checked by play: too large"));
    for (size_t i = 0; i < 2; ++i) {
      context.print(fmt::format("  {}{}: the player to move {} ({})\n", texts[i], witness == "0" ? "" : " + " + witness,
                                compared->outcomes[i] == Outcome::N ? "wins" : "loses", outcome(i)));
    }
  }
  return context.finish(compared->equal ? kAnswered : kNotKnown);
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
