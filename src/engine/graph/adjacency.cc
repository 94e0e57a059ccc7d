#include "engine/graph/adjacency.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include "base/parallel.h"

namespace grundy {
namespace {

using End = ArcStream::End;

// Tells the budget of the bytes that all parts have read so far.
class Passage {
 public:
  Passage(const ArcStream& stream, uint64_t before, Budget& budget)
      : stream_(stream), done_(before), budget_(budget) {}
  bool go_on(size_t bytes) {
    // The stream is read twice.
    if (stream_.bytes() > 0) budget_.progress("bytes", done_ += bytes, 2 * stream_.bytes());
    return !budget_.spent();
  }

 private:
  const ArcStream& stream_;
  std::atomic<uint64_t> done_;
  Budget& budget_;
};

// An arc in its bucket: the second vertex, and above it the row, which is the place of the first
// one in the bucket.
struct PackedArc {
  // Some thousand buckets: each is a place in memory that is written to from one arc to the next.
  PackedArc(const ArcSurvey& survey, uint32_t vertices)
      : target_bits(static_cast<unsigned>(std::bit_width(std::max(vertices, 1U) - uint64_t{1}))) {
    unsigned least = 0;
    for (const ArcCounts& counts : survey.counts) least = std::max(least, counts.bits());
    row_bits =
        std::clamp(target_bits < 10 ? 0 : target_bits - 10, least, std::min(16U, 40 - target_bits));
  }

  /// Whether arcs take more than 32 bits; never more than 40.
  bool has_rest() const { return target_bits + row_bits > 32; }
  size_t rows() const { return size_t{1} << row_bits; }
  uint64_t pack(uint64_t from, uint64_t to) const {
    return to | (from & (rows() - 1)) << target_bits;
  }
  uint32_t row(uint64_t arc) const { return static_cast<uint32_t>(arc >> target_bits); }
  uint32_t target(uint64_t arc) const {
    return static_cast<uint32_t>(arc & ((uint64_t{1} << target_bits) - 1));
  }

  unsigned target_bits;
  unsigned row_bits;
};

// Arcs by buckets of as many first vertices on end as there are rows.
class Buckets : private PackedArc {
 public:
  /// Where one part of the stream puts the arcs of a bucket.
  struct Share {
    uint32_t next;
    uint32_t end;
  };

  Buckets(const ArcSurvey& survey, uint32_t vertices);

  /// By bucket.
  std::vector<Share>& shares(unsigned part) { return shares_[part]; }
  /// Puts arcs of a part of the stream, two numbers each, to their places; false when there were no
  /// such arcs when it was surveyed.
  bool put(std::vector<Share>& shares, std::span<const uint64_t> numbers) {
    // Copies, since the bytes that are written could be anything's.
    const PackedArc packed = *this;
    const uint32_t vertices = vertices_;
    Share* const share_of = shares.data();
    uint32_t* const targets = targets_.span().data();
    uint8_t* const rest = rest_.span().data();
    for (size_t i = 0; i < numbers.size(); i += 2) {
      const uint64_t from = numbers[i], to = numbers[i + 1];
      if (from >= vertices || to >= vertices) return false;
      Share& share = share_of[from >> packed.row_bits];
      const uint32_t place = share.next;
      if (place == share.end) return false;
      share.next = place + 1;
      const uint64_t arc = packed.pack(from, to);
      targets[place] = static_cast<uint32_t>(arc);
      if (packed.has_rest()) rest[place] = static_cast<uint8_t>(arc >> 32);
    }
    return true;
  }
  /// Whether all arcs that were surveyed have been put.
  bool is_full() const {
    return std::all_of(shares_.begin(), shares_.end(), [](const std::vector<Share>& shares) {
      return std::all_of(shares.begin(), shares.end(),
                         [](const Share& share) { return share.next == share.end; });
    });
  }

  /// Sorts the buckets; the targets are then plain.
  Attempt<Adjacency> sort(unsigned threads, Budget& budget);

 private:
  class Sorter;

