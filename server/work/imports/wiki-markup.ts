import { escapeAttribute, escapeText } from "../../platform/rich-text/escape";

/**
 * Converts the wiki markup of Jira to HTML, which isn't sanitized. Blocks (code, quotes, panels, tables, lists, headings) are read line by
 * line, so that marks inside of code stay as they are. Unknown macros keep their text.
 */
export function htmlOfWikiMarkup(markup: string, nameOfPerson: (id: string) => string | undefined): string {
  return new WikiReader(markup, nameOfPerson).read();
}

const listItem = /^\s*([*#-]+)\s+(.*)$/;
const heading = /^\s*h([1-6])\.\s*(.*)$/;
const fence = /^\s*\{(code|noformat)(?::[^}]*)?\}/;
const container = /^\s*\{(quote|panel|info|note|tip|warning|color)(?::([^}]*))?\}/;

class WikiReader {
  private readonly lines: string[];
  private readonly html: string[] = [];
  private paragraph: string[] = [];

  constructor(
    markup: string,
    private readonly nameOfPerson: (id: string) => string | undefined,
  ) {
    this.lines = markup.replace(/\r\n?/g, "\n").split("\n");
  }

  read(): string {
    while (this.lines.length > 0) this.readBlock(this.lines.shift() as string);
    this.endParagraph();
    return this.html.join("");
  }

  private readBlock(line: string): void {
    if (fence.test(line)) return this.readCode(line);
    const title = heading.exec(line);
    if (title) return this.add(`<h${title[1]}>${this.inline(title[2] as string)}</h${title[1]}>`);
    if (/^\s*bq\.\s/.test(line))
      return this.add(`<blockquote>${this.inline(line.replace(/^\s*bq\.\s*/, ""))}</blockquote>`);
    if (/^\s*-{4,}\s*$/.test(line)) return this.endParagraph();
    if (/^\s*\|/.test(line)) return this.readTable(line);
    if (listItem.test(line)) return this.readList(line);
    if (container.test(line) && !/^\s*\{color/.test(line)) return this.readContainer(line);
    if (line.trim() === "") return this.endParagraph();
    this.paragraph.push(this.inline(line.trim()));
  }

  private add(block: string): void {
    this.endParagraph();
    this.html.push(block);
  }

  private endParagraph(): void {
    if (this.paragraph.length > 0) this.html.push(`<p>${this.paragraph.join("<br>")}</p>`);
    this.paragraph = [];
  }

  /** The end may follow on the same line; an end that is missing is that of the text. */
  private readCode(line: string): void {
    const name = (fence.exec(line) as RegExpExecArray)[1] as string;
    const code = [line.replace(fence, "")];
    const end = `{${name}}`;
    while (!(code.at(-1) as string).includes(end) && this.lines.length > 0) code.push(this.lines.shift() as string);
    const last = code.pop() as string;
    const [inside = "", ...after] = last.split(end);
    code.push(inside);
    this.add(`<pre>${escapeText(code.join("\n").replace(/^\n|\n$/g, ""))}</pre>`);
    const rest = after.join(end).trim();
    if (rest !== "") this.lines.unshift(rest);
  }

  private readContainer(line: string): void {
    const [start, name = "", settings = ""] = container.exec(line) as RegExpExecArray;
    const end = `{${name}}`;
    const content = [line.slice(start.length)];
    while (!(content.at(-1) as string).includes(end) && this.lines.length > 0)
      content.push(this.lines.shift() as string);
    const last = content.pop() as string;
    const [inside = "", ...after] = last.split(end);
    content.push(inside);
    const title = /(?:^|\|)title=([^|]*)/.exec(settings)?.[1];
    const strong = title ? `<p><strong>${escapeText(title)}</strong></p>` : "";
    const inner = new WikiReader(content.join("\n"), this.nameOfPerson).read();
    this.add(`<blockquote>${strong}${inner}</blockquote>`);
    const rest = after.join(end).trim();
    if (rest !== "") this.lines.unshift(rest);
  }

  private readTable(line: string): void {
    const rows = [line];
    while (/^\s*\|/.test(this.lines[0] ?? "")) rows.push(this.lines.shift() as string);
    const cells = rows.map((row) => {
      const isHead = row.trim().startsWith("||");
      // A separator inside of a link belongs to the link.
      const parts = row.trim().match(/(?:\[[^\]]*\]|[^|])+/g) ?? [];
      const tag = isHead ? "th" : "td";
      return `<tr>${parts.map((cell) => `<${tag}>${this.inline(cell.trim())}</${tag}>`).join("")}</tr>`;
    });
    this.add(`<table><tbody>${cells.join("")}</tbody></table>`);
  }

