// The record: what the program answers to a fixed list of questions, one a line of record.tsv,
//
//   SOURCE <tab> COMMAND <tab> ASKED <tab> ANSWER
//
// SOURCE is "games" (built-in games alone), the path of a rule file, or "seed 17 3fa94c12", the
// random rules of a seed and the fingerprint of their text. ANSWER begins with a mark:
//
//   = 4, = N 4, = N   the value, the outcome and the value, or the outcome alone
//   - REASON          declined
//   t                 not answered in time
//   ! REASON          the input is wrong
//   x REASON          a crash
//
// A change of the program may give answers to questions that were declined or not answered in time.
// All else is a fault of the change.
#pragma once
#include <string>

namespace grundy::census {

/// Asks all questions and writes the table.
void write_record(const std::string& table, unsigned jobs);

/// Asks the questions of the table again and reports the differences; the number of faults.
/// `pattern`: a regular expression for a line of the table; empty: all lines.
size_t compare_record(const std::string& table, const std::string& pattern, unsigned jobs);

}  // namespace grundy::census
