#include "engine/board/place_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "engine/board/board_mover.h"
#include "engine/board/company.h"
#include "engine/board/facts.h"
#include "engine/board/fingerprint.h"
#include "engine/board/mirror.h"
#include "engine/board/misere_play.h"
#include "engine/board/pairs.h"
#include "engine/board/part_store.h"
#include "engine/board/proof_number.h"

namespace grundy {
namespace {

template <size_t W>
class WidthSearch final : public PlaceSearch {
 public:
  using Mover = BoardMover<W>;

  WidthSearch(BoardCode code, Alphabet alphabet)
      : code_(std::move(code)),
        alphabet_(std::move(alphabet)),
        mover_(code_),
        play_ends_(!why_play_ends(code_, alphabet_).empty()) {}

  Attempt<void> keep_in(PartStore& store, Budget& budget) override {
    return store.keep(table_, fingerprint(code_), budget);
  }

  Attempt<uint64_t> value(const std::vector<Cell>& cells, Budget& budget) override {
    mirror_ = mirror_of(classes_of(planes_of(cells)));
    if (!mirror_.empty()) return 0;
    const std::vector<CutPart<W>> parts = parts_of(cells);
    uint64_t value = 0;
    for (const CutPart<W>& part : parts) {
      Attempt<uint64_t> one = with_searches(budget, [&](InSet<Mover>& search) {
        if (parts.size() > 1)
          search.set_subject(fmt::format("the value of one of its {} parts", parts.size()));
        return search.value(part);
      });
      if (!one) return one;
      value ^= *one;
    }
    return value;
  }

  Attempt<bool> has_value(const std::vector<Cell>& cells, uint64_t value, Budget& budget) override {
    const std::vector<CutPart<W>> parts = parts_of(cells);
    const auto search_up_to = [&](uint64_t options) {
      return with_searches(budget, [&](InSet<Mover>& search) {
        search.set_most(options);
        return search.has_value(parts, value);
      });
    };
    if (!mirror_of(classes_of(planes_of(cells))).empty()) return value == 0;
    if (play_ends_ && value == 0) {
      // Where a search does not end soon, the first player may have a move to a board on which
      // every move has its image.
      Attempt<bool> soon = search_up_to(kBeforeMirrors);
      if (soon || budget.spent()) return soon;
      for (const std::vector<uint8_t>& option : options(cells)) {
        if (!mirror_of(option).empty()) return false;
      }
    }
    return search_up_to(UINT64_MAX);
  }

  Attempt<bool> wins_misere(std::span<const std::vector<Cell>> boards,
                            std::span<const uint64_t> heaps, uint64_t most,
                            Budget& budget) override {
    if (!play_ends_) return Error::declined("play might not end");
    if (!misere_) misere_.emplace(mover_);
    std::vector<CutPart<W>> parts;
    for (const std::vector<Cell>& cells : boards) {
      const std::vector<CutPart<W>> own = mover_.parts(planes_of(cells));
      parts.insert(parts.end(), own.begin(), own.end());
    }
    return misere_->wins(parts, heaps, most, budget);
  }

  std::vector<std::vector<uint8_t>> parts(const std::vector<Cell>& cells) override {
    std::vector<std::vector<uint8_t>> result;
    mover_.cut(planes_of(cells), [&](const Planes<W>& cut) { result.push_back(classes_of(cut)); });
    return result;
  }
  std::vector<std::vector<uint8_t>> options(const std::vector<Cell>& cells) const override {
    std::vector<std::vector<uint8_t>> result;
    mover_.moves(planes_of(cells), [&](const Planes<W>& next, const ShiftShape<W>&, size_t) {
      result.push_back(classes_of(next));
      return true;
    });
    return result;
  }

  SearchWork work() const override {
    SearchWork all = work_;
    if (misere_) {
      all.expansions += misere_->states();
      all.options += misere_->options();
    }
    return all;
  }
  std::vector<std::string> derived() const override {
    std::vector<std::string> facts;
    if (mover_.images().symmetries() > 1)
      facts.push_back(fmt::format("{} symmetries", mover_.images().symmetries()));
    if (mover_.split().is_whole()) facts.push_back("one part, as a pattern anywhere ends play");
    if (mover_.split().shrinks()) facts.push_back("parts at one look");
    if (mover_.split().keeps_order()) facts.push_back("stones that never pass each other");
    if (code_.settled > 0)
      facts.push_back("groups that live for ever, or by the liberties they have");
    return facts;
  }
  std::vector<std::string> facts() const override {
    std::vector<std::string> facts = derived();
    facts.insert(facts.begin(), counted(code_.classes - 1 - (code_.settled > 0 ? 1 : 0),
                                        "class of letters", "classes of letters"));
    if (!mirror_.empty())
      facts.push_back("the same when " + mirror_ + ", where the second player answers");
    facts.push_back(
        fmt::format("{} of {} parts of options known at once", work_.hits, work_.parts));
    facts.push_back(fmt::format("{} questions answered, {} by the listing alone", work_.cuts,
                                work_.first_cuts));
    facts.push_back(table_.fact());
    return facts;
  }

