// The genus of a sum in misère play, as `grundy value --play misere --json` writes it (doc/cli.md).
#pragma once
#include <string>

#include "engine/misere/genus.h"
#include "session/session.h"

namespace grundy {

/// {"sum": …, "genus": {"text": "3^1431", "normal": 3, "misere": […]}, "tame": true}, with the
/// witness where it is not.
std::string genus_json(const Question& question, const misere::GenusFinder::Found& found);

}  // namespace grundy
