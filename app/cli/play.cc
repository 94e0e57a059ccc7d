// grundy play SUM: a conversation. Each line that the user types is a move or a command; the machine answers with its
// own move. The rules of the game between them are those of Match (session/match.h).
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/typed_lines.h"
#include "session/describe.h"
#include "session/drawing.h"
#include "session/guess.h"
#include "session/match.h"
#include "session/rows.h"

namespace grundy::cli {
namespace {

constexpr size_t kShownParts = 20;
constexpr size_t kShownMoves = 12;        // of each part by `moves`
constexpr size_t kShownMovesOfOne = 200;  // by `moves 2`

constexpr const char* kHelp =
    "A move is what one part becomes:   kayles(2) + kayles(3)\n"
    "with its number where needed:      1: kayles(2) + kayles(3)\n"
    "or the whole new sum. A part that is used up is 0. Of a heap there are shorter ways:\n"
    "  2: 3              part 2 becomes a heap of 3\n"
    "  take 2 from 1     part 1 becomes smaller by 2\n"
    "In a row of things a move is named by those that it takes, as `moves` shows.\n"
    "  sum       show the sum again\n"
    "  board     draw the positions of two numbers as boards\n"
    "  moves     list the moves; `moves 2` those of part 2\n"
    "  hint      whether you can win; again: where to move; again: the move\n"
    "  why       the reason for the machine's last move\n"
    "  explain   `explain on`: the machine gives its reasons with every move; `explain off`\n"
    "  rules     how the game is played\n"
    "  guess     where the rules are hidden: `guess -> nim(n - 1); -> nim(n - 2)` compares\n"
    "  undo      take back your last move and the machine's answer\n"
    "  draw      agree on a draw, where neither player can force an end\n"
    "  machine   at the start: let the machine begin\n"
    "  quit      end the game\n";

struct PlayOptions {
  std::string sum;
  Play play = Play::normal;
  std::string strength = "perfect";
  std::optional<uint64_t> seed;
  bool guess = false;
};

constexpr uint64_t kErrsOnceIn = 4;  // moves, when the machine errs now and then

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

class Conversation {
 public:
  Conversation(Context& context, Match& match, Rows& rows, std::vector<Position> asked, const PlayOptions& options)
      : context_(context),
        match_(match),
        rows_(rows),
        asked_(std::move(asked)),
        hidden_(options.guess),
        strength_(options.strength),
        random_(options.seed ? *options.seed : std::random_device{}()) {}

  int run();

 private:
  void say(std::string_view text) { context_.print(text); }
  void show_sum();
  /// Does what a typed line asks for. An error ends the game; a wrong move is no error, it is answered.
  Attempt<void> respond(const std::string& line);
  Attempt<void> user_moves(const std::string& line);
  Attempt<void> machine_moves();
  Attempt<void> list_moves(const std::string& which);
  Attempt<void> hint();
  Attempt<void> agree_on_draw();
  /// "hit 3-4" in a row, "nim(3) → nim(2)" elsewhere.
  Attempt<std::string> described(const PartMove& move);
  void show_rules();
  void guess(std::string_view lines);
  void show_boards();
  /// The machine's choice, as strong as it plays.
  Attempt<Match::Advice> choose();
  void undo();
  void end(bool user_moved_last);

