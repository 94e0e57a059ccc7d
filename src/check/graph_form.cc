#include "check/graph_form.h"

#include <algorithm>
#include <map>

namespace grundy {
namespace {

class GraphForm {
 public:
  GraphForm(const Place& place, const std::vector<int8_t>& letters) {
    std::vector<uint32_t> number(letters.size(), 0);
    for (size_t cell = 0; cell < letters.size(); ++cell) {
      if (letters[cell] < 0) continue;
      number[cell] = static_cast<uint32_t>(kinds_.size());
      kinds_.push_back(2 * static_cast<uint32_t>(letters[cell]) + (place.is_edge(cell) ? 1 : 0));
    }
    to_.resize(kinds_.size());
    from_.resize(kinds_.size());
    for (size_t cell = 0; cell < letters.size(); ++cell) {
      if (letters[cell] < 0) continue;
      for (const size_t next : place.neighbours(cell)) {
        if (letters[next] < 0) continue;
        to_[number[cell]].push_back(number[next]);
        from_[number[next]].push_back(number[cell]);
      }
    }
  }

  std::vector<uint32_t> least() {
    search(refined(kinds_));
    return best_;
  }

 private:
  static constexpr size_t kMostOrders = 64;
  using Colours = std::vector<uint32_t>;  // of each cell

  /// Colours told apart by those of the neighbours until nothing changes, numbered from 0.
  Colours refined(Colours colours) const {
    size_t count = 0;
    while (true) {
      std::map<std::vector<uint32_t>, uint32_t> seen;
      std::vector<std::vector<uint32_t>> looks;
      for (size_t cell = 0; cell < colours.size(); ++cell) {
        std::vector<uint32_t> look = {colours[cell]};
        for (const auto* near : {&to_[cell], &from_[cell]}) {
          const auto start = static_cast<std::ptrdiff_t>(look.size());
          for (const uint32_t other : *near) look.push_back(colours[other] + 1);
          std::sort(look.begin() + start, look.end());
          look.push_back(0);
        }
        seen.emplace(look, 0);
        looks.push_back(std::move(look));
      }
      uint32_t next = 0;
      for (auto& [look, colour] : seen) colour = next++;
      for (size_t cell = 0; cell < colours.size(); ++cell) colours[cell] = seen[looks[cell]];
      if (seen.size() == count) return colours;
      count = seen.size();
    }
  }

  void search(const Colours& colours) {
    // The first colour of several cells: each of them is tried as the first one.
    std::vector<size_t> count(colours.size(), 0);
    for (const uint32_t colour : colours) ++count[colour];
    const auto at = std::find_if(count.begin(), count.end(), [](size_t n) { return n > 1; });
    if (at == count.end()) {
      ++orders_;
      const std::vector<uint32_t> form = form_of(colours);
      if (best_.empty() || form < best_) best_ = form;
      return;
    }
    const auto shared = static_cast<uint32_t>(at - count.begin());
    bool is_first = true;
    for (size_t cell = 0; cell < colours.size(); ++cell) {
      if (colours[cell] != shared) continue;
      if (!is_first && orders_ >= kMostOrders) return;
      is_first = false;
      Colours apart = colours;
      for (size_t other = 0; other < colours.size(); ++other)
        apart[other] = 2 * colours[other] + (colours[other] == shared && other != cell ? 1 : 0);
      search(refined(std::move(apart)));
    }
  }

  /// Each cell has a colour of its own, its place in the order.
  std::vector<uint32_t> form_of(const Colours& colours) const {
    std::vector<size_t> order(colours.size());
    for (size_t cell = 0; cell < colours.size(); ++cell) order[colours[cell]] = cell;
    std::vector<uint32_t> form = {static_cast<uint32_t>(order.size())};
    for (const size_t cell : order) {
      form.push_back(kinds_[cell]);
      form.push_back(static_cast<uint32_t>(to_[cell].size()));
      const size_t start = form.size();
      for (const uint32_t next : to_[cell]) form.push_back(colours[next]);
      std::sort(form.begin() + static_cast<std::ptrdiff_t>(start), form.end());
    }
    return form;
  }

  std::vector<uint32_t> kinds_;
  std::vector<std::vector<uint32_t>> to_;
  std::vector<std::vector<uint32_t>> from_;
  std::vector<uint32_t> best_;
  size_t orders_ = 0;
};

}  // namespace

std::vector<uint32_t> graph_form(const Place& place, const std::vector<int8_t>& letters) {
  return GraphForm(place, letters).least();
}

}  // namespace grundy
