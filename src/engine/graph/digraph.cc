#include "engine/graph/digraph.h"

#include <algorithm>

namespace grundy {

EdgeSource EdgeSource::file(const std::string& path, Budget& budget) {
  return {path, PairSource::open(path),
          [path, &budget] { return NumberReader::open(path, budget); }};
}

EdgeSource EdgeSource::text(std::string_view text, const std::string& name, Budget& budget,
                            size_t chunk) {
  return {name, PairSource(text, chunk), [text, name, chunk, &budget] {
            return Attempt<NumberReader>(NumberReader(text, name, budget, chunk));
          }};
}

std::optional<Digraph::Vertex> Digraph::place(uint64_t name) const {
  if (numbering_.size() != 0) {
    const uint32_t v = numbering_.find(name);
    return v == VertexNumbering::kNone ? std::nullopt : std::optional<Vertex>(v);
  }
  return name < adjacency_.vertices() ? std::optional<Vertex>(static_cast<Vertex>(name))
                                      : std::nullopt;
}

Attempt<ArcTrend> Digraph::read(EdgeSource& source, Beside beside, Lease& memory, Budget& budget) {
  if (source.lines) {
    const ArcStream arcs(*source.lines, budget.threads());
    // Four bytes are the shortest line.
    const uint64_t most = arcs.bytes() / 4 + 1;
    const uint64_t limit = std::min<uint64_t>(2 * most + 1024, VertexNumbering::kNone);
    const Attempt<ArcSurvey> survey = ArcSurvey::of(arcs, limit, budget);
    if (!survey && survey.error().is_end) return survey.error();
    if (survey && names_are_small(survey->names.largest, survey->arcs)) {
      names_ = survey->names;
      return sort(arcs, *survey, beside, memory, source, budget);
    }
  }
  Attempt<NumberReader> reader = source.open();
  if (!reader) return std::move(reader).error();
  if (!reader->can_be_reopened()) source.open = nullptr;
  reader->set_noun("vertex number");
  Attempt<ArcList> list = ArcList::read(*reader, numbering_, names_, budget);
  if (!list) return std::move(list).error();
  const ArcStream arcs(*list, budget.threads());
  const Attempt<ArcSurvey> survey = ArcSurvey::of(arcs, VertexNumbering::kNone, budget);
  if (!survey) return survey.error();
  return sort(arcs, *survey, beside, memory, source, budget);
}

Attempt<ArcTrend> Digraph::sort(const ArcStream& arcs, const ArcSurvey& survey, Beside beside,
                                Lease& memory, const EdgeSource& source, Budget& budget) {
  if (survey.arcs > ArcList::kMost) {
    return Error::declined(source.name + " has more than " + std::to_string(ArcList::kMost) +
                           " edges");
  }
  const auto vertices = static_cast<uint32_t>(survey.arcs == 0 ? 0 : survey.names.largest + 1);
  const uint64_t kept = survey.arcs * sizeof(Vertex) + (vertices + uint64_t{1}) * sizeof(uint32_t);
  const uint64_t needed =
      std::max(kept + beside(vertices, survey.arcs), Adjacency::bytes_needed(survey, vertices));
  if (!memory.take(needed)) return budget.too_large("the graph", needed);
  Attempt<Adjacency> adjacency = Adjacency::of(arcs, survey, vertices, source.name, budget);
  if (!adjacency) return std::move(adjacency).error();
  adjacency_ = *std::move(adjacency);
  return ArcTrend{survey.falling, survey.rising};
}

}  // namespace grundy
