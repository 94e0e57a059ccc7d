/// @file grundy: who wins an impartial combinatorial game, and why. All of the library; it begins
/// at session.h.
///
/// @code
/// grundy::Session session;
/// std::cout << session.value("kayles(10) + nim(3)")->text() << '\n';
/// // 1
/// @endcode
#pragma once
#include "grundy/batch.h"
#include "grundy/contest.h"
#include "grundy/count.h"
#include "grundy/error.h"
#include "grundy/game.h"
#include "grundy/graph.h"
#include "grundy/match.h"
#include "grundy/misere.h"
#include "grundy/outcome.h"
#include "grundy/position.h"
#include "grundy/sequence.h"
#include "grundy/session.h"
#include "grundy/setter.h"
#include "grundy/table.h"
#include "grundy/theorem.h"
#include "grundy/value.h"

namespace grundy::face {

/// "0.1.0"
const char* version();

}  // namespace grundy::face
