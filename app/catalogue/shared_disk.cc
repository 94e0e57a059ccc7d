#include "catalogue/shared_disk.h"

#include <sys/vfs.h>

#include <filesystem>

namespace grundy::catalogue {

std::string_view shared_disk(uint64_t type) {
  struct Kind {
    uint64_t type;
    std::string_view name;
  };
  static constexpr Kind kShared[] = {
      {0x6969, "NFS"},      {0x0BD00BD0, "Lustre"}, {0xFF534D42, "CIFS"},
      {0xFE534D42, "SMB"},  {0x517B, "SMB"},        {0x5346414F, "AFS"},
      {0x00C36400, "Ceph"}, {0x47504653, "GPFS"},   {0x19830326, "BeeGFS"}};
  for (const Kind& kind : kShared) {
    if (kind.type == (type & 0xFFFFFFFF)) return kind.name;
  }
  return {};
}

std::string_view shared_disk_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  struct statfs disk = {};
  if (statfs(folder.empty() ? "." : folder.c_str(), &disk) != 0) return {};
  return shared_disk(static_cast<uint64_t>(disk.f_type));
}

}  // namespace grundy::catalogue
