#include "catalogue/quotients.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "catalogue/statement.h"
#include "engine/misere/structure.h"
#include "proof/quotient.h"
#include "session/json.h"

namespace grundy::catalogue {
namespace {

// Files that have none get the table when quotients are asked for.
constexpr const char* kQuotients = R"(
CREATE TABLE IF NOT EXISTS quotients (
  code TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('proved', 'declined', 'open')),
  "order" INTEGER,
  p_portion INTEGER,
  preperiod INTEGER,
  period INTEGER,
  tame INTEGER,
  heaps INTEGER NOT NULL,
  reason TEXT NOT NULL,
  seconds REAL NOT NULL,
  certificate TEXT
) WITHOUT ROWID;
)";

CatalogueQuotient find_quotient(const HeapCode& code, Budget& budget) {
  CatalogueQuotient result;
  result.code = code.text();
  const auto declined = [&](const Error& why) {
    result.status = budget.spent() || result.heaps > 0 ? "open" : "declined";
    result.reason = budget.spent() ? "more time is needed" : why.message();
    // A quotient that seems infinite is not looked at again.
    if (result.reason.starts_with("the quotient seems infinite")) result.status = "declined";
    return result;
  };
  Rulebook book;
  if (auto loaded =
          book.load_text("catalogue", fmt::format("game heap(n) = code[{}](n)\n", result.code));
      !loaded)
    return declined(loaded.error());
  const Attempt<const Rule*> rule = book.rule("heap");
  if (!rule) return declined(rule.error());
  Games games;
  const auto universe = misere::Universe::of_games({&games.of(**rule)}, budget);
  if (!universe) return declined(universe.error());
  const Attempt<void> settled = (*universe)->settle(budget);
  const misere::Quotient& quotient = (*universe)->quotient();
  result.heaps = quotient.images().size();
  if (!settled) return declined(settled.error());
  const misere::Monoid& monoid = quotient.monoid();
  result.status = "proved";
  result.order = monoid.order();
  result.p_portion = monoid.p_portion();
  result.preperiod = (*universe)->periods()[0].preperiod;
  result.period = (*universe)->periods()[0].period;
  result.tame = misere::is_tame(monoid);
  if (Attempt<std::string> text = quotient_certificate(**universe, budget))
    result.certificate = *std::move(text);
  return result;
}

void add_json(JsonWriter& json, const CatalogueQuotient& one) {
  json.begin_object().key("code").value(one.code).key("status").value(one.status);
  if (one.is_proved()) {
    json.key("order").value(one.order).key("p_portion").value(one.p_portion);
    json.key("preperiod")
        .value(one.preperiod)
        .key("period")
        .value(one.period)
        .key("tame")
        .value(one.tame);
  } else {
    json.key("reason").value(one.reason);
  }
  json.key("heaps").value(one.heaps).key("seconds").value(one.seconds);
  json.key("certificate").value(one.certificate.has_value()).end_object();
}

std::string to_text(const std::vector<CatalogueQuotient>& quotients) {
  std::string text = fmt::format("  {:<8} {:>8} {:>6} {:>5} {:>10} {:>8}\n", "code", "order",
                                 "in P", "", "preperiod", "period");
  for (const CatalogueQuotient& one : quotients) {
    if (one.is_proved()) {
      text += fmt::format("  {:<8} {:>8} {:>6} {:>5} {:>10} {:>8}\n", one.code, one.order,
                          one.p_portion, one.tame ? "tame" : "wild", one.preperiod, one.period);
    } else {
      text += fmt::format("  {:<8} {:>8}   {} heaps: {}\n", one.code, one.status, one.heaps,
                          one.reason);
    }
  }
  return text;
}

/// "0.7" of "0.70"; empty for no code.
Attempt<std::string> normal_form(const std::optional<std::string>& code) {
  if (!code) return std::string();
  const Attempt<HeapCode> read = parse_heap_code(*code);
  if (!read) return read.error();
  return read->text();
}

}  // namespace

