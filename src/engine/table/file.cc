#include "engine/table/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "analysis/order.h"
#include "base/checksum.h"
#include "base/lines.h"
#include "engine/table/cells.h"
#include "rule/print.h"

namespace grundy {
namespace {

constexpr std::string_view kTitle = "grundy-table 1\n";
constexpr uint64_t kPage = 4096;             // bytes, which the head is a multiple of
constexpr uint64_t kAfterLayout = 128;       // bytes of the state behind its layout, at most
constexpr uint64_t kMostOfState = 1 << 22;   // bytes
constexpr uint64_t kSummedAtOnce = 1 << 26;  // bytes, between two looks at the budget
constexpr int64_t kTimesAsLong = 19;         // between two times that cells are kept, as that took
constexpr std::chrono::milliseconds kAtFirst{500};

/// A sum of the rules of all games that play may lead to.
uint64_t meaning_of(const Rule& rule) {
  uint64_t sum = 0;
  for (const Rule* game : reachable_games({&rule}))
    sum = add_to_checksum(sum, checksum(print_rule(*game)));
  return sum;
}

Error no_room(const std::string& path, uint64_t bytes, int error) {
  return Error::input(
      fmt::format("can't write '{}', of {}: {}", path, format_bytes(bytes), std::strerror(error)));
}

}  // namespace

TableLayout TableLayout::of(const Rule& rule, std::span<const int64_t> most,
                            std::vector<int64_t> stride, int64_t first, uint64_t cells) {
  return {rule.full_name,
          meaning_of(rule),
          rule.coordinates,
          std::vector<uint64_t>(most.size(), 0),
          {most.begin(), most.end()},
          std::move(stride),
          first,
          cells};
}

std::optional<TableLayout> TableLayout::by_rows(const Rule& rule, std::vector<uint64_t> least,
                                                std::vector<uint64_t> most) {
  TableLayout layout;
  layout.game = rule.full_name;
  layout.meaning = meaning_of(rule);
  layout.coordinates = rule.coordinates;
  layout.stride.resize(least.size());
  layout.cells = 1;
  for (size_t i = least.size(); i-- > 0;) {
    layout.stride[i] = static_cast<int64_t>(layout.cells);
    int64_t before = 0;
    if (__builtin_mul_overflow(layout.cells, most[i] - least[i] + 1, &layout.cells) ||
        layout.cells > uint64_t{1} << 62 ||
        __builtin_mul_overflow(least[i], layout.stride[i], &before) ||
        __builtin_sub_overflow(layout.first, before, &layout.first))
      return std::nullopt;
  }
  layout.least = std::move(least);
  layout.most = std::move(most);
  return layout;
}

std::string TableLayout::text() const {
  std::vector<std::string> ranges;
  for (size_t i = 0; i < coordinates.size(); ++i)
    ranges.push_back(fmt::format("{}={}..{}", coordinates[i], least[i], most[i]));
  return fmt::format("game {}\nmeaning {:016x}\nbox {}\nfirst {}\nstride {}\ncells {}\n", game,
                     meaning, fmt::join(ranges, ","), first, fmt::join(stride, " "), cells);
}

TableFile::TableFile(std::string path, TableLayout layout, File folder)
    : path_(std::move(path)),
      layout_(std::move(layout)),
      head_((kTitle.size() + layout_.text().size() + kAfterLayout + kPage - 1) / kPage * kPage),
      folder_(std::move(folder)),
      sum_(layout_.cells),
      due_(Clock::now() + kAtFirst) {}

Error TableFile::cannot_write() const {
  return Error::input(fmt::format("can't write '{}': {}", path_, std::strerror(errno)));
}

Error TableFile::damaged(std::string_view why) const {
  return Error::input(fmt::format(
      "what is kept in '{}' is damaged: {}; nothing of it was used or changed, and without that "
      "folder the table begins anew",
      folder(), why));
}

std::string TableFile::state(uint64_t sum) const {
  std::string text = fmt::format("{}{}width {}\nhead {}\nkept {}\nhelp {:016x}\nchecksum {:016x}\n",
                                 kTitle, layout_.text(), width_, head_, kept_, help_sum_, sum);
  return text + fmt::format("end {:016x}\n", checksum(text));
}

Attempt<TableFile> TableFile::open(const std::string& path, const TableLayout& layout,
                                   Budget& budget) {
  struct stat known = {};
  if (::stat(path.c_str(), &known) == 0 && !S_ISREG(known.st_mode))
    return Error::input(fmt::format("can't write '{}': it is not a regular file", path));
  Attempt<File> folder = File::lock_folder(path + ".part", "the table in");
  if (!folder) return std::move(folder).error();
  TableFile file(path, layout, *std::move(folder));
  if (auto ready = file.go_on(budget); !ready) return std::move(ready).error();
  return file;
}

Attempt<void> TableFile::go_on(Budget& budget) {
  std::error_code failed;
  std::filesystem::directory_iterator entry(folder(), failed);
  for (; !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("state") || name.starts_with("values") || name.starts_with("help"))
      continue;
    return Error::input(fmt::format("the folder '{}' holds other files and no table", folder()));
  }
  const std::string state_path = folder() + "/state";
  struct stat known = {};
  if (::stat(state_path.c_str(), &known) != 0 && errno == ENOENT) {
    remove_strays();
    return map(1, true);
  }
  const auto read = read_file(state_path, kMostOfState);
  if (!read) return read.error();
  const std::string& text = *read;
  std::string_view left = text;
  if (!left.starts_with(kTitle))
    return damaged("it is no state of a table that this program knows");
  left.remove_prefix(kTitle.size());
  const std::string layout = layout_.text();
  const bool same = left.starts_with(layout);
  const size_t after = text.rfind("\nwidth ");
  if (after != text.npos) left = std::string_view(text).substr(after + 1);
  uint64_t width = 0;
  uint64_t head = 0;
  uint64_t sum = 0;
  const size_t end = text.size() < 22 ? 0 : text.size() - 21;  // of the line "end …"
  if (text.substr(end) !=
          fmt::format("end {:016x}\n", checksum(std::string_view(text).substr(0, end))) ||
      after == text.npos || !read_number(take_line(left, "width"), width) ||
      !read_number(take_line(left, "head"), head) || !read_number(take_line(left, "kept"), kept_) ||
      !read_number(take_line(left, "help"), help_sum_, 16) ||
      !read_number(take_line(left, "checksum"), sum, 16))
    return damaged("its state is");
  if (!same) {
    return Error::input(
        fmt::format("'{}' keeps the beginning of another table, of other rules or another box; "
                    "finish that one, remove the folder, or choose another --out",
                    folder()));
  }
  if ((width != 1 && width != 2 && width != 4) || head != head_ || kept_ > layout_.cells)
    return damaged("its state is");
  const bool whole = kept_ == layout_.cells;
  if (::stat(values(static_cast<unsigned>(width)).c_str(), &known) != 0 && errno == ENOENT) {
    if (!whole) return damaged("the values are missing");
    kept_ = 0;  // the table was finished, and the folder was about to be removed
    return map(1, true);
  }
  if (auto mapped = map(static_cast<unsigned>(width), false); !mapped) return mapped;
  sum_ = layout_.cells * width_;
  while (summed_ + kSummedAtOnce < kept_ * width_) {
    if (budget.spent()) return budget.why();
    budget.progress("kept bytes", summed_, kept_ * width_);
    (void)sum_to((summed_ + kSummedAtOnce) / width_);
  }
  if (sum_to(kept_) != sum) return damaged("the checksum of the values is wrong");
  remove_strays();
  return {};
}

