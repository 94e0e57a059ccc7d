#include "engine/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/text.h"
#include "game/board_game.h"
#include "game/bound.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

constexpr size_t kShownParts = 16;
constexpr size_t kLargestDrawing = 4000;  // bytes of a board with its coordinates
constexpr size_t kShownText = 200;        // characters of the sum in the first line
constexpr size_t kColumnBits = 16;  // values with more binary digits are shown in decimal only
constexpr size_t kLookedAtOptions = 10'000;
constexpr size_t kLookedAtCharacters = 1'000'000;  // of options; fewer are long
constexpr uint64_t kStepsOfLooking = 100'000;
// Positions, to tell which values the moves from a lost position have.
constexpr uint64_t kShownWork = 20'000;
constexpr size_t kShownValues = 12;

using Row = std::vector<std::string>;

/// Columns wide enough for their entries; the first is flush left, the others flush right.
std::string table(const std::vector<Row>& rows) {
  std::vector<size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], text_width(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = "  ";
    for (size_t i = 0; i < row.size(); ++i) {
      line += i == 0 ? padded_right(row[i], widths[i]) : "  " + padded_left(row[i], widths[i]);
    }
    while (line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

/// The parts' values and the nim-sum, one row each, with a column for each binary digit or for each
/// power of ω.
std::string value_table(const std::vector<Position>& parts, const Answer& answer) {
  bool finite = true;
  uint64_t bits = 1;
  std::set<Ordinal, std::greater<>> exponents;
  const size_t shown = std::min(parts.size(), kShownParts);
  bool loopy = false;
  auto look = [&](const Value& value) {
    loopy = loopy || value.is_loopy();
    finite = finite && value.is_finite();
    if (value.is_loopy()) return;
    if (value.is_finite()) bits = std::max(bits, value.ordinal().finite().bit_length());
    for (const Ordinal::Term& term : value.ordinal().terms()) exponents.insert(term.exponent);
  };
  for (size_t i = 0; i < shown; ++i) look(*answer.values[i]);
  look(*answer.value);
  const bool columns = finite && bits <= kColumnBits;
  std::vector<Row> rows;
  Row head = {"part", "value"};
  if (columns) {
    for (uint64_t b = bits; b-- > 0;) head.push_back(std::to_string(uint64_t{1} << b));
  } else if (!finite && !loopy) {
    for (const Ordinal& e : exponents)
      head.push_back(e.is_zero() ? "1" : Ordinal::power_of_omega(e).to_string());
  }
  rows.push_back(std::move(head));
  auto add = [&](const std::string& name, const Value& value) {
    Row row = {shortened_to(name, 60), shortened_to(value.to_string(), 60)};
    if (columns) {
      for (uint64_t b = bits; b-- > 0;)
        row.emplace_back(value.ordinal().finite().bit(b)               ? "1"
                         : value.ordinal().finite() >> b == Natural(0) ? ""
                                                                       : "0");
    } else if (!finite && !loopy) {
      for (const Ordinal& e : exponents)
        row.push_back(shortened_to(value.ordinal().coefficient(e).to_string(), 30));
    }
    rows.push_back(std::move(row));
  };
  for (size_t i = 0; i < shown; ++i) add(to_string(parts[i]), *answer.values[i]);
  if (shown < parts.size()) rows.push_back({fmt::format("… and {} more", parts.size() - shown)});
  if (parts.size() > 1) add("nim-sum", *answer.value);
  return table(rows);
}

/// "0, 1, 3", with an ellipsis where some are left out; `all`: these are all values there are.
std::string list_of(const std::set<Value>& values, bool all) {
  std::string text;
  size_t count = 0;
  for (const Value& value : values) {
    if (count++ == kShownValues)
      return text + (all ? fmt::format(", … ({} values)", values.size()) : ", …");
    text += (text.empty() ? "" : ", ") + value.to_string();
  }
  return text + (all ? "" : ", …");
}

/// The value of an option of a position of this game. Its parts may be positions of other games,
/// whose own plans are asked then.
Attempt<Value> value_of_option(const Sum& option, const Game& game, Solvers& solvers,
                               Budget& little_work) {
  const bool is_own = std::all_of(option.begin(), option.end(),
                                  [&](const Position& part) { return part.game == &game; });
  if (is_own) return solvers.of(game).value_of(option, little_work);
  Value sum;
  for (const Position& part : option) {
    Attempt<std::vector<Value>> one = solvers.of(*part.game).quick_values({&part, 1}, little_work);
    if (!one) return std::move(one).error();
    sum = nim_sum(sum, one->front());
  }
  return sum;
}

/// Why no move from a lost position helps.
std::string why_lost(const std::vector<Position>& parts, const Answer& answer, Solvers& solvers,
                     Budget& budget) {
  if (parts.empty()) return "There is no move: the player to move has lost.\n";
  std::string text =
      answer.goes_round ? "Every move leads to something that is not 0, from which the other "
                          "player can come back to 0, each time\n"
                          "nearer to the end: every move loses.\n"
      : answer.may_bind ? "The values add up to 0: the player to move loses. An ordinary move "
                          "changes the sum; beside an entailing move or\n"
                          "another turn the other player has a winning answer.\n"
      : parts.size() == 1
          ? "Value 0: the player to move loses, because every move leads to a value other than 0.\n"
          : "The nim-sum is 0. A move changes the value of one part, so that the nim-sum is not 0 "
            "after it, and the\n"
            "other player can answer by making it 0 again: every move loses.\n";
  std::set<std::string> said;
  for (size_t i = 0; i < std::min(parts.size(), kShownParts); ++i) {
    const Position& part = parts[i];
    const std::string name = to_string(part);
    if (!said.insert(name).second) continue;
    const std::string value = answer.values[i]->to_string();
    if (part.game == &nim_heaps()) {
      if (parts.size() == 1) return "There is no move: the player to move loses.\n";
      if (!answer.values[i]->is_zero())
        text +=
            fmt::format("  {} can become any smaller heap, of value less than {}\n", name, value);
      continue;
    }
    if (part.game->rule() == nullptr && board_game(part) == nullptr) continue;
    if (part.game->has_bound_replies()) continue;  // some of its moves have no value
    Plan& plan = solvers.of(*part.game);
    std::set<Value> values;
    std::unordered_set<Sum, HashSum> seen;
    bool known = true;
    const uint64_t before = plan.work().positions;
    const size_t most = std::min(kLookedAtOptions, kLookedAtCharacters / (name.size() + 1) + 16);
    Budget few_steps(budget, kStepsOfLooking), little_work(budget, kShownWork);
    const auto listed = part.game->options(
        part,
        [&](const Sum& option) {
          if (!seen.insert(sorted(option)).second) return true;
          const Attempt<Value> there = value_of_option(option, *part.game, solvers, little_work);
          known = there.ok() && plan.work().positions - before <= kShownWork;
          if (known) values.insert(*there);
          return known && seen.size() < most;
        },
        few_steps);
    if (!known || (!listed && seen.empty())) continue;
    if (seen.empty()) {
      if (parts.size() == 1) return "There is no move: the player to move loses.\n";
      text += fmt::format("  {} has no move\n", name);
      continue;
    }
    text += fmt::format("  {} has value {}; its moves lead to {}\n", shortened_to(name, 60), value,
                        list_of(values, listed && *listed == Ended::complete));
  }
  return text;
}

/// The winner hurries, and the loser delays.
std::string play_ends(uint64_t moves) {
  return moves == 1 ? "ends play" : fmt::format("play ends in at most {} moves", moves);
}

std::string these(size_t count) { return count == 1 ? "this one" : fmt::format("these {}", count); }

/// Moves of a drawn sum, in columns.
std::string listed_moves(const std::vector<Position>& parts, const std::vector<SumMove>& moves,
                         bool all) {
  std::string text;
  for (const SumMove& move : moves) {
    const Position& part = parts[move.part];
    const std::string how = part.game->move_in_words(part, move.move.to);
    text += fmt::format("  {} → {}{}{}\n", shortened_to(to_string(part), 60),
                        shortened_to(to_string(move.move.to, kWholeBytes), 200),
                        how.empty() ? "" : "   ", how);
  }
  return text + (all ? "" : fmt::format("  … and more than {}\n", these(moves.size())));
}

/// Why neither player can force an end, and what keeps it so.
std::string why_drawn(const std::vector<Position>& parts, const Answer& answer) {
  std::string text;
  if (answer.value && parts.size() == 1) {
    text =
        "No move leads to value 0, so that no move wins. But whoever keeps away from the moves "
        "that lose can always go\n"
        "on: neither player can force an end.\n\n";
  } else if (answer.value) {
    const auto loopy =
        std::count_if(answer.values.begin(), answer.values.end(),
                      [](const std::optional<Value>& value) { return value->is_loopy(); });
    text = loopy > 1 ? "More than one part is ∞: whatever one of them becomes, there is always a "
                       "move in another one, and neither\n"
                       "player can force an end.\n\n"
                     : "One part is ∞, and it can't become the nim-sum of the others: neither "
                       "player can force an end.\n\n";
  } else {
    text = "Neither player can force an end.\n\n";
  }
  text += "Moves that keep the draw:\n" +
          listed_moves(parts, answer.drawing_moves, answer.all_drawing_moves);
  if (answer.losing_moves.empty()) return text + "No move loses.\n";
  return text + "Moves that lose:\n" +
         listed_moves(parts, answer.losing_moves, answer.all_losing_moves);
}

std::string winning_moves(const std::vector<Position>& parts, const Answer& answer) {
  if (answer.winning_moves.empty() && !answer.why_unlisted.empty())
    return fmt::format("Winning moves: not listed, because {}.\n", answer.why_unlisted);
  if (answer.winning_moves.empty() && answer.play == Play::misere && answer.all_winning_moves)
    return "There is no move, and who can't move wins.\n";
  std::string text;
  const size_t count = answer.winning_moves.size();
  const bool timed =
      std::any_of(answer.winning_moves.begin(), answer.winning_moves.end(),
                  [](const SumMove& move) { return move.moves_to_end || move.moves_at_most; });
  if (answer.goes_round) {
    text = timed ? "Winning moves, the shortest wins first:\n" : "Winning moves:\n";
  } else if (answer.play == Play::misere) {
    text = "Winning moves (after each the other player has no way to win):\n";
  } else if (!answer.value || answer.may_bind) {
    text = "Winning moves:\n";
  } else if (parts.size() == 1) {
    text = "Winning moves, each to a position of value 0:\n";
  } else {
    text = "Winning moves, each making the nim-sum 0:\n";
  }
  std::vector<Row> rows;
  for (const SumMove& move : answer.winning_moves) {
    const Position& part = parts[move.part];
    Row row = {fmt::format("{} → {}", shortened_to(to_string(part), 60),
                           shortened_to(to_string(move.move.to, kWholeBytes), 200))};
    if (answer.goes_round) {
      const auto moves = move.moves_to_end ? move.moves_to_end : move.moves_at_most;
      if (moves) row[0] += "   " + play_ends(*moves);
    } else if (const auto bound = binding_part(move.move.to)) {
      row[0] += is_another_turn(move.move.to[*bound]) ? "   the same player moves again"
                                                      : "   must be answered there";
    } else if (answer.values[move.part] && answer.value && !answer.value->is_loony() &&
               parts.size() > 1) {
      const Value after = nim_sum(*answer.values[move.part], *answer.value);
      row[0] +=
          fmt::format("   value {} → {}", shortened_to(answer.values[move.part]->to_string(), 60),
                      shortened_to(after.to_string(), 60));
    }
    if (const std::string how = part.game->move_in_words(part, move.move.to); !how.empty())
      row[0] += "   " + how;
    if (!move.move.condition.empty()) row[0] += "   and all with " + move.move.condition;
    rows.push_back(std::move(row));
  }
  text += table(rows);
  const bool described =
      std::any_of(answer.winning_moves.begin(), answer.winning_moves.end(),
                  [](const SumMove& move) { return !move.move.condition.empty(); });
  const bool perhaps = answer.play == Play::misere || answer.more_are_untold;
  if (!answer.all_winning_moves && !described && answer.why_unlisted.empty())
    text += fmt::format("  … and {} than {}\n", perhaps ? "perhaps more" : "more", these(count));
  return text;
}

/// How the part's value comes about, where there is more to say than that it is the mex of its
/// options' values.
std::string reasons_of(const Position& part, Play play, Solvers& solvers) {
  if (play == Play::misere) return {};  // values say nothing there
  return solvers.of(*part.game).explanation(part);
}

/// " in at most 7 moves", where the winner hurries; nothing where play is too long to be looked
/// through.
std::string in_moves(const std::vector<Position>& parts, const Answer& answer) {
  const auto moves = answer.goes_round ? std::nullopt : length_of_play(parts, answer);
  if (!moves || *moves == 0) return {};
  return *moves == 1 ? " in 1 move" : fmt::format(" in at most {} moves", *moves);
}

}  // namespace

std::string explain(const std::vector<Position>& parts, const Answer& answer, Solvers& solvers,
                    Budget& budget) {
  std::string text = sum_text(parts, kShownText) + "\n";
  const std::string play =
      answer.play == Play::misere ? " in misère play (who can't move wins)" : "";
  const std::string length = in_moves(parts, answer);
  text += answer.outcome == Outcome::N
              ? fmt::format("The player to move wins{}{} (outcome N).", play, length)
          : answer.outcome == Outcome::P
              ? fmt::format("The player to move loses{}{} (outcome P).", play, length)
              : fmt::format("Neither player can force an end{}: a draw (outcome D).", play);
  if (answer.value && answer.value->is_loony()) {
    text += " The value is loony: whoever moves wins, whatever stands beside it.";
  } else if (answer.value) {
    text += fmt::format(" Grundy value {}.", shortened_to(answer.value->to_string(), 200));
  }
  if (answer.moves_to_end && !parts.empty())
    text += fmt::format(" Play ends in {} move{} when the winner hurries and the loser delays.",
                        *answer.moves_to_end, *answer.moves_to_end == 1 ? "" : "s");
  if (answer.goes_round && answer.play == Play::normal && answer.outcome != Outcome::D &&
      !answer.moves_to_end)
    text += fmt::format(
        "\nThe moves of the win were not counted: there are too many positions. It does end: a "
        "move to something"
        "\ngreater, or to ∞, is answered by going back to the value before, each time nearer to "
        "the end.{}",
        answer.moves_at_most ? fmt::format("\nPlay lasts {} moves at most.", *answer.moves_at_most)
                             : "");
  text += "\n\n";
  if (answer.value && !parts.empty()) text += value_table(parts, answer) + "\n";
  std::set<std::string> said;
  for (size_t i = 0; i < std::min(parts.size(), kShownParts); ++i) {
    const BoardGame* board = board_game(parts[i]);
    const std::string drawn = board == nullptr ? "" : board->drawn(parts[i]);
    if (!drawn.empty() && drawn.size() <= kLargestDrawing && said.insert(drawn).second)
      text += drawn + "\n";
  }
  for (size_t i = 0; i < std::min(parts.size(), kShownParts); ++i) {
    const std::string reasons = reasons_of(parts[i], answer.play, solvers);
    if (!reasons.empty() && said.insert(reasons).second)
      text += reasons + (reasons.back() == '\n' ? "\n" : "\n\n");
  }
  for (const std::string& law : answer.conjectures)
    text += "A conjecture, which was tested and not proved: " + law + ".\n\n";
  if (!answer.reason.empty()) text += answer.reason + "\n";
  if (answer.mover_wins()) return text + winning_moves(parts, answer);
  if (answer.outcome == Outcome::D) return text + why_drawn(parts, answer);
  if (answer.play == Play::misere || !answer.value)
    return text + "Every move leads to a position that the other player wins.\n";
  return text + why_lost(parts, answer, solvers, budget);
}

}  // namespace grundy
