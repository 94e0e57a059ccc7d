#include "session/batch_line.h"

#include <fmt/format.h>

#include "session/json.h"
#include "session/outcomes.h"

namespace grundy {
namespace {

Attempt<std::string> value_line(const BatchOptions& options, const Question& question,
                                Session& session, Budget& budget) {
  Attempt<Answer> answer = session.evaluate(question, budget);
  if (!answer) return std::move(answer).error();
  if (options.json) return value_json(question, *answer);
  return answer->value->to_string() + (answer->conjectures.empty() ? "" : "\tconjecture");
}

/// What was asked about the moves of a line, as its last columns: "count 4", "least k 2: nim(5) →
/// nim(3)".
std::string columns(const MoveQuestions& asked, const std::string& from) {
  std::string text;
  if (asked.count) text += "\tcount " + (*asked.count ? (*asked.count)->to_string() : "infinite");
  if (asked.term.empty()) return text;
  text += fmt::format("\t{} {}", asked.least ? "least" : "greatest", asked.term);
  return text + (asked.extreme
                     ? fmt::format(" {}: {} → {}", asked.extreme->value, from, asked.extreme->to)
                     : " none");
}

/// A line about a game of which only the outcome is asked.
Attempt<std::string> outcome_answer(const BatchOptions& options, const Question& question,
                                    size_t moves, Session& session, Budget& budget) {
  const auto start = Budget::Clock::now();
  const Rulebook& book = session.rulebook();
  const Attempt<OutcomeAnswer> found =
      solve_outcome(session, question, options.play, moves, budget);
  if (!found) return found.error();
  std::vector<MoveQuestions> asked;
  for (size_t turn = 0; options.about.any() && turn < found->starts.size(); ++turn) {
    const Attempt<OrdinaryStart> begun = ordinary_start(session, question, *found, turn, budget);
    if (!begun) return begun.error();
    Attempt<MoveQuestions> one = answer_about_moves(
        session, begun->question, begun->answer, options.about,
        [&](const Sum& to) { return outcome_text(book, to); }, budget);
    if (!one) return std::move(one).error();
    asked.push_back(*std::move(one));
  }
  if (options.json) {
    const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    return outcome_json(book, question, *found, seconds, asked);
  }
  std::string text = outcome_line(book, question, *found);
  for (size_t turn = 0; turn < asked.size(); ++turn) {
    if (asked.size() > 1) text += turn == 0 ? "\tLeft begins" : "\tRight begins";
    text += columns(asked[turn], outcome_text(book, {question.parts[0]}));
  }
  return text;
}

Attempt<std::string> solved_line(const BatchOptions& options, const Question& question,
                                 Session& session, Budget& budget) {
  const auto start = Budget::Clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(Budget::Clock::now() - start).count();
  };
  const size_t moves = options.json ? options.moves : 1;
  if (question.outcomes_only) return outcome_answer(options, question, moves, session, budget);
  Attempt<Answer> answer = session.solve(question, options.play, moves, budget, options.sought);
  if (!answer) return std::move(answer).error();
  MoveQuestions asked;
  if (options.about.any()) {
    Attempt<MoveQuestions> about = answer_about_moves(
        session, question, *answer, options.about,
        [](const Sum& to) { return to_string(to, kWholeBytes); }, budget);
    if (!about) return std::move(about).error();
    asked = *std::move(about);
  }
  if (options.json) {
    std::string text = to_json(question, *answer, seconds(), asked);
    text.pop_back();  // the end of the line
    return text;
  }
  std::string text = fmt::format("{}\t{}", letter(answer->outcome),
                                 answer->value ? answer->value->to_string() : "-");
  if (!answer->winning_moves.empty()) {
    const SumMove& move = answer->winning_moves.front();
    text += fmt::format("\t{} → {}", to_string(question.parts[move.part]),
                        to_string(move.move.to, kWholeBytes));
  }
  if (options.about.any()) {
    const size_t part = asked.extreme ? asked.extreme->part : 0;
    text += columns(asked, question.parts.empty() ? "0" : to_string(question.parts[part]));
  }
  if (!answer->conjectures.empty()) text += "\tconjecture";
  return text;
}

Attempt<std::string> compared_line(const BatchOptions& options, const Question& first,
                                   const Question& second, Session& session, Budget& budget) {
  const Attempt<Value> left = session.value(first, budget);
  if (!left) return left.error();
  const Attempt<Value> right = session.value(second, budget);
  if (!right) return right.error();
  const bool same = *left == *right;
  if (!options.json) {
    return same ? fmt::format("equal\t{}", left->to_string())
                : fmt::format("not equal\t{}\t{}", left->to_string(), right->to_string());
  }
  JsonWriter json;
  json.begin_object().key("equal").value(same).key("sums").begin_array();
  json.value(sum_text(first.parts, kWholeBytes))
      .value(sum_text(second.parts, kWholeBytes))
      .end_array();
  json.key("values").begin_array().value(*left).value(*right).end_array().end_object();
  return json.take();
}

}  // namespace

AskedLine read_line(const BatchOptions& options, BatchLine line, Session& session, Budget& budget) {
  AskedLine asked{std::move(line), {}, {}};
  std::vector<std::string> sums = {asked.line.text};
  if (options.what == BatchQuestion::equal) {
    auto both = split_equation(asked.line.text);
    if (!both) {
      asked.error = both.error();
      return asked;
    }
    sums = {both->first, both->second};
  }
  for (const std::string& sum : sums) {
    Attempt<Question> question = session.read(
        sum, budget, options.what == BatchQuestion::solve ? Asks::outcomes : Asks::values);
    if (!question) {
      asked.error = question.error();
      asked.questions.clear();
      return asked;
    }
    asked.questions.push_back(*std::move(question));
  }
  return asked;
}

Attempt<std::string> answer_line(const BatchOptions& options, const AskedLine& asked,
                                 Session& session, Budget& budget) {
  if (asked.error) return *asked.error;
  switch (options.what) {
    case BatchQuestion::value:
      return value_line(options, asked.questions[0], session, budget);
    case BatchQuestion::solve:
      return solved_line(options, asked.questions[0], session, budget);
    case BatchQuestion::equal:
      return compared_line(options, asked.questions[0], asked.questions[1], session, budget);
  }
  return Error::internal("a question of no kind");
}

}  // namespace grundy
