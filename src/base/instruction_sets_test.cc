#include "base/instruction_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace grundy {
namespace {

#if HWY_ARCH_X86

/// What Linux says of the first processor.
std::vector<std::string> flags_of_linux() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (!line.starts_with("flags")) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    return {std::istream_iterator<std::string>(words), {}};
  }
  return {};
}

TEST(InstructionSets, AreThoseThatLinuxTellsOf) {
  const std::vector<std::string> flags = flags_of_linux();
  if (flags.empty()) GTEST_SKIP() << "no /proc/cpuinfo";
  const auto has = [&](std::initializer_list<const char*> names) {
    return std::all_of(names.begin(), names.end(), [&](const char* name) {
      return std::find(flags.begin(), flags.end(), name) != flags.end();
    });
  };
  const bool ssse3 = has({"ssse3"});
  const bool sse4 = ssse3 && has({"sse4_1", "sse4_2", "aes", "pclmulqdq"});
  // Linux doesn't tell of "abm" on some virtual machines; every processor with AVX2 has it.
  const bool avx2 = sse4 && has({"avx2", "fma", "bmi1", "bmi2", "f16c"});
  const bool avx3 = avx2 && has({"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"});
  const bool avx3_dl = avx3 && has({"avx512vbmi", "avx512_vbmi2", "gfni", "vaes", "vpclmulqdq",
                                    "avx512_vnni", "avx512_bitalg", "avx512_vpopcntdq"});
  EXPECT_EQ((instruction_sets() & HWY_SSSE3) != 0, ssse3);
  EXPECT_EQ((instruction_sets() & HWY_SSE4) != 0, sse4);
  EXPECT_EQ((instruction_sets() & HWY_AVX2) != 0, avx2);
  EXPECT_EQ((instruction_sets() & HWY_AVX3) != 0, avx3);
  EXPECT_EQ((instruction_sets() & HWY_AVX3_DL) != 0, avx3_dl);
}

TEST(InstructionSets, TheBestComesFirst) {
  EXPECT_EQ(place_of_best(HWY_EMU128), size_t{HWY_MAX_DYNAMIC_TARGETS});
  EXPECT_EQ(place_of_best(0), size_t{HWY_MAX_DYNAMIC_TARGETS});
  EXPECT_LT(place_of_best(HWY_SSSE3), place_of_best(HWY_EMU128));
  EXPECT_LT(place_of_best(HWY_SSE4 | HWY_SSSE3), place_of_best(HWY_SSSE3));
  EXPECT_EQ(place_of_best(HWY_AVX2 | HWY_SSE4 | HWY_SSSE3 | HWY_EMU128), place_of_best(HWY_AVX2));
  EXPECT_LT(place_of_best(HWY_AVX3_DL | HWY_AVX3), place_of_best(HWY_AVX3));
}

#endif

TEST(InstructionSets, CanBeLimitedToSome) {
  const int64_t all = instruction_sets();
  for (int64_t rest = all; rest != 0; rest &= rest - 1) {
    limit_instruction_sets(rest & -rest);
    EXPECT_EQ(instruction_sets(), rest & -rest);
  }
  limit_instruction_sets(0);
  EXPECT_EQ(instruction_sets(), all);
}

}  // namespace
}  // namespace grundy
