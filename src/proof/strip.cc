#include "proof/strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "rule/print.h"

namespace grundy {
namespace {

constexpr size_t kMostEnds = 24;          // columns of a part beside its period
constexpr size_t kMostListedParts = 120;  // parts
constexpr int kTrialsOfFar = 3;
constexpr int64_t kFirstValues = 128;
// Of each part; the checker takes a little more than twice as many.
constexpr int64_t kMostStripValues = 18'000;
constexpr double kMostStripSteps = 6e8;  // where no limit of time is given
constexpr size_t kMostShown = 200;

/// The least period of the sequence, if it goes on for half of it.
template <class Same>
std::optional<int64_t> period_of(int64_t begin, int64_t end, const Same& same) {
  std::vector<int64_t> border(static_cast<size_t>(end - begin), 0);
  for (int64_t i = 1; i < end - begin; ++i) {
    int64_t k = border[static_cast<size_t>(i - 1)];
    while (k > 0 && !same(begin + i, begin + k)) k = border[static_cast<size_t>(k - 1)];
    border[static_cast<size_t>(i)] = same(begin + i, begin + k) ? k + 1 : k;
  }
  const int64_t period = end - begin - border.back();
  return 2 * period <= end - begin ? std::optional(period) : std::nullopt;
}

std::string counted_kinds(size_t count) {
  return count == 1 ? "one kind" : fmt::format("{} kinds", count);
}

/// Parts, and the moves on them.
struct ListedParts {
  std::vector<StripPart> parts;
  std::map<StripPart, size_t> numbers;
  std::vector<std::vector<StripParts::Moves>> moves;
};

class StripProver {
 public:
  StripProver(const Rule& rule, std::string text, const StripFamily& family, Budget& budget)
      : rule_(rule),
        text_(std::move(text)),
        family_(family),
        rows_(family.frieze.height()),
        budget_(budget) {}

  Attempt<StripTheorem> run() {
    const size_t period = family_.members[0].period.size();
    const size_t ends = std::max(kMostEnds, 2 * StripBoards::ends(family_));
    int64_t far = 1;
    Attempt<StripParts> parts = StripParts::of(rule_, family_.frieze, 1);
    if (!parts) return parts.error();
    far = parts->least_far(period);
    for (int trial = 1;; ++trial, far *= 2) {
      parts = StripParts::of(rule_, family_.frieze, StripParts::longest(ends, period / rows_, far));
      if (!parts) return parts.error();
      Attempt<void> listed = list(*parts, far);
      if (listed) return law(*parts, far, period);
      if (trial == kTrialsOfFar || budget_.spent() || listed_.parts.size() > kMostListedParts)
        return std::move(listed).error();
    }
  }

 private:
  /// The parts that are reached, with words of `far` copies.
  Attempt<void> list(const StripParts& parts, int64_t far) {
    listed_ = {};
    bool too_many = false;
    const StripParts::Number number = [&](const StripPart& part) -> std::optional<size_t> {
      const auto known = listed_.numbers.find(part);
      if (known != listed_.numbers.end()) return known->second;
      if (listed_.parts.size() > kMostListedParts ||
          (part.left.size() + part.right.size()) / rows_ > kMostEnds) {
        too_many = true;
        return std::nullopt;
      }
      listed_.parts.push_back(part);
      return listed_.numbers[part] = listed_.parts.size() - 1;
    };
    Attempt<StripBoards> boards = StripBoards::of(rule_, family_, parts, far, number);
    if (!boards && too_many) return Error::declined("its ends are too long");
    if (!boards) return std::move(boards).error();
    boards_ = *std::move(boards);
    if (listed_.parts.empty()) return Error::declined("nothing repeats in its boards");
    for (size_t i = 0; i < listed_.parts.size(); ++i) {
      if (budget_.spent()) return budget_.why();
      const StripPart part = listed_.parts[i];
      auto moves = parts.moves(part, far, number);
      if (!moves && too_many)
        return Error::declined(fmt::format("its parts are of more than {} kinds, and {}",
                                           listed_.parts.size(), moves.error().message()));
      if (!moves) return std::move(moves).error();
      listed_.moves.push_back(*std::move(moves));
    }
    return {};
  }

