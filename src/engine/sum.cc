#include "engine/sum.h"

#include <algorithm>
#include <unordered_map>

#include "engine/search.h"

namespace grundy {
namespace {

/// Values of the parts, game by game; nothing where only the outcome is known.
class PartValues {
 public:
  PartValues(const std::vector<Component>& parts, Evaluators& evaluators, Budget& budget, Answer& answer)
      : parts_(parts), evaluators_(evaluators), budget_(budget), answer_(answer) {}

  Attempt<void> find() {
    answer_.values.resize(parts_.size());
    std::map<const Rule*, std::vector<size_t>> by_rule;
    for (size_t i = 0; i < parts_.size(); ++i) {
      const Component& part = parts_[i];
      if (part.rule != nullptr) {
        by_rule[part.rule].push_back(i);
      } else if (part.native) {
        Attempt<Ordinal> value = part.native->value(budget_);
        if (value) {
          answer_.values[i] = *std::move(value);
        } else if (value.error().kind == Error::Kind::declined) {
          declined_.push_back(std::move(value).error());
        } else {
          return std::move(value).error();
        }
        use("closed form");
      } else {
        answer_.values[i] = part.nimber;
        use("nim");
      }
    }
    for (const auto& [rule, members] : by_rule) {
      Attempt<Evaluator*> evaluator = evaluators_.get(*rule);
      if (!evaluator) return std::move(evaluator).error();
      std::vector<Coordinates> positions;
      positions.reserve(members.size());
      for (size_t i : members) positions.push_back(parts_[i].coordinates);
      const Work before = (*evaluator)->work();
      auto values = (*evaluator)->values(positions, budget_);
      if (!values) return std::move(values).error();
      for (size_t j = 0; j < members.size(); ++j) answer_.values[members[j]] = std::move((*values)[j]);
      use((*evaluator)->engine());
      Work done = (*evaluator)->work();
      done.positions -= before.positions;
      done.options -= before.options;
      answer_.work += done;
    }
    return {};
  }

  /// Why values are missing, one error for each missing value.
  std::vector<Error>& declined() { return declined_; }

 private:
  void use(std::string_view engine) {
    auto& list = answer_.engines;
    if (std::find(list.begin(), list.end(), engine) == list.end()) list.emplace_back(engine);
  }

