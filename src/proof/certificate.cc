#include "proof/certificate.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/check.h"
#include "check/heap.h"
#include "check/lists.h"
#include "engine/family/subtract.h"
#include "proof/automatic_certificate.h"
#include "proof/witnesses.h"
#include "rule/name.h"

namespace grundy {
namespace {

constexpr uint64_t kMostCheckedWindow = 100'000;
constexpr uint64_t kMostListed = uint64_t{1} << 20;
// Places in which the differences of an all-but set have to repeat.
constexpr uint64_t kMostWindow = 8192;
constexpr size_t kValuesInLine = 32;

class Writer {
 public:
  Writer(const Theorem& theorem, Budget& budget)
      : theorem_(theorem),
        budget_(budget),
        rule_(*theorem.rule),
        whole_(theorem.whole != nullptr ? *theorem.whole : rule_) {}

  Attempt<std::string> write() {
    if (!theorem_.is_proved()) return Error::declined("no certificate: nothing is proved");
    if (theorem_.in_words() != nullptr)
      return declined("the proof is in words, which the checker does not read");
    if (const auto* proof = theorem_.proof<ParametricProof>()) return proof->certificate;
    if (const auto* proof = theorem_.proof<OutcomeProof>()) return write_outcomes(*proof);
    if (const auto* proof = theorem_.proof<StationsProof>()) return write_stations(*proof);
    if (const auto* proof = theorem_.proof<TwoHeapsProof>()) return write_two_heaps(*proof);
    if (const auto* proof = theorem_.proof<ManyHeapsProof>()) return write_many_heaps(*proof);
    certificate_.rule = rule_with_parameters(whole_);
    certificate_.game = rule_.name;
    if (const auto* proof = theorem_.proof<AutomaticProof>())
      return write_automatic(certificate_, *proof, budget_);
    if (auto done = theorem_.law() != nullptr ? add_law() : add_formula(); !done)
      return std::move(done).error();
    Attempt<std::vector<Certificate::Witness>> witnesses =
        find_witnesses(certificate_, rule_, budget_);
    if (!witnesses)
      return witnesses.error().is_end ? witnesses.error() : declined(witnesses.error().message());
    certificate_.witnesses = *std::move(witnesses);
    std::string text = to_text(certificate_);
    const Attempt<Judgement> judgement = check_certificate(text, judge_by_isl, budget_);
    if (!judgement) return judgement.error();
    if (!judgement->accepted)
      return declined(fmt::format("the checker does not take it (line {}: {})", judgement->line,
                                  judgement->reason));
    return text;
  }

 private:
  static Error declined(const std::string& why) {
    return Error::declined("no certificate: " + why);
  }

  static Row row(uint64_t number) { return {{static_cast<int64_t>(number)}}; }

  /// With witnesses, which the verified checker needs, unless they are too hard to find.
  Attempt<std::string> write_outcomes(const OutcomeProof& proof) {
    Judgement judgement;
    if (!read_certificate(proof.certificate, certificate_, judgement))
      return declined(judgement.reason);
    Attempt<std::vector<Certificate::Witness>> witnesses =
        find_witnesses(certificate_, rule_, budget_);
    if (!witnesses && witnesses.error().is_end) return std::move(witnesses).error();
    if (!witnesses) return proof.certificate;
    certificate_.witnesses = *std::move(witnesses);
    return to_text(certificate_);
  }

  /// Code and rule of a take-and-break game; a game that is nothing but its code is called heap.
  void name_heap_game(const HeapCode& code) {
    certificate_.code = code.text();
    certificate_.game = rule_.code ? "heap" : rule_.name;
    certificate_.rule = rule_.code ? fmt::format("game heap(n) = code[{}](n)\n", certificate_.code)
                                   : rule_with_parameters(whole_);
  }

  std::string write_stations(const StationsProof& proof) {
    name_heap_game(proof.code);
    const auto& period = std::get<LongPeriod>(theorem_.statement);
    certificate_.kind = Certificate::Kind::window;
    certificate_.preperiod = row(period.preperiod);
    certificate_.period = row(period.period);
    certificate_.character.numbers = {proof.mask, proof.by_parity ? 1 : 0};
    for (const auto& [position, values] : proof.stations) {
      Certificate::Station& station = certificate_.stations.emplace_back();
      station.position = row(position);
      for (size_t k = 0; k < values.size(); ++k) {
        if (k % kValuesInLine == 0) station.values.emplace_back();
        station.values.back().numbers.push_back(values[k]);
      }
    }
    return to_text(certificate_);
  }

  Attempt<std::string> write_two_heaps(const TwoHeapsProof& proof) {
    name_heap_game(proof.code);
    certificate_.kind = Certificate::Kind::heap;
    return write_heap_law(proof.values);
  }

  Attempt<std::string> write_many_heaps(const ManyHeapsProof& proof) {
    name_heap_game(proof.code);
    certificate_.kind = Certificate::Kind::three;
    certificate_.saltus = row(theorem_.law()->saltus);
    certificate_.window.numbers = {static_cast<int64_t>(proof.values),
                                   static_cast<int64_t>(proof.turns)};
    return write_heap_law(proof.values);
  }

