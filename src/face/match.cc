// Matches: moves read, made and taken back, and advice, over session/match.
#include "face/inside.h"

namespace grundy::face {
namespace {

Move move_of(Match::Rep& rep, const PartMove& move) {
  const grundy::Position& from = rep.match->parts()[move.part];
  return {move.part, Inside::position({rep.home}, from), Inside::sum(rep.home, move.to), {}, rep.match->in_words(move)};
}

}  // namespace

void Match::Rep::begin_call() {
  budget.emplace();
  limit(*budget, home->options);
  home->session.solvers().make_room(*budget);
}

Match::Match(std::unique_ptr<Rep> rep) : rep_(std::move(rep)) {}
Match::Match(Match&&) noexcept = default;
Match& Match::operator=(Match&&) noexcept = default;
Match::~Match() = default;

Result<Match> Session::play(const Sum& sum, Play play) {
  return guarded([&]() -> Result<Match> {
    if (auto belongs = Inside::belongs(sum, home_); !belongs) return belongs.error();
    auto rep = std::make_unique<Match::Rep>(home_);
    rep->play = play;
    rep->begin_call();
    rep->match.emplace(home_->session, Inside::play(play), *rep->budget, home_->options.time_limit);
    if (auto begun = rep->match->begin(Inside::question(sum).parts); !begun) return Inside::error(begun.error());
    return Inside::match(std::move(rep));
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

Result<Move> Match::read(std::string_view text) {
  return guarded([&]() -> Result<Move> {
    if (over()) return Inside::input("the game is over");
    rep_->begin_call();
    return Inside::result(rep_->match->read(text), [&](const PartMove& move) { return move_of(*rep_, move); });
  });
}

Result<void> Match::make(const Move& move) {
  return guarded([&]() -> Result<void> {
    const std::vector<grundy::Position>& parts = rep_->match->parts();
    if (move.part >= parts.size() || parts[move.part] != Inside::position(move.from))
      return Inside::input("the move is not of a part as it stands: " + move.text());
    if (auto belongs = Inside::belongs(move.to, rep_->home); !belongs) return belongs;
    rep_->begin_call();
    const std::vector<grundy::Position>& to = Inside::question(move.to).parts;
    Attempt<grundy::Sum> alive = live_parts(grundy::Sum(to.begin(), to.end()), *rep_->budget);
    if (!alive) return Inside::error(alive.error());
    const grundy::Position& from = parts[move.part];
    const Attempt<bool> legal = from.game->is_option(from, *alive, *rep_->budget);
    if (!legal) return Inside::error(legal.error());
    if (!*legal) return Inside::input("that is no legal move: " + move.text());
    rep_->match->make({move.part, *std::move(alive)});
    return {};
  });
}

Result<void> Match::take_back() {
  return guarded([&]() -> Result<void> {
    if (!rep_->match->has_moved()) return Inside::input("there is no move to take back");
    rep_->match->take_back();
    return {};
  });
}

Result<Advice> Match::advise() {
  return guarded([&]() -> Result<Advice> {
    if (over()) return Inside::input("the game is over");
    rep_->begin_call();
    return Inside::result(rep_->match->advise(), [&](const grundy::Match::Advice& advice) {
      return Advice{Inside::outcome(advice.outcome), move_of(*rep_, advice.move), advice.why, advice.where};
    });
  });
}

Result<MoveList> Match::moves(size_t part, size_t limit) {
  return guarded([&]() -> Result<MoveList> {
    if (part >= rep_->match->parts().size())
      return Inside::input("there is no part " + std::to_string(part) + ", counted from 0");
    rep_->begin_call();
    MoveList result;
    const Attempt<std::vector<PartMove>> moves = rep_->match->moves(part, limit, result.all);
    if (!moves) return Inside::error(moves.error());
    for (const PartMove& move : *moves) result.moves.push_back(move_of(*rep_, move));
    result.in_words = rep_->match->moves_in_words(part);
    return result;
  });
}

}  // namespace grundy::face
