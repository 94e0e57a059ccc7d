#include "session/claim_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "language/token.h"

namespace grundy {
namespace {

constexpr size_t kMostValues = 32;
constexpr size_t kLongestClaim = 4096;

const std::set<std::string, std::less<>> kWords = {"and", "or", "not", "in",
                                                   "for", "if", "all", "any"};

/// A token, and how many brackets stand open around it.
struct NestedToken {
  TokenKind kind;
  Span span;
  size_t depth;
};

std::vector<NestedToken> tokens_of(std::string_view text) {
  std::vector<NestedToken> result;
  size_t depth = 0;
  for (Lexer lexer(text); lexer.kind() != TokenKind::end; lexer.advance()) {
    const TokenKind kind = lexer.kind();
    if (kind == TokenKind::newline) continue;
    const bool closes =
        kind == TokenKind::rparen || kind == TokenKind::rbracket || kind == TokenKind::rbrace;
    if (closes && depth > 0) --depth;
    result.push_back({kind, lexer.span(), depth});
    if (kind == TokenKind::lparen || kind == TokenKind::lbracket || kind == TokenKind::lbrace)
      ++depth;
  }
  return result;
}

std::string_view text_at(std::string_view text, const Span& span) {
  return text.substr(span.begin, span.end - span.begin);
}

/// The word `for` outside of all brackets, or the end.
size_t find_for(std::string_view text, const std::vector<NestedToken>& tokens) {
  const auto found = std::find_if(tokens.begin(), tokens.end(), [&](const NestedToken& token) {
    return token.depth == 0 && token.kind == TokenKind::name && text_at(text, token.span) == "for";
  });
  return static_cast<size_t>(found - tokens.begin());
}

/// That stretch as a term or a condition. All around it is blank, so that errors have their places;
/// the line that they show is the whole one.
Attempt<TermText> stretch(TermText::Kind kind, std::string_view text, Span span,
                          const std::vector<std::string>& names, const std::string& shown) {
  std::string blank(text.size(), ' ');
  blank.replace(span.begin, span.end - span.begin, text_at(text, span));
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
  ClaimReader(std::string_view text, const Rule& rule)
      : rule_(rule),
        game_(rule.full_name.substr(0, rule.full_name.find('['))),
        tokens_(tokens_of(text)),
        rest_(text) {
    claim_.text = text;
  }

  Attempt<ValueClaim> read() {
    if (tokens_.empty())
      return Error::input("expected a claim such as 'g(n + 12) = g(n) for n >= 71'");
    if (claim_.text.size() > kLongestClaim)
      return Error::input(fmt::format("a claim of more than {} bytes", kLongestClaim));
    const size_t end = find_for(claim_.text, tokens_);
    const bool has_where = end < tokens_.size();
    const size_t stop = has_where ? tokens_[end].span.begin : claim_.text.size();
    if (has_where && end + 1 == tokens_.size()) return nothing_behind_for(tokens_[end].span);
    if (has_where) claim_.where_text = trimmed(claim_.text.substr(tokens_[end].span.end));
    claim_.relation_text = trimmed(claim_.text.substr(0, stop));
    name_variables();
    if (auto replaced = replace_values(0, end); !replaced) return std::move(replaced).error();
    if (claim_.values.empty())
      return wrong({0, stop}, "a claim speaks of values, such as g(n) in 'g(n + 12) = g(n)'");
    Attempt<TermText> relation = text_of(TermText::Kind::condition, {0, stop}, all_names());
    if (!relation) return std::move(relation).error();
    claim_.relation = *std::move(relation);
    claim_.relation_of_values = trimmed(rest_.substr(0, stop));
    if (!has_where) return std::move(claim_);
    for (const Span& part : parted(end, tokens_.size(), claim_.text.size())) {
      Attempt<TermText> one = text_of(TermText::Kind::condition, part, claim_.variables);
      if (!one) return std::move(one).error();
      claim_.where.push_back(*std::move(one));
    }
    return std::move(claim_);
  }

  Error nothing_behind_for(const Span& word) const {
    return wrong(word, "expected a condition such as 'n >= 71' behind 'for'");
  }

 private:
  Error wrong(Span span, std::string message) const {
    return Error::at(
        locate(Diagnostic::Severity::error, std::move(message), "claim", claim_.text, span));
  }

  /// Whether the token is a name before a round bracket.
  bool calls(size_t token) const {
    return token + 1 < tokens_.size() && tokens_[token + 1].kind == TokenKind::lparen;
  }

  /// The variables: names that call nothing, those of the game's coordinates first.
  void name_variables() {
    std::vector<std::string>& names = claim_.variables;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind != TokenKind::name || calls(i)) continue;
      std::string name(text_at(claim_.text, tokens_[i].span));
      if (!kWords.contains(name) && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
    }
    const auto place = [&](const std::string& name) {
      return std::find(rule_.coordinates.begin(), rule_.coordinates.end(), name);
    };
    std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
      return place(a) < place(b);
    });
    claim_.is_closed = names.empty();
    if (claim_.is_closed) names.emplace_back("n");
  }

  std::vector<std::string> all_names() const {
    std::vector<std::string> names = claim_.variables;
    for (size_t i = 0; i < claim_.values.size(); ++i) names.push_back(value_name(i));
    return names;
  }

  /// What stands between the token `open` and the token `close`, which begins at byte `end`, parted
  /// by the commas that stand in no further brackets.
  std::vector<Span> parted(size_t open, size_t close, size_t end) const {
    const size_t depth = tokens_[open].depth + (tokens_[open].kind == TokenKind::lparen ? 1 : 0);
    std::vector<Span> parts = {{tokens_[open].span.end, end}};
    for (size_t i = open + 1; i < close; ++i) {
      if (tokens_[i].kind != TokenKind::comma || tokens_[i].depth != depth) continue;
      parts.back().end = tokens_[i].span.begin;
      parts.push_back({tokens_[i].span.end, end});
    }
    return parts;
  }

  Attempt<TermText> text_of(TermText::Kind kind, Span span,
                            const std::vector<std::string>& names) const {
    return stretch(kind, rest_, span, names, claim_.text);
  }

  /// The values that begin in these tokens, the inner ones first.
  Attempt<void> replace_values(size_t from, size_t to) {
    for (size_t at = from; at < to; ++at) {
      const std::string_view name = text_at(claim_.text, tokens_[at].span);
      if (tokens_[at].kind != TokenKind::name || (name != "g" && name != game_) || !calls(at))
        continue;
      const size_t open = at + 1;
      size_t close = open + 1;
      while (close < to && (tokens_[close].kind != TokenKind::rparen ||
                            tokens_[close].depth != tokens_[open].depth))
        ++close;
      if (close == to) return wrong(tokens_[open].span, "this '(' is not closed");
      if (auto inner = replace_values(open + 1, close); !inner) return inner;
      if (auto added = add_value(at, close); !added) return added;
      at = close;
    }
    return {};
  }

  Attempt<void> add_value(size_t name, size_t close) {
    const Span whole{tokens_[name].span.begin, tokens_[close].span.end};
    if (claim_.values.size() == kMostValues)
      return wrong(whole, fmt::format("a claim speaks of at most {} values", kMostValues));
    ClaimedValue value{std::string(text_at(claim_.text, whole)), {}};
    const auto parts = parted(name + 1, close, tokens_[close].span.begin);
    if (parts.size() != rule_.arity())
      return wrong(whole, fmt::format("'{}' has {} coordinate{}, not {}", rule_.full_name,
                                      rule_.arity(), rule_.arity() == 1 ? "" : "s", parts.size()));
    for (const Span& part : parts) {
      Attempt<TermText> term = text_of(TermText::Kind::term, part, all_names());
      if (!term) return std::move(term).error();
      value.position.push_back(*std::move(term));
    }
    std::string covered = value_name(claim_.values.size());
    covered.resize(whole.end - whole.begin, ' ');
    rest_.replace(whole.begin, covered.size(), covered);
    claim_.values.push_back(std::move(value));
    return {};
  }

  const Rule& rule_;
  const std::string game_;
  const std::vector<NestedToken> tokens_;
  std::string rest_;
  ValueClaim claim_;
};

