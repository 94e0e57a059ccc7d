#include "check/digits.h"

#include <algorithm>

namespace grundy::digits {
namespace {

constexpr int64_t kMostTerm = int64_t{1} << 40;
constexpr int64_t kMostEntry = int64_t{1} << 20;  // of a vector: its value fits with room

}  // namespace

std::optional<System> System::of(const std::vector<int64_t>& numbers) {
  System system;
  system.recurrence = numbers;
  if (numbers.size() == 1) {
    if (numbers[0] < 2 || numbers[0] > 64) return std::nullopt;
    system.digits = static_cast<int>(numbers[0]);
    system.terms = {1};
  } else if (numbers.size() == 2) {
    if (numbers[1] < 1 || numbers[0] < numbers[1] || numbers[0] > 16) return std::nullopt;
    system.digits = static_cast<int>(numbers[0]) + 1;
    system.terms = {1, numbers[0] + 1};
  } else if (numbers == std::vector<int64_t>{1, 1, 1}) {
    system.terms = {1, 2, 4};
  } else {
    return std::nullopt;
  }
  while (system.terms.back() < kMostTerm) {
    int64_t next = 0;
    for (size_t i = 0; i < numbers.size(); ++i)
      next += numbers[i] * system.terms[system.terms.size() - 1 - i];
    system.terms.push_back(next);
  }
  return system;
}

int System::follow(int state, int digit) const {
  if (recurrence.size() == 1) return 0;
  if (recurrence.size() == 3) return digit == 0 ? 0 : state == 2 ? -1 : state + 1;
  if (state == 1) return digit < recurrence[1] ? 0 : -1;
  return digit == recurrence[0] ? 1 : 0;
}

Sum operator+(Sum a, const Sum& b) {
  for (const auto& [t, factor] : b.factors) a.factors[t] += factor;
  a.constant += b.constant;
  return a;
}
Sum operator*(int64_t factor, Sum a) {
  for (auto& [t, f] : a.factors) f *= factor;
  a.constant *= factor;
  return a;
}
Sum track(int number) { return {{{number, 1}}, 0}; }
Sum number(int64_t n) { return {{}, n}; }

Node all(std::vector<Node> parts) { return {Node::Kind::all, 0, std::move(parts)}; }
Node any(std::vector<Node> parts) { return {Node::Kind::any, 0, std::move(parts)}; }
Node no(Node part) { return {Node::Kind::no, 0, {std::move(part)}}; }

Node Machine::added(Atom atom) {
  atoms_.push_back(std::move(atom));
  return {Node::Kind::atom, atoms_.size() - 1, {}};
}

Node Machine::linear(const Sum& sum, bool equality) {
  Atom atom;
  atom.sum = sum;
  std::erase_if(atom.sum.factors, [](const auto& f) { return f.second == 0; });
  atom.equality = equality;
  atom.vectors.resize(2);
  return added(std::move(atom));
}

Node Machine::nim_sum(int x, int y, int z) {
  Atom atom;
  atom.kind = Atom::Kind::nim_sum;
  atom.tracks = {x, y, z};
  return added(std::move(atom));
}

Node Machine::power(int x, int64_t k) {
  Atom atom;
  atom.kind = Atom::Kind::power;
  atom.tracks = {x};
  atom.period = 0;
  for (int64_t rest = k; rest > 1; rest /= system_.digits) ++atom.period;
  return added(std::move(atom));
}

Node Machine::fibonacci(int x) {
  Atom atom;
  atom.kind = Atom::Kind::fibonacci;
  atom.tracks = {x};
  return added(std::move(atom));
}

Node Machine::law(const Table& table, const std::vector<int>& tracks) {
  Atom atom;
  atom.kind = Atom::Kind::law;
  atom.tracks = tracks;
  atom.table = &table;
  return added(std::move(atom));
}

size_t Machine::letters() const {
  size_t count = 1;
  for (int t = 0; t < tracks_ && count < (size_t{1} << 24); ++t)
    count *= static_cast<size_t>(system_.digits);
  return count;
}

int64_t Machine::value(const std::array<int64_t, 3>& vector, size_t r) const {
  int64_t sum = 0;
  const size_t order = system_.recurrence.size();
  for (size_t i = 0; i < order; ++i) sum += vector[i] * system_.terms[r + order - 1 - i];
  return sum;
}

/// Whether sign·(sum) > bound whatever digits follow, however many.
bool Machine::settled(const Atom& atom, const std::array<int64_t, 3>& vector, int sign,
                      int64_t bound) const {
  int64_t against = 0;
  for (const auto& [t, factor] : atom.sum.factors)
    against += sign * factor < 0 ? std::abs(factor) : 0;
  const int64_t least = bound - sign * atom.sum.constant - against;
  size_t in_row = 0;
  for (size_t r = 0;
       r + system_.recurrence.size() <= system_.terms.size() && system_.terms[r] < kMostEntry;
       ++r) {
    const int64_t g = sign * value(vector, r) - against * system_.terms[r];
    if (g <= least) return false;
    in_row = g >= 0 ? in_row + 1 : 0;
    if (in_row == system_.recurrence.size()) return true;
  }
  return false;
}

int32_t Machine::number_of(Atom& atom, const std::array<int64_t, 3>& vector) const {
  const auto found = atom.numbers.find(vector);
  if (found != atom.numbers.end()) return found->second;
  int32_t at = static_cast<int32_t>(atom.vectors.size());
  if (settled(atom, vector, 1, 0)) {
    at = 0;
  } else if (settled(atom, vector, -1, atom.equality ? 0 : -1)) {
    at = atom.equality ? 0 : 1;
  } else {
    atom.vectors.push_back(vector);
  }
  atom.numbers.emplace(vector, at);
  return at;
}

State Machine::start() {
  State state(static_cast<size_t>(tracks_), 0);
  for (Atom& atom : atoms_)
    state.push_back(atom.kind == Atom::Kind::linear ? number_of(atom, {}) : 0);
  return state;
}

State Machine::next(const State& state, size_t letter, const Node& root) {
  std::vector<int> digit(static_cast<size_t>(tracks_));
  State to;
  for (size_t t = 0; t < digit.size(); ++t) {
    digit[t] = static_cast<int>(letter % static_cast<size_t>(system_.digits));
    letter /= static_cast<size_t>(system_.digits);
    to.push_back(system_.follow(state[t], digit[t]));
    if (to.back() < 0) return {};
  }
  const auto of = [&](int t) { return digit[static_cast<size_t>(t)]; };
  for (Atom& atom : atoms_) {
    const int32_t here = state[to.size()];
    switch (atom.kind) {
      case Atom::Kind::linear: {
        if (here < 2) {
          to.push_back(here);
          break;
        }
        const std::array<int64_t, 3> s = atom.vectors[static_cast<size_t>(here)];
        int64_t read = 0;
        for (const auto& [t, factor] : atom.sum.factors) read += factor * of(t);
        std::array<int64_t, 3> v{};
        const size_t order = system_.recurrence.size();
        for (size_t i = 0; i < order; ++i) {
          v[i] = system_.recurrence[i] * s[0] + (i + 1 < order ? s[i + 1] : read);
          if (std::abs(v[i]) > kMostEntry) return State{-1};
        }
        to.push_back(number_of(atom, v));
        break;
      }
      case Atom::Kind::nim_sum:
        to.push_back(
            here == 0 && (of(atom.tracks[0]) ^ of(atom.tracks[1])) == of(atom.tracks[2]) ? 0 : -1);
        break;
      case Atom::Kind::power: {
        // 0: zeros; 1 + i: behind the one, i zeros modulo the period.
        const int d = of(atom.tracks[0]);
        to.push_back(here == 0 && d <= 1  ? d
                     : here > 0 && d == 0 ? static_cast<int32_t>(1 + here % atom.period)
                                          : -1);
        break;
      }
      case Atom::Kind::fibonacci: {
        const int d = of(atom.tracks[0]);
        to.push_back(here < 0 || here + d > 1 ? -1 : here + d);
        break;
      }
      case Atom::Kind::law: {
        size_t own = 0, place = 1;
        for (const int t : atom.tracks) {
          own += place * static_cast<size_t>(of(t));
          place *= static_cast<size_t>(system_.digits);
        }
        to.push_back(static_cast<int32_t>(
            atom.table->target[static_cast<size_t>(here) * atom.table->letters + own]));
        break;
      }
    }
  }
  return future(root, to) == Future::never ? State{} : to;
}

bool Machine::true_at(const Atom& atom, int32_t state) const {
  switch (atom.kind) {
    case Atom::Kind::linear: {
      if (state < 2) return state == 1;
      const int64_t sum = value(atom.vectors[static_cast<size_t>(state)], 0) + atom.sum.constant;
      return atom.equality ? sum == 0 : sum <= 0;
    }
    case Atom::Kind::nim_sum:
      return state == 0;
    case Atom::Kind::power:
      return state == 1;
    case Atom::Kind::fibonacci:
      return state >= 0;
    case Atom::Kind::law:
      return atom.table->accepting[static_cast<size_t>(state)];
  }
  return false;
}

Machine::Future Machine::future(const Node& node, const State& state) const {
  switch (node.kind) {
    case Node::Kind::atom: {
      const Atom& atom = atoms_[node.atom];
      const int32_t here = state[static_cast<size_t>(tracks_) + node.atom];
      if (here < 0) return Future::never;
      if (atom.kind == Atom::Kind::linear && here < 2)
        return here == 0 ? Future::never : Future::always;
      return Future::open;
    }
    case Node::Kind::all:
    case Node::Kind::any: {
      const Future decisive = node.kind == Node::Kind::all ? Future::never : Future::always;
      const Future neutral = node.kind == Node::Kind::all ? Future::always : Future::never;
      Future result = neutral;
      for (const Node& part : node.parts) {
        const Future f = future(part, state);
        if (f == decisive) return decisive;
        if (f == Future::open) result = Future::open;
      }
      return result;
    }
    case Node::Kind::no: {
      const Future f = future(node.parts[0], state);
      return f == Future::never    ? Future::always
             : f == Future::always ? Future::never
                                   : Future::open;
    }
  }
  return Future::open;
}

bool Machine::holds(const Node& node, const State& state) const {
  const auto part_holds = [&](const Node& part) { return holds(part, state); };
  switch (node.kind) {
    case Node::Kind::atom: {
      const int32_t here = state[static_cast<size_t>(tracks_) + node.atom];
      return here >= 0 && true_at(atoms_[node.atom], here);
    }
    case Node::Kind::all:
      return std::all_of(node.parts.begin(), node.parts.end(), part_holds);
    case Node::Kind::any:
      return std::any_of(node.parts.begin(), node.parts.end(), part_holds);
    case Node::Kind::no:
      return !holds(node.parts[0], state);
  }
  return false;
}

bool Machine::accepts(const State& state, const Node& root) const { return holds(root, state); }

}  // namespace grundy::digits
