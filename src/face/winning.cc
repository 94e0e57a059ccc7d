// What is asked beside who wins: how many moves win, the least of them, replies, pages for pupils, facts of boards, and
// games of which the outcome alone is asked.
#include "session/winning.h"

#include "face/inside.h"
#include "session/board_answer.h"
#include "session/outcomes.h"
#include "session/replies.h"
#include "session/worksheet.h"

namespace grundy::face {

Result<std::optional<Value>> Session::count_winning_moves(const Answer& answer) {
  return guarded([&]() -> Result<std::optional<Value>> {
    const auto* rep = Inside::rep(answer);
    if (rep == nullptr) return Inside::input("the answer is not one of Session::solve");
    if (auto belongs = Inside::belongs(answer.sum, home_); !belongs) return belongs.error();
    Call call(*home_);
    return Inside::result(
        grundy::count_winning_moves(home_->session, Inside::question(answer.sum), rep->answer, call.budget),
        [](const std::optional<Natural>& count) {
          return count ? std::optional(Inside::value(grundy::Value(Ordinal(*count)))) : std::nullopt;
        });
  });
}

Result<std::optional<ExtremeMove>> Session::extreme_winning_move(const Answer& answer, Extreme extreme,
                                                                 std::string_view term) {
  return guarded([&]() -> Result<std::optional<ExtremeMove>> {
    const auto* rep = Inside::rep(answer);
    if (rep == nullptr) return Inside::input("the answer is not one of Session::solve");
    if (auto belongs = Inside::belongs(answer.sum, home_); !belongs) return belongs.error();
    Call call(*home_);
    const Question& question = Inside::question(answer.sum);
    const grundy::Extreme which = extreme == Extreme::least ? grundy::Extreme::least : grundy::Extreme::greatest;
    return Inside::result(
        grundy::extreme_winning_move(home_->session, question, rep->answer, which, term, call.budget),
        [&](const std::optional<grundy::ExtremeMove>& move) -> std::optional<ExtremeMove> {
          if (!move) return std::nullopt;
          return ExtremeMove{move->value, Inside::move(home_, move->part, question.parts[move->part], move->to)};
        });
  });
}

Result<std::string> Session::replies(const Sum& sum, Play play, size_t limit) {
  return guarded([&]() -> Result<std::string> {
    if (auto belongs = Inside::belongs(sum, home_); !belongs) return belongs.error();
    Call call(*home_);
    const Question& question = Inside::question(sum);
    const Attempt<grundy::Answer> answer = home_->session.solve(question, Inside::play(play), 1, call.budget);
    if (!answer) return Inside::error(answer.error());
    if (answer->outcome != grundy::Outcome::P) return Inside::input("replies are those to the moves of a lost sum");
    return Inside::result(grundy::replies(home_->session, question, Inside::play(play), limit, call.budget),
                          std::identity());
  });
}

Result<Worksheet> Session::worksheet(std::string_view sum) {
  return guarded([&]() -> Result<Worksheet> {
    Call call(*home_);
    return Inside::result(grundy::worksheet(home_->session, sum, call.budget), [](WorksheetPages pages) {
      return Worksheet{std::move(pages.questions), std::move(pages.answers)};
    });
  });
}

Result<BoardFacts> Session::board_facts(std::string_view board) {
  return guarded([&]() -> Result<BoardFacts> {
    Call call(*home_);
    return Inside::result(facts_of_board(home_->session, std::string(board), call.budget), [](BoardAnswer answer) {
      return BoardFacts{std::move(answer.position), std::move(answer.facts)};
    });
  });
}

Result<OutcomeAnswer> Session::solve_outcome(std::string_view position, const SolveOptions& options) {
  return guarded([&]() -> Result<OutcomeAnswer> {
    const auto start = Budget::Clock::now();
    Call call(*home_);
    const Attempt<Question> question = home_->session.read(position, call.budget, Asks::outcomes);
    if (!question) return Inside::error(question.error());
    if (!question->outcomes_only) return Inside::input("the sum has a value: Session::solve answers it");
    const Attempt<grundy::OutcomeAnswer> answer =
        grundy::solve_outcome(home_->session, *question, Inside::play(options.play), options.moves, call.budget);
    if (!answer) return Inside::error(answer.error());
    const Rulebook& book = home_->session.rulebook();
    const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    OutcomeAnswer result{answer->letter(),
                         {},
                         answer->engines,
                         outcome_words(book, *question, *answer),
                         outcome_json(book, *question, *answer, seconds) + "\n"};
    for (const grundy::Start& one : answer->starts) {
      OutcomeAnswer::Start& begun = result.starts.emplace_back();
      begun = {Inside::outcome(one.outcome), one.is_won, {}, one.all_winning_moves};
      for (const grundy::Sum& to : one.winning_moves) begun.winning_moves.push_back(outcome_text(book, to));
    }
    return result;
  });
}

}  // namespace grundy::face
