// Sprouts as it is drawn: a map of vertices and lines on the sphere, for tests.
//
// A map keeps the lines around each vertex in their order (a rotation system), so that its faces
// are found by walking along lines; regions are sets of boundaries, walks and single spots. A line
// is laid between two corners by putting it into the order around its ends; the walks are then
// found anew. Nothing is left out, nothing taken apart, and no words over vertices are spliced.
// Values and misère outcomes are found from those of all positions that a line leads to.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace grundy::reference {

class DrawnSprouts {
 public:
  explicit DrawnSprouts(size_t spots) : around_(spots), spot_region_(spots, 0) {}

  /// The regions as they are written, with letters of two capitals and more drawn as needed:
  /// "0.AB.}AB.}".
  std::string text() const {
    std::string result;
    for (const std::vector<std::string>& region : regions()) {
      for (const std::string& boundary : region) result += boundary + ".";
      result += "}";
    }
    return result;
  }

  /// All that one line makes of it.
  std::vector<DrawnSprouts> lines() const {
    std::vector<DrawnSprouts> result;
    const std::vector<Place> all = places();
    for (size_t a = 0; a < all.size(); ++a) {
      for (size_t b = a; b < all.size(); ++b) {
        if (all[a].region != all[b].region) continue;
        const size_t needed = all[a].vertex == all[b].vertex ? 2 : 1;
        if (around_[all[a].vertex].size() + needed > 3 ||
            around_[all[b].vertex].size() + needed > 3)
          continue;
        lay(all[a], all[b], result);
      }
    }
    return result;
  }

  /// All that can come up from so many spots, by their texts.
  static std::map<std::string, DrawnSprouts> all(size_t spots) {
    std::map<std::string, DrawnSprouts> met;
    std::vector<DrawnSprouts> open = {DrawnSprouts(spots)};
    while (!open.empty()) {
      const DrawnSprouts drawn = std::move(open.back());
      open.pop_back();
      if (!met.emplace(drawn.text(), drawn).second) continue;
      for (DrawnSprouts& next : drawn.lines()) open.push_back(std::move(next));
    }
    return met;
  }

