// grundy play SUM: a conversation. Each line that the user types is a move or a command; the
// machine answers with its own move. The rules of the game between them are those of Match
// (grundy/match.h).
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <utility>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/store_option.h"
#include "cli/typed_lines.h"

namespace grundy::cli {
namespace {

constexpr size_t kShownParts = 20;
constexpr size_t kShownOfPart = 300;      // bytes
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
  face::Play play = face::Play::normal;
  std::string strength = "perfect";
  std::optional<uint64_t> seed;
  bool guess = false;
  std::string store;        // a file
  std::string certificate;  // a file
};

constexpr uint64_t kErrsOnceIn = 4;  // moves, when the machine errs now and then

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

/// What is wrong, with its place where it has one.
std::string told(const face::Error& error) {
  std::string text;
  for (const face::Diagnostic& diagnostic : error.diagnostics)
    text += diagnostic.line > 0 ? diagnostic.text() : diagnostic.message + "\n";
  return text;
}

class Conversation {
 public:
  Conversation(Context& context, face::Match& match, face::Sum asked, const PlayOptions& options)
      : context_(context),
        match_(match),
        asked_(std::move(asked)),
        hidden_(options.guess),
        strength_(options.strength),
        random_(options.seed ? *options.seed : std::random_device{}()) {}

  int run();

 private:
  void say(std::string_view text) { context_.print(text); }
  void show_sum();
  /// Does what a typed line asks for. An error ends the game; a wrong move is no error, it is
  /// answered.
  face::Result<void> respond(const std::string& line);
  face::Result<void> user_moves(const std::string& line);
  /// Until it is the user's turn; how many moves it made.
  face::Result<size_t> machine_moves();
  face::Result<void> machine_move();
  face::Result<void> list_moves(const std::string& which);
  face::Result<void> hint();
  face::Result<void> agree_on_draw();
  void show_rules();
  void guess(std::string_view lines);
  void show_boards();
  /// The machine's choice, as strong as it plays.
  face::Result<face::Advice> choose();
  void undo();
  /// Whoever has the turn can't move.
  void end(bool is_machines_turn);

