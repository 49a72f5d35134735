import CDRM
import Mirroring

// What an earlier program may have changed of an object, set to what a plain picture wants wherever the driver has it.

/// A property with the value that it gets when its object is taken over.
typealias TakeoverSetting = (property: Property, value: UInt64)

extension Connector {
    /// For connectors of enabled heads; the cable carries `depth` bits of each colour at most.
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
    /// For CRTCs of enabled heads.
    var takeoverSettings: [TakeoverSetting] {
        settings([
            (.gammaTable, { _ in 0 }), (.degammaTable, { _ in 0 }), (.colorMatrix, { _ in 0 }),
            (.variableRefresh, { _ in 0 }), (.backgroundColor, { _ in Self.black }),
        ])
    }

    /// Opaque black as the kernel has it.
    private static let black: UInt64 = 0xffff_0000_0000_0000
}

extension Plane {
    /// For planes that are about to show something.
    var takeoverSettings: [TakeoverSetting] { takeoverSettings(depth: nil) }

    /// The same at another place in the stack than the plane's kind has, unless nil.
    func takeoverSettings(depth: UInt64?) -> [TakeoverSetting] {
        settings([
            (.rotation, { _ in UInt64(DRM_MODE_ROTATE_0) }),
            (.alpha, { _ in Self.opaque }),
            (.blendMode, { $0.value(named: PropertyTable.premultiplied) }),
            (.depth, { _ in depth ?? limits.depth }),
        ])
    }

    /// For planes that are about to show pixels whose brightness and colours lie apart.
    func settings(_ encoding: YUVEncoding) -> [TakeoverSetting] {
        settings([
            (.colorEncoding, { $0.value(named: encoding.matrix.kernelName) }),
            (.colorRange, { $0.value(named: encoding.kernelRange) }),
        ])
    }

    /// The kernel's full alpha of a plane.
    private static let opaque: UInt64 = 0xFFFF
}

extension PropertyTable {
    /// Whether a plane with these properties blends pictures whose colours are multiplied by their alpha with what is behind. One that
    /// has no choice does, as far as it reads formats with an alpha.
    var blends: Bool {
        guard let mode = self[.blendMode] else { return true }
        return mode.isImmutable ? mode.choice == Self.premultiplied : mode.value(named: Self.premultiplied) != nil
    }

    fileprivate static let premultiplied = "Pre-multiplied"

    /// Whether a plane with these properties makes the right colours of such numbers.
    ///
    /// What cannot be chosen is as the driver has it; one that does not even say so has what was there before the properties.
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
    /// Those of the properties that the object has and that can be set.
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
