#pragma once
// Without this the headers include those of X11.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
