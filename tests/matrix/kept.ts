import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(__dirname, "kept-answers");
/** Another one each time, by the clock or the run. */
export const any = "~";

const parse = (text: string) =>
  new Map(
    text
      .split("\n")
      .filter(Boolean)
      .map((line): [string, string] => {
        const at = line.indexOf(" ");
        return [line.slice(0, at), line.slice(at + 1)];
      }),
  );
const asText = (values: ReadonlyMap<string, string>) => {
  const lines = [...values].map((line) => line.join(" "));
  return `${lines.toSorted().join("\n")}\n`;
};

/**
 * Holds values by their place against the file of that name in kept-answers/. `UPDATE_ANSWERS=1` writes down what is new;
 * `UPDATE_ANSWERS=moments` what is another each time, which is no longer compared.
 * @returns what is another than it was, and what was and isn't there.
 */
export function comparedWith(name: string, now: ReadonlyMap<string, string>): string[] {
  const file = path.join(folder, `${name}.txt`);
  const known = existsSync(file) ? parse(readFileSync(file, "utf8")) : null;
  const same = ([place, value]: [string, string]) => known?.get(place) === any || known?.get(place) === value;
  const update = process.env["UPDATE_ANSWERS"];
  if (update) {
    // What isn't there at every moment stays, too.
    const restless = [...(known ?? [])].filter(([, value]) => update === "moments" || value === any);
    const kept = new Map([...restless, ...now]);
    const lines = [...kept].map(([place]): [string, string] => {
      const value = now.get(place) ?? any;
      const stays = known === null || update !== "moments" || same([place, value]);
      return [place, stays && known?.get(place) !== any ? value : any];
    });
    writeFileSync(file, asText(new Map(lines)));
    return [];
  }
  const gone = [...(known ?? [])].filter(([place, value]) => value !== any && !now.has(place));
  return [
    ...[...now]
      .filter((line) => !same(line))
      .map(([place, value]) => `${place} ${value} (${known?.get(place) ?? "new"})`),
    ...gone.map(([place]) => `${place} isn't there`),
  ];
}

/** A value that is the same each time, with names for numbers; or its kind. */
export function words(value: unknown, names: ReadonlyMap<number, string> = new Map(), host = "nowhere.test"): string {
  if (typeof value === "number")
    return names.get(value) ?? (value >= 10_000 ? "number" : value >= 2020 && value < 2030 ? "year" : String(value));
  if (typeof value !== "string") return JSON.stringify(value) ?? "nothing";
  return (
    value
      .replaceAll(host, "HOST")
      .replaceAll(host.slice(0, -".test".length).replace("w-", "World "), "WORLD")
      // Days are said that were given: 2011 to 2019, 2030 and later.
      .replaceAll(/20(?:2\d)-\d\d-\d\d(?:T[\d:.]+Z?)?/g, (day) => (day.length > 10 ? "moment" : "day"))
      .replaceAll(/\b202\d\b/g, "year")
      .replaceAll(/\d{5,}/g, (digits) => names.get(Number(digits)) ?? "number")
      .replaceAll(/[\w-]{24,}/g, (one) => (/^[a-z_-]+$/.test(one) ? one : "secret"))
      .replaceAll(/\s*\n\s*/g, " / ")
  );
}

/** All values of an answer by their place, members of lists in the order in which they come. */
export function valuesIn(
  value: unknown,
  at: string,
  say: (one: unknown) => string,
  into = new Map<string, string[]>(),
): Map<string, string[]> {
  if (value !== null && typeof value === "object") {
    const inner = Array.isArray(value) ? value.map((one): [string, unknown] => ["[]", one]) : Object.entries(value);
    if (inner.length === 0) (into.get(at) ?? into.set(at, []).get(at))?.push(Array.isArray(value) ? "[]" : "{}");
    for (const [key, one] of inner) valuesIn(one, `${at}.${/^\d+$/.test(key) ? "#" : key}`, say, into);
  } else (into.get(at) ?? into.set(at, []).get(at))?.push(say(value));
  return into;
}

const most = 600;
/** On one line. */
export const joined = (values: string[]) => {
  const line = values.join(" | ");
  return line.length > most ? `${line.slice(0, most)}… ${values.length}` : line;
};
