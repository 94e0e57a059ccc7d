// WordFacts: what follows from the patterns of a WordCode for all words.
//
// Problem: a word is one part, as letters move together when others are taken; a search then knows
// nothing of its ends, its images or its pieces.
// Idea, each claim with its proof:
//   - A border, which no pattern takes, stays, and no placement lies over it: words on its two
//     sides are played apart.
//   - A first letter that no pattern can begin with is in no placement, so it stays the first one:
//     it is as good as a border. Likewise a last one. Letters behind it are looked at in the same
//     way.
//   - Let S be letters that patterns have as their first cell alone, and where they have one there
//     they write a letter of S first. A word u v, v beginning with one of S, is u + v: no placement
//     lies over both, as it would have that letter later than first; v keeps beginning with a
//     letter of S, and so is never empty; u ends where v begins. (With $ in some pattern v would
//     see when u is gone; then nothing is cut.) Likewise for last cells.
//   - A permutation of the letters, or reading from right to left, that takes the set of patterns
//     to itself makes words alike.
//   - Counts of letters of some kind that no pattern raises and some lower take those away; when
//     none is left play ends. So it does when each of those that are left makes a word of the same
//     length that comes earlier in a dictionary, for some order of the letters: 10 -> 01.
// Example: brackets: ) is no first letter and ( no last one; the word read backwards with ( and )
// exchanged is alike.
// Cost: permutations of at most six letters, each compared with the patterns.
#pragma once
#include <vector>

#include "engine/board/word_code.h"

namespace grundy {

struct WordImage {
  std::array<uint8_t, kMostWordLetters + 1> letter{};
  bool reversed = false;
};

struct WordFacts {
  explicit WordFacts(const WordCode& code);

  WordLetters first = 0;  // of patterns
  WordLetters last = 0;
  WordLetters cut_before = 0;  // S
  WordLetters cut_after = 0;
  std::vector<WordImage> images;  // without the word itself
  bool play_ends = false;         // as counts and dictionaries tell
};

}  // namespace grundy
