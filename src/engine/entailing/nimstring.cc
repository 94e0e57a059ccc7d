#include "engine/entailing/nimstring.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/text.h"
#include "game/bound.h"

namespace grundy {
namespace {

constexpr const char* kTooMany = "nimstring takes at most 64 strings";

/// How many coins the cut of this string frees.
int freed(const StringFrame& frame, uint64_t strings, size_t cut) {
  int count = 0;
  for (const size_t coin : {frame.ends[cut].first, frame.ends[cut].second}) {
    if (coin != 0 && std::popcount(frame.of_coin[coin] & strings) == 1) ++count;
  }
  return count;
}

/// A number at the place, which goes on behind it; nothing where there is none, or it is above
/// 10^6.
std::optional<size_t> number_at(std::string_view text, size_t& at) {
  const size_t begin = at;
  size_t value = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9' && value <= 1'000'000)
    value = 10 * value + static_cast<size_t>(text[at++] - '0');
  return at == begin || value > 1'000'000 ? std::nullopt : std::optional(value);
}

class NimstringReader {
 public:
  NimstringReader(std::string_view source, std::string_view text, Span span)
      : source_(source), text_(text), span_(span) {
    at_ = span.begin;
    skip();
  }

  Attempt<Position> position(const NimstringGame& game) {
    if (at_ < span_.end && text_[at_] == '[') return coins(game);
    const auto rows = number();
    if (!rows || !take('x'))
      return wrong("expected a board such as 2x3, or strings such as [[0, 1], [1, 2]]");
    const auto columns = number();
    if (!columns) return wrong("expected how many columns of boxes");
    if (*rows == 0 || *columns == 0) return wrong("a board has a box at least");
    if (*rows > StringFrame::kMost || *columns > StringFrame::kMost ||
        (*rows + 1) * *columns + *rows * (*columns + 1) > StringFrame::kMost)
      return wrong(fmt::format("{}, which boards of at most 5x5 boxes have", kTooMany));
    const StringFrame frame = StringFrame::board(*rows, *columns);
    uint64_t strings =
        frame.ends.size() == 64 ? ~uint64_t{0} : (uint64_t{1} << frame.ends.size()) - 1;
    if (take(',')) {
      if (!take('[')) return wrong("expected the lines that are drawn, such as [1, 4]");
      while (!take(']')) {
        const auto line = number();
        if (!line || *line == 0 || *line > frame.ends.size())
          return wrong(fmt::format("expected the number of a line, 1 to {}", frame.ends.size()));
        strings &= ~(uint64_t{1} << (*line - 1));
        if (!take(',') && !(at_ < span_.end && text_[at_] == ']'))
          return wrong("expected ',' or ']'");
      }
    }
    if (at_ != span_.end) return wrong("expected ')'");
    return game.at(frame, strings);
  }

 private:
  Attempt<Position> coins(const NimstringGame& game) {
    std::vector<std::pair<size_t, size_t>> ends;
    take('[');
    while (!take(']')) {
      if (!take('[')) return wrong("expected a string, such as [1, 2]");
      const auto first = number();
      const bool comma = take(',');
      const auto second = number();
      if (!first || !comma || !second || !take(']'))
        return wrong("expected a string between two coins, such as [1, 2]");
      if (*first == *second)
        return wrong("a string joins two coins, or a coin and the ground, which is 0");
      ends.emplace_back(std::min(*first, *second), std::max(*first, *second));
      if (ends.size() > StringFrame::kMost) return wrong(kTooMany);
      if (!take(',') && !(at_ < span_.end && text_[at_] == ']'))
        return wrong("expected ',' or ']'");
    }
    if (at_ != span_.end) return wrong("expected ')'");
    const StringFrame frame = StringFrame::graph(std::move(ends));
    if (frame.of_coin.size() > StringFrame::kMost) return wrong("nimstring takes at most 63 coins");
    return game.at(frame,
                   frame.ends.size() == 64 ? ~uint64_t{0} : (uint64_t{1} << frame.ends.size()) - 1);
  }

  void skip() {
    while (at_ < span_.end && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
      ++at_;
  }
  bool take(char c) {
    if (at_ >= span_.end || text_[at_] != c) return false;
    ++at_;
    skip();
    return true;
  }
  std::optional<size_t> number() {
    const auto found = number_at(text_.substr(0, span_.end), at_);
    skip();
    return found;
  }
  Error wrong(std::string message) const {
    const size_t end = std::min(at_ + 1, std::max(span_.end, at_ + 1));
    return Error::at(
        locate(Diagnostic::Severity::error, std::move(message), source_, text_, {at_, end}));
  }

  std::string_view source_;
  std::string_view text_;
  Span span_;
  size_t at_ = 0;
};

class NimstringFamily final : public Family {
 public:
  std::string_view name() const override { return "nimstring"; }
  std::string_view example() const override { return "nimstring(2x3)"; }
  std::string_view documentation() const override {
    return "Nimstring (Winning Ways, chapter 16): coins hang on strings. A player cuts a string; "
           "who frees a coin moves\n"
           "again, and who can't move loses. Dots and boxes is played so, with boxes for coins and "
           "undrawn lines for\n"
           "strings, when the score does not count: who moves last wins.\n"
           "A position with a coin to take is loony where another one hangs on the same string and "
           "can be left to the\n"
           "other player; long chains and loops are worth nothing until then.\n"
           "Written nimstring(2x3) for a board of boxes, nimstring(2x3, [1, 9]) with lines drawn "
           "(those between rows of\n"
           "dots have the first numbers, row by row), nimstring([[0, 1], [1, 2], [0, 2]]) for "
           "strings between coins, 0\n"
           "being the ground.";
  }
  bool has_notation() const override { return true; }
  Attempt<Position> read(std::span<const ParameterArgument>, std::span<const Argument>, Games&,
                         Budget&) const override {
    return Error::internal("nimstring reads its own notation");
  }
  Attempt<Position> read_text(std::string_view source, std::string_view text, Span span,
                              Games& games, Budget&) const override {
    return NimstringReader(source, text, span).position(games.get<NimstringGame>("nimstring"));
  }
};

}  // namespace

StringFrame StringFrame::board(size_t rows, size_t columns) {
  StringFrame frame;
  frame.rows = rows;
  frame.columns = columns;
  const auto box = [&](size_t r, size_t c) {
    return r < rows && c < columns ? 1 + r * columns + c : 0;
  };
  for (size_t r = 0; r <= rows; ++r) {
    for (size_t c = 0; c < columns; ++c)
      frame.ends.emplace_back(r == 0 ? 0 : box(r - 1, c), box(r, c));
  }
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c <= columns; ++c)
      frame.ends.emplace_back(c == 0 ? 0 : box(r, c - 1), box(r, c));
  }
  frame.of_coin.resize(rows * columns + 1);
  for (size_t i = 0; i < frame.ends.size(); ++i) {
    for (const size_t coin : {frame.ends[i].first, frame.ends[i].second}) {
      if (coin != 0) frame.of_coin[coin] |= uint64_t{1} << i;
    }
  }
  return frame;
}

