import { withDirections } from "../../../shared/kernel/text/direction";

/** Sanitized HTML with the direction of each block, and with tables that scroll where the page is narrower. */
export const shownHtml = (html: string): string =>
  withDirections(html)
    .replaceAll("<table>", '<div data-table tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
