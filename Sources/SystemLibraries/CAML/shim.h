#pragma once
#include <aml.h>
