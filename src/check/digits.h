// The checker's own automata: conditions on natural numbers, read digit by digit, the most
// significant first.
//
// A Machine is a condition built by "and", "or" and "not" from atoms: linear terms, exclusive-ors,
// powers, and a law whose automaton the certificate has. Its state is one number an atom; nothing
// is minimised or made deterministic, for every atom is so. What is read is one digit of each
// number at once; words that are not greedy are refused. A linear atom keeps the vector s for which
// the sum read so far is Σ s(i)·U(r + d - i) when r digits are to come, and knows when its sign is
// settled: with C the factors against it, g(r) = value - C·U(r) obeys the recurrence, so that d
// neighbours beyond the bound settle all that follow.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace grundy::digits {

/// U(n) = Σ a(i)·U(n - i): base k for one number, 1 <= b <= a for two, tribonacci for 1 1 1.
struct System {
  std::vector<int64_t> recurrence;
  std::vector<int64_t> terms;  // U(0), U(1), …, while they are below 2^56
  int digits = 2;

  /// Nothing for numbers that name no system.
  static std::optional<System> of(const std::vector<int64_t>& numbers);
  /// The state behind a digit, which tells whether a word is greedy; -1 when it is not. It begins
  /// with 0.
  int follow(int state, int digit) const;
};

/// A deterministic automaton as a certificate has it.
struct Table {
  size_t letters = 1;
  std::vector<uint32_t> target;  // states × letters
  std::vector<bool> accepting;
};

/// Σ factors[t]·track t + constant.
struct Sum {
  std::map<int, int64_t> factors;
  int64_t constant = 0;
  friend Sum operator+(Sum a, const Sum& b);
  friend Sum operator*(int64_t factor, Sum a);
};
Sum track(int number);
Sum number(int64_t n);

struct Node {
  enum class Kind { atom, all, any, no };
  Kind kind = Kind::all;
  size_t atom = 0;
  std::vector<Node> parts;
};
Node all(std::vector<Node> parts);
Node any(std::vector<Node> parts);
Node no(Node part);

using State = std::vector<int32_t>;

class Machine {
 public:
  explicit Machine(const System& system) : system_(system) {}

  Node zero(const Sum& sum) { return linear(sum, true); }
  Node at_most_zero(const Sum& sum) { return linear(sum, false); }
  Node nim_sum(int x, int y, int z);
  Node power(int x, int64_t k);  // k is a power of the base
  Node fibonacci(int x);         // of Zeckendorf's system: at most one digit is 1
  Node law(const Table& table, const std::vector<int>& tracks);

  /// How many numbers are read: 1 + the greatest track.
  void set_tracks(int count) { tracks_ = count; }
  int tracks() const { return tracks_; }
  size_t letters() const;
  const System& system() const { return system_; }

  State start();
  /// Empty where no word goes on so, or `root` cannot become true any more.
  State next(const State& state, size_t letter, const Node& root);
  bool accepts(const State& state, const Node& root) const;

 private:
  struct Atom {
    enum class Kind { linear, nim_sum, power, fibonacci, law };
    Kind kind = Kind::linear;
    Sum sum;
    bool equality = false;
    std::vector<int> tracks;
    int64_t period = 1;  // of a power's digits
    const Table* table = nullptr;
    // Of a linear atom: its vectors, and their numbers. 0 is never, 1 always.
    std::map<std::array<int64_t, 3>, int32_t> numbers;
    std::vector<std::array<int64_t, 3>> vectors;
  };
  enum class Future { never, open, always };

  Node linear(const Sum& sum, bool equality);
  Node added(Atom atom);
  int32_t number_of(Atom& atom, const std::array<int64_t, 3>& vector) const;
  int64_t value(const std::array<int64_t, 3>& vector, size_t r) const;
  bool settled(const Atom& atom, const std::array<int64_t, 3>& vector, int sign,
               int64_t bound) const;
  bool true_at(const Atom& atom, int32_t state) const;
  Future future(const Node& node, const State& state) const;
  bool holds(const Node& node, const State& state) const;

  const System& system_;
  int tracks_ = 0;
  std::vector<Atom> atoms_;
};

}  // namespace grundy::digits
