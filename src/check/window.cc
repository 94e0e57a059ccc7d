#include "check/window.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "check/walk.h"

namespace grundy {
namespace {

constexpr uint64_t kAsked = 64;  // steps between two looks at the budget
/// So far behind its station a walk begins to look at rare values, when all ranks that it sees are
/// its own; and so far behind the next station it ends.
constexpr uint64_t kLead = (Walk::kKept + Walk::kStep - 1) / Walk::kStep * Walk::kStep;

/// A place and the ranks before it.
struct Station {
  uint64_t position = 0;
  std::vector<uint8_t> ranks;
  size_t line = 0;
};

class WindowCheck {
 public:
  WindowCheck(const Certificate& certificate, const WalkGame& game, const Budget& budget)
      : certificate_(certificate), game_(game), budget_(budget) {}

  Attempt<Judgement> check() {
    if (auto judgement = read(); !judgement.accepted) return judgement;
    Judgement judgement = read_stations();
    if (!judgement.accepted) return judgement;
    find_shorter();
    for (size_t i = 1; i < stations_.size(); ++i)
      total_ += stations_[i].position - stations_[i - 1].position + kLead;
    // One task for each station, and a last one for the pre-period.
    std::vector<Attempt<Judgement>> results(stations_.size(), Judgement{true, 0, ""});
    std::atomic<size_t> next{1};
    std::atomic<bool> failed{false};
    const auto work = [&] {
      for (size_t i = next++; i <= stations_.size() && !failed; i = next++) {
        results[i - 1] = i < stations_.size() ? check_stretch(i) : check_preperiod();
        if (!results[i - 1] || !results[i - 1]->accepted) failed = true;
      }
    };
    std::vector<std::thread> threads;
    for (unsigned k = 1; k < budget_.threads(); ++k) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    // What is rejected is rejected, whatever else was not finished; then an error, which decides
    // nothing, is returned.
    const auto rejection =
        std::find_if(results.begin(), results.end(),
                     [](const Attempt<Judgement>& result) { return result && !result->accepted; });
    if (rejection != results.end()) return *rejection;
    if (budget_.spent()) {
      return Error::declined(fmt::format("{}; {} of {} values were checked",
                                         budget_.why().message(), done_.load(), total_));
    }
    const auto error = std::find_if(results.begin(), results.end(),
                                    [](const Attempt<Judgement>& result) { return !result; });
    if (error != results.end()) return *error;
    return Judgement{true, 0, ""};
  }

 private:
  Judgement read() {
    const Certificate& c = certificate_;
    for (const Row* row : {&c.preperiod, &c.period}) {
      if (row->numbers.size() != 1 || row->numbers[0] < 0)
        return rejected(row->line, "expected a natural number");
    }
    preperiod_ = static_cast<uint64_t>(c.preperiod.numbers[0]);
    period_ = static_cast<uint64_t>(c.period.numbers[0]);
    if (period_ < 1) return rejected(c.period.line, "a period is at least 1");
    if (game_.by_parity && period_ % 2 != 0)
      return rejected(c.period.line, "the period is odd, and values go by parity");
    return {true, 0, ""};
  }

  Judgement read_stations() {
    // The first station is where the values by definition end.
    stations_.push_back({WalkGame::kStart, game_.ranks, 0});
    for (const Certificate::Station& one : certificate_.stations) {
      Station station;
      station.line = one.position.line;
      if (one.position.numbers.size() != 1 ||
          one.position.numbers[0] <= static_cast<int64_t>(stations_.back().position)) {
        return rejected(station.line, fmt::format("expected the place of a station behind {}",
                                                  stations_.back().position));
      }
      station.position = static_cast<uint64_t>(one.position.numbers[0]);
      uint64_t n = station.position - game_.window;
      for (const Row& row : one.values) {
        for (const int64_t value : row.numbers) {
          if (n == station.position)
            return rejected(row.line, "there are more values than the window has");
          if (value < 0 || value >= int64_t{2} * WalkGame::kRanks ||
              !game_.is_common(n, static_cast<uint32_t>(value)))
            return rejected(row.line, fmt::format("the value of {} is no common one", n));
          station.ranks.push_back(game_.rank(static_cast<uint32_t>(value)));
          ++n;
        }
      }
      if (n != station.position)
        return rejected(station.line, fmt::format("the window has {} values", game_.window));
      stations_.push_back(std::move(station));
    }
    const Station& last = stations_.back();
    again_ = std::find_if(stations_.begin() + 1, stations_.end(),
                          [&](const Station& s) { return s.position + period_ == last.position; });
    if (again_ == stations_.end())
      return rejected(certificate_.period.line, "no station is a period before the last one");
    if (again_->ranks != last.ranks)
      return rejected(last.line, "the window is not that of a period before");
    if (preperiod_ > again_->position)
      return rejected(certificate_.preperiod.line,
                      fmt::format("all repeats from {} on", again_->position - game_.window));
    return {true, 0, ""};
  }

  /// A sequence with a smaller period has one that is the period divided by a prime.
  void find_shorter() {
    for (uint64_t divisor = 2, left = period_; left > 1; ++divisor) {
      if (divisor * divisor > left) divisor = left;
      if (left % divisor != 0) continue;
      while (left % divisor == 0) left /= divisor;
      const uint64_t shorter = period_ / divisor;
      if (!game_.by_parity || shorter % 2 == 0) shorter_.push_back(shorter);
    }
  }

