// The public face, seen from inside the project, where its types keep their full names: grundy::face::Session stands
// beside grundy::Session. Only this header includes <grundy/grundy.h> (tools/layers).
#pragma once
#define GRUNDY_INSIDE
#include "grundy/grundy.h"
