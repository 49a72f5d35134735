package import Mirroring
import Runtime
import WaylandBinding

/// The seat's selections, and what is dragged, as the X server shares them: the source of what X's programs copy, and the reader of what they paste.
///
/// X's programs are told of each selection, wherever the keyboard is, because a selection has one owner in X too. They read it
/// only while one of their windows has the keyboard.
package final class XSelections: XSelectionPort {
    package weak var xSelectionObserver: (any XSelectionObserver)? {
        didSet {
            guard let xSelectionObserver else { return }
            xSelectionObserver.keyboardMoved(toX: hasKeyboard)
            for (selection, own) in selections { tell(selection, of: own.visibleSource) }
            xSelectionObserver.selectionChanged(.drag, to: drags.source?.types.all)
        }
    }

    package let drags: XDrags
    /// The seat's selections; a drag is none of them.
    private let selections: [XSelection: Selection]
    private var sources: [XSelection: XSource] = [:]
    private var hasKeyboard = false

    init(_ seat: Seat) {
        selections = [.clipboard: seat.clipboard, .primary: seat.primary]
        drags = XDrags(seat)
        for (selection, own) in selections {
            own.add(
                SelectionReader(nil, needsKeyboard: false) { [weak self] source in
                    self?.tell(selection, of: source)
                    return nil
                })
        }
        drags.tellTypes = { [weak self] in self?.xSelectionObserver?.selectionChanged(.drag, to: $0) }
        drags.want = { [weak self] in self?.xSelectionObserver?.selectionWanted(.drag, as: $0, on: $1) }
        seat.add(self)
    }

    private func tell(_ selection: XSelection, of source: (any SelectionSource)?) {
        if let source, source === sources[selection] { return }
        xSelectionObserver?.selectionChanged(selection, to: source?.types.all)
    }

    // MARK: XSelectionPort

    package func offer(_ selection: XSelection, as types: [String]) {
        guard let own = selections[selection] else { return drags.offer(as: types) }
        guard !types.isEmpty else {
            sources[selection] = nil
            return own.set(nil)
        }
        let source = XSource(types) { [weak self] type, descriptor in
            self?.xSelectionObserver?.selectionWanted(selection, as: type, on: descriptor)
        }
        sources[selection] = source
        own.set(source)
    }

    package func withdraw(_ selection: XSelection, ownerEnded: Bool) {
        guard let own = selections[selection] else { return drags.withdraw() }
        guard let source = sources.removeValue(forKey: selection) else { return }
        own.end(source, isKept: ownerEnded)
    }

    package func write(_ selection: XSelection, as type: String, to descriptor: CInt) {
        guard let own = selections[selection] else { return drags.write(type, to: descriptor) }
        guard let source = own.visibleSource, source.isAlive, source !== sources[selection],
            let descriptor = try? OwnedDescriptor(duplicating: descriptor)
        else { return }
        source.send(type, to: descriptor)
    }
}

extension XSelections: SeatExtension {
    func keyboardSettled(on surface: Surface?) {
        let isOnX = surface?.client.usesPixels ?? false
        guard isOnX != hasKeyboard else { return }
        hasKeyboard = isOnX
        xSelectionObserver?.keyboardMoved(toX: isOnX)
    }
}

/// A selection that belongs to a program of X.
private final class XSource: SelectionSource {
    let object: AnyResource? = nil
    private(set) var types = OfferedTypes()
    private(set) var isUsed = false
    private let write: (String, CInt) -> Void

    init(_ types: [String], write: @escaping (String, CInt) -> Void) {
        self.write = write
        for type in types { self.types.add(type) }
    }

    func becomeSelection() {
        isUsed = true
    }

    func send(_ type: String, to descriptor: OwnedDescriptor) {
        write(type, descriptor.number)
    }

    func cancel() {}
}

extension WaylandContent {
    /// Lets the X server share the seat's selections.
    package func makeXSelections() -> XSelections? {
        attachments[Seat.self].map(XSelections.init)
    }
}
