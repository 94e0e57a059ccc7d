#include "theorem/instance.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/term_text.h"
#include "rule/evaluate.h"
#include "rule/exact.h"

namespace grundy {
namespace {

using LetterValues = std::vector<std::pair<std::string, int64_t>>;

/// "The value is 1 if n % 2 = 1; otherwise it is 0."
std::string text_of_cases(const std::vector<ValueCase>& cases) {
  std::string result;
  for (const ValueCase& one : cases) {
    const bool is_first = result.empty();
    if (one.value.empty()) {
      result += is_first ? "The player to move loses exactly" : ", or";
    } else if (is_first) {
      result += "The value is " + one.value;
    } else {
      result += one.condition.empty() ? "; otherwise it is " : "; it is ";
      result += one.value;
    }
    if (!one.condition.empty()) result += " if " + one.condition;
  }
  return result;
}

/// The text for coordinates with other names. If the text uses one of the new names for something
/// else, it stays, and the new names are given at its end.
std::string with_other_names(const std::string& text, const std::vector<std::string>& from,
                             const std::vector<std::string>& to) {
  std::vector<std::pair<std::string, std::string>> names, marked;
  for (size_t i = 0; i < from.size(); ++i) names.emplace_back(from[i], to[i]);
  for (const std::string& one : to) marked.emplace_back(one, one + "?");
  const bool is_taken = std::any_of(marked.begin(), marked.end(), [&](const auto& one) {
    return std::find(from.begin(), from.end(), one.first) == from.end() &&
           with_names(text, {one}) != text;
  });
  if (!is_taken) return with_names(text, names);
  return fmt::format("{}, for {} = {}", text, fmt::join(from, ", "), fmt::join(to, ", "));
}

Error too_large_a_term() {
  return Error::declined("a term of the theorem is too large to be computed");
}

/// A `value` or `lost if` line, read.
struct CaseLine {
  std::optional<TermText> value;  // none: lost
  std::optional<TermText> condition;
};

/// nullopt if one of them can't be read.
std::optional<std::vector<CaseLine>> lines_of(const BookTheorem& theorem,
                                              const std::vector<std::string>& names,
                                              const LetterValues& letters) {
  std::vector<CaseLine> lines;
  for (const ValueCase& one : theorem.cases) {
    CaseLine& line = lines.emplace_back();
    const auto read = [&](TermText::Kind kind, const std::string& text,
                          std::optional<TermText>& into) {
      if (text.empty()) return true;
      auto term = TermText::read(kind, theorem.file, text, names, letters);
      if (term) into = *std::move(term);
      return term.ok();
    };
    if (!read(TermText::Kind::term, one.value, line.value) ||
        !read(TermText::Kind::condition, one.condition, line.condition))
      return std::nullopt;
  }
  return lines;
}

/// `value` and `lost if` lines, of a game of numbers.
class ByCases final : public Conclusion {
 public:
  ByCases(const std::vector<ValueCase>& cases, std::vector<CaseLine> lines,
          std::vector<std::string> names)
      : cases_(cases), lines_(std::move(lines)), names_(std::move(names)) {}

  std::string text(const std::vector<std::string>& names) const override {
    return with_other_names(text_of_cases(cases_), names_, names) + ".";
  }
  bool knows_values() const override { return lines_.front().value.has_value(); }

  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    if (!knows_values()) return tells_no_values();
    const std::vector<Integer> slots = integers(position);
    for (const CaseLine& line : lines_) {
      const auto holds = applies(line, slots);
      if (!holds) return too_large_a_term();
      if (!*holds) continue;
      const auto found = exact_value(line.value->exprs()[0], slots);
      if (!found || found->is_negative()) return too_large_a_term();
      return Ordinal(found->size());
    }
    return Ordinal();
  }
  Attempt<bool> is_lost(const Coordinates& position, const Budget& budget) const override {
    if (knows_values()) return Conclusion::is_lost(position, budget);
    const std::vector<Integer> slots = integers(position);
    for (const CaseLine& line : lines_) {
      const auto holds = applies(line, slots);
      if (!holds) return too_large_a_term();
      if (*holds) return true;
    }
    return false;
  }

 private:
  static std::vector<Integer> integers(const Coordinates& position) {
    std::vector<Integer> slots;
    for (const Natural& one : position) slots.emplace_back(one, false);
    return slots;
  }
  static std::optional<bool> applies(const CaseLine& line, const std::vector<Integer>& slots) {
    if (!line.condition) return true;
    for (const Expr& condition : line.condition->exprs()) {
      const auto holds = exact_value(condition, slots);
      if (!holds) return std::nullopt;
      if (holds->is_zero()) return false;
    }
    return true;
  }

