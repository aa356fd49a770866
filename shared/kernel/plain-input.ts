/**
 * Removes keys named like Object.prototype methods (`valueOf`, `toString` …), because Yup would call their values. No schema has such a
 * field.
 */
export function plainInput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainInput);
  if (value === null || typeof value !== "object") return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key in Object.prototype ? [] : [[key, plainInput(inner)]])),
  );
}
