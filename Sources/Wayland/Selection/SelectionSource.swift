/// Data that a client offers as a selection, by whichever protocol.
protocol SelectionSource: AnyObject {
    /// The client's object; the source ends with it.
    var object: AnyResource { get }
    var types: OfferedTypes { get }
    /// The source has been put to use, which can be done once.
    var isUsed: Bool { get }

    /// The source is a selection from now on.
    func becomeSelection()

    /// Has the client write its data to a reader's descriptor.
    func send(_ type: String, to descriptor: OwnedDescriptor)

    /// Tells the client that the source is of no use any more.
    func cancel()
}

extension SelectionSource {
    var isAlive: Bool { object.isAlive }
}

/// A selection as one reader sees it.
protocol SelectionOffer: AnyObject {
    /// Nothing more comes of the offer: the selection is another one, or not the reader's any longer.
    func disconnect()
}
