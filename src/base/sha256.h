// SHA-256 (FIPS 180-4): a fingerprint by which a text is named in papers, and which `sha256sum`
// computes too.
#pragma once
#include <string>
#include <string_view>

namespace grundy {

/// 64 hexadecimal digits: "ba7816bf…" for "abc".
std::string sha256(std::string_view bytes);

}  // namespace grundy
