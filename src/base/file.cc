#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace grundy {
namespace {

constexpr int kPipeTick = 20;        // milliseconds between two looks at a pipe without a writer
constexpr int kWriterPatience = 50;  // such looks
constexpr int kMostNames = 1000;     // tried for a file that is written beside its place

Error cannot(std::string_view what, const std::string& path) {
  return Error::input(fmt::format("can't {} '{}': {}", what, path, std::strerror(errno)));
}

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

Attempt<File> File::open(const std::string& path, int flags, std::string name) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannot((flags & (O_WRONLY | O_RDWR)) != 0 ? "write" : "read", name);
  return File(std::move(name), descriptor);
}

Attempt<File> File::lock_folder(const std::string& path, std::string_view what) {
  if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) return cannot("make the folder", path);
  Attempt<File> folder = open(path, O_RDONLY | O_DIRECTORY);
  if (!folder || ::flock(folder->descriptor(), LOCK_EX | LOCK_NB) == 0) return folder;
  if (errno != EWOULDBLOCK) return cannot("lock the folder", path);
  return Error::input(fmt::format("{} '{}' is in use by another process", what, path));
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Attempt<void> File::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot("write", name_);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

Attempt<size_t> File::read(std::span<char> bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::read(descriptor_, bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot("read", name_);
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  return done;
}

Attempt<void> File::seek(uint64_t place) {
  if (::lseek(descriptor_, static_cast<off_t>(place), SEEK_SET) < 0) return cannot("read", name_);
  return {};
}

Attempt<void> File::truncate(uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) return cannot("write", name_);
  return {};
}

Attempt<uint64_t> File::size() const {
  struct stat known = {};
  if (::fstat(descriptor_, &known) != 0) return cannot("read", name_);
  return static_cast<uint64_t>(known.st_size);
}

Attempt<void> File::sync() {
  if (::fsync(descriptor_) != 0) return cannot("write", name_);
  return {};
}

Attempt<std::string> read_file(const std::string& path, size_t limit) {
  struct stat about = {};
  if (stat(path.c_str(), &about) != 0)
    return Error::input(fmt::format("can't open '{}': {}", path, std::strerror(errno)));
  if (S_ISDIR(about.st_mode))
    return Error::input(fmt::format("'{}' is a directory, not a file", path));
  // A pipe is not waited for while nobody writes to it.
  Attempt<File> file = File::open(path, O_RDONLY | O_NONBLOCK);
  if (!file) return Error::input(fmt::format("can't open '{}': {}", path, std::strerror(errno)));
  std::string text;
  char buffer[1 << 16];
  int patience = kWriterPatience;
  while (text.size() <= limit) {
    const ssize_t got = ::read(file->descriptor(), buffer, sizeof buffer);
    if (got > 0) {
      text.append(buffer, static_cast<size_t>(got));
      continue;
    }
    if (got < 0 && errno != EAGAIN)
      return Error::input(fmt::format("can't read '{}': {}", path, std::strerror(errno)));
    if (got == 0 && (!S_ISFIFO(about.st_mode) || !text.empty())) break;
    if (got == 0 && --patience < 0)
      return Error::input(fmt::format("can't read '{}': nobody writes to this pipe", path));
    pollfd here{file->descriptor(), POLLIN, 0};
    if (got == 0 ? ::poll(nullptr, 0, kPipeTick) < 0 : ::poll(&here, 1, -1) < 0)
      return Error::input(fmt::format("can't read '{}': {}", path, std::strerror(errno)));
  }
  if (text.size() > limit)
    return Error::input(fmt::format("'{}' has more than {} bytes", path, limit));
  return text;
}

Attempt<void> move_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return cannot("write", to);
  // A folder that can't be read can't be synchronised; the file is whole all the same.
  if (Attempt<File> folder = File::open(folder_of(to), O_RDONLY | O_DIRECTORY))
    (void)folder->sync();
  return {};
}

Attempt<OutputFile> OutputFile::create(const std::string& path) {
  // A link stays, and the file that it names is written.
  std::string target = path;
  struct stat known = {};
  if (::lstat(path.c_str(), &known) == 0 && S_ISLNK(known.st_mode)) {
    char* const real = ::realpath(path.c_str(), nullptr);
    if (real == nullptr)
      return Error::input(
          fmt::format("can't write '{}': a link to a file that is not there", path));
    target = real;
    std::free(real);
  }
  const bool exists = ::stat(target.c_str(), &known) == 0;
  if (exists && !S_ISREG(known.st_mode)) {
    // A device or a pipe would be replaced by a file.
    return Error::input(fmt::format("can't write '{}': it is not a regular file", path));
  }
  // The file beside it is a new one: what has its name, a link perhaps, is left alone.
  for (int number = 0;; ++number) {
    std::string beside = fmt::format("{}.{}-{}.part", target, getpid(), number);
    Attempt<File> file = File::open(beside, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, path);
    if (!file && errno == EEXIST && number < kMostNames) continue;
    if (!file) return std::move(file).error();
    if (exists)
      (void)::fchmod(file->descriptor(),
                     known.st_mode & 07777);  // it keeps its mode where that can be set
    return OutputFile(std::move(target), std::move(beside), *std::move(file));
  }
}

OutputFile::~OutputFile() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

Attempt<void> OutputFile::commit() {
  if (auto synced = file_.sync(); !synced) return synced;
  if (auto moved = move_file(beside_, path_); !moved) return moved;
  beside_.clear();
  return {};
}

Attempt<File> OutputFile::commit_open() {
  if (auto done = commit(); !done) return std::move(done).error();
  return std::move(file_);
}

Attempt<void> write_file(const std::string& path, std::string_view text) {
  Attempt<OutputFile> file = OutputFile::create(path);
  if (!file) return std::move(file).error();
  if (auto written = file->write(text); !written) return written;
  return file->commit();
}

}  // namespace grundy
