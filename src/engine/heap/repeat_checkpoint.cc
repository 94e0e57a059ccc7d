#include "engine/heap/repeat_checkpoint.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/checksum.h"
#include "base/lines.h"

namespace grundy::heap {
namespace {

constexpr std::string_view kStreamTitle = "grundy-stream 1\n";
constexpr uint64_t kMostOfFile = 1 << 28;  // bytes
constexpr char kZero = '0';                // the letter of the value 0

/// The values of the positions before `position`, a letter each.
std::string letters(const Stream& stream, uint64_t position, std::span<const uint8_t> codes) {
  std::string text(codes.size(), kZero);
  for (size_t k = 0; k < codes.size(); ++k)
    text[k] = static_cast<char>(kZero + stream.value(position - codes.size() + k, codes[k]));
  return text;
}

bool read_letters(const Stream& stream, uint64_t position, std::string_view text,
                  std::vector<uint8_t>& codes) {
  if (text.size() > position) return false;
  codes.resize(text.size());
  for (size_t k = 0; k < text.size(); ++k) {
    const auto value =
        static_cast<uint32_t>(static_cast<unsigned char>(text[k])) - static_cast<uint32_t>(kZero);
    if (!stream.is_common(position - text.size() + k, value)) return false;
    codes[k] = stream.code(value);
  }
  return true;
}

}  // namespace

Error RepeatCheckpoint::damaged(std::string_view why) const {
  return Error::input(fmt::format(
      "the checkpoint '{}' is damaged: {}; nothing of it was used or changed", file(), why));
}

std::string RepeatCheckpoint::text_of(const Repeat& repeat) const {
  const Stream& stream = repeat.stream();
  const Repeat::State state = repeat.state();
  std::string text(kStreamTitle);
  text += fmt::format("code {}\nposition {}\nanchor {}\nseen {}\ndue {}\n", code_, state.position,
                      state.anchor, state.seen, state.due);
  text += fmt::format(
      "values {}\n", letters(stream, stream.size(), {stream.end() - Stream::kKept, Stream::kKept}));
  for (const Station& station : repeat.stations())
    text += fmt::format("station {} {}\n", station.position,
                        letters(stream, station.position, station.codes));
  return text + fmt::format("end {:016x}\n", checksum(text));
}

Attempt<void> RepeatCheckpoint::save(const Repeat& repeat) {
  Attempt<OutputFile> out = OutputFile::create(file());
  if (!out) return std::move(out).error();
  if (auto written = out->write(text_of(repeat)); !written) return written;
  return out->commit();
}

Attempt<void> RepeatCheckpoint::load(Repeat& repeat) const {
  struct stat known = {};
  if (::stat(file().c_str(), &known) != 0 && errno == ENOENT) return {};
  const auto read = read_file(file(), kMostOfFile);
  if (!read) return read.error();
  const std::string& text = *read;
  std::string_view left = text;
  if (!left.starts_with(kStreamTitle))
    return damaged("it is no search for a period that this program knows");
  left.remove_prefix(kStreamTitle.size());
  const size_t last = text.size() < 22 ? 0 : text.size() - 21;  // of the line "end …"
  if (text.substr(last) !=
      fmt::format("end {:016x}\n", checksum(std::string_view(text).substr(0, last))))
    return damaged("its checksum is wrong");
  const auto saved_code = take_line(left, "code");
  if (saved_code && *saved_code != code_) {
    return Error::input(fmt::format("the checkpoint '{}' is one of the game {}, not of {}", path_,
                                    saved_code->substr(0, 60),
                                    std::string_view(code_).substr(0, 60)));
  }
  const Stream& stream = repeat.stream();
  const auto wrong = [&] { return damaged("a line is missing or wrong"); };
  Repeat::State state;
  uint64_t anchor = 0;
  if (!saved_code || !read_number(take_line(left, "position"), state.position) ||
      !read_number(take_line(left, "anchor"), anchor) ||
      !read_number(take_line(left, "seen"), state.seen) ||
      !read_number(take_line(left, "due"), state.due) || anchor > UINT8_MAX ||
      state.seen > state.position || state.position < Stream::kStart ||
      state.position % kStreamBlock != 0)
    return wrong();
  state.anchor = static_cast<uint8_t>(anchor);
  std::vector<uint8_t> codes;
  const auto values = take_line(left, "values");
  if (!values || values->size() < Stream::kKept ||
      !read_letters(stream, state.position, *values, codes))
    return wrong();
  std::vector<Station> stations;
  while (auto line = take_line(left, "station")) {
    const size_t space = line->find(' ');
    Station station;
    if (space == line->npos || !read_number(line->substr(0, space), station.position) ||
        station.position > state.position ||
        station.position <= (stations.empty() ? Stream::kStart : stations.back().position) ||
        line->size() - space - 1 != stream.window() ||
        !read_letters(stream, station.position, line->substr(space + 1), station.codes))
      return wrong();
    stations.push_back(std::move(station));
  }
  if (left != std::string_view(text).substr(last)) return wrong();
  repeat.go_to(state, codes, std::move(stations));
  return {};
}

}  // namespace grundy::heap
