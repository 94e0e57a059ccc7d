// grundy catalogue: the database of heap games, a group of commands.
#include <fmt/format.h>

#include "cli/catalogue/members.h"
#include "cli/commands.h"

namespace grundy::cli {

void add_file(Command& command, FileOptions& options) {
  command.option("--file", "FILE", "use the catalogue in this file (catalogue.sqlite)",
                 into(options.file), Fill::file);
}

void add_status(Command& command, std::string& status) {
  command.choice("--status", "STATUS",
                 "list only games whose law is proved (periodic, or arithmetic when it has a "
                 "saltus), or conjectured, or those without one (open); quotients are proved, "
                 "declined or open",
                 {"periodic", "arithmetic", "conjectured", "open", "proved", "declined"}, status);
}

std::string StatusCounts::text() const {
  return fmt::format("{} periodic, {}{}{} open", periodic,
                     arithmetic > 0 ? fmt::format("{} arithmetic, ", arithmetic) : "",
                     conjectured > 0 ? fmt::format("{} conjectured, ", conjectured) : "", open);
}

std::string number_or(bool known, uint64_t number, const char* otherwise) {
  return known ? fmt::format("{}", number) : otherwise;
}

Command catalogue_command() {
  Command command("catalogue", "the database of take-and-break games");
  command.members = {catalogue_run_command(),     catalogue_show_command(),
                     catalogue_export_command(),  catalogue_certificate_command(),
                     catalogue_classes_command(), catalogue_compare_command(),
                     catalogue_merge_command()};
  return command;
}

}  // namespace grundy::cli
