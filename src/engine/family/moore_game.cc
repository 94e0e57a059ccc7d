// Moore's nim as a game: its moves, values and winning moves. Who wins is decided by the theorems
// of moore.cc.
//
// Values under normal play. Let p piles be non-empty. p ≤ k: the sum of the piles, since it can be
// made any smaller number. k = 1: the exclusive-or. p = k + 1 ≥ 3 (Jenkyns and Mayberry 1980, "The
// skeleton of an impartial game and the nim-function of Moore's Nim_k"): with u the sum, m the
// least pile, y = u − (k + 1)·m and z = y(y + 1)/2: u if m ≤ z, otherwise z + (m − z − 1) mod (y +
// 1). Beyond that no formula is known; small positions are tabulated, others decline unless they
// are lost.
//
// Example: moore[k=2]([3, 5, 7]) has the value 15, three piles with k + 1 = 3. A formula is linear
// in the bits; a table takes at most 2·10^7 pairs of positions.
#include <algorithm>
#include <optional>

#include "engine/family/families.h"
#include "engine/family/moore.h"
#include "game/key.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr std::string_view kMooreExample = "moore[k=2]([3, 5, 7])";
constexpr size_t kShownPiles = 8;
constexpr size_t kShownBits = 24;
/// Moves times piles that are tried one by one, and pairs of positions that are compared for a
/// table.
constexpr uint64_t kTriedMoves = 2'000'000;
constexpr uint64_t kTablePairs = 20'000'000;

/// How many moves there are; nothing when there are more than `limit`.
std::optional<uint64_t> count_moves(std::span<const Natural> piles, uint64_t k, uint64_t limit) {
  // ways[j]: to lower j of the piles seen so far. A pile that is not empty gives a move each, so
  // more than `limit` of them are too many.
  std::vector<uint64_t> ways = {1};
  uint64_t nonempty = 0;
  for (const Natural& pile : piles) {
    if (pile.is_zero()) continue;
    if (++nonempty > limit || Natural(limit) < pile) return std::nullopt;
    if (ways.size() <= k) ways.push_back(0);
    uint64_t total = 0;
    for (size_t j = ways.size(); j-- > 0;) {
      if (j > 0) ways[j] += ways[j - 1] * pile.small();
      total += ways[j];
      if (total > limit + 1) return std::nullopt;
    }
  }
  uint64_t moves = 0;
  for (size_t j = 1; j < ways.size(); ++j) moves += ways[j];
  return moves;
}

/// Calls visit(piles after the move) for every move until it returns false; pile 1 is the outermost
/// loop.
template <class Visit>
bool for_each_move(std::vector<uint64_t>& piles, uint64_t k, size_t from, bool moved,
                   Visit& visit) {
  for (; k > 0 && from < piles.size(); ++from) {
    const uint64_t size = piles[from];
    for (piles[from] = 0; piles[from] < size; ++piles[from]) {
      if (!for_each_move(piles, k - 1, from + 1, true, visit)) {
        piles[from] = size;
        return false;
      }
    }
  }
  return !moved || visit();
}

/// The values of all positions with piles up to the given ones, by definition. Empty piles take no
/// part.
class MooreTable {
 public:
  /// Nothing when it would be too much work.
  static std::optional<MooreTable> make(std::span<const Natural> piles, uint64_t k) {
    MooreTable table;
    uint64_t positions = 1;
    uint64_t pairs = 1;
    for (size_t i = 0; i < piles.size(); ++i) {
      if (piles[i].is_zero()) continue;
      if (Natural(kTablePairs) < piles[i]) return std::nullopt;
      const uint64_t size = piles[i].small() + 1;
      if (pairs > kTablePairs / size) return std::nullopt;
      positions *= size;
      pairs *= size * (size + 1) / 2;
      if (pairs > kTablePairs) return std::nullopt;
      table.places_.push_back(i);
      table.sizes_.push_back(size);
    }
    table.values_.resize(positions);
    std::vector<uint64_t> position(table.sizes_.size());
    std::vector<uint64_t> options;
    for (uint64_t i = 0; i < positions; ++i) {
      uint64_t rest = i;
      for (size_t pile = position.size(); pile-- > 0;) {
        position[pile] = rest % table.sizes_[pile];
        rest /= table.sizes_[pile];
      }
      options.clear();
      const auto collect = [&] {
        uint64_t index = 0;
        for (size_t pile = 0; pile < position.size(); ++pile)
          index = index * table.sizes_[pile] + position[pile];
        options.push_back(table.values_[index]);
        return true;
      };
      for_each_move(position, k, 0, false, collect);
      table.values_[i] = static_cast<uint32_t>(mex(options));
    }
    return table;
  }

