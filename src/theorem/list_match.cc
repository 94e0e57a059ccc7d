// Finding a rule of lists in the book: by its normal form.
#include <cctype>
#include <set>

#include "analysis/list_form.h"
#include "theorem/book.h"
#include "theorem/instance.h"

namespace grundy {
namespace {

/// A game of lists in all its words.
using ListGames = std::vector<std::unique_ptr<TheoremGame>>;

const ListGames& games_of_lists() {
  thread_local const ListGames kGames = [] {  // a rule book is of one thread
    ListGames games;
    for (const BookTheorem& theorem : theorems()) {
      std::vector<const Spelling*> spellings = {&theorem.game};
      for (const Spelling& one : theorem.spelled) spellings.push_back(&one);
      for (const Spelling* one : spellings) {
        if (one->text.find('[') == std::string::npos) break;
        auto game = std::make_unique<TheoremGame>(theorem, *one);
        if (game->is_read() && game->has_lists()) games.push_back(std::move(game));
      }
    }
    return games;
  }();
  return kGames;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The numbers that stand in the form, and those next to them: what a letter may be.
std::set<uint64_t> numbers_in(const std::string& form) {
  std::set<uint64_t> result;
  for (size_t i = 0; i < form.size(); ++i) {
    if (!is_digit(form[i]) || (i > 0 && std::isalnum(static_cast<unsigned char>(form[i - 1])) != 0))
      continue;
    uint64_t number = 0;
    for (; i < form.size() && is_digit(form[i]) && number < UINT64_MAX / 100; ++i)
      number = 10 * number + static_cast<uint64_t>(form[i] - '0');
    if (number > 0) result.insert(number - 1);
    result.insert(number);
    result.insert(number + 1);
  }
  return result;
}

}  // namespace

std::optional<KnownLists> find_in_book_of_lists(const Rule& rule) {
  const std::optional<std::string> form = list_form(rule);
  if (!form) return std::nullopt;
  const std::set<uint64_t> numbers = numbers_in(*form);
  for (const std::unique_ptr<TheoremGame>& game : games_of_lists()) {
    if (game->arity() != rule.arity() || game->letters().size() > 1) continue;
    const std::set<uint64_t> choices = game->letters().empty() ? std::set<uint64_t>{0} : numbers;
    for (const uint64_t letter : choices) {
      std::vector<uint64_t> letters(game->letters().size(), letter);
      const TheoremGame::Instance* made = game->with(letters);
      if (made == nullptr || list_form(*made->rule) != form) continue;
      return KnownLists{&game->theorem(), made->of_lists, made->where};
    }
  }
  return std::nullopt;
}

}  // namespace grundy
