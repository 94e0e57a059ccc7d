#include "engine/sprouts/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "value/natural.h"

namespace grundy::sprouts {
namespace {

constexpr size_t kLarge = 26;
constexpr size_t kAlphabet = 52;
constexpr size_t kMostMarks = 40;
constexpr std::string_view kExpected = "a vertex (0, 1, 2 or a letter), '.' or '}'";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

class Reader {
 public:
  Reader(std::string_view source, std::string_view text, Span span)
      : source_(source), text_(text), at_(span.begin), begin_(span.begin), end_(span.end) {}

  Attempt<Drawing> read() {
    skip();
    const std::string_view inside = text_.substr(at_, end_ - at_);
    if (inside.empty())
      return error(
          begin_, begin_ + 1,
          "expected a number of spots, or the boundaries of a drawing, such as 0.AB.}AB.}");
    if (inside.find_first_not_of("0123456789^ \n\t") == inside.npos) return spots();
    while (at_ < end_ && !failed_) step();
    if (failed_) return *std::move(failed_);
    close_boundary();
    if (region_begins_ < drawing_.size()) drawing_.push_back(kEndRegion);
    if (auto met = check_letters(); !met) return std::move(met).error();
    return std::move(drawing_);
  }

 private:
  struct Letter {
    size_t count = 0;
    Span span;  // where it stands last
  };

