// Games of lists: their moves against games written by hand and against random list terms with a
// meaning of their own.
#include "rule/lists.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>
#include <set>

#include "language/board_text.h"
#include "language/rulebook.h"
#include "rewriting/list_parts.h"
#include "rule/board_meaning.h"
#include "rule/print_board.h"

namespace grundy {
namespace {

using List = std::vector<int64_t>;
using Lists = std::set<List>;

const Rule& rule_of_text(Rulebook& book, const std::string& text) {
  const auto added = book.load_text("lists.game", text);
  if (!added) throw std::runtime_error(added.error().to_string() + "\n" + text);
  const auto made = book.rule("g");
  if (!made) throw std::runtime_error(made.error().to_string() + "\n" + text);
  return **made;
}

/// The lists that moves lead to; nothing after a fault.
std::optional<Lists> list_moves(const Rule& rule, const List& list) {
  Lists result;
  const BoardPosition here{&rule, {0}, {list}, {}};
  const Fault fault = board_moves_by_definition(here, [&](const BoardMove& move) {
    for (const BoardPosition& to : move.to) result.insert(to.sets.at(0));
    return true;
  });
  if (fault.kind != Fault::Kind::none) return std::nullopt;
  return result;
}

List sorted_list(List list) {
  std::sort(list.begin(), list.end());
  return list;
}

struct ByHandGame {
  std::string text;
  std::function<void(const List&, Lists&)> moves;
};

std::vector<ByHandGame> games_by_hand() {
  std::vector<ByHandGame> games;
  games.push_back({"game g([a])\n  -> g(a[i -> k])  for i in 1..len(a), k < a[i]\n",
                   [](const List& a, Lists& to) {
                     for (size_t i = 0; i < a.size(); ++i) {
                       for (int64_t k = 0; k < a[i]; ++k) {
                         List next = a;
                         next[i] = k;
                         to.insert(next);
                       }
                     }
                   }});
  games.push_back(
      {"game g(bag [a])\n  -> g(a - [x, y] + [x - k, y - k])  for x in a, y in a, k in 1..min(x, "
       "y)\n",
       [](const List& a, Lists& to) {
         for (size_t i = 0; i < a.size(); ++i) {
           for (size_t j = 0; j < i; ++j) {
             for (int64_t k = 1; k <= std::min(a[i], a[j]); ++k) {
               List next = a;
               next[i] -= k;
               next[j] -= k;
               to.insert(sorted_list(next));
             }
           }
         }
       }});
  games.push_back(
      {"game g(bag [a])\n  -> g([x - 1 for x in a if x > 1])  if len(a) > 0\n  -> g(a - [x])  for "
       "x in a\n",
       [](const List& a, Lists& to) {
         if (a.empty()) return;
         List next;
         for (const int64_t x : a) {
           if (x > 1) next.push_back(x - 1);
         }
         to.insert(next);
         for (size_t i = 0; i < a.size(); ++i) {
           next = a;
           next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
           to.insert(next);
         }
       }});
  games.push_back(
      {"game g([a])\n  -> g(a[i..i+1 -> [a[i] + a[i+1]]])  for i in 1..len(a)-1 if gcd(a) <= "
       "len(a)\n",
       [](const List& a, Lists& to) {
         int64_t common = 0;
         for (const int64_t x : a) common = std::gcd(common, x);
         for (size_t i = 0; i + 1 < a.size() && common <= static_cast<int64_t>(a.size()); ++i) {
           List next(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(i));
           next.push_back(a[i] + a[i + 1]);
           next.insert(next.end(), a.begin() + static_cast<std::ptrdiff_t>(i) + 2, a.end());
           to.insert(next);
         }
       }});
  games.push_back({"game g([a])\n  lose if sorted(a)\n  -> g(a[i -> []])  for i in 1..len(a)\n",
                   [](const List& a, Lists& to) {
                     if (std::is_sorted(a.begin(), a.end())) return;
                     for (size_t i = 0; i < a.size(); ++i) {
                       List next = a;
                       next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
                       to.insert(next);
                     }
                   }});
  games.push_back(
      {"game g([a])\n  -> g(a[i -> x])  for i in 1..len(a), x < a[i]\n"
       "     if or(a) = 3 and and(y + 1 for y in a if y > 0) != 2\n"
       "     and and(a) = 0\n",
       [](const List& a, Lists& to) {
         int64_t any = 0, all = -1, above = -1;
         for (const int64_t x : a) {
           any |= x;
           all &= x;
           if (x > 0) above &= x + 1;
         }
         if (any != 3 || above == 2 || all != 0) return;
         for (size_t i = 0; i < a.size(); ++i) {
           for (int64_t x = 0; x < a[i]; ++x) {
             List next = a;
             next[i] = x;
             to.insert(next);
           }
         }
       }});
  games.push_back(
      {"game g([a])\n  -> g([a[i] - d[i] for i in 1..len(a)])  for [d] <= a "
       "if count(x > 0 for x in d) = 2 and max(d) < 3 and xor(d) != 0\n",
       [](const List& a, Lists& to) {
         for (size_t i = 0; i < a.size(); ++i) {
           for (size_t j = 0; j < i; ++j) {
             for (int64_t x = 1; x <= std::min<int64_t>(2, a[i]); ++x) {
               for (int64_t y = 1; y <= std::min<int64_t>(2, a[j]); ++y) {
                 List next = a;
                 next[i] -= x;
                 next[j] -= y;
                 if (x != y) to.insert(next);
               }
             }
           }
         }
       }});
  games.push_back(
      {"game g([a])\n  -> g(a[2..len(a)] + [k])  for k < a[1] if len(a) > 0 and k not in a\n",
       [](const List& a, Lists& to) {
         for (int64_t k = 0; !a.empty() && k < a[0]; ++k) {
           if (std::find(a.begin(), a.end(), k) != a.end()) continue;
           List next(a.begin() + 1, a.end());
           next.push_back(k);
           to.insert(next);
         }
       }});
  return games;
}

TEST(ListGameTest, MovesAreThoseOfGamesWrittenByHand) {
  std::mt19937 random(7);
  for (const ByHandGame& game : games_by_hand()) {
    Rulebook book;
    const Rule& rule = rule_of_text(book, game.text);
    for (int round = 0; round < 40; ++round) {
      List list(random() % 5);
      for (int64_t& x : list) x = random() % 6;
      if (rule.board->kinds[0] == CoordinateKind::bag) list = sorted_list(list);
      Lists expected;
      game.moves(list, expected);
      EXPECT_EQ(list_moves(rule, list), expected)
          << game.text << fmt::format("[{}]", fmt::join(list, ", "));
    }
  }
}

/// What a random term means; throws NoSuchMove where the move does not exist, BeyondEnds where it
/// asks for no element.
struct NoSuchMove {};
struct BeyondEnds {};
struct ListChoice {
  const List& a;
  int64_t i, k;
};

struct RandomNumber {
  std::string text;
  std::function<int64_t(const ListChoice&)> value;
};
struct RandomList {
  std::string text;
  std::function<List(const ListChoice&)> value;
};

class RandomListTerms {
 public:
  explicit RandomListTerms(uint32_t seed) : random_(seed) {}
  size_t below(size_t n) { return random_() % n; }

