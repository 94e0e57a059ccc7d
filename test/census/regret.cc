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

bool is_regret(const Costs& costs) {
  return costs.best && (!costs.plan || *costs.plan > kTimes * *costs.best + kMore);
}

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
  const auto named = std::find_if(engines().begin(), engines().end(), [&](const Engine* engine) {
    return engine->name() == question.engine;
  });
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
  std::erase_if(cells, [&](const Cell& cell) {
    return cell.command != "value" || !std::regex_search(cell.title(), expression);
  });
  std::vector<Question> questions;
  for (const Cell& cell : cells) questions.push_back(question_of(cell, graphs));
  std::vector<Costs> costs(cells.size());
  ask_all(questions, kSeconds, jobs, [&](size_t i, const Reply& reply) -> std::optional<double> {
    if (reply.kind == Reply::Kind::answered) costs[i].plan = reply.cpu;
    return std::nullopt;
  });
  // Of engines it is asked whether they are so much quicker, and no more.
  for (size_t i = 0; i < cells.size(); ++i) {
    const double seconds = (costs[i].plan.value_or(kSeconds) - kMore) / kTimes;
    if (seconds <= 0) continue;
    std::vector<Question> alone;
    for (const Engine* engine : engines()) {
      alone.push_back(questions[i]);
      alone.back().engine = engine->name();
    }
    ask_all(alone, seconds, jobs, [&](size_t e, const Reply& reply) -> std::optional<double> {
      if (reply.kind == Reply::Kind::answered && (!costs[i].best || reply.cpu < *costs[i].best)) {
        costs[i].best = reply.cpu;
        costs[i].engine = alone[e].engine;
      }
      return std::nullopt;
    });
  }
  size_t regrets = 0;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (!is_regret(costs[i])) continue;
    ++regrets;
    fmt::print("{}: plan {}, {} alone {:.3f} s\n", cells[i].title(),
               costs[i].plan ? fmt::format("{:.3f} s", *costs[i].plan) : "not in 2 s",
               costs[i].engine, *costs[i].best);
  }
  fmt::print("{} questions, {} with more than {} times the best engine and {} ms\n", cells.size(),
             regrets, kTimes, 1000 * kMore);
  return regrets;
}

}  // namespace grundy::census
