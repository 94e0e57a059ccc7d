// Reply: who answers a move, and where. Winning Ways, chapter 12, calls moves that say so entailing
// and complimenting.
//
//   -> top_entails(n - 1)             the other player moves next, in any part of the sum
//   -> entailing top_entails(n - 1)   the other player moves next, in what this move leads to
//   -> again box(n - 1)               the same player moves again, in any part of the sum
#pragma once
#include <cstdint>
#include <string_view>

namespace grundy {

enum class Reply : uint8_t { anywhere, here, same_player };

/// The word of the language, with a blank behind it; empty for ordinary moves.
constexpr std::string_view reply_word(Reply reply) {
  return reply == Reply::here ? "entailing " : reply == Reply::same_player ? "again " : "";
}

}  // namespace grundy
