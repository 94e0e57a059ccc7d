#include "session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/nest.h"
#include "base/reader.h"
#include "base/text.h"
#include "engine/all_families.h"
#include "engine/board/part_store.h"
#include "game/board_game.h"
#include "game/bound.h"
#include "game/compound.h"
#include "game/copies.h"
#include "game/nim_heap.h"
#include "language/board_text.h"
#include "language/parse.h"
#include "language/read_board.h"
#include "language/sum_syntax.h"
#include "session/alias_moves.h"
#include "session/list_letters.h"
#include "session/outcomes.h"

namespace grundy {
namespace {

constexpr uint64_t kMaxParts = 20'000'000;
constexpr uint64_t kMostRepeated = 100'000;  // equal parts that are kept one by one
constexpr uint64_t kPartsBetweenLooks = 256;

/// "; did you mean 'kayles'?" for a name that is no game's, or nothing.
std::string meant_name(const Rulebook& book, const std::string& name) {
  std::vector<std::string> natives;
  for (const Family* one : families()) natives.emplace_back(one->name());
  return book.suggestion(name, natives);
}

/// Turns the syntax of one sum into components.
class SumReader {
 public:
  SumReader(Rulebook& book, Games& games, std::string_view text, Budget& budget)
      : book_(book),
        games_(games),
        text_(text),
        budget_(budget),
        meter_(budget, kPartsBetweenLooks) {}

  Attempt<void> add(const SumPartSyntax& part, std::vector<Position>& parts);
  Attempt<const Rule*> rule(const SumPartSyntax& part);

 private:
  Error at(Span span, std::string message, Error::Kind kind = Error::Kind::input) const {
    return Error{kind,
                 {locate(Diagnostic::Severity::error, std::move(message), "sum", text_, span)}};
  }
  /// Errors without a place get the place of the part.
  Error placed(Error error, Span span) const {
    if (error.diagnostics[0].line != 0 || error.kind == Error::Kind::declined) return error;
    return at(span, error.message(), error.kind);
  }
  Attempt<void> family(const Family& family, const SumPartSyntax& part,
                       std::vector<Position>& parts);
  Attempt<void> compound(const SumPartSyntax& part, std::vector<Position>& parts);
  Attempt<void> repeat(const Position& position, const SumPartSyntax& part,
                       std::vector<Position>& parts);
  Attempt<Natural> coordinate(const Argument& argument, const SumPartSyntax& part);
  Error wrong_arity(const SumPartSyntax& part, const Rule& rule) const;

