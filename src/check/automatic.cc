#include "check/automatic.h"

#include <fmt/format.h>

#include "check/digit_rule.h"
#include "check/subject.h"

namespace grundy {
namespace digits {
namespace {

constexpr int kMostArity = 8;

class Statements {
 public:
  Statements(const Certificate& c, std::vector<Inclusion>& inclusions, const Budget& budget)
      : c_(c), inclusions_(inclusions), budget_(budget) {}

  Attempt<Judgement> state() {
    if (!read()) return judgement_;
    for (const MoveLine& line : rule_->moves) {
      if (!line_is_right(line)) return finish();
    }
    if (!values_ && !losing_cover()) return finish();
    if (values_ && !value_covers()) return finish();
    return Judgement{true, 0, ""};
  }

 private:
  Attempt<Judgement> finish() {
    if (budget_.spent()) return budget_.why();
    return judgement_;
  }

  bool reject(size_t line, std::string why, bool decided = true) {
    judgement_ = {false, line, std::move(why), decided};
    return false;
  }

  bool read() {
    if (const auto bad = subject_.read(c_)) return reject(bad->line, bad->reason);
    rule_ = &subject_.rule();
    if (rule_->is_alias || rule_->moves_by_code || rule_->arity() == 0 ||
        rule_->arity() > kMostArity)
      return reject(c_.game_line, "the game has no move lines of its own, or too many coordinates");
    auto system = System::of(c_.system.numbers);
    if (!system) return reject(c_.system.line, "the numbers name no numeration");
    system_ = *std::move(system);
    if (c_.law.numbers.size() != 1 || c_.law.numbers[0] < 0 || c_.law.numbers[0] > 2)
      return reject(c_.law.line,
                    "the law is 0, losing positions, 1, values, or 2, powers of 2 by the values");
    values_ = c_.law.numbers[0] != 0;
    powers_ = c_.law.numbers[0] == 2;
    if (powers_ && c_.system.numbers != std::vector<int64_t>{2})
      return reject(c_.law.line, "powers of 2 are read in base 2");
    if (!read_domain()) return false;
    arity_ = static_cast<int>(rule_->arity());
    table_.letters = 1;
    for (int i = 0; i < arity_ + (values_ ? 1 : 0) && table_.letters <= kMostLetters; ++i)
      table_.letters *= static_cast<size_t>(system_.digits);
    if (table_.letters > kMostLetters || c_.states.empty())
      return reject(c_.law.line, "the automaton has no states, or reads too many numbers");
    for (const Row& row : c_.states) {
      if (row.numbers.size() != table_.letters + 1)
        return reject(row.line, "a state has a target for each letter");
      if (row.numbers[0] != 0 && row.numbers[0] != 1)
        return reject(row.line, "a state accepts, 1, or does not, 0");
      table_.accepting.push_back(row.numbers[0] == 1);
      for (size_t i = 1; i < row.numbers.size(); ++i) {
        if (row.numbers[i] < 0 || row.numbers[i] >= static_cast<int64_t>(c_.states.size()))
          return reject(row.line, "a target is no state");
        table_.target.push_back(static_cast<uint32_t>(row.numbers[i]));
      }
    }
    if (table_.target[0] != 0)
      return reject(c_.states[0].line, "leading zeros leave the first state");
    for (const Row& row : c_.measures) {
      if (!row.numbers.empty() && row.numbers.size() != rule_->arity())
        return reject(row.line, "a measure has a factor for each coordinate");
      for (const int64_t n : row.numbers) {
        if (n < 0 || n > 1000) return reject(row.line, "a factor is beyond 0 to 1000");
      }
    }
    return true;
  }

  bool read_domain() {
    if (c_.where.empty()) return true;
    const std::string text = fmt::format("game domain({})\n  -> 0  if {}\n",
                                         fmt::join(rule_->coordinates, ", "), c_.where);
    if (const auto bad = domain_subject_.read(text, c_.where_line, "domain", c_.where_line))
      return reject(c_.where_line, bad->reason);
    if (domain_subject_.rule().moves.size() != 1)
      return reject(c_.where_line, "no position meets the condition");
    domain_ = &domain_subject_.rule().moves[0];
    return true;
  }

