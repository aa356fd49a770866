/** Which attributes a directory wants to have, or not. */
export interface Wanted {
  attributes?: string;
  excludedAttributes?: string;
}

const urn = "urn:ietf:params:scim:schemas:";
const core = new RegExp(`^${urn}core:2\\.0:(?:user|group):`);
const enterprise = `${urn}extension:enterprise:2.0:user`;
const mostNames = 50;

/** An attribute, and one within it: `name.givenName`, whose own name may have dots where it is an extension. */
function pathOf(name: string): [attribute: string, within?: string] {
  const path = name.toLowerCase().replace(core, "");
  if (path.startsWith(enterprise)) {
    const within = path.slice(enterprise.length + 1);
    return within ? [enterprise, within] : [enterprise];
  }
  const [attribute = "", within] = path.split(".");
  return within ? [attribute, within] : [attribute];
}

/** What is always shown, and what can't be left out (RFC 7643, 7; RFC 7644, 3.9). */
const always = { shown: ["id"], kept: ["id", "schemas"] };

interface Asked {
  kind: "wanted" | "unwanted";
  whole: ReadonlySet<string>;
  parts: ReadonlyMap<string, ReadonlySet<string>>;
}

function askedOf({ attributes, excludedAttributes }: Wanted): Asked | null {
  const names = (attributes || excludedAttributes || "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => /^[\w:.-]{1,200}$/.test(name));
  if (names.length === 0 || names.length > mostNames) return null;
  const whole = new Set<string>(attributes ? always.shown : []);
  const parts = new Map<string, Set<string>>();
  for (const [attribute, within] of names.map(pathOf)) {
    if (within === undefined) whole.add(attribute);
    else parts.set(attribute, (parts.get(attribute) ?? new Set()).add(within));
  }
  if (!attributes) for (const name of always.kept) whole.delete(name);
  return { kind: attributes ? "wanted" : "unwanted", whole, parts };
}

/** Says whether a part of an attribute is shown. */
type Part = (within: string) => boolean;

/** Of one attribute: all of it, nothing, or some parts. */
function shownOf(asked: Asked | null, attribute: string): "all" | "nothing" | Part {
  if (!asked) return "all";
  const name = attribute.toLowerCase();
  const isNamed = asked.whole.has(name);
  if (isNamed) return asked.kind === "wanted" ? "all" : "nothing";
  const parts = asked.parts.get(name);
  if (!parts) return asked.kind === "wanted" ? "nothing" : "all";
  return (within) => parts.has(within.toLowerCase()) === (asked.kind === "wanted");
}

/** Whether anything of an attribute is shown: what isn't need not be read. */
export const isShown = (wanted: Wanted, attribute: string): boolean =>
  shownOf(askedOf(wanted), attribute) !== "nothing";

/**
 * Leaves of resources what the directory wants to have. Lists have hundreds of resources and thousands of values, so what is wanted is
 * understood once, and what is shown whole is handed on as it is.
 */
export function shownAs(wanted: Wanted): (resource: object) => Record<string, unknown> {
  const asked = askedOf(wanted);
  const known = new Map<string, ReturnType<typeof shownOf>>();
  const ofAttribute = (name: string) => {
    const shown = known.get(name) ?? shownOf(asked, name);
    known.set(name, shown);
    return shown;
  };
  return (resource) =>
    Object.fromEntries(
      Object.entries(resource).flatMap(([name, value]) => {
        const shown = ofAttribute(name);
        if (shown === "nothing") return [];
        return [[name, shown === "all" ? value : partsOf(value, shown)]];
      }),
    );
}

function partsOf(value: unknown, part: Part): unknown {
  if (Array.isArray(value)) return value.map((one) => partsOf(one, part));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => part(name)));
}
