// The proof of a theorem in words, for people and for papers.
#include <fmt/format.h>

#include "base/wrapped.h"
#include "proof/automatic_text.h"
#include "proof/theorem_text.h"
#include "proof/theorem_words.h"

namespace grundy {
namespace {

/// Writes the proof of one theorem, one line for each paragraph.
class ProofWriter {
 public:
  ProofWriter(const Theorem& theorem, Notation notation) : theorem_(theorem), notation_(notation) {}

  std::string write() const {
    return std::visit([this](const auto& proof) { return text(proof); },
                      std::get<Proved>(theorem_.standing).proof);
  }

 private:
  std::string math(std::string text) const {
    if (notation_ == Notation::text) return text;
    replace_all(text, "…", "\\dots");
    replace_all(text, "·", " \\cdot ");
    replace_all(text, "⊕", "\\oplus");
    return "$" + text + "$";
  }
  std::string number(uint64_t n) const { return math(std::to_string(n)); }

  /// Why play ends.
  std::string ends() const {
    if (notation_ == Notation::text) return why_play_ends(theorem_);
    if (theorem_.proof<SubtractionProof>() != nullptr)
      return "every move lowers $" + latex_names(theorem_)[0] + "$";
    const auto* formula = theorem_.proof<FormulaProof>();
    const auto* with_letters = theorem_.proof<ParametricProof>();
    const Descent* descent = formula != nullptr        ? &formula->descent
                             : with_letters != nullptr ? &with_letters->descent
                                                       : nullptr;
    if (descent == nullptr || descent->measures.empty()) return why_play_ends(theorem_);
    std::string text = describe(*descent, latex_names(theorem_));
    const std::string_view before = "every move lowers ";
    const std::string_view after = " lexicographically";
    replace_all(text, "·", " \\cdot ");
    text.insert(text.ends_with(after) ? text.size() - after.size() : text.size(), "$");
    text.insert(before.size(), "$");
    return text;
  }

  std::string text(const ParametricProof& /*proof*/) const {
    const FormulaLaw* formula = theorem_.formula();
    return fmt::format("Play ends: {}. ", ends()) +
           (formula != nullptr ? only_values("formula") : only_lost()) +
           fmt::format(
               "A number that is divided by a sum of letters is a multiple of that sum plus a "
               "remainder. Multiples of one sum are equal, or differ by it, or by more; so each "
               "statement is linear in the letters, the multiples, the quotients and the "
               "remainders: that some sets of integer points are empty. isl decided this for the "
               "{} and the {} of the rule.",
               formula != nullptr ? counted(formula->cases.size(), "case") + " of the formula"
                                  : "condition",
               counted(theorem_.rule->moves.size(), "line"));
  }

  std::string item(int number, const char* text) const {
    return notation_ == Notation::latex ? fmt::format("  \\item {}\n", text)
                                        : fmt::format("  {}. {}\n", number, text);
  }
  std::string list(const std::string& items) const {
    return notation_ == Notation::latex ? "\\begin{enumerate}\n" + items + "\\end{enumerate}\n"
                                        : items;
  }

  /// Why a function with these properties is that of the values.
  std::string only_values(std::string_view law) const {
    return fmt::format(
               "So the value is the only function {0} for which {0} at each position is the least "
               "number that is not {0} of an option (induction along the measure). The {1} is such "
               "a function:\n",
               math("V"), law) +
           list(item(1, "It has exactly one value at each position.") +
                item(2, "No option of a position has the position's value.") +
                item(3, "Every smaller number is the value of an option."));
  }
  /// Why a set with these properties is that of the lost positions.
  std::string only_lost() const {
    return fmt::format(
               "So the positions that are lost for the mover are the only set {} with these "
               "properties (induction along the measure):\n",
               math("P")) +
           list(item(1, "No move leads from a position of it to another one.") +
                item(2, "From every other position a move leads to it."));
  }

  std::string text(const OutcomeProof& /*proof*/) const {
    return fmt::format(
               "The proof does not use that play ends. Each position has exactly one outcome, and "
               "those that are won or lost a natural number, the law's number of moves, as their "
               "counter {}:\n",
               math("c")) +
           list(item(1,
                     "Every move from a lost position leads to a won one with a smaller counter.") +
                item(2,
                     "From every won position a move leads to a lost one with a smaller counter.") +
                item(3,
                     "From every drawn position a move leads to a drawn one, and none to a lost "
                     "one.")) +
           fmt::format(
               "So who makes the moves of 2 from a won position lowers the counter with every move "
               "of either player, until the other player can't move: after at most {} moves. From "
               "a drawn position both players can stay on drawn ones for ever, and who leaves them "
               "loses. Each of these is a statement of Presburger arithmetic about the {} of the "
               "law and the {} of the rule: that some set of integer points is empty. isl decided "
               "all of them.",
               math("c"), counted(theorem_.outcomes()->cases.size(), "case"),
               counted(theorem_.rule->moves.size(), "line"));
  }

