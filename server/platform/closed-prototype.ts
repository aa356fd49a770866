/**
 * The second fence before a name that people send becomes a property of every object of the process: nothing can be added to what all
 * objects inherit. It doesn't keep `__proto__` and `constructor` out of tables: look names up with `Object.hasOwn`, or in a Map.
 */
export function closePrototype(realm: typeof globalThis = globalThis): void {
  realm.Object.preventExtensions(realm.Object.prototype);
}
