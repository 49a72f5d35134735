import Geometry

/// What a client says about the text field that has the focus.
struct TextFieldState: Hashable {
    /// The text around the cursor; indices are bytes of its UTF-8.
    struct Surrounding: Hashable {
        var text: String
        var cursor: UInt32
        /// The other end of what is selected.
        var anchor: UInt32
    }

    /// Nil while the client does not tell.
    var surrounding: Surrounding?
    var cause = ZwpTextInputV3.ChangeCause.inputMethod
    var hint: ZwpTextInputV3.ContentHint = []
    var purpose = ZwpTextInputV3.ContentPurpose.normal
    /// Where the text cursor is on the surface; nil while the client does not tell.
    var cursor: Rect<SurfaceSpace>?
}

/// What an input method does to the text field, all at once.
struct TextEdit: Hashable {
    /// Text that is still being composed; the cursor's ends are bytes of its UTF-8, or both -1 to hide it.
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
    /// Bytes around the cursor.
    var deletion: Deletion?
}

extension String {
    /// A place between two characters' bytes, or an end: what indices of both protocols have to be.
    func isUTF8Boundary(_ index: Int32) -> Bool {
        guard let offset = Int(exactly: index), (0...utf8.count).contains(offset) else { return false }
        let position = utf8.index(utf8.startIndex, offsetBy: offset)
        return position == utf8.endIndex || utf8[position] & 0xc0 != 0x80
    }
}
