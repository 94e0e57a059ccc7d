#include "engine/round.h"

namespace grundy {
namespace {

constexpr std::string_view kGoesRound = "play need not end: ";
constexpr std::string_view kGrows = "grows for ever";

}  // namespace

Error comes_again(const std::string& how) { return Error::declined(std::string(kGoesRound) + how); }

bool is_cycle(const Error& error) {
  return error.kind == Error::Kind::declined && error.message().starts_with(kGoesRound) &&
         !error.message().ends_with(kGrows);
}

}  // namespace grundy
