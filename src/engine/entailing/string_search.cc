#include "engine/entailing/string_search.h"

#include <optional>
#include <vector>

#include "engine/board/company.h"
#include "engine/board/in_set.h"
#include "engine/entailing/string_mover.h"

namespace grundy {

struct StringSearch::Shared {
  explicit Shared(StringFrame of) : frame(std::move(of)) {}

  /// What `ask` says of a search that a second thread helps.
  template <class Ask>
  auto answer(Budget& budget, const Ask& ask) {
    std::optional<Company<StringMover>> company;
    InSet<StringMover> search(mover, table, budget);
    search.set_play_ends(true);
    invite(company, second_mover, frame, search, table, budget);
    auto result = ask(search);
    work += search.work();
    if (company) work += company->work();
    return result;
  }

  StringFrame frame;
  StringMover mover{frame};
  std::optional<StringMover> second_mover;
  PartTable table;
  SearchWork work;
};

StringSearch::StringSearch(const StringFrame& frame) : shared_(std::make_unique<Shared>(frame)) {}
StringSearch::~StringSearch() = default;

Attempt<Value> StringSearch::value(uint64_t strings, Budget& budget) {
  const auto parts = shared_->mover.parts(strings);
  if (!parts) return Value::loony();
  return shared_->answer(budget, [&](InSet<StringMover>& search) -> Attempt<Value> {
    uint64_t sum = 0;
    for (const StringPart& part : *parts) {
      Attempt<uint64_t> one = search.value(part);
      if (!one) return std::move(one).error();
      sum ^= *one;
    }
    return Value(sum);
  });
}

Attempt<bool> StringSearch::has_value(uint64_t strings, const Value& value, Budget& budget) {
  const auto parts = shared_->mover.parts(strings);
  if (!parts) return value.is_loony();
  constexpr uint64_t kBeyondAll = 128;  // no part has a value above the number of its strings
  if (!value.is_finite() || value.ordinal() >= Ordinal(kBeyondAll)) return false;
  return shared_->answer(budget, [&](InSet<StringMover>& search) {
    return search.has_value(*parts, value.ordinal().small());
  });
}

Work StringSearch::work() const {
  Work work;
  work.positions = shared_->work.expansions;
  work.options = shared_->work.options;
  return work;
}

}  // namespace grundy
