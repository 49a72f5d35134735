package import Geometry

/// What is drawn into one target: operations, in drawing order, and the pixels that they may touch.
package struct RenderPass {
    package let target: RenderTarget
    /// Nothing outside is touched; what no operation covers inside keeps its pixels.
    package var damage: Region<OutputSpace>
    /// Back to front.
    package var operations: [DrawOperation]

    package init(target: RenderTarget, damage: Region<OutputSpace>, operations: [DrawOperation]) {
        self.target = target
        self.damage = damage
        self.operations = operations
    }

    /// A pass that draws a picture in ordinary memory.
    package init(target: MemoryBuffer, damage: Region<OutputSpace>, operations: [DrawOperation]) {
        self.init(target: RenderTarget(target), damage: damage, operations: operations)
    }
}

/// One operation of a pass.
package enum DrawOperation {
    /// Paints everything in one colour.
    case fill(Color)
    /// Draws a picture.
    case draw(SceneElement)
    /// Blends a soft circle.
    case disc(TouchDisc)
}

extension SceneElement {
    /// The frame of another target, wholly shown at a rectangle of this one, each pixel the area average of what it covers.
    package init(_ frame: FrameSource, at place: Rect<OutputSpace>) {
        self.init(whole: frame, at: place.reinterpreted(), opaque: Region(place.reinterpreted()))
        filter = .area
    }

    /// A whole picture at a rectangle of the target.
    package init(
        _ picture: any Buffer, at frame: Rect<OutputSpace>, filter: ScaleFilter = .linear, cornerRadius: Int = 0
    ) {
        self.init(
            whole: picture, at: frame.reinterpreted(), opaque: Region(frame.reinterpreted()))
        self.filter = filter
        self.cornerRadius = cornerRadius
    }

    /// The squares at the corners in which what is below is visible.
    package var corners: Region<ContentSpace> {
        let (radius, frame) = (cornerRadius, roundedFrame ?? destination)
        guard radius > 0, frame.width >= 2 * radius, frame.height >= 2 * radius else { return Region() }
        return Region(
            [
                (frame.x, frame.y), (frame.maxX - radius, frame.y), (frame.x, frame.maxY - radius),
                (frame.maxX - radius, frame.maxY - radius),
            ].map { Rect(x: $0.0, y: $0.1, width: radius, height: radius).intersection(destination) })
    }
}
