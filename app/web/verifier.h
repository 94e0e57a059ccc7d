// The checker that Coq verified, asked by a process that may start no program and open no file.
//
// A second process is made before the first one is restrained. It does nothing but take certificates
// from a socket and ask the checker:
//
//   Verifier verifier;      // now the process may be restrained
//   verifier.accepts(certificate, budget)
//
// It ends with the process that made it.
#pragma once
#include <optional>
#include <string_view>

#include "base/budget.h"

namespace grundy::web {

class Verifier {
 public:
  /// The file descriptor of the socket, the only one but for input, output and errors.
  static constexpr int kSocket = 3;

  Verifier();
  Verifier(const Verifier&) = delete;
  Verifier& operator=(const Verifier&) = delete;
  ~Verifier();

  /// Whether the checker is there and accepts the certificate, within the budget and 5 s.
  bool accepts(std::string_view certificate, const Budget& budget);

 private:
  /// The next answer; nothing when it does not come within the budget.
  std::optional<bool> answer(const Budget& budget);

  bool open_ = false;
  bool owed_ = false;  // the answer about a certificate that was given up
};

}  // namespace grundy::web
