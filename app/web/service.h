// What the page asks, answered: a method's name and a JSON object in, lines of JSON out.
//
// The same function answers for every way to the page. It keeps nothing between calls but sessions
// by the text of their rules, the 8 that were used last, so that the next question about the same
// games finds what was computed. A session reads no files: `@file` and `using FILE` are refused at
// their place.
//
//   Service service({});
//   service.answer("value", Json{{"sum", "kayles(3)"}}, budget, [](std::string_view line) { … });
//   // {"result": {"sum": "kayles(3)", "value": {"text": "3", "cnf": [[0, 3]]}, "explanation":
//   "…"}}
//
// The last line is {"result": …} or {"error": {"kind": …, "messages": […]}}; before it come lines
// {"progress": …}. What the methods take and give is in doc/serve.md.
#pragma once
#include <functional>
#include <list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace grundy::web {

using Json = nlohmann::json;
/// Takes a line without its end.
using Sink = std::function<void(std::string_view line)>;

struct ServiceOptions {
  std::string version;
  double time_limit = 20;  // of an answer, as its Budget has it: told by `version`, and the most
                           // that `match` thinks
  uint64_t memory_limit = uint64_t{1} << 30;  // likewise
  /// Whether the checker that Coq verified accepts a certificate; empty where it can't be asked.
  std::function<bool(std::string_view certificate, const Budget& budget)> verify = {};
  static constexpr size_t kMostSessions = 8;    // kept
  static constexpr size_t kMostOptions = 1000;  // listed
  static constexpr size_t kMostMoves = 100;     // winning ones listed
  static constexpr size_t kMostToPlay = 4000;   // of a match; Amazons on ten by ten has 2176
  static constexpr uint64_t kMostCells = 4'000'000;
};

class Service {
 public:
  explicit Service(ServiceOptions options);
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  ~Service();

  /// Throws nothing but what the sink throws.
  void answer(std::string_view method, const Json& request, Budget& budget, const Sink& sink);

 private:
  struct RuleSession;
  Attempt<std::string> result(std::string_view method, const Json& request, Budget& budget);
  /// The session of these rules; an error where they are wrong.
  Attempt<RuleSession*> kept(const std::string& rules, Budget& budget);

  ServiceOptions options_;
  std::list<std::unique_ptr<RuleSession>> kept_;  // the one used last first
};

}  // namespace grundy::web
