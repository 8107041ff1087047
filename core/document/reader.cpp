#include "weir/document.h"
