#include "engine/sprouts/moves.h"

#include <algorithm>

namespace grundy::sprouts {
namespace {

constexpr uint64_t kLinesAsked = 4096;  // between two questions whether the budget is spent

using Words = std::vector<Drawing>;

/// Boundaries of a region that are equal, and so without letters.
struct Kind {
  const Drawing* word;
  size_t count;
};

class Lines {
 public:
  Lines(const Drawing& drawing, const std::function<bool(const Drawing&, const Line&)>& take,
        const Budget& budget)
      : take_(take), budget_(budget), fresh_(kLetter) {
    regions_.emplace_back();
    Drawing word;
    for (const Symbol symbol : drawing) {
      if (symbol == kEndBoundary) {
        regions_.back().push_back(word);
        word.clear();
      } else if (symbol == kEndRegion) {
        regions_.emplace_back();
      } else {
        if (symbol >= fresh_) fresh_ = static_cast<Symbol>(symbol + 1);
        word.push_back(symbol);
      }
    }
    regions_.pop_back();
  }

  Attempt<bool> list() {
    for (size_t region = 0; region < regions_.size() && !done_; ++region) list_in(region);
    if (stopped_) return budget_.why();
    return !done_;
  }

 private:
  void list_in(size_t region) {
    here_ = region;
    Words words = regions_[region];
    std::sort(words.begin(), words.end());
    kinds_.clear();
    for (const Drawing& word : words) {
      if (!kinds_.empty() && *kinds_.back().word == word) {
        ++kinds_.back().count;
      } else {
        kinds_.push_back({&word, 1});
      }
    }
    for (size_t a = 0; a < kinds_.size() && !done_; ++a) {
      --kinds_[a].count;
      for (size_t b = a; b < kinds_.size() && !done_; ++b) {
        if (kinds_[b].count == 0) continue;
        --kinds_[b].count;
        join(*kinds_[a].word, *kinds_[b].word);
        ++kinds_[b].count;
      }
      if (!done_) part(*kinds_[a].word);
      ++kinds_[a].count;
    }
  }

  void join(const Drawing& one, const Drawing& other) {
    for (size_t i = 0; i < one.size(); ++i) {
      for (size_t j = 0; j < other.size() && !done_; ++j) {
        const Symbol x = one[i];
        const Symbol y = other[j];
        if (x == y && x >= kLetter) continue;  // it has one end
        begin();
        around(one, i, fresh_);
        next_.push_back(static_cast<Symbol>(fresh_ + 2));
        around(other, j, static_cast<Symbol>(fresh_ + 1));
        next_.push_back(static_cast<Symbol>(fresh_ + 2));
        next_.push_back(kEndBoundary);
        for (const Kind& kind : kinds_) add(kind, kind.count);
        next_.push_back(kEndRegion);
        finish(x, y);
        give({x, y, false, false, 0, 0});
      }
    }
  }

  /// From the vertex back to it, where its word meets it once more.
  void around(const Drawing& word, size_t at, Symbol letter) {
    const Symbol vertex = word[at];
    if (vertex == 0) return next_.push_back(1);
    if (vertex == 1) next_.push_back(letter);
    for (size_t k = 1; k < word.size(); ++k) next_.push_back(word[(at + k) % word.size()]);
    if (vertex == 1) next_.push_back(letter);
  }

  /// Lines from the word to itself.
  void part(const Drawing& word) {
    for (size_t i = 0; i < word.size(); ++i) {
      for (size_t j = i; j < word.size(); ++j) {
        const Symbol x = word[i];
        const Symbol y = word[j];
        if (i == j ? ends_of(x) < 2 : x == y && x >= kLetter) continue;
        sides_.assign(kinds_.size(), 0);
        do {
          part_so(word, i, j);
          if (done_) return;
        } while (next_sides());
      }
    }
  }
  bool next_sides() {
    for (size_t k = 0; k < sides_.size(); ++k) {
      if (sides_[k]++ < kinds_[k].count) return true;
      sides_[k] = 0;
    }
    return false;
  }

