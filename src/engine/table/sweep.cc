#include "engine/table/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <barrier>
#include <cstring>
#include <thread>

namespace grundy {
namespace {

constexpr uint64_t kLargestLimit = uint64_t{1} << 28;  // of the values
constexpr uint64_t kTileRows = 64;
constexpr uint64_t kBlocks = 8;        // pieces that a row is cut into, for each thread
constexpr uint64_t kLeastBlock = 512;  // cells of one, where one thread alone does not wait for others
// A thread's work from one meeting with the others to the next: about a millisecond, since on a busy machine each of
// them may have to wait as long for its turn. In nanoseconds, and the cells for which these are a guess.
constexpr double kTileWork = 1e6;
constexpr uint64_t kTileCells = 1 << 15;
constexpr uint64_t kMostTileCells = 1 << 19;
constexpr uint64_t kLeastCut = 48;  // cells of a piece of a row, where there are several threads
constexpr uint64_t kLeastRow = 4;   // cells of a row that is cut, for each thread
constexpr uint64_t kOptionsBetweenLooks = uint64_t{1} << 22;
constexpr uint64_t kMargin = 256;  // values beyond the limit that a running set has room for

/// How running sets begin in a file: each has what its cell hands on.
constexpr uint64_t kSetsInFile = UINT64_MAX - 1;

/// Bytes of a cell that holds values up to this one.
unsigned width_for(uint64_t value) { return value < 256 ? 1 : value < 65536 ? 2 : 4; }

}  // namespace

/// One table on its way: what the code works on, and how that grows with the values.
///
/// A row is the cells that differ in the last coordinate of the order alone. Large tables are filled tile by tile, some
/// columns of some rows, so that running sets stay in the cache. With several threads each takes some rows,
/// and stays a block of columns behind the one that has the rows before; where no move leads to a larger last
/// coordinate, all that a cell needs is there. Running sets are handed down from row to row, but for those that go
/// along the row.
class Sweeper {
 public:
  /// The values go to the file, if there is one, from what it keeps on.
  Sweeper(SweepPlan plan, TableFile* file, Budget& budget, const SweepWays& ways)
      : plan_(std::move(plan)),
        file_(file),
        begin_(file == nullptr ? 0 : file->kept()),
        row_(static_cast<uint64_t>(plan_.most[plan_.order.back().coordinate]) + 1),
        budget_(budget),
        ways_(ways) {}
  ~Sweeper() { budget_.give_back_memory(scratch_ + table_.bytes_.size()); }
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  enum class Outcome { filled, not_compiled, no_room_for_sets };
  Attempt<Outcome> run(Work& work);
  SweptTable take_table() { return std::move(table_); }

 private:
  using Exit = NativeSweep::Exit;
  /// Where a running set of a cell is kept: a ring of slots, and the cell's place in it.
  struct Ring {
    uint64_t first = 0;
    uint64_t slots = 1;
    uint64_t at = 0;
  };
  struct Worker {
    SweepState state;
    std::vector<uint8_t> marks;
    std::vector<int64_t> lists;
    // Its present piece: `count` cells of each of the rows, from column `from`. Of row `row`, `left` are to be done.
    uint64_t row = 0;
    uint64_t row_end = 0;
    uint64_t from = 0;
    uint64_t count = 0;
    uint64_t left = 0;
    // Of the piece's first cell in this row: its coordinates, and where its running sets are.
    int64_t start[kMostSweepCoordinates] = {};
    Ring rings[kMostRunningSets];
    bool unfinished() const { return left > 0 || row + 1 < row_end; }
    Exit exit = Exit::done;
  };

