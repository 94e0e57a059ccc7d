#include "check/text.h"

#include <fmt/format.h>

#include <charconv>

namespace grundy {
namespace {

constexpr std::string_view kHeader = "grundy-certificate 1";
constexpr size_t kMaxRuleBytes = size_t{64} << 10;
constexpr size_t kMaxRows = 4000;  // of one kind in one place
constexpr size_t kMaxLineBytes = 20'000;

void add_row(std::string& text, std::string_view keyword, const Row& row) {
  text +=
      fmt::format("{}{}{}\n", keyword, row.numbers.empty() ? "" : " ", fmt::join(row.numbers, " "));
}
void add_rows(std::string& text, std::string_view keyword, const std::vector<Row>& rows) {
  for (const Row& row : rows) add_row(text, keyword, row);
}

void add_lines(std::string& text, std::string_view keyword, const std::string& lines) {
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = lines.find('\n', begin);
    text += fmt::format("{} {}\n", keyword, lines.substr(begin, end - begin));
    begin = end + 1;
  }
}

void add_cases(std::string& text, const Certificate& c) {
  for (const Certificate::Case& one : c.cases) {
    text += "case\n";
    add_rows(text, "if", one.conditions);
    add_rows(text, "residue", one.residues);
    add_rows(text, "value", one.value);
  }
  add_rows(text, "measure", c.measures);
}

/// The lines of a certificate, one after another.
class Lines {
 public:
  Lines(std::string_view text, Judgement& judgement) : text_(text), judgement_(judgement) {
    next();
  }

  bool failed() const { return failed_; }
  size_t line() const { return line_; }

  /// Keeps the first failure.
  bool fail(std::string reason) {
    if (!failed_) judgement_ = {false, line_, std::move(reason)};
    failed_ = true;
    return false;
  }

  /// Whether the line begins with this keyword.
  bool at(std::string_view keyword) const {
    return !failed_ && !ended_ && present_.substr(0, present_.find(' ')) == keyword;
  }

  /// The text behind the keyword; goes to the next line.
  std::string rest(std::string_view keyword) {
    if (!at(keyword)) {
      fail(fmt::format("expected a line '{} …'{}", keyword,
                       ended_ ? ", not the end of the file" : ""));
      return {};
    }
    std::string result(present_.substr(std::min(keyword.size() + 1, present_.size())));
    next();
    return result;
  }

  Row row(std::string_view keyword) {
    Row result;
    result.line = line_;
    if (at(keyword)) {
      std::string_view left = present_.substr(keyword.size());
      while (!left.empty()) {
        left.remove_prefix(1);
        const std::string_view token = left.substr(0, left.find(' '));
        int64_t number = 0;
        const auto [end, error] =
            std::from_chars(token.data(), token.data() + token.size(), number);
        if (error == std::errc::invalid_argument || end != token.data() + token.size()) {
          fail("expected integers, separated by single blanks");
          return result;
        }
        if (error != std::errc() || number > kMaxCertificateNumber ||
            number < -kMaxCertificateNumber) {
          fail("a number is beyond 2^40");
          return result;
        }
        result.numbers.push_back(number);
        left.remove_prefix(token.size());
      }
    }
    rest(keyword);
    return result;
  }

  std::vector<Row> rows(std::string_view keyword) {
    std::vector<Row> result;
    while (at(keyword)) {
      result.push_back(row(keyword));
      if (result.size() > kMaxRows) fail(fmt::format("more than {} lines of this kind", kMaxRows));
    }
    return result;
  }

  bool ended() const { return ended_; }

 private:
  void next() {
    ++line_;
    if (ended_) return;
    if (text_.empty()) {
      ended_ = true;
      return;
    }
    const size_t end = text_.find('\n');
    if (end == std::string_view::npos || end > kMaxLineBytes) {
      fail(end == std::string_view::npos ? "the last line does not end" : "a line is too long");
      return;
    }
    present_ = text_.substr(0, end);
    text_.remove_prefix(end + 1);
  }

