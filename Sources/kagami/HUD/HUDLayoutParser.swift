import ConfigurationFiles
import Geometry
import Pictures

/// Parses a layout of the status bar from TOML.
///
/// `[bar]` is the whole bar. Each `[box.NAME]` must be named exactly once, by the `row`, `column` or `stack` of another box, so that the
/// boxes form a tree.
enum HUDLayoutParser {
    /// The largest file that is read: ample for `HUDLayout.maximumBoxes` and quick to parse.
    static let maximumBytes = 1 << 16

    /// Parses `text`; `file` is the name in errors.
    static func parse(_ text: String, file: String) throws(ConfigurationError) -> HUDLayout {
        try ConfigurationText.read(text, file: file, read)
    }

    private static func read(_ root: TableReader) -> HUDLayout {
        var design = Size<OutputSpace>(width: 160, height: 90)
        var bar: HUDParsedBox?
        var boxes: [String: HUDParsedBox] = [:]
        root.section("bar") { reader in
            design = reader.pixelSize("design") ?? design
            bar = HUDParsedBox(reader, isWhole: true)
        }
        root.namedSections("box") { name, reader in boxes[name] = HUDParsedBox(reader, isWhole: false) }
        root.refuseUnknownKeys()
        if boxes.count > HUDLayout.maximumBoxes {
            root.complain(about: "box", "there are \(boxes.count) boxes: at most \(HUDLayout.maximumBoxes)")
            return HUDLayout(design: design, root: HUDBox(.stack([])))
        }
        guard let bar else {
            root.complain("[bar] is missing: a layout needs the box that holds the others")
            return HUDLayout(design: design, root: HUDBox(.stack([])))
        }
        var tree = HUDTree(boxes: boxes)
        let whole = tree.build(bar, depth: 0)
        tree.complainAboutUnused()
        return HUDLayout(design: design, root: whole)
    }
}

/// Assembles named boxes into a tree.
private struct HUDTree {
    let boxes: [String: HUDParsedBox]
    private var used: Set<String> = []

    init(boxes: [String: HUDParsedBox]) {
        self.boxes = boxes
    }

    mutating func build(_ box: HUDParsedBox, depth: Int) -> HUDBox {
        guard case .group(let kind, let names) = box.content else {
            return box.finished(with: box.element.map { .element($0) } ?? .stack([]))
        }
        var children: [HUDBox] = []
        for (index, name) in names.enumerated() where !box.reader.isFull {
            guard let child = boxes[name] else {
                let meant = Spelling.nearest(to: name, among: Array(boxes.keys))
                let short = name.abbreviated
                let advice = meant.map { "did you mean \($0.abbreviated)?" } ?? "write [box.\(short)]"
                box.reader.complain(about: kind.rawValue, item: index, "there is no box \(short): \(advice)")
                continue
            }
            guard used.insert(name).inserted else {
                box.reader.complain(about: kind.rawValue, item: index, "box \(name.abbreviated) is used twice")
                continue
            }
            guard depth < HUDLayout.maximumDepth else {
                box.reader.complain(
                    about: kind.rawValue, item: index, "boxes are more than \(HUDLayout.maximumDepth) deep")
                continue
            }
            children.append(build(child, depth: depth + 1))
        }
        return box.finished(with: kind.content(of: children))
    }

    func complainAboutUnused() {
        for (name, box) in boxes where !used.contains(name) {
            box.reader.complain("box \(name.abbreviated) is in no row, column or stack of the bar")
        }
    }
}
