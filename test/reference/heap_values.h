// The values of take-and-break games by definition: all splits of every heap are listed.
#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "rule/heap_code.h"

namespace grundy::reference {

/// The code of this text, which has to be one.
inline HeapCode heap_code(const std::string& text) {
  auto code = parse_heap_code(text);
  EXPECT_TRUE(code) << text;
  return *std::move(code);
}

/// g(0), …, g(end - 1).
std::vector<uint32_t> heap_values(const HeapCode& code, uint64_t end);

}  // namespace grundy::reference
