#include "session/quotient_svg.h"

#include <fmt/format.h>

#include "base/svg.h"
#include "engine/misere/structure.h"

namespace grundy {

std::string quotient_svg(const QuotientAnswer& answer) {
  const misere::Monoid& monoid = answer.universe->quotient().monoid();
  const std::vector<misere::Component> parts = misere::components(monoid);
  constexpr double kCell = 44;
  constexpr double kRowHeight = 30;
  constexpr double kTop = 40;
  constexpr size_t kAcross = 16;
  size_t rows = 0;
  for (const misere::Component& part : parts)
    rows += (part.elements.size() + kAcross - 1) / kAcross;
  const double height =
      kTop + static_cast<double>(rows) * kRowHeight + 6 * static_cast<double>(parts.size()) + 10;
  const std::string title = fmt::format("{}: misère quotient, order {}, {} in P", answer.game,
                                        monoid.order(), monoid.p_portion());
  Svg svg(kCell * kAcross + 20, height, title);
  svg.text(10, 20, 14, Anchor::start, title);
  double y = kTop;
  for (const misere::Component& part : parts) {
    for (size_t i = 0; i < part.elements.size(); ++i) {
      if (i > 0 && i % kAcross == 0) y += kRowHeight;
      const double x = 10 + kCell * static_cast<double>(i % kAcross);
      const misere::Element element = part.elements[i];
      const bool in_group = monoid.times(element, part.idempotent) == element;
      if (monoid.in_p(element))
        svg.rectangle(x + 1, y + 1, kCell - 2, kRowHeight - 4, oklch(0.8, 0.12, 150));
      svg.frame(x + 1, y + 1, kCell - 2, kRowHeight - 4, in_group ? "#222" : "#bbb");
      svg.text(x + kCell / 2, y + kRowHeight / 2 - 1, 12, Anchor::middle,
               misere::element_text(monoid, element, misere::Script::text));
    }
    y += kRowHeight + 6;
  }
  return svg.take();
}

}  // namespace grundy
