#include "proof/witness_rows.h"

namespace grundy {

WitnessRows::WitnessRows(size_t variables, const std::vector<int64_t>& moduli)
    : variables_(variables) {
  for (size_t i = 0; i < variables; ++i) columns_.push_back(i);
  for (size_t i = 0; i < moduli.size(); ++i) {
    if (moduli[i] == 1) continue;
    columns_[i] = variables_ + lets_.size();
    Row quotient{std::vector<int64_t>(columns_[i] + 2, 0)};
    quotient.numbers[0] = moduli[i];
    quotient.numbers[1 + i] = 1;
    lets_.push_back(std::move(quotient));
  }
}

Row WitnessRows::row(isl_aff* aff, int64_t& d) {
  d = integer(isl_aff_get_denominator_val(aff));
  isl_ctx* context = isl_aff_get_ctx(aff);
  auto scaled = [&](isl_val* value) {
    return integer(isl_val_mul(value, isl_val_int_from_si(context, d)));
  };
  std::vector<int64_t> numbers(variables_ + lets_.size(), 0);
  for (size_t i = 0; i < columns_.size(); ++i)
    numbers[columns_[i]] =
        scaled(isl_aff_get_coefficient_val(aff, isl_dim_in, static_cast<int>(i)));
  const int divisions = isl_aff_dim(aff, isl_dim_div);
  for (int k = 0; k < divisions; ++k) {
    const int64_t factor = scaled(isl_aff_get_coefficient_val(aff, isl_dim_div, k));
    if (factor == 0) continue;
    const isl::Aff inner(isl_aff_get_div(aff, k));
    const size_t at = let(inner.keep());
    if (numbers.size() <= at) numbers.resize(at + 1, 0);
    numbers[at] += factor;
  }
  numbers.resize(variables_ + lets_.size(), 0);
  numbers.push_back(scaled(isl_aff_get_constant_val(aff)));
  return {std::move(numbers)};
}

Row WitnessRows::exact(isl_aff* aff) {
  int64_t d = 1;
  Row result = row(aff, d);
  if (d == 1) return result;
  const size_t at = let(aff);
  result.numbers.assign(variables_ + lets_.size() + 1, 0);
  result.numbers[at] = 1;
  return result;
}

Row WitnessRows::residue(size_t coordinate, int64_t modulus, int64_t residue) const {
  std::vector<int64_t> numbers(variables_ + lets_.size() + 1, 0);
  numbers[coordinate] = 1;
  numbers[columns_[coordinate]] = -modulus;
  numbers.back() = -residue;
  return {std::move(numbers)};
}

void WitnessRows::widen(std::vector<Row>& rows) const {
  for (Row& one : rows) {
    const size_t wanted = variables_ + lets_.size() + 1;
    one.numbers.insert(one.numbers.end() - 1, wanted - one.numbers.size(), 0);
  }
}

size_t WitnessRows::let(isl_aff* aff) {
  int64_t d = 1;
  Row inner = row(aff, d);
  inner.numbers.insert(inner.numbers.begin(), d);
  for (size_t i = 0; i < lets_.size(); ++i) {
    Row known = lets_[i];
    known.numbers.insert(known.numbers.end() - 1, inner.numbers.size() - known.numbers.size(), 0);
    if (known == inner) return variables_ + i;
  }
  lets_.push_back(std::move(inner));
  return variables_ + lets_.size() - 1;
}

int64_t WitnessRows::integer(isl_val* value) {
  const isl::Val owned(value);
  const bool small = owned && isl_val_is_int(value) == isl_bool_true &&
                     isl_val_cmp_si(value, static_cast<int64_t>(kMaxCertificateNumber)) <= 0 &&
                     isl_val_cmp_si(value, -static_cast<int64_t>(kMaxCertificateNumber)) >= 0;
  failed_ = failed_ || !small;
  return small ? isl_val_get_num_si(value) : 0;
}

}  // namespace grundy
