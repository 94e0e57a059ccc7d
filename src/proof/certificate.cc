#include "proof/certificate.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/isl.h"
#include "check/check.h"
#include "check/heap.h"
#include "check/rule.h"
#include "engine/family/subtract.h"
#include "rule/print.h"

namespace grundy {
namespace {

using logic::Condition;
using logic::Linear;
using logic::Problem;

constexpr uint64_t kMostCheckedWindow = 100'000;
constexpr unsigned long kCertificateSteps = 100'000'000;  // of isl
constexpr uint64_t kMostListed = uint64_t{1} << 20;
constexpr uint64_t kMostWindow = 8192;  // first place at which the differences of an all-but set may begin to repeat
constexpr size_t kValuesInLine = 32;

struct FreeMap {
  void operator()(isl_pw_multi_aff* map) const { isl_pw_multi_aff_free(map); }
};

/// The numbers of a witness: terms of isl as rows, with a `let` for each division.
class WitnessRows {
 public:
  /// The first dimensions are the position's coordinates, each divided by its modulus; the others those of the
  /// certificate.
  WitnessRows(size_t variables, const std::vector<int64_t>& moduli) : variables_(variables) {
    for (size_t i = 0; i < variables; ++i) columns_.push_back(i);
    for (size_t i = 0; i < moduli.size(); ++i) {
      if (moduli[i] == 1) continue;
      columns_[i] = variables_ + lets_.size();
      Row quotient{std::vector<int64_t>(columns_[i] + 2, 0)};
      quotient.numbers[0] = moduli[i];
      quotient.numbers[1 + i] = 1;
      lets_.push_back(std::move(quotient));
    }
  }

  /// d·aff with integer coefficients, d its denominator: coefficients of the variables and lets so far, then the
  /// constant.
  Row row(isl_aff* aff, int64_t& d) {
    d = integer(isl_aff_get_denominator_val(aff));
    isl_ctx* context = isl_aff_get_ctx(aff);
    auto scaled = [&](isl_val* value) { return integer(isl_val_mul(value, isl_val_int_from_si(context, d))); };
    std::vector<int64_t> numbers(variables_ + lets_.size(), 0);
    for (size_t i = 0; i < columns_.size(); ++i)
      numbers[columns_[i]] = scaled(isl_aff_get_coefficient_val(aff, isl_dim_in, static_cast<int>(i)));
    const int divisions = isl_aff_dim(aff, isl_dim_div);
    for (int k = 0; k < divisions; ++k) {
      const int64_t factor = scaled(isl_aff_get_coefficient_val(aff, isl_dim_div, k));
      if (factor == 0) continue;
      const isl::Aff inner(isl_aff_get_div(aff, k));
      const size_t at = let(inner.keep());
      if (numbers.size() <= at) numbers.resize(at + 1, 0);
      numbers[at] += factor;
    }
    numbers.resize(variables_ + lets_.size(), 0);
    numbers.push_back(scaled(isl_aff_get_constant_val(aff)));
    return {std::move(numbers)};
  }

  /// The same for a term that is an integer wherever it is used.
  Row exact(isl_aff* aff) {
    int64_t d = 1;
    Row result = row(aff, d);
    if (d == 1) return result;
    const size_t at = let(aff);
    result.numbers.assign(variables_ + lets_.size() + 1, 0);
    result.numbers[at] = 1;
    return result;
  }

  /// The row coordinate - modulus·quotient - residue.
  Row residue(size_t coordinate, int64_t modulus, int64_t residue) const {
    std::vector<int64_t> numbers(variables_ + lets_.size() + 1, 0);
    numbers[coordinate] = 1;
    numbers[columns_[coordinate]] = -modulus;
    numbers.back() = -residue;
    return {std::move(numbers)};
  }

  /// Rows made before the last let get a 0 for each let that they do not know.
  void widen(std::vector<Row>& rows) const {
    for (Row& one : rows) {
      const size_t wanted = variables_ + lets_.size() + 1;
      one.numbers.insert(one.numbers.end() - 1, wanted - one.numbers.size(), 0);
    }
  }

  bool failed() const { return failed_; }
  std::vector<Row> take_lets() { return std::move(lets_); }

 private:
  /// The variable ⌊aff⌋.
  size_t let(isl_aff* aff) {
    int64_t d = 1;
    Row inner = row(aff, d);
    inner.numbers.insert(inner.numbers.begin(), d);
    for (size_t i = 0; i < lets_.size(); ++i) {
      Row known = lets_[i];
      known.numbers.insert(known.numbers.end() - 1, inner.numbers.size() - known.numbers.size(), 0);
      if (known == inner) return variables_ + i;
    }
    lets_.push_back(std::move(inner));
    return variables_ + lets_.size() - 1;
  }

