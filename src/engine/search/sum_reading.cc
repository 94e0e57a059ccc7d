#include "engine/search/sum_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "game/board_game.h"
#include "game/games.h"
#include "rewriting/apart.h"
#include "rewriting/list_parts.h"
#include "rewriting/list_places.h"
#include "rewriting/list_strip.h"
#include "rewriting/strip_heads.h"

namespace grundy {
namespace {

constexpr size_t kElementsBegin = 2;  // in a key: behind the coordinate and the length

class ElementsReading final : public SumReading {
 public:
  ElementsReading(const BoardGame& game, const RuleGame& element)
      : game_(game), element_(element), new_elements_(new_elements(game.board_rule())) {}

  std::string knows() const override { return "a list is the sum of its elements"; }
  std::optional<Sum> parts(const Position& position) const override {
    if (position.game != &game_) return std::nullopt;
    Sum result;
    for (size_t i = kElementsBegin; i < position.key.size(); ++i)
      result.push_back(element_.at(Coordinates{Natural(position.key[i])}));
    return result;
  }
  bool tells_moves() const override { return new_elements_.has_value(); }
  Position with(const Position& position, const Sum& /*parts*/, size_t part,
                const Sum& to) const override {
    return *game_.with_heap(position, part, to);
  }
  bool repeats_moves() const override { return new_elements_ == NewElements::anywhere; }
  bool moves_differ() const override {
    return new_elements_ == NewElements::anywhere || new_elements_ == NewElements::one_in_place;
  }

 private:
  const BoardGame& game_;
  const RuleGame& element_;
  std::optional<NewElements> new_elements_;  // nothing: a move of an element does not say where
};

class EndsReading final : public SumReading {
 public:
  EndsReading(const BoardGame& game, const BoardGame& lines) : game_(game), lines_(lines) {}

  std::string knows() const override { return "play ends where there is no move"; }
  std::optional<Sum> parts(const Position& position) const override {
    if (position.game != &game_) return std::nullopt;
    return Sum{{&lines_, position.key}};
  }
  Position with(const Position& /*position*/, const Sum& /*parts*/, size_t /*part*/,
                const Sum& to) const override {
    return {&game_, to.at(0).key};
  }

 private:
  const BoardGame& game_;
  const BoardGame& lines_;
};

class PlacesReading final : public SumReading {
 public:
  PlacesReading(const BoardGame& game, const RuleGame& at_place)
      : game_(game), at_place_(at_place) {}

  std::string knows() const override { return "a list is the sum of its places"; }
  bool share_tables() const override { return false; }  // each place has a rule of its own
  std::optional<Sum> parts(const Position& position) const override {
    if (position.game != &game_) return std::nullopt;
    const size_t length = position.key.size() - kElementsBegin;
    Sum result;
    for (size_t i = 0; i < length; ++i)
      result.push_back(at_place_.at(
          Coordinates{Natural(position.key[kElementsBegin + i]), Natural(i + 1), Natural(length)}));
    return result;
  }
  Position with(const Position& position, const Sum& /*parts*/, size_t part,
                const Sum& to) const override {
    return *game_.with_heap(position, part, to);
  }

 private:
  const BoardGame& game_;
  const RuleGame& at_place_;
};

/// Lists as sums of pieces, each a position of one game with its place and the list's length: moves
/// of different pieces may lead to the same list.
class PlacedReading : public SumReading {
 public:
  PlacedReading(const BoardGame& game, const RuleGame& piece) : game_(game), piece_(piece) {}
  bool moves_differ() const override { return false; }

 protected:
  Natural place_of(const Position& piece) const { return piece_.coordinates(piece)[0]; }
  /// Where the number at the piece's place stands in the list's key.
  size_t word_of(const Position& piece) const {
    return kElementsBegin + *place_of(piece).to_uint64() - 1;
  }
  Position piece_at(size_t place, size_t length) const {
    return piece_.at(Coordinates{Natural(place), Natural(length)});
  }
  const BoardGame& game_;

 private:
  const RuleGame& piece_;
};

class PiecesReading final : public PlacedReading {
 public:
  using PlacedReading::PlacedReading;

  std::string knows() const override { return "a list of counts is the sum of its pieces"; }
  /// One piece of each place, and another one where their number is even: two cancel.
  std::optional<Sum> parts(const Position& position) const override {
    if (position.game != &game_) return std::nullopt;
    const size_t length = position.key.size() - kElementsBegin;
    Sum result;
    for (size_t i = 0; i < length; ++i) {
      const uint64_t pieces = position.key[kElementsBegin + i];
      const size_t listed = pieces == 0 ? 0 : 2 - pieces % 2;
      result.insert(result.end(), listed, piece_at(i + 1, length));
    }
    return result;
  }
  Position with(const Position& position, const Sum& parts, size_t part,
                const Sum& to) const override {
    Position result = position;
    --result.key[word_of(parts[part])];
    for (const Position& one : to) ++result.key[word_of(one)];
    return result;
  }
  bool repeats_moves() const override { return true; }
  std::string says() const override {
    return "Each piece is played for itself: the list is the sum of its pieces, and two at one "
           "place cancel.\n";
  }
  std::string name(const Position&, const Position& part, size_t) const override {
    return "a piece at place " + place_of(part).to_string();
  }
};

class CoinsReading final : public PlacedReading {
 public:
  using PlacedReading::PlacedReading;

