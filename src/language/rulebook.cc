#include "language/rulebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/file.h"
#include "base/text.h"
#include "language/builtin.h"
#include "language/check.h"
#include "rule/print.h"

namespace grundy {
namespace {

constexpr size_t kMaxRules = 10'000;
constexpr size_t kMaxAliasHeight = 100;  // other names for other names
constexpr uint32_t kRuleStepsBetweenLooks = 64;
// Numbers; longer sets from files are not written out to compare them.
constexpr size_t kLongSet = 1000;

bool has_errors(const std::vector<Diagnostic>& found) {
  return std::any_of(found.begin(), found.end(),
                     [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; });
}

std::vector<Diagnostic> errors_only(const std::vector<Diagnostic>& found) {
  std::vector<Diagnostic> result;
  for (const Diagnostic& d : found) {
    if (d.severity == Diagnostic::Severity::error && result.size() < kMaxErrors)
      result.push_back(d);
  }
  return result;
}

/// Where a name stands for a set, anywhere in what is written of a game.
class SetUses {
 public:
  explicit SetUses(const std::string& name) : name_(name) {}

  bool in(const GameSyntax& game) const {
    return any(game.lets) || any(game.ends) || any(game.clauses) || any(game.moves) ||
           any(game.alias);
  }

 private:
  template <class Syntax>
  bool any(const std::vector<Syntax>& list) const {
    return std::any_of(list.begin(), list.end(), [&](const Syntax& one) { return in(one); });
  }
  template <class Syntax>
  bool in(const std::vector<Syntax>& list) const {
    return any(list);
  }

  bool in(const SetSyntax& set) const {
    if (set.kind == SetSyntax::Kind::name) return set.name == name_;
    return any(set.elements) || any(set.binders) || any(set.condition) || any(set.inner);
  }
  bool in(const SetSyntax::Element& element) const { return any(element.terms); }
  bool in(const BinderSyntax& binder) const { return any(binder.bounds) || any(binder.set); }
  bool in(const TermSyntax& term) const {
    return any(term.set) || any(term.children) || any(term.binders) || any(term.cells);
  }
  bool in(const CellConditionSyntax& cells) const { return in(cells.cells); }
  bool in(const CellsSyntax& cells) const { return any(cells.rows); }
  bool in(const ItemSyntax& item) const {
    return any(item.term) || any(item.group) || any(item.times);
  }
  bool in(const ListSyntax& list) const { return any(list.pieces); }
  bool in(const ListSyntax::Piece& piece) const {
    return any(piece.listed) || any(piece.slice) || any(piece.changes);
  }
  bool in(const ListSyntax::Change& change) const {
    return any(change.places) || any(change.number) || any(change.list);
  }
  bool in(const ParameterSyntax& parameter) const {
    return any(parameter.number) || any(parameter.set);
  }
  bool in(const PartSyntax& part) const {
    return any(part.parameters) || any(part.arguments) || any(part.argument_sets) ||
           any(part.argument_lists) || any(part.repeated) || any(part.binders) ||
           any(part.condition);
  }
  bool in(const LetSyntax& let) const { return in(let.term); }
  bool in(const EndSyntax& end) const { return in(end.condition); }
  bool in(const ClauseSyntax& clause) const { return in(clause.condition); }
  bool in(const StepSyntax& step) const { return in(step.left) || in(step.right); }
  bool in(const MoveSyntax& move) const {
    return any(move.steps) || any(move.parts) || any(move.binders) || any(move.condition);
  }

  const std::string& name_;
};

/// Whether elements of this set are chosen: of an empty one there are none.
bool chooses_from(const SetSyntax& set, const std::string& name);
bool chooses_from(const std::vector<BinderSyntax>& binders, const std::string& name) {
  return std::any_of(binders.begin(), binders.end(), [&](const BinderSyntax& binder) {
    return std::any_of(binder.set.begin(), binder.set.end(),
                       [&](const SetSyntax& set) { return chooses_from(set, name); });
  });
}
bool chooses_from(const SetSyntax& set, const std::string& name) {
  return set.kind == SetSyntax::Kind::name ? set.name == name : chooses_from(set.binders, name);
}

/// Whether every move of the game chooses from the set.
bool every_move_chooses_from(const GameSyntax& game, const std::string& name) {
  return !game.moves.empty() &&
         std::all_of(game.moves.begin(), game.moves.end(),
                     [&](const MoveSyntax& move) { return chooses_from(move.binders, name); });
}

std::string print_value(const ParameterValue& value) {
  if (!value.interval.empty())
    return fmt::format("{{{}..{}}}", value.interval[0], value.interval[1]);
  return value.is_set ? print_set(*value.set) : std::to_string(value.number);
}

/// As it stands in a name: a long set by its file.
std::string name_of_value(const ParameterValue& value) {
  constexpr size_t kMostWrittenOut = 20;
  if (value.file.empty() || !value.set || value.set->flat.size() <= kMostWrittenOut)
    return print_value(value);
  const bool plain = value.file.find_first_of(" \t\r,()[]{}") == std::string::npos;
  return plain ? "@" + value.file : "@\"" + value.file + "\"";
}

/// A file of games/, read when one of its games is first asked for.
class BuiltinFile {
 public:
  explicit BuiltinFile(const BuiltinGame& file) : file_(file) {}
  std::shared_ptr<const Definition> definition(std::string_view name) {
    std::call_once(once_, [&] { read(); });
    return definitions_.find(name)->second;
  }

