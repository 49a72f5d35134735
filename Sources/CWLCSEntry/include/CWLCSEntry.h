#pragma once
// The symbol that the conformance suite's runner looks up in a module; Swift cannot export a constant struct.
#include <wlcs/display_server.h>
