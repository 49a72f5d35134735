#pragma once
#define AML_UNSTABLE_API 1
#include <aml.h>
