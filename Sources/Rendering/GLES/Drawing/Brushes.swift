import CGLES
import Geometry
import Mirroring

/// The shader programs, which draw rectangles on the bound target.
final class Brushes {
    /// The programs built so far.
    private var programs: [Shaders.Source: Programs] = [:]

    /// The programs that draw one kind of picture.
    private struct Programs {
        let copy: Program
        let scale: Program
        let light: Program

        init(_ source: Shaders.Source) throws(GraphicsError) {
            copy = try Program(fragment: Shaders.copy(source))
            scale = try Program(fragment: Shaders.scale(source))
            light = try Program(fragment: Shaders.light(source))
        }
    }

    init() throws(GraphicsError) {
        try prepare(.colors)
    }

    /// Builds the programs that draw pictures of a kind, unless they exist.
    func prepare(_ source: Shaders.Source) throws(GraphicsError) {
        _ = try programs(for: source)
    }

    private func programs(for source: Shaders.Source) throws(GraphicsError) -> Programs {
        if let known = programs[source] { return known }
        let made = try Programs(source)
        programs[source] = made
        return made
    }

    /// Paints a region of the target in one colour.
    func fill(_ region: Region<ContentSpace>, with color: Color, on target: Texture) {
        glEnable(GLenum(GL_SCISSOR_TEST))
        let (red, blue) = target.isSwapped ? (color.blue, color.red) : (color.red, color.blue)
        glClearColor(GLfloat(red) / 255, GLfloat(color.green) / 255, GLfloat(blue) / 255, 1)
        clear(region.rects)
    }

    /// Makes a region of the bound target transparent.
    func clear(_ region: Region<ContentSpace>) {
        glEnable(GLenum(GL_SCISSOR_TEST))
        glClearColor(0, 0, 0, 0)
        clear(region.rects)
    }

    private func clear(_ rects: [Rect<ContentSpace>]) {
        for rect in rects {
            glScissor(GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height))
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        }
        glDisable(GLenum(GL_SCISSOR_TEST))
    }

    /// Draws the part of an element that lies in `region`, within the target.
    func draw(
        _ element: SceneElement, of source: SampledPicture, within region: Region<ContentSpace>, on target: Texture
    ) throws(GraphicsError) {
        guard let place = ElementPlacement(element) else { return }
        let programs = try programs(for: source.source)
        let solid = region.intersection(element.hiding)
        let corners = region.intersection(element.corners)
        let blended = region.subtracting(solid).subtracting(corners)
        for (part, isOpaque, isRounded) in [(solid, true, false), (corners, true, true), (blended, false, false)] {
            if part.isEmpty { continue }
            let shading = ElementShading(element, place, isReplacing: isOpaque)
            let program =
                place.unscaledOrigin != nil ? programs.copy : shading.isLight ? programs.light : programs.scale
            program.use()
            source.bind(for: program)
            program.set("is_swapped", source.isSwapped != target.isSwapped)
            program.set("is_opaque", isOpaque || !element.source.format.hasAlpha)
            program.set("is_rounded", isRounded)
            if isRounded { setCorners(of: element, in: program) }
            for rect in part.rects {
                shading.set(rect, in: program)
                draw(rect, with: program, on: target, isBlended: isRounded || !isOpaque)
            }
        }
    }

    private func setCorners(of element: SceneElement, in program: Program) {
        let frame = element.roundedFrame ?? element.destination
        program.set("rounded_frame", Double(frame.x), Double(frame.y), Double(frame.maxX), Double(frame.maxY))
        program.set("radius", Double(element.cornerRadius), 0)
    }

    private func draw(_ rect: Rect<ContentSpace>, with program: Program, on target: Texture, isBlended: Bool) {
        program.set("target_size", Double(target.size.width), Double(target.size.height))
        if isBlended {
            glEnable(GLenum(GL_BLEND))
            glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        } else {
            glDisable(GLenum(GL_BLEND))
        }
        let (left, top, right, bottom) = (GLfloat(rect.x), GLfloat(rect.y), GLfloat(rect.maxX), GLfloat(rect.maxY))
        let corners = [left, top, right, top, left, bottom, right, bottom]
        corners.withUnsafeBufferPointer { corners in
            glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, corners.baseAddress)
            glEnableVertexAttribArray(0)
            glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        }
    }
}
