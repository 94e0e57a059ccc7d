#include "proof/position.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "check/drawn.h"
#include "check/played.h"
#include "check/sprouts_lines.h"
#include "engine/board/place_search.h"
#include "engine/plan.h"
#include "engine/sprouts/game.h"
#include "engine/sprouts/land_search.h"
#include "engine/sprouts/notation.h"
#include "game/board_game.h"
#include "game/bound.h"
#include "language/board_text.h"
#include "proof/claim_prover.h"
#include "rewriting/targets.h"
#include "rule/name.h"
#include "rule/print.h"

namespace grundy {
namespace {

using Kind = PositionCertificate::Kind;

uint64_t squared(uint64_t n) { return n * n; }

/// Boards that are drawn in rows, and their values by the search over independent parts.
class DrawnSubject {
 public:
  using Part = DrawnMoves::Part;
  using Option = DrawnMoves::Option;
  DrawnSubject(const DrawnMoves& moves, PlaceSearch& search) : moves_(moves), search_(search) {}

  std::vector<Part> parts(const Option& option) const { return moves_.parts(option); }
  Attempt<std::vector<Option>> options(const Part& part) const { return moves_.options(part); }
  std::string text(const Part& part) const { return moves_.text(part); }
  /// Whether parts that are alike are the same whichever was met first.
  bool is_steady() const { return !moves_.place().is_graph(); }
  static uint64_t cost(const Part& part) {
    return squared(static_cast<uint64_t>(std::count_if(
        part.begin(), part.end(), [](int8_t letter) { return letter != DrawnMoves::kGone; })));
  }
  Attempt<uint64_t> value(const Part& part, Budget& budget) {
    return search_.value(moves_.letters(part), budget);
  }
  Attempt<bool> has_value(const Part& part, uint64_t value, Budget& budget) {
    return search_.has_value(moves_.letters(part), value, budget);
  }

 private:
  const DrawnMoves& moves_;
  PlaceSearch& search_;
};

/// Positions as they are played, and their values by whichever engine knows them.
class PlayedSubject {
 public:
  using Part = PlayedPositions::Part;
  using Option = PlayedPositions::Option;
  PlayedSubject(const PlayedPositions& positions, Games& games)
      : positions_(positions), games_(games) {}

  std::vector<Part> parts(const Option& option) const { return positions_.parts(option); }
  Attempt<std::vector<Option>> options(const Part& part) const { return positions_.options(part); }
  std::string text(const Part& part) const { return positions_.text(part); }
  static bool is_steady() { return true; }
  static uint64_t cost(const Part& part) {
    uint64_t size = part.board.cells.size();
    for (const NaturalSet& set : part.sets) size += set.size();
    for (const int64_t number : part.coordinates) size += static_cast<uint64_t>(number);
    return squared(std::min(size, uint64_t{1} << 20));
  }
  Attempt<int64_t> value_or_loony(const Part& part, Budget& budget) {
    const Position position = position_of(part);
    const Attempt<std::vector<Value>> values = plan(position).values({&position, 1}, budget);
    if (!values) return values.error();
    const Value& value = values->front();
    if (value.is_loony()) return PositionCertificate::kLoony;
    if (!value.is_finite() || !value.ordinal().is_small() ||
        value.ordinal().small() > static_cast<uint64_t>(kMaxCertificateNumber))
      return Error::declined("no certificate: a value is no small number");
    return static_cast<int64_t>(value.ordinal().small());
  }
  Attempt<uint64_t> value(const Part& part, Budget& budget) {
    const Attempt<int64_t> value = value_or_loony(part, budget);
    if (!value) return value.error();
    return static_cast<uint64_t>(*value);
  }
  Attempt<bool> has_value(const Part& part, uint64_t value, Budget& budget) {
    const Position position = position_of(part);
    return plan(position).has_value(position, Value(value), budget);
  }

 private:
  Position position_of(const Part& part) const {
    return part.game->board != nullptr ? board_game(games_, *part.game).at(part)
                                       : games_.of(*part.game).at(part.coordinates);
  }
  Plan& plan(const Position& position) {
    return plans_.try_emplace(position.game, *position.game).first->second;
  }

  const PlayedPositions& positions_;
  Games& games_;
  std::map<const Game*, Plan> plans_;
};

/// Lands of Sprouts by their texts, and their values by the search that goes where a proof is
/// shortest.
class LandSubject {
 public:
  using Part = std::string;
  using Option = SproutsLines::Sum;
  explicit LandSubject(Budget& budget) : search_(table_, budget) {}

