// Pieces of SVG pictures: shapes and text with escaping, round tick marks, and colours of even
// lightness.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace grundy {

/// Where a text stands with respect to its point.
enum class Anchor { start, middle, end };

/// Builds one picture; lengths are in pixels, y grows downwards.
class Svg {
 public:
  Svg(double width, double height, std::string_view title);

  void line(double x1, double y1, double x2, double y2, std::string_view colour);
  void rectangle(double x, double y, double width, double height, std::string_view colour);
  /// A frame without filling.
  void frame(double x, double y, double width, double height, std::string_view colour);
  /// The baseline lies a third of `size` below y, so that the text is centred on it.
  void text(double x, double y, double size, Anchor anchor, std::string_view text,
            std::string_view colour = "#222", bool upwards = false);
  /// A whole picture, as take() gives it, within this one.
  void nested(double x, double y, std::string_view picture);
  /// SVG as it is.
  void raw(std::string_view svg) { text_ += svg; }
  std::string take();

 private:
  std::string text_;
};

/// A length with at most two digits behind the point, "12.5".
std::string length(double pixels);

/// Multiples of 1, 2 or 5 times a power of ten in [first, last], the integers among them, about
/// `wanted` of them.
std::vector<double> ticks(double first, double last, double wanted);

/// The colour of this lightness (0 to 1), chroma and hue (degrees) of the Oklab space (Ottosson
/// 2020), as #rrggbb; the chroma is lowered to what a screen can show. Equal steps of lightness
/// look equally large.
std::string oklch(double lightness, double chroma, double hue);

}  // namespace grundy
