#include "engine/table/finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "analysis/order.h"
#include "code/moves.h"
#include "engine/table/box_table.h"
#include "engine/table/dense_store.h"
#include "engine/table/fill.h"
#include "engine/table/follow.h"
#include "engine/table/memo_store.h"
#include "engine/table/sweep.h"

namespace grundy {
namespace {

constexpr uint64_t kSmallTable = 1 << 16;      // cells that are filled without a thought
constexpr int64_t kMemoLimit = INT64_MAX / 2;  // of a coordinate

/// What is followed one by one before a table is filled, or refused where it does not fit: a few positions may be all
/// there are.
constexpr Trial kBeforeRefusal{uint64_t{1} << 23, uint64_t{1} << 28};
Trial before_table(uint64_t cells) {
  return {std::max<uint64_t>(256, cells / 2048), std::max<uint64_t>(1 << 12, cells / 256)};
}

/// The beginning and the end of what would fill the screen.
std::string shortened(const std::string& text) {
  return text.size() <= 200 ? text : text.substr(0, 100) + "…" + text.substr(text.size() - 40);
}

/// Positions of a box that will be asked for, all of it.
class ExpectedBox : public AskedList {
 public:
  ExpectedBox(std::vector<RulePosition> positions, RulePosition corner)
      : AskedList(std::move(positions)), corner_(std::move(corner)) {}
  Boxes corners() const override {
    Boxes corners = AskedList::corners();
    std::vector<int64_t>& most = corners[corner_.game];
    most.resize(corner_.coordinates.size());
    for (size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], corner_.coordinates[i]);
    return corners;
  }
  bool keep(size_t /*i*/, size_t /*j*/) const override { return false; }

 private:
  RulePosition corner_;
};

class FiniteEvaluator : public Evaluator {
 public:
  explicit FiniteEvaluator(const Rule& rule) : rule_(rule), games_(reachable_games({&rule})) {
    std::erase_if(games_, [](const Rule* game) { return game->is_alias; });
  }

  std::string_view engine() const override {
    if (in_file_) return SweptTable::kSwept;
    return table_ ? table_->way() : "memo";
  }
  Work work() const override { return work_; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    std::vector<RuleSum> sums;  // what aliases stand for
    for (const Coordinates& position : positions) {
      auto coordinates = small_coordinates(rule_, position);
      if (!coordinates) return std::move(coordinates).error();
      if (!rule_.is_alias) {
        sums.push_back({{&rule_, *std::move(coordinates)}});
        continue;
      }
      auto sum = resolve_alias(rule_, *coordinates, budget);
      if (!sum) return std::move(sum).error();
      sums.push_back(*std::move(sum));
    }
    if (auto solved = solve(sums, budget); !solved) return std::move(solved).error();
    std::vector<Ordinal> result;
    result.reserve(sums.size());
    for (const RuleSum& sum : sums) result.emplace_back(uint64_t{value(sum)});
    return result;
  }

  void expect(const Coordinates& corner) override {
    if (auto coordinates = small_coordinates(rule_, corner); coordinates && !rule_.is_alias)
      expected_ = *std::move(coordinates);
  }

  Attempt<std::optional<TableFile>> fill_file(const Coordinates& corner, const std::string& path,
                                              Budget& budget) override {
    auto coordinates = small_coordinates(rule_, corner);
    if (!coordinates) return std::move(coordinates).error();
    Attempt<TableFile> file = fill_box_file(rule_, *std::move(coordinates), path, budget, work_);
    in_file_ = file.ok();
    if (file) return std::optional(*std::move(file));
    if (is_open(file.error())) return std::optional<TableFile>();
    return std::move(file).error();
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& target, size_t limit, Budget& budget) override {
    MoveSet result;
    auto visited = for_each_option(position, budget, [&](std::string to, uint32_t value) {
      if (!target.is_small() || value != target.small()) return true;
      if (result.moves.size() == limit) {
        result.all = false;
        return false;
      }
      result.moves.push_back({std::move(to), "", ""});
      return true;
    });
    if (!visited) return std::move(visited).error();
    return result;
  }

  Attempt<Options> options(const Coordinates& position, size_t limit, Budget& budget) override {
    Options result;
    auto visited = for_each_option(position, budget, [&](std::string to, uint32_t value) {
      if (result.list.size() == limit) {
        result.all = false;
        return false;
      }
      result.list.push_back({std::move(to), uint64_t{value}});
      return true;
    });
    if (!visited) return std::move(visited).error();
    return result;
  }

