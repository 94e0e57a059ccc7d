#include "engine/heap/kernel/ahead.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

namespace grundy::heap {
namespace {

void wait_a_little() { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

TEST(Ahead, EndsThreadsThatHadNothingToDo) {
  Ahead ahead;
  std::thread thread([&] { ahead.work(); });
  wait_a_little();
  ahead.end();
  thread.join();
}

// From the block on at which the kernel is when it tells what to mark, and not before it.
TEST(Ahead, MarksWhatTheKernelWould) {
  constexpr uint64_t kFirst = 128 * kBlock;
  std::mt19937 random(20261123);
  std::vector<uint8_t> codes(kFirst + 16 * kBlock);
  for (uint8_t& code : codes) code = static_cast<uint8_t>(random());
  Block block;
  block.low = codes.data();
  block.first = kFirst;
  block.common_class = 1;
  block.capacity = 256;
  block.common_marked = block.rare_marked = kWindow;
  std::vector<Entry> entries;
  std::vector<Entry> witnesses[kMaxWindows];
  for (uint64_t distance = 100; distance < kFirst; distance += 1 + random() % 100) {
    entries.push_back(entry_of(distance, static_cast<uint32_t>(random() % 256)));
    witnesses[0].push_back(entry_of(distance, static_cast<uint32_t>(random() % 256)));
  }
  // The thread is not bound to have done anything by the time it is asked: more time is given until
  // it has.
  int marked = 0;
  for (int wait = 1; wait < 1 << 16 && marked == 0; wait *= 2) {
    block.first = kFirst;
    Ahead ahead;
    std::thread thread([&] { ahead.work(); });
    ahead.renew(block, entries, witnesses);
    std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    for (; block.first < kFirst + 14 * kBlock; block.first += kBlock) {
      ahead.come_to(block.first);
      if (!ahead.finish_marks(block, entries)) continue;
      ++marked;
      uint64_t words[kBlock];
      mark_window(block, entries, 1, 0, kWindow / kGroup, words);
      EXPECT_TRUE(std::equal(words, words + kBlock, block.common[0])) << block.first;
      mark_window(block, witnesses[0], 0, 0, kWindow / kGroup, words);
      EXPECT_TRUE(std::equal(words, words + kBlock, block.rare[0])) << block.first;
    }
    ahead.end();
    thread.join();
  }
  EXPECT_GT(marked, 0);
}

}  // namespace
}  // namespace grundy::heap
