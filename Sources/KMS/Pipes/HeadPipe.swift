/// The CRTC and primary plane of a head.
struct HeadPipe {
    let crtc: CRTC
    let plane: Plane

    var numbers: Pipe { Pipe(crtc: crtc.index, plane: plane.id) }
}