  bool start();
  bool can_be_tiled() const;
  void put(Worker& worker, uint64_t cell) const;
  void to_next_row(Worker& worker) const;
  bool is_outside(const Worker& worker) const;
  void point(Worker& worker) const;
  void work(Worker& worker) const;
  Attempt<std::optional<Outcome>> settle(std::span<Worker> workers);
  Attempt<Outcome> in_order();
  Attempt<Outcome> in_tiles();
  Attempt<bool> make_room_for(uint64_t value);
  bool lay_out(uint64_t limit, SweepShape shape);
  Attempt<void> widen(unsigned width);
  uint8_t* cells() const { return file_ != nullptr ? file_->cells() : table_.bytes_.data(); }
  void place();
  Attempt<bool> resume();
  Attempt<void> keep(uint64_t filled);
  Attempt<void> save_sets(const TableFile::Sink& sink, uint64_t filled) const;
  void load_sets(std::span<const uint64_t> words);
  Error spent(uint64_t filled);
  void describe(Work& work) const;
  bool take(uint64_t bytes) {
    if (!budget_.take_memory(bytes)) return false;
    scratch_ += bytes;
    return true;
  }
  /// How the cells of one running set, a step apart each, lie in the table.
  struct Chain {
    uint64_t distance = 1;  // cells between two
    uint64_t along = 0;     // in tiles: the step's part along the row
    uint64_t rows_apart = 1;
    uint64_t columns = 1;  // slots for each of these rows: a set for each chain that meets the rows at work
  };
  Chain chain_of(const RunningSet& set) const;
  Ring ring_of(const Chain& chain, uint64_t cell) const;
  uint64_t slots_of(const Chain& chain) const;
  uint64_t open_rows() const { return workers_.size() * tile_rows_; }
  uint64_t block_for(uint64_t threads) const;
  uint64_t tile_cells() const;

