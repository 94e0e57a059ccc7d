# Writes OUTPUT: the array declared in web/embedded.h, one entry a file of FILES, as the bytes that gzip makes of it.
set(arrays "")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  execute_process(COMMAND gzip -9nc ${file} OUTPUT_FILE ${OUTPUT}.gz COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${OUTPUT}.gz content HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${content}")
  string(APPEND arrays "constexpr char kFile${number}[] = {${bytes}'\\0'};\n")
  string(APPEND entries "    {\"${name}\", {kFile${number}, sizeof kFile${number} - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"web/embedded.h\"\n\nnamespace grundy::web {\nnamespace {\n\n${arrays}\
constexpr Embedded kFiles[] = {\n${entries}};\n\n}  // namespace\n\n\
std::span<const Embedded> embedded_files() { return kFiles; }\n\n}  // namespace grundy::web\n")
