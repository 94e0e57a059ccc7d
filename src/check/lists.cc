#include "check/lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "check/subject.h"
#include "rewriting/fixed_lists.h"
#include "rule/board_meaning.h"
#include "rule/meaning.h"
#include "rule/print.h"

namespace grundy {
namespace {

constexpr uint64_t kMostTuples = 4096;  // of the box
constexpr int64_t kMostCompared = 4;
constexpr uint64_t kMostChoices = 20'000'000;
constexpr int64_t kMostLength = 64;

using TupleNumbers = std::vector<int64_t>;
/// A position of the lists, or one of another game: its name and its numbers, those of bags in
/// ascending order.
using PartOfSum = std::pair<std::string, TupleNumbers>;
using SumsLedTo = std::set<std::multiset<PartOfSum>>;

BoardPosition lists_that(const Rule& lists, const std::vector<size_t>& lengths,
                         const TupleNumbers& tuple) {
  BoardPosition result{&lists, {}, {}, {}};
  auto next = tuple.begin();
  for (const CoordinateKind kind : lists.board->kinds) {
    if (!is_list(kind)) {
      result.coordinates.push_back(*next++);
      continue;
    }
    const auto end = next + static_cast<std::ptrdiff_t>(lengths[result.sets.size()]);
    NaturalSet list(next, end);
    if (kind == CoordinateKind::bag) std::sort(list.begin(), list.end());
    result.coordinates.push_back(0);
    result.sets.push_back(std::move(list));
    next = end;
  }
  return result;
}

PartOfSum part_of_sum(const BoardPosition& position) {
  TupleNumbers numbers = position.coordinates;
  for (const NaturalSet& list : position.sets)
    numbers.insert(numbers.end(), list.begin(), list.end());
  return {position.game->full_name, numbers};
}

/// Where the moves from the tuple are others than those from the lists; false where the definition
/// gives none.
bool is_same_game(const Rule& lists, const std::vector<size_t>& lengths, const Rule& written,
                  const TupleNumbers& tuple, Patience& patience) {
  SumsLedTo from_lists, from_tuple;
  const Fault of_lists = board_moves_by_definition(
      lists_that(lists, lengths, tuple),
      [&](const BoardMove& move) {
        std::multiset<PartOfSum> sum;
        for (const BoardPosition& part : move.to) sum.insert(part_of_sum(part));
        from_lists.insert(std::move(sum));
        return true;
      },
      &patience);
  const Fault of_tuple = moves_by_definition(
      written, tuple, kMostCompared,
      [&](const RuleSum& to) {
        std::multiset<PartOfSum> sum;
        for (const RulePosition& part : to)
          sum.insert(part.game == &written
                         ? part_of_sum(lists_that(lists, lengths, part.coordinates))
                         : PartOfSum{part.game->full_name, part.coordinates});
        from_tuple.insert(std::move(sum));
      },
      &patience);
  return of_lists.kind == Fault::Kind::none && of_tuple.kind == Fault::Kind::none &&
         from_lists == from_tuple;
}

/// The rule as it is written, read and written once more.
std::string as_read(const Rule& rule) {
  Rulebook book;
  book.refuse_files();
  if (!book.load_text("rule", print_rule(rule))) return {};
  const Attempt<const Rule*> made = book.rule(rule.name);
  return made ? print_rule(**made) : std::string();
}

}  // namespace

Attempt<std::optional<Judgement>> check_lists(const Certificate& c, const Budget& budget) {
  using Found = std::optional<Judgement>;
  if (c.lists.empty()) return Found();
  Subject of_lists, of_numbers;
  if (auto bad = of_lists.read(c.lists, c.lists_line, c.game, c.game_line))
    return Found(std::move(bad));
  if (auto bad = of_numbers.read(c)) return Found(std::move(bad));
  const Rule& lists = of_lists.rule();
  const Rule& written = of_numbers.rule();
  if (!lists.board || lists.board->has_board())
    return Found(rejected(c.lists_line, "it is no game of lists"));
  FixedLengths wanted;
  size_t numbers = lists.arity() - lists.board->sets();
  for (const int64_t length : c.lengths.numbers) {
    if (length < 0 || length > kMostLength)
      return Found(rejected(c.lengths.line, "a length is 0 to 64"));
    wanted.lengths.push_back(static_cast<size_t>(length));
    numbers += wanted.lengths.back();
  }
  if (wanted.lengths.size() != lists.board->sets() || numbers != written.arity())
    return Found(rejected(c.lengths.line, "the game of lists has other coordinates"));
  wanted.names = written.coordinates;
  const auto by_reader = with_fixed_lengths(lists, wanted, budget);
  if (!by_reader && budget.spent()) return by_reader.error();
  if (!by_reader) return Found(rejected(c.lists_line, by_reader.error().message()));
  if (as_read(**by_reader) != print_rule(written))
    return Found(rejected(c.rule_line, "it is not the game of lists with these lengths"));
  int64_t most = kMostCompared;
  const auto tuples = [&] {
    uint64_t count = 1;
    for (size_t i = 0; i < numbers && count <= kMostTuples; ++i)
      count *= static_cast<uint64_t>(most) + 1;
    return count;
  };
  while (most > 1 && tuples() > kMostTuples) --most;
  Patience patience(kMostChoices);
  TupleNumbers tuple(numbers, 0);
  for (uint64_t count = 0; count < kMostTuples; ++count) {
    if (budget.spent()) return budget.why();
    if (!is_same_game(lists, wanted.lengths, written, tuple, patience))
      return Found(rejected(
          c.rule_line, fmt::format("the lists have other moves at ({})", fmt::join(tuple, ", "))));
    size_t i = 0;
    while (i < numbers && tuple[i] == most) tuple[i++] = 0;
    if (i == numbers) break;
    ++tuple[i];
  }
  return Found();
}

}  // namespace grundy
