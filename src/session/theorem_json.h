// Theorems as `grundy prove` writes them, as text and as JSON (doc/cli.md).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "proof/theorem.h"

namespace grundy {

/// "proved", "refuted", "conjectured" or "unknown".
const char* status_text(Theorem::Status status);
/// The positions before the pre-period, with their values, that differ from the law continued
/// backwards.
std::vector<std::pair<uint64_t, uint64_t>> exceptions(const Law& law);
/// "Theorem. …" with its proof, "Conjecture. …" or "False. …" with what is known, or why nothing
/// is.
std::string to_text(const Theorem& theorem);
std::string to_json(const Theorem& theorem);

}  // namespace grundy
