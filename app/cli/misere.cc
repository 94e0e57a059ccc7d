#include "cli/misere.h"

#include "base/json.h"

namespace grundy::cli {

int show_genus(const face::Sum& sum, Context& context) {
  const face::Result<face::Genus> genus = context.face().genus(sum);
  if (!genus) return context.finish(genus.error());
  context.print(context.json() ? genus->json() : genus->text + "\n");
  return context.finish(kAnswered);
}

int no_quotient(const std::string& game, const face::Error& error, Context& context) {
  if (error.kind != face::Error::Kind::declined || !context.json()) return context.finish(error);
  JsonWriter json;
  json.begin_object().key("game").value(game).key("status").value("declined");
  for (const char* key : {"order", "p_portion", "period", "preperiod", "heaps", "tame"})
    json.key(key).null();
  json.key("reason").value(error.message()).end_object();
  context.print(json.take() + "\n");
  return context.finish(kNotKnown);
}

int prove_quotient(const std::string& game, bool latex, const std::string& out, Context& context) {
  std::string name;
  const face::Result<face::Quotient> quotient = context.face().quotient(game, {}, &name);
  if (!quotient) return no_quotient(name, quotient.error(), context);
  const std::string text = context.json() ? quotient->json()
                           : latex        ? quotient->latex()
                                          : "Theorem. " + quotient->text();
  if (!out.empty()) return context.finish_with(text, context.face().certificate(*quotient), out);
  context.print(text);
  return context.finish(kAnswered);
}

}  // namespace grundy::cli
