import { htmlOfWikiMarkup } from "./wiki-markup";

const html = (markup: string) => htmlOfWikiMarkup(markup, (id) => (id === "5b1f" ? "Noor" : undefined));

test.each([
  ["two bold words", "*a* and *b*", "<p><strong>a</strong> and <strong>b</strong></p>"],
  ["signs inside of words", "a*b*c 2-3-4 snake_case_name", "<p>a*b*c 2-3-4 snake_case_name</p>"],
  ["nested lists", "* a\n** b\n# c", "<ul><li>a<ul><li>b</li></ul></li></ul><ol><li>c</li></ol>"],
  [
    "a table",
    "||H||\n|[a|https://x.test]|",
    '<table><tbody><tr><th>H</th></tr><tr><td><a href="https://x.test">a</a></td></tr></tbody></table>',
  ],
  ["mentions", "[~accountid:5b1f] [~gone]", "<p>@Noor @gone</p>"],
  [
    "a panel with a title",
    "{panel:title=T|bgColor=#fff}\n*x*\n{panel}",
    "<blockquote><p><strong>T</strong></p><p><strong>x</strong></p></blockquote>",
  ],
  ["code without an end", "{code:java}\n*a*", "<pre>*a*</pre>"],
  ["text after code", "{noformat}x{noformat} y", "<pre>x</pre><p>y</p>"],
  ["markup of HTML", "<b>&", "<p>&lt;b&gt;&amp;</p>"],
  ["a quote and a colour", "bq. {color:red}r{color}", "<blockquote>r</blockquote>"],
])("%s", (_, markup, expected) => {
  expect(html(markup)).toBe(expected);
});
