#include "proof/position.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check/drawn.h"
#include "engine/board/place_search.h"
#include "game/board_game.h"
#include "rule/board_text.h"
#include "rule/print.h"

namespace grundy {
namespace {

class PositionProver {
 public:
  PositionProver(const DrawnMoves& moves, PlaceSearch& search, Budget& budget)
      : moves_(moves), search_(search), budget_(budget) {}

  using Cells = DrawnMoves::Cells;
  using Claim = PositionCertificate::Claim;

  /// Writes the claims on which the value of the board rests; the value.
  Attempt<int64_t> value_of_board(const Cells& board) { return values_of(alone(moves_.parts(board))); }
  std::vector<Claim> take_claims() { return std::move(claims_); }

 private:
  static constexpr size_t kMostClaimBytes = kMaxCertificateBytes - (size_t{1} << 20);

  struct Told {
    std::optional<int64_t> value;
    std::set<int64_t> excluded;
    bool is_open = false;  // it is being worked on
  };
  struct Option {
    size_t number;             // from 1
    std::vector<Cells> parts;  // the costliest last
    uint64_t cost = 0;         // of parts without a value
  };

  /// Without pairs of equal parts.
  static std::vector<Cells> alone(std::vector<Cells> parts) {
    std::vector<Cells> result;
    for (Cells& part : parts) {
      if (!result.empty() && result.back() == part) {
        result.pop_back();
      } else {
        result.push_back(std::move(part));
      }
    }
    return result;
  }
  static uint64_t cost_of(const Cells& part) {
    const auto cells = static_cast<uint64_t>(
        std::count_if(part.begin(), part.end(), [](int8_t letter) { return letter != DrawnMoves::kGone; }));
    return cells * cells;
  }

  std::vector<Option> options_of(const Cells& part) {
    std::vector<Option> result;
    std::set<std::vector<Cells>> met;
    size_t number = 0;
    for (const Cells& board : moves_.options(part)) {
      Option option{++number, alone(moves_.parts(board)), 0};
      if (!met.insert(option.parts).second) continue;
      std::stable_sort(option.parts.begin(), option.parts.end(),
                       [](const Cells& a, const Cells& b) { return cost_of(a) < cost_of(b); });
      for (const Cells& one : option.parts) option.cost += told_[one].value ? 0 : cost_of(one);
      result.push_back(std::move(option));
    }
    std::stable_sort(result.begin(), result.end(), [](const Option& a, const Option& b) { return a.cost < b.cost; });
    return result;
  }

  /// What the engine says of a sum of parts.
  Attempt<bool> has_value(const std::vector<Cells>& parts, int64_t value) {
    if (parts.empty()) return value == 0;
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
      const Attempt<int64_t> one = value_of(parts[i]);
      if (!one) return one.error();
      value ^= *one;
    }
    const Told& told = told_[parts.back()];
    if (told.value) return *told.value == value;
    if (told.excluded.contains(value)) return false;
    return search_.has_value(moves_.letters(parts.back()), static_cast<uint64_t>(value), budget_);
  }
  Attempt<int64_t> value_of(const Cells& part) {
    if (const auto& known = told_[part].value) return *known;
    const Attempt<uint64_t> value = search_.value(moves_.letters(part), budget_);
    if (!value) return value.error();
    return static_cast<int64_t>(*value);
  }

  /// Claims the values of all parts; their nim-sum.
  Attempt<int64_t> values_of(const std::vector<Cells>& parts) {
    int64_t sum = 0;
    for (const Cells& part : parts) {
      const Attempt<int64_t> value = claim_value(part);
      if (!value) return value;
      sum ^= *value;
    }
    return sum;
  }

  Attempt<void> open(const Cells& part) {
    if (budget_.spent()) return budget_.why();
    if (bytes_ > kMostClaimBytes) return Error::declined("its certificate is longer than 31 MiB");
    Told& told = told_[part];
    if (told.is_open) return Error::declined("no certificate: play may go round");
    told.is_open = true;
    return {};
  }
  void close(const Cells& part, Claim claim) {
    told_[part].is_open = false;
    bytes_ += claim.part.size() + 10;
    claims_.push_back(std::move(claim));
  }

