// The method `match`: a game played up to here, which moves there are, and which one is best.
//
// The page keeps the moves; a game is played again from its beginning with each question, so that taking back a move is
// a shorter list.
#include <fmt/format.h>

#include <algorithm>

#include "session/json.h"
#include "session/match.h"
#include "web/answers.h"
#include "web/messages.h"

namespace grundy::web {
namespace {

/// A move as the page writes it: a text, or the part, from 0, and what it becomes.
Attempt<std::string> text_of(const Json& move) {
  if (move.is_string()) return move.get<std::string>();
  const bool right = move.is_object() && move.contains("part") && move["part"].is_number_unsigned() &&
                     move.contains("to") && move["to"].is_string();
  if (!right) return Error::input("a move of 'made' is a text, or an object with 'part' and 'to'");
  return fmt::format("{}: {}", move["part"].get<uint64_t>() + 1, move["to"].get<std::string>());
}

Attempt<void> play_again(Match& match, const Ask& ask) {
  constexpr size_t kMostMade = 10'000;
  if (!ask.has("made")) return {};
  const Json& made = ask.request["made"];
  if (!made.is_array() || made.size() > kMostMade)
    return Error::input(fmt::format("'made' must be a list of at most {} moves", kMostMade));
  for (const Json& one : made) {
    if (ask.budget.spent()) return ask.budget.why();
    const Attempt<std::string> text = text_of(one);
    if (!text) return text.error();
    if (match.over()) return Error::input("the game is over");
    if (auto file = names_file("sum", *text)) return *std::move(file);
    const Attempt<PartMove> move = match.read(*text);
    if (!move) return move.error();
    match.make(*move);
  }
  return {};
}

void add_move(JsonWriter& json, Match& match, const PartMove& move) {
  json.begin_object().key("part").value(uint64_t{move.part}).key("to").value(to_string(move.to, kWholeBytes));
  const std::string how = match.in_words(move);
  if (!how.empty()) json.key("how").value(how);
  json.end_object();
}

Attempt<void> add_moves(JsonWriter& json, Match& match) {
  bool all = true;
  std::vector<std::string> words;
  size_t left = ServiceOptions::kMostOptions;
  json.key("moves").begin_array();
  for (size_t part = 0; part < match.parts().size(); ++part) {
    bool whole = true;
    const Attempt<std::vector<PartMove>> moves = match.moves(part, left, whole);
    if (!moves) return moves.error();
    for (const PartMove& move : *moves) add_move(json, match, move);
    left -= std::min(left, moves->size());
    all = all && whole;
    if (const std::string text = match.moves_in_words(part); !text.empty()) words.push_back(text);
  }
  json.end_array().key("all").value(all);
  if (!words.empty()) json.key("moves_in_words").value(fmt::format("{}", fmt::join(words, "; ")));
  return {};
}

void add_advice(JsonWriter& json, Match& match) {
  json.key("advice");
  const Attempt<Match::Advice> advice = match.advise();
  if (!advice) {
    json.null().key("no_advice").value(advice.error().told());
    return;
  }
  json.begin_object().key("wins").value(advice->wins());
  json.key("outcome").value(std::string(1, letter(advice->outcome))).key("move");
  add_move(json, match, advice->move);
  json.key("where").value(advice->where).key("why").value(advice->why).end_object();
}

}  // namespace

Attempt<std::string> match_answer(const Ask& ask) {
  const Attempt<Play> play = ask.play();
  if (!play) return play.error();
  const Attempt<Question> question = ask.sum("sum");
  if (!question) return question.error();
  double think = 0;
  if (ask.has("think")) {
    if (!ask.request["think"].is_number() || ask.request["think"].get<double>() < 0)
      return Error::input("'think' must be a number of seconds");
    think = std::min(ask.request["think"].get<double>(), ask.options.time_limit);
  }
  Match match(ask.session, *play, ask.budget, think);
  if (auto begun = match.begin(question->parts); !begun) return std::move(begun).error();
  if (auto played = play_again(match, ask); !played) return std::move(played).error();
  JsonWriter json;
  json.begin_object().key("parts").begin_array();
  for (const Position& part : match.parts()) {
    json.begin_object().key("position").value(to_string(part, kWholeBytes));
    json.key("game").value(part.game->name()).end_object();
  }
  json.end_array().key("over").value(match.over()).key("winner");
  if (match.over()) {
    // The first player has made the last move when the number of moves is odd.
    const bool first_was_last = ask.has("made") && ask.request["made"].size() % 2 == 1;
    json.value(first_was_last == match.last_mover_wins() ? "first" : "second");
  } else {
    json.null();
  }
  if (auto added = add_moves(json, match); !added) return std::move(added).error();
  const bool unasked = ask.has("advice") && ask.request["advice"] == false;
  if (match.over() || unasked) {
    json.key("advice").null();
  } else {
    add_advice(json, match);
  }
  return json.end_object().take();
}

}  // namespace grundy::web
