// The commands of the group `grundy catalogue`, one file each, and the words that they share.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "catalogue/database.h"
#include "cli/command.h"

namespace grundy::cli {

using namespace catalogue;

Command catalogue_run_command();
Command catalogue_show_command();
Command catalogue_export_command();
Command catalogue_certificate_command();
Command catalogue_classes_command();
Command catalogue_compare_command();
Command catalogue_merge_command();

/// The file of the catalogue, an option of all of them but `compare`, which works both games out.
struct FileOptions {
  std::string file = "catalogue.sqlite";
};
void add_file(Command& command, FileOptions& options);

/// "periodic", "arithmetic", "conjectured" or "open", an option of those that list games; empty:
/// all games.
void add_status(Command& command, std::string& status);

/// What runs a command with the options that were said: function(options, context) gives the exit
/// status.
template <class Options>
std::function<int(Context&)> runner(std::shared_ptr<Options> options,
                                    Attempt<int> (*function)(const Options&, Context&)) {
  return [options = std::move(options), function](Context& context) {
    const Attempt<int> status = function(*options, context);
    return status ? context.finish(*status) : context.finish(status.error());
  };
}

/// How many games have each status.
struct StatusCounts {
  uint64_t periodic = 0;
  uint64_t arithmetic = 0;
  uint64_t conjectured = 0;
  uint64_t open = 0;

  void add(const CatalogueGame& game) {
    ++(game.period  ? (game.period->saltus > 0 ? arithmetic : periodic)
       : game.shows ? conjectured
                    : open);
  }
  /// "3 periodic, 1 open".
  std::string text() const;
};

/// The number in digits when it is known.
std::string number_or(bool known, uint64_t number, const char* otherwise);

}  // namespace grundy::cli
