#include "language/board_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "language/sentence.h"

namespace grundy {
namespace {

const Vocabulary kPlaces = {
    "place",     "places",  "placing",  "put",      "puts",    "putting",  "lay",      "lays",
    "cover",     "covers",  "draw",     "draws",    "mark",    "marks",    "fill",     "fills",
    "set",       "sets",    "write",    "writes",   "colour",  "colours",  "color",    "colors",
    "lege",      "legt",    "leg",      "setz",     "mal",     "markier",  "bedeck",   "legen",
    "setze",     "setzt",   "setzen",   "stelle",   "stellt",  "stellen",  "markiere", "markiert",
    "markieren", "bedecke", "bedeckt",  "bedecken", "male",    "malt",     "malen",    "färbe",
    "färbt",     "färben",  "schreibe", "schreibt", "zeichne", "zeichnet", "belege",   "belegt",
    "kreuze"};
const Vocabulary kCells = {"cell",    "cells",    "square",  "squares", "field",
                           "fields",  "box",      "boxes",   "feld",    "felder",
                           "feldern", "kästchen", "quadrat", "quadrate"};
const Vocabulary kNear = {
    "next",          "adjacent",       "touch",         "touches",     "touching",
    "neighbour",     "neighbours",     "neighbor",      "neighbors",   "neighbouring",
    "neighboring",   "beside",         "benachbart",    "benachbarte", "benachbarten",
    "angrenzend",    "neben",          "nebeneinander", "berühren",    "berührt",
    "attack",        "attacks",        "attacking",     "threaten",    "threatens",
    "schlagen",      "schlägt",        "bedroht",       "angreifen",   "nachbarn",
    "nachbarfelder", "nachbarfeldern", "angreift",      "greifen",     "greift",
    "bedrohen",      "together"};
const Vocabulary kNot = {"no",    "not",    "never",  "cannot", "without", "t",       "kein",
                         "keine", "keinen", "keiner", "nicht",  "nie",     "niemals", "ohne"};
const Vocabulary kDiagonal = {"diagonal", "diagonally", "corner", "corners", "ecken"};
const Vocabulary kVertices = {"vertex", "vertices", "node", "nodes", "knoten", "ecke"};
const Vocabulary kRemoves = {"remove",   "removes",  "delete", "deletes",
                             "entferne", "entfernt", "lösche", "löscht"};
const Vocabulary kOfNeighbours = {"all", "its", "alle", "seine", "ihre", "samt"};
const Vocabulary kLosing = {"loses", "lose", "lost", "verliert", "verloren"};
const Vocabulary kRows = {"strip", "streifen"};
const Vocabulary kBoards = {"board", "brett", "schachbrett", "chessboard", "grid"};
const Vocabulary kBoardFillers = {
    "letters", "letter", "word", "words", "anywhere", "buchstaben", "wort", "im",
    // English
    "you", "may", "can", "must", "a", "an", "the", "player", "players", "each", "every", "take",
    "turn", "turns", "on", "onto", "of", "in", "to", "at", "is", "are", "it", "that", "which", "so",
    "and", "or", "any", "free", "empty", "unoccupied", "chess", "piece", "pieces", "stone",
    "stones", "x", "cross", "crosses", "coin", "coins", "counter", "counters", "chip", "chips",
    "token", "tokens", "mark", "marked", "coloured", "colored", "gefärbten", "gefärbte", "another",
    "other", "others", "already", "alternately", "his", "her", "their", "your", "still", "be",
    "paper", "by", "with", "line", "row", "side", "edge", "there", "stands", "stand", "lie", "lies",
    "if", "as", "long", "one", "each", "exactly", "anywhere", "must", "where", "common", "share",
    "people", "pin", "pins", "letter", "have", "has", "from", "straight", "mit", "graph", "graphen",
    "graphs", "größe", "groß", "whoever", "who", "makes", "get", "gets", "wer", "schafft", "macht",
    "hat", "down", "freely", "but", "aber", "doch", "also", "even", "two", "them", "these",
    "covered", "placed",
    // German
    "du", "man", "darf", "darfst", "kann", "kannst", "jeder", "spieler", "abwechselnd", "reihum",
    "ein", "eine", "einen", "einem", "einer", "eines", "auf", "zwei", "freie", "freien", "freies",
    "leere", "leeren", "leeres", "den", "dem", "der", "die", "das", "stein", "steine", "kreuz",
    "kreuze", "so", "dass", "daß", "ist", "sind", "oder", "und", "andere", "anderen", "anderer",
    "anderes", "markiert", "markierten", "markiertes", "bereits", "schon", "auch", "reihe", "linie",
    "in", "einander", "sich", "mal", "stehen", "steht", "liegen", "liegt", "zug", "pro", "figur",
    "münze", "münzen", "karo", "papier", "dürfen", "wird", "werden", "gegenseitig", "an"};

/// How pieces of chess attack: the steps, and whether over any number of free cells.
struct Attack {
  std::string_view along;
  bool is_far;
};
std::optional<Attack> attack_of(const Words& words) {
  static const std::map<std::string_view, Attack> kPieces = {{"queen", {" along king", true}},
                                                             {"queens", {" along king", true}},
                                                             {"dame", {" along king", true}},
                                                             {"damen", {" along king", true}},
                                                             {"rook", {"", true}},
                                                             {"rooks", {"", true}},
                                                             {"turm", {"", true}},
                                                             {"türme", {"", true}},
                                                             {"bishop", {" along diag", true}},
                                                             {"bishops", {" along diag", true}},
                                                             {"läufer", {" along diag", true}},
                                                             {"knight", {" along knight", false}},
                                                             {"knights", {" along knight", false}},
                                                             {"springer", {" along knight", false}},
                                                             {"king", {" along king", false}},
                                                             {"kings", {" along king", false}},
                                                             {"könig", {" along king", false}},
                                                             {"könige", {" along king", false}}};
  for (const std::string& word : words)
    if (const auto found = kPieces.find(word); found != kPieces.end()) return found->second;
  return std::nullopt;
}

/// The number of a board's size: "8 by 8", "of 10 cells".
bool is_of_size(const Words& words, size_t i) {
  const auto tells = [&](size_t k) {
    return k < words.size() &&
           Vocabulary{"by", "x", "mal", "of", "with", "mit", "von"}.contains(words[k]);
  };
  return tells(i - 1) || (tells(i + 1) && words[i + 1] != "of");
}

/// How many cells in a line a sentence speaks of: "two neighbouring cells", "three in a row".
int64_t cells_in_line(const Words& words) {
  for (size_t i = 0; i < words.size(); ++i) {
    const auto number = number_of(words[i]);
    if (!number || *number < 2 || *number > 9 || is_of_size(words, i)) continue;
    for (size_t k = i + 1; k < std::min(words.size(), i + 5); ++k) {
      const bool is_row = (words[k] == "in" || words[k] == "a") && k + 1 < words.size() &&
                          (words[k + 1] == "row" || words[k + 1] == "line" ||
                           words[k + 1] == "reihe" || words[k + 1] == "einer");
      if (is_row || kCells.contains(words[k])) return *number;
    }
  }
  return 0;
}

bool starts_with(const Words& words, std::string_view begin) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word.starts_with(begin); });
}

