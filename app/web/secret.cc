#include "web/secret.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>

namespace grundy::web {

std::string random_key() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) return {};
  std::string key;
  for (const unsigned char byte : bytes) key += fmt::format("{:02x}", byte);
  return key;
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

bool has_cookie(std::string_view cookies, std::string_view name, std::string_view key) {
  while (!cookies.empty()) {
    std::string_view one = cookies.substr(0, cookies.find(';'));
    cookies.remove_prefix(std::min(one.size() + 1, cookies.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    const size_t equals = one.find('=');
    if (equals != one.npos && one.substr(0, equals) == name &&
        same_secret(one.substr(equals + 1), key))
      return true;
  }
  return false;
}

}  // namespace grundy::web
