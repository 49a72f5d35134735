#pragma once
#include <libwebsockets.h>

/// The bytes that have to be free before those that are written.
static const size_t kagami_lws_room = LWS_PRE;
