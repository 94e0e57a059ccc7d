#include "catalogue/shared_disk.h"

#include <gtest/gtest.h>

namespace grundy::catalogue {
namespace {

TEST(SharedDisk, IsToldByItsNumber) {
  EXPECT_EQ(shared_disk(0x6969), "NFS");
  EXPECT_EQ(shared_disk(0xFFFFFFFFFF534D42), "CIFS");  // the number is signed on some machines
  EXPECT_EQ(shared_disk(0xEF53), "");                  // ext4
  EXPECT_EQ(shared_disk(0x01021994), "");              // a file system in memory
  EXPECT_EQ(shared_disk_of("/proc/no/such/folder/x"), "");
  EXPECT_EQ(shared_disk_of("/dev/shm/x"), "");
}

}  // namespace
}  // namespace grundy::catalogue
