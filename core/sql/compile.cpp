#include "weir/sql.h"
