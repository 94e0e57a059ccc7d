#include "engine/heap/sequence.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <limits>

#include "engine/heap/arithmetic.h"
#include "engine/heap/kernel/dense.h"
#include "engine/heap/kernel/few.h"
#include "engine/heap/kernel/sets.h"
#include "engine/heap/kernel/sparse.h"
#include "engine/heap/kernel/split_sets.h"
#include "engine/heap/kernel/stream.h"
#include "engine/heap/kernel/totals.h"

namespace grundy::heap {
namespace {

// Positions that a kernel computes between two looks at the budget.
constexpr uint64_t kPiece = 1 << 12;
// …, where several threads do, which are to live for a while; from so many positions on.
constexpr uint64_t kThreadedPiece = 1 << 17;
constexpr uint64_t kThreadsFrom = 1 << 16;
constexpr uint64_t kFirstChoice = 2048;
constexpr double kNever = std::numeric_limits<double>::infinity();
// From so many splits on the sums of a total are kept; with fewer, the dense kernel.
constexpr size_t kManySplits = 4;
// The sparse kernels take over when they are expected to be so many times faster than all pairs; to
// begin with, they look for witnesses, and more rares come.
constexpr double kMargin = 1.5;

/// What the calling thread has computed for. Other work on the machine does not count.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

class Sequence::Kernel {
 public:
  virtual ~Kernel() = default;
  virtual std::string_view name() const = 0;
  /// Positions between two looks at the budget, when so many are known.
  virtual uint64_t piece(uint64_t /*size*/) const { return kPiece; }
  /// At least up to `end`; false when the kernel takes the game no longer.
  virtual Attempt<bool> advance(uint64_t end, Budget& budget) = 0;
  virtual void describe(SequenceState& /*state*/) const {}
  /// Whether it goes through all pairs, which every game of two heaps can be left to.
  virtual bool is_exhaustive() const { return false; }
};

/// Of all pairs: the dense kernel, or sums by total.
class Sequence::AllPairs : public Kernel {
 public:
  static std::unique_ptr<Kernel> make(const Moves& moves, Values& values);
  static double cost(const Moves& moves, const Values& values, uint32_t largest) {
    return moves.two.size() < kManySplits ? Dense::cost(moves, values, largest)
                                          : Totals::cost(moves, values, largest);
  }
  bool is_exhaustive() const final { return true; }
};

template <class Pairs>
class Sequence::PairsKernel final : public AllPairs {
 public:
  PairsKernel(std::string_view name, const Moves& moves, Values& values)
      : name_(name), pairs_(moves, values), values_(values) {}
  std::string_view name() const override { return name_; }
  Attempt<bool> advance(uint64_t end, Budget& budget) override {
    constexpr uint64_t kStep = 256;  // a code of many digits takes a tenth of a second for them
    for (;;) {
      pairs_.advance(std::min(end, values_.size() + kStep));
      if (values_.size() >= end) return true;
      if (budget.spent()) return budget.why();
    }
  }

 private:
  std::string_view name_;
  Pairs pairs_;
  const Values& values_;
};

std::unique_ptr<Sequence::Kernel> Sequence::AllPairs::make(const Moves& moves, Values& values) {
  if (moves.two.size() < kManySplits)
    return std::make_unique<PairsKernel<Dense>>("dense", moves, values);
  return std::make_unique<PairsKernel<Totals>>("totals", moves, values);
}

class Sequence::SparseKernel final : public Kernel {
 public:
  SparseKernel(const Moves& moves, Values& values, const Character& character)
      : sparse_(moves, values, character) {}
  std::string_view name() const override { return "sparse"; }
  uint64_t piece(uint64_t size) const override {
    return size < kThreadsFrom ? kPiece : kThreadedPiece;
  }
  Attempt<bool> advance(uint64_t end, Budget& budget) override {
    return sparse_.advance(end, budget, end <= kThreadsFrom ? 1 : budget.threads());
  }
  void describe(SequenceState& state) const override {
    state.rares = sparse_.rares();
    state.last_rare = sparse_.last_rare();
  }