/// "lost: n % 3 = 0" says where the value is 0.
Attempt<ValueClaim> read_lost(std::string_view text, size_t begin, const Rule& rule) {
  const std::vector<NestedToken> tokens = tokens_of(text);
  const size_t word = find_for(text, tokens);
  const size_t end = word < tokens.size() ? tokens[word].span.begin : text.size();
  if (word + 1 == tokens.size())
    return ClaimReader(text, rule).nothing_behind_for(tokens[word].span);
  const auto condition =
      stretch(TermText::Kind::condition, text, {begin, end}, rule.coordinates, std::string(text));
  if (!condition) return condition.error();
  const std::string here = fmt::format("g({}) = 0", fmt::join(rule.coordinates, ", "));
  const std::string where(trimmed(text.substr(begin, end - begin)));
  const std::string whole = fmt::format("{} and ({}) or not {} and not ({}) {}", here, where, here,
                                        where, text.substr(end));
  Attempt<ValueClaim> claim = ClaimReader(whole, rule).read();
  if (!claim) return claim;
  claim->text = text;
  claim->relation_text = fmt::format("{} exactly if {}", here, where);
  return claim;
}

}  // namespace

std::string value_name(size_t index) { return fmt::format("g_{}", index + 1); }

Attempt<ValueClaim> read_value_claim(std::string_view text, const Rule& rule) {
  constexpr std::string_view kLost = "lost:";
  if (trimmed(text).starts_with(kLost))
    return read_lost(text, text.find(kLost) + kLost.size(), rule);
  return ClaimReader(text, rule).read();
}

}  // namespace grundy