  SweepPlan plan_;
  TableFile* file_;
  uint64_t begin_;            // cells before it have their values
  bool sets_loaded_ = false;  // and the running sets are theirs
  uint64_t row_;
  Budget& budget_;
  SweepWays ways_;
  uint64_t scratch_ = 0;  // bytes taken that are given back at the end
  SweptTable table_;
  SweepShape shape_;
  uint64_t limit_ = 0;  // all values are below
  std::unique_ptr<const NativeSweep> code_;
  std::vector<Worker> workers_;
  bool tiled_ = false;
  uint64_t whole_ = 0;      // in tiles: cells before it are filled
  uint64_t tile_rows_ = 1;  // rows of a thread's piece
  std::vector<Pages> rings_;
  std::vector<const RunningSet*> running_;
  std::vector<Chain> chains_;  // of the running sets
  bool plain_lines_ = false;
};

/// The step's part along the row, 0 or more wherever there are tiles.
uint64_t along_row(const SweepPlan& plan, const RunningSet& set) {
  const SweepStep& last = plan.order.back();
  return static_cast<uint64_t>(set.step[last.coordinate] * (last.descending ? -1 : 1));
}

Sweeper::Chain Sweeper::chain_of(const RunningSet& set) const {
  Chain chain;
  chain.distance = plan_.distance(set);
  if (!tiled_ || chain.distance == 1) return chain;
  chain.along = along_row(plan_, set);
  chain.rows_apart = (chain.distance - chain.along) / row_;
  chain.columns = row_ + chain.along * (open_rows() / chain.rows_apart + 2);
  return chain;
}

uint64_t Sweeper::slots_of(const Chain& chain) const {
  if (!tiled_) return chain.distance;
  return chain.distance == 1 ? open_rows() : chain.rows_apart * chain.columns;
}

Sweeper::Ring Sweeper::ring_of(const Chain& chain, uint64_t cell) const {
  if (!tiled_) return {0, chain.distance, cell % chain.distance};
  const uint64_t row = cell / row_;
  if (chain.distance == 1) return {row % open_rows(), 1, 0};
  uint64_t at = cell % row_;
  if (chain.along > 0)
    at = (at + chain.columns - chain.along * (row / chain.rows_apart) % chain.columns) % chain.columns;
  return {row % chain.rows_apart * chain.columns, chain.columns, at};
}

/// Room for values below the limit in the marks and the running sets, with what these hold.
bool Sweeper::lay_out(uint64_t limit, SweepShape shape) {
  const bool word = shape.marks == SweepShape::Marks::word;
  const uint64_t capacity = word ? 64 : limit + kMargin;
  const uint64_t words_at = word ? 0 : 8;
  const uint64_t counts_at = words_at + capacity / 8;
  const bool word_before = shape_.marks == SweepShape::Marks::word;
  const uint64_t capacity_before = word_before ? 64 : limit_ + kMargin;
  for (size_t i = 0; i < running_.size(); ++i) {
    const uint64_t slots = slots_of(chains_[i]);
    const bool counted = !running_[i]->removed.empty();
    const uint64_t bytes = counts_at + (counted ? 4 * capacity : 0);
    const bool fresh = rings_[i].data() == nullptr;
    if (!take(slots * bytes)) return false;
    Pages ring(slots * bytes);
    for (uint64_t s = 0; s < slots && !fresh; ++s) {
      const SweepState& before = workers_[0].state;
      const uint8_t* from = rings_[i].data() + s * before.slot_bytes[i];
      uint8_t* to = ring.data() + s * bytes;
      // Slots that no cell has used yet take no memory.
      if (std::all_of(from, from + before.slot_bytes[i], [](uint8_t byte) { return byte == 0; })) continue;
      std::memcpy(to + words_at, from + (word_before ? 0 : 8), capacity_before / 8);
      if (counted) std::memcpy(to + counts_at, from + before.counts_at, 4 * capacity_before);
    }
    for (Worker& worker : workers_) {
      SweepState& state = worker.state;
      auto moved = [&](const uint8_t* place) {
        return fresh ? ring.data()
                     : ring.data() + static_cast<uint64_t>(place - rings_[i].data()) / state.slot_bytes[i] * bytes;
      };
      state.slot[i] = moved(state.slot[i]);
      state.ring[i] = moved(state.ring[i]);
      state.ring_end[i] = moved(state.ring_end[i]);
    }
    rings_[i] = std::move(ring);
    for (Worker& worker : workers_) worker.state.slot_bytes[i] = bytes;
  }
  for (Worker& worker : workers_) {
    if (!word) {
      if (!take(limit + 64)) return false;
      worker.marks.assign(limit + 64, 0);
      worker.state.marks = worker.marks.data();
      worker.state.stamp = 0;
    }
    worker.state.counts_at = counts_at;
    worker.state.limit = limit;
  }
  limit_ = limit;
  if (code_ == nullptr || shape != shape_) {
    shape_ = shape;
    code_ = NativeSweep::compile(plan_, shape_, budget_, ways_.verify);
    for (Worker& worker : workers_) {
      if (code_ == nullptr) break;
      if (!take(8 * code_->list_words())) return false;
      worker.lists.assign(code_->list_words(), 0);
      worker.state.lists = worker.lists.data();
    }
  }
  return true;
}

template <class From, class To>
void widen_cells(uint8_t* bytes, uint64_t cells) {
  for (uint64_t cell = cells; cell-- > 0;) {  // in place, from the last to the first
    From value;
    std::memcpy(&value, bytes + cell * sizeof(From), sizeof(From));
    const To wide = value;
    std::memcpy(bytes + cell * sizeof(To), &wide, sizeof(To));
  }
}

Attempt<void> Sweeper::widen(unsigned width) {
  const unsigned before = table_.width_;
  if (width == before) return {};
  uint64_t cells = 0;  // that may have been written
  for (const Worker& worker : workers_)
    cells = std::max({cells, worker.state.next, std::min(worker.row_end * row_, plan_.cells)});
  table_.width_ = width;
  if (file_ != nullptr) {
    auto widened = file_->widen(width, cells);
    place();
    return widened;
  }
  uint8_t* bytes = table_.bytes_.data();
  if (before == 1) {
    width == 2 ? widen_cells<uint8_t, uint16_t>(bytes, cells) : widen_cells<uint8_t, uint32_t>(bytes, cells);
  } else {
    widen_cells<uint16_t, uint32_t>(bytes, cells);
  }
  return {};
}

/// Tells the workers where the cells are.
void Sweeper::place() {
  for (Worker& worker : workers_) {
    worker.state.table = cells();
    worker.state.whole = cells() + (tiled_ ? whole_ : plan_.cells) * table_.width_;
    for (size_t i = 0; i < running_.size(); ++i)
      worker.state.unset_until[i] = sets_loaded_ ? cells() : cells() + (begin_ + chains_[i].distance) * table_.width_;
  }
}

/// Goes on from what the file keeps; whether there is room for that.
Attempt<bool> Sweeper::resume() {
  const std::optional<std::string> help = begin_ > 0 && !running_.empty() ? file_->help() : std::nullopt;
  std::vector<uint64_t> words(help ? help->size() / 8 : 0);
  if (help) std::memcpy(words.data(), help->data(), 8 * words.size());
  if (words.size() < 2 || words[0] != kSetsInFile) words.clear();
  uint64_t largest = 0;
  if (!words.empty()) {
    largest = words[1] - 1;
  } else {
    for (uint64_t at = 0; at < begin_; ++at) largest = std::max<uint64_t>(largest, file_->cell(at));
  }
  Attempt<bool> room = make_room_for(largest);
  if (room && *room && !words.empty() && words[1] == limit_ && (!tiled_ || begin_ % row_ == 0)) load_sets(words);
  place();
  return room;
}

/// A word for the kind of text this is, the limit, and for each running set the slots of the cells that later ones
/// start from: the number of words of the set and of its counts, without zeros at the end, and the words.
Attempt<void> Sweeper::save_sets(const TableFile::Sink& sink, uint64_t filled) const {
  constexpr size_t kPiece = 1 << 16;  // words
  std::vector<uint64_t> words = {kSetsInFile, limit_};
  const SweepState& state = workers_[0].state;
  auto flush = [&] {
    auto written = sink({reinterpret_cast<const char*>(words.data()), 8 * words.size()});
    words.clear();
    return written;
  };
  for (size_t i = 0; i < running_.size(); ++i) {
    for (uint64_t cell = filled - std::min(filled, chains_[i].distance); cell < filled; ++cell) {
      const Ring ring = ring_of(chains_[i], cell);
      const uint8_t* slot = rings_[i].data() + (ring.first + ring.at) * state.slot_bytes[i];
      for (const auto& [from, to] : {std::pair(uint64_t{0}, state.counts_at), {state.counts_at, state.slot_bytes[i]}}) {
        const size_t count_at = words.size();
        words.resize(count_at + 1 + (to - from) / 8);
        std::memcpy(words.data() + count_at + 1, slot + from, to - from);
        while (words.size() > count_at + 1 && words.back() == 0) words.pop_back();
        words[count_at] = words.size() - count_at - 1;
      }
      if (words.size() < kPiece) continue;
      if (auto written = flush(); !written) return written;
    }
  }
  return flush();
}

void Sweeper::load_sets(std::span<const uint64_t> words) {
  const SweepState& state = workers_[0].state;
  size_t next = 2;
  for (size_t i = 0; i < running_.size(); ++i) {
    for (uint64_t cell = begin_ - std::min(begin_, chains_[i].distance); cell < begin_; ++cell) {
      const Ring ring = ring_of(chains_[i], cell);
      uint8_t* slot = rings_[i].data() + (ring.first + ring.at) * state.slot_bytes[i];
      for (const auto& [from, to] : {std::pair(uint64_t{0}, state.counts_at), {state.counts_at, state.slot_bytes[i]}}) {
        if (next >= words.size() || words[next] > (to - from) / 8 || words.size() - next <= words[next]) return;
        std::memcpy(slot + from, &words[next] + 1, 8 * words[next]);
        std::memset(slot + from + 8 * words[next], 0, to - from - 8 * words[next]);
        next += words[next] + 1;
      }
    }
  }
  sets_loaded_ = next == words.size();
}

/// Tells the file what is filled, at a place where the running sets are those of these cells.
Attempt<void> Sweeper::keep(uint64_t filled) {
  if (file_ == nullptr || filled <= begin_) return {};
  const TableFile::Help sets = [&](const TableFile::Sink& sink) { return save_sets(sink, filled); };
  auto kept = file_->keep(filled, running_.empty() ? nullptr : sets, ways_.after_keeping != nullptr);
  if (ways_.after_keeping) ways_.after_keeping();
  return kept;
}

/// Why the work ends early; what is filled is kept, but with running sets only what was before.
Error Sweeper::spent(uint64_t filled) {
  if (file_ == nullptr) return budget_.why();
  if (running_.empty()) {
    if (auto kept = file_->keep(std::max(begin_, filled), nullptr, true); !kept) return std::move(kept).error();
  }
  return file_->ended(budget_.why());
}

/// Whether there is room for the value now.
Attempt<bool> Sweeper::make_room_for(uint64_t value) {
  if (value < limit_) return true;
  uint64_t limit = std::max<uint64_t>(256, limit_);
  while (limit <= value) limit *= 4;
  if (limit > kLargestLimit) return false;
  if (auto widened = widen(std::max(table_.width_, width_for(limit - 1))); !widened) return std::move(widened).error();
  return lay_out(limit, {table_.width_, SweepShape::Marks::bytes, begin_ > 0}) && code_ != nullptr;
}

bool Sweeper::start() {
  for (const SweepLine& line : plan_.lines) {
    if (line.running) running_.push_back(&*line.running);
    plain_lines_ = plain_lines_ || !line.running;
  }
  rings_.resize(running_.size());
  table_.most_ = plan_.most;
  table_.stride_ = plan_.stride;
  table_.first_ = plan_.first;
  table_.within_ = plan_.within;
  if (file_ != nullptr) table_.width_ = file_->width();
  tiled_ = can_be_tiled();
  workers_.resize(1);
  if (tiled_) {
    const uint64_t rows = plan_.cells / row_;
    tile_rows_ = std::clamp<uint64_t>(rows / 8, 1, kTileRows);
    const uint64_t threads = std::min<uint64_t>(budget_.threads(), row_ / kLeastRow);
    const uint64_t columns = std::min(row_, block_for(threads));
    const uint64_t enough =
        std::clamp<uint64_t>(tile_cells() / columns, tile_rows_, std::max(tile_rows_, rows / (4 * threads)));
    if (threads > 1 && (enough * columns >= kTileCells / 2 || ways_.least_for_tiles == 0)) {
      workers_.resize(threads);
      tile_rows_ = enough;
    }
  }
  for (Worker& worker : workers_) worker.state.budget = &budget_;
  for (const RunningSet* set : running_) chains_.push_back(chain_of(*set));
  return lay_out(64, {table_.width_, SweepShape::Marks::word, begin_ > 0});
}

/// Cells of a piece of a row.
uint64_t Sweeper::block_for(uint64_t threads) const {
  const uint64_t least = threads == 1 ? kLeastBlock : ways_.least_for_tiles == 0 ? 1 : kLeastCut;
  return std::max(row_ / (kBlocks * threads) + 1, least);
}

/// Cells of a tile that keeps a thread busy for kTileWork.
uint64_t Sweeper::tile_cells() const {
  constexpr double kRunning = 5;  // nanoseconds for a set
  double each = 1;
  for (const SweepLine& line : plan_.lines) each += line.running ? kRunning : line.most_options / 2;
  for (size_t i = 0; i < plan_.within.size(); ++i) each /= 2;  // the others are passed over
  return static_cast<uint64_t>(
      std::clamp(kTileWork / each, static_cast<double>(kTileCells), static_cast<double>(kMostTileCells)));
}

/// Whether the table is large, and no cell needs what lies ahead of it in the rows before.
bool Sweeper::can_be_tiled() const {
  if (plan_.cells < ways_.least_for_tiles || plan_.order.size() < 2 || row_ < kLeastRow) return false;
  const SweepStep& last = plan_.order.back();
  for (const RunningSet* set : running_) {
    if (set->step[last.coordinate] * (last.descending ? -1 : 1) < 0) return false;
  }
  return goes_on_in_rows(*plan_.rule, last);
}

/// To the beginning of a piece.
void Sweeper::put(Worker& worker, uint64_t cell) const {
  worker.state.next = cell;
  uint64_t rest = cell;
  for (size_t i = plan_.order.size(); i-- > 0;) {
    const SweepStep& step = plan_.order[i];
    const auto size = static_cast<uint64_t>(plan_.most[step.coordinate]) + 1;
    const auto at = static_cast<int64_t>(rest % size);
    worker.start[step.coordinate] = step.descending ? plan_.most[step.coordinate] - at : at;
    rest /= size;
  }
  for (size_t i = 0; i < running_.size(); ++i) worker.rings[i] = ring_of(chains_[i], cell);
  point(worker);
}

/// The same for the piece's next row, where there are tiles, without a division. The code is not told yet.
void Sweeper::to_next_row(Worker& worker) const {
  ++worker.row;
  worker.left = worker.count;
  worker.state.next = worker.row * row_ + worker.from;
  for (size_t i = plan_.order.size() - 1; i-- > 0;) {  // the last coordinate is that of the piece
    const SweepStep& step = plan_.order[i];
    int64_t& c = worker.start[step.coordinate];
    const int64_t most = plan_.most[step.coordinate];
    c += step.descending ? -1 : 1;
    if (c >= 0 && c <= most) break;
    c = step.descending ? most : 0;
  }
  for (size_t i = 0; i < running_.size(); ++i) {
    const Chain& chain = chains_[i];
    Ring& ring = worker.rings[i];
    ring.first += ring.slots;
    if (ring.first < slots_of(chain)) continue;
    ring.first = 0;
    ring.at = ring.at >= chain.along ? ring.at - chain.along : ring.at + ring.slots - chain.along;
  }
}

/// Whether no cell of the piece's row is within the orders that are kept.
bool Sweeper::is_outside(const Worker& worker) const {
  const SweepStep& last = plan_.order.back();
  const auto& position = worker.start;
  const int64_t begin = position[last.coordinate];
  const int64_t end = begin + (last.descending ? -1 : 1) * (static_cast<int64_t>(worker.count) - 1);
  return std::any_of(plan_.within.begin(), plan_.within.end(), [&](const auto& pair) {
    const int64_t least = pair.first == last.coordinate ? std::min(begin, end) : position[pair.first];
    const int64_t most = pair.second == last.coordinate ? std::max(begin, end) : position[pair.second];
    return least > most;
  });
}

/// Tells the code which position is next, and where its sets are.
void Sweeper::point(Worker& worker) const {
  std::copy(std::begin(worker.start), std::end(worker.start), worker.state.position);
  for (size_t i = 0; i < running_.size(); ++i) {
    SweepState& state = worker.state;
    const Ring& ring = worker.rings[i];
    const uint64_t bytes = state.slot_bytes[i];
    state.ring[i] = rings_[i].data() + ring.first * bytes;
    state.ring_end[i] = state.ring[i] + ring.slots * bytes;
    state.slot[i] = state.ring[i] + ring.at * bytes;
  }
}

/// Goes on with the worker's piece until it is done or something has to be settled.
void Sweeper::work(Worker& worker) const {
  SweepState& state = worker.state;
  worker.exit = Exit::done;
  while (worker.unfinished() && worker.exit == Exit::done) {
    if (worker.left == 0) {
      to_next_row(worker);
      if (is_outside(worker)) {
        worker.left = 0;
        continue;
      }
      point(worker);
    }
    state.cells = worker.left;
    if (shape_.marks == SweepShape::Marks::bytes && plain_lines_) {
      if (state.stamp == UINT8_MAX) {
        std::fill(worker.marks.begin(), worker.marks.end(), 0);
        state.stamp = 0;
      }
      state.cells = std::min<uint64_t>(state.cells, UINT8_MAX - state.stamp);
    }
    state.look_at = state.options + kOptionsBetweenLooks;
    const uint64_t before = state.next;
    worker.exit = code_->run(state);
    if (worker.exit == Exit::done || worker.exit == Exit::grown) worker.left -= state.next - before;
    if (worker.exit == Exit::done && budget_.spent()) worker.exit = Exit::spent;
  }
}

/// Makes room for values that had none; an outcome where that, or the code, can't go on.
Attempt<std::optional<Sweeper::Outcome>> Sweeper::settle(std::span<Worker> workers) {
  for (Worker& worker : workers) {
    if (worker.exit == Exit::fault) return std::optional(Outcome::not_compiled);
    if (worker.exit != Exit::grown) continue;
    const Attempt<bool> room = make_room_for(worker.state.pending);
    if (!room) return room.error();
    if (!*room) return std::optional(running_.empty() ? Outcome::not_compiled : Outcome::no_room_for_sets);
    worker.state.settled = 1;
  }
  return std::optional<Outcome>();
}

Attempt<Sweeper::Outcome> Sweeper::in_order() {
  Worker& worker = workers_[0];
  while (worker.state.next < plan_.cells) {
    budget_.progress("positions", worker.state.next, plan_.cells);
    worker.left = std::min(ways_.piece, plan_.cells - worker.state.next);
    while (worker.left > 0) {
      work(worker);
      if (worker.exit == Exit::spent) return spent(worker.state.next);
      const auto outcome = settle(workers_);
      if (!outcome) return outcome.error();
      if (*outcome) return **outcome;
    }
    if (auto kept = keep(worker.state.next); !kept) return std::move(kept).error();
  }
  return Outcome::filled;
}

Attempt<Sweeper::Outcome> Sweeper::in_tiles() {
  const uint64_t rows = plan_.cells / row_;
  const uint64_t block = block_for(workers_.size());
  const uint64_t blocks = (row_ + block - 1) / block;
  std::barrier<> meet(static_cast<std::ptrdiff_t>(workers_.size()));
  bool over = false;
  auto follow = [&](Worker& worker) {
    for (;;) {
      meet.arrive_and_wait();
      if (over) return;
      work(worker);
      meet.arrive_and_wait();
    }
  };
  std::vector<std::jthread> others;
  for (size_t w = 1; w < workers_.size(); ++w) others.emplace_back([&, w] { follow(workers_[w]); });
  // Whatever way this function is left, the others are told.
  struct Finish {
    bool& over;
    std::barrier<>& meet;
    ~Finish() {
      over = true;
      meet.arrive_and_wait();
    }
  } const finish{over, meet};
  for (uint64_t first = begin_ / row_; first < rows; first += open_rows()) {
    budget_.progress("positions", first * row_, plan_.cells);
    if (auto kept = keep(first * row_); !kept) return std::move(kept).error();
    whole_ = first * row_;
    place();
    for (uint64_t round = 0; round < blocks + workers_.size() - 1; ++round) {
      for (size_t w = 0; w < workers_.size(); ++w) {
        Worker& worker = workers_[w];
        worker.row = first + w * tile_rows_;
        if (round < w || round - w >= blocks || worker.row >= rows) {
          worker.row_end = 0;
          continue;
        }
        worker.row_end = std::min(rows, worker.row + tile_rows_);
        worker.from = (round - w) * block;
        worker.left = worker.count = std::min(block, row_ - worker.from);
        put(worker, worker.row * row_ + worker.from);
      }
      while (std::any_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.unfinished(); })) {
        meet.arrive_and_wait();
        work(workers_[0]);
        meet.arrive_and_wait();
        for (const Worker& worker : workers_) {
          if (worker.exit == Exit::spent) return spent(first * row_);
        }
        const auto outcome = settle(workers_);
        if (!outcome) return outcome.error();
        if (*outcome) return **outcome;
      }
    }
  }
  return Outcome::filled;
}

