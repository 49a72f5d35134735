import CPixelKernels
import CPixman
package import Geometry
package import Mirroring

/// A display's memory during an access, from `init` to `end`.
package struct DisplayAccess {
    private let scanout: RenderTarget.Scanout
    private let first: UnsafeMutableRawPointer

    /// Nil if the memory is gone.
    package init?(_ scanout: RenderTarget.Scanout) {
        guard let first = scanout.buffer.beginAccess() else { return nil }
        self.first = first
        self.scanout = scanout
    }

    package func end() {
        scanout.buffer.endAccess()
    }

    /// Whether the memory holds pictures upright and in the format that is drawn.
    package var isDrawable: Bool { scanout.isDrawable }

    /// The memory as pixels to draw on, if it is drawable.
    func plane(of target: RenderTarget) -> PixelPlane {
        PixelPlane(first: first, stride: scanout.buffer.stride, size: target.size, isDeep: target.isDeep)
    }

    /// The address of the first row.
    package var firstRow: UnsafeMutableRawPointer { first }
    package var stride: Int { scanout.buffer.stride }

    /// Draws the hole where the memory lacks it: the elements in front of the plane behind, and nothing else.
    package func makeHole(of target: RenderTarget, _ traffic: inout MemoryTraffic) {
        let lacking = target.lackingHole
        guard let hole = target.hole, !lacking.isEmpty, isDrawable else { return }
        let display = plane(of: target)
        for rect in lacking.rects {
            for y in rect.y..<rect.maxY { (display.row(y) + rect.x).update(repeating: 0, count: rect.width) }
        }
        traffic.count(.drawn, read: 0, written: lacking.area * 4)
        guard let front = hole.front else { return }
        let seen = lacking.intersection(hole.frame)
        let stride = front.source.stride
        _ = front.source.withPixels { pixels in
            for rect in seen.rects {
                kagami_copy(
                    pixels + (rect.y - hole.frame.y) * stride + (rect.x - hole.frame.x) * 4, stride,
                    display.row(rect.y) + rect.x, display.stride, Int32(rect.width), Int32(rect.height))
            }
        }
        traffic.count(.drawn, read: seen.area * 4, written: seen.area * 4)
    }

    /// Copies between a frame in ordinary memory and the display's memory.
    package func copy(of picture: MemoryBuffer) -> DisplayCopy {
        DisplayCopy(
            picture: PixelPlane(picture),
            display: (first, scanout.buffer.stride, scanout.buffer.size.reinterpreted()),
            format: scanout.buffer.scanoutFormat, transform: scanout.transform)
    }
}

/// Copies between a frame in ordinary memory and the memory that a display scans out, which may be turned and in another format.
package struct DisplayCopy {
    let picture: PixelPlane
    /// In the display's orientation and format.
    let display: (first: UnsafeMutableRawPointer, stride: Int, size: Size<ScanoutSpace>)
    var format = ScanoutFormat.xrgb8888
    /// Maps the picture to the display.
    let transform: Transform

    /// Copies pixels of the picture to the display.
    package func show(_ region: Region<OutputSpace>) {
        guard format == picture.format else { return convert(region, .toDisplay) }
        for rect in region.intersection(picture.size.bounds).rects {
            let target: Rect<ScanoutSpace> = transform.apply(to: rect, within: picture.size)
            // The source of the pixel at an offset from the target's corner.
            func source(_ x: Int, _ y: Int) -> UnsafeRawPointer {
                let pixel = Rect<ScanoutSpace>(x: target.x + x, y: target.y + y, width: 1, height: 1)
                let place: Rect<OutputSpace> = transform.inverse.apply(to: pixel, within: display.size)
                return UnsafeRawPointer(picture.row(place.y) + place.x)
            }
            copy(
                source, stride: picture.stride, to: display.first + target.y * display.stride + target.x * 4,
                targetStride: display.stride, size: (target.width, target.height), isTurned: transform != .normal)
        }
    }

    /// Reads pixels of the picture back from the display.
    func readBack(_ region: Region<OutputSpace>) {
        guard format == picture.format else { return convert(region, .fromDisplay) }
        for rect in region.intersection(picture.size.bounds).rects {
            func source(_ x: Int, _ y: Int) -> UnsafeRawPointer {
                let pixel = Rect<OutputSpace>(x: rect.x + x, y: rect.y + y, width: 1, height: 1)
                let place: Rect<ScanoutSpace> = transform.apply(to: pixel, within: picture.size)
                return UnsafeRawPointer(display.first + place.y * display.stride + place.x * 4)
            }
            if transform == .normal {
                kagami_copy_from_display(
                    source(0, 0), display.stride, picture.row(rect.y) + rect.x, picture.stride, Int32(rect.width),
                    Int32(rect.height))
            } else {
                copy(
                    source, stride: display.stride, to: UnsafeMutableRawPointer(picture.row(rect.y) + rect.x),
                    targetStride: picture.stride, size: (rect.width, rect.height), isTurned: true)
            }
        }
    }

    private enum Direction {
        case toDisplay
        case fromDisplay
    }

    /// Copies pixels from one format to the other, with pixman.
    private func convert(_ region: Region<OutputSpace>, _ direction: Direction) {
        let shown: Size<OutputSpace> = display.size.reinterpreted()
        let first = UnsafeMutableRawPointer(picture.row(0))
        guard
            let upright = PixmanImage(
                writing: first, stride: picture.stride, size: picture.size, format: picture.format),
            let turned = PixmanImage(writing: display.first, stride: display.stride, size: shown, format: format)
        else { return }
        switch direction {
        case .toDisplay:
            upright.turn(by: transform.inverse, shown: shown)
            if format == .rgb565 { upright.readForDithering() }
        case .fromDisplay: turned.turn(by: transform, shown: picture.size)
        }
        for rect in region.intersection(picture.size.bounds).rects {
            switch direction {
            case .toDisplay:
                let place: Rect<ScanoutSpace> = transform.apply(to: rect, within: picture.size)
                turned.copy(upright, in: place.reinterpreted())
            case .fromDisplay: upright.copy(turned, in: rect)
            }
        }
    }

    private func copy(
        _ source: (Int, Int) -> UnsafeRawPointer, stride: Int, to target: UnsafeMutableRawPointer, targetStride: Int,
        size: (width: Int, height: Int), isTurned: Bool
    ) {
        let (width, height) = (Int32(size.width), Int32(size.height))
        let first = source(0, 0)
        guard isTurned else { return kagami_copy(first, stride, target, targetStride, width, height) }
        var job = kagami_turn_job(
            source: first, across: source(1, 0) - first, down: source(0, 1) - first, width: width, height: height,
            target: target, target_stride: targetStride)
        kagami_turn(&job)
    }
}
