#include "engine/automatic/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "engine/automatic/lost.h"
#include "engine/table/box_table.h"
#include "engine/table/fill.h"

namespace grundy::automatic {
namespace {

constexpr size_t kMostLawStates = 200;
// A guess from one of the last two tables is decided at once.
constexpr size_t kMostStatesSeenOnce = 100;
constexpr double kGrowth = 1.2;
constexpr int kMostGrowths = 4;
constexpr int64_t kMostQuadratic = 3;
/// Further ones of two heaps, tried in boxes beyond the tables.
constexpr std::pair<int, int> kFarQuadratics[] = {{4, 2}, {3, 3}};
/// In a box beyond the tables a law of few states is likely right: more work is spent on its proof.
constexpr size_t kFewStates = 20;
constexpr WorkshopLimits kPatient = {70'000, 20'000'000, 4096};
constexpr uint64_t kMostTableSteps = 50'000'000;
constexpr uint64_t kMostTableBytes = uint64_t{1} << 28;

/// Sides of the tables, by arity.
std::vector<int64_t> sides_of_tables(size_t arity) {
  switch (arity) {
    case 1:
      return {16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
    case 2:
      return {8, 16, 32, 64, 128, 256};
    case 3:
      return {4, 8, 16, 32};
    case 4:
      return {2, 4, 8, 13};
    default:
      return {2, 3, 4};
  }
}

/// Beyond these, for one coordinate and large bases: numbers of so few digits tell few states.
constexpr int64_t kFarSides[] = {16384, 65536};
constexpr int kLargeBase = 6;

bool has_large_base(const Numeration& numeration) {
  return numeration.is_base() && numeration.digits() >= kLargeBase;
}

/// Sides of the boxes of which only the lost positions are found, beyond those of the tables.
std::vector<int64_t> sides_of_lost_boxes(size_t arity) {
  switch (arity) {
    case 2:
      return {512, 2048};
    case 3:
      return {64, 128};
    default:
      return {};
  }
}

/// A numeration at work: the moves are read when the first guess is to be decided.
struct System {
  explicit System(Numeration numeration, const Budget& budget)
      : shop(std::move(numeration), budget) {}

  /// Whether the moves can be read. What was refused is tried again when it is patient.
  bool read(const Rule& rule, const Domain& domain, bool patient = false) {
    if (moves || (!refusal.empty() && !patient)) return moves.has_value();
    shop.set_limits(patient ? kPatient : WorkshopLimits());
    auto read = read_moves(shop, rule, domain);
    if (read && read->leaving) {
      refusal = "a move leaves the domain";
    } else if (read) {
      moves = *std::move(read);
    } else {
      refusal = read.error().message();
    }
    shop.forgive();
    return moves.has_value();
  }

  LawVerdict decide(LawKind kind, const AutomaticLaw& law, bool patient = false) {
    shop.set_limits(patient ? kPatient
                            : WorkshopLimits{20'000 + 50 * law.live_count(), 12'000'000, 4096});
    LawVerdict verdict = decide_law(shop, *moves, kind, law.automaton);
    shop.forgive();
    return verdict;
  }

  Workshop shop;
  std::optional<Moves> moves;
  std::string refusal;  // why they can't be read
};

/// One kind of law sought in one numeration.
struct Trial {
  System* system;
  LawKind kind;
  int64_t side = 0;
  size_t states = 0;
  int growths = 0;
  bool given_up = false;
};

std::vector<Numeration> numerations(const Rule& rule, const LawSearch& search) {
  if (search.numeration) return {*search.numeration};
  if (asks_for_fibonacci_numbers(rule)) return {Numeration::zeckendorf()};
  std::vector<Numeration> result{Numeration::base(2)};
  if (takes_nim_sums(rule)) return result;
  for (const int64_t k : constant_divisors(rule)) {
    if ((k & (k - 1)) != 0 && k <= 12) result.push_back(Numeration::base(static_cast<int>(k)));
  }
  for (int a = 1; a <= kMostQuadratic; ++a) result.push_back(Numeration::quadratic(a, 1));
  if (rule.arity() == 2) {
    for (const int a : {2, 3}) result.push_back(Numeration::quadratic(a, 2));
    result.push_back(Numeration::tribonacci());
  }
  return result;
}

/// Whether such laws are known of any game. Outside the bases, values of games of several
/// coordinates are not.
bool pays(const Numeration& numeration, LawKind kind, size_t arity) {
  if (kind == LawKind::powers) return numeration.is_base() && numeration.digits() == 2;
  if (numeration.is_base()) return true;
  if (kind == LawKind::values) return arity == 1 && numeration.digits() == 2;
  return arity <= 2 || numeration.digits() == 2;
}

/// The greatest term of the numeration that is at most `side`.
int64_t side_in(const Numeration& numeration, int64_t side) {
  int64_t best = 1;
  for (size_t i = 0; numeration.term(i) <= side; ++i) best = numeration.term(i);
  return best;
}

/// A law of losing positions that shows only beyond the tables of values. The box is the same in
/// all numerations: it is made in the first one in which the moves can be read. Where an automaton
/// has too many states, larger boxes are not tried.
std::optional<FoundLaw> find_in_lost_boxes(const Rule& rule, const LawSearch& search,
                                           const Budget& budget) {
  const Budget part(budget, 8 * search.steps), proofs(budget, search.steps);
  std::vector<std::unique_ptr<System>> systems;
  for (Numeration& numeration : numerations(rule, search))
    systems.push_back(std::make_unique<System>(std::move(numeration), proofs));
  if (rule.arity() == 2 && !search.numeration && systems.size() > 1) {
    for (const auto& [a, b] : kFarQuadratics)
      systems.push_back(std::make_unique<System>(Numeration::quadratic(a, b), proofs));
  }
  const auto maker = std::find_if(systems.begin(), systems.end(), [&](const auto& system) {
    return system->read(rule, search.domain);
  });
  if (maker == systems.end()) return std::nullopt;
  std::vector<System*> left;
  for (const auto& system : systems) left.push_back(system.get());
  for (const int64_t side : sides_of_lost_boxes(rule.arity())) {
    if (left.empty()) break;
    const int64_t made_side = side_in((*maker)->shop.numeration(), side);
    const auto box = lost_box((*maker)->shop, *(*maker)->moves, search.domain, made_side, part);
    if (!box) return std::nullopt;
    std::vector<System*> small;
    for (System* system : left) {
      const Numeration& numeration = system->shop.numeration();
      const auto learned =
          learn(numeration, *box, made_side, LawKind::losing, kMostStatesSeenOnce, part);
      if (part.spent()) return std::nullopt;
      if (!learned) continue;
      const AutomaticLaw law{LawKind::losing, numeration, *learned};
      const bool patient = law.live_count() <= kFewStates;
      if (!system->read(rule, search.domain, patient)) continue;
      if (system->decide(LawKind::losing, law, patient).kind == LawVerdict::Kind::proved)
        return FoundLaw{law, system->moves->measures, made_side, system->shop.greatest_subsets()};
      small.push_back(system);
    }
    left = std::move(small);
  }
  return std::nullopt;
}

}  // namespace

Numeration usual_numeration(const Rule& rule) {
  if (asks_for_fibonacci_numbers(rule)) return Numeration::zeckendorf();
  return Numeration::base(asked_powers(rule).value_or(2));
}

Attempt<ValueBox> value_box(const Rule& rule, const Domain& domain, int64_t side,
                            const Budget& budget) {
  Budget part(budget, kMostTableSteps);
  part.set_memory_limit(std::min(part.memory_limit(), kMostTableBytes));
  Work work;
  const std::vector<int64_t> most(rule.arity(), side - 1);
  const std::vector<int64_t> least(rule.arity(), 0);
  auto table = BoxTable::fill(rule, least, most, part, work);
  if (!table && is_open(table.error())) table = BoxTable::follow(rule, least, most, part, work);
  if (!table) return std::move(table).error();
  ValueBox box{rule.arity(), side, {}};
  std::vector<int64_t> x(rule.arity(), 0);
  for (;;) {
    box.values.push_back(is_inside(domain, x) ? table->value(x) : ValueBox::kOutside);
    size_t i = x.size();
    while (i > 0 && x[i - 1] + 1 == side) x[--i] = 0;
    if (i == 0) return box;
    ++x[i - 1];
  }
}

Attempt<std::optional<LeavingMove>> leaving_move(const Rule& rule, const Domain& domain,
                                                 const Budget& budget) {
  std::optional<Error> refusal;
  for (Numeration& numeration : numerations(rule, {})) {
    Workshop shop(std::move(numeration), budget);
    auto moves = read_moves(shop, rule, domain);
    if (moves) return std::move(moves->leaving);
    if (!refusal) refusal = std::move(moves).error();
  }
  return *std::move(refusal);
}

Attempt<FoundLaw> find_law(const Rule& rule, const LawSearch& search, const Budget& budget) {
  if (rule.is_alias || rule.moves_by_code || rule.board || rule.arity() == 0)
    return Error::declined("it has no move lines of numbers");
  const Budget part(budget, search.steps);
  std::vector<std::unique_ptr<System>> systems;
  std::vector<Trial> trials;
  for (Numeration& numeration : numerations(rule, search))
    systems.push_back(std::make_unique<System>(std::move(numeration), part));
  for (const LawKind kind : {LawKind::values, LawKind::powers, LawKind::losing}) {
    if (!(kind == LawKind::losing ? search.losing : search.values)) continue;
    for (const auto& system : systems) {
      const bool asked = search.numeration && kind != LawKind::powers;
      if (asked || pays(system->shop.numeration(), kind, rule.arity()))
        trials.push_back({system.get(), kind});
    }
  }
  std::optional<FoundLaw> losing;
  std::string reason;
  int64_t seen = 0;
  std::vector<int64_t> sides = sides_of_tables(rule.arity());
  const int64_t last_for_all = sides.back();
  if (rule.arity() == 1 && std::any_of(systems.begin(), systems.end(), [](const auto& system) {
        return has_large_base(system->shop.numeration());
      }))
    sides.insert(sides.end(), std::begin(kFarSides), std::end(kFarSides));
  for (const int64_t side : sides) {
    for (Trial& trial : trials) {
      if (side > last_for_all && !has_large_base(trial.system->shop.numeration()))
        trial.given_up = true;
    }
    const bool over = std::all_of(trials.begin(), trials.end(), [&](const Trial& t) {
      return t.given_up || (losing && t.kind == LawKind::losing);
    });
    if (over) break;
    auto box = value_box(rule, search.domain, side, part);
    if (budget.spent()) return budget.why();
    if (!box) {
      reason = box.error().message();
      break;
    }
    seen = side;
    for (Trial& trial : trials) {
      if (trial.given_up || (losing && trial.kind == LawKind::losing)) continue;
      Workshop& shop = trial.system->shop;
      const int64_t own_side = side_in(shop.numeration(), side);
      if (own_side == trial.side) continue;
      trial.side = own_side;
      const auto learned = learn(shop.numeration(), *box, own_side, trial.kind,
                                 kMostLawStates * budget.effort(), part);
      if (budget.spent()) return budget.why();
      if (!learned) {
        trial.given_up = part.out_of_steps();
        continue;
      }
      const AutomaticLaw law{trial.kind, shop.numeration(), *learned};
      const size_t states = law.live_count();
      const bool stays = states == trial.states;
      trial.growths = static_cast<double>(states) >= kGrowth * static_cast<double>(trial.states) &&
                              trial.states > 0
                          ? trial.growths + 1
                          : 0;
      trial.given_up = trial.growths >= kMostGrowths;
      trial.states = states;
      const bool late = side >= sides.end()[-2] && states <= kMostStatesSeenOnce;
      if (!stays && !late) continue;
      System& system = *trial.system;
      if (!system.read(rule, search.domain)) {
        trial.given_up = true;
        reason = system.refusal;
        continue;
      }
      const LawVerdict verdict = system.decide(trial.kind, law);
      if (budget.spent()) return budget.why();
      if (verdict.kind != LawVerdict::Kind::proved) {
        reason = verdict.flaw;
        continue;
      }
      FoundLaw found{law, system.moves->measures, own_side, shop.greatest_subsets()};
      if (trial.kind != LawKind::losing) return found;
      losing = std::move(found);
    }
    if (part.out_of_steps()) break;
  }
  if (!losing && search.losing) losing = find_in_lost_boxes(rule, search, budget);
  if (budget.spent()) return budget.why();
  if (losing) return *std::move(losing);
  std::vector<std::string> names;
  for (const auto& system : systems) names.push_back(system->shop.numeration().name());
  return Error::declined(
      fmt::format("no automaton of few states reads its values in {}{}{}", fmt::join(names, ", "),
                  seen == 0 ? "" : fmt::format(", as tables to {} show", seen - 1),
                  reason.empty() ? "" : "; " + reason));
}

}  // namespace grundy::automatic
