// brussels_sprouts(n): n crosses of four free ends; a move joins two free ends by a line that
// crosses no other, and puts a stroke across it, which has a free end on either side.
//
// A region is known by its boundaries, and a boundary by the number k of its free ends: whatever is
// drawn there, a line between two ends of one boundary leaves a + 1 ends on its one side and b + 1
// on the other, a + b = k - 2, and the other boundaries lie on either side; a line between
// boundaries of j and k ends makes one of j + k. No end belongs to two regions, so regions play
// apart.
//
// Theorem (Conway; Gardner 1967, "Of sprouts and Brussels sprouts", Scientific American 217).
// However it is played, a region of e free ends on c boundaries lasts e + c - 2 moves, so n crosses
// last 5n - 2, and only the parity counts: the value is 1 when it is odd. Proof. A move leaves the
// number of free ends: two are used, two are drawn. A boundary always has a free end, as has each
// side of a line. So play ends where each region has one boundary with one end, and there are e
// regions and e boundaries then. A line within a boundary makes a region more and a boundary more;
// to get from 1 to e regions it is drawn e - 1 times. A line between boundaries makes a boundary
// less; to get from c to e boundaries it is drawn c - 1 times.
//
// Cost: constant for a value; moves are listed one by one, as many as there are ways to go around
// some boundaries.
#include <fmt/format.h>

#include <map>

#include "engine/family/families.h"
#include "engine/family/listing.h"
#include "game/key.h"

namespace grundy {
namespace {

constexpr std::string_view kBrusselsExample = "brussels_sprouts(5)";
constexpr size_t kBoundariesListed = 20;
// Moves between two questions whether the budget is spent.
constexpr uint64_t kBrusselsAsked = 4096;

/// A region: how many of its boundaries have so many free ends.
using FreeEnds = std::map<Natural, Natural>;

/// How many moves are left, by the theorem.
Natural moves_left(const FreeEnds& region) {
  if (region.empty()) return {};
  Natural count;
  for (const auto& [ends, times] : region) count = count + (ends + Natural(1)) * times;
  return count - Natural(2);
}

void take_boundary(FreeEnds& region, const Natural& ends) {
  const auto at = region.find(ends);
  at->second = at->second - Natural(1);
  if (at->second.is_zero()) region.erase(at);
}
void add_boundaries(FreeEnds& region, const Natural& ends, const Natural& times) {
  if (times.is_zero()) return;
  Natural& count = region[ends];
  count = count + times;
}

class BrusselsGame final : public FamilyGame {
 public:
  Position at(const FreeEnds& region) const {
    Position position{this, {}};
    for (const auto& [ends, times] : region) {
      append(position.key, ends);
      append(position.key, times);
    }
    return position;
  }
  static FreeEnds region(const Position& position) {
    FreeEnds region;
    for (KeyReader reader(position.key); !reader.done();) {
      const Natural ends = reader.natural();
      region[ends] = reader.natural();
    }
    return region;
  }

  std::string name() const override { return "brussels_sprouts"; }
  std::string text(const Position& position, size_t limit) const override {
    const FreeEnds here = region(position);
    if (here.empty()) return "brussels_sprouts(0)";
    if (here.size() == 1 && here.begin()->first == Natural(4))
      return fmt::format("brussels_sprouts({})", here.begin()->second.to_string());
    Natural boundaries;
    for (const auto& [ends, times] : here) boundaries = boundaries + times;
    std::vector<Natural> list;
    if (Natural(kBoundariesListed) < boundaries) {
      std::vector<size_t> row_ends;
      for (const auto& [ends, times] : here) {
        list.insert(list.end(), {ends, times});
        row_ends.push_back(list.size());
      }
      const auto number = [&](size_t i) { return list[i]; };
      return fmt::format("brussels_sprouts({})", matrix_text(row_ends, number, limit));
    }
    for (const auto& [ends, times] : here) list.insert(list.end(), times.small(), ends);
    const auto number = [&](size_t i) { return list[i]; };
    return fmt::format("brussels_sprouts({})", list_text(0, list.size(), number, limit));
  }

  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override {
    return Lister{*this, sink, budget}.list(region(position));
  }
  Attempt<bool> has_options(const Position& position, Budget&) const override {
    return !moves_left(region(position)).is_zero();
  }
  std::string move_in_words(const Position&, const Sum& to) const override {
    return to.size() < 2 ? "a line between two boundaries" : "a line within a boundary";
  }

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget&) const override;

 private:
  /// Lists the options of one region.
  struct Lister {
    const BrusselsGame& game;
    const OptionSink& sink;
    Budget& budget;
    uint64_t listed = 0;
    bool stopped = false;

    Attempt<Ended> list(const FreeEnds& region) {
      for (auto one = region.begin(); one != region.end(); ++one) {
        FreeEnds rest = region;
        take_boundary(rest, one->first);
        for (const auto& [ends, times] : rest) {
          if (ends < one->first) continue;
          FreeEnds joined = rest;
          take_boundary(joined, ends);
          add_boundaries(joined, one->first + ends, 1);
          if (!give({game.at(joined)})) return ended();
        }
        const Natural most = one->first + Natural(1);  // a + 1 and b + 1 are k together
        for (Natural a = 1; a + a < most; a = a + Natural(1)) {
          FreeEnds left, right;
          add_boundaries(left, a, 1);
          add_boundaries(right, one->first - a, 1);
          if (!part(rest, rest.begin(), left, right)) return ended();
        }
      }
      return Ended::complete;
    }