/// What a run left that ended while it wrote.
void TableFile::remove_strays() const {
  std::error_code failed;
  std::filesystem::directory_iterator entry(folder(), failed);
  for (; !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
    const std::string path = entry->path().string();
    if (path == folder() + "/state" || path == values(width_) || path == help_path(kept_)) continue;
    ::unlink(path.c_str());
  }
}

Attempt<void> TableFile::map(unsigned width, bool fresh) {
  const uint64_t bytes = head_ + layout_.cells * width;
  Attempt<File> file = File::open(values(width), O_RDWR | (fresh ? O_CREAT | O_TRUNC : 0));
  if (!file) return std::move(file).error();
  if (!fresh) {
    const Attempt<uint64_t> size = file->size();
    if (!size) return size.error();
    if (*size != bytes) return damaged("the values have another size");
  } else if (layout_.cells > (uint64_t{1} << 62) / width) {
    return no_room(path_, bytes, EFBIG);
  } else if (const int error = ::posix_fallocate(file->descriptor(), 0, static_cast<off_t>(bytes));
             error != 0) {
    // Before anything is written: a disk that is full later would be seen as a signal only.
    ::unlink(values(width).c_str());
    if (width_ == width) ::rmdir(folder().c_str());
    return no_room(path_, bytes, error);
  }
  void* mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file->descriptor(), 0);
  if (mapped == MAP_FAILED) return no_room(path_, bytes, errno);
  unmap();
  map_.data = static_cast<uint8_t*>(mapped);
  map_.size = bytes;
  file_ = *std::move(file);
  width_ = width;
  return {};
}

