/// The shaders, in the shading language of OpenGL ES 3.
///
/// Targets lie in memory like pictures, with the first row on top, so a target pixel is `gl_FragCoord` without its half pixel.
enum Shaders {
    static let vertex = """
        #version 300 es
        uniform vec2 target_size;
        in vec2 pixel;
        void main() { gl_Position = vec4(pixel / target_size * 2.0 - 1.0, 0.0, 1.0); }
        """

    /// How a shader reads a picture.
    enum Source: Hashable {
        /// Red, green, blue and alpha of a texture.
        case colors
        /// One texture of brightness and one or two of colour, whose samples serve four pixels, or two of a row.
        case planes
        /// A texture that the driver converts (`GL_OES_EGL_image_external_essl3`).
        case external
    }

    private static let start = """
        precision highp float;
        precision highp int;
        precision highp sampler2D;
        out vec4 drawn;
        // The target keeps blue where others have red, or the source does, but not both.
        uniform bool is_swapped;
        vec4 ordered(vec4 color) { return is_swapped ? color.bgra : color; }

        """

    private static let version = "#version 300 es\n"

    /// The functions that read a picture.
    ///
    /// `fetched` reads one pixel, and `sampled` reads a place with its neighbours weighted by distance. Both return values that can be
    /// averaged; `colored` turns them into a colour.
    private static func reading(_ source: Source) -> String {
        switch source {
        case .colors:
            version + start + """
                uniform sampler2D source;
                vec2 whole_size() { return vec2(textureSize(source, 0)); }
                vec4 fetched(ivec2 pixel) { return texelFetch(source, pixel, 0); }
                vec4 sampled(vec2 place, vec2 size) { return textureLod(source, place / size, 0.0); }
                vec4 colored(vec4 value) { return value; }

                """
        case .planes:
            version + start + """
                uniform sampler2D source;
                uniform sampler2D source_blue;
                uniform sampler2D source_red;
                // Both are the same texture, which has blue and red beside each other.
                uniform bool is_interleaved;
                uniform vec4 to_red;
                uniform vec4 to_green;
                uniform vec4 to_blue;
                vec2 whole_size() { return vec2(textureSize(source, 0)); }
                // Samples of colour for each pixel, and how far those are from lying in the middle of their pixels.
                uniform vec2 color_pace;
                uniform vec2 color_shift;
                vec2 colors(vec2 place) {
                    vec2 at = (place * color_pace + color_shift) / vec2(textureSize(source_blue, 0));
                    vec2 both = textureLod(source_blue, at, 0.0).rg;
                    return is_interleaved ? both : vec2(both.r, textureLod(source_red, at, 0.0).r);
                }
                vec4 fetched(ivec2 pixel) {
                    return vec4(texelFetch(source, pixel, 0).r, colors(vec2(pixel) + 0.5), 1.0);
                }
                vec4 sampled(vec2 place, vec2 size) {
                    return vec4(textureLod(source, place / size, 0.0).r, colors(place), 1.0);
                }
                vec4 colored(vec4 value) {
                    vec3 color = vec3(dot(to_red, value), dot(to_green, value), dot(to_blue, value));
                    return vec4(clamp(color, 0.0, 1.0), 1.0);
                }

                """
        case .external:
            // `texelFetch` would not find the pixel of a smaller plane, and Mesa does not know the texture's size.
            version + "#extension GL_OES_EGL_image_external_essl3 : require\n" + start + """
                uniform highp samplerExternalOES source;
                uniform vec2 source_size;
                vec2 whole_size() { return source_size; }
                vec4 sampled(vec2 place, vec2 size) { return vec4(texture(source, place / size).rgb, 1.0); }
                vec4 fetched(ivec2 pixel) { return sampled(vec2(pixel) + 0.5, source_size); }
                vec4 colored(vec4 value) { return value; }

                """
        }
    }

    /// The part common to all shaders that draw a picture.
    private static func picture(_ source: Source) -> String {
        reading(source) + """
            // The drawn rectangle's first pixel, and where its pixels' centres lie in the scaled picture's part.
            uniform ivec2 first_pixel;
            uniform vec2 turned_origin;
            uniform vec2 turned_right;
            uniform vec2 turned_below;
            // The part's first source pixel.
            uniform ivec2 base;
            uniform bool is_opaque;
            uniform bool is_rounded;
            // The edges of the rectangle whose corners are rounded: left, top, right, bottom.
            uniform vec4 rounded_frame;
            uniform vec2 radius;

            ivec2 turned() {
                vec2 place = gl_FragCoord.xy - vec2(first_pixel);
                return ivec2(floor(turned_origin + turned_right * place.x + turned_below * place.y));
            }

            // How much of a pixel is within the rounding.
            float coverage() {
                vec2 pixel = floor(gl_FragCoord.xy);
                vec2 inset = radius.x - min(pixel - rounded_frame.xy, rounded_frame.zw - 1.0 - pixel) - 0.5;
                return clamp(radius.x - length(inset) + 0.5, 0.0, 1.0);
            }

            vec4 finished(vec4 color) {
                if (is_opaque) color.a = 1.0;
                if (is_rounded) color *= coverage();
                return ordered(color);
            }

            """
    }

    /// Draws a picture's pixels unscaled.
    static func copy(_ source: Source) -> String {
        picture(source) + """
            void main() { drawn = finished(colored(fetched(base + turned()))); }
            """
    }

