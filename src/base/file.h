// Files that survive what may go wrong while they are written: a full disk, a crash, a loss of
// power.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/attempt.h"

namespace grundy {

/// An open file. Errors are of kind input and name the file and the reason, as in "can't write 'x':
/// No space left on device".
class File {
 public:
  /// With the flags of open(2); errors call it `name`.
  static Attempt<File> open(const std::string& path, int flags, std::string name);
  static Attempt<File> open(const std::string& path, int flags) { return open(path, flags, path); }
  File(File&& other) noexcept
      : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~File();
  /// A folder, made when there is none, that no other process gets in this way as long as this one
  /// holds it. Errors call it "WHAT 'path'".
  static Attempt<File> lock_folder(const std::string& path, std::string_view what);

  const std::string& name() const { return name_; }
  int descriptor() const { return descriptor_; }
  Attempt<void> write(std::string_view bytes);
  /// Fills as much as there is; the number of bytes read.
  Attempt<size_t> read(std::span<char> bytes);
  /// The next write and read begin here.
  Attempt<void> seek(uint64_t place);
  Attempt<void> truncate(uint64_t size);
  Attempt<uint64_t> size() const;
  /// Returns when all that was written is on the disk.
  Attempt<void> sync();

 private:
  File(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}

  std::string name_;
  int descriptor_ = -1;
};

/// Reads a whole file of at most `limit` bytes; clear errors for a missing file, a directory, one
/// that can't be read or is too long.
Attempt<std::string> read_file(const std::string& path, size_t limit);

/// Gives a file that is on the disk another name, in the place of what had it, which is on the disk
/// when this returns.
Attempt<void> move_file(const std::string& from, const std::string& to);

/// A file that is written beside its place and takes its name when it is whole; until then, and
/// when it is given up, what had that name stays as it was.
class OutputFile {
 public:
  /// Refuses to replace what is no regular file.
  static Attempt<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&& other) noexcept
      : path_(std::move(other.path_)),
        beside_(std::exchange(other.beside_, "")),
        file_(std::move(other.file_)) {}
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  const File& file() const { return file_; }
  Attempt<void> write(std::string_view bytes) { return file_.write(bytes); }
  /// Gives the file its name, on the disk. Nothing can be written afterwards.
  Attempt<void> commit();
  /// The same; the file stays open, to be read and written.
  Attempt<File> commit_open();

 private:
  OutputFile(std::string path, std::string beside, File file)
      : path_(std::move(path)), beside_(std::move(beside)), file_(std::move(file)) {}

  std::string path_;
  std::string beside_;  // empty when there is no such file any more
  File file_;
};

/// Writes a whole file, an OutputFile.
Attempt<void> write_file(const std::string& path, std::string_view text);

}  // namespace grundy
