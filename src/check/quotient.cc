#include "check/quotient.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "analysis/heap_code.h"
#include "base/text.h"
#include "check/claim_lines.h"
#include "check/heap.h"
#include "check/heap_values.h"
#include "check/subject.h"

namespace grundy {
namespace {

constexpr int64_t kMostOrder = 20'000;
constexpr int64_t kMostQuotientHeaps = 1'000'000;
constexpr uint32_t kKeptOrder = 2000;  // whose table of products is kept: 16 MB
constexpr uint32_t kUnknown = UINT32_MAX;

using Members = std::vector<uint32_t>;  // ascending

/// The lines of the certificate: a keyword and a text, or numbers. Lists may go over several lines
/// of one keyword.
class QuotientReader {
 public:
  struct Lines {  // where things stand
    size_t rule = 0, game = 0, code = 0, preperiod = 0, period = 0, order = 0, actions = 0,
           lost = 0, values = 0;
  };

  explicit QuotientReader(std::string_view text) : text_(text) { next(); }

  /// The first wrong line and the reason, or nothing.
  std::optional<Judgement> read(QuotientCertificate& c, Lines& at) {
    word("grundy-certificate", "1");
    at.rule = line_;
    while (is_at("rule")) c.rule += rest("rule") + "\n";
    at.game = line_;
    c.game = rest("game");
    word("kind", "quotient");
    at.code = line_;
    c.code = rest("code");
    c.preperiod = number("preperiod", at.preperiod);
    c.period = number("period", at.period);
    c.order = number("order", at.order);
    at.actions = line_;
    while (is_at("generator")) {
      if (present_ != "generator") fail("a line 'generator' has nothing else");
      rest("generator");
      numbers("products", c.actions.emplace_back());
    }
    at.lost = line_;
    numbers("lost", c.lost);
    at.values = line_;
    numbers("values", c.values);
    word("end", "");
    if (!failed_ && !ended_) fail("something follows the line 'end'");
    return failed_;
  }

 private:
  void fail(std::string reason) {
    if (!failed_) failed_ = rejected(line_, std::move(reason));
  }
  void next() {
    ++line_;
    present_ = {};
    if (text_.empty()) {
      ended_ = true;
      return;
    }
    const size_t end = text_.find('\n');
    if (end == std::string_view::npos) return fail("the last line does not end");
    present_ = text_.substr(0, end);
    text_.remove_prefix(end + 1);
  }
  bool is_at(std::string_view keyword) const {
    return !failed_ && !ended_ && present_.substr(0, present_.find(' ')) == keyword;
  }
  std::string rest(std::string_view keyword) {
    if (!is_at(keyword)) {
      fail(fmt::format("expected a line '{} …'", keyword));
      return {};
    }
    std::string result(present_.substr(std::min(keyword.size() + 1, present_.size())));
    next();
    return result;
  }
  void word(std::string_view keyword, std::string_view value) {
    const size_t line = line_;
    if (rest(keyword) != value && !failed_)
      failed_ = rejected(line, fmt::format("expected '{} {}'", keyword, value));
  }
  void numbers(std::string_view keyword, std::vector<int64_t>& result) {
    while (is_at(keyword)) {
      std::string_view left = present_.substr(keyword.size());
      while (!left.empty()) {
        left.remove_prefix(1);
        const std::string_view token = left.substr(0, left.find(' '));
        int64_t n = 0;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), n);
        if (error != std::errc() || end != token.data() + token.size() || n < 0 ||
            n > kMaxCertificateNumber)
          return fail("expected natural numbers, separated by single blanks");
        result.push_back(n);
        left.remove_prefix(token.size());
      }
      next();
    }
  }
  int64_t number(std::string_view keyword, size_t& line) {
    line = line_;
    std::vector<int64_t> list;
    numbers(keyword, list);
    if (list.size() != 1 && !failed_)
      failed_ = rejected(line, fmt::format("expected a line '{} …' with one number", keyword));
    return list.empty() ? 0 : list[0];
  }

