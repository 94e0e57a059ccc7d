// Bytes as a game with infinitely many moves: what the ordinal engine says of it is what its values
// by definition are (reference/rays.h), and whatever is asked ends with the budget.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/ordinal/ordinal.h"
#include "proof/certificate.h"
#include "proof/prove.h"
#include "reference/rays.h"
#include "session/session.h"

namespace {

using namespace grundy;
using reference::RayGame;
using reference::RayLine;

constexpr double kSeconds = 0.3;
constexpr int64_t kGreatestM = 3;
constexpr int64_t kGreatestN = 12;
constexpr size_t kBytesOfLine = 6;
constexpr size_t kMostLines = 4;

void require(bool holds, const char* what, const std::string& about) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n%s\n", what, about.c_str());
  std::abort();
}

RayGame game_of(const uint8_t* data, size_t size) {
  RayGame game;
  for (size_t at = 0; at + kBytesOfLine <= size && game.lines.size() < kMostLines;
       at += kBytesOfLine) {
    RayLine line;
    line.kind = static_cast<RayLine::Kind>(data[at] % 4);
    line.drop = data[at + 1] % 3;
    line.factor = data[at + 2] % 3;
    line.low = data[at + 3] % 4;
    line.high = data[at + 4] % 4;
    line.only = static_cast<RayLine::Only>(data[at + 5] % 5);
    if (line.kind == RayLine::Kind::lower && line.low == 0) line.low = 1;
    if (line.kind == RayLine::Kind::steps && line.high == 0) line.high = 1;
    game.lines.push_back(line);
  }
  return game;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const RayGame game = game_of(data, size);
  if (game.lines.empty()) return 0;
  const std::string text = game.to_text();
  Session session;
  require(session.rulebook().load_text("g.game", text).ok(), "the game can be read", text);
  Budget budget;
  budget.set_time_limit(kSeconds);
  const auto rule = session.game("g", budget);
  require(rule.ok(), "the game can be made", text);
  const auto theorem = prove(**rule, {}, budget);
  if (!theorem || !theorem->is_proved()) return 0;
  const auto wanted = game.values(kGreatestM, kGreatestN);
  if (!wanted || theorem->formula() == nullptr) return 0;
  for (int64_t m = 0; m <= kGreatestM; ++m) {
    for (int64_t n = 0; n <= kGreatestN; ++n) {
      const auto value = evaluate(*theorem->formula()->formula, std::vector<int64_t>{m, n});
      const auto& [omegas, rest] = (*wanted)[static_cast<size_t>(m)][static_cast<size_t>(n)];
      const bool right =
          value && value->back() == rest && (value->size() < 2 ? 0 : value->front()) == omegas;
      require(right, "a proved law is true", text);
    }
  }
  const auto certificate = certificate_of(*theorem, budget);
  require(certificate.ok() || certificate.error().kind == Error::Kind::declined,
          "a certificate, or why not", text);
  return 0;
}
