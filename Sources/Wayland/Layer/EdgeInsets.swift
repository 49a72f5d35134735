/// Distances from the four edges of a rectangle, in logical pixels.
struct EdgeInsets: Hashable {
    var top = 0
    var right = 0
    var bottom = 0
    var left = 0

    static let none = EdgeInsets()
}
