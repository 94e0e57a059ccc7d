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
#include "check/heap.h"
#include "check/heap_values.h"
#include "check/subject.h"

namespace grundy {
namespace {

constexpr int64_t kMostOrder = 20'000;
constexpr int64_t kMostHeaps = 1'000'000;

using Members = std::vector<uint32_t>;  // ascending

/// The lines of the certificate: a keyword and a text, or numbers. Lists may go over several lines of one keyword.
class QuotientReader {
 public:
  struct Lines {  // where things stand
    size_t rule = 0, game = 0, code = 0, preperiod = 0, period = 0, order = 0, actions = 0, lost = 0, values = 0;
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
      if (!rest("generator").empty()) fail("a line 'generator' has no numbers");
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
    const std::string result(present_.substr(std::min(keyword.size() + 1, present_.size())));
    next();
    return result;
  }
  void word(std::string_view keyword, std::string_view value) {
    const size_t line = line_;
    if (rest(keyword) != value && !failed_) failed_ = rejected(line, fmt::format("expected '{} {}'", keyword, value));
  }
  void numbers(std::string_view keyword, std::vector<int64_t>& result) {
    while (is_at(keyword)) {
      std::string_view left = present_.substr(keyword.size());
      while (!left.empty()) {
        left.remove_prefix(1);
        const std::string_view token = left.substr(0, left.find(' '));
        int64_t n = 0;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), n);
        if (error != std::errc() || end != token.data() + token.size() || n < 0 || n > kMaxCertificateNumber)
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
  QuotientCheck(const QuotientCertificate& certificate, const QuotientReader::Lines& lines, const Budget& budget)
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
    if (auto bad = subject.read(certificate_.rule, lines_.rule, certificate_.game, lines_.game)) return bad;
    const auto stated = parse_heap_code(certificate_.code);
    if (!stated) return rejected(lines_.code, stated.error().message());
    if (stated->text() != certificate_.code) return rejected(lines_.code, "the code is not in normal form");
    const auto code = heap_code_of(subject.rule());
    if (!code) return rejected(lines_.rule, "the rule is not seen to be a take-and-break game");
    if (!(*code == *stated)) return rejected(lines_.code, fmt::format("the code of the game is {}", code->text()));
    if (!leaves_two_heaps(*code))
      return rejected(lines_.code, "the theorem is about codes of at most two heaps and finitely many digits");
    code_ = *code;
    return std::nullopt;
  }

