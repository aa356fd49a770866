import { cleanSvg } from "./svg";

const ns = 'xmlns="http://www.w3.org/2000/svg"';

test("cleanSvg keeps shapes and gradients and removes the prolog and comments", () => {
  const drawing = `<svg ${ns} viewBox="0 0 10 10"><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs><path d="M0 0L9 9" fill="url(#a)"></path></svg>`;
  expect(cleanSvg(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]>\n<!-- a -->${drawing}`)).toContain(
    '<path d="M0 0L9 9" fill="url(#a)"',
  );
});

const hostile = [
  "<script>alert(1)</script>",
  '<rect onload="alert(1)"/>',
  "<style>*{background:url(http://x)}</style>",
  '<a href="javascript:alert(1)"><rect/></a>',
  '<image href="http://x/y.png"/>',
  '<use href="data:image/svg+xml,x#y"/>',
  '<use xlink:href="#x"/>',
  "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><img src=x onerror=alert(1)></body></foreignObject>",
  '<rect fill="url(http://x/y)"/>',
  "<rect fill=\"url( '//x')\"/>",
  '<rect style="background:url(x)"/>',
  '<animate attributeName="href" to="javascript:alert(1)"/>',
  '<set attributeName="onclick" to="alert(1)"/>',
  "<g><![CDATA[<script>alert(1)</script>]]></g>",
  "<title>&lt;script>alert(1)&lt;/script></title>",
  '<svg xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></svg>',
  "<ScRiPt>alert(1)</ScRiPt>",
  '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
];

test.each(hostile)("cleanSvg removes scripts, styles and external references: %s", (inner) => {
  const clean = cleanSvg(`<svg ${ns} onload="alert(2)">${inner}</svg>`) ?? "";
  expect(clean).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(clean).not.toMatch(
    /<script|<style|<image|<use|<foreign|<animate|<set|<a[\s>]|<x:|\son\w+=|href|javascript:|url\((?!#)|style=|xhtml/i,
  );
});

test("cleanSvg returns null for input that isn't an SVG", () => {
  expect(cleanSvg("<html></html>")).toBeNull();
  expect(cleanSvg("hello")).toBeNull();
});