  int64_t integer(isl_val* value) {
    const isl::Val owned(value);
    const bool small = owned && isl_val_is_int(value) == isl_bool_true &&
                       isl_val_cmp_si(value, static_cast<long>(kMaxCertificateNumber)) <= 0 &&
                       isl_val_cmp_si(value, -static_cast<long>(kMaxCertificateNumber)) >= 0;
    failed_ = failed_ || !small;
    return small ? isl_val_get_num_si(value) : 0;
  }

  size_t variables_;
  std::vector<size_t> columns_;  // of the dimensions
  std::vector<Row> lets_;        // each as wide as the variables were when it was made
  bool failed_ = false;
};

class Writer {
 public:
  Writer(const Theorem& theorem, Budget& budget) : theorem_(theorem), budget_(budget), rule_(*theorem.rule) {}

  Attempt<std::string> write() {
    if (theorem_.status != Theorem::Status::proved) return Error::declined("no certificate: nothing is proved");
    if (theorem_.code) return write_heap();
    certificate_.rule = print_rule(rule_);
    certificate_.game = rule_.name;
    const bool periodic = theorem_.kind == Theorem::Kind::periodic;
    if (periodic) {
      if (auto done = add_law(); !done) return std::move(done).error();
    } else {
      add_formula();
    }
    if (auto done = add_witnesses(periodic); !done) return std::move(done).error();
    std::string text = to_text(certificate_);
    const Attempt<Judgement> judgement = check_certificate(text, judge_by_isl, budget_);
    if (!judgement) return judgement.error();
    if (!judgement->accepted)
      return declined(fmt::format("the checker does not take it (line {}: {})", judgement->line, judgement->reason));
    return text;
  }

 private:
  static Error declined(const std::string& why) { return Error::declined("no certificate: " + why); }

  /// A game that is its code gets a name.
  Attempt<std::string> write_heap() {
    const Law& law = theorem_.law;
    certificate_.code = theorem_.code->text();
    certificate_.game = rule_.code ? "heap" : rule_.name;
    certificate_.rule = rule_.code ? fmt::format("game heap(n) = code[{}](n)\n", certificate_.code) : print_rule(rule_);
    certificate_.preperiod.numbers = {static_cast<int64_t>(law.preperiod)};
    certificate_.period.numbers = {static_cast<int64_t>(law.period)};
    if (theorem_.stations) {
      add_stations(*theorem_.stations);
      return to_text(certificate_);
    }
    certificate_.kind = theorem_.turns > 0 ? Certificate::Kind::three : Certificate::Kind::heap;
    if (theorem_.turns > 0) {
      certificate_.saltus.numbers = {static_cast<int64_t>(law.saltus)};
      certificate_.window.numbers = {static_cast<int64_t>(theorem_.window), static_cast<int64_t>(theorem_.turns)};
    }
    const std::vector<uint16_t> values(law.values.begin(), law.values.end());
    const uint64_t hash = digest(values);
    certificate_.digest.numbers = {static_cast<int64_t>(hash >> 32), static_cast<int64_t>(hash & UINT32_MAX)};
    const std::string text = to_text(certificate_);
    // For long windows the check costs more than the proof did; it is left to those who ask for it.
    if (theorem_.window > kMostCheckedWindow) return text;
    const Attempt<Judgement> judgement = check_heap(certificate_, budget_);
    if (!judgement) return judgement.error();
    if (!judgement->accepted) return declined(fmt::format("the checker does not take it ({})", judgement->reason));
    return text;
  }

  void add_stations(const Theorem::Stations& stations) {
    certificate_.kind = Certificate::Kind::window;
    certificate_.character.numbers = {stations.mask, stations.by_parity ? 1 : 0};
    for (const auto& [position, values] : stations.list) {
      Certificate::Station& station = certificate_.stations.emplace_back();
      station.position.numbers = {static_cast<int64_t>(position)};
      for (size_t k = 0; k < values.size(); ++k) {
        if (k % kValuesInLine == 0) station.values.emplace_back();
        station.values.back().numbers.push_back(values[k]);
      }
    }
  }

