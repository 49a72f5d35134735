import Mirroring

extension Configuration {
    /// The most rules; each is tried for every window.
    private static let mostWindowRules = 100

    /// Reads one `[[window_rule]]`; ignores a table with an error.
    mutating func readWindowRule(_ reader: TableReader) {
        guard let rule = WindowRule(reader) else { return }
        guard windowRules.count < Self.mostWindowRules else {
            return reader.complain("there are more than \(Self.mostWindowRules) rules for windows")
        }
        windowRules.append(rule)
    }
}

extension WindowRule {
    /// Nil where the table has no key that selects windows, or no effect.
    fileprivate init?(_ reader: TableReader) {
        let appID = reader.pattern("app_id")
        let title = reader.pattern("title")
        let effects = WindowEffects(
            isFullscreen: reader.flag("fullscreen"), fills: reader.flag("fill"), isAbove: reader.flag("above"),
            takesFocus: reader.flag("focus"), scale: reader.scale("scale"),
            takesTouch: reader.flag("touch"), isOnPanel: reader.flag("panel"))
        guard reader.contains("app_id") || reader.contains("title") else {
            reader.complain("a rule for windows needs app_id or title")
            return nil
        }
        let hasEffect = ["fullscreen", "fill", "above", "focus", "scale", "touch", "panel"].contains(
            where: reader.contains)
        guard hasEffect else {
            reader.complain("the rule has no effect: give fullscreen, fill, above, focus, scale, touch or panel")
            return nil
        }
        self.init(appID: appID, title: title, effects)
    }
}
