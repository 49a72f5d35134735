import Mirroring
import WaylandBinding

/// What the numbers in a surface's buffers mean, as far as its client says it.
struct ColorRepresentation: Hashable {
    enum Coefficients: Hashable {
        /// Red, green and blue.
        case identity
        /// Brightness and colours.
        case film(YUVEncoding)
    }

    /// Why a buffer's format cannot have numbers of this meaning.
    enum Misfit: Error {
        case coefficients
        case chromaLocation
    }

    var coefficients: Coefficients?
    /// Where colours lie that stand for four pixels; nil where the client does not say.
    var location: ChromaLocation?

    /// Nil where the client does not say what brightness and colours mean.
    var encoding: YUVEncoding? {
        guard case .film(let encoding) = coefficients else { return nil }
        return encoding
    }

    /// Why it is none of a buffer of this format, which is nil for red, green and blue; nil where it may be.
    func misfit(with format: YUVFormat?) -> Misfit? {
        switch coefficients {
        case .identity where format != nil: return .coefficients
        case .film where format == nil: return .coefficients
        default: return location != nil && format?.hasSharedRows != true ? .chromaLocation : nil
        }
    }
}

/// An attachment of a surface that sets its representation, and reports one that its buffer cannot have.
protocol SurfaceRepresenter: AnyObject {
    func representationFailed(_ misfit: ColorRepresentation.Misfit)
}

extension Surface {
    /// Has the current buffer read as the client says, or reports that it cannot be.
    func applyRepresentation() {
        guard let buffer = current.content?.buffer else { return }
        let representation = current.representation
        buffer.encode(as: representation.encoding, colorsAt: representation.location)
        // Nobody knows the numbers of what could not be imported, and nobody sees them.
        guard representation != ColorRepresentation(), buffer.hasPixels,
            let misfit = representation.misfit(with: buffer.planar?.planarFormat)
        else { return }
        for object in attachments.all((any SurfaceRepresenter).self) { object.representationFailed(misfit) }
    }
}