  uint32_t vertices_;
  std::vector<std::vector<Share>> shares_;  // by part, then by bucket
  LargeArray<uint32_t> targets_;            // the low 32 bits of the arcs
  LargeArray<uint8_t> rest_;                // and the high 8
};

Buckets::Buckets(const ArcSurvey& survey, uint32_t vertices)
    : PackedArc(survey, vertices),
      vertices_(vertices),
      shares_(survey.counts.size(), std::vector<Share>((vertices >> row_bits) + size_t{1})),
      targets_(survey.arcs),
      rest_(has_rest() ? survey.arcs : 0) {
  uint32_t place = 0;
  for (size_t bucket = 0; bucket < shares_.front().size(); ++bucket) {
    for (size_t part = 0; part < shares_.size(); ++part) {
      const uint32_t count = survey.counts[part].of(bucket, row_bits);
      shares_[part][bucket] = {place, place + count};
      place += count;
    }
  }
}

// One thread's sorting of buckets.
class Buckets::Sorter {
 public:
  Sorter(Buckets& buckets, LargeArray<uint32_t>& begins, Budget& budget)
      : buckets_(buckets), begins_(begins), budget_(budget) {}

  /// Sorts the arcs [begin, end), those of a bucket; false when time is over.
  bool sort(size_t bucket, uint32_t begin, uint32_t end) {
    if (budget_.spent()) return false;
    if (buckets_.row_bits == 0) {
      begins_[bucket] = begin;  // its arcs are those of one vertex, and plain
      return true;
    }
    const size_t rows = buckets_.rows();
    next_.assign(rows + 1, 0);
    for (uint32_t i = begin; i < end; ++i) ++next_[row(arc(i))];
    uint32_t place = begin;
    for (uint32_t& next : next_) place += std::exchange(next, place);
    const size_t first = bucket << buckets_.row_bits;
    const size_t present = std::min<size_t>(rows, buckets_.vertices_ - first);
    std::copy_n(next_.begin(), present, &begins_[first]);
    if (end - begin < kCopied) {
      sort_copy(begin, end);
      return true;
    }
    return sort_in_place();
  }

 private:
  // Buckets of fewer arcs are copied first, which is twice as quick.
  static constexpr uint32_t kCopied = 1 << 19;

  uint64_t arc(uint32_t i) const {
    return buckets_.targets_[i] |
           (buckets_.has_rest() ? static_cast<uint64_t>(buckets_.rest_[i]) << 32 : 0);
  }
  uint32_t row(uint64_t arc) const { return buckets_.row(arc); }
  uint32_t target(uint64_t arc) const { return buckets_.target(arc); }

  void sort_copy(uint32_t begin, uint32_t end) {
    copy_.resize(end - begin);
    for (uint32_t i = begin; i < end; ++i) copy_[i - begin] = {row(arc(i)), target(arc(i))};
    for (const Arc& arc : copy_) buckets_.targets_[next_[arc.from]++] = arc.to;
  }

  // McIlroy, Bostic and McIlroy 1993, American flag sort: each arc is put to its place, and the one
  // that was there next.
  bool sort_in_place() {
    const std::vector<uint32_t> begins = next_;
    uint32_t moved = 0;
    for (uint32_t r = 0; r + 1 < begins.size(); ++r) {
      for (uint32_t i = next_[r]; i < begins[r + 1]; ++i) {
        if (++moved % (1 << 16) == 0 && budget_.spent()) return false;
        uint64_t held = arc(i);
        for (uint32_t to = row(held); to != r; to = row(held)) {
          const uint32_t place = next_[to]++;
          const uint64_t there = arc(place);
          buckets_.targets_[place] = target(held);
          held = there;
        }
        buckets_.targets_[i] = target(held);
      }
    }
    return true;
  }

