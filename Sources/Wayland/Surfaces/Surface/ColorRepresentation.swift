import Mirroring
import WaylandBinding

/// How the samples of a surface's buffers are encoded, as far as the client says.
struct ColorRepresentation: Hashable {
    enum Coefficients: Hashable {
        /// Red, green and blue.
        case identity
        /// Y, U and V.
        case film(YUVEncoding)
    }

    /// Why a representation does not fit a buffer's format.
    enum Misfit: Error {
        case coefficients
        case chromaLocation
    }

    var coefficients: Coefficients?
    /// Where the chroma samples lie that pixels of two rows share; nil if the client does not say.
    var location: ChromaLocation?

    /// How Y, U and V are encoded; nil if the client does not say.
    var encoding: YUVEncoding? {
        guard case .film(let encoding) = coefficients else { return nil }
        return encoding
    }

    /// Why the representation does not fit a buffer of this format; nil if it fits. `format` is nil for red, green and blue.
    func misfit(with format: YUVFormat?) -> Misfit? {
        switch coefficients {
        case .identity where format != nil: return .coefficients
        case .film where format == nil: return .coefficients
        default: return location != nil && format?.hasSharedRows != true ? .chromaLocation : nil
        }
    }
}

extension Surface {
    /// Applies the client's representation to the current buffer, or reports that it does not fit.
    func applyRepresentation() {
        guard let buffer = current.content?.buffer else { return }
        let representation = current.representation
        buffer.encode(as: representation.encoding, colorsAt: representation.location)
        // The format of a buffer that could not be imported is unknown, and nobody sees such a buffer.
        guard representation != ColorRepresentation(), buffer.hasPixels,
            let misfit = representation.misfit(with: buffer.planar?.planarFormat)
        else { return }
        for part in extensions { part.representationFailed(misfit) }
    }
}
