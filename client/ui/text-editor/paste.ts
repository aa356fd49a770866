/**
 * Converts HTML from other programs to the editor's structures: headings, lists, tables, paragraphs and preformatted text. The editor's
 * schema then removes everything that it doesn't support.
 */
export function transformPastedHtml(html: string): string {
  // Content that was copied from an editor of this product.
  if (html.includes("data-pm-slice")) return html;
  // Windows adds a header of plain text to the clipboard.
  const page = new DOMParser().parseFromString(html.replace(/^Version:[^<]*/, ""), "text/html");
  const { body } = page;
  removeComments(body);
  for (const unread of body.querySelectorAll("style, script, meta, link, title, xml, br.Apple-interchange-newline"))
    unread.remove();
  for (const element of body.querySelectorAll("b, strong, i, em"))
    if (/font-(weight|style):\s*(normal|400)/i.test(styleOf(element))) unwrap(element);
  for (const element of body.querySelectorAll("*")) if (element.localName.includes(":")) unwrap(element);
  for (const heading of body.querySelectorAll("h1, h2")) rename(heading, "h3");
  for (const heading of body.querySelectorAll("h5, h6")) rename(heading, "h4");
  readCode(body);
  readCheckboxes(body);
  readWordLists(body);
  for (const list of body.querySelectorAll(":is(ul, ol) > :is(ul, ol)")) nestInPreviousItem(list);
  readTables(body);
  return body.innerHTML;
}

/** Whether pasted HTML contains text, which is then preferred to the picture that office programs add. */
export function hasPastedText(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html.replace(/^Version:[^<]*/, ""), "text/html");
  for (const unread of body.querySelectorAll("style, script, title")) unread.remove();
  return (body.textContent ?? "").trim() !== "";
}

/** Parses spreadsheet rows, which all have the same number of cells, at least two. In indented code, the first cells are empty. */
export function parsePastedRows(text: string): string[][] | null {
  const rows = readRows(text.replace(/\r\n?/g, "\n").replace(/\n$/, ""));
  const width = rows[0]?.length ?? 0;
  const isTable =
    width > 1 && rows.every((row) => row.length === width) && rows.some(([first]) => first?.trim() !== "");
  return isTable ? rows : null;
}

/** Cells with line breaks are quoted, with quotation marks inside doubled. */
function readRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", mark] of text.matchAll(
    /(?:"((?:[^"]|"")*[\n\t](?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (mark === "\n") rows.push([]);
    if (mark === "") break;
  }
  return rows;
}

const styleOf = (element: Element): string => element.getAttribute("style") ?? "";

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function removeComments(body: HTMLElement): void {
  const comments: Node[] = [];
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) (comment as Comment).remove();
}

/** Reads code from code editors, which color each line in a `div` or the text of a `pre`. Several lines become a code block. */
function readCode(body: HTMLElement): void {
  for (const pre of body.querySelectorAll("pre")) replaceByCode(pre, preformattedText(pre));
  for (const block of body.querySelectorAll<HTMLElement>("div")) {
    const style = styleOf(block);
    if (!/white-space:\s*pre\b/i.test(style) || !/font-family:[^;]*(mono|consolas|menlo|courier)/i.test(style))
      continue;
    if (!block.isConnected) continue;
    const lines = [...block.children].map((line) => preformattedText(line));
    replaceByCode(block, block.querySelector("div") ? lines.join("\n") : preformattedText(block));
  }
}

function preformattedText(element: Element): string {
  for (const lineBreak of element.querySelectorAll("br")) lineBreak.replaceWith("\n");
  return (element.textContent ?? "").replace(/\u00a0/g, " ").replace(/\n$/, "");
}

function replaceByCode(element: Element, text: string): void {
  const page = element.ownerDocument;
  const code = page.createElement("code");
  const isBlock = text.includes("\n") || element.localName === "pre";
  code.textContent = isBlock ? text : text.trim();
  const block = page.createElement(isBlock ? "pre" : "p");
  block.append(...(isBlock ? [code] : code.childNodes));
  element.replaceWith(block);
}

/** Keeps the state of checklists as a sign, because texts have no checkboxes. Google Docs marks the item instead of adding a checkbox. */
function readCheckboxes(body: HTMLElement): void {
  const sign = (isChecked: boolean) => (isChecked ? "☑ " : "☐ ");
  for (const box of body.querySelectorAll("input[type=checkbox]")) {
    const { nextSibling } = box;
    if (nextSibling instanceof Text) nextSibling.data = nextSibling.data.trimStart();
    box.replaceWith(sign(box.hasAttribute("checked")));
  }
  for (const item of body.querySelectorAll("li[role=checkbox]")) {
    const text = item.querySelector("p") ?? item;
    for (const picture of item.querySelectorAll(":scope > img")) picture.remove();
    text.prepend(sign(item.getAttribute("aria-checked") === "true"));
  }
}

/** Word writes the items of a list as paragraphs with their level, and the bullet or number as text. */
function readWordLists(body: HTMLElement): void {
  /** Open lists, one for each level, in the order of the levels. */
  let open: { level: number; list: Element }[] = [];
  let last: Element | null = null;
  for (const item of body.querySelectorAll<HTMLElement>("p, h3, h4, li")) {
    const level = Number(/mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(item))?.[1] ?? 0);
    if (level === 0 || item.localName === "li") continue;
    if (item.previousElementSibling !== last || last === null) open = [];
    const { isOrdered, start } = takeMarker(item);
    open = open.filter((one) => one.level <= level);
    let current = open.at(-1);
    if (current?.level !== level) {
      const list = body.ownerDocument.createElement(isOrdered ? "ol" : "ul");
      if (isOrdered && start > 1) list.setAttribute("start", String(start));
      const parent = current?.list.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      current = { level, list };
      open.push(current);
    }
    const li = body.ownerDocument.createElement("li");
    const paragraph = body.ownerDocument.createElement("p");
    paragraph.append(...item.childNodes);
    li.append(paragraph);
    current.list.append(li);
    item.remove();
    last = open[0]?.list ?? null;
  }
}

function takeMarker(item: Element): { isOrdered: boolean; start: number } {
  const marker = [...item.querySelectorAll("span")].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
  const text = (marker?.textContent ?? "").replace(/\u00a0/g, " ").trim();
  marker?.remove();
  return { isOrdered: /^\(?[\p{L}\p{N}]+[.)]/u.test(text), start: Number(/^\(?(\d{1,4})[.)]/.exec(text)?.[1] ?? 1) };
}

/** Google Docs and old web pages put a nested list into its parent list instead of the parent's last item. */
function nestInPreviousItem(list: Element): void {
  const before = list.previousElementSibling;
  if (before?.localName === "li") before.append(list);
}

/** Replaces layout tables and single copied cells by their content. */
function readTables(body: HTMLElement): void {
  for (const table of [...body.querySelectorAll("table")].reverse()) {
    const cells = [...table.rows].flatMap((row) => [...row.cells]);
    if (cells.length > 1 && table.getAttribute("role") !== "presentation") continue;
    table.replaceWith(
      ...cells.map((cell) => {
        const block = body.ownerDocument.createElement("div");
        block.append(...cell.childNodes);
        return block;
      }),
    );
  }
}
