// The key that the address of `grundy serve` carries, and the cookie it becomes.
#pragma once
#include <string>
#include <string_view>

namespace grundy::web {

/// 128 random bits, in hexadecimal digits; empty where the system gives none.
std::string random_key();
/// Compares in a time that does not tell where the first difference is.
bool same_secret(std::string_view a, std::string_view b);
/// Whether a line "a=1; grundy_8765=3f9c…" of a request's head holds the cookie `name` with this
/// key.
bool has_cookie(std::string_view cookies, std::string_view name, std::string_view key);

}  // namespace grundy::web