  RandomNumber number(int depth = 2) {
    switch (below(depth > 0 ? 8 : 3)) {
      case 0:
        return {"i", [](const ListChoice& c) { return c.i; }};
      case 1:
        return {"k", [](const ListChoice& c) { return c.k; }};
      case 2: {
        const auto n = static_cast<int64_t>(below(3));
        return {std::to_string(n), [n](const ListChoice&) { return n; }};
      }
      case 3:
        return {"len(a)", [](const ListChoice& c) { return static_cast<int64_t>(c.a.size()); }};
      case 4:
        return {"sum(a)", [](const ListChoice& c) {
                  return std::accumulate(c.a.begin(), c.a.end(), int64_t{0});
                }};
      case 5: {
        const RandomNumber at = number(0);
        return {fmt::format("a[{}]", at.text), [at](const ListChoice& c) {
                  const int64_t place = at.value(c);
                  if (place < 1 || place > static_cast<int64_t>(c.a.size())) throw BeyondEnds{};
                  return c.a[static_cast<size_t>(place - 1)];
                }};
      }
      case 6: {
        const RandomNumber most = number(0);
        return {fmt::format("max(x - 1 for x in a if x <= {})", most.text),
                [most](const ListChoice& c) {
                  std::optional<int64_t> result;
                  for (const int64_t x : c.a) {
                    if (x <= most.value(c)) result = std::max(result.value_or(x - 1), x - 1);
                  }
                  return result.value_or(0);
                }};
      }
      default: {
        const RandomNumber left = number(depth - 1);
        const RandomNumber right = number(depth - 1);
        return {fmt::format("({} - {})", left.text, right.text),
                [left, right](const ListChoice& c) { return left.value(c) - right.value(c); }};
      }
    }
  }

