#include "session/sequence_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/file.h"

namespace grundy {
namespace {

constexpr std::string_view kTitle = "grundyv1";

void put(std::string& bytes, uint64_t number, unsigned width) {
  for (unsigned i = 0; i < width; ++i) bytes += static_cast<char>(number >> (8 * i));
}

/// The file holds `head`, then what text(values, first position, bytes) adds for all values.
template <class Text>
Attempt<void> write(const heap::Run& run, uint64_t end, const std::string& path,
                    std::string_view head, Budget& budget, Text&& text) {
  Attempt<OutputFile> file = OutputFile::create(path);
  if (!file) return std::move(file).error();
  if (auto written = file->write(head); !written) return written;
  uint64_t first = 0;
  std::string bytes;
  Attempt<void> done = run.for_each(end, [&](std::span<const uint32_t> values) -> Attempt<void> {
    if (budget.spent()) return budget.why();
    budget.progress("values written", first, end);
    bytes.clear();
    text(values, first, bytes);
    first += values.size();
    return file->write(bytes);
  });
  if (!done) return done;
  return file->commit();
}

}  // namespace

Attempt<void> write_packed(const heap::Run& run, uint64_t end, const std::string& path,
                           Budget& budget) {
  uint32_t largest = 0;
  Attempt<void> seen = run.for_each(end, [&](std::span<const uint32_t> values) -> Attempt<void> {
    if (budget.spent()) return budget.why();
    largest = std::max(largest, *std::max_element(values.begin(), values.end()));
    return {};
  });
  if (!seen) return seen;
  const unsigned width = largest < 1U << 8 ? 1 : largest < 1U << 16 ? 2 : 4;
  std::string head(kTitle);
  put(head, end, 8);
  put(head, width, 8);
  put(head, 0, 8);
  return write(run, end, path, head, budget,
               [width](std::span<const uint32_t> values, uint64_t, std::string& bytes) {
                 for (const uint32_t value : values) put(bytes, value, width);
               });
}

Attempt<void> write_bfile(const heap::Run& run, uint64_t end, const std::string& path,
                          Budget& budget) {
  return write(run, end, path, "", budget,
               [](std::span<const uint32_t> values, uint64_t first, std::string& bytes) {
                 for (uint64_t k = 0; k < values.size(); ++k)
                   fmt::format_to(std::back_inserter(bytes), "{} {}\n", first + k, values[k]);
               });
}

}  // namespace grundy