  Context& context_;
  face::Match& match_;
  face::Sum asked_;  // as the sum was written
  bool hidden_;      // the rules are to be found out
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
  const face::Sum parts = match_.parts();
  if (parts.empty()) return;
  say(match_.picture());
  const size_t digits = std::to_string(std::min(parts.size(), kShownParts)).size();
  for (size_t i = 0; i < std::min(parts.size(), kShownParts); ++i) {
    const std::string drawing = match_.in_row(i) ? "" : parts[i].drawing();
    const std::string dots = drawing.ends_with('\n') ? "" : drawing;
    say(fmt::format("  {:>{}}: {}{}{}\n", i + 1, digits, match_.name(i), dots.empty() ? "" : "  ",
                    dots));
  }
  if (parts.size() > kShownParts) say(fmt::format("  … and {} more\n", parts.size() - kShownParts));
}

void Conversation::end(bool is_machines_turn) {
  over_ = true;
  const bool user_wins = is_machines_turn == match_.last_mover_wins();
  say(fmt::format("There is no move left{}: {}.\n",
                  match_.last_mover_wins() ? "" : ", and who can't move wins",
                  user_wins ? "you win" : "the machine wins"));
}

void Conversation::show_boards() {
  bool any = false;
  const face::Sum parts = match_.parts();
  for (size_t i = 0; i < std::min(parts.size(), kShownParts); ++i) {
    const std::string board = parts[i].drawing();
    if (!board.ends_with('\n')) continue;
    any = true;
    say(fmt::format("  {}: {}\n", i + 1, parts[i].text(kShownOfPart)));
    for (const std::string& row : lines_of(board)) say("     " + row + "\n");
  }
  if (!any) say("a board is drawn for positions of two numbers, each at most 20\n");
}

face::Result<face::Advice> Conversation::choose() {
  const bool any = strength_ == "random" || (strength_ == "errs" && random_() % kErrsOnceIn == 0);
  return any ? match_.any_move(random_()) : match_.advise();
}

face::Result<size_t> Conversation::machine_moves() {
  size_t made = 0;
  do {
    if (auto moved = machine_move(); !moved) return std::move(moved).error();
    ++made;
    if (match_.moves_again() && !over_) say("The machine moves again.\n");
  } while (match_.moves_again() && !over_);
  return made;
}

face::Result<void> Conversation::machine_move() {
  face::Result<face::Advice> advice = choose();
  if (!advice) return std::move(advice).error();
  why_ = advice->why;
  hints_ = 0;
  const face::Result<std::string> text = match_.describe(advice->move);
  if (!text) return text.error();
  say(fmt::format("Machine: {}{}\n", *text, explains_ ? ": " + why_ : ""));
  if (auto made = match_.make(advice->move); !made) return made;
  show_sum();
  if (match_.over()) end(match_.moves_again());
  if (advice->outcome == face::Outcome::D && !std::exchange(draw_told_, true))
    say("Neither of us can force an end now; `draw` agrees on a draw.\n");
  return {};
}

face::Result<void> Conversation::user_moves(const std::string& line) {
  face::Result<face::Move> move = match_.read(line);
  if (!move) {
    if (move.error().kind == face::Error::Kind::internal || interrupted)
      return std::move(move).error();
    if (hidden_ && move.error().diagnostics[0].line == 0) {
      say("that is no move here\n");
      return {};
    }
    say(told(move.error()));
    return {};
  }
  hints_ = 0;
  const face::Result<std::string> text = match_.describe(*move);
  if (!text) return text.error();
  say(fmt::format("You: {}\n", *text));
  if (auto made = match_.make(*move); !made) return made;
  made_.push_back(1);
  if (match_.over()) {
    end(!match_.moves_again());
    return {};
  }
  if (match_.moves_again()) {
    show_sum();
    say("You move again.\n");
    return {};
  }
  const face::Result<size_t> moved = machine_moves();
  if (!moved) return moved.error();
  made_.back() += *moved;
  return {};
}

face::Result<void> Conversation::list_moves(const std::string& which) {
  if (hidden_) {
    say("the rules are hidden: try a move, or `hint`; `rules` shows them\n");
    return {};
  }
  const face::Sum parts = match_.parts();
  size_t first = 0;
  size_t last = std::min(parts.size(), kShownParts);
  if (!which.empty()) {
    const std::optional<face::Value> number = face::Value::natural(which);
    if (!number || number->is_zero() || *number > face::Value(parts.size())) {
      say(fmt::format("there is no part '{}'\n", which.substr(0, 40)));
      return {};
    }
    first = *number->to_uint64() - 1;
    last = first + 1;
  }
  for (size_t i = first; i < last; ++i) {
    const size_t limit = which.empty() ? kShownMoves : kShownMovesOfOne;
    if (match_.in_row(i)) {
      const face::Result<face::NamedMoves> named = match_.named_moves(i, limit);
      if (!named) return named.error();
      say(fmt::format("  {}: {} → {}{}\n", i + 1, match_.name(i), fmt::join(named->names, ", "),
                      named->all ? "" : ", …"));
      continue;
    }
    face::Result<face::MoveList> list = match_.moves(i, limit);
    if (!list) return std::move(list).error();
    say(fmt::format("  {}: {} →", i + 1, parts[i].text(kShownOfPart)));
    for (size_t j = 0; j < list->moves.size(); ++j)
      say((j == 0 ? " " : ", ") + list->moves[j].to.text(200, kShownOfPart));
    say(list->all
            ? "\n"
            : fmt::format(", …{}\n",
                          which.empty() ? fmt::format("   (`moves {}` shows more)", i + 1) : ""));
    if (!list->in_words.empty()) say(fmt::format("     all: {}\n", list->in_words));
  }
  if (last < parts.size() && which.empty())
    say(fmt::format("  … and those of {} more parts\n", parts.size() - last));
  return {};
}

face::Result<void> Conversation::hint() {
  face::Result<face::Advice> advice = match_.advise();
  if (!advice) return std::move(advice).error();
  const face::Result<std::string> move = match_.describe(advice->move);
  if (!move) return move.error();
  const size_t part = advice->move.part;
  const bool numbered = match_.parts().size() > 1 && !match_.in_row(part);
  const std::string number = numbered ? fmt::format(" (part {})", part + 1) : "";
  const std::string plain = advice->move.from.text(kShownOfPart);
  if (const size_t at = advice->where.find(plain); at != std::string::npos)
    advice->where.replace(at, plain.size(), match_.name(part));
  // First whether there is a winning move, then where, then the move; what is not known is left
  // out.
  size_t step = hints_++;
  if (step == 1 && advice->where.empty()) step = 2;
  if (advice->outcome == face::Outcome::D) {
    say(fmt::format("{}{} keeps the draw: {}.\n", *move, number, advice->why));
  } else if (advice->outcome == face::Outcome::P) {
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

face::Result<void> Conversation::agree_on_draw() {
  face::Result<face::Advice> advice = match_.advise();
  if (!advice) return std::move(advice).error();
  over_ = advice->outcome == face::Outcome::D;
  say(over_                                 ? "Agreed: a draw.\n"
      : advice->outcome == face::Outcome::N ? "The machine would agree, but you can win.\n"
                                            : "The machine wants to win.\n");
  return {};
}

void Conversation::show_rules() {
  hidden_ = false;
  std::vector<std::string> shown;
  std::set<std::string> games;
  for (const face::Position& position : asked_) {
    if (!games.insert(position.game()).second) continue;
    const std::string rules = context_.face().rules(position);
    if (rules.empty() || std::find(shown.begin(), shown.end(), rules) != shown.end()) continue;
    say(rules);
    shown.push_back(rules);
  }
  if (shown.empty()) say("`grundy games NAME` explains a game\n");
}

void Conversation::guess(std::string_view lines) {
  const face::Result<std::string> answer = context_.face().compare_with_guess(asked_[0], lines);
  say(answer ? *answer + "\n" : told(answer.error()));
}

void Conversation::undo() {
  if (made_.empty()) {
    say("there is no move of yours to take back\n");
    return;
  }
  for (size_t i = 0; i < made_.back(); ++i) (void)match_.take_back();  // there are so many
  made_.pop_back();
  hints_ = 0;
  show_sum();
}

face::Result<void> Conversation::respond(const std::string& typed) {
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
    say(explains_ ? "the machine gives its reasons\n"
                  : "the machine keeps its reasons to itself\n");
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
    if (const auto moved = machine_moves(); !moved) return moved.error();
    return {};
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
    say("The rules are hidden. Try moves; `guess -> …` compares a rule of yours with them, `rules` "
        "shows them.\n");
  show_sum();
  if (match_.over()) {
    say(fmt::format("There is no move: the player to move {}.\n",
                    match_.last_mover_wins() ? "loses" : "wins"));
    return context_.finish(kAnswered);
  }
  say("You move first (`machine` lets the machine begin, `help` explains).\n");
  TypedLines lines;
  std::string line;
  while (!over_) {
    if (!context_.flush()) return context_.finish(kAnswered);
    switch (lines.next("> ", line)) {
      case Got::end:
        return context_.finish(kAnswered);
      case Got::stopped:
        return fail(Error::ended("interrupted"));
      case Got::too_long:
        say("that line is too long to be a move\n");
        continue;
      case Got::line:
        break;
    }
    line = std::string(trimmed(line));
    if (const std::string word = in_small_letters(line);
        word == "quit" || word == "exit" || word == "q")
      break;
    if (auto done = respond(line); !done) return fail(face::inner(done.error()));
  }
  return context_.finish(kAnswered);
}

int play(const PlayOptions& options, Context& context) {
  context.allow_saving();  // a conversation goes on for a while when its time is over
  const face::Result<face::Sum> sum = context.face().read(options.sum);
  context.show_warnings();
  if (!sum) return context.finish(sum.error());
  face::Result<face::Match> match = options.certificate.empty()
                                        ? context.face().play(*sum, options.play)
                                        : context.face().play_by(options.certificate);
  if (!match) return context.finish(match.error());
  if (!options.certificate.empty() && match->parts().text() != sum->text())
    return context.finish(Error::input(
        fmt::format("the certificate is about {}", match->parts().text(1, kShownOfPart))));
  return Conversation(context, *match, *sum, options).run();
}

}  // namespace

Command play_command() {
  Command command("play", "play against the machine, and ask it why");
  const auto options = std::make_shared<PlayOptions>();
  command.argument("SUM", into(options->sum), Fill::game);
  command.play(options->play);
  command.refuse(
      "--json",
      "play is a conversation without a JSON form; `grundy solve --json` names winning moves");
  command.choice("--strength", "HOW",
                 "the machine plays perfect, errs now and then, or plays random moves",
                 {"perfect", "errs", "random"}, options->strength);
  command.option("--seed", "N", "where its random numbers begin, to play the same game again",
                 into(options->seed));
  command.flag("--guess", options->guess, "hide the rules, to be found out by trying moves");
  add_store_option(command, options->store);
  command.option("--certificate", "FILE",
                 "the machine plays by what this certificate of the position says",
                 into(options->certificate), Fill::file);
  command.example("'nim{3, 5, 7}'");
  command.example("--guess 'bounded(12)'", "which moves are there?");
  command.example("--strength errs 'nim{3, 5, 7}'", "for a first win");
  command.example("--strength random --seed 7 'kayles(9)'");
  command.example("--store cram.parts 'cram(4x7)'", "what is found helps the next run");
  command.example("--certificate cram.cert 'cram(3x3)'", "no move is searched for");
  command.example("--play misere 'kayles(8) + nim(2)'", "who can't move wins");
  command.exclude({"--certificate"}, {"--play misere", "--store"},
                  "it tells values in normal play, without a search");
  command.need("--seed", {"--strength errs", "--strength random"});
  command.sample = "'kayles(8) + nim(2)'";
  command.own_sample = "'mygame(2, 1)'";
  command.run = [options](Context& context) {
    return with_store(options->store, context, [&] { return play(*options, context); });
  };
  return command;
}

}  // namespace grundy::cli
