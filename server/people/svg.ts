import sanitizeHtml from "sanitize-html";

/** Shapes and what paints them. No scripts, no styles, no links, no pictures, nothing foreign. */
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

/** Addresses and scripts, however they are written; a reference into the same picture (`url(#a)`) is none. */
const leadsOut = /url\s*\(\s*['"]?\s*(?!#)|[:\\]|&|@import/i;

/**
 * A drawing without anything that runs or loads. Null when nothing of it is left: what begins like a drawing needn't be one.
 */
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
  // The one namespace there is, whatever stood there.
  return clean.replace(/\sxmlns="[^"]*"/g, "").replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"');
}
