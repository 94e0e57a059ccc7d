#include "check/strip.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/claim_lines.h"
#include "check/subject.h"

namespace grundy {
namespace {

constexpr std::string_view kStripKind = "\nkind strip\n";
constexpr int64_t kMostStripWindow = 40'000;  // values of each part
constexpr size_t kMostStripParts = 400;

struct StripLines {
  size_t game = 0, family = 0, far = 0, parts = 0, period = 0, law = 0, values = 0;
};

/// "1 2 0 XOX": so many cells of left, period and right, and their letters.
std::optional<StripPart> part_in(std::string_view text) {
  ClaimLine words(text);
  const auto left = words.number();
  const auto period = words.number();
  const auto right = words.number();
  const std::string letters(words.rest());
  if (!left || !period || !right || *period == 0 ||
      *left + *period + *right != static_cast<int64_t>(letters.size()))
    return std::nullopt;
  const auto first = static_cast<size_t>(*left);
  const auto second = static_cast<size_t>(*period);
  return StripPart{letters.substr(0, first), letters.substr(first, second),
                   letters.substr(first + second)};
}

/// Where the text stops being one.
std::optional<Judgement> read_strip(std::string_view text, StripCertificate& c, StripLines& at) {
  ClaimReader lines{text};
  const auto expected = [&](const char* what) {
    return rejected(lines.line, fmt::format("expected {}", what));
  };
  const auto numbers = [&](std::string_view keyword, std::initializer_list<int64_t*> to) {
    std::string rest;
    if (!lines.word(keyword, rest)) return false;
    ClaimLine words(rest);
    for (int64_t* number : to) {
      const auto read = words.number();
      if (!read) return false;
      *number = *read;
    }
    return words.at_end();
  };
  std::string word;
  if (!lines.word("grundy-certificate", word) || word != "1")
    return expected("'grundy-certificate 1'");
  if (!lines.rule(c.rule)) return expected("an end of the line");
  if (!lines.word("game", c.game)) return expected("a line 'game …'");
  at.game = lines.line;
  if (!lines.word("kind", word) || word != "strip") return expected("'kind strip'");
  if (!lines.word("family", c.family)) return expected("a line 'family …'");
  at.family = lines.line;
  if (!numbers("far", {&c.far})) return expected("a line 'far A'");
  at.far = lines.line;
  at.parts = lines.line + 1;
  while (lines.text.starts_with("part ")) {
    if (!lines.word("part", word)) return expected("an end of the line");
    auto part = part_in(word);
    if (!part) return expected("three numbers of cells, and their letters");
    c.parts.push_back(*std::move(part));
  }
  if (!numbers("period", {&c.preperiod, &c.period})) return expected("a line 'period M P'");
  at.period = lines.line;
  if (!numbers("law", {&c.law_preperiod, &c.law_period})) return expected("a line 'law N P'");
  at.law = lines.line;
  if (!lines.word("values", word)) return expected("a line 'values …'");
  at.values = lines.line;
  for (ClaimLine words(word); !words.at_end();) {
    const auto value = words.number();
    if (!value) return expected("natural numbers, apart by single blanks");
    c.values.push_back(*value);
  }
  const auto end = lines.next();
  if (!end || *end != "end" || !lines.text.empty()) return expected("a line 'end', the last one");
  return std::nullopt;
}

class StripCheck {
 public:
  StripCheck(const StripCertificate& certificate, const StripLines& lines, const Budget& budget)
      : c_(certificate), lines_(lines), budget_(budget) {}

  Attempt<Judgement> run() {
    Subject subject;
    if (auto bad = subject.read(c_.rule, 2, c_.game, lines_.game)) return *std::move(bad);
    const Rule& rule = subject.rule();
    if (!c_.family.starts_with(c_.game + "("))
      return rejected(lines_.family, "the boards are of another game");
    const Attempt<StripFamily> family = read_strip_family(rule, c_.family);
    if (!family) return rejected(lines_.family, family.error().message());
    if (c_.parts.empty() || c_.parts.size() > kMostStripParts)
      return rejected(lines_.parts, fmt::format("expected 1 to {} parts", kMostStripParts));
    const size_t period = c_.parts[0].period.size();
    if (c_.far < 1 || c_.far > 512) return rejected(lines_.far, "expected 1 to 512 copies");
    const size_t rows = family->frieze.height();
    size_t ends = 2 * StripBoards::ends(*family);
    std::map<StripPart, size_t> numbers;
    for (size_t i = 0; i < c_.parts.size(); ++i) {
      const StripPart& part = c_.parts[i];
      const auto is_whole = [&](const std::string& word) { return word.size() % rows == 0; };
      if (part.period.size() != period || !is_whole(part.left) || !is_whole(part.period) ||
          !is_whole(part.right))
        return rejected(lines_.parts + i,
                        "a part has other rows, or another period, than those before");
      if (!numbers.emplace(part, i).second)
        return rejected(lines_.parts + i, "the part is there already");
      ends = std::max(ends, (part.left.size() + part.right.size()) / rows);
    }
    const size_t columns = period / rows;
    const size_t longest = StripParts::longest(ends, columns, c_.far);
    Attempt<StripParts> parts = StripParts::of(rule, family->frieze, longest);
    if (!parts) return rejected(lines_.game, parts.error().message());
    const StripParts::Number number = [&](const StripPart& part) -> std::optional<size_t> {
      const auto at = numbers.find(part);
      return at == numbers.end() ? std::nullopt : std::optional(at->second);
    };
    const Attempt<StripBoards> boards = StripBoards::of(rule, *family, *parts, c_.far, number);
    if (!boards) return rejected(lines_.family, boards.error().message());
    std::vector<std::vector<StripParts::Moves>> moves;
    for (size_t i = 0; i < c_.parts.size(); ++i) {
      if (budget_.spent()) return budget_.why();
      if (normal_part(c_.parts[i], rows) != std::pair(c_.parts[i], int64_t{0}))
        return rejected(lines_.parts + i, "the part could be written further to the left");
      auto list = parts->moves(c_.parts[i], c_.far, number);
      if (!list) return rejected(lines_.parts + i, list.error().message());
      moves.push_back(*std::move(list));
    }
    return values(*parts, std::move(moves), *boards, period, family->first);
  }

