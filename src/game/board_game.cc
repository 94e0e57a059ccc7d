#include "game/board_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "game/bound.h"
#include "game/key.h"
#include "language/board_text.h"
#include "rewriting/list_parts.h"
#include "rewriting/targets.h"

namespace grundy {
namespace {

constexpr size_t kLettersOfWord = 8;
constexpr uint64_t kNamedElements = 1000;
constexpr uint64_t kNamingSteps = 30'000'000;
constexpr uint64_t kCellsAStep = 4;  // a move is a whole board

/// A move's name: its cells, and what was chosen.
std::string name_of_move(const BoardPosition& position, const BoardMove& move) {
  if (move.line == BoardMove::kNoLine) return {};
  const BoardLine& line = position.game->board->lines[move.line];
  std::string text;
  for (const size_t cell : move.changed)
    text += (text.empty() ? "" : "-") + cell_name(*position.board.place, cell);
  for (size_t i = 0; i < move.slots.size(); ++i) {
    const std::string value = cell_text(move.chosen[i]);
    if (line.is_letter_slot[move.slots[i]] && move.changed.size() == 1) {
      text += "=" + value;
    } else {
      text +=
          fmt::format("{}{}={}", text.empty() ? "" : " ", line.slot_names[move.slots[i]], value);
    }
  }
  return text;
}

/// The memory of the options that are kept while they are listed, and the time that it takes: an
/// option is a whole board.
class KeptOptions {
 public:
  explicit KeptOptions(Budget& budget) : budget_(budget) {}
  ~KeptOptions() { budget_.give_back_memory(taken_); }
  KeptOptions(const KeptOptions&) = delete;
  KeptOptions& operator=(const KeptOptions&) = delete;

