// What a quotient looks like: names of elements, a presentation, and the parts that a finite
// commutative monoid has.
//
// Generators are called a, b, c, … in the order of their letters; an element is written by its
// least word, "ab²". Relations: a word that is not least, though all its proper parts are, equals
// its element's least word; from these all others follow (they are the reduced Gröbner basis of the
// monoid in the order of words, Rosales and García-Sánchez 1999). An element x belongs to the
// idempotent among its powers; those of one idempotent e are an archimedean component, and xe are
// its group. The kernel, the least ideal, is the component of the product of all idempotents, and a
// group.
// Example: nim with heaps up to 2 has ⟨a, b | a² = 1, b³ = b⟩ of order 6, kernel {b, b², ab, ab²},
// P = {a, b²}.
#pragma once
#include <string>
#include <vector>

#include "engine/misere/monoid.h"

namespace grundy::misere {

/// "a", …, "z", "a1", …
std::string generator_name(size_t generator);

enum class Script { text, latex };
/// "1", "ab²"; in LaTeX "ab^{2}". The word is sorted.
std::string word_text(const std::vector<uint32_t>& word, Script script);
std::string element_text(const Monoid& monoid, Element x, Script script);

struct Relation {
  std::vector<uint32_t> word;
  Element equal = 0;
};
std::vector<Relation> relations(const Monoid& monoid);

struct Component {
  Element idempotent = 0;
  std::vector<Element> elements;  // ascending
  size_t group = 0;               // the order of its group
};
/// By idempotent, ascending.
std::vector<Component> components(const Monoid& monoid);
/// Which of them is the least ideal.
size_t kernel(const Monoid& monoid, const std::vector<Component>& components);

/// Whether it is the quotient of nim with heaps below 2^n for some n: {0}, {1, a}, or {1, a} and a
/// kernel of n copies of Z₂ with P = {a, its identity} (Plambeck and Siegel 2008, §5).
bool is_tame(const Monoid& monoid);

}  // namespace grundy::misere