  std::string knows() const override { return "a list of 0 and 1 is the sum of its ones"; }
  std::optional<Sum> parts(const Position& position) const override {
    if (position.game != &game_) return std::nullopt;
    const size_t length = position.key.size() - kElementsBegin;
    Sum result;
    for (size_t i = 0; i < length; ++i) {
      const uint64_t number = position.key[kElementsBegin + i];
      if (number > 1) return std::nullopt;
      if (number == 1) result.push_back(piece_at(i + 1, length));
    }
    return result;
  }
  Position with(const Position& position, const Sum& parts, size_t part,
                const Sum& to) const override {
    Position result = position;
    const auto turn = [&](const Position& one) { result.key[word_of(one)] ^= 1; };
    turn(parts[part]);
    for (const Position& one : to) turn(one);
    return result;
  }
  std::string says() const override {
    return "The ones are a sum: a coin that is turned twice is as before, as two equal games "
           "cancel.\n";
  }
  std::string name(const Position&, const Position& part, size_t) const override {
    return "the 1 at place " + place_of(part).to_string();
  }
};

class HeadsReading final : public SumReading {
 public:
  HeadsReading(const BoardGame& game, StripHeads heads)
      : game_(game), heads_(std::move(heads)), heap_(game.games().of_own(std::move(heads_.rule))) {}

  std::string knows() const override {
    return heads_.is_sum ? "a strip of coins is the sum of its heads"
                         : "a head alone is a heap of its place";
  }
  /// Nothing if the board has other letters, or more heads than are understood.
  std::optional<Sum> parts(const Position& position) const override {
    if (position.game != &game_) return std::nullopt;
    const Board board = game_.position(position).board;
    Sum result;
    for (size_t i = 0; i < board.cells.size(); ++i) {
      const Cell cell = board.cells[heads_.from_left ? i : board.cells.size() - 1 - i];
      if (cell == heads_.head) {
        result.push_back(heap_.at(Coordinates{Natural(i + 1)}));
      } else if (cell != heads_.tail) {
        return std::nullopt;
      }
    }
    if (!heads_.is_sum && result.size() > 1) return std::nullopt;
    return result;
  }
  Position with(const Position& position, const Sum& parts, size_t part,
                const Sum& to) const override {
    BoardPosition board = game_.position(position);
    const auto turn = [&](const Position& head) {
      const size_t number = *heap_.coordinates(head)[0].to_uint64();
      Cell& cell =
          board.board.cells[heads_.from_left ? number - 1 : board.board.cells.size() - number];
      cell = cell == heads_.head ? heads_.tail : heads_.head;
    };
    turn(parts[part]);
    for (const Position& one : to) turn(one);
    return game_.at(board);
  }
  bool moves_differ() const override { return false; }
  std::string says() const override {
    if (!heads_.is_sum) return {};
    return "The heads are a sum: a coin that is turned twice is as before, as two equal games "
           "cancel.\n";
  }
  std::string name(const Position&, const Position& part, size_t) const override {
    return "the head at place " + heap_.coordinates(part)[0].to_string();
  }

 private:
  const BoardGame& game_;
  StripHeads heads_;  // its rule is the heap's
  const RuleGame& heap_;
};

class StripReading final : public SumReading {
 public:
  explicit StripReading(const BoardGame& game) : game_(game) {}

  bool is_one() const { return strip_for(1) != nullptr; }
  std::string knows() const override { return "a list of few small numbers is a strip"; }
  std::optional<Sum> parts(const Position& position) const override {
    if (position.game != &game_) return std::nullopt;
    const NaturalSet numbers = game_.position(position).sets[0];
    if (numbers.empty()) return std::nullopt;
    const ListStrip* strip = strip_of(numbers);
    if (strip == nullptr || numbers.size() < strip->shortest) return std::nullopt;
    const BoardPosition there{strip->rule, {}, {}, strip->board(numbers)};
    return Sum{board_game(games_, *strip->rule).at(there)};
  }
  Position with(const Position& position, const Sum& /*parts*/, size_t /*part*/,
                const Sum& to) const override {
    BoardPosition result = game_.position(position);
    const BoardPosition there = board_game(to.at(0))->position(to.at(0));
    result.sets[0] = strip_of(result.sets[0])->list(there.board);
    return game_.at(result);
  }

