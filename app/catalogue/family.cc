#include "catalogue/family.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>

namespace grundy::catalogue {
namespace {

constexpr size_t kMostChoices = 100'000;
constexpr int64_t kMostNumber = 1'000'000;

/// Σ factor · name + constant.
struct Term {
  std::map<size_t, int64_t> factors;  // by the number of the name
  int64_t constant = 0;

  int64_t at(const std::vector<int64_t>& numbers) const {
    int64_t sum = constant;
    for (const auto& [name, factor] : factors) sum += factor * numbers[name];
    return sum;
  }
};

struct Binder {
  std::string name;
  Term first;
  Term last;
};

class FamilyReader {
 public:
  explicit FamilyReader(std::string_view text) : text_(text) {}

  Attempt<RuleFamily> read() {
    if (take("family")) {
      if (word().empty()) return wrong("expected the family's name");
      if (!take("=")) return wrong("expected '='");
    }
    for (const char* token : {"subtract", "[", "{"}) {
      if (!take(token))
        return wrong(fmt::format(
            "expected '{}', as in subtract[{{a, b}}] for a in 1..9, b in a+1..9", token));
    }
    // The elements name what is bound behind them.
    const size_t elements = at_;
    const size_t close = text_.find('}', at_);
    if (close == text_.npos) return wrong("expected '}'");
    at_ = close + 1;
    if (!take("]")) return wrong("expected ']'");
    if (!take("for")) return wrong("expected 'for'");
    do {
      Binder binder;
      binder.name = std::string(word());
      if (binder.name.empty()) return wrong("expected a name");
      if (number_of(binder.name)) return wrong(fmt::format("'{}' is bound already", binder.name));
      if (!take("in")) return wrong("expected 'in'");
      Attempt<Term> first = term();
      if (!first) return std::move(first).error();
      if (!take("..")) return wrong("expected '..'");
      Attempt<Term> last = term();
      if (!last) return std::move(last).error();
      binder.first = *std::move(first);
      binder.last = *std::move(last);
      binders_.push_back(std::move(binder));
    } while (take(","));
    skip();
    if (at_ != text_.size()) return wrong("expected ',' or the end");
    at_ = elements;
    do {
      Attempt<Term> element = term();
      if (!element) return std::move(element).error();
      elements_.push_back(*std::move(element));
    } while (take(","));
    if (!take("}")) return wrong("expected ',' or '}'");
    if (auto chosen = choose(0); !chosen) return std::move(chosen).error();
    if (family_.games.empty()) return Error::input("the family has no game");
    for (const Binder& binder : binders_) family_.names.push_back(binder.name);
    return std::move(family_);
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view token) {
    skip();
    if (text_.substr(at_, token.size()) != token) return false;
    const size_t end = at_ + token.size();
    const bool is_word = std::isalpha(static_cast<unsigned char>(token[0])) != 0;
    if (is_word && end < text_.size() && std::isalnum(static_cast<unsigned char>(text_[end])) != 0)
      return false;
    at_ = end;
    return true;
  }
  std::string_view word() {
    skip();
    const size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    const std::string_view found = text_.substr(begin, at_ - begin);
    if (!found.empty() && std::isdigit(static_cast<unsigned char>(found[0])) != 0) {
      at_ = begin;
      return {};
    }
    return found;
  }
  std::optional<int64_t> number() {
    skip();
    int64_t value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc() || value > kMostNumber) return std::nullopt;
    at_ = static_cast<size_t>(end - text_.data());
    return value;
  }
  std::optional<size_t> number_of(std::string_view name) const {
    for (size_t i = 0; i < binders_.size(); ++i) {
      if (binders_[i].name == name) return i;
    }
    return std::nullopt;
  }
  Error wrong(std::string message) const {
    return Error::at(locate(Diagnostic::Severity::error, std::move(message), "codes", text_,
                            {std::min(at_, text_.size()), std::min(at_ + 1, text_.size())}));
  }
  Attempt<Term> term() {
    Term result;
    int64_t sign = 1;
    for (;;) {
      int64_t factor = sign;
      bool named = true;
      skip();
      if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
        const std::optional<int64_t> value = number();
        if (!value) return wrong(fmt::format("numbers are at most {} here", kMostNumber));
        factor *= *value;
        named = take("*");
        if (!named) result.constant += factor;
      }
      if (named) {
        const size_t begin = at_;
        const std::string_view name = word();
        const std::optional<size_t> bound = number_of(name);
        if (!bound) {
          at_ = begin;
          skip();
          return wrong(name.empty() ? "expected a number or a name"
                                    : fmt::format("nothing before binds '{}'", name));
        }
        result.factors[*bound] += factor;
      }
      if (take("+")) {
        sign = 1;
      } else if (take("-")) {
        sign = -1;
      } else {
        return result;
      }
    }
  }

  Attempt<void> choose(size_t depth) {
    if (depth == binders_.size()) {
      std::set<int64_t> set;
      for (const Term& element : elements_) {
        const int64_t number = element.at(numbers_);
        if (number > static_cast<int64_t>(HeapCode::kMaxDigits))
          return Error::input(fmt::format("a family takes numbers of at most {}, not {}",
                                          HeapCode::kMaxDigits, number));
        if (number >= 1) set.insert(number);
      }
      if (!set.empty()) family_.games.push_back({numbers_, std::move(set)});
      if (family_.games.size() > kMostChoices)
        return Error::input(fmt::format("the family has more than {} games", kMostChoices));
      return {};
    }
    const int64_t first = binders_[depth].first.at(numbers_);
    const int64_t last = binders_[depth].last.at(numbers_);
    if (last - first >= static_cast<int64_t>(kMostChoices))
      return Error::input(fmt::format("the family has more than {} games", kMostChoices));
    numbers_.push_back(0);
    for (int64_t number = first; number <= last; ++number) {
      if (++steps_ > 100 * kMostChoices)
        return Error::input("the family has too many choices of its numbers");
      numbers_[depth] = number;
      if (auto chosen = choose(depth + 1); !chosen) return chosen;
    }
    numbers_.pop_back();
    return {};
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Binder> binders_;
  std::vector<Term> elements_;
  std::vector<int64_t> numbers_;
  RuleFamily family_;
  size_t steps_ = 0;
};

}  // namespace

bool is_rule_family(std::string_view text) {
  return text.find("subtract") != text.npos || text.find("family ") != text.npos;
}

std::string FamilyGame::text() const {
  return fmt::format("subtract[{{{}}}]", fmt::join(taken, ", "));
}

HeapCode FamilyGame::code() const {
  std::string text = "0.";
  for (int64_t number = 1; number <= *taken.rbegin(); ++number)
    text += taken.count(number) > 0 ? '3' : '0';
  return *parse_heap_code(text);
}

Attempt<RuleFamily> read_rule_family(std::string_view text) { return FamilyReader(text).read(); }

Attempt<std::vector<HeapCode>> parse_rule_family(std::string_view text) {
  Attempt<RuleFamily> family = read_rule_family(text);
  if (!family) return std::move(family).error();
  std::set<std::set<int64_t>> seen;
  std::vector<HeapCode> result;
  for (const FamilyGame& game : family->games)
    if (seen.insert(game.taken).second) result.push_back(game.code());
  std::stable_sort(result.begin(), result.end(), [](const HeapCode& a, const HeapCode& b) {
    return a.after.size() < b.after.size();
  });
  return result;
}

}  // namespace grundy::catalogue
