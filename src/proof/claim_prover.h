// ClaimProver: which claims about parts a certificate of a position has (check/claims.h), and in
// which order.
//
// A Moves says what a part is, its options as the checker lists them, and what the engine knows:
//   Part, Option                               values; parts that are alike are equal
//   std::vector<Part> parts(option)            equal ones side by side
//   Attempt<std::vector<Option>> options(part)
//   std::string text(part)                     as the certificate has it
//   uint64_t cost(part)                        grows with the work that the part is
//   bool is_steady()                           whether `has` may say which option has a value
//   Attempt<uint64_t> value(part, budget), Attempt<bool> has_value(part, value, budget)
// and it may know values that a search has met already, which are preferred then:
//   std::optional<uint64_t> known(part)
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/position.h"

namespace grundy {

template <class Moves>
class ClaimProver {
 public:
  using Part = typename Moves::Part;
  using Sum = typename Moves::Option;
  using Claim = PositionCertificate::Claim;
  ClaimProver(Moves& moves, Budget& budget) : moves_(moves), budget_(budget) {}

  /// Writes the claims on which the value of the position rests; the value.
  Attempt<int64_t> value_of_position(const Sum& position) {
    return values_of(alone(moves_.parts(position)));
  }
  std::vector<Claim> take_claims() {
    std::erase_if(claims_, [](const Claim& claim) { return !claim.is && claim.part.empty(); });
    return std::move(claims_);
  }

 private:
  static constexpr size_t kMostClaimBytes = kMaxCertificateBytes - (size_t{1} << 20);
  static constexpr size_t kLongestPlay = 1000;  // moves: each lies on the stack
  // No option: the claim `not` is a reply of a claim `has`.
  static constexpr int64_t kSaidElsewhere = 0;

  struct Knowledge {
    std::optional<int64_t> value;
    std::map<int64_t, size_t> excluded;  // values, each with the number of its claim
    bool is_open = false;                // it is being worked on
  };
  struct Option {
    size_t number;            // from 1
    std::vector<Part> parts;  // the costliest last
    uint64_t cost = 0;        // of parts without a value
  };

  /// Without pairs of equal parts.
  static std::vector<Part> alone(std::vector<Part> parts) {
    std::vector<Part> result;
    for (Part& part : parts) {
      if (!result.empty() && result.back() == part) {
        result.pop_back();
      } else {
        result.push_back(std::move(part));
      }
    }
    return result;
  }

  Attempt<std::vector<Option>> options_of(const Part& part) {
    const Attempt<std::vector<Sum>> listed = moves_.options(part);
    if (!listed) return Error::declined("no certificate: " + listed.error().message());
    std::vector<Option> result;
    result.reserve(listed->size());
    const auto is_less = [](const std::vector<Part>* a, const std::vector<Part>* b) {
      return *a < *b;
    };
    std::set<const std::vector<Part>*, decltype(is_less)> met(is_less);
    size_t number = 0;
    for (const Sum& sum : *listed) {
      Option option{++number, alone(moves_.parts(sum)), 0};
      if (met.contains(&option.parts)) continue;
      std::stable_sort(option.parts.begin(), option.parts.end(), [](const Part& a, const Part& b) {
        return Moves::cost(a) < Moves::cost(b);
      });
      for (const Part& one : option.parts) option.cost += told_[one].value ? 0 : Moves::cost(one);
      result.push_back(std::move(option));
      met.insert(&result.back().parts);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Option& a, const Option& b) { return a.cost < b.cost; });
    return result;
  }