    /// The part common to all shaders that scale.
    ///
    /// All weights are computed for each pixel from its position within the drawn part, which keeps them exact for pictures of any size.
    private static func scaled(_ source: Source) -> String {
        picture(source) + """
            // Source pixels for each pixel of the scaled picture, and where the part starts in its first source pixel.
            uniform vec2 pace;
            uniform vec2 fraction;
            uniform ivec2 limit_low;
            uniform ivec2 limit_high;
            uniform bool is_linear_across;
            uniform bool is_linear_down;

            // The source pixels under one pixel: the first, the last, and the ends of what is averaged.
            void span(int at, float start, float pace, int base, int low, int high, bool is_linear,
                      out ivec2 pixels, out vec2 ends) {
                if (is_linear) {
                    float center = start + (float(at) + 0.5) * pace - 0.5;
                    ends = vec2(center, center + 1.0);
                    pixels = ivec2(int(floor(center)), int(floor(center)) + 1) + base;
                    // Beyond the edge, its pixel counts for the one outside as well.
                    if (pixels.x < low) { pixels = ivec2(low); ends = vec2(-1e9, 1e9); }
                    if (pixels.y >= high) { pixels = ivec2(high - 1); ends = vec2(-1e9, 1e9); }
                } else {
                    ends = vec2(start + float(at) * pace, start + float(at + 1) * pace);
                    pixels.x = clamp(int(floor(ends.x)) + base, low, high - 1);
                    pixels.y = clamp(int(ceil(ends.y)) - 1 + base, pixels.x, high - 1);
                }
            }

            float weight(int pixel, int base, vec2 ends) {
                float place = float(pixel - base);
                return max(0.0, min(ends.y, place + 1.0) - max(ends.x, place));
            }

            """
    }

    /// Draws a picture scaled along both axes: by the area average where an axis shrinks, linearly where it grows.
    ///
    /// The texture unit reads two neighbours along each axis at once; a tap between them weights them as the average does.
    /// `ElementShading.taps` is the number of taps for each pixel. Averaging one axis after the other would need more of them.
    static func scale(_ source: Source) -> String {
        scaled(source) + """
            uniform ivec2 taps;

            // Where a pixel and its neighbour, which is not beyond the last, are read together, and their weight.
            vec2 tap(int pixel, int last, int base, vec2 ends) {
                float share = weight(pixel, base, ends);
                float next = pixel < last ? weight(pixel + 1, base, ends) : 0.0;
                float total = share + next;
                return vec2(float(pixel) + 0.5 + (next > 0.0 ? next / total : 0.0), total);
            }

            void main() {
                ivec2 at = turned();
                ivec2 columns, rows;
                vec2 across, down;
                span(at.x, fraction.x, pace.x, base.x, limit_low.x, limit_high.x, is_linear_across, columns, across);
                span(at.y, fraction.y, pace.y, base.y, limit_low.y, limit_high.y, is_linear_down, rows, down);
                vec2 size = whole_size();
                vec4 sum = vec4(0.0);
                float total = 0.0;
                for (int j = 0; j < taps.y; j++) {
                    int y = rows.x + 2 * j;
                    if (y > rows.y) break;
                    vec2 row = tap(y, rows.y, base.y, down);
                    for (int i = 0; i < taps.x; i++) {
                        int x = columns.x + 2 * i;
                        if (x > columns.y) break;
                        vec2 column = tap(x, columns.y, base.x, across);
                        float share = column.y * row.y;
                        sum += sampled(vec2(column.x, row.x), size) * share;
                        total += share;
                    }
                }
                if (total > 0.0) sum /= total;
                else sum = fetched(ivec2(columns.x, rows.x));
                drawn = finished(colored(sum));
            }
            """
    }

    /// Draws a picture made smaller by averaging light. The texture unit averages values, so the shader reads pixel by pixel.
    static func light(_ source: Source) -> String {
        scaled(source) + """
            vec3 light(vec3 value) {
                return mix(value / 12.92, pow((value + 0.055) / 1.055, vec3(2.4)), greaterThan(value, vec3(0.04045)));
            }

            vec3 value(vec3 light) {
                return mix(light * 12.92, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055,
                           greaterThan(light, vec3(0.0031308)));
            }

            void main() {
                ivec2 at = turned();
                ivec2 columns, rows;
                vec2 across, down;
                span(at.x, fraction.x, pace.x, base.x, limit_low.x, limit_high.x, false, columns, across);
                span(at.y, fraction.y, pace.y, base.y, limit_low.y, limit_high.y, false, rows, down);
                vec4 sum = vec4(0.0);
                float total = 0.0;
                for (int y = rows.x; y <= rows.y; y++) {
                    float share_down = weight(y, base.y, down);
                    for (int x = columns.x; x <= columns.y; x++) {
                        float share = share_down * weight(x, base.x, across);
                        vec4 color = colored(fetched(ivec2(x, y)));
                        sum += vec4(light(color.rgb), color.a) * share;
                        total += share;
                    }
                }
                if (total > 0.0) {
                    sum /= total;
                    sum.rgb = value(sum.rgb);
                } else {
                    sum = colored(fetched(ivec2(columns.x, rows.x)));
                }
                drawn = finished(sum);
            }
            """
    }
}
