import ArgumentParser
import Control

/// `--json`, which every command that prints takes.
struct FormatOption: ParsableArguments {
    @Flag(help: "Print JSON, with the keys of the control contract.")
    var json = false

    /// Prints `value` as one line of JSON, or `text`.
    func print(_ value: some Encodable, text: () -> String) {
        if json {
            TextOutput.standard.write(JSONLine().encode(value))
        } else {
            TextOutput.standard.write(line: text())
        }
    }
}
