#include "web/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>

#include "web/answers.h"
#include "web/messages.h"

namespace grundy::web {
namespace {

struct Method {
  std::string_view name;
  Attempt<std::string> (*answer)(const Ask&);
};
constexpr Method kMethods[] = {
    {"rules", rules_answer},     {"games", games_answer}, {"version", version_answer},
    {"solve", solve_answer},     {"value", value_answer}, {"table", table_answer},
    {"options", options_answer}, {"prove", prove_answer}, {"check", check_answer},
    {"match", match_answer},
};

std::string progress_line(const Progress& progress) {
  JsonWriter json;
  json.begin_object().key("progress").begin_object();
  json.key("what")
      .value(progress.what)
      .key("done")
      .value(progress.done)
      .key("total")
      .value(progress.total);
  json.end_object().end_object();
  return json.take();
}

}  // namespace

struct Service::RuleSession {
  std::string rules;
  Session session;
  std::vector<Diagnostic> warnings;
};

Service::Service(ServiceOptions options) : options_(std::move(options)) {}
Service::~Service() = default;

Attempt<Service::RuleSession*> Service::kept(const std::string& rules, Budget& budget) {
  const auto found = std::find_if(kept_.begin(), kept_.end(),
                                  [&](const auto& one) { return one->rules == rules; });
  if (found != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, found);
  } else {
    auto made = std::make_unique<RuleSession>();
    made->rules = rules;
    if (!rules.empty()) {
      if (auto file = names_file("rules", rules)) return *std::move(file);
      if (auto loaded = made->session.load_rules("rules", rules, &budget); !loaded)
        return std::move(loaded).error();
      made->warnings = made->session.take_warnings();
    }
    kept_.push_front(std::move(made));
    if (kept_.size() > ServiceOptions::kMostSessions) kept_.pop_back();
  }
  // What the others keep is memory of this process, too: they go when it is much.
  uint64_t others = 0;
  for (auto at = std::next(kept_.begin()); at != kept_.end();) {
    others += (*at)->session.solvers().held();
    at = others > budget.memory_limit() / 4 ? kept_.erase(at) : std::next(at);
  }
  kept_.front()->session.solvers().make_room(budget);
  return kept_.front().get();
}

Attempt<std::string> Service::result(std::string_view method, const Json& request, Budget& budget) {
  const auto* const known = std::find_if(std::begin(kMethods), std::end(kMethods),
                                         [&](const Method& one) { return one.name == method; });
  if (known == std::end(kMethods)) {
    const bool is_word =
        std::all_of(method.begin(), method.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return Error::input(is_word ? fmt::format("there is no method '{}'", method)
                                : "there is no such method");
  }
  if (!request.is_object()) return Error::input("a request is a JSON object");
  std::string rules;
  if (const auto member = request.find("rules"); member != request.end() && !member->is_null()) {
    if (!member->is_string()) return Error::input("'rules' must be a text");
    rules = member->get<std::string>();
  }
  Attempt<RuleSession*> found = kept(rules, budget);
  if (!found && method == "rules" && found.error().kind == Error::Kind::input) {
    Session none;
    const Ask ask{none, request, budget, found.error().diagnostics, options_};
    return rules_answer(ask);
  }
  if (!found) return std::move(found).error();
  return known->answer({(*found)->session, request, budget, (*found)->warnings, options_});
}

void Service::answer(std::string_view method, const Json& request, Budget& budget,
                     const Sink& sink) {
  budget.set_progress([&sink](const Progress& progress) { sink(progress_line(progress)); });
  const Attempt<std::string> answered = [&]() -> Attempt<std::string> {
    try {
      return result(method, request, budget);
    } catch (const std::bad_alloc&) {
      kept_.clear();  // a session that was cut off is not asked again
      return Error::ended("there is no memory left");
    } catch (const std::exception& exception) {
      kept_.clear();
      return Error::internal(exception.what());
    }
  }();
  sink(answered ? "{\"result\": " + *answered + "}" : error_line(answered.error()));
}

}  // namespace grundy::web
