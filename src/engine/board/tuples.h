// Lists whose lengths no move changes, by the engines of games of numbers.
//
// Problem: positions of wythoffs([60, 50, 40]) are 100,000 lists, each of which is listed, sorted
// and looked up.
// Idea: lists of fixed length are tuples (rewriting/fixed_lists.h), and the plan of that game of
// numbers has tables by machine code, laws for far positions and automata. A bag is any order of
// its numbers.
// Example: wythoffs([1000, 1618]) is a position of a game g(a1, a2) of three lines.
// Cost: that of the game of numbers. A bag of n numbers is up to n! tuples: long bags are left to
// the search.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* tuples_engine();

}  // namespace grundy
