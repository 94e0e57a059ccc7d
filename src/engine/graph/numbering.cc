#include "engine/graph/numbering.h"

namespace grundy {
namespace {

// Mixes all bits of a name into all bits of the result (the finalizer of SplitMix64, Steele, Lea
// and Flood 2014).
uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

}  // namespace

// The first slot, from this one on, that is free or may hold the name.
size_t VertexNumbering::first_match(uint64_t mixed, size_t from) const {
  const size_t mask = slots_.size() - 1;
  size_t i = from & mask;
  while (slots_[i] != kFree && slots_[i] >> 32 != mixed >> 32) i = (i + 1) & mask;
  return i;
}

// The slot that holds the name, or the free one where it belongs.
size_t VertexNumbering::slot(uint64_t name) const {
  const uint64_t mixed = mix(name);
  size_t i = first_match(mixed, mixed);
  while (slots_[i] != kFree && names_[static_cast<uint32_t>(slots_[i])] != name)
    i = first_match(mixed, i + 1);
  return i;
}

bool VertexNumbering::grow(Budget& budget) {
  const size_t count = slots_.empty() ? 64 : 2 * slots_.size();
  const size_t room = count / 4 * 3;
  const uint64_t before = bytes();
  if (!budget.take_memory(count * sizeof(Slot) + room * sizeof(uint64_t))) return false;
  slots_ = {};
  slots_.assign(count, kFree);
  names_.reserve(room);
  for (size_t i = 0; i < names_.size(); ++i) {
    const uint64_t mixed = mix(names_[i]);
    size_t free = mixed & (count - 1);
    while (slots_[free] != kFree) free = (free + 1) & (count - 1);
    slots_[free] = (mixed >> 32 << 32) | i;
  }
  budget.give_back_memory(before);
  return true;
}

bool VertexNumbering::number(std::span<const uint64_t> names, std::span<uint32_t> numbers,
                             Budget& budget) {
  if (slots_.empty() && !grow(budget)) return false;
  const size_t mask = slots_.size() - 1;
  for (const uint64_t name : names) __builtin_prefetch(&slots_[mix(name) & mask]);
  for (const uint64_t name : names) {
    const Slot likely = slots_[first_match(mix(name), mix(name))];
    if (likely != kFree) __builtin_prefetch(&names_[static_cast<uint32_t>(likely)]);
  }
  for (size_t k = 0; k < names.size(); ++k) {
    if (names_.size() == names_.capacity() && !grow(budget)) return false;
    const size_t i = slot(names[k]);
    if (slots_[i] == kFree) {
      if (names_.size() == kNone) return false;
      slots_[i] = (mix(names[k]) >> 32 << 32) | names_.size();
      names_.push_back(names[k]);
    }
    numbers[k] = static_cast<uint32_t>(slots_[i]);
  }
  return true;
}

uint32_t VertexNumbering::find(uint64_t name) const {
  return slots_.empty() ? kNone : static_cast<uint32_t>(slots_[slot(name)]);
}

}  // namespace grundy
