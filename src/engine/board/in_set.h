// InSet: values of positions that fall apart, by a search that asks no more than it must.
//
// Problem: a position of a board game has some ten to a hundred options, each a sum of parts; the
// mex of all their values needs the value of every part there is. For a 5 × 6 board of Cram these
// are 356,000 parts.
// Idea: whether a part has one of the values of a set S is easier to tell. An option of value v
// excludes v; a part is "not in S" once all of S is excluded, and most of its options are never
// looked at. Of an option, all parts but the costliest get their values, nim-sum x; the last is
// asked whether it lies in {t ⊕ x : t still sought}. The value itself is found by asking for 0, 1,
// 2, …: it is the first n that no option has (Lemoine and Viennot 2012; Beling and Rogalski 2020).
// Whether it lies in S is asked in two rounds: first each option for the values of S, as most parts
// have none of them; if none has the least s of these, the value is at most s, and only then
// options are asked for smaller values: once all of them are found it is s.
// Example: a row of Cram of 4 cells has the options 2 + 0 cells and 1 + 1 cells, that is 1 and 0.
// In {0}? No, as the second option is 0: the first is never asked.
// Where play might not end, what is found is still right: each claim rests on claims found before
// it, and so nobody goes round (Smith 1966). A part that is asked for while it is being worked on
// shows that play need not end.
// Cost: 42,000 parts are looked at for that board of Cram; memory for the options along one line of
// play beside the table, asked of the budget.
//
// A Mover says what a part is:
//   Part                                      a value
//   PartKey key(const Part&)                  equal for parts that play alike
//   uint64_t cost(const Part&)                grows with the work that the part is
//   Attempt<void> options(part, take)         take(std::span<const Part> parts, uint32_t order) for
//                                             each option, false when that is enough; among options
//                                             of the same cost that of the least order is first
// and it may say what comes first in another way, as long as the same is asked in every run:
//   uint64_t rank(uint64_t cost, uint32_t order, uint32_t shuffle)
//                                             the lower, the earlier; without it, that of the least
//                                             cost. `shuffle` is up to 7 for a search that is to
//                                             take another order
// it may have a key that more parts have in common, which is dearer to find and asked only before
// options would be listed:
//   std::optional<PartKey> wide_key(part)
// it may keep values by itself, and prefetch those of options from the table:
//   std::optional<uint64_t> known(part), void learn(part, value)
//   void prefetch_from(const PartTable&)
// parts that hold memory of their own are to be told of:
//   uint64_t bytes_beyond(const Part&)
// and parts may lie in memory of the mover that is a stack, of which what lies behind a mark is
// released:
//   size_t mark(), void release(size_t mark)
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/lease.h"
#include "engine/board/part_table.h"
#include "engine/board/value_set.h"
#include "engine/round.h"

namespace grundy {

/// What a search did, for --stats.
struct SearchWork {
  uint64_t expansions = 0;  // parts whose options were listed
  uint64_t options = 0;
  uint64_t parts = 0;       // of these options
  uint64_t hits = 0;        // parts whose value the table had
  uint64_t cuts = 0;        // questions answered "not in S"
  uint64_t first_cuts = 0;  // … by the first options in the listing and the table alone

  SearchWork& operator+=(const SearchWork& other);
  friend SearchWork operator-(const SearchWork& a, const SearchWork& b);
};

/// "0, 2 or 5, not 1 or 3": what is known of a value when some options have these values and `open`
/// options are left.
std::string partial_value(const ValueSet& found, uint64_t open);

template <class Mover>
class InSet {
 public:
  using Part = typename Mover::Part;
  InSet(Mover& mover, PartTable& table, Budget& budget)
      : mover_(mover), table_(table), budget_(budget), memory_(budget) {
    if constexpr (requires { mover.prefetch_from(table); }) mover.prefetch_from(table);
  }

  Attempt<uint64_t> value(const Part& part) {
    Attempt<Answer> answer = ask(part, {}, true);
    if (!answer) return std::move(answer).error();
    return answer->value;
  }

