// Stores of parts: what was added comes back, and a file that was damaged, cut, taken by somebody
// else or too large for its disk never tells anything that was not added.
#include "engine/board/part_store.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace grundy {
namespace {

namespace fs = std::filesystem;
using KeptParts = std::vector<KeptPart>;

class PartStoreTest : public ::testing::Test {
 private:
  fs::path folder_ = fs::temp_directory_path() / ("grundy-store-" + std::to_string(getpid()));

 protected:
  PartStoreTest() { fs::create_directory(folder_); }
  ~PartStoreTest() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  const std::string path_ = file("store");

  static std::string contents(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  static void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  std::unique_ptr<PartStore> opened() const {
    auto store = PartStore::open(path_, "1.2");
    EXPECT_TRUE(store) << store.error().message();
    return *std::move(store);
  }
  std::string refusal(const std::string& path, std::string_view version = "1.2") const {
    const auto store = PartStore::open(path, version);
    return store ? "" : store.error().message();
  }
  static KeptParts loaded(PartStore& store, const std::string& fingerprint) {
    KeptParts parts;
    Budget budget;
    EXPECT_TRUE(store.load(
        fingerprint,
        [&](std::span<const KeptPart> some, uint64_t left) {
          EXPECT_LE(some.size(), left);
          parts.insert(parts.end(), some.begin(), some.end());
        },
        budget));
    return parts;
  }
  static void add(PartStore& store, const std::string& fingerprint, const KeptParts& parts) {
    Budget budget;
    const auto shelf = store.load(
        fingerprint, [](std::span<const KeptPart>, uint64_t) {}, budget);
    ASSERT_TRUE(shelf);
    for (const KeptPart& part : parts) store.add(**shelf, part);
  }
  /// In blocks of this many parts.
  void keep(const std::string& fingerprint, const KeptParts& parts, size_t in_block) const {
    for (size_t i = 0; i < parts.size(); i += in_block) {
      const auto store = opened();
      add(*store, fingerprint,
          {parts.begin() + static_cast<std::ptrdiff_t>(i),
           parts.begin() + static_cast<std::ptrdiff_t>(std::min(parts.size(), i + in_block))});
    }
  }
};

std::string fingerprint_of(char letter) { return std::string(64, letter); }

KeptParts some_parts(size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  KeptParts parts;
  while (parts.size() < count) parts.push_back({random(), random()});
  return parts;
}

bool is_among(const KeptParts& some, const KeptParts& all) {
  return std::all_of(some.begin(), some.end(), [&](const KeptPart& part) {
    return std::find(all.begin(), all.end(), part) != all.end();
  });
}

TEST_F(PartStoreTest, KeepsPartsUnderTheirFingerprints) {
  const KeptParts a = some_parts(10'000, 1);
  const KeptParts b = some_parts(3, 2);
  {
    const auto store = opened();
    EXPECT_TRUE(loaded(*store, fingerprint_of('a')).empty());
    add(*store, fingerprint_of('a'), a);
    add(*store, fingerprint_of('b'), b);
    EXPECT_EQ(loaded(*store, fingerprint_of('a')), a);
  }
  const auto store = opened();
  EXPECT_EQ(loaded(*store, fingerprint_of('b')), b);
  EXPECT_EQ(loaded(*store, fingerprint_of('a')), a);
  EXPECT_TRUE(loaded(*store, fingerprint_of('c')).empty());
  add(*store, fingerprint_of('b'), b);
  ASSERT_TRUE(store->save());
  EXPECT_EQ(loaded(*store, fingerprint_of('b')).size(), 6U);
  EXPECT_TRUE(store->take_notes().empty());
}

TEST_F(PartStoreTest, WhatIsSavedIsThereWhateverComes) {
  const KeptParts parts = some_parts(5, 3);
  const auto store = opened();
  add(*store, fingerprint_of('a'), parts);
  ASSERT_TRUE(store->save());
  const std::string now = contents(path_);  // as a process that is killed leaves it
  write(file("copy"), now);
  auto copy = PartStore::open(file("copy"), "1.2");
  ASSERT_TRUE(copy);
  EXPECT_EQ(loaded(**copy, fingerprint_of('a')), parts);
}

TEST_F(PartStoreTest, AChangedByteTellsNothingNew) {
  const KeptParts parts = some_parts(6, 4);
  keep(fingerprint_of('a'), parts, 2);
  const std::string whole = contents(path_);
  size_t lost = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xFF'}) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ flip);
      write(path_, bytes);
      if (at < 64) {
        EXPECT_NE(refusal(path_), "") << at;
        EXPECT_EQ(contents(path_), bytes);
        continue;
      }
      const bool adds = at % 32 == 5;
      {
        const auto store = opened();
        const KeptParts left = loaded(*store, fingerprint_of('a'));
        EXPECT_EQ(left.size(), parts.size() - 2) << at;
        EXPECT_TRUE(is_among(left, parts)) << at;
        lost += store->take_notes().size();
        if (adds) add(*store, fingerprint_of('a'), some_parts(1, 5));
      }
      if (adds) {
        EXPECT_EQ(loaded(*opened(), fingerprint_of('a')).size(), parts.size() - 1) << at;
      }
    }
  }
  EXPECT_EQ(lost, 3 * (whole.size() - 64));
}

/// Blocks of 'a' and 'b' in turn, one of them with a changed byte.
class MendedStoreTest : public PartStoreTest {
 protected:
  MendedStoreTest() {
    for (size_t i = 0; i < kBlocks; ++i)
      keep(fingerprint_of(i % 2 == 0 ? 'a' : 'b'), some_parts(3, i), 3);
    whole_ = contents(path_);
    block_ = (whole_.size() - 64) / kBlocks;
  }
  void damage(size_t block) const {
    std::string bytes = whole_;
    char& changed = bytes[64 + block * block_ + block_ / 2];
    changed = static_cast<char>(changed ^ 8);
    write(path_, bytes);
  }
  std::string without(size_t block) const {
    return whole_.substr(0, 64 + block * block_) + whole_.substr(64 + (block + 1) * block_);
  }
  KeptParts left(char letter, size_t lost) const {
    KeptParts parts;
    for (size_t i = letter == 'a' ? 0 : 1; i < kBlocks; i += 2) {
      if (i == lost) continue;
      const KeptParts block = some_parts(3, i);
      parts.insert(parts.end(), block.begin(), block.end());
    }
    return parts;
  }
  /// Files in the folder beside the store.
  size_t others() const {
    return static_cast<size_t>(
               std::distance(fs::directory_iterator(fs::path(path_).parent_path()), {})) -
           1;
  }

