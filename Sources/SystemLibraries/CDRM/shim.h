#pragma once
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <virtgpu_drm.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
