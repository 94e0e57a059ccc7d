#include "check/position.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

#include "check/claim_lines.h"
#include "check/drawn.h"
#include "check/played.h"
#include "check/subject.h"

namespace grundy {
namespace {

constexpr size_t kRuleLine = 2;
constexpr std::string_view kDrawnKind = "position";
constexpr std::string_view kPlayedKind = "play";

struct PositionLines {
  size_t game = 0, position = 0, value = 0, claims = 0;
};

std::optional<Judgement> read_position(std::string_view text, PositionCertificate& c,
                                       PositionLines& at) {
  ClaimReader lines{text};
  const auto expected = [&](const char* what) {
    return rejected(lines.line, fmt::format("expected {}", what));
  };
  const auto word = [&](std::string_view keyword, std::string& to) {
    return lines.word(keyword, to);
  };
  std::string version;
  if (!word("grundy-certificate", version) || version != "1")
    return expected("'grundy-certificate 1'");
  if (!lines.rule(c.rule)) return expected("an end of the line");
  if (!word("game", c.game)) return expected("a line 'game …'");
  at.game = lines.line;
  std::string kind;
  if (!word("kind", kind) || (kind != kDrawnKind && kind != kPlayedKind))
    return expected("'kind position' or 'kind play'");
  c.is_played = kind == kPlayedKind;
  if (!word("position", c.position)) return expected("a line 'position …'");
  at.position = lines.line;
  std::string value;
  if (!word("value", value)) return expected("a line 'value …'");
  at.value = lines.line;
  const auto number = only_number(value);
  if (!number) return expected("a natural number");
  c.value = *number;
  at.claims = lines.line + 1;
  while (const auto line = lines.next()) {
    if (*line == "end") {
      if (lines.text.empty()) return std::nullopt;
      return rejected(lines.line, "something follows the line 'end'");
    }
    ClaimLine words(*line);
    const std::string_view keyword = words.word();
    if (keyword != "is" && keyword != "not" && keyword != "has")
      return expected("a line 'is …', 'not …', 'has …' or 'end'");
    PositionCertificate::Claim claim;
    claim.is = keyword != "not";
    const auto claimed = words.number();
    const auto option =
        keyword == "is" ? std::optional<int64_t>(0) : words.number();  // of `has`: how many replies
    if (!claimed || !option) return expected("natural numbers, apart by single blanks");
    claim.value = *claimed;
    if (!claim.is) claim.option = *option;
    for (int64_t i = 0; claim.is && i < *option; ++i) {
      const auto reply = words.number();
      if (!reply) return expected("natural numbers, apart by single blanks");
      claim.replies.push_back(*reply);
    }
    claim.part = words.rest();
    c.claims.push_back(std::move(claim));
  }
  return expected("a line 'end'");
}

/// Judges the claims about parts; the game's moves tell what options are and how they fall apart
/// (DrawnMoves, PlayedPositions).
template <class Moves>
class ClaimCheck {
 public:
  using Part = typename Moves::Part;
  using Option = typename Moves::Option;
  ClaimCheck(const PositionCertificate& certificate, const PositionLines& lines, const Moves& moves,
             const Budget& budget)
      : certificate_(certificate), lines_(lines), moves_(moves), budget_(budget) {}

  /// Of a position that the game may fall apart.
  Attempt<Judgement> run(const Option& position) {
    size_t line = lines_.claims;
    for (const PositionCertificate::Claim& claim : certificate_.claims) {
      const auto part = moves_.read(claim.part);
      if (!part) return rejected(line, part.error().message());
      auto flaw = flaw_of(claim, *part);
      if (budget_.spent()) return budget_.why();
      if (flaw) return rejected(line, *std::move(flaw));
      ++line;
    }
    const OptionSum seen = look(position);
    if (!seen.open.empty()) return rejected(lines_.value, "a part of the board has no claim");
    if (seen.sum != certificate_.value)
      return rejected(lines_.value,
                      fmt::format("the parts of the board have the nim-sum {}", seen.sum));
    return Judgement{true, 0, ""};
  }

  /// The value of the position; nothing if a part of it has no claimed value.
  std::optional<uint64_t> value_of(const Option& position) const {
    const OptionSum seen = look(position);
    return seen.open.empty() ? std::optional(static_cast<uint64_t>(seen.sum)) : std::nullopt;
  }

 private:
  struct Knowledge {
    std::optional<int64_t> value;
    std::set<int64_t> excluded;
  };
  /// An option by what was told of its parts.
  struct OptionSum {
    int64_t sum = 0;
    std::vector<const Part*> open;  // parts without a value
    std::vector<Part> parts;
  };

  OptionSum look(const Option& option) const {
    OptionSum seen;
    seen.parts = moves_.parts(option);
    for (size_t i = 0; i < seen.parts.size(); ++i) {
      if (i + 1 < seen.parts.size() && seen.parts[i] == seen.parts[i + 1]) {
        ++i;  // the two are together 0
        continue;
      }
      const auto at = told_.find(seen.parts[i]);
      if (at != told_.end() && at->second.value) {
        seen.sum ^= *at->second.value;
      } else {
        seen.open.push_back(&seen.parts[i]);
      }
    }
    return seen;
  }

