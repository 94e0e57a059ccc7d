// Runs a fuzz target without libFuzzer: on every file of the given directories, then on mutations
// of them.
//
//   NAME_fuzz [--seconds S] [--seed N] DIRECTORY...
//
// The mutations are a fixed sequence for a seed, cut off when S seconds are over (0: files only).
// The work is done in a child process, so that whatever ends it, the input it was at can be written
// down: crash-NAME in the current directory.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr size_t kLongestMutation = 1 << 14;
constexpr size_t kLongestInput = 1 << 24;
// Seconds for one input; a sanitized build is some ten times slower than the program.
constexpr double kLongestRun = 60;

/// What the child tells the parent: the input it is working on.
struct Shared {
  uint64_t inputs;
  uint64_t size;
  uint8_t data[kLongestInput];
};

void run(Shared& shared, const std::string& input) {
  shared.size = std::min(input.size(), kLongestInput);
  std::memcpy(shared.data, input.data(), shared.size);
  ++shared.inputs;
  // A copy of exactly this size, so that a sanitizer sees every read past its end.
  const std::vector<uint8_t> exact(input.begin(), input.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

class Mutator {
 public:
  Mutator(std::vector<std::string> corpus, uint64_t seed)
      : corpus_(std::move(corpus)), random_(seed) {
    if (corpus_.empty()) corpus_.emplace_back();
  }

  std::string next() {
    std::string text = corpus_[below(corpus_.size())];
    for (size_t steps = 1 + below(8); steps > 0; --steps) mutate(text);
    text.resize(std::min(text.size(), kLongestMutation));
    return text;
  }

 private:
  size_t below(size_t n) { return static_cast<size_t>(random_() % n); }

  void mutate(std::string& text) {
    const size_t place = below(text.size() + 1);
    const size_t length = std::min(below(16) + 1, text.size() - place);
    switch (below(7)) {
      case 0:  // any byte
        text.insert(place, 1, static_cast<char>(below(256)));
        break;
      case 1:
        if (place < text.size()) text[place] = static_cast<char>(text[place] ^ (1 << below(8)));
        break;
      case 2:
        text.erase(place, length);
        break;
      case 3:  // repeated, now and then often: long lines and deep nesting
        for (size_t times = below(16) == 0 ? below(200) : 1; times > 0; --times)
          text.insert(place, text.substr(place, length));
        break;
      case 4: {  // a piece of another input
        const std::string& other = corpus_[below(corpus_.size())];
        const size_t from = below(other.size() + 1);
        text.insert(place, other, from, below(other.size() - from + 1));
        break;
      }
      case 5:  // numbers at the limits of machine words
        text.insert(place, std::to_string((uint64_t{1} << below(64)) - below(3)));
        break;
      default:
        text.insert(place, 1, "()[]{},;.:+-*/%^<>=!#@\"' \n0123456789\0"[below(37)]);
    }
  }

  std::vector<std::string> corpus_;
  std::mt19937_64 random_;
};

struct Options {
  double seconds = 0;
  uint64_t seed = 1;
  std::vector<std::string> files;
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--seconds" && i + 1 < argc) {
      options.seconds = std::atof(argv[++i]);
    } else if (argument == "--seed" && i + 1 < argc) {
      options.seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (fs::is_directory(argument)) {
      for (const fs::directory_entry& entry : fs::directory_iterator(argument))
        options.files.push_back(entry.path().string());
    }
  }
  std::sort(options.files.begin(), options.files.end());
  return options;
}

int work(const Options& options, Shared& shared) {
  std::vector<std::string> corpus;
  for (const std::string& file : options.files) {
    std::ifstream in(file, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    run(shared, corpus.back());
  }
  const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                   std::chrono::duration<double>(options.seconds));
  Mutator mutator(std::move(corpus), options.seed);
  while (Clock::now() < end) run(shared, mutator.next());
  std::printf("%zu files, then mutations with seed %llu: %llu inputs in all\n",
              options.files.size(), static_cast<unsigned long long>(options.seed),
              static_cast<unsigned long long>(shared.inputs));
  return 0;
}

/// Waits for the child; kills it when one input takes too long. Gives what waitpid says.
int watch(pid_t child, const Shared& shared) {
  const volatile uint64_t& inputs = shared.inputs;
  uint64_t last = 0;
  Clock::time_point since = Clock::now();
  for (int status = 0;;) {
    if (waitpid(child, &status, WNOHANG) == child) return status;
    usleep(2000);
    if (inputs != last) {
      last = inputs;
      since = Clock::now();
    } else if (std::chrono::duration<double>(Clock::now() - since).count() > kLongestRun) {
      std::fprintf(stderr, "one input has taken more than %.0f s\n", kLongestRun);
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return status;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = read_options(argc, argv);
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 3;
  Shared& shared = *static_cast<Shared*>(memory);

  const pid_t child = fork();
  if (child < 0) return 3;
  if (child == 0) return work(options, shared);
  const int status = watch(child, shared);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;

  const std::string crash = "crash-" + fs::path(argv[0]).stem().string();
  std::ofstream(crash, std::ios::binary)
      .write(reinterpret_cast<const char*>(shared.data), static_cast<std::streamsize>(shared.size));
  std::fprintf(
      stderr,
      "input %llu with seed %llu failed; it is in %s (mend it and keep it in regressions/)\n",
      static_cast<unsigned long long>(shared.inputs), static_cast<unsigned long long>(options.seed),
      fs::absolute(crash).c_str());
  return 1;
}
