// Regret: what a plan costs, beside the engine that would have answered soonest, alone.
//
// A plan does not know which engine has an answer. What it spends on others before is its regret;
// the aim is at most three times the best engine, and 30 ms.
#pragma once
#include <string>

#include "census/ask.h"

namespace grundy::census {

/// The value by one engine alone: of question.engine.
Reply reply_of_engine(const Question& question, double seconds);

/// Asks the value questions of the census whose titles match of the plan and of each engine alone,
/// and prints those for which the plan took more than three times the best engine and 30 ms. The
/// number of these.
size_t measure_regret(const std::string& path, const std::string& pattern, unsigned jobs);

}  // namespace grundy::census
