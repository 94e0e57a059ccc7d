#include "session/box.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "language/sum_syntax.h"

namespace grundy {
namespace {

// Longer numbers would only make unreadable tables.
constexpr size_t kMostDigits = 1000;
constexpr uint64_t kMostBoxBits = 3400;  // hardly more

class BoxReader {
 public:
  BoxReader(std::string_view text, std::string_view game,
            const std::vector<std::string>& coordinates)
      : text_(text), game_(game), coordinates_(coordinates), ranges_(coordinates.size()) {}

  Attempt<std::vector<Range>> read() {
    do {
      if (auto one = entry(); !one) return std::move(one).error();
    } while (accept(","));
    if (at_ < text_.size()) return expected("',' or the end of the box");
    std::vector<Range> box;
    std::vector<std::string> missing;
    for (size_t i = 0; i < ranges_.size(); ++i) {
      if (ranges_[i]) {
        box.push_back(*ranges_[i]);
      } else {
        missing.push_back("'" + coordinates_[i] + "'");
      }
    }
    if (missing.empty()) return box;
    return error({text_.size(), text_.size()}, fmt::format("expected a range for {} too, as in {}",
                                                           enumeration(missing), example()));
  }

 private:
  Attempt<void> entry() {
    skip_blanks();
    const size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
      at_ = begin;
      return expected("the name of a coordinate");
    }
    const auto found = std::find(coordinates_.begin(), coordinates_.end(), name);
    if (found == coordinates_.end()) {
      return error({begin, at_},
                   fmt::format("'{}' has no coordinate '{}'; {} {}", game_, name,
                               coordinates_.size() == 1 ? "its only one is" : "it has",
                               enumeration(coordinates_)));
    }
    std::optional<Range>& range = ranges_[static_cast<size_t>(found - coordinates_.begin())];
    if (range) return error({begin, at_}, fmt::format("a second range for '{}'", name));
    if (!accept("=")) return expected("'='");
    skip_blanks();
    const size_t first_at = at_;
    Attempt<Natural> first = number();
    if (!first) return std::move(first).error();
    Natural last = *first;
    if (accept("..")) {
      Attempt<Natural> end = number();
      if (!end) return std::move(end).error();
      last = *std::move(end);
    }
    if (last < *first) {
      return error({first_at, at_}, fmt::format("this range is reversed; did you mean {}..{}?",
                                                last.to_string(), first->to_string()));
    }
    range = Range{*first, last - *first + Natural(1)};
    skip_blanks();
    return {};
  }

  /// A number as coordinates are written, 5*10^6 - 1, up to '..' or ','.
  Attempt<Natural> number() {
    skip_blanks();
    const size_t begin = at_;
    size_t end = std::min({text_.find("..", begin), text_.find(',', begin), text_.size()});
    while (end > begin && (text_[end - 1] == ' ' || text_[end - 1] == '\t')) --end;
    if (end == begin) return expected("a natural number");
    at_ = end;
    Attempt<Natural> result = parse_number("box", text_, {begin, end});
    if (!result && text_.substr(begin, end - begin).find('-') != text_.npos)
      return error({begin, end}, "expected a natural number; a range is written 0..5");
    if (result && result->bit_length() > kMostBoxBits) return too_large(begin);
    return result;
  }
  Error too_large(size_t begin) const {
    return error(
        {begin, at_},
        fmt::format("a number of more than {} digits is too large for a table", kMostDigits));
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool accept(std::string_view sign) {
    skip_blanks();
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }

  /// A box for this game.
  std::string example() const {
    std::string text;
    for (const std::string& name : coordinates_)
      text += fmt::format("{}{}=0..5", text.empty() ? "" : ",", name);
    return text;
  }
  Error error(Span span, std::string message) const {
    return Error::at(locate(Diagnostic::Severity::error, std::move(message), "box", text_, span));
  }
  Error expected(std::string_view what) {
    skip_blanks();
    const bool end = at_ >= text_.size();
    std::string found = end ? "the end" : fmt::format("'{}'", text_[at_]);
    if (!end && static_cast<unsigned char>(text_[at_]) >= 0x7F) found = "something else";
    return error({at_, at_ + 1},
                 fmt::format("expected {}, found {}; an example is {}", what, found, example()));
  }

  std::string_view text_;
  std::string_view game_;
  const std::vector<std::string>& coordinates_;
  std::vector<std::optional<Range>> ranges_;
  size_t at_ = 0;
};

}  // namespace

std::string Range::to_string() const {
  if (count == Natural(1)) return first.to_string();
  return fmt::format("{}..{}", first.to_string(), last().to_string());
}

Attempt<std::vector<Range>> parse_box(std::string_view text, std::string_view game,
                                      const std::vector<std::string>& coordinates) {
  return BoxReader(text, game, coordinates).read();
}

Natural positions_of(const std::vector<Range>& box) {
  Natural count = 1;
  for (const Range& range : box) count = count * range.count;
  return count;
}

BoxWalk::BoxWalk(const std::vector<Range>& box, const Natural& first)
    : box_(box), position_(box.size()) {
  Natural rest = first;
  for (size_t i = box.size(); i-- > 0;) {
    position_[i] = box[i].first + rest % box[i].count;
    rest = rest / box[i].count;
  }
  more_ = rest.is_zero();
}

void BoxWalk::next() {
  size_t i = box_.size();
  while (i > 0 && position_[i - 1] == box_[i - 1].last()) {
    position_[i - 1] = box_[i - 1].first;
    --i;
  }
  more_ = i > 0;
  if (more_) position_[i - 1] = position_[i - 1] + Natural(1);
}

}  // namespace grundy
