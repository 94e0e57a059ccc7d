// The numbers of a graph's nodes, found by object.
//
// Problem: nodes are any hashable objects, and a graph names one at each end of each arc. Python's
// dict touches four places of memory for a look-up, and hashes a tuple anew each time; with a
// million arcs that is most of the reading.
//
// Idea: an arc usually names its node by the very object that the graph has as its node, so that
// the address alone tells which it is. Nodes that are ints of no large range are found in a row of
// numbers. An equal str at another address, as a graph read from a file has them, is found by its
// hash. Only other objects need the dict. Tables are made when the first look-up needs them.
//
// Example: in {(0, 1): [], (0, 2): [(0, 1)]} the number of the second (0, 1) is found by the dict;
// had both been one object p, by its address.
//
// Cost: one place of memory a look-up, three of a str at another address; each is fetched ahead.
#pragma once
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "python/convert.h"

namespace grundy::python {

class NodeNumbers {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr Py_hash_t kNoHash = -1;  // Python has none that is -1
  struct Slot {
    PyObject* node = nullptr;
    uint32_t number = kNone;
  };

  /// Of the members of the list, which stays as it is and holds them.
  explicit NodeNumbers(py::list nodes)
      : nodes_(std::move(nodes)),
        row_(row_of(nodes_)),
        shift_(row_.empty() ? std::countl_zero(2 * nodes_.size()) : 0) {
    if (!row_.empty() || nodes_.empty()) return;
    slots_.resize((SIZE_MAX >> shift_) + 1);
    uint32_t number = 0;
    for (const py::handle node : nodes_) slots_[free_slot(node.ptr())] = {node.ptr(), number++};
  }

  /// The node will be asked for soon.
  void expect(PyObject* node) const {
    if (!row_.empty()) {
      __builtin_prefetch(node);
    } else if (!slots_.empty()) {
      __builtin_prefetch(&slots_[slot_of(node)]);
    }
  }
  /// Without any Python code: the number, or kNone where only comparing tells.
  uint32_t seen(PyObject* node) const {
    if (!row_.empty()) {
      const size_t at = small_integer(node);
      return at < row_.size() ? row_[at] : kNone;
    }
    if (slots_.empty()) return kNone;
    for (size_t at = slot_of(node); slots_[at].node != nullptr;
         at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].node == node) return slots_[at].number;
    }
    return kNone;
  }
  /// The hash of a str or an int, which compare without any Python code; else kNoHash. What comes
  /// next is `like`.
  Py_hash_t plain_hash(PyObject* node) {
    if (by_hash_.empty()) note_hashes();
    if (!plain(node)) return kNoHash;
    const Py_hash_t hash = PyObject_Hash(node);
    __builtin_prefetch(&by_hash_[place_of(hash)]);
    return hash;
  }
  /// A node with this hash, which may be the one asked for; or none.
  Slot like(Py_hash_t hash) const {
    if (hash == kNoHash) return {};
    for (size_t at = place_of(hash); by_hash_[at].node != nullptr;
         at = (at + 1) & (by_hash_.size() - 1)) {
      if (by_hash_[at].hash != hash) continue;
      __builtin_prefetch(by_hash_[at].node);
      return {by_hash_[at].node, by_hash_[at].number};
    }
    return {};
  }
  /// Whether both are equal and neither has Python code to say so.
  static bool same(PyObject* node, PyObject* like) {
    return like != nullptr && Py_TYPE(node) == Py_TYPE(like) &&
           PyObject_RichCompareBool(node, like, Py_EQ) == 1;
  }
  /// Of an object that is held: the number of the equal node; kNone if there is none. May run the
  /// object's own code.
  uint32_t equal(py::handle node) {
    PyObject* number = PyDict_GetItemWithError(by_value().ptr(), node.ptr());
    if (number != nullptr) return static_cast<uint32_t>(PyLong_AsUnsignedLong(number));
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    return kNone;
  }
  /// One more node, which is none of those there are.
  uint32_t add(const py::object& node) {
    const auto number = static_cast<uint32_t>(nodes_.size());
    by_value()[node] = number;
    nodes_.append(node);
    return number;
  }
  const py::list& nodes() const { return nodes_; }

 private:
  struct Hashed {
    Py_hash_t hash = kNoHash;
    PyObject* node = nullptr;
    uint32_t number = kNone;
  };

  /// The number that an int is, SIZE_MAX of other objects, negative and huge ones.
  static size_t small_integer(PyObject* node) {
    if (PyLong_CheckExact(node) == 0) return SIZE_MAX;
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(node, &overflow);
    return overflow != 0 || number < 0 ? SIZE_MAX : static_cast<size_t>(number);
  }
  /// By node, where all are ints of no large range; else empty.
  static std::vector<uint32_t> row_of(const py::list& nodes) {
    std::vector<uint32_t> row(4 * nodes.size() + 64, kNone);
    uint32_t number = 0;
    for (const py::handle node : nodes) {
      const size_t at = small_integer(node.ptr());
      if (at >= row.size()) return {};
      row[at] = number++;
    }
    return row;
  }
  size_t slot_of(const PyObject* node) const {
    return (reinterpret_cast<uintptr_t>(node) * 0x9E3779B97F4A7C15U) >> shift_;
  }
  size_t free_slot(const PyObject* node) const {
    size_t at = slot_of(node);
    while (slots_[at].node != nullptr) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  static bool plain(PyObject* node) {
    return PyUnicode_CheckExact(node) != 0 || PyLong_CheckExact(node) != 0;
  }
  size_t place_of(Py_hash_t hash) const {
    return (static_cast<uint64_t>(hash) * 0x9E3779B97F4A7C15U) >>
           std::countl_zero(by_hash_.size() - 1);
  }
  void note_hashes() {
    by_hash_.resize(std::bit_ceil(2 * nodes_.size() + 2));
    uint32_t number = 0;
    for (const py::handle node : nodes_) {
      if (plain(node.ptr())) {
        const Py_hash_t hash = PyObject_Hash(node.ptr());
        size_t at = place_of(hash);
        while (by_hash_[at].node != nullptr) at = (at + 1) & (by_hash_.size() - 1);
        by_hash_[at] = {hash, node.ptr(), number};
      }
      ++number;
    }
  }
  py::dict& by_value() {
    if (by_value_.empty() && !nodes_.empty()) {
      uint32_t number = 0;
      for (const py::handle node : nodes_) by_value_[node] = number++;
    }
    return by_value_;
  }

  py::list nodes_;
  std::vector<uint32_t> row_;
  int shift_;
  std::vector<Slot> slots_;
  std::vector<Hashed> by_hash_;  // of plain nodes
  py::dict by_value_;
};

}  // namespace grundy::python
