#include "weir/report.h"
