#include "cli/batch_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/text.h"

namespace grundy::cli {
namespace {

constexpr size_t kBatchBlock = 1 << 16;          // bytes read at a time
constexpr size_t kBatchChunk = size_t{8} << 20;  // bytes whose questions are prepared together
constexpr size_t kLongestBatchLine = size_t{64} << 20;

}  // namespace

std::vector<face::BatchLine> take_lines(std::string& text, size_t& number, bool last) {
  std::vector<face::BatchLine> lines;
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    if (end == rest.npos && !last) break;
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    if (++number == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    line = trimmed(line);
    if (!line.empty() && line.front() != '#') lines.push_back({number, std::string(line)});
  }
  text = std::string(rest);
  return lines;
}

Attempt<BatchSource> BatchSource::open(const std::string& path) {
  BatchSource source;
  source.name_ = path == "-" ? "standard input" : path;
  if (path == "-") return source;
  Attempt<File> file = File::open(path, O_RDONLY | O_CLOEXEC);
  if (!file) return std::move(file).error();
  source.file_.emplace(*std::move(file));
  return source;
}

int BatchSource::descriptor() const { return file_ ? file_->descriptor() : STDIN_FILENO; }

bool BatchSource::ready() const {
  pollfd here{descriptor(), POLLIN, 0};
  return ::poll(&here, 1, 0) > 0;
}

Attempt<std::vector<face::BatchLine>> BatchSource::next(Budget& budget) {
  std::vector<face::BatchLine> lines;
  size_t taken = 0;
  while (!ended_ && taken < kBatchChunk && (lines.empty() || ready())) {
    if (budget.spent()) return budget.why();
    const size_t before = text_.size();
    text_.resize(before + kBatchBlock);
    const ssize_t count = ::read(descriptor(), text_.data() + before, kBatchBlock);
    text_.resize(before + static_cast<size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      return Error::input(fmt::format("can't read {}: {}", name_, std::strerror(errno)));
    ended_ = count == 0;
    taken += static_cast<size_t>(count);
    if (text_.size() > kLongestBatchLine)
      return Error::input(fmt::format("{}: a line of more than 64 MiB", name_));
    for (face::BatchLine& line : take_lines(text_, number_, ended_))
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace grundy::cli
