#include "engine/table/sweep/kept_sets.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace grundy {
namespace {

/// How the text begins: each set has what its cell hands on.
constexpr uint64_t kSetsInFile = UINT64_MAX - 1;
constexpr size_t kPiece = 1 << 16;  // words that are written at once

/// The bytes of a slot of `bytes` bytes that are written, from first to last: the set, and its
/// counts.
std::array<std::pair<uint64_t, uint64_t>, 2> parts_of_slot(const SlotLayout& layout,
                                                           uint64_t bytes) {
  return {{{0, layout.counts_at()}, {layout.counts_at(), bytes}}};
}

/// Calls visit(slot) for all that are written of one set, until it gives false.
template <class Visit>
bool for_each_slot(const RunningSets& sets, size_t set, uint64_t filled, const Visit& visit) {
  const Chains& chains = sets.chains(set);
  for (uint64_t cell = filled - std::min(filled, chains.distance()); cell < filled; ++cell) {
    if (!visit(sets.slot(set, chains.ring_of(cell)))) return false;
  }
  return true;
}

}  // namespace

Attempt<void> write_sets(const RunningSets& sets, uint64_t limit, uint64_t filled,
                         const TableFile::Sink& sink) {
  std::vector<uint64_t> words = {kSetsInFile, limit};
  Attempt<void> written;
  auto flush = [&] {
    written = sink({reinterpret_cast<const char*>(words.data()), 8 * words.size()});
    words.clear();
    return written.ok();
  };
  for (size_t i = 0; i < sets.size(); ++i) {
    const bool done = for_each_slot(sets, i, filled, [&](const uint8_t* slot) {
      for (const auto& [from, to] : parts_of_slot(sets.layout(), sets.slot_bytes(i))) {
        const size_t count_at = words.size();
        words.resize(count_at + 1 + (to - from) / 8);
        std::memcpy(words.data() + count_at + 1, slot + from, to - from);
        while (words.size() > count_at + 1 && words.back() == 0) words.pop_back();
        words[count_at] = words.size() - count_at - 1;
      }
      return words.size() < kPiece || flush();
    });
    if (!done) return written;
  }
  flush();
  return written;
}

std::optional<std::vector<uint64_t>> words_of_sets(const std::string& text) {
  std::vector<uint64_t> words(text.size() / 8);
  if (words.size() < 2) return std::nullopt;
  std::memcpy(words.data(), text.data(), 8 * words.size());
  if (words[0] != kSetsInFile) return std::nullopt;
  return words;
}

uint64_t limit_of_sets(std::span<const uint64_t> words) { return words[1]; }

bool read_sets(RunningSets& sets, uint64_t filled, std::span<const uint64_t> words) {
  size_t next = 2;
  for (size_t i = 0; i < sets.size(); ++i) {
    const bool done = for_each_slot(sets, i, filled, [&](uint8_t* slot) {
      for (const auto& [from, to] : parts_of_slot(sets.layout(), sets.slot_bytes(i))) {
        if (next >= words.size() || words[next] > (to - from) / 8 ||
            words.size() - next <= words[next])
          return false;
        const uint64_t bytes = 8 * words[next];
        std::memcpy(slot + from, words.data() + next + 1, bytes);
        std::memset(slot + from + bytes, 0, to - from - bytes);
        next += words[next] + 1;
      }
      return true;
    });
    if (!done) return false;
  }
  return next == words.size();
}

}  // namespace grundy
