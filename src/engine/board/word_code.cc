#include "engine/board/word_code.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace grundy {
namespace {

constexpr size_t kMostChosenLines = 2000;
constexpr int64_t kMostWrittenOut = 16;  // choices of a number that is told by a run

bool asks_the_word(const Expr& expr) {
  if (expr.over_cells || expr.quantifier) return true;
  return std::any_of(expr.args.begin(), expr.args.end(), asks_the_word);
}

/// A run that is {k}, k being a variable.
bool is_lone(const Item& item) {
  return item.repeat == Item::Repeat::times && item.times.op == Op::slot;
}

class WordCoder {
 public:
  explicit WordCoder(const Rule& rule) : rule_(rule), board_(*rule.board) {}

  Attempt<WordCode> code() {
    if (auto fits = look_at_rule(); !fits) return std::move(fits).error();
    for (size_t i = 0; i < board_.letters.size(); ++i) {
      if (board_.letters[i]) all_.push_back(letter_cell(static_cast<char>(i)));
    }
    if (all_.size() > kMostWordLetters) return Error::declined("more than 31 letters");
    for (const BoardLine& line : board_.lines) {
      add_line(line);
      if (failed_) return *std::move(failed_);
    }
    name_borders();
    code_.letters = all_;
    return std::move(code_);
  }

 private:
  void fail(const char* reason) {
    if (!failed_) failed_ = Error::declined(reason);
  }

  Attempt<void> look_at_rule() const {
    if (board_.space.kind != SpaceKind::word || rule_.arity() > 0 || rule_.is_alias)
      return Error::declined("no word alone");
    if (!board_.always.empty() || !board_.over.empty() || !board_.ends.empty())
      return Error::declined("clauses beside the moves");
    for (const BoardLine& line : board_.lines) {
      if (line.steps.size() != 1 || line.to || line.steps[0].kind != Step::Kind::laid)
        return Error::declined("moves of several steps, or to other games");
      if (std::any_of(line.conditions.begin(), line.conditions.end(), asks_the_word))
        return Error::declined("conditions that ask the word");
      for (const Binder& binder : line.binders) {
        for (const auto* bounds : {&binder.low, &binder.high, &binder.values}) {
          if (std::any_of(bounds->begin(), bounds->end(), asks_the_word))
            return Error::declined("variables that ask the word");
        }
      }
      for (const Pattern* side : {&line.steps[0].left, &line.steps[0].right}) {
        for (const CellRow& row : *side) {
          if (!std::all_of(row.begin(), row.end(), fits)) return Error::declined("names of cells");
        }
      }
    }
    return {};
  }
  static bool fits(const Item& item) {
    return item.named == kNoSlot && !item.known && item.kind != Item::Kind::cell &&
           item.kind != Item::Kind::term && !asks_the_word(item.times) &&
           std::all_of(item.group.begin(), item.group.end(), fits);
  }

  /// Every choice of its variables but those that runs tell.
  void add_line(const BoardLine& line) {
    slots_ = Environment(std::vector<int64_t>(line.slot_names.size(), 0));
    std::vector<Binder> chosen;
    seen_.clear();
    for (const Binder& binder : line.binders)
      (is_seen(line, binder) ? seen_ : chosen).push_back(binder);
    const auto is_open = [](const Binder& binder) {
      return binder.kind == Binder::Kind::range && binder.high.empty();
    };
    if (std::any_of(chosen.begin(), chosen.end(), is_open))
      return fail("a variable without an end");
    for (const Binder& binder : chosen) {
      for (const auto* bounds : {&binder.low, &binder.high, &binder.values}) {
        if (std::any_of(bounds->begin(), bounds->end(),
                        [&](const Expr& bound) { return mentions_seen(bound); }))
          return fail("a variable whose range depends on a run");
      }
    }
    std::vector<Expr> later;
    std::vector<Expr> now;
    for (const Expr& condition : line.conditions)
      (mentions_seen(condition) ? later : now).push_back(condition);
    Fault fault;
    for_each_choice(chosen, slots_, INT64_MAX, fault, [&] {
      for (const Expr& condition : now) {
        const bool holds = evaluate(condition, slots_, fault) != 0;
        if (fault.kind != Fault::Kind::none) return false;
        if (!holds) return true;
      }
      add_chosen(line, later);
      return !failed_;
    });
    if (fault.kind != Fault::Kind::none) fail("a term has no value");
  }

  bool is_seen(const BoardLine& line, const Binder& binder) const {
    if (binder.kind != Binder::Kind::range || binder.slots.size() != 1) return false;
    const size_t slot = binder.slots[0];
    bool lone = false;
    for (const Item& item : line.steps[0].left[0]) {
      const bool here = is_lone(item) && static_cast<size_t>(item.times.value) == slot;
      lone |= here;
      if (item.repeat == Item::Repeat::times && !here && mentions(item.times, slot)) return false;
    }
    const bool is_short = !binder.high.empty() && binder.high[0].op == Op::constant &&
                          binder.high[0].value <= kMostWrittenOut;
    return lone && !is_short;
  }
  bool mentions_seen(const Expr& expr) const {
    return std::any_of(seen_.begin(), seen_.end(),
                       [&](const Binder& one) { return mentions(expr, one.slots[0]); });
  }

