// ProofNumber: whether a part has value n, by the line of play that is easiest to prove.
//
// Problem: where play is long and replies are forced, as in Fission, a search that asks for the
// value of one option after the other drowns in the first of them, while a few hundred positions
// settle the question.
// Idea: a part has value n when who moves in the sum of the part and a nim heap of n loses. A tree
// of such sums is grown at its cheapest end: each keeps how many positions at least must still turn
// out well for the one who moves to win (won), and for the other (lost) (Allis, van der Meulen and
// van den Herik 1994). Sums met in two ways are one node; so numbers of nodes are not added but the
// greatest is taken and one for each sibling (Ueda, Hashimoto, Hashimoto and Iida 2008). Options
// that fall apart have all parts but the costliest as exact values, from the search in set.
// Example: a stone of Fission in the middle of 6 × 6 cells: 300 positions, where the search in set
// looks at a million. Play of the game must be known to end: where a sum could come again, a line
// of play proves nothing.
// Cost: an expansion lists the options of one part; memory for every option of every part listed.
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/board/in_set.h"

namespace grundy {

template <class Mover>
class ProofNumber {
 public:
  using Part = typename Mover::Part;
  ProofNumber(Mover& mover, PartTable& table, Budget& budget)
      : mover_(mover), table_(table), budget_(budget), values_(mover, table, budget) {
    values_.set_play_ends(true);
  }
  ProofNumber(const ProofNumber&) = delete;
  ProofNumber& operator=(const ProofNumber&) = delete;
  ~ProofNumber() {
    if (!nodes_.empty()) budget_.give_back_memory(kMostBytes);
  }

  /// The part's value, if looking at so many more options tells it: the first n for which who moves
  /// loses.
  std::optional<uint64_t> value(const Part& part, uint64_t options) {
    for (; !gave_up_; ++sought_) {
      const std::optional<bool> has = has_value(part, sought_, options);
      if (!has) return {};
      if (*has) return sought_;
    }
    return {};
  }

  std::optional<bool> has_value(const Part& part, uint64_t n, uint64_t options) {
    if (nodes_.empty() && !budget_.take_memory(kMostBytes)) gave_up_ = true;
    if (gave_up_) return {};
    most_ = work_.options + options;
    const uint32_t root = node_of({part}, n);
    grow(root, kInfinite, kInfinite);
    const Node& node = nodes_[root];
    if (node.won != 0 && node.lost != 0) return {};
    return node.lost == 0;
  }

  const SearchWork& work() const { return work_; }

 private:
  static constexpr uint32_t kInfinite = 1u << 30;
  static constexpr size_t kMostNodes = 100'000;
  static constexpr uint64_t kMostBytes = kMostNodes * (sizeof(Part) + 200);

  /// For the one who moves.
  struct Node {
    uint32_t won = 1;   // positions that must still turn out well; 0: it is won
    uint32_t lost = 1;  // 0: it is lost
    uint64_t heap = 0;
    bool is_open = false;  // its options are listed
    bool is_on_path = false;
    std::vector<Part> parts;  // the costliest is last
    std::vector<uint32_t> options;
  };
  struct NodeKey {
    PartKey part;
    uint64_t heap;
    friend bool operator==(const NodeKey&, const NodeKey&) = default;
  };
  struct NodeHash {
    size_t operator()(const NodeKey& key) const {
      return (key.part.low * 0x9E3779B97F4A7C15 ^ key.part.high) * 0xD6E8FEB86659FD93 + key.heap;
    }
  };

  uint32_t node_of(std::vector<Part> parts, uint64_t heap) {
    if (parts.size() == 1) {
      const auto [at, fresh] =
          index_.try_emplace({mover_.key(parts[0]), heap}, static_cast<uint32_t>(nodes_.size()));
      if (!fresh) return at->second;
    }
    nodes_.push_back({});
    nodes_.back().heap = heap;
    nodes_.back().parts = std::move(parts);
    return static_cast<uint32_t>(nodes_.size() - 1);
  }
  uint32_t settled_node(bool lost) {
    uint32_t& node = lost ? lost_ : won_;
    if (node == 0) {
      nodes_.push_back({});
      nodes_.back().won = lost ? kInfinite : 0;
      nodes_.back().lost = lost ? 0 : kInfinite;
      node = static_cast<uint32_t>(nodes_.size());
    }
    return node - 1;
  }

  /// A node of the sum; parts that are known are in the heap.
  uint32_t sum_node(std::span<const Part> sum, uint64_t heap) {
    std::vector<Part> parts;
    for (const Part& part : sum) {
      ++work_.parts;
      if (const Known known = table_.find(mover_.key(part)); known.is_exact) {
        ++work_.hits;
        heap ^= known.value;
        continue;
      }
      const auto twin = std::find_if(parts.begin(), parts.end(), [&](const Part& other) {
        return mover_.key(other) == mover_.key(part);
      });
      if (twin != parts.end()) {
        parts.erase(twin);
      } else {
        parts.push_back(part);
      }
    }
    if (parts.empty()) return settled_node(heap == 0);
    std::stable_sort(parts.begin(), parts.end(),
                     [&](const Part& a, const Part& b) { return mover_.cost(a) < mover_.cost(b); });
    return node_of(std::move(parts), heap);
  }

