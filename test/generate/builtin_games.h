// The built-in games in one text, for tests that compare what is printed of all of them.
#pragma once
#include <string>

#include "language/rulebook.h"
#include "rewriting/targets.h"

namespace grundy::generate {

/// "* kayles\n" and what `print` gives for it, for every game of numbers whose parameters have
/// defaults, by name. Games for which it gives nothing are left out, and those whose moves bind the
/// answer: no table or law is made of them.
template <class Print>
std::string of_builtin_games(Print&& print) {
  Rulebook book;
  std::string text;
  for (const std::string& name : book.names()) {
    const auto rule = book.rule(name);
    if (!rule || (*rule)->board || meets_reply_words(**rule)) continue;
    const std::string printed = print(**rule);
    if (!printed.empty()) text += "* " + name + "\n" + printed;
  }
  return text;
}

}  // namespace grundy::generate
