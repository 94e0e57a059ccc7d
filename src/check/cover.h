// Products of automata searched, and covers, which show that every word of one has a witness in
// others.
//
// Problem: that something exists is not a search of one product. Idea: a cover has rows that go
// with the run of the one side A, each with labels, states of the products R that search for a
// witness. If each label has a predecessor among the labels of the row before, each accepting row
// an accepting label, and the labels of the first row are reached by leading zeros, then every word
// of A has a witness: follow the labels back.
// Cost: letters × states of the products; no minimisation, nothing is made deterministic.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "check/digits.h"
#include "check/text.h"

namespace grundy::digits {

constexpr size_t kMostLetters = 4096;

/// A product, searched: its states are numbered as they are met.
struct Explored {
  static constexpr uint32_t kDead = UINT32_MAX;
  size_t letters = 1;
  std::vector<uint32_t> next;  // states × letters
  std::vector<bool> accepting;
};

/// Every tuple of A has a witness in some R. `letters_of[i][a]` are the letters of R i that go with
/// the letter a of A.
struct Inclusion {
  Explored a;
  std::vector<Explored> r;
  std::vector<std::vector<std::vector<uint32_t>>> letters_of;
  const char* flaw = "";
};

/// The product's states, or only those up to the first that accepts; nothing, and why, when they
/// are too many.
std::optional<Explored> explore(Machine& machine, const Node& root, bool until_accepted,
                                std::string& trouble, const Budget& budget);

/// The machine's letters for each letter of the kept tracks; a kept track of -1 is not read.
std::vector<std::vector<uint32_t>> letters_by_kept(const Machine& machine,
                                                   const std::vector<int>& kept);

/// Whether the rows and labels show the inclusion.
Judgement check_cover(const Certificate::Cover& cover, const Inclusion& inclusion,
                      const Budget& budget);

}  // namespace grundy::digits
