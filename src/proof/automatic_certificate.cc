#include "proof/automatic_certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "check/automatic.h"

namespace grundy {
namespace {

using digits::Explored;
using digits::Inclusion;
using Label = std::pair<uint32_t, uint32_t>;  // which R, and its state

/// The states of R from which a word is accepted.
std::vector<bool> hopeful(const Explored& r) {
  std::vector<std::vector<uint32_t>> from(r.accepting.size());
  for (uint32_t state = 0; state < r.accepting.size(); ++state) {
    for (size_t letter = 0; letter < r.letters; ++letter) {
      const uint32_t to = r.next[state * r.letters + letter];
      if (to != Explored::kDead) from[to].push_back(state);
    }
  }
  std::vector<bool> result = r.accepting;
  std::vector<uint32_t> left;
  for (uint32_t state = 0; state < result.size(); ++state) {
    if (result[state]) left.push_back(state);
  }
  while (!left.empty()) {
    const uint32_t state = left.back();
    left.pop_back();
    for (const uint32_t before : from[state]) {
      if (!result[before]) {
        result[before] = true;
        left.push_back(before);
      }
    }
  }
  return result;
}

/// The labels behind a letter.
std::vector<Label> behind(const Inclusion& inclusion, const std::vector<std::vector<bool>>& hope,
                          const std::vector<Label>& labels, size_t letter) {
  std::vector<Label> result;
  for (const auto& [r, state] : labels) {
    const Explored& one = inclusion.r[r];
    for (const uint32_t full : inclusion.letters_of[r][letter]) {
      const uint32_t to = one.next[state * one.letters + full];
      if (to != Explored::kDead && hope[r][to]) result.emplace_back(r, to);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Attempt<Certificate::Cover> cover_of(const Inclusion& inclusion, const Budget& budget) {
  std::vector<std::vector<bool>> hope;
  for (const Explored& r : inclusion.r) hope.push_back(hopeful(r));
  std::vector<Label> first;
  for (uint32_t r = 0; r < inclusion.r.size(); ++r) {
    if (hope[r][0]) first.emplace_back(r, 0);
  }
  for (;;) {
    std::vector<Label> more = behind(inclusion, hope, first, 0), all;
    std::set_union(first.begin(), first.end(), more.begin(), more.end(), std::back_inserter(all));
    if (all.size() == first.size()) break;
    first = std::move(all);
  }
  using Key = std::pair<uint32_t, std::vector<Label>>;
  std::map<Key, size_t> number;
  std::vector<const Key*> keys;
  const auto number_of = [&](Key key) {
    const auto [at, fresh] = number.emplace(std::move(key), keys.size());
    if (fresh) keys.push_back(&at->first);
    return static_cast<int64_t>(at->second);
  };
  Certificate::Cover cover;
  number_of({0, std::move(first)});
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys.size() > Certificate::Cover::kMostRows)
      return Error::declined(
          fmt::format("no certificate: a cover has more than {} rows", Certificate::Cover::kMostRows));
    if (budget.spent()) return budget.why();
    const auto& [state, labels] = *keys[i];
    Row& targets = cover.rows.emplace_back();
    for (size_t letter = 0; letter < inclusion.a.letters; ++letter) {
      const uint32_t to = inclusion.a.next[state * inclusion.a.letters + letter];
      targets.numbers.push_back(to == Explored::kDead ? -1 : number_of({to, behind(inclusion, hope, labels, letter)}));
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

Attempt<std::string> write_automatic(Certificate certificate, const AutomaticProof& proof, const Budget& budget) {
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
    for (uint32_t letter = 0; letter < a.letters; ++letter) row.numbers.push_back(a.next(state, letter));
  }
  for (const automatic::Measure& measure : proof.measures) certificate.measures.push_back({measure.factors});
  std::vector<Inclusion> inclusions;
  const Attempt<Judgement> stated = state_inclusions(certificate, inclusions, budget);
  if (!stated) return stated.error();
  if (!stated->accepted)
    return Error::declined(fmt::format("no certificate: the checker does not take it ({})", stated->reason));
  for (const Inclusion& inclusion : inclusions) {
    auto cover = cover_of(inclusion, budget);
    if (!cover) return std::move(cover).error();
    certificate.covers.push_back(*std::move(cover));
  }
  const Attempt<Judgement> judgement = check_automatic(certificate, budget);
  if (!judgement) return judgement.error();
  if (!judgement->accepted)
    return Error::declined(fmt::format("no certificate: the checker does not take it ({})", judgement->reason));
  return to_text(certificate);
}

}  // namespace grundy
