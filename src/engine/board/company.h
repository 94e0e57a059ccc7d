// Company: a second thread that searches for the same value and shares the table.
//
// Problem: a search walks a tree whose order tells it what need not be asked; cut into pieces it
// would look at much more.
// Idea: both threads ask the whole question, with options of about the same order shuffled a little
// for the second one. What either finds of a part the other one meets in the table; soon they are
// far apart in the tree, and most of what one needs the other has. Whoever is first answers.
// The table does not grow while two threads use it: the second one ends, the table grows, and it
// begins again, at once where it was, as the table knows what it had.
// Example: Cram 5 × 8, 1,080,000 parts alone, some 690,000 for each of two.
// Cost: a thread, and caches of its own (cut_cache.h, apart_cache.h).
#pragma once
#include <atomic>
#include <new>
#include <optional>
#include <system_error>
#include <thread>

#include "engine/board/in_set.h"

namespace grundy {

template <class Mover>
class Company {
 public:
  using Part = typename Mover::Part;
  /// The mover is the second thread's own. For games whose play ends alone.
  Company(Mover& mover, PartTable& table, Budget& whole)
      : mover_(mover), table_(table), whole_(whole) {}
  Company(const Company&) = delete;
  Company& operator=(const Company&) = delete;
  ~Company() { leave(); }

  /// Begins, unless it is at work: the part's value, or whether that is n.
  void look(const Part& part, std::optional<uint64_t> n) {
    if (table_.wants_room() && !is_full_) leave();
    if (thread_.joinable() || is_alone_) return;
    table_.make_room(whole_);
    is_full_ = table_.wants_room();
    table_.set_shared(true);
    stop_ = false;
    try {
      thread_ = std::thread([this, part, n] { search(part, n); });
    } catch (const std::system_error&) {
      table_.set_shared(false);
      is_alone_ = true;
    }
  }
  void leave() {
    if (!thread_.joinable()) return;
    stop_ = true;
    thread_.join();
    table_.set_shared(false);
  }
  /// When it has left.
  const SearchWork& work() const { return work_; }

 private:
  void search(const Part& part, std::optional<uint64_t> n) {
    Budget budget(whole_, UINT64_MAX);
    budget.set_stop_flag(&stop_);
    InSet<Mover> search(mover_, table_, budget);
    search.set_play_ends(true);
    search.set_other_order();
    try {
      // The answer is in the table.
      if (n) {
        (void)search.has_value({&part, 1}, *n);
      } else {
        (void)search.value(part);
      }
    } catch (const std::bad_alloc&) {
      // The first thread has the question.
    }
    work_ += search.work();
  }

  Mover& mover_;
  PartTable& table_;
  Budget& whole_;
  SearchWork work_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
  bool is_full_ = false;   // the table can't grow
  bool is_alone_ = false;  // there is no thread to be had
};

/// Lets the search have company, made when it takes long and the budget has a second thread; its
/// mover is made of the same as the first one's. All of them outlive the search.
template <class Mover, class Made>
void invite(std::optional<Company<Mover>>& company, std::optional<Mover>& second, const Made& of,
            InSet<Mover>& search, PartTable& table, Budget& budget) {
  if (budget.threads() <= 1) return;
  search.set_company({[&](const typename Mover::Part& part, std::optional<uint64_t> n) {
                        if (!second) second.emplace(of);
                        if (!company) company.emplace(*second, table, budget);
                        company->look(part, n);
                      },
                      [&] {
                        if (company) company->leave();
                      }});
}

}  // namespace grundy
