import Geometry
import WaylandBinding

/// The state of the focused text field, as its client reports it.
struct TextFieldState: Hashable {
    /// The text around the cursor; indices are UTF-8 byte offsets.
    struct Surrounding: Hashable {
        var text: String
        var cursor: UInt32
        /// The other end of the selection.
        var anchor: UInt32
    }

    /// Nil if the client does not report it.
    var surrounding: Surrounding?
    var cause = ZwpTextInputV3.ChangeCause.inputMethod
    var hint: ZwpTextInputV3.ContentHint = []
    var purpose = ZwpTextInputV3.ContentPurpose.normal
    /// The cursor rectangle on the surface; nil if the client does not report it.
    var cursor: Rect<SurfaceSpace>?
}

/// The changes that an input method commits to the text field at once.
struct TextEdit: Hashable {
    /// Text still being composed; the cursor's ends are UTF-8 byte offsets, or both -1 to hide it.
    struct Preedit: Hashable {
        var text: String
        var cursorBegin: Int32
        var cursorEnd: Int32
    }

    struct Deletion: Hashable {
        var before: UInt32
        var after: UInt32
    }

    var insertion: String?
    var preedit: Preedit?
    /// Bytes to delete around the cursor.
    var deletion: Deletion?
}

extension String {
    /// True if the index is on a character boundary, as the indices of both protocols must be.
    func isUTF8Boundary(_ index: Int32) -> Bool {
        guard let offset = Int(exactly: index), (0...utf8.count).contains(offset) else { return false }
        let position = utf8.index(utf8.startIndex, offsetBy: offset)
        return position == utf8.endIndex || utf8[position] & 0xc0 != 0x80
    }
}
