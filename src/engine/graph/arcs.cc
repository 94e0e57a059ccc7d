#include "engine/graph/arcs.h"

#include <algorithm>
#include <array>

namespace grundy {
namespace {

// Arcs whose vertices are looked up together.
constexpr size_t kBatch = 64;

}  // namespace

bool ArcList::push(Arc arc) {
  constexpr size_t kLeast = 1024, kGreatest = size_t{1} << 18;
  if (blocks_.empty() || blocks_.back().size == blocks_.back().capacity) {
    const size_t capacity = std::clamp<size_t>(size_, kLeast, kGreatest);
    if (!memory_.take(capacity * sizeof(Arc))) return false;
    blocks_.push_back({std::unique_ptr<Arc[]>(new Arc[capacity]), 0, capacity});
  }
  Block& block = blocks_.back();
  block.arcs[block.size++] = arc;
  ++size_;
  return true;
}

Attempt<ArcList> ArcList::read(NumberReader& reader, VertexNumbering& numbering, NameRange& names,
                               Budget& budget) {
  ArcList list(budget);
  bool by_own_names = true;
  std::array<uint64_t, 2 * kBatch> ends;  // from and to of up to kBatch arcs
  std::array<uint32_t, 2 * kBatch> numbers;
  const auto number = [&](size_t count) -> Attempt<void> {
    if (numbering.number(std::span(ends).first(count), std::span(numbers).first(count), budget))
      return {};
    return budget.too_large("the vertices of " + reader.source(), 2 * numbering.bytes());
  };
  const auto number_all_anew = [&]() -> Attempt<void> {
    by_own_names = false;
    for (const Block& block : list.blocks_) {
      if (budget.spent()) return budget.why();
      for (size_t begin = 0; begin < block.size; begin += kBatch) {
        const std::span<Arc> batch =
            block.span().subspan(begin, std::min(kBatch, block.size - begin));
        for (size_t i = 0; i < batch.size(); ++i)
          ends[2 * i] = batch[i].from, ends[2 * i + 1] = batch[i].to;
        if (Attempt<void> done = number(2 * batch.size()); !done) return done;
        for (size_t i = 0; i < batch.size(); ++i) batch[i] = {numbers[2 * i], numbers[2 * i + 1]};
      }
    }
    return {};
  };

  names = {UINT64_MAX, 0};
  for (bool more = true; more;) {
    size_t count = 0;
    while (count < ends.size() && (more = reader.next_row(std::span(ends).subspan(count, 2))))
      count += 2;
    if (reader.failed()) return reader.error();
    for (size_t i = 0; i < count; ++i) {
      names.smallest = std::min(names.smallest, ends[i]);
      names.largest = std::max(names.largest, ends[i]);
    }
    if (by_own_names && names.largest >= VertexNumbering::kNone) {
      const std::array<uint64_t, 2 * kBatch> read = ends;
      if (Attempt<void> done = number_all_anew(); !done) return std::move(done).error();
      ends = read;
    }
    if (by_own_names) {
      for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<uint32_t>(ends[i]);
    } else if (Attempt<void> done = number(count); !done) {
      return std::move(done).error();
    }
    if (list.size() + count / 2 > kMost) {
      return Error::declined(reader.source() + " has more than " + std::to_string(kMost) +
                             " edges");
    }
    for (size_t i = 0; i < count; i += 2) {
      if (!list.push({numbers[i], numbers[i + 1]})) {
        return budget.too_large("the edges of " + reader.source(), (list.size() + 1) * sizeof(Arc));
      }
    }
  }
  if (list.size() == 0) names.smallest = 0;
  if (by_own_names && !names_are_small(names.largest, list.size())) {
    if (Attempt<void> done = number_all_anew(); !done) return std::move(done).error();
  }
  return list;
}

ArcStream::ArcStream(const PairSource& source, unsigned threads)
    : source_(&source),
      places_(source.cut(
          static_cast<unsigned>(std::min<uint64_t>(threads, source.size() / source.chunk() + 1)))) {
}

ArcStream::ArcStream(const ArcList& list, unsigned threads) : blocks_(list.blocks()) {
  const size_t parts = std::clamp<size_t>(blocks_.size(), 1, threads);
  for (size_t i = 0; i <= parts; ++i) places_.push_back(blocks_.size() * i / parts);
}

}  // namespace grundy
