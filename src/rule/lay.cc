#include "rule/lay.h"

#include <algorithm>

namespace grundy {

bool Layer::spent() {
  if (fault_.kind != Fault::Kind::none) return true;
  if (patience_ == nullptr || !patience_->over()) return false;
  fault_ = {Fault::Kind::out_of_patience, {}};
  return true;
}

bool Layer::may_be(size_t slot, int64_t value) const {
  return std::all_of(binders_.begin(), binders_.end(), [&](const Binder& binder) {
    if (binder.slots.size() != 1 || binder.slots[0] != slot) return true;
    if (binder.kind == Binder::Kind::in_set) return binder.set->contains(&value);
    return binder.kind != Binder::Kind::values ||
           std::any_of(binder.values.begin(), binder.values.end(), [&](const Expr& one) {
             return one.op != Op::constant || one.value == value;
           });
  });
}

void Layer::bind(size_t slot, int64_t value) {
  slots_[slot] = value;
  if (!is_open(slot)) return;
  (*open_)[slot] = 0;
  trail_.push_back(slot);
}

void Layer::unbind(size_t mark) {
  for (; trail_.size() > mark; trail_.pop_back()) (*open_)[trail_.back()] = 1;
}

std::vector<Layer::Turn> Layer::turns(const Pattern& pattern,
                                      const std::vector<Direction>& along) const {
  std::vector<Turn> result;
  if (board_.place->is_graph() || board_.place->kind == SpaceKind::word) return {{{0, 1}, {1, 0}}};
  const auto quarter = [](Direction d) { return Direction{d.right, -d.down}; };  // clockwise
  if (pattern.size() == 1 || !along.empty()) {
    for (const Direction d : along.empty() ? space_.directions : along)
      result.push_back({d, quarter(d)});
    return result;
  }
  if (!space_.hex) {
    for (const Direction d : directions_named("orth")) {
      const Direction q = quarter(d);
      result.push_back({d, q});
      result.push_back({d, {-q.down, -q.right}});
    }
    return result;
  }
  // The six steps of the hexagon in turn; right and down are neighbours in it.
  const std::vector<Direction> hexagon = {{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}};
  for (size_t i = 0; i < 6; ++i) {
    result.push_back({hexagon[i], hexagon[(i + 1) % 6]});
    result.push_back({hexagon[i], hexagon[(i + 5) % 6]});
  }
  return result;
}

bool Layer::match(const Pattern& pattern, const std::vector<Direction>& along,
                  const std::function<bool(const Placement&)>& visit) {
  const size_t cells = board_.cells.size();
  used_.assign(cells, 0);
  placement_.assign(pattern.size(), {});
  const Item* first = pattern.empty() || pattern[0].empty() ? nullptr : pattern[0].data();
  const bool begins_with_letter =
      first != nullptr && first->kind == Item::Kind::letters && !first->is_run();
  for (const Turn& turn : turns(pattern, along)) {
    for (size_t start = 0; start < cells; ++start) {
      if (begins_with_letter && !has_letter(first->letters, board_.cells[start])) continue;
      start_ = start;
      const bool more = match_rows(pattern, turn, 0, [&] { return visit(placement_); });
      if (!more || spent()) return false;
    }
  }
  return true;
}

bool Layer::match_rows(const Pattern& pattern, const Turn& turn, size_t row, const Next& done) {
  if (row == pattern.size()) return done();
  const size_t before = start_;
  if (row > 0) {
    const auto start = board_.place->step(placement_[row - 1].cells.front(), turn.next);
    if (!start) return true;
    start_ = *start;
  }
  placement_[row] = {};
  // match_items works on the last row; those before are complete.
  const CellRow& items = pattern[row];
  Placement rest(placement_.begin() + static_cast<std::ptrdiff_t>(row) + 1, placement_.end());
  placement_.resize(row + 1);
  const bool more = match_items(items, 0, turn, [&] {
    if (placement_[row].cells.empty()) return true;
    if (row > 0 && placement_[row].cells.size() != placement_[0].cells.size()) return true;
    const size_t here = start_;
    placement_.resize(pattern.size());
    const bool go_on = match_rows(pattern, turn, row + 1, done);
    placement_.resize(row + 1);
    start_ = here;
    return go_on;
  });
  placement_.insert(placement_.end(), rest.begin(), rest.end());
  start_ = before;
  return more;
}

GraphNeighbours::GraphNeighbours(const Place& place)
    : place_(place), begin_(place.vertices.size() + 2, 0) {
  const bool both_ends = place.kind != SpaceKind::arcs;
  const auto for_each_entry = [&](const auto& visit) {
    for (size_t i = 0; i < place.edges.size(); ++i) {
      const Place::Edge& edge = place.edges[i];
      visit(edge.from, i);
      if (both_ends && edge.to != edge.from) visit(edge.to, i);
    }
  };
  for_each_entry([&](size_t vertex, size_t) { ++begin_[vertex + 2]; });
  for (size_t i = 2; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  edges_.resize(begin_.back());
  for_each_entry([&](size_t vertex, size_t edge) { edges_[begin_[vertex + 1]++] = edge; });
}

std::vector<size_t> GraphNeighbours::of(size_t cell) const {
  if (place_.is_edge(cell)) return place_.neighbours(cell);
  std::vector<size_t> result;
  for (size_t i = begin_[cell]; i < begin_[cell + 1]; ++i) {
    const Place::Edge& edge = place_.edges[edges_[i]];
    result.push_back(place_.edge_cells   ? place_.vertices.size() + edges_[i]
                     : edge.from == cell ? edge.to
                                         : edge.from);
  }
  return result;
}

const GraphNeighbours& Layer::graph() {
  if (!graph_) graph_.emplace(*board_.place);
  return *graph_;
}

std::vector<size_t> Layer::next_cells(const Turn& turn) {
  const LaidRow& row = placement_.back();
  if (row.cells.empty()) return {start_};
  std::vector<size_t> cells;
  if (board_.place->is_graph()) {
    cells = graph().of(row.cells.back());
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  } else if (const auto next = board_.place->step(row.cells.back(), turn.row)) {
    cells.push_back(*next);
  }
  return cells;
}

bool Layer::fits(const Item& item, size_t cell) {
  const Cell here = board_.cells[cell];
  if (item.named != kNoSlot) {
    if (item.known) {
      if (slots_[item.named] != static_cast<int64_t>(cell)) return false;
    } else {
      bind(item.named, static_cast<int64_t>(cell));
    }
  }
  switch (item.kind) {
    case Item::Kind::any:
      return true;
    case Item::Kind::letters:
      return has_letter(item.letters, here);
    case Item::Kind::slot: {
      if (!item.binds && !is_open(item.slot)) return slots_[item.slot] == here;
      const bool wants_letter = item.slot < letter_slots_.size() && letter_slots_[item.slot];
      if (wants_letter != is_letter_cell(here) || !may_be(item.slot, here)) return false;
      bind(item.slot, here);
      return true;
    }
    case Item::Kind::term: {
      const int64_t value = evaluate(item.term, slots_, fault_, patience_);
      return value >= 0 && value == here;
    }
    case Item::Kind::cell:
      return slots_[item.slot] == static_cast<int64_t>(cell);
    case Item::Kind::edge:
    case Item::Kind::group:
      break;
  }
  return false;
}

bool Layer::match_items(const CellRow& row, size_t item, const Turn& turn, const Next& done) {
  if (spent()) return false;
  if (item == row.size()) return done();
  const Item& here = row[item];
  if (here.kind == Item::Kind::edge) {
    const LaidRow& laid = placement_.back();
    const bool first = item == 0;
    const Direction back{-turn.row.down, -turn.row.right};
    const bool at_edge =
        first ? !board_.place->step(start_, back)
              : !laid.cells.empty() && !board_.place->step(laid.cells.back(), turn.row);
    return !at_edge || match_items(row, item + 1, turn, done);
  }
  if (!here.is_run()) {
    return match_once(here, turn, [&] { return match_items(row, item + 1, turn, done); });
  }
  int64_t wanted = -1;
  if (here.repeat == Item::Repeat::times) {
    const bool lone = here.times.op == Op::slot && is_open(static_cast<size_t>(here.times.value));
    if (!lone) {
      wanted = evaluate(here.times, slots_, fault_, patience_);
      if (wanted < 0 || fault_.kind != Fault::Kind::none) return fault_.kind == Fault::Kind::none;
    }
  }
  return match_run(row, item, 0, wanted, turn, done);
}

bool Layer::match_run(const CellRow& row, size_t item, int64_t repeats, int64_t wanted,
                      const Turn& turn, const Next& done) {
  if (spent()) return false;
  const Item& here = row[item];
  const bool enough =
      here.repeat == Item::Repeat::plus ? repeats >= 1 : wanted < 0 || repeats == wanted;
  if (enough && (!here.all || !fits_once_more(here, turn))) {
    const size_t mark = trail_.size();
    LaidRow& laid = placement_.back();
    if (here.repeat == Item::Repeat::times) {
      if (wanted < 0) bind(static_cast<size_t>(here.times.value), repeats);
    } else {
      laid.runs.push_back(repeats);
    }
    laid.times.push_back(repeats);
    const bool more = match_items(row, item + 1, turn, done);
    LaidRow& again = placement_.back();
    if (here.repeat != Item::Repeat::times) again.runs.pop_back();
    again.times.pop_back();
    unbind(mark);
    if (!more) return false;
  }
  if (wanted >= 0 && repeats >= wanted) return true;
  const auto next = [&] { return match_run(row, item, repeats + 1, wanted, turn, done); };
  if (here.kind == Item::Kind::group) return match_group(here.group, 0, turn, next);
  return match_once(here, turn, next);
}

bool Layer::match_group(const CellRow& group, size_t item, const Turn& turn, const Next& done) {
  if (item == group.size()) return done();
  return match_once(group[item], turn, [&] { return match_group(group, item + 1, turn, done); });
}

bool Layer::match_once(const Item& item, const Turn& turn, const Next& done) {
  for (const size_t cell : next_cells(turn)) {
    // A name seen before closes the path, on a cell that is part of it.
    const bool closes = item.known || item.kind == Item::Kind::cell;
    const char before = used_[cell];
    if (before != 0 && !closes) continue;
    const size_t mark = trail_.size();
    bool more = true;
    if (fits(item, cell)) {
      used_[cell] = 1;
      placement_.back().cells.push_back(cell);
      placement_.back().items.push_back(&item);
      more = done();
      placement_.back().cells.pop_back();
      placement_.back().items.pop_back();
      used_[cell] = before;
    }
    unbind(mark);
    if (!more || spent()) return false;
  }
  return true;
}

bool Layer::fits_once_more(const Item& item, const Turn& turn) {
  bool fitted = false;
  const auto found = [&] {
    fitted = true;
    return false;
  };
  if (item.kind == Item::Kind::group) {
    match_group(item.group, 0, turn, found);
  } else {
    match_once(item, turn, found);
  }
  return fitted;
}

void Layer::walk(size_t from, const std::vector<Item>& through,
                 const std::function<bool(size_t)>& visit) {
  // The marks are kept between walks: to allocate them would cost more than a short walk. While
  // this walk has them, a nested walk allocates its own.
  std::vector<char> seen = std::move(seen_);
  seen.resize(board_.cells.size());
  std::vector<size_t> marked = {from}, walkers = {from};
  seen[from] = 1;
  bool more = true;
  const auto look_at = [&](size_t next) {
    if (!more || seen[next] != 0) return;
    seen[next] = 1;
    marked.push_back(next);
    more = visit(next);
    if (more && !through.empty() && fits(through[0], next)) walkers.push_back(next);
  };
  for (size_t i = 0; i < walkers.size() && more && !spent(); ++i) {
    if (board_.place->is_graph()) {
      for (const size_t next : graph().of(walkers[i])) look_at(next);
      continue;
    }
    for (const Direction d : space_.directions) {
      if (const auto next = board_.place->step(walkers[i], d)) look_at(*next);
    }
  }
  for (const size_t cell : marked) seen[cell] = 0;
  seen_ = std::move(seen);
}

std::vector<size_t> Layer::reached(size_t from, const std::vector<Item>& through) {
  std::vector<size_t> result;
  walk(from, through, [&](size_t cell) {
    result.push_back(cell);
    return true;
  });
  return result;
}

std::vector<size_t> cells_next_to(const Space& space, const Place& place, size_t cell) {
  if (place.is_graph()) return place.neighbours(cell);
  std::vector<size_t> result;
  for (const Direction d : space.directions) {
    if (const auto next = place.step(cell, d)) result.push_back(*next);
  }
  return result;
}

bool Layer::reaches(size_t from, const CellReach& reach) {
  bool any = false;
  walk(from, reach.through, [&](size_t cell) {
    any = fits(reach.target[0], cell);
    return !any;
  });
  return any != reach.negated;
}

}  // namespace grundy
