// A prepared statement of SQLite: what is bound to it, and the rows that it gives.
#pragma once
#include <sqlite3.h>

#include "catalogue/database.h"

namespace grundy::catalogue {

/// A prepared statement with what it gives.
class Catalogue::Statement {
 public:
  Statement(const Catalogue& catalogue, const std::string& sql) : catalogue_(catalogue) {
    failed_ = sqlite3_prepare_v2(catalogue.database_.get(), sql.c_str(), -1, &statement_,
                                 nullptr) != SQLITE_OK;
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  Statement& bind(const std::string& text) {
    return done(sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                                  SQLITE_TRANSIENT));
  }
  Statement& bind(std::optional<std::string> text) { return text ? bind(*text) : null(); }
  Statement& bind(uint64_t number) {
    return done(sqlite3_bind_int64(statement_, ++bound_, static_cast<int64_t>(number)));
  }
  Statement& bind(std::optional<uint64_t> number) { return number ? bind(*number) : null(); }
  Statement& bind(double number) { return done(sqlite3_bind_double(statement_, ++bound_, number)); }
  Statement& null() { return done(sqlite3_bind_null(statement_, ++bound_)); }

  /// The next row; false when there is none.
  Attempt<bool> step() {
    const int code = failed_ ? SQLITE_ERROR : sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return catalogue_.error();
  }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  uint64_t number(int column) const {
    return static_cast<uint64_t>(sqlite3_column_int64(statement_, column));
  }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  std::string text(int column) const {
    const unsigned char* text = sqlite3_column_text(statement_, column);
    return text == nullptr ? "" : reinterpret_cast<const char*>(text);
  }

 private:
  Statement& done(int code) {
    failed_ = failed_ || code != SQLITE_OK;
    return *this;
  }

  const Catalogue& catalogue_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  bool failed_ = false;
};

}  // namespace grundy::catalogue