  struct Known {
    uint64_t value = 0;
    bool misere_won = false;
  };
  /// Of every position that can come up, by its text: letters named anew, so that fewer texts are
  /// different.
  static Known find(const DrawnSprouts& drawn, std::map<std::string, Known>& known) {
    const std::string key = drawn.text();
    if (const auto at = known.find(key); at != known.end()) return at->second;
    std::set<uint64_t> values;
    std::set<std::string> seen;
    Known here;
    bool any = false;
    for (const DrawnSprouts& next : drawn.lines()) {
      any = true;
      if (!seen.insert(next.text()).second) continue;
      const Known there = find(next, known);
      values.insert(there.value);
      here.misere_won = here.misere_won || !there.misere_won;
    }
    here.misere_won = here.misere_won || !any;
    while (values.contains(here.value)) ++here.value;
    return known[key] = here;
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;
  /// Where a line may begin: a corner, just before a line's end in the order around the vertex, or
  /// a spot.
  struct Place {
    size_t vertex;
    size_t corner;  // the end behind it, kNone for a spot
    size_t region;
  };

  size_t other(size_t end) const { return end ^ 1; }
  /// The end that follows along the walk.
  size_t next(size_t end) const {
    const std::vector<size_t>& order = around_[from_[other(end)]];
    const auto at = std::find(order.begin(), order.end(), other(end));
    return at + 1 == order.end() ? order.front() : *(at + 1);
  }
  std::vector<Place> places() const {
    std::vector<Place> result;
    for (size_t v = 0; v < around_.size(); ++v) {
      if (around_[v].empty()) result.push_back({v, kNone, spot_region_[v]});
      for (const size_t end : around_[v]) result.push_back({v, end, end_region_[end]});
    }
    return result;
  }
  void put(const Place& place, size_t end) {
    std::vector<size_t>& order = around_[place.vertex];
    order.insert(
        place.corner == kNone ? order.end() : std::find(order.begin(), order.end(), place.corner),
        end);
  }
  std::vector<size_t> walk(size_t end) const {
    std::vector<size_t> result = {end};
    for (size_t at = next(end); at != end; at = next(at)) result.push_back(at);
    return result;
  }

  void lay(const Place& a, const Place& b, std::vector<DrawnSprouts>& result) const {
    DrawnSprouts base = *this;
    const size_t w = base.around_.size();
    const size_t end = base.from_.size();  // ends: a → w, w → a, w → b, b → w
    base.around_.push_back({end + 1, end + 2});
    base.spot_region_.push_back(kNone);
    base.from_.insert(base.from_.end(), {a.vertex, w, w, b.vertex});
    base.end_region_.insert(base.end_region_.end(), 4, a.region);
    base.put(a, end);
    base.put(b, end + 3);
    const std::vector<size_t> one = base.walk(end);
    // One walk along both sides of the line.
    if (std::find(one.begin(), one.end(), end + 1) != one.end()) {
      result.push_back(std::move(base));
      return;
    }
    // The walk along its other side bounds a new region, and takes any of the other boundaries with
    // it.
    const size_t fresh = base.fresh_region();
    std::vector<std::vector<size_t>> others;  // walks, or single spots
    std::set<size_t> walked(one.begin(), one.end());
    for (const size_t at : base.walk(end + 1)) {
      base.end_region_[at] = fresh;
      walked.insert(at);
    }
    for (size_t at = 0; at < base.from_.size(); ++at) {
      if (base.end_region_[at] != a.region || walked.contains(at)) continue;
      others.push_back(base.walk(at));
      walked.insert(others.back().begin(), others.back().end());
    }
    std::vector<size_t> spots;
    for (size_t v = 0; v < base.around_.size(); ++v) {
      if (base.around_[v].empty() && base.spot_region_[v] == a.region) spots.push_back(v);
    }
    for (uint64_t side = 0; side < uint64_t{1} << (others.size() + spots.size()); ++side) {
      DrawnSprouts parted = base;
      for (size_t k = 0; k < others.size(); ++k) {
        if ((side >> k & 1) == 0) continue;
        for (const size_t at : others[k]) parted.end_region_[at] = fresh;
      }
      for (size_t k = 0; k < spots.size(); ++k) {
        if ((side >> (others.size() + k) & 1) != 0) parted.spot_region_[spots[k]] = fresh;
      }
      result.push_back(std::move(parted));
    }
  }
  size_t fresh_region() const {
    size_t last = 0;
    for (const size_t region : end_region_) last = std::max(last, region);
    for (const size_t region : spot_region_) last = region == kNone ? last : std::max(last, region);
    return last + 1;
  }

  /// The boundaries of each region as words, those without an end left out, in an order that the
  /// names of letters do not change; then letters are named as they are met.
  std::vector<std::vector<std::string>> regions() const {
    using Word = std::vector<size_t>;  // vertices
    const auto blank = [&](const Word& word) {
      std::string text;
      for (const size_t v : word) text += static_cast<char>('0' + around_[v].size());
      return text;
    };
    std::map<size_t, std::vector<Word>> by_region;
    for (size_t v = 0; v < around_.size(); ++v) {
      if (around_[v].empty()) by_region[spot_region_[v]].push_back({v});
    }
    std::set<size_t> walked;
    for (size_t at = 0; at < from_.size(); ++at) {
      if (walked.contains(at)) continue;
      Word word;
      for (const size_t end : walk(at)) {
        walked.insert(end);
        if (around_[from_[end]].size() < 3) word.push_back(from_[end]);
      }
      if (word.empty()) continue;
      Word least = word;
      for (size_t k = 1; k < word.size(); ++k) {
        std::rotate(word.begin(), word.begin() + 1, word.end());
        if (blank(word) < blank(least)) least = word;
      }
      by_region[end_region_[at]].push_back(least);
    }
    std::vector<std::pair<std::string, std::vector<Word>>> sorted;
    for (auto& [region, words] : by_region) {
      std::stable_sort(words.begin(), words.end(),
                       [&](const Word& x, const Word& y) { return blank(x) < blank(y); });
      std::string all;
      for (const Word& word : words) all += blank(word) + ".";
      sorted.emplace_back(all, words);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& x, const auto& y) { return x.first < y.first; });
    std::map<size_t, std::string> names;
    std::vector<std::vector<std::string>> result;
    for (const auto& [all, words] : sorted) {
      std::vector<std::string>& texts = result.emplace_back();
      for (const Word& word : words) {
        std::string& text = texts.emplace_back();
        for (const size_t v : word) {
          const size_t met = names.size();
          const size_t lines = around_[v].size();
          text += lines < 2 ? std::string(1, static_cast<char>('0' + lines))
                            : names.try_emplace(v, 1, static_cast<char>('A' + met)).first->second;
        }
      }
    }
    return result;
  }

  std::vector<std::vector<size_t>> around_;  // by vertex: the ends there, in their order
  std::vector<size_t> from_;         // by end: its vertex; the ends of a line are 2k and 2k + 1
  std::vector<size_t> end_region_;   // by end: the region along which it is walked
  std::vector<size_t> spot_region_;  // by vertex without lines
};

}  // namespace grundy::reference