  RandomList piece(int depth) {
    switch (below(depth > 0 ? 5 : 2)) {
      case 0:
        return {"a", [](const ListChoice& c) { return c.a; }};
      case 1: {
        const RandomNumber one = number();
        const RandomNumber two = number(1);
        return {fmt::format("[{}, {}]", one.text, two.text), [one, two](const ListChoice& c) {
                  return List{natural(one.value(c)), natural(two.value(c))};
                }};
      }
      case 2: {
        const RandomNumber first = number(1);
        const RandomNumber last = number(1);
        return {fmt::format("a[{}..{}]", first.text, last.text),
                [first, last](const ListChoice& c) {
                  const int64_t from = first.value(c);
                  const int64_t to = last.value(c);
                  if (from > to) return List{};
                  if (from < 1 || to > static_cast<int64_t>(c.a.size())) throw BeyondEnds{};
                  return List(c.a.begin() + from - 1, c.a.begin() + to);
                }};
      }
      case 3: {
        const RandomNumber least = number(0);
        return {fmt::format("[x - 1 for x in a if x > {}]", least.text),
                [least](const ListChoice& c) {
                  List result;
                  for (const int64_t x : c.a) {
                    if (x > least.value(c)) result.push_back(natural(x - 1));
                  }
                  return result;
                }};
      }
      default: {
        const RandomNumber place = number(0);
        const RandomList list = terms(depth - 1);
        const RandomNumber other = number(0);
        return {fmt::format("a[{} -> {}, {} -> k]", place.text, list.text, other.text),
                [=](const ListChoice& c) {
                  const int64_t at = place.value(c);
                  const int64_t second = other.value(c);
                  const auto size = static_cast<int64_t>(c.a.size());
                  if (at < 1 || at > size) throw BeyondEnds{};
                  const List instead = list.value(c);
                  if (second < 1 || second > size) throw BeyondEnds{};
                  if (at == second) throw NoSuchMove{};
                  List result;
                  for (int64_t p = 1; p <= size; ++p) {
                    if (p == at) {
                      result.insert(result.end(), instead.begin(), instead.end());
                    } else {
                      result.push_back(p == second ? c.k : c.a[static_cast<size_t>(p - 1)]);
                    }
                  }
                  return result;
                }};
      }
    }
  }

  RandomList terms(int depth) {
    RandomList result = piece(depth);
    if (below(2) == 0) return result;
    const RandomList second = piece(depth - 1);
    const bool taken = below(2) == 0;
    return {fmt::format("{} {} {}", result.text, taken ? '-' : '+', second.text),
            [first = result.value, second = second.value, taken](const ListChoice& c) {
              List all = first(c);
              for (const int64_t x : second(c)) {
                if (!taken) {
                  all.push_back(x);
                  continue;
                }
                const auto at = std::find(all.begin(), all.end(), x);
                if (at == all.end()) throw NoSuchMove{};
                all.erase(at);
              }
              return all;
            }};
  }

 private:
  static int64_t natural(int64_t n) {
    if (n < 0) throw NoSuchMove{};
    return n;
  }

