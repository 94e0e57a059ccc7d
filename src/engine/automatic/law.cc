#include "engine/automatic/law.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy::automatic {
namespace {

std::vector<Track> coordinate_tracks(size_t arity) {
  std::vector<Track> result;
  for (size_t i = 0; i < arity; ++i) result.push_back(static_cast<Track>(i));
  return result;
}

/// The tracks of a line that are no coordinates of the position.
std::vector<Track> option_tracks(const LineMoves& line, size_t arity) {
  std::vector<Track> result;
  for (const auto& part : line.parts) {
    for (const Track track : part) {
      if (track >= static_cast<Track>(arity) &&
          std::find(result.begin(), result.end(), track) == result.end())
        result.push_back(track);
    }
  }
  return result;
}

/// The moves to one part of a line's sum, as they bear on why play ends.
struct ToPart {
  Relation moves;
  std::vector<Track> part;
};

Linear measure_term(const Measure& measure, const std::vector<Track>& tracks) {
  Linear sum;
  for (size_t i = 0; i < tracks.size(); ++i) sum = sum + measure.factors[i] * track_term(tracks[i]);
  return sum;
}

/// The measure of `a` is greater than that of `b`.
Relation greater(Workshop& shop, const Measure& measure, const std::vector<Track>& a,
                 const std::vector<Track>& b) {
  if (!measure.greatest) return shop.less(measure_term(measure, b), measure_term(measure, a));
  Relation some = shop.truth(false);
  for (const Track x : a) {
    Relation above = shop.truth(true);
    for (const Track y : b) above = shop.both(above, shop.less(track_term(y), track_term(x)));
    some = shop.either(some, above);
  }
  return some;
}

std::vector<Measure> candidates(size_t arity) {
  std::vector<Measure> result{{std::vector<int64_t>(arity, 1), false}};
  for (size_t i = 0; i < arity && arity > 1; ++i) {
    Measure one{std::vector<int64_t>(arity, 0), false};
    one.factors[i] = 1;
    result.push_back(std::move(one));
  }
  if (arity > 1) result.push_back({{}, true});
  return result;
}

/// Measures that every move lowers lexicographically; nothing when none are found.
std::optional<std::vector<Measure>> find_measures(Workshop& shop,
                                                  const std::vector<LineMoves>& lines,
                                                  size_t arity) {
  const std::vector<Track> here = coordinate_tracks(arity);
  std::vector<ToPart> left;
  for (const LineMoves& line : lines) {
    for (const auto& part : line.parts) {
      std::vector<Track> others;
      for (const Track track : option_tracks(line, arity)) {
        if (std::find(part.begin(), part.end(), track) == part.end()) others.push_back(track);
      }
      left.push_back({shop.exists(line.moves, others), part});
    }
  }
  std::vector<Measure> result;
  for (bool found = true; found;) {
    std::erase_if(left, [](const ToPart& one) { return one.moves.empty(); });
    if (left.empty()) return shop.failed() ? std::nullopt : std::optional(result);
    found = false;
    for (const Measure& measure : candidates(arity)) {
      if (std::find(result.begin(), result.end(), measure) != result.end()) continue;
      const bool never_up = std::all_of(left.begin(), left.end(), [&](const ToPart& one) {
        return shop.both(one.moves, greater(shop, measure, one.part, here)).empty();
      });
      if (shop.failed()) return std::nullopt;
      if (!never_up) continue;
      std::vector<ToPart> same;
      bool lowers = false;
      for (const ToPart& one : left) {
        same.push_back({shop.without(one.moves, greater(shop, measure, here, one.part)), one.part});
        lowers = lowers || !(same.back().moves == one.moves);
      }
      if (!lowers) continue;
      left = std::move(same);
      result.push_back(measure);
      found = true;
      break;
    }
  }
  return std::nullopt;
}

/// A move of the line to a position that is not inside.
std::optional<LeavingMove> move_out_of(Workshop& shop, const LineMoves& line,
                                       const Relation& inside, size_t arity) {
  for (const auto& part : line.parts) {
    const Relation out =
        shop.both(line.moves, shop.negation(shop.instance(inside.automaton, part)));
    if (shop.failed() || out.empty()) continue;
    const std::vector<Natural> numbers = shop.least(out);
    const auto number = [&](Track track) {
      const auto at =
          std::lower_bound(out.tracks.begin(), out.tracks.end(), track) - out.tracks.begin();
      return numbers[static_cast<size_t>(at)];
    };
    LeavingMove move;
    for (const Track track : coordinate_tracks(arity)) move.from.push_back(number(track));
    for (const Track track : part) move.to.push_back(number(track));
    return move;
  }
  return std::nullopt;
}

LawVerdict unknown_law(const Workshop& shop) {
  return {LawVerdict::Kind::unknown, shop.failure(), {}};
}

/// Refuted when the relation, of coordinates first, is not empty.
std::optional<LawVerdict> refuted(Workshop& shop, const Relation& wrong, size_t arity,
                                  const char* flaw) {
  if (shop.failed()) return unknown_law(shop);
  if (wrong.empty()) return std::nullopt;
  std::vector<Natural> at = shop.least(wrong);
  at.resize(arity);
  return LawVerdict{LawVerdict::Kind::refuted, flaw, std::move(at)};
}

LawVerdict decide_losing(Workshop& shop, const Moves& moves, const Automaton& law) {
  const std::vector<Track> here = coordinate_tracks(moves.arity);
  const Relation losing = shop.both(shop.instance(law, here), moves.domain);
  Relation winning = shop.truth(false);
  for (const LineMoves& line : moves.lines) {
    if (line.parts.size() > 1)
      return {LawVerdict::Kind::unknown, "who wins a sum is told by values only", {}};
    std::vector<Relation> parts{line.moves};
    for (const auto& part : line.parts) parts.push_back(shop.instance(law, part));
    const Relation reaches = shop.exists_all(std::move(parts), option_tracks(line, moves.arity));
    if (auto flaw = refuted(shop, shop.both(losing, reaches), moves.arity,
                            "a move leads to another losing position"))
      return *flaw;
    winning = shop.either(winning, reaches);
  }
  const Relation others = shop.without(moves.domain, losing);
  if (auto flaw = refuted(shop, shop.without(others, winning), moves.arity,
                          "no move leads to a losing position"))
    return *flaw;
  return shop.failed() ? unknown_law(shop) : LawVerdict{LawVerdict::Kind::proved, "", {}};
}

LawVerdict decide_values(Workshop& shop, const Moves& moves, LawKind kind, const Automaton& law) {
  const bool powers = kind == LawKind::powers;
  const auto leads_to_sum = [](const LineMoves& line) { return line.parts.size() > 1; };
  if (powers && std::any_of(moves.lines.begin(), moves.lines.end(), leads_to_sum))
    return {
        LawVerdict::Kind::unknown, "a sum of powers is not the power of the values' nim-sum", {}};
  const std::vector<Track> here = coordinate_tracks(moves.arity);
  const Track value = kFirstFreeTrack, other = kFirstFreeTrack + 1;
  std::vector<Track> with_value = here, with_other = here;
  with_value.push_back(value);
  with_other.push_back(other);
  const Relation values =
      shop.both(shop.instance(law, with_value), shop.both(moves.domain, shop.anything(with_value)));
  const Relation others = shop.instance(law, with_other);
  const Relation less = shop.less(track_term(other), track_term(value));
  if (auto flaw = refuted(shop, shop.both(shop.both(values, less), others), moves.arity,
                          "it has two values"))
    return *flaw;
  const Relation valued = shop.exists(values, {value});
  if (auto flaw = refuted(shop, shop.without(moves.domain, valued), moves.arity, "it has no value"))
    return *flaw;
  const Relation numbers = powers ? shop.power(value, 2) : shop.anything({value});
  if (auto flaw =
          refuted(shop, shop.without(values, numbers), moves.arity, "its number is no power of 2"))
    return *flaw;
  const Relation have = option_values(shop, moves, kind, law, value);
  if (auto flaw =
          refuted(shop, shop.both(have, values), moves.arity, "an option has the same value"))
    return *flaw;
  // `other` is the value and `value` something smaller.
  const Relation smaller = shop.exists_all(
      {others, shop.less(track_term(value), track_term(other)), numbers, moves.domain}, {other});
  if (auto flaw = refuted(shop, shop.without(smaller, have), moves.arity,
                          "some smaller value is the value of no option"))
    return *flaw;
  return shop.failed() ? unknown_law(shop) : LawVerdict{LawVerdict::Kind::proved, "", {}};
}

}  // namespace