  Error error(size_t begin, size_t end, std::string message) const {
    return Error::at(
        locate(Diagnostic::Severity::error, std::move(message), source_, text_, {begin, end}));
  }
  void fail(size_t begin, size_t end, std::string message) {
    failed_ = error(begin, end, std::move(message));
  }
  void skip() {
    while (at_ < end_ && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  std::optional<Natural> number() {
    const size_t from = at_;
    while (at_ < end_ && is_digit(text_[at_])) ++at_;
    return from == at_ ? std::nullopt : Natural::parse(text_.substr(from, at_ - from));
  }

  /// 5, or 10^18, which is too many.
  Attempt<Drawing> spots() {
    const size_t from = at_;
    std::optional<Natural> count = number();
    skip();
    if (count && at_ < end_ && text_[at_] == '^') {
      ++at_;
      skip();
      const std::optional<Natural> exponent = number();
      if (!exponent) return error(at_, at_ + 1, "expected an exponent, as in 10^2");
      if (*count > Natural(1))
        count = *exponent < Natural(64) ? Natural::pow(*count, exponent->small())
                                        : Natural(kMostSpots + 1);
    }
    skip();
    if (!count || at_ < end_) return error(at_, at_ + 1, "expected one number of spots");
    if (*count > Natural(kMostSpots))
      return Error::declined(
          fmt::format("a drawing of Sprouts has at most {} spots here; for the values of {} nobody "
                      "knows a way",
                      kMostSpots, text_.substr(from, at_ - from)));
    for (uint64_t spot = 0; spot < count->small(); ++spot) drawing_.append({0, kEndBoundary});
    if (!drawing_.empty()) drawing_.push_back(kEndRegion);
    return std::move(drawing_);
  }

  void step() {
    const char c = text_[at_];
    const size_t from = at_++;
    if (met_ > kMostMeetings) {
      fail(from, from + 1,
           fmt::format("the boundaries of a drawing meet at most {} vertices here", kMostMeetings));
    } else if (is_closed_ && c != ' ' && c != '\n' && c != '\t') {
      fail(from, from + 1, "expected the end of the drawing behind '!'");
    } else if (c == ' ' || c == '\n' || c == '\t') {
    } else if (c == '3') {
      fail(from, at_, "a vertex with three lines is full and is left out");
    } else if (c >= '0' && c <= '2') {
      vertex(static_cast<Symbol>(c - '0'), from);
    } else if (is_letter(c)) {
      size_t marks = 0;
      while (at_ < end_ && text_[at_] == '_') ++at_, ++marks;
      const size_t letter =
          c <= 'Z' ? static_cast<size_t>(c - 'A') : kLarge + static_cast<size_t>(c - 'a');
      if (marks > kMostMarks)
        return fail(from, at_, fmt::format("a letter has at most {} marks", kMostMarks));
      vertex(static_cast<Symbol>(kLetter + letter + kAlphabet * marks), from);
    } else if (c == '*') {
      star(from);
    } else if (c == '.') {
      if (boundary_begins_ == drawing_.size())
        return fail(from, at_, "a boundary needs a vertex before its '.'");
      close_boundary();
    } else if (c == '}') {
      close_boundary();
      if (region_begins_ == drawing_.size())
        return fail(from, at_, "a region needs a boundary before its '}'");
      drawing_.push_back(kEndRegion);
      region_begins_ = boundary_begins_ = drawing_.size();
    } else if ((c == ']' || c == '!') &&
               region_begins_ == drawing_.size()) {  // ends of lands, and of all
      is_closed_ = c == '!';
    } else {
      at_ = std::max(at_, from + 1);
      while (at_ < end_ && (static_cast<unsigned char>(text_[at_]) & 0xC0) == 0x80) ++at_;
      fail(from, at_,
           fmt::format("expected {}, found '{}'", kExpected, text_.substr(from, at_ - from)));
    }
  }

  void vertex(Symbol symbol, size_t from) {
    ++met_;
    if (boundary_begins_ < drawing_.size() && (symbol == 0 || drawing_.back() == 0))
      return fail(from, at_,
                  "a 0 is a spot without lines and alone on its boundary: write '.' between");
    drawing_.push_back(symbol);
    if (symbol < kLetter) return;
    if (letters_.size() <= static_cast<size_t>(symbol - kLetter))
      letters_.resize(symbol - kLetter + 1U);
    Letter& letter = letters_[symbol - kLetter];
    letter.span = {from, at_};
    if (++letter.count > 2)
      fail(from, at_,
           fmt::format(
               "'{}' stands for the third time; a vertex with an end left is met at most twice",
               letter_name(symbol)));
  }

  /// 0*4: as many boundaries.
  void star(size_t from) {
    const std::u16string word = drawing_.substr(boundary_begins_);
    if (word.empty()) return fail(from, at_, "expected a boundary before '*', as in 0*4.");
    if (std::any_of(word.begin(), word.end(), [](Symbol symbol) { return symbol >= kLetter; }))
      return fail(from, at_, "a boundary with letters can't stand several times");
    skip();
    const size_t begin = at_;
    const std::optional<Natural> times = number();
    if (!times || times->is_zero())
      return fail(begin, at_ + (times ? 0 : 1), "expected how many such boundaries, as in 0*4.");
    skip();
    if (at_ < end_ && text_[at_] != '.' && text_[at_] != '}')
      return fail(at_, at_ + 1, "expected '.' or '}' behind the number of boundaries");
    if (*times > Natural(kMostMeetings) || times->small() * word.size() > kMostMeetings)
      return fail(
          begin, at_,
          fmt::format("the boundaries of a drawing meet at most {} vertices here", kMostMeetings));
    for (uint64_t more = 1; more < times->small(); ++more) {
      close_boundary();
      drawing_ += word;
      met_ += word.size();
    }
  }

  void close_boundary() {
    if (boundary_begins_ < drawing_.size()) drawing_.push_back(kEndBoundary);
    boundary_begins_ = drawing_.size();
  }

  Attempt<void> check_letters() const {
    for (size_t i = 0; i < letters_.size(); ++i) {
      const Letter& letter = letters_[i];
      if (letter.count != 1) continue;
      return error(
          letter.span.begin, letter.span.end,
          fmt::format("'{}' stands once; a vertex with one end left that is met once is written 2",
                      letter_name(static_cast<Symbol>(kLetter + i))));
    }
    return {};
  }

  std::string_view source_;
  std::string_view text_;
  size_t at_;
  size_t begin_;
  size_t end_;
  Drawing drawing_;
  size_t boundary_begins_ = 0;
  size_t region_begins_ = 0;
  size_t met_ = 0;
  bool is_closed_ = false;
  std::vector<Letter> letters_;
  std::optional<Error> failed_;
};

}  // namespace

Attempt<Drawing> read_drawing(std::string_view source, std::string_view text, Span span) {
  return Reader(source, text, span).read();
}

std::string letter_name(Symbol letter) {
  const size_t number = letter - kLetter;
  const size_t in_alphabet = number % kAlphabet;
  std::string name(1, static_cast<char>(in_alphabet < kLarge ? 'A' + in_alphabet
                                                             : 'a' + (in_alphabet - kLarge)));
  return name.append(number / kAlphabet, '_');
}

std::string drawing_text(const Drawing& drawing, size_t limit) {
  const auto spots = static_cast<size_t>(std::count(drawing.begin(), drawing.end(), Symbol{0}));
  if (drawing.empty() || (drawing.size() == 2 * spots + 1)) return std::to_string(spots);
  constexpr size_t kStarred = 3;  // so many boundaries are written with a star
  std::string text;
  for (size_t begin = 0; begin < drawing.size();) {
    if (text.size() > limit) return text + "…";
    if (drawing[begin] == kEndRegion) {
      text += '}';
      ++begin;
      continue;
    }
    const size_t size = drawing.find(kEndBoundary, begin) + 1 - begin;
    const std::u16string_view word = std::u16string_view(drawing).substr(begin, size);
    size_t times = 1;
    while (std::u16string_view(drawing).substr(begin + times * size, size) == word) ++times;
    if (std::any_of(word.begin(), word.end(), [](Symbol symbol) { return symbol >= kLetter; }) ||
        times < kStarred)
      times = 1;
    for (const Symbol symbol : word.substr(0, size - 1))
      text +=
          symbol < kLetter ? std::string(1, static_cast<char>('0' + symbol)) : letter_name(symbol);
    if (times > 1) text += "*" + std::to_string(times);
    text += '.';
    begin += times * size;
  }
  return text;
}

Drawing named(const Drawing& drawing) {
  struct Met {
    size_t boundaries[2] = {0, 0};
    size_t count = 0;
    Symbol name = 0;
  };
  std::vector<Met> letters;
  size_t boundary = 0;
  for (const Symbol symbol : drawing) {
    if (symbol == kEndBoundary) ++boundary;
    if (symbol < kLetter) continue;
    if (letters.size() <= static_cast<size_t>(symbol - kLetter))
      letters.resize(symbol - kLetter + 1U);
    Met& met = letters[symbol - kLetter];
    met.boundaries[met.count++] = boundary;
  }
  size_t large = 0, small = 0;
  Drawing result = drawing;
  for (Symbol& symbol : result) {
    if (symbol < kLetter) continue;
    Met& met = letters[symbol - kLetter];
    if (met.name == 0) {
      const bool once = met.boundaries[0] == met.boundaries[1];
      const size_t number = once ? small++ : large++;
      const size_t size = once ? kAlphabet - kLarge : kLarge;
      met.name = static_cast<Symbol>(kLetter + (once ? kLarge : 0) + number % size +
                                     kAlphabet * (number / size));
    }
    symbol = met.name;
  }
  return result;
}

}  // namespace grundy::sprouts