  std::mt19937 random_;
};

TEST(ListGameTest, RandomTermsMeanWhatTheySay) {
  size_t compared = 0;
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    RandomListTerms random(seed);
    const RandomList term = random.terms(2);
    const bool bag = random.below(2) == 0;
    const std::string text = fmt::format(
        "game g({}[a])\n  -> g({})  for i in 1..len(a), k < a[i] if k + i + len(a) > 0\n",
        bag ? "bag " : "", term.text);
    Rulebook book;
    const Rule& rule = rule_of_text(book, text);
    Rulebook other;
    EXPECT_EQ(print_board(rule_of_text(other, print_board(rule))), print_board(rule)) << text;
    for (int round = 0; round < 5; ++round) {
      List list(random.below(4));
      for (int64_t& x : list) x = static_cast<int64_t>(random.below(4));
      if (bag) list = sorted_list(list);
      std::optional<Lists> expected = Lists();
      for (int64_t i = 1; i <= static_cast<int64_t>(list.size()) && expected; ++i) {
        for (int64_t k = 0; k < list[static_cast<size_t>(i - 1)] && expected; ++k) {
          try {
            const List to = term.value({list, i, k});
            expected->insert(bag ? sorted_list(to) : to);
          } catch (const NoSuchMove&) {
          } catch (const BeyondEnds&) {
            expected.reset();
          }
        }
      }
      const std::optional<Lists> moves = list_moves(rule, list);
      EXPECT_EQ(moves, expected) << text << fmt::format("[{}]", fmt::join(list, ", "));
      compared += moves.has_value();
    }
  }
  EXPECT_GT(compared, 1000u);
}

TEST(ListGameTest, ElementsArePlayedApartWhereEachLineSpeaksOfOne) {
  const auto apart = [](const std::string& head, const std::string& lines) {
    Rulebook book;
    return plays_elements_apart(rule_of_text(book, "game g(" + head + "[a])\n" + lines));
  };
  EXPECT_TRUE(apart("", "  -> g(a[i -> k])  for i in 1..len(a), k < a[i]\n"));
  EXPECT_TRUE(apart(
      "bag ",
      "  -> g(a - [x] + [k])  for x in a, k < x\n  -> g(a - [x])  for x in a if x % 3 = 0\n"));
  EXPECT_TRUE(apart("", "  -> g(a[i -> [k, a[i] - k]])  for i in 1..len(a), k in 1..a[i]-1\n"));
  EXPECT_TRUE(
      apart("bag ", "  -> g(a - [x] + [d for d in 1..x-1 if x % d = 0])  for x in a if x > 0\n"));
  for (const std::string_view line :
       {"-> g(a[i -> k])  for i in 1..len(a), k < a[1]",
        "-> g(a[i -> i])  for i in 1..len(a) if i < a[i]",
        "-> g(a[i -> k])  for i in 2..len(a), k < a[i]",
        "-> g(a[i -> k])  for i in 1..len(a), k < a[i] if len(a) > 1",
        "-> g([x - 1 for x in a])  if len(a) > 0",
        "-> g(a[i -> k, 1 -> 0])  for i in 1..len(a), k < a[i]",
        "-> g(a - [x, y] + [x + y])  for x in a, y in a", "-> g(a - [x] + a)  for x in a",
        "-> g([k])  for x in a, k < x", "-> g(a - [x] + [k])  for x in a, k < sum(a)",
        "-> g(a - [x] + [k]) + g([k])  for x in a, k < x",
        "-> g(a[i -> k])  for i in 1..len(a), k < a[i]\n  over len(a) < 2"})
    EXPECT_FALSE(apart("", fmt::format("  {}\n", line))) << line;
}

// Words of a rule are left out, doubled and exchanged: what is still a rule has moves and reads as
// it is printed.
TEST(ListGameTest, ChangedRulesAreReadOrRefused) {
  const std::string text =
      "game g ( bag [ a ] , [ b ] , { S } , n )\n"
      "  win if sorted ( b ) and n in a\n"
      "  -> g ( a - [ x , n ] + [ k for k in a if k > x ] , b [ 1 .. n ] + b , S , n - 1 )  for x "
      "in a if x in S\n"
      "  -> g ( a [ i -> k , n -> [ ] ] , d , { x for x in b } , len ( a ) )  for i in 1 .. len ( "
      "a ) , k < a [ i ] , "
      "[ d ] <= b "
      "if max ( d [ j ] - j for j in 1 .. len ( d ) if j != i ) < sum ( a )\n"
      "  -> nim ( xor ( a ) ) + g ( [ ] , b [ 1 -> 0 ] , S , gcd ( n , 2 ) )  if count ( x < n for "
      "x in a ) = 1\n"
      "  always all ( x < 9 for x in b )\n"
      "  over product ( a ) > 50\n";
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" \n", at + 1), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  std::mt19937 random(11);
  size_t accepted = 0;
  for (int round = 0; round < 700; ++round) {
    std::vector<std::string> changed = words;
    for (int change = 0; change <= round % 2; ++change) {
      const size_t at = random() % changed.size();
      switch (random() % 3) {
        case 0:
          changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 1:
          changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at),
                         words[random() % words.size()]);
          break;
        default:
          changed[at] = words[random() % words.size()];
      }
    }
    std::string rule_text;
    for (const std::string& word : changed) rule_text += word;
    Rulebook book;
    if (!book.load_text("lists.game", rule_text)) continue;
    const auto made = book.rule("g");
    if (!made) continue;
    ++accepted;
    const Rule& rule = **made;
    Rulebook other;
    const std::string printed = print_board(rule);
    ASSERT_TRUE(other.load_text("lists.game", printed).ok()) << rule_text << printed;
    EXPECT_EQ(print_board(**other.rule("g")), printed) << rule_text;
    if (rule.board->has_board()) continue;
    BoardPosition here{&rule, std::vector<int64_t>(rule.arity()), {}, {}};
    for (size_t i = 0; i < rule.arity(); ++i) {
      if (rule.board->kinds[i] == CoordinateKind::number) {
        here.coordinates[i] = 2;
      } else {
        here.sets.push_back({1, 2, 3});
      }
    }
    Patience patience(20'000);
    size_t moves = 0;
    board_moves_by_definition(
        here, [&](const BoardMove&) { return ++moves < 100; }, &patience);
  }
  EXPECT_GT(accepted, 10u);
}