  /// The value of a position in which no pile is greater than it was for make().
  uint64_t value(std::span<const uint64_t> piles) const {
    uint64_t index = 0;
    for (size_t i = 0; i < places_.size(); ++i) index = index * sizes_[i] + piles[places_[i]];
    return values_[index];
  }

 private:
  std::vector<size_t> places_;  // of the piles that are not empty
  std::vector<uint64_t> sizes_;
  std::vector<uint32_t> values_;
};

std::vector<Natural> piles_of(const Position& position) {
  std::vector<Natural> piles;
  for (KeyReader reader(position.key); !reader.done();) piles.push_back(reader.natural());
  return piles;
}

class MooreGame final : public FamilyGame {
 public:
  explicit MooreGame(uint64_t k) : k_(k) {}

  uint64_t k() const { return k_; }
  template <class Number>
  Position at(std::span<const Number> piles) const {
    Position position{this, {}};
    for (const Number& pile : piles) append(position.key, Natural(pile));
    return position;
  }

  std::string name() const override { return "moore[k=" + std::to_string(k_) + "]"; }
  std::string text(const Position& position, size_t limit) const override {
    const std::vector<Natural> piles = piles_of(position);
    return name() + "(" +
           list_text(
               0, piles.size(), [&](size_t i) { return piles[i]; }, limit) +
           ")";
  }
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget&) const override {
    std::vector<uint64_t> piles;
    for (const Natural& pile : piles_of(position)) {
      const std::optional<uint64_t> word = pile.to_uint64();
      if (!word) return Error::declined("moves are listed from piles below 2^64 only");
      piles.push_back(*word);
    }
    const auto visit = [&] { return sink({at(std::span<const uint64_t>(piles))}); };
    return for_each_move(piles, k_, 0, false, visit) ? Ended::complete : Ended::stopped;
  }
  Attempt<bool> has_options(const Position& position, Budget&) const override {
    return std::any_of(position.key.begin(), position.key.end(),
                       [](uint64_t word) { return word != 0; });
  }
  /// The order of the piles says nothing, nor do empty ones; some are kept, since there are at
  /// least k piles.
  Attempt<Sum> normal_form(const Position& position, Budget&) const override {
    std::vector<Natural> piles = piles_of(position);
    std::erase_if(piles, [](const Natural& pile) { return pile.is_zero(); });
    piles.resize(std::max<size_t>(piles.size(), k_));
    std::sort(piles.begin(), piles.end());
    return Sum{at(std::span<const Natural>(piles))};
  }
  std::string move_in_words(const Position& from, const Sum& to) const override {
    const std::vector<Natural> before = piles_of(from), after = piles_of(to.front());
    std::string text;
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i] == after[i]) continue;
      if (!text.empty()) text += ", ";
      text += "pile " + std::to_string(i + 1) + ": " + before[i].to_string() + " → " +
              after[i].to_string();
    }
    return text;
  }

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;

 private:
  uint64_t k_;
};

class MooreAnalysis final : public Analysis {
 public:
  MooreAnalysis(const MooreGame& game, std::vector<Natural> piles)
      : game_(game), piles_(std::move(piles)), k_(game.k()) {
    words_.reserve(piles_.size());
    for (const Natural& pile : piles_) {
      const std::optional<uint64_t> word = pile.to_uint64();
      if (!word) break;
      words_.push_back(*word);
    }
    if (!fits_words()) words_ = {};
    counts_ = fits_words() ? moore_bit_counts(std::span<const uint64_t>(words_))
                           : moore_bit_counts(piles_);
  }

  Attempt<Ordinal> value(Budget&) const override {
    if (moore_is_balanced(counts_, k_)) return Ordinal();
    if (const std::optional<Natural> known = by_formula(piles_)) return Ordinal(*known);
    if (const std::optional<MooreTable> table = MooreTable::make(piles_, k_))
      return Ordinal(table->value(words_));
    return no_value();
  }

  Attempt<bool> is_lost(Play play, Budget&) const override { return loses(play); }

