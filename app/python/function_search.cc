// Values of a game that is defined by a Python function.
//
// Problem: a search written in Python takes several times as long as the function that lists the
// options.
// Idea: the recursion that one would write, with an explicit stack. The generator of a position
// gives the options one by one. If an option has no value yet, the generator stays on the stack
// until the option has one. The values of the options are kept as a set of bits; their mex is the
// value.
// Example: pins(3) yields the option (1,). If pins(1) is unknown, it is valued first; its option ()
// is the empty sum, 0.
// Cost: for each option one look-up in the dict of values, besides the generator.
#include <algorithm>
#include <bit>
#include <chrono>

#include "base/budget.h"
#include "base/process_memory.h"
#include "python/convert.h"
#include "python/worker.h"

namespace grundy::python {
namespace {

using Clock = std::chrono::steady_clock;

// Of a position with its value, where the process's memory is not known.
constexpr uint64_t kPositionBytes = 250;

/// A set of natural numbers, of which small ones are bits.
class ValueSet {
 public:
  void insert(uint64_t value) {
    if (value < 64) {
      low_ |= uint64_t{1} << value;
    } else {
      rest_.push_back(value);
    }
  }
  uint64_t mex() {
    if (~low_ != 0) return static_cast<uint64_t>(std::countr_one(low_));
    std::sort(rest_.begin(), rest_.end());
    uint64_t least = 64;
    for (const uint64_t value : rest_) least += value == least ? 1 : 0;
    return least;
  }
  py::list members() const {
    py::list result;
    for (uint64_t bits = low_; bits != 0; bits &= bits - 1) result.append(std::countr_zero(bits));
    for (const uint64_t value : rest_) result.append(value);
    return result;
  }

 private:
  uint64_t low_ = 0;
  std::vector<uint64_t> rest_;
};

/// Limits of time and memory, progress and Ctrl-C, of a walk through the positions of a
/// FunctionGame.
class Watch {
 public:
  Watch(py::object game, py::object start, const Limits& limits)
      : game_(std::move(game)),
        start_(std::move(start)),
        limits_(limits),
        most_(limits.memory == 0 ? Budget().memory_limit() : limits.memory),
        memory_(process_memory(begun_)) {}

  /// Asked at each step; looks now and then. Raises what ends the walk.
  void look(uint64_t positions, const py::object& here) {
    if (++asked_ % 256 != 0) return;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const Clock::time_point now = Clock::now();
    const double spent = std::chrono::duration<double>(now - begun_).count();
    if (limits_.seconds > 0 && spent > limits_.seconds)
      ended("time", py::float_(limits_.seconds), positions, here);
    if (asked_ % 4'096 == 0) {
      const uint64_t held = process_memory(now);
      const uint64_t more = held == 0        ? kPositionBytes * positions
                            : held > memory_ ? held - memory_
                                             : 0;
      if (more > most_) ended("memory", py::int_(most_), positions, here);
    }
    if (limits_.progress.is_none() || now - told_ < std::chrono::milliseconds(100)) return;
    told_ = now;
    limits_.progress("positions", positions, 0);
  }

 private:
  void ended(const char* what, const py::object& limit, uint64_t positions,
             const py::object& here) {
    game_.attr("_ended")(what, limit, positions, start_, here);
  }

  py::object game_;
  py::object start_;
  Limits limits_;
  uint64_t most_;
  uint64_t asked_ = 0;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point told_ = begun_;
  uint64_t memory_;
};

class FunctionSearch {
 public:
  /// The game is a FunctionGame. Its Python methods do what is rarely needed.
  FunctionSearch(const py::object& game, const py::object& start, const Limits& limits)
      : game_(game),
        values_(game.attr("_values")),
        canonical_(game.attr("_canonical")),
        arity_(game.attr("_arity").cast<py::ssize_t>()),
        parts_type_(py::module_::import("grundy.function_game").attr("Parts")),
        sum_type_(py::module_::import("grundy.position").attr("Sum")),
        watch_(game, start, limits) {}

  /// Adds the value of the position, and of all that play leads to, to the game's values. False if
  /// play has a cycle.
  bool find(const py::object& start) {
    enter(start);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      py::object missing = frame.option ? frame.first_missing(*this) : py::object();
      while (!missing && next_option(frame)) missing = frame.first_missing(*this);
      if (missing) {
        const int open = PyDict_Contains(open_.ptr(), missing.ptr());
        if (open < 0) throw py::error_already_set();
        if (open == 1) return false;
        enter(missing);
        continue;
      }
      set(values_, frame.key, frame.worth(*this));
      if (PyDict_DelItem(open_.ptr(), frame.key.ptr()) != 0) throw py::error_already_set();
      stack_.pop_back();
    }
    return true;
  }

 private:
  struct Frame {
    py::object key;
    py::object moves;   // the iterator over its options
    py::object option;  // the current one: a position, or Parts
    py::ssize_t part = 0;
    py::object waits;  // the position of the option that had no value, in canonical form
    uint64_t total = 0;
    py::object more;  // what was added that is no small number, or none
    ValueSet seen;
    py::object infinite;  // a list of option values that are no numbers, or none

