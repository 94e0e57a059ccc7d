// The tools of the Model Context Protocol server: what they are called, what they take, and what
// they ask of the service.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/attempt.h"

namespace grundy::web {

using Json = nlohmann::json;

/// The result of tools/list.
Json list_of_tools();

/// A question to a helper.
struct ToolQuestion {
  std::string method;  // of the service
  Json request;
};
/// Nothing for a tool that there is not; an error where an argument is missing or has the wrong
/// type.
std::optional<Attempt<ToolQuestion>> question_of_tool(const std::string& tool,
                                                      const Json& arguments);

/// What a tool shows of the service's result, in words and as an object.
struct ToolAnswer {
  std::string text;
  Json structured;
};
ToolAnswer answer_of_tool(const std::string& tool, Json result);

}  // namespace grundy::web