void Sweeper::describe(Work& work) const {
  auto of_lines = [&](size_t count) { return fmt::format("{} of {} move lines", count, plan_.lines.size()); };
  work.passes.push_back(fmt::format("native code, {} byte{} a value", table_.width_, table_.width_ == 1 ? "" : "s"));
  if (tiled_)
    work.passes.push_back(
        fmt::format("tiles of {} rows, {} thread{}", tile_rows_, workers_.size(), workers_.size() == 1 ? "" : "s"));
  for (const auto& [i, j] : plan_.within)
    work.passes.push_back(fmt::format("only {} <= {}", plan_.rule->coordinates[i], plan_.rule->coordinates[j]));
  if (plan_.mirror)
    work.passes.push_back(fmt::format("{} and {} exchanged", plan_.rule->coordinates[plan_.mirror->first],
                                      plan_.rule->coordinates[plan_.mirror->second]));
  if (!running_.empty()) work.passes.push_back("running sets for " + of_lines(running_.size()));
  const auto narrowed = std::count_if(plan_.lines.begin(), plan_.lines.end(), [](const auto& l) { return l.narrowed; });
  if (narrowed > 0) work.passes.push_back("listed numbers for " + of_lines(static_cast<size_t>(narrowed)));
  if (code_->list_words() > 0) work.passes.emplace_back("lists for each row");
  if (code_->is_wide()) work.passes.emplace_back("32 options at a time");
  if (code_->lists_divisors()) work.passes.emplace_back("listed divisors");
  uint64_t options = 0;
  for (const Worker& worker : workers_) options += worker.state.options;
  const double each = static_cast<double>(options) / static_cast<double>(plan_.cells);
  constexpr uint64_t kCache = uint64_t{32} << 20;
  work.limit = each >= 4 ? fmt::format("options, {:.3g} a position", each)
               : plan_.cells * table_.width_ > kCache
                   ? fmt::format("memory, a table of {}", format_bytes(plan_.cells * table_.width_))
                   : fmt::format("positions, with {:.2g} options each", each);
  work.positions += plan_.cells;
  work.options += options;
}

