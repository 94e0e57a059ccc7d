// Sets: those whose elements are listed, given by a comprehension or read from a file become a
// NumberSet; those that depend on the position are written out in the line, element by element
// (Checker::membership, Binder::Kind::values).
#include <fmt/format.h>

#include <algorithm>

#include "base/reader.h"
#include "language/check.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr size_t kMaxSetElements = 10'000'000;
// Of quantifiers, while a set is listed: about a second.
constexpr uint64_t kMaxChoices = 30'000'000;
constexpr size_t kMaxTuple = 16;
constexpr size_t kMaxVaryingElements = 500;  // of a set that depends on the position

/// How to say that a parameter is a set: "; give it a default such as E = {(1, 2)}".
std::string default_advice(const std::string& parameter, size_t arity) {
  std::string element = "1";
  for (size_t i = 2; i <= arity; ++i) element += ", " + std::to_string(i);
  return fmt::format("; give it a default such as {} = {{{}}}", parameter,
                     arity > 1 ? "(" + element + ")" : element);
}

}  // namespace

bool Checker::is_constant_literal(const SetSyntax& syntax) {
  if (syntax.kind != SetSyntax::Kind::literal) return true;
  std::vector<Diagnostic> ignored;
  std::swap(ignored, found_);
  bool constant = true;
  for (const SetSyntax::Element& element : syntax.elements) {
    for (const TermSyntax& term : element.terms) {
      const Expr value = expr(term, Type::number);
      constant = constant && !depends_on_position(value);
    }
  }
  std::swap(ignored, found_);
  return constant;
}

bool Checker::varying_elements(const SetSyntax& syntax) {
  for (const SetSyntax::Element& element : syntax.elements) {
    if (element.is_range || element.terms.size() == 1) continue;
    error(element.terms[0].span, "a set of tuples must not depend on the position");
    return false;
  }
  if (syntax.elements.size() <= kMaxVaryingElements) return true;
  error(syntax.span, fmt::format("a set that depends on the position has at most {} elements",
                                 kMaxVaryingElements));
  return false;
}

std::vector<Expr> Checker::varying_values(const SetSyntax& syntax) {
  std::vector<Expr> result;
  for (const SetSyntax::Element& element : syntax.elements) {
    Expr first = expr(element.terms[0], Type::number);
    if (!element.is_range) {
      result.push_back(std::move(first));
      continue;
    }
    const Expr last = expr(element.terms[1], Type::number);
    const Span span = {first.span.begin, last.span.end};
    if (first.op != Op::constant || last.op != Op::constant) {
      error(span,
            "beside other elements a range has numbers for ends; give this range a move line of "
            "its own");
      break;
    }
    if (last.value >= first.value &&
        static_cast<uint64_t>(last.value) - static_cast<uint64_t>(first.value) >=
            kMaxVaryingElements - result.size()) {
      error(span, fmt::format("a set that depends on the position has at most {} elements",
                              kMaxVaryingElements));
      break;
    }
    for (int64_t value = first.value; value <= last.value; ++value)
      result.push_back(spanned(constant(value), span));
  }
  return result;
}

std::vector<int64_t> Checker::long_interval(const SetSyntax& syntax) {
  if (syntax.kind == SetSyntax::Kind::name) {
    for (size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].name != syntax.name || parameters_[i].interval.empty()) continue;
      parameter_used_[i] = true;
      ++parameter_uses_;
      return parameters_[i].interval;
    }
    return {};
  }
  if (syntax.kind != SetSyntax::Kind::literal || syntax.elements.size() != 1 ||
      !syntax.elements[0].is_range || !is_constant_literal(syntax))
    return {};
  std::vector<int64_t> ends(2);
  for (size_t i = 0; i < 2; ++i) {
    if (!constant_value(expr(syntax.elements[0].terms[i], Type::number), "an element", ends[i]))
      return {};
  }
  const bool is_long = ends[0] >= 0 && ends[1] >= ends[0] &&
                       static_cast<uint64_t>(ends[1] - ends[0]) >= kMaxSetElements;
  return is_long ? ends : std::vector<int64_t>();
}

std::string Checker::path_of(const SetSyntax& syntax) const {
  const std::string& from = definition_.source->name;
  const size_t slash = from.rfind('/');
  const bool beside =
      !syntax.name.starts_with('/') && slash != std::string::npos && !definition_.builtin;
  return (beside ? from.substr(0, slash + 1) : "") + syntax.name;
}

bool Checker::has_default(const std::string& parameter) const {
  const auto& declared = definition_.syntax.parameters;
  return std::any_of(declared.begin(), declared.end(), [&](const ParameterSyntax& one) {
    return one.name == parameter && !(one.number.empty() && one.set.empty());
  });
}