  std::string_view text_;
  std::string_view present_;
  size_t line_ = 0;
  bool ended_ = false;
  std::optional<Judgement> failed_;
};

class QuotientCheck {
 public:
  QuotientCheck(const QuotientCertificate& certificate, const QuotientReader::Lines& lines,
                const Budget& budget)
      : certificate_(certificate), lines_(lines), budget_(budget) {}

  Attempt<Judgement> run() {
    if (auto bad = read_rule()) return *std::move(bad);
    if (auto bad = read()) return *std::move(bad);
    if (auto bad = check_monoid()) return *std::move(bad);
    if (budget_.spent()) return budget_.why();
    if (auto bad = check_period()) return *std::move(bad);
    list_heaps();
    if (budget_.spent()) return budget_.why();
    if (auto bad = check_generated()) return *std::move(bad);
    if (auto bad = check_lost()) return *std::move(bad);
    if (budget_.spent()) return budget_.why();
    return check_won();
  }

 private:
  using Bad = std::optional<Judgement>;

  /// The moves of the rule are those of the code.
  Bad read_rule() {
    Subject subject;
    if (auto bad = subject.read(certificate_.rule, lines_.rule, certificate_.game, lines_.game))
      return bad;
    const auto stated = parse_heap_code(certificate_.code);
    if (!stated) return rejected(lines_.code, stated.error().message());
    if (certificate_.code.find_first_of(" \t") != std::string::npos)
      return rejected(lines_.code, "a code has no blanks");
    if (!subject.is_whole())
      return rejected(lines_.rule, "a move leads to a sum of as many parts as it says");
    const auto code = heap_code_of(subject.rule());
    if (!code) return rejected(lines_.rule, "the rule is not recognised as a take-and-break game");
    if (!(*code == *stated))
      return rejected(lines_.code, fmt::format("the code of the game is {}", code->text()));
    if (!leaves_two_heaps(*code))
      return rejected(lines_.code,
                      "the theorem is about codes of at most two heaps and finitely many digits");
    code_ = *code;
    return std::nullopt;
  }

  /// Elements, each below a bound.
  static Bad elements(const std::vector<int64_t>& numbers, size_t line, uint32_t bound,
                      Members& result) {
    for (const int64_t n : numbers) {
      if (n >= bound) return rejected(line, fmt::format("{} is no element", n));
      result.push_back(static_cast<uint32_t>(n));
    }
    return std::nullopt;
  }

  Bad read() {
    const QuotientCertificate& c = certificate_;
    if (c.order < 1 || c.order > kMostOrder)
      return rejected(lines_.order, fmt::format("an order is 1 to {}", kMostOrder));
    if (c.period < 1) return rejected(lines_.period, "a period is at least 1");
    if (c.preperiod > kMostQuotientHeaps || c.period > kMostQuotientHeaps)
      return rejected(lines_.preperiod, fmt::format("more than {} heaps", kMostQuotientHeaps));
    order_ = static_cast<uint32_t>(c.order);
    preperiod_ = static_cast<uint64_t>(c.preperiod);
    period_ = static_cast<uint64_t>(c.period);
    for (const std::vector<int64_t>& action : c.actions) {
      if (auto bad = elements(action, lines_.actions, order_, actions_.emplace_back())) return bad;
      if (action.size() != order_)
        return rejected(lines_.actions, fmt::format("a generator has {} products", order_));
    }
    Members lost;
    if (auto bad = elements(c.lost, lines_.lost, order_, lost)) return bad;
    lost_.assign(order_, false);
    for (const uint32_t x : lost) {
      if (lost_[x]) return rejected(lines_.lost, fmt::format("element {} stands twice", x));
      lost_[x] = true;
    }
    if (lost_[0]) return rejected(lines_.lost, "the identity is not in P: who can't move wins");
    if (auto bad = elements(c.values, lines_.values, order_, values_)) return bad;
    if (values_.size() != preperiod_ + period_)
      return rejected(lines_.values,
                      fmt::format("expected the elements of {} heaps", preperiod_ + period_));
    return std::nullopt;
  }

