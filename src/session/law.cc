#include "session/law.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/board/word_search.h"
#include "engine/plan.h"
#include "language/board_text.h"
#include "language/term_text.h"
#include "proof/automatic_export.h"
#include "proof/claim.h"
#include "proof/lean_export.h"
#include "proof/parametric.h"
#include "proof/prove.h"
#include "proof/theorem_text.h"
#include "proof/theorem_words.h"
#include "rewriting/apart.h"
#include "rewriting/list_places.h"
#include "rewriting/list_strip.h"
#include "rewriting/strip_heads.h"
#include "rewriting/strip_runs.h"
#include "rewriting/targets.h"
#include "rule/print_board.h"
#include "session/json.h"
#include "session/list_law.h"
#include "session/list_letters.h"
#include "session/outcomes.h"

namespace grundy {
namespace {

Attempt<FoundLaw> law_for_letters(Session& session, std::string_view game,
                                  const LawQuestion& question, Budget& budget) {
  const Attempt<std::vector<std::string>> letters = read_letters(*question.letters);
  if (!letters) return letters.error();
  Attempt<LetteredGame> lettered = lettered_game(session.rulebook(), game, *letters);
  if (!lettered) return std::move(lettered).error();
  auto kept = std::make_unique<const LetteredGame>(*std::move(lettered));
  Attempt<Theorem> theorem =
      prove_for_letters(*kept, {question.formula, question.where}, ProveOptions(), budget);
  if (!theorem) return std::move(theorem).error();
  return FoundLaw{*std::move(theorem), std::move(kept)};
}

/// A game of numbers, or what lists of a fixed length are as such.
Attempt<LetteredLists> asked_game(Session& session, std::string_view game, Budget& budget) {
  if (has_letters(game)) return read_lettered_lists(session, game, budget);
  const Attempt<const Rule*> rule = session.game(game, budget, Asks::outcomes);
  if (!rule) return rule.error();
  if (auto free = needs_free_replies(**rule, "a law"); !free) return std::move(free).error();
  const OutcomeFacts facts = outcome_facts(session.rulebook(), **rule);
  return LetteredLists{*rule, nullptr, {}, facts.outcomes_only, facts.has_sides, {}, {}};
}

/// Null where the text is not the name of a game of lists.
const BoardGame* lists_named(Session& session, std::string_view text, Budget& budget) {
  if (has_letters(text)) return nullptr;
  const Attempt<const Rule*> rule = session.named_game(text, budget);
  if (!rule || !(*rule)->board) return nullptr;
  const BoardRule& board = *(*rule)->board;
  if (board.has_board() || std::none_of(board.kinds.begin(), board.kinds.end(), is_list))
    return nullptr;
  return &board_game(session.games(), **rule);
}

/// Null where the text is not the name of a game on strips that has no coordinates.
const Rule* strip_named(Session& session, std::string_view text, Budget& budget) {
  if (has_letters(text)) return nullptr;
  const Attempt<const Rule*> rule = session.named_game(text, budget);
  const bool is_strip = rule && (*rule)->board && (*rule)->arity() == 0 &&
                        (*rule)->board->space.kind == SpaceKind::strip;
  return is_strip ? *rule : nullptr;
}

/// Of a game on words; nothing where the text is the name of no such game.
Attempt<std::optional<Theorem>> law_of_words(Session& session, std::string_view text,
                                             const LawQuestion& question, Budget& budget) {
  std::optional<Theorem> none;
  if (has_letters(text)) return none;
  const Attempt<const Rule*> rule = session.named_game(text, budget);
  if (!rule || !(*rule)->board || (*rule)->board->space.kind != SpaceKind::word) return none;
  if (question.formula || question.upto || question.where || !question.checkpoint.empty())
    return Error::input(
        "of a game on words `prove` takes neither --formula nor --upto, --where or --checkpoint");
  if (auto values = has_values(session.rulebook(), **rule); !values)
    return std::move(values).error();
  const Attempt<std::unique_ptr<WordSearch>> search = WordSearch::of(**rule);
  std::optional<LawInWords> law;
  if (search) {
    Attempt<std::optional<LawInWords>> found = (*search)->law(budget);
    if (!found) return std::move(found).error();
    law = *std::move(found);
  }
  if (!law)
    return Error::declined(fmt::format(
        "no law of all words of '{}' is known; `value` tells that of one word, such as {}", text,
        example_position(**rule)));
  return std::optional(Theorem{*rule, *std::move(law), Proved{ProofInWords{}}});
}

/// The rule, or where a number of equal parts is not written out, the one with the same values that
/// has one or two.
const Rule& without_copies(Session& session, const Rule& rule) {
  return has_repeated_parts(rule) ? session.games().copies().cancelled(rule, Copies::Remaining::two)
                                  : rule;
}

/// What an engine knows in words, where no law has a proof that is more than words.
std::optional<Theorem> law_in_words(const Game& game, const Rule& rule, Budget& budget) {
  Plan plan(game, Plan::Engines::laws);
  std::optional<LawInWords> law = plan.law(budget);
  if (!law) return std::nullopt;
  return Theorem{&rule, *std::move(law), Proved{ProofInWords{}}};
}
std::optional<Theorem> law_in_words(Session& session, const Rule& rule, Budget& budget) {
  if (rule.is_alias || rule.board) return std::nullopt;
  return law_in_words(session.games().of(rule), rule, budget);
}

/// Whether it is proved who wins, and no value.
bool tells_only_who_wins(const Theorem& theorem) {
  if (theorem.outcomes() != nullptr) return true;
  const auto* automaton = theorem.proof<AutomaticProof>();
  const auto* statement = std::get_if<AutomaticStatement>(&theorem.statement);
  return (statement != nullptr && !statement->lost_if.empty()) ||
         (automaton != nullptr && automaton->law.kind == automatic::LawKind::losing);
}

/// The law of the values, and what is proved of who wins where that is one condition.
Theorem with_who_wins(const Theorem& values, const Theorem& outcomes) {
  Theorem result = values;
  const auto* statement = std::get_if<AutomaticStatement>(&outcomes.statement);
  if (statement == nullptr || statement->lost_if.empty()) return result;
  LawInWords law = *values.in_words();
  law.says += fmt::format("\n{} is lost for the mover exactly if {}; --out certifies that.",
                          position_name(outcomes), statement->lost_if);
  result.statement = std::move(law);
  return result;
}

/// What a strip is the sum of, and why.
struct StripParts {
  std::unique_ptr<const Rule> heap;
  std::string what;  // "run of n letters X"
  std::string why;
};
constexpr const char* kWhyHeads =
    "A coin that is turned twice is as before, and two equal games cancel; so a position is the "
    "sum of its heads (Lenstra).";
std::optional<StripParts> parts_of_runs(const Rule& strip, bool is_of_list) {
  auto runs = strip_runs(strip);
  if (!runs) return std::nullopt;
  const char live = letter_of(runs->live);
  return StripParts{std::move(runs->rule),
                    is_of_list ? fmt::format("run of n {}", live == '.' ? "zeros" : "ones")
                               : fmt::format("run of n letters {}", live),
                    "No move sees more than one run, and its letters are alike; so a position is "
                    "the sum of its runs."};
}
std::optional<StripParts> parts_of_heads(const Rule& strip) {
  auto heads = strip_heads(strip);
  if (!heads || !heads->is_sum) return std::nullopt;
  return StripParts{std::move(heads->rule),
                    fmt::format("letter {} at place n{}", letter_of(heads->head),
                                heads->from_left ? "" : ", counted from the right,"),
                    kWhyHeads};
}

/// A law of the values: one that is proved, or what an engine knows.
std::optional<Theorem> law_of_values(Session& session, const Rule& rule,
                                     const ProveOptions& options, Budget& budget) {
  Attempt<Theorem> proved = prove(rule, options, budget);
  const bool has_values = proved && proved->is_proved() &&
                          !std::holds_alternative<AutomaticStatement>(proved->statement);
  return has_values ? *std::move(proved) : law_in_words(session, rule, budget);
}

/// The law of lists that are the sums of their numbers, by that of a number.
std::optional<Theorem> law_of_elements(Session& session, const BoardGame& lists, Budget& budget) {
  const RuleGame* element = lists.element();
  if (element == nullptr || element->is_endless()) return std::nullopt;
  const auto part = law_of_values(session, *element->rule(), ProveOptions(), budget);
  if (!part) return std::nullopt;
  return Theorem{&lists.board_rule(),
                 LawInWords{fmt::format("The value is the nim-sum of those of the list's numbers.\n"
                                        "A number is played as {}:\n{}",
                                        position_name(*part), statement(*part)),
                            "Each move puts others in the place of one number, by terms of it "
                            "alone; so a list is the sum of its numbers. The law of a number is "
                            "proved alone."},
                 Proved{ProofInWords{}}};
}

/// The law of a strip, or of lists that are one, by that of its runs or heads.
std::optional<Theorem> law_of_strip(Session& session, const Rule& rule, Budget& budget) {
  std::optional<StripParts> parts;
  if (rule.board->space.kind == SpaceKind::strip) {
    parts = parts_of_runs(rule, false);
    if (!parts) parts = parts_of_heads(rule);
  } else if (auto coins = coin_rule(rule)) {
    parts = StripParts{std::move(coins), "number 1", kWhyHeads};
  } else if (const auto strip = list_strip(rule, 1);
             strip && strip->space == SpaceKind::strip && !strip->has_margin()) {
    parts = parts_of_runs(*strip->rule, true);
  }
  if (!parts) return std::nullopt;
  const auto part = law_of_values(session, *parts->heap, ProveOptions(), budget);
  if (!part) return std::nullopt;
  return Theorem{
      &rule,
      LawInWords{fmt::format("The value{} is the nim-sum of those of its parts.\nA {} is played "
                             "as {}:\n{}",
                             rule.board->has_board() ? "" : " of a list of 0 and 1", parts->what,
                             position_name(*part), statement(*part)),
                 parts->why + " The law of a part is proved alone."},
      Proved{ProofInWords{}}};
}

/// Where numbers are played apart: the laws of the values of each part, if they are all proved.
std::optional<Theorem> law_of_parts(Session& session, const Rule& rule, const ProveOptions& options,
                                    Budget& budget) {
  std::string laws;
  const std::vector<CoordinateGroup> groups = coordinates_apart(rule);
  for (size_t g = 0; g < groups.size(); ++g) {
    const auto is_same = [&](const CoordinateGroup& one) { return one.rule == groups[g].rule; };
    if (std::any_of(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(g), is_same))
      continue;
    const auto part = law_of_values(session, *groups[g].rule, options, budget);
    if (!part) return std::nullopt;
    std::vector<std::string> alike;
    for (const CoordinateGroup& one : groups) {
      if (!is_same(one)) continue;
      std::vector<std::string> names;
      for (const size_t i : one.coordinates) names.push_back(rule.coordinates[i]);
      const std::string all = fmt::format("{}", fmt::join(names, ", "));
      alike.push_back(names.size() == 1 ? all : "(" + all + ")");
    }
    laws += fmt::format("\n{} {} played as {}:\n{}", fmt::join(alike, " and "),
                        alike.size() == 1 ? "is" : "are", position_name(*part), statement(*part));
  }
  if (laws.empty()) return std::nullopt;
  return Theorem{
      &rule,
      LawInWords{"The value is the nim-sum of those of its numbers, played apart." + laws,
                 "Moves in one part are the same whatever the others are, so that a "
                 "position is the sum of its parts; each part's law is proved alone."},
      Proved{ProofInWords{}}};
}

Attempt<BoardProof> shown(const Attempt<PositionTheorem>& theorem) {
  if (!theorem) return theorem.error();
  BoardProof proof;
  proof.position = theorem->claims.position;
  proof.value = theorem->claims.value == PositionCertificate::kLoony
                    ? Value::loony()
                    : Value(static_cast<uint64_t>(theorem->claims.value));
  proof.statement = statement(theorem->claims);
  proof.text = to_text(*theorem);
  proof.certificate = theorem->certificate;
  JsonWriter json;
  json.begin_object();
  json.key("position").value(proof.position);
  json.key("status").value("proved");
  json.key("theorem").value(proof.statement);
  json.key("value");
  if (proof.value.is_loony()) {
    write_json(json, proof.value);
  } else {
    write_json(json, Natural(proof.value.ordinal().small()));
  }
  json.key("claims").value(uint64_t{theorem->claims.claims.size()});
  proof.json = json.end_object().take() + "\n";
  return proof;
}

/// With the effort of the budget.
Attempt<FoundLaw> law_by_steps(Session& session, std::string_view game, const LawQuestion& question,
                               Budget& budget) {
  if (question.letters) return law_for_letters(session, game, question, budget);
  if (const std::string letters = letters_of_parameters(game); !letters.empty()) {
    LawQuestion with = question;
    with.letters = letters;
    return law_for_letters(session, game, with, budget);
  }
  if (const BoardGame* lists = lists_named(session, game, budget)) {
    if (question.upto || question.where || !question.checkpoint.empty())
      return Error::input("of lists of any length `prove` takes --formula and no other option");
    if (!question.formula) {
      if (auto known = law_in_words(*lists, lists->board_rule(), budget)) {
        known->brackets = brackets_of(lists->board_rule());
        return FoundLaw{*std::move(known)};
      }
      if (auto elements = law_of_elements(session, *lists, budget)) {
        elements->brackets = brackets_of(lists->board_rule());
        return FoundLaw{*std::move(elements)};
      }
      if (auto strip = law_of_strip(session, lists->board_rule(), budget)) {
        strip->brackets = brackets_of(lists->board_rule());
        return FoundLaw{*std::move(strip)};
      }
    }
    Attempt<Theorem> theorem = law_of_lists(*lists, question.formula, budget);
    if (!theorem) return std::move(theorem).error();
    return FoundLaw{*std::move(theorem)};
  }
  if (auto words = law_of_words(session, game, question, budget); !words || *words)
    return words ? Attempt<FoundLaw>(FoundLaw{**std::move(words)}) : std::move(words).error();
  if (const Rule* strip = strip_named(session, game, budget);
      strip != nullptr && !question.formula && !question.upto && !question.where &&
      question.checkpoint.empty()) {
    if (auto known = law_of_strip(session, *strip, budget)) return FoundLaw{*std::move(known)};
  }
  const Attempt<LetteredLists> asked = asked_game(session, game, budget);
  if (!asked) return asked.error();
  const Rule& named = session.with_moves(*asked->rule);
  const Rule& rule = without_copies(session, named);
  if (asked->outcomes_only &&
      (question.upto || (question.formula && question.formula->find("lost:") == std::string::npos)))
    return Error::input(fmt::format(
        "'{}' has no values; a formula of yours says who wins: 'lost: CONDITION'", rule.full_name));
  std::string where = asked->where;
  if (question.where) {
    const std::string theirs = with_names(*question.where, asked->names);
    where = where.empty() ? theirs : fmt::format("{} and ({})", where, theirs);
  }
  const ProveOptions options{question.upto,        question.checkpoint, where,
                             asked->outcomes_only, asked->has_sides,    question.certified};
  Attempt<Theorem> theorem =
      !question.formula
          ? prove(rule, options, budget)
          : prove_claim(rule, with_names(*question.formula, asked->names), options, budget);
  if (!theorem) return std::move(theorem).error();
  if (!theorem->is_proved() && options.is_open() && !question.formula) {
    if (auto known = law_in_words(session, rule, budget)) {
      theorem = *std::move(known);
    } else if (auto parts = law_of_parts(session, rule, options, budget)) {
      theorem = *std::move(parts);
    }
    if (budget.spent()) return budget.why();
  } else if (theorem->is_proved() && options.is_open() && !question.formula &&
             !question.certified && !asked->outcomes_only && tells_only_who_wins(*theorem)) {
    theorem->brackets = asked->brackets;
    auto known = law_in_words(session, rule, budget);
    if (known && known->in_words()->tells_values) theorem = with_who_wins(*known, *theorem);
  }
  if (&rule != &named) {
    if (theorem->outcomes() != nullptr)
      return FoundLaw{unknown(rule, "play need not end, and moves lead to a sum of many parts")};
    theorem->whole = asked->rule;
  }
  theorem->has_sides = asked->has_sides;
  theorem->brackets = asked->brackets;
  if (asked->of != nullptr) theorem->lists = print_board(*asked->of);
  return FoundLaw{*std::move(theorem)};
}

}  // namespace

Attempt<FoundLaw> find_law(Session& session, std::string_view game, const LawQuestion& question,
                           Budget& budget) {
  constexpr uint64_t kTimes = 10;
  const bool grows = question.effort == 0 && budget.has_time_limit() && question.checkpoint.empty();
  std::optional<FoundLaw> found;
  for (uint64_t effort = std::max<uint64_t>(question.effort, 1);; effort *= kTimes) {
    budget.set_effort(effort);
    Attempt<FoundLaw> law = law_by_steps(session, game, question, budget);
    budget.set_effort(1);
    if (!law && found && budget.spent()) return *std::move(found);
    if (!law) return law;
    law->theorem.effort = effort;
    const bool is_settled =
        law->theorem.is_proved() || law->theorem.status() == Theorem::Status::refuted;
    if (is_settled || !grows || effort >= Theorem::kMostEffort) return law;
    found = *std::move(law);
  }
}

Attempt<BoardProof> prove_board(const Question& question, Budget& budget) {
  if (question.parts.size() != 1)
    return Error::input("one position at a time is proved; this is a sum");
  const Position& position = question.parts[0];
  return shown(prove_position(position, budget));
}

Attempt<StripTheorem> prove_boards(Session& session, const std::string& family, Budget& budget) {
  const std::string name = family.substr(0, family.find_first_of("([ "));
  if (family.substr(name.size(), 1) != "(")
    return Error::declined("boards of every length are proved of games without parameters");
  const Attempt<const Rule*> rule = session.rulebook().rule(name);
  if (!rule) return rule.error();
  if (auto free = needs_free_replies(**rule, "a proof"); !free) return std::move(free).error();
  return prove_strip(**rule, family, budget);
}

std::string to_json(const StripTheorem& theorem) {
  const StripCertificate& claims = theorem.claims;
  JsonWriter json;
  json.begin_object();
  json.key("boards").value(claims.family);
  json.key("status").value("proved");
  json.key("theorem").value(statement(claims));
  json.key("first").value(static_cast<uint64_t>(claims.first()));
  json.key("preperiod").value(static_cast<uint64_t>(claims.law_preperiod));
  json.key("period").value(static_cast<uint64_t>(claims.law_period));
  json.key("values").begin_array();
  for (const int64_t value : claims.values) json.value(static_cast<uint64_t>(value));
  json.end_array();
  json.key("kinds").value(uint64_t{claims.parts.size()});
  return json.end_object().take() + "\n";
}

Attempt<std::string> exported(const Theorem& theorem, std::string_view decider,
                              const Budget& budget) {
  if (decider == "lean") return lean_statement(theorem);
  const auto* automaton = theorem.proof<AutomaticProof>();
  if (automaton == nullptr)
    return Error::declined(
        fmt::format("{} has no law by digits to export", theorem.rule->full_name));
  return exported(*theorem.rule, *automaton, decider, budget);
}

}  // namespace grundy