  private readList(line: string): void {
    const items = [line];
    while (listItem.test(this.lines[0] ?? "")) items.push(this.lines.shift() as string);
    const open: string[] = [];
    let list = "";
    for (const item of items) {
      const [, marks = "", text = ""] = listItem.exec(item) as RegExpExecArray;
      const tags = [...marks].map((mark) => (mark === "#" ? "ol" : "ul"));
      while (
        open.length > tags.length ||
        (open.length > 0 && open.length === tags.length && open.at(-1) !== tags.at(-1))
      )
        list += `</li></${open.pop()}>`;
      if (open.length === tags.length) list += "</li><li>";
      while (open.length < tags.length) {
        const tag = tags[open.length] as string;
        open.push(tag);
        list += `<${tag}><li>`;
      }
      list += this.inline(text);
    }
    while (open.length > 0) list += `</li></${open.pop()}>`;
    this.add(list);
  }

  /** Marks within a line. Code and links are converted first and set aside, because marks inside of them are text. */
  private inline(text: string): string {
    const done: string[] = [];
    const setAside = (html: string) => `\ue000${done.push(html) - 1}\ue000`;
    const aside = text
      .replace(/\ue000/g, "")
      .replace(/\{\{(.+?)\}\}/g, (_, code: string) => setAside(`<code>${escapeText(code)}</code>`))
      .replace(/\[~(?:accountid:)?([^\]]+)\]/g, (_, id: string) =>
        setAside(escapeText(`@${this.nameOfPerson(id) ?? id}`)),
      )
      .replace(/\[([^|\]]+)\|([^|\]]+)(?:\|[^\]]*)?\]/g, (_, title: string, address: string) =>
        setAside(linkHtml(address, title)),
      )
      .replace(/\[([a-z][a-z0-9+.-]*:[^\]|]+)\]/gi, (_, address: string) => setAside(linkHtml(address, address)))
      .replace(/!([^\s!|]+\.[^\s!|]+)(?:\|[^!]*)?!/g, (_, name: string) =>
        setAside(/^https?:/.test(name) ? linkHtml(name, name) : escapeText(name)),
      )
      .replace(/\bhttps?:\/\/[^\s|\]}]+/g, (address) => setAside(linkHtml(address, address)))
      .replace(/\{(?:color|anchor|status)[^}]*\}/g, "");
    const marked = escapeText(aside)
      .replace(mark("\\*"), "$1<strong>$2</strong>")
      .replace(mark("_"), "$1<em>$2</em>")
      .replace(mark("-"), "$1<s>$2</s>")
      .replace(mark("\\+"), "$1<u>$2</u>")
      .replace(/\\\\/g, "<br>");
    return marked.replace(/\ue000(\d+)\ue000/g, (_, at: string) => done[Number(at)] ?? "");
  }
}

/** A mark begins after a space or bracket and ends before a space, bracket or punctuation, so `a*b*c` and `2-3-4` stay. */
const mark = (sign: string): RegExp =>
  new RegExp(`(^|[\\s(\\[{>"'])${sign}(?=\\S)([^\\n]*?\\S)${sign}(?=$|[\\s)\\]}.,:;!?"'<])`, "g");

const linkHtml = (address: string, title: string): string =>
  `<a href="${escapeAttribute(address.trim())}">${escapeText(title.trim())}</a>`;