  /// The coordinates on these tracks are of the domain; or not.
  bool add_domain(Machine& machine, const std::vector<int>& coordinates, int& tracks, bool inside,
                  std::vector<Node>& to) {
    if (domain_ == nullptr) return true;
    std::string reason;
    auto read = read_conditions(machine, *domain_, coordinates, tracks, reason);
    if (!read) return reject(c_.where_line, "the domain is beyond this checker: " + reason, false);
    to.push_back(std::move(read->definitions));
    to.push_back(inside ? std::move(read->holds) : no(std::move(read->holds)));
    return true;
  }

  std::vector<int> here() const {
    std::vector<int> result;
    for (int i = 0; i < arity_; ++i) result.push_back(i);
    return result;
  }
  static std::vector<int> with(std::vector<int> tracks, int one) {
    tracks.push_back(one);
    return tracks;
  }

  /// No tuple makes it true; otherwise the certificate is rejected with this reason.
  bool impossible(Machine& machine, const Node& root, size_t line, const std::string& flaw) {
    std::string trouble;
    const auto found = explore(machine, root, true, trouble, budget_);
    if (!found) return reject(line, "too hard to decide whether " + flaw + ": " + trouble, false);
    return found->accepting.back() ? reject(line, flaw) : true;
  }

  /// The measures of y are not lower than those of x.
  Node not_lower(Machine& machine, const std::vector<int>& y) const {
    Node result = all({});  // of no measures: equal
    for (size_t i = c_.measures.size(); i-- > 0;) {
      const std::vector<int64_t>& factors = c_.measures[i].numbers;
      Node above, same;
      if (!factors.empty()) {
        Sum difference;
        for (size_t j = 0; j < factors.size(); ++j)
          difference = difference + factors[j] * (track(static_cast<int>(j)) + -1 * track(y[j]));
        above = machine.at_most_zero(difference + number(1));
        same = machine.zero(difference);
      } else {
        above = greatest_above(machine, y, here());
        same = all({no(above), no(greatest_above(machine, here(), y))});
      }
      result = any({std::move(above), all({std::move(same), std::move(result)})});
    }
    return result;
  }
  static Node greatest_above(Machine& machine, const std::vector<int>& a,
                             const std::vector<int>& b) {
    std::vector<Node> some;
    for (const int x : a) {
      std::vector<Node> above;
      for (const int y : b)
        above.push_back(machine.at_most_zero(track(y) + -1 * track(x) + number(1)));
      some.push_back(all(std::move(above)));
    }
    return any(std::move(some));
  }

  std::optional<LineReading> reading(Machine& machine, const MoveLine& line) {
    std::string reason;
    auto result = read_line(machine, *rule_, line, reason);
    if (!result)
      reject(c_.rule_line, "a line of the rule is beyond this checker: " + reason, false);
    return result;
  }

  /// The option's value, or that it is lost, joined to the line; `value` is the option's value's
  /// track.
  Node option_is(Machine& machine, const LineReading& line, int& tracks, int value) const {
    if (line.parts.empty())
      return values_ ? machine.zero(track(value) + number(powers_ ? -1 : 0)) : all({});
    std::vector<Node> nodes;
    int sum = -1;
    for (size_t p = 0; p < line.parts.size(); ++p) {
      if (!values_) {
        nodes.push_back(machine.law(table_, line.parts[p]));
        continue;
      }
      const int own = line.parts.size() == 1 ? value : tracks++;
      nodes.push_back(machine.law(table_, with(line.parts[p], own)));
      if (p == 0) {
        sum = own;
        continue;
      }
      const int total = p + 1 == line.parts.size() ? value : tracks++;
      nodes.push_back(machine.nim_sum(sum, own, total));
      sum = total;
    }
    return all(std::move(nodes));
  }

