// Whether a file lies on a disk that several machines share. SQLite's locks and its write-ahead log
// do not work there: two processes that write damage the file without a word.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace grundy::catalogue {

/// "NFS" for 0x6969, the number of statfs(2); empty for disks of one machine.
std::string_view shared_disk(uint64_t type);
/// The same of the folder in which a file lies or would lie; empty, too, where that can't be told.
std::string_view shared_disk_of(const std::string& path);

}  // namespace grundy::catalogue
