// Re-checks certificates of one position: of kind position, the value of a board by claims about
// its parts; of kind play, of any position by claims about positions that play reaches; of kind
// sprouts, of a drawing by claims about its lands; of kind entailing, where moves may bind the
// answer (replies.h).
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
// Boards that are drawn in rows fall apart (drawn.h), drawings of Sprouts into lands
// (sprouts_lines.h); of kind play a part is a whole position (played.h). Two equal parts are
// together 0. The value of an option is known when all its parts are said to have one. That it is
// not V follows as well when all but one of its parts have values, of nim-sum x, and the last is
// said not to have V ⊕ x. No claim rests on a later one, so there is no circle, whether play must
// end or not. By the theorem of Sprague and Grundy the value of the board is the nim-sum of those
// of its parts. Time is a listing of the options for each claim `is`, and one option for each claim
// `not`.
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
  enum class Kind : uint8_t { drawn, played, sprouts, entailing };
  /// The value of a position that whoever moves wins, whatever stands beside it.
  static constexpr int64_t kLoony = -1;
  static std::string text_of(int64_t value);

  struct Claim {
    bool is = true;
    int64_t value = 0;
    int64_t option = 0;  // counted from 1; of a claim `not`
    std::string part;
    std::vector<int64_t> replies;  // options of parts of the options; of a claim `is`
  };
  Kind kind = Kind::drawn;
  std::string rule;  // in the language; every line ends in a newline; of sprouts none
  std::string game;
  std::string position;  // "cram(......|......)"
  int64_t value = 0;
  std::vector<Claim> claims;
};

std::string to_text(const PositionCertificate& certificate);

/// Whether the text's line of a kind names one of these.
bool is_position_certificate(std::string_view text);
/// What the text says, unchecked; an error of kind input where it is no such certificate.
Attempt<PositionCertificate> position_in(std::string_view text);
/// An error of kind declined when the budget is spent.
Attempt<Judgement> check_position(std::string_view text, const Budget& budget);

/// A certificate that is right, as a strategy: after any move from a position that is lost there is
/// an answer that leads to one of which the claims tell that it is lost again.
class Strategy {
 public:
  /// An input error where the certificate is not accepted, or of another kind. The budget outlives
  /// the strategy.
  static Attempt<std::shared_ptr<const Strategy>> read(std::string_view text, const Budget& budget);
  virtual ~Strategy() = default;
  virtual const PositionCertificate& certificate() const = 0;
  /// Whether the player to move loses the sum of these positions, such as "cram(##.|...|...)" or
  /// "entailing top_entails(4)"; std::nullopt where the claims don't tell.
  virtual std::optional<bool> is_lost(const std::vector<std::string>& sum) const = 0;
};

}  // namespace grundy
