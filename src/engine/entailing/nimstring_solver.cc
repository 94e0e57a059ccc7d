#include "engine/entailing/nimstring_solver.h"

#include <map>

#include "engine/entailing/string_search.h"
#include "game/bound.h"

namespace grundy {
namespace {

class NimstringSolver final : public Solver {
 public:
  std::string_view engine() const override { return "nimstring"; }
  std::string knows() const override { return "parts without a coin to take"; }
  Work work() const override {
    Work work;
    for (const auto& [frame, search] : searches_) work += search.work();
    return work;
  }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    return values_one_by_one(positions, budget);
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    Value total;
    for (const Position& part : option) {
      if (binds(part)) return Error::declined("another turn has no value; who wins can be asked");
      auto value = search(part).value(NimstringGame::strings(part), budget);
      if (!value) return value;
      total = nim_sum(total, *value);
    }
    return total;
  }

  /// Moves that win beside a rest of this value.
  Attempt<MoveSet> moves_to(const Position& position, const Value& rest, size_t limit,
                            Budget& budget) override {
    return options_where(position, limit, budget, [&](const Sum& option) -> Attempt<bool> {
      const Position& to = option.back();
      Attempt<bool> is_lost = false;  // nothing is lost beside a loony rest
      if (!rest.is_loony())
        is_lost = search(to).has_value(NimstringGame::strings(to), rest, budget);
      if (!is_lost) return is_lost;
      return *is_lost != is_another_turn(option.front());
    });
  }

  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& rest,
                                                 Budget& budget) override {
    auto moves = moves_to(position, rest, SIZE_MAX, budget);
    if (!moves) return std::move(moves).error();
    return std::optional<Natural>(moves->moves.size());
  }

 private:
  /// All positions of a board share what is found; strings between coins are numbered anew in each
  /// position.
  StringSearch& search(const Position& position) {
    const Key frame = position.key[0] > 0 ? Key{position.key[0], position.key[1]} : position.key;
    const auto found = searches_.find(frame);
    if (found != searches_.end()) return found->second;
    return searches_.try_emplace(frame, NimstringGame::frame(position)).first->second;
  }

  std::map<Key, StringSearch> searches_;
};

}  // namespace

std::unique_ptr<Solver> nimstring_solver() { return std::make_unique<NimstringSolver>(); }

}  // namespace grundy
