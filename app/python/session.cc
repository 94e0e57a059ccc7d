// What sessions answer, as tuples and dicts.
#include <algorithm>

#include "python/convert.h"
#include "python/engine.h"

namespace grundy::python {
namespace {

py::list texts(const Sum& sum) {
  py::list result;
  for (const face::Position& part : sum) result.append(part.text());
  return result;
}

py::list games(const Sum& sum) {
  py::list result;
  for (const face::Position& part : sum) result.append(part.game());
  return result;
}

/// (part, from, to, texts of to, condition, in words)
py::tuple move(const face::Move& move) {
  return py::make_tuple(move.part, move.from.text(), move.to, texts(move.to), move.condition,
                        move.in_words);
}

py::list moves(const std::vector<face::Move>& list) {
  py::list result;
  for (const face::Move& one : list) result.append(move(one));
  return result;
}

py::tuple move_list(const face::MoveList& list) {
  return py::make_tuple(moves(list.moves), list.all, list.in_words);
}

std::string outcome_text(face::Outcome outcome) { return std::string(1, face::letter(outcome)); }

py::object optional(const std::optional<face::Value>& value) {
  return value ? to_python(*value) : py::object(py::none());
}

py::dict answer(const face::Answer& answer) {
  py::list values;
  for (const auto& value : answer.values) values.append(optional(value));
  py::dict result;
  result["outcome"] = outcome_text(answer.outcome);
  result["value"] = optional(answer.value);
  result["values"] = values;
  result["moves"] = moves(answer.winning_moves);
  result["all"] = answer.all_winning_moves;
  result["engines"] = answer.engines;
  result["conjectures"] = answer.conjectures;
  result["json"] = answer.json();
  return result;
}

face::Play play_of(bool misere) { return misere ? face::Play::misere : face::Play::normal; }

py::object game(const face::Game& game) {
  return py::make_tuple(game.name, game.signature, game.documentation, game.rules);
}

py::dict comparison(const face::Comparison& compared) {
  py::dict result;
  result["equal"] = compared.equal;
  result["values"] = py::make_tuple(to_python(compared.values[0]), to_python(compared.values[1]));
  result["witness"] =
      compared.witness ? py::object(py::str(compared.witness->text())) : py::object(py::none());
  result["outcomes"] =
      py::make_tuple(outcome_text(compared.outcomes[0]), outcome_text(compared.outcomes[1]));
  result["played"] = compared.played;
  return result;
}

py::tuple judgement(const face::Judgement& judged) {
  return py::make_tuple(judged.accepted, judged.decided, judged.line, judged.reason,
                        judged.certificates);
}

py::dict theorem(const face::Theorem& theorem) {
  static constexpr const char* kStatus[] = {"unknown", "conjectured", "refuted", "proved"};
  static constexpr const char* kKind[] = {"none",       "cases",    "period", "automatic",
                                          "regularity", "outcomes", "words"};
  py::dict result;
  result["status"] = kStatus[static_cast<size_t>(theorem.status())];
  result["kind"] = kKind[static_cast<size_t>(theorem.kind())];
  result["game"] = theorem.game();
  py::list cases;
  for (const face::Theorem::Case& one : theorem.cases())
    cases.append(py::make_tuple(one.condition, one.value));
  result["cases"] = cases;
  result["period"] = py::none();
  if (const auto period = theorem.period()) {
    result["period"] = py::make_tuple(period->preperiod, period->period, period->saltus,
                                      period->values, period->exceptions);
  }
  result["refutation"] = py::none();
  if (const auto refuted = theorem.refutation())
    result["refutation"] =
        py::make_tuple(refuted->position, refuted->claimed, refuted->value, refuted->flaw);
  result["tested"] = theorem.tested();
  result["reason"] = theorem.reason();
  result["statement"] = theorem.statement();
  result["proof"] = theorem.proof();
  result["text"] = theorem.text();
  result["latex"] = theorem.latex();
  result["law_latex"] = theorem.law_latex();
  result["json"] = theorem.json();
  return result;
}

/// In the order of face::TableFormat.
constexpr const char* kCells[] = {"value", "outcome", "genus", "remoteness",
                                  "suspense"};  // as face::Cells
face::Cells cells_named(std::string_view name) {
  return static_cast<face::Cells>(std::find(std::begin(kCells), std::end(kCells), name) -
                                  std::begin(kCells));
}

constexpr std::string_view kFormats[] = {"text", "csv", "json", "bfile", "latex", "svg"};

/// A match keeps its engine, whose limits are those of each call.
struct Played {
  py::object owner;
  Engine* engine = nullptr;
  std::optional<face::Match> match;

