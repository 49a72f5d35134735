import Geometry
import Glibc
import Mirroring
import Runtime

/// An enabled output: a connector with its pipe and its framebuffers.
///
///     ready -- flip --> pending(token) -- its event --> ready
///                                 \-- its event, too early --> held -- timer --> ready
///                pending(token) -- two seconds without --> overdue: lit anew, with the same token
///     any -- retire --> retired: events and timers are ignored
final class Head {
    let connector: Connector
    let picture: HeadFramebuffers
    /// The most bits of each colour that the cable carries.
    let depth: ColorDepth
    /// The bits of each colour in drawn frames.
    let frames: FrameDepth
    /// The pictures on the head's planes.
    private(set) var shown = HeadPlanes()
    /// The hardware's answers about the head's layers.
    var answers = PlaneAnswers()
    /// The layers that the next frames show: in front of the drawn picture, the backmost first, or one behind it.
    var layers: [WantedLayer] = []
    /// The primary plane's place when the drawn picture lies in front of the layer; nil when it lies behind the layers.
    var pictureInFront: PlaneAssignment.Placement?
    var cursor = HeadCursor()
    /// Buffers for what is drawn in front of a layer: those in use and those of the last test.
    private var fronts: [OwnPictures] = []
    /// The black behind a client's buffer on an overlay, kept while frames may show one.
    private var black: DumbBuffer?
    var timing: HeadTiming
    private(set) var pipe: HeadPipe
    /// Receives the head's events; nil once the head is retired.
    private var reports: DisplayReports?
    /// Whether the display is on. While it is off, frames complete as usual, and nobody sees them.
    private(set) var isOn = true
    /// Whether the display should be on once no flip is pending.
    private var isWantedOn = true
    /// The head's gamma table; nil for unchanged colours.
    var gamma: HeadGamma? { didSet { isGammaDue = true } }
    /// Whether the gamma table has yet to be set, once no flip is pending.
    private var isGammaDue = false
    /// Called when the event of a flip is overdue.
    var onOverdue: (() -> Void)?
    /// How often in a row the head was lit anew because a flip was overdue.
    private(set) var revivals = 0
    /// How often lighting the head anew was put off because the kernel still waited.
    private var waits = 0
    /// The token of the pending flip; events with any other token are stale.
    private(set) var pendingToken: UInt64?
    /// Whether the hardware refused the content of the last flip.
    private(set) var isRefused = false
    /// Whether the pending flip shows a newly drawn frame.
    private var isDrawnPending = false

    private var sequence = SequenceCounter()
    private var pacer: FlipPacer
    /// A presentation that is on screen but not yet reported.
    private var held: Presentation?
    private let loop: EventLoop
    private var timer: Timer?
    private var overdueTimer: Timer?

    init(
        loop: EventLoop, reports: DisplayReports, connector: Connector, pipe: HeadPipe, picture: HeadFramebuffers,
        timing: HeadTiming,
        depth: HeadDepth
    ) {
        self.depth = depth.cable
        frames = depth.frames
        self.timing = timing
        self.loop = loop
        self.reports = reports
        self.connector = connector
        self.pipe = pipe
        self.picture = picture
        pacer = FlipPacer(refreshMilliHertz: picture.mode.refreshMilliHertz)
        timer = loop.makeTimer { [weak self] in self?.release() }
        overdueTimer = loop.makeTimer { [weak self] in self?.onOverdue?() }
    }

