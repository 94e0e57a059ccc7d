// Theorems about boards, misère quotients, counts and tables of misère play: answers of the public
// face as Python has them.
#include "python/convert.h"
#include "python/engine.h"

namespace grundy::python {
namespace {

/// (position, value, statement, text, certificate, json)
py::tuple board_theorem(const face::BoardTheorem& theorem) {
  return py::make_tuple(theorem.position, to_python(theorem.value), theorem.statement, theorem.text,
                        theorem.certificate, theorem.json());
}

/// (boards, first, preperiod, period, values, statement, text, certificate, json)
py::tuple boards_theorem(const face::BoardsTheorem& theorem) {
  return py::make_tuple(theorem.boards, theorem.first, theorem.preperiod, theorem.period,
                        theorem.values, theorem.statement, theorem.text, theorem.certificate,
                        theorem.json());
}

py::dict quotient(const face::Quotient& quotient) {
  py::list periods;
  for (const face::Quotient::Period& one : quotient.periods())
    periods.append(py::make_tuple(one.preperiod, one.period));
  py::dict result;
  result["game"] = quotient.game();
  result["for_ever"] = quotient.is_for_ever();
  result["order"] = quotient.order();
  result["p_portion"] = quotient.p_portion();
  result["tame"] = quotient.is_tame();
  result["periods"] = periods;
  result["elements"] = quotient.elements();
  result["text"] = quotient.text();
  result["latex"] = quotient.latex();
  result["svg"] = quotient.svg();
  result["json"] = quotient.json();
  return result;
}

py::dict counted(const face::Counts& counts) {
  py::dict result;
  for (const auto& [value, count] : counts.counts) {
    result[counts.outcomes_only ? py::str(counts.text(value)) : to_python(value)] =
        to_python(count);
  }
  return result;
}

const char* subject(const std::string& text) {
  static constexpr const char* kNames[] = {"game", "lists", "board", "boards"};
  return kNames[static_cast<size_t>(face::subject_of(text))];
}

}  // namespace

void define_laws(py::module_& module, py::class_<Engine>& asked) {
  using face::Session;
  module.def("subject_of", &subject);
  py::class_<face::Quotient>(module, "Quotient").def("data", &quotient);
  asked
      .def("prove_board",
           [](Engine& engine, const Sum& board, const py::tuple& limits) {
             return board_theorem(
                 engine.ask(limits, [&](Session& session) { return session.prove_board(board); }));
           })
      .def("judge_claim",
           [](Engine& engine, const std::string& game, const std::string& claim,
              std::optional<uint64_t> upto, const py::tuple& limits) {
             const face::ClaimJudgement judged = engine.ask(
                 limits, [&](Session& session) { return session.judge_claim(game, claim, upto); });
             return py::make_tuple(judged.text, judged.json());
           })
      .def("prove_boards",
           [](Engine& engine, const std::string& family, const py::tuple& limits) {
             return boards_theorem(engine.ask(
                 limits, [&](Session& session) { return session.prove_boards(family); }));
           })
      .def("quotient",
           [](Engine& engine, const std::string& what, std::optional<uint64_t> upto,
              const py::tuple& limits) {
             return engine.ask(limits,
                               [&](Session& session) { return session.quotient(what, upto); });
           })
      .def("quotient_certificate",
           [](Engine& engine, const face::Quotient& found, const py::tuple& limits) {
             return engine.ask(limits,
                               [&](Session& session) { return session.certificate(found); });
           })
      .def("genus",
           [](Engine& engine, const Sum& sum, const py::tuple& limits) {
             return engine.ask(limits, [&](Session& session) { return session.genus(sum); }).text;
           })
      .def("equal_in_misere",
           [](Engine& engine, const Sum& a, const Sum& b, const py::tuple& limits) {
             const auto found = engine.ask(
                 limits, [&](Session& session) { return session.equal_in_misere(a, b); });
             py::object witness = py::none();
             if (!found.equal) witness = py::str(found.witness.text());
             return py::make_tuple(found.equal, witness,
                                   std::string(1, face::letter(found.outcomes[0])),
                                   std::string(1, face::letter(found.outcomes[1])));
           })
      .def("count",
           [](Engine& engine, const std::string& name, const Ranges& ranges,
              const std::string& where, const std::string& weight, const py::tuple& limits) {
             const face::Box box = box_of(ranges);
             return counted(engine.ask(limits, [&](Session& session) {
               return session.count(name, box, where, weight);
             }));
           })
      .def("pieces",
           [](Engine& engine, const std::string& name, const Ranges& ranges,
              const py::tuple& limits) {
             const face::Box box = box_of(ranges);
             const auto found = engine.ask(
                 limits, [&](Session& session) { return session.pieces(name, box.at(0)); });
             py::list result;
             for (const face::Piece& one : found) {
               py::object value = to_python(one.value);
               if (one.text.find_first_of("PNLRD") == 0) value = py::str(one.text);
               result.append(py::make_tuple(to_python(one.first), to_python(one.last), value));
             }
             return result;
           })
      .def(
          "count_tuples",
          [](Engine& engine, const std::string& name, const Ranges& ranges,
             const std::string& where, const std::string& weight, const py::object& size,
             uint64_t nim_sum, const py::object& modulus, const py::tuple& limits) {
            const face::Box box = box_of(ranges);
            const face::Value many = value_of(size);
            std::optional<face::Value> mod;
            if (!modulus.is_none()) mod = value_of(modulus);
            return to_python(engine.ask(limits, [&](Session& session) -> face::Result<face::Value> {
              const auto counts = session.count(name, box, where, weight);
              if (!counts) return counts.error();
              return session.count_tuples(*counts, many, nim_sum, mod);
            }));
          })
      .def("positions_where", [](Engine& engine, const face::Table& table, const std::string& where,
                                 bool up_to_symmetry, const py::tuple& limits) {
        const auto found = engine.ask(limits, [&](Session& session) {
          return session.positions_where(table, where, up_to_symmetry);
        });
        py::list result;
        for (const auto& point : found) {
          py::tuple place(point.size());
          for (size_t i = 0; i < point.size(); ++i) place[i] = to_python(point[i]);
          result.append(place);
        }
        return result;
      });
}

}  // namespace grundy::python
