// Whole programs, run and measured.
#pragma once
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace grundy::bench {

namespace fs = std::filesystem;

[[noreturn]] inline void die(const std::string& message) {
  std::fputs(
      fmt::format("{}: {}\n", fs::read_symlink("/proc/self/exe").filename().string(), message)
          .c_str(),
      stderr);
  std::exit(1);
}

/// Where files of this run are; removed in the end.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "grundy-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) die("no temporary directory can be made");
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

struct Run {
  double seconds = 0;       // from its start to its end
  double cpu_seconds = 0;   // of all its threads
  double user_seconds = 0;  // the part of them outside the system
  uint64_t peak = 0;        // bytes of memory
};

/// Runs a program, which must succeed.
inline Run run(const std::vector<std::string>& command, const fs::path& in, const fs::path& out) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    const int from = ::open(in.c_str(), O_RDONLY);
    const int to = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (dup2(from, 0) < 0 || dup2(to, 1) < 0) _exit(127);
    execv(words[0], words.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child) die("no process can be started");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (status != 0) die(fmt::format("{} failed", fmt::join(command, " ")));
  const auto in_seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return {seconds.count(), in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime),
          in_seconds(usage.ru_utime), static_cast<uint64_t>(usage.ru_maxrss) * 1024};
}

inline std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

template <class T>
T median(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Where the programs are that a contestant would hand in.
inline fs::path contestants() {
  return fs::read_symlink("/proc/self/exe").parent_path() / "contest";
}

}  // namespace grundy::bench