 private:
  const ListStrip* strip_of(const NaturalSet& numbers) const {
    return strip_for(std::max<int64_t>(1, *std::max_element(numbers.begin(), numbers.end())));
  }
  /// For numbers up to this one, and perhaps greater ones that moves make; null where there is none.
  const ListStrip* strip_for(int64_t most) const {
    for (int64_t greatest = most; greatest <= ListStrip::kGreatest; ++greatest) {
      const auto [known, is_new] = strips_.try_emplace(greatest);
      if (is_new) known->second = list_strip(game_.board_rule(), greatest);
      if (known->second) return &*known->second;
    }
    return nullptr;
  }

  const BoardGame& game_;
  mutable std::map<int64_t, std::optional<ListStrip>> strips_;
  mutable Games games_;
};

class ApartReading final : public SumReading {
 public:
  ApartReading(const RuleGame& game, std::vector<CoordinateGroup> groups)
      : game_(game), groups_(std::move(groups)) {
    for (const CoordinateGroup& one : groups_) games_.push_back(&own_.of(*one.rule));
  }

  std::string knows() const override { return "numbers that are played apart"; }
  std::optional<Sum> parts(const Position& position) const override {
    if (position.game != &game_) return std::nullopt;
    const Coordinates whole = game_.coordinates(position);
    Sum result;
    for (size_t g = 0; g < groups_.size(); ++g) {
      Coordinates here;
      for (const size_t i : groups_[g].coordinates) here.push_back(whole[i]);
      result.push_back(games_[g]->at(here));
    }
    return result;
  }
  Position with(const Position& position, const Sum& /*parts*/, size_t part,
                const Sum& to) const override {
    Coordinates whole = game_.coordinates(position);
    const Coordinates here = games_[part]->coordinates(to.at(0));
    for (size_t i = 0; i < here.size(); ++i) whole[groups_[part].coordinates[i]] = here[i];
    return game_.at(whole);
  }
  std::string says() const override {
    return "Numbers that do not ask for each other are played apart: the position is a sum.\n";
  }
  std::string name(const Position& position, const Position&, size_t number) const override {
    const Coordinates whole = game_.coordinates(position);
    std::string result;
    for (const size_t i : groups_[number].coordinates) {
      result += fmt::format("{}{} = {}", result.empty() ? "" : ", ", game_.rule()->coordinates[i],
                            whole[i].to_string());
    }
    return result;
  }

 private:
  const RuleGame& game_;
  std::vector<CoordinateGroup> groups_;
  mutable Games own_;
  std::vector<const RuleGame*> games_;  // of the groups
};

}  // namespace

std::unique_ptr<const SumReading> elements_reading(const Game& game) {
  const auto* board = as<BoardGame>(&game);
  const RuleGame* element = board == nullptr ? nullptr : board->element();
  if (element == nullptr || element->is_endless()) return nullptr;
  return std::make_unique<ElementsReading>(*board, *element);
}

std::unique_ptr<const SumReading> ends_reading(const Game& game) {
  const auto* board = as<BoardGame>(&game);
  const BoardGame* lines = board == nullptr ? nullptr : board->without_ends(Play::normal);
  return lines == nullptr ? nullptr : std::make_unique<EndsReading>(*board, *lines);
}

template <class Reading>
std::unique_ptr<const SumReading> reading_of(const Game& game,
                                             std::unique_ptr<const Rule> (*made)(const Rule&)) {
  const auto* board = as<BoardGame>(&game);
  auto rule = board == nullptr ? nullptr : made(board->board_rule());
  if (!rule) return nullptr;
  const RuleGame& part = board->games().of_own(std::move(rule));
  return part.is_endless() ? nullptr : std::make_unique<Reading>(*board, part);
}

std::unique_ptr<const SumReading> places_reading(const Game& game) {
  return reading_of<PlacesReading>(game, place_rule);
}
std::unique_ptr<const SumReading> pieces_reading(const Game& game) {
  return reading_of<PiecesReading>(game, piece_rule);
}

std::unique_ptr<const SumReading> coins_reading(const Game& game) {
  return reading_of<CoinsReading>(game, coin_rule);
}

std::unique_ptr<const SumReading> heads_reading(const Game& game) {
  const auto* board = as<BoardGame>(&game);
  if (board == nullptr || !board->board_rule().board->has_board()) return nullptr;
  auto heads = strip_heads(board->board_rule());
  return heads ? std::make_unique<HeadsReading>(*board, *std::move(heads)) : nullptr;
}

std::unique_ptr<const SumReading> strip_reading(const Game& game) {
  const auto* board = as<BoardGame>(&game);
  if (board == nullptr) return nullptr;
  auto result = std::make_unique<StripReading>(*board);
  return result->is_one() ? std::move(result) : nullptr;
}

std::unique_ptr<const SumReading> apart_reading(const Game& game) {
  if (game.rule() == nullptr) return nullptr;
  auto groups = coordinates_apart(*game.rule());
  if (groups.empty()) return nullptr;
  return std::make_unique<ApartReading>(static_cast<const RuleGame&>(game), std::move(groups));
}

}  // namespace grundy
