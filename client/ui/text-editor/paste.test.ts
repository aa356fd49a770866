/** @jest-environment jsdom */
import { Editor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { linkExtension } from "./links";
import { htmlOfMarkdown } from "./markdown";
import { hasPastedText, parsePastedRows, transformPastedHtml } from "./paste";
import { tableExtensions } from "./tables";

const editor = new Editor({
  extensions: [
    StarterKit.configure({ link: false, heading: { levels: [3, 4] }, horizontalRule: false, trailingNode: false }),
    linkExtension,
    ...tableExtensions,
  ],
});
afterAll(() => editor.destroy());

/** Returns the editor's HTML for pasted HTML. */
function pasted(html: string): string {
  editor.commands.setContent(transformPastedHtml(html), { emitUpdate: false });
  return editor.getHTML();
}

const table = (...rows: string[][]) =>
  `<table><tbody>${rows.map((row) => `<tr>${row.map((cell) => (cell.startsWith("<t") ? cell : `<td><p>${cell}</p></td>`)).join("")}</tr>`).join("")}</tbody></table>`;

test.each([
  [
    "Excel cells",
    `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=Generator content="Microsoft Excel 15"><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {mso-number-format:Fixed;}--></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'><!--StartFragment--> <col width=64 span=3 style='width:48pt'> <tr height=20 style='height:15.0pt'> <td height=20 width=64 style='height:15.0pt;width:48pt'>North</td> <td align=right width=64>1200</td> <td class=xl65 align=right>9.50</td> </tr> <tr height=20> <td height=20>South</td> <td align=right>85</td> <td class=xl65 align=right>10.25</td> </tr><!--EndFragment--></table></body></html>`,
    table(["North", "1200", "9.50"], ["South", "85", "10.25"]),
  ],
  [
    "merged Excel cells",
    `<body><table><!--StartFragment--><tr><td colspan=2 class=xl66>Sales</td></tr><tr><td rowspan=2>North</td><td>1</td></tr><tr><td>2</td></tr><!--EndFragment--></table></body>`,
    table(['<td colspan="2"><p>Sales</p></td>'], ['<td rowspan="2"><p>North</p></td>', "1"], ["2"]),
  ],
  ["one Excel cell", `<table><!--StartFragment--><tr><td>North</td></tr><!--EndFragment--></table>`, "<p>North</p>"],
  [
    "Google Sheets cells",
    `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" style="table-layout:fixed" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">Room</td><td>Price</td></tr><tr><td>124</td><td style="text-align:right;">501,390</td></tr></tbody></table></google-sheets-html-origin>`,
    table(["<strong>Room</strong>", "Price"], ["124", "501,390"]),
  ],
  [
    "LibreOffice cells",
    `<!DOCTYPE html><html><head><style type="text/css">body,td { font-family:"Liberation Sans" }</style></head><body><table cellspacing="0" border="0"><colgroup span="2" width="85"></colgroup><tr><td height="17" align="left" valign=bottom><font face="Arial">Room</font></td><td align="right" sdval="12.5" sdnum="1033;">12.5</td></tr></table></body></html>`,
    table(["Room", "12.5"]),
  ],
  [
    "a Word list",
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=EN-US><!--StartFragment--><p class=MsoNormal>Tasks<o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Order tea<o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span></span><![endif]>Green</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>·<span>&nbsp; </span></span></span><![endif]>Paint</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span><![endif]><b>Load</b></p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>Drive</p><!--EndFragment--></body></html>`,
    "<p>Tasks</p><ul><li><p>Order tea</p><ul><li><p>Green</p></li></ul></li><li><p>Paint</p></li></ul><p>&nbsp;</p><ol><li><p><strong>Load</strong></p></li><li><p>Drive</p></li></ol>",
  ],
  [
    "a Word list that continues another",
    `<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3)<span>&nbsp;</span></span>Drive</p>`,
    '<ol start="3"><li><p>Drive</p></li></ol>',
  ],
  [
    "Word headings",
    "<h1>Plan<o:p></o:p></h1><h2 style='mso-list:none'>Part</h2><h5>Note</h5><p class=MsoNormal>Text</p>",
    "<h3>Plan</h3><h3>Part</h3><h4>Note</h4><p>Text</p>",
  ],
  [
    "Google Docs text",
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;white-space:pre-wrap;">Plain </span><span style="font-weight:700">bold</span></p><ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>two</span></p></li></ul></ul></b><br class="Apple-interchange-newline">`,
    "<p>Plain <strong>bold</strong></p><ul><li><p>one</p><ul><li><p>two</p></li></ul></li></ul>",
  ],
  [
    "an Outlook mail",
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment--><div class=WordSection1><p class=MsoNormal><span lang=EN-US style='font-family:"Calibri",sans-serif'>Hello<o:p></o:p></span></p><p class=MsoNormal><b><span>Bye</span></b><o:p></o:p></p></div><div><div>New</div><div>Outlook</div></div><!--EndFragment--></body></html>`,
    "<p>Hello</p><p><strong>Bye</strong></p><p>New</p><p>Outlook</p>",
  ],
  [
    "a Teams message",
    `<html><body><!--StartFragment--><div itemprop="copy-paste-block" style="font-size:14px"><div>First <strong itemprop="bold">line</strong></div><div>&nbsp;</div><div>Second</div></div><!--EndFragment--></body></html>`,
    "<p>First <strong>line</strong></p><p>&nbsp;</p><p>Second</p>",
  ],
  [
    "code of VS Code",
    `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: Menlo, Monaco, 'Courier New', monospace;font-weight: normal;font-size: 12px;line-height: 18px;white-space: pre;"><div><span style="color: #c586c0;">if</span><span style="color: #cccccc;"> (a) {</span></div><br><div><span style="color: #cccccc;">  </span><span style="color: #dcdcaa;">b</span><span>();</span></div><div><span>}</span></div></div>`,
    "<pre><code>if (a) {\n\n  b();\n}</code></pre>",
  ],
  [
    "one word of VS Code",
    `<div style="font-family: Consolas, monospace;white-space: pre;"><div><span style="color:#fff">  renderPdf</span></div></div>`,
    "<p>renderPdf</p>",
  ],
  [
    "code of IntelliJ",
    `<html><head><meta http-equiv="content-type"></head><body><pre style="background-color:#2b2b2b;font-family:'JetBrains Mono',monospace;"><span style="color:#cc7832;">if </span>a:<br>&nbsp;&nbsp;b()<br></pre></body></html>`,
    "<pre><code>if a:\n  b()</code></pre>",
  ],
  [
    "a web page",
    `<html><body><!--StartFragment--><section style="margin:0"><h2 class="t">News</h2><p style="color:red">A <a href="https://a.test/x" onclick="y()">link</a>, <a href="javascript:z">no link</a><script>1</script></p><table role="presentation"><tr><td>one</td><td>two</td></tr></table></section><!--EndFragment--></body></html>`,
    '<h3>News</h3><p>A <a target="_blank" rel="noopener noreferrer nofollow" href="https://a.test/x">link</a>, no link</p><p>one</p><p>two</p>',
  ],
  [
    "text with a header of Windows",
    "Version:0.9\r\nStartHTML:0000000105\r\nEndHTML:0000000200\r\n<html><body><!--StartFragment--><p>a</p><!--EndFragment--></body></html>",
    "<p>a</p>",
  ],
])("%s keep their structure", (_, html, expected) => expect(pasted(html)).toBe(expected));