  /// Elements, each below a bound.
  static Bad elements(const std::vector<int64_t>& numbers, size_t line, uint32_t bound, Members& result) {
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
    if (c.preperiod > kMostHeaps || c.period > kMostHeaps)
      return rejected(lines_.preperiod, fmt::format("more than {} heaps", kMostHeaps));
    order_ = static_cast<uint32_t>(c.order);
    preperiod_ = static_cast<uint64_t>(c.preperiod);
    period_ = static_cast<uint64_t>(c.period);
    for (const std::vector<int64_t>& action : c.actions) {
      if (auto bad = elements(action, lines_.actions, order_, actions_.emplace_back())) return bad;
      if (action.size() != order_) return rejected(lines_.actions, fmt::format("a generator has {} products", order_));
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
      return rejected(lines_.values, fmt::format("expected the elements of {} heaps", preperiod_ + period_));
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
      if (!reached[x]) return rejected(lines_.order, fmt::format("element {} is no product of generators", x));
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
        finer[x] = signatures.emplace(std::move(signature), static_cast<uint32_t>(signatures.size())).first->second;
      }
      kinds = std::move(finer);
      if (signatures.size() == order_) return std::nullopt;
      if (signatures.size() == count) return rejected(lines_.order, "two elements are not told apart by any product");
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
      for (uint64_t n = preperiod_; n + p < preperiod_ + period_ && repeats; ++n) repeats = at(n) == at(n + p);
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

  /// The pairs of an element and the options' elements, with a heap that has them.
  void list_heaps() {
    const uint64_t window = heap_window(code_, preperiod_, period_);
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> products;
    const auto product = [&](uint32_t x, uint32_t y) {
      const auto [at, fresh] = products.try_emplace(std::minmax(x, y), 0);
      if (fresh) at->second = times(x, y);
      return at->second;
    };
    for (uint64_t n = 0; n < window && !budget_.spent(); ++n) {
      std::set<uint32_t> options;
      for (uint64_t take = 0; take <= std::min<uint64_t>(n, code_.after.size()); ++take) {
        const HeapDigit& digit = code_.digit(static_cast<int64_t>(take));
        const uint64_t left = n - take;
        if (left == 0 && take > 0 && digit.allows({})) options.insert(0);
        const std::array<uint64_t, 1> one = {left};
        if (left > 0 && take > 0 && digit.allows(one)) options.insert(element(left));
        for (uint64_t a = 1; 2 * a <= left; ++a) {
          const std::array<uint64_t, 2> two = {a, left - a};
          if (digit.allows(two)) options.insert(product(element(a), element(left - a)));
        }
      }
      heaps_.try_emplace({element(n), Members(options.begin(), options.end())}, n);
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

  Bad check_lost() const {
    for (const auto& [heap, n] : heaps_) {
      const auto& [x, options] = heap;
      for (uint32_t z = 0; z < order_ && !budget_.spent(); ++z) {
        if (!lost_[times(z, x)]) continue;
        for (const uint32_t y : options) {
          if (lost_[times(z, y)])
            return rejected(lines_.lost, fmt::format("a sum with a heap of {} is in P, and so is an option", n));
        }
      }
    }
    return std::nullopt;
  }

  Attempt<Judgement> check_won() const {
    std::vector<std::vector<Members>> kept(order_);  // by element: lists of options, none within another
    std::vector<std::pair<uint32_t, Members>> queue = {{0, {}}};
    kept[0] = {{}};
    for (size_t i = 0; i < queue.size(); ++i) {
      if ((i & 15) == 0 && budget_.spent()) return budget_.why();
      const auto [x, moves] = queue[i];  // a copy: the queue grows
      for (const auto& [heap, n] : heaps_) {
        const auto& [y, options] = heap;
        if (options.empty()) {
          // No move: it has to be like 0.
          if (y != 0) return rejected(lines_.values, fmt::format("a heap of {} has no move and is not 0", n));
          continue;
        }
        const uint32_t product = times(x, y);
        std::set<uint32_t> together;
        for (const uint32_t move : moves) together.insert(times(move, y));
        for (const uint32_t option : options) together.insert(times(x, option));
        if (!lost_[product] && std::none_of(together.begin(), together.end(), [&](uint32_t z) { return lost_[z]; }))
          return rejected(lines_.lost, fmt::format("a sum with a heap of {} is not in P, and no option is", n));
        std::vector<Members>& known = kept[product];
        const auto within = [](const Members& a, const auto& b) {
          return std::includes(b.begin(), b.end(), a.begin(), a.end());
        };
        if (std::any_of(known.begin(), known.end(), [&](const Members& one) { return within(one, together); }))
          continue;
        Members list(together.begin(), together.end());
        known.push_back(list);
        queue.emplace_back(product, std::move(list));
      }
    }
    return Judgement{true, 0, ""};
  }

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
  std::vector<std::pair<uint32_t, uint32_t>> way_;  // to each element: the one before, and the generator that leads on
  std::map<std::pair<uint32_t, Members>, uint64_t> heaps_;
};

}  // namespace

std::string to_text(const QuotientCertificate& c) {
  constexpr size_t kNumbersInLine = 1000;
  std::string text = "grundy-certificate 1\n";
  for (const std::string& line : lines_of(c.rule)) text += "rule " + line + "\n";
  text += fmt::format("game {}\nkind quotient\ncode {}\npreperiod {}\nperiod {}\norder {}\n", c.game, c.code,
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
