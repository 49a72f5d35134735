#pragma once
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
// Macros that Swift cannot import are spelt as functions.
static inline uint32_t kagami_drm_format_xrgb8888(void) { return DRM_FORMAT_XRGB8888; }
static inline uint32_t kagami_drm_format_argb8888(void) { return DRM_FORMAT_ARGB8888; }
