// Drawings of boards: what stands in them.
#include "session/board_svg.h"

#include <gtest/gtest.h>

#include "game/board_game.h"
#include "reference/text.h"
#include "session/session.h"

namespace grundy {
namespace {

std::string drawn_board(const std::string& text, const std::vector<size_t>& marked = {}) {
  Session session;
  Budget budget;
  const auto question = session.read(text, budget);
  EXPECT_TRUE(question.ok()) << text;
  return board_picture(board_game(question->parts[0])->position(question->parts[0]), marked, text)
      .svg;
}

TEST(BoardSvg, DrawsASquareForEachCell) {
  const std::string svg = drawn_board("clobber(XO|.#)", {0, 1});
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg;
  EXPECT_TRUE(svg.ends_with("</svg>\n")) << svg;
  EXPECT_EQ(reference::count_of(svg, "fill=\"none\""), 4u) << svg;
  EXPECT_EQ(reference::count_of(svg, ">X</text>"), 1u);
  EXPECT_EQ(reference::count_of(svg, ">O</text>"), 1u);
  EXPECT_EQ(reference::count_of(svg, ">a</text>"), 1u);
  EXPECT_EQ(reference::count_of(svg, ">2</text>"), 1u);
  EXPECT_EQ(reference::count_of(svg, "fill=\"#555\""), 1u) << "the wall";
  EXPECT_NE(svg, drawn_board("clobber(XO|.#)"));
}

TEST(BoardSvg, DrawsHexagonsRingsAndGraphs) {
  const std::string hexagons = drawn_board("sheep(3 0 0|0 0 #)");
  EXPECT_EQ(reference::count_of(hexagons, "<polygon"), 6u) << hexagons;
  EXPECT_EQ(reference::count_of(hexagons, ">3</text>"), 1u);
  const std::string graph = drawn_board("node_kayles({1-2, 2-3; 1=X})");
  EXPECT_EQ(reference::count_of(graph, "<circle"), 3u) << graph;
  EXPECT_EQ(reference::count_of(graph, "<path"), 2u) << graph;
  const std::string edges = drawn_board("hackenbush({1-2, 2-3, 2-4; 1=G})");
  EXPECT_EQ(reference::count_of(edges, "<circle"), 4u);
  EXPECT_EQ(reference::count_of(edges, "<path"), 3u);
  EXPECT_EQ(reference::count_of(edges, ">G</text>"), 1u);
  EXPECT_EQ(reference::count_of(drawn_board("poset({1>2, 1>3})"), "<path"), 4u)
      << "two arcs with their tips";
}

}  // namespace
}  // namespace grundy
