#include "weir/types.h"
