#include "game/nim_heap.h"

#include "game/key.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

constexpr uint64_t kListedOfInfinite = 2000;

class NimHeaps final : public Game {
 public:
  std::string name() const override { return "*"; }
  std::string text(const Position& position, size_t) const override {
    const Ordinal size = KeyReader(position.key).ordinal();
    return size.is_finite() ? "*" + size.to_string() : "*(" + size.to_string() + ")";
  }
  /// From 0 on; of an infinite heap some natural sizes.
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget&) const override {
    const Ordinal size = KeyReader(position.key).ordinal();
    const Natural end = size.is_finite() ? size.finite() : Natural(kListedOfInfinite);
    for (Natural k; k < end; k = k + Natural(1)) {
      if (!sink({nim_heap(k)})) return Ended::stopped;
    }
    return size.is_finite() ? Ended::complete : Ended::endless;
  }
  Attempt<bool> has_options(const Position& position, Budget&) const override {
    return !KeyReader(position.key).ordinal().is_zero();
  }
  Attempt<bool> is_option(const Position& position, const Sum& to, Budget&) const override {
    if (to.empty()) return true;
    return to.size() == 1 && to[0].game == this &&
           KeyReader(to[0].key).ordinal() < KeyReader(position.key).ordinal();
  }
};

}  // namespace

const Game& nim_heaps() {
  static const NimHeaps game;
  return game;
}

Position nim_heap(const Ordinal& size) {
  Position position{&nim_heaps(), {}};
  append(position.key, size);
  return position;
}

std::optional<Ordinal> heap_size(const Position& position) {
  if (position.game == &nim_heaps()) return KeyReader(position.key).ordinal();
  const RuleGame* game = rule_game(position);
  if (game == nullptr || !game->is_nim()) return std::nullopt;
  return Ordinal(KeyReader(position.key).natural());
}

Position heap_like(const Position& heap, const Ordinal& size) {
  const RuleGame* game = rule_game(heap);
  return game != nullptr && size.is_finite() ? game->at({size.finite()}) : nim_heap(size);
}

}  // namespace grundy
