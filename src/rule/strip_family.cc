#include "rule/strip_family.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace grundy {
namespace {

constexpr size_t kMostFamilyRows = 16;
constexpr size_t kMostFamilyCells = 4096;

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string_view inside(std::string_view text) {
  const size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return {};
  return text.substr(open + 1, text.size() - open - 2);
}

/// 1xn
struct NamedSize {
  size_t rows = 0;
  std::string name;
};
std::optional<NamedSize> named_size(std::string_view text) {
  NamedSize size;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size.rows);
  const auto read = static_cast<size_t>(end - text.data());
  if (error != std::errc() || read >= text.size() || text[read] != 'x' || !is_name(text.substr(read + 1)))
    return std::nullopt;
  size.name = text.substr(read + 1);
  return size;
}

/// X(XO){n}O
struct RunInRow {
  std::string left, period, right, name;
};
std::optional<RunInRow> run_in(std::string_view row) {
  std::string cells;
  for (const char c : row) {
    if (c != ' ') cells.push_back(c);
  }
  const size_t open = cells.find('{');
  const size_t close = cells.find('}');
  if (open == std::string::npos || close == std::string::npos || close < open || open == 0) return std::nullopt;
  RunInRow run;
  run.name = cells.substr(open + 1, close - open - 1);
  run.right = cells.substr(close + 1);
  size_t begin = open - 1;
  if (cells[begin] == ')') {
    begin = cells.find('(');
    run.period = cells.substr(begin + 1, open - begin - 2);
  } else {
    run.period = cells.substr(begin, 1);
  }
  run.left = cells.substr(0, begin);
  const auto is_plain = [](const std::string& text) { return text.find_first_of("(){}") == std::string::npos; };
  if (!is_name(run.name) || run.period.empty() || !is_plain(run.left) || !is_plain(run.period) || !is_plain(run.right))
    return std::nullopt;
  return run;
}

std::string columns_of(const std::vector<std::string>& rows) {
  std::string result;
  for (size_t column = 0; column < rows[0].size(); ++column) {
    for (const std::string& row : rows) result.push_back(row[column]);
  }
  return result;
}

}  // namespace

bool is_strip_family(std::string_view text) {
  const std::string_view board = inside(text);
  return named_size(board) || run_in(board.substr(0, board.find('|')));
}

Attempt<StripFamily> read_strip_family(const Rule& rule, std::string_view text) {
  const std::string_view board = inside(text);
  if (rule.board == nullptr || !rule.board->has_board() || rule.board->space.numbers)
    return Error::input(fmt::format("{} has no boards of letters", rule.full_name));
  StripFamily family;
  const auto check = [&](size_t rows) -> Attempt<void> {
    if (rule.board->space.kind == SpaceKind::strip && rows > 1) return Error::input("a strip has one row");
    if (rows == 0 || rows > kMostFamilyRows || text.size() > kMostFamilyCells)
      return Error::input(fmt::format("a family of boards has 1 to {} rows", kMostFamilyRows));
    return {};
  };
  if (const auto size = named_size(board)) {
    if (auto bad = check(size->rows); !bad) return std::move(bad).error();
    family.name = size->name;
    family.rows = size->rows;
    std::vector<std::string> start = rule.board->space.start;
    if (start.empty()) start = {"."};
    std::vector<std::string> rows;
    for (size_t i = 0; i < size->rows; ++i) rows.push_back(start[i % start.size()]);
    const std::string period = columns_of(rows);
    for (size_t columns = 0; columns < rows[0].size(); ++columns)
      family.members.push_back({"", period, period.substr(0, columns * size->rows)});
    return family;
  }
  std::vector<std::string> left, period, right;
  for (size_t begin = 0; begin <= board.size();) {
    const size_t end = std::min(board.find('|', begin), board.size());
    const auto run = run_in(board.substr(begin, end - begin));
    if (!run) return Error::input("each row of a family has one run, as in X.{n}O or (XO){n}");
    if (!left.empty() && (run->left.size() != left[0].size() || run->period.size() != period[0].size() ||
                          run->right.size() != right[0].size() || run->name != family.name))
      return Error::input("the rows of a family have equally many cells before, in and behind their run");
    family.name = run->name;
    left.push_back(run->left);
    period.push_back(run->period);
    right.push_back(run->right);
    begin = end + 1;
  }
  family.rows = left.size();
  if (auto bad = check(family.rows); !bad) return std::move(bad).error();
  family.members.push_back({columns_of(left), columns_of(period), columns_of(right)});
  for (const std::string* cells : {&family.members[0].left, &family.members[0].period, &family.members[0].right}) {
    for (const char c : *cells) {
      if (!has_letter(rule.board->letters, letter_cell(c)))
        return Error::input(fmt::format("{} has no '{}'", rule.full_name, c));
    }
  }
  return family;
}

}  // namespace grundy
