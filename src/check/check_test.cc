#include "check/check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>
#include <map>
#include <random>

#include "proof/certificate.h"
#include "proof/prove.h"
#include "reference/certificates.h"
#include "session/session.h"

namespace grundy {
namespace {

std::string certificate(const std::string& game) {
  static std::map<std::string, std::string> made;
  if (!made.contains(game)) {
    Session session;
    Budget budget;
    const auto rule = session.game(game, budget);
    EXPECT_TRUE(rule.ok());
    const auto theorem = prove(**rule, {}, budget);
    EXPECT_TRUE(theorem.ok());
    made[game] = certificate_of(*theorem, budget).value();
  }
  return made[game];
}

/// The value that a certificate claims, as text; read off the certificate in the plainest way.
std::string claimed(const Certificate& c, const std::vector<int64_t>& at) {
  auto linear = [&](const Row& row, size_t from) {
    int64_t sum = row.numbers.back();
    for (size_t i = 0; i < at.size(); ++i) sum += row.numbers[from + i] * at[i];
    return sum;
  };
  if (c.kind == Certificate::Kind::periodic) {
    std::vector<int64_t> values;
    for (const Row& row : c.values)
      values.insert(values.end(), row.numbers.begin(), row.numbers.end());
    const auto n = static_cast<size_t>(at[0]);
    const auto period = static_cast<size_t>(c.period.numbers[0]);
    const size_t turns = n < values.size() ? 0 : (n - values.size()) / period + 1;
    return std::to_string(values[n - turns * period] +
                          static_cast<int64_t>(turns) * c.saltus.numbers[0]);
  }
  for (const Certificate::Case& one : c.cases) {
    bool here = true;
    for (const Row& row : one.conditions) here = here && linear(row, 0) >= 0;
    for (const Row& row : one.residues)
      here = here && at[static_cast<size_t>(row.numbers[0])] % row.numbers[1] == row.numbers[2];
    if (!here) continue;
    std::vector<Ordinal::Term> terms;
    for (size_t j = 0; j < one.value.size(); ++j) {
      const auto coefficient =
          static_cast<uint64_t>(linear(one.value[j], 1) / one.value[j].numbers[0]);
      terms.push_back({Ordinal(one.value.size() - 1 - j), Natural(coefficient)});
    }
    return Ordinal::from_terms(std::move(terms)).to_string();
  }
  return "none";
}

/// The value of a position, by an engine; where none answers, by a law that is found anew.
std::string value_of(Session& session, const std::string& game, const std::vector<int64_t>& at) {
  Budget budget;
  const auto question = session.read(fmt::format("{}({})", game, fmt::join(at, ", ")), budget);
  const auto value = session.value(*question, budget);
  if (value) return value->to_string();
  const auto theorem = prove(**session.game(game, budget), {}, budget);
  const auto text = certificate_of(*theorem, budget);
  Certificate other;
  Judgement why;
  if (!text || !read_certificate(*text, other, why)) return "unknown";
  return claimed(other, at);
}

/// Whether all that an accepted certificate claims on a box is true.
void expect_true(const std::string& text) {
  Certificate c;
  Judgement why;
  ASSERT_TRUE(read_certificate(text, c, why));
  Session session;
  Budget budget;
  ASSERT_TRUE(session.rulebook().load_text("rule", c.rule).ok());
  const auto rule = session.game(c.game, budget);
  ASSERT_TRUE(rule.ok());
  const size_t arity = (*rule)->arity();
  const int64_t side = arity == 1 ? 40 : arity == 2 ? 4 : 2;
  std::vector<int64_t> at(arity, 0);
  for (;;) {
    EXPECT_EQ(claimed(c, at), value_of(session, c.game, at)) << text;
    size_t i = 0;
    while (i < arity && ++at[i] == side) at[i++] = 0;
    if (i == arity) return;
  }
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin + 1));
    begin = end + 1;
  }
  return lines;
}
std::string joined(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, ""));
}

/// Every number changed by 1 up and down, every line dropped, doubled, or swapped with the next
/// one, every line the last.
std::vector<std::string> tampered(const std::string& text) {
  std::vector<std::string> result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!std::isdigit(static_cast<unsigned char>(text[i]))) continue;
    size_t end = i;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    const bool negative = i > 0 && text[i - 1] == '-' && (i < 2 || text[i - 2] == ' ');
    const size_t begin = negative ? i - 1 : i;
    const int64_t number = std::stoll(text.substr(begin, end - begin));
    for (const int64_t change : {-1, 1})
      result.push_back(text.substr(0, begin) + std::to_string(number + change) + text.substr(end));
    i = end;
  }
  const std::vector<std::string> lines = split(text);
  for (size_t i = 0; i < lines.size(); ++i) {
    std::vector<std::string> other = lines;
    other.erase(other.begin() + static_cast<std::ptrdiff_t>(i));
    result.push_back(joined(other));
    other = lines;
    other.insert(other.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    result.push_back(joined(other));
    other.assign(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i));
    result.push_back(joined(other));
    if (i + 1 == lines.size() || lines[i] == lines[i + 1]) continue;
    other = lines;
    std::swap(other[i], other[i + 1]);
    result.push_back(joined(other));
  }
  return result;
}

