// Canonical forms: finite misère games that are equal beside every game are one form.
//
// G = H when no game added to both tells them apart. Each class has a simplest form (Conway 1976,
// ONAG chapter 12, after Grundy and Smith 1956): H is that of G when every option of H is one of G
// and every other option of G is reversible, that is, has H among its own options; and if H = 0, a
// G that is won besides. Forms are kept once, so that equal games are equal numbers.
//
//   Forms forms;
//   Form star = forms.of({0});           // *1
//   Form two = forms.of({0, star});      // *2
//   forms.of({star, two}) == 0;          // a heap of 7 in 0.123, equal to 0 in any sum
//
// Time: of the options' options, for each option once; a form takes memory for its options.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/misere/beside.h"

namespace grundy::misere {

using Form = uint32_t;

class Forms {
 public:
  Forms();

  /// Of the game with these options; in any order, perhaps repeated.
  Form of(std::vector<Form> options);
  /// Of the sum of two.
  Form sum(Form a, Form b);
  /// *1 for 0, else the game whose options are the mates of the options: a form and its mate
  /// together are lost (Conway 1976, ONAG chapter 12).
  Form mate(Form form);
  /// Ascending. Options have smaller numbers than the form.
  const std::vector<Form>& options(Form form) const { return options_[form]; }
  /// Whether the mover loses it.
  bool is_lost(Form form) const { return lost_[form]; }
  size_t size() const { return options_.size(); }
  /// "0", "*3", "*[2]" with the options from large to small.
  std::string name(Form form) const;

  /// What a form can become, itself among them, as positions that stand beside; `places[i]` is the
  /// form of position i.
  Beside closure(Form form, std::vector<Form>& places) const;

 private:
  struct HashOptions {
    size_t operator()(const std::vector<Form>& options) const;
  };

  Form add(std::vector<Form> options);

  std::vector<std::vector<Form>> options_;
  std::vector<bool> lost_;
  std::vector<int64_t> heap_;  // n for *n, -1 for others
  std::unordered_map<std::vector<Form>, Form, HashOptions> numbers_;
  std::map<std::pair<Form, Form>, Form> sums_;
  std::map<Form, Form> mates_;
};

}  // namespace grundy::misere
