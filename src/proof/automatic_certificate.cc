#include "proof/automatic_certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "check/automatic.h"
#include "proof/label_order.h"

namespace grundy {
namespace {

using digits::Explored;
using digits::Inclusion;
using Label = LabelOrder::Label;

Attempt<Certificate::Cover> cover_of(const Inclusion& inclusion, const Budget& budget) {
  const LabelOrder order(inclusion, budget);
  using Key = std::pair<uint32_t, std::vector<Label>>;
  std::map<Key, size_t> number;
  std::vector<const Key*> keys;
  const auto number_of = [&](Key key) {
    const auto [at, fresh] = number.emplace(std::move(key), keys.size());
    if (fresh) keys.push_back(&at->first);
    return static_cast<int64_t>(at->second);
  };
  Certificate::Cover cover;
  number_of({0, order.first()});
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys.size() > Certificate::Cover::kMostRows)
      return Error::declined(fmt::format("no certificate: a cover has more than {} rows",
                                         Certificate::Cover::kMostRows));
    if (budget.spent()) return budget.why();
    const auto& [state, labels] = *keys[i];
    Row& targets = cover.rows.emplace_back();
    for (size_t letter = 0; letter < inclusion.a.letters; ++letter) {
      const uint32_t to = inclusion.a.next[state * inclusion.a.letters + letter];
      targets.numbers.push_back(
          to == Explored::kDead ? -1 : number_of({to, order.behind(labels, letter)}));
    }
    Row& row = cover.labels.emplace_back();
    for (const auto& [r, s] : labels) {
      row.numbers.push_back(r);
      row.numbers.push_back(s);
    }
  }
  return cover;
}

}  // namespace

Attempt<std::string> write_automatic(Certificate certificate, const AutomaticProof& proof,
                                     const Budget& budget) {
  certificate.kind = Certificate::Kind::automatic;
  certificate.system.numbers = proof.law.numeration.recurrence();
  certificate.law.numbers = {proof.law.kind == automatic::LawKind::losing   ? 0
                             : proof.law.kind == automatic::LawKind::values ? 1
                                                                            : 2};
  certificate.where = proof.domain.text;
  const automatic::Automaton& a = proof.law.automaton;  // minimal: its start is state 0
  for (uint32_t state = 0; state < a.states(); ++state) {
    Row& row = certificate.states.emplace_back();
    row.numbers.push_back(a.accepting[state]);
    for (uint32_t letter = 0; letter < a.letters; ++letter)
      row.numbers.push_back(a.next(state, letter));
  }
  for (const automatic::Measure& measure : proof.measures)
    certificate.measures.push_back({measure.factors});
  std::vector<Inclusion> inclusions;
  const Attempt<Judgement> stated = state_inclusions(certificate, inclusions, budget);
  if (!stated) return stated.error();
  if (!stated->accepted)
    return Error::declined(
        fmt::format("no certificate: the checker does not take it ({})", stated->reason));
  for (const Inclusion& inclusion : inclusions) {
    auto cover = cover_of(inclusion, budget);
    if (!cover) return std::move(cover).error();
    certificate.covers.push_back(*std::move(cover));
  }
  const Attempt<Judgement> judgement = check_automatic(certificate, budget);
  if (!judgement) return judgement.error();
  if (!judgement->accepted)
    return Error::declined(
        fmt::format("no certificate: the checker does not take it ({})", judgement->reason));
  return to_text(certificate);
}

}  // namespace grundy