  template <class Question>
  auto ask(const py::tuple& limits, Question&& question) {
    return engine->ask(limits, [&](face::Session&) { return question(*match); });
  }
};

void define_match(py::module_& module) {
  using face::Match;
  py::class_<Played>(module, "Match")
      .def("parts", [](const Played& played) { return texts(played.match->parts()); })
      .def("over", [](const Played& played) { return played.match->over(); })
      .def("moves_again", [](const Played& played) { return played.match->moves_again(); })
      .def("read",
           [](Played& played, const std::string& text, const py::tuple& limits) {
             return move(played.ask(limits, [&](Match& match) { return match.read(text); }));
           })
      .def("make",
           [](Played& played, const std::string& text, const py::tuple& limits) {
             return move(played.ask(limits, [&](Match& match) -> face::Result<face::Move> {
               face::Result<face::Move> read = match.read(text);
               if (!read) return read;
               if (auto made = match.make(*read); !made) return made.error();
               return read;
             }));
           })
      .def("take_back", [](Played& played) { checked(played.match->take_back()); })
      .def("advise",
           [](Played& played, const py::tuple& limits) {
             const face::Advice advice =
                 played.ask(limits, [](Match& match) { return match.advise(); });
             return py::make_tuple(outcome_text(advice.outcome), move(advice.move), advice.why,
                                   advice.where);
           })
      .def("moves", [](Played& played, size_t part, size_t limit, const py::tuple& limits) {
        return move_list(
            played.ask(limits, [&](Match& match) { return match.moves(part, limit); }));
      });
}

}  // namespace

face::Box box_of(const Ranges& ranges) {
  face::Box box;
  for (const auto& [first, last] : ranges) box.push_back({value_of(first), value_of(last)});
  return box;
}

void define_session(py::module_& module) {
  using face::Session;
  py::class_<Sum>(module, "Sum")
      .def("__len__", &Sum::size)
      .def("texts", &texts)
      .def("games", &games)
      .def("svg", &Sum::svg)
      .def("part", [](const Sum& sum, size_t i) { return Sum({sum[i]}); });
  py::class_<face::Theorem>(module, "Theorem")
      .def("data", &theorem)
      .def("svg", &face::Theorem::svg)
      .def("at", [](const face::Theorem& theorem, const std::vector<py::object>& point) {
        std::vector<face::Value> coordinates;
        for (const py::object& one : point) coordinates.push_back(value_of(one));
        return optional(theorem.at(coordinates));
      });
  define_match(module);
  py::class_<face::Table>(module, "Table")
      .def("values",
           [](const face::Table& table) {
             if (!table.small_values().empty()) return narrow(table.small_values());
             std::vector<face::Value> values;
             for (size_t i = 0; i < table.size(); ++i) values.push_back(table[i]);
             return array_of(values);
           })
      .def("cells",
           [](const face::Table& table) {
             py::list result;
             for (size_t i = 0; i < table.size(); ++i) result.append(table.cell(i));
             return result;
           })
      .def("written",
           [](const face::Table& table, const std::string& format) {
             const auto wanted = std::find(std::begin(kFormats), std::end(kFormats), format);
             return checked(
                 table.written(static_cast<face::TableFormat>(wanted - std::begin(kFormats))));
           })
      .def_property_readonly(
          "what",
          [](const face::Table& table) { return kCells[static_cast<size_t>(table.cells())]; })
      .def_property_readonly("engine", &face::Table::engine);

  py::class_<Engine> asked(module, "Engine");
  define_laws(module, asked);
  asked.def(py::init<>())
      .def("load",
           [](Engine& engine, const std::string& name, const std::string& text,
              const py::tuple& limits) {
             engine.ask(limits, [&](Session& session) -> face::Result<bool> {
               if (auto loaded = session.load_rules(name, text); !loaded) return loaded.error();
               return true;
             });
           })
      .def("warnings",
           [](Engine& engine) {
             py::list result;
             for (const auto& one :
                  engine.worker.quickly([&] { return engine.session.take_warnings(); }))
               result.append(py::make_tuple(diagnostic(one), one.text()));
             return result;
           })
      .def("allow_conjectures",
           [](Engine& engine) {
             engine.worker.quickly([&] {
               engine.session.allow_conjectures();
               return true;
             });
           })
      .def("use_store",
           [](Engine& engine, const std::string& path, const py::tuple& limits) {
             engine.ask(limits, [&](Session& session) -> face::Result<bool> {
               if (auto used = session.use_store(path); !used) return used.error();
               return true;
             });
           })
      .def("save_store",
           [](Engine& engine) {
             checked(engine.worker.quickly([&]() -> face::Result<bool> {
               if (auto saved = engine.session.save_store(); !saved) return saved.error();
               return true;
             }));
           })
      .def("games",
           [](Engine& engine) {
             py::list result;
             for (const auto& one : engine.worker.quickly([&] { return engine.session.games(); }))
               result.append(game(one));
             return result;
           })
      .def("game",
           [](Engine& engine, const std::string& name) {
             return game(checked(engine.worker.quickly([&] { return engine.session.game(name); })));
           })
      .def("read",
           [](Engine& engine, const std::string& text, const py::tuple& limits) {
             return engine.ask(limits, [&](Session& session) { return session.read(text); });
           })
      .def("value",
           [](Engine& engine, const Sum& sum, const py::tuple& limits) {
             return to_python(
                 engine.ask(limits, [&](Session& session) { return session.value(sum); }));
           })
      .def("part_values",
           [](Engine& engine, const Sum& sum, const py::tuple& limits) {
             const auto found =
                 engine.ask(limits, [&](Session& session) { return session.evaluate(sum); });
             py::list result;
             for (const face::Value& value : found.values) result.append(to_python(value));
             return result;
           })
      .def("values",
           [](Engine& engine, const std::string& name,
              const py::array_t<uint64_t, py::array::c_style>& points, const py::tuple& limits) {
             const std::span<const uint64_t> numbers(points.data(),
                                                     static_cast<size_t>(points.size()));
             return array_of(engine.ask(
                 limits, [&](Session& session) { return session.values(name, numbers); }));
           })
      .def("solve",
           [](Engine& engine, const Sum& sum, bool misere, size_t most, const py::tuple& limits) {
             return answer(engine.ask(limits, [&](Session& session) {
               return session.solve(sum, {play_of(misere), most});
             }));
           })
      .def("explain",
           [](Engine& engine, const Sum& sum, bool misere, size_t most, const py::tuple& limits) {
             return engine.ask(limits, [&](Session& session) -> face::Result<std::string> {
               const auto solved = session.solve(sum, {play_of(misere), most});
               if (!solved) return solved.error();
               return session.explain(*solved);
             });
           })
      .def("remoteness",
           [](Engine& engine, const Sum& sum, bool misere, const py::tuple& limits) {
             return engine
                 .ask(limits,
                      [&](Session& session) {
                        return session.solve(sum, {play_of(misere), 1});
                      })
                 .remoteness();
           })
      .def("plan",
           [](Engine& engine, const Sum& sum, const py::tuple& limits) {
             return engine.ask(limits, [&](Session& session) { return session.plan(sum); });
           })
      .def("equal",
           [](Engine& engine, const Sum& a, const Sum& b, const py::tuple& limits) {
             return comparison(
                 engine.ask(limits, [&](Session& session) { return session.equal(a, b); }));
           })
      .def("options",
           [](Engine& engine, const Sum& sum, size_t part, size_t limit, const py::tuple& limits) {
             return move_list(engine.ask(
                 limits, [&](Session& session) { return session.options(sum[part], limit); }));
           })
      .def("box",
           [](Engine& engine, const std::string& name, const std::string& text,
              const py::tuple& limits) {
             py::list result;
             for (const face::Range& range : engine.ask(
                      limits, [&](Session& session) { return session.read_box(name, text); }))
               result.append(py::make_tuple(to_python(range.first), to_python(range.last)));
             return result;
           })
      .def("table",
           [](Engine& engine, const std::string& name, const Ranges& ranges,
              const std::string& what, bool misere, const py::tuple& limits) {
             const face::Box box = box_of(ranges);
             const face::TableOptions options{cells_named(what),
                                              misere ? face::Play::misere : face::Play::normal};
             return engine.ask(limits,
                               [&](Session& session) { return session.table(name, box, options); });
           })
      .def("table_to_file",
           [](Engine& engine, const std::string& name, const Ranges& ranges,
              const std::string& path, const py::tuple& limits) {
             const face::Box box = box_of(ranges);
             engine.ask(limits, [&](Session& session) -> face::Result<bool> {
               if (auto written = session.table_to_file(name, box, path); !written)
                 return written.error();
               return true;
             });
           })
      .def("prove",
           [](Engine& engine, const std::string& name, std::optional<uint64_t> upto,
              std::optional<std::string> formula, const std::string& checkpoint,
              std::optional<std::string> letters, std::optional<std::string> where, uint64_t effort,
              const py::tuple& limits) {
             face::ProveOptions options{upto, std::move(formula), checkpoint, std::move(where),
                                        std::move(letters)};
             options.effort = effort;
             return engine.ask(limits,
                               [&](Session& session) { return session.prove(name, options); });
           })
      .def("certificate",
           [](Engine& engine, const face::Theorem& theorem, const py::tuple& limits) {
             return engine.ask(limits,
                               [&](Session& session) { return session.certificate(theorem); });
           })
      .def("check",
           [](Engine& engine, const std::string& text, const std::string& solver,
              const py::tuple& limits) {
             return judgement(
                 engine.ask(limits, [&](Session& session) { return session.check(text, solver); }));
           })
      .def("play",
           [](const py::object& self, const Sum& sum, bool misere, const py::tuple& limits) {
             auto played = std::make_unique<Played>();
             played->owner = self;
             played->engine = self.cast<Engine*>();
             played->match.emplace(played->engine->ask(
                 limits, [&](Session& session) { return session.play(sum, play_of(misere)); }));
             return played;
           });
}

}  // namespace grundy::python
