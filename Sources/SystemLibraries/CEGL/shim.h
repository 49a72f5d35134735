#pragma once
// Without this the headers include those of X11.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
// Macros that Swift cannot import are spelt as functions.
static inline EGLDisplay kagami_egl_no_display(void) { return EGL_NO_DISPLAY; }
static inline EGLSurface kagami_egl_no_surface(void) { return EGL_NO_SURFACE; }
static inline EGLContext kagami_egl_no_context(void) { return EGL_NO_CONTEXT; }
static inline EGLImage kagami_egl_no_image(void) { return EGL_NO_IMAGE; }
