// GMP as the engine sees it: mini-gmp, whose limbs have 64 bits (web/site/sources).
#pragma once
#include <mini-gmp.h>
#define GMP_NUMB_BITS 64
