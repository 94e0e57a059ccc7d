#include "session/claim_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"

namespace grundy {
namespace {

constexpr size_t kMostValues = 32;
constexpr size_t kLongestClaim = 4096;

const std::set<std::string, std::less<>> kWords = {"and", "or", "not", "in",
                                                   "for", "if", "all", "any"};

/// The end of the name that begins at `at`.
size_t name_end(std::string_view text, size_t at) {
  while (at < text.size() && is_in_name(text[at])) ++at;
  return at;
}

/// Where the word `for` stands outside of all brackets.
std::optional<size_t> find_for(std::string_view text) {
  size_t depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(' || text[at] == '[' || text[at] == '{') ++depth;
    if (text[at] == ')' || text[at] == ']' || text[at] == '}') depth -= depth > 0 ? 1 : 0;
    if (!begins_name(text[at])) continue;
    const size_t end = name_end(text, at);
    if (depth == 0 && text.substr(at, end - at) == "for") return at;
    at = end - 1;
  }
  return std::nullopt;
}

/// That stretch as a term or a condition. All around it is blank, so that errors have their places;
/// the line that they show is the whole one.
Attempt<TermText> stretch(TermText::Kind kind, std::string_view text, size_t begin, size_t end,
                          const std::vector<std::string>& names, const std::string& shown) {
  std::string blank(text.size(), ' ');
  std::copy(text.begin() + static_cast<std::ptrdiff_t>(begin),
            text.begin() + static_cast<std::ptrdiff_t>(end),
            blank.begin() + static_cast<std::ptrdiff_t>(begin));
  Attempt<TermText> read = TermText::read(kind, "claim", blank, names);
  if (read) return read;
  Error error = read.error();
  for (Diagnostic& one : error.diagnostics) {
    if (one.excerpt == blank) one.excerpt = shown;
  }
  return error;
}

/// Reads one claim. Each g(…) is written over by the name of its value, with blanks behind it, so
/// that all else keeps its place.
class ClaimReader {
 public:
  ClaimReader(std::string_view text, const Rule& rule) : rule_(rule), rest_(text) {
    claim_.text = text;
    game_ = rule.full_name.substr(0, rule.full_name.find('['));
  }

  Attempt<ValueClaim> read() {
    if (trimmed(claim_.text).empty())
      return Error::input("expected a claim such as 'g(n + 12) = g(n) for n >= 71'");
    if (claim_.text.size() > kLongestClaim)
      return Error::input(fmt::format("a claim of more than {} bytes", kLongestClaim));
    size_t end = rest_.size();
    if (const auto at = find_for(rest_)) {
      end = *at;
      claim_.where_text = trimmed(claim_.text.substr(end + 3));
      if (claim_.where_text.empty())
        return wrong({end, end + 3}, "expected a condition such as 'n >= 71' behind 'for'");
    }
    claim_.relation_text = trimmed(claim_.text.substr(0, end));
    name_variables();
    if (auto replaced = replace_values(0, end); !replaced) return std::move(replaced).error();
    if (claim_.values.empty())
      return wrong({0, end}, "a claim speaks of values, such as g(n) in 'g(n + 12) = g(n)'");
    Attempt<TermText> relation = text_of(TermText::Kind::condition, 0, end, all_names());
    if (!relation) return std::move(relation).error();
    claim_.relation = *std::move(relation);
    claim_.relation_of_values = trimmed(rest_.substr(0, end));
    for (const auto& [begin, stop] : parted(std::min(end + 3, rest_.size()), rest_.size())) {
      if (end == rest_.size()) break;
      Attempt<TermText> one = text_of(TermText::Kind::condition, begin, stop, claim_.variables);
      if (!one) return std::move(one).error();
      claim_.where.push_back(*std::move(one));
    }
    return std::move(claim_);
  }

 private:
  Error wrong(Span span, std::string message) const {
    return Error::at(
        locate(Diagnostic::Severity::error, std::move(message), "claim", claim_.text, span));
  }

  bool is_value(std::string_view name) const { return name == "g" || name == game_; }

  /// The variables: names that call nothing, those of the game's coordinates first.
  void name_variables() {
    std::set<std::string, std::less<>> met;
    std::vector<std::string> others;
    for (size_t at = 0; at < rest_.size(); ++at) {
      if (!begins_name(rest_[at])) {
        // The letters of a number such as 10x are none of a name.
        if (is_in_name(rest_[at])) at = name_end(rest_, at) - 1;
        continue;
      }
      const size_t end = name_end(rest_, at);
      const std::string name = rest_.substr(at, end - at);
      const size_t behind = rest_.find_first_not_of(' ', end);
      const bool calls = behind != std::string::npos && rest_[behind] == '(';
      if (!calls && !kWords.contains(name) && met.insert(name).second) others.push_back(name);
      at = end - 1;
    }
    for (const std::string& name : rule_.coordinates) {
      if (met.contains(name)) claim_.variables.push_back(name);
    }
    for (const std::string& name : others) {
      const auto& coordinates = rule_.coordinates;
      if (std::find(coordinates.begin(), coordinates.end(), name) == coordinates.end())
        claim_.variables.push_back(name);
    }
    claim_.is_closed = claim_.variables.empty();
    if (claim_.is_closed) claim_.variables.emplace_back("n");
  }

  std::vector<std::string> all_names() const {
    std::vector<std::string> names = claim_.variables;
    for (size_t i = 0; i < claim_.values.size(); ++i) names.push_back(value_name(i));
    return names;
  }

  /// The stretches between the commas that stand in no brackets.
  std::vector<std::pair<size_t, size_t>> parted(size_t begin, size_t end) const {
    std::vector<std::pair<size_t, size_t>> parts;
    size_t depth = 0;
    size_t from = begin;
    for (size_t at = begin; at < end; ++at) {
      if (rest_[at] == '(' || rest_[at] == '[' || rest_[at] == '{') ++depth;
      if (rest_[at] == ')' || rest_[at] == ']' || rest_[at] == '}') depth -= depth > 0 ? 1 : 0;
      if (rest_[at] != ',' || depth > 0) continue;
      parts.emplace_back(from, at);
      from = at + 1;
    }
    parts.emplace_back(from, end);
    return parts;
  }

  Attempt<TermText> text_of(TermText::Kind kind, size_t begin, size_t end,
                            const std::vector<std::string>& names) const {
    return stretch(kind, rest_, begin, end, names, claim_.text);
  }

  /// The values in this stretch, the inner ones first.
  Attempt<void> replace_values(size_t begin, size_t end) {
    for (size_t at = begin; at < end; ++at) {
      if (!begins_name(rest_[at])) continue;
      const size_t stop = name_end(rest_, at);
      const size_t open = rest_.find_first_not_of(' ', stop);
      if (!is_value(std::string_view(rest_).substr(at, stop - at)) || open >= end ||
          rest_[open] != '(') {
        at = stop - 1;
        continue;
      }
      size_t depth = 0;
      size_t close = open;
      for (; close < end; ++close) {
        if (rest_[close] == '(') ++depth;
        if (rest_[close] == ')' && --depth == 0) break;
      }
      if (close >= end) return wrong({open, open + 1}, "this '(' is not closed");
      if (auto inner = replace_values(open + 1, close); !inner) return inner;
      if (auto added = add_value(at, open, close); !added) return added;
      at = close;
    }
    return {};
  }

  Attempt<void> add_value(size_t begin, size_t open, size_t close) {
    if (claim_.values.size() == kMostValues)
      return wrong({begin, close + 1},
                   fmt::format("a claim speaks of at most {} values", kMostValues));
    ClaimedValue value{claim_.text.substr(begin, close + 1 - begin), {}};
    const auto parts = parted(open + 1, close);
    if (parts.size() != rule_.arity())
      return wrong({begin, close + 1},
                   fmt::format("'{}' has {} coordinate{}, not {}", rule_.full_name, rule_.arity(),
                               rule_.arity() == 1 ? "" : "s", parts.size()));
    for (const auto& [from, to] : parts) {
      Attempt<TermText> term = text_of(TermText::Kind::term, from, to, all_names());
      if (!term) return std::move(term).error();
      value.position.push_back(*std::move(term));
    }
    const std::string name = value_name(claim_.values.size());
    std::fill(rest_.begin() + static_cast<std::ptrdiff_t>(begin),
              rest_.begin() + static_cast<std::ptrdiff_t>(close) + 1, ' ');
    std::copy(name.begin(), name.end(), rest_.begin() + static_cast<std::ptrdiff_t>(begin));
    claim_.values.push_back(std::move(value));
    return {};
  }

  const Rule& rule_;
  std::string game_;
  std::string rest_;
  ValueClaim claim_;
};

}  // namespace

std::string value_name(size_t index) { return fmt::format("g_{}", index + 1); }

Attempt<ValueClaim> read_value_claim(std::string_view text, const Rule& rule) {
  // "lost: n % 3 = 0" says where the value is 0.
  constexpr std::string_view kLost = "lost:";
  const size_t first = text.find(kLost);
  if (trimmed(text).starts_with(kLost)) {
    const size_t begin = first + kLost.size();
    const size_t end = find_for(text).value_or(text.size());
    if (end < text.size() && trimmed(text.substr(end + 3)).empty())
      return Error::at(locate(Diagnostic::Severity::error,
                              "expected a condition such as 'n >= 71' behind 'for'", "claim", text,
                              {end, end + 3}));
    const auto condition =
        stretch(TermText::Kind::condition, text, begin, end, rule.coordinates, std::string(text));
    if (!condition) return condition.error();
    const std::string here = fmt::format("g({}) = 0", fmt::join(rule.coordinates, ", "));
    const std::string where(trimmed(text.substr(begin, end - begin)));
    const std::string whole = fmt::format("{} and ({}) or not {} and not ({}) {}", here, where,
                                          here, where, text.substr(end));
    Attempt<ValueClaim> claim = ClaimReader(whole, rule).read();
    if (!claim) return claim;
    claim->text = text;
    claim->relation_text = fmt::format("{} exactly if {}", here, where);
    return claim;
  }
  return ClaimReader(text, rule).read();
}

}  // namespace grundy
