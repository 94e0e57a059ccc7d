// Marks options whose values are in a hash table, one after the other.
#pragma once
#include <vector>

#include "engine/table/marks.h"
#include "engine/table/memo_store.h"

namespace grundy {

class MemoMarks : public Marking<MemoStore> {
 public:
  using Marking::Marking;

  bool options(const NestCode& nest, const Bundle& bundle) {
    if (leads_to_nothing(nest, bundle)) return true;
    const std::vector<Target>& targets = targets_of(nest);
    for (size_t j = 0; j < bundle.count; ++j) {
      if (bundle.mask != nullptr && bundle.mask[j] == 0) continue;
      uint32_t value = 0;
      bool known = true;
      for (size_t p = 0; p < nest.parts.size(); ++p) {
        const PartCode& part = nest.parts[p];
        coordinates_.resize(part.coordinates.size());
        for (size_t i = 0; i < part.coordinates.size(); ++i) {
          const int64_t* from = bundle.value(part, i);
          const int64_t step = bundle.steps != nullptr ? bundle.steps[j] : static_cast<int64_t>(j);
          coordinates_[i] = nest.strided ? from[0] + step * part.distance[i] : from[part.per_lane[i] ? j : 0];
        }
        known = add(store_.find(targets[p], coordinates_), value) && known;
      }
      if (known) seen_.insert(value);
      if (pending_.size() >= kBatch || store_.failed()) return false;
    }
    return true;
  }

 private:
  std::vector<int64_t> coordinates_;
};

}  // namespace grundy
