#include "check/sprouts_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace grundy {
namespace {

using Word = std::vector<int>;  // vertices
using Region = std::vector<Word>;

constexpr size_t kMostText = 5000;
constexpr size_t kMostOptions = 100'000;
constexpr int kEndsOfSpot = 3;

struct Drawn {
  std::vector<Region> regions;
  std::vector<int> ends;  // left, by vertex
};

// --- texts
// ------------------------------------------------------------------------------------------------

class SproutsReader {
 public:
  explicit SproutsReader(std::string_view text) : text_(text) {}

  std::optional<Drawn> read() {
    if (text_.empty() || text_.size() > kMostText) return {};
    if (text_.find_first_not_of("0123456789") == text_.npos) return spots();
    Region region;
    while (at_ < text_.size()) {
      if (text_[at_] == '}') {
        ++at_;
        if (region.empty()) return {};
        drawn_.regions.push_back(std::move(region));
        region.clear();
        continue;
      }
      if (!word(region)) return {};
    }
    for (const auto& [name, vertex] : letters_) {
      if (times_[static_cast<size_t>(vertex)] != 2) return {};
    }
    if (!region.empty()) return {};
    return std::move(drawn_);
  }

 private:
  std::optional<Drawn> spots() {
    const std::optional<size_t> count = number();
    if (!count) return {};
    Region region;
    for (size_t spot = 0; spot < *count; ++spot) region.push_back({fresh(kEndsOfSpot)});
    if (!region.empty()) drawn_.regions.push_back(std::move(region));
    return std::move(drawn_);
  }
  std::optional<size_t> number() {
    size_t n = 0;
    const size_t from = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      n = 10 * n + static_cast<size_t>(text_[at_] - '0');
      if (n > kMostText) return {};
    }
    return at_ > from ? std::optional(n) : std::nullopt;
  }
  int fresh(int ends) {
    drawn_.ends.push_back(ends);
    times_.push_back(0);
    return static_cast<int>(drawn_.ends.size()) - 1;
  }
  /// A boundary with its '.', and a number of times behind a '*'.
  bool word(Region& region) {
    Word word;
    size_t times = 1;
    bool has_letters = false;
    for (; at_ < text_.size() && text_[at_] != '.'; ++at_) {
      const char c = text_[at_];
      if (c >= '0' && c <= '2') {
        word.push_back(fresh(kEndsOfSpot - (c - '0')));
      } else if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
        std::string name(1, c);
        while (at_ + 1 < text_.size() && text_[at_ + 1] == '_') name += text_[++at_];
        const auto known = letters_.find(name);
        const int vertex = known == letters_.end() ? letters_[name] = fresh(1) : known->second;
        ++times_[static_cast<size_t>(vertex)];
        word.push_back(vertex);
        has_letters = true;
      } else if (c == '*' && !word.empty() && !has_letters) {
        ++at_;
        const std::optional<size_t> count = number();
        if (!count || *count == 0 || at_ == text_.size() || text_[at_] != '.') return false;
        times = *count;
        break;
      } else {
        return false;
      }
    }
    const bool has_spot = std::any_of(word.begin(), word.end(), [&](int v) {
      return drawn_.ends[static_cast<size_t>(v)] == kEndsOfSpot;
    });
    if (at_ == text_.size() || word.empty() || (has_spot && word.size() > 1)) return false;
    ++at_;
    region.push_back(word);
    for (; times > 1; --times) {
      Word again;
      for (const int vertex : word)
        again.push_back(fresh(drawn_.ends[static_cast<size_t>(vertex)]));
      region.push_back(again);
    }
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
  Drawn drawn_;
  std::map<std::string, int> letters_;
  std::vector<int> times_;  // a letter was met, by vertex
};

std::string name_of(size_t number) {
  constexpr size_t kLetters = 26;
  std::string name(1, static_cast<char>('A' + number % kLetters));
  return name.append(number / kLetters, '_');
}

// --- lands
// ------------------------------------------------------------------------------------------------

