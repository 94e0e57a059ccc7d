#include "session/contest/input.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace grundy::contest {
namespace {

using Token = NumberReader::Token;

/// The first token that is no end of a line.
Token next_line(NumberReader& reader) {
  Token token = reader.next();
  while (token == Token::end_of_line) token = reader.next();
  return token;
}

/// Why there is no number although `found` of `count` were read from the line.
Error no_number(NumberReader& reader, Token token, std::string_view what, uint64_t found,
                uint64_t count) {
  switch (token) {
    case Token::failed:
      return reader.error();
    case Token::end:
      return reader.expected(what);
    case Token::end_of_line:
      return reader.error_at_token("expected " + std::to_string(count) + " " + reader.noun() +
                                   "s on a line, found only " + std::to_string(found));
    case Token::big:
      return reader.error_at_token("a " + reader.noun() + " must be below 2^63");
    default:
      return reader.expected("a " + reader.noun());
  }
}

Attempt<void> end_line(NumberReader& reader, Token token, uint64_t count) {
  if (token == Token::end_of_line) return {};
  if (token == Token::failed) return reader.error();
  return reader.expected("the end of the line after " + std::to_string(count) + " " +
                         reader.noun() + (count == 1 ? "" : "s"));
}

}  // namespace

Attempt<void> read_line(NumberReader& reader, std::string_view what, std::span<uint64_t> row) {
  Token token = next_line(reader);
  for (size_t i = 0; i < row.size(); ++i) {
    if (token != Token::small) return no_number(reader, token, what, i, row.size());
    row[i] = reader.small();
    token = reader.next();
  }
  return end_line(reader, token, row.size());
}

Attempt<void> read_line(NumberReader& reader, std::string_view what, std::span<Natural> row) {
  Token token = next_line(reader);
  for (size_t i = 0; i < row.size(); ++i) {
    if (token != Token::small && token != Token::big)
      return no_number(reader, token, what, i, row.size());
    Attempt<Natural> number = read_number<Natural>(reader, token);
    if (!number) return std::move(number).error();
    row[i] = *std::move(number);
    token = reader.next();
  }
  return end_line(reader, token, row.size());
}

Attempt<void> read_line(NumberReader& reader, std::string_view what, uint64_t count,
                        std::vector<uint64_t>& list) {
  Token token = next_line(reader);
  for (uint64_t i = 0; i < count; ++i) {
    if (token != Token::small) return no_number(reader, token, what, i, count);
    if (list.size() == list.capacity()) {
      if (Attempt<void> room = make_room(list, reader.source(), reader.budget()); !room)
        return room;
    }
    list.push_back(reader.small());
    token = reader.next();
  }
  return end_line(reader, token, count);
}

Attempt<void> read_end(NumberReader& reader) {
  const Token token = next_line(reader);
  if (token == Token::end) return {};
  if (token == Token::failed) return reader.error();
  return reader.expected("the end of the input");
}

Attempt<void> append_line(std::string& text, std::span<const uint64_t> numbers, Budget& budget) {
  constexpr size_t kDigits = std::numeric_limits<uint64_t>::digits10 + 1;
  uint64_t greatest = 0;
  for (const uint64_t number : numbers) greatest = std::max(greatest, number);
  char digits[kDigits];
  const auto width =
      static_cast<size_t>(std::to_chars(digits, digits + kDigits, greatest).ptr - digits);
  const size_t bytes = numbers.size() * (width + 1) + 1;
  if (!budget.take_memory(bytes)) return budget.too_large("the answer", bytes);
  const size_t begin = text.size();
  text.resize(begin + bytes);
  char* end = text.data() + begin;
  for (const uint64_t number : numbers) {
    end = std::to_chars(end, end + width, number).ptr;
    *end++ = ' ';
  }
  if (!numbers.empty()) --end;
  *end++ = '\n';
  text.resize(static_cast<size_t>(end - text.data()));
  return {};
}

}  // namespace grundy::contest
