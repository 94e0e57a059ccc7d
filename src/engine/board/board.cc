#include "engine/board/board.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>

#include "engine/board/fingerprint.h"
#include "engine/board/game_mover.h"
#include "engine/board/part_solver.h"
#include "engine/board/part_store.h"
#include "engine/board/place_search.h"
#include "engine/board/row_search.h"
#include "engine/board/subset_search.h"
#include "engine/board/word_search.h"
#include "engine/family/moore.h"
#include "game/board_game.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

/// For sets of which none is part of another.
constexpr size_t kMostSubsetSearches = 16;

class BoardSolver final : public PartSolver {
 public:
  explicit BoardSolver(const BoardGame& game) : game_(game) {}
  std::string_view engine() const override { return "board"; }
  std::string knows() const override { return "a search over independent parts"; }
  void use_store(PartStore& store) override { store_ = &store; }

  /// Of boards on one place, and nim heaps.
  Attempt<bool> wins_misere(const Sum& sum, uint64_t most, Budget& budget) override {
    PlaceSearch* search = nullptr;
    std::vector<std::vector<Cell>> boards;
    std::vector<uint64_t> heaps;
    for (const Position& position : sum) {
      if (const std::optional<Ordinal> size = heap_size(position)) {
        if (!size->is_small()) return Error::declined("a nim heap of infinite size");
        heaps.push_back(size->small());
        continue;
      }
      PlaceSearch* own = search_of(position, budget);
      if (budget.spent()) return budget.why();
      if (own == nullptr || (search != nullptr && own != search))
        return Error::declined("misère play is left to a search of all positions");
      search = own;
      boards.push_back(game_.position(position).board.cells);
    }
    if (search == nullptr) return !moore_is_lost(heaps, 1, Play::misere);  // nim
    return search->wins_misere(boards, heaps, most, budget);
  }

  Work work() const override {
    SearchWork all = general_work_;
    Work work;
    for (const auto& [place, search] : places_) {
      if (!search) continue;
      all += search->work();
      for (std::string& fact : search->facts()) work.passes.push_back(std::move(fact));
    }
    for (const auto& [place, searches] : rows_) {
      for (const auto& search : searches) {
        all += search->work();
        for (std::string& fact : search->facts()) work.passes.push_back(std::move(fact));
      }
    }
    for (const auto& search : subsets_) all += search->work();
    if (words_) {
      all += words_->work();
      for (std::string& fact : words_->facts()) work.passes.push_back(std::move(fact));
    }
    work.positions = all.expansions;
    work.options = all.options;
    return work;
  }

 private:
  /// Joins a new search to the store, if there is one; false when the budget is spent.
  template <class Search>
  bool keep(Search& search, Budget& budget) const {
    return store_ == nullptr || search.keep_in(*store_, budget).ok();
  }

  /// The search on the position's place; null where the rule or the board has no shift program.
  PlaceSearch* search_of(const Position& position, Budget& budget) {
    if (position.game != &game_ || !game_.board_rule().board->has_board() ||
        !game_.board_rule().board->ends.empty())
      return nullptr;
    const PlacePointer place = game_.position(position).board.place;
    if (place->kind == SpaceKind::word) return nullptr;
    const auto [at, fresh] = places_.try_emplace(*place, nullptr);
    if (fresh && place->cells() <= kMostSearchedCells) {
      const Rule& rule = game_.board_rule();
      const Alphabet alphabet(rule.board->letters);
      Attempt<BoardCode> code = board_code(rule, place, alphabet, budget);
      const bool laid = code.ok();
      if (laid) {
        if (auto made = place_search(*std::move(code), alphabet)) at->second = *std::move(made);
      }
      if (at->second ? !keep(*at->second, budget) : !laid && budget.spent()) {
        places_.erase(at);
        return nullptr;
      }
    }
    return at->second.get();
  }

  /// The search by rows for the position; null where there is none.
  RowSearch* rows_of(const Position& position, Budget& budget) {
    if (position.game != &game_ || !game_.board_rule().board->has_board()) return nullptr;
    const BoardPosition here = game_.position(position);
    const auto [at, fresh] = rows_.try_emplace(*here.board.place);
    if (!fresh && at->second.empty()) return nullptr;
    for (const auto& search : at->second) {
      if (search->holds(here)) return search.get();
    }
    auto made = RowSearch::of(here);
    if (!made) return nullptr;
    if (!keep(**made, budget)) {
      if (fresh) rows_.erase(at);
      return nullptr;
    }
    at->second.push_back(*std::move(made));
    return at->second.back().get();
  }

