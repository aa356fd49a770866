import { readFileSync } from "node:fs";
import path from "node:path";

/** Minimum contrast ratios (WCAG 2.2): 4.5 for text, 3 for icons and control borders, on every background that they appear on. */
const text = 4.5;
const shape = 3;

const css = readFileSync(path.join(__dirname, "tokens.css"), "utf8");
const [, light = "", dark = ""] = css.split(/\[data-mantine-color-scheme="(?:light|dark)"\] \{/);

function colours(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/gi)].map((match) => [match[1] ?? "", match[2] ?? ""]),
  );
}

const themes = { light: colours(light), dark: colours(dark) };

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

const hues = ["rose", "orange", "amber", "green", "teal", "blue", "violet", "grey"];
const states = ["todo", "doing", "review", "done", "cancel"];
const surfaces = ["surface", "canvas", "raised"];

const pairs: [ink: string, ground: string, least: number][] = [
  ...["text", "text-2", "text-3"].flatMap((ink) =>
    ["canvas", "surface", "sunken", "fill", "off", "hover", "raised", "pressed", "accent-soft"].map(
      (ground): [string, string, number] => [ink, ground, text],
    ),
  ),
  ...["side-text", "side-text-2", "side-text-3"].flatMap((ink): [string, string, number][] => [
    [ink, "side", text],
    [ink, "side-2", text],
  ]),
  ...["accent", "accent-hover", "danger-fill", "p1", "p2", "p3", "p4", "p5", "p6"].map(
    (ground): [string, string, number] => ["on-accent", ground, text],
  ),
  ...["surface", "canvas", "sunken", "raised", "accent-soft"].map((ground): [string, string, number] => [
    "accent-text",
    ground,
    text,
  ]),
  ...["ok", "warn", "danger"].flatMap((tone): [string, string, number][] => [
    ...[...surfaces, `${tone}-soft`].map((ground): [string, string, number] => [`${tone}-text`, ground, text]),
    [tone, "surface", shape],
    [tone, "canvas", shape],
  ]),
  // Bars and lines of charts.
  ...["c1", "c2", "c3", "c4", "c5", "c6", "c-rest", "c-todo"].map((ink): [string, string, number] => [
    ink,
    "surface",
    shape,
  ]),
  ...["focus", "control-line", "live"].map((ink): [string, string, number] => [ink, "surface", shape]),
  ["focus", "canvas", shape],
  ["focus", "side", shape],
  ["control-line", "canvas", shape],
  ["control-line", "raised", shape],
  ...[...states.map((state) => `st-${state}`), "pr-high", "pr-medium", "pr-low"].flatMap(
    (ink): [string, string, number][] => [
      [ink, "surface", shape],
      [ink, "canvas", shape],
    ],
  ),
  ...hues.flatMap((hue): [string, string, number][] => [
    [`tag-${hue}-text`, `tag-${hue}-soft`, text],
    [`tag-${hue}-text`, "surface", text],
    [`tag-${hue}`, "surface", shape],
  ]),
  ...["p1", "p2", "p3", "p4", "p5", "p6", "c1", "c2", "c3", "c4", "c5", "c6"].map((ink): [string, string, number] => [
    ink,
    "surface",
    shape,
  ]),
  ["text", "leave", text],
  ["tag-amber-text", "hol", text],
  ["text-3", "hol", text],
  ["toast-text", "toast", text],
  ["toast-text", "toast-hover", text],
  ["toast-action", "toast", text],
  ["toast-action", "toast-hover", text],
  ["tenant-text", "tenant", text],
];

describe.each(["light", "dark"] as const)("%s", (scheme) => {
  const tokens = themes[scheme];

  test("defines the same tokens as the other theme", () => {
    const other = themes[scheme === "light" ? "dark" : "light"];
    expect([...tokens.keys()].toSorted()).toEqual([...other.keys()].toSorted());
    expect(tokens.size).toBeGreaterThan(80);
  });

  test.each(pairs)("%s on %s: contrast is at least %d", (ink, ground, least) => {
    const [foreground, background] = [tokens.get(ink), tokens.get(ground)];
    if (!foreground || !background) throw new Error(`No such token: ${foreground ? ground : ink}`);
    expect(contrast(foreground, background)).toBeGreaterThanOrEqual(least);
  });
});
