#include "session/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "base/text.h"
#include "game/bound.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

constexpr uint64_t kLongestRow = 60;

/// What the one part of another name for a sum has more than the name's coordinate, n + 2; nothing
/// for other terms.
std::optional<uint64_t> offset_of(const Rule& rule) {
  if (rule.alias.size() != 1 || !rule.alias[0].binders.empty() ||
      rule.alias[0].coordinates.size() != 1)
    return std::nullopt;
  const Expr& term = rule.alias[0].coordinates[0];
  if (term.op == Op::slot) return 0;
  if (term.op != Op::add || term.args.size() != 2 || term.args[0].op != Op::slot ||
      term.args[1].op != Op::constant)
    return std::nullopt;
  return static_cast<uint64_t>(term.args[1].value);
}

}  // namespace

Rows::Rows(Session& session, Match& match, Budget& budget, const std::vector<Position>& asked)
    : match_(match), budget_(budget) {
  for (const Position& position : asked) {
    const Rule* rule = position.game->rule();
    const Definition* definition = rule == nullptr ? nullptr : session.rulebook().find(rule->name);
    if (definition == nullptr || !definition->syntax.show) continue;
    const std::optional<uint64_t> offset =
        rule->is_alias ? offset_of(*rule) : std::optional<uint64_t>(0);
    if (!offset) continue;
    const Game* game = rule->is_alias ? &session.games().of(*rule->alias[0].game) : position.game;
    shows_.insert({game, {rule->full_name, *offset, *definition->syntax.show}});
  }
  for (const Position& part : match_.parts()) {
    const Show* show = show_of(part);
    const uint64_t cells =
        show == nullptr ? 0 : heap_of(part) - std::min(heap_of(part), show->offset);
    const bool fits = cells > 0 && cells <= kLongestRow;
    places_.push_back(fits ? std::optional(Place{rows_.size(), 0}) : std::nullopt);
    if (fits) rows_.push_back({show, std::vector<std::string>(cells, show->words.cell)});
  }
}

const Rows::Show* Rows::show_of(const Position& position) const {
  const auto show = shows_.find(position.game);
  return show == shows_.end() || heap_of(position) == UINT64_MAX ? nullptr : &show->second;
}

/// The only coordinate; UINT64_MAX where there are others, or it is large.
uint64_t Rows::heap_of(const Position& position) {
  const RuleGame* game = rule_game(position);
  if (game == nullptr || game->rule()->arity() != 1) return UINT64_MAX;
  return game->coordinates(position)[0].to_uint64().value_or(UINT64_MAX);
}

uint64_t Rows::length(size_t part) const {
  const Position& position = match_.parts()[part];
  return heap_of(position) - std::min(heap_of(position), rows_[places_[part]->row].show->offset);
}

std::string Rows::name(const Position& position) const {
  const Show* show = show_of(position);
  if (show == nullptr || heap_of(position) < show->offset) return to_string(position, kShownBytes);
  return fmt::format("{}({})", show->name, heap_of(position) - show->offset);
}

std::string Rows::picture() const {
  std::string text;
  for (size_t r = 0; r < rows_.size(); ++r) {
    const auto stands = [&](const std::optional<Place>& place) { return place && place->row == r; };
    if (std::none_of(places_.begin(), places_.end(), stands)) continue;
    std::string numbers;
    for (size_t i = 1; i <= rows_[r].cells.size(); ++i) numbers += static_cast<char>('0' + i % 10);
    const std::string label = rows_.size() > 1 ? fmt::format("row {}: ", r + 1) : "";
    text += fmt::format("  {}{}\n  {:{}}{}\n", label, fmt::join(rows_[r].cells, ""), "",
                        label.size(), numbers);
  }
  return text;
}

