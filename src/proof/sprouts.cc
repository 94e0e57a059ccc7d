#include "proof/sprouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check/sprouts_lines.h"
#include "engine/sprouts/game.h"
#include "engine/sprouts/land_search.h"
#include "engine/sprouts/notation.h"

namespace grundy {
namespace {

class SproutsProver {
 public:
  using Claim = SproutsCertificate::Claim;
  using Lands = SproutsLines::Sum;
  explicit SproutsProver(Budget& budget) : budget_(budget), search_(table_, budget) {}

  /// Writes the claims on which the value of a sum of lands rests; the value.
  Attempt<int64_t> claim_values(const Lands& lands) {
    int64_t sum = 0;
    for (const std::string& land : lands) {
      Attempt<int64_t> value = claim_value(land);
      if (!value) return value;
      sum ^= *value;
    }
    return sum;
  }
  std::vector<Claim> take_claims() { return std::move(claims_); }

 private:
  static constexpr size_t kMostClaimBytes = kMaxCertificateBytes - (size_t{1} << 20);

  struct Knowledge {
    std::optional<int64_t> value;
    std::set<int64_t> excluded;
  };
  struct Option {
    int64_t number;  // from 1
    Lands lands;     // the longest last
    size_t length = 0;
  };

  static std::vector<sprouts::Drawing> drawings(const Lands& lands) {
    std::vector<sprouts::Drawing> result;
    for (const std::string& land : lands)
      result.push_back(*sprouts::read_drawing(land, land, {0, land.size()}));
    return result;
  }

