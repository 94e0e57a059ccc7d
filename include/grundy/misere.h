/// @file
/// Misère play, in which the last move loses: genera, quotients, and comparison.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::Genus> genus = session.genus("kayles(5)");
/// std::cout << genus->text << (genus->tame ? ", tame\n" : ", wild\n");
///
/// const grundy::Result<grundy::Quotient> quotient = session.quotient("kayles");
/// std::cout << "order " << quotient->order() << ", " << quotient->p_portion() << " in P, period "
///           << quotient->periods()[0].period << " from " << quotient->periods()[0].preperiod
///           << " on\n";
/// const std::string certificate = *session.certificate(*quotient);
/// std::cout << (session.check(certificate)->accepted ? "accepted" : "rejected") << '\n';
///
/// const grundy::Result<grundy::MisereComparison> same =
///     session.equal_in_misere("kayles(3)", "nim(3)");
/// std::cout << (same->equal ? "equal" : "told apart by " + same->witness.text()) << '\n';
/// // 4^146, wild
/// // order 40, 9 in P, period 12 from 71 on
/// // accepted
/// // equal
/// @endcode
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grundy/position.h"

namespace grundy::face {

/// The values of a sum beside twos (Conway, On Numbers and Games, chapter 12).
struct Genus {
  std::string text;     ///< "3^1431"
  uint32_t normal = 0;  ///< The value in normal play.
  /// Of the sum, with one nim heap of 2, with two, …; the last two go on in turn.
  std::vector<uint32_t> misere;
  bool tame = true;  ///< Plays like a sum of nim heaps, and so does all that it leads to.
  Sum witness;       ///< Where it is not tame: a position of play that is not.
  Sum sum;           ///< Whose genus it is.
  bool is_lost() const { return misere[0] == 0; }  ///< For the player to move.

  /// The JSON object of `grundy value --play misere --json`.
  std::string json() const;
};

/// The misère quotient (Plambeck and Siegel 2008) of a game, of several, or of what a position can
/// become: a finite commutative monoid, whose subset P has the elements of lost sums. Made by
/// Session::quotient.
class Quotient {
 public:
  /// Φ(n + period) = Φ(n) for all n >= preperiod.
  struct Period {
    uint64_t preperiod = 0;
    uint64_t period = 1;
  };
  /// "kayles", "kayles + octal[0.123]".
  const std::string& game() const;
  /// Of all heaps, by proof; otherwise of heaps up to the bound, or of what the position can
  /// become.
  bool is_for_ever() const;
  size_t order() const;
  /// How many elements are in P.
  size_t p_portion() const;
  /// Like that of nim heaps.
  bool is_tame() const;
  /// A period for each game, where it is for ever; else none.
  std::vector<Period> periods() const;
  /// The elements of heaps 0, 1, … of game `game`, from 0, as words in the generators; as many as
  /// are worth showing.
  std::vector<std::string> elements(size_t game = 0) const;

  /// As `grundy quotient` writes it.
  std::string text() const;
  /// For the packages amsmath and amsthm.
  std::string latex() const;
  /// The JSON object of `grundy quotient --json` (doc/cli.md).
  std::string json() const;
  /// Its elements drawn, those of P filled.
  std::string svg() const;

 private:
  friend struct Inside;
  struct Rep;
  explicit Quotient(std::shared_ptr<const Rep> rep) : rep_(std::move(rep)) {}
  std::shared_ptr<const Rep> rep_;
};

/// Whether two sums can be told apart by a sum of the same games.
struct MisereComparison {
  bool equal = false;
  std::array<Sum, 2> sums;
  std::array<std::string, 2> elements;  ///< Of the quotient; empty where there is none.
  std::string quotient;  ///< "In the misère quotient of kayles, …"; empty where there is none.
  Sum witness;           ///< Where they are not equal: with it one is lost and the other won.
  std::array<Outcome, 2> outcomes{};  ///< Of each sum with the witness.
  bool played = false;                ///< Both outcomes were found by play, too.

  /// The JSON object of `grundy equal --play misere --json`.
  std::string json() const;
};

}  // namespace grundy::face
