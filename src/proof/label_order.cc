#include "proof/label_order.h"

#include <algorithm>
#include <map>

namespace grundy {
namespace {

constexpr size_t kMostClasses = 8192;

void keep_once(std::vector<uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

LabelOrder::LabelOrder(const digits::Inclusion& inclusion, const Budget& budget)
    : inclusion_(inclusion) {
  size_t count = 0;
  for (const digits::Explored& r : inclusion_.r) {
    begin_.push_back(count);
    count += r.accepting.size();
  }
  class_.assign(count, kHopeless);
  find_hopeful();
  make_classes(budget);
  compare_classes(budget);
}

/// States from which a word is accepted get class 0.
void LabelOrder::find_hopeful() {
  for (size_t p = 0; p < inclusion_.r.size(); ++p) {
    const digits::Explored& r = inclusion_.r[p];
    std::vector<std::vector<uint32_t>> from(r.accepting.size());
    std::vector<uint32_t> left;
    for (uint32_t state = 0; state < r.accepting.size(); ++state) {
      for (size_t letter = 0; letter < r.letters; ++letter) {
        const uint32_t to = r.next[state * r.letters + letter];
        if (to != digits::Explored::kDead) from[to].push_back(state);
      }
      if (!r.accepting[state]) continue;
      class_[begin_[p] + state] = 0;
      left.push_back(state);
    }
    while (!left.empty()) {
      const uint32_t state = left.back();
      left.pop_back();
      for (const uint32_t before : from[state]) {
        if (class_[begin_[p] + before] == 0) continue;
        class_[begin_[p] + before] = 0;
        left.push_back(before);
      }
    }
  }
}

/// Classes are parted by what their members accept and which classes each letter leads to, until
/// they stay.
void LabelOrder::make_classes(const Budget& budget) {
  for (size_t before = 0;;) {
    std::map<std::vector<uint32_t>, uint32_t> number;
    std::vector<uint32_t> parted(class_.size(), kHopeless);
    member_.clear();
    for (uint32_t p = 0; p < inclusion_.r.size(); ++p) {
      for (uint32_t state = 0; state < inclusion_.r[p].accepting.size(); ++state) {
        const Label here{p, state};
        if (class_of(here) == kHopeless) continue;
        std::vector<uint32_t> sign{class_of(here), inclusion_.r[p].accepting[state] ? 1U : 0U};
        for (size_t letter = 0; letter < inclusion_.a.letters; ++letter) {
          std::vector<uint32_t> classes;
          for (const Label& to : reached({here}, letter)) classes.push_back(class_of(to));
          keep_once(classes);
          sign.push_back(kHopeless);
          sign.insert(sign.end(), classes.begin(), classes.end());
        }
        const auto [at, fresh] =
            number.emplace(std::move(sign), static_cast<uint32_t>(number.size()));
        if (fresh) member_.push_back(here);
        parted[begin_[p] + state] = at->second;
      }
      if (budget.spent()) return;
    }
    class_ = std::move(parted);
    if (member_.size() == before) return;
    before = member_.size();
  }
}

/// The greatest simulation: all pairs, less those that a step parts, until they stay.
void LabelOrder::compare_classes(const Budget& budget) {
  const size_t count = member_.size();
  if (count > kMostClasses) return;
  const size_t letters = inclusion_.a.letters;
  std::vector<std::vector<uint32_t>> steps(count * letters);
  const auto accepts = [&](size_t c) {
    return inclusion_.r[member_[c].first].accepting[member_[c].second];
  };
  for (size_t c = 0; c < count; ++c) {
    for (size_t letter = 0; letter < letters; ++letter) {
      for (const Label& to : reached({member_[c]}, letter))
        steps[c * letters + letter].push_back(class_of(to));
      keep_once(steps[c * letters + letter]);
    }
  }
  std::vector<std::vector<bool>> below(count, std::vector<bool>(count));
  for (size_t above = 0; above < count; ++above) {
    for (size_t c = 0; c < count; ++c) below[above][c] = accepts(above) || !accepts(c);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t above = 0; above < count; ++above) {
      if (budget.spent()) return;
      for (size_t letter = 0; letter < letters; ++letter) {
        std::vector<bool> matched(count);
        for (const uint32_t to : steps[above * letters + letter]) {
          for (size_t c = 0; c < count; ++c) matched[c] = matched[c] || below[to][c];
        }
        for (size_t c = 0; c < count; ++c) {
          const auto& own = steps[c * letters + letter];
          if (!below[above][c] ||
              std::all_of(own.begin(), own.end(), [&](uint32_t to) { return matched[to]; }))
            continue;
          below[above][c] = false;
          changed = true;
        }
      }
    }
  }
  below_ = std::move(below);
}

std::vector<LabelOrder::Label> LabelOrder::reached(const std::vector<Label>& labels,
                                                   size_t letter) const {
  std::vector<Label> result;
  for (const auto& [p, state] : labels) {
    const digits::Explored& one = inclusion_.r[p];
    for (const uint32_t full : inclusion_.letters_of[p][letter]) {
      const uint32_t to = one.next[state * one.letters + full];
      if (to != digits::Explored::kDead && class_of({p, to}) != kHopeless)
        result.emplace_back(p, to);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<LabelOrder::Label> LabelOrder::pruned(const std::vector<Label>& labels) const {
  if (below_.empty()) return labels;
  std::vector<Label> result;
  for (size_t i = 0; i < labels.size(); ++i) {
    const uint32_t own = class_of(labels[i]);
    bool is_needed = true;
    for (size_t j = 0; j < labels.size() && is_needed; ++j) {
      const uint32_t other = class_of(labels[j]);
      is_needed = j == i || !simulates(other, own) || (j > i && simulates(own, other));
    }
    if (is_needed) result.push_back(labels[i]);
  }
  return result;
}

std::vector<LabelOrder::Label> LabelOrder::behind(const std::vector<Label>& labels,
                                                  size_t letter) const {
  return pruned(reached(labels, letter));
}

std::vector<LabelOrder::Label> LabelOrder::first() const {
  std::vector<Label> result;
  for (uint32_t p = 0; p < inclusion_.r.size(); ++p) {
    if (class_of({p, 0}) != kHopeless) result.emplace_back(p, 0);
  }
  for (;;) {
    const std::vector<Label> more = reached(result, 0);
    std::vector<Label> all;
    std::set_union(result.begin(), result.end(), more.begin(), more.end(), std::back_inserter(all));
    if (all.size() == result.size()) return pruned(all);
    result = std::move(all);
  }
}

}  // namespace grundy
