// A Rule made executable: for every nest of loops the instructions that each level runs.
//
// The machine has registers of kLanes 64-bit lanes. Everything that depends on the innermost binder
// is computed for kLanes of its values at once, one instruction after the other over all lanes, so
// that the cost of decoding is shared; everything else is computed once, in lane 0. Where the
// options of the innermost loop are at equal distances in the coordinates ("strided"), no
// instruction runs in the loop at all: the consumer gets the first option, the distances and the
// count.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/nest.h"
#include "rule/rule.h"

namespace grundy {

constexpr size_t kLanes = 64;
static_assert(kLanes <= static_cast<size_t>(kPastTheStop));
using Register = uint16_t;
constexpr Register kNoRegister = UINT16_MAX;

struct Instruction {
  Op op = Op::constant;
  bool vector = false;    // over all lanes; else lane 0
  bool a_vector = false;  // whether the operand has lanes of its own or is the same for all
  bool b_vector = false;
  bool checked = false;  // an overflow is possible and has to be noticed
  Register result = 0;
  Register a = kNoRegister;
  Register b = kNoRegister;
  Register mask = kNoRegister;  // lanes in which this register is 0 don't count: they can't fail
  bool mask_vector = false;
  const NumberSet* set = nullptr;
  std::vector<Register> tuple;  // operands of in_set
  std::vector<bool> tuple_vector;
  const Expr* source = nullptr;  // for the place of a fault; what to interpret (quantifiers)
};

/// Instructions [begin, end) of the program.
struct CodeRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct Guard {
  CodeRange code;
  Register condition = kNoRegister;
};

struct LevelCode {
  std::vector<Guard> guards;  // before the loop of this level begins
  // The loop; none at the last level.
  const Loop* loop = nullptr;
  CodeRange bounds;
  std::vector<Register> low;
  std::vector<Register> high;
  std::vector<Register> values;
  Register divided = kNoRegister;  // moves have divisors of this number as the binder alone
  std::vector<Guard> stops;        // once the binder is set
};

struct PartCode {
  const Part* part = nullptr;
  std::vector<Register> coordinates;
  std::vector<bool> per_lane;     // whether the coordinate has lanes of its own
  std::vector<bool> natural;      // known not to be negative
  std::vector<int64_t> distance;  // strided: from one value of the innermost binder to the next
};

struct NestCode {
  const MoveLine* line = nullptr;
  std::vector<LevelCode> levels;  // one more than there are loops
  CodeRange result;               // computes the parts' coordinates
  std::vector<PartCode> parts;
  bool vector = false;    // the innermost loop runs over lanes
  bool strided = false;   // … or needs no instructions
  bool repeated = false;  // a part is sum(… for …) or another name for a sum: read off the rule
};

struct Program {
  const Rule* rule = nullptr;
  int64_t limit = 0;                     // the greatest coordinate that may be given
  std::vector<std::vector<Nest>> nests;  // by line; keeps the loops alive
  std::vector<NestCode> code;
  std::vector<Instruction> instructions;
  std::vector<std::pair<Register, int64_t>> constants;
  size_t registers = 0;
};

/// The program of a rule for coordinates of at most `limit`: operations that can't leave 64 bits
/// under that limit are not checked. Null when the rule needs more than 65,000 registers, or is not
/// written out.
std::unique_ptr<const Program> lower(const Rule& rule, int64_t limit);

}  // namespace grundy
