package import Geometry
package import Mirroring
import WaylandBinding

/// The on-screen keyboards among the tools: which clients they are, whether they are shown, and whether someone could type.
///
/// A keyboard is a client that has both a virtual keyboard or an input method and a layer surface.
package final class ScreenKeyboards: ScreenKeyboardPort {
    package weak var keyboardObserver: (any ScreenKeyboardObserver)?
    private unowned let place: ToolPlace
    /// The clients that can type, each listed once per virtual keyboard or input method.
    private var typists: [Client] = []
    /// The applications in which a text field has the focus.
    private var typing: Set<ObjectIdentifier> = []
    private var hadKeyboard = false
    private var lastArea: Rect<ContentSpace>?

    package var showsKeyboards = true {
        didSet { if showsKeyboards != oldValue { rearrange() } }
    }

    init(_ place: ToolPlace) {
        self.place = place
    }

    /// The windows of the applications that tools may act on.
    private var stacks: [any WindowStack] { place.contents.compactMap(\.surfaces.windows) }

    package var hasKeyboard: Bool { stacks.contains(where: \.hasScreenKeyboard) }

    package var isTextFieldFocused: Bool {
        place.current.map { typing.contains(ObjectIdentifier($0)) } ?? false
    }

    package var handheldKeyboard: HandheldKeyboard? { place.current?.surfaces.handheld }

    package var keyboardArea: Rect<ContentSpace>? { stacks.lazy.compactMap(\.screenKeyboardPixels).first }

    /// Whether a client can type, so that its layer surfaces are keyboards.
    func contains(_ client: Client) -> Bool { typists.contains(client) }

    /// Records that a client has one more virtual keyboard or input method.
    func added(_ client: Client) {
        let isNew = !contains(client)
        typists.append(client)
        if isNew { rearrange() }
    }

    /// Records that a virtual keyboard or input method of the client is gone.
    func removed(_ client: Client) {
        if let index = typists.firstIndex(of: client) { typists.remove(at: index) }
        if !contains(client) { rearrange() }
    }

    /// Reports changes, after surfaces of keyboards may have been mapped or unmapped.
    func surfacesChanged() {
        let area = keyboardArea
        if area != lastArea {
            lastArea = area
            keyboardObserver?.handheldKeyboardMoved()
        }
        guard hasKeyboard != hadKeyboard else { return }
        hadKeyboard.toggle()
        keyboardObserver?.keyboardNeedsChanged()
    }

    /// Records whether a text field of an application has the focus.
    func note(textFieldOf content: WaylandContent, isFocused: Bool) {
        let could = isTextFieldFocused
        if isFocused { typing.insert(ObjectIdentifier(content)) } else { typing.remove(ObjectIdentifier(content)) }
        if isTextFieldFocused != could { keyboardObserver?.keyboardNeedsChanged() }
    }

    private func rearrange() {
        for stack in stacks { stack.screenKeyboardsChanged() }
        surfacesChanged()
    }
}

/// Follows the part of a scene that is on the handheld screen.
extension ScreenKeyboards {
    func handheldMoved() {
        keyboardObserver?.handheldKeyboardMoved()
    }

    func handheldDamaged(_ damage: Region<ContentSpace>) {
        keyboardObserver?.handheldKeyboardDamaged(damage)
    }
}

/// The part of a scene that is on the handheld screen: the surfaces of on-screen keyboards.
struct HandheldPart {
    private var area = Rect<ContentSpace>.zero
    private var placed: [PlacedSurface] = []
    /// The pixels that the surfaces cover.
    private var place = Rect<ContentSpace>.zero
    private var reportedPlace = Rect<ContentSpace>.zero

    /// Whether no surface is on the handheld screen.
    var isEmpty: Bool { placed.isEmpty }

    func contains(_ surface: PlacedSurface) -> Bool { !surface.frame.intersection(area).isEmpty }

    /// Finds the surfaces of a new layout in the handheld screen's area; `area` is nil if there is no such screen.
    mutating func find(in layout: SceneLayout, _ area: Rect<ContentSpace>?) {
        self.area = area ?? .zero
        placed = self.area.isEmpty ? [] : layout.placed.filter(contains)
        place = placed.isEmpty ? .zero : Region(placed.map(\.frame)).extents.intersection(self.area)
    }

    /// Returns whether the place has changed since the last call.
    mutating func takeMove() -> Bool {
        defer { reportedPlace = place }
        return place != reportedPlace
    }

    /// The scene's damage within this part.
    func part(of damage: Region<ContentSpace>) -> Region<ContentSpace> { damage.intersection(place) }

    /// The picture of this part, on a handheld screen with this area of the logical screen; nil if the part is empty.
    func keyboard(on area: Rect<LogicalSpace>, _ scale: Scale) -> HandheldKeyboard? {
        guard !place.isEmpty else { return nil }
        let corner = scale.logical(Point(x: Double(place.x), y: Double(place.y)))
        let end = scale.logical(Point(x: Double(place.maxX), y: Double(place.maxY)))
        return HandheldKeyboard(
            elements: placed.compactMap(\.element), place: place,
            frame: Rect(
                left: Int(corner.x.rounded()) - area.x, top: Int(corner.y.rounded()) - area.y,
                right: Int(end.x.rounded()) - area.x, bottom: Int(end.y.rounded()) - area.y))
    }
}
