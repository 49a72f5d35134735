#pragma once
#include <neatvnc.h>