  void add_formula() {
    certificate_.kind = Certificate::Kind::formula;
    certificate_.powers.numbers = {static_cast<int64_t>(theorem_.formula.powers)};
    auto with = [](std::vector<int64_t> coefficients, int64_t constant) {
      coefficients.push_back(constant);
      return Row{std::move(coefficients)};
    };
    for (const Case& c : theorem_.formula.cases) {
      Certificate::Case& one = certificate_.cases.emplace_back();
      for (const HalfSpace& h : c.conditions) one.conditions.push_back(with(h.coefficients, h.constant));
      for (size_t i = 0; i < c.moduli.size(); ++i) {
        if (c.moduli[i] > 1) one.residues.push_back({{static_cast<int64_t>(i), c.moduli[i], c.residues[i]}});
      }
      for (const AffineValue& v : c.value) {
        Row row = with(v.coefficients, v.constant);
        row.numbers.insert(row.numbers.begin(), v.divisor);
        one.value.push_back(std::move(row));
      }
    }
    for (const auto& measure : theorem_.descent.measures) certificate_.measures.push_back({measure});
  }

  Attempt<void> add_law() {
    const Law& law = theorem_.law;
    certificate_.kind = Certificate::Kind::periodic;
    const auto set = subtraction_set(rule_);
    if (!set) return declined("the rule is not seen to be a subtraction game");
    auto row = [](uint64_t number) { return Row{{static_cast<int64_t>(number)}}; };
    certificate_.all_but = row(set->all_but ? 1 : 0);
    for (const uint64_t s : set->numbers) certificate_.numbers.numbers.push_back(static_cast<int64_t>(s));
    if (law.preperiod > kMostListed || law.period > kMostListed || law.saltus > kMostListed)
      return declined(fmt::format("it would hold more than {} values", kMostListed));
    certificate_.preperiod = row(law.preperiod);
    certificate_.period = row(law.period);
    certificate_.saltus = row(law.saltus);
    const uint64_t length = std::max<uint64_t>(1, set->numbers.empty() ? 0 : set->numbers.back());
    uint64_t first = law.preperiod;
    if (set->all_but) {
      if (length > kMostWindow) return declined("the greatest number that is left out is too large");
      const auto place = first_repeated_window(length);
      if (!place) return declined("the window that comes again lies too far out");
      first = *place;
    }
    certificate_.window.numbers = {static_cast<int64_t>(first), static_cast<int64_t>(length)};
    for (size_t i = 0; i < law.values.size(); ++i) {
      if (i % kValuesInLine == 0) certificate_.values.emplace_back();
      certificate_.values.back().numbers.push_back(law.values[i]);
    }
    return {};
  }

  /// The least q from the pre-period on such that D(n) - g(n) is that of n + period for `length` places from q on.
  std::optional<uint64_t> first_repeated_window(uint64_t length) const {
    const Law& law = theorem_.law;
    const uint64_t count = law.preperiod + kMostWindow + law.period + length;
    if (count > kMostListed) return std::nullopt;
    std::vector<uint64_t> below_new;
    uint64_t different = 0;
    for (uint64_t n = 0; n < count; ++n) {
      const uint64_t value = law.at(n).to_uint64().value_or(0);
      below_new.push_back(different - value);
      if (value == different) ++different;
    }
    uint64_t good = 0;  // places in a row
    for (uint64_t n = law.preperiod; n + law.period < count; ++n) {
      good = below_new[n] == below_new[n + law.period] ? good + 1 : 0;
      if (good == length) return n + 1 - length;
    }
    return std::nullopt;
  }

  /// A class of residues in which witnesses are looked for.
  struct Class {
    const std::vector<int64_t>& moduli;
    const std::vector<int64_t>& residues;  // of the position
    std::vector<int64_t> option_residues = {};
  };

  /// Witnesses class by class of residues, of the position and of the option. There the coordinates are spoken of by
  /// their quotients, so that hardly any division is left.
  Attempt<void> add_witnesses(bool periodic) {
    std::vector<int64_t> moduli(rule_.arity(), 1);
    if (!periodic) {
      const auto found = moduli_of(certificate_, rule_.arity());
      if (!found) return declined("there are too many classes of residues");
      moduli = *found;
    }
    const isl::Context context = isl::make_context(kCertificateSteps);
    Problem problem;
    std::vector<Linear> anywhere;
    for (size_t i = 0; i < rule_.arity(); ++i) anywhere.push_back(problem.natural());
    Attempt<void> result;
    for_each_class(moduli, anywhere, [&](const std::vector<int64_t>& residues) {
      result = add_witnesses_at(context.get(), {moduli, residues}, periodic);
      return result.ok();
    });
    return result;
  }

