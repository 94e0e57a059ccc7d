// Games of which the outcome alone is asked.
#include "face/inside.h"
#include "session/outcomes.h"
#include "session/winning.h"

namespace grundy::face {
namespace {

Attempt<OrdinaryStart> ordinary(Home& home, const OutcomeAnswer& answer, size_t start,
                                Budget& budget) {
  const auto* rep = Inside::rep(answer);
  if (rep == nullptr)
    return grundy::Error::input("the answer is not one of Session::solve_outcome");
  if (start >= answer.starts.size())
    return grundy::Error::input("there is no start " + std::to_string(start) + ", counted from 0");
  return ordinary_start(home.session, rep->question, rep->answer, start, budget);
}

}  // namespace

OutcomeAnswer Inside::answer(const std::shared_ptr<Home>& home, const Sum& sum,
                             const Question& question, grundy::OutcomeAnswer answer,
                             double seconds) {
  const Rulebook& book = home->session.rulebook();
  OutcomeAnswer result;
  result.position = sum;
  result.position_text = outcome_text(book, {question.parts[0]});
  result.letter = answer.letter();
  for (const grundy::Start& one : answer.starts) {
    OutcomeAnswer::Start& start = result.starts.emplace_back();
    start = {outcome(one.outcome), one.is_won, {}, one.all_winning_moves};
    for (const grundy::Sum& to : one.winning_moves)
      start.winning_moves.push_back(outcome_text(book, to));
  }
  result.engines = answer.engines;
  result.text = outcome_words(book, question, answer);
  result.work = work(answer.work);
  result.rep_ = std::make_shared<const OutcomeAnswer::Rep>(
      OutcomeAnswer::Rep{home, question, std::move(answer), seconds});
  return result;
}

Result<OutcomeAnswer> Session::solve_outcome(const Sum& position, const SolveOptions& options) {
  return guarded([&]() -> Result<OutcomeAnswer> {
    const auto start = Budget::Clock::now();
    if (auto belongs = Inside::belongs(position, home_, grundy::Asks::outcomes); !belongs)
      return belongs.error();
    Question question = Inside::question(position);
    if (auto noted = note_outcomes(home_->session.rulebook(), question, grundy::Asks::outcomes);
        !noted)
      return Inside::error(noted.error());
    if (!question.outcomes_only)
      return Inside::input("the sum has a value: Session::solve answers it");
    Call call(*home_);
    Attempt<grundy::OutcomeAnswer> answer = grundy::solve_outcome(
        home_->session, question, Inside::play(options.play), options.moves, call.budget);
    if (!answer) return Inside::error(answer.error());
    const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    return Inside::answer(home_, position, question, *std::move(answer), seconds);
  });
}

Result<OutcomeAnswer> Session::solve_outcome(std::string_view position,
                                             const SolveOptions& options) {
  Result<Sum> read = this->read(position, Asks::outcomes);
  if (!read) return std::move(read).error();
  return solve_outcome(*read, options);
}

Result<std::optional<Value>> Session::count_winning_moves(const OutcomeAnswer& answer, size_t start,
                                                          Counted counted) {
  return guarded([&]() -> Result<std::optional<Value>> {
    Call call(*home_);
    const Attempt<OrdinaryStart> begun = ordinary(*home_, answer, start, call.budget);
    if (!begun) return Inside::error(begun.error());
    return Inside::result(
        grundy::count_winning_moves(home_->session, begun->question, begun->answer,
                                    Inside::counted(counted), call.budget),
        [](const std::optional<Natural>& count) {
          return count ? std::optional(Inside::value(*count)) : std::nullopt;
        });
  });
}

Result<std::optional<OutcomeExtreme>> Session::extreme_winning_move(const OutcomeAnswer& answer,
                                                                    size_t start, Extreme extreme,
                                                                    std::string_view term) {
  return guarded([&]() -> Result<std::optional<OutcomeExtreme>> {
    Call call(*home_);
    const Attempt<OrdinaryStart> begun = ordinary(*home_, answer, start, call.budget);
    if (!begun) return Inside::error(begun.error());
    return Inside::result(
        grundy::extreme_winning_move(home_->session, begun->question, begun->answer,
                                     Inside::extreme(extreme), term, call.budget),
        [&](const std::optional<grundy::ExtremeMove>& move) -> std::optional<OutcomeExtreme> {
          if (!move) return std::nullopt;
          return OutcomeExtreme{move->value, outcome_text(home_->session.rulebook(), move->to)};
        });
  });
}

std::string OutcomeAnswer::json(const std::vector<AboutOutcomeMoves>& asked) const {
  if (!rep_) return "null\n";
  std::vector<MoveQuestions> questions;
  for (const AboutOutcomeMoves& one : asked) {
    MoveQuestions& question = questions.emplace_back();
    question = {{}, one.term, one.which == Extreme::least, {}};
    question.of_results = one.counted == Counted::results;
    if (one.count)
      question.count = *one.count ? std::optional(Inside::natural(**one.count)) : std::nullopt;
    if (one.extreme) question.extreme = {one.extreme->value, 0, one.extreme->to};
  }
  return outcome_json(rep_->home->session.rulebook(), rep_->question, rep_->answer, rep_->seconds,
                      questions) +
         "\n";
}

}  // namespace grundy::face
