#include "engine/board/part_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/checksum.h"

namespace grundy {
namespace {

constexpr std::string_view kPartsTitle = "grundy-parts 1\n";
constexpr std::string_view kAnyPartsTitle = "grundy-parts ";
constexpr size_t kPartsHead = 64;  // bytes
constexpr std::string_view kPartsMark = "partsof:";
constexpr size_t kFingerprintDigits = 64;
constexpr size_t kCountPlace = kPartsMark.size() + kFingerprintDigits;
constexpr size_t kBeforeParts = kCountPlace + 8;
constexpr size_t kPartBytes = 16;
constexpr size_t kMostInBlock = 4096;  // parts
constexpr size_t kMostOfBlock = kBeforeParts + kMostInBlock * kPartBytes + 8;
constexpr size_t kWindowBytes = 1 << 20;
constexpr size_t kTakenAtOnce = 1 << 22;  // parts, 64 MiB
constexpr int kMostLooks = 16;
constexpr auto kBetweenWrites = std::chrono::seconds(1);

void add_number(std::string& bytes, uint64_t number) {
  for (size_t i = 0; i < 8; ++i) bytes += static_cast<char>(number >> (8 * i));
}

uint64_t number_at(std::string_view bytes, size_t at) {
  uint64_t number = 0;
  for (size_t i = 0; i < 8; ++i)
    number |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return number;
}

std::string head_of(std::string_view version) {
  std::string head(kPartsTitle);
  head += version.substr(0, kPartsHead - 8 - kPartsTitle.size());
  head.resize(kPartsHead - 8);
  add_number(head, checksum(head));
  return head;
}

/// Whether the path leads to this very file, and not to one that has taken its place.
bool is_at(const File& file, const std::string& path) {
  struct stat known = {};
  struct stat there = {};
  return ::fstat(file.descriptor(), &known) == 0 && ::stat(path.c_str(), &there) == 0 &&
         known.st_dev == there.st_dev && known.st_ino == there.st_ino;
}

}  // namespace

/// A stretch of the file in memory.
struct PartStore::Window {
  explicit Window(File& its_file) : file(its_file) {}

  /// The bytes from `place` on, at least `wanted` of them if the file has so many.
  std::string_view at(uint64_t place, size_t wanted) {
    if (place < begin || place + wanted > begin + bytes.size()) {
      bytes.resize(kWindowBytes);
      begin = place;
      const Attempt<void> sought = file.seek(place);
      const Attempt<size_t> got = sought ? file.read(bytes) : Attempt<size_t>(sought.error());
      if (!got && !failed) failed = got.error();
      bytes.resize(got ? *got : 0);
    }
    return std::string_view(bytes).substr(place - begin);
  }

  void forget() { bytes.clear(); }

