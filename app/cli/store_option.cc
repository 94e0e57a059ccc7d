#include "cli/store_option.h"

namespace grundy::cli {

void add_store_option(Command& command, std::string& store) {
  command.option("--store", "FILE",
                 "keep what is found of parts of boards in this file, and use what it has",
                 into(store), Fill::file);
}

}  // namespace grundy::cli
