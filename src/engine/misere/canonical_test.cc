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
  EXPECT_EQ(names, (std::vector<std::string>{"0", "*1", "0", "*2", "*2", "*1", "*[2]", "0", "*[[2],1]", "*[[2],0]",
                                             "*1", "*[[[2],0],[[2],1]]", "0"}));
  EXPECT_EQ(heaps[77], 0U);
  EXPECT_EQ(heaps[75], heaps[1]);
}

// Conway 1976, ONAG chapter 12: 1, 2, 3, 5, 22 games are born by day 0 to 4.
TEST(MisereForms, CountsOfGamesBornByDay) {
  Forms forms;
  std::vector<Form> born = {0};
  std::vector<size_t> counts = {1};
  for (int day = 1; day <= 4; ++day) {
    std::vector<bool> met(1U << 16);
    std::vector<Form> next;
    for (uint32_t set = 0; set < 1U << born.size(); ++set) {
      std::vector<Form> options;
      for (size_t i = 0; i < born.size(); ++i) {
        if (set >> i & 1) options.push_back(born[i]);
      }
      const Form form = forms.of(options);
      if (!met[form]) next.push_back(form);
      met[form] = true;
    }
    std::sort(next.begin(), next.end());
    born = next;
    counts.push_back(born.size());
  }
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
  std::vector<Form> born = {0};
  std::vector<std::pair<std::vector<Form>, Form>> games;
  for (int day = 1; day <= 4; ++day) {
    games.clear();
    std::vector<Form> next;
    for (uint32_t set = 0; set < 1U << born.size(); ++set) {
      std::vector<Form> options;
      for (size_t i = 0; i < born.size(); ++i) {
        if (set >> i & 1) options.push_back(born[i]);
      }
      next.push_back(forms.of(options));
      games.emplace_back(options, next.back());
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    born = next;
  }
  std::map<std::pair<Form, Form>, bool> known;
  for (const auto& [options, form] : games) {
    std::map<Form, bool> lost;  // of the game beside another one, whose options come first
    for (Form beside = 0; beside <= born.back(); ++beside) {
      bool here = !options.empty() || beside != 0;
      for (const Form to : options) here = here && !is_sum_lost(forms, to, beside, known);
      for (const Form to : forms.options(beside)) here = here && !lost[to];
      lost[beside] = here;
      EXPECT_EQ(here, is_sum_lost(forms, form, beside, known)) << forms.name(form) << " beside " << forms.name(beside);
    }
  }
}

std::vector<Form> born_by_day(int last, Forms& forms) {
  std::vector<Form> born = {0};
  for (int day = 1; day <= last; ++day) {
    std::vector<Form> next;
    for (uint32_t set = 0; set < 1U << born.size(); ++set) {
      std::vector<Form> options;
      for (size_t i = 0; i < born.size(); ++i) {
        if (set >> i & 1) options.push_back(born[i]);
      }
      next.push_back(forms.of(options));
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    born = next;
  }
  return born;
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

// Different forms are told apart by some game: all but six pairs of those born by day 4 by one of these or a mate.
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