/// Leaves out what no line can use.
void leave_out(Drawn& drawn) {
  const auto ends = [&](int vertex) { return drawn.ends[static_cast<size_t>(vertex)]; };
  std::vector<Region> kept;
  for (Region& region : drawn.regions) {
    std::set<int> vertices;
    int left = 0;
    for (Word& word : region) {
      std::erase_if(word, [&](int vertex) { return ends(vertex) == 0; });
      for (const int vertex : word) {
        if (vertices.insert(vertex).second) left += ends(vertex);
      }
      Word once;
      for (const int vertex : word) {
        if (once.empty() || once.back() != vertex) once.push_back(vertex);
      }
      while (once.size() > 1 && once.front() == once.back()) once.pop_back();
      word = std::move(once);
    }
    std::erase_if(region, [](const Word& word) { return word.empty(); });
    if (left < 2) continue;
    if (left <= 3) region = {Word(vertices.begin(), vertices.end())};
    kept.push_back(std::move(region));
  }
  drawn.regions = std::move(kept);
}

uint64_t mixed(uint64_t x) {
  x = (x ^ x >> 31) * 0x9FB21C651E98DF25;
  x = (x ^ x >> 28) * 0xD6E8FEB86659FD93;
  return x ^ x >> 32;
}

/// Writes a land: its vertices that are met twice get letters in an order of colours, each of which
/// is made of those around it; where colours are equal any one is taken first.
class LandWriter {
 public:
  LandWriter(const std::vector<Region>& regions, const std::vector<int>& ends)
      : regions_(regions), ends_(ends) {
    for (const Region& region : regions_) {
      for (const Word& word : region) {
        for (const int vertex : word) ++times_[vertex];
      }
    }
  }

  std::string write() {
    for (const auto& [vertex, times] : times_)
      colours_[vertex] =
          mixed(10 * static_cast<uint64_t>(times) + static_cast<uint64_t>(ends(vertex)));
    for (refine(); const int* tied = first_tied(); refine())
      colours_[*tied] = mixed(colours_[*tied] + 1);
    std::vector<std::pair<uint64_t, int>> order;
    for (const auto& [vertex, times] : times_) {
      if (times == 2) order.emplace_back(colours_[vertex], vertex);
    }
    std::sort(order.begin(), order.end());
    for (size_t k = 0; k < order.size(); ++k)
      names_[order[k].second] = static_cast<int>(k) + kEndsOfSpot;
    std::vector<Region> written;
    for (const Region& region : regions_) {
      Region there, back;
      for (const Word& word : region) {
        Word symbols;
        for (const int vertex : word) symbols.push_back(symbol(vertex));
        there.push_back(turned(symbols));
        std::reverse(symbols.begin(), symbols.end());
        back.push_back(turned(symbols));
      }
      std::sort(there.begin(), there.end());
      std::sort(back.begin(), back.end());
      written.push_back(std::min(there, back));
    }
    std::sort(written.begin(), written.end());
    return text(written);
  }

 private:
  int ends(int vertex) const { return ends_[static_cast<size_t>(vertex)]; }
  int symbol(int vertex) const {
    const auto at = names_.find(vertex);
    return at == names_.end() ? kEndsOfSpot - ends(vertex) : at->second;
  }
  static Word turned(const Word& word) {
    Word least = word;
    Word turn = word;
    for (size_t k = 1; k < word.size(); ++k) {
      std::rotate(turn.begin(), turn.begin() + 1, turn.end());
      least = std::min(least, turn);
    }
    return least;
  }
  static std::string text(const std::vector<Region>& regions) {
    std::map<int, size_t> met;
    std::string result;
    for (const Region& region : regions) {
      for (const Word& word : region) {
        for (const int symbol : word) {
          result += symbol < kEndsOfSpot
                        ? std::string(1, static_cast<char>('0' + symbol))
                        : name_of(met.try_emplace(symbol, met.size()).first->second);
        }
        result += '.';
      }
      result += '}';
    }
    return result;
  }

  size_t different() const {
    std::set<uint64_t> colours;
    for (const auto& [vertex, colour] : colours_) colours.insert(colour);
    return colours.size();
  }
  void refine() {
    for (size_t before = 0, now = different(); now != before && now < colours_.size();
         now = different()) {
      before = now;
      std::map<int, uint64_t> next;
      for (const Region& region : regions_) {
        uint64_t whole = 0;
        for (const Word& word : region) whole += of_word(word);
        for (const Word& word : region) {
          for (size_t i = 0; i < word.size(); ++i) {
            const uint64_t beside = colours_[word[(i + 1) % word.size()]] +
                                    colours_[word[(i + word.size() - 1) % word.size()]];
            next[word[i]] +=
                mixed(mixed(beside + colours_[word[i]]) + 3 * of_word(word) + 5 * mixed(whole));
          }
        }
      }
      for (auto& [vertex, colour] : colours_) colour = mixed(colour + next[vertex]);
    }
  }
  uint64_t of_word(const Word& word) {
    uint64_t sum = word.size();
    for (const int vertex : word) sum += mixed(colours_[vertex]);
    return mixed(sum);
  }
  /// A vertex with a letter whose colour another one has, of the least such colour.
  const int* first_tied() const {
    std::map<uint64_t, std::vector<const int*>> alike;
    for (const auto& [vertex, times] : times_) {
      if (times == 2) alike[colours_.at(vertex)].push_back(&vertex);
    }
    const auto tied = std::find_if(alike.begin(), alike.end(),
                                   [](const auto& one) { return one.second.size() > 1; });
    return tied == alike.end() ? nullptr : tied->second.front();
  }