size_t AutomaticLaw::live_count() const {
  size_t count = 0;
  for (uint32_t state = 0; state < automaton.states(); ++state)
    count += automaton.is_sink(state) ? 0 : 1;
  return count;
}

Attempt<Moves> read_moves(Workshop& workshop, const Rule& rule, const Domain& domain) {
  auto lines = line_moves(workshop, rule);
  if (!lines) return std::move(lines).error();
  const std::vector<Track> here = coordinate_tracks(rule.arity());
  Relation inside = workshop.anything(here);
  for (const Expr& condition : domain.conditions) {
    auto where = positions_where(workshop, condition);
    if (!where) return std::move(where).error();
    inside = workshop.both(inside, *where);
  }
  std::optional<LeavingMove> leaving;
  for (LineMoves& line : *lines) {
    line.moves = workshop.both(line.moves, inside);
    if (!domain.conditions.empty() && !leaving)
      leaving = move_out_of(workshop, line, inside, rule.arity());
  }
  if (leaving) return Moves{rule.arity(), std::move(inside), {}, {}, std::move(leaving)};
  auto measures = find_measures(workshop, *lines, rule.arity());
  if (!measures) {
    return Error::declined(workshop.failed()
                               ? workshop.failure()
                               : "no list of measures was found that every move lowers");
  }
  return Moves{rule.arity(), std::move(inside), *std::move(lines), *std::move(measures), {}};
}

