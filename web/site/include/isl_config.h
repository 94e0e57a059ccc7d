// What isl's configure would find out of clang and the C library of emscripten; integers are imath's, small ones in place.
#define GCC_WARN_UNUSED_RESULT __attribute__((__warn_unused_result__))
#define HAVE___ATTRIBUTE__ 1
#define HAVE_DECL_FFS 1
#define HAVE_DECL_SNPRINTF 1
#define HAVE_DECL_STRCASECMP 1
#define HAVE_DECL_STRNCASECMP 1
#define USE_IMATH_FOR_MP
#define USE_SMALL_INT_OPT
#include <isl_config_post.h>