  Attempt<void> add_witnesses_at(isl_ctx* context, Class where, bool periodic) {
    const size_t asked = rule_.arity() + (periodic ? 1 : theorem_.formula.powers);
    isl::Set covered(isl_set_empty(isl_space_set_alloc(context, 0, static_cast<unsigned>(asked))));
    for (size_t l = 0; l < rule_.moves.size(); ++l) {
      Question question;
      if (auto stated = state(rule_.moves[l], where, asked, periodic, question); !stated) return stated;
      Attempt<void> result;
      for_each_class(where.moduli, question.option, [&](const std::vector<int64_t>& residues) {
        where.option_residues = residues;
        isl::Set choices;
        result = this->choices(context, question, where, periodic, choices);
        if (!result) return false;
        // (position, what is asked for) → (binders, option), for what no witness before reaches.
        isl_map* map = isl_map_from_range(choices.take());
        map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, static_cast<unsigned>(asked));
        map = isl_map_subtract_domain(map, covered.copy());
        covered = isl::Set(isl_set_coalesce(isl_set_union(covered.take(), isl_map_domain(isl_map_copy(map)))));
        const std::unique_ptr<isl_pw_multi_aff, FreeMap> least(
            isl_pw_multi_aff_coalesce(isl_map_lexmin_pw_multi_aff(map)));
        PieceVisit visit{this, l, asked, &where};
        if (!covered || isl_pw_multi_aff_foreach_piece(least.get(), each_piece, &visit) != isl_stat_ok)
          result = declined("isl gave up");
        return result.ok();
      });
      if (!result) return result;
    }
    return {};
  }

  /// What makes a choice of the line's binders a witness, all but that which depends on the option's residues.
  struct Question {
    Problem problem;  // its first variables are quotients of the position, what is asked for, binders, quotients of the
                      // option
    size_t kept = 0;  // so many
    std::vector<Linear> wanted;
    std::vector<Linear> quotients;  // of the option
    std::vector<Linear> option;     // by the rule
  };

  Attempt<void> state(const MoveLine& line, const Class& where, size_t asked, bool periodic, Question& question) {
    const size_t arity = rule_.arity();
    Problem& problem = question.problem;
    Place position{{}, where.residues};
    for (size_t i = 0; i < arity; ++i)
      position.coordinates.push_back(where.moduli[i] * problem.natural() + logic::number(where.residues[i]));
    for (size_t i = arity; i < asked; ++i) question.wanted.push_back(problem.natural());
    std::vector<Linear> slots = position.coordinates;
    for (size_t i = 0; i < logic::binder_count(line); ++i) slots.push_back(problem.integer());
    for (size_t i = 0; i < arity; ++i) question.quotients.push_back(problem.natural());
    question.kept = problem.variables();
    std::string reason;
    const auto move = logic::meaning(problem, rule_, line, slots, reason);
    if (!move) return declined("the checker does not take a line of the rule: " + reason);
    question.option = move->option;
    problem.require(move->legal);
    if (periodic) {
      problem.require(equal(move->option[0], position.coordinates[0] - question.wanted[0]));
      return {};
    }
    std::vector<Condition> smaller;
    for (size_t i = 0; i < certificate_.cases.size(); ++i) {
      if (!case_is_possible(certificate_.cases[i], where.residues)) continue;
      smaller.push_back(
          logic::all({case_applies(certificate_, i, position),
                      lexicographically_less(question.wanted, case_value(problem, certificate_, i, position))}));
    }
    problem.require(logic::any(std::move(smaller)));
    return {};
  }

  /// { (quotients of the position, asked, binders, quotients of the option) }.
  Attempt<void> choices(isl_ctx* context, const Question& question, const Class& where, bool periodic,
                        isl::Set& result) {
    Problem problem = question.problem;
    Place option{{}, where.option_residues};
    for (size_t i = 0; i < rule_.arity(); ++i)
      option.coordinates.push_back(where.moduli[i] * question.quotients[i] + logic::number(where.option_residues[i]));
    problem.require(equal(question.option, option.coordinates));
    if (!periodic) {
      std::vector<Condition> reached;
      for (size_t i = 0; i < certificate_.cases.size(); ++i) {
        if (!case_is_possible(certificate_.cases[i], where.option_residues)) continue;
        reached.push_back(logic::all({case_applies(certificate_, i, option),
                                      equal(case_value(problem, certificate_, i, option), question.wanted)}));
      }
      problem.require(logic::any(std::move(reached)));
    }
    const auto kept = static_cast<unsigned>(question.kept);
    result = isl::Set(isl_set_empty(isl_space_set_alloc(context, 0, kept)));
    const auto outcome = for_each_piece(
        context, problem, [this] { return budget_.spent(); },
        [&](logic::BasicSetPointer piece) {
          isl_basic_set* part = isl_basic_set_project_out(piece.release(), isl_dim_set, kept,
                                                          static_cast<unsigned>(problem.variables() - kept));
          result = isl::Set(isl_set_union(result.take(), isl_set_from_basic_set(part)));
          return true;
        });
    if (budget_.spent()) return budget_.why();
    result = isl::Set(isl_set_coalesce(result.take()));
    if (outcome != logic::Outcome::done || !result) return declined("its witnesses are too hard to find");
    return {};
  }