Attempt<Sweeper::Outcome> Sweeper::run(Work& work) {
  if (!start()) return Outcome::no_room_for_sets;
  if (code_ == nullptr) return Outcome::not_compiled;
  if (file_ == nullptr) {
    const uint64_t bytes = plan_.cells * width_for(plan_.most_options);
    if (!budget_.take_memory(bytes))
      return budget_.too_large(fmt::format("a table of {} positions", plan_.cells), bytes);
    table_.bytes_ = Pages(bytes);
  }
  for (Worker& worker : workers_) put(worker, begin_);
  place();
  const Attempt<bool> room = resume();
  if (!room) return room.error();
  if (!*room) return Outcome::no_room_for_sets;
  Attempt<Outcome> outcome = tiled_ ? in_tiles() : in_order();
  if (outcome && *outcome == Outcome::filled) describe(work);
  return outcome;
}

Attempt<std::optional<SweptTable>> SweptTable::fill(const Rule& rule, std::span<const int64_t> most,
                                                    std::vector<std::pair<size_t, size_t>> within, Budget& budget,
                                                    Work& work, const SweepWays& ways) {
  if (!NativeSweep::available()) return std::optional<SweptTable>();
  std::optional<SweepPlan> plan = plan_sweep(rule, most, std::move(within), ways.least_work, budget);
  if (!plan) return std::optional<SweptTable>();
  return fill(*std::move(plan), budget, work, ways);
}

