// The lines of a batch answered by several threads, in the order in which they came.
//
// Problem: a session belongs to one thread, and what makes a batch quick is that lines share games
// and tables.
// Idea: the first worker has the command's session, each other one a session of its own that knows
// the same rules. Lines of many games are dealt out game by game, so that no table is made twice.
// Where the games are few, the first worker asks for all values together, with every thread that an
// engine can use, and answers line by line; another one, which needs tables of its own for that,
// begins only when the answers have taken as long as the tables did. So two threads are never
// slower than one. Whoever has the next line's answer writes it, with those that were waiting for
// it.
// Example: 400 codes octal[0.abcd](2000) are 400 tasks of a line each.
// Cost: the memory limit is shared in equal parts. Where a part is too little for a line, what its
// worker has computed is forgotten; where that is not enough, the other workers are dismissed, and
// the first one answers with the whole.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "session/batch_line.h"

namespace grundy {

class BatchCrew {
 public:
  /// Works in this session, with the budget's threads; both outlive the crew.
  BatchCrew(const BatchOptions& options, Session& session, Budget& budget);
  ~BatchCrew();

  /// Takes the answer to a line, or what is wrong with it.
  using Take = std::function<void(const AskedLine&, const Attempt<std::string>&)>;
  /// Calls take, never twice at a time, for each of the lines, in their order; `texts`: bytes of
  /// the budget that were taken for the lines as they are. An error when the budget is spent: for
  /// the lines behind it take was not called.
  Attempt<void> answer(const std::vector<AskedLine>& lines, uint64_t texts, const Take& take);

 private:
  struct Worker;
  struct Helper;
  struct Chunk;
  using Task = std::vector<size_t>;  // numbers of lines

  // Gives a line as a session has read it.
  using LineReader = std::function<const AskedLine&(size_t)>;

  Attempt<void> value_all(const std::vector<const AskedLine*>& lines, Worker& worker) const;
  /// The dealt lines game by game; nothing where the games are too few for that.
  std::vector<Task> tasks_by_game(const std::vector<AskedLine>& lines, const Task& dealt) const;
  void hire();
  void dismiss();
  /// False when the budget is spent. A line for which a part of the memory was too little is left
  /// over.
  bool answer_task(Chunk& chunk, const Task& task, Worker& worker, const LineReader& line) const;
  void work(Chunk& chunk, Worker& worker, const LineReader& line) const;
  void help(Helper& helper, Chunk& chunk) const;
  void work_together(Chunk& chunk, Worker& first, const LineReader& line);
  /// Answers what was left over.
  Attempt<void> finish(Chunk& chunk, Worker& first, const LineReader& line);

  BatchOptions options_;
  Session& session_;
  Budget& budget_;
  unsigned threads_;  // that may answer lines
  uint64_t memory_limit_;
  std::vector<std::unique_ptr<Helper>> helpers_;
};

}  // namespace grundy
