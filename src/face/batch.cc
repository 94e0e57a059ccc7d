// Batches over a crew of workers, the first of which has the session.
#include "face/inside.h"
#include "session/batch_crew.h"

namespace grundy::face {
namespace {

grundy::BatchOptions inner_options(const BatchOptions& options) {
  AskedMoves about{{}, options.term, Inside::extreme(options.which)};
  if (options.count) about.count = Inside::counted(*options.count);
  return {static_cast<BatchQuestion>(options.what),
          Inside::play(options.play),
          options.moves,
          std::move(about),
          options.outcome ? Sought::outcome : Sought::value,
          options.conjectures,
          options.json};
}

}  // namespace

struct Batch::Rep {
  Rep(std::shared_ptr<Home> its_home, const BatchOptions& its_options, Budget& budget)
      : home(std::move(its_home)),
        options(inner_options(its_options)),
        crew(options, home->session, budget) {}

  std::shared_ptr<Home> home;
  grundy::BatchOptions options;
  BatchCrew crew;
  std::vector<AskedLine> asked;
  uint64_t texts = 0;  // bytes of the lines that were read
};

Batch::Batch(std::unique_ptr<Rep> rep) : rep_(std::move(rep)) {}
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;
Batch::~Batch() = default;

Batch Inside::batch(std::unique_ptr<Batch::Rep> rep) { return Batch(std::move(rep)); }

Result<Batch> Session::batch(const BatchOptions& options) {
  return guarded([&]() -> Result<Batch> {
    if (!home_->in_task) begin_task();  // the workers share the limits from one call to the next
    if (options.conjectures) home_->session.allow_conjectures();
    Call call(*home_);
    return Inside::batch(std::make_unique<Batch::Rep>(home_, options, call.budget));
  });
}

Result<void> Batch::read(std::vector<BatchLine> lines) {
  return guarded([&]() -> Result<void> {
    Call call(*rep_->home);
    const uint64_t before = call.budget.memory_used();
    rep_->asked.clear();
    for (BatchLine& line : lines) {
      if (call.budget.spent()) return Inside::error(call.budget.why());
      rep_->asked.push_back(read_line(rep_->options, {line.number, std::move(line.text)},
                                      rep_->home->session, call.budget));
    }
    rep_->texts = call.budget.memory_used() - std::min(before, call.budget.memory_used());
    return {};
  });
}

Result<void> Batch::answer(const Take& take) {
  return guarded([&]() -> Result<void> {
    Call call(*rep_->home);
    const std::vector<AskedLine> asked = std::move(rep_->asked);
    const uint64_t texts = std::exchange(rep_->texts, 0);
    const Attempt<void> answered = rep_->crew.answer(
        asked, texts, [&](const AskedLine& one, const Attempt<std::string>& text) {
          const BatchLine line{one.line.number, one.line.text};
          take(line, text ? Result<std::string>(*text)
                          : Result<std::string>(Inside::error(text.error())));
        });
    call.budget.give_back_memory(std::min(texts, call.budget.memory_used()));
    return Inside::result(answered);
  });
}

}  // namespace grundy::face