  std::vector<Part> parts(const Option& option) const { return option; }
  Attempt<std::vector<Option>> options(const Part& land) const {
    return SproutsLines::options(land);
  }
  std::string text(const Part& land) const { return land; }
  static bool is_steady() { return false; }
  static uint64_t cost(const Part& land) { return land.size(); }
  Attempt<uint64_t> value(const Part& land, Budget&) {
    const sprouts::Drawing drawn = drawing(land);
    return search_.value({&drawn, 1});
  }
  Attempt<bool> has_value(const Part& land, uint64_t value, Budget&) {
    const sprouts::Drawing drawn = drawing(land);
    return search_.has_value({&drawn, 1}, value);
  }
  /// The value, where the search has met the land: what it has not met may take it long.
  std::optional<uint64_t> known(const Part& land) { return search_.known_value(drawing(land)); }

 private:
  static sprouts::Drawing drawing(const Part& land) {
    return *sprouts::read_drawing(land, land, {0, land.size()});
  }

  PartTable table_;
  sprouts::LandSearch search_;
};

/// Claims about a position whose moves may bind the answer, and about all that play can come to.
class ReplyProver {
 public:
  using Part = PlayedPositions::Part;
  using Claim = PositionCertificate::Claim;
  ReplyProver(const PlayedPositions& positions, Games& games, Budget& budget)
      : positions_(positions), subject_(positions, games), budget_(budget) {}

  /// The value of the position, or kLoony.
  Attempt<int64_t> value_of_position(const Part& start) {
    if (auto opened = open(start); !opened) return std::move(opened).error();
    size_t bytes = 0;
    for (;;) {
      Open& last = open_.back();
      if (!last.needed.empty()) {
        const Part next = last.needed.extract(last.needed.begin()).value();
        const auto at = told_.find(next);
        if (at != told_.end() && at->second) continue;
        if (at != told_.end()) return Error::declined("no certificate: play may go round");
        if (auto opened = open(next); !opened) return std::move(opened).error();
        continue;
      }
      const Attempt<int64_t> value = subject_.value_or_loony(last.part, budget_);
      if (!value) return value.error();
      claims_.push_back({true, *value, 0, positions_.text(last.part), {}});
      bytes += claims_.back().part.size() + 16;
      if (bytes > kMaxCertificateBytes)
        return Error::declined("its certificate is longer than 32 MiB");
      told_[last.part] = *value;
      open_.pop_back();
      if (open_.empty()) return *value;
    }
  }
  std::vector<Claim> take_claims() { return std::move(claims_); }

 private:
  struct Open {
    Part part;
    std::set<Part> needed;  // least first: so few are open at a time
  };

  Attempt<void> open(const Part& part) {
    const auto options = positions_.options(part);
    if (!options) return Error::declined("no certificate: " + options.error().message());
    Open next{part, {}};
    for (const auto& option : *options) {
      for (const Part& one : option) {
        const auto at = told_.find(one);
        if (at == told_.end() || !at->second) next.needed.insert(one);
      }
    }
    told_[part] = std::nullopt;
    open_.push_back(std::move(next));
    return {};
  }

