#include "weir/binding.h"
