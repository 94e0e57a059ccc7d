// --store FILE, for commands that value boards: what searches find of parts outlives the run
// (doc/boards.md).
#pragma once
#include <string>

#include "cli/command.h"
#include "cli/context.h"

namespace grundy::cli {

void add_store_option(Command& command, std::string& store);

/// Does the work of a command with this store; empty: without one. What could not be kept changes
/// no answer, but the status.
template <class Work>
int with_store(const std::string& store, Context& context, const Work& work) {
  if (store.empty()) return work();
  context.allow_saving();
  if (auto used = context.face().use_store(store); !used) return context.finish(used.error());
  const int status = work();
  context.show_warnings();
  const face::Result<void> saved = context.face().save_store();
  return saved ? status : context.finish_late(saved.error());
}

}  // namespace grundy::cli
