/// Notified of all windows, to list them.
protocol ToplevelWatcher: AnyObject {
    func toplevelMapped(_ toplevel: Toplevel)

    /// Title, application ID, parent or state of a mapped window may have changed.
    func toplevelChanged(_ toplevel: Toplevel)

    func toplevelUnmapped(_ toplevel: Toplevel)
}
