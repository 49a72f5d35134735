import Geometry
import Mirroring

/// One pass at work: what is visible of its operations, and what of that is left to draw.
struct PassDrawing {
    let target: PixelBuffer
    /// The pixels that may be touched.
    let damage: Region<ContentSpace>
    private(set) var parts: [VisibleOperations.Part]

    init(_ pass: RenderPass) {
        target = pass.target
        damage = pass.damage.intersection(pass.target.size.bounds).reinterpreted()
        parts = VisibleOperations(pass.operations, within: damage).parts
    }

    /// Leaves out pixels of one part, which have been drawn already.
    mutating func leaveOut(_ region: Region<ContentSpace>, ofPart index: Int) {
        parts[index].region.subtract(region)
    }

    func draw() {
        let frame = FrameTarget(target)
        for part in parts {
            switch part.operation {
            case .fill(let color): frame.fill(part.region, with: color)
            case .draw(let element): ElementDrawing(element, on: frame).draw(part.region)
            case .disc(let disc): frame.blend(disc, within: part.region)
            }
        }
    }
}
