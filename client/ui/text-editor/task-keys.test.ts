import { linkTaskKeys } from "./task-keys";

const codes = new Set(["CUP", "T0"]);
const link = (key: string) => `<a href="/t/${key}" data-task-key>${key}</a>`;

test("linkTaskKeys links keys of visible projects only", () => {
  expect(linkTaskKeys("<p>See CUP-28, (T0-1) and WEB-3 in UTF-8</p>", codes)).toBe(
    `<p>See ${link("CUP-28")}, (${link("T0-1")}) and WEB-3 in UTF-8</p>`,
  );
});

test.each([
  '<a href="https://a.test/CUP-28">CUP-28</a>',
  "<pre><code>git checkout CUP-28</code></pre>",
  "<p>MYCUP-28, CUP-28-1, CUP-0, cup-28, /CUP-28</p>",
])("linkTaskKeys leaves %s", (html) => {
  expect(linkTaskKeys(html, codes)).toBe(html);
});
