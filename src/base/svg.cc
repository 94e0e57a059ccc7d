#include "base/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace grundy {
namespace {

std::string escaped_for_svg(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// Linear red, green and blue; beyond [0, 1] when a screen can't show the colour. The matrices are
/// those of Ottosson's "A perceptual color space for image processing" (2020).
std::array<double, 3> linear_rgb(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(hue * std::numbers::pi / 180);
  const double b = chroma * std::sin(hue * std::numbers::pi / 180);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

/// The transfer function of sRGB (IEC 61966-2-1).
int screen_level(double linear) {
  const double level =
      linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(255 * std::clamp(level, 0.0, 1.0)));
}

}  // namespace

Svg::Svg(double width, double height, std::string_view title) {
  text_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
      "<title>{2}</title>\n",
      length(width), length(height), escaped_for_svg(title));
  rectangle(0, 0, width, height, "#fff");
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view colour) {
  text_ += fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"{}\"/>\n", length(x1), length(y1),
                       length(x2), length(y2), colour);
}

void Svg::rectangle(double x, double y, double width, double height, std::string_view colour) {
  text_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                       length(x), length(y), length(width), length(height), colour);
}

void Svg::frame(double x, double y, double width, double height, std::string_view colour) {
  text_ += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\"/>\n",
      length(x), length(y), length(width), length(height), colour);
}

void Svg::text(double x, double y, double size, Anchor anchor, std::string_view text,
               std::string_view colour, bool upwards) {
  const char* const anchors[] = {"start", "middle", "end"};
  const std::string place =
      upwards ? fmt::format("transform=\"translate({} {})rotate(-90)\" y=\"{}\"", length(x),
                            length(y), length(0.35 * size))
              : fmt::format("x=\"{}\" y=\"{}\"", length(x), length(y + 0.35 * size));
  text_ +=
      fmt::format("<text {} font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", place,
                  length(size), anchors[static_cast<int>(anchor)], colour, escaped_for_svg(text));
}

void Svg::nested(double x, double y, std::string_view picture) {
  constexpr std::string_view kOpen = "<svg";
  text_ += fmt::format("{} x=\"{}\" y=\"{}\"{}", kOpen, length(x), length(y),
                       picture.substr(kOpen.size()));
}

std::string Svg::take() { return std::move(text_) + "</svg>\n"; }

std::string length(double pixels) {
  std::string text = fmt::format("{:.2f}", pixels);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::vector<double> ticks(double first, double last, double wanted) {
  const double least = std::max((last - first) / std::max(wanted, 1.0), 1.0);
  const double power = std::pow(10, std::floor(std::log10(least)));
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    step = factor * power;
    if (step >= least) break;
  }
  std::vector<double> result;
  const double from = std::ceil(first / step);
  for (double i = 0; i <= 2 * wanted + 2 && (from + i) * step <= last; ++i)
    result.push_back((from + i) * step);
  return result;
}

std::string oklch(double lightness, double chroma, double hue) {
  constexpr double kStep = 0.005;
  const auto can_be_shown = [](double level) { return level >= -0.001 && level <= 1.001; };
  std::array<double, 3> rgb = linear_rgb(lightness, chroma, hue);
  while (chroma > 0 && !std::all_of(rgb.begin(), rgb.end(), can_be_shown)) {
    chroma = std::max(chroma - kStep, 0.0);
    rgb = linear_rgb(lightness, chroma, hue);
  }
  return fmt::format("#{:02x}{:02x}{:02x}", screen_level(rgb[0]), screen_level(rgb[1]),
                     screen_level(rgb[2]));
}

}  // namespace grundy
