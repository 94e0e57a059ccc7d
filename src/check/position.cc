#include "check/position.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "check/claim_lines.h"
#include "check/claims.h"
#include "check/drawn.h"
#include "check/played.h"
#include "check/replies.h"
#include "check/sprouts_lines.h"
#include "check/subject.h"
#include "rewriting/targets.h"

namespace grundy {
namespace {

using Kind = PositionCertificate::Kind;

constexpr size_t kRuleLine = 2;
constexpr std::array<std::string_view, 4> kKinds = {"position", "play", "sprouts", "entailing"};
constexpr std::string_view kSprouts = "sprouts";
constexpr std::string_view kLoonyWord = "loony";

std::string_view word_of(Kind kind) { return kKinds[static_cast<size_t>(kind)]; }

std::optional<Kind> kind_of(std::string_view word) {
  for (size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] == word) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

struct PositionLines {
  size_t game = 0, position = 0, value = 0, claims = 0;
};

/// A number, or `loony` where the kind has it.
std::optional<int64_t> value_in(const PositionCertificate& c, std::string_view word) {
  if (c.kind == Kind::entailing && word == kLoonyWord) return PositionCertificate::kLoony;
  return only_number(word);
}

/// The claim that a line makes; std::nullopt where its numbers are wrong.
std::optional<PositionCertificate::Claim> claim_in(const PositionCertificate& c,
                                                   std::string_view line) {
  ClaimLine words(line);
  const std::string_view keyword = words.word();
  PositionCertificate::Claim claim;
  claim.is = keyword != "not";
  const auto claimed = value_in(c, words.word());
  const auto option =
      keyword == "is" ? std::optional<int64_t>(0) : words.number();  // of `has`: how many replies
  if (!claimed || !option) return std::nullopt;
  claim.value = *claimed;
  if (!claim.is) claim.option = *option;
  for (int64_t i = 0; claim.is && i < *option; ++i) {
    const auto reply = words.number();
    if (!reply) return std::nullopt;
    claim.replies.push_back(*reply);
  }
  claim.part = words.rest();
  return claim;
}

/// The lines before the value.
std::optional<Judgement> read_subject(ClaimReader& lines, PositionCertificate& c,
                                      PositionLines& at) {
  const auto expected = [&](const char* what) {
    return rejected(lines.line, fmt::format("expected {}", what));
  };
  std::string word;
  if (!lines.word("grundy-certificate", word) || word != "1")
    return expected("'grundy-certificate 1'");
  if (!lines.rule(c.rule)) return expected("an end of the line");
  if (lines.text.starts_with("game ") && lines.word("game", c.game)) at.game = lines.line;
  if (!lines.word("kind", word)) return expected(at.game == 0 ? "a line 'game …'" : "'kind …'");
  const auto kind = kind_of(word);
  if (!kind) return expected("'kind position', 'kind play', 'kind entailing' or 'kind sprouts'");
  c.kind = *kind;
  const bool is_sprouts = c.kind == Kind::sprouts;
  if (is_sprouts != (at.game == 0)) return expected("a line 'game …', but of sprouts");
  if (!lines.word(is_sprouts ? "drawing" : "position", c.position))
    return expected(is_sprouts ? "a line 'drawing …'" : "a line 'position …'");
  at.position = lines.line;
  if (is_sprouts) {
    c.game = kSprouts;
    c.position = fmt::format("{}({})", kSprouts, c.position);
  }
  return std::nullopt;
}

std::optional<Judgement> read_position(std::string_view text, PositionCertificate& c,
                                       PositionLines& at) {
  ClaimReader lines{text};
  const auto expected = [&](const char* what) {
    return rejected(lines.line, fmt::format("expected {}", what));
  };
  if (auto bad = read_subject(lines, c, at)) return bad;
  std::string value;
  if (!lines.word("value", value)) return expected("a line 'value …'");
  at.value = lines.line;
  const auto number = value_in(c, value);
  if (!number) return expected("a natural number");
  c.value = *number;
  at.claims = lines.line + 1;
  while (const auto line = lines.next()) {
    if (*line == "end") {
      if (lines.text.empty()) return std::nullopt;
      return rejected(lines.line, "something follows the line 'end'");
    }
    if (!line->starts_with("is ") && !line->starts_with("not ") && !line->starts_with("has "))
      return expected("a line 'is …', 'not …', 'has …' or 'end'");
    auto claim = claim_in(c, *line);
    if (!claim) return expected("natural numbers, apart by single blanks");
    c.claims.push_back(*std::move(claim));
  }
  return expected("a line 'end'");
}

/// The drawing of "sprouts(5)".
std::string_view drawing_in(std::string_view position) {
  return position.substr(kSprouts.size() + 1, position.size() - kSprouts.size() - 2);
}

/// Lands of Sprouts by their texts.
class SproutsLands {
 public:
  using Part = std::string;
  using Option = SproutsLines::Sum;
  Attempt<Part> read(std::string_view text) const { return std::string(text); }
  Attempt<std::vector<Option>> options(const Part& land) const {
    return SproutsLines::options(land);
  }
  std::vector<Part> parts(const Option& option) const { return option; }
  std::string text(const Option& option) const { return fmt::format("{}", fmt::join(option, " ")); }
  const Part& representative(const Part& land) const { return land; }
};

class CheckedClaims final : public Strategy {
 public:
  explicit CheckedClaims(const Budget& budget) : budget_(budget) {}

