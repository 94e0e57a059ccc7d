#include "cli/command.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/quantity.h"

namespace grundy::cli {
Reader one_of(std::vector<std::string> choices, std::string& place) {
  return [choices = std::move(choices), &place](std::string_view option,
                                                const std::string& text) -> Attempt<void> {
    if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
      const std::string near = nearest_name(text, choices);
      return Error::input(
          fmt::format("{} is {}, not '{}'{}", option, enumeration(choices, "or"), text,
                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    place = text;
    return {};
  };
}

Reader into(std::string& place) {
  return [&place](std::string_view, const std::string& text) -> Attempt<void> {
    place = text;
    return {};
  };
}

Reader into(std::optional<std::string>& place) {
  return [&place](std::string_view, const std::string& text) -> Attempt<void> {
    place = text;
    return {};
  };
}

Reader into(std::vector<std::string>& place) {
  return [&place](std::string_view, const std::string& text) -> Attempt<void> {
    place.push_back(text);
    return {};
  };
}

Reader into(uint64_t& place) {
  return [&place](std::string_view option, const std::string& text) -> Attempt<void> {
    const Attempt<uint64_t> number = parse_count(text, option);
    if (!number) return number.error();
    place = *number;
    return {};
  };
}

Reader into(std::optional<uint64_t>& place) {
  return [&place](std::string_view option, const std::string& text) -> Attempt<void> {
    const Attempt<uint64_t> number = parse_count(text, option);
    if (!number) return number.error();
    place = *number;
    return {};
  };
}

Reader into(std::optional<face::Value>& place) {
  return [&place](std::string_view option, const std::string& text) -> Attempt<void> {
    place = face::Value::natural(text);
    if (place) return {};
    if (const Attempt<uint64_t> number = parse_count(text, option)) {  // 10^9, 1e9
      place = face::Value(*number);
      return {};
    }
    return Error::input(
        fmt::format("{} takes a natural number such as 20 or 10^6, not '{}'", option, text));
  };
}

bool Option::takes(const std::string& word) const {
  return may_lack_value ? std::find(choices.begin(), choices.end(), word) != choices.end()
                        : !is_flag();
}

Option& Command::argument(std::string what, Reader read, Fill fill) {
  ++required;
  return optional_argument(std::move(what), std::move(read), fill);
}

Option& Command::optional_argument(std::string what, Reader read, Fill fill) {
  Option& argument = arguments.emplace_back();
  argument.name = std::move(what);
  argument.value = argument.name;
  argument.read = std::move(read);
  argument.fill = fill;
  return argument;
}

Option& Command::flag(std::string option, bool& place, std::string meaning) {
  const auto raise = [&place](std::string_view, const std::string&) -> Attempt<void> {
    place = true;
    return {};
  };
  return this->option(std::move(option), "", std::move(meaning), raise);
}

Option& Command::option(std::string option, std::string value, std::string meaning, Reader read,
                        Fill fill) {
  Option& one = options.emplace_back();
  one.name = std::move(option);
  one.value = std::move(value);
  one.meaning = std::move(meaning);
  one.read = std::move(read);
  one.fill = fill;
  own = options.size();
  return one;
}

Option& Command::choice(std::string option, std::string value, std::string meaning,
                        std::vector<std::string> choices, std::string& place) {
  Option& one = this->option(std::move(option), std::move(value), std::move(meaning),
                             one_of(choices, place), Fill::choice);
  one.choices = std::move(choices);
  return one;
}

Option& Command::flag_or_choice(std::string option, std::string value, std::string meaning,
                                std::vector<std::string> choices, std::string& place) {
  Option& one =
      choice(std::move(option), std::move(value), std::move(meaning), std::move(choices), place);
  one.may_lack_value = true;
  return one;
}

Option& Command::play(face::Play& place) {
  const auto read = [&place](std::string_view its_name, const std::string& text) -> Attempt<void> {
    std::string choice;
    if (auto one = one_of({"normal", "misere"}, choice)(its_name, text); !one) return one;
    place = choice == "misere" ? face::Play::misere : face::Play::normal;
    return {};
  };
  Option& one =
      option("--play", "KIND", "play so that who can't move loses (normal) or wins (misere)", read,
             Fill::choice);
  one.choices = {"normal", "misere"};
  one.elsewhere =
      "Grundy values are a notion of normal play; `grundy solve --play misere` tells who wins";
  return one;
}

void Command::example(std::string words, std::string meaning) {
  examples.push_back({std::move(words), std::move(meaning)});
  own_examples = examples.size();
}

void Command::exclude_each_other(const std::vector<std::string>& these, const std::string& why) {
  for (size_t i = 1; i < these.size(); ++i)
    exclude({these[i]}, {these.begin(), these.begin() + static_cast<std::ptrdiff_t>(i)}, why);
}

std::string Command::usage() const {
  if (!members.empty()) return "WHAT";
  std::string text;
  for (size_t i = 0; i < arguments.size(); ++i) {
    text += i == 0 ? "" : " ";
    text += i < required ? arguments[i].name : "[" + arguments[i].name + "]";
  }
  return text;
}

const Option* Command::find_option(std::string_view option) const {
  for (const Option& one : options) {
    if (one.name == option) return &one;
  }
  return nullptr;
}

void add_common_options(Command& command, const std::shared_ptr<CommonOptions>& place) {
  const size_t own = command.options.size();
  const size_t own_examples = command.examples.size();
  const auto refused = [&command](std::string_view option) {
    return std::any_of(command.refused.begin(), command.refused.end(),
                       [&](const auto& one) { return one.first == option; });
  };
  const auto example = [&command](std::string options, const std::string& sample,
                                  const char* meaning) {
    command.example(sample.empty() ? std::move(options) : options + " " + sample, meaning);
  };
  CommonOptions& common = *place;
  if (!refused("--json")) {
    command.flag("--json", common.json, "write one JSON object");
    example("--json", command.sample, "for other programs");
  }
  command
      .option("--rules", "FILE", "read games from this file of rules; may be given again",
              into(common.rules), Fill::file)
      .repeats = true;
  example("--rules my.game", command.own_sample, "a game of your own");
  command.option("--time-limit", "S", "give up after so many seconds, or after 30m, 2h",
                 [place](std::string_view option, const std::string& text) -> Attempt<void> {
                   constexpr double kMost = 1e9;  // seconds, 30 years
                   place->time_limit = 0;
                   if (text == "0") return {};
                   const Attempt<double> seconds = parse_duration(text, option);
                   if (!seconds) return seconds.error();
                   place->time_limit = std::min(*seconds, kMost);
                   return {};
                 });
  command.option(
      "--memory-limit", "SIZE",
      "use at most so much memory, such as 4GiB; three quarters of the machine's when not given",
      [place](std::string_view, const std::string& text) -> Attempt<void> {
        const Attempt<uint64_t> bytes = parse_size(text);
        if (!bytes) return bytes.error();
        place->memory_limit = *bytes;
        return {};
      });
  example("--time-limit 10 --memory-limit 2GiB", command.sample,
          "give up after 10 seconds, or beyond 2 GiB");
  command.option("--threads", "N", "use at most so many cores; all when not given",
                 [place](std::string_view option, const std::string& text) -> Attempt<void> {
                   const Attempt<uint64_t> number = parse_count(text, option);
                   if (!number) return number.error();
                   place->threads = static_cast<unsigned>(std::min<uint64_t>(*number, UINT32_MAX));
                   return {};
                 });
  command.flag("--quiet", common.quiet, "show no progress and no warnings");
  example("--threads 1 --quiet", command.sample, "one core; no progress, no warnings");
  command.flag("--stats", common.stats,
               "show engine, positions and options a second, and peak memory on standard error");
  example("--stats", command.sample, "and how it was done");
  command.own = own;
  command.own_examples = own_examples;
}

}  // namespace grundy::cli
