#include "rule/position.h"

namespace grundy {

std::string to_string(const Coordinates& coordinates) {
  std::string text = "(";
  for (const Natural& c : coordinates) {
    if (text.size() > 1) text += ", ";
    text += c.to_string();
  }
  return text + ")";
}

}  // namespace grundy