bool has_negative(const NumberSet& set) {
  return std::any_of(set.flat.begin(), set.flat.end(), [](int64_t number) { return number < 0; });
}

SetPointer Checker::set(const SetSyntax& syntax, size_t arity, bool any_sign) {
  auto result = std::make_shared<NumberSet>();
  result->arity = 0;
  std::optional<FileStamp> stamp;  // of a file that is read
  const size_t errors = found_.size();
  switch (syntax.kind) {
    case SetSyntax::Kind::name: {
      bool found = false;
      for (size_t i = 0; i < parameters_.size(); ++i) {
        if (parameters_[i].name != syntax.name) continue;
        found = parameter_used_[i] = true;
        if (!parameters_[i].interval.empty()) {
          error(syntax.span,
                fmt::format("'{0}' has more than {1} numbers; it stands behind 'for k in {0}' and "
                            "'n in {0}' only",
                            syntax.name, kMaxSetElements));
        } else if (parameters_[i].is_set) {
          if (parameters_[i].set->arity == 0 || arity == 0 || parameters_[i].set->arity == arity)
            return parameters_[i].set;
          *result = *parameters_[i].set;
        } else {
          error(syntax.span,
                fmt::format("'{}' is a number; a set is expected here{}", syntax.name,
                            has_default(syntax.name) ? "" : default_advice(syntax.name, arity)));
        }
      }
      if (!found) {
        std::vector<std::string> known;
        for (const ParameterValue& parameter : parameters_) known.push_back(parameter.name);
        error(syntax.span,
              syntax.name == "primes"
                  ? "primes are chosen by a condition: 'p in 2..n if isprime(p)'"
              : known.empty()
                  ? fmt::format("unknown set '{}'; a set is a parameter, {{1, 2, 3}} or @file",
                                syntax.name)
                  : fmt::format("unknown set '{}'; the parameters are {}", syntax.name,
                                fmt::join(known, ", ")));
      }
      break;
    }
    case SetSyntax::Kind::file: {
      if (!book_.reads_files_) {
        error(syntax.span, "a set of a certificate's rule is written out, not read from a file");
        break;
      }
      const std::string path = path_of(syntax);
      if (SetPointer known = book_.known_set(path); known && (arity == 0 || known->arity == arity))
        return known;
      stamp = FileStamp::of(path);
      Budget unlimited;
      Attempt<NumberReader> reader =
          NumberReader::open(path, book_.budget_ != nullptr ? *book_.budget_ : unlimited);
      if (!reader) {
        error(syntax.span, reader.error().message());
        break;
      }
      auto rows = read_rows<Natural>(*reader, RowLengths::equal);
      if (!rows && rows.error().is_end) {
        book_.cut_short_ = true;
        return result;
      }
      if (!rows) {
        for (const Diagnostic& diagnostic : rows.error().diagnostics) found_.push_back(diagnostic);
        break;
      }
      for (const auto& row : *rows) {
        result->arity = row.size();
        for (const Natural& number : row) {
          if (!number.is_small()) {
            error(syntax.span, fmt::format("a number in '{}' is 2^63 or more", path));
            return result;
          }
          result->flat.push_back(static_cast<int64_t>(number.small()));
        }
      }
      break;
    }
    case SetSyntax::Kind::complement: {
      const SetPointer inner = set(syntax.inner[0], 1);
      *result = *inner;
      if (inner->arity > 1) error(syntax.span, "'not' is for sets of numbers, not of tuples");
      result->arity = 1;
      result->complement = !inner->complement;
      if (!result->complement) error(syntax.span, "write the set without 'not not'");
      return result;
    }
    case SetSyntax::Kind::literal:
    case SetSyntax::Kind::comprehension:
      set_elements(syntax, *result);
      break;
  }
  if (!any_sign && has_negative(*result))
    error(syntax.span, board_ != nullptr
                           ? "a set has no number below 0 in a game of cells, sets or "
                             "lists; write 'n - d' for d in {1, 2}"
                           : "a number below 0 may stand only in a set that a move's "
                             "'for' chooses from");
  // Sorted, without repeats.
  if (result->arity > 0 && !result->complement) {
    const size_t width = result->arity;
    std::vector<std::vector<int64_t>> rows;
    if (width == 1) {
      std::sort(result->flat.begin(), result->flat.end());
      result->flat.erase(std::unique(result->flat.begin(), result->flat.end()), result->flat.end());
    } else {
      for (size_t i = 0; i < result->flat.size(); i += width)
        rows.emplace_back(result->flat.begin() + i, result->flat.begin() + i + width);
      std::sort(rows.begin(), rows.end());
      rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
      result->flat.clear();
      for (const auto& row : rows) result->flat.insert(result->flat.end(), row.begin(), row.end());
    }
  }
  if (arity > kMaxTuple || result->arity > kMaxTuple)
    error(syntax.span, fmt::format("a tuple has at most {} numbers", kMaxTuple));
  if (arity != 0 && result->arity != 0 && result->arity != arity) {
    error(syntax.span,
          fmt::format("the elements of this set are {}, here {} expected",
                      result->arity == 1 ? "numbers" : fmt::format("tuples of {}", result->arity),
                      arity == 1 ? "numbers are" : fmt::format("tuples of {} are", arity)));
    result = std::make_shared<NumberSet>();
    result->arity = 0;
  }
  if (stamp && found_.size() == errors) book_.keep_set(path_of(syntax), *stamp, result);
  return result;
}