class Tampered : public testing::TestWithParam<const char*> {};

TEST_P(Tampered, IsRejectedOrTrue) {
  const std::string text = certificate(GetParam());
  size_t rejected = 0;
  size_t accepted = 0;
  for (const std::string& other : tampered(text)) {
    const Judgement judgement = reference::judged(other);
    if (judgement.accepted) {
      ++accepted;
      expect_true(other);
      if (HasFailure()) return;
    } else {
      ++rejected;
      EXPECT_GE(judgement.line, 1u);
      EXPECT_LE(judgement.line, split(other).size() + 1);
      EXPECT_FALSE(judgement.reason.empty());
    }
  }
  // What is left is the same claim in another form: a condition that follows from others, a larger
  // window.
  EXPECT_GT(rejected, 4 * accepted);
}
INSTANTIATE_TEST_SUITE_P(Games, Tampered,
                         testing::Values("nim", "forced", "free", "strict", "anydrop", "cascade2",
                                         "subtract[{1, 4}]", "subtract[{2, 5, 7}]",
                                         "subtract[not {2, 5}]"));

/// `text` with its first line `from` (and what may follow it) put as `to`.
std::string replaced(const std::string& text, const std::string& from, const std::string& to) {
  const size_t at = text.find("\n" + from + "\n");
  EXPECT_NE(at, std::string::npos) << from << " in\n" << text;
  if (at == std::string::npos) return text;
  return text.substr(0, at + 1) + to + text.substr(at + 1 + from.size());
}

struct False {
  const char* name;
  const char* from;
  const char* to;
  size_t line;
  const char* reason;
};

// n is the value of strict(m, n).
constexpr const char* kStrict =
    "grundy-certificate 1\n"
    "rule game strict(m, n)\n"
    "rule   -> strict(m, k)  for k < n\n"
    "rule   -> strict(m - 1, k)  for k > n  if m > 0\n"
    "game strict\n"
    "kind formula\n"
    "powers 1\n"
    "case\n"
    "value 1 0 1 0\n"
    "measure 1 0\n"
    "measure 0 1\n"
    "witness 1\n"
    "if 0 1 -1 -1\n"
    "with 0 0 1 0\n"
    "to 1 0 0 0\n"
    "to 0 0 1 0\n"
    "end\n";

TEST(Check, ACertificateWrittenByHand) {
  EXPECT_TRUE(reference::judged(kStrict).accepted) << reference::judged(kStrict).reason;
}

