#include "engine/misere/canonical.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace grundy::misere {
namespace {

/// Of 0.123, whose heaps never split: 1 may be taken alone, 2 when something is left, 3.
std::vector<Form> heaps_of_0123(Forms& forms, size_t upto) {
  std::vector<Form> heaps = {0};
  for (size_t n = 1; n <= upto; ++n) {
    std::vector<Form> options;
    if (n == 1) options.push_back(heaps[0]);
    if (n > 2) options.push_back(heaps[n - 2]);
    if (n >= 3) options.push_back(heaps[n - 3]);
    heaps.push_back(forms.of(options));
  }
  return heaps;
}

TEST(MisereForms, SimplifiesByReversibleMoves) {
  Forms forms;
  const std::vector<Form> heaps = heaps_of_0123(forms, 77);
  std::vector<std::string> names;
  for (size_t n = 0; n <= 12; ++n) names.push_back(forms.name(heaps[n]));
  EXPECT_EQ(names,
            (std::vector<std::string>{"0", "*1", "0", "*2", "*2", "*1", "*[2]", "0", "*[[2],1]",
                                      "*[[2],0]", "*1", "*[[[2],0],[[2],1]]", "0"}));
  EXPECT_EQ(heaps[77], 0U);
  EXPECT_EQ(heaps[75], heaps[1]);
}

struct Born {
  std::vector<Form> options;
  Form form = 0;
};

/// The games whose options are forms born by the day before, and their forms.
std::vector<Born> games_of_day(int day, Forms& forms);

/// Each form once, ascending.
std::vector<Form> born_by_day(int day, Forms& forms) {
  std::vector<Form> result;
  for (const Born& game : games_of_day(day, forms)) result.push_back(game.form);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<Born> games_of_day(int day, Forms& forms) {
  std::vector<Born> games;
  const std::vector<Form> before = day == 0 ? std::vector<Form>() : born_by_day(day - 1, forms);
  for (uint32_t set = 0; set < 1U << before.size(); ++set) {
    Born& game = games.emplace_back();
    for (size_t i = 0; i < before.size(); ++i) {
      if (set >> i & 1) game.options.push_back(before[i]);
    }
    game.form = forms.of(game.options);
  }
  return games;
}

// Conway 1976, ONAG chapter 12: 1, 2, 3, 5, 22 games are born by day 0 to 4.
TEST(MisereForms, CountsOfGamesBornByDay) {
  Forms forms;
  std::vector<size_t> counts;
  for (int day = 0; day <= 4; ++day) counts.push_back(born_by_day(day, forms).size());
  EXPECT_EQ(counts, (std::vector<size_t>{1, 2, 3, 5, 22}));
}

/// By definition: who loses the sum of two forms.
bool is_sum_lost(const Forms& forms, Form a, Form b, std::map<std::pair<Form, Form>, bool>& known) {
  const auto entry = known.find({a, b});
  if (entry != known.end()) return entry->second;
  bool lost = a != 0 || b != 0;
  for (const Form to : forms.options(a)) lost = lost && !is_sum_lost(forms, to, b, known);
  for (const Form to : forms.options(b)) lost = lost && !is_sum_lost(forms, a, to, known);
  return known[{a, b}] = lost;
}

// Games as their options say, unsimplified, beside all games born by day 4.
TEST(MisereForms, HaveTheOutcomesOfTheGamesTheyStandFor) {
  Forms forms;
  const Form last = born_by_day(4, forms).back();
  std::map<std::pair<Form, Form>, bool> known;
  for (const auto& [options, form] : games_of_day(4, forms)) {
    std::map<Form, bool> lost;  // of the game beside another one, whose options come first
    for (Form beside = 0; beside <= last; ++beside) {
      bool here = !options.empty() || beside != 0;
      for (const Form to : options) here = here && !is_sum_lost(forms, to, beside, known);
      for (const Form to : forms.options(beside)) here = here && !lost[to];
      lost[beside] = here;
      EXPECT_EQ(here, is_sum_lost(forms, form, beside, known))
          << forms.name(form) << " beside " << forms.name(beside);
    }
  }
}

TEST(MisereForms, HaveSumsAndMates) {
  Forms forms;
  std::map<std::pair<Form, Form>, bool> known;
  const std::vector<Form> born = born_by_day(4, forms);
  const Form star = forms.of({0});
  EXPECT_EQ(forms.sum(star, star), 0U);
  EXPECT_EQ(forms.name(forms.sum(forms.of({0, star}), star)), "*3");
  EXPECT_EQ(forms.mate(0), star);
  for (const Form f : born) {
    EXPECT_TRUE(is_sum_lost(forms, f, forms.mate(f), known)) << forms.name(f);
    EXPECT_EQ(forms.mate(forms.mate(f)), f) << forms.name(f);
    for (const Form g : born) {
      const Form sum = forms.sum(f, g);
      EXPECT_EQ(forms.is_lost(sum), is_sum_lost(forms, f, g, known));
      for (const Form x : {star, forms.of({0, star}), forms.mate(f)})
        EXPECT_EQ(is_sum_lost(forms, sum, x, known), is_sum_lost(forms, f, forms.sum(g, x), known));
    }
  }
}

// Different forms are told apart by some game: all but six pairs of those born by day 4 by one of
// these or a mate.
TEST(MisereForms, ThatDifferAreToldApart) {
  Forms forms;
  std::map<std::pair<Form, Form>, bool> known;
  const std::vector<Form> born = born_by_day(4, forms);
  size_t alike = 0;
  for (const Form f : born) {
    for (const Form g : born) {
      if (f >= g) continue;
      const bool apart = std::any_of(born.begin(), born.end(), [&](Form x) {
        const Form mate = forms.mate(x);
        return is_sum_lost(forms, f, x, known) != is_sum_lost(forms, g, x, known) ||
               is_sum_lost(forms, f, mate, known) != is_sum_lost(forms, g, mate, known);
      });
      alike += apart ? 0 : 1;
    }
  }
  EXPECT_EQ(alike, 6U);
}

}  // namespace
}  // namespace grundy::misere
