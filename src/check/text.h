// Certificates as data, and their text.
//
// A certificate is lines of a keyword and integers, "value 1 1 0"; doc/certificate.md tells each.
// Reading checks the order of the lines and the size of the numbers only; form.h and obligation.h
// ask what they mean. Each row keeps its line, so that a rejection names it. Time and memory are a
// small multiple of the text's, which has a limit.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grundy {

/// The numbers of one line of a certificate, and the line (from 1; 0 when it was not read from a
/// text).
struct Row {
  std::vector<int64_t> numbers;
  size_t line = 0;
  friend bool operator==(const Row& a, const Row& b) { return a.numbers == b.numbers; }
};

struct Certificate {
  enum class Kind { formula, periodic, heap, window, three, automatic, parametric, outcomes };
  /// Where all conditions hold and no case before it applies, the value is Σ
  /// ω^(powers-1-j)·value[j]; of kind outcomes value[0] is the outcome, 0 lost, 1 won or 2 drawn,
  /// and value[1] the counter.
  struct Case {
    size_t line = 0;
    std::vector<Row> conditions;  // coefficients, constant: at least 0
    std::vector<Row> residues;    // i m r: coordinate i leaves r modulo m
    // D, coefficients, constant: (Σ coefficients·coordinates + constant) / d.
    std::vector<Row> value;
  };
  /// A move for each position where the conditions hold: it reaches the value, or takes the number,
  /// that is asked for.
  struct Witness {
    size_t line = 0;
    int64_t move = 0;             // the line of the rule, from 1
    std::vector<Row> lets;        // d, coefficients, constant: a further variable, ⌊(…)/d⌋
    std::vector<Row> conditions;  // at least 0
    std::vector<Row> equations;   // equal to 0
    std::vector<Row> binders;     // a term for each of the line's binders
    std::vector<Row> option;      // coordinates
  };

  std::string rule;  // in the language; every line ends in a newline
  size_t rule_line = 0;
  std::string game;
  size_t game_line = 0;
  // Of a rule that is a game of lists of fixed lengths (check/lists.h): that game, and the lengths.
  std::string lists;
  size_t lists_line = 0;
  Row lengths;
  Kind kind = Kind::formula;
  std::vector<Witness> witnesses;

  // Kind formula.
  Row powers;
  std::vector<Case> cases;
  std::vector<Row> measures;  // coefficients

  // Kind heap, with preperiod and period; kind three, with saltus and window too.
  std::string code;
  size_t code_line = 0;
  Row digest;  // of the values 0, 1, …, preperiod + period - 1: high and low 32 bits

  // Kind window, with code, preperiod and period.
  struct Station {
    Row position;
    std::vector<Row> values;  // of the positions before
  };
  Row character;  // the mask, and whether values go by parity
  std::vector<Station> stations;

  // Kind automatic, with measures; an empty measure is the greatest coordinate.
  struct Cover {
    static constexpr size_t kMostRows = 20'000;  // that are read
    size_t line = 0;
    std::vector<Row> rows;    // a target for each letter
    std::vector<Row> labels;  // of each row: pairs of a line, or 0, and a state
  };
  Row system;         // the recurrence of the numeration
  Row law;            // 0: losing positions, 1: values, 2: powers of 2 by the values
  std::string where;  // a condition: of these positions only; empty: of all
  size_t where_line = 0;
  std::vector<Row> states;  // whether it accepts, a target for each letter
  std::vector<Cover> covers;

  // Kind parametric, with cases, whose conditions and values are over coordinates, quotients and
  // remainders, and measures.
  struct Division {
    size_t line = 0;
    Row dividend;  // coefficients of coordinates, quotients and remainders before, constant
    Row divisor;   // coefficients of parameters, constant
  };
  Row parameters;  // how many of the coordinates they are, the first ones
  // Each case has lost positions, with the value 0, and the last one all others, with 1.
  bool says_who_wins = false;
  size_t says_who_wins_line = 0;
  std::vector<Row> domain;  // coefficients of parameters, constant: at least 0
  std::vector<Division> divisions;
  Row borrow;  // so far apart are quotients told apart

  // Kind periodic.
  Row all_but;  // 0 or 1
  Row numbers;  // of the set
  Row preperiod;
  Row period;
  Row saltus;
  Row window;               // first place, length; kind three: values, turns
  std::vector<Row> values;  // of 0, 1, …, preperiod + period - 1
};

/// Whether a certificate is right; if not, the first wrong line and the reason.
struct Judgement {
  bool accepted = false;
  size_t line = 0;
  std::string reason;
  bool decided = true;  // otherwise it may be right: a limit was reached at the line
};

inline Judgement rejected(size_t line, std::string reason) {
  return {false, line, std::move(reason)};
}

constexpr size_t kMaxCertificateBytes = size_t{32} << 20;
constexpr int64_t kMaxCertificateNumber = int64_t{1} << 40;  // in absolute value

std::string to_text(const Certificate& certificate);
/// False, with the line and the reason, when the text is no certificate.
bool read_certificate(std::string_view text, Certificate& certificate, Judgement& judgement);

}  // namespace grundy
