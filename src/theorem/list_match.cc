// Finding a rule of lists in the book: by its normal form.
#include <fmt/format.h>

#include <map>

#include "analysis/list_form.h"
#include "theorem/book.h"
#include "theorem/instance.h"

namespace grundy {
namespace {

/// The theorems about lists, by the normal forms of their spellings. They have no letters.
std::map<std::string, const BookTheorem*> theorems_by_form() {
  // All spellings are read as one text, in which each game has a name of its own.
  std::string text;
  std::vector<const BookTheorem*> spelled;
  for (const BookTheorem& theorem : theorems()) {
    if (theorem.game.text.find('[') == std::string::npos) continue;  // of numbers
    const auto add = [&](const Spelling& one) {
      text += with_names(one.text, {{"g", fmt::format("g{}", spelled.size())}});
      spelled.push_back(&theorem);
    };
    add(theorem.game);
    for (const Spelling& one : theorem.spelled) add(one);
  }
  std::map<std::string, const BookTheorem*> found;
  Rulebook book;
  if (!book.load_text("theorems", text)) return found;  // a test reads each
  for (size_t i = 0; i < spelled.size(); ++i) {
    const auto rule = book.rule(fmt::format("g{}", i));
    const auto form = rule ? list_form(**rule) : std::nullopt;
    if (form) found.try_emplace(*form, spelled[i]);
  }
  return found;
}

}  // namespace

std::optional<KnownLists> find_in_book_of_lists(const Rule& rule) {
  const std::optional<std::string> form = list_form(rule);
  if (!form) return std::nullopt;
  static const std::map<std::string, const BookTheorem*> kTheorems = theorems_by_form();
  const auto known = kTheorems.find(*form);
  if (known == kTheorems.end()) return std::nullopt;
  const BookTheorem& theorem = *known->second;
  TheoremGame game(theorem, theorem.game);
  const TheoremGame::Instance* made = game.with({});
  if (made == nullptr) return std::nullopt;
  return KnownLists{&theorem, made->of_lists, made->where};
}

}  // namespace grundy