  std::string text(const ProofInWords& /*proof*/) const {
    const std::string& why = theorem_.in_words()->proof;
    return (notation_ == Notation::text ? why : latex_escaped(why)) + " It has no certificate.";
  }

  std::string text(const AutomaticProof& proof) const {
    std::string result = fmt::format("Play ends: {}. ", ends());
    if (!proof.domain.conditions.empty()) result += "No move leads out of these positions. ";
    result += proof.law.kind == automatic::LawKind::losing ? only_lost() : only_values("law");
    return result + fmt::format(
                        "Numbers are read in {}, the most significant digit first. The law is what "
                        "an automaton of {} accepts, and automata accept the moves of the {} of "
                        "the rule. Each statement says that a certain automaton, built from "
                        "these by products and projections, accepts nothing (Büchi 1960; Bruyère "
                        "and Hansel 1997). Each was built, and it accepts nothing.",
                        numeration_text(proof.law.numeration),
                        counted(proof.law.live_count(), "state"),
                        counted(theorem_.rule->moves.size(), "line"));
  }

  std::string text(const StationsProof& proof) const {
    const auto& period = std::get<LongPeriod>(theorem_.statement);
    return fmt::format(
        "Play ends: {}. The moves are those of the take-and-break code {}: at most {} are taken "
        "and at most two heaps are left. From a place on each value is a function of a window of "
        "values before it (doc/heap.md). The window came again after {} places, and the last place "
        "where a value and the one {} places on differ is {}.",
        ends(), proof.code.text(), number(proof.code.after.size()), number(period.period),
        number(period.period), number(period.preperiod - 1));
  }

  std::string text(const ManyHeapsProof& proof) const {
    const Law& law = *theorem_.law();
    const uint64_t taken = proof.code.after.size();
    const std::string left = proof.code.unbounded() ? "any number of heaps may be left"
                                                    : fmt::format("at most {} heaps are left",
                                                                  proof.code.greatest_count());
    if (law.saltus == 0) {
      return fmt::format(
          "Play ends: {}. The moves are those of the take-and-break code {}: at most {} are taken "
          "and {}, the largest with at least 1/{} of the tokens. As in the theorem of Guy and "
          "Smith (1956) a period {} from {} on holds for ever when it does so among the first {} "
          "values (doc/heap.md). These were computed from the definition, and it does.",
          ends(), proof.code.text(), number(taken), left, proof.code.greatest_count(),
          number(law.period), number(law.preperiod), number(proof.values));
    }
    return fmt::format(
        "Play ends: {}. The moves are those of the take-and-break code {}: at most {} are taken "
        "and {}. The first {} values were computed from the definition, and the law holds among "
        "them. Two equal heaps beside others change nothing, by which all values below that of a "
        "position are reached; and the residues modulo {} of heaps that may be left tell that none "
        "of its options has its own value. Both are finitely many comparisons (doc/heap.md), which "
        "were made.",
        ends(), proof.code.text(), number(taken), left, number(proof.values),
        number(proof.turns * law.period));
  }

  std::string text(const TwoHeapsProof& proof) const {
    const Law& law = *theorem_.law();
    const uint64_t taken = proof.code.after.size();
    const uint64_t periods = (proof.values - 1 - taken - 2 * law.preperiod) / law.period;
    return fmt::format(
        "Play ends: {0}. The moves are those of the take-and-break code {1}: at most {2} are taken "
        "and at most two heaps are left. By the theorem of Guy and Smith (1956){6} a period {3} "
        "from {4} on holds for ever when it holds as far as both values are among the first {7} = "
        "{5}. These were computed from the definition, and it does.",
        ends(), proof.code.text(), number(taken), number(law.period), number(law.preperiod),
        number(proof.values),
        periods == 2 ? "" : ", in the form for heaps that must be different or equal,",
        math(fmt::format("2·{} + {}·{} + {} + 1", law.preperiod, periods, law.period, taken)));
  }

  std::string text(const SubtractionProof& proof) const {
    const Law& law = *theorem_.law();
    if (!proof.all_but) {
      return fmt::format(
          "Play ends: {0}. At most {1} are taken in a move, so each value is a function of the {2} "
          "before it. The values from {3} to {4} were computed; the {2} from {5} on are those from "
          "{6} on. So all that follows is repeated.",
          ends(), counted(proof.window, "stone"), counted(proof.window, "value"), math("0"),
          number(law.preperiod + law.period + proof.window - 1), number(law.preperiod + law.period),
          number(law.preperiod));
    }
    return fmt::format(
        "Play ends: {0}. Let {1} be the number of different values below {2}; they are {3}. All "
        "numbers of stones but some of at most {4} may be taken, so that an earlier value is not "
        "excluded at {2} only if all its places are within {4} of {2}; so {5} is a function of {8} "
        "before it. {9} again after {6}, and {7} appeared in between.",
        ends(), math("D(n)"), math("n"), math("0, …, D(n) - 1"), number(proof.window),
        math("D(n) - g(n)"), counted(law.period, "place"), counted(law.saltus, "new value"),
        proof.window == 1 ? "the one such difference"
                          : fmt::format("the {} such differences", number(proof.window)),
        proof.window == 1 ? "It came" : "These came");
  }

