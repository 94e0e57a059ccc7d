#include "catalogue/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <thread>

#include "engine/heap/redundant.h"
#include "language/rulebook.h"
#include "proof/certificate.h"
#include "proof/prove.h"

namespace grundy::catalogue {
namespace {

using Clock = Budget::Clock;

constexpr uint64_t kFirst = 1 << 12;  // values
constexpr uint64_t kFurther = 4;
constexpr auto kLook = std::chrono::milliseconds(20);

/// The certificate of the game's period, which was seen up to a position; nothing when it can't be
/// had.
std::optional<std::string> certificate_for(const HeapCode& code, uint64_t upto, Budget& budget) {
  Rulebook book;
  if (!book.load_text("catalogue", fmt::format("game heap(n) = code[{}](n)\n", code.text())))
    return std::nullopt;
  const Attempt<const Rule*> rule = book.rule("heap");
  if (!rule) return std::nullopt;
  // A short window that comes again is easier to check than a long table.
  Attempt<Theorem> theorem = prove(**rule, {}, budget);
  if (theorem && !theorem->is_proved()) theorem = prove(**rule, {.upto = upto}, budget);
  if (!theorem || !theorem->is_proved()) return std::nullopt;
  Attempt<std::string> text = certificate_of(*theorem, budget);
  return text ? std::optional(*std::move(text)) : std::nullopt;
}

class Worklist {
 public:
  Worklist(Catalogue& catalogue, const std::vector<HeapCode>& codes, uint64_t upto, Budget& budget,
           const std::function<void(std::string)>& note)
      : catalogue_(catalogue), upto_(upto), budget_(budget), note_(note) {
    std::map<std::string, size_t> places;
    for (const HeapCode& code : codes) {
      const HeapCode simplest = heap::without_redundant(code);
      const auto [place, fresh] = places.emplace(simplest.text(), games_.size());
      if (fresh) games_.emplace_back().code = simplest;
      if (code != simplest) games_[place->second].others.push_back(code);
    }
  }

  /// Takes over what the catalogue knows.
  Attempt<void> begin() {
    for (Game& game : games_) {
      const Attempt<std::optional<CatalogueGame>> known = catalogue_.find(game.code.text());
      if (!known) return known.error();
      if (!*known) continue;
      note(game, **known);
      std::vector<CatalogueGame> fresh;
      for (CatalogueGame& one : all_of(game, **known)) {
        const Attempt<std::optional<CatalogueGame>> there = catalogue_.find(one.code);
        if (!there) return there.error();
        const bool learns = !*there || (one.period && !(*there)->period);
        if (learns) fresh.push_back(one);
        const CatalogueGame& kept = learns ? one : **there;
        if (kept.period && !kept.certificate) game.uncertified.push_back(kept);
      }
      game.done = game.done && game.uncertified.empty();
      if (auto kept = catalogue_.put(fresh); !kept) return kept;
    }
    tell_progress();
    return {};
  }

  /// The work of one thread.
  void work(double seconds) {
    const Clock::time_point end = deadline(seconds);
    while (Game* game = take(end)) {
      Budget budget;
      budget.set_stop_flag(&stop_);
      budget.set_memory_limit(budget_.memory_limit() / budget_.threads());
      Attempt<void> advanced;
      std::vector<CatalogueGame> found = std::move(game->uncertified);
      if (found.empty()) {
        const Clock::time_point start = Clock::now();
        heap::Run run(game->code);
        advanced = run.advance(game->next, budget);
        const double took = std::chrono::duration<double>(Clock::now() - start).count();
        if (advanced) found = all_of(*game, describe(run, took));
      }
      for (CatalogueGame& one : found) {
        const Attempt<HeapCode> code = parse_heap_code(one.code);
        if (one.period && !one.certificate && code)
          one.certificate = certificate_for(*code, one.upto, budget);
      }
      const bool over = budget.spent();
      const std::lock_guard<std::mutex> lock(mutex_);
      game->taken = false;
      if (over && !advanced) return;
      if (!advanced) {
        game->done = true;  // beyond the memory
        continue;
      }
      if (Attempt<void> kept = catalogue_.put(found); !kept) {
        failed_ = kept.error();
        stop_ = true;
        return;
      }
      note(*game, found.front());
      tell_progress();
      if (over) return;
    }
  }