  Attempt<MoveSet> winning_moves(Play play, size_t limit, Budget& budget) const override {
    if (loses(play)) return MoveSet{};
    if (play == Play::normal && k_ == 1) return nim_moves(Natural(0), limit);
    if (tries_all())
      return try_all(limit, budget, [&](std::span<const uint64_t> piles) {
        return moore_is_lost(piles, k_, play);
      });
    const std::vector<Change<Natural>> changes = one_winning_move(play);
    // All piles are empty: misère play is won without a move.
    if (changes.empty()) return MoveSet{};
    MoveSet set{.moves = {}, .all = false};
    if (limit > 0) set.moves.push_back(move(changes));
    return set;
  }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    if (value.is_zero()) return winning_moves(Play::normal, limit, budget);
    if (!value.is_finite()) return MoveSet{};
    const Natural target = value.finite();
    if (k_ == 1) return nim_moves(target, limit);
    if (tries_all()) {
      if (const std::optional<MooreTable> table = MooreTable::make(piles_, k_)) {
        return try_all(limit, budget, [&](std::span<const uint64_t> piles) {
          return Natural(table->value(piles)) == target;
        });
      }
      if (nonempty() <= k_ + 1) {
        return try_all(limit, budget, [&](std::span<const uint64_t> piles) {
          return by_formula(std::vector<Natural>(piles.begin(), piles.end())) == target;
        });
      }
    }
    if (nonempty() <= k_) return move_to_sum(target, limit);
    return no_value();
  }

  std::string explanation() const override {
    const std::string modulus = std::to_string(k_ + 1);
    std::string text =
        "A position is lost exactly if, for every bit, the number of piles that have it is "
        "divisible by k + 1 = " +
        modulus + ".\n";
    size_t shown = 0;
    for (size_t bit = counts_.size(); bit-- > 0 && shown < kShownBits; ++shown) {
      const uint64_t count = counts_[bit];
      text += "  bit " + std::to_string(bit) +
              (bit < 64 ? " (" + std::to_string(uint64_t{1} << bit) + ")" : "") + ": ";
      size_t listed = 0;
      for (size_t i = 0; i < piles_.size() && listed < std::min<uint64_t>(count, kShownPiles);
           ++i) {
        if (!piles_[i].bit(bit)) continue;
        text += (listed > 0 ? ", " : count == 1 ? "pile " : "piles ") + std::to_string(i + 1);
        ++listed;
      }
      if (count > listed) text += ", …";
      text += (count == 0 ? "" : ": ") + std::to_string(count) + (count == 1 ? " pile" : " piles") +
              ", remainder " + std::to_string(count % (k_ + 1)) + "\n";
    }
    if (counts_.size() > shown)
      text += "  … and " + std::to_string(counts_.size() - shown) + " lower bits\n";
    if (moore_is_balanced(counts_, k_))
      return text + "All remainders are 0: the player to move loses.\n";
    return text +
           "Some remainder is not 0: the player to move wins by lowering piles so that all become "
           "0.\n";
  }

 private:
  Move move(std::span<const Change<Natural>> changes) const {
    std::vector<Natural> after = piles_;
    for (const Change<Natural>& change : changes) after[change.place] = change.to;
    return {{game_.at(std::span<const Natural>(after))}, ""};
  }

  uint64_t nonempty() const {
    return static_cast<uint64_t>(std::count_if(
        piles_.begin(), piles_.end(), [](const Natural& pile) { return !pile.is_zero(); }));
  }

  /// Whether words_ holds all the piles.
  bool fits_words() const { return words_.size() == piles_.size(); }

  bool loses(Play play) const { return moore_is_lost<Natural>(piles_, counts_, k_, play); }

  std::vector<Change<Natural>> one_winning_move(Play play) const {
    if (!fits_words()) return moore_winning_move<Natural>(piles_, counts_, k_, play);
    std::vector<Change<Natural>> changes;
    for (const Change<uint64_t>& change : moore_winning_move<uint64_t>(words_, counts_, k_, play))
      changes.push_back({change.place, change.to});
    return changes;
  }

  bool tries_all() const {
    return count_moves(piles_, k_, kTriedMoves / std::max<size_t>(piles_.size(), 1)).has_value();
  }

  /// The value where a formula has it.
  std::optional<Natural> by_formula(std::span<const Natural> piles) const {
    Natural sum = 0, nim = 0;
    std::optional<Natural> least;
    uint64_t count = 0;
    for (const Natural& pile : piles) {
      if (pile.is_zero()) continue;
      if (++count > k_ + 1 && k_ != 1) return std::nullopt;
      sum = sum + pile;
      nim = nim ^ pile;
      if (!least || pile < *least) least = pile;
    }
    if (k_ == 1) return nim;
    if (count <= k_) return sum;
    const Natural y = sum - Natural(count) * *least;
    const Natural z = y * (y + Natural(1)) / Natural(2);
    if (*least <= z) return sum;
    return z + (*least - z - Natural(1)) % (y + Natural(1));
  }

  Error no_value() const {
    return Error::declined("no formula is known for the values of Moore's nim with " +
                           std::to_string(nonempty()) + " piles and k = " + std::to_string(k_) +
                           ", and this position is too large for a table; played alone, its winner "
                           "and a winning move are known");
  }

  /// k = 1: to exclusive-or `target`.
  MoveSet nim_moves(const Natural& target, size_t limit) const {
    Natural difference = target;
    for (const Natural& pile : piles_) difference = difference ^ pile;
    MoveSet set;
    for (size_t i = 0; i < piles_.size(); ++i) {
      const Change<Natural> change{i, piles_[i] ^ difference};
      if (!(change.to < piles_[i])) continue;
      if (set.moves.size() == limit) {
        set.all = false;
        break;
      }
      set.moves.push_back(move({&change, 1}));
    }
    return set;
  }

  /// All moves after which `good` holds, one by one.
  template <class Good>
  Attempt<MoveSet> try_all(size_t limit, Budget& budget, Good good) const {
    MoveSet set;
    std::vector<uint64_t> piles = words_;
    uint64_t tried = 0;
    bool out_of_time = false;
    const auto visit = [&] {
      if (++tried % 4096 == 0 && budget.spent()) {
        out_of_time = true;
        return false;
      }
      if (!good(std::span<const uint64_t>(piles))) return true;
      if (set.moves.size() == limit) {
        set.all = false;
        return false;
      }
      set.moves.push_back({{game_.at(std::span<const uint64_t>(piles))}, ""});
      return true;
    };
    for_each_move(piles, k_, 0, false, visit);
    if (out_of_time) return budget.why();
    return set;
  }

  /// At most k piles: one move that leaves the sum `target`, if that is less than it is now.
  MoveSet move_to_sum(const Natural& target, size_t limit) const {
    Natural sum = 0;
    for (const Natural& pile : piles_) sum = sum + pile;
    if (!(target < sum)) return MoveSet{};
    MoveSet set{.moves = {}, .all = false};
    Natural left = sum - target;
    std::vector<Change<Natural>> changes;
    for (size_t i = 0; i < piles_.size() && !left.is_zero(); ++i) {
      if (piles_[i].is_zero()) continue;
      const Natural taken = std::min(piles_[i], left);
      changes.push_back({i, piles_[i] - taken});
      left = left - taken;
    }
    if (limit > 0) set.moves.push_back(move(changes));
    return set;
  }

  const MooreGame& game_;
  std::vector<Natural> piles_;
  uint64_t k_;
  std::vector<uint64_t> words_;   // the piles again when all are below 2^64, otherwise empty
  std::vector<uint64_t> counts_;  // moore_bit_counts
};

