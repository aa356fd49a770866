/**
 * Whether a request prefers a page over data: navigations accept `text/html`, whereas API calls accept JSON or any type. Wildcards don't
 * count as HTML.
 */
export function prefersHtml(header: string | undefined): boolean {
  const accept = header?.toLowerCase();
  if (!accept?.includes("text/html")) return false;
  const html = weightOf(accept, ["text/html"]);
  return html > 0 && html >= weightOf(accept, ["application/json", "application/*"]);
}

function weightOf(accept: string, types: readonly string[]): number {
  let most = 0;
  for (const part of accept.split(",")) {
    const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    if (!types.includes(type)) continue;
    const q = Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1);
    most = Math.max(most, Number.isFinite(q) ? q : 0);
  }
  return most;
}
