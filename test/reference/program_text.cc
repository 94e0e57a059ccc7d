#include "reference/program_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/print.h"
#include "rule/print.h"

namespace grundy {
namespace {

std::string name(Register r, bool vector) { return fmt::format("r{}{}", r, vector ? "*" : ""); }

std::string operation(const Instruction& one, const std::vector<std::string>& names) {
  if (one.op == Op::quantifier) return print_expr(*one.source, names);
  if (one.op == Op::in_set) {
    std::string tuple;
    for (size_t i = 0; i < one.tuple.size(); ++i)
      tuple += (i == 0 ? "" : ", ") + name(one.tuple[i], one.tuple_vector[i]);
    return fmt::format("({}) in {}", tuple, print_set(*one.set));
  }
  const std::string_view text = info(one.op).text;
  const std::string a = name(one.a, one.a_vector);
  if (one.b == kNoRegister) return fmt::format("{} {}", text, a);
  const std::string b = name(one.b, one.b_vector);
  const bool infix = text.size() <= 3 && text != "min" && text != "max" && text != "gcd";
  return infix ? fmt::format("{} {} {}", a, text, b) : fmt::format("{} {} {}", text, a, b);
}

class ProgramPrinter {
 public:
  explicit ProgramPrinter(const Program& program) : program_(program) {}

  std::string print() {
    text_ = fmt::format("{} registers, coordinates up to {}", program_.registers, program_.limit);
    for (const auto& [r, value] : program_.constants)
      text_ += fmt::format(", {} = {}", name(r, false), value);
    text_ += "\n";
    for (const NestCode& nest : program_.code) print(nest);
    return text_;
  }

 private:
  void line(const std::string& what) { text_ += "  " + what + "\n"; }

  void print(CodeRange range, const std::vector<std::string>& names) {
    for (uint32_t i = range.begin; i < range.end; ++i) {
      const Instruction& one = program_.instructions[i];
      std::string text = fmt::format("{} = {}{}", name(one.result, one.vector),
                                     operation(one, names), one.checked ? " !" : "");
      if (one.mask != kNoRegister) text += " where " + name(one.mask, one.mask_vector);
      line(text);
    }
  }

  void print(const NestCode& nest) {
    const std::vector<std::string>& names = nest.line->slot_names;
    MoveLine parts = *nest.line;
    parts.binders.clear();
    parts.conditions.clear();
    text_ += fmt::format("{}{}\n", print_move(parts),
                         nest.strided    ? ", strided"
                         : nest.repeated ? ", read off the rule"
                         : nest.vector   ? ", in lanes"
                                         : "");
    for (const LevelCode& level : nest.levels) {
      const bool lanes = nest.vector && &level == &nest.levels.back();
      for (const Guard& guard : level.guards) {
        print(guard.code, names);
        line("if " + name(guard.condition, lanes));
      }
      if (level.loop != nullptr)
        print(level, names, nest.vector && &level + 1 == &nest.levels.back());
    }
    print(nest.result, names);
    for (const PartCode& part : nest.parts) print(part, nest.strided);
  }

  void print(const LevelCode& level, const std::vector<std::string>& names, bool lanes) {
    print(level.bounds, names);
    std::string binder;
    for (const size_t s : level.loop->slots)
      binder +=
          (binder.empty() ? "" : ", ") + (s < names.size() ? names[s] : fmt::format("${}", s));
    const auto list = [](const std::vector<Register>& registers) {
      std::string text;
      for (const Register r : registers) text += (text.empty() ? "" : ", ") + name(r, false);
      return text;
    };
    switch (level.loop->kind) {
      case Loop::Kind::range:
        line(fmt::format("for {} in {}..{}", binder, list(level.low), list(level.high)));
        break;
      case Loop::Kind::solved:
        line(fmt::format("for {} = {}", binder, list(level.low)));
        break;
      case Loop::Kind::elements:
        line(fmt::format("for {} in {} within {}..{}", binder, print_set(*level.loop->set),
                         list(level.low), list(level.high)));
        break;
      case Loop::Kind::values:
        line(fmt::format("for {} in {{{}}}", binder, list(level.values)));
        break;
    }
    for (const Guard& stop : level.stops) {
      print(stop.code, names);
      line("while " + name(stop.condition, lanes));
    }
  }

  void print(const PartCode& part, bool strided) {
    std::string text;
    for (size_t i = 0; i < part.coordinates.size(); ++i) {
      text += (text.empty() ? "" : ", ") + name(part.coordinates[i], part.per_lane[i]);
      if (strided && part.distance[i] != 0) text += fmt::format(" + {}*j", part.distance[i]);
      if (!part.natural[i]) text += " unless negative";
    }
    line(fmt::format("give {}({})", part.part->game->name, text));
  }

  const Program& program_;
  std::string text_;
};

}  // namespace

std::string print_program(const Program& program) { return ProgramPrinter(program).print(); }

std::string print_plan(const SweepPlan& plan) {
  const Rule& rule = *plan.rule;
  std::string text = fmt::format("{}; cell {}", print_order(rule, plan.order), plan.first);
  for (size_t i = 0; i < rule.arity(); ++i)
    text += fmt::format(" + {}*{}", plan.stride[i], rule.coordinates[i]);
  text += fmt::format(" of {}; at most {} options\n", plan.cells, plan.most_options);
  if (!plan.within.empty()) text += "only " + print_pairs(rule, plan.within) + "\n";
  if (plan.mirror) {
    text += fmt::format("{0} > {1} as {0} < {1}\n", rule.coordinates[plan.mirror->first],
                        rule.coordinates[plan.mirror->second]);
  }
  for (const SweepLine& line : plan.lines) {
    if (line.running) {
      text += fmt::format("{} cells back, {}\n", plan.distance(*line.running),
                          print_running_set(rule, *line.running));
      continue;
    }
    for (const Nest& nest : line.nests) {
      text += fmt::format("{}{}\n", print_nest(*line.line, nest),
                          line.narrowed ? " (listed beforehand)" : "");
    }
  }
  return text;
}

}  // namespace grundy
