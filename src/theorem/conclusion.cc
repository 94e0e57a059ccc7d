#include "theorem/conclusion.h"

namespace grundy {

Attempt<bool> Conclusion::is_lost(const Coordinates& position, const Budget& budget) const {
  const Attempt<Ordinal> found = value(position, budget);
  if (!found) return found.error();
  return found->is_zero();
}

std::optional<Attempt<Conclusion::Options>> Conclusion::options_of_value(const Coordinates&,
                                                                         const Ordinal&, size_t,
                                                                         const Budget&) const {
  return std::nullopt;
}

Error tells_no_values() { return Error::declined("a theorem tells who wins, but not the values"); }

Attempt<Ordinal> ListConclusion::value(const BoardPosition&, const Budget&) const {
  return tells_no_values();
}

Attempt<bool> ListConclusion::is_lost(const BoardPosition& position, const Budget& budget) const {
  const Attempt<Ordinal> found = value(position, budget);
  if (!found) return found.error();
  return found->is_zero();
}

std::optional<Attempt<std::vector<BoardPosition>>> ListConclusion::options_of_value(
    const BoardPosition&, const Ordinal&, const Budget&) const {
  return std::nullopt;
}

std::unique_ptr<Conclusion> conclusion_by(std::string_view name,
                                          const std::vector<uint64_t>& letters) {
  if (name == "taken_divisors") return taken_divisors(true);
  if (name == "taken_proper_divisors") return taken_divisors(false);
  if (name == "left_divisors") return left_divisors();
  if (name == "divided_by_a_prime") return divided_by_primes(false);
  if (name == "divided_by_a_prime_power") return divided_by_primes(true);
  if (name == "left_others") return left_others();
  if (name == "coprimes") return taken_coprimes(false);
  if (name == "coprimes_or_one") return taken_coprimes(true);
  if (name == "inner_divisors") return inner_divisors();
  if (name == "subtractions") return subtractions();
  if (name == "ones") return ones(false);
  if (name == "progressions") return progressions();
  if (name == "parity_of_ones") return ones(true);
  if (name == "euclid" && letters.size() == 1) return euclid(letters[0], false);
  if (name == "euclid_either" && letters.size() == 1) return euclid(letters[0], true);
  if (name == "euclid_powers") return euclid_powers(PairOrder::kept);
  if (name == "euclid_powers_in_order") return euclid_powers(PairOrder::sorted);
  if (name == "euclid_powers_divisor_first") return euclid_powers(PairOrder::divisor_first);
  return nullptr;
}

std::unique_ptr<ListConclusion> list_conclusion_by(std::string_view name) {
  if (name == "first_pile") return first_pile(true);
  if (name == "first_pile_left_empty") return first_pile(false);
  if (name == "end_nim") return end_nim(true);
  if (name == "end_nim_left_empty") return end_nim(false);
  if (name == "candies") return candies();
  if (name == "staircase") return staircase();
  if (name == "boxes_modulo_6") return boxes_modulo_6();
  if (name == "welter") return welter_coins();
  if (name == "every_pile") return every_pile(false);
  if (name == "every_pile_stays") return every_pile(true);
  return nullptr;
}

}  // namespace grundy
