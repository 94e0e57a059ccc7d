// The method `match`: a game played up to here, which moves there are, and which one is best.
//
// The page keeps the moves; a game is played again from its beginning with each question, so that
// taking back a move is a shorter list. Nothing is solved unless advice is wanted, so that a board
// and its moves come at once, whatever its size; and if the advice is not found in time, the board
// and its moves are sent without it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "game/board_game.h"
#include "game/nim_heap.h"
#include "game/rule_game.h"
#include "session/json.h"
#include "session/match.h"
#include "session/rows.h"
#include "web/answers.h"
#include "web/messages.h"

namespace grundy::web {
namespace {

/// A move as the page writes it: a text, or the part, from 0, and what it becomes.
Attempt<std::string> text_of(const Json& move) {
  if (move.is_string()) return move.get<std::string>();
  const bool right = move.is_object() && move.contains("part") &&
                     move["part"].is_number_unsigned() && move.contains("to") &&
                     move["to"].is_string();
  if (!right) return Error::input("a move of 'made' is a text, or an object with 'part' and 'to'");
  return fmt::format("{}: {}", move["part"].get<uint64_t>() + 1, move["to"].get<std::string>());
}

/// Makes the moves of the question; whether it is the second player's turn then.
Attempt<bool> play_again(Match& match, const Ask& ask) {
  constexpr size_t kMostMade = 10'000;
  bool is_seconds_turn = false;
  if (!ask.has("made")) return is_seconds_turn;
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
    if (!match.moves_again()) is_seconds_turn = !is_seconds_turn;
  }
  return is_seconds_turn;
}

/// What a heap is split into by the options that one move stands for, with the heaps that have no
/// move: {1, 3}.
using Heaps = std::set<std::vector<uint64_t>>;

void add_move(JsonWriter& json, Match& match, const PartMove& move, const Heaps& heaps = {}) {
  json.begin_object()
      .key("part")
      .value(uint64_t{move.part})
      .key("to")
      .value(to_string(move.to, kWholeBytes));
  // A part that is dead is no part of the sum, but its numbers stand on the board.
  if (move.to.empty() && move.option.size() == 1)
    json.key("left").value(to_string(move.option, kWholeBytes));
  const std::string how = match.in_words(move);
  if (!how.empty()) json.key("how").value(how);
  if (!heaps.empty()) {
    json.key("heaps").begin_array();
    for (const std::vector<uint64_t>& one : heaps) {
      json.begin_array();
      for (const uint64_t size : one) json.value(size);
      json.end_array();
    }
    json.end_array();
  }
  json.end_object();
}

/// What a part is, so that the page can draw it: its text, its game, the kind of its board, and how
/// its row is shown.
void add_part(JsonWriter& json, const Rows& rows, const Position& part) {
  json.begin_object().key("position").value(to_string(part, kWholeBytes));
  json.key("game").value(part.game->name());
  const BoardGame* const game = board_game(part);
  if (game != nullptr && game->board_rule().board->has_board()) {
    const Space& space = game->board_rule().board->space;
    json.key("board").value(name_of(space.kind));
    if (space.edges) json.key("edges").value(true);
    if (space.numbers) json.key("numbers").value(true);
    if (space.hex || space.along == "hex") json.key("hex").value(true);
  }
  if (const Rows::Show* show = rows.show_of(part)) {
    json.key("row").begin_object();
    json.key("name").value(show->name).key("longer").value(show->offset);
    json.key("cell")
        .value(show->words.cell)
        .key("verb")
        .value(show->words.verb)
        .key("mark")
        .value(show->words.mark);
    json.end_object();
  }
  json.end_object();
}

void add_parts(JsonWriter& json, const Rows& rows, const std::vector<Position>& parts) {
  json.begin_array();
  for (const Position& part : parts) add_part(json, rows, part);
  json.end_array();
}

/// By their normal forms, the options of a game of one number that are heaps of the same game.
/// Empty for other games.
Attempt<std::map<Sum, Heaps>> heaps_of_options(const Position& from, Budget& budget) {
  constexpr size_t kMostListed = 2000;
  std::map<Sum, Heaps> result;
  const RuleGame* const game = heap_size(from) ? nullptr : rule_game(from);
  if (game == nullptr || game->rule()->arity() != 1) return result;
  size_t left = kMostListed;
  std::optional<Error> failed;
  const auto listed = game->options(
      from,
      [&](const Sum& option) {
        std::vector<uint64_t> heaps;
        for (const Position& part : option) {
          const auto size =
              part.game == from.game ? game->coordinates(part)[0].to_uint64() : std::nullopt;
          if (!size) return true;
          heaps.push_back(*size);
        }
        const Attempt<Sum> alive = live_parts(option, budget);
        if (!alive) failed = alive.error();
        if (failed) return false;
        std::sort(heaps.begin(), heaps.end());
        result[sorted(*alive)].insert(std::move(heaps));
        return --left > 0;
      },
      budget);
  if (failed) return *failed;
  if (!listed) return listed.error();
  return result;
}

Attempt<void> add_moves(JsonWriter& json, Match& match, Budget& budget) {
  bool all = true;
  std::vector<std::string> words;
  size_t left = ServiceOptions::kMostToPlay;
  json.key("moves").begin_array();
  for (size_t part = 0; part < match.parts().size(); ++part) {
    bool whole = true;
    const Attempt<std::vector<PartMove>> moves = match.moves(part, left, whole);
    if (!moves) return moves.error();
    const auto heaps = heaps_of_options(match.parts()[part], budget);
    if (!heaps) return heaps.error();
    for (const PartMove& move : *moves) {
      const auto known = heaps->find(sorted(move.to));
      add_move(json, match, move, known == heaps->end() ? Heaps() : known->second);
    }
    left -= std::min(left, moves->size());
    all = all && whole;
    if (const std::string text = match.moves_in_words(part); !text.empty()) words.push_back(text);
  }
  json.end_array().key("all").value(all);
  if (!words.empty()) json.key("moves_in_words").value(fmt::format("{}", fmt::join(words, "; ")));
  return {};
}

void add_judgement(JsonWriter& json, Match& match) {
  json.key("worth");
  const Attempt<Match::Judgement> judged = match.judge(ServiceOptions::kMostMoves);
  if (!judged) {
    json.null();
    return;
  }
  json.begin_object().key("outcome").value(std::string(1, letter(judged->outcome)));
  json.key("keeping").begin_array();
  for (const PartMove& move : judged->keeping) {
    json.begin_object().key("part").value(uint64_t{move.part});
    json.key("to").value(to_string(move.to, kWholeBytes)).end_object();
  }
  json.end_array().key("all").value(judged->all).key("values").begin_array();
  for (const std::optional<Value>& value : judged->values) {
    if (value) {
      json.value(value->to_string());
    } else {
      json.null();
    }
  }
  json.end_array().end_object();
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
  Match match(ask.session, *play, ask.budget, 0);
  if (auto set = match.set_up(question->parts); !set) return std::move(set).error();
  const Rows rows(ask.session, match, ask.budget, question->parts);
  JsonWriter json;
  json.begin_object().key("begin");
  add_parts(json, rows, match.parts());
  const Attempt<bool> is_seconds_turn = play_again(match, ask);
  if (!is_seconds_turn) return is_seconds_turn.error();
  json.key("parts");
  add_parts(json, rows, match.parts());
  json.key("turn").value(*is_seconds_turn ? "second" : "first");
  json.key("over").value(match.over()).key("winner");
  if (match.over()) {
    // Whose turn it is can't move.
    json.value(*is_seconds_turn == match.last_mover_wins() ? "first" : "second");
  } else {
    json.null();
  }
  if (auto added = add_moves(json, match, ask.budget); !added) return std::move(added).error();
  const auto until = Budget::Clock::now() + std::chrono::duration<double>(think);
  if (think > 0 && until < ask.budget.deadline()) ask.budget.set_time_limit(think);
  if (!match.over() && ask.has("worth") && ask.request["worth"] == true) add_judgement(json, match);
  const bool unasked = ask.has("advice") && ask.request["advice"] == false;
  if (match.over() || unasked) {
    json.key("advice").null();
  } else {
    add_advice(json, match);
  }
  return json.end_object().take();
}

}  // namespace grundy::web