  /// Each once, those of few and short lands first.
  static Attempt<std::vector<Option>> options_of(const std::string& land) {
    const auto listed = SproutsLines::options(land);
    if (!listed) return Error::declined("no certificate: " + listed.error().message());
    std::vector<Option> result;
    std::set<Lands> met;
    int64_t number = 0;
    for (const Lands& lands : *listed) {
      ++number;
      if (!met.insert(lands).second) continue;
      Option option{number, lands, 0};
      for (const std::string& one : lands) option.length += one.size();
      std::stable_sort(
          option.lands.begin(), option.lands.end(),
          [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
      result.push_back(std::move(option));
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Option& a, const Option& b) { return a.length < b.length; });
    return result;
  }

  Attempt<void> add(Claim claim) {
    bytes_ += claim.land.size() + 10;
    if (bytes_ > kMostClaimBytes) return Error::declined("its certificate is longer than 31 MiB");
    claims_.push_back(std::move(claim));
    return {};
  }

  Attempt<int64_t> claim_value(const std::string& land) {
    if (const auto& known = told_[land].value) return *known;
    const Attempt<uint64_t> found = search_.value(drawings({land}));
    if (!found) return found.error();
    const auto value = static_cast<int64_t>(*found);
    const auto options = options_of(land);
    if (!options) return options.error();
    for (int64_t less = 0; less < value; ++less) {
      const auto number = claim_option(*options, less);
      if (!number) return number.error();
      if (!*number) return Error::internal("no option has a value below that of the land");
    }
    for (const Option& option : *options) {
      int64_t rest = value;
      for (size_t i = 0; i < option.lands.size(); ++i) {
        const std::string& one = option.lands[i];
        if (i + 1 == option.lands.size() && !told_[one].value) {
          if (auto excluded = exclude(one, rest); !excluded) return std::move(excluded).error();
          break;
        }
        Attempt<int64_t> known = claim_value(one);
        if (!known) return known;
        rest ^= *known;
      }
    }
    if (auto added = add({true, value, 0, land}); !added) return std::move(added).error();
    told_[land].value = value;
    return value;
  }

  /// Claims the values of the lands of an option that has this value; its number, nothing where
  /// none has.
  Attempt<std::optional<int64_t>> claim_option(const std::vector<Option>& options, int64_t value) {
    const Option* found = nullptr;
    for (const Option& option : options) {
      if (told_sum(option.lands) == value) return std::optional(option.number);
    }
    for (const Option& option : options) {
      if (found == nullptr && known_sum(option.lands) == value) found = &option;
    }
    for (const Option& option : options) {
      if (found != nullptr) break;
      const Attempt<bool> has =
          search_.has_value(drawings(option.lands), static_cast<uint64_t>(value));
      if (!has) return has.error();
      if (*has) found = &option;
    }
    if (found == nullptr) return std::optional<int64_t>();
    const Attempt<int64_t> claimed = claim_values(found->lands);
    if (!claimed) return claimed.error();
    return std::optional(found->number);
  }
  std::optional<int64_t> told_sum(const Lands& lands) {
    int64_t sum = 0;
    for (const std::string& land : lands) {
      const auto at = told_.find(land);
      if (at == told_.end() || !at->second.value) return {};
      sum ^= *at->second.value;
    }
    return sum;
  }
  /// As the search has met them.
  std::optional<int64_t> known_sum(const Lands& lands) {
    uint64_t sum = 0;
    for (const sprouts::Drawing& drawing : drawings(lands)) {
      const std::optional<uint64_t> value = search_.known_value(drawing);
      if (!value) return {};
      sum ^= *value;
    }
    return static_cast<int64_t>(sum);
  }

  Attempt<void> exclude(const std::string& land, int64_t value) {
    if (told_[land].excluded.contains(value)) return {};
    const std::optional<int64_t> own = known_sum({land});
    if (!own || *own > value) {
      const auto options = options_of(land);
      if (!options) return options.error();
      const auto number = claim_option(*options, value);
      if (!number) return number.error();
      if (*number) {
        told_[land].excluded.insert(value);
        return add({false, value, **number, land});
      }
    }
    // Its own value is another one, though no option has this.
    const Attempt<int64_t> claimed = claim_value(land);
    if (!claimed) return claimed.error();
    return {};
  }

  Budget& budget_;
  PartTable table_;
  sprouts::LandSearch search_;
  std::map<std::string, Knowledge> told_;
  std::vector<Claim> claims_;
  size_t bytes_ = 0;
};

}  // namespace

Attempt<SproutsTheorem> prove_sprouts(const Position& position, Budget& budget) {
  SproutsTheorem theorem;
  theorem.claims.drawing = sprouts::drawing_text(SproutsGame::drawing(position), kWholeBytes);
  const auto lands = SproutsLines::lands(theorem.claims.drawing);
  if (!lands) return Error::declined("no certificate: " + lands.error().message());
  SproutsProver prover(budget);
  const Attempt<int64_t> value = prover.claim_values(*lands);
  if (!value) return value.error();
  theorem.claims.value = *value;
  theorem.claims.claims = prover.take_claims();
  theorem.certificate = to_text(theorem.claims);
  const Attempt<Judgement> judgement = check_sprouts(theorem.certificate, budget);
  if (!judgement) return judgement.error();
  if (!judgement->accepted)
    return Error::declined(fmt::format("no certificate: the checker does not take it (line {}: {})",
                                       judgement->line, judgement->reason));
  return theorem;
}

std::string position_of(const SproutsCertificate& certificate) {
  return fmt::format("sprouts({})", certificate.drawing);
}

std::string statement(const SproutsCertificate& certificate) {
  return fmt::format("{} has the value {}.", position_of(certificate), certificate.value);
}

std::string to_text(const SproutsTheorem& theorem) {
  const auto& claims = theorem.claims.claims;
  const auto values = static_cast<size_t>(
      std::count_if(claims.begin(), claims.end(),
                    [](const SproutsCertificate::Claim& claim) { return claim.is; }));
  return fmt::format(
      "Theorem. {}\n\nProof. By {} values of lands and {} values that lands do not have: each "
      "follows from the lines\n"
      "that can be drawn and from those before it. The checker has taken them all.\n",
      statement(theorem.claims), values, claims.size() - values);
}

}  // namespace grundy
