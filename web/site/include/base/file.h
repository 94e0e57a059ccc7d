// In the place of src/base/file.h where there are no files: whatever would open one fails, and what comes after it is not
// compiled into the engine.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/attempt.h"

namespace grundy {

inline Error no_files() { return Error::input("files can't be read from here"); }

class File {
 public:
  static Attempt<File> open(const std::string&, int) { return no_files(); }
  static Attempt<File> lock_folder(const std::string&, std::string_view) { return no_files(); }
  int descriptor() const { return -1; }
  Attempt<void> write(std::string_view) { return no_files(); }
  Attempt<size_t> read(std::span<char>) { return no_files(); }
  Attempt<void> seek(uint64_t) { return no_files(); }
  Attempt<void> truncate(uint64_t) { return no_files(); }
  Attempt<uint64_t> size() const { return no_files(); }
  Attempt<void> sync() { return no_files(); }
};

inline Attempt<std::string> read_file(const std::string&, size_t) { return no_files(); }

inline Attempt<void> move_file(const std::string&, const std::string&) { return no_files(); }

class OutputFile {
 public:
  static Attempt<OutputFile> create(const std::string&) { return no_files(); }
  Attempt<void> write(std::string_view) { return no_files(); }
  Attempt<void> commit() { return no_files(); }
};

}  // namespace grundy