  /// Steps until values below `end` are known.
  Attempt<bool> go(Walk& walk, uint64_t end) const {
    for (uint64_t k = 0; walk.end() < end; ++k) {
      if (k % kAsked == 0 && budget_.spent()) return budget_.why();
      if (!walk.step()) return false;
    }
    return true;
  }

  bool is_window(const Walk& walk, const Station& station, uint64_t position) const {
    return std::equal(station.ranks.end() - static_cast<std::ptrdiff_t>(game_.window),
                      station.ranks.end(), walk.at(position - game_.window));
  }

  /// From station i - 1 to station i, and on.
  Attempt<Judgement> check_stretch(size_t i) {
    const Station& from = stations_[i - 1];
    const Station& to = stations_[i];
    Walk walk(game_, from.position, from.ranks);
    const uint64_t look_from = i == 1 ? from.position : from.position + kLead;
    bool arrived = false;
    for (uint64_t k = 1; walk.end() < to.position + kLead; ++k) {
      const uint64_t before = walk.end();
      if (!walk.step() || (before >= look_from && !walk.look()))
        return rejected(to.line, walk.flaw());
      for (const uint64_t shorter : shorter_) {
        const uint64_t place = again_->position + shorter;
        if (before < place && place <= walk.end() && is_window(walk, *again_, place))
          return rejected(certificate_.period.line,
                          fmt::format("the period {} does as well", shorter));
      }
      if (!arrived && walk.end() >= to.position) {
        if (!is_window(walk, to, to.position))
          return rejected(to.line, "the values before the station are others");
        arrived = true;
      }
      if (k % kAsked != 0) continue;
      if (budget_.spent()) return budget_.why();
      budget_.progress("values", done_ += kAsked * Walk::kStep, total_);
    }
    return Judgement{true, 0, ""};
  }

  /// Values of `count` positions from n on, of a walk that began before unless they are by
  /// definition.
  Attempt<bool> values(std::optional<Walk>& walk, uint64_t n, std::vector<uint32_t>& result) const {
    for (uint32_t& value : result) {
      if (n < WalkGame::kStart) {
        value = game_.first[n++];
        continue;
      }
      if (!walk) {
        const auto behind =
            std::upper_bound(stations_.begin(), stations_.end(), n,
                             [](uint64_t at, const Station& s) { return at < s.position; });
        walk.emplace(game_, (behind - 1)->position, (behind - 1)->ranks);
      }
      if (walk->end() <= n) {
        Attempt<bool> gone = go(*walk, n + 1);
        if (!gone || !*gone) return gone;
      }
      value = game_.common(n, *walk->at(n));
      ++n;
    }
    return true;
  }

  /// Compares values from the one before the pre-period on, as far as the stations do not show that
  /// they repeat.
  Attempt<Judgement> check_preperiod() {
    std::optional<Walk> one;
    std::optional<Walk> other;
    std::vector<uint32_t> here;
    std::vector<uint32_t> there;
    const uint64_t end = again_->position;
    bool smaller = false;
    for (uint64_t n = preperiod_ == 0 ? 0 : preperiod_ - 1; n < end; n += here.size()) {
      here.resize(std::min(Walk::kStep, end - n));
      there.resize(here.size());
      for (const Attempt<bool>& known : {values(one, n, here), values(other, n + period_, there)}) {
        if (!known) return known.error();
        if (!*known) return rejected(certificate_.preperiod.line, "a value is 64 or more");
      }
      if (n < preperiod_) smaller = here[0] == there[0];
      for (size_t k = 0; k < here.size(); ++k) {
        if (n + k >= preperiod_ && here[k] != there[k]) {
          return rejected(certificate_.preperiod.line,
                          fmt::format("the value of {} is not that of {}", n + k + period_, n + k));
        }
      }
    }
    if (smaller) return rejected(certificate_.preperiod.line, "a smaller pre-period does");
    return Judgement{true, 0, ""};
  }

  const Certificate& certificate_;
  const WalkGame& game_;
  const Budget& budget_;
  uint64_t preperiod_ = 0;
  uint64_t period_ = 0;
  std::vector<Station> stations_;
  std::vector<Station>::const_iterator again_;  // its window is that of the last station
  std::vector<uint64_t> shorter_;  // the period divided by each of its primes: one is a period if
                                   // any smaller number is
  uint64_t total_ = 0;
  std::atomic<uint64_t> done_{0};
};

}  // namespace

Attempt<Judgement> check_window(const Certificate& certificate, const HeapCode& code,
                                const Budget& budget) {
  const Row& character = certificate.character;
  if (character.numbers.size() != 2 || character.numbers[0] < 1 || character.numbers[0] > 63 ||
      character.numbers[1] < 0 || character.numbers[1] > 1)
    return rejected(character.line, "expected a mask from 1 to 63, and 0 or 1");
  const Attempt<WalkGame> game = WalkGame::make(code, static_cast<uint32_t>(character.numbers[0]),
                                                character.numbers[1] != 0, budget);
  if (!game) {
    if (game.error().kind == Error::Kind::declined) return game.error();
    return rejected(character.line, game.error().message());
  }
  return WindowCheck(certificate, *game, budget).check();
}

}  // namespace grundy