  const PlayedPositions& positions_;
  PlayedSubject subject_;
  Budget& budget_;
  std::map<Part, std::optional<int64_t>> told_;  // no value: it is open
  std::vector<Open> open_;
  std::vector<Claim> claims_;
};

/// What a certificate says of the position; the checker has not been asked. `rules`: the rule file.
/// With all parameters of its game.
std::string certified_text(const BoardPosition& here) {
  const Rule& rule = *here.game;
  const std::string text = to_string(here);
  return rule.full_name == rule.name
             ? text
             : name_with_all_parameters(rule) + text.substr(rule.full_name.size());
}

/// As rules have it; declines games without.
Attempt<BoardPosition> of_rule(const Position& position) {
  if (const BoardGame* game = board_game(position)) return game->position(position);
  if (position.game->rule() == nullptr)
    return Error::declined(
        "certificates are of games with rules; this is a position of another kind");
  const auto& numbers = static_cast<const RuleGame&>(*position.game);
  auto coordinates = small_coordinates(*numbers.rule(), numbers.coordinates(position));
  if (!coordinates) return std::move(coordinates).error();
  return BoardPosition{numbers.rule(), *std::move(coordinates), {}, {}};
}

/// By a prover of claims, of what it takes the position to be.
template <class Prover, class Start>
Attempt<PositionCertificate> claims_about(const BoardPosition& here, PositionCertificate::Kind kind,
                                          std::string rules, Prover&& prover, const Start& start) {
  const Attempt<int64_t> value = prover.value_of_position(start);
  if (!value) return value.error();
  return PositionCertificate{kind,   std::move(rules),    here.game->name, certified_text(here),
                             *value, prover.take_claims()};
}

/// The games as they are read again, each with its parameters as the ones it has when none are
/// given.
Attempt<std::string> rules_of(const std::vector<const Rule*>& games) {
  std::set<std::string> names;
  std::string text;
  for (const Rule* game : games) {
    if (!names.insert(game->name).second)
      return Error::declined("no certificate: a game leads to itself with other parameters");
    const std::string whole =
        game->full_name == game->name ? print_rule(*game) : rule_with_parameters(*game);
    if (game->full_name != game->name && whole == print_rule(*game))
      return Error::declined("no certificate: a parameter is a long set");
    text += whole;
  }
  return text;
}

/// The engine's code of the board, with a class for each letter that stays: drawings that leave the
/// letter as it is take it, others do not. The class of cells that can't be filled any more is one.
Attempt<void> add_twins(BoardCode& code, const Alphabet& alphabet, const DrawnMoves& moves) {
  for (const auto& [sign, letter] : moves.twins()) {
    const uint8_t own = code.class_of_letter[alphabet.number(letter)];
    if (own == 0) continue;
    uint8_t& twin = code.class_of_letter[alphabet.number(sign)];
    if (code.settled > 0 && code.open == own) {
      twin = static_cast<uint8_t>(code.settled);
      continue;
    }
    if (code.classes == kMostClasses)
      return Error::declined("more classes of letters than are searched");
    twin = static_cast<uint8_t>(code.classes++);
    const auto add = [&](ClassSet& set) {
      set = static_cast<ClassSet>(set | (set >> own & 1) << twin);
    };
    for (auto* list : {&code.moves, &code.never, &code.over}) {
      for (CodedPlacement& placement : *list) {
        for (CodedCell& cell : placement) {
          if (cell.becomes[own] == own) add(cell.reads);
        }
      }
    }
    for (CodedReach& reach : code.reaches) {
      for (ClassSet* set : {&reach.from, &reach.target, &reach.through}) add(*set);
    }
  }
  return {};
}

/// The search over independent parts, of boards as the checker cuts them.
Attempt<std::unique_ptr<PlaceSearch>> search_of(const BoardPosition& here, const DrawnMoves& moves,
                                                Budget& budget) {
  Letters letters = here.game->board->letters;
  for (const auto& [sign, letter] : moves.twins()) letters.set(static_cast<size_t>(sign));
  const Alphabet alphabet(letters);
  Attempt<BoardCode> code = board_code(*here.game, here.board.place, alphabet, budget);
  if (!code) return std::move(code).error();
  if (auto added = add_twins(*code, alphabet, moves); !added) return std::move(added).error();
  return place_search(*std::move(code), alphabet);
}

Attempt<PositionCertificate> drawn_claims(const BoardPosition& here, const DrawnMoves& moves,
                                          PlaceSearch& search, Budget& budget) {
  const auto cells = moves.cells(here.board);
  if (!cells) return cells.error();
  const Attempt<std::string> rules = rules_of({here.game});
  if (!rules) return rules.error();
  DrawnSubject subject(moves, search);
  return claims_about(here, Kind::drawn, *rules, ClaimProver(subject, budget), *cells);
}

Attempt<PositionCertificate> played_claims(const BoardPosition& here, Games& games,
                                           Budget& budget) {
  const PlayedPositions positions(*here.game, budget);
  const Attempt<std::string> rules = rules_of(positions.games());
  if (!rules) return rules.error();
  if (meets_reply_words(*here.game))
    return claims_about(here, Kind::entailing, *rules, ReplyProver(positions, games, budget), here);
  PlayedSubject subject(positions, games);
  return claims_about(here, Kind::played, *rules, ClaimProver(subject, budget),
                      PlayedPositions::Option{here});
}

/// About parts where the board is drawn in letters and searched by parts, else about whole
/// positions.
Attempt<PositionCertificate> claims_of(const BoardPosition& here, Games& games, Budget& budget) {
  const bool is_free = !meets_reply_words(*here.game);
  if (is_free && here.game->board != nullptr && here.game->board->has_board()) {
    if (const auto drawn = DrawnMoves::of(*here.game, here.board.place)) {
      if (const auto search = search_of(here, *drawn, budget))
        return drawn_claims(here, *drawn, **search, budget);
    }
  }
  return played_claims(here, games, budget);
}

Attempt<PositionCertificate> claims_by_rule(const Position& position, Budget& budget) {
  const Attempt<BoardPosition> here = of_rule(position);
  if (!here) return here.error();
  const BoardGame* game = board_game(position);
  Games& games =
      game != nullptr ? game->games() : static_cast<const RuleGame*>(position.game)->games();
  return claims_of(*here, games, budget);
}

Attempt<PositionCertificate> claims_about_lands(const Position& position, Budget& budget) {
  const auto lands =
      SproutsLines::lands(sprouts::drawing_text(SproutsGame::drawing(position), kWholeBytes));
  if (!lands) return Error::declined("no certificate: " + lands.error().message());
  LandSubject subject(budget);
  ClaimProver prover(subject, budget);
  const Attempt<int64_t> value = prover.value_of_position(*lands);
  if (!value) return value.error();
  return PositionCertificate{Kind::sprouts,       "",     "sprouts",
                             to_string(position), *value, prover.take_claims()};
}

}  // namespace

Attempt<std::string> certified_text(const Position& position) {
  if (const auto* bound = as<BoundGame>(position.game)) {
    const auto within = certified_text(bound->within(position));
    return within ? Attempt<std::string>(std::string(reply_word(Reply::here)) + *within) : within;
  }
  if (as<SproutsGame>(position.game) != nullptr) return to_string(position);
  const Attempt<BoardPosition> here = of_rule(position);
  if (!here) return here.error();
  return certified_text(*here);
}

Attempt<void> is_about(const PositionCertificate& certificate, const Position& position,
                       const Budget& budget) {
  const Attempt<std::string> text = certified_text(position);
  if (!text) return text.error();
  if (*text != certificate.position)
    return Error::input(fmt::format("the certificate is about {}", certificate.position));
  if (certificate.kind == Kind::sprouts) return {};
  const Attempt<BoardPosition> here = of_rule(position);
  if (!here) return here.error();
  const Rule& game = *here->game;
  const Attempt<std::string> rules =
      rules_of(certificate.kind == Kind::drawn ? std::vector<const Rule*>{&game}
                                               : PlayedPositions(game, budget).games());
  if (!rules) return rules.error();
  if (*rules != certificate.rule)
    return Error::input(
        fmt::format("the certificate is about another rule of the name {}", game.name));
  return {};
}

Attempt<PositionTheorem> prove_position(const Position& position, Budget& budget) {
  Attempt<PositionCertificate> claims = as<SproutsGame>(position.game) != nullptr
                                            ? claims_about_lands(position, budget)
                                            : claims_by_rule(position, budget);
  if (!claims) return std::move(claims).error();
  PositionTheorem theorem;
  theorem.claims = *std::move(claims);
  theorem.certificate = to_text(theorem.claims);
  const Attempt<Judgement> judgement = check_position(theorem.certificate, budget);
  if (!judgement) return judgement.error();
  if (!judgement->accepted)
    return Error::declined(fmt::format("no certificate: the checker does not take it (line {}: {})",
                                       judgement->line, judgement->reason));
  return theorem;
}

std::string statement(const PositionCertificate& certificate) {
  return certificate.value == PositionCertificate::kLoony
             ? fmt::format("{} is loony: whoever moves wins any sum with it.", certificate.position)
             : fmt::format("{} has the value {}.", certificate.position, certificate.value);
}

std::string to_text(const PositionTheorem& theorem) {
  size_t values = 0;
  size_t others = 0;
  for (const PositionCertificate::Claim& claim : theorem.claims.claims) {
    ++(claim.is ? values : others);
    others += claim.replies.size();
  }
  const Kind kind = theorem.claims.kind;
  const char* parts = kind == Kind::sprouts ? "lands" : kind == Kind::drawn ? "parts" : "positions";
  const std::string not_values =
      kind == Kind::entailing ? ""
                              : fmt::format(" and {} values that {} do not have", others, parts);
  return fmt::format(
      "Theorem. {}\n\n"
      "Proof. By {} values of {}{}{}: each follows from the\n"
      "moves and from those before it. The checker accepted all of them.\n",
      statement(theorem.claims), values, parts, kind == Kind::drawn ? " of boards" : "",
      not_values);
}

}  // namespace grundy
