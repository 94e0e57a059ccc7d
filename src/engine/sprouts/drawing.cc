#include "engine/sprouts/drawing.h"

#include <algorithm>
#include <numeric>

namespace grundy::sprouts {
namespace {

constexpr Symbol kUnnumbered = UINT16_MAX;
constexpr size_t kForms = 1 << 13;

uint64_t stirred_colour(uint64_t x) {
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93;
  x ^= x >> 29;
  x *= 0x9E3779B97F4A7C15;
  return x ^ x >> 32;
}

/// Turns a cyclic word so that it is the least.
void turn_to_least(Symbol* begin, Symbol* end) {
  const auto n = static_cast<size_t>(end - begin);
  size_t best = 0;
  for (size_t start = 1; start < n; ++start) {
    size_t k = 0;
    const auto at = [&](size_t from) { return begin[from + k < n ? from + k : from + k - n]; };
    while (k < n && at(start) == at(best)) ++k;
    if (k < n && at(start) < at(best)) best = start;
  }
  std::rotate(begin, begin + best, end);
}

/// Turns the boundaries of a region, each with its end, to the least and puts them in order.
void put_in_order(Drawing& region, Drawing& scratch,
                  std::vector<std::pair<size_t, size_t>>& words) {
  words.clear();
  for (size_t begin = 0; begin < region.size();) {
    const size_t end = region.find(kEndBoundary, begin);
    turn_to_least(region.data() + begin, region.data() + end);
    words.emplace_back(begin, end + 1);
    begin = end + 1;
  }
  if (words.size() == 1) return;
  const std::u16string_view all = region;
  std::sort(words.begin(), words.end(), [&](const auto& a, const auto& b) {
    return all.substr(a.first, a.second - a.first) < all.substr(b.first, b.second - b.first);
  });
  scratch.clear();
  for (const auto& [begin, end] : words) scratch.append(region, begin, end - begin);
  region.swap(scratch);
}

}  // namespace

const std::vector<Drawing>& Cartographer::lands(const Drawing& drawing) {
  lands_.clear();
  for_each_land(drawing, [&](const Drawing& land) { lands_.push_back(land); });
  std::sort(lands_.begin(), lands_.end());
  return lands_;
}

/// cleaned_ becomes the items that matter, their boundaries and regions numbered from 0 on.
void Cartographer::clean(const Drawing& drawing) {
  items_.clear();
  letters_.clear();
  ends_.assign(1, 0);
  uint32_t boundary = 0;
  std::vector<uint32_t> begins = {0};  // of boundaries, in items_
  for (const Symbol symbol : drawing) {
    if (symbol == kEndBoundary) {
      ++boundary;
      begins.push_back(static_cast<uint32_t>(items_.size()));
    } else if (symbol == kEndRegion) {
      ends_.push_back(0);
    } else {
      const auto region = static_cast<uint32_t>(ends_.size() - 1);
      if (symbol >= kLetter) {
        if (letters_.size() <= static_cast<size_t>(symbol - kLetter))
          letters_.resize(symbol - kLetter + 1U);
        Meeting& meeting = letters_[symbol - kLetter];
        if (meeting.count == 0 || items_[meeting.at[0]].region != region) ++ends_[region];
        meeting.at[meeting.count++] = static_cast<uint32_t>(items_.size());
      } else {
        ends_[region] += ends_of(symbol);
      }
      items_.push_back({symbol, boundary, region});
    }
  }
  begins.push_back(static_cast<uint32_t>(items_.size()));
  const auto is_dead = [&](uint32_t at) { return ends_[items_[at].region] <= 1; };
  const auto are_neighbours = [&](uint32_t a, uint32_t b) {
    const uint32_t of = items_[a].boundary;
    return of == items_[b].boundary && (b == a + 1 || (a == begins[of] && b + 1 == begins[of + 1]));
  };
  constexpr Symbol kGone = kEndBoundary;
  for (const Meeting& meeting : letters_) {
    if (meeting.count == 0) continue;
    const uint32_t a = meeting.at[0];
    const uint32_t b = meeting.at[meeting.count - 1];
    if (meeting.count == 1 || is_dead(a) || is_dead(b)) {
      items_[a].symbol = items_[b].symbol = 2;
    } else if (items_[a].region == items_[b].region &&
               (ends_[items_[a].region] <= 3 || are_neighbours(a, b))) {
      items_[a].symbol = 2;
      items_[b].symbol = kGone;
    }
  }
  cleaned_.clear();
  uint32_t boundaries = 0, regions = 0;
  uint32_t last_boundary = UINT32_MAX, last_region = UINT32_MAX;
  for (const Item& item : items_) {
    if (item.symbol == kGone || ends_[item.region] <= 1) continue;
    if (item.region != last_region) ++regions, ++boundaries;
    if (item.region == last_region && item.boundary != last_boundary && ends_[item.region] > 3)
      ++boundaries;
    last_region = item.region;
    last_boundary = item.boundary;
    cleaned_.push_back({item.symbol, boundaries - 1, regions - 1});
  }
  roots_.resize(regions);
}

void Cartographer::find_lands() {
  std::iota(roots_.begin(), roots_.end(), 0U);
  const auto root = [&](uint32_t region) {
    while (roots_[region] != region) region = roots_[region];
    return region;
  };
  letters_.assign(letters_.size(), {});
  for (uint32_t i = 0; i < cleaned_.size(); ++i) {
    if (cleaned_[i].symbol < kLetter) continue;
    Meeting& meeting = letters_[cleaned_[i].symbol - kLetter];
    if (meeting.count++ == 0) {
      meeting.at[0] = cleaned_[i].region;
      continue;
    }
    const uint32_t a = root(meeting.at[0]);
    const uint32_t b = root(cleaned_[i].region);
    roots_[std::max(a, b)] = std::min(a, b);
  }
  for (uint32_t region = 0; region < roots_.size(); ++region) roots_[region] = root(region);
}

const Drawing& Cartographer::form_of(uint32_t root) {
  take_land(root);
  met_.clear();
  for (size_t i = 0; i < items_.size(); ++i) {
    met_ += items_[i].symbol;
    const bool is_last = i + 1 == items_.size();
    if (is_last || items_[i + 1].boundary != items_[i].boundary) met_ += kEndBoundary;
    if (is_last || items_[i + 1].region != items_[i].region) met_ += kEndRegion;
  }
  uint64_t hash = met_.size();
  for (const Symbol symbol : met_) hash = (hash ^ symbol) * 0x9E3779B97F4A7C15 + (hash >> 29);
  if (forms_.empty()) forms_.resize(kForms);
  KnownForm& known = forms_[stirred_colour(hash) % kForms];
  if (known.met != met_) {
    known.form = least_form();
    known.met = met_;
  }
  return known.form;
}

/// items_ becomes the land of the regions whose root is this one, its letters, boundaries and
/// regions numbered as they are met.
void Cartographer::take_land(uint32_t root) {
  items_.clear();
  meetings_.clear();
  numbers_.assign(letters_.size(), kUnnumbered);
  uint32_t boundaries = 0, regions = 0;
  uint32_t last_boundary = UINT32_MAX, last_region = UINT32_MAX;
  for (const Item& item : cleaned_) {
    if (roots_[item.region] != root) continue;
    if (item.region != last_region) ++regions;
    if (item.boundary != last_boundary) ++boundaries;
    last_region = item.region;
    last_boundary = item.boundary;
    Symbol symbol = item.symbol;
    if (symbol >= kLetter) {
      Symbol& number = numbers_[symbol - kLetter];
      if (number == kUnnumbered) {
        number = static_cast<Symbol>(meetings_.size());
        meetings_.emplace_back();
      }
      Meeting& meeting = meetings_[number];
      meeting.at[meeting.count++] = static_cast<uint32_t>(items_.size());
      symbol = static_cast<Symbol>(number + kLetter);
    }
    items_.push_back({symbol, boundaries - 1, regions - 1});
  }
}

/// The canonical form of the land in items_.
Drawing Cartographer::least_form() {
  const auto n = static_cast<uint32_t>(items_.size());
  next_.resize(n);
  previous_.resize(n);
  for (uint32_t begin = 0, i = 0; i < n; ++i) {
    if (i + 1 < n && items_[i + 1].boundary == items_[i].boundary) {
      next_[i] = i + 1;
    } else {
      next_[i] = begin;
      begin = i + 1;
    }
    previous_[next_[i]] = i;
  }
  words_.clear();
  Colours colours;
  colours.letters.assign(meetings_.size(), 0);
  if (!meetings_.empty()) {
    colours.left.resize(n);
    for (uint32_t i = 0; i < n; ++i)
      colours.left[i] = stirred_colour(std::min(items_[i].symbol, kLetter) + 1U);
    colours.right = colours.left;
    refine(colours);
  }
  try_orders(colours);
  Drawing least = words_.front();
  // Letters in the order in which they are first met.
  numbers_.assign(meetings_.size(), kUnnumbered);
  Symbol met = kLetter;
  for (Symbol& symbol : least) {
    if (symbol < kLetter) continue;
    Symbol& number = numbers_[symbol - kLetter];
    if (number == kUnnumbered) number = met++;
    symbol = number;
  }
  return least;
}

/// Rounds in which every item learns its neighbours, its boundary, its region and its letter, as
/// long as this tells more letters apart.
void Cartographer::refine(Colours& colours) {
  const size_t n = items_.size();
  const uint32_t boundaries = items_.back().boundary + 1;
  const uint32_t regions = items_.back().region + 1;
  next_left_.resize(n);
  next_right_.resize(n);
  size_t before = distinct(colours);
  for (size_t round = 0; before < meetings_.size(); ++round) {
    sums_left_.assign(boundaries, 0);
    sums_right_.assign(boundaries, 0);
    region_left_.assign(regions, 0);
    region_right_.assign(regions, 0);
    for (size_t i = 0; i < n; ++i) {
      sums_left_[items_[i].boundary] += colours.left[i];
      sums_right_[items_[i].boundary] += colours.right[i];
    }
    for (size_t i = 0; i < n; ++i) {
      if (i > 0 && items_[i - 1].boundary == items_[i].boundary) continue;
      region_left_[items_[i].region] += stirred_colour(sums_left_[items_[i].boundary]);
      region_right_[items_[i].region] += stirred_colour(sums_right_[items_[i].boundary]);
    }
    for (size_t i = 0; i < n; ++i) {
      const uint32_t b = items_[i].boundary;
      const uint32_t r = items_[i].region;
      next_left_[i] = stirred_colour(3 * colours.left[i] + 5 * colours.left[next_[i]] +
                                     7 * colours.left[previous_[i]] + 11 * sums_left_[b] +
                                     13 * region_left_[r]);
      next_right_[i] =
          stirred_colour(3 * colours.right[i] + 5 * colours.right[previous_[i]] +
                         7 * colours.right[next_[i]] + 11 * sums_right_[b] + 13 * region_right_[r]);
    }
    for (size_t letter = 0; letter < meetings_.size(); ++letter) {
      uint64_t colour = stirred_colour(colours.letters[letter] + 1);
      for (const uint32_t at : meetings_[letter].at) {
        const uint64_t left = next_left_[at];
        const uint64_t right = next_right_[at];
        colour += stirred_colour(17 * (left + right) + (left ^ right));
      }
      colours.letters[letter] = colour;
      for (const uint32_t at : meetings_[letter].at) {
        next_left_[at] = stirred_colour(next_left_[at] + colour);
        next_right_[at] = stirred_colour(next_right_[at] + colour);
      }
    }
    colours.left.swap(next_left_);
    colours.right.swap(next_right_);
    const size_t now = distinct(colours);
    if (round > 0 && now <= before) return;
    before = now;
  }
}

size_t Cartographer::distinct(const Colours& colours) {
  sorted_ = colours.letters;
  std::sort(sorted_.begin(), sorted_.end());
  return static_cast<size_t>(std::unique(sorted_.begin(), sorted_.end()) - sorted_.begin());
}

std::vector<uint32_t> Cartographer::tied(const Colours& colours) {
  if (distinct(colours) == meetings_.size()) return {};
  std::vector<std::pair<uint64_t, uint32_t>> by_colour;
  for (uint32_t letter = 0; letter < meetings_.size(); ++letter)
    by_colour.emplace_back(colours.letters[letter], letter);
  std::sort(by_colour.begin(), by_colour.end());
  size_t best = 0, size = 0;
  for (size_t i = 0, j = 0; i < by_colour.size(); i = j) {
    while (j < by_colour.size() && by_colour[j].first == by_colour[i].first) ++j;
    if (j - i > 1 && (size == 0 || j - i < size)) {
      best = i;
      size = j - i;
    }
  }
  std::vector<uint32_t> letters;
  for (size_t i = best; i < best + size; ++i) letters.push_back(by_colour[i].second);
  return letters;
}

Cartographer::Colours Cartographer::told_apart(const Colours& colours, uint32_t letter) {
  Colours result = colours;
  uint64_t& colour = result.letters[letter];
  colour = stirred_colour(colour + 0x51);
  for (const uint32_t at : meetings_[letter].at) {
    result.left[at] = stirred_colour(result.left[at] + colour);
    result.right[at] = stirred_colour(result.right[at] + colour);
  }
  refine(result);
  return result;
}

/// The land as a word when its letters are numbered by their colours, all different.
Drawing Cartographer::word(const Colours& colours) {
  order_.clear();
  for (uint32_t letter = 0; letter < meetings_.size(); ++letter)
    order_.emplace_back(colours.letters[letter], letter);
  std::sort(order_.begin(), order_.end());
  numbers_.resize(order_.size());
  for (size_t k = 0; k < order_.size(); ++k)
    numbers_[order_[k].second] = static_cast<Symbol>(kLetter + k);
  std::vector<Drawing> regions;
  left_.clear();
  for (size_t i = 0; i < items_.size(); ++i) {
    const bool is_last = i + 1 == items_.size();
    const Symbol symbol = items_[i].symbol;
    left_ += symbol < kLetter ? symbol : numbers_[symbol - kLetter];
    if (is_last || items_[i].boundary != items_[i + 1].boundary) left_ += kEndBoundary;
    if (!is_last && items_[i + 1].region == items_[i].region) continue;
    right_.assign(left_.rbegin() + 1, left_.rend());
    right_ += kEndBoundary;
    put_in_order(left_, scratch_, spans_);
    put_in_order(right_, scratch_, spans_);
    regions.push_back(std::min(left_, right_) + kEndRegion);
    left_.clear();
  }
  std::sort(regions.begin(), regions.end());
  Drawing result;
  for (const Drawing& region : regions) result += region;
  return result;
}

/// words_ gets the words of all orders of the tied letters, but for those that automorphisms make
/// of others.
void Cartographer::try_orders(const Colours& colours) {
  const auto keep = [&](Drawing found) {
    const auto at = std::lower_bound(words_.begin(), words_.end(), found);
    if (at != words_.end() && *at == found) return false;
    words_.insert(at, std::move(found));
    return true;
  };
  const std::vector<uint32_t> choices = tied(colours);
  if (choices.empty()) {
    keep(word(colours));
    return;
  }
  try_orders(told_apart(colours, choices.front()));
  for (size_t k = 1; k < choices.size() && words_.size() < kMostOrders; ++k) {
    const Colours chosen = told_apart(colours, choices[k]);
    Colours some = chosen;
    for (std::vector<uint32_t> rest = tied(some); !rest.empty(); rest = tied(some))
      some = told_apart(some, rest.front());
    if (!std::binary_search(words_.begin(), words_.end(), word(some))) try_orders(chosen);
  }
}

}  // namespace grundy::sprouts
