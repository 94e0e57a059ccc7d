// The options of a position, marked for its mex: what the two stores have in common.
//
// The machine (code/vm.h) gives moves in bundles. For each, the values of the positions that it
// leads to are looked up and their nim-sum is marked in a MexSet; a position without a value is
// noted, to be followed first. How bundles are looked up is the innermost loop of all that is not
// compiled: dense_marks.h reads cells of a table at equal distances, memo_marks.h asks a hash table
// for each position.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "code/vm.h"
#include "engine/table/store.h"
#include "value/mex.h"

namespace grundy {

/// The program of one game, and where the positions of its parts are looked up.
template <class Store>
struct Runner {
  std::unique_ptr<const Program> program;
  std::vector<std::vector<typename Store::Target>> targets;  // by nest and part

  Runner(std::unique_ptr<const Program> program_of_game, Store& store)
      : program(std::move(program_of_game)) {
    if (!program) return;
    for (const NestCode& nest : program->code) {
      auto& of_nest = targets.emplace_back();
      for (const PartCode& part : nest.parts) of_nest.push_back(store.target(part.part->game));
    }
  }
};

/// Marks values in a MexSet, and collects positions whose values are not known yet, up to kBatch of
/// them; then the run is to stop.
template <class Store>
class Marking {
 public:
  static constexpr size_t kBatch = 64;
  static constexpr bool kKeepsOptions = false;  // until all of them have values
  using Target = typename Store::Target;

  Marking(Store& store, const Runner<Store>& runner, MexSet& seen)
      : store_(store), runner_(runner), seen_(seen) {}

  bool sum(const MoveLine&, const RuleSum& sum) {
    count_sum();
    uint32_t value = 0;
    bool known = true;
    for (const RulePosition& position : sum)
      known = add(store_.find(store_.target(position.game), position.coordinates), value) && known;
    if (known) seen_.insert(value);
    return pending_.size() < kBatch && !store_.failed();
  }

  /// Ready for the next position.
  void clear() { pending_.clear(); }
  const std::vector<PositionId>& pending() const { return pending_; }
  /// Options that were given so far.
  uint64_t count() const { return count_; }

 protected:
  const std::vector<Target>& targets_of(const NestCode& nest) const {
    return runner_.targets[static_cast<size_t>(&nest - runner_.program->code.data())];
  }

  /// Counts the bundle; true when its moves lead to nothing, and 0 is marked.
  bool leads_to_nothing(const NestCode& nest, const Bundle& bundle) {
    count_ += bundle.count;
    if (!nest.parts.empty()) return false;
    if (has_a_move(bundle)) seen_.insert(0);
    return true;
  }
  static bool has_a_move(const Bundle& bundle) {
    if (bundle.mask == nullptr) return bundle.count > 0;
    return std::any_of(bundle.mask, bundle.mask + bundle.count,
                       [](int64_t exists) { return exists != 0; });
  }

  void count_sum() { ++count_; }

  /// value ^= value of the position; false (and noted) when it is not known.
  bool add(PositionId id, uint32_t& value) {
    if (store_.failed()) return false;
    const uint32_t v = store_.value(id);
    if (v >= kOpenValue) {
      pending_.push_back(id);
      return false;
    }
    value ^= v;
    return true;
  }

  Store& store_;
  const Runner<Store>& runner_;
  MexSet& seen_;
  std::vector<PositionId> pending_;

 private:
  uint64_t count_ = 0;
};

}  // namespace grundy
