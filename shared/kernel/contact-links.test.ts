import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { mailLink, phoneLink } from "./contact-links";

test.each([
  ["ada@acme.test", "mailto:ada@acme.test"],
  ["ada+tag@acme.test", "mailto:ada+tag@acme.test"],
  ["ada?cc=eve@evil.test", "mailto:ada%3Fcc%3Deve@evil.test"],
  ["a&body=b#c%d@acme.test", "mailto:a%26body%3Db%23c%25d@acme.test"],
  ["한@münchen.test", "mailto:%ED%95%9C@m%C3%BCnchen.test"],
  ["😀\ud800@acme.test", "mailto:%F0%9F%98%80@acme.test"],
])("mailLink turns the address %s into a mailto link", (address, link) => {
  expect(mailLink(address)).toBe(link);
});

test.each([
  ["+964 750 555-0142", "tel:+9647505550142"],
  ["(0) 7505/55.01", "tel:075055501"],
  [" +49;ext=1+2", "tel:+49;ext=12"],
  ["٠٧٥٠ ۰۱۲۳۴۵۶۷۸۹", "tel:07500123456789"],
])("phoneLink turns the number %s into a tel link", (number, link) => {
  expect(phoneLink(number)).toBe(link);
});

test("no other module builds mailto or tel links", () => {
  const root = path.join(__dirname, "../..");
  const matchingFiles = ["client", "server", "workers", "shared"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
      .map((name) => path.join(folder, name))
      .filter((name) =>
        /["'`](?:mailto|tel):\$\{|["'`](?:mailto|tel):["'`]/.test(readFileSync(path.join(root, name), "utf8")),
      ),
  );
  expect(matchingFiles).toEqual([path.join("shared", "kernel", "contact-links.ts")]);
});
