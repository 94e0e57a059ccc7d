#include "analysis/pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>

#include "analysis/line_reader.h"

namespace grundy {
namespace {

constexpr size_t kMostCommonAtoms = 8;  // whose truth is chosen freely

std::optional<std::vector<Piece>> read_pieces(isl_ctx* context, const Rule& rule,
                                              const MoveLine& line, bool without_ranges,
                                              unsigned& bits) {
  const auto read = read_line(rule, line, without_ranges);
  auto pieces = read ? eliminated(context, *read) : std::nullopt;
  if (!pieces) return pieces;
  for (const Piece& one : *pieces) {
    if (one.most_bits != 0) bits = bits == 0 ? one.most_bits : std::min(bits, one.most_bits);
  }
  return pieces;
}

/// The dimensions of `set`, moved: dimension i becomes to[i].
isl::Set moved_set(isl_ctx* context, const isl::Set& set, const std::vector<size_t>& to) {
  const auto size = static_cast<unsigned>(to.size());
  isl_map* change = isl_map_universe(isl_space_alloc(context, 0, size, size));
  for (unsigned i = 0; i < size; ++i)
    change = isl_map_equate(change, isl_dim_in, static_cast<int>(i), isl_dim_out,
                            static_cast<int>(to[i]));
  return isl::Set(isl_set_apply(set.copy(), change));
}
Piece moved_piece(isl_ctx* context, const Piece& piece, const std::vector<size_t>& to) {
  Piece result{{}, moved_set(context, piece.pairs, to), piece.most_bits};
  for (Literal literal : piece.literals) {
    for (LinearForm& form : literal.atom.terms) {
      LinearForm there{std::vector<int64_t>(to.size()), form.constant};
      for (size_t i = 0; i < to.size(); ++i) there.coefficients[to[i]] = coefficient(form, i);
      form = std::move(there);
    }
    literal.atom = canonical(std::move(literal.atom));
    result.literals.push_back(std::move(literal));
  }
  return result;
}

/// With all orders of parts that are the same game: a sum has none.
std::vector<Piece> without_order(isl_ctx* context, const MovesToParts& moves, size_t arity) {
  const size_t count = moves.parts.size();
  if (count < 2) return moves.pieces;
  std::vector<size_t> first(count + 1, arity);  // dimension of each part
  for (size_t p = 0; p < count; ++p) first[p + 1] = first[p] + moves.parts[p].dimensions();
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::vector<Piece> result;
  do {
    bool same_games = true;
    for (size_t p = 0; p < count; ++p)
      same_games = same_games && moves.parts[order[p]] == moves.parts[p];
    if (!same_games) continue;
    std::vector<size_t> to(first.back());
    std::iota(to.begin(), to.end(), size_t{0});
    for (size_t p = 0; p < count; ++p) {
      for (size_t i = 0; i < moves.parts[p].dimensions(); ++i)
        to[first[p] + i] = first[order[p]] + i;
    }
    for (const Piece& piece : moves.pieces) result.push_back(moved_piece(context, piece, to));
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

/// Whether the pieces are the same set of pairs, whichever atoms are true.
bool same_pieces(isl_ctx* context, size_t dimensions, const std::vector<Piece>& a,
                 const std::vector<Piece>& b) {
  std::vector<Atom> atoms;
  for (const auto* pieces : {&a, &b}) {
    for (const Piece& piece : *pieces) {
      for (const Literal& literal : piece.literals) {
        if (std::find(atoms.begin(), atoms.end(), literal.atom) == atoms.end())
          atoms.push_back(literal.atom);
      }
    }
  }
  if (atoms.size() > kMostCommonAtoms) return false;
  for (size_t truths = 0; truths < size_t{1} << atoms.size(); ++truths) {
    const auto pairs_of = [&](const std::vector<Piece>& pieces) {
      isl::Set result(isl_set_empty(space_of(context, dimensions)));
      for (const Piece& piece : pieces) {
        const bool holds =
            std::all_of(piece.literals.begin(), piece.literals.end(), [&](const Literal& literal) {
              const auto i = std::find(atoms.begin(), atoms.end(), literal.atom) - atoms.begin();
              return ((truths >> i & 1) != 0) == literal.holds;
            });
        if (holds) result = join_sets(std::move(result), piece.pairs);
      }
      return result;
    };
    isl::Set left = pairs_of(a), right = pairs_of(b);
    const auto are_same = [&] {
      return isl_set_is_equal(left.keep(), right.keep()) == isl_bool_true;
    };
    // What follows from the atoms is seldom needed, least of all from those that don't hold.
    for (const bool holding : {true, false}) {
      for (size_t i = 0; i < atoms.size() && !are_same(); ++i) {
        if (((truths >> i & 1) != 0) != holding) continue;
        const isl::Set facts = facts_of(context, dimensions, {atoms[i], holding});
        left = meet_sets(left, facts);
        right = meet_sets(right, facts);
      }
    }
    if (!are_same()) return false;
  }
  return true;
}

/// The moves of the rule from positions whose numbers have at most `bits` binary digits, which
/// becomes less where that is needed; 0: any number.
std::optional<std::vector<MovesToParts>> pieces_up_to(isl_ctx* context, const Rule& rule,
                                                      unsigned& bits) {
  if (rule.is_alias || rule.moves_by_code || rule.board) return std::nullopt;
  std::vector<MovesToParts> result;
  for (const MoveLine& line : rule.moves) {
    std::vector<PartKind> parts, without_ranges;
    for (const Part& part : line.parts) {
      parts.push_back({part.game, !part.binders.empty()});
      if (part.binders.empty()) without_ranges.push_back({part.game, false});
    }
    const size_t ranges = parts.size() - without_ranges.size();
    if (ranges > 1) return std::nullopt;
    for (const bool without : {false, true}) {
      if (without && ranges == 0) continue;
      auto pieces = read_pieces(context, rule, line, without, bits);
      if (!pieces) return std::nullopt;
      const std::vector<PartKind>& these = without ? without_ranges : parts;
      auto there = std::find_if(result.begin(), result.end(),
                                [&](const auto& one) { return one.parts == these; });
      if (there == result.end()) there = result.insert(there, {these, {}});
      std::move(pieces->begin(), pieces->end(), std::back_inserter(there->pieces));
    }
  }
  std::erase_if(result, [](const MovesToParts& one) { return one.pieces.empty(); });
  return result;
}

/// Whether no move leads to a number that is greater than each of the position.
bool never_grows(isl_ctx* context, size_t arity, const std::vector<MovesToParts>& moves) {
  for (const MovesToParts& some : moves) {
    size_t dimensions = arity;
    for (const PartKind& part : some.parts) dimensions += part.dimensions();
    for (const Piece& piece : some.pieces) {
      for (size_t o = arity; o < dimensions; ++o) {
        std::vector<LinearForm> greater;
        for (size_t i = 0; i < arity; ++i)
          greater.push_back(shifted(*plus(dimension_form(o), -1, dimension_form(i)), -1));
        if (!is_empty_set(meet_sets(piece.pairs, points_where(context, dimensions, {}, greater))))
          return false;
      }
    }
  }
  return true;
}

using GamePairs = std::map<const Rule*, const Rule*>;

bool same_moves(isl_ctx* context, const Rule& a, const Rule& b, const std::vector<size_t>& order,
                GamePairs& pairs, unsigned& bits) {
  if (&a == &b) return true;
  if (a.arity() != b.arity() || order.size() != a.arity() || a.is_alias || b.is_alias || a.board ||
      b.board || a.moves_by_code || b.moves_by_code)
    return false;
  if (const auto known = pairs.find(&a); known != pairs.end()) return known->second == &b;
  pairs[&a] = &b;
  const auto left = pieces_up_to(context, a, bits), right = pieces_up_to(context, b, bits);
  if (!left || !right || left->size() != right->size()) return false;
  std::vector<char> taken(right->size());
  const auto straight = [](size_t arity) {
    std::vector<size_t> result(arity);
    std::iota(result.begin(), result.end(), size_t{0});
    return result;
  };
  return std::all_of(left->begin(), left->end(), [&](const MovesToParts& mine) {
    for (size_t i = 0; i < right->size(); ++i) {
      const MovesToParts& other = (*right)[i];
      if (taken[i] != 0 || mine.parts.size() != other.parts.size()) continue;
      GamePairs trial = pairs;
      bool fits = true;
      for (size_t p = 0; p < mine.parts.size() && fits; ++p) {
        const PartKind here = mine.parts[p], there = other.parts[p];
        const bool own = here.game == &a && there.game == &b;
        fits = here.is_range == there.is_range &&
               (own || (here.game->arity() == there.game->arity() &&
                        same_moves(context, *here.game, *there.game, straight(here.game->arity()),
                                   trial, bits)));
      }
      if (!fits) continue;
      // Coordinate order[i] of a is coordinate i of b, in the position and in its own parts.
      std::vector<size_t> to;
      for (const size_t at : order) to.push_back(at);
      for (const PartKind& part : mine.parts) {
        const size_t begin = to.size();
        for (size_t k = 0; k < part.dimensions(); ++k)
          to.push_back(begin + (part.game == &a && !part.is_range ? order[k] : k));
      }
      std::vector<Piece> theirs;
      for (const Piece& piece : without_order(context, other, b.arity()))
        theirs.push_back(moved_piece(context, piece, to));
      if (!same_pieces(context, to.size(), without_order(context, mine, a.arity()), theirs))
        continue;
      pairs = std::move(trial);
      taken[i] = 1;
      return true;
    }
    return false;
  });
}

/// The moves from pairs to pairs of the rule itself, together with those to the exchanged pairs, if
/// an exchanged position has the same ones; nothing for other rules. By induction a position has
/// then the value of the exchanged one, which all those moves leave as it is.
std::optional<std::vector<Piece>> moves_up_to_exchange(isl_ctx* context, const Rule& rule,
                                                       unsigned& bits) {
  if (rule.arity() != 2) return std::nullopt;
  const auto moves = pieces_up_to(context, rule, bits);
  if (!moves || moves->size() != 1) return std::nullopt;
  const std::vector<PartKind>& parts = moves->front().parts;
  if (parts.size() != 1 || parts[0].game != &rule || parts[0].is_range) return std::nullopt;
  std::vector<Piece> all = moves->front().pieces;
  for (const Piece& piece : moves->front().pieces)
    all.push_back(moved_piece(context, piece, {0, 1, 3, 2}));
  std::vector<Piece> exchanged;
  for (const Piece& piece : all) exchanged.push_back(moved_piece(context, piece, {1, 0, 2, 3}));
  if (!same_pieces(context, 4, all, exchanged)) return std::nullopt;
  return all;
}

/// Whether the number of binary digits up to which something was shown is enough for all that play
/// can lead to.
bool stays_within(isl_ctx* context, const Rule& rule, unsigned most_bits) {
  if (most_bits == 0) return true;
  unsigned bits = 0;
  const auto moves = pieces_up_to(context, rule, bits);
  return moves && never_grows(context, rule.arity(), *moves);
}

}  // namespace

std::optional<std::vector<Piece>> pieces_of(isl_ctx* context, const Rule& rule,
                                            const MoveLine& line) {
  const bool has_range = std::any_of(line.parts.begin(), line.parts.end(),
                                     [](const Part& one) { return !one.binders.empty(); });
  if (has_range) return std::nullopt;
  unsigned bits = 0;
  auto pieces = read_pieces(context, rule, line, false, bits);
  return bits == 0 ? std::move(pieces) : std::nullopt;
}

std::optional<std::vector<MovesToParts>> pieces_of(isl_ctx* context, const Rule& rule) {
  unsigned bits = 0;
  auto moves = pieces_up_to(context, rule, bits);
  return bits == 0 ? std::move(moves) : std::nullopt;
}

namespace {

/// The set in isl's words, without those that say that its dimensions are natural.
std::string constraints_of(const isl::Set& set, const std::vector<std::string>& names) {
  isl_set* natural = isl_set_universe(isl_set_get_space(set.keep()));
  for (unsigned d = 0; d < names.size(); ++d)
    natural = isl_set_lower_bound_si(natural, isl_dim_set, d, 0);
  isl_set* named = isl_set_gist(isl_set_coalesce(set.copy()), natural);
  for (unsigned d = 0; d < names.size(); ++d)
    named = isl_set_set_dim_name(named, isl_dim_set, d, names[d].c_str());
  char* const printed = isl_set_to_str(named);
  const std::string text = printed == nullptr ? "" : printed;
  std::free(printed);
  isl_set_free(named);
  // "{ [n, n' = -1 + n] : n > 0; [n, n' = 4] }"
  std::string result;
  for (size_t first = text.find('['); first != text.npos;) {
    const size_t next = text.find("; [", first);
    const std::string one =
        text.substr(first + 1, (next == text.npos ? text.size() - 2 : next) - first - 1);
    const size_t last = one.find(']'), colon = one.find(" : ");
    std::vector<std::string> said;
    for (size_t at = 0; at < last;) {
      const size_t end = std::min(last, one.find(", ", at));
      const std::string dimension = one.substr(at, end - at);
      if (dimension.find(" = ") != dimension.npos) said.push_back(dimension);
      at = end + 2;
    }
    if (colon != one.npos) said.push_back(one.substr(colon + 3));
    result += fmt::format("{}{}", result.empty() ? "" : " or ", fmt::join(said, ", "));
    first = next == text.npos ? text.npos : next + 2;
  }
  return result;
}

}  // namespace

std::vector<std::string> pieces_text(const Rule& rule, const std::vector<MovesToParts>& moves) {
  std::vector<std::string> result;
  for (const MovesToParts& some : moves) {
    std::vector<std::string> names = rule.coordinates;
    std::string text = fmt::format("{} →", fmt::join(names, ", "));
    std::string primes;
    for (const PartKind& part : some.parts) {
      primes += "'";
      const auto begin = static_cast<std::ptrdiff_t>(names.size());
      if (part.is_range) {
        names.insert(names.end(), {"least" + primes, "most" + primes});
      } else {
        for (const std::string& name : part.game->coordinates) names.push_back(name + primes);
      }
      const std::string here =
          part.is_range ? fmt::format("all from {} to {}", names[names.size() - 2], names.back())
                        : fmt::format("{}", fmt::join(names.begin() + begin, names.end(), ", "));
      const bool is_own = part.game == &rule && !part.is_range;
      text += fmt::format("{} {}", primes.size() == 1 ? "" : " +",
                          is_own ? here : fmt::format("{}({})", part.game->full_name, here));
    }
    if (some.parts.empty()) text += " the end";
    for (size_t i = 0; i < some.pieces.size(); ++i) {
      const Piece& piece = some.pieces[i];
      std::vector<std::string> said;
      for (const Literal& one : piece.literals)
        said.push_back((one.holds ? "" : "not ") + atom_text(one.atom, names));
      if (const std::string set = constraints_of(piece.pairs, names); !set.empty())
        said.push_back(set);
      text += fmt::format("{} {}", i == 0 ? ":" : "; or", fmt::join(said, ", "));
    }
    result.push_back(std::move(text));
  }
  return result;
}

bool same_game(isl_ctx* context, const Rule& a, const Rule& b, const std::vector<size_t>& order,
               unsigned& most_bits) {
  GamePairs pairs;
  most_bits = 0;
  return same_moves(context, a, b, order, pairs, most_bits) && stays_within(context, a, most_bits);
}

bool same_up_to_exchange(isl_ctx* context, const Rule& a, const Rule& b, unsigned& most_bits) {
  most_bits = 0;
  const auto left = moves_up_to_exchange(context, a, most_bits);
  const auto right = left ? moves_up_to_exchange(context, b, most_bits) : std::nullopt;
  return right && same_pieces(context, 4, *left, *right) && stays_within(context, a, most_bits);
}

}  // namespace grundy
