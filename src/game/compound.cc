#include "game/compound.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/nim_heap.h"

namespace grundy {
namespace {

using How = CompoundKind::How;

constexpr uint64_t kOfAnOption = 3 * sizeof(Position);  // of a vector that grows

/// Lists the choices of one option, or none, for each component.
class Combinations {
 public:
  Combinations(const CompoundKind& kind, const std::vector<Position>& components, Games& games,
               Budget& budget)
      : kind_(kind), components_(components), chosen_(components), games_(games), budget_(budget) {}

  Attempt<Ended> list(const std::function<bool(const std::vector<Position>&)>& sink) {
    for (const Position& one : components_) {
      std::vector<Position>& options = options_.emplace_back();
      auto listed = one.game->options(
          one,
          [&](const Sum& to) {
            budget_.count(1);
            if (!budget_.take_memory(kOfAnOption)) return false;
            ++taken_;
            options.push_back(as_one(to, games_));
            return true;
          },
          budget_);
      if (!listed) return listed;
      if (*listed == Ended::endless)
        return Error::declined(fmt::format(
            "{} has infinitely many moves; a compound needs components with finitely many",
            to_string(one)));
      if (*listed == Ended::stopped)
        return budget_.too_large("the options of a component", kOfAnOption);
    }
    return choose(0, 0, sink) ? Ended::complete : Ended::stopped;
  }
  ~Combinations() { budget_.give_back_memory(taken_ * kOfAnOption); }
  Combinations(const Combinations&) = delete;
  Combinations& operator=(const Combinations&) = delete;

 private:
  bool choose(size_t at, uint64_t moved,
              const std::function<bool(const std::vector<Position>&)>& sink) {
    if (at == components_.size()) return moved == 0 || sink(chosen_);
    const bool must = kind_.how == How::all && !options_[at].empty();
    if (!must && !choose(at + 1, moved, sink)) return false;
    const uint64_t most = kind_.how == How::one    ? 1
                          : kind_.how == How::upto ? kind_.most
                                                   : UINT64_MAX;
    if (moved >= most) return true;
    for (const Position& option : options_[at]) {
      chosen_[at] = option;
      const bool goes_on = choose(at + 1, moved + 1, sink);
      chosen_[at] = components_[at];
      if (!goes_on) return false;
    }
    return true;
  }

