// grundy count GAME: how many positions of a box meet a condition, how often each value comes, how
// many tuples have a nim-sum.
#include <fmt/format.h>

#include "base/json.h"
#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct CountOptions {
  std::string game;
  std::optional<face::Value> upto;
  std::string box;
  std::string where;
  std::string weight;
  bool histogram = false;
  std::optional<face::Value> tuples;
  std::optional<uint64_t> nim_sum;
  std::optional<face::Value> modulus;
};

Attempt<face::Box> box_to_count(const CountOptions& options, size_t arity, face::Session& session) {
  if (options.box.empty() && !options.upto)
    return Error::input("expected --box BOX or --upto N: the positions that are counted");
  if (options.upto) return face::Box(arity, {0, *options.upto});
  face::Result<face::Box> box = session.read_box(options.game, options.box);
  if (!box) return face::inner(box.error());
  return *std::move(box);
}

face::Value reduced(const face::Value& number, const std::optional<face::Value>& modulus) {
  return modulus ? face::remainder(number, *modulus) : number;
}

std::string histogram_text(const face::Counts& counts, const std::optional<face::Value>& modulus) {
  std::string text = counts.outcomes_only ? "outcome  positions\n" : "value  positions\n";
  const size_t width = text.find(' ');
  for (const auto& [value, count] : counts.counts)
    text +=
        fmt::format("{:>{}}  {:>9}\n", counts.text(value), width, reduced(count, modulus).text());
  return text;
}

std::string count_json(const CountOptions& options, const face::Counts& counts,
                       const std::optional<face::Value>& tuples) {
  JsonWriter json;
  const auto number = [&](const face::Value& one) {
    return reduced(one, options.modulus).number_json();
  };
  json.begin_object().key("game").value(counts.game);
  if (!options.where.empty()) json.key("where").value(options.where);
  if (!options.weight.empty()) json.key("weight").value(options.weight);
  json.key("positions").raw(number(counts.positions()));
  if (tuples) {
    json.key("tuples_of")
        .raw(options.tuples->number_json())
        .key("nim_sum")
        .value(options.nim_sum.value_or(0));
    json.key("tuples").raw(tuples->number_json());
  }
  if (options.histogram) {
    json.key("histogram").begin_array();
    for (const auto& [value, count] : counts.counts)
      json.begin_array().value(counts.text(value)).raw(number(count)).end_array();
    json.end_array();
  }
  if (options.modulus) json.key("modulo").raw(options.modulus->number_json());
  return json.end_object().take() + "\n";
}

Attempt<void> run(const CountOptions& options, Context& context) {
  face::Session& session = context.face();
  if (options.modulus && options.modulus->is_zero())
    return Error::input("--mod takes a number of at least 1");
  const face::Result<std::vector<std::string>> coordinates = session.coordinates(options.game);
  context.show_warnings();
  if (!coordinates) return face::inner(coordinates.error());
  const Attempt<face::Box> box = box_to_count(options, coordinates->size(), session);
  if (!box) return box.error();
  const face::Result<face::Counts> counts =
      session.count(options.game, *box, options.where, options.weight);
  if (!counts) return face::inner(counts.error());
  std::optional<face::Value> tuples;
  if (options.tuples) {
    face::Result<face::Value> counted = session.count_tuples(
        *counts, *options.tuples, options.nim_sum.value_or(0), options.modulus);
    if (!counted) return face::inner(counted.error());
    tuples = *std::move(counted);
  }
  if (context.json()) {
    context.print(count_json(options, *counts, tuples));
  } else if (options.histogram) {
    context.print(histogram_text(*counts, options.modulus));
    if (tuples) context.print(fmt::format("tuples: {}\n", tuples->text()));
  } else {
    context.print((tuples ? *tuples : reduced(counts->positions(), options.modulus)).text() + "\n");
  }
  return {};
}

int count(const CountOptions& options, Context& context) {
  if (auto done = run(options, context); !done) return context.finish(done.error());
  return context.finish(kAnswered);
}

}  // namespace

Command count_command() {
  Command command("count", "how many positions have a value, or tuples of them a nim-sum");
  const auto options = std::make_shared<CountOptions>();
  command.argument("GAME", into(options->game), Fill::game);
  command.option("--upto", "N", "count positions with coordinates from 0 to N",
                 into(options->upto));
  command.option("--box", "BOX", "count in this range of each coordinate, 'm=0..5,n=0..20'",
                 into(options->box));
  command.option("--where", "CONDITION",
                 "count positions that meet it, 'value = 0 and a < b' or 'outcome = P'",
                 into(options->where));
  command.option("--weight", "TERM", "count each position as often as TERM says, '100 - n'",
                 into(options->weight));
  command.flag("--histogram", options->histogram, "how often each value comes");
  command.option("--tuples", "K", "count the ordered tuples of K such positions whose nim-sum is 0",
                 into(options->tuples));
  command.option("--nim-sum", "V", "whose nim-sum is V", into(options->nim_sum));
  command.option("--mod", "M", "the remainder of the count modulo M", into(options->modulus));
  command.example("wythoff --upto 100 --where 'value = 0 and a <= b'");
  command.example("kayles --box n=1..1000 --histogram");
  command.example("kayles --box n=1..1000 --tuples 5 --mod 1000000007",
                  "five rows of at most 1000 pins that are lost");
  command.example("kayles --upto 50 --tuples 2 --nim-sum 3");
  command.example("kayles --box n=1..100 --where 'value = 0' --weight '100 - n'");
  command.exclude({"--upto"}, {"--box"}, "both say which positions are counted");
  command.need("--nim-sum", {"--tuples"});
  command.sample = "kayles --upto 50";
  command.own_sample = "mygame --upto 20";
  command.run = [options](Context& context) { return count(*options, context); };
  return command;
}

}  // namespace grundy::cli
