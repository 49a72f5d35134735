/// The version that `--version` and `status` print.
enum Version {
    static let current = "0.1.0"
}
