package import Geometry

/// How large the controller shows the content, and which point of the content is in the middle.
package struct ControllerZoom: Hashable, Sendable {
    /// The magnification, where 1 shows the whole content.
    package var factor: Double
    /// The point in the middle, or nil for the content's own middle.
    package var center: Point<ContentSpace>?
    package var edges = Edges.firm

    /// The edges that keep the picture from showing more letterbox than necessary.
    package enum Edges: Hashable, Sendable {
        case firm
        /// Fingers hold the picture, which gives way like rubber past its limits.
        case rubber
        /// There are no limits while the picture returns from beyond them.
        case open
    }

    package init(factor: Double, center: Point<ContentSpace>? = nil, edges: Edges = .firm) {
        self.factor = factor
        self.center = center
        self.edges = edges
    }

    /// Whether all numbers are finite; any other zoom shows the whole content.
    fileprivate var isFinite: Bool { factor.isFinite && center?.isFinite ?? true }

    /// The zoom that shows the whole content.
    package static let fit = ControllerZoom(factor: 1)
    /// The most panel pixels per content pixel.
    static let maximumScale = 4.0
}

extension ControllerZoom {
    /// The zoom, panned only as far as a point of the content needs to be well within the area.
    package func revealing(_ point: Point<ContentSpace>, in fit: PanelViewport) -> ControllerZoom {
        let view = fit.zoomed(self)
        guard point.isFinite, view.ratioX > 0, view.ratioY > 0 else { return self }
        let (shown, area) = (view.panelPoint(of: point), fit.area)
        func way(_ place: Double, _ start: Int, _ length: Int) -> Double {
            let margin = Double(length) * Self.margin
            return min(0, place - Double(start) - margin) + max(0, place - Double(start.addingClamped(length)) + margin)
        }
        let (dx, dy) = (way(shown.x, area.x, area.width), way(shown.y, area.y, area.height))
        guard dx != 0 || dy != 0 else { return self }
        let middle = view.externalPoint(at: fit.middleOfArea)
        return ControllerZoom(factor: factor, center: middle.offset(x: dx * view.ratioX, y: dy * view.ratioY))
    }

    /// The share of the area's sides that counts as its edge.
    private static let margin = 0.15
}

/// Viewports through a zoom, made from a viewport that shows the whole content.
extension PanelViewport {
    /// The same screens seen through a zoom.
    ///
    /// With firm edges no letterbox is wider than necessary.
    package func zoomed(_ zoom: ControllerZoom) -> PanelViewport {
        guard !frame.isEmpty, !external.isEmpty, zoom.isFinite else { return self }
        let factor = self.factor(of: zoom)
        // At a factor of 1 the picture keeps the rounded size of the frame, which is its own size at a scale of 1.
        let size = Size<PanelSpace>(
            width: length(frame.width, external.width, factor), height: length(frame.height, external.height, factor))
        let middle = zoom.center ?? Point(x: Double(external.width) / 2, y: Double(external.height) / 2)
        let corner = Point<PanelSpace>(
            x: middleOfArea.x - middle.x * Double(size.width) / Double(external.width),
            y: middleOfArea.y - middle.y * Double(size.height) / Double(external.height))
        func place(_ wanted: Double, _ length: Int, _ start: Int, _ room: Int) -> Int {
            let ends = length < room ? start + (room - length) / 2 : start + room - length
            let limits = Double(ends)...Double(length < room ? ends : start)
            return Int(clamping: limits.held(by: zoom.edges, wanted, within: Double(room)).rounded())
        }
        return PanelViewport(
            panel: panel, external: external,
            frame: Rect(
                x: place(corner.x, size.width, area.x, area.width),
                y: place(corner.y, size.height, area.y, area.height), width: size.width, height: size.height),
            area: area, scale: scale * factor)
    }

    /// The largest factor that a zoom may have.
    package var largestFactor: Double { max(1, ControllerZoom.maximumScale / scale) }

    /// The zoom that shows the same without overshooting the edges, with the factor and middle in force.
    package func settled(_ zoom: ControllerZoom) -> ControllerZoom {
        guard zoom.isFinite else { return .fit }
        var settled = zoom
        settled.edges = .firm
        settled.factor = factor(of: settled)
        if settled.factor == 1 { return .fit }
        settled.center = zoomed(settled).externalPoint(at: middleOfArea)
        return settled
    }

    /// The zoom under which the area just contains a rectangle of the content.
    package func zoom(showing part: Rect<ContentSpace>) -> ControllerZoom {
        guard !part.isEmpty, !frame.isEmpty else { return .fit }
        let scale = min(Double(area.width) / Double(part.width), Double(area.height) / Double(part.height))
        let center = Point<ContentSpace>(
            x: Double(part.x) + Double(part.width) / 2, y: Double(part.y) + Double(part.height) / 2)
        return settled(ControllerZoom(factor: scale / self.scale, center: center))
    }

    /// The zoom with this factor under which a point of the content is shown at a point of the panel.
    package func zoom(
        _ factor: Double, showing anchor: Point<ContentSpace>, at point: Point<PanelSpace>, edges: ControllerZoom.Edges
    ) -> ControllerZoom {
        var zoom = ControllerZoom(factor: factor, edges: edges)
        let (pixels, middle) = (scale * self.factor(of: zoom), middleOfArea)
        zoom.center = anchor.offset(x: (middle.x - point.x) / pixels, y: (middle.y - point.y) / pixels)
        return zoom
    }

    package var middleOfArea: Point<PanelSpace> {
        Point(x: Double(area.x) + Double(area.width) / 2, y: Double(area.y) + Double(area.height) / 2)
    }

    /// The factor of a zoom that is in force.
    private func factor(of zoom: ControllerZoom) -> Double {
        max(0.25, (1...largestFactor).held(by: zoom.edges, zoom.factor, within: 1))
    }

    private func length(_ fitted: Int, _ whole: Int, _ factor: Double) -> Int {
        factor == 1 ? fitted : max(1, Int(clamping: (Double(whole) * scale * factor).rounded()))
    }
}

extension ClosedRange<Double> {
    /// The value that edges allow.
    ///
    /// Past an end, rubber draws the value back, more strongly further out, and never lets it go as far as `room`.
    fileprivate func held(by edges: ControllerZoom.Edges, _ value: Double, within room: Double) -> Double {
        let nearest = Swift.min(Swift.max(value, lowerBound), upperBound)
        let excess = value - nearest
        switch edges {
        case .firm: return nearest
        case .open: return value
        case .rubber: return room > 0 ? nearest + excess * Self.give / (1 + abs(excess) * Self.give / room) : nearest
        }
    }

    /// The share of a small pull that rubber follows.
    private static var give: Double { 0.5 }
}
