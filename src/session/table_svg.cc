// Pictures of tables. Positions of value 0, which the player to move loses, are orange in all
// kinds.
//
// Other values are coloured by their leading power of ω (a hue for each) and, in heat maps, by
// size: darker is larger, in even steps of lightness. Where play can go round, ∞ is grey: light for
// a draw, dark with an exit to 0. For print all of them are grey, and value 0 is black.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/svg.h"
#include "base/text.h"
#include "session/table.h"

namespace grundy {
namespace {

constexpr size_t kMostMarks = 250'000;  // in a picture; more make files that viewers choke on
constexpr const char* kDrawn = "#868e96";
constexpr const char* kDrawnLabel = "∞: neither player can force an end";
constexpr const char* kExit = "#343a40";
constexpr const char* kExitLabel = "∞ with exit 0: the player to move wins";
constexpr const char* kLoonyLabel = "loony: the player to move wins any sum";
constexpr size_t kMostGroups = 6;  // hues that can be told apart

/// Of outcomes that are neither lost nor drawn, by their number.
const char* outcome_label(uint64_t outcome) {
  constexpr const char* kLabels[] = {"P: the player to move loses", "N: the player to move wins",
                                     "L: Left wins", "R: Right wins"};
  return kLabels[outcome];
}

const char* lost_colour(const PictureStyle& style) { return style.grey ? "#000000" : "#e8590c"; }
/// Of values that are no numbers, and won: no table has both kinds.
const char* won_label(const Table& table) {
  bool any_loony = false;
  for (const Value& value : table.values) any_loony = any_loony || value.is_loony();
  return any_loony ? kLoonyLabel : kExitLabel;
}
const char* lost_label(const Table& table) {
  if (table.has_lengths()) return "0: there is no move";
  return table.holds == Cells::outcomes ? outcome_label(0) : "0: the player to move loses";
}

std::string hue_colour(size_t group, double lightness, bool grey) {
  constexpr double kHues[kMostGroups] = {255, 155, 330, 95, 200, 20};
  return oklch(lightness, grey ? 0 : 0.12, kHues[group % kMostGroups]);
}

constexpr uint64_t kMostBits = 1000;  // of a value's finite part, so that it is a double

/// Requires at most kMostBits bits.
double to_double(const Natural& n) {
  const uint64_t bits = n.bit_length();
  if (bits <= 63) return static_cast<double>(n.small());
  return std::ldexp(static_cast<double>((n >> (bits - 63)).small()), static_cast<int>(bits - 63));
}

/// Below this, doubles are exact and tick marks are worth their while.
bool is_readable(const Natural& n) { return n.bit_length() <= 50; }

std::string tick_label(double tick) {
  return std::abs(tick) < 1e15 ? fmt::format("{:.0f}", tick) : fmt::format("{:.4g}", tick);
}

constexpr size_t kLongestLabel = 24;  // characters
std::string label_of(std::string_view text) { return shortened_to(text, kLongestLabel); }

/// Ticks on the numbers of a range, as distances from its first; exact for numbers of any size.
struct RangeTick {
  double offset;
  std::string label;
};
std::vector<RangeTick> range_ticks(const Range& range, double wanted) {
  std::vector<RangeTick> result;
  const double last = to_double(range.count) - 1;
  if (is_readable(range.last())) {
    const double first = to_double(range.first);
    for (const double tick : ticks(first, first + last, wanted))
      result.push_back({tick - first, tick_label(tick)});
    return result;
  }
  result.push_back({0, label_of(range.first.to_string())});
  return result;
}

// One axis.

std::string scatter(const Table& table, const PictureStyle& style, size_t axis) {
  constexpr double kWidth = 960, kHeight = 540, kLeft = 76, kRight = 24, kTop = 78, kBottom = 60;
  const std::string title = style.title.value_or(table.title());
  const Range& range = table.box[axis];
  const double steps = std::max(to_double(range.count) - 1, 1.0);
  bool infinite = false;
  double highest = 1;
  std::set<Ordinal> limits;
  for (const Value& any : table.values) {
    if (any.is_loopy()) continue;
    const Ordinal& value = any.ordinal();
    infinite = infinite || !value.is_finite();
    highest = std::max(highest, to_double(value.coefficient(0)));
    if (limits.size() <= kMostGroups) limits.insert(value.limit_part());
  }
  // What a mark's colour shows: all of the value but its finite part if these are few, else its
  // leading power.
  const bool few = limits.size() <= kMostGroups;
  const bool outcomes = table.holds == Cells::outcomes;
  const auto group_of = [&](const Ordinal& value) {
    return outcomes ? value : few ? value.limit_part() : value.degree();
  };
  std::map<Ordinal, std::string> marks;  // by group: a path of points
  std::string lost, drawn, won_by_exit;

  Svg svg(kWidth, kHeight, title);
  svg.text(kLeft, 26, 19, Anchor::start, title);
  const double plot_width = kWidth - kLeft - kRight;
  const double plot_height = kHeight - kTop - kBottom;
  // Steps are half a place wider than their positions on both sides, and have numbers above them.
  const double margin = style.steps ? 0.5 : 0.01 * steps;
  const double x_scale = plot_width / (steps + 2 * margin);
  const double y_scale = plot_height / (highest * (style.steps ? 1.1 : 1.06));
  const auto x_of = [&](double offset) { return kLeft + (offset + margin) * x_scale; };
  const auto y_of = [&](double value) {
    return kTop + plot_height - (value + 0.03 * highest) * y_scale;
  };
  for (const double tick : ticks(0, highest, outcomes ? highest : 8)) {
    svg.line(kLeft, y_of(tick), kWidth - kRight, y_of(tick), "#e6e6e6");
    svg.text(
        kLeft - 8, y_of(tick), 13, Anchor::end,
        outcomes ? std::string(1, kOutcomeLetters[static_cast<size_t>(tick)]) : tick_label(tick));
  }
  for (const RangeTick& tick : range_ticks(range, 10)) {
    svg.line(x_of(tick.offset), kTop, x_of(tick.offset), kTop + plot_height, "#f0f0f0");
    svg.line(x_of(tick.offset), kTop + plot_height, x_of(tick.offset), kTop + plot_height + 5,
             "#555");
    svg.text(x_of(tick.offset), kTop + plot_height + 18, 13, Anchor::middle, tick.label);
  }
  svg.frame(kLeft, kTop, plot_width, plot_height, "#555");
  svg.text(kLeft + plot_width / 2, kHeight - 18, 15, Anchor::middle, table.coordinates[axis]);
  svg.text(22, kTop + plot_height / 2, 15, Anchor::middle,
           infinite ? "finite part of the value" : table.cells(), "#222", true);

  if (style.steps) {
    // A step from half a place before each position to half a place behind it, and its value above
    // where they fit.
    const double half =
        std::min(0.5 * x_scale, 0.5 * plot_width / static_cast<double>(table.values.size()));
    const double letters = 2 * half / 5.5;
    std::string path;
    for (size_t i = 0; i < table.values.size(); ++i) {
      const double x = x_of(static_cast<double>(i));
      const Value& value = table.values[i];
      const double y =
          value.is_loopy() ? kTop + 6 : y_of(to_double(value.ordinal().coefficient(0)));
      const double from = std::max(x - half, kLeft);
      path += fmt::format("{}{} {}L{} {}", i == 0 ? "M" : "L", length(from), length(y),
                          length(x + half), length(y));
      const std::string cell = table.cell(i);
      if (static_cast<double>(text_width(cell)) <= letters)
        svg.text(x, y - 10, 11, Anchor::middle, cell);
    }
    svg.raw(fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path,
                        style.grey ? "#555" : "#4a6fa5"));
  }
  for (size_t i = 0; i < table.values.size(); ++i) {
    if (table.values[i].is_loopy()) {  // on the upper edge
      std::string& path = table.values[i].outcome() == Outcome::D ? drawn : won_by_exit;
      path += fmt::format("M{} {}h0", length(x_of(static_cast<double>(i))), length(kTop + 6));
      continue;
    }
    const Ordinal value = table.values[i].ordinal();
    std::string& path = value.is_zero() ? lost : marks[group_of(value)];
    path += fmt::format("M{} {}h0", length(x_of(static_cast<double>(i))),
                        length(y_of(to_double(value.coefficient(0)))));
  }
  const size_t count = table.values.size();
  const double size = count <= 150 ? 7 : count <= 1500 ? 4.5 : count <= 20'000 ? 2.5 : 1.5;
  double legend_x = kLeft + 6;
  const auto draw = [&](const std::string& path, const std::string& colour, double width,
                        const std::string& label) {
    const auto points = [&](std::string_view d, double w) {
      svg.raw(fmt::format(
          "<path d=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>\n", d,
          colour, length(w)));
    };
    points(path, width);
    points(fmt::format("M{} 56h0", length(legend_x)), 9);
    svg.text(legend_x + 11, 56, 13, Anchor::start, label);
    legend_x += 46 + 7.3 * static_cast<double>(text_width(label));
  };
  size_t group = 0;
  for (const auto& [key, path] : marks) {
    std::string label = table.has_lengths() ? "other numbers of moves"
                        : outcomes          ? outcome_label(key.small())
                                            : "other values: the player to move wins";
    if (infinite && key.is_zero()) label = "finite";
    if (!key.is_zero() && !outcomes)
      label = label_of((few ? key : Ordinal::power_of_omega(key)).to_string()) +
              (few ? " + …" : "·c + …");
    draw(path, hue_colour(group++, style.grey ? 0.62 : 0.5, style.grey), size, label);
  }
  if (!lost.empty()) draw(lost, lost_colour(style), size * 1.25, lost_label(table));
  if (!drawn.empty()) draw(drawn, kDrawn, size, kDrawnLabel);
  if (!won_by_exit.empty()) draw(won_by_exit, kExit, size, won_label(table));
  return svg.take();
}

// Two axes.

/// The colours of a heat map's values, and the bars that explain them.
class HeatScale {
 public:
  HeatScale(const Table& table, const PictureStyle& style)
      : style_(style),
        lost_label_(lost_label(table)),
        won_label_(won_label(table)),
        outcomes_(table.holds == Cells::outcomes) {
    for (const Value& any : table.values) {
      if (any.is_loopy()) {
        (any.outcome() == Outcome::D ? has_draw_ : has_exit_) = true;
        continue;
      }
      const Ordinal& value = any.ordinal();
      if (value.is_zero()) {
        has_zero_ = true;
      } else {
        groups_[group_of(value)].insert(value);
      }
    }
    while (groups_.size() > kMostGroups) {  // the highest powers share a hue
      const auto last = std::prev(groups_.end());
      std::prev(last)->second.merge(last->second);
      groups_.erase(last);
    }
  }

