// Marks options whose values are in a table: cells are read by address, without a look at the
// position.
//
// In kayles(10) -> kayles(a) + kayles(9 - a) the cells of the one part go up and those of the other
// go down, by one from move to move: a plain loop over two stretches of memory ("strided"). Where
// the coordinates have lanes of their own, the cells of 64 moves are computed coordinate by
// coordinate and then read ("gathered"). A mark in place of a value is so large that the test
// whether the set has room for a value notices it, too.
#pragma once
#include <algorithm>
#include <vector>

#include "engine/table/dense_store.h"
#include "engine/table/marks.h"

namespace grundy {

class DenseMarks : public Marking<DenseStore> {
 public:
  using Marking::Marking;

  bool options(const NestCode& nest, const Bundle& bundle) {
    if (leads_to_nothing(nest, bundle)) return true;
    const std::vector<Target>& targets = targets_of(nest);
    return nest.strided ? strided(nest, bundle, targets) : gathered(nest, bundle, targets);
  }

 private:
  // One or two parts at equal distances in the table: plain loops over memory.
  bool strided(const NestCode& nest, const Bundle& bundle, const std::vector<Target>& targets) {
    const size_t parts = nest.parts.size();
    PositionId first[2];
    PositionId distance[2];
    if (parts > 2) return gathered(nest, bundle, targets);
    for (size_t p = 0; p < parts; ++p) {
      first[p] = targets[p]->offset;
      distance[p] = 0;
      for (size_t i = 0; i < nest.parts[p].coordinates.size(); ++i) {
        first[p] += static_cast<uint64_t>(bundle.value(nest.parts[p], i)[0]) *
                    static_cast<uint64_t>(targets[p]->stride[i]);
        distance[p] += static_cast<uint64_t>(nest.parts[p].distance[i] * targets[p]->stride[i]);
      }
    }
    const uint32_t* values = store_.values();
    auto each = [&](auto&& id_a, auto&& id_b, bool pair) {
      uint32_t* stamps = seen_.data();
      size_t size = seen_.size();
      const uint32_t stamp = seen_.stamp();
      for (size_t j = 0; j < bundle.count; ++j) {
        const uint32_t a = values[id_a(j)];
        const uint32_t b = pair ? values[id_b(j)] : 0;
        const uint32_t value = a ^ b;
        if (value < size && (!pair || a < kOpenValue)) {  // then b < kOpenValue too: both marks
                                                          // differ from small values in high bits
          stamps[value] = stamp;
          continue;
        }
        if (!slow(id_a(j), pair ? id_b(j) : id_a(j), a, b)) return false;
        stamps = seen_.data();
        size = seen_.size();
      }
      return true;
    };
    auto zero = [](size_t) { return PositionId{0}; };
    if (bundle.steps != nullptr) {
      auto a = [&](size_t j) {
        return first[0] + static_cast<uint64_t>(bundle.steps[j]) * distance[0];
      };
      if (parts == 1) return each(a, zero, false);
      return each(
          a,
          [&](size_t j) { return first[1] + static_cast<uint64_t>(bundle.steps[j]) * distance[1]; },
          true);
    }
    auto a = [&](size_t j) { return first[0] + j * distance[0]; };
    if (parts == 1) return each(a, zero, false);
    return each(
        a, [&](size_t j) { return first[1] + j * distance[1]; }, true);
  }

  /// The rare cases of one option: a value not known, or one that the set has no room for yet.
  bool slow(PositionId a, PositionId b, uint32_t va, uint32_t vb) {
    if (va >= kOpenValue) pending_.push_back(a);
    if (vb >= kOpenValue) pending_.push_back(b);
    if (va < kOpenValue && vb < kOpenValue) seen_.insert(va ^ vb);
    return pending_.size() < kBatch;
  }

  /// The places of one part's positions for moves [from, from + count).
  void places(const NestCode& nest, const Bundle& bundle, size_t p, const DenseStore::Table& table,
              size_t from, size_t count, PositionId* ids) {
    const PartCode& part = nest.parts[p];
    PositionId fixed = table.offset;
    bool started = false;  // ids has something in it
    for (size_t i = 0; i < part.coordinates.size(); ++i) {
      const auto stride = static_cast<uint64_t>(table.stride[i]);
      const int64_t* value = bundle.value(part, i);
      auto add = [&](auto&& at) {
        for (size_t j = 0; j < count; ++j) ids[j] = (started ? ids[j] : 0) + at(j);
        started = true;
      };
      if (nest.strided) {
        const auto distance = static_cast<uint64_t>(part.distance[i]) * stride;
        fixed += static_cast<uint64_t>(value[0]) * stride;
        if (bundle.steps != nullptr) {
          add([&](size_t j) { return static_cast<uint64_t>(bundle.steps[from + j]) * distance; });
        } else {
          add([&](size_t j) { return static_cast<uint64_t>(from + j) * distance; });
        }
      } else if (!part.per_lane[i]) {
        fixed += static_cast<uint64_t>(value[0]) * stride;
      } else if (stride == 1) {
        add([&](size_t j) { return static_cast<uint64_t>(value[j]); });
      } else {
        add([&](size_t j) { return static_cast<uint64_t>(value[j]) * stride; });
      }
    }
    for (size_t j = 0; j < count; ++j) ids[j] = (started ? ids[j] : 0) + fixed;
  }

