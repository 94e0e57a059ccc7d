// Finding a rule of lists in the book: by its normal form.
#include <map>

#include "analysis/list_form.h"
#include "theorem/book.h"
#include "theorem/instance.h"

namespace grundy {
namespace {

/// What the book says of games of lists, by the normal forms of their spellings. Theorems about
/// lists have no letters.
const std::map<std::string, KnownLists>& lists_by_form() {
  thread_local const std::map<std::string, KnownLists> kLists = [] {  // Rulebooks are of one thread
    std::map<std::string, KnownLists> lists;
    for (const BookTheorem& theorem : theorems()) {
      std::vector<const Spelling*> spellings = {&theorem.game};
      for (const Spelling& one : theorem.spelled) spellings.push_back(&one);
      for (const Spelling* one : spellings) {
        TheoremGame game(theorem, *one);
        if (!game.has_lists()) break;
        const TheoremGame::Instance* made = game.with({});
        const auto form = made == nullptr ? std::nullopt : list_form(*made->rule);
        if (form) lists.try_emplace(*form, KnownLists{&theorem, made->of_lists, made->where});
      }
    }
    return lists;
  }();
  return kLists;
}

}  // namespace

std::optional<KnownLists> find_in_book_of_lists(const Rule& rule) {
  const std::optional<std::string> form = list_form(rule);
  if (!form) return std::nullopt;
  const auto known = lists_by_form().find(*form);
  return known == lists_by_form().end() ? std::nullopt : std::optional(known->second);
}

}  // namespace grundy
