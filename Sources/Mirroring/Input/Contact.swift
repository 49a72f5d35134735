package import Geometry

/// The number of a contact for its target; no two live contacts of one target have the same number.
package struct ContactID: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }
}

/// The receiver of input.
package enum InputTarget: Hashable, Sendable {
    /// `via` is the overlay that shows the content and forwards input to it, or nil for a screen's base.
    case application(HostedApplication, via: OverlayID? = nil)
    case overlay(OverlayID)
    /// No target lies there, or the service keeps the input.
    case nobody

    package var application: HostedApplication? {
        guard case .application(let choice, _) = self else { return nil }
        return choice
    }

    /// Whether both are the same application or overlay, regardless of `via`.
    func isSame(as other: InputTarget) -> Bool {
        switch (self, other) {
        case (.application(let choice, _), .application(let otherChoice, _)): choice == otherChoice
        default: self == other
        }
    }
}

/// Something that is down on a device, with the target that captured it.
///
/// Everything that follows, up to the contact's end, goes to this target.
package struct Contact: Hashable, Sendable {
    /// What is down; a device holds each means at most once.
    package enum Means: Hashable, Sendable {
        case finger(slot: Int32)
        case button(UInt32)
        case toolTip
        case toolButton(UInt32)
        case gesture
        case key(UInt32)
    }

    package let device: DeviceID
    package let means: Means
    /// The output that the device belongs to.
    let output: DeviceOutput
    package let target: InputTarget
    /// The target's number for the contact: for fingers, and for every contact on an overlay.
    package var id: ContactID?
    /// A finger's position on the content.
    package var point: Point<ContentSpace>?
    /// Where a finger on the controller came down on the panel, and where it is now.
    var dragged: DraggedFinger?
    /// The code that the application gets for a key or a button; a key binding may replace a key's code.
    var code: UInt32
    var gesture: PointerGesture.Kind?
    /// Whether the target has received the beginning and must therefore receive the end.
    var isSent = true
    /// Whether the contact came down where nothing was visible.
    ///
    /// Such a contact does nothing until its end, even if something becomes visible.
    var isBlind = false
    /// The order in which contacts went down.
    fileprivate(set) var order = 0

    init(_ means: Means, of device: DeviceID, from output: DeviceOutput, on target: InputTarget) {
        self.device = device
        self.means = means
        self.output = output
        self.target = target
        code =
            switch means {
            case .button(let code), .toolButton(let code), .key(let code): code
            case .finger, .toolTip, .gesture: 0
            }
    }

    /// Whether the contact is a mouse button on the panel, which keeps the pointer with its target.
    var holdsPanelPointer: Bool { isButton && output != .external }

    var isButton: Bool {
        guard case .button = means else { return false }
        return true
    }

    var isFinger: Bool {
        guard case .finger = means else { return false }
        return true
    }

    /// Whether the contact touches a screen: a finger or a tool's tip.
    var touches: Bool { isFinger || means == .toolTip }

    /// Whether the contact is the tip or a button of a tablet's tool.
    var isTool: Bool {
        switch means {
        case .toolTip, .toolButton: true
        case .finger, .button, .gesture, .key: false
        }
    }

    /// The key or button of an application that the contact holds down, or nil for other contacts.
    ///
    /// A key or button that two devices hold is down once.
    fileprivate var shared: SharedPress? {
        guard isSent, case .application(let choice, _) = target else { return nil }
        return switch means {
        case .key: SharedPress(application: choice, isButton: false, code: code)
        case .button: SharedPress(application: choice, isButton: true, code: code)
        case .finger, .toolTip, .toolButton, .gesture: nil
        }
    }
}

/// A key or button as an application sees it, regardless of the devices that hold it.
private struct SharedPress: Hashable {
    let application: HostedApplication
    let isButton: Bool
    let code: UInt32
}

/// All contacts that are down; a device's contacts are found without looking at the others.
struct ContactTable {
    private var contacts: [DeviceID: [Contact.Means: Contact]] = [:]
    /// The number of devices that hold each key or button, without those that are up.
    private var presses: [SharedPress: Int] = [:]
    private var lastOrder = 0

    subscript(device: DeviceID, means: Contact.Means) -> Contact? { contacts[device]?[means] }

    /// The contacts that satisfy `condition`, in the order in which they went down.
    func all(where condition: (Contact) -> Bool) -> [Contact] {
        contacts.values.flatMap { $0.values.filter(condition) }.sorted { $0.order < $1.order }
    }

    /// The contacts of one device, in the order in which they went down.
    func all(of device: DeviceID) -> [Contact] {
        (contacts[device] ?? [:]).values.sorted { $0.order < $1.order }
    }

    /// Adds a contact in place of the one that the device holds by the same means, if any.
    ///
    /// Returns false for a key or button that its application already has down.
    @discardableResult
    mutating func insert(_ contact: Contact) -> Bool {
        remove(contact.device, contact.means)
        lastOrder += 1
        var contact = contact
        contact.order = lastOrder
        contacts[contact.device, default: [:]][contact.means] = contact
        guard let press = contact.shared else { return true }
        presses[press, default: 0] += 1
        return presses[press] == 1
    }

    /// Records where a finger has moved to.
    mutating func move(_ contact: Contact, to point: Point<ContentSpace>) {
        contacts[contact.device]?[contact.means]?.point = point
    }

    /// Records where on the panel a finger on the controller has moved to.
    mutating func drag(_ contact: Contact, to point: Point<PanelSpace>) {
        contacts[contact.device]?[contact.means]?.dragged?.point = point
    }

    @discardableResult
    mutating func remove(_ device: DeviceID, _ means: Contact.Means) -> Contact? {
        guard let contact = contacts[device]?.removeValue(forKey: means) else { return nil }
        if contacts[device]?.isEmpty == true { contacts[device] = nil }
        if let press = contact.shared { release(press) }
        return contact
    }

    /// Removes all contacts of the device and returns them in the order in which they went down.
    mutating func removeAll(of device: DeviceID) -> [Contact] {
        let removed = all(of: device)
        for contact in removed { remove(device, contact.means) }
        return removed
    }

    /// Removes the contacts that satisfy `condition` and returns them in the order in which they went down.
    mutating func removeAll(where condition: (Contact) -> Bool) -> [Contact] {
        let removed = all(where: condition)
        for contact in removed { remove(contact.device, contact.means) }
        return removed
    }

    /// Whether another device still holds the key or button of this contact down on the same application.
    func isStillDown(_ contact: Contact) -> Bool { contact.shared.map { presses[$0] != nil } ?? false }

    /// Whether the application has a pointer's button down.
    func holdsButton(on choice: HostedApplication) -> Bool {
        presses.keys.contains { $0.isButton && $0.application == choice }
    }

    /// Whether the application has a key down.
    func holdsKey(_ code: UInt32, on choice: HostedApplication) -> Bool {
        presses[SharedPress(application: choice, isButton: false, code: code)] != nil
    }

    /// The lowest number that no contact of the target has.
    func freeID(on target: InputTarget) -> ContactID {
        let taken = Set(contacts.values.flatMap { $0.values.filter { $0.target.isSame(as: target) }.compactMap(\.id) })
        let free = (0...Int32(clamping: taken.count)).first { !taken.contains(ContactID($0)) }
        return ContactID(free ?? 0)
    }

    private mutating func release(_ press: SharedPress) {
        let count = (presses[press] ?? 1) - 1
        presses[press] = count > 0 ? count : nil
    }
}