  Attempt<Judgement> judge(std::string_view text) {
    if (const auto bad = read_position(text, certificate_, lines_)) return *bad;
    if (certificate_.kind == Kind::sprouts) {
      const auto lands = SproutsLines::lands(drawing_in(certificate_.position));
      if (!lands) return rejected(lines_.position, lands.error().message());
      return run(by_lands_.emplace(lands_, budget_), *lands);
    }
    if (auto bad = subject_.read(certificate_.rule, kRuleLine, certificate_.game, lines_.game))
      return *std::move(bad);
    const Rule& rule = subject_.written();
    played_.emplace(rule, budget_);
    auto position = played_->read_first(certificate_.position);
    if (!position) return rejected(lines_.position, position.error().message());
    if (certificate_.kind == Kind::entailing)
      return run(by_replies_.emplace(*played_, budget_),
                 PlayedPositions::Option{*std::move(position)});
    if (auto free = needs_free_replies(rule, "a certificate of this kind"); !free)
      return rejected(lines_.game, free.error().message());
    if (certificate_.kind == Kind::played)
      return run(by_play_.emplace(*played_, budget_),
                 PlayedPositions::Option{*std::move(position)});
    if (rule.board == nullptr) return rejected(lines_.game, "the game has no board");
    auto drawn = DrawnMoves::of(rule, position->board.place);
    if (!drawn) return rejected(lines_.game, drawn.error().message());
    drawn_.emplace(*std::move(drawn));
    const auto board = drawn_->cells(position->board);
    if (!board) return rejected(lines_.position, board.error().message());
    return run(by_parts_.emplace(*drawn_, budget_), *board);
  }

  const PositionCertificate& certificate() const override { return certificate_; }
  std::optional<bool> is_lost(const std::vector<std::string>& sum) const override {
    if (by_replies_) return is_lost_by_replies(sum);
    int64_t value = 0;
    for (const std::string& position : sum) {
      const auto own = value_of(position);
      if (!own) return std::nullopt;
      value ^= *own;
    }
    return value == 0;
  }

 private:
  template <class Claims, class Option>
  Attempt<Judgement> run(Claims& claims, const Option& position) {
    for (size_t i = 0; i < certificate_.claims.size(); ++i) {
      auto flaw = claims.flaw_of(certificate_.claims[i]);
      if (budget_.spent()) return budget_.why();
      if (flaw) return rejected(lines_.claims + i, *std::move(flaw));
    }
    const auto value = claims.value_of(position);
    if (!value) return rejected(lines_.value, "a part of the position has no claim");
    if (*value != certificate_.value)
      return rejected(lines_.value, fmt::format("the parts of the position have the nim-sum {}",
                                                PositionCertificate::text_of(*value)));
    return Judgement{true, 0, ""};
  }

  std::optional<PlayedPositions::Part> read(const std::string& position) const {
    auto part = played_->read(position);
    if (!part) part = played_->read_first(position);
    return part ? std::optional(*std::move(part)) : std::nullopt;
  }