  struct PieceVisit {
    Writer* writer;
    size_t line;
    size_t asked;
    const Class* where;
    isl_multi_aff* targets = nullptr;
  };

  static isl_stat each_piece(isl_set* where, isl_multi_aff* targets, void* user) {
    PieceVisit visit = *static_cast<PieceVisit*>(user);
    visit.targets = targets;
    isl_set* parts = isl_set_compute_divs(isl_set_coalesce(where));
    const isl_stat status = isl_set_foreach_basic_set(parts, each_part, &visit);
    isl_set_free(parts);
    isl_multi_aff_free(targets);
    return status;
  }

  static isl_stat each_part(isl_basic_set* part, void* user) {
    auto* visit = static_cast<PieceVisit*>(user);
    const logic::BasicSetPointer owned(isl_basic_set_remove_redundancies(part));
    return visit->writer->add_witness(owned.get(), *visit) ? isl_stat_ok : isl_stat_error;
  }

  struct ConstraintVisit {
    WitnessRows& rows;
    Certificate::Witness& witness;
  };

  bool add_witness(isl_basic_set* part, const PieceVisit& visit) {
    Certificate::Witness witness;
    witness.move = static_cast<int64_t>(visit.line + 1);
    const Class& where = *visit.where;
    WitnessRows rows(visit.asked, where.moduli);
    for (size_t i = 0; i < rule_.arity(); ++i) {
      if (where.moduli[i] > 1) witness.equations.push_back(rows.residue(i, where.moduli[i], where.residues[i]));
    }
    ConstraintVisit constraints{rows, witness};
    const isl_stat status = isl_basic_set_foreach_constraint(
        part,
        [](isl_constraint* constraint, void* user) {
          auto* to = static_cast<ConstraintVisit*>(user);
          const isl::Aff aff(isl_constraint_get_aff(constraint));
          const bool equation = isl_constraint_is_equality(constraint) == isl_bool_true;
          isl_constraint_free(constraint);
          int64_t d = 1;
          auto& list = equation ? to->witness.equations : to->witness.conditions;
          list.push_back(to->rows.row(aff.keep(), d));
          return isl_stat_ok;
        },
        &constraints);
    if (status != isl_stat_ok) return false;
    const size_t binders = logic::binder_count(rule_.moves[visit.line]);
    for (size_t i = 0; i < binders + rule_.arity(); ++i) {
      const isl::Aff aff(isl_multi_aff_get_aff(visit.targets, static_cast<int>(i)));
      Row row = rows.exact(aff.keep());
      if (i < binders) {
        witness.binders.push_back(std::move(row));
        continue;
      }
      for (int64_t& number : row.numbers) number *= where.moduli[i - binders];
      row.numbers.back() += where.option_residues[i - binders];
      witness.option.push_back(std::move(row));
    }
    for (auto* list : {&witness.conditions, &witness.equations, &witness.binders, &witness.option}) rows.widen(*list);
    // That a variable is natural goes without saying.
    std::erase_if(witness.conditions, [&](const Row& row) {
      const auto is = [&](int64_t n) { return std::count(row.numbers.begin(), row.numbers.end(), n); };
      const auto one = std::find(row.numbers.begin(), row.numbers.end(), 1);
      return is(1) == 1 && is(0) + 1 == static_cast<std::ptrdiff_t>(row.numbers.size()) &&
             one < row.numbers.begin() + static_cast<std::ptrdiff_t>(visit.asked);
    });
    witness.lets = rows.take_lets();
    certificate_.witnesses.push_back(std::move(witness));
    return !rows.failed();
  }

  const Theorem& theorem_;
  Budget& budget_;
  const Rule& rule_;
  Certificate certificate_;
};

}  // namespace

Attempt<std::string> certificate_of(const Theorem& theorem, Budget& budget) { return Writer(theorem, budget).write(); }

}  // namespace grundy
