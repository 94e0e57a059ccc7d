// The methods of the service, each a function from a question to the JSON object of its answer.
//
// A Question has the session of the request's rules, and reads the members of the request: a text
// that is not there, or a number that is too large, is an input error that names the member.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "session/json.h"
#include "web/service.h"

namespace grundy::web {

struct Ask {
  Session& session;
  const Json& request;
  Budget& budget;
  const std::vector<Diagnostic>& warnings;  // about the rules
  const ServiceOptions& options;

  /// A member that must be there.
  Attempt<std::string> text(const char* member) const;
  /// A member that may be left out, and is empty then.
  Attempt<std::string> text_or_nothing(const char* member) const;
  /// A natural number up to `most`, or `usual`.
  Attempt<uint64_t> number(const char* member, uint64_t usual, uint64_t most) const;
  bool has(const char* member) const {
    return request.contains(member) && !request[member].is_null();
  }
  Attempt<Play> play() const;
  /// The sum that the member holds.
  Attempt<Question> sum(const char* member, Asks asks = Asks::values) const;
  /// The game that the member `game` names, as Session::game takes it.
  Attempt<std::string> game_name() const;
};

/// `object`, a JSON object, with one member more.
std::string extended(std::string object, std::string_view key, std::string_view json);
/// A text as JSON.
std::string json_text(std::string_view text);
/// The member "coordinates".
void add_coordinates(JsonWriter& json, const std::vector<std::string>& names);

Attempt<std::string> rules_answer(const Ask& ask);
Attempt<std::string> games_answer(const Ask& ask);
Attempt<std::string> version_answer(const Ask& ask);
Attempt<std::string> solve_answer(const Ask& ask);
Attempt<std::string> value_answer(const Ask& ask);
Attempt<std::string> options_answer(const Ask& ask);
Attempt<std::string> table_answer(const Ask& ask);
Attempt<std::string> prove_answer(const Ask& ask);
Attempt<std::string> check_answer(const Ask& ask);
Attempt<std::string> match_answer(const Ask& ask);

}  // namespace grundy::web
