import type { Records } from "../factories/records";
import type { Person, World } from "../support/world";
import { everyCall, exampleOf, pathWith } from "./requests";

/** Every call that only reads. */
export const reads = everyCall.filter(([, { method, readOnly }]) => method === "GET" && readOnly);

/** What an answer says, by its place; members of a list by what they are, so that one more moves no other. */
function placed(value: unknown, at: string, into: Map<string, unknown>): Map<string, unknown> {
  if (value === null || typeof value !== "object") return into.set(at, value);
  const named = Array.isArray(value)
    ? value.map((one, n): [string, unknown] => [nameOf(one, n), one])
    : Object.entries(value);
  for (const [key, inner] of named) placed(inner, `${at}.${key}`, into);
  return into;
}

function nameOf(one: unknown, at: number): string {
  if (one === null || typeof one !== "object") return `[${JSON.stringify(one)}]`;
  const own = one as Record<string, unknown>;
  const person = (own["person"] ?? {}) as Record<string, unknown>;
  const id = own["id"] ?? own["user_id"] ?? own["project_id"] ?? person["id"] ?? own["key"] ?? own["date"] ?? at;
  // A room and a car of one list may have the same number.
  const kind = own["type"] ?? own["bookable_type"] ?? own["family"] ?? own["kind"];
  return `[${typeof kind === "string" ? `${kind} ` : ""}${JSON.stringify(id)}]`;
}

/** A place without the numbers of its records. */
export const general = (place: string) => place.replace(/\[[^\]]*\]/g, "[]");

/** What each of them answers somebody about these records, by its place. */
export async function answersFor(
  world: World,
  reader: Person,
  records: Records,
): Promise<Map<string, Map<string, unknown>>> {
  const answers = new Map<string, Map<string, unknown>>();
  for (const [name, endpoint] of reads) {
    const query = Object.entries(exampleOf(endpoint.query, endpoint.example?.query, records));
    const search = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
    const { status, body } = await world.api(reader).get(`${pathWith(endpoint, records)}?${search}`);
    answers.set(name, placed(body, name, new Map([[`${name}.status`, status]])));
  }
  return answers;
}