  /// Marks values[places[j]] for j = from, from + 1, … until one of them is no value below `size`;
  /// returns its j, or `count`. Nothing but the stamps changes in here, and everything stays in
  /// registers.
  [[gnu::noinline]] static size_t mark(const int64_t* places, const uint32_t* values, size_t from,
                                       size_t count, uint32_t* stamps, size_t size,
                                       uint32_t stamp) {
    size_t j = from;
    for (; j + 4 <= count; j += 4) {
      const uint32_t a = values[places[j]];
      const uint32_t b = values[places[j + 1]];
      const uint32_t c = values[places[j + 2]];
      const uint32_t d = values[places[j + 3]];
      if (std::max(std::max(a, b), std::max(c, d)) >= size) break;
      stamps[a] = stamp;
      stamps[b] = stamp;
      stamps[c] = stamp;
      stamps[d] = stamp;
    }
    for (; j < count; ++j) {
      const uint32_t value = values[places[j]];
      if (value >= size) break;
      stamps[value] = stamp;
    }
    return j;
  }

  /// One part with one coordinate, which is its place in the table.
  bool direct(const PartCode& part, const Bundle& bundle, const DenseStore::Table& table) {
    const int64_t* places = bundle.value(part, 0);
    const uint32_t* values = store_.values() + table.offset;
    for (size_t j = 0; j < bundle.count; ++j) {
      if (bundle.mask == nullptr) {
        j = mark(places, values, j, bundle.count, seen_.data(), seen_.size(), seen_.stamp());
        if (j == bundle.count) break;
      } else if (bundle.mask[j] == 0) {
        continue;
      }
      const uint32_t value = values[places[j]];
      if (value < seen_.size()) {
        seen_.data()[value] = seen_.stamp();
        continue;
      }
      // No value yet, or one that the set has no room for.
      const PositionId id = table.offset + static_cast<uint64_t>(places[j]);
      if (!slow(id, id, value, 0)) return false;
    }
    return true;
  }

  /// Any number of parts, coordinates from registers.
  bool gathered(const NestCode& nest, const Bundle& bundle, const std::vector<Target>& targets) {
    const size_t parts = nest.parts.size();
    if (parts == 1 && nest.vector && nest.parts[0].coordinates.size() == 1 &&
        nest.parts[0].per_lane[0]) {
      return direct(nest.parts[0], bundle, *targets[0]);
    }
    PositionId ids[2][kLanes];
    for (size_t from = 0; from < bundle.count; from += kLanes) {
      const size_t count = std::min(kLanes, bundle.count - from);
      const int64_t* mask = bundle.mask == nullptr ? nullptr : bundle.mask + from;
      const uint32_t* values = store_.values();
      if (parts <= 2) {
        for (size_t p = 0; p < parts; ++p)
          places(nest, bundle, p, *targets[p], from, count, ids[p]);
        for (size_t j = 0; j < count; ++j) {
          if (mask != nullptr && mask[j] == 0) continue;
          const uint32_t a = values[ids[0][j]];
          const uint32_t b = parts == 2 ? values[ids[1][j]] : 0;
          if ((a ^ b) < seen_.size() && a < kOpenValue) {
            seen_.data()[a ^ b] = seen_.stamp();
          } else if (!slow(ids[0][j], ids[parts - 1][j], a, b)) {
            return false;
          }
        }
        continue;
      }
      uint32_t sums[kLanes] = {};
      bool unknown[kLanes] = {};
      for (size_t p = 0; p < parts; ++p) {
        places(nest, bundle, p, *targets[p], from, count, ids[0]);
        for (size_t j = 0; j < count; ++j) {
          if (mask != nullptr && mask[j] == 0) continue;
          const uint32_t v = values[ids[0][j]];
          sums[j] ^= v;
          if (v < kOpenValue) continue;
          unknown[j] = true;
          pending_.push_back(ids[0][j]);
        }
      }
      for (size_t j = 0; j < count; ++j) {
        if ((mask == nullptr || mask[j] != 0) && !unknown[j]) seen_.insert(sums[j]);
      }
      if (pending_.size() >= kBatch) return false;
    }
    return true;
  }
};

}  // namespace grundy