  bool line_is_right(const MoveLine& line) {
    const size_t at = c_.rule_line;
    {
      Machine probe(system_);
      const auto read = reading(probe, line);
      if (!read) return false;
      if (read->parts.size() > 1 && (!values_ || powers_ || system_.recurrence.size() > 1 ||
                                     (system_.digits & (system_.digits - 1)) != 0))
        return reject(at, "a move leads to a sum: this needs values, in base 2");
      probe.set_tracks(read->tracks);
      for (const Node& obligation : read->impossible) {
        if (!impossible(probe, obligation, at, "a term of the rule may be negative")) return false;
      }
    }
    for (size_t p = 0; p < line.parts.size(); ++p) {
      if (!part_is_right(line, p)) return false;
    }
    Machine machine(system_);
    const auto read = reading(machine, line);
    int tracks = read->tracks;
    const int value = values_ ? tracks++ : -1;
    std::vector<Node> nodes{read->legal, option_is(machine, *read, tracks, value),
                            machine.law(table_, values_ ? with(here(), value) : here())};
    if (!add_domain(machine, here(), tracks, true, nodes)) return false;
    machine.set_tracks(tracks);
    return impossible(machine, all(std::move(nodes)), c_.states[0].line,
                      values_ ? "an option has its position's value"
                              : "a losing position has a move to another one");
  }

  /// The move lowers the measures, and leads to a position of the domain.
  bool part_is_right(const MoveLine& line, size_t part) {
    Machine machine(system_);
    const auto read = reading(machine, line);
    std::vector<Node> sinks{read->legal, not_lower(machine, read->parts[part])};
    int tracks = read->tracks;
    if (!add_domain(machine, here(), tracks, true, sinks)) return false;
    machine.set_tracks(tracks);
    if (!impossible(machine, all(std::move(sinks)), c_.rule_line,
                    "a move does not lower the measures"))
      return false;
    if (domain_ == nullptr) return true;
    Machine other(system_);
    const auto again = reading(other, line);
    std::vector<Node> leaves{again->legal};
    tracks = again->tracks;
    if (!add_domain(other, here(), tracks, true, leaves) ||
        !add_domain(other, again->parts[part], tracks, false, leaves))
      return false;
    other.set_tracks(tracks);
    return impossible(other, all(std::move(leaves)), c_.where_line, "a move leaves the domain");
  }

  /// The side of an inclusion that is given, of tracks 0, 1, …; the other side's products follow.
  bool begin(Machine& machine, const Node& root, const char* flaw) {
    std::string trouble;
    auto a = explore(machine, root, false, trouble, budget_);
    if (!a) return reject(c_.states[0].line, "too hard to search: " + trouble, false);
    inclusions_.push_back({*std::move(a), {}, {}, flaw});
    return true;
  }
  bool add(Machine& machine, const Node& root, const std::vector<int>& kept) {
    std::string trouble;
    auto r = explore(machine, root, false, trouble, budget_);
    if (!r) return reject(c_.states[0].line, "too hard to search: " + trouble, false);
    inclusions_.back().r.push_back(*std::move(r));
    inclusions_.back().letters_of.push_back(letters_by_kept(machine, kept));
    return true;
  }

  /// Each line as a product that looks for an option: lost, or of the value on the last kept track.
  bool add_lines(std::vector<int> kept) {
    for (const MoveLine& line : rule_->moves) {
      Machine machine(system_);
      const auto read = reading(machine, line);
      int tracks = read->tracks;
      const int value = values_ ? tracks++ : -1;
      Node option = option_is(machine, *read, tracks, value);
      machine.set_tracks(tracks);
      if (values_) kept[static_cast<size_t>(arity_) + 1] = value;
      if (!add(machine, all({read->legal, std::move(option)}), kept)) return false;
    }
    return true;
  }

  /// Tracks that the lines of the rule do not read.
  static std::vector<int> padded(std::vector<int> kept, int tracks) {
    kept.resize(static_cast<size_t>(tracks), -1);
    return kept;
  }

