// grundy count GAME: how many positions of a box meet a condition, how often each value comes, how many tuples have a
// nim-sum.
#include "session/count.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "session/json.h"

namespace grundy::cli {
namespace {

struct CountOptions {
  std::string game;
  std::optional<Natural> upto;
  std::string box;
  std::string where;
  bool histogram = false;
  std::optional<Natural> tuples;
  std::optional<uint64_t> nim_sum;
  std::optional<Natural> modulus;
};

Attempt<std::vector<Range>> box_to_count(const CountOptions& options, const Rule& rule) {
  if (options.upto && !options.box.empty()) return Error::input("--upto and --box exclude each other");
  if (!options.box.empty()) return parse_box(options.box, rule);
  if (!options.upto) return Error::input("expected --box BOX or --upto N: the positions that are counted");
  return std::vector<Range>(rule.arity(), Range{Natural(0), *options.upto + Natural(1)});
}

Natural reduced(const Natural& number, const std::optional<Natural>& modulus) {
  return modulus ? number % *modulus : number;
}

std::string histogram_text(const Histogram& histogram, const std::optional<Natural>& modulus) {
  std::string text = "value  positions\n";
  for (const auto& [value, count] : histogram.counts)
    text += fmt::format("{:>5}  {:>9}\n", value.to_string(), reduced(count, modulus).to_string());
  return text;
}

std::string count_json(const Rule& rule, const CountOptions& options, const Histogram& histogram,
                       const Natural* tuples) {
  JsonWriter json;
  json.begin_object().key("game").value(rule.full_name);
  if (!options.where.empty()) json.key("where").value(options.where);
  json.key("positions").value(reduced(histogram.positions(), options.modulus));
  if (tuples != nullptr) {
    json.key("tuples_of").value(*options.tuples).key("nim_sum").value(options.nim_sum.value_or(0));
    json.key("tuples").value(*tuples);
  }
  if (options.histogram) {
    json.key("histogram").begin_array();
    for (const auto& [value, count] : histogram.counts)
      json.begin_array().value(value.to_string()).value(reduced(count, options.modulus)).end_array();
    json.end_array();
  }
  if (options.modulus) json.key("modulo").value(*options.modulus);
  return json.end_object().take() + "\n";
}

Attempt<void> run(const CountOptions& options, Context& context) {
  Session& session = context.session();
  Budget& budget = context.budget();
  if (options.modulus && options.modulus->is_zero()) return Error::input("--mod takes a number of at least 1");
  if (options.nim_sum && !options.tuples) return Error::input("--nim-sum belongs to --tuples K");
  const Attempt<const Rule*> rule = session.game(options.game, budget);
  context.show_warnings();
  if (!rule) return rule.error();
  const Attempt<std::vector<Range>> box = box_to_count(options, **rule);
  if (!box) return box.error();
  std::optional<TermText> where;
  if (!options.where.empty()) {
    Attempt<TermText> condition = TermText::read(TermText::Kind::condition, "where", options.where,
                                                 names_of_positions(**rule), (*rule)->number_parameters);
    if (!condition) return std::move(condition).error();
    where = *std::move(condition);
  }
  const Attempt<Histogram> histogram = count_values(session, **rule, *box, where ? &*where : nullptr, budget);
  if (!histogram) return histogram.error();
  std::optional<Natural> tuples;
  if (options.tuples) {
    Attempt<Natural> counted =
        count_tuples(*histogram, *options.tuples, options.nim_sum.value_or(0), options.modulus, budget);
    if (!counted) return std::move(counted).error();
    tuples = *std::move(counted);
  }
  if (context.json()) {
    context.print(count_json(**rule, options, *histogram, tuples ? &*tuples : nullptr));
  } else if (options.histogram) {
    context.print(histogram_text(*histogram, options.modulus));
    if (tuples) context.print(fmt::format("tuples: {}\n", tuples->to_string()));
  } else {
    context.print((tuples ? *tuples : reduced(histogram->positions(), options.modulus)).to_string() + "\n");
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
  command.option("--upto", "N", "count positions with coordinates from 0 to N", into(options->upto));
  command.option("--box", "BOX", "count in this range of each coordinate, 'm=0..5,n=0..20'", into(options->box));
  command.option("--where", "CONDITION", "count positions that meet it, 'value = 0 and a < b'", into(options->where));
  command.flag("--histogram", options->histogram, "how often each value comes");
  command.option("--tuples", "K", "count the ordered tuples of K such positions whose nim-sum is 0",
                 into(options->tuples));
  command.option("--nim-sum", "V", "whose nim-sum is V", into(options->nim_sum));
  command.option("--mod", "M", "the remainder of the count modulo M", into(options->modulus));
  command.example("wythoff --upto 100 --where 'value = 0 and a <= b'");
  command.example("kayles --box n=1..1000 --histogram");
  command.example("kayles --box n=1..1000 --tuples 5 --mod 1000000007", "five rows of at most 1000 pins that are lost");
  command.example("kayles --upto 50 --tuples 2 --nim-sum 3");
  command.sample = "kayles --upto 50";
  command.own_sample = "mygame --upto 20";
  command.run = [options](Context& context) { return count(*options, context); };
  return command;
}

}  // namespace grundy::cli
