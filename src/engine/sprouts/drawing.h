// Drawing: a position of Sprouts as words over its vertices, and its independent lands, each in one
// canonical form.
//
// Problem: what matters of a drawing is who can be joined to whom without crossing a line, and
// drawings that look different play alike.
// Idea: the lines cut the plane into regions. Along each boundary of a region its vertices are read
// with the region on the same hand; a region is a set of such cyclic words (Applegate, Jacobson and
// Sleator 1991). A vertex has three ends; 0, 1 and 2 are vertices that are met once and have used
// so many of them, a letter is a vertex with one end left that is met twice. What can't be used any
// more is left out:
//   - vertices without an end, and regions whose vertices have at most one end, as a line needs
//     two;
//   - a letter that is then met once, or twice in a row, is a 2;
//   - where the vertices of a region have at most three ends, their arrangement: after any line
//     there the vertex on it, which lies on both its sides, meets whatever end is left, so the word
//     may be any of the vertices, each once.
// Regions that share no letter play apart: they are different lands, whose sum the drawing is. The
// order of regions and of boundaries, where a word begins, the names of letters, and the hand on
// which a region lies do not matter; the hand may be chosen for each region, as lines in one region
// never ask for the order of another's words.
// The canonical form of a land is the least word that an order of its letters gives. Orders are
// told by refining colours of letters; letters of one colour are tried in turn, but for those that
// an automorphism takes to one that was tried (two equal words show one; McKay 1981).
// Example: a line from one of two spots to itself leaves 0.AB.}AB.}: a spot outside a ring of two
// vertices, and nothing inside.
// Cost: some microseconds for a drawing of ten spots; memory for the word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace grundy::sprouts {

/// 0, 1, 2: a vertex that is met once and has used so many ends; an end of a word or a region; from
/// kLetter on: letters.
using Symbol = char16_t;
inline constexpr Symbol kEndBoundary = 3;
inline constexpr Symbol kEndRegion = 4;
inline constexpr Symbol kLetter = 5;

/// Each boundary is followed by kEndBoundary, each region by kEndRegion.
using Drawing = std::u16string;

/// Takes drawings apart; keeps its memory from one to the next.
class Cartographer {
 public:
  /// The lands of the drawing that have a move, each canonical, with letters from kLetter on in the
  /// order in which they are first met; ascending. Forms are one for all drawings that play alike
  /// by the symmetries above as long as a land has no more than kMostOrders orders to try; beyond,
  /// some may have several.
  const std::vector<Drawing>& lands(const Drawing& drawing);

  /// take(land) for each of them as it is found; nothing of this object may be asked meanwhile.
  template <class Take>
  void for_each_land(const Drawing& drawing, const Take& take) {
    clean(drawing);
    find_lands();
    for (uint32_t region = 0; region < roots_.size(); ++region) {
      if (roots_[region] == region) take(form_of(region));
    }
  }

  static constexpr size_t kMostOrders = 2000;

 private:
  struct Item {
    Symbol symbol;
    uint32_t boundary;
    uint32_t region;
  };
  struct Meeting {
    uint32_t count = 0;
    uint32_t at[2] = {0, 0};  // items
  };
  /// Colours of the letters, and of all items as they look with the region on one hand and on the
  /// other.
  struct Colours {
    std::vector<uint64_t> letters;
    std::vector<uint64_t> left;
    std::vector<uint64_t> right;
  };

  void clean(const Drawing& drawing);
  void find_lands();
  /// The canonical form of the land of the regions whose root is this one.
  const Drawing& form_of(uint32_t root);
  void take_land(uint32_t root);
  Drawing least_form();
  void refine(Colours& colours);
  size_t distinct(const Colours& colours);
  /// The letters of the smallest group of one colour; none when all colours are different.
  std::vector<uint32_t> tied(const Colours& colours);
  Colours told_apart(const Colours& colours, uint32_t letter);
  Drawing word(const Colours& colours);
  void try_orders(const Colours& colours);

  std::vector<Item> cleaned_;
  std::vector<uint32_t> roots_;  // of cleaned_'s regions
  // One land:
  std::vector<Item> items_;
  std::vector<uint32_t> next_, previous_;
  std::vector<Meeting> meetings_;
  std::vector<Drawing> words_;  // of the orders that were tried, ascending

  std::vector<Drawing> lands_;
  /// Forms of lands as they were met: the same one comes again and again.
  struct KnownForm {
    Drawing met;
    Drawing form;
  };
  std::vector<KnownForm> forms_;  // each where the hash of what was met says; the last one stays
  // Scratch:
  Drawing met_, left_, right_, scratch_;
  std::vector<std::pair<uint64_t, uint32_t>> order_;
  std::vector<Symbol> numbers_;
  std::vector<std::pair<size_t, size_t>> spans_;
  std::vector<Meeting> letters_;
  std::vector<uint32_t> ends_;
  std::vector<uint64_t> next_left_, next_right_, sums_left_, sums_right_, region_left_,
      region_right_, sorted_;
};

/// The ends that a vertex of this kind has left.
inline uint32_t ends_of(Symbol symbol) { return symbol < kEndBoundary ? 3U - symbol : 1U; }
inline bool is_vertex(Symbol symbol) { return symbol != kEndBoundary && symbol != kEndRegion; }

}  // namespace grundy::sprouts
