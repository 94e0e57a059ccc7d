// Citations: accepted theorems in the forms in which papers and notes take them.
//
// `check` has accepted a certificate; what is cited is the theorem that it states
// (proof/certified.h), the rule of the game, who decided it, and the fingerprint of the
// certificate, the SHA-256 of its text. So a reader of the paper who is given the file sees that it
// is the same one, and checks it again.
#pragma once
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "proof/theorem.h"

namespace grundy {

class JsonWriter;

struct Citation {
  std::string game;         // "forced"
  std::string statement;    // "For all natural numbers …"
  std::string latex;        // the game and the theorem
  std::string rule;         // as the certificate quotes it
  std::string solver;       // "isl 0.25"
  std::string version;      // of grundy
  std::string fingerprint;  // of the certificate
};

/// "isl 0.25".
std::string isl_release();

/// Of an accepted certificate; `solver` is who decided it: empty for isl.
Attempt<Citation> citation_of(std::string_view certificate, std::string_view solver,
                              std::string_view version);

std::string citation_text(const Citation& citation);
/// The paragraph with the game, the theorem, and a remark about who checked it.
std::string citation_latex(const Citation& citation);
/// An entry for BibTeX; `file` is the name under which the certificate is handed on.
std::string citation_bibtex(const Citation& citation, std::string_view file);
/// The members "game", "theorem", "rule", "solver", "version", "sha256" of an object that is begun.
void add_citation(JsonWriter& json, const Citation& citation);

/// For a paper: the game, the theorem or conjecture, its proof, and what it rests on. `fingerprint`
/// is that of the certificate; empty where there is none.
std::string paper_latex(const Theorem& theorem, std::string_view version,
                        std::string_view fingerprint);

}  // namespace grundy