  /// Takes the claim that the part has not the value, as its option of that number has it.
  std::optional<std::string> exclude(const Part& part, int64_t value, int64_t number) {
    const Attempt<std::vector<Option>> options = moves_.options(part);
    if (!options) return options.error().message();
    if (number < 1 || static_cast<uint64_t>(number) > options->size())
      return fmt::format("the part has {} options", options->size());
    const OptionSum seen = look((*options)[static_cast<size_t>(number) - 1]);
    if (!seen.open.empty()) return "a part of the option has no value yet";
    if (seen.sum != value) return fmt::format("the option has the value {}", seen.sum);
    told_[moves_.representative(part)].excluded.insert(value);
    return std::nullopt;
  }

  /// Takes the claim, or says what is wrong with it.
  std::optional<std::string> flaw_of(const PositionCertificate::Claim& claim, const Part& part) {
    if (!claim.is) return exclude(part, claim.value, claim.option);
    const Attempt<std::vector<Option>> options = moves_.options(part);
    if (!options) return options.error().message();
    if (claim.value > static_cast<int64_t>(options->size()))
      return fmt::format("a part with {} options has no value {}", options->size(), claim.value);
    std::set<int64_t> missing;
    for (int64_t v = 0; v < claim.value; ++v) missing.insert(v);
    size_t replies = 0;
    for (const Option& option : *options) {
      if (budget_.spent()) break;
      const OptionSum seen = look(option);
      if (seen.open.empty()) {
        if (seen.sum == claim.value) return "an option has that value";
        missing.erase(seen.sum);
        continue;
      }
      const auto is_told = [&] {
        const auto at = told_.find(*seen.open.front());
        return at != told_.end() && at->second.excluded.contains(claim.value ^ seen.sum);
      };
      if (seen.open.size() == 1 && !is_told() && replies < claim.replies.size()) {
        if (auto flaw =
                exclude(*seen.open.front(), claim.value ^ seen.sum, claim.replies[replies++]))
          return fmt::format("{}: {}", moves_.text(option), *flaw);
      }
      if (seen.open.size() > 1 || !is_told())
        return fmt::format("an option may have that value: {}", moves_.text(option));
    }
    if (!missing.empty())
      return fmt::format("no option is said to have the value {}", *missing.begin());
    if (replies < claim.replies.size()) return "more replies are given than are asked for";
    told_[moves_.representative(part)].value = claim.value;
    return std::nullopt;
  }

  const PositionCertificate& certificate_;
  const PositionLines& lines_;
  const Moves& moves_;
  const Budget& budget_;
  std::map<Part, Knowledge> told_;
};

class CheckedClaims final : public Strategy {
 public:
  explicit CheckedClaims(const Budget& budget) : budget_(budget) {}

  Attempt<Judgement> judge(std::string_view text) {
    if (const auto bad = read_position(text, certificate_, lines_)) return *bad;
    if (auto bad = subject_.read(certificate_.rule, kRuleLine, certificate_.game, lines_.game))
      return *std::move(bad);
    const Rule& rule = subject_.written();
    played_.emplace(rule, budget_);
    auto position = played_->read_first(certificate_.position);
    if (!position) return rejected(lines_.position, position.error().message());
    if (certificate_.is_played)
      return by_play_.emplace(certificate_, lines_, *played_, budget_).run({*std::move(position)});
    if (rule.board == nullptr) return rejected(lines_.game, "the game has no board");
    auto drawn = DrawnMoves::of(rule, position->board.place);
    if (!drawn) return rejected(lines_.game, drawn.error().message());
    drawn_.emplace(*std::move(drawn));
    const auto board = drawn_->cells(position->board);
    if (!board) return rejected(lines_.position, board.error().message());
    return by_parts_.emplace(certificate_, lines_, *drawn_, budget_).run(*board);
  }

  const PositionCertificate& certificate() const override { return certificate_; }
  std::optional<uint64_t> value(const std::string& position) const override {
    auto read = played_->read(position);
    if (!read) read = played_->read_first(position);
    if (!read) return std::nullopt;
    if (by_play_) return by_play_->value_of({*std::move(read)});
    const auto board = drawn_->cells(read->board);
    return board ? by_parts_->value_of(*board) : std::nullopt;
  }

 private:
  const Budget& budget_;
  PositionCertificate certificate_;
  PositionLines lines_;
  Subject subject_;
  std::optional<PlayedPositions> played_;
  std::optional<DrawnMoves> drawn_;
  std::optional<ClaimCheck<PlayedPositions>> by_play_;
  std::optional<ClaimCheck<DrawnMoves>> by_parts_;
};

}  // namespace

std::string to_text(const PositionCertificate& certificate) {
  std::string text =
      first_lines(certificate.rule, certificate.game,
                  certificate.is_played ? kPlayedKind : kDrawnKind) +
      fmt::format("position {}\nvalue {}\n", certificate.position, certificate.value);
  for (const PositionCertificate::Claim& claim : certificate.claims) {
    if (!claim.is) {
      text += fmt::format("not {} {} {}\n", claim.value, claim.option, claim.part);
    } else if (claim.replies.empty()) {
      text += fmt::format("is {} {}\n", claim.value, claim.part);
    } else {
      text += fmt::format("has {} {}", claim.value, claim.replies.size());
      for (const int64_t reply : claim.replies) text += fmt::format(" {}", reply);
      text += fmt::format(" {}\n", claim.part);
    }
  }
  return text + "end\n";
}

bool is_position_certificate(std::string_view text) {
  for (const std::string_view kind : {kDrawnKind, kPlayedKind}) {
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