    /// Adds what is known of the option; the first of its positions without a value, or none when
    /// all have one.
    py::object first_missing(FunctionSearch& search) {
      if (!is(option.ptr(), search.parts_type_)) {
        if (!search.add(option.ptr(), *this)) return waits;
      } else {
        for (; part < PyTuple_GET_SIZE(option.ptr()); ++part)
          if (!search.add(PyTuple_GET_ITEM(option.ptr(), part), *this)) return waits;
      }
      if (more) {
        if (total != 0) more = search.game_.attr("_add")(more, total);
        if (PyLong_Check(more.ptr()) == 0) note_infinite();
      } else {
        seen.insert(total);
      }
      option = py::object();
      return {};
    }
    py::object worth(FunctionSearch& search) {
      if (!infinite) return py::int_(seen.mex());
      return search.game_.attr("_mex")(seen.members(), infinite);
    }
    void note_infinite() {
      if (!infinite) infinite = py::list();
      infinite.attr("append")(more);
    }
  };

  static bool is(PyObject* object, const py::object& type) {
    return Py_TYPE(object) == reinterpret_cast<PyTypeObject*>(type.ptr());
  }
  uint64_t positions() const {
    return static_cast<uint64_t>(PyDict_Size(values_.ptr()) + PyDict_Size(open_.ptr()));
  }
  static void set(const py::dict& dict, const py::object& key, const py::object& value) {
    if (PyDict_SetItem(dict.ptr(), key.ptr(), value.ptr()) != 0) throw py::error_already_set();
  }

  /// Whether the position is its own canonical form, seen without asking.
  bool plain(PyObject* member) const {
    if (canonical_.ptr() != Py_None) return false;
    PyTypeObject* type = Py_TYPE(member);
    if (type == &PyTuple_Type) return arity_ == 0 || PyTuple_GET_SIZE(member) == arity_;
    return arity_ == 0 && (type == &PyLong_Type || type == &PyUnicode_Type);
  }

  /// Adds the value of a position to the total. When it has none, it becomes what the frame waits
  /// for.
  bool add(PyObject* given, Frame& frame) {
    py::object member =
        frame.waits ? std::move(frame.waits) : py::reinterpret_borrow<py::object>(given);
    frame.waits = py::object();
    py::object foreign;
    if (member.ptr() == given && !plain(given)) {
      const py::tuple own = game_.attr("_member")(member).cast<py::tuple>();
      member = own[0];
      if (own[1].ptr() != Py_None) foreign = own[1];
    }
    PyObject* value =
        foreign ? foreign.ptr() : PyDict_GetItemWithError(values_.ptr(), member.ptr());
    if (value == nullptr) {
      if (PyErr_Occurred() != nullptr) unhashable(member);
      frame.waits = std::move(member);
      return false;
    }
    int overflow = 0;
    const long long number =
        PyLong_Check(value) != 0 ? PyLong_AsLongLongAndOverflow(value, &overflow) : -1;
    if (number >= 0 && overflow == 0) {
      frame.total ^= static_cast<uint64_t>(number);
    } else {
      frame.more = frame.more ? game_.attr("_add")(frame.more, py::handle(value))
                              : py::reinterpret_borrow<py::object>(value);
    }
    return true;
  }
  [[noreturn]] void unhashable(const py::object& member) {
    py::error_already_set error;  // takes what happened
    game_.attr("_check_hash")(member);
    throw error;
  }

  void enter(const py::object& key) {
    set(open_, key, py::none());
    Frame frame;
    frame.key = key;
    frame.moves = game_.attr("_asked")(key);
    stack_.push_back(std::move(frame));
    watch_.look(positions(), key);
  }
  bool next_option(Frame& frame) {
    PyObject* option = PyIter_Next(frame.moves.ptr());
    if (option == nullptr) {
      if (PyErr_Occurred() != nullptr) throw py::error_already_set();
      return false;
    }
    frame.option = py::reinterpret_steal<py::object>(option);
    if (is(option, sum_type_)) frame.option = parts_type_(frame.option.attr("parts"));
    frame.part = 0;
    frame.total = 0;
    frame.more = py::object();
    if (++taken_ % 256 == 0) watch_.look(positions(), frame.key);
    return true;
  }

  py::object game_;
  py::dict values_;
  py::object canonical_;
  py::ssize_t arity_;
  py::object parts_type_;
  py::object sum_type_;
  Watch watch_;
  py::dict open_;
  std::vector<Frame> stack_;
  uint64_t taken_ = 0;
};

}  // namespace

void define_functions(py::module_& module) {
  module.def("function_value",
             [](const py::object& game, const py::object& start, const py::tuple& limits) {
               return FunctionSearch(game, start, Limits::of(limits)).find(start);
             });
  py::class_<Watch>(module, "Watch")
      .def(py::init([](const py::object& game, const py::object& start, const py::tuple& limits) {
        return Watch(game, start, Limits::of(limits));
      }))
      .def("look", &Watch::look);
}

}  // namespace grundy::python
