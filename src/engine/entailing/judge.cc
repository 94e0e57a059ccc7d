#include "engine/entailing/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "game/bound.h"

namespace grundy {
namespace {

/// For each part, the value of all others.
class RestValues {
 public:
  void add(const Value& value) {
    if (value.is_loony()) {
      ++loony_;
    } else {
      numbers_ = nim_sum(numbers_, value.ordinal());
    }
  }
  Value total() const { return loony_ > 0 ? Value::loony() : Value(numbers_); }
  Value without(const Value& value) const {
    if (loony_ > (value.is_loony() ? 1 : 0)) return Value::loony();
    return value.is_loony() ? Value(numbers_) : Value(nim_sum(numbers_, value.ordinal()));
  }

 private:
  Ordinal numbers_;
  size_t loony_ = 0;
};

}  // namespace

Attempt<Answer> judge_entailing(const std::vector<Position>& parts, size_t move_limit,
                                Solvers& solvers, Budget& budget) {
  Answer answer;
  answer.may_bind = true;
  answer.values.resize(parts.size());
  const std::optional<size_t> bound = binding_part(parts);
  if (bound && binding_part(std::span(parts).subspan(*bound + 1)))
    return Error::input("two parts of the sum bind the next move");

  RestValues rest;
  std::unordered_map<Position, Value, HashPosition> known;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (budget.spent()) return budget.why();
    Plan& plan = solvers.of(*parts[i].game);
    if (i == bound) continue;
    const auto [found, made] = known.try_emplace(parts[i]);
    if (made) {
      auto values = plan.values({&parts[i], 1}, budget);
      if (!values) return std::move(values).error();
      found->second = std::move(values->front());
      if (found->second.is_loopy() && !found->second.is_loony()) {
        return Error::declined(
            fmt::format("{} has the value {}: what a part without end is worth beside moves that "
                        "bind the answer is not known to the program",
                        to_string(parts[i]), found->second.to_string()));
      }
      const std::string engine(plan.engine());
      if (std::find(answer.engines.begin(), answer.engines.end(), engine) == answer.engines.end())
        answer.engines.push_back(engine);
      answer.work += plan.work();
    }
    answer.values[i] = found->second;
    rest.add(found->second);
  }

  if (bound) {
    auto is_lost = solvers.of(*parts[*bound].game).has_value(parts[*bound], rest.total(), budget);
    if (!is_lost) return std::move(is_lost).error();
    answer.outcome = *is_lost ? Outcome::P : Outcome::N;
  } else {
    answer.value = rest.total();
    answer.outcome = answer.value->outcome();
  }
  if (!answer.mover_wins()) return answer;

  for (size_t i = 0; i < parts.size() && answer.all_winning_moves; ++i) {
    if (bound && i != *bound) continue;
    const Value beside = bound ? rest.total() : rest.without(*answer.values[i]);
    // No ordinary move wins beside a loony part.
    if (beside.is_loony() && !parts[i].game->has_bound_replies()) continue;
    const size_t room = move_limit - answer.winning_moves.size();
    auto moves = solvers.of(*parts[i].game).moves_to(parts[i], beside, room, budget);
    if (!moves) return std::move(moves).error();
    answer.all_winning_moves = moves->all;
    for (Move& move : moves->moves) answer.winning_moves.push_back({i, std::move(move)});
  }
  if (answer.winning_moves.empty())
    return Error::internal("no winning move was found in a won position");
  return answer;
}

}  // namespace grundy
