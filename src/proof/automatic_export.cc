#include "proof/automatic_export.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

using automatic::Automaton;
using automatic::LawKind;
using automatic::LineMoves;
using automatic::Relation;
using automatic::Track;
using automatic::Workshop;

using Names = std::vector<std::string>;

/// How a decider writes sentences.
class Language {
 public:
  explicit Language(bool walnut) : walnut_(walnut) {}
  bool is_walnut() const { return walnut_; }
  std::string call(const std::string& name, const Names& arguments) const {
    return fmt::format("{}{}({})", walnut_ ? "$" : "", name, fmt::join(arguments, ","));
  }
  std::string exists(const Names& names, const std::string& body) const {
    return quantified("E", "ex2", names, body);
  }
  std::string all(const Names& names, const std::string& body) const {
    return quantified("A", "all2", names, body);
  }

 private:
  std::string quantified(const char* walnut, const char* mona, const Names& names,
                         const std::string& body) const {
    if (names.empty()) return "(" + body + ")";
    return walnut_ ? fmt::format("({}{} ({}))", walnut, fmt::join(names, ","), body)
                   : fmt::format("({} {}: ({}))", mona, fmt::join(names, ","), body);
  }
  bool walnut_;
};

std::string joined(const Names& parts, const char* connective) {
  return fmt::format("{}", fmt::join(parts, connective));
}

/// The names without those of `left_out`.
Names without(const Names& names, const Names& left_out) {
  Names result;
  for (const std::string& name : names) {
    if (std::find(left_out.begin(), left_out.end(), name) == left_out.end()) result.push_back(name);
  }
  return result;
}

class Exporter {
 public:
  Exporter(const AutomaticProof& proof, Language language, Workshop& shop,
           const automatic::Moves& moves)
      : proof_(proof), language_(language), shop_(shop), moves_(moves) {
    for (size_t i = 0; i < moves.arity; ++i) here_.push_back(name(static_cast<Track>(i)));
  }

  Attempt<std::string> text(const std::string& game) {
    define();
    state();
    if (shop_.failed()) return Error::declined(shop_.failure());
    std::string result;
    if (language_.is_walnut()) {
      for (const auto& [called, relation] : automata_)
        result += fmt::format("== Automata Library/{}.txt\n{}", called, walnut_automaton(relation));
      result += fmt::format("== Command Files/{}.txt\n", game);
      for (size_t i = 0; i < sentences_.size(); ++i)
        result += fmt::format("eval {}_{} \"?{} {}\":\n", game, i + 1, system(), sentences_[i]);
      return result;
    }
    result = "ws1s;\n";
    for (const auto& [called, relation] : automata_) result += mona_predicate(called, relation);
    for (const std::string& sentence : sentences_) result += sentence + ";\n";
    return result;
  }

 private:
  bool values() const { return proof_.law.kind != LawKind::losing; }
  bool powers() const { return proof_.law.kind == LawKind::powers; }

  std::string name(Track track) const {
    return fmt::format("{}{}", track < static_cast<Track>(moves_.arity) ? "x" : "y", track);
  }
  Names names(const std::vector<Track>& tracks) const {
    Names result;
    for (const Track track : tracks) result.push_back(name(track));
    return result;
  }
  static Names with(Names names, const std::string& one) {
    names.push_back(one);
    return names;
  }
  std::string law(const Names& position, const std::string& value) const {
    return language_.call("law", values() ? with(position, value) : position);
  }

  /// msd_2 is the name of base 2, the most significant digit first.
  std::string system() const {
    const auto& numeration = proof_.law.numeration;
    return numeration.is_base()                  ? fmt::format("msd_{}", numeration.digits())
           : numeration.recurrence().size() == 3 ? "msd_trib"
                                                 : "msd_fib";
  }

