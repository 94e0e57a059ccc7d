// grundy catalogue certificate: the certificates of periods that the catalogue keeps.
#include <fmt/format.h>

#include "catalogue/quotients.h"
#include "cli/catalogue/members.h"

namespace grundy::cli {
namespace {

struct CertificateOptions : FileOptions {
  std::optional<std::string> code;
  std::string out;
  face::Play play = face::Play::normal;
};

Attempt<int> certificate(const CertificateOptions& options, Context& context) {
  context.print_to(options.out);
  const Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::existing);
  if (!catalogue) return catalogue.error();
  if (options.play == face::Play::misere) {
    const Attempt<std::string> all = quotient_certificates(*catalogue, options.code);
    if (!all) return all.error();
    context.print(*all);
    return kAnswered;
  }
  std::string text;
  if (options.code) {
    const Attempt<HeapCode> code = parse_heap_code(*options.code);
    if (!code) return code.error();
    const Attempt<std::optional<CatalogueGame>> game = catalogue->find(code->text());
    if (!game) return game.error();
    if (!*game || !(*game)->certificate)
      return Error::declined(fmt::format("the catalogue has no certificate of {}", code->text()));
    text = *(*game)->certificate;
  } else {
    const Attempt<std::vector<CatalogueGame>> games = catalogue->games();
    if (!games) return games.error();
    for (const CatalogueGame& game : *games) text += game.certificate.value_or("");
    if (text.empty()) return Error::declined("the catalogue has no certificates");
  }
  context.print(text);
  return kAnswered;
}

}  // namespace

Command catalogue_certificate_command() {
  Command command("catalogue certificate",
                  "the certificates of all solved games, or of one, for `grundy check`");
  const auto options = std::make_shared<CertificateOptions>();
  command.optional_argument("CODE", into(options->code));
  add_file(command, *options);
  command.play(options->play);
  command.option("--out", "FILE", "write to this file", into(options->out), Fill::file);
  command.example("0.45 --out 0.45.cert");
  command.example("--file octal3.sqlite --out octal3.certs");
  command.example("--play misere --out misere3.certs", "of misere quotients");
  command.refuse("--json",
                 "a certificate is a text of its own; `grundy catalogue show --json` writes JSON");
  command.sample = "0.45";
  command.own_sample = "0.45";
  command.run = runner(options, certificate);
  return command;
}

}  // namespace grundy::cli
