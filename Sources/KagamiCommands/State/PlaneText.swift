import Mirroring

/// Formats how displays show the layers of their frames, as `kagami outputs --planes` prints it.
enum PlaneText {
    /// A line for each layer, from back to front: the connector, the layer, its path, the plane, and why nothing better.
    static func describe(_ outputs: [OutputStatus]) -> String {
        let rows = outputs.flatMap { output in output.layers.map { row($0, of: output) } }
        return rows.isEmpty ? "no display is on" : TextTable.lay(rows)
    }

    private static func row(_ layer: LayerStatus, of output: OutputStatus) -> [String] {
        [
            output.name.name, layer.kind.rawValue, layer.path.rawValue, layer.plane.map { "plane \($0)" } ?? "-",
            layer.reason ?? "",
        ]
    }
}
