import Geometry
import Mirroring

/// The textures that an element is drawn from.
enum SampledPicture {
    case colors(Texture)
    /// The textures of a film's planes, with its format and encoding.
    case planes([Texture], YUVFormat, YUVEncoding)
    case external(Texture)

    /// How shaders read the picture.
    var source: Shaders.Source {
        switch self {
        case .colors: .colors
        case .planes: .planes
        case .external: .external
        }
    }

    /// Whether blue lies where shaders read red.
    var isSwapped: Bool {
        if case .colors(let texture) = self { texture.isSwapped } else { false }
    }

    /// Binds the textures for a program in use.
    func bind(for program: Program) {
        switch self {
        case .colors(let texture): texture.bind()
        case .external(let texture):
            texture.bind()
            program.set("source_size", Double(texture.size.width), Double(texture.size.height))
        case .planes(let planes, let format, let encoding):
            let (blue, red) = format.colorTextures
            for (unit, plane) in [0, blue, red].enumerated() { planes[plane].bind(unit) }
            program.set("source", texture: 0)
            program.set("source_blue", texture: 1)
            program.set("source_red", texture: 2)
            program.set("is_interleaved", blue == red)
            let location = encoding.location
            let (pace, shift) = format.hasSharedRows ? (0.5, (0.5 - location.down) / 2) : (1, 0)
            program.set("color_pace", 0.5, pace)
            program.set("color_shift", (0.5 - location.across) / 2, shift)
            let rows = encoding.rows(of: format)
            for (name, row) in [("to_red", rows.red), ("to_green", rows.green), ("to_blue", rows.blue)] {
                program.set(name, row.brightness, row.blue, row.red, row.one)
            }
        }
    }
}