    /// All ways to lay the boundaries from `at` on to either side.
    bool part(const FreeEnds& rest, FreeEnds::const_iterator at, const FreeEnds& left,
              const FreeEnds& right) {
      if (at == rest.end()) return give({game.at(left), game.at(right)});
      for (Natural count; !(at->second < count); count = count + Natural(1)) {
        FreeEnds more_left = left, more_right = right;
        add_boundaries(more_left, at->first, count);
        add_boundaries(more_right, at->first, at->second - count);
        if (!part(rest, std::next(at), more_left, more_right)) return false;
      }
      return true;
    }

    bool give(Sum option) {
      if (++listed % kBrusselsAsked == 0 && budget.spent()) return false;
      stopped = !sink(std::move(option));
      return !stopped;
    }
    Attempt<Ended> ended() const {
      if (stopped) return Ended::stopped;
      return budget.why();
    }
  };
};

class BrusselsAnalysis final : public Analysis {
 public:
  explicit BrusselsAnalysis(Position position)
      : position_(std::move(position)), moves_(moves_left(BrusselsGame::region(position_))) {}

  Attempt<Ordinal> value(Budget&) const override { return Ordinal(moves_.bit(0) ? 1 : 0); }
  Attempt<bool> is_lost(Play play, Budget&) const override {
    return moves_.bit(0) != (play == Play::normal);
  }
  /// Each move leads to the other parity.
  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    if (value != Ordinal(moves_.bit(0) ? 0 : 1)) return MoveSet{};
    return any_move(limit, budget);
  }
  Attempt<MoveSet> winning_moves(Play play, size_t limit, Budget& budget) const override {
    if (moves_.bit(0) != (play == Play::normal)) return MoveSet{};
    return any_move(limit, budget);
  }
  std::string explanation() const override {
    return fmt::format(
        "Play lasts {} moves, whatever is drawn: the free ends and the boundaries together less "
        "2.\n",
        moves_.to_string());
  }

 private:
  Attempt<MoveSet> any_move(size_t limit, Budget& budget) const {
    return options_where(position_, limit, budget,
                         [](const Sum&) -> Attempt<bool> { return true; });
  }

  Position position_;
  Natural moves_;
};

Attempt<std::shared_ptr<const Analysis>> BrusselsGame::analyse(const Position& position,
                                                               Budget&) const {
  return std::shared_ptr<const Analysis>(std::make_shared<BrusselsAnalysis>(position));
}

class BrusselsFamily final : public Family {
 public:
  std::string_view name() const override { return "brussels_sprouts"; }
  std::string_view example() const override { return kBrusselsExample; }
  std::string_view documentation() const override {
    return "Brussels sprouts: join two free ends of crosses by a line, and put a stroke across "
           "it.\n"
           "A cross has four free ends, a stroke one on either side of the line, which crosses no "
           "other\n"
           "(Conway; Gardner 1967). However it is played, n crosses last 5n - 2 moves: the value "
           "is 1 for\n"
           "odd n, else 0, and misère play is lost exactly for odd n. A region of e free ends on "
           "c\n"
           "boundaries lasts e + c - 2 moves.\n"
           "A position is a number of crosses, the free ends on the boundaries of a region, or "
           "rows of free\n"
           "ends and how many boundaries have so many; several regions are a sum.\n"
           "  brussels_sprouts(5)     brussels_sprouts([2, 4, 4])     brussels_sprouts([[4, 1000], "
           "[6, 1]])\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), kBrusselsExample, 1, 1, parameters, arguments);
        !fits)
      return fits.error();
    FreeEnds region;
    if (const auto* crosses = std::get_if<Natural>(&arguments[0].value)) {
      add_boundaries(region, 4, *crosses);
    } else if (const auto* rows =
                   std::get_if<std::vector<std::vector<Natural>>>(&arguments[0].value)) {
      for (const std::vector<Natural>& row : *rows) {
        if (row.size() != 2)
          return Error::input(fmt::format(
              "a row is the free ends of a boundary and how many boundaries have so many, not {} "
              "numbers, as in brussels_sprouts([[4, 1000], [6, 1]])",
              row.size()));
        add_boundaries(region, row[0], row[1]);
      }
    } else {
      Attempt<std::vector<Natural>> list =
          read_number_list(arguments[0], "brussels_sprouts([2, 4, 4])", budget);
      if (!list) return std::move(list).error();
      for (const Natural& ends : *list) add_boundaries(region, ends, 1);
    }
    if (region.contains(Natural(0)))
      return Error::input("a boundary has at least one free end; what has none is left out");
    return games.get<BrusselsGame>("brussels_sprouts").at(region);
  }
};

}  // namespace

const Family* brussels_sprouts_family() {
  static const BrusselsFamily family;
  return &family;
}

}  // namespace grundy
