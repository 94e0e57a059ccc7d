#include "engine/board/graph_key.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/board/symmetries.h"

namespace grundy {
namespace {

constexpr size_t kRoundsAtFirst = 6;
constexpr size_t kMoreRounds = 4;  // both even: the colours come back to where they were
constexpr size_t kMostExchanges = 2;

/// What a placement asks of a cell, wherever it lies, and in which list it stands.
using Kind = std::vector<uint16_t>;

Kind kind_of(size_t list, const CodedCell& cell, size_t classes) {
  Kind kind{static_cast<uint16_t>(list), cell.reads};
  for (size_t k = 0; k < classes; ++k)
    kind.push_back((cell.reads >> k & 1) != 0 ? cell.becomes[k] : uint16_t{0});
  return kind;
}

/// What placements and walks ask of cells and of pairs of cells; nothing where they ask for more
/// than two.
struct Relations {
  std::map<Kind, std::set<uint32_t>> alone;
  std::map<std::pair<uint32_t, uint32_t>, std::set<std::pair<Kind, Kind>>> pairs;  // each both ways
};

std::optional<Relations> relations_of(const BoardCode& code) {
  Relations found;
  size_t list = 0;
  for (const auto* placements : {&code.moves, &code.never}) {
    for (const CodedPlacement& one : *placements) {
      if (one.size() > 2) return {};
      if (std::any_of(one.begin(), one.end(),
                      [](const CodedCell& cell) { return (cell.reads & 1) != 0; }))
        return {};
      const Kind first = kind_of(list, one.front(), code.classes);
      if (one.size() == 1) {
        found.alone[first].insert(one.front().cell);
        continue;
      }
      const Kind second = kind_of(list, one.back(), code.classes);
      found.pairs[{one.front().cell, one.back().cell}].insert({first, second});
      found.pairs[{one.back().cell, one.front().cell}].insert({second, first});
    }
    ++list;
  }
  return found;
}

/// Whether all cells have the same kinds, and all pairs that have any; whoever has them one way has
/// them both ways.
bool are_neighbours_alone(const Relations& relations, size_t cells) {
  const auto& pairs = relations.pairs;
  return !pairs.empty() &&
         std::all_of(relations.alone.begin(), relations.alone.end(),
                     [&](const auto& one) { return one.second.size() == cells; }) &&
         std::all_of(pairs.begin(), pairs.end(),
                     [&](const auto& pair) { return pair.second == pairs.begin()->second; });
}

uint32_t label(size_t k) {
  uint32_t x = static_cast<uint32_t>(k + 1) * 0x9E3779B1;
  x ^= x >> 15;
  x *= 0x85EBCA77;
  return x ^ x >> 13;
}

}  // namespace

std::optional<GraphKey> GraphKey::of(const BoardCode& code) {
  const Place& place = *code.place;
  const size_t cells = place.cells();
  if (!code.is_free || place.rows == 1 || cells > 64 || !code.over.empty() || !code.reaches.empty())
    return {};
  const std::optional<Relations> relations = relations_of(code);
  if (!relations || !are_neighbours_alone(*relations, cells)) return {};
  const auto column = [&](uint32_t cell) { return static_cast<int32_t>(cell % place.columns); };
  const auto row = [&](uint32_t cell) { return static_cast<int32_t>(cell / place.columns); };
  std::set<std::pair<int32_t, int32_t>> steps;
  int32_t widest = 0;
  for (const auto& [pair, kinds] : relations->pairs) {
    const auto [from, to] = pair;
    steps.insert({row(to) - row(from), column(to) - column(from)});
    widest = std::max(widest, std::abs(column(to) - column(from)));
  }
  const size_t pitch = place.columns + static_cast<size_t>(widest);
  if (pitch * place.rows > CellLanes::kMost) return {};
  std::vector<int32_t> distances;
  for (const auto& [down, right] : steps) {
    // Wherever the step stays on the board it joins two cells.
    for (uint32_t cell = 0; cell < cells; ++cell) {
      const int32_t to_row = row(cell) + down;
      const int32_t to_column = column(cell) + right;
      if (to_row < 0 || to_row >= static_cast<int32_t>(place.rows) || to_column < 0 ||
          to_column >= static_cast<int32_t>(place.columns))
        continue;
      const auto to =
          static_cast<uint32_t>(to_row * static_cast<int32_t>(place.columns) + to_column);
      if (!relations->pairs.contains({cell, to})) return {};
    }
    distances.push_back(down * static_cast<int32_t>(pitch) + right);
    if (std::abs(distances.back()) > static_cast<int32_t>(CellLanes::kRoom)) return {};
  }
  return GraphKey(code, std::move(distances), pitch);
}

GraphKey::GraphKey(const BoardCode& code, std::vector<int32_t> steps, size_t pitch)
    : classes_(code.classes),
      columns_(code.place->columns),
      pitch_(pitch),
      steps_(std::move(steps)),
      seen_((size_t{1} << kSeenLog) / 64) {
  std::set<std::vector<uint8_t>> exchanges;
  for (const BoardSymmetry& symmetry : symmetries_of(code)) exchanges.insert(symmetry.classes);
  for (const std::vector<uint8_t>& classes : exchanges) {
    if (labels_.size() == kMostExchanges) break;
    labels_.emplace_back();
    for (size_t k = 1; k < classes_; ++k) labels_.back()[k] = label(classes[k]);
  }
}

GraphKey::Bits GraphKey::in_lanes(uint64_t cells) const {
  Bits bits{};
  const uint64_t row = columns_ == 64 ? ~uint64_t{0} : (uint64_t{1} << columns_) - 1;
  for (size_t at = 0; cells != 0; cells >>= columns_, at += pitch_) {
    const uint64_t here = cells & row;
    bits[at / 64] |= here << at % 64;
    if (at % 64 != 0 && at / 64 + 1 < bits.size()) bits[at / 64 + 1] |= here >> (64 - at % 64);
  }
  return bits;
}

template <class Take>
void GraphKey::for_each(const Bits& bits, const Take& take) {
  for (size_t word = 0; word < bits.size(); ++word) {
    for (uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
      take(CellLanes::kRoom + 64 * word + static_cast<size_t>(std::countr_zero(rest)));
  }
}

PartKey GraphKey::key(const Planes<1>& part) {
  lanes_.steps = steps_;
  uint64_t all = 0;
  for (size_t k = 1; k < classes_; ++k) {
    by_class_[k] = in_lanes(part[k - 1].words[0]);
    all |= part[k - 1].words[0];
  }
  cells_ = in_lanes(all);
  lanes_.used =
      all == 0 ? 0 : pitch_ * ((63 - static_cast<size_t>(std::countl_zero(all))) / columns_ + 1);
  const size_t clear = std::min(CellLanes::kMost, std::max(lanes_.used, cleared_) + 8);
  cleared_ = lanes_.used;
  for (auto* one : {&lanes_.alive, &lanes_.other, &letters_})
    std::fill_n(one->begin() + CellLanes::kRoom, clear, uint32_t{0});
  add_to_lanes(cells_, lanes_.used, ~uint32_t{0}, lanes_.alive);
  std::array<uint32_t, 4> best{};
  for (size_t i = 0; i < labels_.size(); ++i) {
    std::fill_n(lanes_.colour.begin() + CellLanes::kRoom, clear, uint32_t{0});
    const std::array<uint32_t, 4> hash = hash_of(i);
    if (i == 0 || hash < best) best = hash;
  }
  const auto joined = [&](size_t j) { return uint64_t{best[j]} << 32 | best[j + 1]; };
  return PartKey::of(joined(0), joined(2));
}

std::array<uint32_t, 4> GraphKey::hash_of(size_t exchange) {
  for (size_t k = 1; k < classes_; ++k)
    add_to_lanes(by_class_[k], lanes_.used, labels_[exchange][k], lanes_.colour);
  letters_ = lanes_.colour;
  spread_colours(lanes_, kRoundsAtFirst);
  uint32_t single = 0;
  for (std::optional<size_t> one = twin(); one; one = twin()) {
    lanes_.colour[*one] += label(kMostClasses + single++);
    spread_colours(lanes_, kMoreRounds);
  }
  return hash_of_neighbours(lanes_, letters_);
}

/// The lane of a cell with the least colour that several cells have.
std::optional<size_t> GraphKey::twin() {
  std::array<size_t, 64> doubtful;
  size_t doubts = 0;
  for_each(cells_, [&](size_t lane) {
    const uint32_t place = lanes_.colour[lane] >> (32 - kSeenLog);
    if ((seen_[place / 64] >> place % 64 & 1) != 0) doubtful[doubts++] = lane;
    seen_[place / 64] |= uint64_t{1} << place % 64;
  });
  for_each(cells_, [&](size_t lane) { seen_[(lanes_.colour[lane] >> (32 - kSeenLog)) / 64] = 0; });
  std::optional<size_t> found;
  for (size_t i = 0; i < doubts; ++i) {
    const uint32_t colour = lanes_.colour[doubtful[i]];
    if (found && lanes_.colour[*found] <= colour) continue;
    bool twice = false;
    for_each(cells_, [&](size_t lane) {
      twice = twice || (lane != doubtful[i] && lanes_.colour[lane] == colour);
    });
    if (twice) found = doubtful[i];
  }
  return found;
}

}  // namespace grundy
