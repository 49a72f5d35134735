import Geometry
package import Mirroring
import WaylandBinding

/// Copies of a display beside the one that the application is on, whatever it shows.
///
/// Copies wait for a frame of that display, so that no client copies faster than the display shows.
final class DisplayCapture: CaptureSource, OutputFollower {
    private weak var output: OutputGlobal?
    private weak var reader: (any DisplayReader)?
    private(set) lazy var copies = CopyQueue(self)
    private let id: OutputID

    init(_ output: OutputGlobal, reader: (any DisplayReader)?) {
        self.output = output
        self.reader = reader
        id = output.id
        output.add(self)
    }

    var screen: LogicalScreen? { output.flatMap { $0.isRemoved ? nil : $0.layout.screen } }

    var hasPicture: Bool { screen != nil && reader?.hasPicture(of: id) ?? false }

    func copyAwaited(isDue: Bool) {
        // What a frame changes is reported after the first request.
        if isDue { reader?.requestFrame(of: id) }
    }

    /// The display has shown a frame in which these pixels may be new.
    func shown(_ damage: Region<ContentSpace>, at time: Timestamp) {
        guard copies.isFollowed else { return reader?.forget(id) ?? () }
        copies.changed(damage)
        guard hasPicture else { return copies.abandon() }
        copies.copyDue(at: time) { reader?.withPicture(of: id, cursor: $0, $1) }
    }

    func outputRemoved() {
        reader?.forget(id)
        copies.abandon()
    }
}

extension WaylandContent {
    /// Lets tools copy the displays that `reader`, which is held weakly, shows.
    package func allowCopies(ofDisplays reader: any DisplayReader) {
        tools.outputs.reader = reader
        reader.displayShown = { [weak self] id, damage, time in
            self?.tools.outputs.other(id)?.attachments[DisplayCapture.self]?.shown(damage, at: time)
        }
    }
}
