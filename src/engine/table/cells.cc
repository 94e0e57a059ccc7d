#include "engine/table/cells.h"

namespace grundy {
namespace {

template <class From, class To>
void widen(const uint8_t* from, uint8_t* to, uint64_t count) {
  const auto copy = [&](uint64_t at) {
    From value;
    std::memcpy(&value, from + at * sizeof(From), sizeof(From));
    const To wide = value;
    std::memcpy(to + at * sizeof(To), &wide, sizeof(To));
  };
  // From the last to the first, so that nothing is written over before it was read.
  if (from == to) {
    for (uint64_t at = count; at-- > 0;) copy(at);
  } else {
    for (uint64_t at = 0; at < count; ++at) copy(at);
  }
}

}  // namespace

void widen_cells(const uint8_t* from, unsigned width, uint8_t* to, unsigned to_width,
                 uint64_t count) {
  if (width == 1 && to_width == 2) widen<uint8_t, uint16_t>(from, to, count);
  if (width == 1 && to_width == 4) widen<uint8_t, uint32_t>(from, to, count);
  if (width == 2 && to_width == 4) widen<uint16_t, uint32_t>(from, to, count);
}

}  // namespace grundy
