import Mirroring
import Runtime
import WaylandBinding

/// The frames of one screen's surfaces: their callbacks, their presentation feedback, and the buffer that is a whole frame.
final class SceneFrames {
    private let surfaces: SurfaceScene
    private let display: WaylandDisplay
    /// The client's resources of the output that shows the frames.
    private let outputs: (Client) -> [Resource<WlOutput>]
    /// Tells clients which buffers a display could show by itself.
    weak var scanoutFollower: (any ScanoutFollower)?
    private var candidate = ScanoutCandidate()
    /// The candidate's surface, as long as it lives.
    private weak var favoured: Surface?
    private var inFlight = FrameRequests()
    /// The surfaces that changed in the frame in flight; none if the callbacks were sent when the frame was composed.
    private var changed: [Surface] = []
    /// Whether the callbacks of the frame in flight have been sent.
    private var isCalledBack = false
    private var drawing = DrawingClients()

    init(_ surfaces: SurfaceScene, _ display: WaylandDisplay, outputs: @escaping (Client) -> [Resource<WlOutput>]) {
        self.surfaces = surfaces
        self.display = display
        self.outputs = outputs
    }

    var isDrawing: Bool { drawing.isExpected }

    var deviceWait: Int64 { drawing.deviceWait }

    /// A surface of the screen has new state.
    func take(_ change: AppliedChange, of surface: Surface) {
        committed(surface)
        surfaces.take(change, of: surface)
    }

    /// The surface's commit was applied, or the surface was destroyed.
    func committed(_ surface: Surface) {
        drawing.committed(surface, at: display.loop.turnTime)
    }

    func awaitsDevices(_ surface: Surface) {
        drawing.awaitsDevices(surface, since: display.loop.turnTime)
    }

    func composed(callingBack: Bool) {
        surfaces.forEachDrawn { surface in
            let requests = surface.frameRequests.take()
            if !requests.callbacks.isEmpty {
                drawing.willTell(surface)
                // The client gets its replaced buffer back before it draws the next frame.
                display.lateEvents.expect(surface.client)
            }
            inFlight.append(requests)
            if surface.isUncomposed, !callingBack { changed.append(surface) }
            surface.isUncomposed = false
        }
    }

    /// Sends the composed frame's callbacks at once if `callingBack`.
    func callBack(_ callingBack: Bool) {
        isCalledBack = callingBack
        guard callingBack else { return }
        display.lateEvents.sendAll()
        inFlight.callBack(at: now)
        drawing.told()
    }

    func frameIs(allOf buffer: (any Buffer)?, offer: ScanoutOffer?) {
        guard let scanoutFollower else { return }
        let surface = buffer.flatMap(surfaces.surface(showing:))
        guard candidate.frame(allOf: surface.map(ObjectIdentifier.init), offer: offer) else { return }
        let before = favoured
        favoured = candidate.current == nil ? nil : surface
        if let before, before !== favoured { scanoutFollower.offer(nil, to: before) }
        if let favoured { scanoutFollower.offer(candidate.current?.offer, to: favoured) }
    }

    func presented(_ presentation: Presentation) {
        display.lateEvents.sendAll()
        inFlight.present(presentation, on: outputs)
        callBackAhead(at: presentation.time)
        if !isCalledBack { drawing.told() }
    }

    func discarded() {
        display.lateEvents.sendAll()
        inFlight.discard(at: now)
        callBackAhead(at: now)
        if !isCalledBack { drawing.told() }
    }

    private var now: Timestamp { Timestamp(microseconds: display.loop.turnTime) }

    /// Sends the callbacks of surfaces that changed in the finished frame and have committed again since.
    ///
    /// A client that is ahead of the screen thus draws at the screen's rate, and does not wait for the blank after the next.
    private func callBackAhead(at time: Timestamp) {
        for surface in changed where !surface.frameRequests.callbacks.isEmpty {
            drawing.willTell(surface)
            surface.frameRequests.callBack(at: time)
        }
        changed.removeAll(keepingCapacity: true)
    }
}

/// The surface whose buffers a display could show by itself, because the frame shows nothing else.
///
/// Clients allocate new buffers whenever the candidate changes. So a surface must fill frames for a while first, and
/// something that covers it for a moment, such as a finger's disc, changes nothing. Every frame is counted, so surfaces
/// are compared by their identifiers alone, which is cheap.
struct ScanoutCandidate {
    /// A surface, and the offer of the display that shows it.
    struct Standing: Hashable {
        var surface: ObjectIdentifier
        var offer: ScanoutOffer
    }

    /// The candidate; nil while there is none.
    private(set) var current: Standing?
    /// The standing of the last frames if it is not the current one, and how many frames in a row had it.
    private var next: (standing: Standing?, frames: Int)?

    /// Counts a frame that shows only `surface`, if any, on a display with `offer`.
    ///
    /// Returns whether the candidate or its offer has changed.
    mutating func frame(allOf surface: ObjectIdentifier?, offer: ScanoutOffer?) -> Bool {
        var standing: Standing?
        if let surface, let offer, !offer.layouts.isEmpty { standing = Standing(surface: surface, offer: offer) }
        guard standing != current else {
            next = nil
            return false
        }
        let frames = next.map { $0.standing == standing ? $0.frames + 1 : 1 } ?? 1
        next = (standing, frames)
        guard frames >= Self.patience else { return false }
        (current, next) = (standing, nil)
        return true
    }

    /// The number of frames in a row before the candidate changes: half a second at 60 Hz.
    static let patience = 30
}

/// The surfaces from which a commit is expected, and the surfaces whose commits wait for devices.
///
/// A commit is expected after a frame callback.
private struct DrawingClients {
    /// Surfaces whose callbacks are sent with the pending frame.
    private var next: Set<ObjectIdentifier> = []
    private var expected: Set<ObjectIdentifier> = []
    /// The surfaces whose commits wait, each with the time since when its first commit has waited.
    private var waiting: [(surface: ObjectIdentifier, since: Int64)] = []
    /// The time that commits have waited in total, in microseconds.
    private(set) var deviceWait: Int64 = 0

    var isExpected: Bool { !expected.isEmpty }

    mutating func willTell(_ surface: Surface) {
        next.insert(ObjectIdentifier(surface))
    }

    /// The callbacks have been sent. A surface that did not commit after its previous callback is no longer waited for.
    mutating func told() {
        swap(&expected, &next)
        next.removeAll(keepingCapacity: true)
    }

    /// A commit of the surface waits from `time` on.
    mutating func awaitsDevices(_ surface: Surface, since time: Int64) {
        guard !waiting.contains(where: { $0.surface == ObjectIdentifier(surface) }) else { return }
        waiting.append((ObjectIdentifier(surface), time))
    }

    /// The surface's commit was applied at `time`, or the surface was destroyed.
    mutating func committed(_ surface: Surface, at time: Int64) {
        if isExpected { expected.remove(ObjectIdentifier(surface)) }
        guard let index = waiting.firstIndex(where: { $0.surface == ObjectIdentifier(surface) }) else { return }
        deviceWait += max(0, time - waiting.remove(at: index).since)
    }
}
