// The public face, include/grundy/grundy.h, over a Session.
//
// Its types are in the inline namespace grundy::face, so that a user writes grundy::Solver, though a type of the library
// has that name too. The library's headers come first: behind the public one their names would be ambiguous.
// clang-format off
#include "session/session.h"
#include "grundy/grundy.h"
// clang-format on

namespace grundy::face {

struct Solver::State {
  SolverOptions options;
  Session session;
};

namespace {

Solution failed(const Error& error) {
  Solution solution;
  switch (error.kind) {
    case Error::Kind::input:
      solution.status = Status::wrong_input;
      break;
    case Error::Kind::declined:
      solution.status = Status::declined;
      break;
    case Error::Kind::internal:
      solution.status = Status::internal_error;
      break;
  }
  solution.error = error.to_string();
  return solution;
}

void limit(Budget& budget, const SolverOptions& options) {
  if (options.time_limit > 0) budget.set_time_limit(options.time_limit);
  if (options.memory_limit > 0) budget.set_memory_limit(options.memory_limit);
}

}  // namespace

Solver::Solver(SolverOptions options) : state_(std::make_unique<State>()) { state_->options = options; }
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

std::string Solver::load_rules_file(const std::string& path) {
  const Attempt<void> loaded = state_->session.load_rules(path);
  return loaded ? "" : loaded.error().to_string();
}

std::string Solver::load_rules(std::string_view name, std::string_view text) {
  const Attempt<void> loaded = state_->session.rulebook().load_text(std::string(name), std::string(text));
  return loaded ? "" : loaded.error().to_string();
}

Solution Solver::solve(std::string_view sum) {
  Budget budget;
  limit(budget, state_->options);
  Attempt<Question> question = state_->session.read(sum, budget);
  if (!question) return failed(question.error());
  const Play play = state_->options.misere ? Play::misere : Play::normal;
  Attempt<Answer> answer = state_->session.solve(*question, play, state_->options.max_moves, budget);
  if (!answer) return failed(answer.error());
  Solution solution;
  solution.outcome = letter(answer->outcome);
  if (answer->value) solution.value = answer->value->to_string();
  for (size_t i = 0; i < question->parts.size(); ++i) {
    solution.parts.push_back({to_string(question->parts[i]), answer->values[i] ? answer->values[i]->to_string() : ""});
  }
  for (SumMove& move : answer->winning_moves) {
    solution.winning_moves.push_back({move.part, to_string(move.move.to, kWholeBytes), std::move(move.move.condition)});
  }
  solution.all_winning_moves = answer->all_winning_moves;
  return solution;
}

Solution Solver::value(std::string_view sum) {
  Budget budget;
  limit(budget, state_->options);
  Attempt<Question> question = state_->session.read(sum, budget);
  if (!question) return failed(question.error());
  Attempt<Value> value = state_->session.value(*question, budget);
  if (!value) return failed(value.error());
  Solution solution;
  solution.value = value->to_string();
  return solution;
}

}  // namespace grundy::face
