export interface AttributeSelection {
  attributes?: string;
  excludedAttributes?: string;
}

const urn = "urn:ietf:params:scim:schemas:";
const core = new RegExp(`^${urn}core:2\\.0:(?:user|group):`);
const enterprise = `${urn}extension:enterprise:2.0:user`;
const maxNames = 50;

/** Splits `name.givenName` into attribute and sub-attribute. The URN of an extension is handled separately, because it contains dots. */
function pathOf(name: string): [attribute: string, within?: string] {
  const path = name.toLowerCase().replace(core, "");
  if (path.startsWith(enterprise)) {
    const within = path.slice(enterprise.length + 1);
    return within ? [enterprise, within] : [enterprise];
  }
  const [attribute = "", within] = path.split(".");
  return within ? [attribute, within] : [attribute];
}

/** `shown`: attributes that are always included; `kept`: attributes that are never excluded (RFC 7643, 7; RFC 7644, 3.9). */
const always = { shown: ["id"], kept: ["id", "schemas"] };

interface ParsedSelection {
  kind: "wanted" | "unwanted";
  whole: ReadonlySet<string>;
  parts: ReadonlyMap<string, ReadonlySet<string>>;
}

function parseSelection({ attributes, excludedAttributes }: AttributeSelection): ParsedSelection | null {
  const names = (attributes || excludedAttributes || "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => /^[\w:.-]{1,200}$/.test(name));
  if (names.length === 0 || names.length > maxNames) return null;
  const whole = new Set<string>(attributes ? always.shown : []);
  const parts = new Map<string, Set<string>>();
  for (const [attribute, within] of names.map(pathOf)) {
    if (within === undefined) whole.add(attribute);
    else parts.set(attribute, (parts.get(attribute) ?? new Set()).add(within));
  }
  if (!attributes) for (const name of always.kept) whole.delete(name);
  return { kind: attributes ? "wanted" : "unwanted", whole, parts };
}

/** Returns whether a sub-attribute is included. */
type Part = (within: string) => boolean;

/** Returns whether an attribute is included completely, not at all, or partly (as a function per sub-attribute). */
function shownPartsOf(selection: ParsedSelection | null, attribute: string): "all" | "nothing" | Part {
  if (!selection) return "all";
  const name = attribute.toLowerCase();
  const isNamed = selection.whole.has(name);
  if (isNamed) return selection.kind === "wanted" ? "all" : "nothing";
  const parts = selection.parts.get(name);
  if (!parts) return selection.kind === "wanted" ? "nothing" : "all";
  return (within) => parts.has(within.toLowerCase()) === (selection.kind === "wanted");
}

/** Whether any part of an attribute is included; otherwise the attribute doesn't have to be read. */
export const isAttributeShown = (selection: AttributeSelection, attribute: string): boolean =>
  shownPartsOf(parseSelection(selection), attribute) !== "nothing";

/**
 * Filters the attributes of resources. The selection is parsed once and completely included attributes are returned unchanged, because
 * lists have hundreds of resources and thousands of values.
 */
export function selectAttributes(
  requestedAttributes: AttributeSelection,
): (resource: object) => Record<string, unknown> {
  const selection = parseSelection(requestedAttributes);
  const partsByAttribute = new Map<string, ReturnType<typeof shownPartsOf>>();
  const ofAttribute = (name: string) => {
    const visibleParts = partsByAttribute.get(name) ?? shownPartsOf(selection, name);
    partsByAttribute.set(name, visibleParts);
    return visibleParts;
  };
  return (resource) =>
    Object.fromEntries(
      Object.entries(resource).flatMap(([name, value]) => {
        const visibleParts = ofAttribute(name);
        if (visibleParts === "nothing") return [];
        return [[name, visibleParts === "all" ? value : partsOf(value, visibleParts)]];
      }),
    );
}

function partsOf(value: unknown, part: Part): unknown {
  if (Array.isArray(value)) return value.map((one) => partsOf(one, part));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => part(name)));
}