/// "cover three cells in a row", other than "place a stone, but never three in a row".
bool covers_cells(const Words& words) {
  for (size_t i = 0; i + 1 < words.size(); ++i)
    if (number_of(words[i]) && has_one_of({words.begin() + i, words.end()}, kCells)) return true;
  return false;
}

/// "remove a vertex and all its neighbours"
bool removes_neighbours(const Words& words) {
  return has_one_of(words, kRemoves) && has_one_of(words, kVertices) &&
         has_one_of(words, {"neighbours", "neighbors", "nachbarn"});
}

/// Letters of a word game, as they are written in rules: "ab" is AB.
std::optional<std::string> letters_of(const std::string& word) {
  constexpr size_t kMostLetters = 8;
  std::string result;
  for (const char c : word) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) return std::nullopt;
    result += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return result.empty() || result.size() > kMostLetters ? std::nullopt : std::optional(result);
}

const Vocabulary kReplaces = {"replace", "replaces", "replacing", "ersetze", "ersetzt", "ersetzen"};

const Vocabulary kBeforeLetters = {"or", "and", "oder", "und", "letters", "letter", "buchstaben"};

/// "replace ab by ba or aa by b": the lines AB -> BA and AA -> B, and a word that is not known.
BoardInWords replaced_in_words(const Words& words) {
  BoardInWords result{"word", "", ""};
  for (size_t i = 0; i < words.size(); ++i) {
    const bool begins = kReplaces.contains(words[i]) || kBeforeLetters.contains(words[i]);
    const bool is_told =
        begins && i + 3 < words.size() && Vocabulary{"by", "with", "durch"}.contains(words[i + 2]);
    const auto from = is_told ? letters_of(words[i + 1]) : std::nullopt;
    const auto to = is_told ? letters_of(words[i + 3]) : std::nullopt;
    if (from && to) {
      result.lines += fmt::format("{}{} -> {}", result.lines.empty() ? "" : "⏎  ", *from, *to);
      i += 3;
    } else if (!kReplaces.contains(words[i]) && !kBoardFillers.contains(words[i])) {
      return {"", "", words[i]};
    }
  }
  return result;
}

}  // namespace

