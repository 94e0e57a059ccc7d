#include "engine/sprouts/atlas.h"

#include <algorithm>

#include "engine/sprouts/moves.h"

namespace grundy::sprouts {
namespace {

constexpr uint64_t kBytesOfNumber = 64;  // an entry of numbers_
constexpr uint64_t kStepsOfLine = 20;

}  // namespace

PartKey key_of(const Drawing& land) {
  PartKey key{0x9E3779B97F4A7C15, land.size()};
  uint64_t word = 0;
  for (size_t i = 0; i < land.size(); ++i) {
    word = word << 16 | land[i];
    if (i % 4 == 3 || i + 1 == land.size()) key.add(word);
  }
  return PartKey::of(key.low, key.high);
}

uint64_t lives_of(const Drawing& land) {
  uint64_t lives = 0;
  uint64_t letters = 0;  // each is met twice
  for (const Symbol symbol : land) {
    if (!is_vertex(symbol)) continue;
    (symbol < kLetter ? lives : letters) += ends_of(symbol);
  }
  return lives + letters / 2;
}

std::optional<Atlas::Id> Atlas::number(const Drawing& land) {
  const PartKey key = key_of(land);
  if (const auto at = numbers_.find(key); at != numbers_.end()) return at->second;
  if (!memory_.room_for(land.size(), symbols_) || !memory_.room_for(1, lands_) ||
      !memory_.take(kBytesOfNumber))
    return {};
  const auto id = static_cast<Id>(lands_.size());
  numbers_[key] = id;
  Land fresh;
  fresh.key = key;
  fresh.first_symbol = symbols_.size();
  fresh.symbols = static_cast<uint32_t>(land.size());
  fresh.lives = static_cast<uint32_t>(lives_of(land));
  fresh.lines = count_of_lines(land);
  const Known known = table_.find(key);
  if (known.is_exact) fresh.value = known.value;
  fresh.excluded = ValueSet::of_low(known.excluded);
  symbols_.insert(symbols_.end(), land.begin(), land.end());
  lands_.push_back(std::move(fresh));
  return id;
}

bool Atlas::add_sum(const Drawing& drawing) {
  const size_t begin = sums_.size();
  bool has_room = memory_.room_for(1, sums_);
  if (!has_room) return false;
  sums_.push_back(0);
  cartographer_.for_each_land(drawing, [&](const Drawing& land) {
    const std::optional<Id> id = has_room ? number(land) : std::nullopt;
    has_room = id && memory_.room_for(1, sums_);
    if (has_room) sums_.push_back(*id);
  });
  std::sort(sums_.begin() + static_cast<std::ptrdiff_t>(begin) + 1, sums_.end());
  size_t end = begin + 1;
  for (size_t i = begin + 1; i < sums_.size(); ++i) {
    if (end > begin + 1 && sums_[end - 1] == sums_[i]) {
      --end;
    } else {
      sums_[end++] = sums_[i];
    }
  }
  sums_.resize(end);
  sums_[begin] = static_cast<Id>(end - begin - 1);
  return has_room;
}

std::optional<std::vector<Atlas::Id>> Atlas::lands(const Drawing& drawing) {
  sums_.clear();
  if (!add_sum(drawing)) return {};
  return std::vector<Id>(sums_.begin() + 1, sums_.end());
}

Attempt<bool> Atlas::list(Id land) {
  if (lands_[land].first_option) return true;
  const auto begin = symbols_.begin() + static_cast<std::ptrdiff_t>(lands_[land].first_symbol);
  const Drawing drawing(begin, begin + lands_[land].symbols);
  sums_.clear();
  begins_.clear();
  bool has_room = true;
  const Attempt<bool> drawn = for_each_line(
      drawing,
      [&](const Drawing& next, const Line&) {
        has_room = memory_.room_for(1, begins_);
        if (!has_room) return false;
        begins_.push_back(sums_.size());
        has_room = add_sum(next);
        return has_room;
      },
      budget_);
  budget_.count(begins_.size() * kStepsOfLine);
  if (!drawn) return drawn.error();
  if (!has_room || !memory_.room_for(sums_.size(), options_)) return false;
  const auto sum_at = [&](size_t at) {
    return std::span<const Id>(sums_.data() + at, sums_[at] + size_t{1});
  };
  std::sort(begins_.begin(), begins_.end(), [&](size_t a, size_t b) {
    return std::lexicographical_compare(sum_at(a).begin(), sum_at(a).end(), sum_at(b).begin(),
                                        sum_at(b).end());
  });
  begins_.erase(std::unique(begins_.begin(), begins_.end(),
                            [&](size_t a, size_t b) {
                              return std::equal(sum_at(a).begin(), sum_at(a).end(),
                                                sum_at(b).begin(), sum_at(b).end());
                            }),
                begins_.end());
  lands_[land].first_option = options_.size();
  lands_[land].options = static_cast<uint32_t>(begins_.size());
  for (const size_t at : begins_)
    options_.insert(options_.end(), sum_at(at).begin(), sum_at(at).end());
  ++listed_;
  options_listed_ += begins_.size();
  return true;
}

void Atlas::learn_value(Id land, uint64_t value, uint64_t work) {
  lands_[land].value = value;
  table_.put(lands_[land].key, {true, value, 0}, work, budget_);
  ++learned_;
}

void Atlas::learn_excluded(Id land, uint64_t value, uint64_t work) {
  lands_[land].excluded.add(value);
  table_.put(lands_[land].key, {false, 0, lands_[land].excluded.low()}, work, budget_);
  ++learned_;
}

}  // namespace grundy::sprouts
