package import Geometry
package import Mirroring

/// Virtual displays, plugged and unplugged over the control socket.
///
/// A panel is an ordinary connector of a built-in type that has a display from the start. A connector stays listed as disconnected after
/// its display was unplugged. Frames are presented at the next vertical blank of the mode. No timer runs while no frame is queued.
package final class VirtualDisplays: DisplayPort {
    package weak var observer: (any DisplayObserver)?
    package private(set) var outputs: [OutputDescription] = []

    private let time: any TimeSource
    private var refusedSizes: [OutputID: [Size<ScanoutSpace>: Refusal]] = [:]
    /// In the order in which they were enabled. There are few, and a linear search is faster than a hash.
    private var heads: [VirtualHead] = []
    private var isChangeAnnounced = false
    /// The lit displays that were unplugged since the observer was last told of changes.
    private var wentDark: Set<OutputID> = []
    /// Who has plugged in the displays that go with their owner.
    private var owners: [OutputID: ObjectIdentifier] = [:]

    private enum Refusal {
        case always
        /// This many more times, because memory is lacking.
        case tries(Int)
    }

    /// The largest cursor that displays show on a plane, as most hardware does; nil if they show none.
    package var cursorSide: Int? = 256

    /// The bits of each colour in the frames of displays that are plugged in from now on and are not built in.
    package var depth = ColorDepth.eight

    private static let connectorLimit = 32

    /// The default name of the panel's connector: a built-in type, so that the core picks it.
    package static let panelName = "DSI-1"

    /// Creates displays timed by `time`, with nothing plugged in.
    package init(time: any TimeSource) {
        self.time = time
    }

    /// Creates displays timed by `time`, with `panel` already plugged in and not reported as a change.
    package convenience init(time: any TimeSource, panel: PluggedDisplay) throws(VirtualDisplayError) {
        self.init(time: time)
        try attach(panel)
    }

    /// The same with a panel of `panelSize` named `DSI-1`.
    package convenience init(time: any TimeSource, panelSize: Size<ScanoutSpace>) throws(VirtualDisplayError) {
        try self.init(time: time, panel: PluggedDisplay(name: Self.panelName, size: panelSize))
    }

    /// Plugs a display in; `outputsChanged` follows.
    ///
    /// If a lit display was unplugged there just before, the observer first learns that this one is gone: it has to enable the
    /// connector again, even for a display that looks the same.
    /// A display with an owner goes with `unplugAll(of:)`. Its owner may plug in another one in its place, without a time between.
    package func plug(_ display: PluggedDisplay, owner: ObjectIdentifier? = nil) throws(VirtualDisplayError) {
        if wentDark.contains(OutputID(display.name)) { tellOfChanges() }
        try attach(display, owner: owner)
        owners[OutputID(display.name)] = owner
        announceChange()
    }

    /// Unplugs the displays of an owner.
    package func unplugAll(of owner: ObjectIdentifier) {
        for (id, _) in owners.filter({ $0.value == owner }) { try? unplug(id.name) }
    }

    /// Unplugs the display on the connector `name`, which may be the panel; `outputsChanged` follows.
    /// The display's queued frame is dropped.
    package func unplug(_ name: String) throws(VirtualDisplayError) {
        guard let index = outputs.firstIndex(where: { $0.id.name == name && $0.isConnected }) else {
            throw .unknownName(name)
        }
        let id = outputs[index].id
        if head(id) != nil { wentDark.insert(id) }
        disable(id)
        owners[id] = nil
        outputs[index] = OutputDescription(id: id, connector: outputs[index].connector, isConnected: false)
        announceChange()
    }

    /// Refuses modes of this size on the connector `name` from now on, whatever display is plugged in there.
    ///
    /// Hardware does so if it lacks the bandwidth for a mode that the display lists. With `tries`, only that many attempts fail, as when
    /// memory is lacking for a moment.
    package func refuse(
        _ size: Size<ScanoutSpace>, on name: String, tries: Int? = nil
    ) throws(VirtualDisplayError) {
        try PluggedDisplay(name: name, size: size).validate()
        let id = OutputID(name)
        guard refusedSizes[id] != nil || refusedSizes.count < Self.connectorLimit else {
            throw .tooManyConnectors(limit: Self.connectorLimit)
        }
        refusedSizes[id, default: [:]][size] = tries.map(Refusal.tries) ?? .always
    }

    package func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome {
        if let refusal = refusal(ofMode: mode, on: id) { return .refused(refusal) }
        if case .tries(let tries) = refusedSizes[id]?[mode.size], tries > 0 {
            refusedSizes[id]?[mode.size] = .tries(tries - 1)
            return .shortage("\(id): no memory for \(mode.size.width)x\(mode.size.height)")
        }
        let isBuiltIn = outputs.first { $0.id == id }?.connector.isBuiltIn ?? false
        let alarm = time.makeAlarm { [weak self] in self?.verticalBlank(on: id) }
        let head = VirtualHead(
            id, mode: mode, transform: transform, depth: isBuiltIn ? .eight : depth, clock: clock(for: mode),
            alarm: alarm)
        disable(id)
        heads.append(head)
        return .done
    }

    /// A passing shortage cannot be foreseen, so it is not reported here.
    package func refusal(ofMode mode: Mode, transform: Transform, on id: OutputID) -> String? {
        refusal(ofMode: mode, on: id)
    }

    private func refusal(ofMode mode: Mode, on id: OutputID) -> String? {
        guard let output = outputs.first(where: { $0.id == id }), output.isConnected else {
            return "\(id): not connected"
        }
        let size = "\(mode.size.width)x\(mode.size.height)"
        let isListed = output.modes.contains {
            $0.size == mode.size && $0.refreshMilliHertz == mode.refreshMilliHertz
        }
        guard isListed else { return "\(id): \(size) is not among its modes" }
        if case .always = refusedSizes[id]?[mode.size] { return "\(id): \(size) is refused" }
        return nil
    }

    /// The clock of a mode. Displays of the same rate share it, as on a card that synchronises its pipes, and so share wake-ups.
    private func clock(for mode: Mode) -> VerticalBlankClock {
        let other = heads.first { $0.mode.refreshMilliHertz == mode.refreshMilliHertz }
        return other?.clock
            ?? VerticalBlankClock(start: time.instant, refreshMilliHertz: mode.refreshMilliHertz)
    }

    package func disable(_ id: OutputID) {
        heads.removeAll { $0.output == id }
    }

    private func head(_ id: OutputID) -> VirtualHead? {
        for index in heads.indices where heads[index].output == id { return heads[index] }
        return nil
    }

    /// Nobody sees these displays, so turning one off has no further effect.
    package func setPower(of id: OutputID, isOn: Bool) -> String? {
        head(id) == nil ? "\(id): not enabled" : nil
    }

    /// The same as on most hardware.
    private static let gammaSize = 256

    package func setGamma(_ table: GammaTable?, of id: OutputID) -> String? {
        guard let head = head(id) else { return "\(id): not enabled" }
        head.gamma = table
        return nil
    }

    package func acquire(on id: OutputID) -> AcquireOutcome {
        guard let head = head(id) else { return .failed("\(id): not enabled") }
        guard head.pending == nil else { return .failed("\(id): a frame is waiting already") }
        return head.makeBuffer().map { .acquired(.memory($0)) } ?? .failed("\(id): out of memory")
    }

    package func capabilities(of id: OutputID) -> OutputCapabilities {
        var capabilities = OutputCapabilities()
        capabilities.snapshotObstacle = .noPlane
        capabilities.depth = FrameDepth(head(id)?.depth ?? .eight)
        capabilities.gammaSize = head(id) == nil ? nil : Self.gammaSize
        return capabilities
    }

    /// Only the core's own pictures can be seen of these displays, except for cursors.
    package func assign(_ frame: OutputFrame, on id: OutputID) -> FrameAssignment {
        var assignment = FrameAssignment(refusing: frame, because: .noPlane)
        guard let cursor = frame.cursor?.destination, head(id) != nil, let side = cursorSide else { return assignment }
        let fits = cursor.width <= side && cursor.height <= side
        assignment.cursor = fits ? nil : .size(width: side, height: side)
        return assignment
    }

    /// Takes the cursor only for tests: screenshots are taken of the core's own pictures.
    /// The blanks follow the mode, whatever timing the frame wants.
    package func commit(_ frame: OutputFrame, _ picture: FramePicture, on id: OutputID) -> PresentOutcome {
        guard let head = head(id) else { return .failed("\(id): not enabled") }
        guard head.pending == nil else { return .failed("\(id): a frame is waiting already") }
        switch picture {
        case .content: return .failed("\(id): no plane for it")
        case .drawn where head.buffer == nil: return .failed("\(id): nothing has been drawn")
        case .drawn, .unchanged: break
        }
        (head.cursor, head.timing) = (frame.cursor, frame.timing)
        head.queueFrame(at: time.instant)
        return .queued
    }

    package func state(of id: OutputID) -> OutputState {
        let wanted = head(id)?.timing ?? FrameTiming()
        var state = OutputState()
        state.timing = TimingState(
            variableRefresh: wanted.variesRefresh ? .refused(.fixedDisplay) : .off,
            tearing: wanted.tears ? .refused(.driver) : .off)
        // Screenshots are all that can be seen of these displays.
        state.pictureGamma = head(id)?.gamma
        return state
    }

    /// The cursor that a display shows on a plane.
    package func cursor(on id: OutputID) -> PlaneElement? { head(id)?.cursor }

    private func attach(
        _ display: PluggedDisplay, owner: ObjectIdentifier? = nil
    ) throws(VirtualDisplayError) {
        try display.validate()
        let description = display.outputDescription
        if let index = outputs.firstIndex(where: { $0.id == description.id }) {
            let isOwn = owner != nil && owners[description.id] == owner
            guard !outputs[index].isConnected || isOwn else { throw .nameTaken(display.name) }
            outputs[index] = description
        } else {
            guard outputs.count < Self.connectorLimit else { throw .tooManyConnectors(limit: Self.connectorLimit) }
            outputs.append(description)
        }
    }

    private func verticalBlank(on id: OutputID) {
        guard let presentation = head(id)?.takePresentation() else { return }
        observer?.framePresented(on: id, presentation)
    }

    /// Notifies the observer once for all changes made before the thread next sleeps.
    private func announceChange() {
        guard !isChangeAnnounced else { return }
        isChangeAnnounced = true
        time.deferAction { [weak self] in
            self?.isChangeAnnounced = false
            self?.tellOfChanges()
        }
    }

    private func tellOfChanges() {
        wentDark = []
        observer?.outputsChanged(outputs)
    }
}