std::string describe(const std::vector<Measure>& measures,
                     const std::vector<std::string>& coordinates) {
  std::vector<std::string> texts;
  for (const Measure& measure : measures) {
    std::vector<std::string> terms;
    for (size_t i = 0; i < coordinates.size(); ++i) {
      if (!measure.greatest && measure.factors[i] == 1) terms.push_back(coordinates[i]);
    }
    texts.push_back(measure.greatest ? fmt::format("max({})", fmt::join(coordinates, ", "))
                                     : fmt::format("{}", fmt::join(terms, " + ")));
  }
  if (texts.empty()) return "there are no moves";
  if (texts.size() == 1) return "every move lowers " + texts[0];
  return fmt::format("every move lowers ({}) lexicographically", fmt::join(texts, ", "));
}

LawVerdict decide_law(Workshop& workshop, const Moves& moves, LawKind kind, const Automaton& law) {
  return kind == LawKind::losing ? decide_losing(workshop, moves, law)
                                 : decide_values(workshop, moves, kind, law);
}

std::vector<Relation> moves_with_values(Workshop& shop, const LineMoves& line, LawKind kind,
                                        const Automaton& values, Track value,
                                        std::vector<Track>& inner) {
  std::vector<Relation> result{line.moves};
  Track sum = 0, next = kFirstFreeTrack + 2;
  const auto inside = [&](bool is_last) {
    if (is_last) return value;
    inner.push_back(next);
    return next++;
  };
  for (size_t p = 0; p < line.parts.size(); ++p) {
    const bool is_last = p + 1 == line.parts.size();
    const Track own = inside(is_last && p == 0);
    std::vector<Track> tracks = line.parts[p];
    tracks.push_back(own);
    result.push_back(shop.instance(values, tracks));
    if (p == 0) {
      sum = own;
      continue;
    }
    const Track total = inside(is_last);
    result.push_back(shop.nim_sum(sum, own, total));
    sum = total;
  }
  const int64_t none = kind == LawKind::powers ? 1 : 0;
  if (line.parts.empty()) result.push_back(shop.is_zero(track_term(value) - constant_term(none)));
  return result;
}

Relation option_values(Workshop& shop, const Moves& moves, LawKind kind, const Automaton& values,
                       Track value) {
  Relation have = shop.truth(false);
  for (const LineMoves& line : moves.lines) {
    std::vector<Track> gone = option_tracks(line, moves.arity);
    std::vector<Relation> parts = moves_with_values(shop, line, kind, values, value, gone);
    have = shop.either(have, shop.exists_all(std::move(parts), gone));
  }
  std::vector<Track> all = coordinate_tracks(moves.arity);
  all.push_back(value);
  return shop.both(have, shop.anything(all));
}

}  // namespace grundy::automatic