  const CompoundKind& kind_;
  const std::vector<Position>& components_;
  std::vector<std::vector<Position>> options_;
  std::vector<Position> chosen_;
  Games& games_;
  Budget& budget_;
  uint64_t taken_ = 0;
};

}  // namespace

Position CompoundGame::at(std::vector<Position> components) const {
  if (kind_ == CompoundKind{}) {  // sums within sums are one sum
    std::vector<Position> flat;
    for (Position& one : components) {
      const std::vector<Position> within =
          one.game == this ? this->components(one) : std::vector<Position>{one};
      flat.insert(flat.end(), within.begin(), within.end());
    }
    components = std::move(flat);
  }
  if (!kind_.in_order()) std::sort(components.begin(), components.end());
  Position position{this, {}};
  for (Position& one : components) {
    const auto [found, made] = numbers_.try_emplace(one, components_.size());
    if (made) components_.push_back(std::move(one));
    position.key.push_back(found->second);
  }
  return position;
}

std::vector<Position> CompoundGame::components(const Position& position) const {
  std::vector<Position> result;
  for (const uint64_t number : position.key) result.push_back(components_[number]);
  return result;
}

std::string CompoundGame::name() const {
  switch (kind_.how) {
    case How::one:
      return kind_.is_short ? "one[short]" : "one";
    case How::all:
      return kind_.is_short ? "all" : "all[long]";
    case How::some:
      return kind_.is_short ? "some[short]" : "some";
    case How::upto:
      return fmt::format("upto[{}]", kind_.most);
    case How::then:
      return "then";
    case How::ordinal:
      return ":";
  }
  return {};
}

std::string CompoundGame::text(const Position& position, size_t limit) const {
  std::vector<std::string> texts;
  for (const Position& one : components(position)) {
    const CompoundGame* inner = as<CompoundGame>(one.game);
    const bool is_sum = inner != nullptr && inner->kind_ == CompoundKind{};
    std::string text = one.game->text(one, limit);
    if (is_sum && kind_ != CompoundKind{}) {  // as it would be written
      text.clear();
      for (const Position& part : inner->components(one))
        text += (text.empty() ? "" : " + ") + part.game->text(part, limit);
      if (kind_.how == How::ordinal) text = "(" + text + ")";
    }
    texts.push_back(std::move(text));
  }
  if (kind_.how == How::ordinal) return fmt::format("({})", fmt::join(texts, " : "));
  return fmt::format("{}({})", name(), fmt::join(texts, ", "));
}

Attempt<bool> CompoundGame::has_options(const Position& position, Budget& budget) const {
  bool all = true, any = false;
  for (const Position& one : components(position)) {
    Attempt<bool> alive = one.game->has_options(one, budget);
    if (!alive) return alive;
    all = all && *alive;
    any = any || *alive;
  }
  return kind_.is_short ? all && any : any;
}

Attempt<Ended> CompoundGame::list_options(const Position& position, const OptionSink& sink,
                                          Budget& budget) const {
  const Attempt<bool> alive = has_options(position, budget);
  if (!alive) return alive.error();
  if (!*alive) return Ended::complete;
  const std::vector<Position> here = components(position);
  if (!kind_.in_order())
    return Combinations(kind_, here, games_, budget).list([&](const std::vector<Position>& to) {
      return sink({at(to)});
    });

  const Attempt<bool> first_alive = here[0].game->has_options(here[0], budget);
  if (!first_alive) return first_alive.error();
  if (*first_alive) {
    auto listed = here[0].game->options(
        here[0],
        [&](const Sum& to) {
          return sink(kind_.how == How::then ? Sum{at({as_one(to, games_), here[1]})} : to);
        },
        budget);
    if (!listed || *listed != Ended::complete) return listed;
  }
  if (kind_.how == How::then && *first_alive) return Ended::complete;
  return here[1].game->options(
      here[1],
      [&](const Sum& to) {
        return sink(kind_.how == How::then ? to : Sum{at({here[0], as_one(to, games_)})});
      },
      budget);
}

Attempt<Sum> CompoundGame::normal_form(const Position& position, Budget& budget) const {
  std::vector<Position> alive;
  std::vector<Position> all = components(position);
  for (const Position& one : all) {
    auto parts = live_parts({one}, budget);
    if (!parts) return parts;
    if (!parts->empty()) alive.push_back(as_one(*parts, games_));
  }
  if (kind_.is_short) return alive.size() == all.size() ? Sum{at(std::move(alive))} : Sum{};
  if (alive.empty()) return Sum{};
  if (alive.size() == 1 || kind_ == CompoundKind{}) {
    Sum result;
    for (const Position& one : alive) {
      auto parts = live_parts({one}, budget);
      if (!parts) return parts;
      result.insert(result.end(), parts->begin(), parts->end());
    }
    return result;
  }
  return Sum{at(std::move(alive))};
}

const CompoundGame& compound_game(CompoundKind kind, Games& games) {
  const std::string name = fmt::format("compound {} {} {}", static_cast<int>(kind.how),
                                       kind.is_short ? "short" : "long", kind.most);
  return games.get<CompoundGame>(name, kind, games);
}

Position as_one(const Sum& sum, Games& games) {
  if (sum.size() == 1) return sum[0];
  if (sum.empty()) return nim_heap(Ordinal());
  return compound_game({}, games).at(std::vector<Position>(sum.begin(), sum.end()));
}

}  // namespace grundy
