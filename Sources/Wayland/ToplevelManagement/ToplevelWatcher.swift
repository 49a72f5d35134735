/// Told of all windows, by whoever lists them for others.
protocol ToplevelWatcher: AnyObject {
    func toplevelMapped(_ toplevel: Toplevel)

    /// Title, application, parent or state of a mapped window may be another one.
    func toplevelChanged(_ toplevel: Toplevel)

    func toplevelUnmapped(_ toplevel: Toplevel)
}
