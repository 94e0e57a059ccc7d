// Any bytes as a certificate: rejected with a line and a reason, or accepted and then printed and
// read alike.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "check/check.h"
#include "check/position.h"
#include "check/quotient.h"

namespace {

using namespace grundy;

constexpr double kSeconds = 0.2;

void require(bool holds, const char* what, const std::string& about) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n%s\n", what, about.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Budget budget;
  budget.set_time_limit(kSeconds);
  const Attempt<Judgement> judgement = check_certificate(text, judge_by_isl, budget);
  if (!judgement) {
    require(judgement.error().kind == Error::Kind::declined && budget.spent(),
            "only a limit stops the checker", text);
    return 0;
  }
  if (!judgement->accepted) {
    require(judgement->line > 0 && !judgement->reason.empty(),
            "a rejection has a line and a reason", text);
    return 0;
  }
  if (is_position_certificate(text)) return 0;
  if (is_quotient_certificate(text)) {
    const Attempt<QuotientCertificate> read = quotient_in(text);
    require(read.ok(), "what is accepted can be read", text);
    const Attempt<QuotientCertificate> again = quotient_in(to_text(*read));
    require(again && to_text(*again) == to_text(*read), "what is read is printed and read alike",
            text);
    return 0;
  }
  Certificate certificate;
  Judgement why;
  require(read_certificate(text, certificate, why), "what is accepted can be read", text);
  const std::string printed = to_text(certificate);
  Certificate again;
  require(read_certificate(printed, again, why) && to_text(again) == printed,
          "it is printed and read alike", text);
  const Attempt<Judgement> second = check_certificate(printed, judge_by_isl, Budget());
  require(second && second->accepted, "what is accepted is accepted again", text);
  return 0;
}
