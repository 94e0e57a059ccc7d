// Reads long files of lines with two numbers, as NumberReader does (base/reader.h), but quickly: in parts, for several
// threads, and as often as is wanted.
//
// Only what is regular is understood: two numbers below 2^63 of at most 19 digits, or nothing but blanks and a comment.
// For all else scan() tells no more than that it is there, and NumberReader has the last word on it: a file that is
// wrong is reported in one place and in one way.
//
// Eight digits are read at a time: the first byte that is no digit is found by arithmetic on a word of 64 bits, and the
// digits before it are joined to pairs, fours and eights by three multiplications, without a branch on how many there
// are. Bytes come by pread(2), not by mmap, so that a file that shrinks while it is read is no crash.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grundy {

/// A regular file, or a text in memory, of lines with two numbers. May be used from several threads at a time.
class PairSource {
 public:
  static constexpr size_t kChunk = size_t{1} << 16;

  enum class End { done, irregular, stopped };

  /// Nothing when there is no such regular file that can be read, or its size is 0 (which the system also says of files
  /// that it makes while they are read).
  static std::optional<PairSource> open(const std::string& path);
  /// A text, which must outlive the source, of which `chunk` bytes are taken at a time.
  explicit PairSource(std::string_view text, size_t chunk = kChunk)
      : text_(text), size_(text.size()), chunk_(std::max<size_t>(chunk, 1)) {}

  /// In bytes, as it was when it was opened.
  uint64_t size() const { return size_; }
  size_t chunk() const { return chunk_; }
  /// count + 1 places, each the beginning of a line: part i of `count` about equal ones is from the place i to the
  /// next.
  std::vector<uint64_t> cut(unsigned count) const;

  /// Calls visit(uint64_t, uint64_t) for each line with numbers in the bytes [begin, end), which cut() gave, in their
  /// order; before each chunk it calls go_on(size_t) with the bytes that were read since the last call. Ends early when
  /// one of them says false (stopped), and at what is not regular or cannot be read.
  template <class Visit, class GoOn>
  End scan(uint64_t begin, uint64_t end, const Visit& visit, const GoOn& go_on) const;

 private:
  class File;
  class Lines;

  PairSource(std::shared_ptr<const File> file, uint64_t size) : file_(std::move(file)), size_(size), chunk_(kChunk) {}
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
  /// So many bytes behind the lines may be read.
  static constexpr size_t kSlack = 16;

  Lines(const PairSource& source, uint64_t begin, uint64_t end)
      : source_(source), place_(begin), end_(end), buffer_(source.chunk_ + kSlack) {}

  /// The next lines, each with its newline (one is added to the last line of a source when it has none); empty at the
  /// end of the part. Nothing when the bytes cannot be had, or a line is longer than kLongest.
  std::optional<std::string_view> next();

 private:
  static constexpr size_t kLongest = size_t{1} << 20;

  const PairSource& source_;
  uint64_t place_;
  uint64_t end_;
  std::vector<char> buffer_;
  size_t used_ = 0;    // the lines given last
  size_t filled_ = 0;  // and what has been read behind them
};

namespace pairs {

/// The number of the eight digits in a word, the first in the lowest byte, each as a value below 10.
inline uint64_t eight_digits(uint64_t digits) {
  digits = digits * 10 + (digits >> 8);  // of each two bytes, the lower one: a pair
  constexpr uint64_t kPairs = 0x000000FF000000FF;
  // The pairs 1 and 3 times 10^6 and 100, the pairs 2 and 4 times 10^4 and 1, summed in the upper half.
  return ((digits & kPairs) * 0x000F424000000064 + (digits >> 16 & kPairs) * 0x0000271000000001) >> 32;
}

/// Reads the digits at p and moves p past them. False when there are none, or more than 19, or they make 2^63 or more;
/// p then stays. Eight bytes behind the digits must be readable.
inline bool number(const char*& p, uint64_t& n) {
  constexpr std::array<uint64_t, 8> kPowers = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000};
  n = 0;
  for (unsigned before = 0; before <= 16; before += 8) {
    uint64_t word;
    std::memcpy(&word, p + before, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    word ^= 0x3030303030303030;
    // The highest bit of each byte that is above 9; carries disturb only bytes behind the first of them.
    const uint64_t others = ((word + 0x7676767676767676) | word) & 0x8080808080808080;
    if (others == 0) {
      n = n * 100'000'000 + eight_digits(word);
      continue;
    }
    const unsigned bits = static_cast<unsigned>(std::countr_zero(others)) & ~7u;
    const unsigned digits = bits / 8;
    if (before + digits == 0 || before + digits > 19) return false;
    if (digits > 0) n = n * kPowers[digits] + eight_digits(word << (64 - bits));
    if (n >> 63 != 0) return false;
    p += before + digits;
    return true;
  }
  return false;
}

inline void skip_blanks(const char*& p) {
  while (*p == ' ' || *p == '\t' || *p == '\r') ++p;
}

/// Moves p past blanks, a comment and the newline behind them; false when something else is there. There is a newline
/// before `end`.
inline bool end_line(const char*& p, const char* end) {
  skip_blanks(p);
  if (*p == '#') p = static_cast<const char*>(std::memchr(p, '\n', static_cast<size_t>(end - p)));
  return *p++ == '\n';
}

}  // namespace pairs

template <class Visit, class GoOn>
PairSource::End PairSource::scan(uint64_t begin, uint64_t end, const Visit& visit, const GoOn& go_on) const {
  Lines source(*this, begin, end);
  for (size_t bytes = 0;;) {
    if (!go_on(bytes)) return End::stopped;
    const std::optional<std::string_view> lines = source.next();
    if (!lines) return End::irregular;
    if (lines->empty()) return End::done;
    bytes = lines->size();
    const char* p = lines->data();
    const char* const lines_end = p + bytes;
    while (p < lines_end) {
      uint64_t first, second;
      if (!pairs::number(p, first)) {
        const char* const before = p;
        pairs::skip_blanks(p);
        if (*p < '0' || *p > '9') {
          if (!pairs::end_line(p, lines_end)) return End::irregular;
          continue;
        }
        if (p == before || !pairs::number(p, first)) return End::irregular;
      }
      const char* const blank = p;
      pairs::skip_blanks(p);
      if (p == blank || !pairs::number(p, second) || !pairs::end_line(p, lines_end)) return End::irregular;
      if (!visit(first, second)) return End::stopped;
    }
  }
}

}  // namespace grundy
