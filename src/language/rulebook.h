// All the games that can be named: rule files read, checked, and made into Rules for given
// parameters.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/reader.h"
#include "language/parse.h"
#include "rule/rule.h"

namespace grundy {

/// A parameter's value, as filled in.
struct ParameterValue {
  std::string name;  // empty: by place
  bool is_set = false;
  int64_t number = 0;
  SetPointer set;
  std::string file;  // of a set that a file alone gives
  // Both ends, of a set {a..b} that is too long to be listed; there is no `set` then.
  std::vector<int64_t> interval;
  Span span;
};

/// A game as its file defines it.
struct Definition {
  std::shared_ptr<const SourceText> source;
  GameSyntax syntax;
  std::vector<LetSyntax> file_lets;
  bool builtin = false;
};

/// The coordinates of the Rule: those that are written and, where Left and Right have moves of
/// their own, whose turn it is.
std::vector<std::string> coordinates_of(const GameSyntax& syntax);

class Rulebook {
 public:
  /// Knows the built-in games. Their files are read once, when a game of theirs is first asked for
  /// (a test sees to it that they give no errors and no warnings).
  Rulebook();
  Rulebook(const Rulebook&) = delete;
  Rulebook& operator=(const Rulebook&) = delete;

  /// Reads a rule file; a game of the same name as a built-in one takes its place. Either all games
  /// are taken or none.
  Attempt<void> load_file(const std::string& path);
  Attempt<void> load_text(std::string name, std::string text);
  /// A game whose syntax is at hand; it takes the place of one of the same name.
  void define(Definition definition);
  /// From now on sets are not read from files: a rule that came with a certificate does not say
  /// what is opened.
  void refuse_files() { reads_files_ = false; }
  /// While it lives, reading and checking rules asks the budget, and ends with its error.
  class Limits {
   public:
    Limits(Rulebook& book, Budget& budget);
    ~Limits();
    Limits(const Limits&) = delete;
    Limits& operator=(const Limits&) = delete;

   private:
    Rulebook& book_;
    Budget* const before_;
  };
  /// Warnings of legal lines that are surely slips, found since the last call.
  std::vector<Diagnostic> take_warnings() { return std::move(warnings_); }

  /// The names of all games in alphabetical order.
  std::vector<std::string> names() const;
  const Definition* find(std::string_view name) const;
  /// "; did you mean 'kayles'?" for the nearest of the names in reach, or nothing.
  std::string suggestion(std::string_view name, const std::vector<std::string>& more = {}) const;

  /// The Rule of a game with these parameters (in the order of the declaration or by name; those
  /// left out have their defaults). Errors carry no place; the caller adds it. Rules live as long
  /// as the Rulebook, and equal parameters give the same Rule.
  Attempt<const Rule*> rule(std::string_view name,
                            const std::vector<ParameterValue>& parameters = {});
  /// octal[0.137] and code[0.3F!]: the Rule of a take-and-break code, see rule/heap_code.h; `octal`
  /// takes one digit before the point and digits 0 to 7. Errors are located in `code`.
  Attempt<const Rule*> code_rule(std::string_view name, std::string_view code);

  /// The set or number a parameter's syntax stands for; errors are located in `text`.
  Attempt<ParameterValue> parameter_value(const ParameterSyntax& syntax, std::string_view source,
                                          std::string_view text);

 private:
  friend class Checker;
  /// Counts a step of the work, and asks the budget once in a while.
  bool is_spent();
  void set_budget(Budget* budget);
  /// The set in a file, which is read again only if the file has changed.
  struct FileSet {
    FileStamp stamp;
    SetPointer set;
    size_t number = 0;  // equal sets have equal numbers
  };
  SetPointer known_set(const std::string& path) const;
  void keep_set(const std::string& path, const FileStamp& stamp, const SetPointer& set);
  /// The value as part of a rule's name in made_: equal for equal values.
  std::string key_of_value(const ParameterValue& value) const;
  std::shared_ptr<const Definition> definition(std::string_view name) const;
  Attempt<void> load(const std::shared_ptr<const SourceText>& source, bool builtin);
  /// Errors for other names that lead back to themselves; `loaded` are the games of the file at
  /// hand.
  void check_aliases(const std::set<std::string>& loaded, std::vector<Diagnostic>& found) const;

  // Null: built in.
  std::map<std::string, std::shared_ptr<const Definition>, std::less<>> definitions_;
  std::map<std::string, const Rule*, std::less<>> made_;  // by definition and parameters
  bool reads_files_ = true;
  Budget* budget_ = nullptr;                  // null: no limits
  uint32_t steps_ = 0;                        // since it was asked
  bool cut_short_ = false;                    // it was spent; what was made then is not whole
  std::map<std::string, FileSet> file_sets_;  // by path
  size_t sets_read_ = 0;
  std::deque<Rule> rules_;
  struct Waiting {
    Rule* rule;
    std::shared_ptr<const Definition> definition;
    std::vector<ParameterValue> values;
  };
  std::deque<Waiting> waiting_;  // rules to be filled in
  bool filling_ = false;
  std::vector<Diagnostic> warnings_;
};

/// The place of an error of code_rule in the text that has the code at `code`.
Span place_in_code(Span code, const Error& error);

}  // namespace grundy
