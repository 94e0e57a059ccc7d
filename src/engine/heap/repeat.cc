#include "engine/heap/repeat.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/checksum.h"

namespace grundy::heap {
namespace {

constexpr uint64_t kHashed = kStreamBlock;         // codes
constexpr uint64_t kAnchorAmong = Stream::kDepth;  // an anchor is chosen from so many codes
constexpr uint64_t kLeastSeen = 4;                 // … among which it has to be
// Another one is chosen at n when none was seen for more than n/64.
constexpr uint64_t kMissed = 64;
constexpr uint64_t kSpacing = 33;        // a station at n, the next from n + n/33 on
constexpr uint64_t kChunksAtOnce = 256;  // chunks

}  // namespace

/// Values again, from a place behind a station on.
class Repeat::Reader {
 public:
  Reader(const Stream& stream, uint64_t from) : stream_(stream), position_(from) {}
  /// The codes of the next positions: at least one, at most `most`; the budget is asked.
  Attempt<std::span<const uint8_t>> next(uint64_t most, const Budget& budget) {
    while (stream_.size() <= position_) {
      if (budget.spent()) return budget.why();
      if (auto done = stream_.advance(true); !done) return std::move(done).error();
    }
    const uint64_t count = std::min(most, stream_.size() - position_);
    const uint8_t* const first = stream_.end() - (stream_.size() - position_);
    position_ += count;
    return std::span(first, count);
  }

