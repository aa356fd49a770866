/** Removes keys named like Object.prototype methods (`valueOf`, `toString` …): no schema has such a field, and Yup would call the value. */
export function plainInput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainInput);
  if (value === null || typeof value !== "object") return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key in Object.prototype ? [] : [[key, plainInput(inner)]])),
  );
}