    /// The memory for the next frame.
    func acquire() -> AcquireOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        return picture.acquire().map { .acquired($0) } ?? .failed("another display shows all of its buffers")
    }

    /// Requests a flip to the drawn frame, at the next vertical blank after `fence`; the flip's event carries `token`.
    func flip(
        damage: Region<OutputSpace>, after fence: DrawingFence?, token: UInt64, by modeSetting: any ModeSetting
    ) throws(KMSError) -> PresentOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        guard let buffer = picture.chain.drawn() else { return .failed("nothing has been drawn") }
        let size: Size<OutputSpace> = picture.transform.inverse.apply(to: buffer.size)
        let drawn: Region<ScanoutSpace> = damage.mapRects { picture.transform.apply(to: $0, within: size) }
        return try flip(.drawn(buffer, damage: drawn, after: fence), token: token, by: modeSetting)
    }

    /// Requests a flip to pictures that include a client's buffer; otherwise like `flip(damage:after:token:by:)`.
    func flip(
        to pictures: [PlanePicture], token: UInt64, by modeSetting: any ModeSetting
    ) throws(KMSError) -> PresentOutcome {
        try flip(.client(pictures), token: token, by: modeSetting)
    }

    /// Requests a flip that changes only the layers above the picture.
    func flipLayers(token: UInt64, by modeSetting: any ModeSetting) throws(KMSError) -> PresentOutcome {
        try flip(.layers, token: token, by: modeSetting)
    }

    private func flip(
        _ flip: HeadFlip, token: UInt64, by modeSetting: any ModeSetting
    ) throws(KMSError) -> PresentOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        let next = try pictures(after: flip)
        let outcome = isOn ? try modeSetting.flip(flip, to: next, of: self, token: token) : .shown
        isRefused = false
        if case .failed(let failure, let parts) = outcome {
            isRefused = KMSError.blamesLayers(failure)
            let isLayer = flip.part == .client || !layers.isEmpty && parts.contains(where: \.isLayer)
            // Layers are the likeliest reason.
            if isLayer {
                answers.failed(failure, at: Timestamp(microseconds: loop.turnTime))
            } else if parts.contains(.cursor) {
                cursor.failed(failure)
            }
            return .failed(String(cString: strerror(failure)))
        }
        pendingToken = token
        isDrawnPending = flip.part == .drawn
        shown.committed(next, isTold: isOn)
        if case .shown = outcome {
            // Reported from the loop, as after an event.
            finish(Presentation(time: Timestamp(microseconds: loop.turnTime), picture), atOnce: false)
        } else {
            overdueTimer?.arm(after: Self.patience)
        }
        return .queued
    }

    /// Turns the display off or on; returns 0 or an errno. While a flip is pending, the change waits for `settlePower`.
    func setPower(isOn: Bool, by modeSetting: any ModeSetting) -> CInt {
        isWantedOn = isOn
        return settlePower(by: modeSetting)
    }

    /// Turns the display off or on if the change had to wait for a flip; returns 0 or an errno.
    func settlePower(by modeSetting: any ModeSetting) -> CInt {
        // A blocking commit would wait for the flip.
        guard isOn != isWantedOn, pendingToken == nil else { return 0 }
        isOn = isWantedOn
        let failure = modeSetting.setPower(of: self)
        if failure != 0 { (isOn, isWantedOn) = (!isOn, !isOn) }
        return failure
    }

    /// Sets the gamma table if it has yet to be set; returns 0 or an errno.
    func settleGamma(by modeSetting: any ModeSetting) -> CInt {
        // A blocking commit would wait for the flip.
        guard isGammaDue, pendingToken == nil else { return 0 }
        isGammaDue = false
        return modeSetting.setGamma(of: self)
    }

    /// The time in microseconds after which a flip's event counts as overdue.
    private static let patience: Int64 = 2_000_000

    /// Lights the head anew with the picture of the overdue flip; the event of either flip ends the flip.
    ///
    /// Returns 0 or an errno. `EBUSY` means that the kernel still waits for the hardware, for some ten seconds. Another attempt follows
    /// then, because a blocking commit would hold up everything.
    func revive(by modeSetting: any ModeSetting) -> CInt {
        guard let token = pendingToken else { return 0 }
        overdueTimer?.arm(after: Self.patience)
        let failure = modeSetting.revive(self, token: token)
        if failure == EBUSY, waits < Self.maximumWaits { waits += 1 } else { revivals += 1 }
        return failure
    }

    /// Together longer than the kernel waits for a flip.
    private static let maximumWaits = 6

    /// Handles the completion of the pending flip.
    func flipHappened(_ event: FlipEvent) {
        overdueTimer?.disarm()
        (revivals, waits) = (0, 0)
        var presentation = Presentation(time: event.time, picture)
        // A display without a vertical blank counter does not wait for vertical blanks.
        if event.sequence != 0 {
            presentation.sequence = sequence.extend(event.sequence)
            presentation.isHardwareClock = true
            presentation.isVariable = timing.isVariable
            presentation.isTorn = timing.isTorn
        }
        finish(presentation, atOnce: true)
    }

    /// Ends the pending flip, and reports the presentation when it is time.
    private func finish(_ presentation: Presentation, atOnce: Bool) {
        pendingToken = nil
        if isDrawnPending { picture.chain.flipped() }
        isDrawnPending = false
        shown.flipped()
        held = presentation
        let time = presentation.time
        let instant = presentation.isHardwareClock ? time : pacer.release(time)
        if atOnce, instant.microseconds <= loop.turnTime { return release() }
        timer?.arm(at: instant.microseconds, tolerance: presentation.isHardwareClock ? 0 : pacer.tolerance)
    }

    /// Drops the pending flip and presentation. The head reports nothing more.
    func retire() {
        pendingToken = nil
        held = nil
        reports = nil
        onOverdue = nil
        timer?.disarm()
        overdueTimer?.disarm()
    }

    private func release() {
        guard let presentation = held else { return }
        held = nil
        reports?.presented(on: connector.output, presentation)
    }
}

