// The files of the page, of web/app and web/vendor, as they are in the program: compressed by gzip.
#pragma once
#include <span>
#include <string_view>

namespace grundy::web {

struct Embedded {
  std::string_view name;  // "index.html"
  std::string_view bytes;
};

std::span<const Embedded> embedded_files();

}  // namespace grundy::web