  /// Colours and labels of lost positions, draws and wins by an exit, which belong to no group.
  std::vector<std::pair<const char*, const char*>> others() const {
    std::vector<std::pair<const char*, const char*>> result;
    if (has_zero_) result.emplace_back(lost_colour(style_), lost_label_);
    if (has_draw_) result.emplace_back(kDrawn, kDrawnLabel);
    if (has_exit_) result.emplace_back(kExit, won_label_);
    return result;
  }

  struct Shade {
    size_t group = 0;
    double darkness = 0;  // 0 to 1
  };
  /// Finite values by size; infinite ones by their rank among those of the same hue.
  Shade shade(const Ordinal& value) const {
    auto at = groups_.upper_bound(group_of(value));
    --at;
    const std::set<Ordinal>& members = at->second;
    const auto group = static_cast<size_t>(std::distance(groups_.begin(), at));
    if (members.size() == 1) return {group, 0.5};
    if (members.rbegin()->is_finite()) {
      const Natural least = members.begin()->finite();
      return {group,
              to_double(value.finite() - least) / to_double(members.rbegin()->finite() - least)};
    }
    if (ranks_.empty()) {
      for (const auto& [degree, all] : groups_) {
        double rank = 0;
        for (const Ordinal& one : all)
          ranks_[one] = rank++ / static_cast<double>(std::max<size_t>(all.size() - 1, 1));
      }
    }
    return {group, ranks_.at(value)};
  }
  /// In grey the darkest stays clear of the black of value 0.
  double lightness(const Shade& shade) const {
    return style_.grey ? 0.96 - 0.5 * shade.darkness : 0.93 - 0.62 * shade.darkness;
  }
  std::string colour(const Shade& shade) const {
    return hue_colour(shade.group, lightness(shade), style_.grey);
  }
  std::string colour_of(const Value& value) const {
    if (value.is_loopy()) return value.outcome() == Outcome::D ? kDrawn : kExit;
    return value.is_zero() ? lost_colour(style_) : colour(shade(value.ordinal()));
  }
  bool is_dark(const Value& value) const {
    return value.is_loopy() || value.is_zero() || lightness(shade(value.ordinal())) < 0.6;
  }

