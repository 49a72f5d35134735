/// The version that `--version` and `status` print.
package enum Version {
    package static let current = "0.1.0"
}