  Rulebook& book_;
  Games& games_;
  std::string_view text_;
  Budget& budget_;
  BudgetMeter meter_;
};

Attempt<void> SumReader::repeat(const Position& position, const SumPartSyntax& part,
                                std::vector<Position>& parts) {
  if (meter_.spent()) return budget_.why();
  const auto times = part.times.to_uint64();
  if (!times || *times > kMostRepeated || parts.size() + *times > kMaxParts) {
    const Sum copies = copies_of(position, part.times, games_, 0);
    parts.insert(parts.end(), copies.begin(), copies.end());
    return {};
  }
  const uint64_t bytes = *times * sizeof(Position);
  if (!budget_.take_memory(bytes))
    return budget_.too_large(fmt::format("a sum of {} parts", parts.size() + *times), bytes);
  parts.insert(parts.end(), *times, position);
  return {};
}

Attempt<Natural> SumReader::coordinate(const Argument& argument, const SumPartSyntax& part) {
  if (const auto* number = std::get_if<Natural>(&argument.value)) return *number;
  const char* what = std::holds_alternative<FileName>(argument.value) ? "a file" : "a list";
  return at(argument.span, fmt::format("'{0}' takes numbers, not {1}; a list of positions is "
                                       "written {0}{{3, 5}} or {0}{{@file}}",
                                       part.name, what));
}

/// Several numbers for a game with one coordinate are several heaps.
Error SumReader::wrong_arity(const SumPartSyntax& part, const Rule& rule) const {
  const Definition* definition = part.code.empty() ? book_.find(part.name) : nullptr;
  const std::vector<std::string>& names =
      definition != nullptr ? definition->syntax.coordinates : rule.coordinates;
  std::string how = fmt::format("{}({})", part.name, fmt::join(names, ", "));
  const std::string_view text =
      std::string_view(text_).substr(part.span.begin, part.span.end - part.span.begin);
  if (rule.arity() == 1 && text.ends_with(')')) {
    const size_t open = text.rfind('(');
    std::vector<std::string> heaps;
    for (const Argument& argument : part.arguments) {
      if (const auto* heap = std::get_if<Natural>(&argument.value))
        heaps.push_back(heap->to_string());
    }
    if (heaps.size() == part.arguments.size())
      how = fmt::format("several heaps are written {}{{{}}}", trimmed(text.substr(0, open)),
                        fmt::join(heaps, ", "));
  }
  return at(part.span,
            fmt::format("'{}' has {} coordinate{}, {} given: {}", part.name, names.size(),
                        names.size() == 1 ? "" : "s", part.arguments.size(), how));
}

Attempt<const Rule*> SumReader::rule(const SumPartSyntax& part) {
  if (!part.code.empty()) {
    Attempt<const Rule*> made = book_.code_rule(part.name, part.code);
    if (!made) return at(place_in_code(part.code_span, made.error()), made.error().message());
    return made;
  }
  if (book_.find(part.name) == nullptr) {
    if (takes_code(part.name))
      return at(part.name_span, fmt::format("'{0}' needs a code, as in {0}[0.137](50)", part.name));
    return at(part.name_span,
              fmt::format("unknown game '{}'{}", part.name, meant_name(book_, part.name)));
  }
  std::vector<ParameterValue> values;
  for (const ParameterSyntax& given : part.parameters) {
    Attempt<ParameterValue> value = book_.parameter_value(given, "sum", text_);
    if (!value) return std::move(value).error();
    values.push_back(*std::move(value));
  }
  Attempt<const Rule*> made = book_.rule(part.name, values);
  if (!made)
    return placed(std::move(made).error(),
                  part.parameters.empty() ? part.name_span : part.parameters[0].span);
  return made;
}

Attempt<void> SumReader::family(const Family& family, const SumPartSyntax& part,
                                std::vector<Position>& parts) {
  std::vector<ParameterArgument> parameters;
  for (const ParameterSyntax& given : part.parameters) {
    Attempt<ParameterValue> value = book_.parameter_value(given, "sum", text_);
    if (!value) return std::move(value).error();
    ParameterArgument argument;
    argument.name = given.name;
    argument.span = given.span;
    if (!value->interval.empty())
      return at(given.span, fmt::format("'{}' takes sets of at most 10000000 numbers", part.name));
    if (value->is_set) {
      std::vector<std::vector<Natural>> rows;
      const NumberSet& set = *value->set;
      for (size_t i = 0; i < set.size(); ++i) {
        auto& row = rows.emplace_back();
        for (size_t j = 0; j < set.arity; ++j)
          row.emplace_back(static_cast<uint64_t>(set.flat[i * set.arity + j]));
      }
      argument.value = std::move(rows);
      argument.complement = set.complement;
    } else {
      argument.value = Natural(static_cast<uint64_t>(value->number));
    }
    parameters.push_back(std::move(argument));
  }
  if (part.kind == SumPartSyntax::Kind::list) {
    return at(part.span,
              fmt::format("'{}' takes one position, written {}", part.name, family.example()));
  }
  if (part.on_board && !parameters.empty())
    return at(part.parameters[0].span, fmt::format("'{}' has no parameters", part.name));
  Attempt<Position> position =
      part.on_board ? family.read_text("sum", text_, part.board_span, games_, budget_)
                    : family.read(parameters, part.arguments, games_, budget_);
  if (!position) return placed(std::move(position).error(), part.span);
  return repeat(*position, part, parts);
}

Attempt<void> SumReader::compound(const SumPartSyntax& part, std::vector<Position>& parts) {
  CompoundKind kind;
  using How = CompoundKind::How;
  kind.how = part.name == "all"    ? How::all
             : part.name == "some" ? How::some
             : part.name == "upto" ? How::upto
             : part.name == "then" ? How::then
             : part.name == ":"    ? How::ordinal
                                   : How::one;
  kind.is_short = part.pace.empty() ? kind.how == How::all : part.pace == "short";
  kind.most = part.most.to_uint64().value_or(UINT64_MAX);
  std::vector<Position> components;
  for (const std::vector<SumPartSyntax>& sum : part.components) {
    Question inner;
    for (const SumPartSyntax& one : sum) {
      if (one.entailing || one.kind == SumPartSyntax::Kind::again)
        return at(one.span, "what binds the next move is no component of a compound");
      if (auto added = add(one, inner.parts); !added) return added;
    }
    for (const Position& one : inner.parts) {
      if (one.game->has_bound_replies())
        return at(part.span,
                  fmt::format("{} may bind the answer, and is no component of a compound",
                              to_string(one)));
    }
    if (auto noted = note_outcomes(book_, inner, Asks::values); !noted) return noted;
    if (kind == CompoundKind{}) {  // parentheses, or the sum by its other name
      for (const Position& one : inner.parts) {
        if (auto added = repeat(one, part, parts); !added) return added;
      }
      continue;
    }
    components.push_back(as_one(Sum(inner.parts.begin(), inner.parts.end()), games_));
  }
  if (kind == CompoundKind{}) return {};
  return repeat(compound_game(kind, games_).at(std::move(components)), part, parts);
}

Attempt<void> SumReader::add(const SumPartSyntax& part, std::vector<Position>& parts) {
  if (part.kind == SumPartSyntax::Kind::compound) return compound(part, parts);
  if (part.kind == SumPartSyntax::Kind::again) {
    parts.push_back(another_turn());
    return {};
  }
  if (part.kind == SumPartSyntax::Kind::nimber) {
    return repeat(nim_heap(part.nimber), part, parts);
  }
  if (const Family* found = find_family(part.name);
      found != nullptr && book_.find(part.name) == nullptr) {
    return family(*found, part, parts);
  }
  Attempt<const Rule*> made = rule(part);
  if (!made) return std::move(made).error();
  if ((*made)->board) {
    if (!part.on_board)
      return at(part.span, fmt::format("a position of '{}' is written {}", part.name,
                                       example_position(**made)));
    Attempt<BoardPosition> position =
        read_board_position(**made, "sum", text_, part.board_span, budget_);
    if (!position) return std::move(position).error();
    return repeat(board_game(games_, **made).at(*position), part, parts);
  }
  const RuleGame& game = games_.of(**made);
  const Definition* definition = book_.find((*made)->name);
  const bool has_sides =
      part.code.empty() && definition != nullptr && definition->syntax.has_sides();
  const size_t arity = (*made)->arity() - (has_sides ? 1 : 0);
  if (part.kind == SumPartSyntax::Kind::position) {
    if (part.arguments.size() != arity) {
      return wrong_arity(part, **made);
    }
    Coordinates coordinates;
    for (const Argument& argument : part.arguments) {
      Attempt<Natural> value = coordinate(argument, part);
      if (!value) return std::move(value).error();
      coordinates.push_back(*std::move(value));
    }
    if (has_sides) coordinates.emplace_back(0);
    return repeat(game.at(coordinates), part, parts);
  }
  if (has_sides)
    return at(part.span,
              fmt::format("'{}' has no values, so that its positions are asked for one by one",
                          part.name));
  auto add_row = [&](std::span<const Natural> row) -> Attempt<void> {
    return repeat(game.at(Coordinates(row.begin(), row.end())), part, parts);
  };
  if (part.file.empty()) {
    for (const std::vector<Natural>& tuple : part.tuples) {
      if (tuple.size() != arity)
        return at(part.span, fmt::format("'{}' has {} coordinate{}, a tuple here has {}", part.name,
                                         arity, arity == 1 ? "" : "s", tuple.size()));
      if (auto added = add_row(tuple); !added) return added;
    }
    if (arity != 1 && !part.heaps.empty())
      return at(part.span,
                fmt::format(
                    "'{0}' has {1} coordinates; a list of its positions is written {0}{{({2}), …}}",
                    part.name, arity, fmt::join((*made)->coordinates, ", ")));
    for (const HeapRange& range : part.heaps) {
      if (range.last - range.first >= Natural(kMaxParts))
        return at(part.span, fmt::format("a sum has at most {} parts", kMaxParts));
      for (Natural heap = range.first; heap <= range.last; heap = heap + Natural(1)) {
        if (auto added = add_row({&heap, 1}); !added) return added;
      }
    }
    return {};
  }
  Attempt<NumberReader> reader = NumberReader::open(part.file, budget_);
  if (!reader) return placed(std::move(reader).error(), part.span);
  reader->set_noun("heap size");
  if (arity == 1) {
    auto heaps = read_list<Natural>(*reader);
    if (!heaps) return std::move(heaps).error();
    for (const Natural& heap : *heaps) {
      if (auto added = add_row({&heap, 1}); !added) return added;
    }
    return {};
  }
  auto rows = read_rows<Natural>(*reader, RowLengths::equal);
  if (!rows) return std::move(rows).error();
  for (const auto& row : *rows) {
    if (row.size() != arity)
      return at(part.span, fmt::format("the rows of '{}' have {} numbers, '{}' has {} coordinates",
                                       part.file, row.size(), part.name, arity));
    if (auto added = add_row(row); !added) return added;
  }
  return {};
}

/// A file of rules where a position or a game is expected.
bool names_file(std::string_view text) {
  return text.ends_with(".game") && text.find_first_of("([ ") == std::string_view::npos;
}

Error is_file(std::string_view text, std::string_view source, std::string_view wanted) {
  return Error::at(
      locate(Diagnostic::Severity::error,
             fmt::format("a file of rules is no {}; --rules {} reads its games", wanted, text),
             source, text, {0, text.size()}));
}

}  // namespace

Attempt<void> Session::load_rules(const std::string& path, Budget* budget) {
  return note_loaded(budget, [&] { return rulebook_.load_file(path); });
}

Attempt<void> Session::load_rules(std::string name, std::string text, Budget* budget) {
  return note_loaded(budget, [&] { return rulebook_.load_text(std::move(name), std::move(text)); });
}

Attempt<void> Session::note_loaded(Budget* budget, const std::function<Attempt<void>()>& load) {
  std::optional<Rulebook::Limits> limits;
  if (budget != nullptr) limits.emplace(rulebook_, *budget);
  if (auto loaded = load(); !loaded) return loaded;
  for (const std::string& name : rulebook_.names()) {
    const Definition* definition = rulebook_.find(name);
    if (!definition->builtin && std::find(loaded_.begin(), loaded_.end(), name) == loaded_.end())
      loaded_.push_back(name);
  }
  return {};
}

void Session::take_rules(const Session& other) {
  for (const std::string& name : other.rulebook_.names()) {
    const Definition* definition = other.rulebook_.find(name);
    if (!definition->builtin) rulebook_.define(*definition);
  }
}

Attempt<void> Session::use_store(const std::string& path, std::string_view version) {
  solvers_.use_store(nullptr);  // whose lock would be in the way of the same file
  Attempt<std::unique_ptr<PartStore>> store = PartStore::open(path, version);
  if (!store) return std::move(store).error();
  solvers_.use_store(*std::move(store));
  return {};
}

Attempt<void> Session::save_store() {
  PartStore* const store = solvers_.store().get();
  return store == nullptr ? Attempt<void>() : store->save();
}

std::vector<Diagnostic> Session::take_warnings() {
  std::vector<Diagnostic> result = rulebook_.take_warnings();
  for (const std::string& name : loaded_) {
    Attempt<const Rule*> rule = rulebook_.rule(name);
    // A parameter without a default: looked at when it is used.
    if (!rule || (*rule)->board) continue;
    for (Diagnostic& warning : warnings_about(**rule)) result.push_back(std::move(warning));
  }
  loaded_.clear();
  if (PartStore* const store = solvers_.store().get()) {
    for (std::string& note : store->take_notes())
      result.push_back({Diagnostic::Severity::warning, std::move(note), {}, 0, 0, {}, 0, 1});
  }
  return result;
}

std::string Session::plan(const Question& question) {
  std::string text;
  std::set<const Game*> seen;
  for (const Position& part : question.parts) {
    if (!seen.insert(part.game).second) continue;
    text += (part.game == &nim_heaps() ? "nim heaps" : part.game->name()) + "\n";
    if (const RuleGame* game = rule_game(part)) {
      for (const std::string& line : lines_of(describe(game->facts()))) text += "  " + line + "\n";
    }
    text += solvers_.of(*part.game).describe();
  }
  return text + "\n";
}

Attempt<Question> Session::read(std::string_view sum, Budget& budget, Asks asks) {
  const Rulebook::Limits limits(rulebook_, budget);
  // The games of the file behind `using` tell how their positions are read.
  constexpr std::string_view kUsing = " using ";
  const size_t at = sum.rfind(kUsing);
  std::string used;
  std::optional<Error> failed;
  std::string unknown;  // the first name that is no game's
  const auto is_board_game = [&](std::string_view name) {
    if (used.empty() && at != sum.npos) {
      used = trimmed(sum.substr(at + kUsing.size()));
      if (used.size() >= 2 && used.front() == '"' && used.back() == '"')
        used = used.substr(1, used.size() - 2);
      if (auto loaded = load_rules(used, &budget); !loaded) failed = std::move(loaded).error();
    }
    const Definition* definition = rulebook_.find(name);
    if (definition != nullptr) return !definition->syntax.space.empty();
    const Family* found = find_family(name);
    if (found == nullptr && unknown.empty() && !takes_code(name)) unknown = name;
    return found != nullptr && found->has_notation();
  };
  Attempt<SumSyntax> syntax = parse_sum("sum", sum, is_board_game);
  if (failed) return *std::move(failed);
  if (!syntax && names_file(sum)) return is_file(sum, "sum", "position");
  if (!syntax) {
    const std::string meant = unknown.empty() ? std::string() : meant_name(rulebook_, unknown);
    if (meant.empty()) return std::move(syntax).error();
    const size_t begin = sum.find(unknown);
    return Error::at(locate(Diagnostic::Severity::error,
                            fmt::format("unknown game '{}'{}", unknown, meant), "sum", sum,
                            {begin, begin + unknown.size()}));
  }
  if (!syntax->rules.empty() && syntax->rules != used) {
    if (auto loaded = load_rules(syntax->rules, &budget); !loaded) return std::move(loaded).error();
  }
  SumReader reader(rulebook_, games_, sum, budget);
  Question question;
  std::vector<size_t> bound_parts;
  for (const SumPartSyntax& part : syntax->parts) {
    const size_t before = question.parts.size();
    if (auto added = reader.add(part, question.parts); !added) return std::move(added).error();
    const bool is_one = question.parts.size() == before + 1;
    if (part.entailing && !(is_one && question.parts[before].game->has_bound_replies()))
      return Error::at(locate(
          Diagnostic::Severity::error,
          is_one ? "no move of this game is entailing" : "the answer is made in one position",
          "sum", sum, part.span));
    if (part.entailing) bound_parts.push_back(before);
  }
  if (auto noted = note_outcomes(rulebook_, question, asks); !noted)
    return std::move(noted).error();
  for (const size_t i : bound_parts) question.parts[i] = bound(question.parts[i], games_);
  return question;
}

const Rule& Session::with_moves(const Rule& rule) {
  if (!rule.is_alias) return rule;
  const auto [made, fresh] = with_moves_.try_emplace(&rule);
  if (fresh) made->second = alias_moves(rule);
  return made->second ? *made->second : rule;
}

Attempt<const Rule*> Session::game(std::string_view text, Budget& budget, Asks asks) {
  const Rulebook::Limits limits(rulebook_, budget);
  if (has_letters(text)) {
    const Attempt<LetteredLists> lists = read_lettered_lists(*this, text, budget);
    if (!lists) return lists.error();
    if (lists->of == nullptr || !lists->where.empty())
      return Error::input(fmt::format(
          "numbers stand in '{}'; here the name of a game is given, and of lists a letter for each "
          "number",
          text));
    if (asks == Asks::values) {
      if (auto values = has_values(rulebook_, *lists->of); !values)
        return std::move(values).error();
    }
    return lists->rule;
  }
  Attempt<const Rule*> made = named_game(text, budget);
  if (made && (*made)->board) {
    return Error::input(
        fmt::format("'{}' has no numbered coordinates; its positions are written {}",
                    text.substr(0, text.find('[')), example_position(**made)));
  }
  if (made && asks == Asks::values) {
    if (auto values = has_values(rulebook_, **made); !values) return std::move(values).error();
  }
  return made;
}

Attempt<const Rule*> Session::named_game(std::string_view text, Budget& budget) {
  const Rulebook::Limits limits(rulebook_, budget);
  const std::string position =
      std::string(text) +
      "(0)";  // the notation of a position, whose coordinates do not matter here
  Attempt<SumSyntax> syntax = parse_sum("game", position);
  if (names_file(text)) return is_file(text, "game", "game");
  // What is wrong with a parameter is told.
  if (!syntax) {
    const size_t at = syntax.error().diagnostics[0].column - 1;
    if (at < text.size() && text.substr(0, at).find('[') != text.npos)
      return std::move(syntax).error();
  }
  if (!syntax || syntax->parts.size() != 1 ||
      syntax->parts[0].kind != SumPartSyntax::Kind::position ||
      syntax->parts[0].times != Natural(1)) {
    return Error::at(
        locate(Diagnostic::Severity::error,
               "expected the name of a game, such as kayles or 'stones[K=2]'; one position is "
               "for `grundy value`",
               "game", text, {0, text.size()}));
  }
  const std::string& name = syntax->parts[0].name;
  if (find_family(name) != nullptr && rulebook_.find(name) == nullptr) {
    return Error::input(
        fmt::format("'{}' has no numbered coordinates; its positions are written {}", name,
                    find_family(name)->example()));
  }
  Attempt<const Rule*> rule = SumReader(rulebook_, games_, position, budget).rule(syntax->parts[0]);
  if (rule) return rule;
  Error error = std::move(rule).error();
  for (Diagnostic& one : error.diagnostics) {  // in what was written, without the "(0)"
    if (one.source != "sum" || one.line != 1) continue;
    const size_t begin = std::min(one.column - 1, text.size());
    one = locate(one.severity, one.message, "game", text,
                 {begin, std::min(begin + one.caret_length, text.size())});
  }
  return error;
}

}  // namespace grundy