  /// Whether the sum of the parts has this value.
  Attempt<bool> has_value(std::span<const Part> parts, uint64_t value) {
    std::vector<Part> rest(parts.begin(), parts.end());
    std::sort(rest.begin(), rest.end(),
              [&](const Part& a, const Part& b) { return mover_.cost(a) < mover_.cost(b); });
    if (rest.empty()) return value == 0;
    for (size_t i = 0; i + 1 < rest.size(); ++i) {
      Attempt<uint64_t> one = this->value(rest[i]);
      if (!one) return std::move(one).error();
      value ^= *one;
    }
    Attempt<Answer> answer = ask(rest.back(), ValueSet::of(value), false);
    if (!answer) return std::move(answer).error();
    return answer->is_exact && answer->value == value;
  }

  const SearchWork& work() const { return work_; }
  /// Two equal parts are together 0 when their play ends; where it may go round each could be ∞,
  /// and their sum is drawn then (Smith 1966). To be told of games that are known to end, and of no
  /// others.
  void set_play_ends(bool ends) { play_ends_ = ends; }
  /// Gives up when it has looked at so many options in all.
  void set_most(uint64_t options) { most_ = options; }
  /// Asked now and then about the part whose value is sought (no n) or that may have the value n,
  /// with leave to look at so many options: its value, or whether it has that one, if it knows by
  /// then.
  struct Membership {
    bool has = false;
    uint64_t value = 0;
  };
  using OtherWay = std::function<std::optional<Membership>(const Part&, std::optional<uint64_t> n,
                                                           uint64_t options)>;
  void set_other_way(OtherWay other) { other_ = std::move(other); }
  /// Another thread that asks the same question and shares the table (company.h); both calls come
  /// from this one.
  struct CompanyCalls {
    // Now and then in a long search; n as above.
    std::function<void(const Part&, std::optional<uint64_t> n)> look;
    std::function<void()> leave;  // when it has ended
  };
  void set_company(CompanyCalls company) { company_ = std::move(company); }
  /// Options of about the same distance from the middle come in another order.
  void set_other_order() { other_order_ = true; }
  /// Of what a stopped search says what it knows; "the value".
  void set_subject(std::string subject) { subject_ = std::move(subject); }

 private:
  struct Answer {
    bool is_exact = false;
    uint64_t value = 0;
    ValueSet excluded;
  };

  // Options of one position: on large boards each takes milliseconds.
  static constexpr uint64_t kListedAsked = 16;
  static constexpr uint64_t kFirstPause = 2'000;  // options
  static constexpr uint64_t kOtherShare = 40;
  static constexpr uint64_t kAloneAtFirst = 20'000;  // options
  static constexpr uint64_t kBetweenLooks = 2'000;   // options
  static constexpr uint64_t kOtherOrder = 7;         // added to the order at most

  struct Option {
    uint64_t order;         // the lower, the earlier
    uint64_t sum;           // of the parts whose values are known
    uint32_t first;         // other parts: parts_[first … first + count), costly ones last
    uint32_t count;         // none: the option's value is among those found
    uint32_t excluded = 0;  // of an option of one part: values that it was known not to have
  };

  struct Frame {
    Part part;
    PartKey key;
    std::optional<PartKey> wide;  // of more parts that play alike
    bool exact;                   // asked for its value, else whether it lies in `wanted`
    ValueSet wanted;
    ValueSet found;  // values of options
    size_t first_option;
    size_t at;  // the next option to ask
    size_t first_part;
    uint64_t work;       // expansions before it
    uint64_t beyond;     // bytes_beyond_ before it
    size_t mark;         // of the mover, before its options
    bool below = false;  // no option has the least value that is wanted and not found: one below it
                         // is sought
  };

