import Geometry
import Mirroring

/// Displays that show nothing but remember what they were told; vertical blanks come when the test says so.
final class FakeDisplay: DisplayPort {
    weak var observer: (any DisplayObserver)?
    var outputs: [OutputDescription] = []
    private(set) var enabled: [OutputID: Mode] = [:]
    private(set) var pending: Set<OutputID> = []
    private var buffers: [OutputID: MemoryBuffer] = [:]
    private(set) var shownDamage: [OutputID: Region<OutputSpace>] = [:]
    var refusedModes: Set<Mode> = []
    /// Outputs that show a boot splash until the first frame.
    var earlierPictures: Set<OutputID> = []
    /// There is no memory for any mode.
    var lacksMemory = false
    var failsPresents = false
    /// The displays that are turned off.
    private(set) var off: Set<OutputID> = []
    /// Displays cannot be turned on again.
    var failsPower = false
    /// Displays count their vertical blanks, so that the next ones can be predicted.
    var countsBlanks = false
    /// The largest cursors that an output shows by itself; none on those that are not listed.
    var cursorSides: [OutputID: Int] = [:]
    /// Commits that change a cursor are refused, as by hardware that no test has asked about this.
    var failsCursors = false
    /// Those of the last commits.
    private(set) var cursors: [OutputID: PlaneElement] = [:]
    /// The fences of the frames on screen, and of those that are on their way.
    private(set) var fences: [OutputID: DrawingFence] = [:]
    /// Commits that had no picture.
    private(set) var layerCommits: [OutputID: Int] = [:]
    private var refusedCursors: Set<OutputID> = []
    /// Outputs that show clients' buffers by themselves.
    var scanoutOutputs: Set<OutputID> = []
    /// Commits of clients' buffers are refused, though no refusal was given.
    var failsContents = false
    /// How many windows in front of the drawn picture have planes.
    var windowLimit = 0
    /// The windows on screen, or about to be, the frontmost first.
    private(set) var windows: [OutputID: [HeldContent]] = [:]
    /// Whether they are behind it.
    private(set) var areBehind: [OutputID: Bool] = [:]
    /// Whether there is a plane behind the drawn picture.
    var showsBehind = false
    /// Whether there is a plane for what lies in front of clients' buffers.
    var showsFronts = false
    private var refusedContents: Set<OutputID> = []
    /// The clients' buffers on screen, and what the pending flips bring; nil for drawn frames.
    private(set) var contents: [OutputID: HeldContent] = [:]
    private var pendingContents: [OutputID: HeldContent?] = [:]
    private(set) var contentCommits: [OutputID: Int] = [:]

    /// Outputs that show snapshots by themselves.
    var snapshotOutputs: Set<OutputID> = []
    /// Commits with a snapshot are refused, as by hardware that has accepted it in a test.
    var failsSnapshots = false
    private var refusedSnapshots: Set<OutputID> = []
    /// The last commits that had one.
    private(set) var snapshots: [OutputID: OutputFrame] = [:]
    /// The clients' buffers in them.
    private var snapshotHolds: [OutputID: BufferHold] = [:]

    /// Those of the last commits.
    private(set) var timings: [OutputID: FrameTiming] = [:]

    static let snapshotPlane: UInt32 = 41

    struct HeldContent {
        let element: PlaneElement
        let front: PlaneElement?
        let hold: BufferHold
        var picture: any Buffer { element.picture }
    }
    /// Calls that broke the port's contract.
    private(set) var violations: [String] = []

    /// The outputs without curves.
    var plainOutputs: Set<OutputID> = []
    /// What the enabled ones show colours by.
    private(set) var gammas: [OutputID: GammaTable] = [:]

    private func gammaSize(of id: OutputID) -> Int? { enabled[id] == nil || plainOutputs.contains(id) ? nil : 256 }

    func setGamma(_ table: GammaTable?, of id: OutputID) -> String? {
        if gammaSize(of: id) == nil { violations.append("\(id) has no curves") }
        gammas[id] = table
        return nil
    }

    func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome {
        guard let output = outputs.first(where: { $0.id == id }), output.isConnected else {
            enabled[id] = nil
            return .refused("not connected")
        }
        gammas[id] = nil
        if !output.modes.contains(mode) { violations.append("\(id): a mode that it does not have") }
        if lacksMemory { return .shortage("no memory") }
        if refusedModes.contains(mode) { return .refused("refused by the test") }
        forget(id)
        enabled[id] = mode
        buffers[id] = MemoryBuffer(size: transform.apply(to: mode.size))
        return .done
    }

