#include "rewriting/strip_heads.h"

#include <algorithm>
#include <optional>

#include "rule/simplify.h"

namespace grundy {
namespace {

constexpr Direction kRight{0, 1};
constexpr Direction kLeft{0, -1};

/// What a line sees and writes, from the left of the board to the right.
struct Neighbours {
  const Item* before;
  const Item* after;
};

/// The letter that an item is, and no other; 0 if it may be several.
Cell only_letter(const Item& item) {
  return item.kind == Item::Kind::letters && item.listed.size() == 1 && item.letters.count() == 1
             ? letter_cell(item.listed[0])
             : 0;
}

/// The game of one head, as it is read off the lines.
class HeadReader {
 public:
  explicit HeadReader(const Rule& rule) : rule_(rule) {}

  std::optional<StripHeads> read() {
    const BoardRule& board = *rule_.board;
    if (board.space.kind != SpaceKind::strip || board.space.numbers || rule_.arity() > 0 ||
        board.lines.empty() || !board.always.empty() || !board.over.empty() || !board.ends.empty())
      return std::nullopt;
    auto game = std::make_unique<Rule>();
    game->name = rule_.name;
    game->full_name = rule_.full_name;
    game->coordinates = {"n"};
    game->source = rule_.source;
    game_ = game.get();
    for (const BoardLine& line : board.lines) {
      if (line.steps.size() != 1 || line.to || line.steps[0].kind != Step::Kind::laid)
        return std::nullopt;
      const Step& step = line.steps[0];
      for (const Direction& direction : step.along.empty() ? board.space.directions : step.along) {
        if (direction != kRight && direction != kLeft) return std::nullopt;
        auto items = items_of(step, direction == kLeft);
        if (!items || !note_heads(*items) || !add(line, *std::move(items))) return std::nullopt;
      }
    }
    if (!is_sum_ && !keeps_one_) return std::nullopt;
    game->moves = std::move(moves_);
    return StripHeads{std::move(game), head_, tail_, from_left_, is_sum_};
  }

 private:
  static std::optional<std::vector<Neighbours>> items_of(const Step& step, bool mirrored) {
    if (step.left.size() != 1 || step.right.size() != 1 ||
        step.left[0].size() != step.right[0].size())
      return std::nullopt;
    std::vector<Neighbours> result;
    for (size_t i = 0; i < step.left[0].size(); ++i) {
      const Item& before = step.left[0][i];
      const Item& after = step.right[0][i];
      const bool is_plain =
          (before.kind == Item::Kind::any || before.kind == Item::Kind::letters ||
           before.kind == Item::Kind::edge) &&
          !before.all && before.named == kNoSlot && before.repeat == after.repeat &&
          (before.repeat != Item::Repeat::times || same(before.times, after.times));
      if (!is_plain) return std::nullopt;
      result.push_back({&before, &after});
    }
    if (mirrored) std::reverse(result.begin(), result.end());
    return result;
  }

  /// Whether the line turns the coin at one end of it from heads to tails, as the lines before did.
  bool note_heads(std::vector<Neighbours>& items) {
    const auto turns = [&](const Neighbours& one) {
      const Cell from = only_letter(*one.before);
      const Cell to = only_letter(*one.after);
      if (from == 0 || to == 0 || from == to || one.before->is_run()) return false;
      return head_ == 0 || (from == head_ && to == tail_);
    };
    const bool at_end = turns(items.back());
    const bool at_begin = turns(items.front());
    const bool from_left = has_direction_ ? from_left_ : at_end;
    if (!(from_left ? at_end : at_begin)) return false;
    if (!from_left) std::reverse(items.begin(), items.end());
    head_ = only_letter(*items.back().before);
    tail_ = only_letter(*items.back().after);
    from_left_ = from_left;
    has_direction_ = has_direction_ || items.size() > 1;  // a coin alone is at both ends
    return true;
  }

  enum class Turn : uint8_t { none, turned, unknown };
  /// Whether the coins of an item are turned.
  Turn turn_of(const Neighbours& item) {
    const Item& before = *item.before;
    const Item& after = *item.after;
    const bool may_be_head = before.kind == Item::Kind::any || has_letter(before.letters, head_);
    const bool may_be_tail = before.kind == Item::Kind::any || has_letter(before.letters, tail_);
    if (!may_be_tail) return Turn::unknown;
    if (!may_be_head) is_sum_ = false;
    if (after.kind == Item::Kind::any) return Turn::none;
    if (after.kind != Item::Kind::letters) return Turn::unknown;
    const auto written = [&](Cell letter) {
      if (after.listed.size() == 1) return letter_cell(after.listed[0]);
      const size_t at = before.kind == Item::Kind::letters ? before.listed.find(letter_of(letter))
                                                           : std::string::npos;
      return at < after.listed.size() ? letter_cell(after.listed[at]) : Cell{0};
    };
    const Cell tail_becomes = written(tail_);
    if (tail_becomes != head_ && tail_becomes != tail_) return Turn::unknown;
    const bool turned = tail_becomes == head_;
    if (may_be_head && written(head_) != (turned ? tail_ : head_)) is_sum_ = false;
    return turned ? Turn::turned : Turn::none;
  }

