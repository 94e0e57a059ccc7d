// The theorems that `grundy prove` finds from rule files alone, with where the time goes: analysis
// (the moves as a relation, why play ends), proving (the formula that was found, decided once more
// by itself), and the rest, which is values, guesses and the proofs of those that fail. Before a
// law is timed, it is compared with values by definition where these can be told. Then single
// values through proved laws.
//
//   prove_bench        best of three, milliseconds
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "analysis/descent.h"
#include "analysis/relation.h"
#include "engine/ordinal/ordinal.h"
#include "engine/ordinal/verify.h"
#include "proof/prove.h"
#include "reference/rules.h"
#include "session/session.h"

namespace {

using namespace grundy;

constexpr int kRuns = 3;
constexpr unsigned long kSteps = 100'000'000;
constexpr const char* kLaws = "test/proof/laws.game";

template <class Work>
double milliseconds(Work&& work) {
  double best = 1e18;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = Budget::Clock::now();
    work();
    best = std::min(
        best, std::chrono::duration<double, std::milli>(Budget::Clock::now() - start).count());
  }
  return best;
}

[[noreturn]] void fail(const std::string& what) {
  fmt::print(stderr, "prove_bench: {}\n", what);
  std::exit(1);
}

/// The first positions of a game without unbounded moves.
void compare(const Rule& rule, const Theorem& theorem) {
  reference::Values values(200, 20'000, 400);
  std::vector<int64_t> point(rule.arity(), 0);
  for (int step = 0; step < 40; ++step) {
    const auto wanted = values.value(RulePosition{&rule, point});
    if (!wanted) return;
    const auto found = theorem.law() != nullptr
                           ? std::optional(theorem.law()->at(static_cast<uint64_t>(point[0])))
                           : std::optional(Natural(static_cast<uint64_t>(
                                 evaluate(*theorem.formula()->formula, point)->back())));
    if (*found != Natural(*wanted)) fail(rule.full_name + " has another value");
    ++point[static_cast<size_t>(step) % point.size()];
  }
}

bool has_ends(const Rule& rule) {
  return std::all_of(rule.moves.begin(), rule.moves.end(), [](const MoveLine& line) {
    return std::none_of(line.binders.begin(), line.binders.end(), [](const Binder& binder) {
      return binder.kind == Binder::Kind::range && binder.high.empty();
    });
  });
}

void time_theorem(Session& session, const std::string& game) {
  Budget budget;
  const auto rule = session.game(game, budget);
  if (!rule) fail(rule.error().to_string());
  Attempt<Theorem> theorem = Error::internal("not run");
  const double total = milliseconds([&] { theorem = prove(**rule, {}, budget); });
  if (!theorem) fail(theorem.error().to_string());
  const bool proved = theorem->is_proved();
  if (proved && has_ends(**rule)) compare(**rule, *theorem);
  const std::string what =
      proved ? "proved"
             : fmt::format("{} slices",
                           theorem->slices() == nullptr ? 0 : theorem->slices()->formulas.size());
  const auto* decided = theorem->proof<FormulaProof>();
  if (decided == nullptr || decided->sums) {
    fmt::print("{:28} {:10} {:>10} {:>10} {:>10} {:10.1f}\n", game, what, "", "", "", total);
    return;
  }
  const double analysis = milliseconds([&] {
    const isl::Context context = isl::make_context(kSteps);
    const auto moves = move_relation(context.get(), **rule);
    if (!moves || !find_descent(*moves)) fail(game + " has no descent");
  });
  const isl::Context context = isl::make_context(kSteps);
  const auto moves = move_relation(context.get(), **rule);
  const Formula& formula = *theorem->formula()->formula;
  const double proof = milliseconds([&] {
    isl_set* everywhere = isl_set_universe(isl_space_domain(isl_map_get_space(moves->keep())));
    for (unsigned i = 0; i < (*rule)->arity(); ++i)
      everywhere = isl_set_lower_bound_si(everywhere, isl_dim_set, i, 0);
    const Verdict verdict =
        verify(*moves, to_map(context.get(), formula), isl::Set(everywhere), moduli(formula));
    if (verdict.kind != Verdict::Kind::proved) fail(game + " is not proved again");
  });
  fmt::print("{:28} {:10} {:10.1f} {:10.1f} {:10.1f} {:10.1f}\n", game, what, analysis,
             std::max(total - analysis - proof, 0.0), proof, total);
}

/// Values of positions of some digits through the law that the ordinal engine has found.
void time_values(Session& session, const std::string& game) {
  Budget budget;
  const auto rule = session.game(game, budget);
  if (!rule) fail(rule.error().to_string());
  const RuleGame& played = session.games().of(**rule);
  auto solver = ordinal_engine()->open(played);
  std::vector<Position> positions;
  uint64_t state = 1;
  for (size_t count = 0; count < 100'000; ++count) {
    Coordinates position;
    for (size_t i = 0; i < (*rule)->arity(); ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      position.push_back(state >> 40);
    }
    positions.push_back(played.at(position));
  }
  if (auto found = solver->values(std::span<const Position>(positions.data(), 1), budget); !found)
    fail(found.error().to_string());
  const double all = milliseconds([&] {
    if (!solver->values(std::span<const Position>(positions), budget))
      fail(game + " has no values");
  });
  fmt::print("{:28} {:.3f} µs\n", game, 1000 * all / static_cast<double>(positions.size()));
}

std::vector<std::string> games_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) fail("run it in the project's root: can't open " + path);
  std::vector<std::string> result;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("game ")) result.push_back(line.substr(5, line.find('(') - 5));
  }
  return result;
}

}  // namespace

int main() {
  Session session;
  if (!session.load_rules(kLaws)) fail("can't read the rules");
  std::vector<std::string> games = {"free",
                                    "forced",
                                    "strict",
                                    "anydrop",
                                    "cascade2",
                                    "cascade3",
                                    "nim",
                                    "king",
                                    "knight",
                                    "chomp2",
                                    "subtract[{1, 4}]",
                                    "subtract[{2, 5, 7}]",
                                    "subtract[{1, 3, 4}]",
                                    "subtract[{3, 5}]",
                                    "subtract[{1, 2, 7, 8}]",
                                    "subtract[{2, 3, 6, 11}]",
                                    "subtract[not {1, 2, 3}]"};
  for (int k = 1; k <= 12; ++k) games.push_back(fmt::format("subtract[{{n for n in 1..{}}}]", k));
  for (int k = 1; k <= 4; ++k) games.push_back(fmt::format("stones[K={}]", k));
  for (std::string& game : games_of(kLaws)) games.push_back(std::move(game));
  fmt::print("{:28} {:10} {:>10} {:>10} {:>10} {:>10}\n", "game", "", "analysis", "search", "proof",
             "total ms");
  for (const std::string& game : games) time_theorem(session, game);
  fmt::print("\none value through the law\n");
  for (const char* game : {"free", "forced", "anydrop", "cascade3", "late", "column_beside_free"})
    time_values(session, game);
  return 0;
}