    func refusal(ofMode mode: Mode, transform: Transform, on id: OutputID) -> String? {
        refusedModes.contains(mode) ? "refused by the test" : nil
    }

    func disable(_ id: OutputID) {
        enabled[id] = nil
        forget(id)
    }

    func setPower(of id: OutputID, isOn: Bool) -> String? {
        guard enabled[id] != nil else {
            violations.append("\(id): turned off or on while disabled")
            return "dark"
        }
        if isOn == !off.contains(id) { violations.append("\(id): turned on or off twice") }
        if isOn, failsPower { return "refused by the test" }
        if isOn { off.remove(id) } else { off.insert(id) }
        return nil
    }

    private func forget(_ id: OutputID) {
        off.remove(id)
        pending.remove(id)
        cursors[id] = nil
        refusedCursors.remove(id)
        refusedContents.remove(id)
        (contents[id], pendingContents[id], windows[id]) = (nil, nil, nil)
        (snapshots[id], snapshotHolds[id]) = (nil, nil)
        refusedSnapshots.remove(id)
        timings[id] = nil
    }

    func capabilities(of id: OutputID) -> OutputCapabilities {
        var capabilities = OutputCapabilities()
        let layout = PixelLayout(format: PixelFormat.xrgb8888.code, modifier: 1)
        if scanoutOutputs.contains(id) { capabilities.scanoutOffer = ScanoutOffer(device: 7, layouts: [layout]) }
        capabilities.showsEarlierPicture = earlierPictures.contains(id)
        capabilities.gammaSize = gammaSize(of: id)
        return capabilities
    }

    func assign(_ frame: OutputFrame, on id: OutputID) -> FrameAssignment {
        var assignment = FrameAssignment()
        if let cursor = frame.cursor { assignment.cursor = refusal(ofCursor: cursor.destination.size, on: id) }
        if let snapshot = frame.snapshot {
            assignment.layers = frame.layers.map { _ in refusal(ofSnapshot: snapshot, on: id) }
        } else {
            let clients = frame.layers.prefix(windowLimit + (frame.front == nil ? 0 : 1)).count
            assignment.layers = frame.layers.indices.map { index in
                refusal(ofClientIn: frame, on: id) ?? (frame.ground == .picture && index >= clients ? .noPlane : nil)
            }
            let client = frame.layers.firstIndex { if case .client = $0.kind { true } else { false } }
            if let client, assignment.layer != nil, showsBehind, scanoutOutputs.contains(id),
                !refusedContents.contains(id)
            {
                assignment.layers[client] = nil
                assignment.isBehindPicture = true
            }
        }
        return assignment
    }

    private func refusal(ofCursor size: Size<OutputSpace>, on id: OutputID) -> LayerRefusal? {
        guard let side = cursorSides[id] else { return .noPlane }
        if refusedCursors.contains(id) { return .hardware }
        return max(size.width, size.height) > side ? .size(width: side, height: side) : nil
    }

    private func refusal(ofClientIn frame: OutputFrame, on id: OutputID) -> LayerRefusal? {
        guard scanoutOutputs.contains(id) else { return .noPlane }
        if frame.front != nil, !showsFronts { return .behindPicture }
        return refusedContents.contains(id) ? .hardware : nil
    }

    private func refusal(ofSnapshot layer: PlaneElement, on id: OutputID) -> LayerRefusal? {
        guard snapshotOutputs.contains(id) else { return .noPlane }
        guard case .snapshot(let source, _) = layer.kind else {
            violations.append("\(id): a layer that is none")
            return .noPlane
        }
        if enabled[source] == nil { violations.append("\(id): a snapshot of a dark output") }
        return refusedSnapshots.contains(id) ? .hardware : nil
    }

    func state(of id: OutputID) -> OutputState {
        var state = OutputState()
        state.timing = TimingState(
            variableRefresh: timings[id]?.variesRefresh == true ? .on : .off,
            tearing: timings[id]?.tears == true ? .on : .off)
        if snapshots[id] != nil { state.planes[.snapshot] = [Self.snapshotPlane] }
        return state
    }

    /// What the frames of an enabled output are drawn in.
    func memory(of id: OutputID) -> MemoryBuffer? { buffers[id] }

