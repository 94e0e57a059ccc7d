#include "engine/automatic/learn.h"

#include <algorithm>
#include <array>
#include <map>

namespace grundy::automatic {
namespace {

using Word = std::vector<uint32_t>;  // letters

enum class Answer : int8_t { no, yes, unknown };

constexpr int64_t kBeyond = int64_t{1} << 40;
constexpr uint32_t kMostPower = 39;
constexpr size_t kMostRounds = 3000;
constexpr size_t kMostBranches = 20'000;  // of the values' digits, for one position

/// Answers whether a word belongs to the law, from the table.
class Teacher {
 public:
  Teacher(const Numeration& numeration, const ValueBox& box, int64_t side, LawKind kind)
      : numeration_(numeration), box_(box), side_(side), kind_(kind) {
    const size_t order = numeration.recurrence().size();
    for (size_t i = 0; i < order; ++i) ends_.push_back(numeration.term(order - 1 - i));
  }

  size_t tracks() const { return box_.arity + (kind_ == LawKind::losing ? 0 : 1); }
  int64_t side() const { return side_; }
  LawKind kind() const { return kind_; }
  size_t arity() const { return box_.arity; }

  /// The number that the law gives the position: its value, or 2 to the power of it.
  int64_t value(const std::vector<int64_t>& x) const {
    size_t index = 0;
    for (const int64_t c : x)
      index = index * static_cast<size_t>(box_.side) + static_cast<size_t>(c);
    const uint32_t value = box_.values[index];
    if (kind_ != LawKind::powers || value == ValueBox::kOutside) return value;
    return int64_t{1} << std::min<uint32_t>(value, kMostPower);
  }

  Answer ask(const Word& front, const Word& back) const {
    const auto digits = static_cast<uint32_t>(numeration_.digits());
    uint32_t place = 1;
    std::vector<int64_t> numbers(tracks());
    for (int64_t& number : numbers) {
      if (!read(front, back, place, number)) return Answer::no;
      place *= digits;
    }
    for (size_t i = 0; i < box_.arity; ++i) {
      if (numbers[i] >= side_) return Answer::unknown;
    }
    const int64_t right =
        value({numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(box_.arity)});
    if (right == ValueBox::kOutside) return Answer::no;
    return (kind_ == LawKind::losing ? right == 0 : right == numbers.back()) ? Answer::yes
                                                                             : Answer::no;
  }

 private:
  /// The number on the track whose digits have this place in a letter; false when it is not a
  /// greedy word.
  bool read(const Word& front, const Word& back, uint32_t place, int64_t& number) const {
    const auto digits = static_cast<uint32_t>(numeration_.digits());
    const auto& recurrence = numeration_.recurrence();
    const size_t order = recurrence.size();
    std::array<int64_t, 3> s{};
    int state = 0;
    for (const Word* word : {&front, &back}) {
      for (const uint32_t letter : *word) {
        const auto digit = static_cast<int>(letter / place % digits);
        state = numeration_.follow(state, digit);
        if (state < 0) return false;
        std::array<int64_t, 3> to{};
        for (size_t j = 0; j < order; ++j)
          to[j] = std::min(kBeyond, recurrence[j] * s[0] + (j + 1 < order ? s[j + 1] : digit));
        s = to;
      }
    }
    number = 0;
    for (size_t i = 0; i < order; ++i)
      number += std::min(kBeyond, s[i]) * std::min<int64_t>(ends_[i], 1 << 20);
    return true;
  }

  const Numeration& numeration_;
  const ValueBox& box_;
  int64_t side_;
  LawKind kind_;
  std::vector<int64_t> ends_;
};

class Learner {
 public:
  Learner(const Numeration& numeration, const Teacher& teacher, size_t most_states,
          const Budget& budget)
      : numeration_(numeration), teacher_(teacher), most_states_(most_states), budget_(budget) {
    letters_ = 1;
    for (size_t i = 0; i < teacher.tracks(); ++i)
      letters_ *= static_cast<uint32_t>(numeration.digits());
    suffixes_.push_back({});
    access_.push_back({});
  }