  Buckets& buckets_;
  LargeArray<uint32_t>& begins_;
  Budget& budget_;
  std::vector<uint32_t> next_;  // by row of the bucket: where its next arc goes
  std::vector<Arc> copy_;       // from: the row
};

Attempt<Adjacency> Buckets::sort(unsigned threads, Budget& budget) {
  LargeArray<uint32_t> begins(vertices_ + size_t{1});
  begins[vertices_] = static_cast<uint32_t>(targets_.size());
  const std::vector<Share>& last = shares_.back();  // which end where the buckets end
  std::atomic<size_t> next_bucket{0};
  in_parallel(threads, [&](unsigned) {
    Sorter sorter(*this, begins, budget);
    for (size_t b = next_bucket++; b < last.size(); b = next_bucket++) {
      if (b << row_bits >= vertices_ || !sorter.sort(b, b == 0 ? 0 : last[b - 1].end, last[b].end))
        return;
    }
  });
  if (budget.spent()) return budget.why();
  return Adjacency{std::move(begins), std::move(targets_)};
}

}  // namespace

void ArcCounts::coarsen() {
  for (size_t i = 0; i < counts_.size(); ++i) {
    const uint32_t count = std::exchange(counts_[i], 0);
    counts_[i / 2] += count;
  }
  ++bits_;
}

void ArcCounts::make_room(uint64_t vertex) {
  while (vertex >> bits_ >= counts_.size()) {
    if (counts_.size() < kFew) {
      counts_.resize(kFew);
    } else if (bits_ < kMostBits) {
      coarsen();
    } else {
      counts_.resize(std::max<size_t>((vertex >> bits_) + 1, 2 * counts_.size()));
    }
  }
}

uint32_t ArcCounts::of(uint64_t stretch, unsigned bits) const {
  const uint64_t stretches = uint64_t{1} << (bits - bits_);
  uint32_t count = 0;
  for (uint64_t i = stretch * stretches;
       i < std::min<uint64_t>((stretch + 1) * stretches, counts_.size()); ++i) {
    count += counts_[i];
  }
  return count;
}

Attempt<ArcSurvey> ArcSurvey::of(const ArcStream& stream, uint64_t limit, Budget& budget) {
  Passage passage(stream, 0, budget);
  std::vector<ArcSurvey> surveys(stream.parts());
  std::vector<End> ends(stream.parts());
  in_parallel(stream.parts(), [&](unsigned part) {
    ArcSurvey survey;
    ArcCounts begins;
    const auto visit = [&](std::span<const uint64_t> numbers) {
      NameRange range = survey.names;
      uint64_t down = 0, up = 0;
      for (size_t i = 0; i < numbers.size(); i += 2) {
        const uint64_t from = numbers[i], to = numbers[i + 1];
        // Without a branch on which of the two is greater, since that cannot be predicted.
        range.largest = std::max(range.largest, from);
        range.largest = std::max(range.largest, to);
        range.smallest = std::min(range.smallest, from);
        range.smallest = std::min(range.smallest, to);
        down += static_cast<uint64_t>(to < from);
        up += static_cast<uint64_t>(to > from);
      }
      survey.names = range;
      survey.falling += down;
      survey.rising += up;
      survey.arcs += numbers.size() / 2;
      if (range.largest >= limit) return false;
      for (size_t i = 0; i < numbers.size(); i += 2) begins.add(numbers[i]);
      return true;
    };
    ends[part] = stream.scan(part, visit, [&](size_t bytes) { return passage.go_on(bytes); });
    survey.counts.push_back(std::move(begins));
    surveys[part] = std::move(survey);
  });
  if (budget.spent()) return budget.why();

  ArcSurvey all;
  for (unsigned part = 0; part < stream.parts(); ++part) {
    ArcSurvey& survey = surveys[part];
    if (ends[part] != End::done)
      return Error::declined("the arcs are not all pairs of small numbers, one a line");
    all.arcs += survey.arcs;
    all.falling += survey.falling;
    all.rising += survey.rising;
    all.names.smallest = std::min(all.names.smallest, survey.names.smallest);
    all.names.largest = std::max(all.names.largest, survey.names.largest);
    all.counts.push_back(std::move(survey.counts.front()));
  }
  if (all.arcs == 0) all.names = {};
  return all;
}

uint64_t Adjacency::bytes_needed(const ArcSurvey& survey, uint32_t vertices) {
  const uint64_t rest = PackedArc(survey, vertices).has_rest() ? 1 : 0;
  return survey.arcs * (sizeof(uint32_t) + rest) + (vertices + uint64_t{1}) * sizeof(uint32_t);
}

Attempt<Adjacency> Adjacency::of(const ArcStream& stream, const ArcSurvey& survey,
                                 uint32_t vertices, const std::string& source, Budget& budget) {
  Buckets buckets(survey, vertices);
  Passage passage(stream, stream.bytes(), budget);
  std::atomic<bool> changed{false};
  in_parallel(stream.parts(), [&](unsigned part) {
    std::vector<Buckets::Share>& shares = buckets.shares(part);
    const auto put = [&](std::span<const uint64_t> numbers) {
      return buckets.put(shares, numbers);
    };
    const End end = stream.scan(part, put, [&](size_t bytes) { return passage.go_on(bytes); });
    if (end != End::done) changed = true;
  });
  if (budget.spent()) return budget.why();
  if (changed || !buckets.is_full()) return Error::input(source + " changed while it was read");
  return buckets.sort(stream.parts(), budget);
}

}  // namespace grundy
