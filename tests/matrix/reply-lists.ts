import type { Schema } from "yup";
import { allCalls } from "./requests";

interface Part {
  type: string;
  fields?: Record<string, Part>;
  innerType?: Part;
}

function listsIn(part: Part, at: string, into: Map<string, Part>): Map<string, Part> {
  for (const [name, field] of Object.entries(part.fields ?? {})) listsIn(field, `${at}.${name}`, into);
  if (part.type !== "array") return into;
  into.set(at, part);
  return part.innerType ? listsIn(part.innerType, `${at}[]`, into) : into;
}

/** Every list in the contract's responses, with its paths by call. A list shared by several calls counts once. */
export function replyLists(): string[][] {
  const places = new Map<Part, string[]>();
  for (const [name, { reply }] of allCalls) {
    for (const [place, list] of listsIn(reply as unknown as Part, name, new Map()))
      places.set(list, [...(places.get(list) ?? []), place]);
  }
  return [...places.values()];
}

/** Limits of lists in the contract, by call and path. */
export const contractLimits: ReadonlyMap<string, number> = new Map(
  allCalls.flatMap(([name, { reply }]) =>
    [...listsIn(reply as unknown as Part, name, new Map())].flatMap(([place, list]): [string, number][] => {
      const max = (list as unknown as Schema).describe().tests.find((test) => test.name === "max")?.params?.["max"];
      return typeof max === "number" ? [[place, max]] : [];
    }),
  ),
);

const paged = new Set(
  allCalls.flatMap(([name, { query, expensive }]) =>
    "per_page" in query.fields && !expensive ? [`${name}.data`] : [],
  ),
);

export const isPage = (place: string): boolean => paged.has(place);
