import Mirroring

extension MenuConfiguration {
    mutating func read(_ reader: TableReader) {
        edge = reader.choice("edge") ?? edge
        place = reader.number("place", in: 0...1, "a number, 0 to 1: from the left or the top") ?? place
        lengthMillimetres =
            reader.number("handle_mm", in: Self.lengths, "a number of millimetres, 9 to 60") ?? lengthMillimetres
        handle = reader.choice("handle") ?? handle
        hasLauncher = reader.flag("launcher") ?? hasLauncher
        scanMicroseconds =
            reader.value("scan_ms", "a whole number, 200 to 60000, or 0 for no scanning") { value in
                value.int.flatMap { $0 == 0 || (200...60_000).contains($0) ? Int64($0) * 1000 : nil }
            } ?? scanMicroseconds
    }

    /// Reads one `[[menu_entry]]`; ignores a table that lacks a key.
    mutating func readEntry(_ reader: TableReader) {
        let name = reader.required("name", "the entry's name, 1 to 60 characters") { value in
            value.string.flatMap { (1...60).contains($0.count) ? $0 : nil }
        }
        let command = reader.required("command", TableReader.commandExpected, TableReader.words)
        guard let name, let command else { return }
        guard commands.count < Self.maximumCommands else {
            return reader.complain("there are more than \(Self.maximumCommands) entries of the menu")
        }
        commands.append(MenuCommand(name: name, command: command))
    }
}

extension InterfaceConfiguration {
    mutating func read(_ reader: TableReader) {
        language = reader.choice("language") ?? language
        contrast = reader.choice("contrast") ?? contrast
        size = reader.number("size", in: 0.5...4, "a number, 0.5 to 4: times the usual size") ?? size
        showsHints = reader.flag("hints") ?? showsHints
        showsMotion = reader.flag("motion") ?? showsMotion
    }
}