StringFrame StringFrame::graph(std::vector<std::pair<size_t, size_t>> ends) {
  StringFrame frame;
  std::sort(ends.begin(), ends.end());
  std::vector<size_t> coins;  // their numbers as they are written
  for (const auto& [a, b] : ends) {
    for (const size_t coin : {a, b}) {
      if (coin != 0 && std::find(coins.begin(), coins.end(), coin) == coins.end())
        coins.push_back(coin);
    }
  }
  std::sort(coins.begin(), coins.end());
  const auto number = [&](size_t coin) {
    return coin == 0 ? 0
                     : static_cast<size_t>(std::lower_bound(coins.begin(), coins.end(), coin) -
                                           coins.begin()) +
                           1;
  };
  frame.of_coin.resize(coins.size() + 1);
  for (const auto& [a, b] : ends) {
    const uint64_t bit = uint64_t{1} << frame.ends.size();
    frame.ends.emplace_back(number(a), number(b));
    if (a != 0) frame.of_coin[number(a)] |= bit;
    if (b != 0) frame.of_coin[number(b)] |= bit;
  }
  return frame;
}

Position NimstringGame::at(const StringFrame& frame, uint64_t strings) const {
  Position position{this, {frame.rows, frame.columns}};
  if (frame.rows > 0) {
    position.key.push_back(strings);
    return position;
  }
  for (size_t i = 0; i < frame.ends.size(); ++i) {
    if ((strings >> i & 1) == 0) continue;
    position.key.push_back(frame.ends[i].first);
    position.key.push_back(frame.ends[i].second);
  }
  return position;
}

StringFrame NimstringGame::frame(const Position& position) {
  const Key& key = position.key;
  if (key[0] > 0) return StringFrame::board(key[0], key[1]);
  std::vector<std::pair<size_t, size_t>> ends;
  for (size_t i = 2; i < key.size(); i += 2) ends.emplace_back(key[i], key[i + 1]);
  return StringFrame::graph(std::move(ends));
}

uint64_t NimstringGame::strings(const Position& position) {
  const Key& key = position.key;
  if (key[0] > 0) return key[2];
  const size_t count = (key.size() - 2) / 2;
  return count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
}

std::string NimstringGame::text(const Position& position, size_t) const {
  const StringFrame here = frame(position);
  const uint64_t left = strings(position);
  std::string text;
  for (size_t i = 0; i < here.ends.size(); ++i) {
    const bool is_left = left >> i & 1;
    if (is_left == (here.rows > 0)) continue;
    if (!text.empty()) text += ", ";
    text += here.rows > 0 ? std::to_string(i + 1)
                          : fmt::format("[{}, {}]", here.ends[i].first, here.ends[i].second);
  }
  if (here.rows == 0) return fmt::format("nimstring([{}])", text);
  return fmt::format("nimstring({}x{}{})", here.rows, here.columns,
                     text.empty() ? "" : ", [" + text + "]");
}

Attempt<Ended> NimstringGame::list_options(const Position& position, const OptionSink& sink,
                                           Budget&) const {
  const StringFrame here = frame(position);
  const uint64_t left = strings(position);
  for (size_t i = 0; i < here.ends.size(); ++i) {
    if ((left >> i & 1) == 0) continue;
    const Position to = at(here, left & ~(uint64_t{1} << i));
    if (!sink(freed(here, left, i) > 0 ? Sum{another_turn(), to} : Sum{to})) return Ended::stopped;
  }
  return Ended::complete;
}

Attempt<bool> NimstringGame::has_options(const Position& position, Budget&) const {
  return strings(position) != 0;
}

std::string NimstringGame::move_in_words(const Position& from, const Sum& to) const {
  const StringFrame here = frame(from);
  if (here.rows == 0 || to.empty() || to.back().game != this) return {};
  const uint64_t cut = strings(from) & ~strings(to.back());
  if (cut == 0) return {};
  const auto line = static_cast<size_t>(std::countr_zero(cut));
  const size_t across = (here.rows + 1) * here.columns;
  return line < across
             ? fmt::format("line {}: above or below column {}", line + 1, line % here.columns + 1)
             : fmt::format("line {}: in row {}", line + 1,
                           (line - across) / (here.columns + 1) + 1);
}

const Family* nimstring_family() {
  static const NimstringFamily family;
  return &family;
}

}  // namespace grundy