  const std::vector<ValueCase>& cases_;
  std::vector<CaseLine> lines_;
  std::vector<std::string> names_;
};

/// The same of a game of lists.
class ListCases final : public ListConclusion {
 public:
  ListCases(const BookTheorem& theorem, std::vector<CaseLine> lines, std::vector<std::string> names)
      : theorem_(theorem), lines_(std::move(lines)), names_(std::move(names)) {}

  std::string text(const std::vector<std::string>& names) const override {
    std::string text = text_of_cases(theorem_.cases);
    if (!theorem_.where.empty())
      text += fmt::format(". The theorem is about positions where {}", theorem_.where);
    return with_other_names(text, names_, names) + ".";
  }
  bool knows_values() const override { return lines_.front().value.has_value(); }

  Attempt<Ordinal> value(const BoardPosition& position, const Budget& budget) const override {
    if (!knows_values()) return ListConclusion::value(position, budget);
    const Attempt<const CaseLine*> line = line_of(position, budget);
    if (!line) return line.error();
    if (*line == nullptr) return Ordinal();
    Patience patience(budget);
    const Attempt<int64_t> value = (*line)->value->at(position, &patience);
    if (!value) return value.error();
    if (*value < 0) return too_large_a_term();
    return Ordinal(static_cast<uint64_t>(*value));
  }
  Attempt<bool> is_lost(const BoardPosition& position, const Budget& budget) const override {
    if (knows_values()) return ListConclusion::is_lost(position, budget);
    const Attempt<const CaseLine*> line = line_of(position, budget);
    if (!line) return line.error();
    return *line != nullptr;
  }

 private:
  /// The first one that applies, or null.
  Attempt<const CaseLine*> line_of(const BoardPosition& position, const Budget& budget) const {
    for (const CaseLine& line : lines_) {
      if (!line.condition) return &line;
      Patience patience(budget);
      const Attempt<int64_t> holds = line.condition->at(position, &patience);
      if (!holds) return holds.error();
      if (*holds != 0) return &line;
    }
    return static_cast<const CaseLine*>(nullptr);
  }

  const BookTheorem& theorem_;
  std::vector<CaseLine> lines_;
  std::vector<std::string> names_;
};

/// "bag [a]"
std::vector<std::string> names_of_lists(const Rule& rule) {
  std::vector<std::string> names;
  for (size_t i = 0; i < rule.arity(); ++i)
    names.push_back(coordinate_text(rule.board->kinds[i], rule.coordinates[i]));
  return names;
}

}  // namespace

TheoremGame::TheoremGame(const BookTheorem& theorem, const Spelling& game) : theorem_(theorem) {
  if (!book_.load_text(theorem.file, game.text)) return;
  const Definition* definition = book_.find("g");
  if (definition == nullptr) return;
  for (const auto& parameter : definition->syntax.parameters) letters_.push_back(parameter.name);
  const std::vector<CoordinateKind>& kinds = definition->syntax.coordinate_kinds;
  has_lists_ = std::any_of(kinds.begin(), kinds.end(), is_list);
  arity_ = definition->syntax.coordinates.size();
  is_read_ = true;
}

const TheoremGame::Instance* TheoremGame::with(const std::vector<uint64_t>& numbers) {
  const auto [known, fresh] = made_.try_emplace(numbers);
  Instance& made = known->second;
  if (!fresh) return made.rule == nullptr ? nullptr : &made;
  std::vector<ParameterValue> parameters;
  LetterValues letters;
  for (size_t i = 0; i < numbers.size(); ++i) {
    parameters.push_back({});
    parameters.back().number = static_cast<int64_t>(numbers[i]);
    letters.emplace_back(letters_[i], static_cast<int64_t>(numbers[i]));
  }
  const auto rule = book_.rule("g", parameters);
  if (!rule) return nullptr;
  const std::vector<std::string>& names = (*rule)->coordinates;
  const std::vector<std::string> written = has_lists_ ? names_of_lists(**rule) : names;
  const bool by_code = !theorem_.code.empty();
  auto lines = lines_of(theorem_, written, letters);
  if (!lines) return nullptr;
  if (!has_lists_ && by_code) {
    made.conclusion = conclusion_by(theorem_.code, numbers);
  } else if (!has_lists_) {
    made.conclusion = std::make_shared<ByCases>(theorem_.cases, *std::move(lines), names);
  } else if (by_code) {
    made.of_lists = list_conclusion_by(theorem_.code);
  } else {
    made.of_lists = std::make_shared<ListCases>(theorem_, *std::move(lines), names);
  }
  if (!theorem_.where.empty()) {
    auto where =
        TermText::read(TermText::Kind::condition, theorem_.file, theorem_.where, written, letters);
    if (!where) return nullptr;
    made.where = *std::move(where);
  }
  if (made.conclusion || made.of_lists) made.rule = *rule;
  return made.rule == nullptr ? nullptr : &made;
}

}  // namespace grundy