  const std::map<Ordinal, std::set<Ordinal>>& groups() const { return groups_; }

 private:
  /// The values of a group share a hue.
  Ordinal group_of(const Ordinal& value) const { return outcomes_ ? value : value.degree(); }

  PictureStyle style_;
  const char* lost_label_;
  const char* won_label_;
  bool outcomes_;  // not values
  bool has_zero_ = false;
  bool has_draw_ = false;
  bool has_exit_ = false;
  // By group_of(); the last also takes all higher ones.
  std::map<Ordinal, std::set<Ordinal>> groups_;
  mutable std::map<Ordinal, double> ranks_;
};

void draw_legend(Svg& svg, const Table& table, const HeatScale& scale, double x, double y) {
  svg.text(x, y + 8, 15, Anchor::start, table.cells());
  y += 28;
  for (const auto& [colour, label] : scale.others()) {
    svg.rectangle(x, y, 18, 18, colour);
    svg.text(x + 26, y + 9, 13, Anchor::start, label);
    y += 34;
  }
  const auto& groups = scale.groups();
  const double bar = groups.size() <= 1 ? 220 : 110;
  size_t group = 0;
  for (const auto& [degree, members] : groups) {
    const Ordinal& least = *members.begin();
    const Ordinal& greatest = *members.rbegin();
    if (members.size() == 1) {
      svg.rectangle(x, y, 18, 18, scale.colour({group, 0.5}));
      svg.text(x + 26, y + 9, 13, Anchor::start,
               table.holds == Cells::outcomes ? outcome_label(least.small())
                                              : label_of(least.to_string()));
      y += 34;
      ++group;
      continue;
    }
    // The greatest value on top. A finite bar has a step for each value as long as these can be
    // seen.
    constexpr int kSteps = 55;  // a whole number of pixels each
    int steps = kSteps;
    if (greatest.is_finite() && greatest.finite() - least.finite() < Natural(24)) {
      steps = static_cast<int>((greatest.finite() - least.finite()).small()) + 1;
    }
    for (int i = 0; i < steps; ++i) {
      const double darkness = static_cast<double>(i) / (steps - 1);
      svg.rectangle(x, y + bar * (steps - 1 - i) / steps, 18, bar / steps + (i > 0 ? 0.5 : 0),
                    scale.colour({group, darkness}));
    }
    svg.frame(x, y, 18, bar, "#555");
    const double half = bar / steps / 2;
    const auto label = [&](double share, const std::string& text) {
      const double at = y + bar - half - share * (bar - 2 * half);
      svg.line(x + 18, at, x + 22, at, "#555");
      svg.text(x + 26, at, 13, Anchor::start, text);
    };
    if (greatest.is_finite() && is_readable(greatest.finite())) {
      const double low = to_double(least.finite());
      const double high = to_double(greatest.finite());
      for (const double tick : ticks(low, high, bar / 30))
        label((tick - low) / (high - low), tick_label(tick));
    } else {
      label(0, label_of(least.to_string()));
      label(1, label_of(greatest.to_string()));
    }
    y += bar + 18;
    ++group;
  }
}

double legend_height(const HeatScale& scale) {
  double height = 28 + 34 * static_cast<double>(scale.others().size());
  for (const auto& [degree, members] : scale.groups()) {
    height += members.size() == 1 ? 34 : (scale.groups().size() <= 1 ? 238 : 128);
  }
  return height;
}

std::string heat_map(const Table& table, const PictureStyle& style, size_t down, size_t across) {
  constexpr double kLeft = 76, kTop = 88, kBottom = 48, kLegend = 250;
  constexpr double kMostWidth = 760, kMostHeight = 760, kMostCell = 44, kLeastSide = 60;
  const double rows = to_double(table.box[down].count);
  const double columns = to_double(table.box[across].count);
  const double square = std::min({kMostCell, kMostWidth / columns, kMostHeight / rows});
  double longest = 1;  // value, its width in units of the size of its letters
  for (size_t i = 0; i < table.values.size(); ++i) {
    const double letter = table.values[i].is_finite() ? 0.6 : 0.74;  // ω and + are wide
    longest = std::max(longest, letter * static_cast<double>(text_width(table.cell(i))));
  }
  double cell_width = std::min(kMostCell, std::max(square, kLeastSide / columns));
  const double cell_height = std::min(kMostCell, std::max(square, kLeastSide / rows));
  const double wide_enough = 12 * longest + 6;  // for values in letters of 12
  if (cell_height >= 16 && wide_enough * columns <= kMostWidth)
    cell_width = std::max(cell_width, wide_enough);
  const double plot_width = columns * cell_width;
  const double plot_height = rows * cell_height;
  const HeatScale scale(table, style);
  const std::string title = style.title.value_or(table.title());
  const auto count_of_rows = static_cast<size_t>(rows);
  const auto shown_row = [&](size_t row) {
    return style.origin_below ? count_of_rows - 1 - row : row;
  };
  const double width =
      std::max(kLeft + plot_width + 28 + kLegend, kLeft + 11 * static_cast<double>(title.size()));
  Svg svg(width, kTop + std::max(plot_height, legend_height(scale)) + kBottom, title);
  svg.text(kLeft, 26, 19, Anchor::start, title);

  // Cells of the same colour form one path, in units of cells; neighbours of a row are joined.
  std::map<std::string, std::string> paths;
  const auto columns_count = static_cast<size_t>(columns);
  std::map<Value, std::string> colours;
  const auto colour_of = [&](size_t i) -> const std::string& {
    const auto [at, fresh] = colours.try_emplace(table.values[i]);
    if (fresh) at->second = scale.colour_of(table.values[i]);
    return at->second;
  };
  for (size_t row = 0; row < table.values.size() / columns_count; ++row) {
    for (size_t c = 0; c < columns_count;) {
      const size_t from = c;
      const std::string& colour = colour_of(row * columns_count + from);
      while (c < columns_count && colour_of(row * columns_count + c) == colour) ++c;
      paths[colour] += fmt::format("M{} {}h{}v1h-{}z", from, shown_row(row), c - from, c - from);
    }
  }
  svg.raw(
      fmt::format("<g transform=\"translate({} {})scale({} {})\" shape-rendering=\"crispEdges\">\n",
                  length(kLeft), length(kTop), cell_width, cell_height));
  for (const auto& [colour, path] : paths)
    svg.raw(fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", colour, path));
  svg.raw("</g>\n");

  // The values themselves where there is room.
  const double font = std::min({14.0, 0.62 * cell_height, (cell_width - 6) / longest});
  if (font >= 9) {
    for (size_t i = 0; i < table.values.size(); ++i) {
      const Value& value = table.values[i];
      const size_t whole_rows = i / columns_count;
      const auto row = static_cast<double>(shown_row(whole_rows));
      const auto column = static_cast<double>(i - whole_rows * columns_count);
      svg.text(kLeft + (column + 0.5) * cell_width, kTop + (row + 0.5) * cell_height, font,
               Anchor::middle, table.cell(i), scale.is_dark(value) ? "#fff" : "#222");
    }
  }
  svg.frame(kLeft, kTop, plot_width, plot_height, "#555");

  // Small tables have a label on each row and column.
  const double label_width =
      8 * static_cast<double>(table.box[across].last().to_string().size()) + 6;
  const auto wanted = [](double pixels, double cell, double least) {
    return pixels / (cell >= least ? cell : std::max(least, 60.0));
  };
  for (const RangeTick& tick :
       range_ticks(table.box[across], wanted(plot_width, cell_width, label_width))) {
    const double x = kLeft + (tick.offset + 0.5) * cell_width;
    const double edge = style.origin_below ? kTop + plot_height : kTop - 5;
    svg.line(x, edge, x, edge + 5, "#555");
    svg.text(x, style.origin_below ? edge + 15 : edge - 9, 13, Anchor::middle, tick.label);
  }
  for (const RangeTick& tick : range_ticks(table.box[down], wanted(plot_height, cell_height, 18))) {
    const double y =
        kTop + (style.origin_below ? rows - tick.offset - 0.5 : tick.offset + 0.5) * cell_height;
    svg.line(kLeft - 5, y, kLeft, y, "#555");
    svg.text(kLeft - 9, y, 13, Anchor::end, tick.label);
  }
  svg.text(kLeft + plot_width / 2, style.origin_below ? kTop + plot_height + 34 : kTop - 36, 15,
           Anchor::middle, table.coordinates[across]);
  svg.text(22, kTop + plot_height / 2, 15, Anchor::middle, table.coordinates[down], "#222", true);
  draw_legend(svg, table, scale, kLeft + plot_width + 28, kTop);
  return svg.take();
}

}  // namespace

Attempt<void> write_svg(const Table& table, const PictureStyle& style, const Sink& sink) {
  const std::vector<size_t> axes = table.axes();
  if (axes.size() > 2) {
    std::vector<std::string> names;
    std::string box;
    for (size_t i = 0; i < table.box.size(); ++i) {
      const bool fixed = i < axes[axes.size() - 2] || table.box[i].count == Natural(1);
      box += fmt::format("{}{}={}", box.empty() ? "" : ",", table.coordinates[i],
                         fixed ? table.box[i].first.to_string() : table.box[i].to_string());
    }
    for (size_t axis : axes) names.push_back(table.coordinates[axis]);
    return Error::input(
        fmt::format("a picture has two axes, and {} vary here; fix {} by a box such as --box '{}'",
                    enumeration(names), axes.size() == 3 ? "one of them" : "all but two", box));
  }
  if (table.values.size() > kMostMarks) {
    return Error::input(fmt::format(
        "a picture shows at most {} values, not {}; take a smaller --box, or --format csv",
        kMostMarks, table.values.size()));
  }
  for (const Value& value : table.values) {
    if (!value.is_loopy() && value.ordinal().coefficient(0).bit_length() > kMostBits) {
      return Error::input("the values are too large for a picture; --format csv takes any");
    }
  }
  if (style.steps && axes.size() != 1) return Error::input("steps are drawn along one coordinate");
  sink(axes.size() == 1 ? scatter(table, style, axes[0])
                        : heat_map(table, style, axes[0], axes[1]));
  return {};
}

}  // namespace grundy
