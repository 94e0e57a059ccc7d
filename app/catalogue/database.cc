#include "catalogue/database.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>

#include "base/checksum.h"
#include "base/lines.h"
#include "catalogue/shared_disk.h"
#include "catalogue/statement.h"

namespace grundy::catalogue {
namespace {

// The file says that it is a catalogue, and of which version.
constexpr int64_t kApplication = 0x67726E64;
constexpr int64_t kVersion = 2;

constexpr const char* kGames = R"(
CREATE TABLE games (
  code TEXT PRIMARY KEY,
  same_as TEXT,
  status TEXT NOT NULL CHECK (status IN ('periodic', 'conjectured', 'open')),
  preperiod INTEGER,
  period INTEGER,
  saltus INTEGER,
  repeats TEXT,
  rulers TEXT,
  exceptions INTEGER,
  last_exception INTEGER,
  largest INTEGER NOT NULL,
  largest_at INTEGER NOT NULL,
  rares INTEGER,
  last_rare INTEGER,
  upto INTEGER NOT NULL,
  kernel TEXT NOT NULL,
  seconds REAL NOT NULL,
  certificate TEXT,
  CHECK ((status = 'open') = (period IS NULL))
) WITHOUT ROWID;
)";

constexpr const char* kPrefixes = R"(
CREATE TABLE prefixes (
  code TEXT NOT NULL REFERENCES games (code),
  k INTEGER NOT NULL,
  checksum TEXT NOT NULL,
  PRIMARY KEY (code, k)
) WITHOUT ROWID;
)";

// Version 1 had no conjectures.
constexpr const char* kColumnsOfVersion1 =
    "code, same_as, status, preperiod, period, saltus, exceptions, last_exception, largest, "
    "largest_at, rares, last_rare, upto, kernel, seconds, certificate";

// Values that are compared of periodic games, when the computation itself ended early.
constexpr uint64_t kCompared = 1 << 20;

}  // namespace

CatalogueGame said_of(const std::string& code, const CatalogueGame& simplest) {
  CatalogueGame same = simplest;
  same.code = code;
  same.same_as = simplest.code;
  if (!same.certificate) return same;
  std::string& text = *same.certificate;
  const std::string old_lines[] = {fmt::format("= code[{}](n)\n", simplest.code),
                                   fmt::format("\nkind heap\ncode {}\n", simplest.code)};
  const std::string new_lines[] = {fmt::format("= code[{}](n)\n", code),
                                   fmt::format("\nkind heap\ncode {}\n", code)};
  for (size_t i = 0; i < std::size(old_lines); ++i) {
    const size_t at = text.find(old_lines[i]);
    if (at == text.npos) {
      same.certificate.reset();
      return same;
    }
    text.replace(at, old_lines[i].size(), new_lines[i]);
  }
  return same;
}

CatalogueGame describe(const heap::Run& run, double seconds) {
  const heap::SequenceState& state = run.sequence().state();
  CatalogueGame game;
  game.code = run.sequence().code().text();
  game.period = run.period();
  game.upto = run.sequence().size() - 1;
  game.largest = state.largest;
  game.largest_at = state.largest_at;
  game.rares = state.rares;
  game.last_rare = state.last_rare;
  game.kernel = state.kernel;
  game.seconds = seconds;
  if (game.period) {
    const std::vector<uint64_t> exceptions =
        heap::exceptions(run.sequence().values(), *game.period);
    game.exceptions = exceptions.size();
    if (!exceptions.empty()) game.last_exception = exceptions.back();
  } else {
    game.shows = heap::apparent(run.sequence().values(), run.sequence().size());
  }
  const uint64_t end =
      game.period ? std::max(kCompared, run.sequence().size()) : run.sequence().size();
  uint64_t count = 0;
  uint64_t sum = 0;
  (void)run.for_each(end, [&](std::span<const uint32_t> values) -> Attempt<void> {
    for (const uint32_t value : values) {
      sum = add_to_checksum(sum, value);
      if (++count == uint64_t{1} << game.prefixes.size()) game.prefixes.push_back(sum);
    }
    return {};
  });
  return game;
}

std::optional<heap::Period> law_of(const CatalogueGame& game) {
  if (game.period || !game.shows) return game.period;
  return heap::Period{game.shows->preperiod, game.shows->period, game.shows->saltus};
}

std::string law_text(const heap::Period& period) {
  const std::string saltus = period.saltus > 0 ? fmt::format(" with saltus {}", period.saltus) : "";
  return fmt::format("{}{} from {} on", period.period, saltus, period.preperiod);
}

std::string repeats_text(const heap::Regularity& shows) {
  return fmt::format("{}", fmt::join(shows.repeats, " "));
}

std::string rulers_text(const heap::Regularity& shows) {
  std::string text;
  for (const auto& [residue, origin] : shows.rulers)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", residue, origin);
  return text;
}

