// Whether the rows of a certificate have as many numbers as they need, and of the right kind:
// before it is asked what they mean.
#pragma once
#include <cstddef>

#include "check/text.h"
#include "rule/rule.h"

namespace grundy {

/// How many coefficients a value of a certificate of kind formula has, those of ω^0, ω^1, …
size_t powers(const Certificate& certificate);
/// How many variables witnesses speak of beside the coordinates: the coefficients of the smaller
/// ordinal, or the number that is taken; of kind outcomes none.
size_t asked(const Certificate& certificate);

/// Of kind formula or periodic, or the witnesses of kind outcomes, about this rule. Otherwise the
/// judgement has the first line that is wrong.
bool has_form(const Certificate& certificate, const Rule& rule, Judgement& judgement);

}  // namespace grundy