  /// The search of a game of sets; null where there is none.
  SubsetSearch* subsets_of(const Position& position, Budget& budget) {
    if (position.game != &game_ || has_no_subsets_) return nullptr;
    const BoardPosition here = game_.position(position);
    if (here.sets.size() != 1 || here.sets[0].size() > kMostSubsetElements) return nullptr;
    for (const auto& search : subsets_) {
      if (search->holds(here)) return search.get();
    }
    auto made = SubsetSearch::of(here, budget);
    has_no_subsets_ = !made && !budget.spent();
    if (!made || !keep(**made, budget)) return nullptr;
    if (subsets_.size() == kMostSubsetSearches) {
      general_work_ += subsets_.front()->work();
      subsets_.erase(subsets_.begin());
    }
    subsets_.push_back(*std::move(made));
    return subsets_.back().get();
  }

  /// The search of a game on words; null where there is none.
  WordSearch* words_of(const Position& position, Budget& budget) {
    if (position.game != &game_ || has_no_words_) return nullptr;
    if (words_) return words_.get();
    auto made = WordSearch::of(game_.board_rule());
    has_no_words_ = !made;
    if (made && keep(**made, budget)) words_ = *std::move(made);
    return words_.get();
  }

  /// Joins the search of listed options to the store, if there is one, when it is first asked.
  Attempt<void> keep_general(Budget& budget) {
    if (store_ == nullptr || general_is_kept_) return {};
    auto kept = store_->keep(general_, fingerprint(game_.board_rule()), budget);
    general_is_kept_ = kept.ok();
    return kept;
  }

  Attempt<uint64_t> value_of_one(const Position& position, Budget& budget) override {
    if (PlaceSearch* search = search_of(position, budget))
      return search->value(game_.position(position).board.cells, budget);
    if (budget.spent()) return budget.why();
    if (RowSearch* search = rows_of(position, budget))
      return search->value(game_.position(position), budget);
    if (SubsetSearch* search = subsets_of(position, budget))
      return search->value(game_.position(position), budget);
    if (WordSearch* search = words_of(position, budget))
      return search->value(game_.position(position).board.cells, budget);
    if (budget.spent()) return budget.why();
    if (auto kept = keep_general(budget); !kept) return std::move(kept).error();
    GameMover mover(keys_, budget);
    InSet<GameMover> search(mover, general_, budget);
    auto parts = mover.parts({position});
    if (!parts) return std::move(parts).error();
    uint64_t value = 0;
    for (const GameMover::Part& part : *parts) {
      Attempt<uint64_t> one = search.value(part);
      if (!one) return one;
      value ^= *one;
    }
    general_work_ += search.work();
    return value;
  }

  Attempt<bool> sum_has_value(const Sum& sum, const Value& value, Budget& budget) override {
    if (!value.is_finite() || !value.ordinal().is_small()) return false;
    uint64_t rest = value.ordinal().small();
    for (size_t i = 0; i + 1 < sum.size(); ++i) {
      Attempt<uint64_t> one = value_of_one(sum[i], budget);
      if (!one) return std::move(one).error();
      rest ^= *one;
    }
    if (sum.empty()) return rest == 0;
    if (PlaceSearch* search = search_of(sum.back(), budget))
      return search->has_value(game_.position(sum.back()).board.cells, rest, budget);
    if (budget.spent()) return budget.why();
    if (RowSearch* search = rows_of(sum.back(), budget))
      return search->has_value(game_.position(sum.back()), rest, budget);
    if (SubsetSearch* search = subsets_of(sum.back(), budget))
      return search->has_value(game_.position(sum.back()), rest, budget);
    if (WordSearch* search = words_of(sum.back(), budget))
      return search->has_value(game_.position(sum.back()).board.cells, rest, budget);
    if (budget.spent()) return budget.why();
    if (auto kept = keep_general(budget); !kept) return std::move(kept).error();
    GameMover mover(keys_, budget);
    InSet<GameMover> search(mover, general_, budget);
    auto parts = mover.parts({sum.back()});
    if (!parts) return std::move(parts).error();
    Attempt<bool> has = search.has_value(*parts, rest);
    general_work_ += search.work();
    return has;
  }

  const BoardGame& game_;
  PartStore* store_ = nullptr;
  std::map<Place, std::unique_ptr<PlaceSearch>> places_;
  std::map<Place, std::vector<std::unique_ptr<RowSearch>>> rows_;  // by place; none: declined
  std::vector<std::unique_ptr<SubsetSearch>> subsets_;
  bool has_no_subsets_ = false;  // seen at some position
  std::unique_ptr<WordSearch> words_;
  bool has_no_words_ = false;
  PositionKeys keys_;
  PartTable general_;
  bool general_is_kept_ = false;
  SearchWork general_work_;
};

class BoardEngine final : public Engine {
 public:
  std::string_view name() const override { return "board"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    return board == nullptr ? nullptr : std::make_unique<BoardSolver>(*board);
  }
};

}  // namespace

const Engine* board_engine() {
  static const BoardEngine engine;
  return &engine;
}

}  // namespace grundy