 private:
  Sparse sparse_;
};

/// By the stream, which is faster, where it takes the game; from where it stops, as before it, by
/// the kernel for few rares.
class Sequence::FewKernel final : public Kernel {
 public:
  FewKernel(const Moves& moves, Values& values, const Character& character)
      : moves_(moves), values_(values), character_(character) {
    few_.emplace(moves, values, character);
  }
  std::string_view name() const override { return few_ ? "few rares" : "stream"; }
  uint64_t piece(uint64_t /*size*/) const override { return few_ ? kPiece : kStreamedPiece; }
  Attempt<bool> advance(uint64_t end, Budget& /*budget*/) override {
    if (!stream_ && !was_sought_ && values_.size() >= Stream::kStart) open_stream();
    if (stream_) {
      if (advance_stream(end)) return true;
      stream_.reset();
      few_.emplace(moves_, values_, character_);
    }
    return few_->advance(end);
  }
  void describe(SequenceState& state) const override {
    state.rares = few_ ? few_->rares() : stream_->rares().size();
    state.last_rare = few_                       ? few_->last_rare()
                      : stream_->rares().empty() ? 0
                                                 : stream_->rares().back();
  }

 private:
  static constexpr uint64_t kStreamedPiece = 16 * Stream::kChunk;

  void open_stream() {
    was_sought_ = true;
    std::optional<Stream> stream = Stream::open(moves_, values_);
    const uint64_t size = values_.size();
    if (!stream || !Few::accepts(moves_, values_, stream->character())) return;
    for (uint64_t n = Stream::kStart; n < size; ++n) {
      if (!stream->is_common(n, values_.at(n))) return;
    }
    if (size > Stream::kStart) {
      std::vector<uint8_t> codes;
      for (uint64_t n = size - Stream::kKept; n < size; ++n)
        codes.push_back(stream->code(values_.at(n)));
      stream->go_to(size, codes);
    }
    for (uint64_t parity = 0; parity < 2; ++parity) {
      for (uint32_t index = 0; index < 32; ++index) {
        const uint8_t code = stream_code(index);
        value_[parity][code] = static_cast<uint8_t>(stream->value(parity, code));
      }
    }
    stream_ = *std::move(stream);
    character_ = stream_->character();
    few_.reset();
  }

  /// False where the stream ends; what it told before stands.
  bool advance_stream(uint64_t end) {
    values_.reserve(end);
    while (values_.size() < end) {
      if (stream_->size() == values_.size() && !stream_->advance()) return false;
      const uint64_t size = values_.size();
      const uint64_t until = std::min(end, stream_->size());
      const uint8_t* const codes = stream_->end() - (stream_->size() - size);
      uint8_t* const values = values_.plane(0) + size;
      for (uint64_t k = 0; k < until - size; k += 2) {  // all three are multiples of kBlock
        values[k] = value_[0][codes[k]];
        values[k + 1] = value_[1][codes[k + 1]];
      }
      values_.set_size(until);
    }
    return true;
  }

  const Moves& moves_;
  Values& values_;
  Character character_;
  std::optional<Few> few_;  // there is one of the two
  std::optional<Stream> stream_;
  bool was_sought_ = false;
  uint8_t value_[2][256] = {};  // by parity of the position, and the stream's code
};

class Sequence::SetsKernel final : public Kernel {
 public:
  SetsKernel(const HeapCode& code, Values& values) : sets_(code, values) {}
  std::string_view name() const override { return "sets"; }
  Attempt<bool> advance(uint64_t end, Budget& budget) override {
    if (auto done = sets_.advance(end, budget); !done) return std::move(done).error();
    return true;
  }

