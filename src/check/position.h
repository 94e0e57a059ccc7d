// Re-checks certificates of kind position, the value of one board by claims about its parts, and of
// kind play, the value of any position by claims about positions that play reaches.
//
// A certificate has a position, its value, and claims about parts, each of which rests on claims
// before it:
//
//   is V PART             the value of the part is V: no option has it, and some option has each
//                         value below it
//   not V N PART          the value of the part is not V, as its option number N has it
//   has V K N1 … NK PART  as `is`, with claims `not` about parts of the options, in their order, of
//                         which only N is said
//
// Boards that are drawn in rows fall apart (drawn.h); of kind play a part is a whole position
// (played.h). Two equal parts are together 0. The value of an option is known when all its parts
// are said to have one. That it is not V follows as well when all but one of its parts have values,
// of nim-sum x, and the last is said not to have V ⊕ x. No claim rests on a later one, so there is
// no circle, whether play must end or not. By the theorem of Sprague and Grundy the value of the
// board is the nim-sum of those of its parts.
// Time is a listing of the options for each claim `is`, and one option for each claim `not`.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"

namespace grundy {

struct PositionCertificate {
  struct Claim {
    bool is = true;
    int64_t value = 0;
    int64_t option = 0;  // counted from 1; of a claim `not`
    std::string part;
    std::vector<int64_t> replies;  // options of parts of the options; of a claim `is`
  };
  bool is_played = false;  // of kind play
  std::string rule;        // in the language; every line ends in a newline
  std::string game;
  std::string position;  // "cram(......|......)"
  int64_t value = 0;
  std::vector<Claim> claims;
};

std::string to_text(const PositionCertificate& certificate);

/// Whether the text's line of a kind names one of the two.
bool is_position_certificate(std::string_view text);
/// What the text says, unchecked; an error of kind input where it is no such certificate.
Attempt<PositionCertificate> position_in(std::string_view text);
/// An error of kind declined when the budget is spent.
Attempt<Judgement> check_position(std::string_view text, const Budget& budget);

/// A certificate that is right, as a strategy: after any move from a position of value 0 there is
/// an answer that leads to one of which the claims tell the value 0 again.
class Strategy {
 public:
  /// An input error where the certificate is not accepted, or of another kind. The budget outlives
  /// the strategy.
  static Attempt<std::shared_ptr<const Strategy>> read(std::string_view text, const Budget& budget);
  virtual ~Strategy() = default;
  virtual const PositionCertificate& certificate() const = 0;
  /// The value that the claims give a position, "cram(##.|...|...)"; nothing if they give none.
  virtual std::optional<uint64_t> value(const std::string& position) const = 0;
};

}  // namespace grundy