  bool losing_cover() {
    Machine machine(system_);
    int tracks = arity_;
    std::vector<Node> nodes{no(machine.law(table_, here()))};
    if (!add_domain(machine, here(), tracks, true, nodes)) return false;
    machine.set_tracks(tracks);
    return begin(machine, all(std::move(nodes)),
                 "a position that is not lost has no move to a lost one") &&
           add_lines(padded(here(), tracks));
  }

  bool value_covers() {
    const int v = arity_, w = arity_ + 1;
    {
      Machine two(system_);
      int tracks = arity_ + 2;
      std::vector<Node> twice{two.law(table_, with(here(), v)), two.law(table_, with(here(), w)),
                              two.at_most_zero(track(w) + -1 * track(v) + number(1))};
      if (!add_domain(two, here(), tracks, true, twice)) return false;
      two.set_tracks(tracks);
      if (!impossible(two, all(std::move(twice)), c_.states[0].line, "a position has two values"))
        return false;
    }
    if (powers_) {
      Machine odd(system_);
      int tracks = arity_ + 1;
      std::vector<Node> nodes{odd.law(table_, with(here(), v)), no(odd.power(v, 2))};
      if (!add_domain(odd, here(), tracks, true, nodes)) return false;
      odd.set_tracks(tracks);
      if (!impossible(odd, all(std::move(nodes)), c_.states[0].line, "a number is no power of 2"))
        return false;
    }
    Machine any_position(system_);
    int tracks = arity_;
    std::vector<Node> nodes;
    if (!add_domain(any_position, here(), tracks, true, nodes)) return false;
    any_position.set_tracks(tracks);
    if (!begin(any_position, all(std::move(nodes)), "a position has no value")) return false;
    Machine valued(system_);
    valued.set_tracks(arity_ + 1);
    const Node has = valued.law(table_, with(here(), v));
    if (!add(valued, has, padded(here(), tracks))) return false;
    Machine smaller(system_);
    tracks = arity_ + 2;
    nodes = {smaller.law(table_, with(here(), v)),
             smaller.at_most_zero(track(w) + -1 * track(v) + number(1))};
    if (powers_) nodes.push_back(smaller.power(w, 2));
    if (!add_domain(smaller, here(), tracks, true, nodes)) return false;
    smaller.set_tracks(tracks);
    return begin(smaller, all(std::move(nodes)), "a smaller value is the value of no option") &&
           add_lines(padded(here(), tracks));
  }

  const Certificate& c_;
  std::vector<Inclusion>& inclusions_;
  const Budget& budget_;
  Judgement judgement_;
  Subject subject_;
  const Rule* rule_ = nullptr;
  System system_;
  Table table_;
  Subject domain_subject_;
  // A line whose conditions are the domain's; null: all positions.
  const MoveLine* domain_ = nullptr;
  bool values_ = false;
  bool powers_ = false;
  int arity_ = 0;
};

}  // namespace
}  // namespace digits

Attempt<Judgement> state_inclusions(const Certificate& certificate,
                                    std::vector<digits::Inclusion>& inclusions,
                                    const Budget& budget) {
  return digits::Statements(certificate, inclusions, budget).state();
}

Attempt<Judgement> check_automatic(const Certificate& certificate, const Budget& budget) {
  std::vector<digits::Inclusion> inclusions;
  Attempt<Judgement> stated = state_inclusions(certificate, inclusions, budget);
  if (!stated || !stated->accepted) return stated;
  if (certificate.covers.size() != inclusions.size())
    return rejected(certificate.law.line,
                    fmt::format("the law needs {} covers", inclusions.size()));
  for (size_t i = 0; i < inclusions.size(); ++i) {
    Judgement judgement = digits::check_cover(certificate.covers[i], inclusions[i], budget);
    if (budget.spent()) return budget.why();
    if (!judgement.accepted) return judgement;
  }
  return Judgement{true, 0, ""};
}

}  // namespace grundy