 private:
  /// ask(search) with the search in set, which gives a share of its work to another one and, if
  /// there are two threads, has company.
  template <class Ask>
  auto with_searches(Budget& budget, const Ask& ask) {
    InSet<Mover> search(mover_, table_, budget);
    ProofNumber<Mover> proof(mover_, table_, budget);
    std::optional<Company<Mover>> company;
    if (play_ends_) {
      search.set_play_ends(true);
      ask_too(search, proof);
      invite(company, second_mover_, code_, search, table_, budget);
    }
    auto answer = ask(search);
    work_ += search.work();
    work_ += proof.work();
    if (company) work_ += company->work();
    return answer;
  }

  static void ask_too(InSet<Mover>& search, ProofNumber<Mover>& proof) {
    search.set_other_way(
        [&proof](const CutPart<W>& part, std::optional<uint64_t> n, uint64_t options) {
          using Membership = typename InSet<Mover>::Membership;
          if (!n) {
            const std::optional<uint64_t> value = proof.value(part, options);
            return value ? std::optional(Membership{true, *value}) : std::nullopt;
          }
          const std::optional<bool> has = proof.has_value(part, *n, options);
          return has ? std::optional(Membership{*has, *n}) : std::nullopt;
        });
  }

  static std::string counted(size_t count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
  }

  Planes<W> planes_of(const std::vector<Cell>& cells) const {
    Planes<W> planes{};
    for (size_t i = 0; i < cells.size(); ++i) {
      const uint8_t k = code_.class_of_letter[alphabet_.number(letter_of(cells[i]))];
      if (k > 0) planes[k - 1u].add(i);
    }
    return planes;
  }
  std::vector<uint8_t> classes_of(const Planes<W>& planes) const {
    std::vector<uint8_t> result(code_.place->cells());
    for (size_t k = 1; k < code_.classes; ++k)
      planes[k - 1].for_each([&](size_t cell) { result[cell] = static_cast<uint8_t>(k); });
    return result;
  }
  /// Small ones first; two alike are together 0 where play ends.
  std::vector<CutPart<W>> parts_of(const std::vector<Cell>& cells) {
    std::vector<CutPart<W>> parts = mover_.parts(planes_of(cells));
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
      return std::tie(a.cost, a.key.high, a.key.low, a.planes) <
             std::tie(b.cost, b.key.high, b.key.low, b.planes);
    });
    return play_ends_ ? without_pairs(parts) : parts;
  }

  /// The symmetry by which the second player answers; empty where there is none.
  std::string mirror_of(const std::vector<uint8_t>& classes) {
    if (!play_ends_) return "";
    if (!mirrors_) mirrors_.emplace(code_);
    return mirrors_->of(classes);
  }

  static constexpr uint64_t kBeforeMirrors = 100'000;  // options

  BoardCode code_;
  Alphabet alphabet_;
  Mover mover_;
  std::optional<Mover> second_mover_;  // of another thread
  std::optional<MiserePlay<Mover>> misere_;
  bool play_ends_;  // as counts tell
  PartTable table_;
  SearchWork work_;
  std::optional<Mirrors> mirrors_;
  std::string mirror_;  // of the board asked last
};

}  // namespace

Attempt<std::unique_ptr<PlaceSearch>> place_search(BoardCode code, Alphabet alphabet) {
  if (code.classes > kMostClasses)
    return Error::declined(
        fmt::format("{} classes of letters, more than {}", code.classes - 1, kMostClasses - 1));
  // Of letters that are one class a move may make others; told by class, it leads back to where it
  // began.
  const auto may_stay = [](const CodedPlacement& move) {
    return std::all_of(move.begin(), move.end(), [](const CodedCell& cell) {
      for (size_t k = 0; k < kMostClasses; ++k) {
        if ((cell.reads >> k & 1) != 0 && cell.becomes[k] == k) return true;
      }
      return false;
    });
  };
  if (std::any_of(code.moves.begin(), code.moves.end(), may_stay))
    return Error::declined("a move may change no class of letters");
  const size_t cells = code.place->cells();
  using Made = std::unique_ptr<PlaceSearch>;
  if (cells <= 64)
    return Made(std::make_unique<WidthSearch<1>>(std::move(code), std::move(alphabet)));
#ifndef GRUNDY_FEW_WIDTHS  // each width is 50 kB of the page's engine
  if (cells <= 128)
    return Made(std::make_unique<WidthSearch<2>>(std::move(code), std::move(alphabet)));
#endif
  if (cells <= kMostSearchedCells)
    return Made(std::make_unique<WidthSearch<8>>(std::move(code), std::move(alphabet)));
  return Error::declined(fmt::format("{} cells, more than {}", cells, kMostSearchedCells));
}

}  // namespace grundy
