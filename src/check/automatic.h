// Checks certificates of laws that an automaton reads off the digits.
//
// Problem: such a law is proved by making automata deterministic, which a small checker should not have to trust.
// Idea: that the measures sink, that no option has its position's value, and that no position has two, are searches of
// products of the atoms, as they are. That something exists is said by a cover: rows that go with the run of the one
// side A, each with labels, states of the products R that search for a witness. If each label has a predecessor among
// the labels of the row before, each accepting row an accepting label, and the labels of the first row are reached by
// leading zeros, then every word of A has a witness: follow the labels back.
// Cost: letters × states of the products; no minimisation, nothing is made deterministic.
#pragma once
#include <string>
#include <vector>

#include "base/budget.h"
#include "check/digits.h"
#include "check/text.h"

namespace grundy {

namespace digits {

/// A product, searched: its states are numbered as they are met.
struct Explored {
  static constexpr uint32_t kDead = UINT32_MAX;
  size_t letters = 1;
  std::vector<uint32_t> next;  // states × letters
  std::vector<bool> accepting;
};

/// Every tuple of A has a witness in some R. `letters_of[i][a]` are the letters of R i that go with the letter a of A.
struct Inclusion {
  Explored a;
  std::vector<Explored> r;
  std::vector<std::vector<std::vector<uint32_t>>> letters_of;
  const char* flaw = "";
};

}  // namespace digits

/// The claims of a certificate of kind automatic that are still to be shown, in the order of its covers. The others were searched;
/// the judgement is accepted when nothing is wrong so far.
Attempt<Judgement> state_inclusions(const Certificate& certificate, std::vector<digits::Inclusion>& inclusions,
                                    const Budget& budget);

/// Whether a certificate of kind automatic is right.
Attempt<Judgement> check_automatic(const Certificate& certificate, const Budget& budget);

}  // namespace grundy
