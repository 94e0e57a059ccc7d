#include "engine/board/word_search.h"

#include <fmt/format.h>

#include "engine/board/fingerprint.h"
#include "engine/board/part_store.h"

namespace grundy {
namespace {

constexpr size_t kShortWord = 16;  // is searched sooner than a law is found

}  // namespace

Attempt<std::unique_ptr<WordSearch>> WordSearch::of(const Rule& rule) {
  Attempt<WordCode> code = word_code(rule);
  if (!code) return std::move(code).error();
  return std::unique_ptr<WordSearch>(new WordSearch(rule, *std::move(code)));
}

Attempt<void> WordSearch::keep_in(PartStore& store, Budget& budget) {
  if (descent_) return {};  // nothing is searched
  return store.keep(table_, fingerprint("words of " + fingerprint(rule_)), budget);
}

WordText WordSearch::text_of(const std::vector<Cell>& word) const {
  WordText text;
  for (const Cell cell : word) text += static_cast<char>(code_.letter(cell));
  return text;
}

Attempt<void> WordSearch::seek_law(Budget& budget) {
  if (law_is_sought_) return {};
  if (const auto moves = facts_.play_ends ? rewritings_of(code_) : std::nullopt) {
    Attempt<std::optional<WordLaw>> found = WordLaw::find(*moves, code_.letters.size(), budget);
    if (!found) return found.error();
    law_ = *std::move(found);
  }
  law_is_sought_ = true;
  return {};
}

Attempt<const WordLaw*> WordSearch::law_for(const WordText& word, Budget& budget) {
  if (word.size() <= kShortWord) return nullptr;
  if (auto sought = seek_law(budget); !sought) return std::move(sought).error();
  return law_ && law_->is_about(word) ? &*law_ : nullptr;
}

Attempt<std::optional<LawInWords>> WordSearch::law(Budget& budget) {
  if (descent_)
    return std::optional(LawInWords{
        "All plays from a word are equally long, but for an even number of moves; the value is 1 "
        "if "
        "that number is odd, and 0 otherwise.",
        "After two moves that overlap there is always a word that is reached from both, and after "
        "two others each can follow the other; the numbers of moves differ by even numbers. So do "
        "the lengths of all plays, by induction along them (Newman 1942; van Oostrom 2007). All "
        "options of a word then have the other of the values 0 and 1."});
  if (auto sought = seek_law(budget); !sought) return std::move(sought).error();
  if (!law_) return std::optional<LawInWords>();
  std::string letters;
  for (const Cell letter : code_.letters) letters += letter_of(letter);
  return std::optional(law_->in_words(letters));
}

Attempt<uint64_t> WordSearch::value(const std::vector<Cell>& word, Budget& budget) {
  if (descent_) return descent_->value(text_of(word), budget);
  const Attempt<const WordLaw*> law = law_for(text_of(word), budget);
  if (!law) return law.error();
  if (*law != nullptr && (*law)->tells_values()) return (*law)->value(text_of(word));
  WordMover mover(code_, facts_, budget);
  const std::vector<WordMover::Part> parts = mover.parts(text_of(word));
  uint64_t value = 0;
  for (const WordMover::Part& part : parts) {
    InSet<WordMover> search(mover, table_, budget);
    search.set_play_ends(facts_.play_ends);
    if (parts.size() > 1)
      search.set_subject(fmt::format("the value of one of its {} parts", parts.size()));
    Attempt<uint64_t> one = search.value(part);
    work_ += search.work();
    if (!one) return one;
    value ^= *one;
  }
  return value;
}

Attempt<bool> WordSearch::has_value(const std::vector<Cell>& word, uint64_t value, Budget& budget) {
  if (descent_) {
    const Attempt<uint64_t> own = descent_->value(text_of(word), budget);
    if (!own) return own.error();
    return *own == value;
  }
  const Attempt<const WordLaw*> law = law_for(text_of(word), budget);
  if (!law) return law.error();
  if (*law != nullptr && ((*law)->tells_values() || value == 0))
    return (*law)->value(text_of(word)) == value;
  WordMover mover(code_, facts_, budget);
  InSet<WordMover> search(mover, table_, budget);
  search.set_play_ends(facts_.play_ends);
  Attempt<bool> has = search.has_value(mover.parts(text_of(word)), value);
  work_ += search.work();
  return has;
}

SearchWork WordSearch::work() const {
  SearchWork all = work_;
  if (descent_) all.options += descent_->work();
  return all;
}

std::vector<std::string> WordSearch::facts() const {
  if (descent_) return {"all plays from a word are equally long, but for an even number of moves"};
  std::vector<std::string> facts;
  if (law_)
    facts.push_back(fmt::format("{} by an automaton of {} states, proved for all words",
                                law_->tells_values() ? "values" : "who wins", law_->states()));
  if (!facts_.images.empty())
    facts.push_back(fmt::format("{} symmetries", facts_.images.size() + 1));
  if (facts_.cut_before != 0 || facts_.cut_after != 0)
    facts.push_back("letters that no move reaches over");
  facts.push_back(fmt::format("{} of {} parts of options known at once", work_.hits, work_.parts));
  facts.push_back(
      fmt::format("{} questions answered, {} by the listing alone", work_.cuts, work_.first_cuts));
  facts.push_back(table_.fact());
  return facts;
}

}  // namespace grundy
