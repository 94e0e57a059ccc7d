// dag(@edges.txt, v): a token stands on the vertex v of a graph without cycles; a move shifts it along an edge.
//
// Every game whose play must end and whose positions are finitely many is such a graph. Values are the mex of the
// values of the out-neighbours (Sprague 1935, Grundy 1939); in misère play a vertex is lost when it has out-neighbours
// and none of them is lost. Both are found for all vertices when the file is read: graph.h.
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "engine/family/families.h"
#include "engine/family/listing.h"
#include "engine/graph/graph.h"

namespace grundy {
namespace {

constexpr std::string_view kDagExample = "dag(@edges.txt, 17)";
// An explanation names so many out-neighbours, and so many values.
constexpr size_t kShown = 16;

class DagPosition final : public NativePosition {
 public:
  DagPosition(std::string path, std::shared_ptr<const Graph> graph, Graph::Vertex vertex)
      : path_(std::move(path)), graph_(std::move(graph)), vertex_(vertex) {}

  std::string to_string() const override { return text(graph_->name(vertex_)); }

  Attempt<Ordinal> value(Budget&) const override { return Ordinal(graph_->grundy(vertex_)); }

  Attempt<bool> is_lost(Play play, Budget&) const override {
    return play == Play::normal ? graph_->grundy(vertex_) == 0 : graph_->is_lost_misere(vertex_);
  }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget&) const override {
    return moves([&](Graph::Vertex v) { return Ordinal(graph_->grundy(v)) == value; }, limit);
  }

  Attempt<MoveSet> winning_moves(Play play, size_t limit, Budget&) const override {
    return moves(
        [&](Graph::Vertex v) { return play == Play::normal ? graph_->grundy(v) == 0 : graph_->is_lost_misere(v); },
        limit);
  }

  std::string explanation() const override {
    const std::vector<uint64_t> names = options([](Graph::Vertex) { return true; });
    const std::string own = std::to_string(graph_->name(vertex_));
    if (names.empty()) return "No edge leaves vertex " + own + ": its value is 0.\n";
    std::string text = "From vertex " + own + " the token can move to";
    for (size_t i = 0; i < std::min(names.size(), kShown); ++i) {
      text += (i == 0 ? " " : ", ") + std::to_string(names[i]) + " (value " +
              std::to_string(graph_->grundy(*graph_->find(names[i]))) + ")";
    }
    if (names.size() > kShown) text += " and " + std::to_string(names.size() - kShown) + " more vertices";

    std::vector<uint32_t> values;
    for (const Graph::Vertex v : graph_->successors(vertex_)) values.push_back(graph_->grundy(v));
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    text += ".\nThe least value not among {";
    for (size_t i = 0; i < std::min(values.size(), kShown); ++i)
      text += (i == 0 ? "" : ", ") + std::to_string(values[i]);
    if (values.size() > kShown) text += ", …";
    return text + "} is " + std::to_string(graph_->grundy(vertex_)) + ": the value of vertex " + own + ".\n";
  }

 private:
  std::string text(uint64_t name) const { return "dag(" + file_argument(path_) + ", " + std::to_string(name) + ")"; }

