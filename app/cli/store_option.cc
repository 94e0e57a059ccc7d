#include "cli/store_option.h"

namespace grundy::cli {

void add_store_option(Command& command, std::string& store) {
  command.option("--store", "FILE",
                 "save the values of parts of boards in this file, and use those that it has",
                 into(store), Fill::file);
}

}  // namespace grundy::cli
