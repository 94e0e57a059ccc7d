// Positions, sums and moves: equality, hashes and texts of the values inside.
#include <algorithm>

#include "face/inside.h"
#include "game/nim_heap.h"
#include "session/drawing.h"
#include "session/outcomes.h"
#include "session/sum_svg.h"

namespace grundy::face {
namespace {

grundy::Sum inner_sum(const Sum& sum) {
  const std::vector<grundy::Position>& parts = Inside::question(sum).parts;
  return {parts.begin(), parts.end()};
}

void add_homes(const Homes& more, Homes& homes) {
  for (const auto& home : more) {
    if (std::find(homes.begin(), homes.end(), home) == homes.end()) homes.push_back(home);
  }
}

}  // namespace

Position Inside::position(const Homes& homes, grundy::Position position, bool outcome_only) {
  Position result;
  const bool is_heap = position.game == &nim_heaps();
  result.rep_ = std::make_shared<const Position::Rep>(
      Position::Rep{is_heap ? Homes{} : homes, std::move(position), outcome_only});
  return result;
}

const grundy::Position& Inside::position(const Position& position) {
  static const grundy::Position kZero = nim_heap(0);
  return position.rep_ ? position.rep_->position : kZero;
}

const Homes& Inside::homes(const Position& position) {
  static const Homes kNone;
  return position.rep_ ? position.rep_->homes : kNone;
}

Sum Inside::sum(const std::shared_ptr<Home>& home, Question question) {
  Sum result;
  const std::vector<grundy::Position>& parts = question.parts;
  if (parts.empty()) return result;
  const bool needs_home =
      std::any_of(parts.begin(), parts.end(), [](const auto& p) { return p.game != &nim_heaps(); });
  result.rep_ = std::make_shared<const Sum::Rep>(
      Sum::Rep{needs_home ? Homes{home} : Homes{}, std::move(question)});
  return result;
}

Sum Inside::sum(const std::shared_ptr<Home>& home, std::vector<grundy::Position> parts) {
  return sum(home, Question{std::move(parts)});
}

Sum Inside::sum(const std::shared_ptr<Home>& home, const grundy::Sum& parts) {
  return sum(home, std::vector<grundy::Position>(parts.begin(), parts.end()));
}

const Question& Inside::question(const Sum& sum) {
  static const Question kEmpty;
  return sum.rep_ ? sum.rep_->question : kEmpty;
}

const Homes& Inside::homes(const Sum& sum) {
  static const Homes kNone;
  return sum.rep_ ? sum.rep_->homes : kNone;
}

Result<void> Inside::belongs(const Sum& sum, const std::shared_ptr<Home>& home, Asks asks) {
  for (const auto& one : homes(sum)) {
    if (one != home) return input("the sum has a part of another session");
  }
  if (asks == Asks::outcomes || !sum.has_outcome_only()) return {};
  Question refused = question(sum);
  return result(note_outcomes(home->session.rulebook(), refused, grundy::Asks::values));
}

Move Inside::move(const std::shared_ptr<Home>& home, size_t part, const grundy::Position& from,
                  const grundy::Sum& to, std::string condition) {
  return {part, position({home}, from), sum(home, to), std::move(condition),
          from.game->move_in_words(from, to)};
}

Position::Position() = default;
std::string Position::text(size_t limit) const { return to_string(Inside::position(*this), limit); }
std::string Position::game() const {
  const grundy::Position& inner = Inside::position(*this);
  return inner.game == &nim_heaps() ? "*" : inner.game->name();
}
std::string Position::drawing() const {
  const std::string dots = dots_of(Inside::position(*this));
  return dots.empty() ? board_of(Inside::position(*this)) : dots;
}
size_t Position::hash() const { return hash_of(Inside::position(*this)); }
std::strong_ordering operator<=>(const Position& a, const Position& b) {
  return Inside::position(a) <=> Inside::position(b);
}

Sum::Sum() = default;

Sum::Sum(const std::vector<Position>& parts) {
  Rep rep;
  for (const Position& part : parts) {
    add_homes(Inside::homes(part), rep.homes);
    rep.question.parts.push_back(Inside::position(part));
    if (part.rep_ && part.rep_->outcome_only) rep.question.outcomes_only = true;
  }
  rep_ = std::make_shared<const Rep>(std::move(rep));
}

size_t Sum::size() const { return Inside::question(*this).parts.size(); }

Position Sum::operator[](size_t i) const {
  return Inside::position(rep_->homes, rep_->question.parts[i], rep_->question.outcomes_only);
}

std::string Sum::svg() const { return sum_svg(Inside::question(*this).parts); }

bool Sum::has_outcome_only() const { return Inside::question(*this).outcomes_only; }

Sum Sum::sorted() const {
  if (!rep_) return *this;
  Sum result;
  auto rep = std::make_shared<Rep>(*rep_);
  std::sort(rep->question.parts.begin(), rep->question.parts.end());
  result.rep_ = std::move(rep);
  return result;
}

std::string Sum::text(size_t longest, size_t each) const {
  return to_string(inner_sum(*this), each, longest);
}
size_t Sum::hash() const { return hash_of(inner_sum(*this)); }

std::strong_ordering operator<=>(const Sum& a, const Sum& b) {
  const auto& left = Inside::question(a).parts;
  const auto& right = Inside::question(b).parts;
  return std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(),
                                                right.end());
}

Sum operator+(const Sum& a, const Sum& b) {
  if (!a.rep_) return b;
  if (!b.rep_) return a;
  auto rep = std::make_shared<Sum::Rep>(*a.rep_);
  add_homes(b.rep_->homes, rep->homes);
  rep->question.parts.insert(rep->question.parts.end(), b.rep_->question.parts.begin(),
                             b.rep_->question.parts.end());
  if (b.has_outcome_only()) rep->question.outcomes_only = true;
  Sum result;
  result.rep_ = std::move(rep);
  return result;
}

std::string Move::text() const { return from.text() + " → " + to.text(); }

}  // namespace grundy::face
