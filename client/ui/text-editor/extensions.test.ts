/** @jest-environment jsdom */
import { Editor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { directionExtension } from "./directions";
import { linkExtension } from "./links";
import { tableExtensions } from "./tables";

const editor = new Editor({
  injectCSS: false,
  extensions: [
    StarterKit.configure({ link: false, heading: { levels: [3, 4] }, horizontalRule: false, trailingNode: false }),
    linkExtension,
    ...tableExtensions,
    directionExtension,
  ],
});
afterAll(() => editor.destroy());
beforeEach(() => void editor.commands.clearContent());

const type = (text: string) => {
  for (const letter of text)
    if (letter === "\n") editor.commands.splitBlock();
    else editor.view.dispatch(editor.state.tr.insertText(letter));
};
const press = (key: string, shiftKey = false) => {
  const event = new KeyboardEvent("keydown", { key, shiftKey });
  return editor.view.someProp("handleKeyDown", (handle) => handle(editor.view, event)) ?? false;
};
const links = () => [...editor.getHTML().matchAll(/href="([^"]*)">([^<]*)</g)].map(([, href, text]) => [href, text]);

test.each([". ", ", ", ") ", "؟ ", "。 ", "\n", ".\n"])("a typed address before %j becomes a link", (end) => {
  type(`See https://a.test/one${end}`);
  expect(links()).toEqual([["https://a.test/one", "https://a.test/one"]]);
});

test("an address becomes a link when it is complete, and typing goes on without it", () => {
  type("www.example.com a@example.com");
  expect(links()).toEqual([["https://www.example.com", "www.example.com"]]);
  type(", b");
  expect(links()[1]).toEqual(["mailto:a@example.com", "a@example.com"]);
  expect(editor.getText()).toBe("www.example.com a@example.com, b");
});

test.each(["javascript:alert(1) ", "data:text/html,x "])("%j stays text", (text) => {
  type(text);
  expect(links()).toEqual([]);
});

test("an address in code stays text, and a removed link isn't set again", () => {
  editor.commands.setContent("<pre><code>x</code></pre>");
  type("https://a.test ");
  expect(links()).toEqual([]);
  editor.commands.setContent("<p></p>");
  type("https://a.test/one ");
  editor.chain().selectAll().unsetLink().setTextSelection(editor.state.doc.content.size).run();
  type("more ");
  expect(links()).toEqual([]);
});

test("Tab moves between cells and adds a row after the last", () => {
  editor.commands.insertTable({ rows: 2, cols: 2, withHeaderRow: true });
  type("a");
  for (const text of ["b", "c", "d", "e"]) {
    expect(press("Tab")).toBe(true);
    type(text);
  }
  expect(editor.getHTML()).toBe(
    "<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>c</p></td><td><p>d</p></td></tr><tr><td><p>e</p></td><td><p></p></td></tr></tbody></table>",
  );
  expect(press("Tab", true)).toBe(true);
  type("f");
  expect(editor.getHTML()).toContain("<td><p>f</p></td>");
});

test("each block of the editor has the direction of its text", () => {
  const html =
    "<p>a</p><p></p><p>سلام</p><blockquote><p>b</p><p>c</p></blockquote><ul><li><p>d</p></li></ul><table><tbody><tr><td><p>e</p></td></tr></tbody></table>";
  editor.commands.setContent(html);
  expect(editor.getHTML()).toBe(html);
  const directed = [...editor.view.dom.querySelectorAll("[dir=auto]")].map(
    (block) => block.localName + block.textContent,
  );
  expect(directed).toEqual(["pa", "pسلام", "blockquotebc", "pc", "lid", "tde"]);
});
