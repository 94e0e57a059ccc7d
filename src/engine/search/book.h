// The engine of games that are in the book of theorems (theorem/book.h).
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* book_engine();

}  // namespace grundy
