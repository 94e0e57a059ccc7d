#include "check/replies.h"

#include <fmt/format.h>

namespace grundy {
namespace {

constexpr int64_t kLoony = PositionCertificate::kLoony;

}  // namespace

void Replies::add(int64_t n) {
  if (are_all_others_) {
    numbers_.erase(n);
  } else {
    numbers_.insert(n);
  }
}

void Replies::add_all_but(const std::set<int64_t>& numbers) {
  std::set<int64_t> left;
  for (const int64_t n : numbers) {
    if (!has(n)) left.insert(n);
  }
  are_all_others_ = true;
  numbers_ = std::move(left);
}

void Replies::add_others(const Replies& of) {
  if (!of.are_all_others_) return add_all_but(of.numbers_);
  for (const int64_t n : of.numbers_) add(n);
}

int64_t Replies::value() const {
  if (are_all_others_) return numbers_.empty() ? kLoony : *numbers_.begin();
  int64_t least = 0;
  while (numbers_.contains(least)) ++least;
  return least;
}

std::optional<int64_t> ReplyCheck::value_of(const PlayedPositions::Option& sum) const {
  int64_t value = 0;
  for (const PlayedPositions::Part& part : sum) {
    const auto at = told_.find(part);
    if (at == told_.end()) return std::nullopt;
    const int64_t own = at->second.value;
    value = value == kLoony || own == kLoony ? kLoony : value ^ own;
  }
  return value;
}

std::optional<bool> ReplyCheck::is_lost(const PlayedPositions::Part& bound, int64_t rest) const {
  const auto at = told_.find(bound);
  if (at == told_.end()) return std::nullopt;
  const Replies& replies = at->second.replies;
  return rest == kLoony ? !replies.are_all_others() : !replies.has(rest);
}

std::optional<std::string> ReplyCheck::flaw_of(const PositionCertificate::Claim& claim) {
  if (!claim.is || !claim.replies.empty()) return "expected a claim 'is …'";
  const Attempt<PlayedPositions::Part> part = moves_.read(claim.part);
  if (!part) return part.error().message();
  Replies replies;
  for (const Reply reply : {Reply::anywhere, Reply::here, Reply::same_player}) {
    const auto options = moves_.options(*part, reply);
    if (!options) return options.error().message();
    for (const PlayedPositions::Option& option : *options) {
      if (budget_.spent()) return "the budget is spent";
      const std::optional<int64_t> value = value_of(option);
      if (!value)
        return fmt::format("a part of the option has no claim yet: {}", moves_.text(option));
      if (reply == Reply::here) {
        if (option.size() != 1) return "the answer is bound to no single position";
        replies.add_others(told_.at(option.front()).replies);
      } else if (reply == Reply::same_player) {
        replies.add_all_but(*value == kLoony ? std::set<int64_t>{} : std::set{*value});
      } else if (*value != kLoony) {
        replies.add(*value);
      }
    }
  }
  const int64_t value = replies.value();
  if (value != claim.value)
    return fmt::format("its value is {}", PositionCertificate::text_of(value));
  told_.insert_or_assign(*part, Told{value, std::move(replies)});
  return std::nullopt;
}

}  // namespace grundy
