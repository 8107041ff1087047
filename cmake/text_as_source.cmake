# Writes OUT, a C++ source whose FUNCTION, declared in HEADER, returns the text FILE. See weir_text_as_source.
file(READ "${FILE}" text)
# A string literal may have 65,536 bytes at most.
string(LENGTH "${text}" length)
if(length GREATER 60000)
  message(FATAL_ERROR "${FILE} is too large for a string literal")
endif()
file(WRITE "${OUT}" "#include \"${HEADER}\"

namespace weir {

std::string_view ${FUNCTION}() {
    return R\"text(${text})text\";
}

} // namespace weir
")
