import CDRM
import Mirroring

// The properties that an earlier program may have changed, set to suit a plain picture if the driver has them.

/// A property and the value that it gets when its object is taken over.
typealias TakeoverSetting = (property: Property, value: UInt64)

extension Connector {
    /// The settings for connectors of enabled heads; the cable carries at most `depth` bits of each colour.
    func takeoverSettings(_ depth: ColorDepth = .eight) -> [TakeoverSetting] {
        settings([
            (.linkStatus, { _ in UInt64(DRM_MODE_LINK_STATUS_GOOD) }),
            (.hdrMetadata, { _ in 0 }),
            (.colorspace, { $0.value(named: "Default") }),
            (.contentType, { $0.value(named: "No Data") }),
            (.broadcastRange, { $0.value(named: "Automatic") }),
            (.bitsPerComponent, { property in property.range.map { UInt64(depth.rawValue).clamped(to: $0) } }),
        ])
    }
}

extension CRTC {
    /// The settings for CRTCs of enabled heads.
    var takeoverSettings: [TakeoverSetting] {
        settings([
            (.gammaTable, { _ in 0 }), (.degammaTable, { _ in 0 }), (.colorMatrix, { _ in 0 }),
            (.variableRefresh, { _ in 0 }), (.backgroundColor, { _ in Self.black }),
        ])
    }

    /// Opaque black in the kernel's format.
    private static let black: UInt64 = 0xffff_0000_0000_0000
}

extension Plane {
    /// The settings for planes that are about to show something.
    var takeoverSettings: [TakeoverSetting] { takeoverSettings(depth: nil) }

    /// The same with another place in the stack than usual for the plane's kind, unless `depth` is nil.
    func takeoverSettings(depth: UInt64?) -> [TakeoverSetting] {
        settings([
            (.rotation, { _ in UInt64(DRM_MODE_ROTATE_0) }),
            (.alpha, { _ in Self.opaque }),
            (.blendMode, { $0.value(named: PropertyTable.premultiplied) }),
            (.depth, { _ in depth ?? limits.depth }),
        ])
    }

    /// The settings for planes that are about to show Y, U and V samples.
    func settings(_ encoding: YUVEncoding) -> [TakeoverSetting] {
        settings([
            (.colorEncoding, { $0.value(named: encoding.matrix.kernelName) }),
            (.colorRange, { $0.value(named: encoding.kernelRange) }),
        ])
    }

    /// The kernel's value for an opaque plane.
    private static let opaque: UInt64 = 0xFFFF
}

extension PropertyTable {
    /// Whether a plane with these properties blends premultiplied pictures with what is behind them.
    /// A plane without a choice of blend modes does, as far as it reads formats with alpha.
    var blends: Bool {
        guard let mode = self[.blendMode] else { return true }
        return mode.isImmutable ? mode.choice == Self.premultiplied : mode.value(named: Self.premultiplied) != nil
    }

    fileprivate static let premultiplied = "Pre-multiplied"

    /// Whether a plane with these properties converts samples of this encoding to the right colours.
    ///
    /// An encoding that cannot be chosen is the driver's. A driver without the properties converts as drivers did before the properties
    /// existed: BT.601 in the limited range.
    func converts(_ encoding: YUVEncoding) -> Bool {
        let former = YUVEncoding(.bt601)
        return has(encoding.matrix.kernelName, .colorEncoding, former: former.matrix.kernelName)
            && has(encoding.kernelRange, .colorRange, former: former.kernelRange)
    }

    private func has(_ name: String, _ property: PropertyName, former: String) -> Bool {
        guard let property = self[property] else { return name == former }
        return property.isImmutable ? property.choice == name : property.value(named: name) != nil
    }
}

extension YUVEncoding.Matrix {
    fileprivate var kernelName: String {
        switch self {
        case .bt601: "ITU-R BT.601 YCbCr"
        case .bt709: "ITU-R BT.709 YCbCr"
        case .bt2020: "ITU-R BT.2020 YCbCr"
        }
    }
}

extension YUVEncoding {
    fileprivate var kernelRange: String { isFullRange ? "YCbCr full range" : "YCbCr limited range" }
}

extension AtomicObject {
    /// The settings for those properties that the object has and that can be set.
    fileprivate func settings(_ wanted: [(PropertyName, (Property) -> UInt64?)]) -> [TakeoverSetting] {
        wanted.compactMap { name, value in
            guard let property = properties[name], !property.isImmutable, let value = value(property) else {
                return nil
            }
            return (property, value)
        }
    }
}

extension UInt64 {
    fileprivate func clamped(to range: ClosedRange<UInt64>) -> UInt64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
