#!/usr/bin/env bash
# layers_test.sh ROOT: the project's own includes are in order, and tools/layers finds each kind of include that is not.
set -euo pipefail
root=$1
"$root/tools/layers" "$root"

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree"/src/{base,value,rule,engine,engine/board,engine/heap,proof,check,session,face} "$tree/include/grundy" "$tree"/app/{catalogue,cli/catalogue,web}
touch "$tree/src/base/nothing.h"

# expect FILE INCLUDE [MESSAGE]: a tree with this one include on line 2 is accepted, or refused with this message.
expect() {
  local file=$1 include=$2 message=${3:-} output status=0
  printf '// A file.\n#include %s\n' "$include" >"$tree/$file"
  output=$("$root/tools/layers" "$tree") || status=$?
  rm "$tree/$file"
  if [[ -z $message ]]; then
    if ((status == 0)); then return 0; fi
  elif ((status != 0)) && [[ $output == "$file:2: "*"$message"* ]]; then
    return 0
  fi
  echo "$file with #include $include: status $status, output: $output"
  exit 1
}

expect src/rule/rule.h '"value/ordinal.h"'
expect src/rule/rule.h '"rule/syntax.h"'
expect src/rule/rule.h '<vector>'
expect src/rule/rule_test.cc '"engine/plan.h"'
expect src/face/face.h '<grundy/grundy.h>'
expect src/face/session.cc '"face/face.h"'
expect app/cli/solve.cc '"face/face.h"'
expect src/engine/board/board.cc '"engine/heap/period.h"'
expect src/engine/board/board.cc '"engine/plan.h"'
expect src/engine/plan.cc '"engine/board/board.h"'
expect src/proof/prove.cc '"engine/engine.h"'
expect src/check/check.cc '"rule/rule.h"'
expect src/check/text.cc '"check/check.h"'
expect include/grundy/grundy.h '<grundy/value.h>'
expect app/cli/main.cc '"cli/commands.h"'
expect app/cli/solve.cc '"base/json.h"'
expect app/cli/main.cc '"base/text.h"'
expect app/cli/solve_test.cc '"engine/plan.h"'
expect app/cli/serve.cc '"web/http.h"'
expect app/cli/catalogue.cc '"catalogue/database.h"'
expect app/cli/catalogue/show.cc '"catalogue/database.h"'
expect app/web/service.cc '"engine/explain.h"'
expect app/catalogue/run.cc '"proof/prove.h"'

expect src/base/bits.h '"value/ordinal.h"' 'higher layer value'
expect src/base/bits.cc '  "value/ordinal.h"  // why' 'higher layer value'
expect src/engine/plan.cc '"session/session.h"' 'higher layer session'
expect src/engine/plan.cc '"face/face.h"' 'higher layer face'
expect src/engine/heap/period.h '"engine/board/board.h"' 'later room'
expect src/engine/engine.cc '"engine/heap/period.h"' 'later room'
expect src/face/session.cc '<grundy/grundy.h>' 'include "face/face.h"'
expect app/cli/solve.cc '"grundy/value.h"' 'include "face/face.h"'
expect app/cli/solve.cc '"engine/explain.h"' 'a command must not include'
expect app/cli/solve.cc '"session/session.h"' 'a command must not include'
expect app/cli/solve.cc '"value/natural.h"' 'a command must not include'
expect app/cli/solve.cc '"face/inside.h"' 'a command must not include'
expect app/cli/solve.cc '"web/http.h"' 'a command must not include'
expect app/cli/solve.cc '"catalogue/database.h"' 'a command must not include'
expect src/session/session.cc '"cli/commands.h"' 'no layer cli'
expect src/check/check.cc '"engine/engine.h"' 'the layers below analysis only'
expect src/check/check.cc '"proof/prove.h"' 'the layers below analysis only'
expect src/rule/rule.h '"syntax.h"' 'write "rule/syntax.h"'
expect include/grundy/grundy.h '"base/result.h"' 'public header'

touch "$tree/octal1.sqlite"
if output=$("$root/tools/layers" "$tree") || [[ $output != "octal1.sqlite: does not belong at the root"* ]]; then
  echo "a stray file at the root is accepted: $output"
  exit 1
fi
echo '/*.sqlite' >"$tree/.gitignore"
if ! "$root/tools/layers" "$tree"; then
  echo "an ignored file at the root is refused"
  exit 1
fi
rm "$tree/octal1.sqlite" "$tree/.gitignore"

rm "$tree/src/base/nothing.h"
if "$root/tools/layers" "$tree"; then
  echo "a tree without sources is accepted"
  exit 1
fi