Attempt<std::vector<Rows::Cut>> Rows::cuts(size_t part) {
  const Position& from = match_.parts()[part];
  const uint64_t cells = length(part);
  std::vector<Cut> result;
  const auto add = [&](uint64_t left, uint64_t right, const Sum& to) {
    if (left + right < cells) result.push_back({left, cells - right - 1, left, right, to});
  };
  const auto listed = from.game->options(
      from,
      [&](const Sum& option) {
        uint64_t heaps[2] = {0, 0};
        if (option.size() > 2) return true;
        for (size_t i = 0; i < option.size(); ++i) {
          heaps[i] = heap_of(option[i]);
          if (option[i].game != from.game || heaps[i] == UINT64_MAX) return true;
        }
        add(heaps[0], heaps[1], option);
        if (heaps[0] != heaps[1]) add(heaps[1], heaps[0], option);
        return true;
      },
      budget_);
  if (!listed) return listed.error();
  const auto order = [](const Cut& cut) { return std::tuple(cut.last - cut.first, cut.first); };
  std::sort(result.begin(), result.end(),
            [&](const Cut& a, const Cut& b) { return order(a) < order(b); });
  const auto same = [&](const Cut& a, const Cut& b) { return order(a) == order(b); };
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

Attempt<std::optional<Rows::Cut>> Rows::cut_of(const PartMove& move) {
  Attempt<std::vector<Cut>> all = cuts(move.part);
  if (!all) return std::move(all).error();
  if (named_ && named_->first == move.part) all->insert(all->begin(), named_->second);
  const Sum wanted = sorted(move.to);
  for (const Cut& cut : *all) {
    const Attempt<Sum> alive = live_parts(cut.to, budget_);
    if (!alive) return alive.error();
    if (sorted(*alive) != wanted) continue;
    // Of two heaps the one that is named first stands on the left.
    if (move.to.size() == 2 && heap_of(move.to[0]) != cut.left) continue;
    return std::optional<Cut>(cut);
  }
  return std::optional<Cut>();
}

std::string Rows::text_of(size_t part, const Cut& cut) const {
  const Place& place = *places_[part];
  const uint64_t first = place.begin + cut.first + 1;
  const uint64_t last = place.begin + cut.last + 1;
  return fmt::format("{} {}{}{}", rows_[place.row].show->words.verb, first,
                     first == last ? "" : fmt::format("-{}", last),
                     rows_.size() > 1 ? fmt::format(" in {}", place.row + 1) : "");
}

Attempt<std::string> Rows::describe(const PartMove& move) {
  const Attempt<std::optional<Cut>> cut = cut_of(move);
  if (!cut) return cut.error();
  return *cut ? text_of(move.part, **cut) : match_.describe(move);
}

Attempt<std::vector<std::string>> Rows::moves(size_t part, size_t limit, bool& all) {
  const Attempt<std::vector<Cut>> found = cuts(part);
  if (!found) return found.error();
  all = found->size() <= limit;
  std::vector<std::string> result;
  for (size_t i = 0; i < std::min(limit, found->size()); ++i)
    result.push_back(text_of(part, (*found)[i]));
  return result;
}

Attempt<std::optional<PartMove>> Rows::read(std::string_view text) {
  named_.reset();
  std::vector<std::string> words;
  for (std::string word; const char c : std::string(text) + " ") {
    if (c != ' ' && c != '\t') {
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  const auto has_verb = [&](const Row& row) {
    return !words.empty() && row.show->words.verb == words[0];
  };
  const auto row = std::find_if(rows_.begin(), rows_.end(), has_verb);
  if (row == rows_.end()) return std::optional<PartMove>();
  const std::string example =
      fmt::format("'{} 3'{}", words[0],
                  rows_.size() > 1 ? fmt::format(" or '{} 3-4 in 2'", words[0])
                                   : fmt::format(" or '{} 3-4'", words[0]));
  const auto number = [](std::string_view digits) {
    const std::optional<Natural> read = Natural::parse(digits);
    return read && read->is_small() && !read->is_zero() ? std::optional(read->small())
                                                        : std::nullopt;
  };
  const size_t dash = words.size() > 1 ? words[1].find('-') : std::string::npos;
  const auto first =
      words.size() > 1 ? number(std::string_view(words[1]).substr(0, dash)) : std::nullopt;
  const auto last =
      dash == std::string::npos ? first : number(std::string_view(words[1]).substr(dash + 1));
  const bool names_row = words.size() == 4 && words[2] == "in";
  const auto row_number =
      names_row ? number(words[3]) : static_cast<uint64_t>(row - rows_.begin()) + 1;
  if (!first || !last || *last < *first || (words.size() != 2 && !names_row) || !row_number)
    return Error::input("write " + example);
  if (!names_row && rows_.size() > 1)
    return Error::input(fmt::format("in which row? write '{} {} in 1'", words[0], words[1]));
  for (size_t part = 0; part < places_.size(); ++part) {
    const std::optional<Place>& place = places_[part];
    if (!place || place->row != *row_number - 1 || *first <= place->begin ||
        *last > place->begin + length(part))
      continue;
    const Attempt<std::vector<Cut>> all = cuts(part);
    if (!all) return all.error();
    for (const Cut& cut : *all) {
      if (cut.first != *first - 1 - place->begin || cut.last != *last - 1 - place->begin) continue;
      Attempt<Sum> alive = live_parts(cut.to, budget_);
      if (!alive) return std::move(alive).error();
      named_ = {part, cut};
      // The heap on the left comes first.
      if (alive->size() == 2 && heap_of((*alive)[0]) != cut.left)
        std::swap((*alive)[0], (*alive)[1]);
      return std::optional<PartMove>({part, *std::move(alive)});
    }
  }
  return Error::input(fmt::format("'{}' is no move now; `moves` lists them", trimmed(text)));
}

Attempt<void> Rows::make(const PartMove& move) {
  std::optional<Cut> cut;
  if (has(move.part)) {
    Attempt<std::optional<Cut>> found = cut_of(move);
    if (!found) return std::move(found).error();
    cut = *std::move(found);
  }
  named_.reset();
  before_.emplace_back(rows_, places_);
  std::vector<std::optional<Place>> after(static_cast<size_t>(
      std::count_if(move.to.begin(), move.to.end(), std::not_fn(is_another_turn))));
  if (cut) {
    const Place place = *places_[move.part];
    Row& row = rows_[place.row];
    for (uint64_t i = cut->first; i <= cut->last; ++i)
      row.cells[place.begin + i] = row.show->words.mark;
    const Place right{place.row, place.begin + cut->last + 1 + row.show->offset};
    for (size_t i = 0; i < move.to.size(); ++i) {
      const bool is_left = move.to.size() == 2 ? i == 0 : heap_of(move.to[i]) == cut->left;
      after[i] = is_left ? place : right;
    }
  }
  const auto at = places_.begin() + static_cast<std::ptrdiff_t>(move.part);
  places_.insert(places_.erase(at), after.begin(), after.end());
  match_.make(move);
  return {};
}

void Rows::take_back() {
  std::tie(rows_, places_) = std::move(before_.back());
  before_.pop_back();
  named_.reset();
  match_.take_back();
}

}  // namespace grundy
