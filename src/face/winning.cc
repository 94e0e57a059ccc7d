// What is asked beside who wins: how many moves win, the least of them, replies, pages for pupils,
// facts and pictures of boards.
#include "session/winning.h"

#include "face/inside.h"
#include "session/board_answer.h"
#include "session/board_svg.h"
#include "session/dataset.h"
#include "session/replies.h"
#include "session/worksheet.h"

namespace grundy::face {

Result<std::optional<Value>> Session::count_winning_moves(const Answer& answer, Counted counted) {
  return guarded([&]() -> Result<std::optional<Value>> {
    const auto* rep = Inside::rep(answer);
    if (rep == nullptr) return Inside::input("the answer is not one of Session::solve");
    if (auto belongs = Inside::belongs(answer.sum, home_); !belongs) return belongs.error();
    Call call(*home_);
    return Inside::result(
        grundy::count_winning_moves(home_->session, Inside::question(answer.sum), rep->answer,
                                    Inside::counted(counted), call.budget),
        [](const std::optional<Natural>& count) {
          return count ? std::optional(Inside::value(grundy::Value(Ordinal(*count))))
                       : std::nullopt;
        });
  });
}

Result<std::optional<ExtremeMove>> Session::extreme_winning_move(const Answer& answer,
                                                                 Extreme extreme,
                                                                 std::string_view term) {
  return guarded([&]() -> Result<std::optional<ExtremeMove>> {
    const auto* rep = Inside::rep(answer);
    if (rep == nullptr) return Inside::input("the answer is not one of Session::solve");
    if (auto belongs = Inside::belongs(answer.sum, home_); !belongs) return belongs.error();
    Call call(*home_);
    const Question& question = Inside::question(answer.sum);
    return Inside::result(
        grundy::extreme_winning_move(home_->session, question, rep->answer,
                                     Inside::extreme(extreme), term, call.budget),
        [&](const std::optional<grundy::ExtremeMove>& move) -> std::optional<ExtremeMove> {
          if (!move) return std::nullopt;
          return ExtremeMove{move->value,
                             Inside::move(home_, move->part, question.parts[move->part], move->to)};
        });
  });
}

Result<std::string> Session::replies(const Sum& sum, Play play, size_t limit) {
  return guarded([&]() -> Result<std::string> {
    if (auto belongs = Inside::belongs(sum, home_); !belongs) return belongs.error();
    Call call(*home_);
    const Question& question = Inside::question(sum);
    const Attempt<grundy::Answer> answer =
        home_->session.solve(question, Inside::play(play), 1, call.budget);
    if (!answer) return Inside::error(answer.error());
    if (answer->outcome != grundy::Outcome::P)
      return Inside::input("replies are those to the moves of a lost sum");
    return Inside::result(
        grundy::replies(home_->session, question, Inside::play(play), limit, call.budget),
        std::identity());
  });
}

Result<Worksheet> Session::worksheet(std::string_view sum) {
  return guarded([&]() -> Result<Worksheet> {
    Call call(*home_);
    return Inside::result(grundy::worksheet(home_->session, sum, call.budget),
                          [](WorksheetPages pages) {
                            return Worksheet{std::move(pages.questions), std::move(pages.answers)};
                          });
  });
}

Result<BoardFacts> Session::board_facts(std::string_view board) {
  return guarded([&]() -> Result<BoardFacts> {
    Call call(*home_);
    return Inside::result(facts_of_board(home_->session, std::string(board), call.budget),
                          [](BoardAnswer answer) {
                            return BoardFacts{std::move(answer.position), std::move(answer.facts)};
                          });
  });
}

Result<std::vector<DatasetSummary>> Session::dataset(const DatasetOptions& options,
                                                     const Sink& sink) {
  return guarded([&]() -> Result<std::vector<DatasetSummary>> {
    Call call(*home_);
    return Inside::result(
        write_dataset(home_->session,
                      {options.games, options.count, options.seed, options.upto, options.parts},
                      sink, call.budget),
        [](const std::vector<DatasetPart>& parts) {
          std::vector<DatasetSummary> told;
          for (const DatasetPart& one : parts)
            told.push_back({one.game, one.positions, one.lost, one.distances});
          return told;
        });
  });
}

Result<std::string> Session::drawn(const Answer& answer) {
  return guarded([&]() -> Result<std::string> {
    const auto* rep = Inside::rep(answer);
    if (rep == nullptr) return Inside::input("the answer is not one of Session::solve");
    return Inside::result(board_svg(Inside::question(answer.sum), rep->answer), std::identity());
  });
}

MoveQuestions Inside::asked(const AboutMoves& asked) {
  MoveQuestions result{{}, asked.term, asked.which == Extreme::least, {}};
  result.of_results = asked.counted == Counted::results;
  if (asked.count)
    result.count = *asked.count ? std::optional(natural(**asked.count)) : std::nullopt;
  if (asked.extreme) {
    const Move& move = asked.extreme->move;
    result.extreme = {asked.extreme->value, move.part, move.to.text(SIZE_MAX, kWholeBytes)};
  }
  return result;
}

}  // namespace grundy::face