  Bad check_monoid() {
    way_.resize(order_);
    std::vector<bool> reached(order_, false);
    std::deque<uint32_t> queue = {0};
    reached[0] = true;
    while (!queue.empty()) {
      const uint32_t x = queue.front();
      queue.pop_front();
      for (uint32_t g = 0; g < actions_.size(); ++g) {
        const uint32_t y = actions_[g][x];
        if (reached[y]) continue;
        reached[y] = true;
        way_[y] = {x, g};
        queue.push_back(y);
      }
    }
    for (uint32_t x = 0; x < order_; ++x) {
      if (!reached[x])
        return rejected(lines_.order, fmt::format("element {} is no product of generators", x));
    }
    for (size_t g = 0; g < actions_.size(); ++g) {
      for (size_t h = 0; h < g; ++h) {
        for (uint32_t x = 0; x < order_; ++x) {
          if (actions_[g][actions_[h][x]] != actions_[h][actions_[g][x]])
            return rejected(lines_.actions, "the generators do not commute");
        }
      }
    }
    // Elements are alike as long as no product tells them apart.
    std::vector<uint32_t> kinds(lost_.begin(), lost_.end());
    for (size_t count = 0; !budget_.spent();) {
      std::map<std::vector<uint32_t>, uint32_t> signatures;
      std::vector<uint32_t> finer(order_);
      for (uint32_t x = 0; x < order_; ++x) {
        std::vector<uint32_t> signature = {kinds[x]};
        for (const Members& action : actions_) signature.push_back(kinds[action[x]]);
        finer[x] =
            signatures.emplace(std::move(signature), static_cast<uint32_t>(signatures.size()))
                .first->second;
      }
      kinds = std::move(finer);
      if (signatures.size() == order_) return std::nullopt;
      if (signatures.size() == count)
        return rejected(lines_.order, "two elements are not told apart by any product");
      count = signatures.size();
    }
    return std::nullopt;  // the budget is spent, which is asked next
  }

  Bad check_period() const {
    const auto at = [&](uint64_t n) { return values_[n]; };
    if (preperiod_ > 0 && at(preperiod_ - 1) == at(preperiod_ + period_ - 1))
      return rejected(lines_.preperiod, "a smaller pre-period does");
    for (uint64_t p = 1; p < period_; ++p) {
      if (period_ % p != 0) continue;
      bool repeats = true;
      for (uint64_t n = preperiod_; n + p < preperiod_ + period_ && repeats; ++n)
        repeats = at(n) == at(n + p);
      if (repeats) return rejected(lines_.period, fmt::format("the period {} does as well", p));
    }
    return std::nullopt;
  }

  uint32_t element(uint64_t heap) const {
    return values_[heap < preperiod_ ? heap : preperiod_ + (heap - preperiod_) % period_];
  }

  uint32_t times(uint32_t x, uint32_t y) const {
    for (; y != 0; y = way_[y].first) x = actions_[way_[y].second][x];
    return x;
  }

  /// The elements of so many tokens as two different heaps.
  Members parted(uint64_t left) {
    std::vector<bool> met(order_, false);
    for (uint64_t a = 1; 2 * a < left; ++a) met[product(element(a), element(left - a))] = true;
    Members result;
    for (uint32_t x = 0; x < order_; ++x) {
      if (met[x]) result.push_back(x);
    }
    return result;
  }

  /// Of two heaps' elements; kept where the table is small.
  uint32_t product(uint32_t x, uint32_t y) {
    if (order_ > kKeptOrder) return times(x, y);
    if (products_.empty()) products_.assign(size_t{order_} * order_, kUnknown);
    uint32_t& known = products_[size_t{x} * order_ + y];
    if (known == kUnknown) known = times(x, y);
    return known;
  }

