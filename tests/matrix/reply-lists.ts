import { everyCall } from "./requests";

/** What of a schema is gone through. Its `fields` are an object's, `innerType` is what a list is of. */
interface Part {
  type: string;
  fields?: Record<string, Part>;
  innerType?: Part;
}

/** Lists in what a reply may hold, by their place in it, those in lists too. */
function listsIn(part: Part, at: string, into: Map<string, Part>): Map<string, Part> {
  for (const [name, field] of Object.entries(part.fields ?? {})) listsIn(field, `${at}.${name}`, into);
  if (part.type !== "array") return into;
  into.set(at, part);
  return part.innerType ? listsIn(part.innerType, `${at}[]`, into) : into;
}

/** Every list of every reply of the contract: the places where it stands, by call. What several calls answer alike is one list. */
export function replyLists(): string[][] {
  const places = new Map<Part, string[]>();
  for (const [name, { reply }] of everyCall) {
    for (const [place, list] of listsIn(reply as unknown as Part, name, new Map()))
      places.set(list, [...(places.get(list) ?? []), place]);
  }
  return [...places.values()];
}

const paged = new Set(
  everyCall.flatMap(([name, { query, long }]) => ("per_page" in query.fields && !long ? [`${name}.data`] : [])),
);

/** The list of a call that answers it by pages. */
export const isPage = (place: string): boolean => paged.has(place);
