#include "rewriting/list_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "rewriting/list_windows.h"

namespace grundy {
namespace {

constexpr size_t kMostPatterns = 64;  // of a line
constexpr std::string_view kLetters = ".XAB";

/// Whether a pattern can say it: one number for all, each stays, or they are exchanged.
bool is_sayable(const CellMap& map) {
  if (map.contains(kBeyondList)) return map.size() == 1;
  std::set<int64_t> from, to;
  for (const auto& [before, after] : map) {
    from.insert(before);
    to.insert(after);
  }
  return to.size() == 1 || from == to;
}

/// Two that differ in one cell become one, as often as it can be.
void join(std::vector<WindowMap>& windows) {
  const auto joined = [](const WindowMap& one, const WindowMap& other) {
    WindowMap result;
    size_t differing = 0;
    for (size_t i = 0; i < one.size(); ++i) {
      CellMap both = one[i];
      both.insert(other[i].begin(), other[i].end());
      differing += one[i] == other[i] ? 0 : 1;
      const bool is_apart = one[i] == other[i] || both.size() == one[i].size() + other[i].size();
      if (!is_apart || !is_sayable(both)) return WindowMap();
      result.push_back(std::move(both));
    }
    return differing == 1 ? result : WindowMap();
  };
  for (size_t i = 0; i < windows.size(); ++i) {
    for (size_t j = 0; j < windows.size(); ++j) {
      if (i == j) continue;
      if (WindowMap both = joined(windows[i], windows[j]); !both.empty()) {
        windows[std::min(i, j)] = std::move(both);
        windows.erase(windows.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
        i = 0;
        j = 0;
      }
    }
  }
}

/// How many cells of a window are beyond an end of the list.
size_t beyond(const WindowMap& window, bool at_left) {
  const auto is_beyond = [](const CellMap& map) { return map.contains(kBeyondList); };
  const auto count =
      at_left ? std::find_if_not(window.begin(), window.end(), is_beyond) - window.begin()
              : std::find_if_not(window.rbegin(), window.rend(), is_beyond) - window.rbegin();
  return static_cast<size_t>(count);
}

/// So many cells with this number at each end, in place of what is beyond.
struct Margin {
  int64_t number = 0;
  size_t before = 0;
  size_t behind = 0;
};

/// Whether a line does the same where cells of the margin stand beyond the ends, and changes none.
bool has_margin(const std::vector<WindowMap>& windows, const Margin& margin, bool at_left) {
  const std::set<WindowMap> all(windows.begin(), windows.end());
  const size_t most = at_left ? margin.before : margin.behind;
  const CellMap kept = {{margin.number, margin.number}}, none = {{kBeyondList, kBeyondList}};
  for (const WindowMap& one : windows) {
    const auto cell = [&](WindowMap& window, size_t i) -> CellMap& {
      return window[at_left ? i : window.size() - 1 - i];
    };
    WindowMap other = one;
    const size_t now = beyond(one, at_left);
    for (size_t i = 0; i < now; ++i) cell(other, i) = kept;
    for (size_t i = 0; all.contains(other); ++i) {  // the first i cells are beyond
      if (i == std::min(most, one.size())) break;
      if (cell(other, i) != kept) {
        if (cell(other, i).contains(margin.number)) return false;  // it would be changed
        break;
      }
      if (i + 1 == one.size()) break;  // nothing is changed
      cell(other, i) = none;
    }
    if (!all.contains(other)) return false;
  }
  return true;
}

/// The margin that all lines have; std::nullopt if one has none, or if no line asks for an end.
std::optional<Margin> margin_of(const std::vector<std::vector<WindowMap>>& lines,
                                int64_t greatest) {
  Margin margin;
  for (const auto& windows : lines) {
    for (const WindowMap& one : windows) {
      margin.before = std::max(margin.before, beyond(one, true));
      margin.behind = std::max(margin.behind, beyond(one, false));
    }
  }
  if (margin.before + margin.behind == 0) return std::nullopt;
  for (; margin.number <= greatest; ++margin.number) {
    const bool fits = std::all_of(lines.begin(), lines.end(), [&](const auto& windows) {
      return has_margin(windows, margin, true) && has_margin(windows, margin, false);
    });
    if (fits) return margin;
  }
  return std::nullopt;
}

/// As a line of a rule file.
std::string pattern(const WindowMap& window, int64_t greatest) {
  std::string left, right;
  const auto add = [&](std::string_view seen, std::string_view written) {
    left += fmt::format("{}{}", left.empty() ? "" : " ", seen);
    right += fmt::format("{}{}", right.empty() ? "" : " ", written);
  };
  bool at_end = false;
  for (const CellMap& map : window) {
    if (map.contains(kBeyondList)) {
      if (!at_end) add("$", "$");
      at_end = true;
      continue;
    }
    at_end = false;
    std::string from, to;
    bool stays = true;
    for (const auto& [before, after] : map) {
      from += kLetters[static_cast<size_t>(before)];
      to += kLetters[static_cast<size_t>(after)];
      stays = stays && before == after;
    }
    const bool is_any = map.size() == static_cast<size_t>(greatest) + 1;
    if (map.size() == 1) {
      add(from, to);
    } else if (stays) {
      add(is_any ? "?" : "[" + from + "]", "?");
    } else if (to.find_first_not_of(to[0]) == to.npos) {
      add(is_any ? "?" : "[" + from + "]", to.substr(0, 1));
    } else {
      add("[" + from + "]", "[" + to + "]");
    }
  }
  return left.empty() ? "" : fmt::format("  {} -> {}\n", left, right);
}

/// Whether moves change the order of numbers, and nothing else; words have laws for that.
bool only_moves_letters(const std::vector<std::vector<WindowMap>>& lines) {
  return std::all_of(lines.begin(), lines.end(), [](const std::vector<WindowMap>& windows) {
    return std::all_of(windows.begin(), windows.end(), [](const WindowMap& window) {
      std::multiset<int64_t> before, after;
      for (const CellMap& map : window) {
        if (map.contains(kBeyondList)) return false;
        before.insert(map.begin()->first);
        after.insert(map.begin()->second);
      }
      return before == after;
    });
  });
}

Cell letter(int64_t number) { return letter_cell(kLetters[static_cast<size_t>(number)]); }

}  // namespace

Board ListStrip::board(const NaturalSet& list) const {
  std::vector<Cell> cells = before;
  for (const int64_t number : list) cells.push_back(letter(number));
  cells.insert(cells.end(), behind.begin(), behind.end());
  return {rectangle(space, 1, cells.size()), std::move(cells)};
}
NaturalSet ListStrip::list(const Board& board) const {
  NaturalSet result;
  for (size_t i = before.size(); i + behind.size() < board.cells.size(); ++i)
    result.push_back(static_cast<int64_t>(kLetters.find(letter_of(board.cells[i]))));
  return result;
}

std::optional<ListStrip> list_strip(const Rule& rule, int64_t greatest) {
  if (greatest > ListStrip::kGreatest) return std::nullopt;
  auto windows = list_windows(rule, greatest);
  if (!windows) return std::nullopt;
  const auto margin = windows->is_ring ? std::nullopt : margin_of(windows->lines, greatest);
  const bool is_word = !windows->is_ring && only_moves_letters(windows->lines);
  std::string text = fmt::format("game {} on {}\n", rule.name,
                                 windows->is_ring ? "ring along right"
                                 : is_word        ? "word"
                                                  : "strip along right");
  const size_t without_lines = text.size();
  for (std::vector<WindowMap>& line : windows->lines) {
    if (margin)
      std::erase_if(
          line, [](const WindowMap& one) { return beyond(one, true) + beyond(one, false) > 0; });
    if (!is_word) join(line);
    if (line.size() > kMostPatterns) return std::nullopt;
    for (const WindowMap& one : line) text += pattern(one, greatest);
  }
  if (text.size() == without_lines) return std::nullopt;
  ListStrip result{std::make_unique<Rulebook>(), nullptr, greatest, SpaceKind::strip,
                   windows->shortest};
  if (windows->is_ring) result.space = SpaceKind::ring;
  if (is_word) result.space = SpaceKind::word;
  if (margin) {
    result.before.assign(margin->before, letter(margin->number));
    result.behind.assign(margin->behind, letter(margin->number));
  }
  if (!result.book->load_text("strip", std::move(text))) return std::nullopt;
  const Attempt<const Rule*> made = result.book->rule(rule.name);
  if (!made) return std::nullopt;
  result.rule = *made;
  return result;
}

}  // namespace grundy
