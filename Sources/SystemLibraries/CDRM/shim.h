#pragma once
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <virtgpu_drm.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

/// The first bytes of the driver's name, which need not end with a zero; `length` is the room for them, and then the name's own length.
/// 0, or -1 with errno set. Unlike drmGetVersion, which ends the program where there is no memory for its texts, it needs none.
static inline int kagami_drm_driver_name(int device, char *name, size_t *length) {
    struct drm_version version = {.name = name, .name_len = *length};
    int result = drmIoctl(device, DRM_IOCTL_VERSION, &version);
    *length = version.name_len;
    return result;
}

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