  /// The pairs of an element and the options' elements, each with the least heap that has them.
  void list_heaps() {
    const uint64_t window = heap_window(code_, preperiod_, period_);
    std::set<std::pair<uint32_t, Members>> seen;
    std::deque<Members> parts;  // of the last numbers of tokens; as many as a move can leave
    uint64_t first_part = 0;
    for (uint64_t n = 0; n < window && !budget_.spent(); ++n) {
      parts.push_back(parted(n));
      if (parts.size() > code_.after.size() + 1) {
        parts.pop_front();
        ++first_part;
      }
      std::set<uint32_t> options;
      for (uint64_t take = 0; take <= std::min<uint64_t>(n, code_.after.size()); ++take) {
        const HeapDigit& digit = code_.digit(static_cast<int64_t>(take));
        const uint64_t left = n - take;
        if (left == 0 && take > 0 && digit.allows({})) options.insert(0);
        if (left > 0 && take > 0 && digit.allows(std::array<uint64_t, 1>{left}))
          options.insert(element(left));
        if (left > 2 && digit.allows(std::array<uint64_t, 2>{1, left - 1})) {
          const Members& two = parts[left - first_part];
          options.insert(two.begin(), two.end());
        }
        if (left % 2 == 0 && left > 0 && digit.allows(std::array<uint64_t, 2>{left / 2, left / 2}))
          options.insert(product(element(left / 2), element(left / 2)));
      }
      std::pair<uint32_t, Members> pair(element(n), Members(options.begin(), options.end()));
      if (seen.insert(pair).second) heaps_.push_back({n, pair.first, std::move(pair.second)});
    }
  }

  Bad check_generated() const {
    std::vector<bool> reached(order_, false);
    std::vector<uint32_t> queue = {0};
    reached[0] = true;
    for (size_t i = 0; i < queue.size(); ++i) {
      for (const uint32_t value : std::set<uint32_t>(values_.begin(), values_.end())) {
        const uint32_t y = times(queue[i], value);
        if (reached[y]) continue;
        reached[y] = true;
        queue.push_back(y);
      }
    }
    if (queue.size() == order_) return std::nullopt;
    return rejected(lines_.order, "some element is that of no sum of heaps");
  }

  /// For each element its product with y.
  Members column(uint32_t y) const {
    Members result(order_);
    for (uint32_t z = 0; z < order_; ++z) result[z] = z;
    for (; y != 0; y = way_[y].first) {
      for (uint32_t& z : result) z = actions_[way_[y].second][z];
    }
    return result;
  }

  Bad check_lost() const {
    std::map<uint32_t, std::vector<bool>> partners;  // of x: the z whose product with x is in P
    const auto partners_of = [&](uint32_t x) -> const std::vector<bool>& {
      const auto [at, fresh] = partners.try_emplace(x);
      if (fresh) {
        for (const uint32_t z : column(x)) at->second.push_back(lost_[z]);
      }
      return at->second;
    };
    std::set<std::pair<uint32_t, uint32_t>> seen;
    for (const Heap& heap : heaps_) {
      for (const uint32_t y : heap.options) {
        if (!seen.emplace(heap.element, y).second) continue;
        if (budget_.spent()) return std::nullopt;
        const std::vector<bool>& a = partners_of(heap.element);
        const std::vector<bool>& b = partners_of(y);
        for (uint32_t z = 0; z < order_; ++z) {
          if (a[z] && b[z])
            return rejected(
                lines_.lost,
                fmt::format("a sum with a heap of {} is in P, and so is an option", heap.size));
        }
      }
    }
    return std::nullopt;
  }

