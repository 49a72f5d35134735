import ConfigurationFiles
import Geometry
import Pictures

/// A table of a bar's layout, with its children by name.
struct HUDParsedBox {
    enum Group: String, CaseIterable {
        case row, column, stack

        func content(of boxes: [HUDBox]) -> HUDBox.Content {
            switch self {
            case .row: .row(boxes)
            case .column: .column(boxes)
            case .stack: .stack(boxes)
            }
        }
    }

    enum Content {
        case group(Group, [String])
        case element(HUDElement)
        /// The missing value has already been reported.
        case nothing
    }

    /// Reports errors found when the tree is assembled.
    let reader: TableReader
    let content: Content
    private let box: HUDBox

    /// Reads `[bar]`, the whole bar, or `[box.NAME]`.
    init(_ reader: TableReader, isWhole: Bool) {
        self.reader = reader
        var box = HUDBox(.stack([]))
        box.padding = reader.pixels("padding") ?? 0
        box.spacing = reader.pixels("spacing") ?? 0
        box.background = reader.color("background")
        box.radius = reader.pixels("radius") ?? 0
        box.style = HUDStyle(
            font: reader.text("font", "one or more font families such as \"Noto Sans\""),
            fontSize: reader.number("font_size", in: 1...1000, "a number, 1 to 1000: design pixels"),
            color: reader.color("color"), isBold: reader.flag("bold"))
        if !isWhole {
            box.length = reader.pixels("length")
            box.grow = reader.number("grow", in: 0...1000, "a number, 0 to 1000") ?? 1
        }
        self.box = box
        content = Self.content(reader)
    }

    var element: HUDElement? {
        if case .element(let element) = content { element } else { nil }
    }

    func finished(with content: HUDBox.Content) -> HUDBox {
        var finished = box
        finished.content = content
        return finished
    }

    private static func content(_ reader: TableReader) -> Content {
        let groups = Group.allCases.compactMap { group in
            reader.names(group.rawValue).map { Content.group(group, $0) }
        }
        let element = element(reader)
        let keys = Group.allCases.map(\.rawValue) + ["show"]
        guard keys.filter(reader.contains).count == 1 else {
            reader.complain("exactly one of row, column, stack and show is required")
            return .nothing
        }
        let contents = groups + [element].compactMap { $0.map { .element($0) } }
        return contents.first ?? .nothing
    }

    private static func element(_ reader: TableReader) -> HUDElement? {
        let kind = reader.word("show", as: HUDElement.Kind.self)
        let isStable = reader.flag("stable")
        let alignment = reader.word("align", as: HUDElement.Alignment.self)
        let lines = reader.integer("lines", in: 1...100)
        let label = reader.value("label", "at most 200 bytes of text") { value in
            value.string.flatMap { $0.utf8.count <= 200 ? $0 : nil }
        }
        return kind.map {
            HUDElement($0, isStable: isStable, alignment: alignment ?? .left, lines: lines ?? 1, label: label ?? "")
        }
    }
}

extension TableReader {
    /// A size such as `160x90`.
    func pixelSize(_ key: String) -> Size<OutputSpace>? {
        value(key, "a size such as \"160x90\"") { value in
            guard let size = value.string.flatMap({ PixelSize($0) }), size.isUsable() else { return nil }
            return Size(width: size.width, height: size.height)
        }
    }

    fileprivate func pixels(_ key: String) -> Double? {
        number(key, in: 0...10_000, "a number, 0 to 10000: design pixels")
    }

    fileprivate func color(_ key: String) -> HUDColor? {
        value(key, "a colour such as \"#202020\", or \"#20202080\" with its opacity") { value in
            value.string.flatMap { HUDColor(hex: $0) }
        }
    }

    fileprivate func text(_ key: String, _ expected: String) -> String? {
        value(key, expected) { value in
            value.string.flatMap { (1...200).contains($0.utf8.count) && !$0.utf8.contains(0) ? $0 : nil }
        }
    }

    fileprivate func names(_ key: String) -> [String]? {
        value(key, "names of boxes such as [\"clock\", \"talk\"]") { value in
            guard let array = value.array else { return nil }
            let names = array.compactMap { $0.string }
            return names.count == array.count ? names : nil
        }
    }

    /// The raw value of an enumeration.
    fileprivate func word<W: RawRepresentable & CaseIterable>(_ key: String, as _: W.Type) -> W?
    where W.RawValue == String {
        let words = W.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return value(key, "one of \(words)") { $0.string.flatMap { W(rawValue: $0) } }
    }
}
