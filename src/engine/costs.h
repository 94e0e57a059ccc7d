// What ways to answer cost, in steps: the numbers by which a plan chooses (plan.h).
//
// A step is an option looked at by a table, some tenths of a nanosecond in a loop of machine code.
// Costs are counted, not timed, so that a busy machine gives the same answer. A table has its cells
// times the longest side of its box. A search for a law has a fixed price; once the law is known,
// it costs nothing. Prices were read off questions that both a table and a law can answer: they are
// the size from which on the law was not slower, a search that finds none included.
#pragma once
#include <limits>

namespace grundy::cost {

constexpr double kNothing = 0;
/// It has no answer, or only who has patience asks it.
constexpr double kNever = std::numeric_limits<double>::infinity();
/// It may work through all positions there are.
constexpr double kLastResort = 0x1p100;
/// Positions that can't be kept in a table of a known size are followed one by one.
constexpr double kFollowed = 0x1p29;
/// They turned out to be many.
constexpr double kFollowedFar = 0x1p32;

constexpr double kRewritten = 0x1p23;  // a rule is written in another way, if it is not in the book
constexpr double kHiddenNim = 0x1p20;  // terms are looked for that each move changes one of
// The rule is compared with the book of theorems: a millisecond or two.
constexpr double kBook = 0x1p22;
constexpr double kResidues = 0x1p22;  // residues of the numbers that are taken
constexpr double kFormula[] = {0x1p24, 0x1p27,
                               0x1p27};  // by the number of coordinates: guessed and proved by isl
constexpr double kChain = 0x1p28;        // options are the last heaps, or the first
constexpr double kPeriod = 0x1p28;       // of bounded moves, seen in a table and proved
constexpr double kPieces = 0x1p29;       // values in pieces
constexpr double kAutomaton = 0x1p30;    // learned from values, and proved
constexpr double kPatientFormula = 0x1p31;  // from a larger box, with larger moduli
constexpr double kFirstReply = 0x1.8p31;    // a search that ends at the first winning reply
constexpr double kPeriodOfHeaps = 0x1p36;   // of games that leave three heaps or more
// Of take-and-break games with finitely many digits, which seldom have one.
constexpr double kAutomatonOfHeaps = 1e12;
constexpr double kLongStrip = 0x1p40;    // parts that repeat, after a search of the board
constexpr double kManyNumbers = 0x1p60;  // lists as tuples, if they are long
constexpr double kTested = 0x1p62;       // a law that is tested and not proved

/// A table of more, in choices of all its positions, takes minutes.
constexpr double kFarForTables = 1e11;

/// Positions below which the options of one are looked through, when they are not found by a
/// theorem.
constexpr double kLookedThrough = 0x1p46;

/// Positions beyond that may have few options for all that: they are listed for so many steps.
constexpr uint64_t kStepsOfListing = uint64_t{1} << 22;

/// Tables of the numbers of a sequence go sixteen options at a time.
constexpr double kTakenAtOnce = 16;

}  // namespace grundy::cost