// The pictures on the head's planes.
extension Head {
    /// All planes that the head uses, or has kept for its cursor.
    var planes: [Plane] {
        let pictures = shown.newest + (isOn ? [] : shown.told)
        return [pipe.plane, cursor.pictures?.plane].compactMap(\.self) + pictures.map(\.plane)
    }

    /// The planes that show the head's layers.
    var layerPlanes: [Plane] { shown.newest.filter(\.part.isLayer).map(\.plane) }

    var state: OutputState {
        var state = OutputState()
        state.planes[.content] = [shown[.client] ?? shown[.drawn]].compactMap { $0?.plane.number }
        state.planes[.window] = shown.windows.map(\.plane.number)
        state.planes[.snapshot] = [shown[.snapshot]].compactMap { $0?.plane.number }
        state.planes[.cursor] = [shown[.cursor]].compactMap { $0?.plane.number }
        state.timing = timing.state
        return state
    }

    /// Whether the planes show more than a cursor and one picture on all of the primary plane.
    var hasLayer: Bool {
        shown.newest.contains { picture in
            switch picture.part {
            case .drawn, .cursor: false
            case .client: picture.plane.id != pipe.plane.id || picture.view != whole
            case .black, .window, .snapshot, .front: true
            }
        }
    }

    /// Whether the primary plane would show another picture without the layer.
    var isPrimaryReplaced: Bool { hasLayer && shown[.drawn] == nil }

    private var whole: PlaneView { PlaneView(whole: picture.mode.size) }

    /// The newest drawn frame, on all of a primary plane.
    func drawnPicture(on plane: Plane) -> PlanePicture {
        drawn(isDrawnPending ? picture.chain.newest : picture.chain.front, on: plane)
    }

    private func drawn(_ buffer: HeadBuffer, on plane: Plane) -> PlanePicture {
        PlanePicture(part: .drawn, plane: plane, framebuffer: buffer.framebuffer, view: whole, memory: buffer)
    }

    /// A frame behind the layers, or in front of them as `pictureInFront` tells.
    private func drawn(_ buffer: HeadBuffer) throws(KMSError) -> PlanePicture {
        guard let pictureInFront else { return drawn(buffer, on: pipe.plane) }
        do throws(KMSError) {
            return try drawn(buffer, inFrontAt: pictureInFront)
        } catch {
            answers.refuse(.noMemory, at: Timestamp(microseconds: loop.turnTime))
            throw error
        }
    }

    /// The newest drawn frame, blended with what is behind it.
    func drawnPicture(inFrontAt place: PlaneAssignment.Placement) throws(KMSError) -> PlanePicture {
        try drawn(isDrawnPending ? picture.chain.newest : picture.chain.front, inFrontAt: place)
    }

