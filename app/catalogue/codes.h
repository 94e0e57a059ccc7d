// Families of heap codes, as `grundy catalogue run --codes` takes them.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "rule/heap_code.h"

namespace grundy::catalogue {

/// The games that the words of `text` stand for, each once, those with the fewest digits first. A
/// word is a code, or a family: octal<=3 are the codes 0.d1d2d3 with digits from 0 to 7 (and so the
/// shorter ones, which end in zeros), octal4<=3 are 4.d1d2d3, hex<=2 and hex4<=2 the same with
/// digits from 0 to F. At most 100000 games a family. Or all of it is one family of rules
/// (family.h).
Attempt<std::vector<HeapCode>> parse_families(std::string_view text);

/// What is legal and perhaps not meant: "0.dd" is one game, whose digits are D.
std::vector<std::string> notes_on_codes(std::string_view text);

/// A code in a sentence (session/code_words.h); empty where the text is no code.
std::string code_in_words(const std::string& code);

/// Those of shard `shard` of `shards`, counted from 1: by a checksum of the simplest code with the
/// same values, so that shards are disjoint, together all, and the same when a family grows.
std::vector<HeapCode> of_shard(std::vector<HeapCode> codes, uint64_t shard, uint64_t shards);

}  // namespace grundy::catalogue
