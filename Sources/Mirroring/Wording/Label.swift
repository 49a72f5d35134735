/// Names that strangers choose, as one line on the panel.
extension String {
    package static let longestLabel = 80

    /// Whether the whole text fits into one line on the panel.
    package var fitsLabel: Bool { count <= Self.longestLabel && !label.isEmpty }

    /// The text without line breaks and changes of direction, cut to a length that can be laid out at once.
    package var label: String {
        var text = ""
        for scalar in unicodeScalars.prefix(4 * Self.longestLabel) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: text += " "
            case .format where scalar.value != 0x200C && scalar.value != 0x200D: break
            case .surrogate, .unassigned, .privateUse: break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text.split(separator: " ").joined(separator: " ").prefix(Self.longestLabel).description
    }
}

extension SwitchableWindow {
    /// The window's name on the panel: its title, otherwise its application id.
    package var label: String {
        let title = (title ?? "").label
        return title.isEmpty ? (appID?.text ?? "").label : title
    }
}
