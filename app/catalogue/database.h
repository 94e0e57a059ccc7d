// Catalogue: an SQLite file of heap games and their laws. doc/catalogue.md describes its tables.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "engine/heap/regularity.h"
#include "engine/heap/run.h"

struct sqlite3;

namespace grundy::catalogue {

/// One game, as far as it was worked out.
struct CatalogueGame {
  std::string code;  // in standard form
  // A simpler code with the same values, by heap::without_redundant.
  std::optional<std::string> same_as;
  std::optional<heap::Period> period;  // when it is proved
  // Otherwise: a law that the values show and nothing proves.
  std::optional<heap::Regularity> shows;
  uint64_t exceptions = 0;  // to the period
  std::optional<uint64_t> last_exception;
  uint64_t upto = 0;  // positions 0 … upto were computed
  uint32_t largest = 0;
  uint64_t largest_at = 0;
  uint64_t rares = 0;  // 0 when no kernel counted them
  uint64_t last_rare = 0;
  std::string kernel;
  double seconds = 0;                      // of the last computation, from position 0 on
  std::optional<std::string> certificate;  // of the period, as `grundy check` takes it
  /// Checksums of g(0), …, g(2^k - 1), for k = 0, 1, …
  std::vector<uint64_t> prefixes;

  /// A saltus makes a period arithmetic; the file calls both periodic.
  const char* status() const {
    return period  ? (period->saltus > 0 ? "arithmetic" : "periodic")
           : shows ? "conjectured"
                   : "open";
  }
};

/// The law that is proved, or conjectured.
std::optional<heap::Period> law_of(const CatalogueGame& game);
/// "12 with saltus 3 from 5 on".
std::string law_text(const heap::Period& period);
/// The residues of the classes that repeat, "1 4".
std::string repeats_text(const heap::Regularity& shows);
/// Those of the classes that go by a ruler, with their origins: "2:1 5:0".
std::string rulers_text(const heap::Regularity& shows);

/// The game of a run, with all that the run found out.
CatalogueGame describe(const heap::Run& run, double seconds);

/// What is known of a game, said of another code that has its values by redundant moves. A
/// certificate of kind heap holds of both, as its digest is of the values; another is left out.
CatalogueGame said_of(const std::string& code, const CatalogueGame& simplest);

/// The misère quotient of one game, as far as it is known.
struct CatalogueQuotient {
  std::string code;  // in standard form
  /// "proved"; "declined", which more time would not change; "open", where time or memory were
  /// over.
  std::string status;
  uint64_t order = 0;  // this and the next four where it is proved
  uint64_t p_portion = 0;
  uint64_t preperiod = 0;
  uint64_t period = 0;
  bool tame = false;
  uint64_t heaps = 0;  // that were taken in
  std::string reason;  // why it is not proved
  double seconds = 0;
  std::optional<std::string> certificate;

  bool is_proved() const { return status == "proved"; }
};

class Catalogue {
 public:
  enum class Open { existing, create };
  /// A file of an older version becomes one of this version, all of it or nothing. Errors (kind
  /// input): no such file, no catalogue, a newer one.
  static Attempt<Catalogue> open(const std::string& path, Open how);

  /// Keeps these games, all or none; games that the catalogue knows farther stay as they are.
  Attempt<void> put(std::span<const CatalogueGame> games);
  /// The game of this code in standard form.
  Attempt<std::optional<CatalogueGame>> find(const std::string& code) const;
  /// All games, by code; those of this status when it is not empty.
  Attempt<std::vector<CatalogueGame>> games(const std::string& status = "") const;

  /// Keeps a quotient, in the place of what was known.
  Attempt<void> put(const CatalogueQuotient& quotient);
  /// Of this code in standard form, or of all, by code; those of this status when it is not empty.
  Attempt<std::vector<CatalogueQuotient>> quotients(const std::string& code = "",
                                                    const std::string& status = "") const;

 private:
  class Statement;
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Catalogue(std::string path, sqlite3* database) : path_(std::move(path)), database_(database) {}
  Error error() const;
  Attempt<void> execute(const char* sql) const;
  Attempt<int64_t> pragma(const char* name) const;
  /// Makes the tables of a new file, or of one of an older version, those of this version.
  Attempt<void> upgrade() const;
  Attempt<void> put(const CatalogueGame& game);
  Attempt<std::vector<CatalogueGame>> select(const char* where, const std::string& text) const;

  std::string path_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace grundy::catalogue
