// The one entry of the engine as WebAssembly: a method and a request in, lines of JSON out, each as it is made.
//
// A worker calls it (web/app/worker.js), and is ended when an answer is no longer wanted: so nothing here asks whether to
// stop, and no time is lost with asking. Where the memory ends, the engine does, too: most of it is compiled without the code
// that would clean up behind an exception.
#include <emscripten.h>

#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <string>

#include "web/messages.h"
#include "web/service.h"

namespace {

// clang-format off
EM_JS(void, hand_over, (const char* text, size_t size), { Module["line"](UTF8ToString(text, size)); });
EM_JS(void, end, (), { throw Object.assign(new Error("there is no memory left"), {kind: "declined"}); });
// clang-format on

constexpr double kSeconds = 20;
constexpr uint64_t kMemory = uint64_t{1} << 30;

grundy::web::Service& service() {
  std::set_new_handler(end);
  static grundy::web::Service only({GRUNDY_VERSION, kSeconds, kMemory});
  return only;
}

}  // namespace

extern "C" EMSCRIPTEN_KEEPALIVE void answer(const char* method, const char* request) {
  const auto sink = [](std::string_view line) { hand_over(line.data(), line.size()); };
  const grundy::web::Json object = grundy::web::Json::parse(request, nullptr, false);
  if (object.is_discarded())
    return sink(grundy::web::error_line(grundy::Error::input("the request is no JSON")));
  grundy::Budget budget;
  budget.set_time_limit(kSeconds);
  budget.set_memory_limit(kMemory);
  service().answer(method, object, budget, sink);
}
