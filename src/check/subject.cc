#include "check/subject.h"

#include <algorithm>
#include <string_view>

namespace grundy {

std::optional<Judgement> Subject::read(const std::string& rule, size_t rule_line,
                                       const std::string& game, size_t game_line) {
  text_ = rule;
  rule_line_ = rule_line;
  book_.refuse_files();
  if (auto loaded = book_.load_text("rule", rule); !loaded) {
    const Diagnostic& first = loaded.error().diagnostics.front();
    return rejected(rule_line + (first.line > 0 ? first.line - 1 : 0), first.message);
  }
  const Definition* definition = book_.find(game);
  if (definition == nullptr || definition->builtin)
    return rejected(game_line, "the rule is of another game");
  const Attempt<const Rule*> found = book_.rule(game);
  if (!found) return rejected(rule_line, found.error().message());
  written_ = *found;
  rule_ = has_repeated_parts(*written_) ? &copies_.cancelled(*written_, Copies::Remaining::two)
                                        : written_;
  return std::nullopt;
}

std::optional<Judgement> Subject::read_lines(const Certificate& certificate) {
  if (auto bad = read(certificate)) return bad;
  if (rule_->is_alias) return rejected(certificate.rule_line, "the game is another name for a sum");
  for (const MoveLine& line : rule_->moves) {
    logic::Problem problem;
    std::vector<logic::Linear> slots = naturals(problem, rule_->arity());
    Judgement why;
    if (!meaning(problem, line, slots, why)) return why;
  }
  return std::nullopt;
}

size_t Subject::line_of(const MoveLine& line) const {
  const std::string_view before = std::string_view(text_).substr(0, line.span.begin);
  return rule_line_ + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
}

std::optional<logic::LineMeaning> Subject::meaning(logic::Problem& problem, const MoveLine& line,
                                                   std::vector<logic::Linear>& slots,
                                                   Judgement& why) const {
  const size_t wanted = rule_->arity() + logic::binder_count(line);
  while (slots.size() < wanted) slots.push_back(problem.integer());
  std::string reason;
  auto result = logic::meaning(problem, *rule_, line, slots, reason);
  if (!result) why = rejected(line_of(line), "the checker does not take this line: " + reason);
  return result;
}

std::vector<logic::Linear> naturals(logic::Problem& problem, size_t count) {
  std::vector<logic::Linear> result;
  for (size_t i = 0; i < count; ++i) result.push_back(problem.natural());
  return result;
}

}  // namespace grundy
