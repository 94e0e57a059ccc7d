// Matches: moves read, named, made and taken back, and advice, over session/match and session/rows.
#include <algorithm>

#include "base/file.h"
#include "face/inside.h"
#include "session/describe.h"
#include "session/guess.h"

namespace grundy::face {
namespace {

Move move_of(Match::Rep& rep, const PartMove& move) {
  const grundy::Position& from = rep.match->parts()[move.part];
  return {move.part,
          Inside::position({rep.home}, from),
          Inside::sum(rep.home, move.to),
          {},
          rep.match->in_words(move)};
}

/// Of a move that is known to be legal.
Move given(Match::Rep& rep, const PartMove& move) {
  rep.given.push_back(move);
  return move_of(rep, move);
}

/// A match that `begin` sets up.
Result<Match> begun_match(const std::shared_ptr<Home>& home, Play play, Call& call,
                          const std::vector<grundy::Position>& parts,
                          const std::function<Attempt<void>(grundy::Match&)>& begin) {
  auto rep = std::make_unique<Match::Rep>(home);
  rep->play = play;
  rep->match.emplace(home->session, Inside::play(play), call.budget, home->options.time_limit);
  if (auto done = begin(*rep->match); !done) return Inside::error(done.error());
  rep->rows.emplace(home->session, *rep->match, call.budget, parts);
  return Inside::match(std::move(rep));
}

}  // namespace

Attempt<PartMove> Match::Rep::known(const Move& move, Budget& budget) const {
  const std::vector<grundy::Position>& parts = match->parts();
  if (move.part >= parts.size() || parts[move.part] != Inside::position(move.from))
    return grundy::Error::input("the move is not of a part as it stands: " + move.text());
  if (auto belongs = Inside::belongs(move.to, home); !belongs) return inner(belongs.error());
  const std::vector<grundy::Position>& to = Inside::question(move.to).parts;
  const grundy::Sum whole(to.begin(), to.end());
  const auto known = std::find_if(given.begin(), given.end(), [&](const PartMove& one) {
    return one.part == move.part && one.to == whole;
  });
  if (known != given.end()) return *known;
  Attempt<grundy::Sum> alive = live_parts(whole, budget);
  if (!alive) return std::move(alive).error();
  const grundy::Position& from = parts[move.part];
  const Attempt<bool> legal = from.game->is_option(from, *alive, budget);
  if (!legal) return legal.error();
  if (!*legal) return grundy::Error::input("that is no legal move: " + move.text());
  return PartMove{move.part, *std::move(alive)};
}

Match::Match(std::unique_ptr<Rep> rep) : rep_(std::move(rep)) {}
Match::Match(Match&&) noexcept = default;
Match& Match::operator=(Match&&) noexcept = default;
Match::~Match() = default;

Result<Match> Session::play(const Sum& sum, Play play) {
  return guarded([&]() -> Result<Match> {
    if (auto belongs = Inside::belongs(sum, home_); !belongs) return belongs.error();
    Call call(*home_);
    const std::vector<grundy::Position>& parts = Inside::question(sum).parts;
    return begun_match(home_, play, call, parts,
                       [&](grundy::Match& match) { return match.begin(parts); });
  });
}

Result<Match> Session::play_by(const std::string& certificate) {
  return guarded([&]() -> Result<Match> {
    const Attempt<std::string> text = read_file(certificate, kMaxCertificateBytes);
    if (!text) return Inside::error(text.error());
    Call call(*home_);
    const auto strategy = Strategy::read(*text, call.budget);
    if (!strategy) return Inside::error(strategy.error());
    const auto question = home_->session.read((*strategy)->certificate().position, call.budget);
    if (!question) return Inside::error(question.error());
    const std::vector<grundy::Position>& parts = question->parts;
    return begun_match(home_, Play::normal, call, parts,
                       [&](grundy::Match& match) { return match.begin(parts[0], *strategy); });
  });
}

Result<Match> Session::play(std::string_view sum, Play play) {
  Result<Sum> read = this->read(sum);
  if (!read) return std::move(read).error();
  return this->play(*read, play);
}

Sum Match::parts() const { return Inside::sum(rep_->home, rep_->match->parts()); }
Play Match::play() const { return rep_->play; }
bool Match::over() const { return rep_->match->over(); }
bool Match::moves_again() const { return rep_->match->moves_again(); }

Result<Move> Match::read(std::string_view text) {
  return guarded([&]() -> Result<Move> {
    if (over()) return Inside::input("the game is over");
    Call call(*rep_->home);
    const Attempt<std::optional<PartMove>> in_row = rep_->rows->read(text);
    if (!in_row) return Inside::error(in_row.error());
    if (*in_row) return given(*rep_, **in_row);
    return Inside::result(rep_->match->read(text),
                          [&](const PartMove& move) { return given(*rep_, move); });
  });
}

Result<std::string> Match::describe(const Move& move) {
  return guarded([&]() -> Result<std::string> {
    Call call(*rep_->home);
    const Attempt<PartMove> known = rep_->known(move, call.budget);
    if (!known) return Inside::error(known.error());
    if (!rep_->rows->has(move.part)) return rep_->match->describe(*known);
    return Inside::result(rep_->rows->describe(*known), std::identity());
  });
}

Result<void> Match::make(const Move& move) {
  return guarded([&]() -> Result<void> {
    Call call(*rep_->home);
    const Attempt<PartMove> known = rep_->known(move, call.budget);
    if (!known) return Inside::error(known.error());
    if (auto made = rep_->rows->make(*known); !made) return Inside::error(made.error());
    rep_->given.clear();
    return {};
  });
}

Result<void> Match::take_back() {
  return guarded([&]() -> Result<void> {
    if (!rep_->match->has_moved()) return Inside::input("there is no move to take back");
    rep_->rows->take_back();
    rep_->given.clear();
    return {};
  });
}

Result<Advice> Match::advise() {
  return guarded([&]() -> Result<Advice> {
    if (over()) return Inside::input("the game is over");
    Call call(*rep_->home);
    return Inside::result(rep_->match->advise(), [&](const grundy::Match::Advice& advice) {
      return Advice{Inside::outcome(advice.outcome), given(*rep_, advice.move), advice.why,
                    advice.where};
    });
  });
}

Result<Advice> Match::any_move(uint64_t number) {
  return guarded([&]() -> Result<Advice> {
    if (over()) return Inside::input("the game is over");
    Call call(*rep_->home);
    return Inside::result(rep_->match->any_move(number), [&](const grundy::Match::Advice& advice) {
      return Advice{Inside::outcome(advice.outcome), given(*rep_, advice.move), advice.why,
                    advice.where};
    });
  });
}

bool Match::in_row(size_t part) const { return rep_->rows->has(part); }
std::string Match::picture() const { return rep_->rows->picture(); }
std::string Match::name(size_t part) const { return rep_->rows->name(rep_->match->parts()[part]); }

Result<NamedMoves> Match::named_moves(size_t part, size_t limit) {
  return guarded([&]() -> Result<NamedMoves> {
    if (!in_row(part))
      return Inside::input("part " + std::to_string(part) + ", counted from 0, stands in no row");
    Call call(*rep_->home);
    NamedMoves result;
    Attempt<std::vector<std::string>> names = rep_->rows->moves(part, limit, result.all);
    if (!names) return Inside::error(names.error());
    result.names = *std::move(names);
    return result;
  });
}

std::string Session::rules(const Position& position) const {
  const Rule* rule = Inside::position(position).game->rule();
  const Definition* definition =
      rule == nullptr ? nullptr : home_->session.rulebook().find(rule->name);
  return definition == nullptr ? "" : rules_text(*definition);
}

Result<std::string> Session::compare_with_guess(const Position& position, std::string_view lines) {
  return guarded([&]() -> Result<std::string> {
    if (auto belongs = Inside::belongs(Sum({position}), home_); !belongs) return belongs.error();
    Call call(*home_);
    return Inside::result(
        grundy::compare_with_guess(Inside::position(position), lines, call.budget),
        std::identity());
  });
}

Result<MoveList> Match::moves(size_t part, size_t limit) {
  return guarded([&]() -> Result<MoveList> {
    if (part >= rep_->match->parts().size())
      return Inside::input("there is no part " + std::to_string(part) + ", counted from 0");
    Call call(*rep_->home);
    MoveList result;
    const Attempt<std::vector<PartMove>> moves = rep_->match->moves(part, limit, result.all);
    if (!moves) return Inside::error(moves.error());
    for (const PartMove& move : *moves) result.moves.push_back(move_of(*rep_, move));
    result.in_words = rep_->match->moves_in_words(part);
    return result;
  });
}

}  // namespace grundy::face