  std::string_view text_;
  Judgement& judgement_;
  std::string_view present_;
  size_t line_ = 0;
  bool ended_ = false;
  bool failed_ = false;
};

void read_cases(Lines& lines, Certificate& c) {
  while (lines.at("case")) {
    Certificate::Case& one = c.cases.emplace_back();
    one.line = lines.line();
    if (!lines.row("case").numbers.empty()) lines.fail("a line 'case' has no numbers");
    one.conditions = lines.rows("if");
    one.residues = lines.rows("residue");
    one.value = lines.rows("value");
    if (c.cases.size() > kMaxRows) lines.fail(fmt::format("more than {} cases", kMaxRows));
  }
  c.measures = lines.rows("measure");
}

void read_parametric(Lines& lines, Certificate& c) {
  c.parameters = lines.row("parameters");
  if (lines.at("outcomes")) {
    c.says_who_wins = true;
    c.says_who_wins_line = lines.line();
    if (!lines.row("outcomes").numbers.empty()) lines.fail("a line 'outcomes' has no numbers");
  }
  c.domain = lines.rows("domain");
  while (lines.at("divide")) {
    Certificate::Division& one = c.divisions.emplace_back();
    one.line = lines.line();
    if (!lines.row("divide").numbers.empty()) lines.fail("a line 'divide' has no numbers");
    one.dividend = lines.row("dividend");
    one.divisor = lines.row("divisor");
    if (c.divisions.size() > kMaxRows) lines.fail(fmt::format("more than {} divisions", kMaxRows));
  }
  c.borrow = lines.row("borrow");
  read_cases(lines, c);
}

void read_periodic(Lines& lines, Certificate& c) {
  c.all_but = lines.row("all-but");
  c.numbers = lines.row("numbers");
  c.preperiod = lines.row("preperiod");
  c.period = lines.row("period");
  c.saltus = lines.row("saltus");
  c.window = lines.row("window");
  while (lines.at("values")) c.values.push_back(lines.row("values"));
}

void read_stations(Lines& lines, Certificate& c) {
  c.character = lines.row("character");
  while (lines.at("station")) {
    Certificate::Station& one = c.stations.emplace_back();
    one.position = lines.row("station");
    one.values = lines.rows("values");
    if (c.stations.size() > kMaxRows) lines.fail(fmt::format("more than {} stations", kMaxRows));
  }
}

void read_automatic(Lines& lines, Certificate& c) {
  c.system = lines.row("system");
  c.law = lines.row("law");
  if (lines.at("where")) {
    c.where_line = lines.line();
    c.where = lines.rest("where");
    if (c.where.empty()) lines.fail("a line 'where' has a condition");
  }
  c.states = lines.rows("state");
  c.measures = lines.rows("measure");
  while (lines.at("cover")) {
    Certificate::Cover& one = c.covers.emplace_back();
    one.line = lines.line();
    if (!lines.row("cover").numbers.empty()) lines.fail("a line 'cover' has no numbers");
    while (lines.at("row")) {
      one.rows.push_back(lines.row("row"));
      one.labels.push_back(lines.row("label"));
      if (one.rows.size() > Certificate::Cover::kMostRows)
        lines.fail(fmt::format("more than {} rows", Certificate::Cover::kMostRows));
    }
  }
}

void read_witnesses(Lines& lines, Certificate& c) {
  while (lines.at("witness")) {
    Certificate::Witness& one = c.witnesses.emplace_back();
    one.line = lines.line();
    const Row move = lines.row("witness");
    if (move.numbers.size() != 1) {
      lines.fail("a line 'witness' has one number, the line of the rule that makes the move");
      return;
    }
    one.move = move.numbers[0];
    one.lets = lines.rows("let");
    one.conditions = lines.rows("if");
    one.equations = lines.rows("equal");
    one.binders = lines.rows("with");
    one.option = lines.rows("to");
    if (c.witnesses.size() > kMaxRows) lines.fail(fmt::format("more than {} witnesses", kMaxRows));
  }
}

}  // namespace

