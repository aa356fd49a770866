import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { colourMessage, isTheme } from "./screens.mjs";

/** Checks the client's style sheets, which oxlint does not read: logical sides, color tokens, sibling selectors. */

const PHYSICAL = [
  [/(?<![\w-])(margin|padding|border|scroll-margin|scroll-padding)-(left|right)(?![\w])/, "$1-inline-(start|end)"],
  [/(?<![\w-])border-(top|bottom)-(left|right)-radius/, "border-(start|end)-(start|end)-radius"],
  [/(?<![\w-])(left|right)\s*:/, "inset-inline-start: or inset-inline-end:"],
  [/(text-align|float|clear|caption-side)\s*:\s*(left|right)\b/, "start or end"],
];
/** Any-sibling selectors make the browser recalculate the styles of all following siblings on every insertion or removal. */
const ANY_SIBLING = /[+~]\s*\*/;
const HEX = /(?<=:[^{};]*)#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/i;

/**
 * @param {string} root the project folder
 * @returns {string[]} one line per finding
 */
export function checkStyles(root) {
  const files = readdirSync(path.join(root, "client"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => `client/${name.split(path.sep).join("/")}`);
  return files.flatMap((file) => checkStyleSheet(file, readFileSync(path.join(root, file), "utf8")));
}

/**
 * @param {string} file
 * @param {string} content
 */
export function checkStyleSheet(file, content) {
  /** @type {string[]} */
  const findings = [];
  const isFree = isTheme(file);
  const lines = withoutComments(content).split("\n");
  lines.forEach((line, index) => {
    const place = `${file}:${index + 1}`;
    for (const [pattern, instead] of PHYSICAL) {
      const found = /** @type {RegExp} */ (pattern).exec(line);
      if (!found) continue;
      findings.push(
        `${place}  "${found[0].trim()}" names a physical side, which stays behind when the page runs from right to left. Write ${instead}.`,
      );
    }
    if (ANY_SIBLING.test(line)) {
      findings.push(
        `${place}  "+ *" and "~ *" are about any element, so that each that comes or goes restyles the whole page. Name the sibling, or write > :where(:not(:first-child)).`,
      );
    }
    const colour = HEX.exec(line.replace(/url\([^)]*\)/g, ""));
    if (colour && !isFree) findings.push(`${place}  ${colourMessage(colour[0])}`);
  });
  return findings;
}

/** Blanks comments but keeps the line numbers. */
const withoutComments = (/** @type {string} */ content) =>
  content.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));