test("huge spans of pasted cells are limited", () => {
  expect(pasted('<table><tr><td colspan="1000">a</td></tr><tr><td>b</td></tr></table>').length).toBeLessThan(5_000);
});

test("content copied from an editor of the product stays as it is", () => {
  const html = '<b data-pm-slice="0 0 []" style="font-weight:normal">a</b>';
  expect(transformPastedHtml(html)).toBe(html);
});

test("HTML without text doesn't displace a copied picture", () => {
  expect(hasPastedText('<meta charset="utf-8"><style>p{}</style><img src="https://a.test/x.png">')).toBe(false);
  expect(hasPastedText("")).toBe(false);
  expect(hasPastedText("<table><tr><td>North</td></tr></table><img src='file:///a.png'>")).toBe(true);
});

test.each([
  [
    "rows",
    "a\tb\r\nc\td\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["one row", "a\tb", [["a", "b"]]],
  [
    "cells with line breaks and quotation marks",
    'a\t"b ""c""\nd"\ne\tf',
    [
      ["a", 'b "c"\nd'],
      ["e", "f"],
    ],
  ],
  ["cells that begin with a quotation mark", 'a\t"b" c', [["a", '"b" c']]],
  [
    "empty cells",
    "a\t\n\tb",
    [
      ["a", ""],
      ["", "b"],
    ],
  ],
  ["no indented code", "\tif a:\n\tb()", null],
  ["no rows of different length", "a\tb\nc", null],
  ["no text without tabs", "a\nb", null],
])("finds in a pasted text %s", (_, text, rows) => expect(parsePastedRows(text)).toEqual(rows));

const markdown = `# Release

Steps with \`npm test\` and **care**, see [the notes](https://a.test/notes):

1. Build
2. Ship \`List<Task>\`

- [x] Backup
- [ ] Notify

> Only on Mondays

| Room | Price |
| --- | --- |
| Zab | 12 |

\`\`\`
npm start
\`\`\``;

test("Markdown becomes headings, lists, checklists, quotes, tables and code", () => {
  const html = pasted(htmlOfMarkdown(markdown) ?? "");
  for (const part of [
    "<h3>Release</h3>",
    "<p>Steps with <code>npm test</code> and <strong>care</strong>, see <a",
    "<ol><li><p>Build</p></li><li><p>Ship <code>List&lt;Task&gt;</code></p></li></ol>",
    "<li><p>☑ Backup</p></li><li><p>☐ Notify</p></li>",
    "<blockquote><p>Only on Mondays</p></blockquote>",
    "<p>Zab</p></td>",
    "<pre><code>npm start</code></pre>",
  ])
    expect(html).toContain(part);
});

test.each([
  "3. Quartal abschließen",
  "24. Dezember: Büro zu",
  "- 5 % Rabatt",
  "1. FC Köln gegen\n3. Liga",
  "a < b and List<Task> in #12",
  "Call me | or write",
  "2 * 3 * 4 = 24\n5 * 6",
])("a text without structure stays text: %s", (text) => {
  expect(htmlOfMarkdown(text)).toBeNull();
});

test("HTML and unsafe links in Markdown stay text", () => {
  const html = pasted(htmlOfMarkdown("# List<Task>\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1))") ?? "");
  expect(html).toContain("<h3>List&lt;Task&gt;</h3>");
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(html).not.toContain("href");
});

test("a checklist of Google Docs keeps its state", () => {
  const item = (checked: boolean, text: string) =>
    `<li role="checkbox" aria-checked="${checked}"><img src="data:," alt=""><p role="presentation"><span>${text}</span></p></li>`;
  expect(pasted(`<ul>${item(true, "Backup")}${item(false, "Notify")}</ul>`)).toContain(
    "<li><p>☑ Backup</p></li><li><p>☐ Notify</p></li>",
  );
});
