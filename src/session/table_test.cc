#include "session/table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "base/svg.h"
#include "language/rulebook.h"
#include "reference/text.h"

namespace grundy {
namespace {

const Rule& wythoff() {
  static Rulebook book;
  return **book.rule("wythoff");
}

std::string refusal(std::string_view box) {
  Attempt<std::vector<Range>> result = parse_box(box, "wythoff", wythoff().coordinates);
  return result.ok() ? "" : result.error().to_string();
}

std::string written(void (*write)(const Table&, const Sink&), const Table& table) {
  std::string text;
  write(table, [&](std::string_view piece) { text += piece; });
  return text;
}

Ordinal ordinal(std::string_view text) { return *Ordinal::parse(text); }

Table one_axis(uint64_t first, std::vector<Value> values) {
  const uint64_t count = values.size();
  return {"game", {"n"}, {{first, count}}, std::move(values)};
}

TEST(Box, NamesRangesInAnyOrder) {
  const std::vector<Range> expected = {{2, 4}, {0, 1}};
  EXPECT_EQ(*parse_box("a=2..5,b=0", "wythoff", wythoff().coordinates), expected);
  EXPECT_EQ(*parse_box(" b = 0 , a = 2 .. 5 ", "wythoff", wythoff().coordinates), expected);
  EXPECT_EQ(*parse_box("b=0..0,a=2..5", "wythoff", wythoff().coordinates), expected);
  EXPECT_EQ(*parse_box("b=2*3-6,a=2**1..10^2 - 5 * 19", "wythoff", wythoff().coordinates),
            expected);
  const Natural large = *Natural::parse("100000000000000000000000000");
  EXPECT_EQ(*parse_box("a=100000000000000000000000000..100000000000000000000000002,b=7", "wythoff",
                       wythoff().coordinates),
            (std::vector<Range>{{large, 3}, {7, 1}}));
}

TEST(Box, ShowsWhatIsWrong) {
  EXPECT_EQ(refusal("a=0..5"),
            "box:1:7: error: expected a range for 'b' too, as in a=0..5,b=0..5\n"
            "  a=0..5\n"
            "        ^\n");
  EXPECT_EQ(refusal("a=0..5,c=1"),
            "box:1:8: error: 'wythoff' has no coordinate 'c'; it has a and b\n"
            "  a=0..5,c=1\n"
            "         ^\n");
  EXPECT_EQ(refusal("a=5..0,b=1"),
            "box:1:3: error: this range is reversed; did you mean 0..5?\n"
            "  a=5..0,b=1\n"
            "    ^~~~\n");
  EXPECT_EQ(refusal("a=0-5,b=3"),
            "box:1:3: error: expected a natural number; a range is written 0..5\n"
            "  a=0-5,b=3\n"
            "    ^~~\n");
  EXPECT_NE(refusal("a=1,a=2").find("a second range for 'a'"), std::string::npos);
  EXPECT_NE(refusal("a 3").find("expected '=', found '3'"), std::string::npos);
  EXPECT_NE(refusal("a=,b=1").find("expected a natural number, found ','"), std::string::npos);
  EXPECT_NE(refusal("a=1..,b=1").find("expected a natural number, found ','"), std::string::npos);
  EXPECT_NE(refusal("a=-1,b=1").find("expected a natural number; a range is written 0..5"),
            std::string::npos);
  EXPECT_NE(refusal("a=1,").find("expected the name of a coordinate, found the end"),
            std::string::npos);
  EXPECT_NE(refusal("").find("expected the name of a coordinate, found the end"),
            std::string::npos);
  EXPECT_NE(refusal("\xC3\xA9=1").find("expected the name of a coordinate, found something else"),
            std::string::npos);
  EXPECT_NE(refusal(std::string("a=1,b=\0", 7)).find("there is a byte 0x00, which no text has"),
            std::string::npos);
  EXPECT_NE(refusal("a=1,b=" + std::string(100'000, '9'))
                .find("a number of more than 1000 digits is too large"),
            std::string::npos);
}

TEST(TableText, RowsOfTenStartAtMultiples) {
  EXPECT_EQ(written(write_text, one_axis(8, {1, 2, 30, 4})),
            "Grundy values of game(n) for n = 8..11\n\n"
            " n   +0  +1  +2  +3  +4  +5  +6  +7  +8  +9\n"
            " 0                                    1   2\n"
            "10   30   4\n");
  EXPECT_EQ(written(write_text, one_axis(0, {1, 2, 0})),
            "Grundy values of game(n) for n = 0..2\n\n"
            "n   +0  +1  +2\n"
            "0    1   2   0\n");
  // Values too wide for ten, and for five, in a row.
  EXPECT_EQ(written(write_text, one_axis(4, {ordinal("w^2+1000000"), 7})),
            "Grundy values of game(n) for n = 4..5\n\n"
            "n            +0           +1           +2           +3           +4\n"
            "0                                                       ω^2+1000000\n"
            "5             7\n");
  EXPECT_EQ(
      written(write_text, one_axis(4, {Ordinal(*Natural::parse("1000000000000000000000")), 7})),
      "Grundy values of game(n) for n = 4..5\n\n"
      "n                    value\n"
      "4   1000000000000000000000\n"
      "5                        7\n");
}

TEST(TableText, GridsAndSlices) {
  const Table grid{"g", {"a", "b"}, {{9, 2}, {0, 3}}, {0, 1, ordinal("w+1"), 3, 4, 5}};
  EXPECT_EQ(written(write_text, grid),
            "Grundy values of g(a, b) for a = 9..10, b = 0..2\n\n"
            "a \\ b   0  1    2\n"
            "    9   0  1  ω+1\n"
            "   10   3  4    5\n");
  const Table slices{"g", {"a", "b", "c"}, {{1, 2}, {0, 2}, {0, 2}}, {0, 1, 2, 3, 4, 5, 6, 7}};
  EXPECT_EQ(written(write_text, slices),
            "Grundy values of g(a, b, c) for a = 1..2, b = 0..1, c = 0..1\n\n"
            "a = 1\n"
            "b \\ c   0  1\n"
            "    0   0  1\n"
            "    1   2  3\n\n"
            "a = 2\n"
            "b \\ c   0  1\n"
            "    0   4  5\n"
            "    1   6  7\n");
  const Table fixed{"g", {"a", "b", "c"}, {{1, 1}, {0, 2}, {3, 1}}, {4, 5}};
  EXPECT_EQ(written(write_text, fixed),
            "Grundy values of g(1, b, 3) for b = 0..1\n\n"
            "b   +0  +1\n"
            "0    4   5\n");
}

TEST(TableData, CsvAndJson) {
  const Table table{"g[K=2]", {"a", "b"}, {{9, 2}, {0, 2}}, {0, 12, ordinal("w*2+1"), 3}};
  EXPECT_EQ(written(write_csv, table), "a,b,value\n9,0,0\n9,1,12\n10,0,ω·2+1\n10,1,3\n");
  EXPECT_EQ(written(write_json, table),
            "{\"game\": \"g[K=2]\", \"coordinates\": [\"a\", \"b\"], \"box\": [[9, 10], [0, 1]], "
            "\"values\": "
            "[[[9, 0], \"0\"], [[9, 1], \"12\"], [[10, 0], \"ω·2+1\"], [[10, 1], \"3\"]]}\n");
  // Digits that a reader's doubles would change are text.
  const Table large{"g", {"n"}, {{*Natural::parse("100000000000000000000"), 1}}, {7}};
  EXPECT_EQ(written(write_json, large),
            "{\"game\": \"g\", \"coordinates\": [\"n\"], \"box\": [[\"100000000000000000000\", "
            "\"100000000000000000000\"]], \"values\": [[[\"100000000000000000000\"], \"7\"]]}\n");
}

TEST(TableData, PiecesAreJoinedSeamlessly) {
  std::vector<Value> values;
  std::string expected = "n,value\n";
  for (uint64_t n = 0; n < 50'000; ++n) {
    values.emplace_back(n * n);
    expected += std::to_string(n + 3) + "," + std::to_string(n * n) + "\n";
  }
  const Table table = one_axis(3, std::move(values));
  size_t pieces = 0;
  std::string text;
  write_csv(table, [&](std::string_view piece) {
    text += piece;
    ++pieces;
  });
  EXPECT_EQ(text, expected);
  EXPECT_GT(pieces, 1U);
}

TEST(TableBfile, OneAxisOfFiniteValues) {
  const auto bfile = [](const Table& table) {
    std::string text;
    Attempt<void> done = write_bfile(table, [&](std::string_view piece) { text += piece; });
    return done.ok() ? text : text + done.error().to_string();
  };
  EXPECT_EQ(bfile(one_axis(5, {0, 3, 1})), "5 0\n6 3\n7 1\n");
  EXPECT_EQ(bfile({"g", {"a", "b"}, {{4, 1}, {0, 2}}, {8, 9}}), "0 8\n1 9\n");
  EXPECT_EQ(bfile({"g", {"a", "b"}, {{0, 2}, {0, 1}}, {8, 9}}), "0 8\n1 9\n");
  EXPECT_EQ(bfile({"g", {"a", "b"}, {{0, 2}, {0, 2}}, {8, 9, 1, 2}}),
            "error: a b-file lists one coordinate, and a and b vary here; --box fixes a coordinate "
            "by a=0\n");
  EXPECT_EQ(
      bfile(one_axis(5, {0, ordinal("w"), 1})),
      "error: a b-file lists finite values, and that of n = 6 is ω; --format csv takes any\n");
}

// Pictures are read back: paths of rectangles or points, with their colours.

struct Path {
  std::string colour;
  std::string data;
};
/// The paths that have this attribute for their colour.
std::vector<Path> paths(const std::string& svg, const std::string& colour) {
  std::vector<Path> result;
  for (size_t at = svg.find("<path "); at != std::string::npos; at = svg.find("<path ", at + 1)) {
    const std::string element = svg.substr(at, svg.find("/>", at) - at);
    const auto attribute = [&](const std::string& name) {
      const size_t begin = element.find(" " + name + "=\"");
      if (begin == std::string::npos) return std::string();
      const size_t from = begin + name.size() + 3;
      return element.substr(from, element.find('"', from) - from);
    };
    if (!attribute(colour).empty()) result.push_back({attribute(colour), attribute("d")});
  }
  return result;
}

/// The pieces of a path, each from its M on.
std::vector<std::string> pieces(const std::string& data) {
  std::vector<std::string> result;
  for (size_t at = 0; at < data.size();) {
    const size_t end = std::min(data.find('M', at + 1), data.size());
    result.push_back(data.substr(at, end - at));
    at = end;
  }
  return result;
}

/// The colours of a heat map's cells.
std::vector<std::string> cell_colours(const std::string& svg, size_t rows, size_t columns) {
  std::vector<std::string> colours(rows * columns);
  for (const Path& path : paths(svg, "fill")) {
    for (const std::string& rectangle : pieces(path.data)) {
      size_t column = 0, row = 0, width = 0, back = 0;
      EXPECT_EQ(
          std::sscanf(rectangle.c_str(), "M%zu %zuh%zuv1h-%zuz", &column, &row, &width, &back), 4)
          << rectangle;
      EXPECT_EQ(width, back);
      for (size_t i = 0; i < width; ++i, ++column) {
        if (row >= rows || column >= columns || !colours[row * columns + column].empty()) {
          ADD_FAILURE() << "a cell is outside or twice: " << row << ", " << column;
          continue;
        }
        colours[row * columns + column] = path.colour;
      }
    }
  }
  return colours;
}

std::string svg_of(const Table& table) {
  std::string text;
  Attempt<void> done = write_svg(table, {}, [&](std::string_view piece) { text += piece; });
  return done.ok() ? text : done.error().message();
}

/// Red, green and blue.
std::vector<int> levels(const std::string& colour) {
  std::vector<int> result;
  for (size_t i = 1; i < 7; i += 2) result.push_back(std::stoi(colour.substr(i, 2), nullptr, 16));
  return result;
}
double luminance(const std::string& colour) {
  const std::vector<int> rgb = levels(colour);
  return 0.2126 * std::pow(rgb[0] / 255.0, 2.2) + 0.7152 * std::pow(rgb[1] / 255.0, 2.2) +
         0.0722 * std::pow(rgb[2] / 255.0, 2.2);
}

constexpr const char* kLost = "#e8590c";

TEST(TableSvg, HeatMapCellsHaveTheColoursOfTheirValues) {
  std::vector<Value> values;
  for (uint64_t a = 0; a < 12; ++a) {
    for (uint64_t b = 0; b < 17; ++b) values.emplace_back(a ^ b);
  }
  const std::string svg = svg_of({"g", {"left", "right"}, {{0, 12}, {0, 17}}, values});
  const std::vector<std::string> colours = cell_colours(svg, 12, 17);
  std::map<Value, std::string> by_value;
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(by_value.try_emplace(values[i], colours[i]).first->second, colours[i]);
  }
  EXPECT_EQ(by_value.at(0), kLost);
  for (auto at = std::next(by_value.begin(), 2); at != by_value.end(); ++at) {
    EXPECT_LT(luminance(at->second), luminance(std::prev(at)->second))
        << "larger is darker: " << at->first.to_string();
  }
  for (const char* text :
       {">left<", ">right<", ">Grundy values of g(left, right)<", "the player to move loses"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
  // Each value stands in its cells; 20 and 21 are above all tick labels.
  EXPECT_EQ(reference::count_of(svg, ">21<"),
            static_cast<size_t>(std::count(values.begin(), values.end(), Value(21))));
}

TEST(TableSvg, LargeHeatMapsShowNoNumbers) {
  const std::string svg =
      svg_of({"g", {"a", "b"}, {{0, 100}, {0, 100}}, std::vector<Value>(10'000, Ordinal(777))});
  EXPECT_EQ(reference::count_of(svg, ">777<"), 1U);  // in the legend
  EXPECT_EQ(cell_colours(svg, 100, 100)[9'999].size(), 7U);
}

TEST(TableSvg, LeadingPowersHaveTheirOwnHues) {
  std::vector<Value> values;
  for (const char* text :
       {"0", "1", "2", "w", "w+1", "w*2", "w^2", "w^2+1", "w^w", "5", "w*3+1", "w^w*2"}) {
    values.push_back(ordinal(text));
  }
  const std::string svg = svg_of({"g", {"a", "b"}, {{0, 3}, {0, 4}}, values});
  const std::vector<std::string> colours = cell_colours(svg, 3, 4);
  EXPECT_EQ(std::set<std::string>(colours.begin(), colours.end()).size(), values.size());
  for (const Value& value : values)
    EXPECT_NE(svg.find(">" + value.to_string() + "<"), std::string::npos);
  const auto strongest = [&](size_t i) {
    const std::vector<int> rgb = levels(colours[i]);
    return std::max_element(rgb.begin(), rgb.end()) - rgb.begin();
  };
  for (const size_t i : {1, 2, 9}) EXPECT_EQ(strongest(i), 2) << "finite values are blue";
  for (const size_t i : {3, 4, 5, 10})
    EXPECT_EQ(strongest(i), 1) << "values with leading ω are green";
}

TEST(TableSvg, ScatterMarksStandAtTheirValues) {
  std::vector<Value> values;
  for (uint64_t n = 0; n < 40; ++n) values.emplace_back(n % 8);
  const std::string svg = svg_of(one_axis(100, values));
  std::map<size_t, std::vector<double>> heights;  // by value
  size_t marks = 0;
  for (const Path& path : paths(svg, "stroke")) {
    for (const std::string& mark : pieces(path.data)) {
      double x = 0, y = 0;
      if (!mark.ends_with("h0") || std::sscanf(mark.c_str(), "M%lf %lfh0", &x, &y) != 2) continue;
      if (y < 70) continue;  // the legend
      const auto n =
          static_cast<size_t>(std::lround((x - 76 - 0.01 * 860 / 1.02) / (860 / 1.02) * 39));
      ASSERT_LT(n, 40U);
      EXPECT_EQ(path.colour == kLost, n % 8 == 0) << n;
      heights[n % 8].push_back(y);
      ++marks;
    }
  }
  EXPECT_EQ(marks, 40U);
  ASSERT_EQ(heights.size(), 8U);
  for (size_t v = 0; v < 8; ++v) {
    for (double y : heights[v]) {
      EXPECT_EQ(y, heights[v][0]);
      EXPECT_NEAR(y, heights[0][0] + (heights[7][0] - heights[0][0]) * static_cast<double>(v) / 7,
                  0.02);
    }
  }
  for (const char* text : {">110<", ">n<", ">value<", ">7<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
}

TEST(TableSvg, AnyNumbersAreDrawnOrRefused) {
  const Natural large = *Natural::parse("123456789012345678901234567890");
  const Value big{Ordinal(large)}, bigger{Ordinal(large + Natural(1))};
  for (const Table& table :
       {one_axis(0, {0}), one_axis(0, {5}), Table{"g", {"n"}, {{large, 3}}, {big, bigger, 0}},
        Table{"g", {"a", "b"}, {{large, 2}, {0, 2}}, {big, bigger, 0, 1}},
        Table{"g", {"a", "b"}, {{0, 2}, {0, 2}}, {big, bigger, big, big}},
        Table{"g<&\">", {"a", "b"}, {{0, 2}, {0, 2}}, {0, 0, 0, 0}},
        one_axis(0, {ordinal("w^3"), ordinal("w^w+2")})}) {
    const std::string svg = svg_of(table);
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf\""), std::string::npos);
    EXPECT_EQ(svg.find("g<"), std::string::npos);
  }
  EXPECT_EQ(svg_of({"g", {"a", "b", "c"}, {{0, 2}, {5, 2}, {0, 3}}, std::vector<Value>(12)}),
            "a picture has two axes, and a, b and c vary here; fix one of them by a box such as "
            "--box 'a=0,b=5..6,c=0..2'");
  EXPECT_EQ(
      svg_of(one_axis(0, std::vector<Value>(300'000))),
      "a picture shows at most 250000 values, not 300000; take a smaller --box, or --format csv");
  EXPECT_EQ(svg_of(one_axis(0, {Ordinal(Natural(1) << 5000)})),
            "the values are too large for a picture; --format csv takes any");
}

TEST(Svg, ColoursOfOklab) {
  EXPECT_EQ(oklch(0, 0, 0), "#000000");
  EXPECT_EQ(oklch(1, 0, 0), "#ffffff");
  // The coordinates of sRGB's red, green and blue in Oklch (CSS Color Module Level 4, sample
  // conversions).
  EXPECT_EQ(oklch(0.627955, 0.257683, 29.2339), "#ff0000");
  EXPECT_EQ(oklch(0.519752, 0.176858, 142.4953), "#008000");
  EXPECT_EQ(oklch(0.452014, 0.313214, 264.0520), "#0000ff");
  for (double hue = 0; hue < 360; hue += 30) {
    for (double l = 0.3; l < 0.9; l += 0.05) {
      EXPECT_LT(luminance(oklch(l, 0.12, hue)), luminance(oklch(l + 0.05, 0.12, hue)))
          << l << " " << hue;
    }
  }
}

TEST(Svg, TicksAreRoundAndWithin) {
  EXPECT_EQ(ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(ticks(7, 33, 3), (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(ticks(3, 5, 100), (std::vector<double>{3, 4, 5}));
  EXPECT_EQ(ticks(4, 4, 10), (std::vector<double>{4}));
  for (double last = 1; last < 1e18; last *= 3) {
    for (double wanted : {1.0, 4.0, 10.0}) {
      const std::vector<double> all = ticks(0, last, wanted);
      EXPECT_GE(all.size(), 1U);
      EXPECT_LE(static_cast<double>(all.size()), wanted + 1);
      EXPECT_EQ(all.front(), 0);
      EXPECT_LE(all.back(), last);
    }
  }
}

}  // namespace
}  // namespace grundy
