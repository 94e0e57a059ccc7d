#include "engine/automatic/lost.h"

#include <algorithm>
#include <numeric>

namespace grundy::automatic {
namespace {

constexpr size_t kMostPositions = size_t{1} << 22;
constexpr uint32_t kLost = 0, kWon = 1;

/// Whether each move leads to a position whose greatest coordinate is no greater.
bool stays_in_boxes(Workshop& shop, const Moves& moves) {
  for (const LineMoves& line : moves.lines) {
    if (line.parts.size() > 1) return false;
    if (line.parts.empty()) continue;
    for (const Track to : line.parts[0]) {
      if (to < static_cast<Track>(moves.arity)) continue;
      Relation higher = line.moves;
      for (size_t i = 0; i < moves.arity; ++i)
        higher = shop.both(higher, shop.less(track_term(static_cast<Track>(i)), track_term(to)));
      if (!higher.empty()) return false;
    }
  }
  return !shop.failed();
}

/// The positions of a box by their index, the last coordinate changing fastest.
struct Places {
  Places(size_t its_arity, int64_t its_side)
      : arity(its_arity), side(static_cast<size_t>(its_side)) {
    stride.assign(arity, 1);
    for (size_t i = arity; i-- > 1;) stride[i - 1] = stride[i] * side;
    count = stride[0] * side;
  }
  std::vector<int64_t> position(size_t index) const {
    std::vector<int64_t> x(arity);
    for (size_t i = 0; i < arity; ++i) x[i] = static_cast<int64_t>(index / stride[i] % side);
    return x;
  }
  /// To the position of the next index.
  void advance(std::vector<int64_t>& x) const {
    for (size_t i = arity; i-- > 0;) {
      if (++x[i] < static_cast<int64_t>(side)) return;
      x[i] = 0;
    }
  }
  size_t arity, side, count;
  std::vector<size_t> stride;
};

/// Every position stands behind those that it leads to: sorted by the measures, the last one first.
std::vector<uint32_t> in_order_of_play(const Places& places, const std::vector<Measure>& measures) {
  std::vector<uint32_t> order(places.count), sorted(places.count), height(places.count);
  std::iota(order.begin(), order.end(), 0);
  for (size_t m = measures.size(); m-- > 0;) {
    const Measure& measure = measures[m];
    std::vector<size_t> begin(places.arity * places.side + 1, 0);
    std::vector<int64_t> x(places.arity);
    for (size_t index = 0; index < places.count; ++index, places.advance(x)) {
      height[index] = static_cast<uint32_t>(
          measure.greatest
              ? *std::max_element(x.begin(), x.end())
              : std::inner_product(x.begin(), x.end(), measure.factors.begin(), int64_t{0}));
      ++begin[height[index] + 1];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (const uint32_t index : order) sorted[begin[height[index]]++] = index;
    std::swap(order, sorted);
  }
  return order;
}

/// Which blocks of the box hold no position that is open: positions whose coordinates begin with
/// the same digits each. A block has the index of its first position; of the blocks with one index
/// the larger ones have fewer digits in common.
class Settled {
 public:
  Settled(const Numeration& numeration, const Places& places, size_t length)
      : fewest_(places.count, static_cast<uint8_t>(length + 1)),
        offsets_(length),
        blocks_(numeration.is_base()) {
    for (size_t at = 0; at < length && blocks_; ++at) {
      offsets_[at].push_back(0);
      for (const size_t stride : places.stride) {
        const std::vector<size_t> before = offsets_[at];
        for (int digit = 1; digit < numeration.digits(); ++digit) {
          for (const size_t offset : before)
            offsets_[at].push_back(
                offset + static_cast<size_t>(digit * numeration.term(length - 1 - at)) * stride);
        }
      }
    }
  }
  /// Only in a base do all digits lead to a block.
  bool knows_blocks() const { return blocks_; }
  bool is_settled(size_t index, size_t digits) const { return fewest_[index] <= digits; }
  void settle(size_t index, size_t digits) {
    fewest_[index] = std::min(fewest_[index], static_cast<uint8_t>(digits));
  }
  /// Settles the block when its parts with a digit more are.
  void settle_by_parts(size_t index, size_t digits) {
    const bool all =
        std::all_of(offsets_[digits].begin(), offsets_[digits].end(),
                    [&](size_t offset) { return is_settled(index + offset, digits + 1); });
    if (all) settle(index, digits);
  }

 private:
  // Digits that positions have in common in a settled block of this index.
  std::vector<uint8_t> fewest_;
  // From a block with so many common digits to its parts.
  std::vector<std::vector<size_t>> offsets_;
  bool blocks_;
};

/// Walks the moves of a line back from what they lead to.
class Backwards {
 public:
  Backwards(const Numeration& numeration, const LineMoves& line, const Places& places,
            size_t length, std::vector<uint32_t>& values, Settled& settled)
      : automaton_(line.moves.automaton),
        live_(live_states(automaton_)),
        length_(length),
        values_(values),
        settled_(settled) {
    const auto digits = static_cast<uint32_t>(numeration.digits());
    uint32_t place = 1;
    free_.push_back({0, 0});
    for (const Track track : line.moves.tracks) {
      const auto is_this = [&](Track other) { return other == track; };
      const bool given =
          !line.parts.empty() && std::any_of(line.parts[0].begin(), line.parts[0].end(), is_this);
      if (given) given_.push_back({track, place});
      std::vector<Letter> more;
      for (uint32_t digit = 0; digit < (given ? 1 : digits); ++digit) {
        for (const Letter& letter : free_)
          more.push_back(
              {letter.letter + digit * place,
               letter.step + (given ? 0 : digit * places.stride[static_cast<size_t>(track)])});
      }
      free_ = std::move(more);
      place *= digits;
    }
    if (!line.parts.empty()) to_ = line.parts[0];
    for (size_t at = 0; at < length; ++at)
      terms_.push_back(static_cast<size_t>(numeration.term(length - 1 - at)));
    vain_.assign(length * automaton_.states(), 0);
    fixed_.assign(length, 0);
    for (const auto& [track, weight] : given_)
      step_of_given_.push_back(static_cast<size_t>(track) < places.arity
                                   ? places.stride[static_cast<size_t>(track)]
                                   : 0);
    const auto is_zero = [](size_t step) { return step == 0; };
    by_blocks_ = settled.knows_blocks() &&
                 std::all_of(step_of_given_.begin(), step_of_given_.end(), is_zero);
  }

  /// Marks the positions with a move of this line to one with these words; false where the words
  /// contradict it.
  void mark(const std::vector<std::vector<int>>& words, const std::vector<int64_t>& position,
            const Budget& budget) {
    ++stamp_;
    std::fill(fixed_.begin(), fixed_.end(), 0);
    size_t index = 0;
    for (size_t g = 0; g < given_.size(); ++g) {
      std::optional<size_t> coordinate;
      for (size_t j = 0; j < to_.size(); ++j) {
        if (to_[j] != given_[g].first) continue;
        if (coordinate && position[*coordinate] != position[j]) return;
        coordinate = j;
      }
      for (size_t at = 0; at < length_; ++at)
        fixed_[at] += given_[g].second * static_cast<uint32_t>(words[*coordinate][at]);
      index += step_of_given_[g] * static_cast<size_t>(position[*coordinate]);
    }
    steps_ = 0;
    walk(automaton_.start, 0, index);
    budget.count(steps_);
  }

 private:
  struct Letter {
    uint32_t letter;
    size_t step;  // to the index, times the digit's term
  };

  /// False when no word goes on so. A settled block is left alone.
  bool walk(uint32_t state, size_t at, size_t index) {
    if (live_[state] == 0) return false;
    if (at == length_) {
      if (automaton_.accepting[state] == 0) return false;
      values_[index] = kWon;
      settled_.settle(index, at);
      return true;
    }
    if (by_blocks_ && settled_.is_settled(index, at)) return true;
    uint64_t& vain = vain_[at * automaton_.states() + state];
    if (vain == stamp_) return false;
    bool any = false;
    steps_ += free_.size();
    for (const Letter& letter : free_)
      any = walk(automaton_.next(state, letter.letter + fixed_[at]), at + 1,
                 index + letter.step * terms_[at]) ||
            any;
    if (!any) vain = stamp_;
    if (any && by_blocks_) settled_.settle_by_parts(index, at);
    return any;
  }

  const Automaton& automaton_;
  std::vector<char> live_;
  size_t length_;
  std::vector<uint32_t>& values_;
  Settled& settled_;
  bool by_blocks_ = false;    // no coordinate is given, so what is sought begins as a block
  std::vector<Letter> free_;  // of the coordinates that are sought
  std::vector<std::pair<Track, uint32_t>> given_;  // with the place of their digits in a letter
  std::vector<size_t> step_of_given_;  // to the index, where it is a coordinate left alone
  std::vector<Track> to_;
  std::vector<size_t> terms_;
  std::vector<uint32_t> fixed_;
  // Digit × state: the stamp of the walk that found nothing from there.
  std::vector<uint64_t> vain_;
  uint64_t stamp_ = 0;
  uint64_t steps_ = 0;
};

/// Of length `length`, with leading zeros.
std::vector<int> padded_word(const Numeration& numeration, int64_t n, size_t length) {
  std::vector<int> word = numeration.word(Natural(static_cast<uint64_t>(n)));
  word.insert(word.begin(), length - word.size(), 0);
  return word;
}

}  // namespace

std::optional<ValueBox> lost_box(Workshop& shop, const Moves& moves, const Domain& domain,
                                 int64_t side, const Budget& budget) {
  const bool stays = stays_in_boxes(shop, moves);
  shop.forgive();
  double positions = 1;
  for (size_t i = 0; i < moves.arity; ++i) positions *= static_cast<double>(side);
  if (!stays || positions > static_cast<double>(kMostPositions)) return std::nullopt;
  const Numeration& numeration = shop.numeration();
  const Places places(moves.arity, side);
  const size_t length = numeration.word(Natural(static_cast<uint64_t>(side - 1))).size();
  ValueBox box{moves.arity, side, std::vector<uint32_t>(places.count, kLost)};
  Settled settled(numeration, places, length);
  std::vector<Backwards> lines;
  lines.reserve(moves.lines.size());
  for (const LineMoves& line : moves.lines) {
    lines.emplace_back(numeration, line, places, length, box.values, settled);
    if (!line.parts.empty()) continue;
    lines.back().mark({}, {}, budget);  // a move that ends the game wins
    lines.pop_back();
  }
  std::vector<std::vector<int>> written;
  for (int64_t n = 0; n < side; ++n) written.push_back(padded_word(numeration, n, length));
  budget.count(places.count);
  for (const uint32_t index : in_order_of_play(places, moves.measures)) {
    if (box.values[index] == kWon && domain.conditions.empty()) continue;
    const std::vector<int64_t> x = places.position(index);
    if (!is_inside(domain, x)) {
      box.values[index] = ValueBox::kOutside;
      continue;
    }
    if (box.values[index] == kWon) continue;
    std::vector<std::vector<int>> words;
    for (const int64_t c : x) words.push_back(written[static_cast<size_t>(c)]);
    for (Backwards& line : lines) line.mark(words, x, budget);
    if (budget.spent()) return std::nullopt;
  }
  return box;
}

}  // namespace grundy::automatic
