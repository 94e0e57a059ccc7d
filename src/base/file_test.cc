#include "base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/checksum.h"

namespace grundy {
namespace {

namespace fs = std::filesystem;

class FileTest : public ::testing::Test {
 protected:
  FileTest() { fs::create_directory(folder_); }
  ~FileTest() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string contents(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  size_t entries() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("grundy-file-" + std::to_string(getpid()));
};

TEST_F(FileTest, AnOutputFileTakesItsNameWhenItIsWhole) {
  std::ofstream(path("a")) << "as it was";
  {
    auto file = OutputFile::create(path("a"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("one, "));
    ASSERT_TRUE(file->write("two"));
    EXPECT_EQ(contents(path("a")), "as it was");
    ASSERT_TRUE(file->commit());
    EXPECT_EQ(contents(path("a")), "one, two");
  }
  {
    auto file = OutputFile::create(path("a"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("given up"));
    OutputFile moved = *std::move(file);
    EXPECT_EQ(entries(), 2u);
  }
  EXPECT_EQ(contents(path("a")), "one, two");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, ALinkStaysAndItsFileKeepsItsMode) {
  std::ofstream(path("target")) << "as it was";
  fs::permissions(path("target"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(path("target"), path("link"));
  fs::create_symlink(path("nowhere"), path("dangling"));
  auto file = OutputFile::create(path("link"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write("new"));
  ASSERT_TRUE(file->commit());
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(contents(path("target")), "new");
  EXPECT_EQ(fs::status(path("target")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_FALSE(OutputFile::create(path("dangling")).ok());
}

TEST_F(FileTest, WhatHasTheNameBesideIsLeftAlone) {
  std::ofstream(path("victim")) << "as it was";
  const std::string beside = path("a") + "." + std::to_string(getpid()) + "-0.part";
  fs::create_symlink(path("victim"), beside);
  auto file = OutputFile::create(path("a"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write("new"));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(contents(path("victim")), "as it was");
  EXPECT_TRUE(fs::is_symlink(beside));
  EXPECT_EQ(contents(path("a")), "new");
}

TEST_F(FileTest, APipeWithoutAWriterIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_file(path("pipe"), 100).error().message(),
            "can't read '" + path("pipe") + "': nobody writes to this pipe");
}

TEST_F(FileTest, ErrorsNameTheFileAndTheReason) {
  EXPECT_EQ(OutputFile::create(path("none/a")).error().message(),
            "can't write '" + path("none/a") + "': No such file or directory");
  EXPECT_EQ(OutputFile::create("/dev/null").error().message(),
            "can't write '/dev/null': it is not a regular file");
  EXPECT_EQ(File::open(path("none"), O_RDONLY).error().message(),
            "can't read '" + path("none") + "': No such file or directory");
  auto full = File::open("/dev/full", O_WRONLY);
  ASSERT_TRUE(full);
  EXPECT_EQ(full->write("text").error().message(),
            "can't write '/dev/full': No space left on device");
}

TEST_F(FileTest, ReadsAndWritesAtAPlace) {
  auto file = File::open(path("a"), O_RDWR | O_CREAT);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write("0123456789"));
  ASSERT_TRUE(file->truncate(6));
  EXPECT_EQ(*file->size(), 6u);
  ASSERT_TRUE(file->seek(2));
  std::string text(10, ' ');
  EXPECT_EQ(*file->read(text), 4u);
  EXPECT_EQ(text, "2345      ");
  ASSERT_TRUE(file->sync());
}

TEST(Checksum, AsDocumented) {
  EXPECT_EQ(checksum(""), 0u);
  EXPECT_EQ(checksum("abcdefghij"), 0xA522225EA4FE5735);  // by the program of doc/checkpoint.md
}

TEST(Checksum, SeesEveryChangedByteAndLength) {
  const std::string text = "the values of a game";
  for (size_t i = 0; i < text.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      EXPECT_NE(checksum(changed), checksum(text));
    }
    EXPECT_NE(checksum(text.substr(0, i)), checksum(text));
  }
  EXPECT_NE(checksum(text + '\0'), checksum(text));
}

}  // namespace
}  // namespace grundy