Attempt<std::optional<SweptTable>> SweptTable::fill(SweepPlan plan, Budget& budget, Work& work, const SweepWays& ways) {
  if (!NativeSweep::available()) return std::optional<SweptTable>();
  for (;;) {
    Sweeper sweeper(plan, nullptr, budget, ways);
    auto outcome = sweeper.run(work);
    if (!outcome) return std::move(outcome).error();
    if (*outcome == Sweeper::Outcome::filled) return std::optional<SweptTable>(sweeper.take_table());
    if (*outcome == Sweeper::Outcome::not_compiled) return std::optional<SweptTable>();
    for (SweepLine& line : plan.lines) line.running.reset();
  }
}

Attempt<std::optional<TableFile>> SweptTable::fill_file(const Rule& rule, std::span<const int64_t> most,
                                                        const std::string& path, Budget& budget, Work& work,
                                                        const SweepWays& ways) {
  if (!NativeSweep::available()) return std::optional<TableFile>();
  std::optional<SweepPlan> plan = plan_sweep(rule, most, {}, ways.least_work, budget);
  if (!plan || NativeSweep::compile(*plan, {}, budget) == nullptr) return std::optional<TableFile>();
  Attempt<TableFile> file =
      TableFile::open(path, TableLayout::of(rule, most, plan->stride, plan->first, plan->cells), budget);
  if (!file) return std::move(file).error();
  for (;;) {
    Sweeper sweeper(*plan, &*file, budget, ways);
    auto outcome = sweeper.run(work);
    if (!outcome) return std::move(outcome).error();
    if (*outcome == Sweeper::Outcome::filled) return std::optional<TableFile>(*std::move(file));
    if (*outcome == Sweeper::Outcome::not_compiled) break;
    for (SweepLine& line : plan->lines) line.running.reset();
  }
  file->abandon();
  return std::optional<TableFile>();
}

bool SweptTable::covers(std::span<const int64_t> coordinates) const {
  for (size_t i = 0; i < most_.size(); ++i) {
    if (coordinates[i] > most_[i]) return false;
  }
  return std::all_of(within_.begin(), within_.end(),
                     [&](const auto& pair) { return coordinates[pair.first] <= coordinates[pair.second]; });
}

uint32_t SweptTable::value(std::span<const int64_t> coordinates) const {
  int64_t cell = first_;
  for (size_t i = 0; i < coordinates.size(); ++i) cell += stride_[i] * coordinates[i];
  uint32_t value = 0;
  std::memcpy(&value, bytes_.data() + static_cast<uint64_t>(cell) * width_, width_);
  return value;
}

}  // namespace grundy