  std::string text(const FormulaProof& proof) const {
    std::string sums;
    if (proof.sums) {
      sums = fmt::format(
          "The value of a sum is the nim-sum of the values of its parts (Sprague, Grundy). The "
          "formula has finitely many values only; so a sum of two parts has the value {0} when for "
          "some {1} the one has the value {1} and the other {2}, and sums of more parts "
          "likewise.\n",
          math("x"), math("u"), math("u ⊕ x"));
    }
    const bool latex = notation_ == Notation::latex;
    const auto item = [&](int number, const char* text) {
      return latex ? fmt::format("  \\item {}\n", text) : fmt::format("  {}. {}\n", number, text);
    };
    return fmt::format(
               "Play ends: {0}{1}. So the value is the only function {2} for which {2} at each "
               "position is the least ordinal that is not {2} of an option (induction along the "
               "measure). The formula is such a function:\n",
               ends(), proof.sums && !proof.descent.measures.empty() ? " in each part" : "",
               math("V")) +
           (latex ? "\\begin{enumerate}\n" : "") +
           item(1, "It has exactly one value at each position.") +
           item(2, "No option of a position has the position's value.") +
           item(3, "Every smaller ordinal is the value of an option.") +
           (latex ? "\\end{enumerate}\n" : "") + sums +
           fmt::format(
               "Each of these is a statement of Presburger arithmetic about the {} of the formula "
               "and the {} of the rule: that some set of integer points is empty. isl decided all "
               "of them.",
               counted(theorem_.formula()->cases.size(), "case"),
               counted(theorem_.rule->moves.size(), "line"));
  }

  /// "… one game with a coordinate more, mode: 1 for swap(n) and 0 for nim(n)."
  std::string text(const SystemProof& proof) const {
    const bool latex = notation_ == Notation::latex;
    std::string numbers = fmt::format("{} for {}", number(proof.number), position_name(theorem_));
    std::string laws;
    for (size_t i = 0; i < proof.others.size(); ++i) {
      const SystemProof::Other& other = proof.others[i];
      numbers += fmt::format("{} {} for {}", i + 1 == proof.others.size() ? " and" : ",",
                             number(other.number), other.position);
      const bool is_of_lost = other.cases.size() == 1 && other.cases[0].value.empty();
      if (is_of_lost) {
        laws += fmt::format("The position {} is lost for the mover exactly if {}. ", other.position,
                            other.cases[0].condition);
        continue;
      }
      laws += fmt::format("The value of {} is ", other.position);
      for (size_t at = 0; at < other.cases.size(); ++at) {
        const auto& [condition, value] = other.cases[at];
        const bool plain = condition == "always" || condition == "otherwise";
        laws += fmt::format("{}{}{}",
                            at == 0                        ? ""
                            : at + 1 == other.cases.size() ? ", and "
                                                           : ", ",
                            value, plain ? (at == 0 ? "" : " otherwise") : " if " + condition);
      }
      laws += ". ";
    }
    if (latex) laws = latex_escaped(laws);
    return fmt::format(
               "Moves lead to other games, so all of them are taken as one game with a coordinate "
               "more, {}: {}. {}The laws are proved together. ",
               math(proof.rule->coordinates[0]), numbers, laws) +
           ProofWriter(*proof.whole, notation_).write();
  }

  const Theorem& theorem_;
  Notation notation_;
};

}  // namespace

std::string why_play_ends(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  if (const ProvedSlices* slices = theorem.slices()) return describe(slices->descent, names);
  if (theorem.proof<SubtractionProof>() != nullptr) return "every move lowers " + names[0];
  if (const auto* proof = theorem.proof<AutomaticProof>())
    return automatic::describe(proof->measures, names);
  if (const auto* proof = theorem.proof<ParametricProof>()) return describe(proof->descent, names);
  if (const auto* proof = theorem.proof<SystemProof>()) return why_play_ends(*proof->whole);
  if (theorem.in_words() != nullptr) return "every move leads to a smaller position";
  if (theorem.outcomes() != nullptr)
    return "it need not; on the way to a win every move lowers a counter";
  const auto* formula = theorem.proof<FormulaProof>();
  if (formula == nullptr) return "every move leaves smaller heaps";
  if (formula->sums && formula->descent.measures.empty()) return "every move ends the game";
  return describe(formula->descent, names);
}

std::string proof_paragraphs(const Theorem& theorem, Notation notation) {
  const std::string why_less = theorem.whole == nullptr
                                   ? ""
                                   : "Where play ends, two equal parts of a move are worth nothing "
                                     "together: the moves are taken with one or two parts in the "
                                     "place of any number of equal ones. ";
  return why_less + ProofWriter(theorem, notation).write();
}

std::string proof_text(const Theorem& theorem) {
  return wrapped("Proof. " + proof_paragraphs(theorem, Notation::text));
}

}  // namespace grundy