  Attempt<StripTheorem> law(StripParts& parts, int64_t far, size_t period) {
    StripValues values(parts, listed_.parts, listed_.moves, parts.from(period, far));
    const auto same = [&](int64_t a, int64_t b) {
      for (size_t part = 0; part < listed_.parts.size(); ++part) {
        if (values.at(part, a) != values.at(part, b)) return false;
      }
      return true;
    };
    StripTheorem theorem;
    theorem.rings = family_.frieze.is_ring();
    StripCertificate& claims = theorem.claims;
    const auto no_period = [&] {
      return fmt::format("its parts are of {}, but no period was seen in {} values of each",
                         counted_kinds(listed_.parts.size()), values.known());
    };
    for (int64_t count = kFirstValues;; count = std::min(count + count / 2, most_values())) {
      if (values.known() >= most_values()) return Error::declined(no_period());
      if (auto known = values.extend(count, budget_); !known) {
        Error error = std::move(known).error();
        if (budget_.spent())
          error.diagnostics.front().message =
              fmt::format("{} ({})", no_period(), error.diagnostics.front().message);
        return error;
      }
      const int64_t end = values.known();
      const std::optional<int64_t> found = period_of(end / 2, end, same);
      if (!found) continue;
      claims.preperiod = values.agrees_from(*found);
      claims.period = *found;
      if (values.window(claims.preperiod, *found) < end) break;
    }
    if (auto found = board_law(claims, values); !found) return std::move(found).error();
    claims.rule = print_rule(rule_);
    claims.game = rule_.name;
    claims.family = text_;
    claims.far = far;
    claims.parts = listed_.parts;
    theorem.certificate = to_text(claims);
    const Attempt<Judgement> judgement = check_strip(theorem.certificate, budget_);
    if (!judgement) return judgement.error();
    if (!judgement->accepted)
      return Error::declined(fmt::format("the checker does not take it (line {}: {})",
                                         judgement->line, judgement->reason));
    return theorem;
  }

  /// How many values are computed, at most.
  int64_t most_values() const {
    size_t splits = 1;
    for (const auto& list : listed_.moves)
      splits += static_cast<size_t>(
          std::count_if(list.begin(), list.end(), [](const auto& move) { return move.splits; }));
    const double steps = kMostStripSteps * static_cast<double>(budget_.effort());
    const auto within_steps =
        static_cast<int64_t>(std::sqrt(2 * steps / static_cast<double>(splits)));
    return budget_.has_time_limit() ? kMostStripValues : std::min(kMostStripValues, within_steps);
  }

  /// The least period of the boards, and from where on.
  Attempt<void> board_law(StripCertificate& claims, StripValues& values) {
    const int64_t first = family_.first;
    const int64_t beyond = boards_->preperiod(claims.preperiod);
    const int64_t end = beyond + 2 * boards_->turns() * claims.period;
    const Attempt<std::vector<uint32_t>> known = boards_->values(values, end, budget_);
    if (!known) return known.error();
    const auto value = [&](int64_t n) { return (*known)[static_cast<size_t>(n - first)]; };
    const auto same = [&](int64_t a, int64_t b) { return value(a) == value(b); };
    claims.law_period = *period_of(beyond, end, same);
    claims.law_preperiod = beyond;
    while (claims.law_preperiod > first &&
           same(claims.law_preperiod - 1, claims.law_preperiod - 1 + claims.law_period))
      --claims.law_preperiod;
    for (int64_t n = first; n < claims.law_preperiod + claims.law_period; ++n)
      claims.values.push_back(value(n));
    return {};
  }

  const Rule& rule_;
  const std::string text_;
  const StripFamily& family_;
  const size_t rows_;  // cells of a column
  Budget& budget_;
  ListedParts listed_;
  std::optional<StripBoards> boards_;
};

}  // namespace

Attempt<StripTheorem> prove_strip(const Rule& rule, const std::string& family, Budget& budget) {
  const Attempt<StripFamily> read = read_strip_family(rule, family);
  if (!read) return read.error();
  if (rule.full_name != rule.name)
    return Error::declined("no certificate: the game has parameters");
  return StripProver(rule, family, *read, budget).run();
}

std::string statement(const StripCertificate& c) {
  return fmt::format("The values of {} have the period {} from {} = {} on.", c.family, c.law_period,
                     name_in_family(c.family), c.law_preperiod);
}

std::string to_text(const StripTheorem& theorem) {
  const StripCertificate& c = theorem.claims;
  std::string values;
  for (size_t n = 0; n < std::min(c.values.size(), kMostShown); ++n)
    values += fmt::format("{}{}", n == 0 ? "" : ", ", c.values[n]);
  if (c.values.size() > kMostShown) values += ", …";
  const std::string how =
      theorem.rings ? fmt::format(
                          "Rings of any length fall apart, by the first move at the latest, into "
                          "parts of {}, and moves on\n"
                          "these lead to such parts again. Their values agree with the period {} "
                          "from {} on as far as the theorem of Guy and\n"
                          "Smith (1956) asks for several sequences at once.",
                          counted_kinds(c.parts.size()), c.period, c.preperiod)
                    : fmt::format(
                          "Boards of any length fall apart into parts of {}, and moves on these "
                          "lead to such parts\n"
                          "again. Their values agree with the period {} from {} on as far as the "
                          "theorem of Guy and Smith (1956) asks for\n"
                          "several sequences at once.",
                          counted_kinds(c.parts.size()), c.period, c.preperiod);
  return fmt::format(
      "Theorem. {}\n\nValues from {} on: {}\n\nProof. {} The checker has taken it all.\n",
      statement(c), c.first(), values, how);
}

}  // namespace grundy
