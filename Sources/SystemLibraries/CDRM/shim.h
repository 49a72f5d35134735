#pragma once
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <virtgpu_drm.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

/// DRM_IOCTL_SYNCOBJ_EVENTFD, for which libdrm before 2.4.116 has neither a name nor a function: `event` becomes readable when
/// the point is signalled, be it submitted yet or not. 0, or -1 with errno set.
static inline int kagami_syncobj_eventfd(int device, uint32_t handle, uint64_t point, int event) {
    struct {
        uint32_t handle;
        uint32_t flags;
        uint64_t point;
        int32_t event;
        uint32_t padding;
    } request = {handle, 0, point, event, 0};
    return drmIoctl(device, DRM_IOWR(0xCF, request), &request);
}