  const std::vector<Component>& parts_;
  Evaluators& evaluators_;
  Budget& budget_;
  Answer& answer_;
  std::vector<Error> declined_;
};

Attempt<MoveSet> moves_to(const Component& part, const Ordinal& value, size_t limit, Evaluators& evaluators,
                          Budget& budget) {
  if (part.native) return part.native->moves_to(value, limit, budget);
  if (part.rule != nullptr) {
    Attempt<Evaluator*> evaluator = evaluators.get(*part.rule);
    if (!evaluator) return std::move(evaluator).error();
    return (*evaluator)->moves_to(part.coordinates, value, limit, budget);
  }
  MoveSet result;
  if (value >= part.nimber) return result;
  if (limit == 0) {
    result.all = false;
    return result;
  }
  Component after;
  after.nimber = value;
  result.moves.push_back({after.to_string(), "", ""});
  return result;
}

struct SameMoves {  // equal parts have equal moves
  const Rule* rule;
  std::string key;
  friend bool operator==(const SameMoves&, const SameMoves&) = default;
};
struct HashSameMoves {
  size_t operator()(const SameMoves& m) const {
    return std::hash<std::string>()(m.key) ^ std::hash<const void*>()(m.rule);
  }
};

Attempt<void> find_winning_moves(const std::vector<Component>& parts, size_t move_limit, Evaluators& evaluators,
                                 Budget& budget, Answer& answer) {
  const size_t limit = std::max<size_t>(move_limit, 1);
  std::unordered_map<SameMoves, MoveSet, HashSameMoves> known;
  for (size_t i = 0; i < parts.size() && (answer.all_winning_moves || answer.winning_moves.empty()); ++i) {
    if ((i & 1023) == 0 && budget.spent()) return budget.why();
    const Ordinal target = nim_sum(*answer.values[i], *answer.value);
    // Only in nim is it plain at once that there is no way up.
    const bool heap = parts[i].rule == nullptr && !parts[i].native;
    if (heap && target >= *answer.values[i]) continue;
    const size_t room = limit - answer.winning_moves.size();
    const bool repeatable = parts[i].rule != nullptr && parts.size() > 1;
    SameMoves key{parts[i].rule, repeatable && parts.size() < 100'000 ? to_string(parts[i].coordinates) : ""};
    MoveSet found;
    if (const auto before = known.find(key);
        !key.key.empty() && before != known.end() && before->second.moves.size() <= room) {
      found = before->second;
    } else {
      Attempt<MoveSet> result = moves_to(parts[i], target, room, evaluators, budget);
      if (!result) return std::move(result).error();
      found = *std::move(result);
      if (!key.key.empty() && found.all) known.emplace(std::move(key), found);
    }
    answer.all_winning_moves = answer.all_winning_moves && found.all;
    for (WinningMove& move : found.moves) {
      if (!move.condition.empty()) answer.all_winning_moves = false;
      answer.winning_moves.push_back({i, std::move(move)});
    }
  }
  return {};
}

/// A sum in which one part's value is not known: its outcome decides when the others cancel.
Attempt<void> decide_by_outcome(const std::vector<Component>& parts, Play play, size_t move_limit, Budget& budget,
                                Error declined, Answer& answer) {
  size_t unknown = 0;
  Ordinal rest;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (answer.values[i]) {
      rest = nim_sum(rest, *answer.values[i]);
    } else {
      unknown = i;
    }
  }
  if (!rest.is_zero()) return declined;
  const NativePosition& position = *parts[unknown].native;
  Attempt<bool> lost = position.is_lost(play, budget);
  if (!lost) return std::move(lost).error();
  answer.mover_wins = !*lost;
  if (*lost) return {};
  Attempt<MoveSet> moves = position.winning_moves(play, std::max<size_t>(move_limit, 1), budget);
  if (!moves) return std::move(moves).error();
  answer.all_winning_moves = moves->all && parts.size() == 1;
  for (WinningMove& move : moves->moves) answer.winning_moves.push_back({unknown, std::move(move)});
  return {};
}

}  // namespace

std::string Component::to_string() const {
  if (native) return native->to_string();
  if (rule != nullptr) return position_text(*rule, coordinates);
  if (nimber.is_finite()) return "*" + nimber.to_string();
  return "*(" + nimber.to_string() + ")";
}

std::string sum_text(const std::vector<Component>& parts, size_t longest) {
  if (parts.empty()) return "0";
  std::string text;
  for (const Component& part : parts) {
    if (text.size() > longest) return text + " + …";
    if (!text.empty()) text += " + ";
    text += part.to_string();
  }
  return text;
}

Attempt<Evaluator*> Evaluators::get(const Rule& rule) {
  std::unique_ptr<Evaluator>& known = open_[&rule];
  if (!known) {
    Attempt<std::unique_ptr<Evaluator>> opened = open(rule);
    if (!opened) return std::move(opened).error();
    known = *std::move(opened);
  }
  return known.get();
}

Attempt<Answer> solve_sum(const std::vector<Component>& parts, Play play, size_t move_limit, Evaluators& evaluators,
                          Budget& budget) {
  Answer answer;
  answer.play = play;
  if (play == Play::misere) {
    if (auto solved = solve_misere(parts, move_limit, budget, answer); !solved) return std::move(solved).error();
    return answer;
  }
  PartValues values(parts, evaluators, budget, answer);
  if (auto found = values.find(); !found) return std::move(found).error();
  if (!values.declined().empty()) {
    Error& first = values.declined().front();
    if (values.declined().size() > 1) return std::move(first);
    if (auto decided = decide_by_outcome(parts, play, move_limit, budget, std::move(first), answer); !decided)
      return std::move(decided).error();
    return answer;
  }
  Ordinal total;
  for (const auto& value : answer.values) total = nim_sum(total, *value);
  answer.mover_wins = !total.is_zero();
  answer.value = std::move(total);
  if (answer.mover_wins) {
    if (auto found = find_winning_moves(parts, move_limit, evaluators, budget, answer); !found)
      return std::move(found).error();
    if (answer.winning_moves.empty()) return Error::internal("no winning move was found in a won position");
  }
  return answer;
}

Attempt<Ordinal> value_of_sum(const std::vector<Component>& parts, Evaluators& evaluators, Budget& budget) {
  Answer answer;
  PartValues values(parts, evaluators, budget, answer);
  if (auto found = values.find(); !found) return std::move(found).error();
  if (!values.declined().empty()) return std::move(values.declined().front());
  Ordinal total;
  for (const auto& value : answer.values) total = nim_sum(total, *value);
  return total;
}

}  // namespace grundy
