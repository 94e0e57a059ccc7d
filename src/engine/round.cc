#include "engine/round.h"

namespace grundy {

Error comes_again(const std::string& how) {
  return Error::declined("play need not end: " + how, Error::Cause::cycle);
}

bool is_cycle(const Error& error) { return error.cause == Error::Cause::cycle; }

}  // namespace grundy
