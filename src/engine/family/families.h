// The closed forms: games solved by a theorem. Each function is defined in the file of its name.
#pragma once
#include "analysis/subtraction_set.h"
#include "engine/engine.h"
#include "engine/family/family.h"

namespace grundy {

// Recognised in rule files.
const Engine* closed_form_engine();
const Engine* nim_engine();
const Engine* nim_but_engine();
const Engine* subtract_engine();
const Engine* taken_numbers_engine();

/// The theorems of the families below.
const Engine* family_engine();

// Games of lists, matrices and graphs, to be entered in families() (engine/all_families.h).
const Family* brussels_sprouts_family();
const Family* cascade_family();
const Family* dag_family();
const Family* election_family();
const Family* green_hackenbush_family();
const Family* moore_family();
const Family* nimstring_family();  // entailing/nimstring.cc
const Family* nullify_family();
const Family* pathset_family();
const Family* stair_family();
const Family* undirected_geography_family();
/// Coins in a row, and in a rectangle, where a move turns those of two rows' moves at once
/// (coin_row_game.cc, coin_product.cc).
enum class CoinGame { mock_turtles, ruler, turtles };
const Family* coin_family(CoinGame game);
const Family* coin_product_family(CoinGame x, CoinGame y);

}  // namespace grundy