  /// The line for a head that stands at the end of the items; `n` cells end with it.
  bool add(const BoardLine& line, std::vector<Neighbours> items) {
    if (std::any_of(line.is_cell_slot.begin(), line.is_cell_slot.end(),
                    [](bool one) { return one; }) ||
        std::any_of(line.is_letter_slot.begin(), line.is_letter_slot.end(),
                    [](bool one) { return one; }))
      return false;
    MoveLine move;
    move.span = line.span;
    move.slot_names = {"n"};
    move.slot_names.insert(move.slot_names.end(), line.slot_names.begin(), line.slot_names.end());
    std::vector<Expr> terms;
    for (size_t s = 0; s < line.slot_names.size(); ++s) terms.push_back(slot(s + 1));
    for (const Binder& one : line.binders) {
      Binder binder = one;
      for (size_t& s : binder.slots) ++s;
      for (auto* list : {&binder.low, &binder.high, &binder.values}) {
        for (Expr& term : *list) {
          if (!is_told(term)) return false;
          term = substitute(term, terms);
        }
      }
      move.binders.push_back(std::move(binder));
    }
    for (const Expr& condition : line.conditions) {
      if (!is_told(condition)) return false;
    }

    const bool to_edge = items.front().before->kind == Item::Kind::edge;
    if (to_edge) items.erase(items.begin());
    int64_t fixed = 1;  // cells of all items but runs, the head itself included
    for (const Neighbours& one : items) {
      if (one.before->kind == Item::Kind::edge) return false;
      if (&one == &items.back() || one.before->repeat == Item::Repeat::star) continue;
      if (one.before->repeat != Item::Repeat::times) ++fixed;
    }
    // From the head on: how far the item before is away.
    Expr distance = constant(0);
    Expr room = apply(Op::sub, {slot(0), constant(fixed)});  // what is left for runs
    size_t turned_once = 0;
    for (size_t i = items.size() - 1; i > 0; --i) {
      const Neighbours& one = items[i - 1];
      const Turn turn = turn_of(one);
      if (turn == Turn::unknown) return false;
      Expr length = constant(1);
      if (one.before->is_run()) {
        keeps_one_ = keeps_one_ && turn == Turn::none;
        if (one.before->repeat == Item::Repeat::times) {
          if (!is_told(one.before->times)) return false;
          length = substitute(one.before->times, terms);
          move.conditions.push_back(apply(Op::le, {constant(0), length}));
          room = apply(Op::sub, {std::move(room), length});
        } else {
          Binder run;
          run.slots = {move.slot_names.size()};
          run.low = {constant(0)};
          run.high = {room};
          length = slot(move.slot_names.size());
          move.slot_names.push_back("r" + std::to_string(i));
          move.binders.push_back(std::move(run));
          room = apply(Op::sub, {std::move(room), length});
          if (one.before->repeat == Item::Repeat::plus)
            length = apply(Op::add, {std::move(length), constant(1)});
        }
      } else {
        turned_once += turn == Turn::turned ? 1 : 0;
      }
      if (turn == Turn::turned) turned_.push_back({distance, length, one.before->is_run()});
      distance = simplified(apply(Op::add, {std::move(distance), std::move(length)}));
    }
    keeps_one_ = keeps_one_ && turned_once <= 1;
    move.conditions.push_back(
        apply(to_edge ? Op::eq : Op::le, {constant(0), simplified(std::move(room))}));
    for (const Expr& condition : line.conditions)
      move.conditions.push_back(substitute(condition, terms));
    for (const Run& run : std::exchange(turned_, {})) {
      Part part;
      part.game = game_;
      const Expr nearest = simplified(apply(Op::sub, {slot(0), run.distance}));
      if (run.is_run) {
        Binder each;
        each.slots = {move.slot_names.size()};
        each.low = {constant(1)};
        each.high = {run.length};
        part.coordinates = {apply(Op::sub, {nearest, slot(move.slot_names.size())})};
        part.binders.push_back(std::move(each));
        move.slot_names.push_back("i" + std::to_string(move.slot_names.size()));
      } else {
        part.coordinates = {apply(Op::sub, {nearest, constant(1)})};
      }
      move.parts.push_back(std::move(part));
    }
    moves_.push_back(std::move(move));
    return true;
  }

  /// Whether a term is of numbers alone.
  static bool is_told(const Expr& term) {
    if (term.over_cells || term.quantifier || term.op == Op::cells || term.op == Op::cell_count)
      return false;
    return std::all_of(term.args.begin(), term.args.end(), is_told);
  }

  struct Run {
    Expr distance;  // of the coin before its first one, from the head
    Expr length;
    bool is_run;
  };

  const Rule& rule_;
  const Rule* game_ = nullptr;  // that of one head
  Cell head_ = 0;
  Cell tail_ = 0;
  bool from_left_ = true;
  bool has_direction_ = false;
  bool is_sum_ = true;
  bool keeps_one_ = true;
  std::vector<Run> turned_;  // of the line that is read
  std::vector<MoveLine> moves_;
};

}  // namespace

std::optional<StripHeads> strip_heads(const Rule& rule) { return HeadReader(rule).read(); }

}  // namespace grundy