    private func drawn(
        _ buffer: HeadBuffer, inFrontAt place: PlaneAssignment.Placement
    ) throws(KMSError) -> PlanePicture {
        var view = whole
        view.depth = place.depth
        return PlanePicture(
            part: .drawn, plane: pipe.plane, framebuffer: try buffer.framebufferWithAlpha(), view: view, memory: buffer)
    }

    /// The head's pictures on a pipe without its layers.
    func barePictures(on pipe: HeadPipe) -> [PlanePicture] {
        guard let client = shown[.client], !hasLayer else {
            let cursor = pipe.numbers == self.pipe.numbers ? shown[.cursor] : nil
            return [drawnPicture(on: pipe.plane), cursor].compactMap(\.self)
        }
        guard pipe.numbers != self.pipe.numbers else { return shown.newest }
        return [
            PlanePicture(
                part: .client, plane: pipe.plane, framebuffer: client.framebuffer, view: whole, memory: client.memory)
        ]
    }

    /// Records that a modeset has put these pictures on screen.
    func lit(on next: HeadPipe, showing pictures: [PlanePicture]) {
        let hadLayer = shown[.client] != nil && hasLayer || !shown.windows.isEmpty
        if next.numbers != pipe.numbers {
            cursor = HeadCursor(layer: cursor.layer)
            (fronts, layers, pictureInFront) = ([], [], nil)
            reconsider()
        }
        pipe = next
        shown.set(pictures)
        if hadLayer { reports?.pictureLost(on: connector.output) }
    }

    /// Records that a modeset has turned the layers off.
    func lostLayers() {
        let hadWindows = !shown.windows.isEmpty
        guard !layers.isEmpty || hadWindows || shown[.snapshot] != nil else { return }
        (layers, pictureInFront) = ([], nil)
        answers.reset()
        shown.set(shown.newest.filter { !$0.part.isLayer })
        if hadWindows { reports?.pictureLost(on: connector.output) }
    }

    /// Forgets what the hardware accepted and refused, because outputs are used in another way now.
    func reconsider() {
        cursor.reconsider()
        answers.reset()
        black = nil
        timing.reconsider()
    }

    /// The pictures on the head's planes after a flip.
    func pictures(after flip: HeadFlip) throws(KMSError) -> [PlanePicture] {
        var next: [PlanePicture]
        switch flip {
        case .drawn(let buffer, _, _): next = [try drawn(buffer)]
        case .client(let pictures): next = pictures
        case .layers:
            next = []
            for picture in shown.newest where [.drawn, .black, .client].contains(picture.part) {
                // The same buffer, perhaps blended or at another place in the stack.
                if let buffer = picture.memory as? HeadBuffer {
                    next.append(try drawn(buffer))
                } else {
                    next.append(picture)
                }
            }
            if next.isEmpty { next = [drawnPicture(on: pipe.plane)] }
            if shown[.client] != nil, let front = shown[.front] { next.append(front) }
        }
        if isOn { addLayers(to: &next) }
        if let layer = cursor.shownLayer, let pictures = cursor.pictures {
            do throws(KMSError) {
                next.append(try pictures.picture(of: layer, as: .cursor, besides: shown.newest))
            } catch {
                cursor.refuse(.hardware)
                throw error
            }
        }
        return next
    }

    private func addLayers(to next: inout [PlanePicture]) {
        var added: [PlanePicture] = []
        for layer in layers {
            switch layer {
            case .window(let picture): added.append(picture)
            case .front(let front, let own): addFront(front, by: own, to: &added)
            case .snapshot(let wanted):
                if let picture = wanted.picture {
                    added.append(picture)
                } else {
                    // The old picture stays while the source changes how it shows its own.
                    added += shown.newest.filter { [.snapshot, .front].contains($0.part) }
                }
            }
        }
        next.removeAll { old in added.contains { $0.plane.id == old.plane.id } }
        next += added
    }

    /// Adds what is drawn in front of a layer; if memory for it is lacking, the previous picture stays for this frame.
    func addFront(_ front: PlaneElement, by own: OwnPictures, to pictures: inout [PlanePicture]) {
        let made = try? own.picture(of: front, as: .front, besides: shown.newest)
        if let picture = made ?? shown[.front] { pictures.append(picture) }
    }

