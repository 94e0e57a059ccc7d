#include "engine/law/joined_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace grundy {
namespace {

constexpr size_t kMostInTriples = 150;  // atoms of which three are joined
constexpr size_t kMostOuterCases = 60;  // that have another case within
constexpr size_t kMostInnerCases = 3000;
constexpr size_t kMostPairs = 400;  // atoms of which two are joined within a case

class Joining {
 public:
  Joining(std::vector<PlainCondition> atoms, const PointSet& wanted, size_t points, size_t most,
          const Budget& budget)
      : wanted_(wanted), all_(PointSet::all(points)), most_(most), budget_(budget) {
    std::stable_sort(atoms.begin(), atoms.end(),
                     [](const PlainCondition& a, const PlainCondition& b) {
                       return a.text.size() < b.text.size();
                     });
    std::set<PointSet> seen;
    for (PlainCondition& atom : atoms) {
      const bool says_nothing = atom.where.is_empty() || atom.where == all_;
      if ((says_nothing && atom.where != wanted) || !seen.insert(atom.where).second) continue;
      atoms_.push_back(std::move(atom));
    }
  }

  std::vector<std::string> find() {
    for (const PlainCondition& atom : atoms_)
      if (atom.where == wanted_) found_.push_back(atom.text);
    if (end_of_level()) return found_;
    in_region(all_, kMostPairs * 4, [&](std::string text) { found_.push_back(std::move(text)); });
    if (end_of_level()) return found_;
    triples();
    if (end_of_level()) return found_;
    cases(all_, atoms_.size(), [&](std::string text) { found_.push_back(std::move(text)); });
    if (end_of_level()) return found_;
    outer_cases();
    end_of_level();
    return found_;
  }

 private:
  /// Sorts what the level has found; whether that is something, or there is no time for more.
  bool end_of_level() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (found_.size() > most_) found_.resize(most_);
    return !found_.empty() || budget_.spent();
  }

  /// Points of the region, half of them wanted, at which two conditions mostly differ if they do.
  void choose_probes(const PointSet& region) {
    std::vector<size_t> in, out;
    for (const size_t i : region.elements()) (wanted_[i] ? in : out).push_back(i);
    probed_.clear();
    probes_.clear();
    for (size_t k = 0; k < 32; ++k)
      for (const auto* side : {&in, &out})
        if (!side->empty()) probed_.push_back((*side)[k * side->size() / 32]);
    for (const PlainCondition& atom : atoms_) probes_.push_back(probe(atom.where));
    wanted_probe_ = probe(wanted_);
  }
  uint64_t probe(const PointSet& bits) const {
    uint64_t result = 0;
    for (size_t k = 0; k < probed_.size(); ++k) result |= uint64_t{bits[probed_[k]]} << k;
    return result;
  }

  bool agrees(const PointSet& atom, const PointSet& region) const {
    for (size_t w = 0; w < atom.words(); ++w)
      if (((atom.word(w) ^ wanted_.word(w)) & region.word(w)) != 0) return false;
    return true;
  }
  bool covers(const PointSet& atom, const PointSet& region) const {
    for (size_t w = 0; w < atom.words(); ++w)
      if ((wanted_.word(w) & region.word(w) & ~atom.word(w)) != 0) return false;
    return true;
  }
  bool is_within(const PointSet& atom, const PointSet& region) const {
    for (size_t w = 0; w < atom.words(); ++w)
      if ((atom.word(w) & region.word(w) & ~wanted_.word(w)) != 0) return false;
    return true;
  }
  /// The shortest atom that decides in the region; null where there is none.
  const PlainCondition* single(const PointSet& region) const {
    const uint64_t seen = probe(region);
    for (size_t i = 0; i < atoms_.size(); ++i)
      if (((probes_[i] ^ wanted_probe_) & seen) == 0 && agrees(atoms_[i].where, region))
        return &atoms_[i];
    return nullptr;
  }

