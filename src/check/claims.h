// Claims about the values of parts of positions, each resting on claims before it (position.h).
#pragma once
#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/position.h"

namespace grundy {

/// Judges the claims about parts; the game's moves tell what options are and how they fall apart
/// (DrawnMoves, PlayedPositions, SproutsLands).
template <class Moves>
class ClaimCheck {
 public:
  using Part = typename Moves::Part;
  using Option = typename Moves::Option;
  ClaimCheck(const Moves& moves, const Budget& budget) : moves_(moves), budget_(budget) {}

  /// Takes the claim, or says what is wrong with it.
  std::optional<std::string> flaw_of(const PositionCertificate::Claim& claim) {
    const auto part = moves_.read(claim.part);
    if (!part) return part.error().message();
    return claim.is ? flaw_of_value(claim, *part) : exclude(*part, claim.value, claim.option);
  }

  /// The value of a position; nothing if a part of it has no claimed value.
  std::optional<int64_t> value_of(const Option& position) const {
    const OptionSum seen = look(position);
    return seen.open.empty() ? std::optional(seen.sum) : std::nullopt;
  }

 private:
  struct Knowledge {
    std::optional<int64_t> value;
    std::set<int64_t> excluded;
  };
  /// What the claims so far say of an option.
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

  std::optional<std::string> flaw_of_value(const PositionCertificate::Claim& claim,
                                           const Part& part) {
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

  const Moves& moves_;
  const Budget& budget_;
  std::map<Part, Knowledge> told_;
};

}  // namespace grundy
