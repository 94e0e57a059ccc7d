// The server behind `grundy serve`: the page's files and POST /api/METHOD, for one user of this
// machine.
//
// It binds 127.0.0.1 and nothing else. Whoever asks needs the key of the address that is printed,
// which the first visit turns into a cookie; the Host must be this one, against names of others
// that lead here; a POST needs the page's own Origin. Heads, bodies, times, connections and waiting
// questions have limits. One thread does all of this, and helpers (pool.h) do the work: a
// connection that ends stops the work for it.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "base/attempt.h"
#include "web/pool.h"

namespace grundy::web {

struct ServerOptions {
  uint16_t port = 8765;  // 0: any that is free
  std::string start;     // what /start.json says: JSON
  std::chrono::milliseconds to_send{
      10'000};  // a request, from its first byte or the response before it to its last
  PoolOptions pool;
};

/// Serves until SIGINT or SIGTERM; `ready` is told the address of the first visit. An input error
/// where the port can't be had.
Attempt<void> serve(const ServerOptions& options,
                    const std::function<void(const std::string& address)>& ready);

}  // namespace grundy::web
