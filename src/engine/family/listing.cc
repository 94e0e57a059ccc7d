#include "engine/family/listing.h"

#include <algorithm>

namespace grundy {
namespace {

void clip(std::string& text, size_t limit) {
  text.resize(limit);  // inside a list there is only ASCII
  text += "…";
}

}  // namespace

std::string list_text(size_t begin, size_t end, const NumberAt& number, size_t limit) {
  std::string text = "[";
  for (size_t i = begin; i < end; ++i) {
    if (i > begin) text += ", ";
    text += number(i).to_string();
    if (text.size() > limit) {
      clip(text, limit);
      break;
    }
  }
  return text + "]";
}

std::string matrix_text(std::span<const size_t> row_ends, const NumberAt& number, size_t limit) {
  std::string text = "[";
  size_t begin = 0;
  for (size_t row = 0; row < row_ends.size(); ++row) {
    if (row > 0) text += ", ";
    if (text.size() >= limit) {
      text += "…";
      break;
    }
    text += list_text(begin, row_ends[row], number, limit - text.size());
    begin = row_ends[row];
  }
  return text + "]";
}

std::string file_argument(const std::string& path) {
  const bool plain = path.find_first_of(" \t\r\n,()[]{}") == path.npos && !path.starts_with('"');
  return plain ? "@" + path : "@\"" + path + "\"";
}

std::string short_digits(const Natural& n) {
  std::string digits = n.to_string();
  constexpr size_t kEnds = 12;
  if (digits.size() <= 3 * kEnds) return digits;
  return digits.substr(0, kEnds) + "…" + digits.substr(digits.size() - kEnds) + " (" +
         std::to_string(digits.size()) + " digits)";
}

size_t width_of(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(std::string text, size_t width) {
  const size_t now = width_of(text);
  if (now < width) text.append(width - now, ' ');
  return text;
}

Attempt<void> check_arguments(std::string_view game, std::string_view example, size_t least,
                              size_t most, std::span<const ParameterArgument> parameters,
                              std::span<const Argument> arguments) {
  if (!parameters.empty())
    return Error::input(std::string(game) + " has no parameters, as in " + std::string(example));
  if (arguments.size() >= least && arguments.size() <= most) return {};
  return Error::input(std::string(game) + " takes " + std::to_string(least) +
                      (least == most ? "" : " or " + std::to_string(most)) +
                      (most == 1 ? " argument" : " arguments") + ", as in " + std::string(example) +
                      ", not " + std::to_string(arguments.size()));
}

Attempt<std::vector<Natural>> read_number_list(const Argument& argument, std::string_view example,
                                               Budget& budget) {
  if (const auto* list = std::get_if<std::vector<Natural>>(&argument.value)) return *list;
  const auto* file = std::get_if<FileName>(&argument.value);
  if (file == nullptr)
    return Error::input("expected a list of numbers, as in " + std::string(example));
  Attempt<NumberReader> reader = NumberReader::open(file->path, budget);
  if (!reader) return std::move(reader).error();
  return read_list<Natural>(*reader);
}

Attempt<std::vector<std::vector<Natural>>> read_number_rows(const Argument& argument,
                                                            std::string_view example,
                                                            RowLengths lengths, Budget& budget) {
  using Rows = std::vector<std::vector<Natural>>;
  if (const auto* rows = std::get_if<Rows>(&argument.value)) {
    if (lengths == RowLengths::equal) {
      for (size_t i = 1; i < rows->size(); ++i)
        if ((*rows)[i].size() != rows->front().size())
          return Error::input("row " + std::to_string(i + 1) + " has length " +
                              std::to_string((*rows)[i].size()) + ", the rows above have length " +
                              std::to_string(rows->front().size()));
    }
    return *rows;
  }
  if (const auto* list = std::get_if<std::vector<Natural>>(&argument.value);
      list != nullptr && list->empty()) {
    return Rows{};
  }
  const auto* file = std::get_if<FileName>(&argument.value);
  if (file == nullptr)
    return Error::input("expected rows of numbers, as in " + std::string(example));
  Attempt<NumberReader> reader = NumberReader::open(file->path, budget);
  if (!reader) return std::move(reader).error();
  return read_rows<Natural>(*reader, lengths);
}

Error no_such_vertex(const std::string& path, const Natural& vertex, uint64_t count, uint64_t least,
                     uint64_t greatest) {
  const std::string message = path + " has no vertex " + short_digits(vertex) + "; ";
  if (count == 0) return Error::input(message + "it has no edges");
  return Error::input(message + "it has " + std::to_string(count) + " vertices, the least is " +
                      std::to_string(least) + " and the greatest " + std::to_string(greatest));
}

}  // namespace grundy