 private:
  void read() {
    auto source =
        std::make_shared<SourceText>(SourceText{std::string(file_.file), std::string(file_.text)});
    ParsedFile parsed = parse_rules(source->name, source->text);
    for (GameSyntax& syntax : parsed.file.games) {
      const std::string name = syntax.name;
      definitions_[name] = std::make_shared<Definition>(
          Definition{source, std::move(syntax), parsed.file.lets, true});
    }
  }
  const BuiltinGame& file_;
  std::once_flag once_;
  std::map<std::string, std::shared_ptr<const Definition>, std::less<>> definitions_;
};

/// The files of the built-in games, by name. Lines that begin with `game ` define them, and no
/// others do, so that names are known before a file is parsed.
const std::map<std::string_view, std::shared_ptr<BuiltinFile>>& builtin_files() {
  static const auto files = [] {
    std::map<std::string_view, std::shared_ptr<BuiltinFile>> result;
    constexpr std::string_view kGame = "\ngame ";
    for (const BuiltinGame& game : builtin_games()) {
      const auto file = std::make_shared<BuiltinFile>(game);
      for (size_t at = game.text.find(kGame); at != std::string_view::npos;
           at = game.text.find(kGame, at + 1)) {
        const size_t name = at + kGame.size();
        result[game.text.substr(name, game.text.find_first_of("[( \n", name) - name)] = file;
      }
    }
    return result;
  }();
  return files;
}

}  // namespace

std::vector<std::string> coordinates_of(const GameSyntax& syntax) {
  std::vector<std::string> result = syntax.coordinates;
  if (!syntax.has_sides()) return result;
  std::string name = "whose_turn";
  while (std::find(result.begin(), result.end(), name) != result.end()) name += '_';
  result.push_back(std::move(name));
  return result;
}

Rulebook::Rulebook() {
  for (const auto& [name, file] : builtin_files()) definitions_.emplace(name, nullptr);
}

Rulebook::Limits::Limits(Rulebook& book, Budget& budget) : book_(book), before_(book.budget_) {
  book_.set_budget(&budget);
}

Rulebook::Limits::~Limits() { book_.set_budget(before_); }

void Rulebook::set_budget(Budget* budget) {
  budget_ = budget;
  cut_short_ = false;
}

bool Rulebook::is_spent() {
  if (budget_ == nullptr || cut_short_) return cut_short_;
  if (++steps_ % kRuleStepsBetweenLooks == 0) cut_short_ = budget_->spent();
  return cut_short_;
}

SetPointer Rulebook::known_set(const std::string& path) const {
  const auto known = file_sets_.find(path);
  if (known == file_sets_.end() || FileStamp::of(path) != known->second.stamp) return nullptr;
  return known->second.set;
}

void Rulebook::keep_set(const std::string& path, const FileStamp& stamp, const SetPointer& set) {
  size_t number = ++sets_read_;
  for (const auto& [other, known] : file_sets_) {
    if (known.set->arity == set->arity && known.set->flat == set->flat) number = known.number;
  }
  file_sets_[path] = {stamp, set, number};
}

std::string Rulebook::key_of_value(const ParameterValue& value) const {
  if (!value.file.empty() && value.set && value.set->flat.size() > kLongSet) {
    const auto known = file_sets_.find(value.file);
    if (known != file_sets_.end() && known->second.set == value.set)
      return fmt::format("@{}", known->second.number);
  }
  return print_value(value);
}

std::shared_ptr<const Definition> Rulebook::definition(std::string_view name) const {
  const auto found = definitions_.find(name);
  if (found == definitions_.end()) return nullptr;
  return found->second ? found->second : builtin_files().find(name)->second->definition(name);
}

Attempt<void> Rulebook::load_file(const std::string& path) {
  Attempt<std::string> text = read_file(path, kMaxRuleFileBytes);
  if (text && text->starts_with("\xEF\xBB\xBF")) text->erase(0, 3);  // a byte order mark
  if (!text) return std::move(text).error();
  return load_text(path, *std::move(text));
}

Attempt<void> Rulebook::load_text(std::string name, std::string text) {
  return load(std::make_shared<SourceText>(SourceText{std::move(name), std::move(text)}), false);
}

void Rulebook::define(Definition definition) {
  std::string name = definition.syntax.name;
  made_.clear();
  definitions_[std::move(name)] = std::make_shared<Definition>(std::move(definition));
}

Attempt<void> Rulebook::load(const std::shared_ptr<const SourceText>& source, bool builtin) {
  const size_t nul = source->text.find('\0');
  if (nul != std::string::npos) {
    return Error::at(locate(Diagnostic::Severity::error, "there is a byte 0x00, which no text has",
                            source->name, source->text, {nul, nul + 1}));
  }
  ParsedFile parsed = parse_rules(source->name, source->text, budget_);
  if (parsed.cut_short) return budget_->why();
  std::vector<Diagnostic> found = std::move(parsed.errors);
  const bool parsed_well = found.empty();
  if (parsed_well && parsed.file.games.empty()) {
    return Error::at(locate(Diagnostic::Severity::error,
                            "the file has no game; it begins with a line such as 'game nim(n)'",
                            source->name, source->text, {0, 0}));
  }
  auto before = definitions_;
  auto made_before = std::move(made_);
  made_.clear();
  const size_t rules_before = rules_.size();
  std::set<std::string> names;
  std::vector<std::string> in_order;
  for (GameSyntax& syntax : parsed.file.games) {
    const std::string name = syntax.name;
    if (found.size() >= kMaxErrors) break;
    if (!names.insert(name).second) {
      found.push_back(locate(Diagnostic::Severity::error,
                             fmt::format("the game '{}' is defined twice", name), source->name,
                             source->text, syntax.span));
      continue;
    }
    in_order.push_back(name);
    definitions_[name] = std::make_shared<Definition>(
        Definition{source, std::move(syntax), parsed.file.lets, builtin});
  }
  const auto errors = [&] {
    return std::count_if(found.begin(), found.end(), [](const Diagnostic& d) {
      return d.severity == Diagnostic::Severity::error;
    });
  };
  filling_ = true;  // every game is checked here by itself; those that it leads to need not be made
  for (const std::string& name : in_order) {
    if (errors() >= static_cast<std::ptrdiff_t>(kMaxErrors) || cut_short_) break;
    const auto errors_before = errors();
    const Definition& definition = *find(name);
    std::vector<ParameterValue> values;
    for (const ParameterSyntax& declared : definition.syntax.parameters) {
      ParameterValue value;
      if (!declared.number.empty() || !declared.set.empty()) {
        Checker(*this, definition, found).parameter(declared, value);
      } else {
        value.is_set = SetUses(declared.name).in(definition.syntax);
        // Different, so that moves do not coincide.
        value.number = static_cast<int64_t>(values.size()) + 1;
      }
      if (value.is_set && !value.set && value.interval.empty())
        value.set = std::make_shared<NumberSet>(NumberSet{.arity = 0, .flat = {}});
      value.name = declared.name;
      values.push_back(std::move(value));
    }
    if (errors() == errors_before) {
      Rule scratch;
      Checker(*this, definition, found).make(values, scratch);
    }
    made_.clear();
    waiting_.clear();
    rules_.resize(rules_before);
  }
  filling_ = false;
  if (!has_errors(found)) check_aliases(names, found);
  std::stable_sort(found.begin(), found.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  if (has_errors(found) || cut_short_) {
    definitions_ = std::move(before);
    made_ = std::move(made_before);
    if (cut_short_) return budget_->why();
    return Error{Error::Kind::input, errors_only(found)};
  }
  warnings_.insert(warnings_.end(), found.begin(), found.end());
  return {};
}

void Rulebook::check_aliases(const std::set<std::string>& loaded,
                             std::vector<Diagnostic>& found) const {
  // Without a new alias none leads further than before, and no file of built-in games is read.
  if (std::none_of(loaded.begin(), loaded.end(),
                   [&](const std::string& name) { return find(name)->syntax.is_alias; }))
    return;
  // Of those that are done; 0 for those on the present path.
  std::map<std::string, size_t, std::less<>> heights;
  struct Visit {
    const Definition* alias;
    std::vector<std::string> next;  // names that are still to be looked at
    size_t height = 1;
  };
  const auto names_in = [](const std::vector<PartSyntax>& parts) {
    std::vector<std::string> result;
    for (const PartSyntax& part : parts) {
      result.push_back(part.name);
      for (const PartSyntax& inner : part.repeated) result.push_back(inner.name);
    }
    return result;
  };
  std::vector<Visit> path;
  const auto fail = [&](std::string message) {
    // The game of this file that is nearest to the place where the path broke off.
    const auto here = std::find_if(path.rbegin(), path.rend(), [&](const Visit& step) {
      return loaded.contains(step.alias->syntax.name);
    });
    const Definition& definition = here == path.rend() ? *path.back().alias : *here->alias;
    found.push_back(locate(Diagnostic::Severity::error, std::move(message), definition.source->name,
                           definition.source->text, definition.syntax.span));
  };
  for (const auto& [root, own] : definitions_) {
    const Definition* definition = find(root);
    if (!definition->syntax.is_alias || heights.contains(root)) continue;
    heights[root] = 0;
    path.push_back({definition, names_in(definition->syntax.alias)});
    while (!path.empty()) {
      if (path.back().next.empty()) {
        const Visit done = std::move(path.back());
        path.pop_back();
        heights[done.alias->syntax.name] = done.height;
        if (!path.empty()) path.back().height = std::max(path.back().height, done.height + 1);
        continue;
      }
      const std::string name = std::move(path.back().next.back());
      path.back().next.pop_back();
      const Definition* next = find(name);
      if (next == nullptr || !next->syntax.is_alias) continue;
      const auto known = heights.find(name);
      if (known != heights.end() && known->second == 0)
        return fail(fmt::format("'{}' is another name for a sum that leads back to it", name));
      if (known != heights.end()) {
        path.back().height = std::max(path.back().height, known->second + 1);
      } else {
        heights[name] = 0;
        path.push_back({next, names_in(next->syntax.alias)});
      }
      if (path.size() + path.back().height > kMaxAliasHeight)
        return fail(fmt::format("more than {} other names in a row", kMaxAliasHeight));
    }
  }
}

std::vector<std::string> Rulebook::names() const {
  std::vector<std::string> result;
  for (const auto& [name, definition] : definitions_) result.push_back(name);
  return result;
}

const Definition* Rulebook::find(std::string_view name) const { return definition(name).get(); }

std::string Rulebook::suggestion(std::string_view name,
                                 const std::vector<std::string>& more) const {
  std::vector<std::string> known = names();
  known.insert(known.end(), more.begin(), more.end());
  const std::string near = nearest_name(name, known);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

Attempt<const Rule*> Rulebook::rule(std::string_view name,
                                    const std::vector<ParameterValue>& parameters) {
  const std::shared_ptr<const Definition> definition = this->definition(name);
  if (!definition) return Error::input(fmt::format("unknown game '{}'{}", name, suggestion(name)));
  const auto& declared = definition->syntax.parameters;
  if (parameters.size() > declared.size()) {
    const bool is_of_set = declared.size() == 1 && SetUses(declared[0].name).in(definition->syntax);
    if (is_of_set)
      return Error::input(fmt::format("a set stands in braces, as in {}[{{1, 3, 4}}]", name));
    return Error::input(
        declared.empty() ? fmt::format("'{}' has no parameters", name)
                         : fmt::format("'{}' has {} parameter{}, {} given", name, declared.size(),
                                       declared.size() == 1 ? "" : "s", parameters.size()));
  }
  std::vector<const ParameterValue*> given(declared.size(), nullptr);
  for (size_t i = 0; i < parameters.size(); ++i) {
    size_t at = i;
    if (!parameters[i].name.empty()) {
      at = std::find_if(declared.begin(), declared.end(),
                        [&](const auto& d) { return d.name == parameters[i].name; }) -
           declared.begin();
      if (at == declared.size()) {
        std::vector<std::string> known;
        for (const auto& d : declared) known.push_back(d.name);
        return Error::input(fmt::format("'{}' has no parameter '{}'; it has {}", name,
                                        parameters[i].name, fmt::join(known, ", ")));
      }
    }
    if (given[at] != nullptr)
      return Error::input(
          fmt::format("the parameter '{}' of '{}' is given twice", declared[at].name, name));
    given[at] = &parameters[i];
  }
  std::vector<Diagnostic> notes;
  std::vector<ParameterValue> values;
  std::string changed, shown;  // with sets written out; with long ones by their files
  for (size_t i = 0; i < declared.size(); ++i) {
    const bool has_default = !declared[i].number.empty() || !declared[i].set.empty();
    ParameterValue standard;
    if (has_default) {
      Checker(*this, *definition, notes).parameter(declared[i], standard);
    } else {
      standard.is_set = SetUses(declared[i].name).in(definition->syntax);
      if (given[i] == nullptr) {
        return Error::input(fmt::format("'{}' needs its parameter '{}', as in {}[{}]({})", name,
                                        declared[i].name, name, standard.is_set ? "{1, 3, 4}" : "2",
                                        fmt::join(definition->syntax.coordinates, ", ")));
      }
    }
    standard.name = declared[i].name;
    if (given[i] == nullptr) {
      values.push_back(std::move(standard));
      continue;
    }
    ParameterValue value = *given[i];
    value.name = declared[i].name;
    if (value.is_set != standard.is_set) {
      return Error::input(fmt::format("the parameter '{}' of '{}' is a {}, not a {}", value.name,
                                      name, standard.is_set ? "set" : "number",
                                      value.is_set ? "set" : "number"));
    }
    const bool empty_allowed = has_default && standard.is_set && standard.set &&
                               standard.set->size() == 0 && !standard.set->complement;
    const bool is_empty =
        value.is_set && value.set && value.set->size() == 0 && !value.set->complement;
    if (is_empty && !empty_allowed && every_move_chooses_from(definition->syntax, value.name)) {
      return Error::input(fmt::format(
          "the set '{}' of '{}' is empty, so that there would be no move", value.name, name));
    }
    const std::string text = key_of_value(value);
    if (!has_default || text != key_of_value(standard)) {
      const std::string named = declared.size() > 1 || has_default ? value.name + "=" : "";
      shown += (changed.empty() ? "" : ", ") + named + name_of_value(value);
      changed += (changed.empty() ? "" : ", ") + named + text;
    }
    values.push_back(std::move(value));
  }
  const std::string full_name =
      changed.empty() ? std::string(name) : fmt::format("{}[{}]", name, changed);
  if (const auto known = made_.find(full_name); known != made_.end()) return known->second;
  if (rules_.size() >= kMaxRules) {
    return Error::input(
        fmt::format("more than {} games with different parameters; '{}' seems to call itself with "
                    "ever new ones",
                    kMaxRules, name));
  }
  if (has_errors(notes)) return Error{Error::Kind::input, errors_only(notes)};
  // Known before it is filled in, because its moves may lead back to it; and filled in by the
  // outermost call, because games may lead to one another in a long chain.
  const size_t rules_before = rules_.size();
  Rule& rule = rules_.emplace_back();
  rule.full_name = shown.empty() ? std::string(name) : fmt::format("{}[{}]", name, shown);
  rule.name = definition->syntax.name;
  rule.coordinates = coordinates_of(definition->syntax);
  made_[full_name] = &rule;
  waiting_.push_back({&rule, definition, std::move(values)});
  if (filling_) return &rule;
  filling_ = true;
  while (!waiting_.empty() && !has_errors(notes) && !cut_short_) {
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    Checker(*this, *next.definition, notes).make(next.values, *next.rule);
  }
  filling_ = false;
  if (!has_errors(notes) && !cut_short_) return &rule;
  waiting_.clear();
  while (rules_.size() > rules_before) {
    std::erase_if(made_, [&](const auto& entry) { return entry.second == &rules_.back(); });
    rules_.pop_back();
  }
  if (cut_short_) return budget_->why();
  return Error{Error::Kind::input, errors_only(notes)};
}

Attempt<ParameterValue> Rulebook::parameter_value(const ParameterSyntax& syntax,
                                                  std::string_view source, std::string_view text) {
  Definition definition;
  definition.source =
      std::make_shared<SourceText>(SourceText{std::string(source), std::string(text)});
  std::vector<Diagnostic> notes;
  ParameterValue value;
  const bool is_well = Checker(*this, definition, notes).parameter(syntax, value);
  if (cut_short_) return budget_->why();
  if (!is_well) return Error{Error::Kind::input, errors_only(notes)};
  return value;
}

}  // namespace grundy
