#include "weir/contract.h"
