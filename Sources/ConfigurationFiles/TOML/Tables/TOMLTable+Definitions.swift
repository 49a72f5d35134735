/// The rules of TOML 1.0 for definitions; each function throws for a conflicting definition.
extension TOMLTable {
    /// The table of the header `[path]` at `header`.
    func define(_ path: [TOMLKey], at header: SourcePosition) throws(TOMLError) -> TOMLTable {
        guard let last = path.last else { return self }
        let parent = try descend(path.dropLast(), at: header)
        guard let present = parent[last.name] else {
            return parent.addTable(last, .header, at: header)
        }
        guard let table = present.table, table.origin == .implied else { throw parent.twice(last, at: header) }
        table.origin = .header
        table.position = header
        parent.moveKey(last.name, to: header)
        return table
    }

    /// Appends a table to the array of the header `[[path]]` at `header`.
    func append(_ path: [TOMLKey], at header: SourcePosition) throws(TOMLError) -> TOMLTable {
        guard let last = path.last else { return self }
        let parent = try descend(path.dropLast(), at: header)
        let table = TOMLTable(.header, at: header)
        let value = TOMLValue(.table(table), at: header)
        switch parent[last.name]?.content {
        case nil:
            parent.add(last, at: header, TOMLValue(.array(TOMLArray([value], isOfTables: true)), at: header))
        case .array(let array) where array.isOfTables: array.values.append(value)
        default: throw parent.twice(last, at: header)
        }
        return table
    }

    /// Sets the value of a key, dotted or plain.
    func set(_ path: [TOMLKey], to value: TOMLValue) throws(TOMLError) {
        guard let last = path.last else { return }
        var table = self
        for key in path.dropLast() {
            guard let present = table[key.name] else {
                table = table.addTable(key, .dotted, at: key.position)
                continue
            }
            guard let next = present.table, next.origin == .dotted || next.origin == .implied else {
                throw table.closed(key, at: key.position)
            }
            // A header may no longer define the table.
            next.origin = .dotted
            table = next
        }
        guard table[last.name] == nil else { throw table.twice(last, at: last.position) }
        table.add(last, value)
    }

    /// The table that contains a header's last key; missing tables on the way are implied.
    private func descend(_ path: ArraySlice<TOMLKey>, at header: SourcePosition) throws(TOMLError) -> TOMLTable {
        var table = self
        for key in path {
            switch table[key.name]?.content {
            case nil: table = table.addTable(key, .implied, at: header)
            case .table(let next) where next.origin != .inline: table = next
            case .array(let array) where array.isOfTables:
                guard let next = array.values.last?.table else { throw table.closed(key, at: header) }
                table = next
            default: throw table.closed(key, at: header)
            }
        }
        return table
    }

    private func addTable(_ key: TOMLKey, _ origin: Origin, at position: SourcePosition) -> TOMLTable {
        let table = TOMLTable(origin, at: position)
        add(key, at: position, TOMLValue(.table(table), at: position))
        return table
    }

    private func twice(_ key: TOMLKey, at position: SourcePosition) -> TOMLError {
        TOMLError(position, "\(key.name.abbreviated) is defined twice\(first(key))")
    }

    private func closed(_ key: TOMLKey, at position: SourcePosition) -> TOMLError {
        TOMLError(position, "\(key.name.abbreviated) cannot be added to\(first(key))")
    }

    private func first(_ key: TOMLKey) -> String {
        self.position(ofKey: key.name).map { ": first in line \($0.line)" } ?? ""
    }
}
