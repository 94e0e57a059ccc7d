#include "engine/board/fingerprint.h"

#include <algorithm>
#include <vector>

#include "analysis/order.h"
#include "base/sha256.h"
#include "rule/print.h"

namespace grundy {
namespace {

// How keys of parts are made.
constexpr uint64_t kPartKeys = 3;
constexpr uint64_t kPlayGraphKeys = 2;

class Fingerprint {
 public:
  explicit Fingerprint(std::string_view what) : bytes_(what) { add(kPartKeys); }

  void add(uint64_t number) {
    for (size_t i = 0; i < 8; ++i) bytes_ += static_cast<char>(number >> (8 * i));
  }
  /// add_one(one) for each, behind their number.
  template <class List, class AddOne>
  void add_list(const List& list, const AddOne& add_one) {
    add(list.size());
    for (const auto& one : list) add_one(one);
  }
  template <class Numbers>
  void add_numbers(const Numbers& numbers) {
    add_list(numbers, [&](const auto number) { add(static_cast<uint64_t>(number)); });
  }
  void add_text(const std::string& text) {
    add(text.size());
    bytes_ += text;
  }
  void add_place(const Place& place) {
    add(static_cast<uint64_t>(place.kind));
    add(place.rows);
    add(place.columns);
    add(place.edge_cells ? 1 : 0);
    add_numbers(place.vertices);
    add_list(place.edges, [&](const Place::Edge& edge) {
      add(edge.from);
      add(edge.to);
    });
  }
  void add_placements(const std::vector<CodedPlacement>& placements) {
    add_list(placements, [&](const CodedPlacement& placement) {
      add_list(placement, [&](const CodedCell& cell) {
        add(cell.cell);
        add(cell.reads);
        add_numbers(cell.becomes);
      });
    });
  }
  std::string text() const { return sha256(bytes_); }

 private:
  std::string bytes_;
};

/// The rule, and those that moves lead to from boards; then those that moves of numbers lead to
/// from these.
std::vector<const Rule*> rules_from(const Rule& rule) {
  std::vector<const Rule*> games{&rule};
  for (size_t i = 0; i < games.size(); ++i) {
    if (!games[i]->board) continue;
    for (const BoardLine& line : games[i]->board->lines) {
      for (const BoardPart& part : line.parts) {
        if (std::find(games.begin(), games.end(), part.game) == games.end())
          games.push_back(part.game);
      }
    }
  }
  return reachable_games(games);
}

}  // namespace

std::string fingerprint(const BoardCode& code) {
  Fingerprint all("board");
  all.add_place(*code.place);
  all.add(code.classes);
  for (const auto* placements : {&code.moves, &code.never, &code.over})
    all.add_placements(*placements);
  all.add_list(code.reaches, [&](const CodedReach& reach) {
    for (const ClassSet set : {reach.from, reach.target, reach.through}) all.add(set);
  });
  all.add_list(code.steps, [&](const auto& step) {
    all.add(step.first);
    all.add(step.second);
  });
  all.add(code.open);
  all.add(code.settled);
  all.add(code.is_free ? kPartKeys : kPlayGraphKeys);
  return all.text();
}

std::string fingerprint(const RowCode& code) {
  Fingerprint all("rows");
  all.add_place(*code.place);
  all.add(code.hex ? 1 : 0);
  all.add_numbers(code.letters);
  all.add_list(code.places, [&](const RowPlaces& places) {
    all.add(places.length);
    all.add_list(places.directions, [&](const Direction& direction) {
      all.add(static_cast<uint64_t>(direction.down));
      all.add(static_cast<uint64_t>(direction.right));
    });
    all.add(places.looks_behind ? 1 : 0);
    all.add_list(places.from, [&](const std::vector<uint8_t>& cells) { all.add_numbers(cells); });
  });
  all.add_list(code.modes, [&](const RowMode& mode) {
    all.add_numbers(mode.coordinates);
    all.add_list(mode.rows, [&](const DrawnRow& row) {
      all.add(row.places);
      all.add_numbers(row.reads);
      all.add(row.refused);
      all.add_list(row.results, [&](const RowResult& result) {
        all.add_list(result.writes, [&](const RowResult::Write& write) {
          all.add(write.at);
          all.add_numbers(write.becomes);
        });
        all.add(result.mode);
      });
    });
    all.add(mode.is_closed ? 1 : 0);
    all.add_numbers(mode.alike);
    all.add_numbers(mode.may_become);
    all.add(mode.idle);
  });
  return all.text();
}

std::string fingerprint(const Rule& rule) {
  Fingerprint all("rules");
  all.add_list(rules_from(rule), [&](const Rule* game) { all.add_text(print_rule(*game)); });
  return all.text();
}

std::string fingerprint(const Place& place) {
  Fingerprint all("place");
  all.add_place(place);
  return all.text();
}

std::string fingerprint(const std::string& name) {
  Fingerprint all("name");
  all.add_text(name);
  return all.text();
}

std::string fingerprint(const SubsetCode& code) {
  Fingerprint all("subsets");
  all.add_numbers(code.elements);
  all.add_list(code.moves, [&](const SubsetMove& move) {
    all.add(move.needs);
    all.add(move.takes);
  });
  return all.text();
}

}  // namespace grundy
