#include "census/regret.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>

#include "census/census.h"
#include "engine/plan.h"
#include "session/session.h"

namespace grundy::census {
namespace {

constexpr double kSeconds = 2;  // for each question
constexpr double kTimes = 3;
constexpr double kMore = 0.03;

Reply declined(std::string why) {
  Reply reply;
  reply.kind = Reply::Kind::declined;
  reply.message = std::move(why);
  return reply;
}

/// What the plan and the engines took for one question.
struct Costs {
  std::optional<double> plan;
  std::optional<double> best;
  std::string engine;
};

bool is_regret(const Costs& costs) { return costs.best && (!costs.plan || *costs.plan > kTimes * *costs.best + kMore); }

}  // namespace

Reply reply_of_engine(const Question& question, double seconds) {
  Budget budget;
  budget.set_time_limit(seconds);
  budget.set_memory_limit(uint64_t{1} << 30);
  Session session;
  if (!question.rules.empty()) {
    if (auto loaded = session.load_rules("rules", question.rules, &budget); !loaded)
      return declined(loaded.error().message());
  }
  const auto read = session.read(question.asked, budget);
  if (!read) return declined(read.error().message());
  const auto named = std::find_if(engines().begin(), engines().end(),
                                  [&](const Engine* engine) { return engine->name() == question.engine; });
  if (named == engines().end()) die(fmt::format("there is no engine '{}'", question.engine));
  Value total;
  for (const Position& part : read->parts) {
    const auto solver = (*named)->open(*part.game);
    if (solver == nullptr) return declined("the engine does not take the game");
    const auto values = solver->values({&part, 1}, budget);
    if (!values) return declined(values.error().message());
    total = nim_sum(total, values->front());
  }
  Reply reply;
  reply.kind = Reply::Kind::answered;
  reply.value = total.to_string();
  return reply;
}

size_t measure_regret(const std::string& path, const std::string& pattern, unsigned jobs) {
  const std::vector<Game> games = read_census(contents(path));
  const std::regex expression(pattern);
  Graphs graphs;
  std::vector<Cell> cells = cells_of(games);
  std::erase_if(
      cells, [&](const Cell& cell) { return cell.command != "value" || !std::regex_search(cell.title(), expression); });
  std::vector<Question> questions;
  std::vector<size_t> owners;
  for (size_t i = 0; i < cells.size(); ++i) {
    Question question = question_of(cells[i], graphs);
    questions.push_back(question);
    owners.push_back(i);
    for (const Engine* engine : engines()) {
      question.engine = engine->name();
      questions.push_back(question);
      owners.push_back(i);
    }
  }
  std::vector<Costs> costs(cells.size());
  ask_all(questions, kSeconds, jobs, [&](size_t index, const Reply& reply) -> std::optional<double> {
    if (reply.kind != Reply::Kind::answered) return std::nullopt;
    Costs& here = costs[owners[index]];
    if (questions[index].engine.empty()) {
      here.plan = reply.cpu;
    } else if (!here.best || reply.cpu < *here.best) {
      here.best = reply.cpu;
      here.engine = questions[index].engine;
    }
    return std::nullopt;
  });
  size_t regrets = 0;
  double total_plan = 0, total_best = 0;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (!costs[i].best) continue;
    total_plan += costs[i].plan.value_or(kSeconds);
    total_best += *costs[i].best;
    if (!is_regret(costs[i])) continue;
    ++regrets;
    fmt::print("{}: plan {}, {} alone {:.3f} s\n", cells[i].title(),
               costs[i].plan ? fmt::format("{:.3f} s", *costs[i].plan) : "not in 2 s", costs[i].engine, *costs[i].best);
  }
  fmt::print(
      "{} questions, {} with more than {} times the best engine and {} ms; together {:.1f} s, the best {:.1f} s\n",
      cells.size(), regrets, kTimes, 1000 * kMore, total_plan, total_best);
  return regrets;
}

}  // namespace grundy::census