  std::optional<Automaton> learn() {
    for (size_t round = 0; round < kMostRounds; ++round) {
      if (budget_.spent() || !make()) return std::nullopt;
      bool gave_up = false;
      const auto counterexample = compare(gave_up);
      if (gave_up) return std::nullopt;
      if (!counterexample) return minimal(made_);
      if (!take(*counterexample)) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  using Entries = std::vector<Answer>;

  /// The answers to the word with each suffix.
  void fill(Entries& entries, const Word& word) {
    while (entries.size() < suffixes_.size())
      entries.push_back(teacher_.ask(word, suffixes_[entries.size()]));
  }

  /// The automaton of the states that are known apart; false when they are too many.
  bool make() {
    made_ = {letters_, 0, {}, {}};
    for (size_t q = 0; q < access_.size(); ++q) {
      if (access_.size() > most_states_) return false;
      rows_.resize(access_.size());
      fill(rows_[q], access_[q]);
    }
    for (size_t q = 0; q < access_.size(); ++q) {
      for (uint32_t letter = 0; letter < letters_; ++letter) {
        Word word = access_[q];
        word.push_back(letter);
        Entries& entries = further_[{q, letter}];
        fill(entries, word);
        budget_.count(suffixes_.size() + access_.size());
        size_t best = SIZE_MAX, best_known = 0;
        for (size_t p = 0; p < access_.size(); ++p) {
          size_t known = 1;
          bool same = true;
          for (size_t i = 0; i < entries.size() && same; ++i) {
            if (entries[i] == Answer::unknown || rows_[p][i] == Answer::unknown) continue;
            same = entries[i] == rows_[p][i];
            ++known;
          }
          if (same && known > best_known) {
            best = p;
            best_known = known;
          }
        }
        if (best == SIZE_MAX) {
          best = access_.size();
          if (best >= most_states_) return false;
          access_.push_back(std::move(word));
          rows_.push_back(entries);
        }
        made_.target.push_back(static_cast<uint32_t>(best));
      }
    }
    for (const Entries& row : rows_)
      made_.accepting.push_back(static_cast<char>(row[0] == Answer::yes ? 1 : 0));
    return true;
  }

  /// The digits of n, `length` of them.
  std::vector<int> padded(int64_t n, size_t length) const {
    std::vector<int> word = numeration_.word(Natural(static_cast<uint64_t>(n)));
    word.insert(word.begin(), length - word.size(), 0);
    return word;
  }

  /// A word of the table on which the automaton errs.
  std::optional<Word> compare(bool& gave_up) {
    int64_t greatest = teacher_.side() - 1;
    std::vector<int64_t> x(teacher_.arity(), 0);
    if (teacher_.kind() != LawKind::losing) {
      for_each(x, [&] {
        const int64_t value = teacher_.value(x);
        if (value != ValueBox::kOutside) greatest = std::max(greatest, value);
        return true;
      });
    }
    const size_t length = numeration_.word(Natural(static_cast<uint64_t>(greatest))).size() + 1;
    std::vector<std::vector<int>> words;
    for (int64_t n = 0; n < teacher_.side(); ++n) words.push_back(padded(n, length));
    const std::vector<char> live = live_states(made_);
    std::optional<Word> found;
    std::fill(x.begin(), x.end(), 0);
    for_each(x, [&] {
      budget_.count(length * 4);
      Word word(length, 0);
      uint32_t place = 1;
      for (const int64_t c : x) {
        for (size_t i = 0; i < length; ++i)
          word[i] += place * static_cast<uint32_t>(words[static_cast<size_t>(c)][i]);
        place *= static_cast<uint32_t>(numeration_.digits());
      }
      const int64_t right = teacher_.value(x);
      if (teacher_.kind() == LawKind::losing) {
        if (accepts(word) != (right == 0)) found = word;
        return !found;
      }
      Word whole;
      if (right != ValueBox::kOutside) {
        whole = word;
        const std::vector<int> digits = padded(right, length);
        for (size_t i = 0; i < length; ++i) whole[i] += place * static_cast<uint32_t>(digits[i]);
        if (!accepts(whole)) {
          found = whole;
          return false;
        }
      }
      size_t branches = 0;
      Word other = word;
      if (other_value(other, whole, 0, made_.start, 0, place, live, branches)) found = other;
      gave_up = gave_up || branches > kMostBranches;
      return !found && !gave_up;
    });
    return found;
  }

  /// Sets the value's digits from `at` on so that the word is accepted and is not `right`; false
  /// when there are none.
  bool other_value(Word& word, const Word& right, size_t at, uint32_t state, int greedy,
                   uint32_t place, const std::vector<char>& live, size_t& branches) const {
    if (live[state] == 0 || ++branches > kMostBranches) return false;
    if (at == word.size()) return made_.accepting[state] != 0 && word != right;
    for (int digit = 0; digit < numeration_.digits(); ++digit) {
      const int next = numeration_.follow(greedy, digit);
      if (next < 0) continue;
      const uint32_t plain = word[at];
      word[at] += place * static_cast<uint32_t>(digit);
      if (other_value(word, right, at + 1, made_.next(state, word[at]), next, place, live,
                      branches))
        return true;
      word[at] = plain;
    }
    return false;
  }

  template <class Visit>
  void for_each(std::vector<int64_t>& x, const Visit& visit) const {
    for (;;) {
      if (!visit()) return;
      size_t i = x.size();
      while (i > 0 && x[i - 1] + 1 == teacher_.side()) x[--i] = 0;
      if (i == 0) return;
      ++x[i - 1];
    }
  }

  bool accepts(const Word& word) const {
    uint32_t state = made_.start;
    for (const uint32_t letter : word) state = made_.next(state, letter);
    return made_.accepting[state] != 0;
  }

  /// New suffixes from a word on which the automaton errs; false when there is none.
  bool take(const Word& word) {
    std::vector<Answer> answers;
    uint32_t state = made_.start;
    for (size_t i = 0; i <= word.size(); ++i) {
      const Word rest(word.begin() + static_cast<std::ptrdiff_t>(i), word.end());
      answers.push_back(i < word.size()               ? teacher_.ask(access_[state], rest)
                        : made_.accepting[state] != 0 ? Answer::yes
                                                      : Answer::no);
      if (i < word.size()) state = made_.next(state, word[i]);
    }
    size_t last = 0;
    for (size_t i = 1; i < answers.size(); ++i) {
      if (answers[i] == Answer::unknown) continue;
      if (answers[i] != answers[last]) {
        bool fresh = false;
        for (size_t j = last + 1; j <= i; ++j) {
          Word suffix(word.begin() + static_cast<std::ptrdiff_t>(j), word.end());
          if (std::find(suffixes_.begin(), suffixes_.end(), suffix) != suffixes_.end()) continue;
          suffixes_.push_back(std::move(suffix));
          fresh = true;
        }
        if (fresh) return true;
      }
      last = i;
    }
    // The answers in between are unknown: each suffix of the word may tell states apart (Maler and
    // Pnueli 1995).
    bool fresh = false;
    for (size_t j = 1; j < word.size(); ++j) {
      Word suffix(word.begin() + static_cast<std::ptrdiff_t>(j), word.end());
      if (std::find(suffixes_.begin(), suffixes_.end(), suffix) != suffixes_.end()) continue;
      suffixes_.push_back(std::move(suffix));
      fresh = true;
    }
    return fresh;
  }

  const Numeration& numeration_;
  const Teacher& teacher_;
  size_t most_states_;
  const Budget& budget_;
  uint32_t letters_ = 1;
  std::vector<Word> access_, suffixes_;
  std::vector<Entries> rows_;
  std::map<std::pair<size_t, uint32_t>, Entries> further_;
  Automaton made_;
};

}  // namespace

std::optional<Automaton> learn(const Numeration& numeration, const ValueBox& box, int64_t side,
                               LawKind kind, size_t most_states, const Budget& budget) {
  const Teacher teacher(numeration, box, side, kind);
  return Learner(numeration, teacher, most_states, budget).learn();
}

}  // namespace grundy::automatic
