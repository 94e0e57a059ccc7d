#include "cli/about_moves.h"

#include <fmt/format.h>

namespace grundy::cli {
namespace {

std::string text_of(const face::Move& move) {
  constexpr size_t kShownOfPart = 300;  // bytes
  return fmt::format("{} → {}", move.from.text(kShownOfPart), move.to.text());
}

/// Counts the winning moves, and finds the least or greatest one, as the options ask; `count` and `extreme` ask the session.
template <class Asked, class Count, class Find>
Attempt<Asked> answer_about_moves(const AboutMoves& about, Count&& count, Find&& extreme) {
  Asked asked;
  if (about.count) {
    auto counted = count();
    if (!counted) return face::inner(counted.error());
    asked.count = *std::move(counted);
  }
  if (!about.least.empty() && !about.greatest.empty()) return Error::input("--least and --greatest exclude each other");
  asked.which = about.greatest.empty() ? face::Extreme::least : face::Extreme::greatest;
  asked.term = about.greatest.empty() ? about.least : about.greatest;
  if (asked.term.empty()) return asked;
  auto found = extreme(asked.which, asked.term);
  if (!found) return face::inner(found.error());
  asked.extreme = *std::move(found);
  return asked;
}

/// `move`: the least or greatest winning move, as text.
template <class Asked>
std::string in_words(const Asked& asked, const std::string& move) {
  std::string text;
  if (asked.count)
    text += fmt::format("Winning moves: {}\n", *asked.count ? (*asked.count)->text() : "infinitely many");
  if (asked.term.empty()) return text;
  const char* const which = asked.which == face::Extreme::least ? "least" : "greatest";
  if (!asked.extreme) return text + fmt::format("No winning move has a {} {}.\n", which, asked.term);
  return text + fmt::format("The {} {} of a winning move is {}: {}\n", which, asked.term, asked.extreme->value, move);
}

/// Of a game with outcomes alone: what was asked, for each player who may begin.
Attempt<std::vector<face::AboutOutcomeMoves>> answer_about_starts(const AboutMoves& about,
                                                                  const face::OutcomeAnswer& answer,
                                                                  face::Session& session) {
  std::vector<face::AboutOutcomeMoves> result;
  for (size_t start = 0; start < answer.starts.size(); ++start) {
    Attempt<face::AboutOutcomeMoves> asked = answer_about_moves<face::AboutOutcomeMoves>(
        about, [&] { return session.count_winning_moves(answer, start); },
        [&](face::Extreme which, const std::string& term) {
          return session.extreme_winning_move(answer, start, which, term);
        });
    if (!asked) return std::move(asked).error();
    result.push_back(*std::move(asked));
  }
  return result;
}

int tell_about_outcome(const face::Sum& sum, face::Play play, size_t moves, const AboutMoves& about, Context& context) {
  const face::Result<face::OutcomeAnswer> answer = context.face().solve_outcome(sum, {play, moves});
  if (!answer) return context.finish(answer.error());
  const auto asked = answer_about_starts(about, *answer, context.face());
  if (!asked) return context.finish(asked.error());
  if (context.json()) {
    context.print(answer->json(*asked));
  } else {
    context.print(answer->text);
    for (size_t start = 0; start < asked->size(); ++start) {
      if (asked->size() > 1) context.print(start == 0 ? "\nWhere Left begins:" : "\nWhere Right begins:");
      const auto& one = (*asked)[start];
      const std::string move = one.extreme ? fmt::format("{} → {}", answer->position_text, one.extreme->to) : "";
      context.print("\n" + in_words(one, move));
    }
  }
  context.show_stats(answer->engines, answer->work);
  return context.finish(kAnswered);
}

}  // namespace

void add_move_options(Command& command, AboutMoves& place) {
  command.flag("--count", place.count, "how many winning moves there are, exactly");
  command.option("--least", "TERM", "the winning move that makes a term of coordinates and binders least",
                 into(place.least));
  command.option("--greatest", "TERM", "the one that makes it greatest", into(place.greatest));
}

int solve_about_moves(const std::string& text, face::Play play, size_t moves, const AboutMoves& about,
                      Context& context) {
  face::Session& session = context.face();
  const face::Result<face::Sum> sum = session.read(text, face::Session::Asks::outcomes);
  context.show_warnings();
  if (!sum) return context.finish(sum.error());
  if (sum->has_outcome_only()) return tell_about_outcome(*sum, play, moves, about, context);
  const face::Result<face::Answer> answer = session.solve(*sum, {play, moves});
  if (!answer) return context.finish(answer.error());
  const Attempt<face::AboutMoves> asked = answer_about_moves<face::AboutMoves>(
      about, [&] { return session.count_winning_moves(*answer); },
      [&](face::Extreme which, const std::string& term) { return session.extreme_winning_move(*answer, which, term); });
  if (!asked) return context.finish(asked.error());
  if (context.json()) {
    context.print(answer->json(*asked));
  } else {
    const face::Result<std::string> words = session.explain(*answer);
    if (!words) return context.finish(words.error());
    context.print(*words + "\n" + in_words(*asked, asked->extreme ? text_of(asked->extreme->move) : ""));
  }
  context.show_stats(answer->engines, answer->work);
  return context.finish(kAnswered);
}

}  // namespace grundy::cli