  const std::vector<Region>& regions_;
  const std::vector<int>& ends_;
  std::map<int, int> times_;
  std::map<int, uint64_t> colours_;
  std::map<int, int> names_;
};

SproutsLines::Sum lands_of(Drawn drawn) {
  leave_out(drawn);
  std::vector<size_t> land(drawn.regions.size());
  for (size_t r = 0; r < land.size(); ++r) land[r] = r;
  std::map<int, size_t> seen;  // vertices, each with a region
  for (size_t r = 0; r < drawn.regions.size(); ++r) {
    for (const Word& word : drawn.regions[r]) {
      for (const int vertex : word) {
        const size_t other = land[seen.try_emplace(vertex, r).first->second];
        const size_t here = land[r];
        std::replace(land.begin(), land.end(), std::max(other, here), std::min(other, here));
      }
    }
  }
  SproutsLines::Sum sum;
  for (size_t first = 0; first < land.size(); ++first) {
    std::vector<Region> regions;
    for (size_t r = 0; r < land.size(); ++r) {
      if (land[r] == first) regions.push_back(drawn.regions[r]);
    }
    if (!regions.empty()) sum.push_back(LandWriter(regions, drawn.ends).write());
  }
  std::sort(sum.begin(), sum.end());
  SproutsLines::Sum alone;
  for (std::string& one : sum) {
    if (!alone.empty() && alone.back() == one) {
      alone.pop_back();
    } else {
      alone.push_back(std::move(one));
    }
  }
  return alone;
}

// --- lines
// ------------------------------------------------------------------------------------------------

class OptionLister {
 public:
  explicit OptionLister(const Drawn& drawn) : drawn_(drawn) {}

  /// Nothing when there are too many.
  std::optional<std::vector<SproutsLines::Sum>> list() {
    for (size_t r = 0; r < drawn_.regions.size(); ++r) {
      const Region& region = drawn_.regions[r];
      for (size_t a = 0; a < region.size(); ++a) {
        if (is_like_one_before(region, a, a)) continue;
        for (size_t b = a + 1; b < region.size(); ++b) join(r, a, b);
        part(r, a);
      }
    }
    if (result_.size() > kMostOptions) return {};
    return std::move(result_);
  }

 private:
  int ends(int vertex) const { return drawn_.ends[static_cast<size_t>(vertex)]; }
  bool is_open() const { return result_.size() <= kMostOptions; }
  /// Whether boundary b is the same as one before `a` as far as a line can tell: no other boundary
  /// meets its vertices.
  bool is_like_one_before(const Region& region, size_t a, size_t b) const {
    for (size_t other = 0; other < a; ++other) {
      if (other != b && is_same(region[other], region[b])) return true;
    }
    return false;
  }
  bool is_same(const Word& one, const Word& other) const {
    return one.size() == other.size() &&
           std::equal(one.begin(), one.end(), other.begin(), [&](int x, int y) {
             return ends(x) == ends(y) && is_met_once(x) && is_met_once(y);
           });
  }
  bool is_met_once(int vertex) const {
    size_t times = 0;
    for (const Region& region : drawn_.regions) {
      for (const Word& word : region)
        times += static_cast<size_t>(std::count(word.begin(), word.end(), vertex));
    }
    return times == 1;
  }
  bool can_join(int x, int y) const { return x == y ? ends(x) >= 2 : ends(x) >= 1 && ends(y) >= 1; }

  /// From a vertex around its boundary, and back to it unless it is a spot.
  Word around(const Word& word, size_t at) const {
    Word result(word.begin() + static_cast<std::ptrdiff_t>(at), word.end());
    result.insert(result.end(), word.begin(), word.begin() + static_cast<std::ptrdiff_t>(at));
    if (ends(word[at]) < kEndsOfSpot) result.push_back(word[at]);
    return result;
  }