  /// Sums are built heap by heap, those of the heaps so far first. One that another pair stands
  /// for, with the same element and no option more, is looked at and then left: whatever is added
  /// to both, its options are the more.
  Attempt<Judgement> check_won() const {
    struct Pair {
      uint32_t element;
      Members options;
    };
    std::vector<Pair> pairs = {{0, {}}};
    std::vector<std::vector<uint32_t>> kept(order_);  // numbers of pairs
    kept[0] = {0};
    std::vector<bool> together(order_);
    for (const Heap& heap : heaps_) {
      if (heap.options.empty()) {
        // No move: it has to be like 0.
        if (heap.element != 0)
          return rejected(lines_.values,
                          fmt::format("a heap of {} has no move and is not 0", heap.size));
        continue;
      }
      const Members moved = column(heap.element);
      for (size_t i = 0; i < pairs.size(); ++i) {
        if ((i & 15) == 0 && budget_.spent()) return budget_.why();
        const uint32_t to = moved[pairs[i].element];
        std::fill(together.begin(), together.end(), false);
        for (const uint32_t option : pairs[i].options) together[moved[option]] = true;
        for (const uint32_t option : heap.options) together[times(pairs[i].element, option)] = true;
        Members options;
        bool wins = false;
        for (uint32_t z = 0; z < order_; ++z) {
          if (!together[z]) continue;
          options.push_back(z);
          wins = wins || lost_[z];
        }
        if (!lost_[to] && !wins)
          return rejected(
              lines_.lost,
              fmt::format("a sum with a heap of {} is not in P, and no option is", heap.size));
        const bool stands = std::any_of(kept[to].begin(), kept[to].end(), [&](uint32_t one) {
          const Members& known = pairs[one].options;
          return std::all_of(known.begin(), known.end(), [&](uint32_t z) { return together[z]; });
        });
        // The heap alone is like a sum of those before, and so is every sum with it.
        if (stands && i == 0) break;
        if (stands) continue;
        kept[to].push_back(static_cast<uint32_t>(pairs.size()));
        pairs.push_back({to, std::move(options)});
      }
    }
    return Judgement{true, 0, ""};
  }

  struct Heap {
    uint64_t size;
    uint32_t element;
    Members options;  // their elements
  };

  const QuotientCertificate& certificate_;
  const QuotientReader::Lines& lines_;
  const Budget& budget_;
  HeapCode code_;
  uint32_t order_ = 1;
  uint64_t preperiod_ = 0;
  uint64_t period_ = 1;
  std::vector<Members> actions_;
  std::vector<bool> lost_;
  Members values_;
  // To each element: the one before, and the generator that leads on.
  std::vector<std::pair<uint32_t, uint32_t>> way_;
  std::vector<uint32_t> products_;  // of x and y, at x·order + y
  std::vector<Heap> heaps_;
};

}  // namespace

std::string to_text(const QuotientCertificate& c) {
  constexpr size_t kNumbersInLine = 1000;
  std::string text = first_lines(c.rule, c.game, "quotient") +
                     fmt::format("code {}\npreperiod {}\nperiod {}\norder {}\n", c.code,
                                 c.preperiod, c.period, c.order);
  const auto add = [&](std::string_view keyword, const std::vector<int64_t>& numbers) {
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (i % kNumbersInLine == 0) text += (i == 0 ? "" : "\n") + std::string(keyword);
      text += fmt::format(" {}", numbers[i]);
    }
    if (!numbers.empty()) text += "\n";
  };
  for (const std::vector<int64_t>& action : c.actions) {
    text += "generator\n";
    add("products", action);
  }
  add("lost", c.lost);
  add("values", c.values);
  return text + "end\n";
}

bool is_quotient_certificate(std::string_view text) {
  const size_t kind = text.find("\nkind ");
  return kind != std::string_view::npos && text.substr(kind).starts_with("\nkind quotient\n");
}

Attempt<QuotientCertificate> quotient_in(std::string_view text) {
  QuotientCertificate certificate;
  QuotientReader::Lines lines;
  if (auto bad = QuotientReader(text).read(certificate, lines)) return Error::input(bad->reason);
  return certificate;
}

Attempt<Judgement> check_quotient(std::string_view text, const Budget& budget) {
  QuotientCertificate certificate;
  QuotientReader::Lines lines;
  if (auto bad = QuotientReader(text).read(certificate, lines)) return *std::move(bad);
  return QuotientCheck(certificate, lines, budget).run();
}

}  // namespace grundy