void TableFile::unmap() {
  if (map_.data != nullptr) ::munmap(map_.data, map_.size);
  map_.data = nullptr;
}

uint32_t TableFile::cell(uint64_t at) const { return read_cell(cells(), width_, at); }

void TableFile::set(uint64_t at, uint32_t value) {
  std::memcpy(cells() + at * width_, &value, width_);
}

uint64_t TableFile::sum_to(uint64_t cells) {
  const uint64_t bytes = cells * width_;
  const std::string_view all(reinterpret_cast<const char*>(this->cells()), bytes);
  const uint64_t whole = bytes / 8 * 8;
  sum_ = add_to_checksum(sum_, all.substr(summed_, whole - summed_));
  summed_ = whole;
  return add_to_checksum(sum_, all.substr(whole));
}

Attempt<void> TableFile::widen(unsigned width, uint64_t written) {
  const unsigned before = width_;
  // The old cells stay mapped, and theirs is the state, until the new ones are on the disk.
  Map old = std::move(map_);
  struct Unmap {
    Map& old;
    ~Unmap() {
      if (old.data != nullptr) ::munmap(old.data, old.size);
    }
  } const unmap{old};
  if (auto mapped = map(width, true); !mapped) {
    std::swap(map_.data, old.data);
    return mapped;
  }
  widen_cells(old.data + head_, before, cells(), width, written);
  sum_ = layout_.cells * width_;
  summed_ = 0;
  if (auto done = write_state(kept_); !done) return done;
  ::unlink(values(before).c_str());
  return {};
}

Attempt<void> TableFile::write_state(uint64_t filled) {
  const uint64_t from = (head_ + summed_) / kPage * kPage;
  kept_ = filled;
  const std::string text = state(sum_to(filled));
  if (::msync(map_.data + from, head_ + kept_ * width_ - from, MS_SYNC) != 0) return cannot_write();
  Attempt<OutputFile> out = OutputFile::create(folder() + "/state");
  if (!out) return std::move(out).error();
  if (auto written = out->write(text); !written) return written;
  return out->commit();
}

Attempt<void> TableFile::keep(uint64_t filled, const Help& help, bool now) {
  const Clock::time_point start = Clock::now();
  if (filled == kept_ || (!now && start < due_)) return {};
  help_sum_ = 0;
  if (help) {
    Attempt<OutputFile> out = OutputFile::create(help_path(filled));
    if (!out) return std::move(out).error();
    uint64_t sum = 0;
    auto written = help([&](std::string_view bytes) {
      sum = add_to_checksum(sum, bytes);
      return out->write(bytes);
    });
    if (!written) return written;
    if (auto done = out->commit(); !done) return done;
    help_sum_ = sum;
  }
  const uint64_t before = kept_;
  if (auto written = write_state(filled); !written) return written;
  ::unlink(help_path(before).c_str());
  due_ = Clock::now() + std::max<Clock::duration>(kAtFirst, kTimesAsLong * (Clock::now() - start));
  return {};
}

std::optional<std::string> TableFile::help() const {
  if (help_sum_ == 0) return std::nullopt;
  auto text = read_file(help_path(kept_), SIZE_MAX);
  if (!text || add_to_checksum(0, *text) != help_sum_) return std::nullopt;
  return *std::move(text);
}

Attempt<void> TableFile::commit() {
  help_sum_ = 0;
  if (auto kept = write_state(layout_.cells); !kept) return kept;
  const std::string text = state(sum_to(kept_));
  std::memcpy(map_.data, text.data(), text.size());
  if (::msync(map_.data, head_, MS_SYNC) != 0) return cannot_write();
  if (auto moved = move_file(values(width_), path_); !moved) return moved;
  abandon();
  return {};
}

Error TableFile::ended(const Error& why) const {
  return Error::ended(fmt::format(
      "{}; the values of {} positions are kept in '{}', and the same command goes on from there",
      why.message(), kept_, folder()));
}

void TableFile::abandon() {
  std::error_code failed;
  std::filesystem::remove_all(folder(), failed);
}

}  // namespace grundy
