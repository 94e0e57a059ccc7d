#include "session/misere_table.h"

#include <fmt/format.h>

#include "engine/misere/genus.h"
#include "engine/misere/judge.h"

namespace grundy {
namespace {

constexpr uint64_t kMostMisereCells = 1'000'000;
constexpr uint64_t kTableQuotientSteps = 100'000'000;  // some ten seconds

class MisereTabulation {
 public:
  MisereTabulation(Session& session, const Rule& rule, MisereCells cells, Budget& budget)
      : session_(session),
        game_(session.games().of(rule)),
        cells_(cells),
        budget_(budget),
        genera_(budget) {}

  /// The quotient of the game's heaps, those up to the largest one at least; without it outcomes
  /// are found one by one.
  Attempt<void> find_quotient(const Natural& largest) {
    const Position last = game_.at(Coordinates{largest});
    if (cells_ == MisereCells::genera || !misere::is_taken_whole(last)) return {};
    share_ = std::make_unique<Budget>(budget_, kTableQuotientSteps);
    auto universe = misere::Universe::of({last}, *share_);
    if (universe && (*universe)->settle(*share_)) universe_ = *std::move(universe);
    if (budget_.spent()) return budget_.why();
    return {};
  }

  Attempt<void> add(const Position& position) {
    if (universe_) {
      if (const auto element = universe_->element(position, budget_)) {
        put(universe_->quotient().monoid().in_p(*element), misere::kQuotientEngine);
        return {};
      }
    }
    auto found = genera_.of({position});
    if (found) {
      if (cells_ == MisereCells::genera) table_.genera.push_back(found->genus.text());
      put(found->genus.misere[0] == 0, "genus");
      return {};
    }
    if (budget_.spent() || cells_ == MisereCells::genera) return std::move(found).error();
    Budget own(budget_, UINT64_MAX);  // a search keeps nothing for the next one
    const Attempt<Answer> answer = session_.solve({{position}}, Play::misere, 0, own);
    if (!answer) return answer.error();
    if (answer->outcome == Outcome::D)
      return Error::declined("play need not end from every position of the table");
    table_.how.work += answer->work;
    put(answer->outcome == Outcome::P, answer->engines.empty() ? "" : answer->engines.back());
    return {};
  }

  MisereTable take() { return std::move(table_); }

 private:
  void put(bool lost, std::string_view engine) {
    table_.outcomes.push_back(lost ? Outcome::P : Outcome::N);
    table_.how.engine = engine;
  }

  Session& session_;
  const RuleGame& game_;
  MisereCells cells_;
  Budget& budget_;
  misere::GenusFinder genera_;
  std::unique_ptr<Budget> share_;  // of the universe, which it outlives
  std::unique_ptr<misere::Universe> universe_;
  MisereTable table_;
};

}  // namespace

Attempt<MisereTable> tabulate_misere(Session& session, const Rule& rule,
                                     const std::vector<Range>& box, MisereCells cells,
                                     Budget& budget) {
  if (positions_of(box) > Natural(kMostMisereCells))
    return Error::declined(fmt::format("a table of more than {} outcomes", kMostMisereCells));
  MisereTabulation tabulation(session, rule, cells, budget);
  if (box.size() == 1) {
    if (auto found = tabulation.find_quotient(box[0].last()); !found)
      return std::move(found).error();
  }
  const RuleGame& game = session.games().of(rule);
  for (BoxWalk walk(box); walk.more(); walk.next()) {
    if (budget.spent()) return budget.why();
    if (auto added = tabulation.add(game.at(walk.position())); !added)
      return std::move(added).error();
  }
  return tabulation.take();
}

}  // namespace grundy