  /// What the engine says of a sum of parts.
  Attempt<bool> has_value(const std::vector<Part>& parts, int64_t value) {
    if (parts.empty()) return value == 0;
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
      const Attempt<int64_t> one = value_of(parts[i]);
      if (!one) return one.error();
      value ^= *one;
    }
    const Knowledge& told = told_[parts.back()];
    if (told.value) return *told.value == value;
    if (told.excluded.contains(value)) return false;
    return moves_.has_value(parts.back(), static_cast<uint64_t>(value), budget_);
  }
  Attempt<int64_t> value_of(const Part& part) {
    if (const auto& known = told_[part].value) return *known;
    const Attempt<uint64_t> value = moves_.value(part, budget_);
    if (!value) return value.error();
    return static_cast<int64_t>(*value);
  }

  /// The nim-sum of the parts, if all are said to have values.
  std::optional<int64_t> told_sum(const std::vector<Part>& parts) {
    int64_t sum = 0;
    for (const Part& part : parts) {
      const auto at = told_.find(part);
      if (at == told_.end() || !at->second.value) return std::nullopt;
      sum ^= *at->second.value;
    }
    return sum;
  }

  /// Claims the values of all parts; their nim-sum.
  Attempt<int64_t> values_of(const std::vector<Part>& parts) {
    int64_t sum = 0;
    for (const Part& part : parts) {
      Attempt<int64_t> value = claim_value(part);
      if (!value) return value;
      sum ^= *value;
    }
    return sum;
  }

  Attempt<void> open(const Part& part) {
    if (budget_.spent()) return budget_.why();
    if (bytes_ > kMostClaimBytes) return Error::declined("its certificate is longer than 31 MiB");
    if (open_ == kLongestPlay)
      return Error::declined(
          fmt::format("no certificate: play is longer than {} moves", kLongestPlay));
    Knowledge& told = told_[part];
    if (told.is_open) return Error::declined("no certificate: play may go round");
    told.is_open = true;
    ++open_;
    return {};
  }
  void close(const Part& part) {
    told_[part].is_open = false;
    --open_;
  }
  void add(Claim claim) {
    bytes_ += claim.part.size() + 4 * claim.replies.size() + 8;
    claims_.push_back(std::move(claim));
  }

  /// Claims `not` that the value of a part with these options rests on and that nobody has said
  /// yet, in the order of the options: of each it is enough to say the option that has the value.
  std::vector<int64_t> replies_of(const std::vector<Option>& options, int64_t value) {
    std::vector<const Option*> in_order;
    for (const Option& option : options) in_order.push_back(&option);
    std::sort(in_order.begin(), in_order.end(),
              [](const Option* a, const Option* b) { return a->number < b->number; });
    std::vector<int64_t> replies;
    for (const Option* option : in_order) {
      int64_t sum = value;
      const Knowledge* open = nullptr;
      for (const Part& part : option->parts) {
        const Knowledge& told = told_[part];
        if (!told.value) open = &told;
        sum ^= told.value.value_or(0);
      }
      if (open == nullptr) continue;
      Claim& claim = claims_[open->excluded.at(sum)];
      if (claim.option == kSaidElsewhere || !claim.part.empty()) continue;
      replies.push_back(std::exchange(claim.option, kSaidElsewhere));
    }
    return replies;
  }

  Attempt<int64_t> claim_value(const Part& part) {
    if (const auto& known = told_[part].value) return *known;
    Attempt<int64_t> value = value_of(part);
    if (!value) return value;
    if (auto opened = open(part); !opened) return std::move(opened).error();
    const Attempt<std::vector<Option>> options = options_of(part);
    if (!options) return options.error();
    std::set<int64_t> said;  // values of options
    for (const Option& option : *options) {
      if (const std::optional<int64_t> sum = told_sum(option.parts)) said.insert(*sum);
    }
    for (int64_t less = 0; less < *value; ++less) {
      if (said.contains(less)) continue;
      const auto found = claim_option(*options, less);
      if (!found) return found.error();
      if (*found == nullptr) return Error::internal("no option has a value below that of the part");
    }
    for (const Option& option : *options) {
      int64_t sum = 0;
      for (size_t i = 0; i < option.parts.size(); ++i) {
        const Part& one = option.parts[i];
        if (i + 1 == option.parts.size() && !told_[one].value) {
          if (auto excluded = exclude(one, *value ^ sum); !excluded)
            return std::move(excluded).error();
          break;
        }
        Attempt<int64_t> known = claim_value(one);
        if (!known) return known;
        sum ^= *known;
      }
    }
    close(part);
    add({true, *value, 0, moves_.text(part), replies_of(*options, *value)});
    told_[part].value = *value;
    return *value;
  }

  /// Claims the values of the parts of the cheapest option that has this value; null where none
  /// has.
  Attempt<const Option*> claim_option(const std::vector<Option>& options, int64_t value) {
    if (const Option* met = met_option(options, value)) {
      const Attempt<int64_t> claimed = values_of(met->parts);
      if (!claimed) return claimed.error();
      return met;
    }
    for (const Option& option : options) {
      const Attempt<bool> has = has_value(option.parts, value);
      if (!has) return has.error();
      if (!*has) continue;
      const Attempt<int64_t> claimed = values_of(option.parts);
      if (!claimed) return claimed.error();
      return &option;
    }
    return nullptr;
  }

  /// An option of this value whose parts are claimed already, else one that the search has met;
  /// null where there is none, or nobody knows what it has met.
  const Option* met_option(const std::vector<Option>& options, int64_t value) {
    if constexpr (requires(const Part& part) { moves_.known(part); }) {
      for (const Option& option : options) {
        if (told_sum(option.parts) == value) return &option;
      }
      for (const Option& option : options) {
        int64_t sum = 0;
        const bool is_known =
            std::all_of(option.parts.begin(), option.parts.end(), [&](const Part& part) {
              const std::optional<uint64_t> one = moves_.known(part);
              sum ^= static_cast<int64_t>(one.value_or(0));
              return one.has_value();
            });
        if (is_known && sum == value) return &option;
      }
    }
    return nullptr;
  }

  /// Whether its own value is known to be less: then no option has to have this one.
  bool is_less(const Part& part, int64_t value) {
    if constexpr (requires { moves_.known(part); }) {
      const std::optional<uint64_t> own = moves_.known(part);
      return own && static_cast<int64_t>(*own) <= value;
    }
    return false;
  }

  Attempt<void> exclude(const Part& part, int64_t value) {
    if (told_[part].excluded.contains(value)) return {};
    if (is_less(part, value)) {
      const Attempt<int64_t> own = claim_value(part);
      if (!own) return own.error();
      return {};
    }
    if (auto opened = open(part); !opened) return opened;
    const Attempt<std::vector<Option>> options = options_of(part);
    if (!options) return options.error();
    const auto found = claim_option(*options, value);
    if (!found) return found.error();
    close(part);
    if (*found == nullptr) {
      // Its own value is another one, though no option has this.
      const Attempt<int64_t> own = claim_value(part);
      if (!own) return own.error();
      return {};
    }
    told_[part].excluded.emplace(value, claims_.size());
    add({false,
         value,
         static_cast<int64_t>((*found)->number),
         moves_.is_steady() ? "" : moves_.text(part),
         {}});
    return {};
  }

  Moves& moves_;
  Budget& budget_;
  std::map<Part, Knowledge> told_;
  std::vector<Claim> claims_;
  size_t bytes_ = 0;
  size_t open_ = 0;  // parts that are being worked on
};

}  // namespace grundy
