#include "weir/diff.h"
