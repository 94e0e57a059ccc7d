// Tables: values of a box as numbers of 32 bits where they fit, their memory taken from the session.
#include <fmt/format.h>

#include <algorithm>

#include "base/lease.h"
#include "face/inside.h"
#include "session/tabulate.h"

namespace grundy::face {
namespace {

/// The box as ranges of the rule's coordinates.
Attempt<std::vector<grundy::Range>> ranges_of(const Rule& rule, const Box& box) {
  if (box.size() != rule.arity()) {
    return grundy::Error::input(fmt::format("'{}' has {} coordinate{}, and the box {} range{}", rule.full_name,
                                            rule.arity(), rule.arity() == 1 ? "" : "s", box.size(),
                                            box.size() == 1 ? "" : "s"));
  }
  std::vector<grundy::Range> result;
  for (size_t i = 0; i < box.size(); ++i) {
    const Range& range = box[i];
    if (!range.first.is_finite() || !range.last.is_finite() || range.last < range.first) {
      return grundy::Error::input(fmt::format("the range of '{}' is not of natural numbers first <= last: {}..{}",
                                              rule.coordinates[i], range.first.text(), range.last.text()));
    }
    const Natural first = Inside::value(range.first).ordinal().finite();
    const Natural last = Inside::value(range.last).ordinal().finite();
    result.push_back({first, last - first + Natural(1)});
  }
  return result;
}

/// Values as they come: four bytes each as long as all of them are small.
class Collector {
 public:
  Collector(Table::Rep& table, uint64_t size, Budget& budget)
      : table_(table), size_(size), budget_(budget), memory_(budget) {}

  Attempt<void> begin() {
    if (!memory_.take(sizeof(uint32_t) * size_)) return too_large(sizeof(uint32_t));
    table_.small.reserve(size_);
    return {};
  }

  Attempt<void> add(const grundy::Value& value) {
    const bool is_small = !value.is_loopy() && value.ordinal().is_small() && value.ordinal().small() <= UINT32_MAX;
    if (table_.values.empty() && is_small) {
      table_.small.push_back(static_cast<uint32_t>(value.ordinal().small()));
      return {};
    }
    if (table_.values.empty()) {
      if (!memory_.take(sizeof(Value) * size_)) return too_large(sizeof(Value));
      table_.values.reserve(size_);
      for (const uint32_t small : table_.small) table_.values.emplace_back(small);
      table_.small = {};
    }
    table_.values.push_back(Inside::value(value));
    return {};
  }

 private:
  grundy::Error too_large(uint64_t each) const {
    return budget_.too_large(fmt::format("a table of {} positions", size_), each * size_);
  }

  Table::Rep& table_;
  uint64_t size_;
  Budget& budget_;
  Lease memory_;
};

}  // namespace

Result<Box> Session::read_box(std::string_view game, std::string_view box) {
  return guarded([&]() -> Result<Box> {
    Call call(*home_);
    const Attempt<const Rule*> rule = home_->session.game(game, call.budget);
    if (!rule) return Inside::error(rule.error());
    return Inside::result(parse_box(box, **rule), [](const std::vector<grundy::Range>& ranges) {
      Box result;
      for (const grundy::Range& range : ranges) {
        result.push_back(
            {Inside::value(grundy::Value(Ordinal(range.first))), Inside::value(grundy::Value(Ordinal(range.last())))});
      }
      return result;
    });
  });
}

Result<Table> Session::table(std::string_view game, const Box& box) {
  return guarded([&]() -> Result<Table> {
    Call call(*home_);
    const Attempt<const Rule*> rule = home_->session.game(game, call.budget);
    if (!rule) return Inside::error(rule.error());
    const auto ranges = ranges_of(**rule, box);
    if (!ranges) return Inside::error(ranges.error());
    Natural count = 1;
    for (const grundy::Range& range : *ranges) count = count * range.count;
    if (count > Natural(uint64_t{1} << 56))
      return Inside::error(grundy::Error::declined("a table of more than 2^56 positions"));
    Table::Rep table{(*rule)->full_name, (*rule)->coordinates, box, {}, {}, {}};
    Collector collector(table, count.small(), call.budget);
    if (auto begun = collector.begin(); !begun) return Inside::error(begun.error());
    const auto filled =
        tabulate(home_->session, **rule, *ranges, 0, call.budget, [&](const auto& values) -> Attempt<void> {
          for (const auto& value : values) {
            if (auto added = collector.add(grundy::Value(value)); !added) return added;
          }
          return {};
        });
    if (!filled) return Inside::error(filled.error());
    table.engine = filled->engine;
    return Inside::table(std::move(table));
  });
}

Result<void> Session::table_to_file(std::string_view game, const Box& box, const std::string& path) {
  return guarded([&]() -> Result<void> {
    Call call(*home_);
    const Attempt<const Rule*> rule = home_->session.game(game, call.budget);
    if (!rule) return Inside::error(rule.error());
    const auto ranges = ranges_of(**rule, box);
    if (!ranges) return Inside::error(ranges.error());
    const auto written = tabulate_to_file(home_->session, **rule, *ranges, path, call.budget);
    if (!written) return Inside::error(written.error());
    return {};
  });
}

const std::string& Table::game() const { return rep_->game; }
const std::vector<std::string>& Table::coordinates() const { return rep_->coordinates; }
const Box& Table::box() const { return rep_->box; }
size_t Table::size() const { return rep_->small.empty() ? rep_->values.size() : rep_->small.size(); }
std::span<const uint32_t> Table::small_values() const { return rep_->small; }
Value Table::operator[](size_t index) const { return rep_->small.empty() ? rep_->values[index] : rep_->small[index]; }
const std::string& Table::engine() const { return rep_->engine; }

Result<Value> Table::at(const std::vector<Value>& coordinates) const {
  return guarded([&]() -> Result<Value> {
    const Box& box = rep_->box;
    bool inside = coordinates.size() == box.size();
    for (size_t i = 0; inside && i < box.size(); ++i)
      inside = box[i].first <= coordinates[i] && coordinates[i] <= box[i].last;
    if (!inside) return Inside::input("the position is outside of the table");
    Natural index;
    for (size_t i = 0; i < box.size(); ++i) {
      const auto number = [](const Value& value) { return Inside::value(value).ordinal().finite(); };
      const Natural first = number(box[i].first);
      index = index * (number(box[i].last) - first + Natural(1)) + (number(coordinates[i]) - first);
    }
    return (*this)[index.small()];
  });
}

}  // namespace grundy::face
