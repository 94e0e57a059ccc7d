// The Model Context Protocol on standard input and output, so that assistants ask a proving engine
// instead of guessing.
//
// Messages are JSON-RPC 2.0, one a line. Tools are the methods of the service (service.h), answered
// by helpers (pool.h), so that no question takes the server down, several are worked on at a time,
// and each can be cancelled. Resources are the reference of the language, the built-in games, and
// certificates below a folder. Revisions 2024-11-05 to 2025-11-25 of the protocol are spoken: the
// one that the client names, or the latest.
#pragma once
#include <string>

#include "base/attempt.h"
#include "web/pool.h"

namespace grundy::web {

struct McpOptions {
  std::string version;  // of the program
  PoolOptions pool;
  std::string files;  // the folder with certificates; empty: no file is read
};

/// Until standard input ends and all questions are answered.
Attempt<void> serve_mcp(const McpOptions& options);

}  // namespace grundy::web
