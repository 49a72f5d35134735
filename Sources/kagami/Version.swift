/// The version that `--version` and `status` tell.
enum Version {
    static let current = "0.1.0"
}
