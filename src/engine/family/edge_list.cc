#include "engine/family/edge_list.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/reader.h"
#include "engine/family/listing.h"

namespace grundy {
namespace {

/// Ends of edges are kept in 32 bits, and so are their places.
constexpr size_t kMostEdges = UINT32_MAX / 2;
/// Vertices that are looked up together.
constexpr size_t kBatch = 64;

Error too_many_edges() {
  return Error::declined("a graph can have at most " + std::to_string(kMostEdges) + " edges");
}

/// The ends of the edges as the file names them, two for each edge.
Attempt<std::vector<uint64_t>> read_edge_file(const std::string& path, Budget& budget) {
  Attempt<NumberReader> reader = NumberReader::open(path, budget);
  if (!reader) return std::move(reader).error();
  reader->set_noun("vertex number");
  std::vector<uint64_t> names;
  std::array<uint64_t, 2> row{};
  while (reader->next_row(row)) {
    if (names.size() / 2 == kMostEdges) return too_many_edges();
    if (Attempt<void> room = make_room(names, path, budget); !room) return std::move(room).error();
    names.insert(names.end(), row.begin(), row.end());
  }
  if (reader->failed()) return reader->error();
  return names;
}

Attempt<std::vector<uint64_t>> read_rows(const std::vector<std::vector<Natural>>& rows,
                                         std::string_view example) {
  if (rows.size() > kMostEdges) return too_many_edges();
  std::vector<uint64_t> names;
  names.reserve(2 * rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != 2)
      return Error::input("edge " + std::to_string(i + 1) + " must be two vertices, not " +
                          std::to_string(rows[i].size()) + " numbers, as in " +
                          std::string(example));
    for (const Natural& name : rows[i]) {
      if (!name.is_small())
        return Error::input("a vertex number must be below 2^63, not " + short_digits(name) +
                            " as in edge " + std::to_string(i + 1));
      names.push_back(name.small());
    }
  }
  return names;
}

}  // namespace

Attempt<EdgeList> EdgeList::read(const Argument& argument, std::string_view example,
                                 Budget& budget) {
  EdgeList list;
  Attempt<std::vector<uint64_t>> names = std::vector<uint64_t>{};
  if (const auto* rows = std::get_if<std::vector<std::vector<Natural>>>(&argument.value)) {
    names = read_rows(*rows, example);
  } else if (const auto* file = std::get_if<FileName>(&argument.value)) {
    list.path_ = file->path;
    names = read_edge_file(file->path, budget);
  } else if (const auto* none = std::get_if<std::vector<Natural>>(&argument.value);
             none == nullptr || !none->empty()) {
    return Error::input("expected a file of edges or a list of edges [[0, 1], [1, 2]], as in " +
                        std::string(example));
  }
  if (!names) return std::move(names).error();
  const uint64_t bytes = names->capacity() * sizeof(uint64_t);
  if (Attempt<void> numbered = list.number(*names, budget); !numbered)
    return std::move(numbered).error();
  if (list.is_from_file()) budget.give_back_memory(bytes);
  return list;
}

Attempt<EdgeList> EdgeList::of(std::span<const uint64_t> names, Budget& budget) {
  EdgeList list;
  if (Attempt<void> numbered = list.number(names, budget); !numbered)
    return std::move(numbered).error();
  return list;
}

Attempt<void> EdgeList::number(std::span<const uint64_t> names, Budget& budget) {
  const uint64_t bytes = names.size() / 2 * sizeof(Edge);
  if (!budget.take_memory(bytes)) return budget.too_large("the list of edges", bytes);
  edges_.resize(names.size() / 2);
  std::array<uint32_t, 2 * kBatch> numbers{};
  for (size_t begin = 0; begin < names.size(); begin += numbers.size()) {
    const std::span<const uint64_t> batch =
        names.subspan(begin, std::min(numbers.size(), names.size() - begin));
    if (!numbering_.number(batch, std::span(numbers).first(batch.size()), budget))
      return budget.too_large("the vertices", 2 * numbering_.bytes());
    for (size_t i = 0; i < batch.size(); i += 2)
      edges_[(begin + i) / 2] = {numbers[i], numbers[i + 1]};
  }
  return {};
}

std::optional<uint32_t> EdgeList::find(const Natural& name) const {
  if (!name.is_small()) return {};
  const uint32_t vertex = numbering_.find(name.small());
  return vertex == VertexNumbering::kNone ? std::nullopt : std::optional(vertex);
}

std::string EdgeList::edge_name(size_t edge) const {
  return "edge " + std::to_string(edge + 1) + " (" + std::to_string(name(edges_[edge].a)) + "–" +
         std::to_string(name(edges_[edge].b)) + ")";
}

Error EdgeList::error_at_edge(size_t edge, std::string message, Budget& budget) const {
  if (is_from_file()) return error_in_row(path_, edge, message, budget);
  return Error::input(std::move(message));
}

std::string EdgeList::to_string(size_t limit) const {
  if (is_from_file()) return file_argument(path_);
  return list_text(std::vector<bool>(edges_.size(), true), limit);
}

std::string EdgeList::list_text(const std::vector<bool>& keep, size_t limit) const {
  std::string text = "[";
  for (size_t i = 0; i < edges_.size(); ++i) {
    if (!keep[i]) continue;
    if (text.size() > 1) text += ", ";
    if (text.size() >= limit) {
      text += "…";
      break;
    }
    text +=
        "[" + std::to_string(name(edges_[i].a)) + ", " + std::to_string(name(edges_[i].b)) + "]";
  }
  return text + "]";
}

Incidence::Incidence(uint32_t vertices, std::span<const Edge> edges)
    : begins_(vertices + size_t{1}) {
  for (const Edge& edge : edges) {
    ++begins_[edge.a];
    if (edge.b != edge.a) ++begins_[edge.b];
  }
  uint32_t end = 0;
  for (uint32_t& begin : begins_) begin = end += begin;
  ends_.resize(end);
  // begins_[v] is now where the edges at v end; filled in from the last to the first, it becomes
  // where they begin.
  for (size_t i = edges.size(); i-- > 0;) {
    const auto [a, b] = edges[i];
    ends_[--begins_[a]] = {b, static_cast<uint32_t>(i)};
    if (b != a) ends_[--begins_[b]] = {a, static_cast<uint32_t>(i)};
  }
}

Error error_in_row(const std::string& path, size_t row, const std::string& message,
                   Budget& budget) {
  using Token = NumberReader::Token;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    Attempt<NumberReader> reader = NumberReader::open(path, budget);
    if (!reader) return std::move(reader).error();
    size_t rows = 0;
    bool is_blank = true;
    for (Token token = reader->next(); token != Token::end && token != Token::failed;
         token = reader->next()) {
      if (token != Token::end_of_line) {
        is_blank = false;
      } else if (!std::exchange(is_blank, true) && rows++ == row) {
        return reader->error_at_row(message);
      }
    }
    if (reader->failed()) return reader->error();
  }
  return Error::input(path + ": " + message);
}

}  // namespace grundy
