import Geometry
import WaylandBinding

/// A client's text fields, one of which at a time may be in use.
protocol TextField: AnyObject {
    var client: Client { get }
    /// The client's surface that has the text focus; nil if none has.
    var surface: Surface? { get }
    /// The text field in use, as its client reported it last; nil while there is none.
    var field: TextFieldState? { get }

    func enter(_ surface: Surface)

    /// Ends the text focus; the client is told if the surface still exists.
    func leave()

    func apply(_ edit: TextEdit)
}

/// The state of the focused text field, as its client reports it.
struct TextFieldState: Hashable {
    /// The text around the cursor; indices are UTF-8 byte offsets.
    struct Surrounding: Hashable {
        var text: String
        var cursor: UInt32
        /// The other end of the selection.
        var anchor: UInt32
    }

    /// The text around the cursor; nil if the client does not report it.
    var surrounding: Surrounding?
    var cause = ZwpTextInputV3.ChangeCause.inputMethod
    var hint: ZwpTextInputV3.ContentHint = []
    var purpose = ZwpTextInputV3.ContentPurpose.normal
    /// The cursor rectangle on the surface; nil if the client does not report it.
    var cursor: Rect<SurfaceSpace>?

    /// Takes the text around the cursor. Text with invalid indices is useless to an input method, so it counts as not reported.
    mutating func surround(_ text: String, cursor: Int32, anchor: Int32) {
        guard text.isUTF8Boundary(cursor), text.isUTF8Boundary(anchor) else { return surrounding = nil }
        surrounding = Surrounding(text: text, cursor: UInt32(clamping: cursor), anchor: UInt32(clamping: anchor))
    }

    /// Takes the kind of text as the versions before 3 have it. The hints are the same; of the purposes, a pin was put before
    /// the dates later.
    mutating func take(formerHint hint: UInt32, purpose: UInt32) {
        self.hint = ZwpTextInputV3.ContentHint(rawValue: hint)
        let password = ZwpTextInputV3.ContentPurpose.password.rawValue
        self.purpose = ZwpTextInputV3.ContentPurpose(rawValue: purpose > password ? purpose &+ 1 : purpose) ?? .normal
    }

    /// The purpose as the versions before 3 number it. They have no pin; it counts as a password, which must not be shown either.
    var formerPurpose: UInt32 {
        let password = ZwpTextInputV3.ContentPurpose.password.rawValue
        return purpose.rawValue > password ? purpose.rawValue - 1 : purpose.rawValue
    }
}

/// The changes that an input method commits to the text field at once.
struct TextEdit: Hashable {
    /// Text still being composed. The cursor's ends are UTF-8 byte offsets, or both -1 to hide the cursor.
    struct Preedit: Hashable {
        var text: String
        var cursorBegin: Int32
        var cursorEnd: Int32
        /// The text that stays if the field is left before the input method commits anything; empty for none.
        var fallback = ""
    }

    /// The selection after an insertion. Offsets are in bytes: from the end of the inserted text, or, if negative, from its start.
    struct Selection: Hashable {
        var cursor: Int32
        var anchor: Int32
    }

    struct Deletion: Hashable {
        var before: UInt32
        var after: UInt32
    }

    var insertion: String?
    var preedit: Preedit?
    /// Bytes to delete around the cursor.
    var deletion: Deletion?
    /// The selection after the insertion; nil leaves the cursor at its end. Text fields of version 3 cannot be told.
    var selection: Selection?
}

extension String {
    /// True if the index is on a character boundary, as the indices of both protocols must be.
    func isUTF8Boundary(_ index: Int32) -> Bool {
        guard let offset = Int(exactly: index), (0...utf8.count).contains(offset) else { return false }
        let position = utf8.index(utf8.startIndex, offsetBy: offset)
        return position == utf8.endIndex || utf8[position] & 0xc0 != 0x80
    }
}
