// Any bytes as a request to the page's service: a method, a space, and a JSON object. The answer is
// lines of JSON, the last one a result or an error that is not the service's own.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "web/service.h"

namespace {

using namespace grundy;

constexpr uint64_t kMemory = uint64_t{4} << 20;
// Most questions are answered far sooner; what is not found by then is not looked for.
constexpr double kSeconds = 0.2;

void require(bool holds, const char* what, const std::string& about) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n%s\n", what, about.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t space = text.find(' ');
  if (space == text.npos) return 0;
  const web::Json request = web::Json::parse(text.substr(space + 1), nullptr, false);
  if (request.is_discarded()) return 0;
  static web::Service service({"0", kSeconds, kMemory});
  Budget budget;
  budget.set_time_limit(kSeconds);
  budget.set_memory_limit(kMemory);
  std::string last;
  size_t ends = 0;
  service.answer(text.substr(0, space), request, budget, [&](std::string_view line) {
    last = line;
    const web::Json said = web::Json::parse(line, nullptr, false);
    require(!said.is_discarded() && said.size() == 1, "a line is a JSON object of one member",
            last);
    if (said.contains("error"))
      require(said["error"]["kind"] != "internal" && !said["error"]["messages"].empty(),
              "an error says something", last);
    ends += said.contains("result") || said.contains("error") ? 1 : 0;
  });
  require(ends == 1 && last.find("\"progress\"") != 1, "an answer has one end", last);
  return 0;
}