  void define() {
    using automatic::track_term;
    const auto arity = static_cast<Track>(moves_.arity);
    std::vector<Track> tracks;
    for (Track i = 0; i < arity + (values() ? 1 : 0); ++i) tracks.push_back(i);
    automata_.emplace_back("law", shop_.instance(proof_.law.automaton, tracks));
    for (size_t i = 0; i < moves_.lines.size(); ++i)
      automata_.emplace_back(move_name(i), moves_.lines[i].moves);
    automata_.emplace_back("less", shop_.less(track_term(0), track_term(1)));
    // The measures of the second position are below those of the first.
    std::vector<Track> here, there;
    for (Track i = 0; i < arity; ++i) {
      here.push_back(i);
      there.push_back(arity + i);
    }
    Relation below = shop_.truth(false);
    for (size_t i = moves_.measures.size(); i-- > 0;) {
      const Relation lower = measure_above(moves_.measures[i], here, there);
      const Relation higher = measure_above(moves_.measures[i], there, here);
      below = shop_.either(lower, shop_.without(below, higher));
    }
    tracks = here;
    tracks.insert(tracks.end(), there.begin(), there.end());
    automata_.emplace_back("below", shop_.both(below, shop_.anything(tracks)));
    if (has_domain()) automata_.emplace_back("inside", moves_.domain);
    if (powers()) automata_.emplace_back("power", shop_.power(0, 2));
    const auto any = [&](const auto& condition) {
      return std::any_of(moves_.lines.begin(), moves_.lines.end(), condition);
    };
    if (values() && any([](const LineMoves& line) { return line.parts.empty(); }))
      automata_.emplace_back(
          "over", shop_.is_zero(track_term(0) - automatic::constant_term(powers() ? 1 : 0)));
    if (any([](const LineMoves& line) { return line.parts.size() > 1; }))
      automata_.emplace_back("nimsum", shop_.nim_sum(0, 1, 2));
  }
  Relation measure_above(const automatic::Measure& measure, const std::vector<Track>& a,
                         const std::vector<Track>& b) {
    using automatic::track_term;
    if (!measure.greatest) {
      automatic::Linear difference;
      for (size_t i = 0; i < a.size(); ++i)
        difference = difference + measure.factors[i] * (track_term(b[i]) - track_term(a[i]));
      return shop_.at_most_zero(difference + automatic::constant_term(1));
    }
    Relation some = shop_.truth(false);
    for (const Track x : a) {
      Relation above = shop_.truth(true);
      for (const Track y : b) above = shop_.both(above, shop_.less(track_term(y), track_term(x)));
      some = shop_.either(some, above);
    }
    return some;
  }
  bool has_domain() const { return !proof_.domain.conditions.empty(); }
  static std::string move_name(size_t line) { return fmt::format("move{}", line + 1); }

  void state() {
    for (size_t i = 0; i < moves_.lines.size(); ++i) {
      const LineMoves& line = moves_.lines[i];
      const Names all = names(line.moves.tracks);
      const std::string move = language_.call(move_name(i), all);
      for (const auto& part : line.parts) {
        Names both = here_;
        for (const Track track : part) both.push_back(name(track));
        sentences_.push_back("~" +
                             language_.exists(all, move + " & ~" + language_.call("below", both)));
        if (has_domain())
          sentences_.push_back(
              "~" + language_.exists(all, move + " & ~" + language_.call("inside", names(part))));
      }
      sentences_.push_back("~" + language_.exists(values() ? with(here_, "v") : here_,
                                                  law(here_, "v") + " & " + option(i, "v")));
    }
    const std::string inside = has_domain() ? language_.call("inside", here_) + " => " : "";
    Names options;
    if (!values()) {
      options.push_back(law(here_, ""));
      for (size_t i = 0; i < moves_.lines.size(); ++i) options.push_back(option(i, ""));
      sentences_.push_back(language_.all(here_, inside + "(" + joined(options, " | ") + ")"));
      return;
    }
    const std::string less = language_.call("less", {"w", "v"});
    sentences_.push_back(
        "~" + language_.exists(with(with(here_, "v"), "w"),
                               law(here_, "v") + " & " + law(here_, "w") + " & " + less));
    sentences_.push_back(language_.all(here_, inside + language_.exists({"v"}, law(here_, "v"))));
    if (powers())
      sentences_.push_back(language_.all(
          with(here_, "v"), law(here_, "v") + " => " + language_.call("power", {"v"})));
    for (size_t i = 0; i < moves_.lines.size(); ++i) options.push_back(option(i, "w"));
    if (options.empty()) options.push_back("~" + less);
    const std::string smaller = powers() ? less + " & " + language_.call("power", {"w"}) : less;
    sentences_.push_back(language_.all(
        with(with(here_, "v"), "w"),
        "(" + law(here_, "v") + " & " + smaller + ") => (" + joined(options, " | ") + ")"));
  }