void Checker::set_elements(const SetSyntax& syntax, NumberSet& result) {
  auto full = [&] {
    if (result.flat.size() < kMaxSetElements) return false;
    error(syntax.span, fmt::format("the set has more than {} numbers", kMaxSetElements));
    return true;
  };
  if (syntax.kind == SetSyntax::Kind::comprehension) {
    const size_t found_before = found_.size();
    const size_t scope = variables_.size();
    const size_t slots = slot_names_.size();
    // The set must depend on the comprehension's own variables alone.
    const std::vector<Binder> over = binders(syntax.binders, true);
    std::vector<Expr> terms;
    for (const TermSyntax& term : syntax.elements[0].terms)
      terms.push_back(expr(term, Type::number));
    std::vector<Expr> filter;
    for (const TermSyntax& condition : syntax.condition)
      filter.push_back(expr(condition, Type::condition));
    bool closed = true;
    for (size_t s = 0; s < slots; ++s) {
      auto check = [&](const Expr& term) { closed = closed && !mentions(term, s); };
      std::for_each(terms.begin(), terms.end(), check);
      std::for_each(filter.begin(), filter.end(), check);
      for (const Binder& binder : over) {
        for (const auto* list : {&binder.low, &binder.high, &binder.values})
          std::for_each(list->begin(), list->end(), check);
      }
    }
    leave_scope(scope);
    if (!closed)
      return error(
          syntax.span,
          "the set must not depend on the position; bind its variable in the move instead");
    if (is_wrong_since(found_before)) return;
    Environment slots_now(slot_names_.size());
    Fault fault;
    result.arity = terms.size();
    uint64_t steps = 0;
    Patience patience(kMaxChoices);
    const auto element = [&] {
      for (const Expr& condition : filter) {
        if (evaluate(condition, slots_now, fault, &patience) == 0)
          return fault.kind == Fault::Kind::none;
      }
      for (const Expr& term : terms)
        result.flat.push_back(evaluate(term, slots_now, fault, &patience));
      return fault.kind == Fault::Kind::none && result.flat.size() <= kMaxSetElements;
    };
    // Binder by binder, because one without a choice would let the others run unnoticed.
    const auto choose = [&](auto&& self, size_t first) -> bool {
      if (++steps > 3 * kMaxSetElements) return false;
      if (first == over.size()) return element();
      return for_each_choice(std::span(over).subspan(first, 1), slots_now, INT64_MAX, fault,
                             [&] { return self(self, first + 1); });
    };
    const bool finished = choose(choose, 0);
    if (fault.kind == Fault::Kind::out_of_patience) {
      error(syntax.span, "the set takes too long to list");
    } else if (fault.kind != Fault::Kind::none) {
      error(fault.span, describe(fault.kind));
    } else if (!finished) {
      error(syntax.span,
            fmt::format("the set takes too long to list: more than {} numbers", kMaxSetElements));
    }
    return;
  }
  for (const SetSyntax::Element& element : syntax.elements) {
    const size_t width = element.is_range ? 1 : element.terms.size();
    if (result.arity != 0 && result.arity != width) {
      return error(element.terms[0].span,
                   "the elements of a set are all numbers or all tuples of the same length");
    }
    result.arity = width;
    std::vector<int64_t> values;
    for (const TermSyntax& term : element.terms) {
      int64_t value = 0;
      if (!constant_value(expr(term, Type::number), "an element of a set", value)) return;
      values.push_back(value);
    }
    if (!element.is_range) {
      result.flat.insert(result.flat.end(), values.begin(), values.end());
      if (full()) return;
      continue;
    }
    if (values[1] >= values[0] &&
        static_cast<uint64_t>(values[1]) - static_cast<uint64_t>(values[0]) >=
            kMaxSetElements - result.flat.size()) {
      return error(syntax.span, fmt::format("the set has more than {} numbers; a binder 'for k in "
                                            "a..b' takes a range of any length",
                                            kMaxSetElements));
    }
    for (int64_t value = values[0]; value <= values[1]; ++value) {
      result.flat.push_back(value);
      if (value == values[1]) break;  // it may be the last number of all
    }
  }
}

}  // namespace grundy