  /// False when the budget is spent. So many bytes are kept beside the option in a table of them.
  bool keep(const Sum& option, uint64_t beside = 0) {
    constexpr uint64_t kOfANode = 40;  // its links, its hash, its place among the buckets
    const uint64_t bytes = sizeof(Sum) + bytes_beyond(option) + kOfANode + beside;
    if (!budget_.spent() && budget_.take_memory(bytes)) {
      taken_ += bytes;
      return true;
    }
    error_ = budget_.spent() ? budget_.why()
                             : budget_.too_large("the options of a board", taken_ + bytes);
    return false;
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  Budget& budget_;
  uint64_t taken_ = 0;
  std::optional<Error> error_;
};

bool comes_before(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

const BoardGame& board_game(Games& games, const Rule& rule) {
  return games.get<BoardGame>(fmt::format("board {}", static_cast<const void*>(&rule)), rule,
                              games);
}

const BoardGame* board_game(const Position& position) { return as<BoardGame>(position.game); }

BoardGame::BoardGame(const Rule& rule, Games& games)
    : rule_(rule), games_(games), meets_reply_words_(grundy::meets_reply_words(rule)) {}

Sum BoardGame::answered(const BoardMove& move) const {
  Sum to = sum_of(move.to);
  const Reply reply =
      move.line == BoardMove::kNoLine ? Reply::anywhere : rule_.board->lines[move.line].reply;
  if (reply == Reply::here) return {bound(to[0], games_)};
  if (reply == Reply::same_player) to.insert(to.begin(), another_turn());
  return to;
}

Error BoardGame::error_of(const Fault& fault, const BoardPosition& position, const Budget& budget) {
  if (fault.kind == Fault::Kind::out_of_patience) return budget.why();
  std::string message =
      fmt::format("{} in {}", describe(fault.kind), to_string(position).substr(0, kShownBytes));
  const bool is_wrong = fault.kind == Fault::Kind::division_by_zero ||
                        fault.kind == Fault::Kind::negative_root ||
                        fault.kind == Fault::Kind::no_element;
  const Rule* rule = position.game;
  if (!is_wrong || rule == nullptr || rule->source == nullptr || fault.span.begin >= fault.span.end)
    return is_wrong ? Error::input(std::move(message)) : Error::declined(std::move(message));
  return Error{Error::Kind::input,
               {locate(Diagnostic::Severity::error, message, rule->source->name, rule->source->text,
                       fault.span)}};
}

Position BoardGame::at(const BoardPosition& position) const {
  Position result{this, {}};
  write(position, result.key);
  return result;
}

template <class Words>
void BoardGame::write(const BoardPosition& position, Words& words) const {
  const Board& board = position.board;
  if (rule_.board->has_board()) {
    if (board.place->kind == SpaceKind::word) {
      words.push_back(board.cells.size());
    } else {
      const auto [found, made] = numbers_.try_emplace(*board.place, places_.size());
      if (made) places_.push_back(board.place);
      words.push_back(found->second);
    }
  }
  words.insert(words.end(), position.coordinates.begin(), position.coordinates.end());
  for (const NaturalSet& set : position.sets) {
    words.push_back(set.size());
    words.insert(words.end(), set.begin(), set.end());
  }
  if (rule_.board->space.numbers) {
    words.insert(words.end(), board.cells.begin(), board.cells.end());
    return;
  }
  uint64_t word = 0;
  for (size_t i = 0; i < board.cells.size(); ++i) {
    word = word << 8 | static_cast<unsigned char>(letter_of(board.cells[i]));
    if ((i + 1) % kLettersOfWord != 0 && i + 1 != board.cells.size()) continue;
    words.push_back(word);
    word = 0;
  }
}
template void BoardGame::write(const BoardPosition& position, Key& words) const;
template void BoardGame::write(const BoardPosition& position, std::vector<uint64_t>& words) const;

BoardPosition BoardGame::position(const Position& position) const {
  BoardPosition result;
  read({position.key.data(), position.key.size()}, result);
  return result;
}

void BoardGame::read(std::span<const uint64_t> key, BoardPosition& result) const {
  result.game = &rule_;
  size_t at = 0;
  size_t cells = 0;
  const BoardRule& board = *rule_.board;
  if (board.has_board()) {
    const uint64_t first = key[at++];
    result.board.place =
        board.space.kind == SpaceKind::word ? rectangle(SpaceKind::word, 1, first) : places_[first];
    cells = result.board.place->cells();
  }
  const auto take = [&](size_t count, std::vector<int64_t>& numbers) {
    numbers.assign(key.begin() + static_cast<std::ptrdiff_t>(at),
                   key.begin() + static_cast<std::ptrdiff_t>(at + count));
    at += count;
  };
  take(rule_.arity(), result.coordinates);
  result.sets.resize(board.sets());
  for (NaturalSet& set : result.sets) {
    const uint64_t count = key[at++];
    take(count, set);
  }
  if (board.space.numbers) return take(cells, result.board.cells);
  result.board.cells.clear();
  result.board.cells.reserve(cells);
  for (size_t i = 0; i < cells; ++i) {
    const size_t in_word = std::min(kLettersOfWord, cells - i / kLettersOfWord * kLettersOfWord);
    const size_t shift = 8 * (in_word - 1 - i % kLettersOfWord);
    result.board.cells.push_back(
        letter_cell(static_cast<char>(key[at + i / kLettersOfWord] >> shift & 0xFF)));
  }
}

Sum BoardGame::sum_of(const BoardSum& sum) const {
  Sum result;
  for (const BoardPosition& part : sum) {
    if (part.game->board) {
      result.push_back((part.game == &rule_ ? *this : board_game(games_, *part.game)).at(part));
    } else {
      result.push_back(games_.of(*part.game).at(part.coordinates));
    }
  }
  return result;
}

const RuleGame* BoardGame::element() const {
  if (!element_) element_ = plays_elements_apart(rule_) ? element_rule(rule_) : nullptr;
  return *element_ ? &games_.of(**element_) : nullptr;
}

const BoardGame* BoardGame::without_ends(Play play) const {
  if (!without_ends_) without_ends_ = without_told_ends(rule_);
  if (!*without_ends_ || (*without_ends_)->is_misere != (play == Play::misere)) return nullptr;
  return &board_game(games_, *(*without_ends_)->rule);
}

Attempt<const RuleGame*> BoardGame::with_lengths(const FixedLengths& wanted,
                                                 const Budget& budget) const {
  auto known = written_.find(wanted);
  if (known == written_.end()) {
    auto made = with_fixed_lengths(rule_, wanted, budget);
    if (!made) return std::move(made).error();
    known = written_.emplace(wanted, *std::move(made)).first;
  }
  return &games_.of(*known->second);
}

Attempt<Sum> BoardGame::normal_form(const Position& position, Budget&) const {
  // 0 for the list, its length, it.
  if (element() == nullptr || position.key[1] == 1) return Sum{position};
  Sum result;
  for (size_t i = 2; i < position.key.size(); ++i)
    result.push_back({this, Key{0, 1, position.key[i]}});
  return sorted(std::move(result));
}

std::string BoardGame::text(const Position& position, size_t limit) const {
  std::string text = to_string(this->position(position));
  if (text.size() > limit + 3) text = text.substr(0, limit) + "…)";
  return text;
}

std::string BoardGame::drawn(const Position& position) const {
  const BoardPosition here = this->position(position);
  return drawing(here.board, rule_.board->space);
}

Attempt<Ended> BoardGame::list_options(const Position& position, const OptionSink& sink,
                                       Budget& budget) const {
  const BoardPosition here = this->position(position);
  Patience patience(budget);
  KeptOptions kept(budget);
  std::unordered_set<Sum, HashSum> seen;
  bool more = true;
  const Fault fault = board_moves_by_definition(
      here,
      [&](const BoardMove& move) {
        Sum to = answered(move);
        if (seen.insert(sorted(to)).second) more = kept.keep(to) && sink(std::move(to));
        return more;
      },
      &patience);
  if (kept.error()) return *kept.error();
  if (fault.kind != Fault::Kind::none) return error_of(fault, here, budget);
  return more ? Ended::complete : Ended::stopped;
}

Attempt<std::vector<std::pair<Sum, std::string>>> BoardGame::named_moves(const Position& position,
                                                                         Budget& budget) const {
  const BoardPosition here = this->position(position);
  Patience patience(budget);
  struct Named {
    std::string name;
    std::string written;  // letters, where two moves have one name
  };
  KeptOptions kept(budget);
  std::unordered_map<Sum, Named, HashSum> names;
  std::vector<std::pair<Sum, std::string>> result;
  const Fault fault = board_moves_by_definition(
      here,
      [&](const BoardMove& move) {
        budget.count(std::max(here.board.cells.size(), position.key.size()) / kCellsAStep);
        Sum to = answered(move);
        Named named{name_of_move(here, move), ""};
        for (const Cell cell : move.written) named.written += cell == 0 ? "" : cell_text(cell);
        const auto [known, made] = names.try_emplace(sorted(to), named);
        if (made) {
          const uint64_t listed = sizeof(result[0]) + bytes_beyond(to) + named.name.size();
          if (!kept.keep(to, sizeof(Named) + named.name.size() + named.written.size() + listed))
            return false;
          result.emplace_back(std::move(to), "");
        } else if (comes_before(named.name, known->second.name)) {
          known->second = std::move(named);
        }
        return true;
      },
      &patience);
  if (kept.error()) return *kept.error();
  if (fault.kind != Fault::Kind::none) return error_of(fault, here, budget);
  std::unordered_map<std::string, size_t> often;
  for (const auto& [to, named] : names) ++often[named.name];
  for (auto& [to, name] : result) {
    const Named& named = names.at(sorted(to));
    name = named.name;
    if (often[name] > 1 && !named.written.empty()) name += "=" + named.written;
  }
  return result;
}

std::string BoardGame::move_in_words(const Position& from, const Sum& to) const {
  // Numbers of lists may be of any size; such moves need no names.
  const uint64_t most = element() != nullptr ? kNamedElements : kNamingSteps;
  const auto is_long = [&](uint64_t word) { return word > most; };
  if (!rule_.board->has_board() && std::any_of(from.key.begin(), from.key.end(), is_long))
    return {};
  if (named_ != from.key) {
    const Budget whole;
    Budget budget(whole, kNamingSteps);
    const auto named = named_moves(from, budget);
    named_ = from.key;
    names_.clear();
    if (named) {
      for (const auto& [option, name] : *named) names_.emplace(sorted(option), name);
    }
  }
  const auto found = names_.find(sorted(to));
  return found == names_.end() ? std::string() : found->second;
}

}  // namespace grundy
