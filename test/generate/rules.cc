#include "generate/rules.h"

#include <algorithm>
#include <utility>

namespace grundy::generate {
namespace {

using Names = std::vector<std::string>;

/// What every move is made to lower.
enum class Measure {
  none,
  total,          // the sum of the coordinates
  lexicographic,  // the coordinates in their order
  weighted,       // twice the first plus the others
  rising,         // the distance of the coordinates from a ceiling
};

class Writer {
 public:
  explicit Writer(uint64_t seed, bool has_folds = false) : random_(seed), has_folds_(has_folds) {}

  RandomRules file();
  RandomOutcomes outcomes();
  RandomOutcomes far_outcomes();

 private:
  // Chance. The standard distributions differ from one library to the next, so none of them is
  // used.
  size_t below(size_t n) { return static_cast<size_t>(random_() % n); }
  bool chance(size_t percent) { return below(100) < percent; }
  const std::string& pick(const Names& names) { return names[below(names.size())]; }
  template <size_t N>
  std::string one_of(const char* const (&choices)[N]) {
    return choices[below(N)];
  }
  std::string number(size_t below_this) { return std::to_string(below(below_this)); }
  std::string fresh() { return "k" + std::to_string(next_name_++); }

  std::string term(size_t depth);
  std::string plain_term();
  std::string atom();
  std::string condition(size_t depth);
  std::string comparison();
  std::string set_literal();
  std::string pair_set();
  std::string quantifier();
  std::string fold(size_t depth);
  std::string binder();
  void bound(const std::string& name);
  std::string target(const std::string& removed);
  std::string part(const RandomGame& from, Names& conditions);
  std::string sum_part(const RandomGame& from);
  std::string falls(const Names& before, const Names& after);
  std::string measure(const Names& values);
  std::string line(const RandomGame& game);
  Names begin_game(size_t arity);
  std::string header(const Names& parameters, const std::string& name) const;
  struct OwnedLine {
    enum class By { either, left, right };
    By by = By::either;
    std::string text;
  };
  // Whether the player to move wins; where it holds.
  using Ends = std::vector<std::pair<bool, std::string>>;
  OwnedLine::By owner(bool has_sides, bool is_first);
  RandomOutcomes together(const Names& parameters, const std::string& lets, const Ends& ends,
                          const std::vector<OwnedLine>& lines);
  std::string far_line();
  void game(const RandomGame& game, std::string& text);

