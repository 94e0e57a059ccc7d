#include "engine/misere/canonical.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy::misere {

size_t Forms::HashOptions::operator()(const std::vector<Form>& options) const {
  size_t hash = options.size();
  for (const Form form : options) hash = (hash ^ form) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
  return hash;
}

Forms::Forms() { add({}); }

Form Forms::add(std::vector<Form> options) {
  const auto number = static_cast<Form>(options_.size());
  const auto [entry, is_new] = numbers_.try_emplace(options, number);
  if (!is_new) return entry->second;
  // Options of *n are *0, …, *(n - 1), each kept once.
  const auto count = static_cast<int64_t>(options.size());
  std::vector<bool> met(options.size());
  bool is_heap = true;
  for (const Form form : options) {
    const int64_t n = heap_[form];
    is_heap = is_heap && n >= 0 && n < count && !met[static_cast<size_t>(n)];
    if (is_heap) met[static_cast<size_t>(n)] = true;
  }
  heap_.push_back(is_heap ? count : -1);
  lost_.push_back(!options.empty() &&
                  std::none_of(options.begin(), options.end(), [&](Form f) { return lost_[f]; }));
  options_.push_back(std::move(options));
  return number;
}

Form Forms::of(std::vector<Form> options) {
  std::sort(options.begin(), options.end());
  options.erase(std::unique(options.begin(), options.end()), options.end());
  if (options.empty()) return 0;
  const bool won =
      std::any_of(options.begin(), options.end(), [&](Form option) { return lost_[option]; });
  const auto reverts_to = [&](Form h) {
    const std::vector<Form>& kept = options_[h];
    if (h == 0 && !won) return false;
    if (!std::includes(options.begin(), options.end(), kept.begin(), kept.end())) return false;
    return std::all_of(options.begin(), options.end(), [&](Form option) {
      return std::binary_search(kept.begin(), kept.end(), option) ||
             std::binary_search(options_[option].begin(), options_[option].end(), h);
    });
  };
  // The largest option is no option of a smaller form, so that it is reversible, if any option is.
  for (const Form h : options_[options.back()]) {
    if (reverts_to(h)) return h;
  }
  return add(std::move(options));
}

Form Forms::sum(Form a, Form b) {
  if (a > b) std::swap(a, b);
  if (a == 0) return b;
  if (const auto known = sums_.find({a, b}); known != sums_.end()) return known->second;
  std::vector<Form> options;
  for (size_t i = 0; i < options_[a].size(); ++i) options.push_back(sum(options_[a][i], b));
  for (size_t i = 0; i < options_[b].size(); ++i) options.push_back(sum(a, options_[b][i]));
  return sums_[{a, b}] = of(std::move(options));
}

Form Forms::mate(Form form) {
  if (form == 0) return of({0});
  if (const auto known = mates_.find(form); known != mates_.end()) return known->second;
  std::vector<Form> options;
  for (size_t i = 0; i < options_[form].size(); ++i) options.push_back(mate(options_[form][i]));
  return mates_[form] = of(std::move(options));
}

std::string Forms::name(Form form) const {
  if (form == 0) return "0";
  if (heap_[form] >= 0) return fmt::format("*{}", heap_[form]);
  std::string text;
  for (size_t i = options_[form].size(); i-- > 0;) {
    std::string one = name(options_[form][i]);
    if (one.front() == '*') one.erase(0, 1);
    text += (text.empty() ? "" : ",") + one;
  }
  return "*[" + text + "]";
}

Beside Forms::closure(Form form, std::vector<Form>& places) const {
  places = {0};
  std::vector<bool> seen(form + size_t{1});
  seen[0] = seen[form] = true;
  for (Form f = form; f > 0; --f) {
    if (!seen[f]) continue;
    places.push_back(f);
    for (const Form option : options_[f]) seen[option] = true;
  }
  std::sort(places.begin(), places.end());
  std::vector<std::vector<uint32_t>> options;
  for (const Form f : places) {
    std::vector<uint32_t>& list = options.emplace_back();
    for (const Form option : options_[f]) {
      const auto place = std::lower_bound(places.begin(), places.end(), option);
      list.push_back(static_cast<uint32_t>(place - places.begin()));
    }
  }
  return Beside(std::move(options));
}

}  // namespace grundy::misere