Attempt<std::shared_ptr<const Analysis>> MooreGame::analyse(const Position& position,
                                                            Budget&) const {
  return std::shared_ptr<const Analysis>(
      std::make_shared<MooreAnalysis>(*this, piles_of(position)));
}

class MooreFamily final : public Family {
 public:
  std::string_view name() const override { return "moore"; }
  std::string_view example() const override { return kMooreExample; }
  std::string_view documentation() const override {
    return "Moore's nim: lower at least one and at most k of the piles, each by at least 1.\n"
           "Normal play: lost exactly if, for every bit, the number of piles that have it is "
           "divisible by k + 1 (Moore 1910).\n"
           "Misère play: the same, unless all piles are 0 or 1; then lost exactly if the number of "
           "ones is 1 modulo k + 1.\n"
           "The value is known for k = 1 (nim), for at most k + 1 non-empty piles, and for small "
           "positions; when the position\n"
           "stands alone, its winner and a winning move always are. 1 <= k <= number of piles.\n"
           "The piles stand in the sum or in a file with one of them a line:\n"
           "  moore[k=2]([3, 5, 7])     moore[k=2](@piles.txt)\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (parameters.size() != 1 || !(parameters[0].name.empty() || parameters[0].name == "k") ||
        parameters[0].complement || !std::holds_alternative<Natural>(parameters[0].value)) {
      return Error::input("moore needs one parameter, the number k, as in " +
                          std::string(kMooreExample));
    }
    const Natural& k = std::get<Natural>(parameters[0].value);
    if (Attempt<void> fits = check_arguments(name(), kMooreExample, 1, 1, {}, arguments); !fits)
      return fits.error();
    if (k.is_zero()) return Error::input("k is 0, but a move must change at least one pile");
    Attempt<std::vector<Natural>> piles = read_number_list(arguments[0], kMooreExample, budget);
    if (!piles) return std::move(piles).error();
    const uint64_t count = piles->size();
    if (count > 0 && Natural(count) < k)
      return Error::input(
          "k is " + short_digits(k) + ", but there " +
          (count == 1 ? "is only one pile" : "are only " + std::to_string(count) + " piles"));
    // Without piles k means nothing; there is no move whatever it is.
    const uint64_t most = count == 0 ? 1 : k.small();
    return games.get<MooreGame>("moore " + std::to_string(most), most)
        .at(std::span<const Natural>(*piles));
  }
};

}  // namespace

const Family* moore_family() {
  static const MooreFamily family;
  return &family;
}

}  // namespace grundy