  /// Two that decide in the region, joined by `and` or by `or`.
  template <class Add>
  void in_region(const PointSet& region, size_t most, const Add& add) const {
    std::vector<const PlainCondition*> above, below;
    for (const PlainCondition& atom : atoms_) {
      if (covers(atom.where, region) && above.size() < most) above.push_back(&atom);
      if (is_within(atom.where, region) && below.size() < most) below.push_back(&atom);
    }
    pairs(
        above, " and ",
        [&](const PointSet& a, const PointSet& b, size_t w) {
          return ((a.word(w) & b.word(w)) ^ wanted_.word(w)) & region.word(w);
        },
        add);
    pairs(
        below, " or ",
        [&](const PointSet& a, const PointSet& b, size_t w) {
          return ((a.word(w) | b.word(w)) ^ wanted_.word(w)) & region.word(w);
        },
        add);
  }
  template <class Differs, class Add>
  void pairs(const std::vector<const PlainCondition*>& atoms, std::string_view word,
             const Differs& differs, const Add& add) const {
    for (size_t i = 0; i < atoms.size(); ++i) {
      if (budget_.spent()) return;
      for (size_t j = i + 1; j < atoms.size(); ++j) {
        bool same = true;
        for (size_t w = 0; w < wanted_.words() && same; ++w)
          same = differs(atoms[i]->where, atoms[j]->where, w) == 0;
        if (same) add(atoms[i]->text + std::string(word) + atoms[j]->text);
      }
    }
  }

  /// Three, joined by `and`.
  void triples() {
    std::vector<const PlainCondition*> above;
    for (const PlainCondition& atom : atoms_)
      if (covers(atom.where, all_) && above.size() < kMostInTriples) above.push_back(&atom);
    for (size_t i = 0; i < above.size(); ++i) {
      if (budget_.spent()) return;
      for (size_t j = i + 1; j < above.size(); ++j) {
        const PointSet both = common_points(above[i]->where, above[j]->where);
        for (size_t k = j + 1; k < above.size(); ++k) {
          bool same = true;
          for (size_t w = 0; w < both.words() && same; ++w)
            same = (both.word(w) & above[k]->where.word(w)) == wanted_.word(w);
          if (same)
            found_.push_back(above[i]->text + " and " + above[j]->text + " and " + above[k]->text);
        }
      }
    }
  }

  std::string if_else(const std::string& of, const std::string& yes, const std::string& no) const {
    if (yes == of) return in_brackets(of) + " or " + in_brackets(no);
    if (no == of) return in_brackets(of) + " and " + in_brackets(yes);
    return fmt::format("{} and {} or not ({}) and {}", in_brackets(of), in_brackets(yes), of,
                       in_brackets(no));
  }
  static std::string in_brackets(const std::string& text) {
    return text.find(" or ") == text.npos && text.find(" and ") == text.npos ? text
                                                                             : "(" + text + ")";
  }

  /// A case whose halves have an atom each; one of the `most` shortest says which half.
  template <class Add>
  void cases(const PointSet& region, size_t most, const Add& add) {
    choose_probes(region);
    for (size_t i = 0; i < std::min(most, atoms_.size()); ++i) {
      if (budget_.spent()) return;
      const PlainCondition& of = atoms_[i];
      const PointSet inside = common_points(of.where, region);
      const PointSet outside = without(region, of.where);
      if (inside.is_empty() || outside.is_empty()) continue;
      const PlainCondition* yes = single(inside);
      if (yes == nullptr) continue;
      const PlainCondition* no = single(outside);
      if (no != nullptr) add(if_else(of.text, yes->text, no->text));
    }
  }

  /// A case of which one half has a case again, or two atoms.
  void outer_cases() {
    struct Outer {
      const PlainCondition* of;
      const PlainCondition* yes;  // or:
      const PlainCondition* no;
    };
    std::vector<Outer> outer;
    choose_probes(all_);
    for (const PlainCondition& of : atoms_) {
      if (budget_.spent() || outer.size() == kMostOuterCases) break;
      const PlainCondition* yes = single(of.where);
      const PlainCondition* no = yes == nullptr ? single(without(all_, of.where)) : nullptr;
      if (yes != nullptr || no != nullptr) outer.push_back({&of, yes, no});
    }
    for (const Outer& one : outer) {
      const auto add = [&](const std::string& text) {
        found_.push_back(one.yes != nullptr ? if_else(one.of->text, one.yes->text, text)
                                            : if_else(one.of->text, text, one.no->text));
      };
      const PointSet open = one.yes != nullptr ? without(all_, one.of->where) : one.of->where;
      in_region(open, kMostPairs, add);
      cases(open, kMostInnerCases, add);
    }
  }

  const PointSet& wanted_;
  PointSet all_;
  size_t most_;
  const Budget& budget_;
  std::vector<PlainCondition> atoms_;  // the shortest first; no two hold at the same points
  std::vector<size_t> probed_;         // points, at most 64
  std::vector<uint64_t> probes_;       // of each atom, a bit for each of these points
  uint64_t wanted_probe_ = 0;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> joined_conditions(std::vector<PlainCondition> atoms,
                                           const PointSet& wanted, size_t points, size_t most,
                                           const Budget& budget) {
  return Joining(std::move(atoms), wanted, points, most, budget).find();
}

}  // namespace grundy