  File& file;
  uint64_t begin = 0;
  std::string bytes = {};
  std::optional<Error> failed = {};
};

Attempt<std::unique_ptr<PartStore>> PartStore::open(const std::string& path,
                                                    std::string_view version) {
  Attempt<std::unique_ptr<PartStore>> store = opened(path);
  // Another process may have mended the file since it was opened.
  for (int looks = 0;
       looks < kMostLooks && store && (*store)->writes_ && !is_at((*store)->file_, path); ++looks)
    store = opened(path);
  if (!store) return store;
  if (auto begun = (*store)->begin(version); !begun) return std::move(begun).error();
  return store;
}

Attempt<std::unique_ptr<PartStore>> PartStore::opened(const std::string& path) {
  // A link is not followed: a name in a folder of everybody's might lead anywhere.
  constexpr int kFlags = O_NOFOLLOW | O_NONBLOCK;
  bool writes = true;
  Attempt<File> file = File::open(path, O_RDWR | O_CREAT | kFlags);
  const int failure = file ? 0 : errno;
  if (failure == ELOOP)
    return Error::input(fmt::format("the store '{}' is a link, not a file", path));
  const std::string why = file ? "" : file.error().message();
  if (failure == EACCES || failure == EROFS) {
    writes = false;
    file = File::open(path, O_RDONLY | kFlags);
  }
  if (!file) return Error::input(why);
  struct stat known = {};
  if (::fstat(file->descriptor(), &known) != 0 || !S_ISREG(known.st_mode))
    return Error::input(fmt::format("the store '{}' is not a regular file", path));
  std::unique_ptr<PartStore> store(new PartStore(*std::move(file), writes));
  if (!writes) store->note(fmt::format("{}; its values are used, and none are added", why));
  if (writes && ::flock(store->file_.descriptor(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK)
      return Error::input(fmt::format("can't lock the store '{}': {}", path, std::strerror(errno)));
    store->writes_ = false;
    store->note(
        fmt::format("the store '{}' is in use; its values are used, and none are added", path));
  }
  return store;
}

Attempt<void> PartStore::begin(std::string_view version) {
  const std::string wanted = head_of(version);
  std::string head(kPartsHead, '\0');
  const Attempt<size_t> got = file_.read(head);
  if (!got) return got.error();
  head.resize(*got);
  size_ = end_ = kPartsHead;
  if (head == wanted) return {};
  if (head.size() < kPartsHead && wanted.starts_with(head)) {
    // Nobody has written its head to the end.
    if (!writes_) return {};
    Attempt<void> written = file_.seek(0);
    if (written) written = file_.write(wanted);
    if (!written) failed_ = std::move(written).error();
    return {};
  }
  const auto refused = [&](std::string_view why) {
    return Error::input(
        fmt::format("'{}' {}; nothing of it was used or changed", file_.name(), why));
  };
  if (!head.starts_with(kAnyPartsTitle)) return refused("is no store of values");
  if (head.size() < kPartsHead ||
      number_at(head, kPartsHead - 8) != checksum(head.substr(0, kPartsHead - 8)))
    return refused("is a store with a damaged head");
  if (!head.starts_with(kPartsTitle))
    return refused("is a store of a form that this program doesn't know");
  const std::string theirs = head.substr(kPartsTitle.size(), head.find('\0') - kPartsTitle.size());
  return refused(
      fmt::format("is a store of version {} of this program, which is {}", theirs, version));
}

PartStore::~PartStore() {
  if (!writes_) return;
  const std::lock_guard lock(mutex_);
  write_all();
  if (!is_synced_) (void)file_.sync();
}

PartStore::Shelf& PartStore::shelf_of(std::string_view fingerprint) {
  const auto known = shelves_.find(fingerprint);
  if (known != shelves_.end()) return known->second;
  return shelves_.emplace(fingerprint, Shelf{std::string(fingerprint)}).first->second;
}

std::optional<PartStore::Block> PartStore::block_at(Window& window, uint64_t place) {
  const std::string_view start = window.at(place, kBeforeParts);
  if (start.size() < kBeforeParts || !start.starts_with(kPartsMark)) return {};
  const uint64_t count = number_at(start, kCountPlace);
  if (count == 0 || count > kMostInBlock) return {};
  const size_t summed = kBeforeParts + count * kPartBytes;
  const std::string_view bytes = window.at(place, summed + 8);
  if (bytes.size() < summed + 8 || number_at(bytes, summed) != checksum(bytes.substr(0, summed)))
    return {};
  return Block{bytes.substr(kPartsMark.size(), kFingerprintDigits),
               bytes.substr(kBeforeParts, count * kPartBytes), bytes.substr(0, summed + 8)};
}

Attempt<void> PartStore::scan(Window& window, const Budget& budget) {
  uint64_t strange = 0;  // bytes
  while (true) {
    if (budget.spent()) return budget.why();
    if (const auto block = block_at(window, size_)) {
      Shelf& shelf = shelf_of(block->fingerprint);
      shelf.blocks.push_back(size_);
      shelf.parts += block->parts.size() / kPartBytes;
      strange += size_ - end_;
      end_ = size_ += block->bytes.size();
      continue;
    }
    const std::string_view rest = window.at(size_, kMostOfBlock);
    if (rest.empty()) break;
    const size_t next = rest.find(kPartsMark, 1);
    const bool is_last = rest.size() < kMostOfBlock;
    size_ += next != rest.npos ? next : is_last ? rest.size() : rest.size() - kPartsMark.size() + 1;
  }
  if (window.failed) {
    note(window.failed->message());
    writes_ = false;
  }
  const uint64_t holes = strange;
  // Behind the last block another process may just be writing.
  if (writes_ && size_ > end_) {
    strange += size_ - end_;
    if (auto cut = file_.truncate(end_); !cut) failed_ = std::move(cut).error();
  }
  size_ = end_;
  if (strange > 0) {
    note(
        fmt::format("{} bytes of the store '{}' are damaged or were not written to their end; they "
                    "are left out",
                    strange, file_.name()));
  }
  if (writes_ && holes > 0) {
    if (auto mended = mend(window, budget); !mended)
      note(fmt::format("the store could not be mended: {}", mended.error().message()));
  }
  return {};
}

Attempt<void> PartStore::mend(Window& window, const Budget& budget) {
  struct stat known = {};
  if (::fstat(file_.descriptor(), &known) != 0 || known.st_nlink != 1 ||
      !is_at(file_, file_.name()))
    return Error::input("the file has another name");
  std::vector<std::pair<uint64_t, uint64_t*>> places;  // each, and where it is noted
  for (auto& [fingerprint, shelf] : shelves_) {
    for (uint64_t& place : shelf.blocks) places.emplace_back(place, &place);
  }
  std::sort(places.begin(), places.end());
  Attempt<OutputFile> whole = OutputFile::create(file_.name());
  if (!whole) return std::move(whole).error();
  const int descriptor = whole->file().descriptor();
  if (::fchown(descriptor, known.st_uid, known.st_gid) != 0 ||
      ::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return Error::input(std::strerror(errno));
  std::string bytes(window.at(0, kPartsHead).substr(0, kPartsHead));
  uint64_t end = kPartsHead;
  std::vector<uint64_t> moved;
  for (const auto& [place, noted] : places) {
    if (budget.spent()) return budget.why();
    const auto block = block_at(window, place);
    if (!block) return Error::input(fmt::format("'{}' changes while it is read", file_.name()));
    bytes += block->bytes;
    moved.push_back(end);
    end += block->bytes.size();
    if (bytes.size() < kWindowBytes) continue;
    if (auto written = whole->write(std::exchange(bytes, "")); !written) return written;
  }
  if (auto written = whole->write(bytes); !written) return written;
  Attempt<File> file = whole->commit_open();
  if (!file) return std::move(file).error();
  for (size_t i = 0; i < places.size(); ++i) *places[i].second = moved[i];
  file_ = *std::move(file);
  window.forget();
  size_ = end_ = end;
  failed_.reset();
  return {};
}

Attempt<PartStore::Shelf*> PartStore::load(const std::string& fingerprint, const Take& take,
                                           Budget& budget) {
  const std::lock_guard lock(mutex_);
  Window window(file_);
  if (auto scanned = scan(window, budget); !scanned) return std::move(scanned).error();
  Shelf& shelf = shelf_of(fingerprint);
  std::vector<KeptPart> parts;
  uint64_t left = shelf.parts + shelf.added.size();
  parts.reserve(std::min<uint64_t>(left, kTakenAtOnce + kMostInBlock));
  const auto give = [&] {
    take(parts, left);
    left -= parts.size();
    parts.clear();
  };
  for (const uint64_t place : shelf.blocks) {
    if (budget.spent()) return budget.why();
    const auto block = block_at(window, place);
    if (!block || block->fingerprint != fingerprint) continue;
    for (size_t at = 0; at < block->parts.size(); at += kPartBytes)
      parts.push_back({number_at(block->parts, at), number_at(block->parts, at + 8)});
    if (parts.size() >= kTakenAtOnce) give();
  }
  parts.insert(parts.end(), shelf.added.begin(), shelf.added.end());
  give();
  return &shelf;
}

Attempt<void> PartStore::keep(PartTable& table, const std::string& fingerprint, Budget& budget) {
  const auto put = [&](std::span<const KeptPart> parts, uint64_t left) {
    table.make_room_for(left, budget);
    table.put(parts, budget);
  };
  const Attempt<Shelf*> shelf = load(fingerprint, put, budget);
  if (!shelf) return shelf.error();
  table.set_keep([this, shelf = *shelf](const KeptPart& part) { add(*shelf, part); });
  return {};
}

void PartStore::add(Shelf& shelf, const KeptPart& part) {
  if (!writes_) return;
  const std::lock_guard lock(mutex_);
  if (failed_) return;
  shelf.added.push_back(part);
  if (shelf.added.size() >= kMostInBlock) write(shelf);
  if (std::chrono::steady_clock::now() - written_ >= kBetweenWrites) write_all();
}

void PartStore::write(Shelf& shelf) {
  while (!shelf.added.empty() && !failed_)
    write_block(shelf, std::min(shelf.added.size(), kMostInBlock));
}

/// The first `count` parts that were added.
void PartStore::write_block(Shelf& shelf, size_t count) {
  const auto end = shelf.added.begin() + static_cast<std::ptrdiff_t>(count);
  std::string block(kPartsMark);
  block += shelf.fingerprint;
  add_number(block, count);
  for (auto part = shelf.added.begin(); part != end; ++part) {
    add_number(block, part->check);
    add_number(block, part->data);
  }
  add_number(block, checksum(block));
  is_synced_ = false;
  const auto put = [&]() -> Attempt<void> {
    if (auto sought = file_.seek(end_); !sought) return sought;
    return file_.write(block);
  };
  if (auto done = put(); !done) {
    failed_ = std::move(done).error();
    (void)file_.truncate(end_);
    return;
  }
  shelf.blocks.push_back(end_);
  shelf.parts += count;
  shelf.added.erase(shelf.added.begin(), end);
  size_ = end_ += block.size();
}

void PartStore::write_all() {
  for (auto& [fingerprint, shelf] : shelves_) write(shelf);
  written_ = std::chrono::steady_clock::now();
}

Attempt<void> PartStore::save() {
  const std::lock_guard lock(mutex_);
  if (writes_) write_all();
  if (!failed_ || is_told_) return {};
  is_told_ = true;
  return *failed_;
}

std::vector<std::string> PartStore::take_notes() {
  const std::lock_guard lock(mutex_);
  return std::exchange(notes_, {});
}

}  // namespace grundy
