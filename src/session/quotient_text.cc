#include "session/quotient_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "analysis/heap_code.h"
#include "base/text.h"
#include "engine/misere/structure.h"
#include "session/json.h"

namespace grundy {
namespace {

using misere::Component;
using misere::Element;
using misere::Monoid;
using misere::Script;

constexpr size_t kShownInQuotient = 60;  // relations, elements of P, heaps
constexpr size_t kLineOfQuotient = 100;

/// "label   item, item, …" in lines of at most 100 columns, flush behind the label.
std::string listing(const std::string& label, const std::vector<std::string>& items,
                    size_t most = kShownInQuotient) {
  constexpr size_t kLabelWidth = 13;
  std::string text = padded_right(label, kLabelWidth);
  size_t width = kLabelWidth;
  const size_t shown = items.size() <= most + 3 ? items.size() : most;
  const auto put = [&](const std::string& item) {
    if (width > kLabelWidth && width + text_width(item) > kLineOfQuotient) {
      text += "\n" + std::string(kLabelWidth, ' ');
      width = kLabelWidth;
    } else if (width > kLabelWidth) {
      text += " ";
      ++width;
    }
    text += item;
    width += text_width(item);
  };
  for (size_t i = 0; i < shown; ++i) put(items[i] + (i + 1 < items.size() ? "," : ""));
  if (shown < items.size()) put(fmt::format("… ({} in all)", items.size()));
  return text + "\n";
}

std::vector<std::string> generators_of(const QuotientAnswer& answer) {
  std::vector<std::string> result;
  const std::vector<uint32_t>& letters = answer.universe->quotient().monoid().generators();
  for (size_t g = 0; g < letters.size(); ++g) {
    result.push_back(fmt::format("{} = {}", misere::generator_name(g),
                                 to_string(answer.universe->position(letters[g]))));
  }
  return result;
}

std::vector<std::string> relations_of(const Monoid& monoid, Script script) {
  std::vector<std::string> result;
  for (const misere::Relation& one : misere::relations(monoid)) {
    result.push_back(fmt::format("{} = {}", misere::word_text(one.word, script),
                                 misere::element_text(monoid, one.equal, script)));
  }
  return result;
}

std::vector<std::string> p_of(const Monoid& monoid, Script script) {
  std::vector<std::string> result;
  for (Element x = 0; x < monoid.order(); ++x) {
    if (monoid.in_p(x)) result.push_back(misere::element_text(monoid, x, script));
  }
  return result;
}

std::string component_text(const Monoid& monoid, const Component& component) {
  return fmt::format("{} ({}{})", misere::element_text(monoid, component.idempotent, Script::text),
                     component.elements.size(),
                     component.group == component.elements.size()
                         ? ", a group"
                         : fmt::format(", its group {}", component.group));
}

/// Heaps that are worth showing: to the end of the first period, or all that were taken in.
size_t shown_heaps(const QuotientAnswer& answer, size_t game) {
  const std::vector<Element> elements = misere::pretending(answer.universe->quotient(), game);
  if (!answer.for_ever) return elements.size();
  const heap::Period& period = answer.universe->periods()[game];
  return std::min<uint64_t>(elements.size(), period.preperiod + period.period);
}

/// Rows of a period, or of ten heaps.
std::string pretending_text(const QuotientAnswer& answer, size_t game) {
  const Monoid& monoid = answer.universe->quotient().monoid();
  const std::vector<Element> elements = misere::pretending(answer.universe->quotient(), game);
  const size_t count = shown_heaps(answer, game);
  size_t row = 10;
  if (answer.for_ever && answer.universe->periods()[game].period <= 16)
    row = std::max<size_t>(answer.universe->periods()[game].period, 4);
  constexpr size_t kMostRows = 40;
  const size_t shown = std::min(count, row * kMostRows);
  std::vector<std::string> texts;
  size_t width = 2;
  for (size_t n = 0; n < shown; ++n) {
    texts.push_back(misere::element_text(monoid, elements[n], Script::text));
    width = std::max(width, text_width(texts.back()));
  }
  const size_t first = std::to_string(shown).size();
  std::string text;
  for (size_t n = 0; n < shown; n += row) {
    std::string line = "  " + padded_left(std::to_string(n), first) + " │";
    for (size_t i = n; i < std::min(n + row, shown); ++i)
      line += " " + padded_right(texts[i], width);
    while (line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  if (shown < count) text += fmt::format("  … up to {}\n", count - 1);
  return text;
}

std::string scope(const QuotientAnswer& answer) {
  if (answer.for_ever) return "all heaps";
  if (answer.upto) return fmt::format("heaps up to {}", *answer.upto);
  return "the positions that play can lead to";
}

}  // namespace

std::vector<std::string> element_texts(const QuotientAnswer& answer, size_t game) {
  std::vector<std::string> result;
  if (game >= answer.universe->games().size()) return result;
  const std::vector<Element> elements = misere::pretending(answer.universe->quotient(), game);
  for (size_t n = 0; n < shown_heaps(answer, game); ++n)
    result.push_back(
        misere::element_text(answer.universe->quotient().monoid(), elements[n], Script::text));
  return result;
}

std::string quotient_text(const QuotientAnswer& answer) {
  const misere::Quotient& quotient = answer.universe->quotient();
  const Monoid& monoid = quotient.monoid();
  std::string text = fmt::format(
      "{}: the misère quotient of {} has order {}, with {} element{} in P; {}.\n", answer.game,
      scope(answer), monoid.order(), monoid.p_portion(), monoid.p_portion() == 1 ? "" : "s",
      misere::is_tame(monoid) ? "it is tame" : "it is wild");
  const auto& games = answer.universe->games();
  for (size_t game = 0; answer.for_ever && game < games.size(); ++game) {
    const heap::Period& period = answer.universe->periods()[game];
    text += fmt::format("{}{} = {} for all n >= {}, by proof.\n",
                        games.size() > 1 ? games[game]->name() + ": " : std::string(),
                        fmt::format("Φ(n + {})", period.period), "Φ(n)", period.preperiod);
  }
  text += "\n" + listing("generators", generators_of(answer));
  text += listing("relations", relations_of(monoid, Script::text));
  text += listing("P", p_of(monoid, Script::text));
  const std::vector<Component> parts = misere::components(monoid);
  std::vector<std::string> names;
  for (const Component& part : parts) names.push_back(component_text(monoid, part));
  text += listing("components", names);
  text += listing("kernel", {component_text(monoid, parts[misere::kernel(monoid, parts)])});
  for (size_t game = 0; game < games.size(); ++game) {
    text += fmt::format("\nΦ of {}(n), the elements of heaps:\n", games[game]->name());
    text += pretending_text(answer, game);
  }
  return text;
}

std::string quotient_latex(const QuotientAnswer& answer) {
  const misere::Quotient& quotient = answer.universe->quotient();
  const Monoid& monoid = quotient.monoid();
  std::vector<std::string> names;
  for (size_t g = 0; g < monoid.generators().size(); ++g)
    names.push_back(misere::generator_name(g));
  std::string text = fmt::format(
      "\\begin{{theorem}}\nThe mis\\`ere quotient of {} of \\texttt{{{}}} is\n\\[ \\langle {} "
      "\\mid {} \\rangle, \\]\n"
      "of order ${}$, with\n\\[ \\mathcal{{P}} = \\{{ {} \\}}. \\]\n",
      scope(answer), answer.game, fmt::join(names, ", "),
      fmt::join(relations_of(monoid, Script::latex), ",\\ "), monoid.order(),
      fmt::join(p_of(monoid, Script::latex), ",\\ "));
  for (size_t game = 0; game < answer.universe->games().size(); ++game) {
    const std::vector<Element> elements = misere::pretending(quotient, game);
    std::vector<std::string> values;
    for (size_t n = 0; n < shown_heaps(answer, game); ++n)
      values.push_back(misere::element_text(monoid, elements[n], Script::latex));
    text += fmt::format("The heaps $0, 1, 2, \\ldots$ of \\texttt{{{}}} have the elements ${}$",
                        answer.universe->games()[game]->name(), fmt::join(values, "$, $"));
    if (answer.for_ever) {
      const heap::Period& period = answer.universe->periods()[game];
      text += fmt::format(", and $\\Phi(n+{}) = \\Phi(n)$ for all $n \\ge {}$", period.period,
                          period.preperiod);
    }
    text += ".\n";
  }
  return text + "\\end{theorem}\n";
}

std::string quotient_json(const QuotientAnswer& answer) {
  const misere::Universe& universe = *answer.universe;
  const Monoid& monoid = universe.quotient().monoid();
  JsonWriter json;
  json.begin_object();
  json.key("game").value(answer.game);
  json.key("status").value(answer.for_ever ? "proved" : "partial");
  json.key("order").value(uint64_t{monoid.order()});
  json.key("p_portion").value(uint64_t{monoid.p_portion()});
  // Of several games: what all have in common.
  uint64_t period = 1;
  uint64_t preperiod = 0;
  uint64_t heaps = 0;
  for (size_t game = 0; game < universe.periods().size(); ++game) {
    const heap::Period& one = universe.periods()[game];
    period = std::lcm(period, one.period);
    preperiod = std::max(preperiod, one.preperiod);
    heaps = std::max(heaps, one.preperiod + one.period +
                                universe.quotient().letters().games()[game].last_digit() + 1);
  }
  if (answer.for_ever) {
    json.key("period").value(period).key("preperiod").value(preperiod).key("heaps").value(heaps);
  } else {
    json.key("period").null().key("preperiod").null().key("heaps");
    if (answer.upto) {
      json.value(*answer.upto);
    } else {
      json.null();
    }
  }
  json.key("tame").value(misere::is_tame(monoid));
  json.key("reason").null();
  json.key("generators").begin_array();
  for (const uint32_t letter : monoid.generators())
    json.value(to_string(universe.position(letter)));
  json.end_array().key("relations").begin_array();
  for (const std::string& one : relations_of(monoid, Script::text)) json.value(one);
  json.end_array().key("p").begin_array();
  for (const std::string& one : p_of(monoid, Script::text)) json.value(one);
  json.end_array().key("components").begin_array();
  for (const Component& part : misere::components(monoid)) {
    json.begin_object()
        .key("idempotent")
        .value(misere::element_text(monoid, part.idempotent, Script::text));
    json.key("order")
        .value(uint64_t{part.elements.size()})
        .key("group")
        .value(uint64_t{part.group})
        .end_object();
  }
  json.end_array().key("games").begin_array();
  for (size_t game = 0; game < universe.games().size(); ++game) {
    json.begin_object().key("game").value(universe.games()[game]->name());
    if (answer.for_ever) {
      json.key("period").value(universe.periods()[game].period);
      json.key("preperiod").value(universe.periods()[game].preperiod);
    }
    json.key("elements").begin_array();
    for (const std::string& element : element_texts(answer, game)) json.value(element);
    json.end_array().end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

}  // namespace grundy