TEST(Check, FalseCertificates) {
  const False cases[] = {
      {"a value too large", "value 1 0 1 0", "value 1 0 1 1", 8,
       "a smaller ordinal has no witness at"},
      {"a value too small", "value 1 0 1 0", "value 1 0 0 0", 8, "an option has the same value at"},
      {"no natural value", "value 1 0 1 0", "value 1 0 1 -1", 9,
       "the coefficient is no natural number at m = 0, n = 0"},
      {"a value with a remainder", "value 1 0 1 0", "value 2 0 1 0", 9,
       "the coefficient is no natural number at"},
      {"a divisor of 0", "value 1 0 1 0", "value 0 0 1 0", 9, "a divisor is at least 1"},
      {"a gap", "case", "case\nif 1 0 -1", 8, "no case gives a value at m = 0"},
      {"a measure too few", "measure 1 0\nmeasure 0 1", "measure 1 0", 10,
       "a move does not lower the measures at"},
      {"measures out of order", "measure 1 0\nmeasure 0 1", "measure 0 1\nmeasure 1 0", 11,
       "a move does not lower the measures at"},
      {"a negative measure", "measure 0 1", "measure 0 -1", 11, "expected natural numbers"},
      {"no witness", "witness 1\nif 0 1 -1 -1\nwith 0 0 1 0\nto 1 0 0 0\nto 0 0 1 0\nend", "end", 8,
       "a smaller ordinal has no witness at"},
      {"a witness for less", "if 0 1 -1 -1", "if 0 1 -1 -2", 8,
       "a smaller ordinal has no witness at"},
      {"a witness for more", "if 0 1 -1 -1", "if 0 1 -1 0", 12,
       "the witness is no move of that line at"},
      {"a witness of another line", "witness 1", "witness 2", 12,
       "the witness is no move of that line at"},
      {"a witness of no line", "witness 1", "witness 3", 12, "the rule has no such line"},
      {"a binder that is not the option's", "with 0 0 1 0", "with 0 0 0 0", 12,
       "the witness is no move"},
      {"another option", "to 0 0 1 0", "to 0 0 0 0", 12, "the witness is no move of that line at"},
      {"another version", "powers 1", "powers 0", 7, "there are 1 to 16 powers of ω"},
      {"another game's rule", "game strict", "game free", 5, "the rule is of another game"},
      {"a rule that is not affine", "rule   -> strict(m, k)  for k < n",
       "rule   -> strict(m, k)  for k < n*n*m", 3,
       "the checker does not take this line: it has a product of variables"},
      {"a set without negative numbers", "rule   -> strict(m, k)  for k < n",
       "rule   -> strict(m, k)  for k < n  if k - n in not {0}", 12,
       "the witness is no move of that line at"},
      {"a sum", "rule   -> strict(m, k)  for k < n",
       "rule   -> strict(m, k) + strict(0, 0)  for k < n", 3,
       "the checker does not take this line: it does not lead to one position of the same game"},
      {"a rule with a slip", "rule   -> strict(m, k)  for k < n",
       "rule   -> strict(m, q)  for k < n", 3, ""},
      {"a number beyond the limit", "powers 1", "powers 99999999999999999999999", 7,
       "a number is beyond 2^40"},
      {"no number", "powers 1", "powers one", 7, "expected integers, separated by single blanks"},
      {"a number too few", "value 1 0 1 0", "value 1 0 1", 9, "expected 4 numbers"},
  };
  for (const False& one : cases) {
    const Judgement judgement = reference::judged(replaced(kStrict, one.from, one.to));
    EXPECT_FALSE(judgement.accepted) << one.name;
    EXPECT_EQ(judgement.line, one.line) << one.name << ": " << judgement.reason;
    EXPECT_TRUE(judgement.reason.starts_with(one.reason)) << one.name << ": " << judgement.reason;
  }
}

TEST(Check, FalsePeriods) {
  const std::string text = certificate("subtract[{2, 5, 7}]");
  const False cases[] = {
      {"a shorter period", "period 22", "period 21", 12, "there are more values"},
      {"a longer period", "period 22", "period 23", 12, "there are fewer values"},
      {"a saltus", "saltus 0", "saltus 1", 10, "the values of a finite set do not grow"},
      {"a shorter window", "window 0 7", "window 0 6", 11, "the window is as long as"},
      {"another set", "numbers 2 5 7", "numbers 2 5 8", 7, ""},
      {"all but the set", "all-but 0", "all-but 1", 7, ""},
  };
  for (const False& one : cases) {
    const Judgement judgement = reference::judged(replaced(text, one.from, one.to));
    EXPECT_FALSE(judgement.accepted) << one.name;
    EXPECT_TRUE(judgement.reason.starts_with(one.reason)) << one.name << ": " << judgement.reason;
  }
}

TEST(Check, DamagedFiles) {
  std::mt19937_64 random(4);
  const std::string good[] = {certificate("forced"), certificate("subtract[not {2, 5}]")};
  for (int round = 0; round < 600; ++round) {
    std::string text = good[random() % 2];
    for (uint64_t changes = 1 + random() % 4; changes > 0 && !text.empty(); --changes) {
      const size_t at = random() % text.size();
      switch (random() % 5) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, random() % 30);
          break;
        case 2:
          text.insert(at, std::to_string(static_cast<int64_t>(random()) >> (random() % 60)));
          break;
        case 3:
          text.insert(at, 1, '\0');
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 40));
          break;
      }
    }
    const std::clock_t began = std::clock();  // CPU time
    const Judgement judgement = reference::judged(text);
    EXPECT_LT(std::clock() - began, 20 * CLOCKS_PER_SEC) << text;
    if (judgement.accepted) expect_true(text);
  }
  EXPECT_EQ(reference::judged("").line, 1u);
  EXPECT_FALSE(reference::judged(std::string(100, '\0')).accepted);
  EXPECT_FALSE(reference::judged(std::string(1 << 20, '\n')).accepted);
}

TEST(Check, AsksTheBudget) {
  std::atomic<bool> stop{true};
  Budget budget;
  budget.set_stop_flag(&stop);
  const auto judgement = check_certificate(kStrict, judge_by_isl, budget);
  ASSERT_FALSE(judgement.ok());
  EXPECT_EQ(judgement.error().kind, Error::Kind::declined);
}

}  // namespace
}  // namespace grundy
