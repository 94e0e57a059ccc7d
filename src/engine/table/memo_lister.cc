#include "engine/table/memo_lister.h"

#include <algorithm>
#include <bit>

namespace grundy {
namespace {

constexpr uint64_t kOptionsInAStep = 16;  // of a budget

}  // namespace

/// For coordinates a little beyond those met so far.
bool MemoLister::compile(const Rule* game) {
  code_.reset();
  KeyForms forms;
  const auto has_form = [&](const Rule* of) {
    const MemoStore::Table& table = *store_.target(of);
    forms[of].bits = table.bits;
    return !table.hashed;
  };
  if (!has_form(game)) return false;
  for (const MoveLine& line : game->moves) {
    for (const Part& part : line.parts) {
      if (part.game->is_alias || !has_form(part.game)) return false;
    }
  }
  most_ = MemoStore::greatest(*store_.target(game));
  for (int64_t& one : most_) {
    const int bits = std::min(62, static_cast<int>(std::bit_width(static_cast<uint64_t>(one))) + 1);
    one = std::min(program_.limit, (int64_t{1} << bits) - 1);
  }
  form_ = store_.keys();
  code_ = JitLister::compile(program_, most_, forms, budget_);
  if (!code_) return false;
  tables_.clear();
  for (const auto& stretch : code_->stretches()) {
    if (stretch.size() > kMostParts) return false;
    auto& tables = tables_.emplace_back();
    for (const Rule* one : stretch) tables.push_back(store_.target(one));
  }
  keys_.resize(kRoom);
  state_.keys = keys_.data();
  state_.last = keys_.data() + (kRoom - kMostParts);
  state_.budget = &budget_;
  state_.read = read;
  state_.reader = this;
  return true;
}

/// Has the places of the options in the list brought into the cache.
void MemoLister::soon(const ListState& state, size_t stretch) const {
  const uint64_t* key = state.keys;
  for (size_t i = 0; i <= stretch; ++i) {
    const std::vector<MemoStore::Target>& tables = tables_[i];
    size_t part = 0;
    for (; key != state.ends[i] && !tables.empty(); ++key) {
      MemoStore::soon(*tables[part], *key);
      if (++part == tables.size()) part = 0;
    }
    key = state.ends[i];
  }
}

/// Marks the options in the list.
bool MemoLister::read(ListState& state, size_t stretch, uint64_t* end) {
  MemoLister& self = *static_cast<MemoLister*>(state.reader);
  state.ends[stretch] = end;
  if (stretch > 0) self.soon(state, stretch);
  const uint64_t* begin = state.keys;
  for (size_t i = 0; i <= stretch; ++i) {
    if (!self.marks_.keys(self.tables_[i], begin, state.ends[i])) return false;
    begin = state.ends[i];
    state.ends[i] = state.keys;
  }
  if (state.options < state.look_at) return true;
  state.look_at = state.options + kBetweenLooks;
  self.budget_.count(kBetweenLooks / kOptionsInAStep);
  return !self.budget_.spent();
}

MemoLister::Listed MemoLister::list(PositionId id) {
  if (!code_ || form_ != store_.keys()) is_open_ = compile(store_.game(id));
  while (is_open_) {
    state_.key = store_.key(id);
    JitLister::Exit exit = code_->list(state_);
    if (exit == JitLister::Exit::left) {
      const Rule* game = store_.locate(id, coordinates_);
      const auto is_within = [&] {
        return std::equal(coordinates_.begin(), coordinates_.end(), most_.begin(),
                          std::less_equal<>());
      };
      if (is_within() ||
          *std::max_element(coordinates_.begin(), coordinates_.end()) > program_.limit)
        return Listed::none;
      is_open_ = compile(game);
      if (is_open_ && !is_within()) return Listed::none;
      continue;
    }
    const size_t last = tables_.size() - 1;
    if (exit == JitLister::Exit::done && !read(state_, last, state_.ends[last]))
      exit = JitLister::Exit::stopped;
    return exit == JitLister::Exit::done ? Listed::all : Listed::part;
  }
  return Listed::none;
}

}  // namespace grundy