  void add_chosen(const BoardLine& line, const std::vector<Expr>& conditions) {
    if (code_.lines.size() >= kMostChosenLines) return fail("a line has too many choices");
    WordLine result;
    result.slots = slots_;
    result.seen = seen_;
    result.conditions = conditions;
    std::vector<const Item*> left;
    for (const Item& item : line.steps[0].left[0]) {
      if (item.kind == Item::Kind::edge) {
        (left.empty() ? result.from_begin : result.to_end) = true;
        code_.has_ends = true;
        continue;
      }
      left.push_back(&item);
      if (!add_piece(item, result)) return;
    }
    if (!line.steps[0].right.empty() && !add_right(line.steps[0].right[0], left, result)) return;
    const auto is_known = [&](const WordLine& other) { return is_same(other, result); };
    if (std::none_of(code_.lines.begin(), code_.lines.end(), is_known))
      code_.lines.push_back(std::move(result));
  }

  /// False where it lies nowhere.
  bool add_piece(const Item& item, WordLine& line) {
    WordPiece piece;
    for (const Item* one : cells_of(item)) piece.cells.push_back(letters_of(*one));
    piece.all = item.all;
    const auto is_variable = [](const Item* one) { return one->kind == Item::Kind::slot; };
    const std::vector<const Item*> cells = cells_of(item);
    if (item.all && std::any_of(cells.begin(), cells.end(), is_variable)) {
      fail("`!` behind a variable");  // which may be any letter where the run does not go on
      return false;
    }
    switch (item.repeat) {
      case Item::Repeat::once:
        break;
      case Item::Repeat::star:
      case Item::Repeat::plus:
        piece.repeat = WordPiece::Repeat::any;
        piece.least = item.repeat == Item::Repeat::plus ? 1 : 0;
        piece.most = SIZE_MAX;
        break;
      case Item::Repeat::times:
        if (mentions_seen(item.times)) {
          piece.repeat = WordPiece::Repeat::seen;
          piece.least = 0;
          piece.slot = static_cast<size_t>(item.times.value);
          break;
        }
        const std::optional<int64_t> times = number(item.times);
        if (!times || *times < 0) return false;
        piece.repeat = WordPiece::Repeat::any;
        piece.least = piece.most = static_cast<size_t>(*times);
        break;
    }
    line.left.push_back(std::move(piece));
    return true;
  }

  std::optional<int64_t> number(const Expr& expr) {
    Fault fault;
    const int64_t value = evaluate(expr, slots_, fault);
    if (fault.kind == Fault::Kind::none) return value;
    fail("a term has no value");
    return {};
  }

  static std::vector<const Item*> cells_of(const Item& item) {
    if (item.kind != Item::Kind::group) return {&item};
    std::vector<const Item*> cells;
    for (const Item& one : item.group) cells.push_back(&one);
    return cells;
  }

  WordLetters letters_of(const Item& item) const {
    WordLetters letters = 0;
    for (size_t i = 0; i < all_.size(); ++i) {
      const bool fits = item.kind == Item::Kind::any ||
                        (item.kind == Item::Kind::letters ? has_letter(item.letters, all_[i])
                                                          : slots_[item.slot] == all_[i]);
      if (fits) letters |= WordLetters{1} << (i + 1);
    }
    return letters;
  }

  bool add_right(const CellRow& row, const std::vector<const Item*>& left, WordLine& line) {
    std::vector<size_t> runs;
    std::vector<size_t> anys;
    for (size_t i = 0; i < left.size(); ++i) {
      if (left[i]->is_run()) runs.push_back(i);
      if (!left[i]->is_run() && left[i]->kind == Item::Kind::any) anys.push_back(i);
    }
    size_t run = 0;
    size_t any = 0;
    size_t place = 0;       // among the items of the row
    bool is_across = true;  // items before this one stand across from those of the left side
    for (const Item& item : row) {
      if (item.kind == Item::Kind::edge) continue;
      WordWrite write;
      write.is_run = item.is_run();
      if (item.is_run()) {
        if (run < runs.size()) write.piece = runs[run++];
        if (item.repeat == Item::Repeat::times) {
          if (mentions_seen(item.times)) {
            line.has_terms = true;
            write.times.push_back(item.times);
          } else {
            const std::optional<int64_t> times = number(item.times);
            if (!times) return false;
            write.times.push_back(constant(*times));
          }
        } else if (write.piece == WordWrite::kNoPiece) {
          return false;  // no such run was seen: no move
        }
        is_across = is_across && write.piece == place && write.times.empty();
      } else if (item.kind == Item::Kind::any) {
        if (any >= anys.size()) return false;
        write.piece = anys[any++];
        is_across = is_across && place < left.size() && !left[place]->is_run();
      } else {
        is_across = is_across && place < left.size() && !left[place]->is_run();
        if (is_exchange(item)) {
          if (!is_across) {
            fail("letters that are exchanged behind a run");
            return false;
          }
          write.piece = place;
        }
      }
      const std::vector<const Item*> from = write.piece == WordWrite::kNoPiece
                                                ? std::vector<const Item*>{}
                                                : cells_of(*left[write.piece]);
      const std::vector<const Item*> cells = cells_of(item);
      for (size_t i = 0; i < cells.size(); ++i) {
        const bool copies = is_exchange(*cells[i]) || cells[i]->kind == Item::Kind::any;
        if (copies && from.size() != cells.size()) {
          fail("letters that are copied from runs of other widths");
          return false;
        }
        write.cells.push_back(cell_of(*cells[i], copies ? from[i] : nullptr));
      }
      line.right.push_back(std::move(write));
      ++place;
    }
    return true;
  }
  static bool is_exchange(const Item& item) {
    return item.kind == Item::Kind::letters && item.listed.size() != 1;
  }