    func acquire(on id: OutputID) -> AcquireOutcome {
        guard enabled[id] != nil, let buffer = buffers[id] else {
            violations.append("\(id): drawn on while dark")
            return .failed("dark")
        }
        if pending.contains(id) { violations.append("\(id): drawn on with a flip pending") }
        return .acquired(.memory(buffer))
    }

    func commit(_ frame: OutputFrame, _ picture: FramePicture, on id: OutputID) -> PresentOutcome {
        let assignment = assign(frame, on: id)
        if assignment.cursor != nil || assignment.layers.contains(where: { $0 != nil }) {
            violations.append("\(id): something that was refused")
        }
        switch picture {
        case .content:
            guard let client = frame.client else {
                violations.append("\(id): no buffer")
                return .failed("no buffer")
            }
            if failsContents {
                refusedContents.insert(id)
                return .failed("the buffer, by the test")
            }
            if let front = frame.front, !front.picture.withPixels({ _ in }) {
                violations.append("\(id): no picture in front")
            }
            let outcome = show(frame, on: id)
            guard outcome == .queued else { return outcome }
            pendingContents[id] = HeldContent(
                element: client, front: frame.front, hold: BufferHold(client.picture))
            contentCommits[id, default: 0] += 1
        case .drawn(let damage, let fence):
            let outcome = show(frame, on: id)
            guard outcome == .queued else { return outcome }
            fences[id] = fence
            shownDamage[id, default: Region()].formUnion(damage)
            pendingContents[id] = .some(nil)
        case .unchanged:
            if shownDamage[id] == nil, contents[id] == nil, frame.layers.isEmpty, enabled[id] != nil {
                violations.append("\(id): layers above no picture")
            }
            let outcome = show(frame, on: id)
            guard outcome == .queued else { return outcome }
            layerCommits[id, default: 0] += 1
        }
        return .queued
    }

    private func show(_ frame: OutputFrame, on id: OutputID) -> PresentOutcome {
        guard enabled[id] != nil else {
            violations.append("\(id): presented on while dark")
            return .failed("dark")
        }
        if pending.contains(id) { violations.append("\(id): presented on with a flip pending") }
        if failsPresents { return .failed("by the test") }
        if failsCursors, let cursor = frame.cursor, !cursor.isSame(as: cursors[id]) {
            refusedCursors.insert(id)
            return .failed("the cursor, by the test")
        }
        if failsContents, !frame.windows.isEmpty {
            refusedContents.insert(id)
            return .failed("the window, by the test")
        }
        if failsSnapshots, frame.snapshot != nil {
            refusedSnapshots.insert(id)
            return .failed("the snapshot, by the test")
        }
        cursors[id] = frame.cursor
        if frame.ground == .pictureInFront, frame.windows.count != 1 || frame.front != nil {
            violations.append("\(id): other layers behind a picture than one")
        }
        areBehind[id] = frame.ground == .pictureInFront
        windows[id] = frame.windows.map {
            HeldContent(element: $0, front: frame.front ?? frame.drawnFront, hold: BufferHold($0.picture))
        }
        snapshots[id] = frame.snapshot == nil ? nil : frame
        snapshotHolds[id] = frame.snapshot.flatMap { snapshot in
            guard case .snapshot(_, let client) = snapshot.kind else { return nil }
            return client.map { BufferHold($0.picture) }
        }
        timings[id] = frame.timing
        pending.insert(id)
        return .queued
    }

    static let refreshNanoseconds = 16_666_667
    /// Nanoseconds from one blank to the next, for outputs of another rate than that.
    var refreshes: [OutputID: Int] = [:]

    /// The next vertical blank of an output, if a picture waits for it.
    func verticalBlank(_ id: OutputID, at time: Timestamp) {
        guard pending.remove(id) != nil else { return }
        if let next = pendingContents.removeValue(forKey: id) { contents[id] = next }
        observer?.framePresented(
            on: id,
            Presentation(
                time: time, refreshNanoseconds: refreshes[id] ?? Self.refreshNanoseconds,
                sequence: countsBlanks ? 1 : 0,
                isHardwareClock: countsBlanks, isVariable: timings[id]?.variesRefresh ?? false,
                isTorn: timings[id]?.tears ?? false))
    }

    /// Another virtual terminal has the displays: all are dark and no blank comes.
    func pause() {
        for id in enabled.keys { forget(id) }
        enabled = [:]
        pending = []
        observer?.displaysPaused()
    }

    func takeDamage(of id: OutputID) -> Region<OutputSpace> {
        defer { shownDamage[id] = Region() }
        return shownDamage[id] ?? Region()
    }
}
