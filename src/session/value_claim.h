// Claims about the values of a game: proved, refuted by the least counterexample, or tested.
//
// Problem: a reader knows a law in other words than ours, "g(2n) = g(n) + 1" or "g(n) <= n".
// Idea: the law of the game is looked for first. A claim of one variable about values that repeat
// is settled by finitely many n; any other claim in linear terms is a set of integers, which must
// have no point where the law holds and the relation does not. Without a law the claim is tested.
// Example: g(n + 12) = g(n) for n >= 71 is proved of Kayles by the n below 166; for n >= 60 the
// least counterexample is n = 70.
// Cost: that of the law, and some million evaluations or steps of isl.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace grundy {

struct ClaimJudgement {
  enum class Standing : uint8_t { proved, refuted, tested };
  Standing standing = Standing::tested;
  std::string text;  // for people, whole sentences in lines
  std::string json;
};

/// Without a law, variables are tested up to `upto`; nothing: as far as is quick. Errors: the claim
/// is not understood, a position has negative coordinates, values are infinite.
Attempt<ClaimJudgement> judge_claim(Session& session, std::string_view game, std::string_view claim,
                                    std::optional<uint64_t> upto, Budget& budget);

}  // namespace grundy
