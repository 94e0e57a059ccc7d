// What a theorem of the book says about a game: values, who wins, and the moves to a value.
//
// A conclusion is a term, a condition, or code (`by NAME` in a theorem's file): a class in the file
// of its name. It knows positions as lists of coordinates in the order of the theorem's own game,
// and nothing of how a rule is written.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "rule/board.h"
#include "rule/position.h"
#include "value/ordinal.h"

namespace grundy {

class Conclusion {
 public:
  virtual ~Conclusion() = default;

  /// "The value is the number of twos in n.", for coordinates with these names.
  virtual std::string text(const std::vector<std::string>& names) const = 0;
  /// False for a theorem that says who wins, and no more.
  virtual bool knows_values() const { return true; }
  /// Declines where a number is too large for what has to be found, such as its least prime factor.
  virtual Attempt<Ordinal> value(const Coordinates& position, const Budget& budget) const = 0;
  /// Whether the player to move loses. By default: the value is 0.
  virtual Attempt<bool> is_lost(const Coordinates& position, const Budget& budget) const;

  /// Positions of one value among the options of another position; of options that are sums the
  /// coordinates of one part after another.
  struct Options {
    std::vector<Coordinates> positions;
    bool all = true;  // none was left out
  };
  /// At most `limit` options of this value; nothing if they have to be found among all options.
  virtual std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                           const Ordinal& value, size_t limit,
                                                           const Budget& budget) const;
};

/// The same of a theorem about lists, at positions with those of the theorem's own coordinates.
class ListConclusion {
 public:
  virtual ~ListConclusion() = default;
  /// For coordinates with these names.
  virtual std::string text(const std::vector<std::string>& names) const = 0;
  virtual bool knows_values() const { return true; }
  /// By default declined.
  virtual Attempt<Ordinal> value(const BoardPosition& position, const Budget& budget) const;
  /// By default: the value is 0.
  virtual Attempt<bool> is_lost(const BoardPosition& position, const Budget& budget) const;
  /// The options of this value; nothing if they have to be found among all options.
  virtual std::optional<Attempt<std::vector<BoardPosition>>> options_of_value(
      const BoardPosition& position, const Ordinal& value, const Budget& budget) const;
};

/// Of a theorem that tells who wins.
Error tells_no_values();

/// The conclusion of this name; `letters` are the numbers that the theorem's letters have, in
/// order. Null for an unknown name.
std::unique_ptr<Conclusion> conclusion_by(std::string_view name,
                                          const std::vector<uint64_t>& letters);

std::unique_ptr<ListConclusion> list_conclusion_by(std::string_view name);

// The conclusions that need code, each defined in the file of its subject.
std::unique_ptr<Conclusion> taken_divisors(bool the_heap_too);              // divisors.cc
std::unique_ptr<Conclusion> left_divisors();                                // divisors.cc
std::unique_ptr<Conclusion> divided_by_primes(bool often);                  // divisors.cc
std::unique_ptr<Conclusion> left_others();                                  // left_others.cc
std::unique_ptr<Conclusion> taken_coprimes(bool one_too);                   // coprimes.cc
std::unique_ptr<Conclusion> inner_divisors();                               // inner_divisors.cc
std::unique_ptr<Conclusion> subtractions();                                 // euclid.cc
std::unique_ptr<Conclusion> ones(bool only_one);                            // ones.cc
std::unique_ptr<Conclusion> progressions();                                 // progressions.cc
std::unique_ptr<Conclusion> euclid(uint64_t least, bool either_of_equals);  // euclid.cc
/// How a game writes the pair that it leads to: the lesser number first or at its place, or the
/// number that stayed first.
enum class PairOrder : uint8_t { kept, sorted, divisor_first };
std::unique_ptr<Conclusion> euclid_powers(PairOrder order);  // euclid_powers.cc

std::unique_ptr<ListConclusion> first_pile(bool is_taken_off);  // sequential.cc
std::unique_ptr<ListConclusion> end_nim(bool is_taken_off);     // end_nim.cc
std::unique_ptr<ListConclusion> candies();                      // candies.cc
std::unique_ptr<ListConclusion> every_pile(bool stays);         // sequential.cc
std::unique_ptr<ListConclusion> staircase();                    // staircase.cc
std::unique_ptr<ListConclusion> boxes_modulo_6();               // staircase.cc
std::unique_ptr<ListConclusion> welter_coins();                 // welter.cc

}  // namespace grundy
