// The form of a part of a graph: numbers that are the same only for parts that differ in nothing
// but the names of cells.
//
// Problem: parts of a graph that are alike lie on different vertices; claims about one are to hold
// for all.
// Idea: the cells of the part are put in an order, and the form lists, in that order, what each
// cell is, its letter, and to which cells steps lead from it. Equal forms have an isomorphism, cell
// by cell in their orders, whatever the orders are; moves are drawn along steps, and never speak of
// names, so they are the same. To find the same order for the same part, cells are told apart by
// letter, by their neighbours, by those of the neighbours, …; where some are alike to the last,
// each of them is tried as the first, and the least list is taken, as long as that is not too much
// work.
// Example: the two ends of a path of three vertices are alike, and its form is that of any other
// such path.
// Cost: cells times steps times rounds for each order; at most 64 orders.
#pragma once
#include <cstdint>
#include <vector>

#include "rule/space.h"

namespace grundy {

/// `letters`: of each cell of the place; below 0: it is no cell of the part.
std::vector<uint32_t> graph_form(const Place& place, const std::vector<int8_t>& letters);

}  // namespace grundy