    /// The head's picture with a claim on its memory, for another head that also shows it.
    var scanned: ScannedPicture {
        if let client = shown[.client], let frame = client.memory as? ClientFrame {
            return ScannedPicture(framebuffer: client.framebuffer, clientView: frame.view, memory: frame)
        }
        let lease = isDrawnPending ? picture.chain.leaseNewest() : picture.chain.leaseFront()
        return ScannedPicture(framebuffer: lease.buffer.framebuffer, clientView: nil, memory: lease)
    }

    /// The layout of small pictures of our own on the head's planes.
    var pictureScanout: CursorScanout {
        CursorScanout(transform: picture.transform, screen: picture.transform.inverse.apply(to: picture.mode.size))
    }

    /// The buffers for what is drawn in front of a layer on a plane, made anew if no known ones suit.
    func fronts(
        _ placement: PlaneAssignment.Placement, size: PlaneSize, make: () throws(KMSError) -> OwnPictures
    ) throws(KMSError) -> OwnPictures {
        if let known = fronts.first(where: { $0.suit(placement, size) }) { return known }
        let made = try make()
        let used = shown[.front]?.plane.id
        fronts = fronts.filter { $0.plane.id == used }.suffix(1) + [made]
        return made
    }

    /// A black framebuffer, the same at each call.
    func blackPicture(make: () throws(KMSError) -> DumbBuffer) throws(KMSError) -> PlanePicture {
        let buffer: DumbBuffer
        if let black { buffer = black } else { buffer = try make() }
        black = buffer
        return PlanePicture(
            part: .black, plane: pipe.plane, framebuffer: buffer.framebuffer, view: whole, memory: buffer)
    }

    /// Drops the black framebuffer, because no overlay shows content any more; the last frame that shows it keeps its memory.
    func dropBlack() {
        black = nil
    }

    /// Records that the display was turned off or on while showing these pictures.
    func powered(showing pictures: [PlanePicture]) {
        shown.set(pictures)
    }
}

/// A layer that the next frames show beside the drawn picture.
enum WantedLayer {
    /// A client's buffer.
    case window(PlanePicture)
    case snapshot(WantedSnapshot)
    /// What is drawn in front of the other layers, and the buffers of the plane that shows it.
    case front(PlaneElement, OwnPictures)
}

/// Another head's picture as a layer to show.
struct WantedSnapshot {
    weak var source: Head?
    /// How the source shows the client's buffer that the view is a part of; nil if it shows a drawn picture.
    let clientView: PlaneView?
    let plane: Plane
    let view: PlaneView

    /// The source's newest picture; nil while the source changes how it shows its own.
    var picture: PlanePicture? {
        guard let scanned = source?.scanned, scanned.clientView == clientView else { return nil }
        return PlanePicture(
            part: .snapshot, plane: plane, framebuffer: scanned.framebuffer, view: view, memory: scanned.memory)
    }
}

/// A framebuffer that a head shows or is about to show, for another head that also shows it.
struct ScannedPicture {
    let framebuffer: UInt32
    /// How the head shows a client's buffer; nil for a drawn picture.
    let clientView: PlaneView?
    /// Keeps the framebuffer's memory unchanged.
    let memory: AnyObject
}

/// A client's buffer that is on screen or about to be.
final class ClientFrame {
    /// The part of the buffer that is shown, and where.
    let view: PlaneView
    private let framebuffer: ClientFramebuffer
    /// Keeps the client from drawing in the buffer.
    private let hold: BufferHold

    init(_ framebuffer: ClientFramebuffer, hold: BufferHold, view: PlaneView) {
        self.framebuffer = framebuffer
        self.hold = hold
        self.view = view
    }
}

extension Presentation {
    /// A presentation on a display that counts no vertical blanks.
    fileprivate init(time: Timestamp, _ picture: HeadFramebuffers) {
        self.init(
            time: time, refreshNanoseconds: picture.refreshNanoseconds, sequence: 0, isHardwareClock: false)
    }
}
