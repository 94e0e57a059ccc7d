// Random rule files, the input's bytes their seed: tables filled by native code agree with the
// machine.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "generate/rules.h"
#include "language/rulebook.h"
#include "reference/sweeps.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  uint64_t seed = 0xCBF29CE484222325;  // FNV-1a
  for (size_t i = 0; i < size; ++i) seed = (seed ^ data[i]) * 0x100000001B3;
  const grundy::generate::RandomRules random = grundy::generate::any_rules(seed);
  grundy::Rulebook book;
  if (!book.load_text("random.game", random.text)) return 0;
  std::mt19937_64 ways(seed);
  for (const auto& game : random.games) {
    const auto rule = book.rule(game.name);
    if (!rule || (*rule)->is_alias) continue;
    grundy::reference::SweepCounts counts;
    const std::string difference = grundy::reference::compare_some_sweep(**rule, ways, counts);
    if (difference.empty()) continue;
    std::fprintf(stderr, "seed %llu: %s\n%s\n", static_cast<unsigned long long>(seed),
                 difference.c_str(), random.text.c_str());
    std::abort();
  }
  return 0;
}