  Attempt<int64_t> claim_value(const Cells& part) {
    if (const auto& known = told_[part].value) return *known;
    const Attempt<int64_t> value = value_of(part);
    if (!value) return value;
    if (auto opened = open(part); !opened) return std::move(opened).error();
    const std::vector<Option> options = options_of(part);
    for (int64_t less = 0; less < *value; ++less) {
      const auto found = claim_option(options, less);
      if (!found) return found.error();
      if (*found == nullptr) return Error::internal("no option has a value below that of the part");
    }
    for (const Option& option : options) {
      int64_t sum = 0;
      for (size_t i = 0; i < option.parts.size(); ++i) {
        const Cells& one = option.parts[i];
        if (i + 1 == option.parts.size() && !told_[one].value) {
          if (auto excluded = exclude(one, *value ^ sum); !excluded) return std::move(excluded).error();
          break;
        }
        const Attempt<int64_t> known = claim_value(one);
        if (!known) return known;
        sum ^= *known;
      }
    }
    close(part, {true, *value, 0, moves_.text(part)});
    told_[part].value = *value;
    return *value;
  }

  /// Claims the values of the parts of the cheapest option that has this value; null where none has.
  Attempt<const Option*> claim_option(const std::vector<Option>& options, int64_t value) {
    for (const Option& option : options) {
      const Attempt<bool> has = has_value(option.parts, value);
      if (!has) return has.error();
      if (!*has) continue;
      const Attempt<int64_t> claimed = values_of(option.parts);
      if (!claimed) return claimed.error();
      return &option;
    }
    return nullptr;
  }

  Attempt<void> exclude(const Cells& part, int64_t value) {
    if (told_[part].excluded.contains(value)) return {};
    if (auto opened = open(part); !opened) return opened;
    const std::vector<Option> options = options_of(part);
    const auto found = claim_option(options, value);
    if (!found) return found.error();
    if (*found == nullptr) {
      // Its own value is another one, though no option has this.
      told_[part].is_open = false;
      const Attempt<int64_t> own = claim_value(part);
      if (!own) return own.error();
      return {};
    }
    close(part, {false, value, static_cast<int64_t>((*found)->number), moves_.text(part)});
    told_[part].excluded.insert(value);
    return {};
  }

  const DrawnMoves& moves_;
  PlaceSearch& search_;
  Budget& budget_;
  std::map<Cells, Told> told_;
  std::vector<Claim> claims_;
  size_t bytes_ = 0;
};

}  // namespace

Attempt<PositionTheorem> prove_position(const Position& position, Budget& budget) {
  const BoardGame* game = board_game(position);
  if (game == nullptr) return Error::declined("certificates are of boards; this is a position of another kind");
  const BoardPosition here = game->position(position);
  const Rule& rule = game->board_rule();
  const Attempt<DrawnMoves> moves = DrawnMoves::of(rule, here.board.place);
  if (!moves) return Error::declined("no certificate: " + moves.error().message());
  if (rule.full_name != rule.name) return Error::declined("no certificate: the game has parameters");
  const Alphabet alphabet(rule.board->letters);
  Attempt<BoardCode> code = board_code(rule, here.board.place, alphabet, budget);
  if (!code) return std::move(code).error();
  const auto search = place_search(*std::move(code), alphabet);
  if (!search) return search.error();
  const auto cells = moves->cells(here.board);
  if (!cells) return cells.error();
  PositionProver prover(*moves, **search, budget);
  const Attempt<int64_t> value = prover.value_of_board(*cells);
  if (!value) return value.error();
  PositionTheorem theorem;
  theorem.claims = {print_rule(rule), rule.name, to_string(here), *value, prover.take_claims()};
  theorem.certificate = to_text(theorem.claims);
  const Attempt<Judgement> judgement = check_position(theorem.certificate, budget);
  if (!judgement) return judgement.error();
  if (!judgement->accepted)
    return Error::declined(
        fmt::format("no certificate: the checker does not take it (line {}: {})", judgement->line, judgement->reason));
  return theorem;
}

std::string statement(const PositionCertificate& certificate) {
  return fmt::format("{} has the value {}.", certificate.position, certificate.value);
}

std::string to_text(const PositionTheorem& theorem) {
  size_t values = 0;
  for (const PositionCertificate::Claim& claim : theorem.claims.claims) values += claim.is ? 1 : 0;
  return fmt::format(
      "Theorem. {}\n\nProof. By {} values of parts of boards and {} values that parts do not have: each follows from "
      "the\n"
      "moves and from those before it. The checker has taken them all.\n",
      statement(theorem.claims), values, theorem.claims.claims.size() - values);
}

}  // namespace grundy
