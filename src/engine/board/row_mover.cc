#include "engine/board/row_mover.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>

namespace grundy {

RowMover::RowMover(const RowCode& code) : code_(code), modes_(code.modes.size()) {
  for (size_t i = 0; i < modes_.size(); ++i) {
    find_starters(i);
    if (code_.modes[i].is_closed) find_joins(i);
  }
  find_turns();
}

std::span<const RowMover::Part> RowMover::parts(const std::vector<uint8_t>& letters,
                                                uint32_t mode) {
  Cells cells{};
  uint64_t taken = 0;
  for (size_t i = 0; i < letters.size(); ++i) {
    cells[i] = code_.modes[mode].alike[letters[i]];
    if (cells[i] != 0) taken |= uint64_t{1} << i;
  }
  take_apart(cells, taken, mode);
  return found_;
}

void RowMover::find_starters(size_t number) {
  for (const DrawnRow& row : code_.modes[number].rows) {
    for (uint8_t letter = 1; letter < kMostRowLetters; ++letter) {
      if ((row.reads[0] >> letter & 1) == 0) continue;
      std::vector<Starter>& starters = modes_[number].starters[letter];
      auto found = std::find_if(starters.begin(), starters.end(), [&](const Starter& starter) {
        return starter.places == row.places;
      });
      if (found == starters.end()) found = starters.insert(found, {row.places, {}});
      found->rows.push_back(&row);
    }
  }
}

void RowMover::find_joins(size_t number) {
  const RowMode& mode = code_.modes[number];
  // What a row asks of its cells, in letters that may come to be such; the weakest ones alone.
  struct CellQuestion {
    size_t places;
    std::vector<RowLetters> sources;
    RowLetters refused;
    bool is_within(const CellQuestion& other) const {
      if (places != other.places || (refused & ~other.refused) != 0) return false;
      for (size_t i = 0; i < sources.size(); ++i) {
        if ((sources[i] & ~other.sources[i]) != 0) return false;
      }
      return true;
    }
  };
  std::vector<CellQuestion> weakest;
  for (const DrawnRow& row : mode.rows) {
    CellQuestion asked{row.places, {}, 0};
    for (const RowLetters reads : row.reads) {
      RowLetters sources = 0;
      for (uint8_t letter = 1; letter < kMostRowLetters; ++letter) {
        if (mode.alike[letter] != letter) continue;
        for (uint8_t to = 1; to < kMostRowLetters; ++to) {
          if ((reads >> to & 1) != 0 && (mode.may_become[letter] >> mode.alike[to] & 1) != 0)
            sources = static_cast<RowLetters>(sources | 1u << letter);
        }
      }
      asked.sources.push_back(sources);
    }
    for (uint8_t letter = 1; letter < kMostRowLetters; ++letter) {
      if ((row.refused >> letter & 1) != 0)
        asked.refused = static_cast<RowLetters>(asked.refused | 1u << mode.alike[letter]);
    }
    if (std::any_of(weakest.begin(), weakest.end(),
                    [&](const CellQuestion& other) { return asked.is_within(other); }))
      continue;
    std::erase_if(weakest, [&](const CellQuestion& other) { return other.is_within(asked); });
    weakest.push_back(std::move(asked));
  }
  std::stable_sort(weakest.begin(), weakest.end(),
                   [](const CellQuestion& a, const CellQuestion& b) {
                     return a.sources.size() < b.sources.size();
                   });
  std::vector<Join> joins;
  for (const CellQuestion& asked : weakest) {
    const RowPlaces& places = code_.places[asked.places];
    for (const std::vector<uint8_t>& from : places.from) {
      for (size_t at = 0; at < from.size(); at += places.length + 1) {
        Join join;
        for (size_t i = 0; i < places.length; ++i) {
          join.cells |= uint64_t{1} << from[at + i];
          join.reads.push_back({from[at + i], asked.sources[i]});
        }
        join.behind = from[at + places.length];
        if (join.behind != RowPlaces::kNowhere) join.refused = asked.refused;
        if (is_implied(join, joins)) continue;
        if (joins.size() == kMostJoins) return;
        add_join(number, join, asked.refused);
        joins.push_back(std::move(join));
      }
    }
  }
  modes_[number].is_whole = false;
}

/// Whether wherever the row may lie others do that join all its cells, and one of them looks at the
/// cell beside.
bool RowMover::is_implied(const Join& join, const std::vector<Join>& others) {
  uint64_t joined = join.cells & -join.cells;
  bool looks = join.behind == RowPlaces::kNowhere;
  std::vector<uint64_t> held;
  for (const Join& other : others) {
    if ((other.cells & ~join.cells) != 0) continue;
    const bool lies =
        std::all_of(other.reads.begin(), other.reads.end(), [&](const Join::Cell& read) {
          const auto here =
              std::find_if(join.reads.begin(), join.reads.end(),
                           [&](const Join::Cell& cell) { return cell.cell == read.cell; });
          return (here->sources & ~read.sources) == 0;
        });
    if (!lies) continue;
    held.push_back(other.cells);
    looks = looks || (other.behind == join.behind && (join.refused & ~other.refused) == 0);
  }
  for (bool more = true; more;) {
    more = false;
    for (const uint64_t cells : held) {
      if ((cells & joined) == 0 || (cells & ~joined) == 0) continue;
      joined |= cells;
      more = true;
    }
  }
  // One cell is joined to nothing, but lives.
  const bool lives =
      std::any_of(held.begin(), held.end(), [&](uint64_t cells) { return (cells & joined) != 0; });
  return looks && lives && joined == join.cells;
}

bool RowMover::JoinShape::is_like(const JoinShape& other) const {
  return behind == other.behind && refused == other.refused &&
         std::equal(cells.begin(), cells.end(), other.cells.begin(), other.cells.end(),
                    [](const Cell& a, const Cell& b) {
                      return a.distance == b.distance && a.sources == b.sources;
                    });
}

size_t RowMover::set_of(size_t number, RowLetters letters) {
  std::vector<RowLetters>& sets = modes_[number].sets;
  const auto found = std::find(sets.begin(), sets.end(), letters);
  if (found != sets.end()) return static_cast<size_t>(found - sets.begin());
  sets.push_back(letters);
  return sets.size() - 1;
}

size_t RowMover::link_of(int32_t distance) {
  distance = std::abs(distance);
  const auto found = std::find(distances_.begin(), distances_.end(), distance);
  if (found != distances_.end()) return static_cast<size_t>(found - distances_.begin());
  distances_.push_back(distance);
  return distances_.size() - 1;
}

void RowMover::add_join(size_t number, const Join& join, RowLetters refused) {
  JoinShape shape;
  const auto first = static_cast<int32_t>(join.reads.front().cell);
  for (const Join::Cell& read : join.reads) {
    JoinShape::Cell cell{static_cast<int32_t>(read.cell) - first, set_of(number, read.sources), 0};
    if (!shape.cells.empty()) cell.link = link_of(cell.distance - shape.cells.back().distance);
    shape.cells.push_back(cell);
  }
  shape.firsts = uint64_t{1} << first;
  if (join.behind != RowPlaces::kNowhere) {
    shape.looks = shape.firsts;
    shape.behind = static_cast<int32_t>(join.behind) - first;
    shape.behind_link = link_of(shape.behind - shape.cells.back().distance);
    shape.refused = set_of(number, refused);
  }
  std::vector<JoinShape>& shapes = modes_[number].joins;
  const auto found = std::find_if(shapes.begin(), shapes.end(),
                                  [&](const JoinShape& other) { return other.is_like(shape); });
  if (found == shapes.end()) {
    shapes.push_back(std::move(shape));
  } else {
    found->firsts |= shape.firsts;
    found->looks |= shape.looks;
  }
}

bool RowMover::keeps_directions(const Turn& turn) const {
  return std::all_of(code_.places.begin(), code_.places.end(), [&](const RowPlaces& places) {
    if (places.length == 1 && !places.looks_behind) return true;
    return std::all_of(places.directions.begin(), places.directions.end(), [&](const Direction& d) {
      const Direction image{turn.map[0] * d.down + turn.map[1] * d.right,
                            turn.map[2] * d.down + turn.map[3] * d.right};
      return std::find(places.directions.begin(), places.directions.end(), image) !=
             places.directions.end();
    });
  });
}

void RowMover::find_turns() {
  for (const Cell cell : {Cell{0}, letter_cell('.')}) {
    if (const auto letter = code_.letter(cell); letter && commonest_ == 0) commonest_ = *letter;
  }
  const Place& place = *code_.place;
  across_ = place.rows + place.columns;
  std::mt19937_64 random(20261123);
  stirred_.resize((code_.letters.size() + 1) * across_ * across_);
  for (Stirred& one : stirred_) one = {random(), random()};
  for (size_t cell = 0; cell < place.cells(); ++cell) {
    std::array<int32_t, 6>& forms = forms_.emplace_back();
    for (size_t i = 0; i < forms.size(); ++i) {
      forms[i] = static_cast<int32_t>(kForms[i][0]) * static_cast<int32_t>(cell / place.columns) +
                 static_cast<int32_t>(kForms[i][1]) * static_cast<int32_t>(cell % place.columns);
    }
  }
  // Turns of the square, or of the hexagon: other ones that keep a single direction would take
  // parts far apart.
  for (size_t down = 0; down < kForms.size(); ++down) {
    for (size_t right = 0; right < kForms.size(); ++right) {
      if (!code_.hex && (down > 3 || right > 3)) continue;
      if (place.rows == 1 && down > 0) continue;
      Turn turn{{kForms[down][0], kForms[down][1], kForms[right][0], kForms[right][1]},
                {down, right},
                {}};
      const int64_t determinant = turn.map[0] * turn.map[3] - turn.map[1] * turn.map[2];
      if ((determinant != 1 && determinant != -1) || !keeps_directions(turn)) continue;
      for (size_t cell = 0; cell < place.cells(); ++cell)
        turn.numbers[cell] =
            forms_[cell][down] * static_cast<int32_t>(across_) + forms_[cell][right];
      turns_.push_back(turn);
    }
  }
}

void RowMover::take_apart(const Part& before, const RowResult& result, const uint8_t* place) {
  Cells cells = before.cells;
  uint64_t taken = before.taken;
  const RowMode& mode = code_.modes[result.mode];
  for (const RowResult::Write& write : result.writes) {
    uint8_t& cell = cells[place[write.at]];
    cell = mode.alike[write.becomes[cell]];
    if (cell == 0) taken &= ~(uint64_t{1} << place[write.at]);
  }
  if (result.mode != before.mode) {
    for (uint64_t rest = taken; rest != 0; rest &= rest - 1) {
      const auto cell = static_cast<size_t>(std::countr_zero(rest));
      cells[cell] = mode.alike[cells[cell]];
      if (cells[cell] == 0) taken &= ~(uint64_t{1} << cell);
    }
  }
  take_apart(cells, taken, result.mode);
}

void RowMover::take_apart(const Cells& cells, uint64_t taken, uint32_t mode) {
  found_.clear();
  if (modes_[mode].is_whole) {
    if (taken != 0) add_part(cells, taken, mode);
    return;
  }
  std::array<uint64_t, kMostRowLetters> having{};  // by letter
  for (uint64_t rest = taken; rest != 0; rest &= rest - 1) {
    const auto cell = static_cast<size_t>(std::countr_zero(rest));
    having[cells[cell]] |= uint64_t{1} << cell;
  }
  const auto having_one = [&](RowLetters letters) {
    uint64_t all = 0;
    for (; letters != 0; letters = static_cast<RowLetters>(letters & (letters - 1)))
      all |= having[static_cast<size_t>(std::countr_zero(letters))];
    return all;
  };
  const Mode& here = modes_[mode];
  sets_.clear();
  for (const RowLetters letters : here.sets) sets_.push_back(having_one(letters));
  links_.assign(distances_.size(), 0);
  lying_.clear();
  uint64_t live = 0;
  for (const JoinShape& shape : here.joins) {
    uint64_t at = shape.firsts;
    for (const JoinShape::Cell& cell : shape.cells)
      at &= moved_by(sets_[cell.sources], -cell.distance);
    lying_.push_back(at);
    int32_t before = 0;
    for (const JoinShape::Cell& cell : shape.cells) {
      live |= moved_by(at, cell.distance);
      if (cell.distance != 0) links_[cell.link] |= moved_by(at, std::min(before, cell.distance));
      before = cell.distance;
    }
  }
  // Cells beside a row belong to it if they may change; if not, they are kept where they refuse it.
  beside_.clear();
  for (size_t i = 0; i < here.joins.size(); ++i) {
    const JoinShape& shape = here.joins[i];
    const uint64_t looks = lying_[i] & shape.looks;
    if (looks == 0) continue;
    const int32_t last = shape.cells.back().distance;
    links_[shape.behind_link] |=
        moved_by(looks & moved_by(live, -shape.behind), std::min(last, shape.behind));
    const uint64_t refused = looks & moved_by(sets_[shape.refused] & ~live, -shape.behind);
    if (refused != 0) beside_.push_back({refused, shape.behind});
  }
  const uint64_t idle = having_one(code_.modes[mode].idle);
  for (uint64_t rest = live; rest != 0;) {
    const uint64_t part = flood(rest & -rest);
    rest &= ~part;
    if ((part & ~idle) == 0) continue;
    uint64_t kept = part;
    for (const Beside& one : beside_) kept |= moved_by(one.firsts & part, one.behind);
    add_part(cells, kept, mode);
  }
}

uint64_t RowMover::flood(uint64_t part) const {
  for (uint64_t before = 0; before != part;) {
    before = part;
    for (size_t i = 0; i < links_.size(); ++i)
      part |= (part & links_[i]) << distances_[i] | ((part >> distances_[i]) & links_[i]);
  }
  return part;
}

/// Parts without a move are left out. Those of few moves are asked first: they take less work, and
/// leave fewer answers.
void RowMover::add_part(const Cells& cells, uint64_t kept, uint32_t mode) {
  Part& part = found_.emplace_back();
  part.cells = {};
  part.taken = kept;
  part.mode = mode;
  for (uint64_t rest = kept; rest != 0; rest &= rest - 1) {
    const auto cell = static_cast<size_t>(std::countr_zero(rest));
    part.cells[cell] = cells[cell];
  }
  part.cost = moves(part);
  if (part.cost == 0) return found_.pop_back();
  part.key = key_of(part);
}

uint64_t RowMover::moves(const Part& part) const {
  uint64_t count = 0;
  for (uint64_t rest = part.taken; rest != 0; rest &= rest - 1) {
    const auto start = static_cast<size_t>(std::countr_zero(rest));
    for (const Starter& starter : modes_[part.mode].starters[part.cells[start]]) {
      const std::vector<uint8_t>& from = code_.places[starter.places].from[start];
      for (size_t at = 0; at < from.size(); at += code_.places[starter.places].length + 1) {
        for (const DrawnRow* row : starter.rows) {
          if (lies(*row, from.data() + at, part.cells)) count += row->results.size();
        }
      }
    }
  }
  return count;
}

/// A hash of the image, moved to the corner, whose cells without the commonest letter have the
/// least hash.
PartKey RowMover::key_of(const Part& part) const {
  std::array<int32_t, 6> least;
  least.fill(INT32_MAX);
  std::array<uint8_t, kMostRowCells> rare;
  std::array<uint8_t, kMostRowCells> common;
  size_t rares = 0;
  size_t commons = 0;
  for (uint64_t rest = part.taken; rest != 0; rest &= rest - 1) {
    const auto cell = static_cast<size_t>(std::countr_zero(rest));
    (part.cells[cell] == commonest_ ? common[commons++] : rare[rares++]) =
        static_cast<uint8_t>(cell);
    for (size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], forms_[cell][i]);
  }
  const auto add = [&](const Turn& turn, const uint8_t* list, size_t count, Stirred& all) {
    const int32_t corner =
        least[turn.forms[0]] * static_cast<int32_t>(across_) + least[turn.forms[1]];
    for (size_t i = 0; i < count; ++i) {
      const auto number = static_cast<size_t>(turn.numbers[list[i]] - corner);
      const Stirred& one = stirred_[part.cells[list[i]] * across_ * across_ + number];
      all.low ^= one.low;
      all.high ^= one.high;
    }
  };
  Stirred best{};
  std::optional<Stirred> best_rare;
  for (const Turn& turn : turns_) {
    Stirred all{0, 0};
    add(turn, rare.data(), rares, all);
    if (best_rare && *best_rare < all) continue;
    const bool is_less = !best_rare || all < *best_rare;
    if (is_less) best_rare = all;
    add(turn, common.data(), commons, all);
    if (is_less || all < best) best = all;
  }
  return PartKey::of(best.low + part.mode * 0x9E3779B97F4A7C15, best.high);
}

}  // namespace grundy
