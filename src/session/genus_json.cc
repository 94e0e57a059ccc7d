#include "session/genus_json.h"

#include "session/json.h"

namespace grundy {

std::string genus_json(const Question& question, const misere::GenusFinder::Found& found) {
  const misere::Genus& genus = found.genus;
  JsonWriter json;
  json.begin_object();
  json.key("sum").value(sum_text(question.parts, SIZE_MAX));
  json.key("genus").begin_object();
  json.key("text")
      .value(genus.text())
      .key("normal")
      .value(uint64_t{genus.normal})
      .key("misere")
      .begin_array();
  for (const uint32_t c : genus.misere) json.value(uint64_t{c});
  json.end_array().end_object();
  json.key("tame").value(found.tame);
  if (!found.tame) json.key("witness").value(to_string(found.witness));
  return json.end_object().take();
}

}  // namespace grundy