bool is_said_of_boards(std::string_view lines) {
  const std::vector<std::string_view> sentences = sentences_of(lines);
  return std::any_of(sentences.begin(), sentences.end(), [](std::string_view sentence) {
    const Words words = words_of(sentence);
    if (removes_neighbours(words) || has_one_of(words, kReplaces)) return true;
    if (attack_of(words) && has_one_of(words, kNot) && has_one_of(words, kNear)) return true;
    return has_one_of(words, kPlaces) &&
           (has_one_of(words, kCells) || has_one_of(words, kVertices) || attack_of(words) ||
            starts_with(words, "domino") || has_one_of(words, kBoards));
  });
}

BoardInWords board_in_words(std::string_view lines) {
  BoardInWords result{"grid", "", ""};
  const auto attack = attack_of(words_of(lines));
  size_t covered = 0;
  bool is_diagonal = false;
  std::string never;
  std::string replaced;
  std::string_view along;
  for (const std::string_view sentence : sentences_of(lines)) {
    const Words words = words_of(sentence);
    if (const auto ends = is_misere(words)) {
      if (*ends) return {};
      continue;
    }
    if (has_one_of(words, kReplaces)) {
      const BoardInWords one = replaced_in_words(words);
      if (one.lines.empty()) return one;
      result.space = one.space;
      replaced += (replaced.empty() ? "" : "⏎  ") + one.lines;
      continue;
    }
    const bool removes = removes_neighbours(words);
    if (has_one_of(words, kVertices)) result.space = "graph";
    for (size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      const bool is_known =
          kVertices.contains(word) || kLosing.contains(word) ||
          (removes && (kRemoves.contains(word) || kOfNeighbours.contains(word))) ||
          kPlaces.contains(word) || kCells.contains(word) || kNear.contains(word) ||
          kNot.contains(word) || kDiagonal.contains(word) || kRows.contains(word) ||
          kBoards.contains(word) || kBoardFillers.contains(word) || word.starts_with("domino") ||
          number_of(word) || attack_of({word});
      if (word.starts_with("horizontal") || word.starts_with("waagerecht")) {
        along = " along right";
      } else if (word.starts_with("vertical") || word.starts_with("senkrecht")) {
        along = " along down";
      } else if (!is_known) {
        return {"", "", word};
      }
      if (kRows.contains(word) || (word == "row" && i + 1 < words.size() && words[i + 1] == "of"))
        result.space = "strip";
    }
    if (removes) never = "XX";
    is_diagonal |= result.space != "graph" && has_one_of(words, kDiagonal);
    const int64_t count = cells_in_line(words);
    const bool denies = has_one_of(words, kNot);
    const bool loses = has_one_of(words, kLosing);
    if ((denies || loses) && count > 2 && !covers_cells(words)) {
      never.assign(static_cast<size_t>(count), 'X');  // never three in a row
    } else if (denies && (has_one_of(words, kNear) || attack)) {
      never = attack && attack->is_far ? "X .* X" : "XX";
    } else if (has_one_of(words, kPlaces)) {
      const size_t cells = starts_with(words, "domino") ? 2 : static_cast<size_t>(count);
      if (cells < 2 && has_one_of(words, kNear)) return {};  // only beside another one
      covered = std::max(covered, cells);
    }
  }
  if (!replaced.empty()) {
    if (covered > 0 || !never.empty() || attack) return {};
    result.lines = std::move(replaced);
    return result;
  }
  if ((covered > 0 && !never.empty()) || (attack && never.empty())) return {};
  if (is_diagonal && (covered > 0 || !along.empty())) return {};
  result.space += attack ? attack->along : is_diagonal ? " along king" : along;
  result.lines = ". -> X";
  if (covered > 0) result.lines = std::string(covered, '.') + " -> " + std::string(covered, '#');
  if (!never.empty()) result.lines += "⏎  always no " + never;
  return result;
}

}  // namespace grundy