 private:
  Stream stream_;
  uint64_t position_;
};

Repeat::Repeat(const Values& values, Stream stream)
    : values_(values), begin_(stream), stream_(std::move(stream)) {
  state_.position = state_.due = stream_.size();
  choose_anchor();
}

void Repeat::go_to(const State& state, std::span<const uint8_t> codes,
                   const std::vector<Station>& stations) {
  state_ = state;
  stream_.go_to(state.position, codes);
  stations_.clear();
  by_hash_.clear();
  for (const Station& s : stations) add_station(s.position, s.codes.data() + s.codes.size());
}

/// The rarest code that is not too rare.
void Repeat::choose_anchor() {
  std::array<uint64_t, 256> count{};
  for (uint64_t k = 1; k <= kAnchorAmong; ++k) ++count[stream_.end()[-static_cast<int64_t>(k)]];
  state_.anchor = stream_.end()[-1];
  for (size_t code = 0; code < count.size(); ++code) {
    if (count[code] >= kLeastSeen && count[code] < count[state_.anchor])
      state_.anchor = static_cast<uint8_t>(code);
  }
  state_.seen = stream_.size();
}

uint64_t Repeat::hash(const uint8_t* end) const {
  uint64_t sum = 0;
  for (uint64_t k = 0; k < kHashed; k += 8) {
    uint64_t word = 0;
    std::memcpy(&word, end - kHashed + k, sizeof word);
    sum = add_to_checksum(sum, word);
  }
  return sum;
}

void Repeat::add_station(uint64_t position, const uint8_t* end) {
  by_hash_[hash(end)] = stations_.size();
  stations_.push_back({position, {end - stream_.window(), end}});
}

/// Looks behind the anchors of the last chunk; true when a window came again.
bool Repeat::look(uint64_t end) {
  const uint8_t* const last = stream_.end();
  const uint8_t* at = last - Stream::kChunk;
  while ((at = static_cast<const uint8_t*>(
              std::memchr(at, state_.anchor, static_cast<size_t>(last - at)))) != nullptr) {
    ++at;
    const uint64_t n = end - static_cast<uint64_t>(last - at);
    state_.seen = n;
    if (const auto known = by_hash_.find(hash(at)); known != by_hash_.end()) {
      const Station& station = stations_[known->second];
      const uint64_t distance = n - station.position;
      if ((!stream_.character().by_parity || distance % 2 == 0) &&
          std::equal(station.codes.begin(), station.codes.end(), at - station.codes.size())) {
        matched_ = known->second;
        again_ = n;
        return true;
      }
    }
    if (n >= state_.due) {
      add_station(n, at);
      state_.due = n + n / kSpacing;
    }
  }
  if (end - state_.seen > kAnchorAmong + end / kMissed) choose_anchor();
  return false;
}

Attempt<Period> Repeat::find(Budget& budget, const Pause& pause) {
  while (again_ == 0) {
    if (pause) {
      if (auto paused = pause(); !paused) return std::move(paused).error();
    }
    if (budget.spent()) return budget.why();
    budget.progress("values", stream_.size());
    for (uint64_t k = 0; k < kChunksAtOnce && again_ == 0; ++k) {
      if (auto done = stream_.advance(); !done) return std::move(done).error();
      state_.position = stream_.size();
      look(stream_.size());
    }
  }
  // The rare values are options as far as the pairs lie behind the station.
  while (stream_.size() < again_ + Stream::kKept) {
    if (auto done = stream_.advance(); !done) return std::move(done).error();
  }
  const Attempt<uint64_t> period = least_period(again_ - stations_[matched_].position, budget);
  if (!period) return period.error();
  const Attempt<uint64_t> from = preperiod(*period, budget);
  if (!from) return from.error();
  return Period{.preperiod = *from, .period = *period};
}

/// From the last station at or before this position on; or from where the stream began.
Repeat::Reader Repeat::read(uint64_t from) const {
  Stream stream = begin_;
  const auto behind = std::upper_bound(stations_.begin(), stations_.end(), from,
                                       [](uint64_t n, const Station& s) { return n < s.position; });
  if (behind != stations_.begin()) {
    const Station& station = *(behind - 1);
    stream.go_to(station.position, station.codes);
  }
  return {stream, from};
}

/// Whether the window of the station that matched is also the one so much farther on.
Attempt<bool> Repeat::repeats_after(uint64_t distance, const Budget& budget) const {
  if (stream_.character().by_parity && distance % 2 != 0) return false;
  const Station& station = stations_[matched_];
  Reader again = read(station.position - station.codes.size() + distance);
  for (size_t k = 0; k < station.codes.size();) {
    const auto codes = again.next(station.codes.size() - k, budget);
    if (!codes) return codes.error();
    if (!std::equal(codes->begin(), codes->end(),
                    station.codes.begin() + static_cast<std::ptrdiff_t>(k)))
      return false;
    k += codes->size();
  }
  return true;
}

/// A smaller period of a periodic sequence divides it.
Attempt<uint64_t> Repeat::least_period(uint64_t period, const Budget& budget) const {
  for (uint64_t divisor = 2, left = period; left > 1; ++divisor) {
    if (divisor * divisor > left) divisor = left;
    for (; left % divisor == 0; left /= divisor) {
      const Attempt<bool> less = repeats_after(period / divisor, budget);
      if (!less) return less.error();
      if (*less) period /= divisor;
    }
  }
  return period;
}

/// The end of the last place from `first` to `end` that has not the code of the one a period
/// farther on; `first` when there is none.
Attempt<uint64_t> Repeat::last_difference(uint64_t first, uint64_t end, uint64_t period,
                                          const Budget& budget) const {
  Reader one = read(first);
  Reader other = read(first + period);
  uint64_t last = first;
  for (uint64_t n = first; n < end;) {
    const auto a = one.next(end - n, budget);
    if (!a) return a.error();
    for (uint64_t k = 0; k < a->size();) {
      const auto b = other.next(a->size() - k, budget);
      if (!b) return b.error();
      for (uint64_t i = b->size(); i > 0; --i) {
        if ((*a)[k + i - 1] == (*b)[i - 1]) continue;
        last = n + k + i;
        break;
      }
      k += b->size();
    }
    n += a->size();
  }
  return last;
}

/// The least n0 such that values repeat with this period from n0 on, as they do behind the station
/// that matched.
Attempt<uint64_t> Repeat::preperiod(uint64_t period, const Budget& budget) const {
  uint64_t from = stations_[matched_].position;
  for (size_t station = matched_ + 1; station > 0 && from > Stream::kStart; --station) {
    const uint64_t first = station == 1 ? Stream::kStart : stations_[station - 2].position;
    Attempt<uint64_t> last = last_difference(first, from, period, budget);
    if (!last || *last > first) return last;
    from = first;
  }
  // Not all of these positions are common, so that values are compared.
  std::vector<uint32_t> later(Stream::kStart);
  const uint64_t streamed = std::max(period, Stream::kStart);
  for (uint64_t n = period; n < streamed && n < period + Stream::kStart; ++n)
    later[n - period] = values_.at(n);
  Reader rest = read(streamed);
  for (uint64_t n = streamed; n < period + Stream::kStart;) {
    const auto codes = rest.next(period + Stream::kStart - n, budget);
    if (!codes) return codes.error();
    for (const uint8_t code : *codes) {
      later[n - period] = stream_.value(n, code);
      ++n;
    }
  }
  from = Stream::kStart;
  while (from > 0 && values_.at(from - 1) == later[from - 1]) --from;
  return from;
}

}  // namespace grundy::heap
