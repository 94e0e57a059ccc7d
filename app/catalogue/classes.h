// Games with equal sequences: by laws that are proved, by values compared, and by checksums of the
// values of whole catalogues, which find the classes of a thousand games without computing
// anything.
#pragma once
#include <vector>

#include "catalogue/database.h"

namespace grundy::catalogue {

/// How two games compare.
struct SequenceComparison {
  enum class Kind {
    differ,  // first at position `at`
    same,  // at all positions: but for redundant moves they are one, or both have the same periodic
           // law
    alike,  // at positions 0 … at, which is as far as both are known
  };
  Kind kind = Kind::alike;
  uint64_t at = 0;
  uint32_t values[2] = {0, 0};  // when they differ
};

/// Works both games out to compare positions 0 … upto.
Attempt<SequenceComparison> compare_games(const HeapCode& a, const HeapCode& b, uint64_t upto,
                                          Budget& budget);

/// Games whose sequences are equal as far as they are known.
struct GameClass {
  std::vector<const CatalogueGame*> games;  // by code
  bool proved = false;                      // equal for ever
  uint64_t upto = 0;                        // else: at positions 0 … upto
};

/// Two classes that begin with at least 256 equal values and then differ.
struct NearClasses {
  const CatalogueGame* a = nullptr;  // the first game of each
  const CatalogueGame* b = nullptr;
  uint64_t end = 0;  // they differ below this position
};

struct Classes {
  std::vector<GameClass> equal;  // those of at least two games
  std::vector<NearClasses> near;
};

/// From the checksums that the catalogue keeps: sequences that differ only where the checksums of
/// both agree by chance (2^-64) are called equal.
Classes classes_of(const std::vector<CatalogueGame>& games);

}  // namespace grundy::catalogue
