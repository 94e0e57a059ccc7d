// In the place of src/engine/board/company.h where there are no threads: every search is alone.
#pragma once
#include <cstdint>
#include <optional>

#include "engine/board/in_set.h"

namespace grundy {

template <class Mover>
class Company {
 public:
  Company(Mover& /*mover*/, PartTable& /*table*/, Budget& /*whole*/) {}
  void look(const typename Mover::Part& /*part*/, std::optional<uint64_t> /*n*/) {}
  void leave() {}
  SearchWork work() const { return {}; }
};

template <class Mover, class Made>
void invite(std::optional<Company<Mover>>& /*company*/, std::optional<Mover>& /*second*/,
            const Made& /*of*/, InSet<Mover>& /*search*/, PartTable& /*table*/,
            Budget& /*budget*/) {}

}  // namespace grundy
