#include "base/pairs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace grundy {

class PairSource::File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { ::close(descriptor_); }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

std::optional<PairSource> PairSource::open(const std::string& path) {
  if (path.find('\0') != std::string::npos) return {};
  // A pipe must not even be opened: whoever writes to it would lose its reader.
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  auto file = std::make_shared<const File>(descriptor);
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
    return {};
  return PairSource(std::move(file), static_cast<uint64_t>(status.st_size));
}

size_t PairSource::read(uint64_t place, char* to, size_t count) const {
  if (file_ == nullptr) {
    const size_t bytes = place < text_.size() ? std::min<size_t>(count, text_.size() - place) : 0;
    std::copy_n(text_.data() + (bytes == 0 ? 0 : place), bytes, to);
    return bytes;
  }
  for (;;) {
    const ssize_t bytes = ::pread(file_->get(), to, count, static_cast<off_t>(place));
    if (bytes >= 0) return static_cast<size_t>(bytes);
    if (errno != EINTR) return 0;
  }
}

std::vector<uint64_t> PairSource::cut(unsigned count) const {
  std::vector<uint64_t> places(count + 1, size_);
  std::array<char, 256> bytes;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  places[0] =
      std::string_view(bytes.data(), read(0, bytes.data(), kByteOrderMark.size())) == kByteOrderMark
          ? kByteOrderMark.size()
          : 0;
  for (unsigned i = 1; i < count; ++i) {
    // The line that the byte before an even share belongs to ends the part.
    uint64_t place = size_ / count * i + size_ % count * i / count;
    for (place = place == 0 ? 0 : place - 1; place < size_;) {
      const size_t filled = read(place, bytes.data(), bytes.size());
      if (filled == 0) break;
      const size_t newline = std::string_view(bytes.data(), filled).find('\n');
      if (newline != std::string_view::npos) {
        places[i] = std::max(places[i - 1], place + newline + 1);
        break;
      }
      place += filled;
    }
  }
  return places;
}

std::optional<std::string_view> PairSource::Lines::next() {
  std::copy(text() + used_, text() + filled_, text());
  filled_ -= used_;
  used_ = 0;
  for (;;) {
    const size_t room = buffer_.size() - 2 * kPairSlack;
    const auto wanted = static_cast<size_t>(std::min<uint64_t>(room - filled_, end_ - place_));
    const size_t bytes = source_.read(place_, text() + filled_, wanted);
    if (bytes == 0 && wanted > 0) return {};
    place_ += bytes;
    filled_ += bytes;
    // If there is no room for it, it takes the first byte of the slack.
    if (place_ == end_ && filled_ > 0 && text()[filled_ - 1] != '\n') text()[filled_++] = '\n';
    const size_t newline = std::string_view(text(), filled_).rfind('\n');
    if (newline != std::string_view::npos) used_ = newline + 1;
    if (used_ > 0 || place_ == end_) return std::string_view(text(), used_);
    if (filled_ < room) continue;
    if (room >= kLongest) return {};
    buffer_.resize(2 * room + 2 * kPairSlack);
  }
}

}  // namespace grundy
