import type { Records } from "../factories/records";
import type { Person, World } from "../support/world";
import { allCalls, examplePayloadOf, pathWithRecordIds } from "./requests";

export const readCalls = allCalls.filter(([, { method, readOnly }]) => method === "GET" && readOnly);

/**
 * Flattens a response into values by path. List members are named by identity, so that an added member doesn't shift the following ones.
 */
function placed(value: unknown, at: string, into: Map<string, unknown>): Map<string, unknown> {
  if (value === null || typeof value !== "object") return into.set(at, value);
  const entries = Array.isArray(value)
    ? value.map((one, n): [string, unknown] => [nameOf(one, n), one])
    : Object.entries(value);
  for (const [key, inner] of entries) placed(inner, `${at}.${key}`, into);
  return into;
}

function nameOf(one: unknown, at: number): string {
  if (one === null || typeof one !== "object") return `[${JSON.stringify(one)}]`;
  const own = one as Record<string, unknown>;
  const person = (own["person"] ?? {}) as Record<string, unknown>;
  const id = own["id"] ?? own["user_id"] ?? own["project_id"] ?? person["id"] ?? own["key"] ?? own["date"] ?? at;
  // Includes the type: a room and a car in one list may have the same id.
  const kind = own["type"] ?? own["bookable_type"] ?? own["family"] ?? own["kind"];
  return `[${typeof kind === "string" ? `${kind} ` : ""}${JSON.stringify(id)}]`;
}

export const removeIdsFromPath = (place: string) => place.replace(/\[[^\]]*\]/g, "[]");

export async function readAnswersFor(
  world: World,
  reader: Person,
  records: Records,
): Promise<Map<string, Map<string, unknown>>> {
  const answers = new Map<string, Map<string, unknown>>();
  for (const [name, endpoint] of readCalls) {
    const query = Object.entries(examplePayloadOf(endpoint.query, endpoint.example?.query, records));
    const search = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
    const { status, body } = await world.api(reader).get(`${pathWithRecordIds(endpoint, records)}?${search}`);
    answers.set(name, placed(body, name, new Map([[`${name}.status`, status]])));
  }
  return answers;
}
