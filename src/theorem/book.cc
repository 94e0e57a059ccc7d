#include "theorem/book.h"

#include <fmt/format.h>

#include <algorithm>

#include "theorem/texts.h"

namespace grundy {
namespace {

std::string_view without_spaces(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

/// Reads a file line by line; a deeper indentation continues what stands above.
class TheoremReader {
 public:
  TheoremReader(std::string_view file, std::string_view text) : file_(file), text_(text) {}

  Attempt<std::vector<BookTheorem>> read() {
    for (size_t begin = 0; begin < text_.size();) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      ++line_;
      if (auto taken = take(begin, text_.substr(begin, end - begin)); !taken)
        return std::move(taken).error();
      begin = end + 1;
    }
    for (const BookTheorem& one : theorems_) {
      if (auto whole = is_whole(one); !whole) return std::move(whole).error();
    }
    return std::move(theorems_);
  }

 private:
  Error wrong(Span span, std::string message) const {
    return Error::at(locate(Diagnostic::Severity::error, std::move(message), file_, text_, span));
  }

  Attempt<void> take(size_t begin, std::string_view line) {
    const std::string_view words = without_spaces(line);
    if (words.empty() || words.front() == '#') return {};
    const size_t indent = line.find_first_not_of(' ');
    const Span span{begin + indent, begin + line.size()};
    if (indent == 0) {
      const auto name = quoted(words, "theorem");
      if (!name)
        return wrong(span, "a theorem begins with a line such as: theorem \"Euclid's game\"");
      theorems_.push_back({std::string(*name), std::string(file_), {}, {}, {}, {}, {}, {}, {}});
      open_ = nullptr;
      return {};
    }
    if (theorems_.empty()) return wrong(span, "this line belongs to no theorem");
    BookTheorem& here = theorems_.back();
    if (open_ != nullptr && indent > inside_) {
      open_->text +=
          fmt::format("{}{}\n", std::string(indent - std::min(indent, left_), ' '), words);
      return {};
    }
    open_ = nullptr;
    const std::string_view first = words.substr(0, words.find(' '));
    const std::string_view rest = without_spaces(words.substr(first.size()));
    if (first == "source") {
      const auto source = quoted(words, "source");
      if (!source) return wrong(span, "a source is written in quotation marks");
      here.source = *source;
    } else if (first == "proof") {
      here.proof = rest;
    } else if (first == "by") {
      here.code = rest;
    } else if (first == "where") {
      here.where = rest;
    } else if (first == "game") {
      here.game = {fmt::format("{}\n", words), line_};
      open_ = &here.game;
      inside_ = left_ = indent;
    } else if (first == "spelled") {
      here.spelled.push_back({{}, line_});
      open_ = &here.spelled.back();
      inside_ = indent;
      left_ = indent + 2;
    } else if (first == "value" || (first == "lost" && rest.starts_with("if "))) {
      const size_t condition = outer_if(words);
      const std::string_view value =
          first == "lost" ? std::string_view() : rest.substr(0, outer_if(rest));
      here.cases.push_back(
          {std::string(without_spaces(value)),
           condition == words.npos ? "" : std::string(words.substr(condition + 4))});
    } else {
      return wrong(
          span,
          "a theorem has the lines source, proof, game, where, value, lost if, by and spelled");
    }
    return {};
  }

  /// Where " if " stands in no parenthesis.
  static size_t outer_if(std::string_view words) {
    for (size_t at = words.find(" if "); at != words.npos; at = words.find(" if ", at + 1)) {
      const std::string_view before = words.substr(0, at);
      if (std::count(before.begin(), before.end(), '(') ==
          std::count(before.begin(), before.end(), ')'))
        return at;
    }
    return words.npos;
  }
  /// The text in quotation marks behind the word.
  static std::optional<std::string_view> quoted(std::string_view words, std::string_view word) {
    if (!words.starts_with(word)) return std::nullopt;
    const std::string_view text = without_spaces(words.substr(word.size()));
    if (text.size() < 3 || text.front() != '"' || text.back() != '"') return std::nullopt;
    return text.substr(1, text.size() - 2);
  }

  Attempt<void> is_whole(const BookTheorem& one) const {
    const auto lacks = [&](std::string_view what) {
      const size_t at = text_.find(fmt::format("\"{}\"", one.name));
      return wrong({at, at + one.name.size() + 2},
                   fmt::format("the theorem '{}' has no {}", one.name, what));
    };
    if (one.source.empty()) return lacks("source");
    if (one.game.text.empty()) return lacks("game");
    if (one.code.empty() == one.cases.empty()) return lacks("conclusion, or more than one");
    return {};
  }

  std::string_view file_;
  std::string_view text_;
  std::vector<BookTheorem> theorems_;
  Spelling* open_ = nullptr;  // the game whose lines follow
  size_t inside_ = 0;         // they are indented deeper than this
  size_t left_ = 0;           // spaces that are left out of them
  size_t line_ = 0;
};

}  // namespace

Attempt<std::vector<BookTheorem>> read_theorems(std::string_view file, std::string_view text) {
  return TheoremReader(file, text).read();
}

const std::vector<BookTheorem>& theorems() {
  static const std::vector<BookTheorem> kTheorems = [] {
    std::vector<BookTheorem> all;
    for (const TheoremText& one : theorem_texts()) {
      auto read = read_theorems(one.file, one.text);  // a test reads them all
      if (read) std::move(read->begin(), read->end(), std::back_inserter(all));
    }
    return all;
  }();
  return kTheorems;
}

bool KnownGame::reaches(const Coordinates& position) const {
  return most_bits == 0 || std::all_of(position.begin(), position.end(), [&](const Natural& one) {
           return one.bit_length() <= most_bits;
         });
}

Coordinates KnownGame::in_theorem(const Coordinates& position) const {
  Coordinates result;
  for (const size_t i : order) result.push_back(position[i]);
  return result;
}

Coordinates KnownGame::in_rule(const Coordinates& position) const {
  Coordinates result(position.size());
  for (size_t i = 0; i < order.size(); ++i) result[order[i]] = position[i];
  return result;
}

std::vector<std::string> KnownGame::names(const Rule& rule) const {
  std::vector<std::string> result;
  for (const size_t i : order) result.push_back(rule.coordinates[i]);
  return result;
}

}  // namespace grundy