  std::mt19937_64 random_;
  bool has_folds_;
  RandomRules result_;
  Measure measure_ = Measure::none;
  Names coordinates_;       // of the game being written
  Names terms_;             // let terms and parameters
  Names bound_;             // variables of the line being written
  Names extra_conditions_;  // that the line needs
  size_t next_name_ = 0;
  size_t unbounded_ = 0;
  bool has_set_ = false;       // a parameter S
  bool single_parts_ = false;  // lines lead to one position, or to the game that is over
};

std::string join(const Names& list, const std::string& between) {
  std::string text;
  for (const std::string& one : list) text += (text.empty() ? "" : between) + one;
  return text;
}

std::string Writer::atom() {
  const size_t kind = below(10);
  if (kind < 4 && !bound_.empty()) return pick(bound_);
  if (kind < 8) return pick(coordinates_);
  if (kind < 9 && !terms_.empty()) return pick(terms_);
  return number(5);
}

std::string Writer::plain_term() {
  switch (below(6)) {
    case 0:
      return atom() + " + " + number(4);
    case 1:
      return atom() + " - " + number(4);
    case 2:
      return atom() + " + " + atom();
    case 3:
      return std::to_string(1 + below(3)) + "*" + atom();
    default:
      return atom();
  }
}

std::string Writer::term(size_t depth) {
  if (depth == 0) return plain_term();
  auto inner = [&] {
    const std::string text = term(depth - 1);
    return text.find(' ') == std::string::npos && chance(70) ? text : "(" + text + ")";
  };
  auto list = [&] {
    std::string text = term(depth - 1) + ", " + term(depth - 1);
    if (chance(20)) text += ", " + atom();
    return text;
  };
  switch (below(has_folds_ ? 24 : 22)) {
    case 23:  // powers that may be beyond 64 bits
      return inner() + one_of({"/", " % ", " & "}) + one_of({"2**(", "10**(", "3**("}) +
             one_of({"1", "7", "20"}) + "*" + atom() + ")";
    case 22:
      return fold(depth - 1);
    case 18:
      return inner() + one_of({" & ", " | "}) + inner();
    case 19:
      return inner() + one_of({" << ", " >> "}) + (chance(50) ? number(4) : "(" + atom() + " % 5)");
    case 20:
      return chance(50) ? "2**(" + atom() + " % 5)" : inner() + "**" + number(3);
    case 21:
      return "nimmul(" + term(depth - 1) + ", " + term(depth - 1) + ")";
    case 0:
      return inner() + "/" + std::to_string(1 + below(4));
    case 1:
      return inner() + " % " + std::to_string(1 + below(4));
    case 2:
      return inner() + " - " + inner();
    case 3:
      return inner() + " + " + inner();
    case 4:
      return inner() + "*" + inner();
    case 5:
      return inner() + " ^^ " + inner();
    case 6:
      return "min(" + list() + ")";
    case 7:
      return "max(" + list() + ")";
    case 8:
      return "abs(" + term(depth - 1) + ")";
    case 9:
      return "gcd(" + list() + ")";
    case 10:
      return chance(70) ? "isqrt(abs(" + term(depth - 1) + "))" : "isqrt(" + atom() + ")";
    case 11:
      return chance(30) ? inner() + one_of({"/", " % "}) + inner()
                        : inner() + one_of({"/", " % "}) + "(" + atom() + " + 1)";
    case 12:
      return "-" + inner() + " + " + inner();
    case 13:
      return inner() + "/-" + std::to_string(1 + below(3));
    case 14:
      return chance(30) ? "isqrt(" + term(depth - 1) + ")" : atom() + "*" + atom();
    default:
      return plain_term();
  }
}

std::string Writer::set_literal() {
  switch (below(7)) {
    case 0:
      return "{" + number(4) + ".." + std::to_string(3 + below(4)) + "}";
    case 1:
      return "{i*i for i in 1..3}";
    case 2:
      return "{2*i + 1 for i < 4 if i != 2}";
    case 3:
      if (has_set_) return "S";
      [[fallthrough]];
    default: {
      Names elements;
      for (size_t i = 1 + below(4); i > 0; --i) elements.push_back(number(8));
      return "{" + join(elements, ", ") + "}";
    }
  }
}

std::string Writer::pair_set() {
  if (chance(20)) return "{(i, j) for i < 3, j in i..3}";
  Names elements;
  for (size_t i = 1 + below(4); i > 0; --i)
    elements.push_back("(" + number(5) + ", " + number(5) + ")");
  return "{" + join(elements, ", ") + "}";
}

std::string Writer::comparison() {
  const size_t depth = chance(30) ? 1 + below(2) : 0;
  if (chance(12))
    return term(depth) + one_of({" < ", " <= "}) + term(0) + one_of({" < ", " <= ", " != "}) +
           term(0);
  if (chance(5))
    return term(0) + one_of({" > ", " >= "}) + term(depth) + one_of({" > ", " >= ", " = "}) +
           term(0);
  return term(depth) + one_of({" = ", " != ", " < ", " <= ", " > ", " >= "}) + term(depth);
}

std::string Writer::quantifier() {
  const std::string name = fresh();
  const std::string upper = term(0);
  const std::string range =
      chance(50) ? name + " < " + upper : name + " in " + number(3) + ".." + upper;
  const Names saved = extra_conditions_;
  bound_.push_back(name);
  std::string text = one_of({"all(", "any("}) + condition(chance(30) ? 1 : 0) + " for " + range;
  if (chance(30)) text += " if " + comparison();
  bound_.pop_back();
  extra_conditions_ = saved;
  return text + ")";
}

std::string Writer::fold(size_t depth) {
  const std::string name = fresh();
  std::string range = name + " in " + set_literal();
  if (chance(40)) {
    range = name + " < " + plain_term();
  } else if (chance(50)) {
    range = name + " in " + number(3) + ".." + atom();
  }
  const Names saved = extra_conditions_;
  bound_.push_back(name);
  std::string text = chance(30) ? "count(" + comparison()
                                : one_of({"sum(", "sum(", "sum(", "min(", "max(", "xor(", "or(",
                                          "and(", "gcd(", "product("}) +
                                      term(depth);
  text += " for " + range;
  if (chance(30)) text += " if " + comparison();
  bound_.pop_back();
  extra_conditions_ = saved;
  return text + ")";
}

std::string Writer::condition(size_t depth) {
  if (depth > 0 && chance(60)) {
    const std::string left = condition(depth - 1);
    switch (below(5)) {
      case 0:
        return "not (" + left + ")";
      case 1:
        return "(" + left + ") or " + condition(depth - 1);
      case 2:
        return "(" + left + " or " + comparison() + ") and " + condition(depth - 1);
      default:
        return "(" + left + ") and (" + condition(depth - 1) + ")";
    }
  }
  switch (below(16)) {
    case 0:
      return term(0) + " in " + set_literal();
    case 1:
      return term(chance(30)) + " not in " + set_literal();
    case 2:
      return term(0) + " in " + number(4) + ".." + atom();
    case 3:
      return "isprime(" + term(0) + ")";
    case 4:
      return "issquare(" + term(0) + ")";
    case 5:
      return "ispower(" + term(0) + ", " + std::to_string(2 + below(2)) + ")";
    case 6:
      return "(" + atom() + ", " + atom() + ") in " + pair_set();
    case 7:
      return "(" + term(1) + ") % " + std::to_string(2 + below(3)) + " = " + number(3);
    case 8:
      return chance(40) ? quantifier() : comparison();
    case 9:
      return "not " + atom() + " in {" + number(5) + ", " + pick(coordinates_) + "}";
    default:
      return comparison();
  }
}

/// A condition that keeps the variable finite.
void Writer::bound(const std::string& name) {
  Names others = coordinates_;
  for (const std::string& other : bound_) {
    if (other != name) others.push_back(other);
  }
  const std::string& other = pick(others);
  const std::string& coordinate = pick(coordinates_);
  switch (below(10)) {
    case 0:
      extra_conditions_.push_back(name + " + " + other + " = " + coordinate + " - 1");
      break;
    case 1:
      extra_conditions_.push_back(name + "*" + name + " <= " + coordinate);
      break;
    case 2:
      extra_conditions_.push_back(coordinate + " >= 2*" + name + " + " + number(3));
      break;
    case 3:
      extra_conditions_.push_back(coordinate + " > " + name);
      break;
    case 4:
      extra_conditions_.push_back(name + " <= " + other + "/2");
      break;
    case 5:
      extra_conditions_.push_back("(" + name + " + " + other + " = " + coordinate + " - 1 or " +
                                  name + " + " + other + " = " + coordinate + " - 2)");
      break;
    case 6:
      extra_conditions_.push_back(name + "*(" + name + " + 1)/2 < " + coordinate);
      break;
    case 7:
      extra_conditions_.push_back("not " + name + " >= " + coordinate);
      break;
    case 8:
      extra_conditions_.push_back(name + " + " + other + " < " + coordinate);
      break;
    default:
      extra_conditions_.push_back(number(3) + " < " + name + " <= " + term(0));
      break;
  }
}

std::string Writer::binder() {
  const std::string name = fresh();
  const size_t kind = below(20);
  std::string text;
  if (kind < 4) {
    text = name + " < " + (chance(70) ? pick(coordinates_) : term(1));
  } else if (kind < 6) {
    text = name + " <= " + (chance(60) ? pick(coordinates_) : term(1));
  } else if (kind < 10) {
    text = name + " in " + (chance(60) ? "1" : term(0)) + ".." + (chance(60) ? atom() : term(1));
  } else if (kind < 12) {
    text = name + " in " + set_literal();
  } else if (kind < 13) {
    const std::string second = fresh();
    text = "(" + name + ", " + second + ") in " + pair_set();
    bound_.push_back(second);
  } else if (kind < 14) {
    text = name + " in {" + pick(coordinates_) + ", " + term(0) + "}";
  } else if (kind < 15) {
    text = name + " = " + term(1);
  } else if (kind < 16) {
    text = name + " in not {" + number(4) + ", " + number(6) + "}";
    ++unbounded_;
    bound_.push_back(name);
    if (chance(90)) bound(name);
    return text;
  } else {
    text = name;
    if (chance(40)) text += one_of({" >= ", " > "}) + term(0);
    ++unbounded_;
    bound_.push_back(name);
    if (chance(95)) bound(name);
    return text;
  }
  bound_.push_back(name);
  return text;
}

/// What a coordinate may become.
std::string Writer::target(const std::string& coordinate) {
  if (measure_ == Measure::rising && chance(60))
    return coordinate + " + " +
           (bound_.empty() || chance(50) ? std::to_string(1 + below(2)) : pick(bound_));
  switch (below(12)) {
    case 0:
    case 1:
      return coordinate;
    case 2:
    case 3:
    case 4:
      if (!bound_.empty()) return coordinate + " - " + pick(bound_);
      return coordinate + " - " + std::to_string(1 + below(3));
    case 5:
    case 6:
      if (!bound_.empty()) return pick(bound_);
      return coordinate + "/2";
    case 7:
      if (!bound_.empty()) return coordinate + " - " + pick(bound_) + "*" + pick(bound_);
      return pick(coordinates_) + " - 1";
    case 8:
      return term(1);
    case 9:
      return coordinate + " - " + plain_term();
    case 10:
      return coordinate + " - " + std::to_string(1 + below(3));
    default:
      return term(0);
  }
}

std::string Writer::measure(const Names& values) {
  if (measure_ == Measure::weighted)
    return "2*(" + values[0] + ")" +
           (values.size() > 1 ? " + " + join(Names(values.begin() + 1, values.end()), " + ") : "");
  if (measure_ == Measure::rising) return "-(" + join(values, ") - (") + ")";
  return "(" + join(values, ") + (") + ")";
}

/// The condition that the measure falls; games of different arity are compared by their first
/// coordinates.
std::string Writer::falls(const Names& before, const Names& after) {
  if (before.size() != after.size()) return after[0] + " < " + before[0];
  if (measure_ != Measure::lexicographic) {
    std::string text = measure(after) + " < " + measure(before);
    if (measure_ == Measure::rising) text += " and " + join(after, " <= 6 and ") + " <= 6";
    return text;
  }
  std::string text;
  std::string same;
  for (size_t i = 0; i < before.size(); ++i) {
    text += (text.empty() ? "" : " or ") + ("(" + same + after[i] + " < " + before[i] + ")");
    same += after[i] + " = " + before[i] + " and ";
  }
  return "(" + text + ")";
}

std::string Writer::sum_part(const RandomGame& from) {
  const std::string name = fresh();
  const std::string range =
      chance(50) ? name + " < " + pick(coordinates_) : name + " in 1.." + atom();
  bound_.push_back(name);
  Names after;
  for (size_t i = 0; i < from.arity; ++i)
    after.push_back(chance(50) ? name : target(coordinates_[i]));
  std::string text = "sum(" + from.name + "(" + join(after, ", ") + ") for " + range;
  bound_.pop_back();
  if (measure_ != Measure::none) text += " if " + falls(coordinates_, after);
  return text + ")";
}

std::string Writer::part(const RandomGame& from, Names& conditions) {
  if (!single_parts_ && chance(6)) return sum_part(from);
  const RandomGame& to = chance(70) ? from : result_.games[below(result_.games.size())];
  Names after;
  for (size_t i = 0; i < to.arity; ++i)
    after.push_back(target(coordinates_[std::min(i, from.arity - 1)]));
  if (measure_ != Measure::none) conditions.push_back(falls(coordinates_, after));
  const std::string times = !single_parts_ && chance(5) ? std::to_string(2 + below(2)) + "*" : "";
  return times + to.name + "(" + join(after, ", ") + ")";
}

std::string Writer::line(const RandomGame& game) {
  bound_.clear();
  extra_conditions_.clear();
  unbounded_ = 0;
  Names binders;
  const size_t chances[] = {0, 1, 1, 1, 1, 2, 2, 3};
  for (size_t i = chances[below(8)]; i > 0; --i) {
    if (unbounded_ >= 2) break;
    binders.push_back(binder());
  }
  result_.unbounded = std::max(result_.unbounded, unbounded_);
  Names parts;
  Names conditions;
  const size_t counts[] = {0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3};
  for (size_t i = counts[below(single_parts_ ? 8 : 12)]; i > 0; --i)
    parts.push_back(part(game, conditions));
  for (std::string& one : extra_conditions_) conditions.push_back(one);
  for (size_t i = below(3); i > 0; --i) {
    std::string one = condition(below(3));
    conditions.push_back("(" + one + ")");
  }
  // In any order: conditions are a set.
  for (size_t i = conditions.size(); i > 1; --i) std::swap(conditions[i - 1], conditions[below(i)]);
  std::string text = "  -> " + (parts.empty() ? "0" : join(parts, " + "));
  if (!binders.empty()) text += "  for " + join(binders, ", ");
  if (!conditions.empty()) text += "  if " + join(conditions, " and ");
  return text + "\n";
}

std::string Writer::header(const Names& parameters, const std::string& name) const {
  return "game " + name + (parameters.empty() ? "" : "[" + join(parameters, ", ") + "]") + "(" +
         join(coordinates_, ", ") + ")";
}

/// What a game begins with: its coordinates, and parameters with their defaults.
Names Writer::begin_game(size_t arity) {
  const char* const letters[] = {"a", "b", "c"};
  coordinates_.assign(letters, letters + arity);
  terms_.clear();
  bound_.clear();
  Names parameters;
  has_set_ = chance(15);
  if (chance(20)) {
    parameters.push_back("P = " + std::to_string(1 + below(3)));
    terms_.push_back("P");
  }
  if (has_set_) {
    const bool declared = std::exchange(has_set_, false);
    parameters.push_back(
        "S = " + (chance(80) ? set_literal() : "not {" + number(4) + ", " + number(4) + "}"));
    has_set_ = declared;
  }
  return parameters;
}

void Writer::game(const RandomGame& game, std::string& text) {
  text += header(begin_game(game.arity), game.name);
  if (&game != &result_.games[0] && chance(15)) {
    // Another name for a sum of positions of the game that is asked about.
    const RandomGame& first = result_.games[0];
    Names sum;
    for (size_t i = 1 + below(2); i > 0; --i) {
      Names after;
      for (size_t j = 0; j < first.arity; ++j)
        after.push_back(chance(70) ? coordinates_[std::min(j, game.arity - 1)] : plain_term());
      sum.push_back(first.name + "(" + join(after, ", ") + ")");
    }
    text += " = " + join(sum, " + ") + "\n";
    return;
  }
  text += "\n";
  if (chance(15)) {
    text += "  let t = " + term(1) + "\n";
    terms_.push_back("t");
  }
  for (size_t i = 1 + below(3); i > 0; --i) text += line(game);
}

RandomRules Writer::file() {
  const size_t arities[] = {1, 1, 2, 2, 2, 3};
  const size_t games = chance(75) ? 1 : 2;
  for (size_t i = 0; i < games; ++i)
    result_.games.push_back({"g" + std::to_string(i), arities[below(6)]});
  const Measure measures[] = {Measure::none,     Measure::total,         Measure::total,
                              Measure::total,    Measure::lexicographic, Measure::lexicographic,
                              Measure::weighted, Measure::rising};
  measure_ = measures[below(8)];
  for (const RandomGame& one : result_.games) game(one, result_.text);
  return std::move(result_);
}

RandomOutcomes Writer::together(const Names& parameters, const std::string& lets, const Ends& ends,
                                const std::vector<OwnedLine>& lines) {
  RandomOutcomes made;
  std::string over, all, left, right, apart;
  for (const auto& [wins, condition] : ends) {
    over += std::string(wins ? "  win" : "  lose") + " if " + condition + "\n";
    apart += header(parameters, "end" + std::to_string(made.ends.size())) + "\n" + lets +
             "  -> 0  if " + condition + "\n";
    made.ends.push_back(wins);
  }
  for (const OwnedLine& line : lines) {
    made.has_sides = made.has_sides || line.by != OwnedLine::By::either;
    const std::string steps = line.text.substr(1);  // one of the two blanks
    all += line.by == OwnedLine::By::left    ? "  left" + steps
           : line.by == OwnedLine::By::right ? "  right" + steps
                                             : line.text;
    if (line.by != OwnedLine::By::right) left += line.text;
    if (line.by != OwnedLine::By::left) right += line.text;
  }
  const std::string never = "  -> 0  if 1 = 2\n";
  made.apart = header(parameters, "g0") + "\n" + never + header(parameters, "left") + "\n" + lets +
               left + never + header(parameters, "right") + "\n" + lets + right + never + apart;
  result_.text = header(parameters, "g0") + "\n" + lets + (chance(50) ? over + all : all + over);
  if (made.has_sides) ++result_.games[0].arity;
  made.rules = std::move(result_);
  return made;
}

/// Whose line the next one is. With sides one line at least is of one player alone.
Writer::OwnedLine::By Writer::owner(bool has_sides, bool is_first) {
  if (!has_sides || !(is_first || chance(60))) return OwnedLine::By::either;
  return chance(50) ? OwnedLine::By::left : OwnedLine::By::right;
}

RandomOutcomes Writer::outcomes() {
  const size_t arities[] = {1, 1, 2, 2, 2, 3};
  const RandomGame game{"g0", arities[below(6)]};
  result_.games.push_back(game);
  single_parts_ = true;
  const Measure measures[] = {Measure::none,          Measure::total,    Measure::total,
                              Measure::lexicographic, Measure::weighted, Measure::rising};
  measure_ = measures[below(6)];
  const Names parameters = begin_game(game.arity);
  std::string lets;
  if (chance(15)) {
    lets = "  let t = " + term(1) + "\n";
    terms_.push_back("t");
  }
  const bool has_sides = chance(50);
  Ends ends;
  for (size_t i = has_sides ? below(3) : 1 + below(2); i > 0; --i)
    ends.emplace_back(chance(50), condition(below(2)));
  std::vector<OwnedLine> lines;
  for (size_t i = 1 + below(3); i > 0; --i) {
    const OwnedLine::By by = owner(has_sides, lines.empty());
    lines.push_back({by, line(game)});
  }
  return together(parameters, lets, ends, lines);
}

/// Some coordinate rises, the others rise, stay or fall.
std::string Writer::far_line() {
  Names after;
  const size_t rising = below(coordinates_.size());
  for (const std::string& name : coordinates_) {
    if (name == coordinates_[rising]) {
      after.push_back(name + " + " + std::to_string(1 + below(2)));
    } else {
      after.push_back(name + one_of({"", "", " + 1", " - 1", "/2"}));
    }
  }
  std::string text = "  -> g0(" + join(after, ", ") + ")";
  if (chance(30))
    text +=
        "  if " + pick(coordinates_) + " % " + std::to_string(2 + below(3)) + " != " + number(2);
  return text + "\n";
}

RandomOutcomes Writer::far_outcomes() {
  const size_t arity = 1 + below(3);
  const size_t far[] = {20'000, 190, 44};  // some 20,000 positions lie below
  result_.games.push_back({"g0", arity});
  const Names parameters = begin_game(arity);
  const bool has_sides = chance(30);
  const std::string total = join(coordinates_, " + ");
  Ends ends = {{chance(70), total + " >= " + std::to_string(far[arity - 1])}};
  if (chance(50)) {
    ends.emplace_back(chance(50), total + " > " + std::to_string(10 + below(20)) + " and (" +
                                      comparison() + ") and " + pick(coordinates_) + " % 7 = 3");
  }
  std::vector<OwnedLine> lines;
  for (size_t i = 2 + below(2); i > 0; --i) {
    const OwnedLine::By by = owner(has_sides, lines.empty());
    lines.push_back({by, far_line()});
  }
  return together(parameters, "", ends, lines);
}

}  // namespace

RandomRules random_rules(uint64_t seed) { return Writer(seed).file(); }
RandomRules rules_with_folds(uint64_t seed) { return Writer(seed, true).file(); }
RandomRules any_rules(uint64_t seed) {
  return seed % 4 == 3 ? random_outcomes(seed).rules : random_rules(seed);
}
RandomOutcomes random_outcomes(uint64_t seed) { return Writer(seed).outcomes(); }
RandomOutcomes far_outcomes(uint64_t seed) { return Writer(seed).far_outcomes(); }

}  // namespace grundy::generate
