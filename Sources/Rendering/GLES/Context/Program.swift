import CGLES

/// A linked vertex and fragment shader.
///
/// The vertices are in target pixels, which the fragment shader finds in `gl_FragCoord`.
final class Program {
    private let program: GLuint
    private var locations: [String: GLint] = [:]

    /// Needs a current context.
    init(fragment: String) throws(GraphicsError) {
        let vertex = try Self.compile(Shaders.vertex, GLenum(GL_VERTEX_SHADER))
        defer { glDeleteShader(vertex) }
        let fragment = try Self.compile(fragment, GLenum(GL_FRAGMENT_SHADER))
        defer { glDeleteShader(fragment) }
        program = glCreateProgram()
        glAttachShader(program, vertex)
        glAttachShader(program, fragment)
        glBindAttribLocation(program, 0, "pixel")
        glLinkProgram(program)
        var isLinked: GLint = 0
        glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked != 0 else {
            let program = program
            throw .shader(Self.log { glGetProgramInfoLog(program, $0, nil, $1) })
        }
    }

    func use() {
        glUseProgram(program)
    }

    /// Sets a uniform of the program in use.
    func set(_ name: String, _ value: Bool) {
        glUniform1i(location(name), value ? 1 : 0)
    }

    /// Binds a sampler to the texture unit of this number.
    func set(_ name: String, texture unit: Int) {
        glUniform1i(location(name), GLint(clamping: unit))
    }

    func set(_ name: String, _ first: Double, _ second: Double) {
        glUniform2f(location(name), GLfloat(first), GLfloat(second))
    }

    func set(_ name: String, _ first: Double, _ second: Double, _ third: Double, _ fourth: Double) {
        glUniform4f(location(name), GLfloat(first), GLfloat(second), GLfloat(third), GLfloat(fourth))
    }

    func set(_ name: String, _ first: Int, _ second: Int) {
        glUniform2i(location(name), GLint(clamping: first), GLint(clamping: second))
    }

    private func location(_ name: String) -> GLint {
        if let known = locations[name] { return known }
        let found = glGetUniformLocation(program, name)
        locations[name] = found
        return found
    }

    private static func compile(_ source: String, _ kind: GLenum) throws(GraphicsError) -> GLuint {
        let shader = glCreateShader(kind)
        source.withCString { text in
            var text: UnsafePointer<GLchar>? = text
            glShaderSource(shader, 1, &text, nil)
        }
        glCompileShader(shader)
        var isCompiled: GLint = 0
        glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
        if isCompiled != 0 { return shader }
        defer { glDeleteShader(shader) }
        throw .shader(log { glGetShaderInfoLog(shader, $0, nil, $1) })
    }

    private static func log(_ read: (GLsizei, UnsafeMutablePointer<GLchar>?) -> Void) -> String {
        var text = [GLchar](repeating: 0, count: 512)
        read(GLsizei(text.count), &text)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? "no reason given"
    }
}