std::string to_text(const Certificate& c) {
  std::string text = std::string(kHeader) + "\n";
  add_lines(text, "rule", c.rule);
  text += "game " + c.game + "\n";
  if (!c.lists.empty()) {
    add_lines(text, "lists", c.lists);
    add_row(text, "lengths", c.lengths);
  }
  if (c.kind == Certificate::Kind::formula) {
    text += "kind formula\n";
    add_row(text, "powers", c.powers);
    add_cases(text, c);
  } else if (c.kind == Certificate::Kind::parametric) {
    text += "kind parametric\n";
    add_row(text, "parameters", c.parameters);
    if (c.says_who_wins) text += "outcomes\n";
    add_rows(text, "domain", c.domain);
    for (const Certificate::Division& one : c.divisions) {
      text += "divide\n";
      add_row(text, "dividend", one.dividend);
      add_row(text, "divisor", one.divisor);
    }
    add_row(text, "borrow", c.borrow);
    add_cases(text, c);
  } else if (c.kind == Certificate::Kind::outcomes) {
    text += "kind outcomes\n";
    add_cases(text, c);
  } else if (c.kind == Certificate::Kind::automatic) {
    text += "kind automatic\n";
    add_row(text, "system", c.system);
    add_row(text, "law", c.law);
    if (!c.where.empty()) text += "where " + c.where + "\n";
    add_rows(text, "state", c.states);
    add_rows(text, "measure", c.measures);
    for (const Certificate::Cover& one : c.covers) {
      text += "cover\n";
      for (size_t i = 0; i < one.rows.size(); ++i) {
        add_row(text, "row", one.rows[i]);
        add_row(text, "label", one.labels[i]);
      }
    }
  } else if (c.kind == Certificate::Kind::heap) {
    text += "kind heap\ncode " + c.code + "\n";
    add_row(text, "preperiod", c.preperiod);
    add_row(text, "period", c.period);
    add_row(text, "digest", c.digest);
  } else if (c.kind == Certificate::Kind::three) {
    text += "kind three\ncode " + c.code + "\n";
    add_row(text, "preperiod", c.preperiod);
    add_row(text, "period", c.period);
    add_row(text, "saltus", c.saltus);
    add_row(text, "window", c.window);
    add_row(text, "digest", c.digest);
  } else if (c.kind == Certificate::Kind::window) {
    text += "kind window\ncode " + c.code + "\n";
    add_row(text, "preperiod", c.preperiod);
    add_row(text, "period", c.period);
    add_row(text, "character", c.character);
    for (const Certificate::Station& one : c.stations) {
      add_row(text, "station", one.position);
      add_rows(text, "values", one.values);
    }
  } else {
    text += "kind periodic\n";
    add_row(text, "all-but", c.all_but);
    add_row(text, "numbers", c.numbers);
    add_row(text, "preperiod", c.preperiod);
    add_row(text, "period", c.period);
    add_row(text, "saltus", c.saltus);
    add_row(text, "window", c.window);
    add_rows(text, "values", c.values);
  }
  for (const Certificate::Witness& one : c.witnesses) {
    text += fmt::format("witness {}\n", one.move);
    add_rows(text, "let", one.lets);
    add_rows(text, "if", one.conditions);
    add_rows(text, "equal", one.equations);
    add_rows(text, "with", one.binders);
    add_rows(text, "to", one.option);
  }
  return text + "end\n";
}

bool read_certificate(std::string_view text, Certificate& c, Judgement& judgement) {
  c = {};
  Lines lines(text, judgement);
  const size_t space = kHeader.find(' ');
  if (lines.at(kHeader.substr(0, space))) {
    if (lines.rest(kHeader.substr(0, space)) != kHeader.substr(space + 1)) {
      judgement = {false, 1, "the certificate has a version other than 1"};
      return false;
    }
  } else {
    return lines.fail(fmt::format("a certificate begins with the line '{}'", kHeader));
  }
  c.rule_line = lines.line();
  while (lines.at("rule")) {
    c.rule += lines.rest("rule") + "\n";
    if (c.rule.size() > kMaxRuleBytes) lines.fail("the rule is too long");
  }
  c.game_line = lines.line();
  c.game = lines.rest("game");
  c.lists_line = lines.line();
  while (lines.at("lists")) {
    c.lists += lines.rest("lists") + "\n";
    if (c.lists.size() > kMaxRuleBytes) lines.fail("the rule is too long");
  }
  if (!c.lists.empty()) c.lengths = lines.row("lengths");
  const size_t kind_line = lines.line();
  const std::string kind = lines.rest("kind");
  if (lines.failed()) return false;
  if (kind == "formula") {
    c.powers = lines.row("powers");
    read_cases(lines, c);
  } else if (kind == "parametric") {
    c.kind = Certificate::Kind::parametric;
    read_parametric(lines, c);
  } else if (kind == "outcomes") {
    c.kind = Certificate::Kind::outcomes;
    read_cases(lines, c);
  } else if (kind == "periodic") {
    c.kind = Certificate::Kind::periodic;
    read_periodic(lines, c);
  } else if (kind == "automatic") {
    c.kind = Certificate::Kind::automatic;
    read_automatic(lines, c);
  } else if (kind == "heap" || kind == "window" || kind == "three") {
    c.kind = kind == "heap"     ? Certificate::Kind::heap
             : kind == "window" ? Certificate::Kind::window
                                : Certificate::Kind::three;
    c.code_line = lines.line();
    c.code = lines.rest("code");
    c.preperiod = lines.row("preperiod");
    c.period = lines.row("period");
    if (c.kind == Certificate::Kind::three) {
      c.saltus = lines.row("saltus");
      c.window = lines.row("window");
    }
    if (c.kind != Certificate::Kind::window) {
      c.digest = lines.row("digest");
    } else {
      read_stations(lines, c);
    }
  } else {
    judgement = {
        false, kind_line,
        "the kind is formula, parametric, outcomes, periodic, heap, window, three or automatic"};
    return false;
  }
  read_witnesses(lines, c);
  if (!lines.row("end").numbers.empty()) lines.fail("a line 'end' has no numbers");
  if (!lines.ended()) lines.fail("something follows the line 'end'");
  return !lines.failed();
}

}  // namespace grundy
