#include "engine/heap/checkpoint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace grundy::heap {
namespace {

namespace fs = std::filesystem;

class CheckpointTest : public ::testing::Test {
 private:
  fs::path folder_ = fs::temp_directory_path() / ("grundy-checkpoint-" + std::to_string(getpid()));

 protected:
  CheckpointTest() { fs::create_directory(folder_); }
  ~CheckpointTest() override { fs::remove_all(folder_); }

  const std::string path_ = (folder_ / "run").string();
  const HeapCode code_ = *parse_heap_code("0.007");

  static std::string contents(const std::string& file) {
    std::stringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }
  static void write(const std::string& file, const std::string& text) {
    std::ofstream(file, std::ios::binary)
        .write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  std::string state() const { return path_ + "/state"; }
  std::string values() const { return path_ + "/values"; }

  /// Keeps these values, from the first that is not kept yet.
  void keep(const std::vector<uint32_t>& all) {
    Budget budget;
    Sequence sequence(code_);
    ASSERT_TRUE(sequence.append(all, budget));
    auto checkpoint = Checkpoint::open(path_, code_);
    ASSERT_TRUE(checkpoint) << checkpoint.error().message();
    ASSERT_TRUE(checkpoint->save(sequence));
    EXPECT_EQ(checkpoint->size(), all.size());
  }
  /// What is kept, or the message why not.
  std::vector<uint32_t> kept(std::string* message = nullptr) const {
    Budget budget;
    auto checkpoint = Checkpoint::open(path_, code_);
    Sequence sequence(code_);
    Attempt<void> loaded =
        checkpoint ? checkpoint->load(sequence, budget) : Attempt<void>(checkpoint.error());
    if (message != nullptr) *message = loaded ? "" : loaded.error().message();
    if (!loaded) return {};
    std::vector<uint32_t> result;
    for (uint64_t n = 0; n < sequence.size(); ++n) result.push_back(sequence.at(n));
    EXPECT_EQ(result.size(), checkpoint->size());
    return result;
  }
  std::string refusal() const {
    std::string message;
    EXPECT_TRUE(kept(&message).empty());
    return message;
  }
};

std::vector<uint32_t> some_values(uint64_t count, uint32_t factor) {
  std::vector<uint32_t> result;
  for (uint64_t n = 0; n < count; ++n) result.push_back(static_cast<uint32_t>(n % 251) * factor);
  return result;
}

TEST_F(CheckpointTest, KeepsValuesOfEveryWidth) {
  EXPECT_EQ(kept(), std::vector<uint32_t>());
  std::vector<uint32_t> all = some_values(1000, 1);
  keep(all);
  EXPECT_EQ(kept(), all);
  for (const uint32_t factor : {1U, 257U, 70'000U}) {
    const std::vector<uint32_t> more = some_values(1500, factor);
    all.insert(all.end(), more.begin(), more.end());
    keep(all);
    EXPECT_EQ(kept(), all);
  }
  // Four blocks with their heads.
  EXPECT_EQ(contents(values()).size(), 4 * 32 + 1000 + 1500 + 2 * 1500 + 4 * 1500);
  // More than one block at a time.
  all = some_values((1 << 20) + 7, 1);
  fs::remove_all(path_);
  keep(all);
  EXPECT_EQ(kept(), all);
}

TEST_F(CheckpointTest, TheFilesAreThoseOfTheDocument) {
  keep({0, 0, 0, 1, 300});
  const std::string block("\x02\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);
  EXPECT_EQ(contents(values()).substr(0, 24), block);
  EXPECT_EQ(contents(values()).substr(32), std::string("\0\0\0\0\0\0\x01\0\x2c\x01", 10));
  EXPECT_TRUE(contents(state()).starts_with(
      "grundy-checkpoint 1\ncode 0.007\nvalues 5\nbytes 42\nchecksum "));
}

/// The process ends while it saves: whatever was written, the values are the old ones or the new
/// ones.
TEST_F(CheckpointTest, ATornSaveIsDropped) {
  const std::vector<uint32_t> before = some_values(40, 1);
  const std::vector<uint32_t> after = some_values(60, 1);
  keep(before);
  const std::string old_state = contents(state());
  const std::string old_values = contents(values());
  keep(after);
  const std::string new_state = contents(state());
  const std::string new_values = contents(values());
  ASSERT_TRUE(new_values.starts_with(old_values));
  for (size_t length = old_values.size(); length <= new_values.size(); ++length) {
    write(values(), new_values.substr(0, length));
    write(state(), old_state);
    EXPECT_EQ(kept(), before);
    write(path_ + "/state.part",
          new_state.substr(0, new_state.size() * (length - old_values.size()) / 52));
    EXPECT_EQ(kept(), before);
  }
  // Garbage behind what counts, of the length of a block too.
  write(values(), old_values + std::string(new_values.size() - old_values.size(), '\x01'));
  EXPECT_EQ(kept(), before);
  keep(after);
  EXPECT_EQ(kept(), after);
  EXPECT_EQ(contents(values()), new_values);
}

TEST_F(CheckpointTest, EveryDamagedByteIsSeen) {
  const std::vector<uint32_t> first = some_values(30, 1);
  keep(first);
  keep(some_values(50, 1));
  for (const std::string& file : {state(), values()}) {
    const std::string good = contents(file);
    for (size_t i = 0; i < good.size(); ++i) {
      for (const int change : {1 << (i % 8), 0x20}) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ change);
        write(file, bad);
        EXPECT_NE(refusal(), "") << file << " at " << i;
      }
      write(file, good.substr(0, i));
      EXPECT_NE(refusal(), "") << file << " cut at " << i;
    }
    write(file, good);
  }
  EXPECT_EQ(kept(), some_values(50, 1));
}

TEST_F(CheckpointTest, WhatIsWrongIsTold) {
  keep(some_values(40, 1));
  const std::string good_state = contents(state());
  const std::string good_values = contents(values());
  const auto damaged = [this](const char* name, const std::string& why) {
    return "the checkpoint '" + path_ + "/" + name + "' is damaged: " + why +
           "; nothing of it was used or changed";
  };
  write(values(), good_values.substr(0, 50));
  EXPECT_EQ(refusal(), damaged("values", "it has 50 bytes in place of 72"));
  std::string bad = good_values;
  bad[40] = 'x';
  write(values(), bad);
  EXPECT_EQ(refusal(), damaged("values", "the block at byte 0 has a wrong checksum"));
  write(values(), good_values);
  write(state(), "");
  EXPECT_EQ(refusal(), damaged("state", "it is no state of a checkpoint that this program knows"));
  write(state(), good_state.substr(0, good_state.find("bytes")));
  EXPECT_EQ(refusal(), damaged("state", "a line is missing or wrong"));
  fs::remove(state());
  EXPECT_EQ(refusal(), "the folder '" + path_ + "' holds other files and no checkpoint");
  write(state(), good_state);
  const auto other = Checkpoint::open(path_, *parse_heap_code("0.07"));
  EXPECT_EQ(other.error().message(),
            "the checkpoint '" + path_ + "' is one of the game 0.007, not of 0.07");
  // The values of another run of the same length.
  const std::string other_path = path_ + "-2";
  std::vector<uint32_t> changed = some_values(40, 1);
  changed[3] = 9;
  Budget budget;
  Sequence sequence(code_);
  ASSERT_TRUE(sequence.append(changed, budget));
  {
    auto checkpoint = Checkpoint::open(other_path, code_);
    ASSERT_TRUE(checkpoint);
    ASSERT_TRUE(checkpoint->save(sequence));
  }
  write(values(), contents(other_path + "/values"));
  EXPECT_EQ(refusal(), damaged("values", "it does not belong to the state"));
}

TEST_F(CheckpointTest, OneProcessAtATime) {
  auto first = Checkpoint::open(path_, code_);
  ASSERT_TRUE(first);
  EXPECT_EQ(refusal(), "the checkpoint '" + path_ + "' is in use by another process");
  {
    const Checkpoint moved = *std::move(first);
    EXPECT_NE(refusal(), "");
  }
  EXPECT_EQ(kept(), std::vector<uint32_t>());
}

TEST_F(CheckpointTest, WhereNoFolderCanBe) {
  EXPECT_EQ(Checkpoint::open(path_ + "/a/b", code_).error().message(),
            "can't make the folder '" + path_ + "/a/b': No such file or directory");
  write(path_, "a file");
  EXPECT_EQ(Checkpoint::open(path_, code_).error().message(),
            "can't read '" + path_ + "': Not a directory");
}

}  // namespace
}  // namespace grundy::heap
