// What a user types, line by line. On a terminal a line can be edited, if the program has an
// editor.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace grundy::cli {

constexpr size_t kLongestLine = 1 << 20;  // bytes

enum class Got { line, end, stopped, too_long };

/// What may stand for the word at the end of the text, as it is typed so far.
using Completions = std::function<std::vector<std::string>(std::string_view text)>;

/// Arrow keys, lines that were typed before, Tab.
class LineEditor {
 public:
  virtual ~LineEditor() = default;
  virtual Got next(const std::string& prompt, std::string& line) = 0;
  virtual void load(const std::string& path) = 0;
  virtual void save(const std::string& path) = 0;
};
/// Null where there is no editor; the program sets it when it begins.
extern std::unique_ptr<LineEditor> (*make_line_editor)(Completions);
/// That of libedit (line_editor.cc).
std::unique_ptr<LineEditor> make_libedit_editor(Completions completions);

/// Lines of standard input. Ctrl-C ends the wait for one.
class TypedLines {
 public:
  /// Tab offers these on a terminal; null: nothing.
  explicit TypedLines(Completions completions = nullptr);

  /// Shows the prompt on a terminal. Standard output must be flushed before.
  Got next(const std::string& prompt, std::string& line);

  /// Lines that were typed in other runs come back with the arrow keys; `keep` writes them for the
  /// next one. A file that can't be read or written is none.
  void remember(const std::string& path);
  void keep(const std::string& path);

 private:
  Got next_of_pipe(std::string& line);

  bool is_terminal_ = false;
  std::unique_ptr<LineEditor> editor_;
  std::string buffer_;
  bool at_end_ = false;
};

/// Waits for bytes of standard input; false after Ctrl-C.
bool wait_for_input();

/// The characters behind the last one that can't be part of a name, an option or a file: "kay" of
/// "nim(3) + kay".
std::string_view last_word(std::string_view text);

}  // namespace grundy::cli