  Context& context_;
  Match& match_;
  Rows& rows_;
  std::vector<Position> asked_;  // as the sum was written
  bool hidden_;                  // the rules are to be found out
  std::string strength_;
  std::mt19937_64 random_;
  size_t hints_ = 0;  // given since the last move
  std::string why_;   // of the machine's last move
  bool explains_ = false;
  std::vector<size_t> made_;  // moves of each exchange that can be taken back, the user's first
  bool machine_began_ = false;
  bool draw_told_ = false;
  bool over_ = false;
};

void Conversation::show_sum() {
  const auto& parts = match_.parts();
  if (parts.empty()) return;
  say(rows_.picture());
  const size_t digits = std::to_string(std::min(parts.size(), kShownParts)).size();
  for (size_t i = 0; i < std::min(parts.size(), kShownParts); ++i) {
    const std::string dots = rows_.has(i) ? "" : dots_of(parts[i]);
    say(fmt::format("  {:>{}}: {}{}{}\n", i + 1, digits, rows_.name(parts[i]), dots.empty() ? "" : "  ", dots));
  }
  if (parts.size() > kShownParts) say(fmt::format("  … and {} more\n", parts.size() - kShownParts));
}

void Conversation::end(bool user_moved_last) {
  over_ = true;
  const bool user_wins = user_moved_last == match_.last_mover_wins();
  say(fmt::format("There is no move left{}: {}.\n", match_.last_mover_wins() ? "" : ", and who can't move wins",
                  user_wins ? "you win" : "the machine wins"));
}

void Conversation::show_boards() {
  bool any = false;
  for (size_t i = 0; i < std::min(match_.parts().size(), kShownParts); ++i) {
    const std::string board = board_of(match_.parts()[i]);
    if (board.empty()) continue;
    any = true;
    say(fmt::format("  {}: {}\n", i + 1, to_string(match_.parts()[i])));
    for (const std::string& row : lines_of(board)) say("     " + row + "\n");
  }
  if (!any) say("a board is drawn for positions of two numbers, each at most 20\n");
}

Attempt<Match::Advice> Conversation::choose() {
  const bool any = strength_ == "random" || (strength_ == "errs" && random_() % kErrsOnceIn == 0);
  return any ? match_.any_move(random_()) : match_.advise();
}

Attempt<std::string> Conversation::described(const PartMove& move) {
  return rows_.has(move.part) ? rows_.describe(move) : Attempt<std::string>(match_.describe(move));
}

Attempt<void> Conversation::machine_moves() {
  Attempt<Match::Advice> advice = choose();
  if (!advice) return std::move(advice).error();
  why_ = advice->why;
  hints_ = 0;
  const Attempt<std::string> text = described(advice->move);
  if (!text) return text.error();
  say(fmt::format("Machine: {}{}\n", *text, explains_ ? ": " + why_ : ""));
  if (auto made = rows_.make(advice->move); !made) return made;
  show_sum();
  if (match_.over()) end(false);
  if (advice->outcome == Outcome::D && !std::exchange(draw_told_, true))
    say("Neither of us can force an end now; `draw` agrees on a draw.\n");
  return {};
}

Attempt<void> Conversation::user_moves(const std::string& line) {
  Attempt<std::optional<PartMove>> in_row = rows_.read(line);
  Attempt<PartMove> move = !in_row   ? Attempt<PartMove>(std::move(in_row).error())
                           : *in_row ? Attempt<PartMove>(**std::move(in_row))
                                     : match_.read(line);
  if (!move) {
    if (move.error().kind == Error::Kind::internal || interrupted) return std::move(move).error();
    if (hidden_ && move.error().diagnostics[0].line == 0) {
      say("that is no move here\n");
      return {};
    }
    std::string text;
    for (const Diagnostic& diagnostic : move.error().diagnostics) {
      text += diagnostic.line > 0 ? diagnostic.to_string() : diagnostic.message + "\n";
    }
    say(text);
    return {};
  }
  hints_ = 0;
  const Attempt<std::string> text = described(*move);
  if (!text) return text.error();
  say(fmt::format("You: {}\n", *text));
  if (auto made = rows_.make(*move); !made) return made;
  made_.push_back(1);
  if (match_.over()) {
    end(true);
    return {};
  }
  if (auto moved = machine_moves(); !moved) return moved;
  ++made_.back();
  return {};
}

Attempt<void> Conversation::list_moves(const std::string& which) {
  if (hidden_) {
    say("the rules are hidden: try a move, or `hint`; `rules` shows them\n");
    return {};
  }
  const auto& parts = match_.parts();
  size_t first = 0;
  size_t last = std::min(parts.size(), kShownParts);
  if (!which.empty()) {
    const std::optional<Natural> number = Natural::parse(which);
    if (!number || number->is_zero() || *number > Natural(parts.size())) {
      say(fmt::format("there is no part '{}'\n", which.substr(0, 40)));
      return {};
    }
    first = number->small() - 1;
    last = first + 1;
  }
  for (size_t i = first; i < last; ++i) {
    bool all = true;
    if (rows_.has(i)) {
      const auto names = rows_.moves(i, which.empty() ? kShownMoves : kShownMovesOfOne, all);
      if (!names) return names.error();
      say(fmt::format("  {}: {} → {}{}\n", i + 1, rows_.name(parts[i]), fmt::join(*names, ", "), all ? "" : ", …"));
      continue;
    }
    Attempt<std::vector<PartMove>> moves = match_.moves(i, which.empty() ? kShownMoves : kShownMovesOfOne, all);
    if (!moves) return std::move(moves).error();
    say(fmt::format("  {}: {} →", i + 1, to_string(parts[i])));
    for (size_t j = 0; j < moves->size(); ++j) say((j == 0 ? " " : ", ") + to_string((*moves)[j].to, kShownBytes, 200));
    say(all ? "\n" : fmt::format(", …{}\n", which.empty() ? fmt::format("   (`moves {}` shows more)", i + 1) : ""));
    if (const std::string words = match_.moves_in_words(i); !words.empty()) say(fmt::format("     all: {}\n", words));
  }
  if (last < parts.size() && which.empty()) say(fmt::format("  … and those of {} more parts\n", parts.size() - last));
  return {};
}

Attempt<void> Conversation::hint() {
  Attempt<Match::Advice> advice = match_.advise();
  if (!advice) return std::move(advice).error();
  const Attempt<std::string> move = described(advice->move);
  if (!move) return move.error();
  const Position& part = match_.parts()[advice->move.part];
  const bool numbered = match_.parts().size() > 1 && !rows_.has(advice->move.part);
  const std::string number = numbered ? fmt::format(" (part {})", advice->move.part + 1) : "";
  const std::string plain = to_string(part);
  if (const size_t at = advice->where.find(plain); at != std::string::npos)
    advice->where.replace(at, plain.size(), rows_.name(part));
  // First whether there is a winning move, then where, then the move; what is not known is left out.
  size_t step = hints_++;
  if (step == 1 && advice->where.empty()) step = 2;
  if (advice->outcome == Outcome::D) {
    say(fmt::format("{}{} keeps the draw: {}.\n", *move, number, advice->why));
  } else if (advice->outcome == Outcome::P) {
    say(step == 0 ? fmt::format("Every move loses against perfect play: {}.\n", advice->why)
                  : fmt::format("Hard to answer: {}{}\n", *move, number));
  } else if (step == 0) {
    say("You can win. `hint` again tells where.\n");
  } else if (step == 1) {
    say(fmt::format("To win, {}. `hint` again tells the move.\n", advice->where));
  } else {
    say(fmt::format("{}{} wins: {}.\n", *move, number, advice->why));
  }
  return {};
}

Attempt<void> Conversation::agree_on_draw() {
  Attempt<Match::Advice> advice = match_.advise();
  if (!advice) return std::move(advice).error();
  over_ = advice->outcome == Outcome::D;
  say(over_                           ? "Agreed: a draw.\n"
      : advice->outcome == Outcome::N ? "The machine would agree, but you can win.\n"
                                      : "The machine wants to win.\n");
  return {};
}

void Conversation::show_rules() {
  hidden_ = false;
  std::vector<std::string> shown;
  for (const Position& position : asked_) {
    const Rule* rule = position.game->rule();
    const Definition* definition = rule == nullptr ? nullptr : context_.session().rulebook().find(rule->name);
    if (definition == nullptr || std::find(shown.begin(), shown.end(), rule->name) != shown.end()) continue;
    shown.push_back(rule->name);
    say(rules_text(*definition));
  }
  if (shown.empty()) say("`grundy games NAME` explains a game\n");
}

void Conversation::guess(std::string_view lines) {
  const Attempt<std::string> answer = compare_with_guess(asked_.front(), lines, context_.budget());
  if (answer) {
    say(*answer + "\n");
  } else {
    for (const Diagnostic& diagnostic : answer.error().diagnostics)
      say(diagnostic.line > 0 ? diagnostic.to_string() : diagnostic.message + "\n");
  }
}

void Conversation::undo() {
  if (made_.empty()) {
    say("there is no move of yours to take back\n");
    return;
  }
  for (size_t i = 0; i < made_.back(); ++i) rows_.take_back();
  made_.pop_back();
  hints_ = 0;
  show_sum();
}

Attempt<void> Conversation::respond(const std::string& typed) {
  if (typed.empty() || typed[0] == '#') return {};
  const std::string line = in_small_letters(typed);
  if (line == "help" || line == "?") {
    say(kHelp);
  } else if (line == "sum") {
    show_sum();
  } else if (line == "board") {
    show_boards();
  } else if (line == "why") {
    say(why_.empty() ? "the machine has not moved yet\n" : why_ + ".\n");
  } else if (line == "explain" || line == "explain on" || line == "explain off") {
    explains_ = line != "explain off";
    say(explains_ ? "the machine gives its reasons\n" : "the machine keeps its reasons to itself\n");
  } else if (line == "rules") {
    show_rules();
  } else if (line == "guess" || line.starts_with("guess ")) {
    guess(trimmed(std::string_view(typed).substr(5)));
  } else if (line == "hint") {
    return hint();
  } else if (line == "draw") {
    return agree_on_draw();
  } else if (line == "undo") {
    undo();
  } else if (line == "moves" || line.starts_with("moves ")) {
    return list_moves(std::string(trimmed(line.substr(5))));
  } else if (line == "machine" || line == "pass") {
    if (machine_began_ || !made_.empty()) {
      say("a player has to move when it is their turn; the machine can only begin\n");
      return {};
    }
    machine_began_ = true;
    return machine_moves();
  } else {
    return user_moves(typed);
  }
  return {};
}

int Conversation::run() {
  const auto fail = [&](const Error& error) {
    context_.flush();  // the conversation so far stays
    return context_.finish(error);
  };
  if (!match_.last_mover_wins()) say("Misère play: who can't move wins.\n");
  if (hidden_)
    say("The rules are hidden. Try moves; `guess -> …` compares a rule of yours with them, `rules` shows them.\n");
  show_sum();
  if (match_.over()) {
    say(fmt::format("There is no move: the player to move {}.\n", match_.last_mover_wins() ? "loses" : "wins"));
    return context_.finish(kAnswered);
  }
  say("You move first (`machine` lets the machine begin, `help` explains).\n");
  const bool prompt = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  TypedLines lines;
  std::string line;
  while (!over_) {
    if (prompt) say("> ");
    if (!context_.flush()) return context_.finish(kAnswered);
    switch (lines.next(line)) {
      case TypedLines::Got::end:
        return context_.finish(kAnswered);
      case TypedLines::Got::stopped:
        return fail(Error::ended("interrupted"));
      case TypedLines::Got::too_long:
        say("that line is too long to be a move\n");
        continue;
      case TypedLines::Got::line:
        break;
    }
    line = std::string(trimmed(line));
    if (const std::string word = in_small_letters(line); word == "quit" || word == "exit" || word == "q") break;
    if (auto done = respond(line); !done) return fail(done.error());
  }
  return context_.finish(kAnswered);
}

int play(const PlayOptions& options, Context& context) {
  Attempt<Question> question = context.session().read(options.sum, context.budget());
  context.show_warnings();
  if (!question) return context.finish(question.error());
  Match match(context.session(), options.play, context.budget(), context.options().time_limit);
  if (auto begun = match.begin(question->parts); !begun) return context.finish(begun.error());
  Rows rows(context.session(), match, context.budget(), question->parts);
  return Conversation(context, match, rows, question->parts, options).run();
}

}  // namespace

Command play_command() {
  Command command("play", "play against the machine, and ask it why");
  const auto options = std::make_shared<PlayOptions>();
  command.argument("SUM", into(options->sum), Fill::game);
  command.play(options->play);
  command.refuse("--json", "play is a conversation without a JSON form; `grundy solve --json` names winning moves");
  command.choice("--strength", "HOW", "the machine plays perfect, errs now and then, or plays random moves",
                 {"perfect", "errs", "random"}, options->strength);
  command.option("--seed", "N", "where its random numbers begin, to play the same game again", into(options->seed));
  command.flag("--guess", options->guess, "hide the rules, to be found out by trying moves");
  command.example("'nim{3, 5, 7}'");
  command.example("--guess 'bounded(12)'", "which moves are there?");
  command.example("--strength errs 'nim{3, 5, 7}'", "for a first win");
  command.example("--strength random --seed 7 'kayles(9)'");
  command.example("--play misere 'kayles(8) + nim(2)'", "who can't move wins");
  command.sample = "'kayles(8) + nim(2)'";
  command.own_sample = "'mygame(2, 1)'";
  command.run = [options](Context& context) { return play(*options, context); };
  return command;
}

}  // namespace grundy::cli
