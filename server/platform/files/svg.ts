import sanitizeHtml from "sanitize-html";

/** Allowed elements: shapes and paint. No scripts, styles, links, images or foreign content. */
const tags = [
  "svg",
  "g",
  "defs",
  "title",
  "desc",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "linearGradient",
  "radialGradient",
  "stop",
  "clipPath",
  "mask",
]; // prettier-ignore
const attributes = [
  "xmlns",
  "viewBox",
  "width",
  "height",
  "x",
  "y",
  "x1",
  "x2",
  "y1",
  "y2",
  "cx",
  "cy",
  "r",
  "rx",
  "ry",
  "d",
  "points",
  "fill",
  "fill-rule",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "stroke-miterlimit",
  "stroke-opacity",
  "opacity",
  "transform",
  "id",
  "offset",
  "stop-color",
  "stop-opacity",
  "gradientUnits",
  "gradientTransform",
  "clip-path",
  "clip-rule",
  "mask",
  "preserveAspectRatio",
  "font-size",
  "font-family",
  "font-weight",
  "text-anchor",
]; // prettier-ignore

/** Matches URLs and scripts in any notation; references within the image (`url(#a)`) are allowed. */
const leadsOut = /url\s*\(\s*['"]?\s*(?!#)|[:\\]|&|@import/i;

/** Removes everything that executes or loads resources. Returns null when no SVG remains. */
export function cleanSvg(source: string): string | null {
  const clean = sanitizeHtml(source, {
    allowedTags: tags,
    allowedAttributes: { "*": attributes },
    allowedSchemes: [],
    disallowedTagsMode: "completelyDiscard",
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "foreignObject", "iframe"],
    nestingLimit: 50,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
    transformTags: {
      "*": (tagName, given) => ({
        tagName,
        attribs: Object.fromEntries(
          Object.entries(given).filter(([name, value]) => name === "xmlns" || !leadsOut.test(value)),
        ),
      }),
    },
  }).trim();
  if (!/^<svg[\s>]/.test(clean)) return null;
  // Replaces all namespace declarations with that of SVG.
  return clean.replace(/\sxmlns="[^"]*"/g, "").replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"');
}
