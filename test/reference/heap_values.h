// The values of take-and-break games by definition: all splits of every heap are listed.
#pragma once
#include <cstdint>
#include <vector>

#include "rule/heap_code.h"

namespace grundy::reference {

/// g(0), …, g(end - 1).
std::vector<uint32_t> heap_values(const HeapCode& code, uint64_t end);

}  // namespace grundy::reference
