// A law as MathML, which browsers draw themselves.
//
//   mathml(Json::parse(to_json(theorem)))   <math …><mrow><mi>g</mi><mo>(</mo> … </mrow></math>
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace grundy::web {

/// Of the JSON object of a theorem; empty where its law is no formula and no period.
std::string mathml(const nlohmann::json& theorem);
/// A term or a condition of the rule language: "(a + 2·b - 1)/2", "n >= m".
std::string math_term(std::string_view term);

}  // namespace grundy::web
