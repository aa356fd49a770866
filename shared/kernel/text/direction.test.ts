import { withDirections } from "./direction";

test.each([
  ["paragraphs and headings", "<h3>a</h3><p>b</p>", '<h3 dir="auto">a</h3><p dir="auto">b</p>'],
  [
    "quotations",
    "<blockquote><p>a</p><p>b</p></blockquote>",
    '<blockquote dir="auto"><p>a</p><p dir="auto">b</p></blockquote>',
  ],
  [
    "list items",
    "<ul><li><p>a</p><ol><li>b</li></ol></li><li>c</li></ul>",
    '<ul><li dir="auto"><p>a</p><ol><li dir="auto">b</li></ol></li><li dir="auto">c</li></ul>',
  ],
  [
    "a list in a quotation",
    "<blockquote><ul><li>a</li></ul></blockquote>",
    '<blockquote dir="auto"><ul><li>a</li></ul></blockquote>',
  ],
  [
    "cells",
    '<table><tbody><tr><th colspan="2"><p>a</p></th><td><p>b</p></td></tr></tbody></table>',
    '<table><tbody><tr><th dir="auto" colspan="2"><p>a</p></th><td dir="auto"><p>b</p></td></tr></tbody></table>',
  ],
  ["no preformatted text", "<pre><code>a</code></pre>", "<pre><code>a</code></pre>"],
])("adds the direction to %s", (_, html, expected) => expect(withDirections(html)).toBe(expected));