Attempt<void> Catalogue::put(const CatalogueQuotient& quotient) {
  if (auto made = execute(kQuotients); !made) return made;
  Statement statement(*this,
                      "INSERT OR REPLACE INTO quotients VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  statement.bind(quotient.code).bind(quotient.status);
  if (quotient.is_proved()) {
    statement.bind(quotient.order)
        .bind(quotient.p_portion)
        .bind(quotient.preperiod)
        .bind(quotient.period);
    statement.bind(uint64_t{quotient.tame ? 1U : 0U});
  } else {
    statement.null().null().null().null().null();
  }
  statement.bind(quotient.heaps)
      .bind(quotient.reason)
      .bind(quotient.seconds)
      .bind(quotient.certificate);
  if (Attempt<bool> done = statement.step(); !done) return std::move(done).error();
  return {};
}

Attempt<std::vector<CatalogueQuotient>> Catalogue::quotients(const std::string& code,
                                                             const std::string& status) const {
  if (auto made = execute(kQuotients); !made) return std::move(made).error();
  std::vector<CatalogueQuotient> result;
  Statement statement(
      *this,
      "SELECT code, status, \"order\", p_portion, preperiod, period, tame, heaps, reason, seconds, "
      "certificate FROM quotients WHERE ?1 IN ('', code) AND ?2 IN ('', status) ORDER BY code");
  statement.bind(code).bind(status);
  for (;;) {
    const Attempt<bool> row = statement.step();
    if (!row) return row.error();
    if (!*row) return result;
    CatalogueQuotient& one = result.emplace_back();
    one.code = statement.text(0);
    one.status = statement.text(1);
    one.order = statement.number(2);
    one.p_portion = statement.number(3);
    one.preperiod = statement.number(4);
    one.period = statement.number(5);
    one.tame = statement.number(6) != 0;
    one.heaps = statement.number(7);
    one.reason = statement.text(8);
    one.seconds = statement.real(9);
    if (!statement.is_null(10)) one.certificate = statement.text(10);
  }
}

Attempt<void> run_quotients(Catalogue& catalogue, const std::vector<HeapCode>& codes, double each,
                            double seconds, Budget& whole) {
  using Clock = Budget::Clock;
  const Clock::time_point end = seconds > 0
                                    ? Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                         std::chrono::duration<double>(seconds))
                                    : Clock::time_point::max();
  std::mutex mutex;  // of the catalogue, next, failed
  size_t next = 0;
  std::optional<Error> failed;
  const auto work = [&] {
    for (;;) {
      const HeapCode* code = nullptr;
      {
        const std::lock_guard<std::mutex> lock(mutex);
        while (next < codes.size() && code == nullptr && !failed && !whole.spent() &&
               Clock::now() < end) {
          const auto known = catalogue.quotients(codes[next].text());
          if (!known) failed = known.error();
          if (known &&
              (known->empty() || ((*known)[0].status == "open" && (*known)[0].seconds < each)))
            code = &codes[next];
          ++next;
        }
        whole.progress("codes", next, codes.size());
      }
      if (code == nullptr) return;
      Budget budget;
      budget.set_stop_flag(whole.stop_flag());
      budget.set_memory_limit(whole.memory_limit() / whole.threads());
      const auto start = Clock::now();
      const std::chrono::duration<double> left = whole.deadline() - start;
      budget.set_time_limit(std::min(each, std::max(left.count(), 0.0)));
      CatalogueQuotient found = find_quotient(*code, budget);
      found.seconds = std::chrono::duration<double>(Clock::now() - start).count();
      const std::lock_guard<std::mutex> lock(mutex);
      if (whole.spent()) return;
      if (auto kept = catalogue.put(found); !kept) failed = std::move(kept).error();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < whole.threads(); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (failed) return *failed;
  if (whole.spent())
    return Error::ended(
        fmt::format("{}; all quotients that were found are kept, and the same command goes on",
                    whole.why().message()));
  return {};
}

std::string counts_of_quotients(const std::vector<CatalogueQuotient>& quotients, bool json,
                                uint64_t unknown) {
  uint64_t tame = 0;
  uint64_t wild = 0;
  uint64_t declined = 0;
  uint64_t open = 0;
  for (const CatalogueQuotient& one : quotients)
    ++(one.is_proved() ? (one.tame ? tame : wild) : one.status == "open" ? open : declined);
  if (!json) {
    return fmt::format("{} games: {} proved ({} tame, {} wild), {} declined, {} open{}\n",
                       quotients.size() + unknown, tame + wild, tame, wild, declined, open,
                       unknown > 0 ? fmt::format(", {} not begun", unknown) : "");
  }
  JsonWriter writer;
  writer.begin_object()
      .key("games")
      .value(uint64_t{quotients.size()} + unknown)
      .key("proved")
      .value(tame + wild);
  writer.key("tame").value(tame).key("wild").value(wild).key("declined").value(declined);
  return writer.key("open").value(open).key("not_begun").value(unknown).end_object().take() + "\n";
}

Attempt<std::string> shown_quotients(const Catalogue& catalogue,
                                     const std::optional<std::string>& code,
                                     const std::string& status, bool json) {
  const Attempt<std::string> normal = normal_form(code);
  if (!normal) return normal.error();
  const auto found = catalogue.quotients(*normal, status);
  if (!found) return found.error();
  if (code && found->empty())
    return Error::declined(fmt::format("the quotient of {} is not in the catalogue", *normal));
  if (!json)
    return (code || !status.empty() ? "" : counts_of_quotients(*found, false, 0)) + to_text(*found);
  JsonWriter writer;
  if (code) {
    add_json(writer, found->front());
  } else {
    writer.begin_object().key("quotients").begin_array();
    for (const CatalogueQuotient& one : *found) add_json(writer, one);
    writer.end_array().end_object();
  }
  return writer.take() + "\n";
}

Attempt<std::string> quotients_csv(const Catalogue& catalogue, const std::string& status) {
  const auto found = catalogue.quotients("", status);
  if (!found) return found.error();
  std::string text =
      "code,status,order,p_portion,preperiod,period,tame,heaps,reason,seconds,certificate\n";
  for (const CatalogueQuotient& one : *found) {
    text += fmt::format("{},{},", one.code, one.status);
    text += one.is_proved() ? fmt::format("{},{},{},{},{},", one.order, one.p_portion,
                                          one.preperiod, one.period, one.tame ? "tame" : "wild")
                            : std::string(",,,,,");
    text += fmt::format("{},{},{:.3g},{}\n", one.heaps,
                        one.reason.empty() ? "" : "\"" + one.reason + "\"", one.seconds,
                        one.certificate ? "quotient" : "");
  }
  return text;
}

Attempt<std::string> quotient_certificates(const Catalogue& catalogue,
                                           const std::optional<std::string>& code) {
  const Attempt<std::string> normal = normal_form(code);
  if (!normal) return normal.error();
  const auto found = catalogue.quotients(*normal);
  if (!found) return found.error();
  std::string text;
  for (const CatalogueQuotient& one : *found) text += one.certificate.value_or("");
  if (text.empty())
    return Error::declined(
        code ? fmt::format("the catalogue has no certificate of the quotient of {}", *normal)
             : "the catalogue has no certificates of quotients");
  return text;
}

}  // namespace grundy::catalogue
