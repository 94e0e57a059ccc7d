// Misère play: genera, quotients, comparison.
#include "engine/misere/structure.h"
#include "face/inside.h"
#include "session/genus_json.h"
#include "session/quotient_svg.h"
#include "session/quotient_text.h"

namespace grundy::face {

struct Quotient::Rep {
  std::shared_ptr<Home> home;  // has the games
  QuotientAnswer answer;
};

Quotient Inside::quotient(std::shared_ptr<Home> home, QuotientAnswer answer) {
  return Quotient(
      std::make_shared<const Quotient::Rep>(Quotient::Rep{std::move(home), std::move(answer)}));
}

Result<Genus> Session::genus(const Sum& sum) {
  return guarded([&]() -> Result<Genus> {
    if (auto belongs = Inside::belongs(sum, home_); !belongs) return belongs.error();
    Call call(*home_);
    const auto& parts = Inside::question(sum).parts;
    misere::GenusFinder finder(call.budget);
    return Inside::result(
        finder.of({parts.begin(), parts.end()}), [&](const misere::GenusFinder::Found& found) {
          Genus result{
              found.genus.text(), found.genus.normal, found.genus.misere, found.tame, {}, sum};
          if (!found.tame) result.witness = Inside::sum(home_, found.witness);
          return result;
        });
  });
}

std::string Genus::json() const {
  const auto inner = [](const Sum& one) {
    const auto& parts = Inside::question(one).parts;
    return grundy::Sum(parts.begin(), parts.end());
  };
  return genus_json(Inside::question(sum), {{normal, misere}, tame, inner(witness)}) + "\n";
}

Result<Genus> Session::genus(std::string_view sum) {
  Result<Sum> read = this->read(sum);
  if (!read) return std::move(read).error();
  return genus(*read);
}

Result<Quotient> Session::quotient(std::string_view what, std::optional<uint64_t> upto,
                                   std::string* game) {
  return guarded([&]() -> Result<Quotient> {
    Call call(*home_);
    QuotientAnswer answer;
    const Attempt<void> found =
        find_quotient(home_->session, std::string(what), upto, answer, call.budget);
    if (game != nullptr) *game = answer.game;
    if (!found) return Inside::error(found.error());
    return Inside::quotient(home_, std::move(answer));
  });
}

Result<std::string> Session::certificate(const Quotient& quotient) {
  return guarded([&]() -> Result<std::string> {
    Call call(*home_);
    return Inside::result(certificate_of(Inside::rep(quotient).answer, call.budget),
                          std::identity());
  });
}

const std::string& Quotient::game() const { return rep_->answer.game; }
bool Quotient::is_for_ever() const { return rep_->answer.for_ever; }
size_t Quotient::order() const { return rep_->answer.universe->quotient().monoid().order(); }
size_t Quotient::p_portion() const {
  return rep_->answer.universe->quotient().monoid().p_portion();
}
bool Quotient::is_tame() const {
  return misere::is_tame(rep_->answer.universe->quotient().monoid());
}
std::string Quotient::text() const { return quotient_text(rep_->answer); }
std::string Quotient::latex() const { return quotient_latex(rep_->answer); }
std::string Quotient::json() const { return quotient_json(rep_->answer); }
std::string Quotient::svg() const { return quotient_svg(rep_->answer); }

std::vector<Quotient::Period> Quotient::periods() const {
  std::vector<Period> result;
  if (!is_for_ever()) return result;
  for (const heap::Period& one : rep_->answer.universe->periods())
    result.push_back({one.preperiod, one.period});
  return result;
}

std::vector<std::string> Quotient::elements(size_t game) const {
  return element_texts(rep_->answer, game);
}

Result<MisereComparison> Session::equal_in_misere(const Sum& a, const Sum& b) {
  return guarded([&]() -> Result<MisereComparison> {
    for (const Sum* sum : {&a, &b}) {
      if (auto belongs = Inside::belongs(*sum, home_); !belongs) return belongs.error();
    }
    Call call(*home_);
    return Inside::result(compare_misere(Inside::question(a), Inside::question(b), call.budget),
                          [&](const grundy::MisereComparison& compared) {
                            MisereComparison result{compared.equal,    {a, b}, compared.elements,
                                                    compared.quotient, {},     {},
                                                    compared.played};
                            if (compared.equal) return result;
                            result.witness = Inside::sum(home_, compared.witness);
                            for (size_t i = 0; i < 2; ++i)
                              result.outcomes[i] = Inside::outcome(compared.outcomes[i]);
                            return result;
                          });
  });
}

std::string MisereComparison::json() const {
  JsonWriter json;
  json.begin_object();
  json.key("equal").value(equal);
  json.key("sums").begin_array();
  for (const Sum& sum : sums) json.value(sum_text(Inside::question(sum).parts, 10'000));
  json.end_array();
  if (quotient.empty()) {
    json.key("elements").null();
  } else {
    json.key("elements").begin_array().value(elements[0]).value(elements[1]).end_array();
  }
  if (!equal) {
    json.key("witness").value(witness.text());
    json.key("outcomes").begin_array();
    for (const Outcome outcome : outcomes) json.value(std::string(1, letter(outcome)));
    json.end_array();
    json.key("checked_by_play").value(played);
  }
  return json.end_object().take() + "\n";
}

Result<MisereComparison> Session::equal_in_misere(std::string_view a, std::string_view b) {
  Result<Sum> first = read(a);
  if (!first) return std::move(first).error();
  Result<Sum> second = read(b);
  if (!second) return std::move(second).error();
  return equal_in_misere(*first, *second);
}

}  // namespace grundy::face