  Attempt<Answer> ask(const Part& part, const ValueSet& wanted, bool exact) {
    const PartKey key = mover_.key(part);
    last_.reset();
    if (const std::optional<Answer> known = look_up(key, exact ? nullptr : &wanted)) return *known;
    const uint64_t before = work_.options;
    uint64_t pause = kFirstPause;
    Attempt<void> going = open(part, key, wanted, exact);
    for (uint64_t look = before + kAloneAtFirst; going && !frames_.empty();) {
      if (company_.look && work_.options >= look) {
        look = work_.options + kBetweenLooks;
        if (const std::optional<Answer> known = look_up(key, exact ? nullptr : &wanted)) {
          company_.leave();
          forget();
          return *known;
        }
        company_.look(part, only_of(wanted, exact));
      }
      if (other_ && work_.options - before >= pause) {
        if (std::optional<Answer> known = other_answer(part, wanted, exact, pause / kOtherShare)) {
          if (company_.leave) company_.leave();
          forget();
          known->excluded.add(ValueSet::of_low(table_.find(key).excluded));
          put(key, *known, work_.options - before);
          return *known;
        }
        pause *= 2;
      }
      going = advance();
    }
    if (company_.leave) company_.leave();
    if (!going) {
      forget();
      return std::move(going).error();
    }
    return last_->second;
  }

  /// The one value that the question is about; none: it asks for the value.
  static std::optional<uint64_t> only_of(const ValueSet& wanted, bool exact) {
    std::optional<uint64_t> n;
    if (!exact) wanted.for_each([&](uint64_t value) { n = value; });
    return n;
  }

  std::optional<Answer> other_answer(const Part& part, const ValueSet& wanted, bool exact,
                                     uint64_t options) {
    const std::optional<Membership> told = other_(part, only_of(wanted, exact), options);
    if (!told) return {};
    return told->has ? Answer{true, told->value, {}} : Answer{false, 0, wanted};
  }

  size_t mark() const {
    if constexpr (requires { mover_.mark(); }) return mover_.mark();
    return 0;
  }
  void release(size_t mark) {
    if constexpr (requires { mover_.release(mark); }) mover_.release(mark);
  }

  void forget() {
    if (!frames_.empty()) release(frames_.front().mark);
    frames_.clear();
    options_.clear();
    parts_.clear();
    memory_.give_back(std::exchange(bytes_beyond_, 0));
  }

  /// An answer that needs no work; without `wanted` the value alone is one.
  std::optional<Answer> look_up(const PartKey& key, const ValueSet* wanted) {
    if (last_ && last_->first == key) {
      const Answer& answer = last_->second;
      if (answer.is_exact || (wanted != nullptr && wanted->is_within(answer.excluded)))
        return answer;
    }
    const Known known = table_.find(key);
    if (known.is_exact) return Answer{true, known.value, {}};
    if (wanted != nullptr) {
      ValueSet excluded = ValueSet::of_low(known.excluded);
      if (wanted->is_within(excluded)) return Answer{false, 0, std::move(excluded)};
    }
    return {};
  }

  /// The part's options are listed and put into order, and the part is the next to be worked on; or
  /// it is answered at once, as a part with the same wide key was.
  Attempt<void> open(const Part& part, const PartKey& key, const ValueSet& wanted, bool exact) {
    for (const Frame& frame : frames_) {
      if (frame.key == key) return comes_again("a position comes again");
    }
    std::optional<PartKey> wide;
    if constexpr (requires { mover_.wide_key(part); }) {
      wide = mover_.wide_key(part);
      if (wide) {
        if (std::optional<Answer> known = look_up(*wide, exact ? nullptr : &wanted)) {
          put(key, *known, 1);
          last_.emplace(key, *std::move(known));
          return {};
        }
      }
    }
    if (work_.options >= most_) return Error::declined("its share of the work is done");
    if ((++work_.expansions & 0xFF) == 0) {
      budget_.count(0x100);
      if (budget_.spent()) return stopped();
      budget_.progress("positions", work_.expansions);
    }
    Frame frame{
        part,
        key,
        wide,
        exact,
        wanted,
        ValueSet::of_low(table_.find(key).excluded | (wide ? table_.find(*wide).excluded : 0)),
        options_.size(),
        0,
        parts_.size(),
        work_.expansions,
        bytes_beyond_,
        mark(),
        false};
    bool enough = false;
    bool is_stopped = false;
    bool has_room = true;
    const uint64_t before = work_.options;
    uint64_t asked_each = kListedAsked;
    if constexpr (requires { mover_.lists_slowly(); })
      asked_each = mover_.lists_slowly() ? 1 : kListedAsked;
    auto listed = mover_.options(part, [&](std::span<const Part> sum, uint32_t order) {
      ++work_.options;
      has_room = room_for(sum);
      if (!has_room) return false;
      add_option(frame, sum, order);
      enough = !exact && wanted.is_within(frame.found);
      is_stopped = !enough && (work_.options - before) % asked_each == 0 && budget_.spent();
      return !enough && !is_stopped;
    });
    if (!listed) return std::move(listed).error();
    if (!has_room) return budget_.too_large("the options along a line of play", memory_.bytes());
    if (is_stopped) {
      options_.erase(options_.begin() + static_cast<std::ptrdiff_t>(frame.first_option),
                     options_.end());
      return stopped();
    }
    if (enough) ++work_.first_cuts;
    std::sort(options_.begin() + static_cast<std::ptrdiff_t>(frame.first_option), options_.end(),
              [](const Option& a, const Option& b) { return a.order < b.order; });
    frame.at = frame.first_option;
    frames_.push_back(std::move(frame));
    return {};
  }

