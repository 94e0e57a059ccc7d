// grundy play SUM: a conversation. Each line that the user types is a move or a command; the machine answers with its
// own move. The rules of the game between them are those of Match (session/match.h).
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>
#include <utility>

#include "base/text.h"
#include "cli/commands.h"
#include "session/drawing.h"
#include "session/match.h"

namespace grundy::cli {
namespace {

constexpr size_t kLongestLine = 1 << 20;  // bytes
constexpr size_t kShownParts = 20;
constexpr size_t kShownMoves = 12;        // of each part by `moves`
constexpr size_t kShownMovesOfOne = 200;  // by `moves 2`

constexpr const char* kHelp =
    "A move is what one part becomes:   kayles(2) + kayles(3)\n"
    "with its number where needed:      1: kayles(2) + kayles(3)\n"
    "or the whole new sum. A part that is used up is 0. Of a heap there are shorter ways:\n"
    "  2: 3              part 2 becomes a heap of 3\n"
    "  take 2 from 1     part 1 becomes smaller by 2\n"
    "  sum       show the sum again\n"
    "  board     draw the positions of two numbers as boards\n"
    "  moves     list the moves; `moves 2` those of part 2\n"
    "  hint      whether you can win; again: where to move; again: the move\n"
    "  why       the reason for the machine's last move\n"
    "  explain   `explain on`: the machine gives its reasons with every move; `explain off`\n"
    "  undo      take back your last move and the machine's answer\n"
    "  draw      agree on a draw, where neither player can force an end\n"
    "  machine   at the start: let the machine begin\n"
    "  quit      end the game\n";

/// Lines of standard input. Ctrl-C ends the wait for one.
class Lines {
 public:
  enum class Got { line, end, interrupted, too_long };
  Got next(std::string& line);

 private:
  std::string buffer_;
  bool at_end_ = false;
};

Lines::Got Lines::next(std::string& line) {
  bool too_long = false;
  size_t looked = 0;
  for (;;) {
    if (const size_t newline = buffer_.find('\n', looked); newline != std::string::npos) {
      line = buffer_.substr(0, newline);
      buffer_.erase(0, newline + 1);
      return too_long ? Got::too_long : Got::line;
    }
    if (at_end_) {
      line = std::move(buffer_);
      buffer_.clear();
      return too_long ? Got::too_long : line.empty() ? Got::end : Got::line;
    }
    looked = buffer_.size();
    if (looked > kLongestLine) {  // the rest of the line is read and forgotten
      too_long = true;
      buffer_.clear();
      looked = 0;
    }
    // A signal just before the call would not wake it, so that it waits for a fifth of a second only.
    pollfd wait{STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&wait, 1, 200);
    if (interrupted) return Got::interrupted;
    if (ready <= 0) continue;
    char bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count > 0) buffer_.append(bytes, static_cast<size_t>(count));
    at_end_ = count == 0 || (count < 0 && errno != EINTR);
  }
}

struct PlayOptions {
  std::string sum;
  Play play = Play::normal;
  std::string strength = "perfect";
  std::optional<uint64_t> seed;
};

constexpr uint64_t kErrsOnceIn = 4;  // moves, when the machine errs now and then

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

class Conversation {
 public:
  Conversation(Context& context, Match& match, const PlayOptions& options)
      : context_(context),
        match_(match),
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
  void show_boards();
  /// The machine's choice, as strong as it plays.
  Attempt<Match::Advice> choose();
  void undo();
  void end(bool user_moved_last);

  Context& context_;
  Match& match_;
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
  const size_t digits = std::to_string(std::min(parts.size(), kShownParts)).size();
  for (size_t i = 0; i < std::min(parts.size(), kShownParts); ++i) {
    const std::string dots = dots_of(parts[i]);
    say(fmt::format("  {:>{}}: {}{}{}\n", i + 1, digits, to_string(parts[i]), dots.empty() ? "" : "  ", dots));
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

Attempt<void> Conversation::machine_moves() {
  Attempt<Match::Advice> advice = choose();
  if (!advice) return std::move(advice).error();
  why_ = advice->why;
  hints_ = 0;
  say(fmt::format("Machine: {}{}\n", match_.describe(advice->move), explains_ ? ": " + why_ : ""));
  match_.make(advice->move);
  show_sum();
  if (match_.over()) end(false);
  if (advice->outcome == Outcome::D && !std::exchange(draw_told_, true))
    say("Neither of us can force an end now; `draw` agrees on a draw.\n");
  return {};
}

Attempt<void> Conversation::user_moves(const std::string& line) {
  Attempt<PartMove> move = match_.read(line);
  if (!move) {
    if (move.error().kind == Error::Kind::internal || interrupted) return std::move(move).error();
    std::string text;
    for (const Diagnostic& diagnostic : move.error().diagnostics) {
      text += diagnostic.line > 0 ? diagnostic.to_string() : diagnostic.message + "\n";
    }
    say(text);
    return {};
  }
  hints_ = 0;
  say(fmt::format("You: {}\n", match_.describe(*move)));
  match_.make(*move);
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
  const std::string number = match_.parts().size() > 1 ? fmt::format(" (part {})", advice->move.part + 1) : "";
  // First whether there is a winning move, then where, then the move; what is not known is left out.
  size_t step = hints_++;
  if (step == 1 && advice->where.empty()) step = 2;
  if (advice->outcome == Outcome::D) {
    say(fmt::format("{}{} keeps the draw: {}.\n", match_.describe(advice->move), number, advice->why));
  } else if (advice->outcome == Outcome::P) {
    say(step == 0 ? fmt::format("Every move loses against perfect play: {}.\n", advice->why)
                  : fmt::format("Hard to answer: {}{}\n", match_.describe(advice->move), number));
  } else if (step == 0) {
    say("You can win. `hint` again tells where.\n");
  } else if (step == 1) {
    say(fmt::format("To win, {}. `hint` again tells the move.\n", advice->where));
  } else {
    say(fmt::format("{}{} wins: {}.\n", match_.describe(advice->move), number, advice->why));
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

void Conversation::undo() {
  if (made_.empty()) {
    say("there is no move of yours to take back\n");
    return;
  }
  for (size_t i = 0; i < made_.back(); ++i) match_.take_back();
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
  show_sum();
  if (match_.over()) {
    say(fmt::format("There is no move: the player to move {}.\n", match_.last_mover_wins() ? "loses" : "wins"));
    return context_.finish(kAnswered);
  }
  say("You move first (`machine` lets the machine begin, `help` explains).\n");
  const bool prompt = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  Lines lines;
  std::string line;
  while (!over_) {
    if (prompt) say("> ");
    if (!context_.flush()) return context_.finish(kAnswered);
    switch (lines.next(line)) {
      case Lines::Got::end:
        return context_.finish(kAnswered);
      case Lines::Got::interrupted:
        return fail(Error::ended("interrupted"));
      case Lines::Got::too_long:
        say("that line is too long to be a move\n");
        continue;
      case Lines::Got::line:
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
  return Conversation(context, match, options).run();
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
  command.example("'nim{3, 5, 7}'");
  command.example("--strength errs 'nim{3, 5, 7}'", "for a first win");
  command.example("--strength random --seed 7 'kayles(9)'");
  command.example("--play misere 'kayles(8) + nim(2)'", "who can't move wins");
  command.sample = "'kayles(8) + nim(2)'";
  command.own_sample = "'mygame(2, 1)'";
  command.run = [options](Context& context) { return play(*options, context); };
  return command;
}

}  // namespace grundy::cli