  /// Waits until all is done or the time is over, then stops the threads that still work; `running`
  /// counts them.
  void watch(double seconds, const std::atomic<unsigned>& running) {
    const Clock::time_point end = deadline(seconds);
    while (running > 0) {
      if (budget_.spent() || Clock::now() >= end) stop_ = true;
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto done =
            std::count_if(games_.begin(), games_.end(), [](const Game& game) { return game.done; });
        budget_.progress("games", static_cast<uint64_t>(done), games_.size());
      }
      std::this_thread::sleep_for(kLook);
    }
  }

  const std::optional<Error>& failed() const { return failed_; }

 private:
  struct Game {
    HeapCode code;
    std::vector<HeapCode> others;  // codes that have the same values
    // Periodic, kept without a certificate: by an older version, say.
    std::vector<CatalogueGame> uncertified;
    double seconds = 0;      // spent last
    uint64_t next = kFirst;  // values to be known next
    bool done = false;
    bool periodic = false;
    bool taken = false;  // a thread works on it
  };

  static Clock::time_point deadline(double seconds) {
    if (!(seconds > 0 && seconds < 1e9)) return Clock::time_point::max();
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  /// For all codes that have these values, the simplest first.
  static std::vector<CatalogueGame> all_of(const Game& game, const CatalogueGame& found) {
    std::vector<CatalogueGame> all = {found};
    for (const HeapCode& other : game.others) {
      all.push_back(said_of(other.text(), found));
    }
    return all;
  }

  void note(Game& game, const CatalogueGame& known) {
    game.seconds = known.seconds;
    game.next = std::bit_floor(known.upto + 1) * kFurther;
    if (upto_ > 0) game.next = std::min(game.next, upto_ + 1);
    game.periodic = known.period.has_value();
    game.done =
        game.periodic || (upto_ > 0 && known.upto >= upto_) || known.upto >= (uint64_t{1} << 40);
  }

  void tell_progress() {
    const auto periodic =
        std::count_if(games_.begin(), games_.end(), [](const Game& game) { return game.periodic; });
    note_(fmt::format("{} of {} different games are periodic", periodic, games_.size()));
  }

  /// The next game, or null when there is nothing left to do for this thread.
  Game* take(Clock::time_point end) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (stop_ || Clock::now() >= end) return nullptr;
    Game* best = nullptr;
    for (Game& game : games_) {
      if (game.done || game.taken) continue;
      if (best == nullptr || game.seconds < best->seconds) best = &game;
    }
    if (best == nullptr) return nullptr;
    if (upto_ > 0) best->next = std::min(best->next, upto_ + 1);
    best->taken = true;
    return best;
  }

  Catalogue& catalogue_;
  std::vector<Game> games_;
  uint64_t upto_;
  Budget& budget_;
  const std::function<void(std::string)>& note_;
  std::mutex mutex_;  // of all but stop_
  std::atomic<bool> stop_{false};
  std::optional<Error> failed_;
};

}  // namespace

Attempt<void> run_catalogue(Catalogue& catalogue, const std::vector<HeapCode>& codes, uint64_t upto,
                            double seconds, Budget& budget,
                            const std::function<void(std::string)>& note) {
  Worklist list(catalogue, codes, upto, budget, note);
  if (auto begun = list.begin(); !begun) return begun;
  std::atomic<unsigned> running{budget.threads()};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < budget.threads(); ++i) {
    threads.emplace_back([&] {
      list.work(seconds);
      --running;
    });
  }
  list.watch(seconds, running);
  for (std::thread& thread : threads) thread.join();
  if (list.failed()) return *list.failed();
  if (budget.spent()) {
    return Error::ended(
        fmt::format("{}; all games that were finished are kept, and the same command goes on",
                    budget.why().message()));
  }
  return {};
}

}  // namespace grundy::catalogue
