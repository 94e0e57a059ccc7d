#include "engine/heap/checkpoint.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/checksum.h"
#include "base/lines.h"

namespace grundy::heap {
namespace {

constexpr uint64_t kMostOfBlock = 1 << 20;  // values
constexpr size_t kHeader = 32;              // bytes: width, positions, first position, checksum
constexpr size_t kSummed = 24;              // of them before the checksum
constexpr uint64_t kMostOfState = 1 << 22;  // bytes; a code may be long
constexpr std::string_view kTitle = "grundy-checkpoint 1\n";

void put(std::string& bytes, size_t at, uint64_t number) {
  for (size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<char>(number >> (8 * i));
}

uint64_t get(std::string_view bytes, size_t at) {
  uint64_t number = 0;
  for (size_t i = 0; i < 8; ++i)
    number |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return number;
}

/// The checksum of a block; what stands in the place for it does not count.
uint64_t sum_of(std::string_view block) {
  return add_to_checksum(checksum(block.substr(0, kSummed)), checksum(block.substr(kHeader)));
}

std::string block_of(const Sequence& sequence, uint64_t first, uint64_t count) {
  std::vector<uint32_t> values(count);
  sequence.values().copy(first, values);
  const uint32_t largest = *std::max_element(values.begin(), values.end());
  const uint64_t width = largest < 1U << 8 ? 1 : largest < 1U << 16 ? 2 : 4;
  std::string block(kHeader + count * width, '\0');
  put(block, 0, width);
  put(block, 8, count);
  put(block, 16, first);
  for (uint64_t k = 0, at = kHeader; k < count; ++k) {
    for (uint64_t i = 0; i < width; ++i) block[at++] = static_cast<char>(values[k] >> (8 * i));
  }
  put(block, kSummed, sum_of(block));
  return block;
}

std::string state_text(std::string_view code, uint64_t values, uint64_t bytes, uint64_t sum) {
  std::string text = fmt::format("{}code {}\nvalues {}\nbytes {}\nchecksum {:016x}\n", kTitle, code,
                                 values, bytes, sum);
  return text + fmt::format("end {:016x}\n", checksum(text));
}

}  // namespace

Error Checkpoint::damaged(const char* name, std::string_view why) const {
  return Error::input(fmt::format(
      "the checkpoint '{}' is damaged: {}; nothing of it was used or changed", file(name), why));
}

Attempt<Checkpoint> Checkpoint::open(const std::string& path, const HeapCode& code) {
  Attempt<File> folder = File::lock_folder(path, "the checkpoint");
  if (!folder) return std::move(folder).error();
  Checkpoint checkpoint(path, code.text(), *std::move(folder));
  if (auto read = checkpoint.read_state(); !read) return std::move(read).error();
  return checkpoint;
}

Attempt<void> Checkpoint::read_state() {
  struct stat known = {};
  if (::stat(file("state").c_str(), &known) != 0 && errno == ENOENT) {
    // No values were ever kept here, so there is no file of them, but perhaps the beginning of the
    // first state, or a search for a period.
    std::error_code failed;
    std::filesystem::directory_iterator entry(path_, failed);
    for (; !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
      const std::string name = entry->path().filename().string();
      if (name == "state.part" || name.starts_with("stream")) continue;
      return Error::input(
          fmt::format("the folder '{}' holds other files and no checkpoint", path_));
    }
    if (auto written = write_state(); !written) return written;
  } else {
    const auto state = read_file(file("state"), kMostOfState);
    if (!state) return state.error();
    const std::string& text = *state;
    std::string_view left = text;
    if (!left.starts_with(kTitle))
      return damaged("state", "it is no state of a checkpoint that this program knows");
    left.remove_prefix(kTitle.size());
    const auto saved_code = take_line(left, "code");
    if (!saved_code || !read_number(take_line(left, "values"), size_) ||
        !read_number(take_line(left, "bytes"), bytes_) ||
        !read_number(take_line(left, "checksum"), sum_, 16))
      return damaged("state", "a line is missing or wrong");
    if (text != state_text(*saved_code, size_, bytes_, sum_))
      return damaged("state", "its checksum is wrong");
    if (*saved_code != code_) {
      return Error::input(fmt::format("the checkpoint '{}' is one of the game {}, not of {}", path_,
                                      saved_code->substr(0, 60),
                                      std::string_view(code_).substr(0, 60)));
    }
  }
  Attempt<File> values = File::open(file("values"), O_RDWR | O_CREAT);
  if (!values) return std::move(values).error();
  const Attempt<uint64_t> size = values->size();
  if (!size) return size.error();
  if (*size < bytes_)
    return damaged("values", fmt::format("it has {} bytes in place of {}", *size, bytes_));
  values_ = *std::move(values);
  return {};
}

Attempt<void> Checkpoint::write_state() {
  const std::string text = state_text(code_, size_, bytes_, sum_);
  {
    Attempt<File> part = File::open(file("state.part"), O_WRONLY | O_CREAT | O_TRUNC);
    if (!part) return std::move(part).error();
    if (auto written = part->write(text); !written) return written;
    if (auto synced = part->sync(); !synced) return synced;
  }
  if (std::rename(file("state.part").c_str(), file("state").c_str()) != 0) {
    return Error::input(fmt::format("can't write '{}': {}", file("state"), std::strerror(errno)));
  }
  return folder_.sync();
}

Attempt<void> Checkpoint::load(Sequence& sequence, Budget& budget) {
  if (auto sought = values_->seek(0); !sought) return sought;
  std::string block;
  std::vector<uint32_t> values;
  uint64_t sum = 0;
  uint64_t place = 0;
  while (place < bytes_) {
    if (budget.spent()) return budget.why();
    block.resize(kHeader);
    Attempt<size_t> got = values_->read(block);
    if (!got) return std::move(got).error();
    const auto wrong = [&](std::string_view why) {
      return damaged("values", fmt::format("the block at byte {} {}", place, why));
    };
    if (*got < kHeader || bytes_ - place < kHeader) return wrong("is cut");
    const uint64_t width = get(block, 0);
    const uint64_t count = get(block, 8);
    if ((width != 1 && width != 2 && width != 4) || count == 0 || count > kMostOfBlock ||
        count * width > bytes_ - place - kHeader)
      return wrong("has a wrong header");
    block.resize(kHeader + count * width);
    got = values_->read(std::span(block).subspan(kHeader));
    if (!got) return std::move(got).error();
    if (kHeader + *got < block.size()) return wrong("is cut");
    if (sum_of(block) != get(block, kSummed)) return wrong("has a wrong checksum");
    if (get(block, 16) != sequence.size()) return wrong("is of other positions");
    values.assign(count, 0);
    for (uint64_t k = 0, at = kHeader; k < count; ++k) {
      for (uint64_t i = 0; i < width; ++i)
        values[k] |= static_cast<uint32_t>(static_cast<unsigned char>(block[at++])) << (8 * i);
    }
    if (auto appended = sequence.append(values, budget); !appended) return appended;
    sum = add_to_checksum(sum, get(block, kSummed));
    place += block.size();
  }
  if (sequence.size() != size_ || sum != sum_)
    return damaged("values", "it does not belong to the state");
  return {};
}

Attempt<void> Checkpoint::save(const Sequence& sequence) {
  if (sequence.size() <= size_) return {};
  // Behind the bytes that count there may be some of a run that ended while it wrote.
  if (auto cut = values_->truncate(bytes_); !cut) return cut;
  if (auto sought = values_->seek(bytes_); !sought) return sought;
  uint64_t first = size_;
  uint64_t bytes = bytes_;
  uint64_t sum = sum_;
  while (first < sequence.size()) {
    const uint64_t count = std::min(kMostOfBlock, sequence.size() - first);
    const std::string block = block_of(sequence, first, count);
    if (auto written = values_->write(block); !written) return written;
    sum = add_to_checksum(sum, get(block, kSummed));
    bytes += block.size();
    first += count;
  }
  if (auto synced = values_->sync(); !synced) return synced;
  size_ = first;
  bytes_ = bytes;
  sum_ = sum;
  return write_state();
}

}  // namespace grundy::heap