  /// The drawing with a new vertex after a line from x to y, without the region.
  Drawn after(size_t r, int x, int y) const {
    Drawn next = drawn_;
    --next.ends[static_cast<size_t>(x)];
    --next.ends[static_cast<size_t>(y)];
    next.ends.push_back(1);
    next.regions.erase(next.regions.begin() + static_cast<std::ptrdiff_t>(r));
    return next;
  }
  int fresh() const { return static_cast<int>(drawn_.ends.size()); }
  void give(Drawn next) { result_.push_back(lands_of(std::move(next))); }

  /// From boundary a to boundary b of a region.
  void join(size_t r, size_t a, size_t b) {
    const Region& region = drawn_.regions[r];
    for (size_t i = 0; i < region[a].size(); ++i) {
      for (size_t j = 0; j < region[b].size() && is_open(); ++j) {
        const int x = region[a][i];
        const int y = region[b][j];
        if (!can_join(x, y)) continue;
        Drawn next = after(r, x, y);
        Region whole;
        for (size_t c = 0; c < region.size(); ++c) {
          if (c != a && c != b) whole.push_back(region[c]);
        }
        Word word = around(region[a], i);
        word.push_back(fresh());
        for (const int vertex : around(region[b], j)) word.push_back(vertex);
        word.push_back(fresh());
        whole.push_back(std::move(word));
        next.regions.push_back(std::move(whole));
        give(std::move(next));
      }
    }
  }

  /// Within boundary a.
  void part(size_t r, size_t a) {
    const Word& word = drawn_.regions[r][a];
    for (size_t i = 0; i < word.size(); ++i) {
      for (size_t j = i; j < word.size(); ++j) {
        if (!can_join(word[i], word[j])) continue;
        Word one(word.begin() + static_cast<std::ptrdiff_t>(i),
                 word.begin() + static_cast<std::ptrdiff_t>(j) + 1);
        one.push_back(fresh());
        Word other(word.begin() + static_cast<std::ptrdiff_t>(j), word.end());
        if (ends(word[i]) < kEndsOfSpot)
          other.insert(other.end(), word.begin(),
                       word.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        other.push_back(fresh());
        share_out(r, a, 0, after(r, word[i], word[j]), {std::move(one)}, {std::move(other)});
      }
    }
  }
  /// The boundaries from c on go to either side; of those that are alike the first ones to the one
  /// side.
  void share_out(size_t r, size_t a, size_t c, const Drawn& next, const Region& one,
                 const Region& other) {
    if (!is_open()) return;
    const Region& region = drawn_.regions[r];
    if (c == region.size()) {
      Drawn whole = next;
      whole.regions.push_back(one);
      whole.regions.push_back(other);
      return give(std::move(whole));
    }
    if (c == a) return share_out(r, a, c + 1, next, one, other);
    Region more = other;
    more.push_back(region[c]);
    share_out(r, a, c + 1, next, one, more);
    const auto is_there = [&](const Word& word) { return is_same(word, region[c]); };
    if (std::any_of(other.begin() + 1, other.end(), is_there)) return;
    more = one;
    more.push_back(region[c]);
    share_out(r, a, c + 1, next, more, other);
  }

  const Drawn& drawn_;
  std::vector<SproutsLines::Sum> result_;
};

Attempt<Drawn> read_drawn(std::string_view text) {
  std::optional<Drawn> drawn = SproutsReader(text).read();
  if (!drawn) return Error::input(fmt::format("'{}' is no drawing", text.substr(0, 100)));
  return *std::move(drawn);
}

}  // namespace

Attempt<SproutsLines::Sum> SproutsLines::lands(std::string_view drawing) {
  Attempt<Drawn> drawn = read_drawn(drawing);
  if (!drawn) return std::move(drawn).error();
  return lands_of(*std::move(drawn));
}

Attempt<std::vector<SproutsLines::Sum>> SproutsLines::options(std::string_view drawing) {
  const Attempt<Drawn> drawn = read_drawn(drawing);
  if (!drawn) return drawn.error();
  std::optional<std::vector<Sum>> options = OptionLister(*drawn).list();
  if (!options)
    return Error::declined(fmt::format("a drawing has more than {} lines", kMostOptions));
  return *std::move(options);
}

}  // namespace grundy