namespace {

/// Calls read(word) for the words of a line, until it gives false.
template <class Read>
bool read_words(std::string_view line, Read&& read) {
  while (!line.empty()) {
    const size_t end = std::min(line.find(' '), line.size());
    if (!read(line.substr(0, end))) return false;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return true;
}

/// The inverse of repeats_text and rulers_text; false when the texts are none.
bool read_classes(std::string_view repeats, std::string_view rulers, heap::Regularity& shows) {
  return read_words(repeats,
                    [&](std::string_view word) {
                      return read_number(word, shows.repeats.emplace_back());
                    }) &&
         read_words(rulers, [&](std::string_view word) {
           const size_t colon = word.find(':');
           auto& [residue, origin] = shows.rulers.emplace_back();
           return colon != word.npos && read_number(word.substr(0, colon), residue) &&
                  read_number(word.substr(colon + 1), origin);
         });
}

}  // namespace

void Catalogue::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Error Catalogue::error() const {
  return Error::input(
      fmt::format("the catalogue '{}': {}", path_, sqlite3_errmsg(database_.get())));
}

Attempt<void> Catalogue::execute(const char* sql) const {
  if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
  return {};
}

Attempt<int64_t> Catalogue::pragma(const char* name) const {
  Statement statement(*this, std::string("PRAGMA ") + name);
  if (Attempt<bool> row = statement.step(); !row) return std::move(row).error();
  return static_cast<int64_t>(statement.number(0));
}

Attempt<void> Catalogue::upgrade() const {
  if (auto begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
  // Another process may have done it in the meantime.
  const Attempt<int64_t> version = pragma("user_version");
  Attempt<void> done = version ? Attempt<void>() : version.error();
  if (done && *version < kVersion) {
    std::string sql = fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                  kApplication, kVersion);
    if (*version == 0) {
      sql += kGames;
      sql += kPrefixes;
    } else {
      sql += fmt::format("CREATE TEMP TABLE older AS SELECT {} FROM games; DROP TABLE games;",
                         kColumnsOfVersion1);
      sql += kGames;
      sql += fmt::format("INSERT INTO games ({0}) SELECT {0} FROM older; DROP TABLE older;",
                         kColumnsOfVersion1);
    }
    done = execute(sql.c_str());
  }
  if (done) done = execute("COMMIT");
  if (!done) (void)execute("ROLLBACK");
  return done;
}

Attempt<Catalogue> Catalogue::open(const std::string& path, Open how) {
  struct stat known = {};
  if (how == Open::existing && ::stat(path.c_str(), &known) != 0) {
    return Error::input(
        fmt::format("there is no catalogue '{}'; `grundy catalogue run` makes one", path));
  }
  if (const std::string_view shared = shared_disk_of(path); !shared.empty()) {
    return Error::input(fmt::format(
        "'{}' lies on {}, where SQLite's locks do not work; keep the catalogue on a local disk and "
        "copy it in the end, or merge parts by `grundy catalogue merge`",
        path, shared));
  }
  sqlite3* database = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (how == Open::create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
  Catalogue catalogue(path, database);
  if (code != SQLITE_OK) return catalogue.error();
  sqlite3_busy_timeout(database, 10'000);  // milliseconds
  const Attempt<int64_t> changes = catalogue.pragma("schema_version");
  if (!changes) return changes.error();
  const bool fresh = *changes == 0 && how == Open::create;
  // Commits stay whole through a crash; the last of them may be lost with the machine's power.
  if (fresh) {
    if (auto done = catalogue.execute("PRAGMA journal_mode = WAL"); !done)
      return std::move(done).error();
  }
  const Attempt<int64_t> application = catalogue.pragma("application_id");
  if (!application) return application.error();
  const Attempt<int64_t> version = catalogue.pragma("user_version");
  if (!version) return version.error();
  if (!fresh && *application != kApplication)
    return Error::input(fmt::format("the file '{}' is no catalogue that this program knows", path));
  if (*version > kVersion) {
    return Error::input(
        fmt::format("the catalogue '{}' is of version {}, and this program knows those up to {}",
                    path, *version, kVersion));
  }
  if (*version < kVersion) {
    if (auto done = catalogue.upgrade(); !done) return std::move(done).error();
  }
  if (auto done = catalogue.execute("PRAGMA synchronous = NORMAL"); !done)
    return std::move(done).error();
  return catalogue;
}

Attempt<void> Catalogue::put(const CatalogueGame& game) {
  {
    Statement known(*this,
                    "SELECT 1 FROM games WHERE code = ? AND (upto >= ? OR status = 'periodic')");
    const Attempt<bool> more = known.bind(game.code).bind(game.upto).step();
    if (!more) return more.error();
    if (*more && !game.period) return {};
  }
  Statement statement(
      *this,
      "INSERT OR REPLACE INTO games (code, same_as, status, preperiod, period, saltus, repeats, "
      "rulers, exceptions, last_exception, largest, largest_at, rares, last_rare, upto, kernel, "
      "seconds, certificate) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  statement.bind(game.code)
      .bind(game.same_as)
      .bind(std::string(game.period ? "periodic" : game.status()));
  if (game.period) {
    statement.bind(game.period->preperiod)
        .bind(game.period->period)
        .bind(game.period->saltus)
        .null()
        .null();
    statement.bind(game.exceptions).bind(game.last_exception);
  } else if (game.shows) {
    statement.bind(game.shows->preperiod).bind(game.shows->period).bind(game.shows->saltus);
    statement.bind(repeats_text(*game.shows)).bind(rulers_text(*game.shows)).null().null();
  } else {
    statement.null().null().null().null().null().null().null();
  }
  statement.bind(uint64_t{game.largest}).bind(game.largest_at);
  if (game.rares > 0) {
    statement.bind(game.rares).bind(game.last_rare);
  } else {
    statement.null().null();
  }
  statement.bind(game.upto).bind(game.kernel).bind(game.seconds).bind(game.certificate);
  if (Attempt<bool> done = statement.step(); !done) return std::move(done).error();
  for (size_t k = 0; k < game.prefixes.size(); ++k) {
    Statement prefix(*this, "INSERT OR REPLACE INTO prefixes (code, k, checksum) VALUES (?, ?, ?)");
    prefix.bind(game.code).bind(uint64_t{k}).bind(fmt::format("{:016x}", game.prefixes[k]));
    if (Attempt<bool> done = prefix.step(); !done) return std::move(done).error();
  }
  return {};
}

Attempt<void> Catalogue::put(std::span<const CatalogueGame> games) {
  if (auto begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
  Attempt<void> done;
  for (const CatalogueGame& game : games) {
    if (done) done = put(game);
  }
  if (done) done = execute("COMMIT");
  if (!done) (void)execute("ROLLBACK");
  return done;
}

Attempt<std::vector<CatalogueGame>> Catalogue::select(const char* where,
                                                      const std::string& text) const {
  std::vector<CatalogueGame> games;
  Statement statement(
      *this,
      fmt::format("SELECT code, preperiod, period, exceptions, last_exception, largest, "
                  "largest_at, rares, last_rare, upto, kernel, seconds, certificate, same_as, "
                  "saltus, status, repeats, rulers FROM games WHERE {} ORDER BY code",
                  where));
  statement.bind(text);
  for (;;) {
    const Attempt<bool> row = statement.step();
    if (!row) return row.error();
    if (!*row) break;
    CatalogueGame& game = games.emplace_back();
    game.code = statement.text(0);
    if (statement.text(15) == "periodic") {
      game.period = heap::Period{statement.number(1), statement.number(2), statement.number(14)};
    } else if (statement.text(15) == "conjectured") {
      game.shows =
          heap::Regularity{statement.number(1), statement.number(2), statement.number(14), {}, {}};
      if (!read_classes(statement.text(16), statement.text(17), *game.shows))
        return Error::input(
            fmt::format("the catalogue '{}': what it holds of {} is damaged", path_, game.code));
    }
    game.exceptions = statement.number(3);
    if (!statement.is_null(4)) game.last_exception = statement.number(4);
    game.largest = static_cast<uint32_t>(statement.number(5));
    game.largest_at = statement.number(6);
    game.rares = statement.number(7);
    game.last_rare = statement.number(8);
    game.upto = statement.number(9);
    game.kernel = statement.text(10);
    game.seconds = statement.real(11);
    if (!statement.is_null(12)) game.certificate = statement.text(12);
    if (!statement.is_null(13)) game.same_as = statement.text(13);
  }
  for (CatalogueGame& game : games) {
    Statement prefixes(*this, "SELECT checksum FROM prefixes WHERE code = ? ORDER BY k");
    prefixes.bind(game.code);
    for (;;) {
      const Attempt<bool> row = prefixes.step();
      if (!row) return row.error();
      if (!*row) break;
      const std::string digits = prefixes.text(0);
      uint64_t sum = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), sum, 16);
      game.prefixes.push_back(sum);
    }
  }
  return games;
}

Attempt<std::optional<CatalogueGame>> Catalogue::find(const std::string& code) const {
  Attempt<std::vector<CatalogueGame>> games = select("code = ?", code);
  if (!games) return std::move(games).error();
  if (games->empty()) return std::optional<CatalogueGame>();
  return std::optional<CatalogueGame>(std::move(games->front()));
}

Attempt<std::vector<CatalogueGame>> Catalogue::games(const std::string& status) const {
  return select(
      "?1 IN ('', CASE WHEN status = 'periodic' AND saltus > 0 THEN 'arithmetic' ELSE status END)",
      status);
}

}  // namespace grundy::catalogue
