#include "session/contest/contests.h"

#include <array>

#include "session/contest/input.h"

namespace grundy::contest {
namespace {

constexpr const char* kGivenInput = "input";  // what messages call a text

template <Attempt<std::string> (*answer)(NumberReader&)>
Attempt<std::string> from_numbers(std::optional<std::string_view> input, Budget& budget) {
  if (input) {
    NumberReader text(*input, kGivenInput, budget);
    return answer(text);
  }
  Attempt<NumberReader> reader = NumberReader::open(kStandardInput, budget);
  if (!reader) return std::move(reader).error();
  return answer(*reader);
}

template <Attempt<std::string> (*answer)(LineReader&)>
Attempt<std::string> from_lines(std::optional<std::string_view> input, Budget& budget) {
  LineReader lines = input ? LineReader(*input, kGivenInput, budget) : LineReader(budget);
  return answer(lines);
}

}  // namespace

std::span<const Contest> contests() {
  static constexpr std::array kContests = {
      Contest{"abc206F", "AtCoder Beginner Contest 206 F, Interval Game 2", from_numbers<abc206f>},
      Contest{"cf142D", "Codeforces 142D, Help Shrek and Donkey 2", from_lines<cf142d>},
      Contest{"cf1149E", "Codeforces 1149E, Election Promises", from_numbers<cf1149e>},
      Contest{"cf1451F", "Codeforces 1451F, Nullify The Matrix", from_numbers<cf1451f>},
      Contest{"moore", "Moore's nim: k and the number of piles; the piles", from_numbers<moore>},
      Contest{"stones", "stones and pebbles: K and the number of heaps; b and s of each",
              from_numbers<stones>},
  };
  return kContests;
}

}  // namespace grundy::contest
