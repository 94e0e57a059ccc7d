#include "game/copies.h"

#include <fmt/format.h>

#include "game/games.h"
#include "game/key.h"
#include "rewriting/copies.h"

namespace grundy {
namespace {

// Of a normal form, so that they are equal to parts that somebody wrote.
constexpr uint64_t kMostCopiesApart = 1000;

}  // namespace

Position CopiesGame::at(const Natural& count, const Position& one) const {
  Position position{this, {}};
  append(position.key, count);
  position.key.insert(position.key.end(), one.key.begin(), one.key.end());
  return position;
}

Natural CopiesGame::count(const Position& position) const {
  return KeyReader(position.key).natural();
}

Position CopiesGame::one(const Position& position) const {
  Key number;
  append(number, count(position));
  return {&copied_, Key(position.key.begin() + static_cast<std::ptrdiff_t>(number.size()),
                        position.key.end())};
}

std::string CopiesGame::text(const Position& position, size_t limit) const {
  return fmt::format("{}*{}", count(position).to_string(), copied_.text(one(position), limit));
}

Attempt<Ended> CopiesGame::list_options(const Position& position, const OptionSink& sink,
                                        Budget& budget) const {
  const Natural all = count(position);
  if (all.is_zero()) return Ended::complete;
  const Position single = one(position);
  const Sum others = copies_of(single, all - Natural(1), games_, kMostListedCopies);
  return copied_.options(
      single,
      [&](Sum option) {
        option.insert(option.begin(), others.begin(), others.end());
        return sink(std::move(option));
      },
      budget);
}

Attempt<bool> CopiesGame::has_options(const Position& position, Budget& budget) const {
  if (count(position).is_zero()) return false;
  return copied_.has_options(one(position), budget);
}

Attempt<Sum> CopiesGame::normal_form(const Position& position, Budget& budget) const {
  Attempt<Sum> single = copied_.normal_form(one(position), budget);
  if (!single) return single;
  Sum result;
  for (const Position& part : *single) {
    const auto* nested = as<CopiesGame>(part.game);
    const Natural times = nested == nullptr ? Natural(1) : nested->count(part);
    const Sum parts = copies_of(nested == nullptr ? part : nested->one(part),
                                times * count(position), games_, kMostCopiesApart);
    result.insert(result.end(), parts.begin(), parts.end());
  }
  return result;
}

Position single(const Position& position) {
  const auto* copies = as<CopiesGame>(position.game);
  return copies == nullptr ? position : copies->one(position);
}

Sum copies_of(const Position& position, const Natural& count, Games& games, uint64_t written) {
  if (count <= Natural(written)) return Sum(count.small(), position);
  const auto& all = games.get<CopiesGame>(fmt::format("copies of {}", position.game->id()),
                                          *position.game, games);
  return {all.at(count, position)};
}

}  // namespace grundy
