// Sessions: limits, rules, games, and the questions about sums.
#include <algorithm>

#include "base/json.h"
#include "base/parallel.h"
#include "face/inside.h"
#include "session/describe.h"
#include "session/json.h"
#include "session/outcomes.h"
#include "theorem/book.h"

namespace grundy::face {
namespace {

Game game_of(const DescribedGame& game) {
  return {game.name, game.signature, game.documentation, game.rules, game.group};
}

}  // namespace

void limit(Budget& budget, const SessionOptions& options) {
  if (options.time_limit > 0) budget.set_time_limit(options.time_limit);
  if (options.memory_limit > 0) budget.set_memory_limit(options.memory_limit);
  if (options.whole_process) budget.watch_process_memory();
  budget.set_threads(options.threads > 0 ? options.threads : processors());
  budget.set_stop_flag(options.stop);
  if (!options.progress) return;
  budget.set_progress([report = options.progress](const grundy::Progress& progress) {
    try {
      report({progress.what, progress.done, progress.total});
    } catch (...) {  // session.h: dropped
    }
  });
}

Call::Call(Home& home) : budget(home.in_task ? *home.budget : home.budget.emplace()) {
  if (home.in_task) return;  // the questions that need room make it
  limit(budget, home.options);
  home.session.solvers().make_room(budget);
}

std::string Game::json() const {
  JsonWriter json;
  add_json(json, {name, signature, documentation, rules, group});
  return json.take();
}

Session::Session(SessionOptions options) : home_(std::make_shared<Home>()) {
  home_->options = std::move(options);
}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

const char* version() { return GRUNDY_VERSION; }

const SessionOptions& Session::options() const { return home_->options; }
void Session::set_options(SessionOptions options) {
  home_->options = std::move(options);
  home_->in_task = false;
}
void Session::begin_task() {
  limit(home_->budget.emplace(), home_->options);
  home_->in_task = true;
}
uint64_t Session::memory_kept() const { return home_->session.solvers().held(); }

Result<void> Session::load_rules_file(const std::string& path) {
  return guarded([&]() -> Result<void> {
    Call call(*home_);
    return Inside::result(home_->session.load_rules(path, &call.budget));
  });
}

Result<void> Session::load_rules(std::string_view name, std::string_view text) {
  return guarded([&]() -> Result<void> {
    Call call(*home_);
    return Inside::result(
        home_->session.load_rules(std::string(name), std::string(text), &call.budget));
  });
}

std::vector<Diagnostic> Session::take_warnings() {
  std::vector<Diagnostic> result;
  for (const grundy::Diagnostic& warning : home_->session.take_warnings())
    result.push_back(Inside::diagnostic(warning));
  return result;
}

void Session::allow_conjectures() { home_->session.allow_conjectures(); }

Result<void> Session::use_store(const std::string& path) {
  return guarded([&]() -> Result<void> {
    return Inside::result(home_->session.use_store(path, GRUNDY_VERSION));
  });
}

Result<void> Session::save_store() {
  return guarded([&]() -> Result<void> { return Inside::result(home_->session.save_store()); });
}

std::vector<Game> Session::games() const {
  std::vector<Game> result;
  for (const DescribedGame& game : described_games(home_->session)) result.push_back(game_of(game));
  return result;
}

Result<Game> Session::game(std::string_view name) const {
  return guarded([&]() -> Result<Game> {
    std::vector<std::string> names;
    for (const DescribedGame& game : described_games(home_->session)) {
      if (game.name == name) return game_of(game);
      names.push_back(game.name);
    }
    return Inside::input("unknown game '" + std::string(name) + "'" +
                         home_->session.rulebook().suggestion(name, names));
  });
}

std::vector<BookTheorem> Session::theorems() const {
  std::vector<BookTheorem> result;
  for (const grundy::BookTheorem& one : grundy::theorems()) {
    BookTheorem theorem{one.name, one.source, one.proof, one.game.text, conclusion_text(one), {}};
    for (const Spelling& spelling : one.spelled) theorem.spellings.push_back(spelling.text);
    result.push_back(std::move(theorem));
  }
  std::sort(result.begin(), result.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return result;
}

std::string BookTheorem::json() const {
  JsonWriter json;
  json.begin_object();
  json.key("name").value(name);
  json.key("source").value(source);
  json.key("proof").value(proof);
  json.key("rules").value(rules);
  json.key("conclusion").value(conclusion);
  json.key("spellings").begin_array();
  for (const std::string& one : spellings) json.value(one);
  json.end_array();
  return json.end_object().take();
}

Result<std::vector<std::string>> Session::coordinates(std::string_view game) {
  return guarded([&]() -> Result<std::vector<std::string>> {
    Call call(*home_);
    return Inside::result(tabled_game(home_->session, game, call.budget),
                          [](const TabledGame& tabled) { return tabled.coordinates(); });
  });
}

Result<Sum> Session::read(std::string_view sum, Asks asks) {
  return guarded([&]() -> Result<Sum> {
    Call call(*home_);
    const grundy::Asks inner =
        asks == Asks::outcomes ? grundy::Asks::outcomes : grundy::Asks::values;
    return Inside::result(home_->session.read(sum, call.budget, inner), [&](Question question) {
      return Inside::sum(home_, std::move(question));
    });
  });
}

Result<Answer> Session::solve(const Sum& sum, const SolveOptions& options) {
  return guarded([&]() -> Result<Answer> {
    if (auto belongs = Inside::belongs(sum, home_); !belongs) return belongs.error();
    const auto start = Budget::Clock::now();
    Call call(*home_);
    Attempt<grundy::Answer> answer =
        home_->session.solve(Inside::question(sum), Inside::play(options.play), options.moves,
                             call.budget, options.outcome ? Sought::outcome : Sought::value);
    if (!answer) return Inside::error(answer.error());
    const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    return Inside::answer(home_, sum, *std::move(answer), seconds);
  });
}

Answer Inside::answer(const std::shared_ptr<Home>& home, const Sum& sum, grundy::Answer answer,
                      double seconds) {
  Answer result;
  result.sum = sum;
  result.play = static_cast<Play>(answer.play);
  result.outcome = outcome(answer.outcome);
  if (answer.value) result.value = value(*answer.value);
  result.values.resize(answer.values.size());
  for (size_t i = 0; i < answer.values.size(); ++i) {
    if (answer.values[i]) result.values[i] = value(*answer.values[i]);
  }
  for (const SumMove& move : answer.winning_moves) {
    result.winning_moves.push_back(Inside::move(home, move.part, question(sum).parts[move.part],
                                                move.move.to, move.move.condition));
  }
  result.all_winning_moves = answer.all_winning_moves;
  result.why_unlisted = answer.why_unlisted;
  result.engines = answer.engines;
  result.conjectures = answer.conjectures;
  result.work = Inside::work(answer.work);
  result.rep_ = std::make_shared<const Answer::Rep>(Answer::Rep{std::move(answer), seconds});
  return result;
}

Result<Answer> Session::solve(std::string_view sum, const SolveOptions& options) {
  Result<Sum> read = this->read(sum);
  if (!read) return std::move(read).error();
  return solve(*read, options);
}

std::optional<uint64_t> Answer::remoteness() const {
  return rep_ ? length_of_play(Inside::question(sum).parts, rep_->answer) : std::nullopt;
}

std::string Answer::json(const AboutMoves& asked) const {
  if (!rep_) return "null\n";
  return to_json(Inside::question(sum), rep_->answer, rep_->seconds, Inside::asked(asked));
}

Result<std::string> Session::explain(const Answer& answer) {
  return guarded([&]() -> Result<std::string> {
    if (auto belongs = Inside::belongs(answer.sum, home_); !belongs) return belongs.error();
    const auto* rep = Inside::rep(answer);
    if (rep == nullptr) return Inside::input("the answer is not one of Session::solve");
    Call call(*home_);
    return home_->session.explain(Inside::question(answer.sum), rep->answer, call.budget);
  });
}

Result<Evaluation> Session::evaluate(const Sum& sum) {
  return guarded([&]() -> Result<Evaluation> {
    if (auto belongs = Inside::belongs(sum, home_); !belongs) return belongs.error();
    Call call(*home_);
    Attempt<grundy::Answer> answer = home_->session.evaluate(Inside::question(sum), call.budget);
    if (!answer) return Inside::error(answer.error());
    Evaluation result{sum,
                      Inside::value(*answer->value),
                      {},
                      answer->engines,
                      answer->conjectures,
                      Inside::work(answer->work)};
    for (const auto& value : answer->values) {
      if (value) result.values.push_back(Inside::value(*value));
    }
    return result;
  });
}

std::string Evaluation::json() const {
  grundy::Answer answer;
  answer.value = Inside::value(value);
  answer.conjectures = conjectures;
  return value_json(Inside::question(sum), answer) + "\n";
}

Result<Value> Session::value(const Sum& sum) {
  Result<Evaluation> evaluation = evaluate(sum);
  if (!evaluation) return std::move(evaluation).error();
  return std::move(evaluation->value);
}

Result<Value> Session::value(std::string_view sum) {
  Result<Sum> read = this->read(sum);
  if (!read) return std::move(read).error();
  return value(*read);
}

Result<Comparison> Session::equal(const Sum& a, const Sum& b) {
  return guarded([&]() -> Result<Comparison> {
    for (const Sum* sum : {&a, &b}) {
      if (auto belongs = Inside::belongs(*sum, home_); !belongs) return belongs.error();
    }
    Call call(*home_);
    const Attempt<grundy::Comparison> compared =
        compare(home_->session, Inside::question(a), Inside::question(b), call.budget);
    if (!compared) return Inside::error(compared.error());
    Comparison result;
    result.equal = compared->equal;
    result.sums = {a, b};
    for (size_t i = 0; i < 2; ++i) {
      result.values[i] = Inside::value(compared->values[i]);
      result.outcomes[i] = Inside::outcome(compared->outcomes[i]);
    }
    if (compared->witness) result.witness = Inside::position({home_}, *compared->witness);
    result.played = compared->played;
    return result;
  });
}

std::string Comparison::json() const {
  JsonWriter json;
  const auto outcome = [&](size_t i) { return std::string(1, letter(outcomes[i])); };
  json.begin_object();
  json.key("equal").value(equal);
  json.key("sums").begin_array();
  for (const Sum& sum : sums) json.value(sum_text(Inside::question(sum).parts, 10'000));
  json.end_array();
  json.key("values").begin_array();
  for (const Value& value : values) json.value(Inside::value(value));
  json.end_array();
  if (witness) {
    json.key("witness").value(witness->text());
    json.key("outcomes").begin_array().value(outcome(0)).value(outcome(1)).end_array();
    json.key("checked_by_play").value(played);
  }
  return json.end_object().take() + "\n";
}

Result<Comparison> Session::equal(std::string_view a, std::string_view b) {
  Result<Sum> first = read(a);
  if (!first) return std::move(first).error();
  Result<Sum> second = read(b);
  if (!second) return std::move(second).error();
  return equal(*first, *second);
}

Result<std::string> Session::plan(const Sum& sum) {
  return guarded([&]() -> Result<std::string> {
    if (auto belongs = Inside::belongs(sum, home_, grundy::Asks::outcomes); !belongs)
      return belongs.error();
    return home_->session.plan(Inside::question(sum));
  });
}

}  // namespace grundy::face
