#pragma once
#if __has_include(<aml1/aml.h>)
#include <aml1/aml.h>
#else
#define AML_UNSTABLE_API 1
#include <aml.h>
#endif