  void part_so(const Drawing& word, size_t i, size_t j) {
    const Symbol x = word[i];
    const Symbol y = word[j];
    const auto z = static_cast<Symbol>(fresh_ + 2);
    // The ends of both words, where these vertices have an end left.
    const auto end = [&](Symbol vertex, Symbol letter) {
      if (i == j ? vertex == 0 : vertex == 1) next_.push_back(letter);
    };
    begin();
    if (i != j) end(y, static_cast<Symbol>(fresh_ + 1));
    for (size_t k = j + 1; k < word.size(); ++k) next_.push_back(word[k]);
    for (size_t k = 0; k < i; ++k) next_.push_back(word[k]);
    end(x, fresh_);
    next_.push_back(z);
    next_.push_back(kEndBoundary);
    for (size_t k = 0; k < kinds_.size(); ++k) add(kinds_[k], kinds_[k].count - sides_[k]);
    next_.push_back(kEndRegion);
    end(x, fresh_);
    for (size_t k = i + 1; k < j; ++k) next_.push_back(word[k]);
    if (i != j) end(y, static_cast<Symbol>(fresh_ + 1));
    next_.push_back(z);
    next_.push_back(kEndBoundary);
    size_t apart = 0;
    size_t beside = 0;
    for (size_t k = 0; k < kinds_.size(); ++k) {
      add(kinds_[k], sides_[k]);
      apart += sides_[k];
      beside += kinds_[k].count - sides_[k];
    }
    next_.push_back(kEndRegion);
    finish(x, y);
    give({x, y, i == j, true, apart, beside});
  }

  /// The drawing with all other regions.
  void begin() {
    next_.clear();
    for (size_t region = 0; region < regions_.size(); ++region) {
      if (region == here_) continue;
      for (const Drawing& word : regions_[region]) add({&word, 1}, 1);
      next_.push_back(kEndRegion);
    }
  }
  void add(const Kind& kind, size_t times) {
    for (; times > 0; --times) {
      next_ += *kind.word;
      next_.push_back(kEndBoundary);
    }
  }
  /// Letters whose vertex is full are left out.
  void finish(Symbol x, Symbol y) {
    if (x < kLetter && y < kLetter) return;
    next_.erase(std::remove_if(next_.begin(), next_.end(),
                               [&](Symbol symbol) {
                                 return symbol >= kLetter && (symbol == x || symbol == y);
                               }),
                next_.end());
  }
  void give(const Line& line) {
    if (++lines_ % kLinesAsked == 0 && budget_.spent()) stopped_ = done_ = true;
    if (!done_ && !take_(next_, line)) done_ = true;
  }

  const std::function<bool(const Drawing&, const Line&)>& take_;
  const Budget& budget_;
  std::vector<Words> regions_;
  Symbol fresh_;  // and the two after it: letters that the drawing does not have
  size_t here_ = 0;
  std::vector<Kind> kinds_;    // of this region's other boundaries
  std::vector<size_t> sides_;  // how many of each lie behind the line
  Drawing next_;
  uint64_t lines_ = 0;
  bool done_ = false;
  bool stopped_ = false;
};

}  // namespace

Attempt<bool> for_each_line(const Drawing& drawing,
                            const std::function<bool(const Drawing&, const Line&)>& take,
                            const Budget& budget) {
  return Lines(drawing, take, budget).list();
}

uint64_t count_of_lines(const Drawing& drawing) {
  constexpr double kMost = 1e15;
  double lines = 0;
  for (size_t begin = 0; begin < drawing.size();) {
    double ways = 1;
    double vertices = 0;
    double pairs = 0;  // of one boundary, by how many fewer ways it leaves
    size_t word = begin;
    size_t last = begin;  // the word before
    size_t last_end = begin;
    double alike = 0;
    size_t at = begin;
    for (; drawing[at] != kEndRegion; ++at) {
      if (drawing[at] != kEndBoundary) continue;
      const auto length = static_cast<double>(at - word);
      const bool again =
          last_end > last && std::equal(drawing.begin() + static_cast<std::ptrdiff_t>(word),
                                        drawing.begin() + static_cast<std::ptrdiff_t>(at),
                                        drawing.begin() + static_cast<std::ptrdiff_t>(last),
                                        drawing.begin() + static_cast<std::ptrdiff_t>(last_end));
      if (again) {
        ways *= (alike + 2) / (alike + 1);
        ++alike;
      } else {
        ways *= 2;
        alike = 1;
        vertices += length;
        pairs += length * (length + 1) / 2;
      }
      last = word;
      last_end = at;
      word = at + 1;
    }
    lines += vertices * vertices / 2 + pairs * ways / 2;
    begin = at + 1;
  }
  return static_cast<uint64_t>(std::min(lines, kMost)) + 1;
}

}  // namespace grundy::sprouts
