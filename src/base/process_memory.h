// How much memory this process has: what the machine gave it and can't use otherwise.
#pragma once
#include <chrono>
#include <cstdint>

namespace grundy {

/// Bytes, as they were at most some milliseconds before `now`; 0 where that is not known. Files
/// that are mapped, such as the program itself, don't count. About 5 ns, and some microseconds when
/// it looks.
uint64_t process_memory(std::chrono::steady_clock::time_point now);

/// Memory that was freed and that the allocator has kept goes back to the machine.
void give_back_freed_memory();

}  // namespace grundy
