// The closed forms: games solved by a theorem. Each function is defined in the file of its name.
#pragma once
#include "analysis/subtraction_set.h"
#include "engine/engine.h"
#include "engine/native.h"

namespace grundy {

// Families recognised in rule files.
const Engine* closed_form_engine();
const Engine* nim_engine();
const Engine* subtract_engine();

// Games of lists, matrices and graphs, to be entered in native_games().
const NativeGame* cascade_game();
const NativeGame* dag_game();  // graph/dag.cc
const NativeGame* election_game();
const NativeGame* green_hackenbush_game();
const NativeGame* moore_game();
const NativeGame* nullify_game();
const NativeGame* pathset_game();
const NativeGame* stair_game();
const NativeGame* undirected_geography_game();
/// Coins in a row, and in a rectangle, where a move turns those of two rows' moves at once (turning_coins.cc).
enum class CoinGame { mock_turtles, ruler, turtles };
const NativeGame* coin_game(CoinGame game);
const NativeGame* coin_product_game(CoinGame x, CoinGame y);

}  // namespace grundy
