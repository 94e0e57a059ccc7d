#include "check/sprouts.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

#include "check/claim_lines.h"
#include "check/sprouts_lines.h"

namespace grundy {
namespace {

constexpr size_t kDrawingLine = 3;
constexpr size_t kSproutsValueLine = 4;
constexpr size_t kFirstClaimLine = 5;

std::optional<Judgement> read_sprouts(std::string_view text, SproutsCertificate& c) {
  ClaimReader lines{text};
  const auto expected = [&](const char* what) {
    return rejected(lines.line, fmt::format("expected {}", what));
  };
  std::string word;
  if (!lines.word("grundy-certificate", word) || word != "1")
    return expected("'grundy-certificate 1'");
  if (!lines.word("kind", word) || word != "sprouts") return expected("'kind sprouts'");
  if (!lines.word("drawing", c.drawing)) return expected("a line 'drawing …'");
  if (!lines.word("value", word)) return expected("a line 'value …'");
  const auto value = only_number(word);
  if (!value) return expected("a natural number");
  c.value = *value;
  while (const auto line = lines.next()) {
    if (*line == "end") {
      if (lines.text.empty()) return std::nullopt;
      return rejected(lines.line, "something follows the line 'end'");
    }
    ClaimLine words(*line);
    const std::string_view keyword = words.word();
    if (keyword != "is" && keyword != "not") return expected("a line 'is …', 'not …' or 'end'");
    SproutsCertificate::Claim claim;
    claim.is = keyword == "is";
    const auto claimed = words.number();
    const auto option = claim.is ? std::optional<int64_t>(0) : words.number();
    if (!claimed || !option) return expected("natural numbers, apart by single blanks");
    claim.value = *claimed;
    claim.option = *option;
    claim.land = words.rest();
    c.claims.push_back(std::move(claim));
  }
  return expected("a line 'end'");
}

class LandClaims {
 public:
  explicit LandClaims(const Budget& budget) : budget_(budget) {}

  /// Takes the claim, or says what is wrong with it.
  std::optional<std::string> flaw_of(const SproutsCertificate::Claim& claim) {
    const auto options = SproutsLines::options(claim.land);
    if (!options) return options.error().message();
    std::optional<std::string> flaw =
        claim.is ? flaw_of_value(claim, *options) : flaw_of_exclusion(claim, *options);
    if (flaw) return flaw;
    Knowledge& told = told_[claim.land];
    if (claim.is) {
      told.value = claim.value;
    } else {
      told.excluded.insert(claim.value);
    }
    return std::nullopt;
  }

  struct OptionSum {
    int64_t sum = 0;  // of lands with a value
    std::vector<std::string> open;
  };
  OptionSum look(const SproutsLines::Sum& lands) const {
    OptionSum seen;
    for (const std::string& land : lands) {
      const auto at = told_.find(land);
      if (at != told_.end() && at->second.value) {
        seen.sum ^= *at->second.value;
      } else {
        seen.open.push_back(land);
      }
    }
    return seen;
  }

 private:
  struct Knowledge {
    std::optional<int64_t> value;
    std::set<int64_t> excluded;
  };

  std::optional<std::string> flaw_of_exclusion(
      const SproutsCertificate::Claim& claim, const std::vector<SproutsLines::Sum>& options) const {
    if (claim.option < 1 || static_cast<uint64_t>(claim.option) > options.size())
      return fmt::format("the land has {} options", options.size());
    const OptionSum seen = look(options[static_cast<size_t>(claim.option) - 1]);
    if (!seen.open.empty()) return "a land of the option has no value yet";
    if (seen.sum != claim.value) return fmt::format("the option has the value {}", seen.sum);
    return std::nullopt;
  }

  std::optional<std::string> flaw_of_value(const SproutsCertificate::Claim& claim,
                                           const std::vector<SproutsLines::Sum>& options) const {
    if (static_cast<uint64_t>(claim.value) > options.size())
      return fmt::format("a land with {} options has no value {}", options.size(), claim.value);
    std::set<int64_t> missing;
    for (int64_t v = 0; v < claim.value; ++v) missing.insert(v);
    for (const SproutsLines::Sum& option : options) {
      if (budget_.spent()) break;
      const OptionSum seen = look(option);
      if (seen.open.empty()) {
        if (seen.sum == claim.value) return "an option has that value";
        missing.erase(seen.sum);
        continue;
      }
      const auto at = told_.find(seen.open.front());
      if (seen.open.size() > 1 || at == told_.end() ||
          !at->second.excluded.contains(claim.value ^ seen.sum))
        return fmt::format("an option may have that value, with the land {}", seen.open.front());
    }
    if (!missing.empty())
      return fmt::format("no option is said to have the value {}", *missing.begin());
    return std::nullopt;
  }

  const Budget& budget_;
  std::map<std::string, Knowledge, std::less<>> told_;
};

}  // namespace

std::string to_text(const SproutsCertificate& certificate) {
  std::string text = fmt::format("grundy-certificate 1\nkind sprouts\ndrawing {}\nvalue {}\n",
                                 certificate.drawing, certificate.value);
  for (const SproutsCertificate::Claim& claim : certificate.claims) {
    text += claim.is ? fmt::format("is {} {}\n", claim.value, claim.land)
                     : fmt::format("not {} {} {}\n", claim.value, claim.option, claim.land);
  }
  return text + "end\n";
}

bool is_sprouts_certificate(std::string_view text) {
  return text.find("\nkind sprouts\n") != std::string_view::npos;
}

Attempt<SproutsCertificate> sprouts_in(std::string_view text) {
  SproutsCertificate certificate;
  if (const auto bad = read_sprouts(text, certificate)) return Error::input(bad->reason);
  return certificate;
}

Attempt<Judgement> check_sprouts(std::string_view text, const Budget& budget) {
  SproutsCertificate certificate;
  if (const auto bad = read_sprouts(text, certificate)) return *bad;
  const Attempt<SproutsLines::Sum> lands = SproutsLines::lands(certificate.drawing);
  if (!lands) return rejected(kDrawingLine, lands.error().message());
  LandClaims claims(budget);
  for (size_t i = 0; i < certificate.claims.size(); ++i) {
    std::optional<std::string> flaw = claims.flaw_of(certificate.claims[i]);
    if (budget.spent()) return budget.why();
    if (flaw) return rejected(kFirstClaimLine + i, *std::move(flaw));
  }
  const LandClaims::OptionSum seen = claims.look(*lands);
  if (!seen.open.empty()) return rejected(kSproutsValueLine, "a land of the drawing has no claim");
  if (seen.sum != certificate.value)
    return rejected(kSproutsValueLine,
                    fmt::format("the lands of the drawing have the nim-sum {}", seen.sum));
  return Judgement{true, 0, ""};
}

}  // namespace grundy
