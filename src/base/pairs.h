// Reads long files of lines with two numbers, as NumberReader does (base/reader.h), but quickly: in
// parts, for several threads, and as often as is wanted.
//
// Only what is regular is understood: two numbers below 2^63 of at most 19 digits, or nothing but
// blanks and a comment. For all else scan() tells no more than that it is there, and NumberReader
// has the last word on it: a file that is wrong is reported in one place and in one way.
//
// Bytes come by pread(2), not by mmap, so that a file that shrinks while it is read is no crash.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/pairs_block.h"

namespace grundy {

/// A regular file, or a text in memory, of lines with two numbers. May be used from several threads
/// at a time.
class PairSource {
 public:
  static constexpr size_t kChunk = size_t{1} << 16;

  enum class End { done, irregular, stopped };

  /// Nothing when there is no such regular file that can be read, or its size is 0 (which the
  /// system also says of files that it makes while they are read).
  static std::optional<PairSource> open(const std::string& path);
  /// A text, which must outlive the source, of which `chunk` bytes are taken at a time.
  explicit PairSource(std::string_view text, size_t chunk = kChunk)
      : text_(text), size_(text.size()), chunk_(std::max<size_t>(chunk, 1)) {}

  /// In bytes, as it was when it was opened.
  uint64_t size() const { return size_; }
  size_t chunk() const { return chunk_; }
  /// count + 1 places, each the beginning of a line: part i of `count` about equal ones is from the
  /// place i to the next.
  std::vector<uint64_t> cut(unsigned count) const;

  /// Calls visit(std::span<const uint64_t>) for the numbers in the bytes [begin, end), which cut()
  /// gave, two for each line and many lines at a time, in their order; before each chunk it calls
  /// go_on(size_t) with the bytes that were read since the last call. Ends early when one of them
  /// says false (stopped), and at what is not regular or cannot be read.
  template <class Visit, class GoOn>
  End scan(uint64_t begin, uint64_t end, const Visit& visit, const GoOn& go_on) const;

 private:
  class File;
  class Lines;

  PairSource(std::shared_ptr<const File> file, uint64_t size)
      : file_(std::move(file)), size_(size), chunk_(kChunk) {}
  // Up to `count` bytes from a place on; 0 at the end and when they cannot be read.
  size_t read(uint64_t place, char* to, size_t count) const;

  std::shared_ptr<const File> file_;  // none for a text
  std::string_view text_;
  uint64_t size_;
  size_t chunk_;
};

/// Whole lines of a part of a source, a chunk at a time.
class PairSource::Lines {
 public:
  Lines(const PairSource& source, uint64_t begin, uint64_t end)
      : source_(source), place_(begin), end_(end), buffer_(source.chunk_ + 2 * kPairSlack) {}

  /// The next lines, each with its newline (one is added to the last line of a source when it has
  /// none); empty at the end of the part. Nothing when the bytes cannot be had, or a line is longer
  /// than kLongest.
  std::optional<std::string_view> next();

 private:
  static constexpr size_t kLongest = size_t{1} << 20;

  char* text() { return buffer_.data() + kPairSlack; }

  const PairSource& source_;
  uint64_t place_;
  uint64_t end_;
  std::vector<char> buffer_;
  size_t used_ = 0;    // the lines given last
  size_t filled_ = 0;  // and what has been read behind them
};

template <class Visit, class GoOn>
PairSource::End PairSource::scan(uint64_t begin, uint64_t end, const Visit& visit,
                                 const GoOn& go_on) const {
  Lines source(*this, begin, end);
  PairBlock block;
  for (size_t bytes = 0;;) {
    if (!go_on(bytes)) return End::stopped;
    const std::optional<std::string_view> lines = source.next();
    if (!lines) return End::irregular;
    if (lines->empty()) return End::done;
    bytes = lines->size();
    const char* p = lines->data();
    const char* const lines_end = p + bytes;
    while (p < lines_end) {
      p = read_pairs(p, lines_end, block);
      if (p == nullptr) return End::irregular;
      if (!visit(std::span<const uint64_t>(block.numbers).first(2 * block.size)))
        return End::stopped;
    }
  }
}

}  // namespace grundy
