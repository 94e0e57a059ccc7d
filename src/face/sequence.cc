// Take-and-break games: sequences worked out and kept, codes in words.
#include "session/sequence.h"

#include <fmt/format.h>

#include "face/inside.h"
#include "session/code.h"
#include "session/code_words.h"

namespace grundy::face {

struct Sequence::Rep {
  std::shared_ptr<Home> home;  // has the limits for what is written later
  SequenceAnswer answer;
};

Sequence Inside::sequence(std::shared_ptr<Home> home, SequenceAnswer answer) {
  return Sequence(
      std::make_shared<const Sequence::Rep>(Sequence::Rep{std::move(home), std::move(answer)}));
}

Result<std::string> Session::code_of_game(std::string_view game) {
  return guarded([&]() -> Result<std::string> {
    Call call(*home_);
    return Inside::result(grundy::code_of_game(home_->session, game, call.budget),
                          [](const HeapCode& code) { return code.text(); });
  });
}

Result<Sequence> Session::sequence(std::string_view game, uint64_t upto,
                                   const std::string& checkpoint, const SequenceWatch& watch) {
  return guarded([&]() -> Result<Sequence> {
    if (upto == UINT64_MAX)
      return Inside::input("a sequence is worked out as far as heaps below 2^64 - 1");
    Call call(*home_);
    const Attempt<HeapCode> code = grundy::code_of_game(home_->session, game, call.budget);
    if (!code) return Inside::error(code.error());
    grundy::SequenceWatch told;
    if (watch.tell) told.tell = watch.tell;
    if (watch.advanced) told.advanced = watch.advanced;
    Attempt<SequenceAnswer> answer = work_out(*code, upto, checkpoint, told, call.budget);
    if (!answer) return Inside::error(answer.error());
    answer->game = game;
    return Inside::sequence(home_, *std::move(answer));
  });
}

const std::string& Sequence::code() const { return rep_->answer.code; }
uint64_t Sequence::size() const { return rep_->answer.run->sequence().size(); }
uint64_t Sequence::loaded() const { return rep_->answer.loaded; }
const std::string& Sequence::kernel() const { return rep_->answer.kernel; }
const std::vector<uint64_t>& Sequence::exceptions() const { return rep_->answer.exceptions; }
std::pair<uint32_t, uint64_t> Sequence::largest() const {
  return {rep_->answer.largest, rep_->answer.largest_at};
}
std::string Sequence::text() const { return to_text(rep_->answer); }
std::string Sequence::json() const { return to_json(rep_->answer); }

std::optional<uint32_t> Sequence::at(uint64_t n) const {
  const heap::Run& run = *rep_->answer.run;
  if (!run.knows(n) || !known_in_words(run, n)) return std::nullopt;
  return run.at(n);
}

Result<std::vector<uint32_t>> Sequence::values(uint64_t first, uint64_t count) const {
  return guarded([&]() -> Result<std::vector<uint32_t>> {
    std::vector<uint32_t> result;
    for (uint64_t i = 0; i < count; ++i) {
      const std::optional<uint32_t> value = first + i < first ? std::nullopt : at(first + i);
      if (!value)
        return Inside::input(fmt::format("the value of a heap of {} is not known", first + i));
      result.push_back(*value);
    }
    return result;
  });
}

std::optional<Sequence::Law> Sequence::law() const {
  const SequenceAnswer& answer = rep_->answer;
  if (const auto& law = answer.period)
    return Law{law->preperiod, law->period, law->saltus, answer.proved, {}};
  if (const auto& law = answer.regularity)
    return Law{law->preperiod, law->period, law->saltus, false, heap::describe(*law, "g")};
  return std::nullopt;
}

Result<void> Sequence::write(const std::string& path, Format format) const {
  return guarded([&]() -> Result<void> {
    Call call(*rep_->home);
    const SequenceForm form = format == Format::bfile ? SequenceForm::bfile : SequenceForm::packed;
    return Inside::result(write_sequence(rep_->answer, form, path, call.budget));
  });
}

Result<Code> Session::code(std::string_view text) {
  return guarded([&]() -> Result<Code> {
    Call call(*home_);
    return Inside::result(
        read_code(home_->session, std::string(text), call.budget), [](const HeapCode& code) {
          Code result{code.text(), {}, sentence(code)};
          for (const CodeRow& row : rows_of(code))
            result.digits.push_back({row.digit->text(), row.taken, row.every, row.words()});
          return result;
        });
  });
}

Result<CodeMoves> Session::code_moves(std::string_view code, uint64_t heap, size_t limit) {
  return guarded([&]() -> Result<CodeMoves> {
    if (heap > CodeMoves::kLargestHeap)
      return Inside::error(
          grundy::Error::declined("moves are listed from heaps of at most 2^62 tokens"));
    Call call(*home_);
    const Attempt<HeapCode> read = read_code(home_->session, std::string(code), call.budget);
    if (!read) return Inside::error(read.error());
    return Inside::result(
        grundy::code_moves(*read, heap, limit, call.budget), [](grundy::CodeMoves moves) {
          return CodeMoves{std::move(moves.list), moves.all(), moves.more, moves.counted};
        });
  });
}

}  // namespace grundy::face
