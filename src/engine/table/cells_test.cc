#include "engine/table/cells.h"

#include <gtest/gtest.h>

#include <vector>

namespace grundy {
namespace {

TEST(Cells, WidthOfAValue) {
  EXPECT_EQ(cell_width(0), 1u);
  EXPECT_EQ(cell_width(255), 1u);
  EXPECT_EQ(cell_width(256), 2u);
  EXPECT_EQ(cell_width(65535), 2u);
  EXPECT_EQ(cell_width(65536), 4u);
}

TEST(Cells, WideningKeepsValuesInPlaceAndElsewhere) {
  constexpr uint64_t kCells = 1000;
  for (const auto& [from, to] : {std::pair(1u, 2u), {1u, 4u}, {2u, 4u}}) {
    for (const bool in_place : {true, false}) {
      std::vector<uint8_t> narrow(kCells * to);
      std::vector<uint8_t> other(kCells * to);
      const auto value = [width = from](uint64_t at) {
        return (at * 2654435761u) & (width == 1 ? 0xFFu : 0xFFFFu);
      };
      for (uint64_t at = 0; at < kCells; ++at) {
        const uint64_t written = value(at);
        std::memcpy(&narrow[at * from], &written, from);
      }
      uint8_t* const result = in_place ? narrow.data() : other.data();
      widen_cells(narrow.data(), from, result, to, kCells);
      for (uint64_t at = 0; at < kCells; ++at)
        ASSERT_EQ(read_cell(result, to, at), value(at)) << from << to << at;
    }
  }
}

}  // namespace
}  // namespace grundy
