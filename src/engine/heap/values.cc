#include "engine/heap/values.h"

#include <algorithm>

namespace grundy::heap {

unsigned Values::planes_for(uint32_t value) {
  unsigned planes = 1;
  while (planes < 4 && value >> (8 * planes) != 0) ++planes;
  return planes;
}

void Values::copy(uint64_t first, std::span<uint32_t> out) const {
  // Decoding is linear: by bytes.
  std::array<std::array<uint32_t, 256>, 4> table{};
  for (unsigned i = 0; i < planes_; ++i) {
    for (uint32_t b = 0; b < 256; ++b) table[i][b] = encoding_.decode(b << (8 * i));
  }
  for (uint64_t k = 0; k < out.size(); ++k) out[k] = table[0][plane(0)[first + k]];
  for (unsigned i = 1; i < planes_; ++i) {
    for (uint64_t k = 0; k < out.size(); ++k) out[k] ^= table[i][plane(i)[first + k]];
  }
}

void Values::reserve(uint64_t end) {
  if (end <= room_) return;
  room_ = end;
  for (unsigned i = 0; i < planes_; ++i) plane_[i].resize(end + 2 * kPad, 0);
}

void Values::push(uint32_t value) {
  if (size_ == room_) reserve(std::max<uint64_t>(1024, 2 * room_));
  const uint32_t code = encoding_.encode(value);
  for (unsigned i = 0; i < planes_; ++i) plane(i)[size_] = static_cast<uint8_t>(code >> (8 * i));
  ++size_;
}

void Values::store_as(const Encoding& encoding, unsigned planes) {
  if (encoding == encoding_ && planes == planes_) return;
  for (unsigned i = planes_; i < planes; ++i) plane_[i].resize(room_ + 2 * kPad, 0);
  const unsigned before = planes_;
  const Encoding old = encoding_;
  planes_ = planes;
  encoding_ = encoding;
  for (uint64_t n = 0; n < size_; ++n) {
    uint32_t code = 0;
    for (unsigned i = 0; i < before; ++i) code |= static_cast<uint32_t>(plane(i)[n]) << (8 * i);
    code = encoding.encode(old.decode(code));
    for (unsigned i = 0; i < planes; ++i) plane(i)[n] = static_cast<uint8_t>(code >> (8 * i));
  }
  for (unsigned i = planes; i < 4; ++i) std::vector<uint8_t>().swap(plane_[i]);
}

}  // namespace grundy::heap