  /// Lists the options of a node, after the values of all its parts but one. False: its share is
  /// used up, or it gave up.
  bool open(uint32_t at) {
    while (nodes_[at].parts.size() > 1) {
      if (work_.options >= most_) return false;
      values_.set_most(values_.work().options + (most_ - work_.options));
      const SearchWork before = values_.work();
      const Part part = nodes_[at].parts.front();
      const Attempt<uint64_t> value = values_.value(part);
      work_ += values_.work() - before;
      if (!value) {
        gave_up_ = gave_up_ || work_.options < most_;
        return false;
      }
      nodes_[at].heap ^= *value;
      nodes_[at].parts.erase(nodes_[at].parts.begin());
    }
    const Part part = nodes_[at].parts.front();
    const uint64_t heap = nodes_[at].heap;
    std::vector<uint32_t> options;
    ++work_.expansions;
    const auto add = [&](uint32_t option) {
      if (nodes_[option].won != 0) options.push_back(option);
      return nodes_[option].lost != 0;
    };
    bool enough = false;
    auto listed = mover_.options(part, [&](std::span<const Part> sum, uint32_t) {
      ++work_.options;
      enough = !add(sum_node(sum, heap));
      return !enough;
    });
    if (!listed) {
      gave_up_ = true;
      return false;
    }
    for (uint64_t less = 0; less < heap && !enough; ++less) enough = !add(node_of({part}, less));
    std::sort(options.begin(), options.end());
    options.erase(std::unique(options.begin(), options.end()), options.end());
    nodes_[at].options = std::move(options);
    nodes_[at].is_open = true;
    return true;
  }

  void look(uint32_t at) {
    uint32_t won = kInfinite;
    uint32_t lost = 0;
    uint32_t siblings = 0;
    for (const uint32_t option : nodes_[at].options) {
      won = std::min(won, nodes_[option].lost);
      if (nodes_[option].won == 0) continue;
      lost = std::max(lost, nodes_[option].won);
      ++siblings;
    }
    if (siblings > 1 && lost < kInfinite) lost += siblings - 1;
    if (won == 0) lost = kInfinite;
    if (lost == 0) won = kInfinite;
    nodes_[at].won = won;
    nodes_[at].lost = lost;
    if (lost == 0 && nodes_[at].parts.size() == 1)
      table_.put(mover_.key(nodes_[at].parts.front()), {true, nodes_[at].heap, 0}, 1, budget_);
  }

  /// Grows the tree below a node until one of its numbers reaches its limit or the options are used
  /// up.
  void grow(uint32_t at, uint32_t most_won, uint32_t most_lost) {
    if (!nodes_[at].is_open) {
      if (nodes_[at].won == 0 || nodes_[at].lost == 0) return;
      gave_up_ = gave_up_ || nodes_.size() > kMostNodes;
      if (gave_up_ || !open(at)) return;
    }
    nodes_[at].is_on_path = true;
    while (true) {
      look(at);
      const Node& node = nodes_[at];
      if (node.won == 0 || node.lost == 0 || node.won >= most_won || node.lost >= most_lost) break;
      if (work_.options >= most_ || gave_up_ || budget_.spent()) break;
      uint32_t best = 0;
      uint32_t least = kInfinite;
      uint32_t second = kInfinite;
      for (const uint32_t option : node.options) {
        const Node& one = nodes_[option];
        if (one.won == 0) continue;
        if (one.lost < least || (one.lost == least && one.won < nodes_[best].won)) {
          second = least;
          least = one.lost;
          best = option;
        } else {
          second = std::min(second, one.lost);
        }
      }
      if (nodes_[best].is_on_path) {
        gave_up_ = true;  // play goes round
        break;
      }
      const uint32_t others = node.lost - nodes_[best].won;
      grow(best, most_lost >= kInfinite ? kInfinite : most_lost - std::min(others, most_lost - 1),
           std::min(most_won, second >= kInfinite ? kInfinite : second + second / 4 + 1));
    }
    nodes_[at].is_on_path = false;
  }

  Mover& mover_;
  PartTable& table_;
  Budget& budget_;
  InSet<Mover> values_;
  SearchWork work_;
  uint64_t most_ = 0;
  uint64_t sought_ = 0;
  bool gave_up_ = false;
  uint32_t won_ = 0;  // its index and one
  uint32_t lost_ = 0;
  std::vector<Node> nodes_;
  std::unordered_map<NodeKey, uint32_t, NodeHash> index_;
};

}  // namespace grundy