  WordWrite::Cell cell_of(const Item& item, const Item* seen) const {
    WordWrite::Cell cell;
    cell.copies = seen != nullptr;
    cell.becomes.fill(WordWrite::kNothing);
    for (size_t i = 0; i < all_.size(); ++i) {
      std::optional<Cell> becomes;
      if (item.kind == Item::Kind::slot) becomes = slots_[item.slot];
      if (item.kind == Item::Kind::any) becomes = all_[i];
      if (item.kind == Item::Kind::letters && !is_exchange(item))
        becomes = letter_cell(item.listed[0]);
      if (item.kind == Item::Kind::letters && is_exchange(item) &&
          seen->kind == Item::Kind::letters) {
        const size_t at = seen->listed.find(letter_of(all_[i]));
        if (at < item.listed.size()) becomes = letter_cell(item.listed[at]);
      }
      if (!becomes) continue;
      const auto found = std::find(all_.begin(), all_.end(), *becomes);
      if (found != all_.end()) cell.becomes[i + 1] = static_cast<uint8_t>(found - all_.begin() + 1);
    }
    cell.becomes[0] = cell.copies ? WordWrite::kNothing : cell.becomes[1];
    return cell;
  }

  /// Letters that no pattern takes become 0, the others are numbered anew.
  void name_borders() {
    WordLetters taken = 0;
    for (const WordLine& line : code_.lines) {
      for (const WordPiece& piece : line.left) {
        for (const WordLetters letters : piece.cells) taken |= letters;
      }
    }
    std::array<uint8_t, kMostWordLetters + 1> number{};
    std::vector<Cell> left;
    for (size_t i = 0; i < all_.size(); ++i) {
      if ((taken >> (i + 1) & 1) == 0) continue;
      left.push_back(all_[i]);
      number[i + 1] = static_cast<uint8_t>(left.size());
    }
    for (WordLine& line : code_.lines) {
      for (WordPiece& piece : line.left) {
        for (WordLetters& letters : piece.cells) {
          WordLetters renamed = 0;
          for (WordLetters rest = letters; rest != 0; rest &= rest - 1)
            renamed |= WordLetters{1} << number[static_cast<size_t>(std::countr_zero(rest))];
          letters = renamed;
        }
      }
      for (WordWrite& write : line.right) {
        for (WordWrite::Cell& cell : write.cells) {
          std::array<uint8_t, kMostWordLetters + 1> becomes;
          becomes.fill(WordWrite::kNothing);
          if (!cell.copies) becomes.fill(number[cell.becomes[0]]);
          for (size_t i = 1; cell.copies && i <= all_.size(); ++i) {
            if (number[i] != 0 && cell.becomes[i] != WordWrite::kNothing)
              becomes[number[i]] = number[cell.becomes[i]];
          }
          cell.becomes = becomes;
        }
      }
    }
    all_ = std::move(left);
  }

  const Rule& rule_;
  const BoardRule& board_;
  std::vector<Cell> all_;  // letters, from 1 on
  Environment slots_;
  std::vector<Binder> seen_;
  WordCode code_;
  std::optional<Error> failed_;
};

}  // namespace

uint8_t WordCode::letter(Cell cell) const {
  const auto found = std::find(letters.begin(), letters.end(), cell);
  return found == letters.end() ? 0 : static_cast<uint8_t>(found - letters.begin() + 1);
}

bool is_same(const WordLine& a, const WordLine& b) {
  if (!a.is_plain() || !b.is_plain() ||
      std::tie(a.from_begin, a.to_end, a.left) != std::tie(b.from_begin, b.to_end, b.left))
    return false;
  return std::equal(a.right.begin(), a.right.end(), b.right.begin(), b.right.end(),
                    [](const WordWrite& one, const WordWrite& other) {
                      const auto times = [](const WordWrite& write) {
                        return write.times.empty() ? -1 : write.times[0].value;
                      };
                      return one.piece == other.piece && one.is_run == other.is_run &&
                             times(one) == times(other) && one.cells == other.cells;
                    });
}

Attempt<WordCode> word_code(const Rule& rule) { return WordCoder(rule).code(); }

}  // namespace grundy
