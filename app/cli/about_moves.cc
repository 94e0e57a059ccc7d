#include "cli/about_moves.h"

#include <fmt/format.h>

#include <tuple>

namespace grundy::cli {
namespace {

std::string text_of(const face::Move& move) {
  constexpr size_t kShownOfPart = 300;  // bytes
  return fmt::format("{} → {}", move.from.text(kShownOfPart), move.to.text());
}

/// Counts the winning moves, and finds the least or greatest one, as the options ask; `count` and
/// `extreme` ask the session.
template <class MovesAnswer, class Count, class Find>
Attempt<MovesAnswer> answer_about_moves(const AboutMoves& about, Count&& count, Find&& extreme) {
  MovesAnswer asked;
  auto wanted = sought(about);
  if (!wanted) return std::move(wanted).error();
  std::tie(asked.which, asked.term) = *std::move(wanted);
  if (const auto what = counted(about)) {
    asked.counted = *what;
    auto number = count(*what);
    if (!number) return face::inner(number.error());
    asked.count = *std::move(number);
  }
  if (asked.term.empty()) return asked;
  auto found = extreme(asked.which, asked.term);
  if (!found) return face::inner(found.error());
  asked.extreme = *std::move(found);
  return asked;
}

/// `move`: the least or greatest winning move, as text. Empty where nothing was asked.
template <class MovesAnswer>
std::string words_of(const MovesAnswer& asked, const std::string& move) {
  std::string text;
  if (asked.count)
    text += fmt::format("Winning {}: {}\n",
                        asked.counted == face::Counted::results ? "results" : "moves",
                        *asked.count ? (*asked.count)->text() : "infinitely many");
  if (asked.term.empty()) return text;
  const char* const which = asked.which == face::Extreme::least ? "least" : "greatest";
  if (!asked.extreme)
    return text + fmt::format("No winning move has a {} {}.\n", which, asked.term);
  return text + fmt::format("The {} {} of a winning move is {}: {}\n", which, asked.term,
                            asked.extreme->value, move);
}

}  // namespace

std::optional<face::Counted> counted(const AboutMoves& about) {
  if (about.count.empty()) return std::nullopt;
  return about.count == "results" ? face::Counted::results : face::Counted::choices;
}

Attempt<std::pair<face::Extreme, std::string>> sought(const AboutMoves& about) {
  if (!about.least.empty() && !about.greatest.empty())
    return Error::input("--least and --greatest exclude each other");
  if (about.greatest.empty()) return std::pair(face::Extreme::least, about.least);
  return std::pair(face::Extreme::greatest, about.greatest);
}

void add_move_options(Command& command, AboutMoves& place) {
  command.flag_or_choice("--count", "WHAT",
                         "also count the winning moves exactly: choices (each way to make one; "
                         "when not given), or results (each position once)",
                         {"choices", "results"}, place.count);
  command.option("--least", "TERM",
                 "show the winning move with the least value of this term of coordinates and of "
                 "the move's variables",
                 into(place.least));
  command.option("--greatest", "TERM", "show the one with the greatest", into(place.greatest));
}

Attempt<std::vector<face::AboutOutcomeMoves>> answer_about_starts(const AboutMoves& about,
                                                                  const face::OutcomeAnswer& answer,
                                                                  face::Session& session) {
  std::vector<face::AboutOutcomeMoves> result;
  for (size_t start = 0; about.any() && start < answer.starts.size(); ++start) {
    Attempt<face::AboutOutcomeMoves> asked = answer_about_moves<face::AboutOutcomeMoves>(
        about, [&](face::Counted what) { return session.count_winning_moves(answer, start, what); },
        [&](face::Extreme which, const std::string& term) {
          return session.extreme_winning_move(answer, start, which, term);
        });
    if (!asked) return std::move(asked).error();
    result.push_back(*std::move(asked));
  }
  return result;
}

Attempt<face::AboutMoves> answer_about_sum(const AboutMoves& about, const face::Answer& answer,
                                           face::Session& session) {
  return answer_about_moves<face::AboutMoves>(
      about, [&](face::Counted what) { return session.count_winning_moves(answer, what); },
      [&](face::Extreme which, const std::string& term) {
        return session.extreme_winning_move(answer, which, term);
      });
}

std::string in_words(const face::AboutMoves& asked) {
  const std::string words = words_of(asked, asked.extreme ? text_of(asked.extreme->move) : "");
  return words.empty() ? "" : "\n" + words;
}

std::string in_words(const std::vector<face::AboutOutcomeMoves>& asked,
                     const std::string& position) {
  std::string text;
  for (size_t start = 0; start < asked.size(); ++start) {
    if (asked.size() > 1) text += start == 0 ? "\nWhere Left begins:" : "\nWhere Right begins:";
    const auto& one = asked[start];
    text +=
        "\n" + words_of(one, one.extreme ? fmt::format("{} → {}", position, one.extreme->to) : "");
  }
  return text;
}

}  // namespace grundy::cli