  Known known_at_once(const Part& part) {
    constexpr bool keeps_values = requires { mover_.known(part); };
    if constexpr (keeps_values) {
      if (const std::optional<uint64_t> value = mover_.known(part)) return {true, *value, 0};
    }
    const Known known = table_.find(mover_.key(part));
    if constexpr (keeps_values) {
      if (known.is_exact) mover_.learn(part, known.value);
    }
    return known;
  }

  /// Asked of the budget before it is taken.
  bool room_for(std::span<const Part> sum) {
    if constexpr (requires(const Part& part) { mover_.bytes_beyond(part); }) {
      uint64_t bytes = 0;
      for (const Part& part : sum) bytes += mover_.bytes_beyond(part);
      if (!memory_.take(bytes)) return false;
      bytes_beyond_ += bytes;
    }
    return memory_.room_for(sum.size(), parts_) && memory_.room_for(1, options_);
  }

  void add_option(Frame& frame, std::span<const Part> sum, uint32_t order) {
    Option option{0, 0, static_cast<uint32_t>(parts_.size()), 0};
    uint64_t cost = 0;
    for (const Part& part : sum) {
      ++work_.parts;
      const Known known = known_at_once(part);
      if (known.is_exact) {
        ++work_.hits;
        option.sum ^= known.value;
        continue;
      }
      if (sum.size() == 1) option.excluded = static_cast<uint32_t>(known.excluded);
      const PartKey key = mover_.key(part);
      const auto others = parts_.begin() + option.first;
      const auto twin =
          !play_ends_ ? parts_.end() : std::find_if(others, parts_.end(), [&](const Part& other) {
            return mover_.key(other) == key;
          });
      if (twin != parts_.end()) {
        cost -= mover_.cost(*twin);
        parts_.erase(twin);
        continue;
      }
      cost += mover_.cost(part);
      parts_.push_back(part);
    }
    option.count = static_cast<uint32_t>(parts_.size()) - option.first;
    if (option.count == 0) {
      frame.found.add(option.sum);
      return;
    }
    const uint64_t shuffle = other_order_ ? mover_.key(parts_[option.first]).low & kOtherOrder : 0;
    if (option.count > 1) {
      std::sort(parts_.begin() + option.first, parts_.end(),
                [&](const Part& a, const Part& b) { return mover_.cost(a) < mover_.cost(b); });
    }
    option.order = rank(cost, order, static_cast<uint32_t>(shuffle));
    options_.push_back(option);
  }

  uint64_t rank(uint64_t cost, uint32_t order, uint32_t shuffle) const {
    if constexpr (requires { mover_.rank(cost, order, shuffle); }) {
      return mover_.rank(cost, order, shuffle);
    } else {
      return std::min(cost, uint64_t{0xFFFFFFFF}) << 32 | (uint64_t{order} + shuffle);
    }
  }

