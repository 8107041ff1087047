#include "weir/facade.h"