std::string message_of(const std::string& text) {
  Rulebook book;
  const auto added = book.load_text("lists.game", text);
  if (!added) return added.error().message();
  const auto made = book.rule("g");
  return made ? "" : made.error().message();
}

TEST(ListGameTest, ErrorsNameWhatIsWrong) {
  EXPECT_EQ(message_of("game g([a])\n  -> g(a[i -> 0]) for i in 1..a\n"),
            "'a' is a list; a number is expected here, such as a[1], len(a) or sum(a)");
  EXPECT_EQ(message_of("game g([a])\n  -> g(3)\n"),
            "coordinate 1 of 'g' is a list, such as [x, y] or [x for x in a if …]");
  EXPECT_EQ(message_of("game g([a], n)\n  -> g(a, a)\n"),
            "coordinate 2 of 'g' is a number, not a list");
  EXPECT_EQ(message_of("game g([a], n)\n  -> g(n[1 -> 2], n)\n"),
            "'n' is no list; a list is a coordinate [a], or bound by [d] <= a");
  EXPECT_EQ(
      message_of("game g([a])\n  -> g(a) if median(a) = 2\n"),
      "'median' is no function of a list; there are len, sorted, sum, product, min, max, xor, "
      "or, and, gcd, and count(C for x in a)");
  EXPECT_EQ(message_of("game g([a])\n  -> g(a[1, 2])\n"), "expected ']', found ','");
  EXPECT_EQ(message_of("game g([a])\n  -> g([])  if sum(a[1..2]) = 0\n"),
            "a[i..j] is a list, and a number is expected here; all of them are a[k] for k in i..j");
}

}  // namespace
}  // namespace grundy