  std::optional<int64_t> value_of(const std::string& position) const {
    if (by_lands_) {
      const auto lands = SproutsLines::lands(drawing_in(position));
      return lands ? by_lands_->value_of(*lands) : std::nullopt;
    }
    auto part = read(position);
    if (!part) return std::nullopt;
    if (by_play_) return by_play_->value_of({*std::move(part)});
    const auto board = drawn_->cells(part->board);
    return board ? by_parts_->value_of(*board) : std::nullopt;
  }

  std::optional<bool> is_lost_by_replies(const std::vector<std::string>& sum) const {
    constexpr std::string_view kBound = reply_word(Reply::here);
    std::optional<PlayedPositions::Part> bound;
    PlayedPositions::Option free;
    for (const std::string& position : sum) {
      const bool binds = position.starts_with(kBound);
      auto part = read(binds ? position.substr(kBound.size()) : position);
      if (!part) return std::nullopt;
      if (binds) {
        bound = *std::move(part);
      } else {
        free.push_back(*std::move(part));
      }
    }
    const auto rest = by_replies_->value_of(free);
    if (!rest) return std::nullopt;
    return bound ? by_replies_->is_lost(*bound, *rest) : *rest == 0;
  }

  const Budget& budget_;
  PositionCertificate certificate_;
  PositionLines lines_;
  Subject subject_;
  std::optional<PlayedPositions> played_;
  std::optional<DrawnMoves> drawn_;
  SproutsLands lands_;
  std::optional<ClaimCheck<PlayedPositions>> by_play_;
  std::optional<ClaimCheck<DrawnMoves>> by_parts_;
  std::optional<ClaimCheck<SproutsLands>> by_lands_;
  std::optional<ReplyCheck> by_replies_;
};

}  // namespace

std::string PositionCertificate::text_of(int64_t value) {
  return value == kLoony ? std::string(kLoonyWord) : std::to_string(value);
}

std::string to_text(const PositionCertificate& certificate) {
  const bool is_sprouts = certificate.kind == Kind::sprouts;
  std::string text =
      is_sprouts ? fmt::format("grundy-certificate 1\nkind sprouts\ndrawing {}\n",
                               drawing_in(certificate.position))
                 : first_lines(certificate.rule, certificate.game, word_of(certificate.kind)) +
                       fmt::format("position {}\n", certificate.position);
  text += fmt::format("value {}\n", PositionCertificate::text_of(certificate.value));
  for (const PositionCertificate::Claim& claim : certificate.claims) {
    const std::string value = PositionCertificate::text_of(claim.value);
    if (!claim.is) {
      text += fmt::format("not {} {} {}\n", value, claim.option, claim.part);
    } else if (claim.replies.empty()) {
      text += fmt::format("is {} {}\n", value, claim.part);
    } else {
      text += fmt::format("has {} {}", value, claim.replies.size());
      for (const int64_t reply : claim.replies) text += fmt::format(" {}", reply);
      text += fmt::format(" {}\n", claim.part);
    }
  }
  return text + "end\n";
}

bool is_position_certificate(std::string_view text) {
  for (const std::string_view kind : kKinds) {
    if (text.find(fmt::format("\nkind {}\n", kind)) != std::string_view::npos) return true;
  }
  return false;
}

Attempt<PositionCertificate> position_in(std::string_view text) {
  PositionCertificate certificate;
  PositionLines lines;
  if (const auto bad = read_position(text, certificate, lines)) return Error::input(bad->reason);
  return certificate;
}

Attempt<Judgement> check_position(std::string_view text, const Budget& budget) {
  return CheckedClaims(budget).judge(text);
}

Attempt<std::shared_ptr<const Strategy>> Strategy::read(std::string_view text,
                                                        const Budget& budget) {
  if (!is_position_certificate(text))
    return Error::input("only certificates of one position can be played by");
  auto claims = std::make_shared<CheckedClaims>(budget);
  const Attempt<Judgement> judged = claims->judge(text);
  if (!judged) return judged.error();
  if (!judged->accepted)
    return Error::input(fmt::format("line {} is rejected: {}", judged->line, judged->reason));
  return std::shared_ptr<const Strategy>(std::move(claims));
}

}  // namespace grundy
