#include "engine/board/graph_key_block.h"

#include <algorithm>

// One source for all instruction sets: the file includes itself once for each, and the best that
// the machine has is taken when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/board/graph_key_block.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/instruction_sets.h"

HWY_BEFORE_NAMESPACE();
namespace grundy::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
// No more lanes than a byte of bits has: the sums over lanes that cells do not fill are 0 whatever
// the width.
using ColourTag = hn::CappedTag<uint32_t, 8>;

constexpr uint32_t kFactors[4][4] = {{0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F},
                                     {0x165667B1, 0xD3A2646D, 0xFD7046C5, 0xB55A4F09},
                                     {0xCC9E2D51, 0x1B873593, 0xE6546B65, 0x85EBCA6B},
                                     {0xC2B2AE35, 0x38B34AE5, 0xA1E38B93, 0x7FEB352D}};

template <int kBits, class V>
V turned(V x) {
  return hn::Or(hn::ShiftLeft<kBits>(x), hn::ShiftRight<32 - kBits>(x));
}

/// The steps, so many that they may stay in registers; 0 where they are more.
template <size_t kSteps>
struct Steps {
  explicit Steps(const CellLanes& lanes) {
    std::copy_n(lanes.steps.begin(), kSteps, steps.begin());
  }
  template <class V>
  V sum(const uint32_t* colours) const {
    const ColourTag d;
    V all = hn::LoadU(d, colours + steps[0]);
    for (size_t i = 1; i < kSteps; ++i) all = hn::Add(all, hn::LoadU(d, colours + steps[i]));
    return all;
  }
  std::array<ptrdiff_t, kSteps> steps;
};
template <>
struct Steps<0> {
  explicit Steps(const CellLanes& lanes) : steps(lanes.steps) {}
  template <class V>
  V sum(const uint32_t* colours) const {
    const ColourTag d;
    V all = hn::Zero(d);
    for (const int32_t step : steps) all = hn::Add(all, hn::LoadU(d, colours + step));
    return all;
  }
  std::span<const int32_t> steps;
};

template <size_t kSteps>
void spread_by(CellLanes& lanes, size_t times) {
  const ColourTag d;
  using V = hn::Vec<ColourTag>;
  const Steps<kSteps> steps(lanes);
  const V factor = hn::Set(d, 0x9E3779B1);
  uint32_t* from = lanes.colour.data() + CellLanes::kRoom;
  uint32_t* to = lanes.other.data() + CellLanes::kRoom;
  const uint32_t* alive = lanes.alive.data() + CellLanes::kRoom;
  const size_t used = lanes.used;
  for (size_t i = 0; i < times; ++i) {
    for (size_t lane = 0; lane < used; lane += hn::Lanes(d)) {
      const V sum = steps.template sum<V>(from + lane);
      V mixed = hn::Mul(hn::Add(turned<11>(hn::LoadU(d, from + lane)), sum), factor);
      mixed = hn::Xor(mixed, hn::ShiftRight<15>(mixed));
      hn::StoreU(hn::And(mixed, hn::LoadU(d, alive + lane)), d, to + lane);
    }
    std::swap(from, to);
  }
}

template <size_t kSteps>
void hash_by(CellLanes& lanes, const CellLanes::Lanes& labels, uint32_t* hash) {
  const ColourTag d;
  using V = hn::Vec<ColourTag>;
  const Steps<kSteps> steps(lanes);
  const uint32_t* colour = lanes.colour.data() + CellLanes::kRoom;
  const uint32_t* alive = lanes.alive.data() + CellLanes::kRoom;
  const uint32_t* label = labels.data() + CellLanes::kRoom;
  uint32_t* squared = lanes.other.data() + CellLanes::kRoom;
  const size_t used = lanes.used;
  for (size_t lane = 0; lane < used; lane += hn::Lanes(d)) {
    const V c = hn::LoadU(d, colour + lane);
    hn::StoreU(hn::Mul(hn::Xor(c, hn::ShiftRight<16>(c)), hn::Or(c, hn::Set(d, 1))), d,
               squared + lane);
  }
  V sums[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (size_t lane = 0; lane < used; lane += hn::Lanes(d)) {
    const V c = hn::Add(hn::LoadU(d, colour + lane), turned<16>(hn::LoadU(d, label + lane)));
    const V first = hn::Add(steps.template sum<V>(colour + lane), hn::LoadU(d, label + lane));
    const V second = steps.template sum<V>(squared + lane);
    const V here = hn::LoadU(d, alive + lane);
    for (size_t j = 0; j < 4; ++j) {
      V x = hn::Add(hn::Mul(c, hn::Set(d, kFactors[j][0])),
                    hn::Add(hn::Mul(first, hn::Set(d, kFactors[j][1])),
                            hn::Mul(second, hn::Set(d, kFactors[j][2]))));
      x = hn::Xor(x, hn::ShiftRight<16>(x));
      x = hn::Mul(x, hn::Set(d, kFactors[j][3]));
      x = hn::Xor(x, hn::ShiftRight<13>(x));
      sums[j] = hn::Add(sums[j], hn::And(x, here));
    }
  }
  for (size_t j = 0; j < 4; ++j) hash[j] = hn::GetLane(hn::SumOfLanes(d, sums[j]));
}

void spread(CellLanes& lanes, size_t times) {
  switch (lanes.steps.size()) {
    case 4:
      return spread_by<4>(lanes, times);
    case 8:
      return spread_by<8>(lanes, times);
    default:
      return spread_by<0>(lanes, times);
  }
}
void hash_neighbours(CellLanes& lanes, const CellLanes::Lanes& labels, uint32_t* hash) {
  switch (lanes.steps.size()) {
    case 4:
      return hash_by<4>(lanes, labels, hash);
    case 8:
      return hash_by<8>(lanes, labels, hash);
    default:
      return hash_by<0>(lanes, labels, hash);
  }
}

void add_lanes(const uint8_t* bits, size_t used, uint32_t value, uint32_t* lanes) {
  const ColourTag d;
  const auto all = hn::Set(d, value);
  for (size_t lane = 0; lane < used; lane += hn::Lanes(d)) {
    uint8_t near[8] = {static_cast<uint8_t>(bits[lane / 8] >> lane % 8)};
    const auto set = hn::LoadMaskBits(d, near);
    hn::StoreU(hn::Add(hn::LoadU(d, lanes + lane), hn::IfThenElseZero(set, all)), d, lanes + lane);
  }
}

}  // namespace
}  // namespace grundy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy {
namespace {

GRUNDY_FOR_INSTRUCTION_SETS(spread);
GRUNDY_FOR_INSTRUCTION_SETS(hash_neighbours);
GRUNDY_FOR_INSTRUCTION_SETS(add_lanes);

}  // namespace

void add_to_lanes(const std::array<uint64_t, CellLanes::kMost / 64>& bits, size_t used,
                  uint32_t value, CellLanes::Lanes& lanes) {
  std::array<uint8_t, CellLanes::kMost / 8> bytes;
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<uint8_t>(bits[i / 8] >> 8 * (i % 8));
  GRUNDY_BEST(add_lanes)(bytes.data(), used, value, lanes.data() + CellLanes::kRoom);
}

void spread_colours(CellLanes& lanes, size_t times) { GRUNDY_BEST(spread)(lanes, times); }

std::array<uint32_t, 4> hash_of_neighbours(CellLanes& lanes, const CellLanes::Lanes& labels) {
  std::array<uint32_t, 4> hash;
  GRUNDY_BEST(hash_neighbours)(lanes, labels, hash.data());
  return hash;
}

}  // namespace grundy
#endif