  static constexpr size_t kBlocks = 6;
  std::string whole_;
  size_t block_ = 0;
};

TEST_F(MendedStoreTest, DamageIsToldOnceAndLeavesTheFile) {
  for (size_t block = 0; block < kBlocks; ++block) {
    damage(block);
    {
      const auto store = opened();
      EXPECT_EQ(loaded(*store, fingerprint_of('a')), left('a', block));
      EXPECT_EQ(store->take_notes().size(), 1U);
      EXPECT_EQ(contents(path_), without(block));
      EXPECT_EQ(loaded(*store, fingerprint_of('b')), left('b', block));
      add(*store, fingerprint_of('a'), some_parts(2, 99));
    }
    EXPECT_EQ(others(), 0U);
    const auto store = opened();
    EXPECT_EQ(loaded(*store, fingerprint_of('a')).size(), left('a', block).size() + 2);
    EXPECT_TRUE(store->take_notes().empty());
  }
}

TEST_F(MendedStoreTest, WhoReadsMeanwhileHasAllOfIt) {
  damage(2);
  auto writer = opened();
  const auto reader = opened();
  EXPECT_EQ(reader->take_notes().size(), 1U);  // it is in use
  EXPECT_EQ(loaded(*reader, fingerprint_of('b')), left('b', 2));
  EXPECT_EQ(loaded(*writer, fingerprint_of('a')), left('a', 2));
  EXPECT_EQ(contents(path_), without(2));
  EXPECT_EQ(loaded(*reader, fingerprint_of('a')), left('a', 2));
  EXPECT_NE(opened()->take_notes()[0].find("is in use"), std::string::npos);
  writer.reset();
  EXPECT_TRUE(opened()->take_notes().empty());
}

TEST_F(MendedStoreTest, AFullDiskLeavesItAsItWas) {
  damage(1);
  const std::string before = contents(path_);
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = limit;
  small.rlim_cur = before.size() / 2;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto store = opened();
  const KeptParts parts = loaded(*store, fingerprint_of('a'));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(parts, left('a', 1));
  const std::vector<std::string> notes = store->take_notes();
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_NE(notes[1].find("could not be mended: can't write"), std::string::npos) << notes[1];
  EXPECT_EQ(contents(path_), before);
  EXPECT_EQ(others(), 0U);
}

TEST_F(MendedStoreTest, KilledWhileItIsMendedItIsWholeOrAsItWas) {
  std::string large = whole_.substr(0, 64);
  for (int i = 0; i < 3000; ++i) large += whole_.substr(64);
  std::mt19937_64 random(15);
  size_t before = 0;
  for (int round = 0; round < 20; ++round) {
    std::string bytes = large;
    bytes[64 + block_ / 2] = static_cast<char>(bytes[64 + block_ / 2] ^ 8);
    write(path_, bytes);
    const pid_t child = fork();
    if (child == 0) {
      const auto store = opened();
      Budget budget;
      (void)store->load(
          fingerprint_of('a'), [](std::span<const KeptPart>, uint64_t) {}, budget);
      _exit(0);
    }
    ::usleep(static_cast<useconds_t>(random() % 40'000));
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    const std::string now = contents(path_);
    before += now == bytes ? 1 : 0;
    if (now != bytes) {
      EXPECT_EQ(now, large.substr(0, 64) + large.substr(64 + block_));
    }
    EXPECT_EQ(loaded(*opened(), fingerprint_of('b')).size(), 3000U * 9U);
  }
  EXPECT_GT(before, 0U);
}

TEST_F(MendedStoreTest, WithTwoNamesItStays) {
  damage(1);
  fs::create_hard_link(path_, file("name"));
  const std::string before = contents(path_);
  EXPECT_EQ(loaded(*opened(), fingerprint_of('a')), left('a', 1));
  EXPECT_EQ(contents(file("name")), before);
}

TEST_F(PartStoreTest, ACutFileHasItsWholeBlocks) {
  const KeptParts parts = some_parts(6, 6);
  keep(fingerprint_of('a'), parts, 2);
  const std::string whole = contents(path_);
  const size_t block = (whole.size() - 64) / 3;
  for (size_t length = 0; length <= whole.size(); ++length) {
    write(path_, whole.substr(0, length));
    const size_t blocks = length < 64 ? 0 : (length - 64) / block;
    {
      const auto store = opened();
      const KeptParts left = loaded(*store, fingerprint_of('a'));
      EXPECT_EQ(left,
                KeptParts(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(2 * blocks)))
          << length;
      EXPECT_EQ(store->take_notes().size(), length > 64 && (length - 64) % block != 0 ? 1U : 0U)
          << length;
      if (length % 16 != 3) continue;
      add(*store, fingerprint_of('b'), parts);
      ASSERT_TRUE(store->save());
    }
    const auto store = opened();
    EXPECT_EQ(loaded(*store, fingerprint_of('a')).size(), 2 * blocks) << length;
    EXPECT_EQ(loaded(*store, fingerprint_of('b')), parts) << length;
    EXPECT_TRUE(store->take_notes().empty());
  }
}

TEST_F(PartStoreTest, BytesThatAreNoBlocksArePassedOver) {
  const KeptParts parts = some_parts(8, 7);
  keep(fingerprint_of('a'), parts, 2);
  const std::string whole = contents(path_);
  const size_t block = (whole.size() - 64) / 4;
  std::mt19937_64 random(8);
  for (int round = 0; round < 24; ++round) {
    std::string strange;
    const size_t length = round % 3 == 0 ? random() % 20 : random() % 3'000'000;
    while (strange.size() < length) strange += random() % 9 == 0 ? "partsof:" : "partsof";
    std::string bytes = whole;
    const size_t at = 64 + block * (random() % 5) + (round % 2 == 0 ? 0 : random() % block);
    bytes.insert(std::min(at, bytes.size()), strange);
    write(path_, bytes);
    const KeptParts left = loaded(*opened(), fingerprint_of('a'));
    EXPECT_TRUE(is_among(left, parts));
    EXPECT_GE(left.size(), round % 2 == 0 ? 8U : 6U);
  }
}

TEST_F(PartStoreTest, OtherFilesAreRefusedAndStayAsTheyAre) {
  keep(fingerprint_of('a'), some_parts(2, 9), 2);
  const std::string before = contents(path_);
  EXPECT_NE(refusal(path_, "1.3").find("is a store of version 1.2 of this program, which is 1.3"),
            std::string::npos);
  EXPECT_EQ(contents(path_), before);
  for (const std::string text : {"a letter to nobody\n", "grundy-parts of something", "g1", "\n"}) {
    write(file("letter"), text);
    EXPECT_NE(refusal(file("letter")).find("nothing of it was used or changed"), std::string::npos)
        << text;
    EXPECT_EQ(contents(file("letter")), text);
  }
  fs::create_symlink(path_, file("link"));
  EXPECT_NE(refusal(file("link")).find("is a link"), std::string::npos);
  fs::create_symlink(file("nowhere"), file("dangling"));
  EXPECT_NE(refusal(file("dangling")), "");
  EXPECT_FALSE(fs::exists(file("nowhere")));
  EXPECT_NE(refusal(file(".")), "");
  EXPECT_NE(refusal(file("no/such/folder")), "");
  ASSERT_EQ(::mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_NE(refusal(file("pipe")).find("is not a regular file"), std::string::npos);
  EXPECT_NE(refusal("/dev/full").find("is not a regular file"), std::string::npos);
}

TEST_F(PartStoreTest, OneWritesAndTheOthersRead) {
  const KeptParts parts = some_parts(4, 10);
  const auto first = opened();
  add(*first, fingerprint_of('a'), parts);
  ASSERT_TRUE(first->save());
  const auto second = opened();
  const std::vector<std::string> notes = second->take_notes();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("is in use; its values are used, and none are added"), std::string::npos);
  EXPECT_EQ(loaded(*second, fingerprint_of('a')), parts);
  add(*second, fingerprint_of('a'), some_parts(1, 11));
  ASSERT_TRUE(second->save());
  add(*first, fingerprint_of('a'), parts);
  ASSERT_TRUE(first->save());
  EXPECT_EQ(loaded(*second, fingerprint_of('a')).size(), 2 * parts.size());
  EXPECT_EQ(loaded(*first, fingerprint_of('a')).size(), 2 * parts.size());
}

TEST_F(PartStoreTest, AFullDiskLosesNothingThatWasThere) {
  const KeptParts parts = some_parts(4, 12);
  keep(fingerprint_of('a'), parts, 4);
  const std::string before = contents(path_);
  {
    const auto store = opened();
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = limit;
    small.rlim_cur = before.size() + 100;
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    add(*store, fingerprint_of('b'), some_parts(4096, 13));
    const Attempt<void> saved = store->save();
    EXPECT_TRUE(store->save());
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().message().find("can't write"), std::string::npos)
        << saved.error().message();
    EXPECT_EQ(loaded(*store, fingerprint_of('a')), parts);
  }
  EXPECT_EQ(contents(path_), before);
}

TEST_F(PartStoreTest, ASpentBudgetEndsLoading) {
  const KeptParts parts = some_parts(100, 14);
  keep(fingerprint_of('a'), parts, 2);
  const auto store = opened();
  const std::atomic<bool> stop = true;
  Budget budget;
  budget.set_stop_flag(&stop);
  EXPECT_FALSE(store->load(
      fingerprint_of('a'), [](std::span<const KeptPart>, uint64_t) {}, budget));
  EXPECT_EQ(loaded(*store, fingerprint_of('a')), parts);
}

}  // namespace
}  // namespace grundy
