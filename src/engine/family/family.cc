#include "engine/family/family.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>

#include "engine/engine.h"
#include "engine/family/families.h"

namespace grundy {
namespace {

class FamilySolver final : public Solver {
 public:
  explicit FamilySolver(const FamilyGame& game) : game_(game) {}
  std::string_view engine() const override { return "closed form"; }
  std::string knows() const override { return "the theorem of its family"; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    std::vector<Value> result;
    for (const Position& position : positions) {
      auto analysis = game_.analysed(position, budget);
      if (!analysis) return std::move(analysis).error();
      Attempt<Ordinal> value = (*analysis)->value(budget);
      if (!value) return std::move(value).error();
      result.emplace_back(*std::move(value));
    }
    return result;
  }
  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    if (!value.is_zero()) return Solver::has_value(position, value, budget);
    Attempt<Outcome> who = outcome(position, Play::normal, budget);
    if (!who) return std::move(who).error();
    return *who == Outcome::P;
  }
  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    auto analysis = game_.analysed(position, budget);
    if (!analysis) return std::move(analysis).error();
    Attempt<bool> lost = (*analysis)->is_lost(play, budget);
    if (!lost) return std::move(lost).error();
    return *lost ? Outcome::P : Outcome::N;
  }
  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    if (value.is_loopy()) return MoveSet{};
    auto analysis = game_.analysed(position, budget);
    if (!analysis) return std::move(analysis).error();
    return (*analysis)->moves_to(value.ordinal(), limit, budget);
  }
  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                 Budget& budget) override {
    auto analysis = game_.analysed(position, budget);
    if (!analysis) return std::move(analysis).error();
    return (*analysis)->winning_moves(play, limit, budget);
  }
  std::string explanation(const Position& position) override {
    Budget budget;
    auto analysis = game_.analysed(position, budget);
    return analysis ? (*analysis)->explanation() : "";
  }

 private:
  const FamilyGame& game_;
};

class FamilyEngine final : public Engine {
 public:
  std::string_view name() const override { return "closed form"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* family = as<FamilyGame>(&game);
    return family == nullptr ? nullptr : std::make_unique<FamilySolver>(*family);
  }
};

}  // namespace

Attempt<bool> Analysis::is_lost(Play play, Budget& budget) const {
  if (play == Play::misere)
    return Error::declined("no theorem is known for misère play of this game");
  Attempt<Ordinal> own = value(budget);
  if (!own) return std::move(own).error();
  return own->is_zero();
}

Attempt<MoveSet> Analysis::winning_moves(Play play, size_t limit, Budget& budget) const {
  if (play == Play::misere)
    return Error::declined("no theorem is known for misère play of this game");
  return moves_to(0, limit, budget);
}

Attempt<Position> Family::read_text(std::string_view, std::string_view, Span, Games&,
                                    Budget&) const {
  return Error::internal("this family has no notation of its own");
}

Attempt<std::shared_ptr<const Analysis>> FamilyGame::analysed(const Position& position,
                                                              Budget& budget) const {
  for (auto known = recent_.rbegin(); known != recent_.rend(); ++known) {
    if (known->first == position.key) return known->second;
  }
  Attempt<std::shared_ptr<const Analysis>> analysis = analyse(position, budget);
  if (analysis) remember(position, *analysis);
  return analysis;
}

void FamilyGame::remember(const Position& position,
                          std::shared_ptr<const Analysis> analysis) const {
  if (recent_.size() == kRemembered) recent_.erase(recent_.begin());
  recent_.emplace_back(position.key, std::move(analysis));
}

const Engine* family_engine() {
  static const FamilyEngine engine;
  return &engine;
}

std::string file_state(const std::string& path) {
  static std::atomic<uint64_t> count{0};
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return fmt::format("{} #{}", path, ++count);
  return fmt::format("{} {}:{} {} {}.{}", path, status.st_dev, status.st_ino, status.st_size,
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

}  // namespace grundy