 private:
  Attempt<Judgement> values(StripParts& parts, std::vector<std::vector<StripParts::Moves>> moves,
                            const StripBoards& boards, size_t period, int64_t first) {
    if (c_.period < 1 || c_.period > kMostStripWindow || c_.preperiod > kMostStripWindow)
      return rejected(lines_.period, "expected a period, and numbers that are not too large");
    StripValues values(parts, c_.parts, std::move(moves), parts.from(period, c_.far));
    const int64_t window = values.window(c_.preperiod, c_.period);
    if (window > kMostStripWindow)
      return rejected(lines_.period, "the period asks for too many values");
    const int64_t beyond = boards.preperiod(c_.preperiod);
    if (c_.law_period < 1 || c_.law_period > boards.turns() * c_.period ||
        c_.law_preperiod > beyond || c_.law_preperiod < first)
      return rejected(lines_.law, "the law of the boards says less than that of the parts");
    if (auto known = values.extend(window, budget_); !known) {
      if (budget_.spent()) return budget_.why();
      return rejected(lines_.parts, known.error().message());
    }
    if (values.agrees_from(c_.period) > c_.preperiod)
      return rejected(lines_.period, "the values of the parts have no such period");
    // As far as the boards' period is compared.
    const int64_t compared = beyond + boards.turns() * c_.period;
    const Attempt<std::vector<uint32_t>> of_boards =
        boards.values(values, compared + c_.law_period, budget_);
    if (!of_boards) {
      if (budget_.spent()) return budget_.why();
      return rejected(lines_.family, of_boards.error().message());
    }
    const auto value = [&](int64_t n) { return (*of_boards)[static_cast<size_t>(n - first)]; };
    for (int64_t n = c_.law_preperiod; n < compared; ++n) {
      if (value(n) != value(n + c_.law_period))
        return rejected(lines_.law,
                        fmt::format("the boards {} and {} differ", n, n + c_.law_period));
    }
    const int64_t listed = c_.law_preperiod + c_.law_period - first;
    if (static_cast<int64_t>(c_.values.size()) != listed)
      return rejected(lines_.values, fmt::format("expected {} values", listed));
    for (int64_t n = first; n < first + listed; ++n) {
      if (c_.values[static_cast<size_t>(n - first)] != value(n))
        return rejected(lines_.values, fmt::format("the board {} has the value {}", n, value(n)));
    }
    return Judgement{true, 0, ""};
  }

  const StripCertificate& c_;
  const StripLines& lines_;
  const Budget& budget_;
};

}  // namespace

std::string to_text(const StripCertificate& c) {
  std::string text =
      first_lines(c.rule, c.game, "strip") + fmt::format("family {}\nfar {}\n", c.family, c.far);
  for (const StripPart& part : c.parts)
    text += fmt::format("part {} {} {} {}\n", part.left.size(), part.period.size(),
                        part.right.size(), part.left + part.period + part.right);
  text += fmt::format("period {} {}\nlaw {} {}\nvalues", c.preperiod, c.period, c.law_preperiod,
                      c.law_period);
  for (const int64_t value : c.values) text += fmt::format(" {}", value);
  return text + "\nend\n";
}

bool is_strip_certificate(std::string_view text) {
  return text.find(kStripKind) != std::string_view::npos;
}

Attempt<StripCertificate> strip_in(std::string_view text) {
  StripCertificate certificate;
  StripLines lines;
  if (const auto bad = read_strip(text, certificate, lines)) return Error::input(bad->reason);
  return certificate;
}

Attempt<Judgement> check_strip(std::string_view text, const Budget& budget) {
  StripCertificate certificate;
  StripLines lines;
  if (const auto bad = read_strip(text, certificate, lines)) return *bad;
  return StripCheck(certificate, lines, budget).run();
}

}  // namespace grundy
