#include "catalogue/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/checksum.h"
#include "check/check.h"
#include "engine/heap/redundant.h"
#include "proof/certified.h"

namespace grundy::catalogue {
namespace {

constexpr uint64_t kWorkedOut = 1 << 12;  // values of each game
constexpr uint64_t kSample = 16;

/// "0.45: period 20 from 498 on, positions 0 to 4095".
std::string row_text(const CatalogueGame& game) {
  const auto law = law_of(game);
  return fmt::format("{}: {}{}, positions 0 to {}, checksum {:016x} of the first {}", game.code,
                     game.status(), law ? fmt::format(", {}", law_text(*law)) : "", game.upto,
                     game.prefixes.empty() ? 0 : game.prefixes.back(),
                     game.prefixes.empty() ? 0 : uint64_t{1} << (game.prefixes.size() - 1));
}

/// Whether the row's checksums are those of its first values.
Attempt<bool> values_are_right(const CatalogueGame& game, const HeapCode& code, Budget& budget) {
  heap::Run run(code);
  const uint64_t end = std::min(game.upto + 1, kWorkedOut);
  if (auto advanced = run.advance(end, budget); !advanced) return std::move(advanced).error();
  const CatalogueGame own = describe(run, 0);
  const size_t known = std::min(own.prefixes.size(), game.prefixes.size());
  return std::equal(own.prefixes.begin(), own.prefixes.begin() + static_cast<ptrdiff_t>(known),
                    game.prefixes.begin());
}

/// What is wrong with the certificate; empty: it proves the row's period.
Attempt<std::string> certificate_flaw(const CatalogueGame& game, const Budget& budget) {
  const Attempt<Judgement> judged = check_certificate(*game.certificate, judge_by_isl, budget);
  if (!judged) return judged.error();
  if (!judged->accepted) return fmt::format("its certificate is not accepted: {}", judged->reason);
  const Attempt<Certified> certified = theorem_in(*game.certificate);
  if (!certified) return fmt::format("its certificate: {}", certified.error().message());
  if (certified->rule.find(fmt::format("code[{}](n)", game.code)) == std::string::npos)
    return std::string("its certificate is about another game");
  const auto law = recurrence(certified->theorem.statement);
  if (!law || law->preperiod != game.period->preperiod || law->period != game.period->period ||
      law->saltus != game.period->saltus)
    return std::string("its certificate is about another law");
  return std::string();
}

/// What is wrong with the row, by itself.
Attempt<std::string> flaw_of(const CatalogueGame& game, bool sample, Merged& merged,
                             Budget& budget) {
  const Attempt<HeapCode> code = parse_heap_code(game.code);
  if (!code || code->text() != game.code) return std::string("it is no code in standard form");
  const HeapCode simplest = heap::without_redundant(*code);
  if (game.same_as.value_or(game.code) != simplest.text())
    return fmt::format("the simplest code with its values is {}", simplest.text());
  if (game.prefixes.empty() || game.upto + 1 < uint64_t{1}
                                                   << (game.period ? 0 : game.prefixes.size() - 1))
    return std::string("its checksums are not those of its positions");
  if (sample && checksum(game.code) % kSample != 0) return std::string();
  const Attempt<bool> right = values_are_right(game, *code, budget);
  if (!right) return right.error();
  if (!*right) return std::string("its values are wrong");
  if (!game.period || !game.certificate) return std::string();
  ++merged.certificates;
  return certificate_flaw(game, budget);
}

/// Whether neither row contradicts the other.
bool may_both_be_right(const CatalogueGame& a, const CatalogueGame& b) {
  const size_t known = std::min(a.prefixes.size(), b.prefixes.size());
  return std::equal(a.prefixes.begin(), a.prefixes.begin() + static_cast<ptrdiff_t>(known),
                    b.prefixes.begin()) &&
         (!a.period || !b.period || a.period == b.period);
}

bool is_better(const CatalogueGame& game, const CatalogueGame& known) {
  if (known.period) return game.period && game.certificate && !known.certificate;
  return game.period || game.upto > known.upto;
}

/// What is proved of a code holds of those that have its values by redundant moves.
Attempt<void> tell_equal_codes(Catalogue& whole) {
  const Attempt<std::vector<CatalogueGame>> games = whole.games();
  if (!games) return games.error();
  std::map<std::string, const CatalogueGame*> proved;
  for (const CatalogueGame& game : *games) {
    if (!game.same_as && game.period && game.certificate) proved[game.code] = &game;
  }
  std::vector<CatalogueGame> learnt;
  for (const CatalogueGame& game : *games) {
    if (!game.same_as || game.period) continue;
    const auto simplest = proved.find(*game.same_as);
    if (simplest == proved.end()) continue;
    CatalogueGame same = said_of(game.code, *simplest->second);
    if (!same.certificate) continue;
    learnt.push_back(std::move(same));
  }
  return whole.put(learnt);
}

}  // namespace

Attempt<Merged> merge_catalogue(Catalogue& whole, const Catalogue& part, const std::string& name,
                                bool sample, Budget& budget) {
  Attempt<std::vector<CatalogueGame>> games = part.games();
  if (!games) return std::move(games).error();
  Merged merged;
  merged.games = games->size();
  std::vector<CatalogueGame> better;
  for (CatalogueGame& game : *games) {
    budget.progress("games", static_cast<uint64_t>(&game - games->data()), games->size());
    const Attempt<std::string> flaw = flaw_of(game, sample, merged, budget);
    if (!flaw) return flaw.error();
    if (!flaw->empty()) {
      return Error::declined(
          fmt::format("nothing is taken from '{}', where a row is wrong: {}\n  {}", name, *flaw,
                      row_text(game)));
    }
    const Attempt<std::optional<CatalogueGame>> known = whole.find(game.code);
    if (!known) return known.error();
    if (*known && !may_both_be_right(game, **known)) {
      return Error::declined(
          fmt::format("nothing is taken from '{}', which contradicts what is known:\n  {}\n  {}",
                      name, row_text(**known), row_text(game)));
    }
    if (game.period && !game.certificate) {
      ++merged.unproved;
    } else if (!*known || is_better(game, **known)) {
      better.push_back(std::move(game));
    }
  }
  merged.taken = better.size();
  if (auto kept = whole.put(better); !kept) return std::move(kept).error();
  if (auto told = tell_equal_codes(whole); !told) return std::move(told).error();
  return merged;
}

}  // namespace grundy::catalogue
