#include "engine/sprouts/game.h"

#include <fmt/format.h>

#include <set>

#include "engine/sprouts/moves.h"
#include "engine/sprouts/notation.h"

namespace grundy {
namespace {

constexpr size_t kSymbolsInWord = 4;
constexpr unsigned kSymbolBits = 16;
constexpr uint64_t kLinesNamed = 100'000;

std::string boundaries_counted(size_t count) {
  return count == 0 ? "nothing" : count == 1 ? "1 boundary" : fmt::format("{} boundaries", count);
}

std::string sprouts_line_text(const sprouts::Line& line) {
  const auto vertex = [](sprouts::Symbol symbol) {
    return symbol == 0                 ? "a spot"
           : symbol == 1               ? "a spot with one line"
           : symbol < sprouts::kLetter ? "a spot with two lines"
                                       : "the spot " + sprouts::letter_name(symbol);
  };
  std::string text = line.is_loop
                         ? fmt::format("a line from {} to itself", vertex(line.from))
                         : fmt::format("a line from {} to {}", vertex(line.from), vertex(line.to));
  if (!line.parts_region || line.apart + line.beside == 0) return text;
  return fmt::format("{}, with {} on one side and {} on the other", text,
                     boundaries_counted(line.apart), boundaries_counted(line.beside));
}

class SproutsFamily final : public Family {
 public:
  std::string_view name() const override { return "sprouts"; }
  std::string_view example() const override { return "sprouts(5)"; }
  std::string_view documentation() const override {
    return "Sprouts: join two spots, or one to itself, by a line that crosses no other, and put a "
           "spot on it.\n"
           "No spot has more than three ends of lines (Conway and Paterson; Gardner 1967).\n"
           "A position is a number of spots, or a drawing: its regions, each ended by '}', with "
           "their\n"
           "boundaries, each ended by '.' (Applegate, Jacobson and Sleator 1991). Along a boundary "
           "its\n"
           "vertices are read in their order: 0, 1 or 2 for one that has so many ends and is met "
           "once, a\n"
           "letter for one with two ends that is met twice, in two regions or by one boundary. "
           "Full\n"
           "vertices are left out. Regions without common letters play apart.\n"
           "  sprouts(5)     sprouts(0*4.AB.}AB.}): a line around nothing\n"
           "Known: the value of n spots is 0 where n mod 6 is 0, 1 or 2, else 1, as far as it was "
           "ever\n"
           "computed (conjectured for all n by Applegate, Jacobson and Sleator; Lemoine and "
           "Viennot 2010 to\n"
           "44 spots and for some more). Misère play: lost for n = 2, 3, 4, and for n of 5 to 20 "
           "where\n"
           "n mod 6 is 1, 2 or 3 (Lemoine and Viennot 2009; OEIS A164950).\n";
  }
  bool has_notation() const override { return true; }
  Attempt<Position> read(std::span<const ParameterArgument>, std::span<const Argument>, Games&,
                         Budget&) const override {
    return Error::input("a position of sprouts is written sprouts(5) or sprouts(0.AB.}AB.})");
  }
  Attempt<Position> read_text(std::string_view source, std::string_view text, Span span,
                              Games& games, Budget&) const override {
    Attempt<sprouts::Drawing> drawing = sprouts::read_drawing(source, text, span);
    if (!drawing) return std::move(drawing).error();
    return games.get<SproutsGame>("sprouts").at(*drawing);
  }
};

}  // namespace

Position SproutsGame::at(const sprouts::Drawing& drawing) const {
  Position position{this, {drawing.size()}};
  uint64_t word = 0;
  for (size_t i = 0; i < drawing.size(); ++i) {
    word |= uint64_t{drawing[i]} << kSymbolBits * (i % kSymbolsInWord);
    if (i % kSymbolsInWord + 1 < kSymbolsInWord && i + 1 < drawing.size()) continue;
    position.key.push_back(word);
    word = 0;
  }
  return position;
}

sprouts::Drawing SproutsGame::drawing(const Position& position) {
  sprouts::Drawing drawing;
  for (size_t i = 0; i < position.key[0]; ++i) {
    drawing.push_back(static_cast<sprouts::Symbol>(position.key[1 + i / kSymbolsInWord] >>
                                                   kSymbolBits * (i % kSymbolsInWord)));
  }
  return drawing;
}

std::string SproutsGame::text(const Position& position, size_t limit) const {
  return fmt::format("sprouts({})", sprouts::drawing_text(drawing(position), limit));
}

Sum SproutsGame::sum_of(const std::vector<sprouts::Drawing>& lands) const {
  Sum sum;
  for (const sprouts::Drawing& land : lands) sum.push_back(at(sprouts::named(land)));
  return sum;
}

Attempt<Ended> SproutsGame::list_options(const Position& position, const OptionSink& sink,
                                         Budget& budget) const {
  sprouts::Cartographer cartographer;
  std::set<std::vector<sprouts::Drawing>> given;
  const Attempt<bool> listed = sprouts::for_each_line(
      drawing(position),
      [&](const sprouts::Drawing& next, const sprouts::Line&) {
        const std::vector<sprouts::Drawing>& lands = cartographer.lands(next);
        return !given.insert(lands).second || sink(sum_of(lands));
      },
      budget);
  if (!listed) return listed.error();
  return *listed ? Ended::complete : Ended::stopped;
}

std::string SproutsGame::move_in_words(const Position& from, const Sum& to) const {
  sprouts::Cartographer cartographer;
  Sum wanted;
  for (const Position& part : to) {
    if (part.game != this) return {};
    for (Position& land : sum_of(cartographer.lands(drawing(part))))
      wanted.push_back(std::move(land));
  }
  wanted = sorted(std::move(wanted));
  std::string words;
  uint64_t lines = 0;
  const Attempt<bool> listed = sprouts::for_each_line(
      drawing(from),
      [&](const sprouts::Drawing& next, const sprouts::Line& line) {
        if (sorted(sum_of(cartographer.lands(next))) == wanted) words = sprouts_line_text(line);
        return words.empty() && ++lines < kLinesNamed;
      },
      Budget());
  return listed ? words : "";
}

Attempt<Sum> SproutsGame::normal_form(const Position& position, Budget&) const {
  return sum_of(sprouts::Cartographer().lands(drawing(position)));
}

const Family* sprouts_family() {
  static const SproutsFamily family;
  return &family;
}

}  // namespace grundy