  /// The period and the values' digest; checked when it takes few values.
  Attempt<std::string> write_heap_law(uint64_t window) {
    const Law& law = *theorem_.law();
    certificate_.preperiod = row(law.preperiod);
    certificate_.period = row(law.period);
    const std::vector<uint16_t> values(law.values.begin(), law.values.end());
    const uint64_t hash = digest(values);
    certificate_.digest.numbers = {static_cast<int64_t>(hash >> 32),
                                   static_cast<int64_t>(hash & UINT32_MAX)};
    const std::string text = to_text(certificate_);
    // For long windows the check costs more than the proof did; `grundy check` is there for it.
    if (window > kMostCheckedWindow) return text;
    const Attempt<Judgement> judgement = check_heap(certificate_, budget_);
    if (!judgement) return judgement.error();
    if (!judgement->accepted)
      return declined(fmt::format("the checker does not take it ({})", judgement->reason));
    return text;
  }

  Attempt<void> add_formula() {
    if (!theorem_.formula()->formula)
      return declined("one is written of the law that is found without --formula");
    certificate_.kind = Certificate::Kind::formula;
    const Formula& formula = *theorem_.formula()->formula;
    certificate_.powers = row(formula.powers);
    certificate_.cases = rows_of(formula);
    for (const auto& measure : theorem_.proof<FormulaProof>()->descent.measures)
      certificate_.measures.push_back({measure});
    return {};
  }

  Attempt<void> add_law() {
    const Law& law = *theorem_.law();
    certificate_.kind = Certificate::Kind::periodic;
    const auto set = subtraction_set(rule_);
    if (!set) return declined("the rule is not seen to be a subtraction game");
    certificate_.all_but = row(set->all_but ? 1 : 0);
    for (const uint64_t s : set->numbers)
      certificate_.numbers.numbers.push_back(static_cast<int64_t>(s));
    if (law.preperiod > kMostListed || law.period > kMostListed || law.saltus > kMostListed)
      return declined(fmt::format("it would hold more than {} values", kMostListed));
    certificate_.preperiod = row(law.preperiod);
    certificate_.period = row(law.period);
    certificate_.saltus = row(law.saltus);
    const uint64_t length = std::max<uint64_t>(1, set->numbers.empty() ? 0 : set->numbers.back());
    uint64_t first = law.preperiod;
    if (set->all_but) {
      if (length > kMostWindow)
        return declined("the greatest number that is left out is too large");
      const auto place = first_repeated_window(length);
      if (!place) return declined("the window that comes again lies too far out");
      first = *place;
    }
    certificate_.window.numbers = {static_cast<int64_t>(first), static_cast<int64_t>(length)};
    for (size_t i = 0; i < law.values.size(); ++i) {
      if (i % kValuesInLine == 0) certificate_.values.emplace_back();
      certificate_.values.back().numbers.push_back(law.values[i]);
    }
    return {};
  }

  /// The least q from the pre-period on such that D(n) - g(n) is that of n + period for `length`
  /// places from q on.
  std::optional<uint64_t> first_repeated_window(uint64_t length) const {
    const Law& law = *theorem_.law();
    const uint64_t count = law.preperiod + kMostWindow + law.period + length;
    if (count > kMostListed) return std::nullopt;
    std::vector<uint64_t> below_new;
    uint64_t different = 0;
    for (uint64_t n = 0; n < count; ++n) {
      const uint64_t value = law.at(n).to_uint64().value_or(0);
      below_new.push_back(different - value);
      if (value == different) ++different;
    }
    uint64_t good = 0;  // places in a row
    for (uint64_t n = law.preperiod; n + law.period < count; ++n) {
      good = below_new[n] == below_new[n + law.period] ? good + 1 : 0;
      if (good == length) return n + 1 - length;
    }
    return std::nullopt;
  }

  const Theorem& theorem_;
  Budget& budget_;
  const Rule& rule_;
  const Rule& whole_;  // with all equal parts
  Certificate certificate_;
};

}  // namespace

std::vector<Certificate::Case> rows_of(const Formula& formula) {
  std::vector<Certificate::Case> result;
  const auto with = [](std::vector<int64_t> coefficients, int64_t constant) {
    coefficients.push_back(constant);
    return Row{std::move(coefficients)};
  };
  for (const Case& c : formula.cases) {
    Certificate::Case& one = result.emplace_back();
    for (const HalfSpace& h : c.conditions)
      one.conditions.push_back(with(h.coefficients, h.constant));
    for (size_t i = 0; i < c.moduli.size(); ++i) {
      if (c.moduli[i] > 1)
        one.residues.push_back({{static_cast<int64_t>(i), c.moduli[i], c.residues[i]}});
    }
    for (const AffineValue& v : c.value) {
      Row row = with(v.coefficients, v.constant);
      row.numbers.insert(row.numbers.begin(), v.divisor);
      one.value.push_back(std::move(row));
    }
  }
  return result;
}

Attempt<std::string> certificate_of(const Theorem& theorem, Budget& budget) {
  if (const auto* proof = theorem.proof<SystemProof>())
    return certificate_of(*proof->whole, budget);
  Attempt<std::string> text = Writer(theorem, budget).write();
  if (!text || theorem.lists.empty()) return text;
  Certificate certificate;
  Judgement judgement;
  if (!read_certificate(*text, certificate, judgement))
    return Error::internal("a certificate that was written is none");
  certificate.lists = theorem.lists;
  for (const std::optional<size_t>& length : theorem.brackets) {
    if (length) certificate.lengths.numbers.push_back(static_cast<int64_t>(*length));
  }
  const Attempt<std::optional<Judgement>> checked = check_lists(certificate, budget);
  if (!checked) return checked.error();
  if (*checked) return Error::declined("no certificate: " + (*checked)->reason);
  return to_text(certificate);
}

}  // namespace grundy