  // The names of the distinct out-neighbours that are wanted, in ascending order.
  template <class Wanted>
  std::vector<uint64_t> options(const Wanted& wanted) const {
    std::vector<uint64_t> names;
    for (const Graph::Vertex v : graph_->successors(vertex_)) {
      if (wanted(v)) names.push_back(graph_->name(v));
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }

  template <class Wanted>
  MoveSet moves(const Wanted& wanted, size_t limit) const {
    const std::vector<uint64_t> names = options(wanted);
    MoveSet set;
    set.all = names.size() <= limit;
    for (const uint64_t name : std::span(names).first(std::min(names.size(), limit)))
      set.moves.push_back({text(name), "", ""});
    return set;
  }

  std::string path_;
  std::shared_ptr<const Graph> graph_;
  Graph::Vertex vertex_;
};

class DagGame final : public NativeGame {
 public:
  std::string_view name() const override { return "dag"; }
  std::string_view example() const override { return kDagExample; }
  std::string_view documentation() const override {
    return "Move a token along the edges of a directed graph without cycles; who can't move loses.\n"
           "\n"
           "dag(@edges.txt, 17) is the position with the token on vertex 17. The file has one edge a line, two "
           "numbers\n"
           "below 2^63: from where, to where. '#' starts a comment. The vertices are those that some edge has.\n"
           "\n"
           "The value of a vertex is the least natural number that is not the value of an out-neighbour (Sprague "
           "1935,\n"
           "Grundy 1939). All values are found in one pass over the graph, and misère play of a single token as well.\n"
           "A cycle is an error: play would not have to end.\n";
  }

  Attempt<std::shared_ptr<const NativePosition>> read(std::span<const ParameterArgument> parameters,
                                                      std::span<const Argument> arguments,
                                                      Budget& budget) const override {
    if (Attempt<void> right = check_arguments(name(), kDagExample, 2, 2, parameters, arguments); !right) {
      return std::move(right).error();
    }
    const auto* file = std::get_if<FileName>(&arguments[0].value);
    const auto* vertex = std::get_if<Natural>(&arguments[1].value);
    if (file == nullptr || vertex == nullptr) {
      return Error::input("dag takes a file of edges and a vertex, as in " + std::string(kDagExample));
    }
    Attempt<std::shared_ptr<const Graph>> graph = graph_of(file->path, budget);
    if (!graph) return std::move(graph).error();
    const std::optional<Graph::Vertex> v = vertex->is_small() ? (*graph)->find(vertex->small()) : std::nullopt;
    if (!v) return unknown_vertex(*vertex, file->path, **graph);
    return std::shared_ptr<const NativePosition>(std::make_shared<DagPosition>(file->path, *std::move(graph), *v));
  }

 private:
  // What tells a file from another and from an earlier state of itself: path, device, inode, size, time of change.
  using FileState = std::tuple<std::string, uint64_t, uint64_t, uint64_t, int64_t, int64_t>;

  static Error unknown_vertex(const Natural& vertex, const std::string& path, const Graph& graph) {
    const uint64_t count = graph.vertex_count();
    std::string message = path + " has no vertex " + short_digits(vertex) + "; ";
    if (count == 0) return Error::input(message + "it has no edges");
    return Error::input(message + "it has " + std::to_string(count) + " vertices, the least is " +
                        std::to_string(graph.smallest()) + " and the greatest " + std::to_string(graph.largest()));
  }

  // The graph of the file; as long as some position has it, it is not read again unless the file changes.
  Attempt<std::shared_ptr<const Graph>> graph_of(const std::string& path, Budget& budget) const {
    struct stat status {};
    const bool regular = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
    if (!regular) return read_graph(path, budget);
    const FileState state(path, status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size),
                          status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    const std::lock_guard lock(mutex_);
    std::erase_if(graphs_, [](const auto& entry) { return entry.second.expired(); });
    std::weak_ptr<const Graph>& known = graphs_[state];
    if (std::shared_ptr<const Graph> graph = known.lock()) return graph;
    Attempt<std::shared_ptr<const Graph>> graph = read_graph(path, budget);
    if (graph) known = *graph;
    return graph;
  }

  static Attempt<std::shared_ptr<const Graph>> read_graph(const std::string& path, Budget& budget) {
    Attempt<Graph> graph = Graph::read(path, budget);
    if (!graph) return std::move(graph).error();
    return std::shared_ptr<const Graph>(std::make_shared<Graph>(*std::move(graph)));
  }

  mutable std::mutex mutex_;
  mutable std::map<FileState, std::weak_ptr<const Graph>> graphs_;
};

}  // namespace

const NativeGame* dag_game() {
  static const DagGame game;
  return &game;
}

}  // namespace grundy