 private:
  /// Calls visit(text, value) for every different option of the position.
  template <class Visit>
  Attempt<void> for_each_option(const Coordinates& position, Budget& budget, Visit&& visit) {
    if (auto known = values({&position, 1}, budget); !known) return std::move(known).error();
    auto coordinates = small_coordinates(rule_, position);
    if (!coordinates) return std::move(coordinates).error();
    auto components = resolve_alias(rule_, *coordinates, budget);
    if (!components) return std::move(components).error();
    const uint32_t whole = value(*components);
    std::set<std::string> seen;
    bool more = true;
    for (size_t c = 0; c < components->size() && more; ++c) {
      const RulePosition& component = (*components)[c];
      const uint32_t others = whole ^ value(RuleSum{component});
      auto ran = lister_.for_each_move(*component.game, component.coordinates, budget, [&](const RuleSum& sum) {
        RuleSum after = *components;
        after.erase(after.begin() + static_cast<std::ptrdiff_t>(c));
        after.insert(after.begin() + static_cast<std::ptrdiff_t>(c), sum.begin(), sum.end());
        std::string to = to_string(after);
        if (seen.insert(to).second) more = visit(std::move(to), others ^ value(sum));
        return more;
      });
      if (!ran) return std::move(ran).error();
    }
    return {};
  }

  uint32_t value(const RuleSum& sum) const {
    uint32_t result = 0;
    for (const RulePosition& part : sum) result ^= known_->value(part.game, part.coordinates);
    return result;
  }
  bool covers(const RuleSum& sum) const {
    return std::all_of(sum.begin(), sum.end(), [&](const RulePosition& part) {
      return known_ != nullptr && known_->covers(part.game, part.coordinates);
    });
  }

  /// Finds the values of all positions in the sums, or none: a new table takes the old one's place.
  Attempt<void> solve(const std::vector<RuleSum>& sums, Budget& budget) {
    if (std::all_of(sums.begin(), sums.end(), [&](const RuleSum& sum) { return covers(sum); })) return {};
    const std::unique_ptr<const Asked> asked = asked_for(sums);
    const std::optional<Boxes> boxes = reachable_boxes(asked->corners());
    const uint64_t cells = boxes ? DenseStore::cells(*boxes) : UINT64_MAX;
    const bool table_fits = boxes && fits_memory(cells, budget);
    if (cells > kSmallTable && !(table_fits && !expected_.empty())) {
      const Trial trial = table_fits ? before_table(cells) : boxes ? kBeforeRefusal : Trial{};
      auto walked = walk(*asked, trial, budget);
      if (!walked) return std::move(walked).error();
      if (*walked == Followed::all) return {};
    }
    forget();
    auto table = fill_table(*boxes, *asked, budget, work_);
    if (!table) return std::move(table).error();
    table_ = *std::move(table);
    known_ = table_.get();
    return {};
  }

  std::unique_ptr<const Asked> asked_for(const std::vector<RuleSum>& sums) const {
    std::vector<RulePosition> positions;
    for (const RuleSum& sum : sums) positions.insert(positions.end(), sum.begin(), sum.end());
    if (expected_.empty()) return std::make_unique<AskedList>(std::move(positions));
    return std::make_unique<ExpectedBox>(std::move(positions), RulePosition{&rule_, expected_});
  }

  /// Follows the positions from where earlier walks have come to.
  Attempt<Followed> walk(const Asked& asked, Trial trial, Budget& budget) {
    table_.reset();
    if (!memo_) memo_ = std::make_unique<MemoStore>(games_, budget);
    memo_->charge(budget);
    known_ = memo_.get();
    return follow(*memo_, games_, kMemoLimit, asked, trial, work_, budget);
  }

  void forget() {
    memo_.reset();
    table_.reset();
    known_ = nullptr;
  }

  const Rule& rule_;
  std::vector<const Rule*> games_;
  std::unique_ptr<MemoStore> memo_;  // positions that were followed, or
  std::unique_ptr<const ValueTable> table_;
  const ValueTable* known_ = nullptr;  // one of these
  std::vector<int64_t> expected_;      // the corner of the box that is asked for; empty when there is none
  bool in_file_ = false;
  Work work_;
  MoveLister lister_;
};

class FiniteEngine : public Engine {
 public:
  std::string_view name() const override { return "finite"; }
  std::unique_ptr<Evaluator> open(const Rule& rule) const override { return std::make_unique<FiniteEvaluator>(rule); }
};

}  // namespace

const Engine* finite_engine() {
  static const FiniteEngine engine;
  return &engine;
}

Attempt<std::vector<int64_t>> small_coordinates(const Rule& rule, const Coordinates& coordinates) {
  std::vector<int64_t> result;
  for (const Natural& c : coordinates) {
    if (!c.is_small() || c.small() > static_cast<uint64_t>(kMemoLimit)) {
      return Error::declined(fmt::format("a coordinate of {} is beyond 2^62, the limit of the finite engine",
                                         shortened(position_text(rule, coordinates))));
    }
    result.push_back(static_cast<int64_t>(c.small()));
  }
  return result;
}

}  // namespace grundy
