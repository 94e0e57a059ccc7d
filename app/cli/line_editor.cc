// Lines that are edited as they are typed, by libedit.
#include <histedit.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <utility>

#include "cli/context.h"
#include "cli/typed_lines.h"

namespace grundy::cli {
namespace {

constexpr int kRemembered = 1000;  // lines
constexpr size_t kOffered = 60;    // words

std::string common_beginning(const std::vector<std::string>& words) {
  std::string result = words.front();
  for (const std::string& word : words) {
    const auto end = std::mismatch(result.begin(), result.end(), word.begin(), word.end()).first;
    result.erase(end, result.end());
  }
  return result;
}

class Libedit final : public LineEditor {
 public:
  explicit Libedit(Completions completions) : completions_(std::move(completions)) {
    std::setlocale(LC_CTYPE, "C.UTF-8");  // several bytes are one character
    lines_ = history_init();
    HistEvent event;
    history(lines_, &event, H_SETSIZE, kRemembered);
    history(lines_, &event, H_SETUNIQUE, 1);
    editor_ = el_init("grundy", stdin, stdout, stderr);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &Libedit::prompt_of);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_HIST, history, lines_);
    el_set(editor_, EL_GETCFN, &Libedit::character);
    el_set(editor_, EL_ADDFN, "grundy-complete", "complete a name", &Libedit::complete);
    el_set(editor_, EL_BIND, "^I", "grundy-complete", nullptr);
    el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  }
  ~Libedit() override {
    el_end(editor_);
    history_end(lines_);
  }
  Libedit(const Libedit&) = delete;
  Libedit& operator=(const Libedit&) = delete;

  Got next(const std::string& prompt, std::string& line) override {
    prompt_ = prompt;
    int count = 0;
    const char* typed = el_gets(editor_, &count);
    if (interrupted || typed == nullptr || count <= 0) {
      std::fputc('\n', stdout);
      std::fflush(stdout);
      return interrupted ? Got::stopped : Got::end;
    }
    line.assign(typed, static_cast<size_t>(count));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    if (line.size() > kLongestLine) return Got::too_long;
    HistEvent event;
    if (line.find_first_not_of(' ') != line.npos) history(lines_, &event, H_ENTER, line.c_str());
    return Got::line;
  }

  void load(const std::string& path) override {
    HistEvent event;
    history(lines_, &event, H_LOAD, path.c_str());
  }
  void save(const std::string& path) override {
    HistEvent event;
    history(lines_, &event, H_SAVE, path.c_str());
  }

 private:
  static Libedit& of(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return *static_cast<Libedit*>(self);
  }
  static char* prompt_of(EditLine* editor) { return of(editor).prompt_.data(); }

  static bool is_empty(EditLine* editor) {
    const LineInfo* line = el_line(editor);
    return line->lastchar == line->buffer;
  }

  /// One character; 0 at the end of the input, or after Ctrl-C. Ctrl-D that was typed before the
  /// editor had the terminal comes as a byte 0.
  static int character(EditLine* editor, wchar_t* result) {
    std::mbstate_t state = {};
    for (;;) {
      if (!wait_for_input()) return 0;
      char byte = 0;
      const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0 || (byte == '\0' && is_empty(editor))) return 0;
      const size_t used = std::mbrtowc(result, &byte, 1, &state);
      if (used == static_cast<size_t>(-2)) continue;  // more bytes belong to it
      if (used == static_cast<size_t>(-1)) {
        state = {};
        continue;
      }
      return 1;
    }
  }

  static unsigned char complete(EditLine* editor, int /*key*/) {
    Libedit& self = of(editor);
    if (!self.completions_) return CC_ERROR;
    const LineInfo* line = el_line(editor);
    const std::string text(line->buffer, line->cursor);
    const std::string word(last_word(text));
    std::vector<std::string> offered = self.completions_(text);
    std::erase_if(offered, [&](const std::string& one) { return !one.starts_with(word); });
    if (offered.empty()) return CC_ERROR;
    const std::string more = common_beginning(offered).substr(word.size());
    if (!more.empty() || offered.size() == 1) {
      const std::string text_to_add =
          more + (offered.size() == 1 && word.find('/') == word.npos && offered[0].back() != '('
                      ? " "
                      : "");
      return el_insertstr(editor, text_to_add.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    }
    std::fputc('\n', stdout);
    for (size_t i = 0; i < std::min(offered.size(), kOffered); ++i)
      std::fputs((offered[i] + (i % 6 == 5 ? "\n" : "  ")).c_str(), stdout);
    std::fputs(offered.size() > kOffered ? "…\n" : "\n", stdout);
    return CC_REDISPLAY;
  }

  Completions completions_;
  std::string prompt_;
  EditLine* editor_ = nullptr;
  History* lines_ = nullptr;
};

}  // namespace

std::unique_ptr<LineEditor> make_libedit_editor(Completions completions) {
  return std::make_unique<Libedit>(std::move(completions));
}

}  // namespace grundy::cli