  /// Works on the last frame until it is done or needs another part.
  Attempt<void> advance() {
    Frame& frame = frames_.back();
    while (true) {
      if (!frame.exact && frame.wanted.is_within(frame.found)) {
        ++work_.cuts;
        finish({false, 0, frame.found});
        return {};
      }
      const uint64_t mex = frame.found.mex();
      const uint64_t sought = frame.exact ? mex : frame.wanted.without(frame.found).least();
      if (frame.at == options_.size() || (frame.below && mex == sought)) {
        if (mex < sought && !frame.below) {
          frame.below = true;
          frame.at = frame.first_option;
          continue;
        }
        finish({true, mex, {}});
        return {};
      }
      Option& option = options_[frame.at];
      if (option.count == 0) {
        ++frame.at;
        continue;
      }
      const Part& costliest = parts_[option.first + option.count - 1];
      if (option.count > 1) {
        const Part& part = parts_[option.first];
        const PartKey key = mover_.key(part);
        if (const std::optional<Answer> known = look_up(key, nullptr)) {
          option.sum ^= known->value;
          ++option.first;
          --option.count;
          continue;
        }
        const Part copy = part;
        return open(copy, key, {}, true);
      }
      const ValueSet targets = (frame.exact   ? ValueSet::of(sought)
                                : frame.below ? ValueSet::up_to(sought - 1).without(frame.found)
                                              : frame.wanted.without(frame.found))
                                   .nim_add(option.sum);
      if (option.excluded != 0 && targets.is_within(ValueSet::of_low(option.excluded))) {
        ++frame.at;
        continue;
      }
      const PartKey key = mover_.key(costliest);
      const std::optional<Answer> known = look_up(key, &targets);
      if (!known) {
        const Part copy = costliest;
        return open(copy, key, targets, false);
      }
      if (known->is_exact) {
        option.count = 0;
        frame.found.add(option.sum ^ known->value);
        // An option that is not n may be the next value that is asked for.
        if (frame.exact && frame.found.has(sought)) frame.at = frame.first_option;
      } else {
        ++frame.at;
      }
    }
  }

  void finish(Answer answer) {
    const Frame& frame = frames_.back();
    put(frame.key, answer, work_.expansions - frame.work + 1);
    if (frame.wide) put(*frame.wide, answer, work_.expansions - frame.work + 1);
    options_.resize(frame.first_option);
    parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(frame.first_part), parts_.end());
    memory_.give_back(bytes_beyond_ - frame.beyond);
    bytes_beyond_ = frame.beyond;
    release(frame.mark);
    last_.emplace(frame.key, std::move(answer));
    frames_.pop_back();
  }

  void put(const PartKey& key, const Answer& answer, uint64_t work) {
    Known known;
    known.is_exact = answer.is_exact;
    known.value = answer.value;
    known.excluded = answer.excluded.low();
    table_.put(key, known, work, budget_);
  }

  Error stopped() const {
    Error error = budget_.why();
    if (frames_.empty() || !frames_.front().exact) return error;
    const size_t end = frames_.size() > 1 ? frames_[1].first_option : options_.size();
    uint64_t open = 0;
    for (size_t i = frames_.front().first_option; i < end; ++i) open += options_[i].count > 0;
    error.diagnostics.front().message +=
        "; " + subject_ + " is " + partial_value(frames_.front().found, open);
    return error;
  }

  Mover& mover_;
  PartTable& table_;
  Budget& budget_;
  SearchWork work_;
  bool play_ends_ = false;
  bool other_order_ = false;
  uint64_t most_ = UINT64_MAX;
  OtherWay other_;
  CompanyCalls company_;
  std::string subject_ = "the value";
  std::vector<Frame> frames_;
  std::vector<Option> options_;
  std::vector<Part> parts_;
  Lease memory_;               // of the two
  uint64_t bytes_beyond_ = 0;  // of the parts
  std::optional<std::pair<PartKey, Answer>> last_;
};

}  // namespace grundy
