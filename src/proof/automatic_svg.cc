#include "proof/automatic_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "proof/automatic_text.h"

namespace grundy {
namespace {

constexpr double kRadius = 17, kLayerWidth = 150, kRowHeight = 90, kMargin = 70;
constexpr size_t kShownLetters = 4;

struct Point {
  double x = 0, y = 0;
};

std::string escaped_xml(const std::string& text) {
  std::string result;
  for (const char c : text)
    result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '>' ? "&gt;" : std::string(1, c);
  return result;
}

/// The layers: of each the states, by their shown numbers less one.
std::vector<std::vector<size_t>> layers_of(const std::vector<ShownState>& states) {
  std::vector<std::vector<size_t>> layers{{0}};
  std::vector<bool> seen(states.size(), false);
  seen[0] = true;
  while (!layers.back().empty()) {
    std::vector<size_t> next;
    for (const size_t from : layers.back()) {
      for (const ShownArrow& arrow : states[from].arrows) {
        if (seen[arrow.to - 1]) continue;
        seen[arrow.to - 1] = true;
        next.push_back(arrow.to - 1);
      }
    }
    layers.push_back(std::move(next));
  }
  layers.pop_back();
  return layers;
}

std::string label_text(const std::vector<std::string>& letters) {
  std::string text;
  for (size_t i = 0; i < letters.size() && i < kShownLetters; ++i)
    text += (i == 0 ? "" : " ") + letters[i];
  return letters.size() > kShownLetters ? text + " …" : text;
}

/// An arrow from a to b; both ways stand apart, and one to the same state is a loop above it.
std::string arrow_svg(const Point& a, const Point& b, const std::vector<std::string>& letters) {
  std::string path;
  Point label;
  if (a.x == b.x && a.y == b.y) {
    path = fmt::format("M {:.0f} {:.0f} c -16 -40 32 -40 16 0", a.x - 8, a.y - kRadius + 2);
    label = {a.x, a.y - kRadius - 34};
  } else {
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
    const double bend = std::min(60.0, 14 + length / 8);
    const Point middle{(a.x + b.x) / 2 - dy / length * bend, (a.y + b.y) / 2 + dx / length * bend};
    const auto end = [&](const Point& at) {
      const double mx = middle.x - at.x, my = middle.y - at.y, m = std::sqrt(mx * mx + my * my);
      return Point{at.x + mx / m * kRadius, at.y + my / m * kRadius};
    };
    const Point from = end(a), to = end(b);
    path = fmt::format("M {:.0f} {:.0f} Q {:.0f} {:.0f} {:.0f} {:.0f}", from.x, from.y, middle.x,
                       middle.y, to.x, to.y);
    label = {(a.x + b.x) / 4 + middle.x / 2, (a.y + b.y) / 4 + middle.y / 2 - 3};
  }
  std::string all;
  for (const std::string& letter : letters) all += (all.empty() ? "" : " ") + letter;
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"#555\" "
      "marker-end=\"url(#tip)\"><title>{}</title></path>\n"
      "<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"letters\">{}</text>\n",
      path, all, label.x, label.y, label_text(letters));
}

}  // namespace

std::string automaton_svg(const automatic::AutomaticLaw& law, const std::string& title) {
  const std::vector<ShownState> states = shown_states(law);
  const std::vector<std::vector<size_t>> layers = layers_of(states);
  size_t rows = 1;
  for (const auto& layer : layers) rows = std::max(rows, layer.size());
  const double height = 2 * kMargin + kRowHeight * static_cast<double>(rows - 1);
  const double width = 2 * kMargin + kLayerWidth * static_cast<double>(layers.size() - 1);
  std::vector<Point> at(states.size());
  for (size_t i = 0; i < layers.size(); ++i) {
    for (size_t j = 0; j < layers[i].size(); ++j) {
      const double above = static_cast<double>(j) - static_cast<double>(layers[i].size() - 1) / 2;
      at[layers[i][j]] = {kMargin + kLayerWidth * static_cast<double>(i),
                          height / 2 + kRowHeight * above};
    }
  }
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"13\">\n"
      "<title>{2}</title>\n"
      "<style>text {{ text-anchor: middle }} .letters {{ font-size: 11px; fill: #036 }}</style>\n"
      "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
      "markerHeight=\"7\" orient=\"auto\"><path d=\"M 0 0 L 8 4 L 0 8 z\" "
      "fill=\"#555\"/></marker></defs>\n",
      width, height, escaped_xml(title));
  svg +=
      fmt::format("<path d=\"M {:.0f} {:.0f} h 24\" stroke=\"#555\" marker-end=\"url(#tip)\"/>\n",
                  at[0].x - kRadius - 25, at[0].y);
  for (size_t i = 0; i < states.size(); ++i) {
    for (const ShownArrow& arrow : states[i].arrows)
      svg += arrow_svg(at[i], at[arrow.to - 1], arrow.letters);
  }
  for (size_t i = 0; i < states.size(); ++i) {
    svg += fmt::format(
        "<circle cx=\"{0:.0f}\" cy=\"{1:.0f}\" r=\"{2:.0f}\" fill=\"#fff\" stroke=\"#000\"/>\n",
        at[i].x, at[i].y, kRadius);
    if (states[i].accepting)
      svg += fmt::format(
          "<circle cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"{:.0f}\" fill=\"none\" stroke=\"#000\"/>\n",
          at[i].x, at[i].y, kRadius - 4);
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", at[i].x, at[i].y + 5, i + 1);
  }
  return svg + "</svg>\n";
}

}  // namespace grundy