 private:
  Sets sets_;
};

class Sequence::SplitsKernel final : public Kernel {
 public:
  SplitsKernel(const HeapCode& code, Values& values) : splits_(code, values) {}
  std::string_view name() const override { return "splits"; }
  Attempt<bool> advance(uint64_t end, Budget& budget) override {
    if (auto done = splits_.advance(end, budget); !done) return std::move(done).error();
    return true;
  }

 private:
  SplitSets splits_;
};

Sequence::Sequence(const HeapCode& code) : code_(code) {
  if (auto moves = simple_moves(code)) moves_ = std::make_unique<const Moves>(*std::move(moves));
}

Sequence::~Sequence() = default;

void Sequence::choose() {
  if (moves_ == nullptr) {
    if (SplitSets::accepts(code_)) {
      kernel_ = std::make_unique<SplitsKernel>(code_, values_);
    } else {
      kernel_ = std::make_unique<SetsKernel>(code_, values_);
    }
    choose_at_ = UINT64_MAX;
    return;
  }
  const uint64_t size = values_.size();
  const uint64_t first_choice = kFirstChoice + 2 * moves_->last_digit();
  const bool early = size < first_choice;
  choose_at_ = early ? first_choice : 2 * size;
  const bool exhaustive = kernel_ != nullptr && kernel_->is_exhaustive();
  // While few rares were added, the character is as good as it was; the last values alone may seem
  // to favour another.
  if (kernel_ != nullptr && !exhaustive &&
      state_.rares <= rares_at_choice_ + rares_at_choice_ / 4 + 16)
    return;
  if (!early && size % kBlock == 0 && !moves_->two.empty() && values_.planes() <= 2 &&
      size >= pairs_until_) {
    const Character found = find_character(*moves_, values_);
    const double found_cost = found.mask == 0 ? kNever : Sparse::cost(*moves_, values_, found);
    const double kept_cost =
        kernel_ == nullptr || exhaustive ? kNever : Sparse::cost(*moves_, values_, character_);
    if (std::min(found_cost, kept_cost) * kMargin <
        AllPairs::cost(*moves_, values_, state_.largest)) {
      if (found_cost < kept_cost) {
        character_ = found;
        if (Few::accepts(*moves_, values_, found)) {
          kernel_ = std::make_unique<FewKernel>(*moves_, values_, found);
        } else {
          kernel_ = std::make_unique<SparseKernel>(*moves_, values_, found);
        }
      }
      kernel_->describe(state_);
      rares_at_choice_ = state_.rares;
      return;
    }
  }
  if (!exhaustive) kernel_ = AllPairs::make(*moves_, values_);
}

/// All pairs are gone through for a while when the other kernel is slower than that would be.
void Sequence::compare_time(uint64_t count, double seconds) {
  if (moves_ == nullptr || count < kPiece / 2) return;
  const double each = seconds / static_cast<double>(count);
  if (kernel_->is_exhaustive()) {
    pairs_time_ = each;
    pairs_size_ = values_.size();
    return;
  }
  // That time grows at most as the number of pairs.
  const double grown =
      static_cast<double>(values_.size()) / static_cast<double>(std::max<uint64_t>(pairs_size_, 1));
  if (pairs_size_ == 0 || each <= pairs_time_ * std::max(1.0, grown)) return;
  kernel_ = AllPairs::make(*moves_, values_);
  pairs_until_ = values_.size() + values_.size() / 2;
  choose_at_ = pairs_until_;
}

uint64_t Sequence::bytes_for(uint64_t end) const {
  return Values::bytes_for(end + kBlock, values_.planes());
}

void Sequence::count_largest() {
  // By bytes as long as they suffice: a maximum of registers.
  while (counted_ < values_.size()) {
    const uint64_t end = std::min(values_.size(), counted_ + kPiece);
    uint32_t most = 0;
    if (values_.planes() == 1 && values_.encoding().is_identity()) {
      uint8_t byte = 0;
      for (uint64_t n = counted_; n < end; ++n) byte = std::max(byte, values_.plane(0)[n]);
      most = byte;
    } else {
      for (uint64_t n = counted_; n < end; ++n) most = std::max(most, values_.at(n));
    }
    if (most > state_.largest) {
      state_.largest = most;
      state_.largest_at = counted_;
      while (values_.at(state_.largest_at) != most) ++state_.largest_at;
    }
    counted_ = end;
  }
}

Attempt<void> Sequence::take(uint64_t bytes, Budget& budget) {
  if (bytes <= taken_) return {};
  if (!budget.take_memory(bytes - taken_)) return budget.too_large("so many values", bytes);
  taken_ = bytes;
  return {};
}

void Sequence::look_for_period() {
  if (period_) return;
  period_ =
      moves_ != nullptr ? proved_period(values_, *moves_) : proved_law_of_many(code_, values_);
  look_at_ = std::max(kFirstLook, values_.size() + values_.size() / 2);
}

void Sequence::repeat(uint64_t end) {
  values_.reserve(end);
  while (period_->saltus > 0 && values_.size() < end) {
    const auto value =
        values_.at(values_.size() - period_->period) + static_cast<uint32_t>(period_->saltus);
    values_.make_fit(value);
    values_.push(value);
  }
  while (values_.size() < end) {
    const uint64_t size = values_.size();
    const uint64_t count = std::min(end - size, period_->period);
    for (unsigned i = 0; i < values_.planes(); ++i) {
      std::memcpy(values_.plane(i) + size, values_.plane(i) + size - period_->period, count);
    }
    values_.set_size(size + count);
  }
  state_.kernel = "period";
}

Attempt<void> Sequence::extend(uint64_t end, Budget& budget) {
  if (end <= values_.size()) return {};
  if (auto taken = take(bytes_for(end), budget); !taken) return taken;
  while (values_.size() < end) {
    if (budget.spent()) return budget.why();
    budget.progress("values", values_.size(), end);
    if (values_.size() >= look_at_) look_for_period();
    if (period_) {
      repeat(end);
      break;
    }
    if (kernel_ == nullptr || values_.size() >= choose_at_) choose();
    const uint64_t size = values_.size();
    // Up to a multiple of kPiece, where the sparse kernels can take over.
    const uint64_t piece = kernel_->piece(size);
    const uint64_t until = kernel_->name() == "sets"
                               ? end
                               : std::min({end, choose_at_, look_at_, (size / piece + 1) * piece});
    const double start = thread_seconds();
    auto done = kernel_->advance((until + kBlock - 1) / kBlock * kBlock, budget);
    if (!done) return std::move(done).error();
    if (!*done) {
      // All pairs compute what the other does not take; then the choice is made anew.
      kernel_ = AllPairs::make(*moves_, values_);
      choose_at_ = values_.size() + kPiece;
    }
    count_largest();
    state_.kernel = kernel_->name();
    state_.rares = state_.last_rare = 0;
    kernel_->describe(state_);
    compare_time(values_.size() - size, thread_seconds() - start);
  }
  if (values_.size() >= look_at_) look_for_period();
  return {};
}

Attempt<void> Sequence::reserve(uint64_t end, Budget& budget) {
  if (auto taken = take(bytes_for(end), budget); !taken) return taken;
  values_.reserve(end + kBlock);
  return {};
}

Attempt<void> Sequence::append(std::span<const uint32_t> values, Budget& budget) {
  uint32_t largest = 0;
  for (const uint32_t v : values) largest = std::max(largest, v);
  const unsigned planes = std::max(values_.planes(), Values::planes_for(largest));
  if (auto taken = take(Values::bytes_for(values_.size() + values.size() + kBlock, planes), budget);
      !taken)
    return taken;
  kernel_ = nullptr;
  choose_at_ = 0;
  values_.make_fit(largest);
  for (const uint32_t v : values) values_.push(v);
  count_largest();
  return {};
}

}  // namespace grundy::heap