  /// The line leads to an option of this value, or to one that is lost.
  std::string option(size_t index, const std::string& value) const {
    const LineMoves& line = moves_.lines[index];
    const Names all = names(line.moves.tracks);
    Names inner = without(all, here_), conjuncts{language_.call(move_name(index), all)};
    std::string sum;
    for (size_t p = 0; p < line.parts.size(); ++p) {
      const bool only = line.parts.size() == 1, last = p + 1 == line.parts.size();
      const std::string own = only ? value : fmt::format("u{}", p);
      if (!only) inner.push_back(own);
      conjuncts.push_back(law(names(line.parts[p]), own));
      if (p > 0) {
        const std::string total = last ? value : fmt::format("s{}", p);
        if (!last) inner.push_back(total);
        conjuncts.push_back(language_.call("nimsum", {sum, own, total}));
        sum = total;
      } else {
        sum = own;
      }
    }
    if (line.parts.empty() && values()) conjuncts.push_back(language_.call("over", {value}));
    return language_.exists(inner, joined(conjuncts, " & "));
  }

  std::string walnut_automaton(const Relation& relation) const {
    const Automaton& a = relation.automaton;
    const auto digits = static_cast<uint32_t>(proof_.law.numeration.digits());
    std::string text;
    for (size_t i = 0; i < relation.tracks.size(); ++i) text += (i == 0 ? "" : " ") + system();
    text += '\n';
    for (uint32_t state = 0; state < a.states(); ++state) {
      text += fmt::format("\n{} {}\n", state, a.accepting[state] != 0 ? 1 : 0);
      for (uint32_t letter = 0; letter < a.letters; ++letter) {
        uint32_t left = letter;
        for (size_t i = 0; i < relation.tracks.size(); ++i, left /= digits)
          text += fmt::format("{} ", left % digits);
        text += fmt::format("-> {}\n", a.next(state, letter));
      }
    }
    return text + '\n';
  }

  static std::string mona_predicate(const std::string& called, const Relation& relation) {
    const Automaton& a = relation.automaton;
    Names parameters, sets, transitions;
    for (size_t i = 0; i < relation.tracks.size(); ++i)
      parameters.push_back(fmt::format("var2 t{}", i));
    for (uint32_t state = 1; state < a.states(); ++state) sets.push_back(fmt::format("q{}", state));
    const auto in_state = [&](const char* at, uint32_t state) -> std::string {
      if (state != 0) return fmt::format("{} in q{}", at, state);
      Names none{"true"};
      for (const std::string& set : sets) none.push_back(fmt::format("{} notin {}", at, set));
      return joined(none, " & ");
    };
    for (uint32_t to = 1; to < a.states(); ++to) {
      Names ways{"false"};
      for (uint32_t state = 0; state < a.states(); ++state) {
        for (uint32_t letter = 0; letter < a.letters; ++letter) {
          if (a.next(state, letter) != to) continue;
          Names way{in_state("p+1", state)};
          for (size_t i = 0; i < relation.tracks.size(); ++i)
            way.push_back(fmt::format("p {} t{}", (letter >> i & 1) != 0 ? "in" : "notin", i));
          ways.push_back("(" + joined(way, " & ") + ")");
        }
      }
      transitions.push_back(fmt::format("(p in q{} <=> ({}))", to, joined(ways, " | ")));
    }
    Names ends{"false"};
    for (uint32_t state = 0; state < a.states(); ++state) {
      if (a.accepting[state] != 0) ends.push_back("(" + in_state("0", state) + ")");
    }
    const std::string run =
        transitions.empty() ? "true" : fmt::format("(all1 p: ({}))", joined(transitions, " & "));
    const std::string body = fmt::format("{} & ({})", run, joined(ends, " | "));
    return fmt::format(
        "pred {}({}) = {};\n", called, fmt::join(parameters, ", "),
        sets.empty() ? body : fmt::format("ex2 {}: ({})", fmt::join(sets, ","), body));
  }

  const AutomaticProof& proof_;
  Language language_;
  Workshop& shop_;
  const automatic::Moves& moves_;
  Names here_;
  std::vector<std::pair<std::string, Relation>> automata_;
  Names sentences_;
};

}  // namespace

Attempt<std::string> exported(const Rule& rule, const AutomaticProof& proof,
                              std::string_view format, const Budget& budget) {
  if (format != "walnut" && format != "mona")
    return Error::input(fmt::format("unknown format '{}'; there are walnut and mona", format));
  const automatic::Numeration& numeration = proof.law.numeration;
  const bool known = numeration.is_base() || numeration.name() == "zeckendorf" ||
                     numeration.name() == "tribonacci";
  if (format == "mona" ? numeration.name() != "base 2" : !known)
    return Error::declined(
        fmt::format("{} does not read numbers in {}", format, numeration.name()));
  Workshop shop(numeration, budget);
  const auto moves = automatic::read_moves(shop, rule, proof.domain);
  if (!moves) return moves.error();
  return Exporter(proof, Language(format == "walnut"), shop, *moves).text(rule.name);
}

}  // namespace grundy
